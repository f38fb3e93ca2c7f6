// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The values that the crates `nowplaying`, for players, and `nowplaying-surface`, for surfaces, share: a program that
//! is both has one `PlaybackState`. Each of these crates has them in its own documentation. This crate links no
//! library.

#![deny(missing_docs, unsafe_op_in_unsafe_fn)]

mod declare;
pub mod mode;
#[doc(hidden)]
pub mod panic;
mod sets;
#[doc(hidden)]
pub mod text;
#[doc(hidden)]
pub mod time;
mod values;

#[doc(hidden)]
pub use nowplaying_sys as sys;
pub use sets::{AspectRatios, Primary};
pub use time::MediaDuration;
pub use values::*;
