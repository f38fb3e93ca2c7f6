// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The limits on what the library keeps of players, besides the limits for players themselves.

use nowplaying_sys as sys;
use std::time::Duration;

/// Players that are followed; more are not until one of them leaves.
pub const PLAYERS: usize = sys::NOWPLAYING_SURFACE_MAX_PLAYERS as usize;
/// Sessions of one player; more are left out.
pub const SESSIONS: usize = sys::NOWPLAYING_SURFACE_MAX_SESSIONS as usize;
/// Bytes of all texts of one item together; what comes after is left out.
pub const ITEM_BYTES: usize = sys::NOWPLAYING_SURFACE_MAX_ITEM_BYTES as usize;
/// Entries of a queue; of a longer one the part with the present entry is kept.
pub const QUEUE: usize = sys::NOWPLAYING_SURFACE_MAX_QUEUE as usize;
/// Entries of a player's queue that are read; a player with a longer queue counts as one without a queue.
pub const QUEUE_READ: usize = sys::NOWPLAYING_SURFACE_MAX_QUEUE_READ as usize;
/// Bytes that are kept of one player.
pub const PLAYER_BYTES: usize = sys::NOWPLAYING_SURFACE_MAX_PLAYER_BYTES as usize;
/// Bytes that are kept of all players together.
pub const BYTES: usize = sys::NOWPLAYING_SURFACE_MAX_BYTES as usize;
/// Small messages of a player that are heard at once; beyond them it is not heard for a second, and then asked again.
pub const MESSAGES: usize = sys::NOWPLAYING_SURFACE_MAX_MESSAGES as usize;
/// Bytes of a player's messages that are heard at once, likewise.
pub const MESSAGE_BYTES: usize = sys::NOWPLAYING_SURFACE_MAX_MESSAGE_BYTES as usize;
/// Controls of a session; more are left out.
pub const CONTROLS: usize = sys::NOWPLAYING_SURFACE_MAX_CONTROLS as usize;
/// Controls in the row beside the central one; more are in the menu.
pub const BESIDE: usize = sys::NOWPLAYING_SURFACE_MAX_BESIDE as usize;
/// Actions of a surface that wait for an answer; more are refused.
pub const ACTIONS: usize = sys::NOWPLAYING_SURFACE_MAX_ACTIONS as usize;
/// How long a command, a volume or a picture may take.
pub const REQUEST_TIME: Duration = Duration::from_micros(sys::NOWPLAYING_SURFACE_MAX_REQUEST_TIME_US as u64);
/// How long a preview may take.
pub const PREVIEW_TIME: Duration = Duration::from_micros(sys::NOWPLAYING_SURFACE_MAX_PREVIEW_TIME_US as u64);
/// How long a video may take.
pub const VIDEO_TIME: Duration = Duration::from_micros(sys::NOWPLAYING_SURFACE_MAX_VIDEO_TIME_US as u64);
