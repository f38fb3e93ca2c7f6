// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Declares enumerations. A newer library may send an unlisted value, which becomes `Unknown` and is kept.

/// Declares an open enumeration over C constants.
#[doc(hidden)]
#[macro_export]
macro_rules! enumeration {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $case:ident = $constant:ident,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $case,)+
            /// A value of a newer library.
            Unknown(i32),
        }

        impl From<i32> for $name {
            fn from(value: i32) -> Self {
                match value {
                    $($crate::sys::$constant => Self::$case,)+
                    other => Self::Unknown(other),
                }
            }
        }

        impl From<$name> for i32 {
            fn from(value: $name) -> i32 {
                match value {
                    $($name::$case => $crate::sys::$constant,)+
                    $name::Unknown(other) => other,
                }
            }
        }
    };
}
