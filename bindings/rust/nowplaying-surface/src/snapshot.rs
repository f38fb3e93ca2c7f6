// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::{text, time, ErrorKind, PlaybackState, Session};
use nowplaying_sys as sys;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

/// How playback stands at one moment.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Snapshot {
    /// The state of playback.
    pub state: PlaybackState,
    /// The position at that moment, not beyond a finite duration; `None`: not known.
    pub position: Option<Duration>,
    /// The speed at that moment, 1.0 is normal: 0.0 unless it plays; negative runs backwards.
    pub rate: f64,
    /// The speed that playback returns to.
    pub default_rate: f64,
    /// The positions that could be sought at that moment, if that is not the whole item.
    pub seekable: Option<RangeInclusive<Duration>>,
    /// The position up to which the player has loaded the item; `None`: not known.
    pub buffered: Option<Duration>,
    /// Whether it plays what is broadcast at this moment, as near as the player can.
    pub at_live_edge: bool,
    /// Why nothing plays: the cause, and the player's sentence for people, perhaps "". `None` unless the state is
    /// [`PlaybackState::Error`].
    pub error: Option<(ErrorKind, String)>,
}

impl Snapshot {
    pub(crate) fn of(session: &Session, moment: Instant) -> Self {
        let mut found = sys::NOWPLAYING_SNAPSHOT_INIT;
        let moment = time::monotonic_microseconds(moment);
        // It can fail only for a wrong handle or struct.
        unsafe { sys::nowplaying_surface_session_get_snapshot(session.as_ptr(), moment, &mut found) };
        let state = found.state.into();
        let seekable = known(found.seekable_start_us).zip(known(found.seekable_end_us));
        Snapshot {
            state,
            position: known(found.elapsed_us),
            rate: found.rate,
            default_rate: found.default_rate,
            seekable: seekable.map(|(start, end)| start..=end),
            buffered: known(found.buffered_us),
            at_live_edge: found.is_at_live_edge != 0,
            error: (state == PlaybackState::Error).then(|| (found.error_kind.into(), text::from_c(found.error))),
        }
    }
}

/// Converts a time of the library; `None`: not known.
pub(crate) fn known(microseconds: i64) -> Option<Duration> {
    (microseconds != sys::NOWPLAYING_TIME_UNKNOWN).then(|| time::duration(microseconds))
}
