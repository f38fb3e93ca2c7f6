// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::time::{microseconds, monotonic_microseconds};
use crate::{text, ErrorKind, PlaybackState};
use nowplaying_sys as sys;
use std::ffi::CString;
use std::ops::RangeInclusive;
use std::ptr::null;
use std::time::{Duration, Instant};

/// How playback stands at one moment. From there the position moves by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    state: PlaybackState,
    elapsed: Option<Duration>,
    taken: Option<Instant>,
    rate: f64,
    /// 0.0: as the rate.
    default_rate: f64,
    /// The first and the last seekable position.
    seekable: Option<(Duration, Duration)>,
    buffered: Option<Duration>,
    at_live_edge: bool,
    error: Option<(ErrorKind, CString)>,
}

impl Snapshot {
    /// A state and the position, `None` if it is not known, at this moment and at normal speed.
    pub fn new(state: PlaybackState, elapsed: impl Into<Option<Duration>>) -> Self {
        Snapshot {
            state,
            elapsed: elapsed.into(),
            taken: None,
            rate: 1.0,
            default_rate: 0.0,
            seekable: None,
            buffered: None,
            at_live_edge: false,
            error: None,
        }
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

    /// The player cannot play the item, and does not try again by itself, but when it gets the command
    /// [`play`](crate::Command::play). The error is a sentence for people, in their language. Clients of MPRIS are
    /// shown an item that is paused if its position is known, else stopped.
    ///
    /// ```
    /// use nowplaying::{ErrorKind, Snapshot};
    ///
    /// let _ = Snapshot::failed(ErrorKind::SignIn, "Sign in to play this.", None);
    /// ```
    pub fn failed(kind: ErrorKind, error: &str, elapsed: impl Into<Option<Duration>>) -> Self {
        Snapshot { error: Some((kind, text::to_c(error))), ..Snapshot::new(PlaybackState::Error, elapsed) }
    }

    /// Sets the instant at which the position was true, if that is not the moment of setting the snapshot.
    pub fn at(self, taken: Instant) -> Self {
        Snapshot { taken: Some(taken), ..self }
    }

    /// The actual speed while playing, 1.0 is normal; negative runs backwards.
    pub fn rate(self, rate: f64) -> Self {
        Snapshot { rate, ..self }
    }

    /// The speed that playback returns to, 1.0 is normal; without it, the rate.
    pub fn default_rate(self, default_rate: f64) -> Self {
        Snapshot { default_rate, ..self }
    }

    /// The positions that can be sought, if this is not the whole item: of a broadcast that one may go back in,
    /// whose end moves on with the clock, or of a file that is not there as a whole.
    pub fn seekable(self, positions: RangeInclusive<Duration>) -> Self {
        Snapshot { seekable: Some(positions.into_inner()), ..self }
    }

    /// The position up to which the player has loaded the item.
    pub fn buffered(self, buffered: Duration) -> Self {
        Snapshot { buffered: Some(buffered), ..self }
    }

    /// Whether it plays what is broadcast at this moment, as near as the player can.
    pub fn at_live_edge(self, at_live_edge: bool) -> Self {
        Snapshot { at_live_edge, ..self }
    }

    /// Returns the C description, which borrows from `self`.
    pub(crate) fn to_c(&self) -> sys::nowplaying_snapshot {
        sys::nowplaying_snapshot {
            state: self.state.into(),
            elapsed_us: self.elapsed.map_or(sys::NOWPLAYING_TIME_UNKNOWN, microseconds),
            timestamp_us: self.taken.map_or(sys::NOWPLAYING_TIME_NOW, monotonic_microseconds),
            rate: self.rate,
            default_rate: self.default_rate,
            seekable_start_us: self.seekable.map_or(sys::NOWPLAYING_TIME_UNKNOWN, |(start, _)| microseconds(start)),
            seekable_end_us: self.seekable.map_or(sys::NOWPLAYING_TIME_UNKNOWN, |(_, end)| microseconds(end)),
            buffered_us: self.buffered.map_or(sys::NOWPLAYING_TIME_UNKNOWN, microseconds),
            error: self.error.as_ref().map_or(null(), |(_, error)| error.as_ptr()),
            error_kind: self.error.as_ref().map_or(sys::NOWPLAYING_ERROR_KIND_OTHER, |(kind, _)| (*kind).into()),
            is_at_live_edge: self.at_live_edge.into(),
            ..sys::NOWPLAYING_SNAPSHOT_INIT
        }
    }
}
