// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The C functions of libnowplaying as they are, and with the feature `surface` those of libnowplaying-surface. The
//! headers `nowplaying/nowplaying.h` and `nowplaying/surface.h` are their documentation; the crates `nowplaying` and
//! `nowplaying-surface` are the safe ways to them.

#[allow(non_camel_case_types, clippy::all)]
mod bindings;
#[cfg(feature = "surface")]
#[allow(non_camel_case_types, clippy::all)]
mod surface;

pub use bindings::*;
#[cfg(feature = "surface")]
pub use surface::*;
