// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Converts times of std to microseconds and back.

use nowplaying_sys as sys;
use std::os::raw::{c_int, c_long};
use std::time::{Duration, Instant};

/// How long an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MediaDuration {
    /// The length is not known (yet).
    Unknown,
    /// A known length.
    Finite(Duration),
    /// A live broadcast: no length, no seeking.
    Live,
    /// Endless, but not a broadcast.
    Continuous,
}

impl From<Duration> for MediaDuration {
    fn from(duration: Duration) -> Self {
        MediaDuration::Finite(duration)
    }
}

impl MediaDuration {
    /// Makes a duration from the two fields of C.
    #[doc(hidden)]
    pub fn of(kind: sys::nowplaying_duration_kind, length_us: i64) -> Self {
        match kind {
            sys::NOWPLAYING_DURATION_FINITE => MediaDuration::Finite(duration(length_us)),
            sys::NOWPLAYING_DURATION_LIVE => MediaDuration::Live,
            sys::NOWPLAYING_DURATION_CONTINUOUS => MediaDuration::Continuous,
            _ => MediaDuration::Unknown,
        }
    }

    /// Returns the two arguments of the C function.
    #[doc(hidden)]
    pub fn parts(self) -> (sys::nowplaying_duration_kind, i64) {
        match self {
            MediaDuration::Unknown => (sys::NOWPLAYING_DURATION_UNKNOWN, 0),
            MediaDuration::Finite(length) => (sys::NOWPLAYING_DURATION_FINITE, microseconds(length)),
            MediaDuration::Live => (sys::NOWPLAYING_DURATION_LIVE, 0),
            MediaDuration::Continuous => (sys::NOWPLAYING_DURATION_CONTINUOUS, 0),
        }
    }
}

/// Returns a duration in microseconds, clamped to the range of C.
pub fn microseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

/// Returns the duration for microseconds; zero for negative ones.
pub fn duration(microseconds: i64) -> Duration {
    Duration::from_micros(u64::try_from(microseconds).unwrap_or(0))
}

/// Returns an instant by CLOCK_MONOTONIC. std uses this clock but does not expose its value, so the instant is compared
/// with now.
pub fn monotonic_microseconds(instant: Instant) -> i64 {
    let present = Instant::now();
    let present_us = monotonic_now();
    let result = match present.checked_duration_since(instant) {
        Some(ago) => present_us.saturating_sub(microseconds(ago)),
        None => present_us.saturating_add(microseconds(instant.duration_since(present))),
    };
    // 0 would mean the moment of the call.
    result.max(1)
}

fn monotonic_now() -> i64 {
    #[repr(C)]
    struct Timespec {
        seconds: c_long,
        nanoseconds: c_long,
    }
    extern "C" {
        fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
    }
    const CLOCK_MONOTONIC: c_int = 1;
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(CLOCK_MONOTONIC, &mut time) };
    // On some machines a C long has 32 bits.
    #[allow(clippy::unnecessary_cast)]
    let microseconds = time.seconds as i64 * 1_000_000 + time.nanoseconds as i64 / 1_000;
    microseconds
}
