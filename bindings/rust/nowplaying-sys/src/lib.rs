// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The C functions of libnowplaying as they are. The header `nowplaying/nowplaying.h` is their documentation; the
//! crate `nowplaying` is the safe way to them.

#[allow(non_camel_case_types, clippy::all)]
mod bindings;

pub use bindings::*;
use std::mem::{size_of, transmute};
use std::ptr::null;

// Below are the macros of the header that bindgen cannot evaluate. tests/header.rs compares them with C.

/// `NOWPLAYING_VERSION` of the header that these bindings were made from.
pub const NOWPLAYING_VERSION: u32 =
    (NOWPLAYING_VERSION_MAJOR as u32) << 16 | (NOWPLAYING_VERSION_MINOR as u32) << 8 | NOWPLAYING_VERSION_PATCH as u32;

/// For `elapsed_us`: the position is not known.
pub const NOWPLAYING_TIME_UNKNOWN: i64 = i64::MIN;
/// For `timestamp_us`: the moment of the call.
pub const NOWPLAYING_TIME_NOW: i64 = i64::MIN;

/// The initial value of a `nowplaying_app_options`.
pub const NOWPLAYING_APP_OPTIONS_INIT: nowplaying_app_options = nowplaying_app_options {
    struct_size: size_of::<nowplaying_app_options>(),
    application_id: null(),
    display_name: null(),
    desktop_entry: null(),
    bus_address: null(),
    uri_schemes: null(),
    uri_scheme_count: 0,
    mime_types: null(),
    mime_type_count: 0,
    bus_fd: -1,
    loop_: NOWPLAYING_LOOP_THREAD,
    log_level: NOWPLAYING_LOG_WARNING,
    flags: 0,
    instance: null(),
    track_path_prefix: null(),
};

const APP_WORDS: usize = size_of::<nowplaying_app_callbacks>() / size_of::<usize>();
const SESSION_WORDS: usize = size_of::<nowplaying_session_callbacks>() / size_of::<usize>();

/// The initial value of a `nowplaying_app_callbacks`: all of its words are 0, and a callback that is 0 is `None`.
pub const NOWPLAYING_APP_CALLBACKS_INIT: nowplaying_app_callbacks = nowplaying_app_callbacks {
    struct_size: size_of::<nowplaying_app_callbacks>(),
    ..unsafe { transmute::<[usize; APP_WORDS], nowplaying_app_callbacks>([0; APP_WORDS]) }
};

/// The initial value of a `nowplaying_snapshot`.
pub const NOWPLAYING_SNAPSHOT_INIT: nowplaying_snapshot = nowplaying_snapshot {
    struct_size: size_of::<nowplaying_snapshot>(),
    elapsed_us: NOWPLAYING_TIME_UNKNOWN,
    timestamp_us: NOWPLAYING_TIME_NOW,
    rate: 1.0,
    default_rate: 1.0,
    state: NOWPLAYING_STATE_STOPPED,
    reserved: 0,
    seekable_start_us: NOWPLAYING_TIME_UNKNOWN,
    seekable_end_us: NOWPLAYING_TIME_UNKNOWN,
    buffered_us: NOWPLAYING_TIME_UNKNOWN,
    error: null(),
    error_kind: NOWPLAYING_ERROR_KIND_OTHER,
    is_at_live_edge: 0,
};

/// The initial value of a `nowplaying_command`.
#[allow(non_snake_case)]
pub const fn NOWPLAYING_COMMAND_INIT(kind: nowplaying_command_kind) -> nowplaying_command {
    nowplaying_command {
        struct_size: size_of::<nowplaying_command>(),
        kind,
        enabled: 1,
        tag: 0,
        intervals_us: null(),
        interval_count: 0,
        rates: null(),
        rate_count: 0,
        current: 0,
        supported: 0,
        title: null(),
        short_title: null(),
        rate_minimum: 0.0,
        rate_maximum: 0.0,
        id: null(),
        icon: null(),
        slot: NOWPLAYING_SLOT_ANY,
        active: 0,
        steps: 0,
        reserved: 0,
    }
}

/// The initial value of a `nowplaying_chapter`.
pub const NOWPLAYING_CHAPTER_INIT: nowplaying_chapter =
    nowplaying_chapter { struct_size: size_of::<nowplaying_chapter>(), start_us: 0, title: null(), artwork_id: null() };

/// The initial value of a `nowplaying_track`.
#[allow(non_snake_case)]
pub const fn NOWPLAYING_TRACK_INIT(kind: nowplaying_track_kind) -> nowplaying_track {
    nowplaying_track {
        struct_size: size_of::<nowplaying_track>(),
        id: null(),
        language: null(),
        title: null(),
        kind,
        characteristics: 0,
        selected: 0,
        reserved: 0,
    }
}

/// The initial value of a `nowplaying_session_callbacks`, as above.
pub const NOWPLAYING_SESSION_CALLBACKS_INIT: nowplaying_session_callbacks = nowplaying_session_callbacks {
    struct_size: size_of::<nowplaying_session_callbacks>(),
    ..unsafe { transmute::<[usize; SESSION_WORDS], nowplaying_session_callbacks>([0; SESSION_WORDS]) }
};

/// The initial value of a `nowplaying_playlist`.
pub const NOWPLAYING_PLAYLIST_INIT: nowplaying_playlist = nowplaying_playlist {
    struct_size: size_of::<nowplaying_playlist>(),
    id: null(),
    name: null(),
    icon_url: null(),
    created: NOWPLAYING_TIME_UNKNOWN,
    modified: NOWPLAYING_TIME_UNKNOWN,
    last_played: NOWPLAYING_TIME_UNKNOWN,
};

/// The initial value of a `nowplaying_device`.
pub const NOWPLAYING_DEVICE_INIT: nowplaying_device = nowplaying_device {
    struct_size: size_of::<nowplaying_device>(),
    id: null(),
    name: null(),
    volume: -1.0,
    type_: NOWPLAYING_DEVICE_SPEAKER,
    can_step: 0,
};
