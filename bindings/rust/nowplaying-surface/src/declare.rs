// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Declares sets of bits.

/// Declares a set of C bits. Bits of a newer library are kept.
macro_rules! set {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $case:ident = $constant:ident,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name(u32);

        impl $name {
            $($(#[$doc])* pub const $case: $name = $name(nowplaying_sys::$constant as u32);)+

            pub(crate) fn from_bits(bits: u32) -> Self {
                $name(bits)
            }

            /// Whether the set is empty.
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether the set contains all of another one.
            pub fn contains(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }
        }

        impl std::ops::BitOr for $name {
            type Output = $name;

            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: $name) {
                self.0 |= other.0;
            }
        }

        /// Writes the names of the bits, `{ITEM, PLAYBACK}`.
        impl std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut set = formatter.debug_set();
                $(if self.contains($name::$case) {
                    set.entry(&format_args!(stringify!($case)));
                })+
                set.finish()
            }
        }
    };
}

pub(crate) use set;
