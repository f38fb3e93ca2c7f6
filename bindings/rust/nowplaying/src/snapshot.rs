// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::time::{microseconds, monotonic_microseconds};
use crate::PlaybackState;
use nowplaying_sys as sys;
use std::time::{Duration, Instant};

/// How playback stands at one moment. From there the position moves by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snapshot {
    state: PlaybackState,
    elapsed: Option<Duration>,
    taken: Option<Instant>,
    rate: f64,
    default_rate: f64,
}

impl Snapshot {
    /// A state and the position, `None` if it is not known, at this moment and at normal speed.
    pub fn new(state: PlaybackState, elapsed: impl Into<Option<Duration>>) -> Self {
        Snapshot { state, elapsed: elapsed.into(), taken: None, rate: 1.0, default_rate: 1.0 }
    }

    /// Plays from this position.
    pub fn playing(elapsed: impl Into<Option<Duration>>) -> Self {
        Snapshot::new(PlaybackState::Playing, elapsed)
    }

    /// Is paused at this position.
    pub fn paused(elapsed: impl Into<Option<Duration>>) -> Self {
        Snapshot::new(PlaybackState::Paused, elapsed)
    }

    /// Wants to play from this position, and waits for data.
    pub fn buffering(elapsed: impl Into<Option<Duration>>) -> Self {
        Snapshot::new(PlaybackState::Buffering, elapsed)
    }

    /// Was paused at this position by something else than the user.
    pub fn interrupted(elapsed: impl Into<Option<Duration>>) -> Self {
        Snapshot::new(PlaybackState::Interrupted, elapsed)
    }

    /// Is stopped.
    pub fn stopped() -> Self {
        Snapshot::new(PlaybackState::Stopped, None)
    }

    /// The position was so at this instant, not when the snapshot is set.
    pub fn at(self, taken: Instant) -> Self {
        Snapshot { taken: Some(taken), ..self }
    }

    /// The actual speed while playing, 1.0 is normal; negative runs backwards.
    pub fn rate(self, rate: f64) -> Self {
        Snapshot { rate, ..self }
    }

    /// The speed that playback returns to, 1.0 is normal.
    pub fn default_rate(self, default_rate: f64) -> Self {
        Snapshot { default_rate, ..self }
    }

    pub(crate) fn to_c(self) -> sys::nowplaying_snapshot {
        sys::nowplaying_snapshot {
            state: self.state.into(),
            elapsed_us: self.elapsed.map_or(sys::NOWPLAYING_TIME_UNKNOWN, microseconds),
            timestamp_us: self.taken.map_or(sys::NOWPLAYING_TIME_NOW, monotonic_microseconds),
            rate: self.rate,
            default_rate: self.default_rate,
            ..sys::NOWPLAYING_SNAPSHOT_INIT
        }
    }
}
