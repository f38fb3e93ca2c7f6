// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Reads the fields of an item, by their types. The list of fields is generated from the header: `item_fields.rs`.

pub(crate) use nowplaying_sys as sys;
pub(crate) use std::time::SystemTime;
use std::time::{Duration, UNIX_EPOCH};

/// Declares getters of fields, by the type of the field.
macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident: $type:ident = $field:ident;)+) => {
        $(fields! { @$type $(#[$doc])* $name $field })+
    };
    (@text $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<&'a str> {
            self.text(sys::$field, 0)
        }
    };
    (@texts $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> impl Iterator<Item = &'a str> + 'a {
            let item = *self;
            (0..).map_while(move |index| item.text(sys::$field, index))
        }
    };
    (@count $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<u32> {
            self.integer(sys::$field).and_then(|value| u32::try_from(value).ok())
        }
    };
    (@flag $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<bool> {
            self.integer(sys::$field).map(|value| value != 0)
        }
    };
    (@date $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<SystemTime> {
            self.integer(sys::$field).and_then(time)
        }
    };
    (@number $(#[$doc:meta])* $name:ident $field:ident) => {
        $(#[$doc])*
        pub fn $name(&self) -> Option<f64> {
            self.number(sys::$field)
        }
    };
}

/// Converts seconds since 1970; `None` if this machine cannot represent the time.
pub(crate) fn time(seconds: i64) -> Option<SystemTime> {
    let distance = Duration::from_secs(seconds.unsigned_abs());
    if seconds < 0 {
        return UNIX_EPOCH.checked_sub(distance);
    }
    UNIX_EPOCH.checked_add(distance)
}
