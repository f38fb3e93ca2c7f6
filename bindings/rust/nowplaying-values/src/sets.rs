// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Sets of C bits.

use crate::AspectRatio;
use nowplaying_sys as sys;
use std::fmt;

/// The ways in which a session is primary: a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Primary(u32);

/// Writes `{Application, System}`.
impl fmt::Debug for Primary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut set = formatter.debug_set();
        if self.is_application() {
            set.entry(&format_args!("Application"));
        }
        if self.is_system() {
            set.entry(&format_args!("System"));
        }
        set.finish()
    }
}

impl Primary {
    /// Makes the set from bits.
    #[doc(hidden)]
    pub fn from_bits(bits: u32) -> Self {
        Primary(bits)
    }

    /// Whether the session is the one that its app shows.
    pub fn is_application(self) -> bool {
        self.0 & sys::NOWPLAYING_PRIMARY_APPLICATION as u32 != 0
    }

    /// Whether the session is the one that the whole desktop should drive.
    pub fn is_system(self) -> bool {
        self.0 & sys::NOWPLAYING_PRIMARY_SYSTEM as u32 != 0
    }
}

/// The set of aspect ratios that surfaces show.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AspectRatios(u32);

/// Writes `{Square, Tall}`.
impl fmt::Debug for AspectRatios {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = [AspectRatio::Square, AspectRatio::Tall];
        formatter.debug_set().entries(known.iter().filter(|ratio| self.contains(**ratio))).finish()
    }
}

impl AspectRatios {
    /// Makes the set from bits.
    #[doc(hidden)]
    pub fn from_bits(bits: u32) -> Self {
        AspectRatios(bits)
    }

    /// Whether no surface shows animated artwork.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a surface shows animated artwork of this aspect ratio.
    pub fn contains(self, ratio: AspectRatio) -> bool {
        let bit = match ratio {
            AspectRatio::Square => sys::NOWPLAYING_ASPECT_RATIOS_SQUARE,
            AspectRatio::Tall => sys::NOWPLAYING_ASPECT_RATIOS_TALL,
            AspectRatio::Unknown(_) => 0,
        };
        self.0 & bit as u32 != 0
    }
}
