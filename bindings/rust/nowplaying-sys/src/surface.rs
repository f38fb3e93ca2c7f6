// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Made by nowplaying-sys/generate from include/nowplaying/nowplaying.abi.json. Do not edit.

use crate::*;
use std::mem::size_of;
use std::os::raw::{c_char, c_void};
use std::ptr::{null, null_mut};

/// Players that are followed, each a connection that owns an MPRIS name; more are followed only when one of them
/// leaves.
pub const NOWPLAYING_SURFACE_MAX_PLAYERS: i32 = 256;
/// Sessions of one player; more are left out.
pub const NOWPLAYING_SURFACE_MAX_SESSIONS: i32 = 64;
/// Bytes of all texts of one item together; texts beyond that are left out.
pub const NOWPLAYING_SURFACE_MAX_ITEM_BYTES: i32 = 262144;
/// Entries of a queue that are kept; of a longer queue, the part with the present entry is kept.
pub const NOWPLAYING_SURFACE_MAX_QUEUE: i32 = 1000;
/// Entries of a queue that are read; a player with a longer queue counts as one without a queue.
pub const NOWPLAYING_SURFACE_MAX_QUEUE_READ: i32 = 262144;
/// Bytes of memory, roughly, that are kept of one player: its sessions, its queue and its playlists. Beyond that, the
/// session whose item, commands, devices and tracks have not changed for longest loses them, until the player sends them
/// again. When no session has any left, the queue and the playlists are dropped. Descriptions of queue entries may take
/// 1 MiB: further entries have no description. Playlists may take 2 MiB: further ones are left out.
pub const NOWPLAYING_SURFACE_MAX_PLAYER_BYTES: i32 = 4194304;
/// Bytes of memory, roughly, that are kept of all players together. Beyond that, some of what is kept of the largest
/// player is dropped. Sessions that you keep with nowplaying_surface_session_ref() are not counted.
pub const NOWPLAYING_SURFACE_MAX_BYTES: i32 = 33554432;
/// How many short messages a player may send at once. A player that sends no more than 333 in a second on average is
/// not delayed. If all players together cause more work than four players may, each may cause only its share of that.
pub const NOWPLAYING_SURFACE_MAX_MESSAGES: i32 = 2000;
/// How many bytes of messages a player may send at once. A player that sends no more than 1,000,000 in a second on
/// average is not delayed.
pub const NOWPLAYING_SURFACE_MAX_MESSAGE_BYTES: i32 = 6000000;
/// Controls of a session; more are left out.
pub const NOWPLAYING_SURFACE_MAX_CONTROLS: i32 = 128;
/// Controls in the row beside the central one; more are in the menu.
pub const NOWPLAYING_SURFACE_MAX_BESIDE: i32 = 4;
/// Actions of a surface that wait for an answer; more are refused.
pub const NOWPLAYING_SURFACE_MAX_ACTIONS: i32 = 1024;
/// How long a command, a volume or a picture may take, in microseconds: a second longer than players may take.
pub const NOWPLAYING_SURFACE_MAX_REQUEST_TIME_US: i32 = 11000000;
/// How long a preview may take, in microseconds.
pub const NOWPLAYING_SURFACE_MAX_PREVIEW_TIME_US: i32 = 3000000;
/// How long a video may take, in microseconds.
pub const NOWPLAYING_SURFACE_MAX_VIDEO_TIME_US: i32 = 31000000;
/// A value of nowplaying_surface_session_get_info() has changed.
pub const NOWPLAYING_SURFACE_CHANGED_INFO: i32 = 1;
/// The item has changed, or there is another one.
pub const NOWPLAYING_SURFACE_CHANGED_ITEM: i32 = 2;
/// The state, the speed or the position has changed, as when somebody seeks.
pub const NOWPLAYING_SURFACE_CHANGED_PLAYBACK: i32 = 4;
/// A command was added or removed, or has another state.
pub const NOWPLAYING_SURFACE_CHANGED_COMMANDS: i32 = 8;
/// A device was added or removed, or has another volume.
pub const NOWPLAYING_SURFACE_CHANGED_DEVICES: i32 = 16;
/// The queue was added or removed, or has changed, or another entry is the present one.
pub const NOWPLAYING_SURFACE_CHANGED_QUEUE: i32 = 32;
/// The playlists were added or removed, or have changed, or another one is active.
pub const NOWPLAYING_SURFACE_CHANGED_PLAYLISTS: i32 = 64;
/// A track was added or removed, or another one is selected.
pub const NOWPLAYING_SURFACE_CHANGED_TRACKS: i32 = 128;
/// The item begins again: it was played to its end, and the same item plays from its start, as when it is repeated. It
/// counts as at its end within the last two seconds, or within the last quarter of a short item, because many players
/// know only whole seconds; a stop there, or a moment without an item, does not matter. A seek to the start from
/// anywhere else does not count, and an item whose length is not known never begins again. If a player gives each
/// repetition a new id, there is another item instead. Set together with NOWPLAYING_SURFACE_CHANGED_PLAYBACK or
/// NOWPLAYING_SURFACE_CHANGED_ITEM.
pub const NOWPLAYING_SURFACE_CHANGED_BEGAN_AGAIN: i32 = 256;
/// The session's player speaks org.nowplaying; without this bit everything comes from MPRIS.
pub const NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING: i32 = 1;
/// The session plays on other devices.
pub const NOWPLAYING_SURFACE_IS_REMOTE: i32 = 2;
/// The session's volume can be set.
pub const NOWPLAYING_SURFACE_CAN_SET_VOLUME: i32 = 4;
/// The session's player can bring its window to the front.
pub const NOWPLAYING_SURFACE_CAN_RAISE: i32 = 8;
/// The session's player can quit.
pub const NOWPLAYING_SURFACE_CAN_QUIT: i32 = 16;
/// Videos may be shown now. Without this bit only previews may, because the computer saves power, or for another
/// reason.
pub const NOWPLAYING_SURFACE_MAY_SHOW_VIDEO: i32 = 32;
/// The session is muted; its volume is the one that it has when it is unmuted.
pub const NOWPLAYING_SURFACE_IS_MUTED: i32 = 64;
/// The session is the same playback as the entry twin_key, which is the better of the two: without the option `twins`
/// this session has no entry.
pub const NOWPLAYING_SURFACE_IS_TWIN: i32 = 128;
/// The session has an item of which nothing but an id is known or, where the player has stopped, no text, as for a tab
/// that was closed: like a session without an item, it comes after those of which more is known.
pub const NOWPLAYING_SURFACE_IS_BARE: i32 = 256;
/// A value for `mode` of a command: the mode that follows the present one, as for a press of a single button.
pub const NOWPLAYING_SURFACE_NEXT_MODE: i32 = -1;
/// The row in the middle of the session, with play and pause. At most five controls, from left to right, even where
/// text runs from right to left; `slot` says which is which.
pub const NOWPLAYING_SURFACE_ROW_CENTRAL: i32 = 0;
/// The row beside or below it: at most NOWPLAYING_SURFACE_MAX_BESIDE controls, the most wanted first.
pub const NOWPLAYING_SURFACE_ROW_BESIDE: i32 = 1;
/// A menu, with everything else.
pub const NOWPLAYING_SURFACE_ROW_OVERFLOW: i32 = 2;
/// The stars of a rating, from the first to the last.
pub const NOWPLAYING_SURFACE_ROW_STARS: i32 = 3;
/// At the bar of the position: back to live.
pub const NOWPLAYING_SURFACE_ROW_POSITION: i32 = 4;
/// At the volume: mute. Without a volume, show it in the menu.
pub const NOWPLAYING_SURFACE_ROW_VOLUME: i32 = 5;
/// The first order that the player offers.
pub const NOWPLAYING_SURFACE_ORDER_ANY: i32 = 0;
/// Ordered by their names.
pub const NOWPLAYING_SURFACE_ORDER_ALPHABETICAL: i32 = 1;
/// Ordered by the time at which they were made, the oldest first.
pub const NOWPLAYING_SURFACE_ORDER_CREATED: i32 = 2;
/// Ordered by the time at which they were changed, the oldest first.
pub const NOWPLAYING_SURFACE_ORDER_MODIFIED: i32 = 3;
/// Ordered by the time at which they were played, the oldest first.
pub const NOWPLAYING_SURFACE_ORDER_PLAYED: i32 = 4;
/// Ordered as the user has put them.
pub const NOWPLAYING_SURFACE_ORDER_USER: i32 = 5;

/// A program's view of all players, which it shows and drives.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface {
    _unused: [u8; 0],
}

/// An immutable snapshot of one session of a player.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface_session {
    _unused: [u8; 0],
}

/// The options of a surface. Initialise with NOWPLAYING_SURFACE_OPTIONS_INIT.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface_options {
    /// sizeof(nowplaying_surface_options).
    pub struct_size: usize,
    /// The surface's name for the logs of players, such as "lock screen". NULL or "": "surface".
    pub name: *const c_char,
    /// D-Bus address of the bus, as in nowplaying_app_options.
    pub bus_address: *const c_char,
    /// A connected socket to a bus, as in nowplaying_app_options.
    pub bus_fd: i32,
    /// The owner of the loop: NOWPLAYING_LOOP_THREAD, _FD or _WAKEUP.
    pub loop_: nowplaying_loop_mode,
    /// 1: a playback with two names has two entries, each with the key of the other as nowplaying_surface_info.twin_key;
    /// 0: it has one. See "One playback".
    pub twins: i32,
    /// Always 0.
    pub reserved: i32,
}

/// Parts of an entry that have changed: bits. A bit that you do not know may come from a newer library.
pub type nowplaying_surface_changes = u32;

/// The callbacks of a surface. Any entry may be NULL. Initialise with NOWPLAYING_SURFACE_CALLBACKS_INIT.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface_callbacks {
    /// sizeof(nowplaying_surface_callbacks).
    pub struct_size: usize,
    /// Passed to each callback.
    pub user_data: *mut c_void,
    /// Called once, after the last callback: inside nowplaying_surface_free(), or, if it is called inside a callback,
    /// when that callback returns.
    pub destroy: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
    /// Writes a line of the log: `level`, and a sentence without line ends and control characters.
    pub log: Option<
        unsafe extern "C" fn(
            surface: *mut nowplaying_surface,
            level: nowplaying_log_level,
            message: *const c_char,
            user_data: *mut c_void,
        ),
    >,
    /// The bus came (NOWPLAYING_BUS_CONNECTED) or went (NOWPLAYING_BUS_NONE). First called when the first attempt to
    /// reach a bus has ended. Before it says that the bus went, every entry is removed.
    pub bus_state: Option<
        unsafe extern "C" fn(surface: *mut nowplaying_surface, state: nowplaying_bus_state, user_data: *mut c_void),
    >,
    /// Every player that was there when the bus came has answered, or has not answered in time. Called once for each bus.
    /// A player that has a name but no object yet, or is too busy to answer, is asked again 0.2, 1, 5 and 15 s later, and
    /// then whenever it emits a signal: its entries are added when it answers.
    pub listed: Option<unsafe extern "C" fn(surface: *mut nowplaying_surface, user_data: *mut c_void)>,
    /// There is a new entry, or an entry that was left out as the twin of another and is that no longer.
    pub added: Option<
        unsafe extern "C" fn(
            surface: *mut nowplaying_surface,
            session: *mut nowplaying_surface_session,
            user_data: *mut c_void,
        ),
    >,
    /// An entry has changed: `session` is its present state.
    pub changed: Option<
        unsafe extern "C" fn(
            surface: *mut nowplaying_surface,
            session: *mut nowplaying_surface_session,
            changes: nowplaying_surface_changes,
            user_data: *mut c_void,
        ),
    >,
    /// An entry has gone, or has become the twin of another: `session` is the state that `added` or `changed` showed
    /// last.
    pub removed: Option<
        unsafe extern "C" fn(
            surface: *mut nowplaying_surface,
            session: *mut nowplaying_surface_session,
            user_data: *mut c_void,
        ),
    >,
    /// The order has changed, or an entry was added or removed: see nowplaying_surface_get_sessions().
    pub ordered: Option<unsafe extern "C" fn(surface: *mut nowplaying_surface, user_data: *mut c_void)>,
    /// NOWPLAYING_LOOP_WAKEUP only, and required there: have nowplaying_surface_dispatch() called soon; see
    /// nowplaying_app_callbacks.wakeup.
    pub wakeup: Option<unsafe extern "C" fn(surface: *mut nowplaying_surface, user_data: *mut c_void)>,
}

/// Properties and abilities of a session: bits of nowplaying_surface_info.abilities.
pub type nowplaying_surface_abilities = u32;

/// The player of a session. Initialise with NOWPLAYING_SURFACE_INFO_INIT. Texts are never NULL, and live as long as the
/// session.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface_info {
    /// sizeof(nowplaying_surface_info).
    pub struct_size: usize,
    /// The key of the entry: the same in each of its sessions, and never that of another entry on the bus.
    pub key: *const c_char,
    /// The id that the player gave the session; "" for an MPRIS player.
    pub session_id: *const c_char,
    /// A name that the player owns, "org.mpris.MediaPlayer2.Player".
    pub bus_name: *const c_char,
    /// The application. For an MPRIS player it is the desktop entry; without one, the id of the Flatpak or the snap that
    /// the process is in; else the name of its executable or, for a script, of the script. If that cannot be known, it is
    /// the end of bus_name without the instance that some append, ".instance4711". Never "".
    pub application_id: *const c_char,
    /// The name that people see; without one, the end of bus_name without the instance.
    pub display_name: *const c_char,
    /// Base name of the .desktop file without ".desktop"; "" if there is none, or if the player's text cannot be the name
    /// of a file, for instance because of a slash: it is safe as the name of an icon.
    pub desktop_entry: *const c_char,
    /// The volume: 0.0 is silence, 1.0 full, up to NOWPLAYING_MAX_VOLUME; -1.0: the session has none.
    pub volume: f64,
    /// NOWPLAYING_PRIMARY_APPLICATION: the player's MPRIS name shows this session; always so for an MPRIS player.
    /// NOWPLAYING_PRIMARY_SYSTEM: the session holds the token of org.nowplaying.
    pub primary: nowplaying_primary_flags,
    /// Bits of nowplaying_surface_abilities: NOWPLAYING_SURFACE_IS_…, _CAN_… and the others.
    pub abilities: nowplaying_surface_abilities,
    /// The id of the process that is connected to the bus, which for a Flatpak is a proxy; it may have ended. 0 if the
    /// bus does not know it, for instance on another computer, or if the bus has other process ids than this process, for
    /// instance outside a sandbox.
    pub process_id: i32,
    /// Always 0.
    pub reserved: i32,
    /// The key of another entry that is the same playback, with the option `twins`; "" if there is no such entry.
    pub twin_key: *const c_char,
}

/// The item that a session plays. Initialise with NOWPLAYING_SURFACE_ITEM_INIT. Texts are never NULL, "" if there is
/// none, and live as long as the session.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface_item {
    /// sizeof(nowplaying_surface_item).
    pub struct_size: usize,
    /// The id of the item: the same id means the same item, described again. "" for MPRIS players that give none.
    pub id: *const c_char,
    /// The first line to show, which the protocol derives from the fields of the kind: the title. For a file without a
    /// title it is the name of the file. "": none.
    pub first_line: *const c_char,
    /// The second line to show: artists, show, station, author. "": none.
    pub second_line: *const c_char,
    /// The third line to show: the album. "": none.
    pub third_line: *const c_char,
    /// The id of the picture for nowplaying_surface_get_artwork(): the same id is the same picture of this session. ""
    /// for an MPRIS player.
    pub artwork_id: *const c_char,
    /// The address of the picture, as the player gives it: "file:///…", a path, "data:…" or "https://…". The same address
    /// may be another picture for another item. At most NOWPLAYING_MAX_TEXT_BYTES, and 1 MiB if it begins with "data:"; ""
    /// when it is longer. See nowplaying_surface_get_artwork(), which does not read pictures on the web.
    pub artwork_url: *const c_char,
    /// The id of the animated artwork of 1:1. "": none.
    pub animated_square_id: *const c_char,
    /// The id of the animated artwork of 3:4. "": none.
    pub animated_tall_id: *const c_char,
    /// The length: greater than 0 if duration_kind is FINITE, else 0.
    pub duration_us: i64,
    /// The kind of the item. If this library does not know the kind, it is GENERIC. MPRIS players give no kind: then it
    /// is MUSIC if there are artists or an album, else GENERIC.
    pub kind: nowplaying_content_kind,
    /// Whether the item is audio or video.
    pub media_type: nowplaying_media_type,
    /// Whether the item has a length. For an MPRIS player: FINITE or UNKNOWN.
    pub duration_kind: nowplaying_duration_kind,
    /// Always 0.
    pub reserved: i32,
}

/// The row of a control: NOWPLAYING_SURFACE_ROW_….
pub type nowplaying_surface_control_row = i32;

/// A button that a surface shows for a session. Initialise with NOWPLAYING_SURFACE_CONTROL_INIT. Texts and lists live
/// as long as the session.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface_control {
    /// sizeof(nowplaying_surface_control).
    pub struct_size: usize,
    /// The command that a press sends. This member and the next six are those of a nowplaying_command_event, which
    /// NOWPLAYING_SURFACE_PRESS_INIT() makes of them; together they identify a control of the session.
    pub kind: nowplaying_command_kind,
    /// The mode of FEEDBACK; NOWPLAYING_SURFACE_NEXT_MODE: the next one.
    pub mode: i32,
    /// The number of a FEEDBACK button; else 0.
    pub button: u32,
    /// 1: if this thumb or star is set, a press takes it back; else 0.
    pub toggle: i32,
    /// The interval of SKIP_…; else 0.
    pub time_us: i64,
    /// The rating of a star, 0.0 to 1.0.
    pub rating: f64,
    /// The id of CUSTOM; else NULL.
    pub id: *const c_char,
    /// The row.
    pub row: nowplaying_surface_control_row,
    /// The place in the central row: NOWPLAYING_SLOT_CENTRAL, _BACK, _FORWARD, _BACK_SECONDARY or _FORWARD_SECONDARY; in
    /// other rows NOWPLAYING_SLOT_ANY.
    pub slot: nowplaying_slot,
    /// 0: show it greyed.
    pub enabled: i32,
    /// 1: a press switches something on or off: show a toggle button, whose state is `active`; else 0.
    pub is_switch: i32,
    /// 1: show it lit; for a star: filled.
    pub active: i32,
    /// 1: the button is held: a press sends the command with NOWPLAYING_PHASE_BEGIN, its release with _END. In the menu,
    /// which cannot be held, leave it out; a long press of the control at its side may send it.
    pub is_held: i32,
    /// 1: the player is about to do what the button asks for: it buffers.
    pub busy: i32,
    /// Always 0.
    pub reserved: i32,
    /// The icon, as in nowplaying_command; NULL: show words. The icon of a skip is an arrow around `number`.
    pub icon: *const c_char,
    /// The title that the player gives the button, or else its shorter one; NULL if there is none: show `name`.
    pub title: *const c_char,
    /// The player's shorter title, where there is little room; NULL if there is none.
    pub short_title: *const c_char,
    /// The name of the button, in English: a msgid of the surfaces' catalogues, with "%1" for `number`. "" for CUSTOM,
    /// which has a title.
    pub name: *const c_char,
    /// The name for all numbers but 1, for ngettext(); NULL: `name` has one form.
    pub name_plural: *const c_char,
    /// The seconds of a skip, the present speed of CHANGE_RATE, the number of a star; else 0.
    pub number: f64,
    /// The speeds to choose from, for a menu of CHANGE_RATE; a plain press goes to the next one.
    pub rates: *const f64,
    /// The number of `rates`.
    pub rate_count: usize,
}

/// The queue of a session. Initialise with NOWPLAYING_SURFACE_QUEUE_INIT.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface_queue {
    /// sizeof(nowplaying_surface_queue).
    pub struct_size: usize,
    /// The number of entries that can be read, 0 to NOWPLAYING_SURFACE_MAX_QUEUE.
    pub count: usize,
    /// The number of entries that the player says it has; if it is larger than `count`, the entries around the present
    /// one can be read. MPRIS has no such number: then it is the number of entries that the player shows, without repeated
    /// ones.
    pub total: usize,
    /// The index of the entry that plays, among those that can be read; -1: none of them plays.
    pub present: i64,
    /// 1: entries can be added and removed.
    pub can_edit: i32,
    /// Always 0.
    pub reserved: i32,
}

/// An entry of a queue. Initialise with NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT. Texts are never NULL, "" if there is none,
/// at most NOWPLAYING_MAX_ID_BYTES, and live as long as the session.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface_queue_entry {
    /// sizeof(nowplaying_surface_queue_entry).
    pub struct_size: usize,
    /// The id of the entry in its queue; no two entries have the same.
    pub id: *const c_char,
    /// The title of the entry, or else the name of its file; "" if the player does not describe the entry.
    pub title: *const c_char,
    /// All artists of the entry, with ", " between them.
    pub artists: *const c_char,
    /// The album of the entry.
    pub album: *const c_char,
    /// The address of the entry, "file:///…"; never cut, but "" when it is longer than NOWPLAYING_MAX_TEXT_BYTES.
    pub url: *const c_char,
    /// The address of the entry's picture; "" as for `url`.
    pub artwork_url: *const c_char,
    /// The length of the entry; 0: not known.
    pub duration_us: i64,
}

/// The order of playlists: NOWPLAYING_SURFACE_ORDER_….
pub type nowplaying_surface_order = i32;

/// The playlists of a player. Initialise with NOWPLAYING_SURFACE_PLAYLISTS_INIT.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface_playlists {
    /// sizeof(nowplaying_surface_playlists).
    pub struct_size: usize,
    /// The number of playlists that can be read, 0 to NOWPLAYING_MAX_PLAYLISTS; more are left out.
    pub count: usize,
    /// The index of the playlist that plays, among those that can be read; -1: none of them plays.
    pub active: i64,
    /// The orders that the player offers: bits 1 << NOWPLAYING_SURFACE_ORDER_….
    pub orders: u32,
    /// Always 0.
    pub reserved: i32,
}

/// A playlist. Initialise with NOWPLAYING_SURFACE_PLAYLIST_INIT. Texts are never NULL, "" if there is none, at most
/// NOWPLAYING_MAX_ID_BYTES, and live as long as the session.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface_playlist {
    /// sizeof(nowplaying_surface_playlist).
    pub struct_size: usize,
    /// The id of the playlist for its player; no two playlists have the same.
    pub id: *const c_char,
    /// The name for people; two playlists may have the same.
    pub name: *const c_char,
    /// The address of the playlist's picture; never cut, but "" when it is longer than NOWPLAYING_MAX_TEXT_BYTES.
    pub icon_url: *const c_char,
}

/// The number of an action of a surface; never 0, and never that of another action.
pub type nowplaying_surface_action = u64;

/// The result of an action. Read only fields that lie within `struct_size`.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_surface_result {
    /// Size of the struct that the library filled.
    pub struct_size: usize,
    /// The action that has this result.
    pub action: nowplaying_surface_action,
    /// A sentence for people, from the player or the library; "" with OK. Never NULL.
    pub message: *const c_char,
    /// The bytes of a picture, valid during the callback; else NULL.
    pub data: *const c_void,
    /// The number of bytes of the picture; 0 for a video: ask its descriptor for the size.
    pub size: usize,
    /// The format, "image/png", "video/mp4"; NULL when it is neither picture nor video.
    pub mime_type: *const c_char,
    /// The outcome. OK: done. NOT_SUPPORTED: not offered. INVALID_STATE: not enabled now. INVALID_ARGUMENT: the command
    /// does not take this value. NO_SUCH_CONTENT: the item, picture or device is not there now. COMMAND_FAILED: the player
    /// has tried and failed. CANCELLED: you have cancelled it, or the session or the surface has gone. TIMED_OUT.
    /// NOT_PERMITTED: videos may not be shown now, or the bus forbids it. NO_BUS. For pictures and videos also TOO_LARGE,
    /// NOT_AN_IMAGE, NOT_A_VIDEO, NOT_LOCAL, WRONG_ASPECT_RATIO, FRAME_RATE, and IO: the file cannot be read, or the file
    /// of a picture is not sealed.
    pub status: nowplaying_status,
    /// The file of the picture or video, for reading only; its offset is undefined. It is closed when the callback
    /// returns: dup() it to keep it. The file of a video is as the player has sent it: it may be of any kind and size, and
    /// on a slow disk, so check and read it on a thread that may wait. -1 when there is no file.
    pub fd: i32,
    /// The width of a picture in pixels, as its bytes say; else 0.
    pub width: i32,
    /// The height of a picture in pixels, as its bytes say; else 0.
    pub height: i32,
    /// How to turn a picture before it is shown, according to its EXIF: 1: not at all; 2: mirrored, left to right; 3: by
    /// 180°; 4: mirrored, top to bottom; 5: mirrored, left to right, and then by 90° anticlockwise; 6: by 90° clockwise;
    /// 7: mirrored, left to right, and then by 90° clockwise; 8: by 90° anticlockwise. `width` and `height` are those
    /// before turning. 0 when it is not a picture.
    pub orientation: i32,
    /// Always 0.
    pub reserved: i32,
}

/// Called exactly once for each action that was begun, in the loop. Inside it you may call everything except
/// nowplaying_surface_dispatch().
pub type nowplaying_surface_done = Option<
    unsafe extern "C" fn(
        surface: *mut nowplaying_surface,
        result: *const nowplaying_surface_result,
        user_data: *mut c_void,
    ),
>;

/// The default options.
pub const NOWPLAYING_SURFACE_OPTIONS_INIT: nowplaying_surface_options = nowplaying_surface_options {
    struct_size: size_of::<nowplaying_surface_options>(),
    name: null(),
    bus_address: null(),
    bus_fd: -1,
    loop_: NOWPLAYING_LOOP_THREAD,
    twins: 0,
    reserved: 0,
};

/// A table without callbacks: each entry is NULL.
pub const NOWPLAYING_SURFACE_CALLBACKS_INIT: nowplaying_surface_callbacks = nowplaying_surface_callbacks {
    struct_size: size_of::<nowplaying_surface_callbacks>(),
    user_data: null_mut(),
    destroy: None,
    log: None,
    bus_state: None,
    listed: None,
    added: None,
    changed: None,
    removed: None,
    ordered: None,
    wakeup: None,
};

/// An empty struct, to be given to nowplaying_surface_session_get_info().
pub const NOWPLAYING_SURFACE_INFO_INIT: nowplaying_surface_info = nowplaying_surface_info {
    struct_size: size_of::<nowplaying_surface_info>(),
    key: null(),
    session_id: null(),
    bus_name: null(),
    application_id: null(),
    display_name: null(),
    desktop_entry: null(),
    volume: -1.0,
    primary: 0,
    abilities: 0,
    process_id: 0,
    reserved: 0,
    twin_key: null(),
};

/// An empty struct, to be given to nowplaying_surface_session_get_item().
pub const NOWPLAYING_SURFACE_ITEM_INIT: nowplaying_surface_item = nowplaying_surface_item {
    struct_size: size_of::<nowplaying_surface_item>(),
    id: null(),
    first_line: null(),
    second_line: null(),
    third_line: null(),
    artwork_id: null(),
    artwork_url: null(),
    animated_square_id: null(),
    animated_tall_id: null(),
    duration_us: 0,
    kind: 0,
    media_type: 0,
    duration_kind: 0,
    reserved: 0,
};

/// An empty struct, to be given to nowplaying_surface_session_get_control().
pub const NOWPLAYING_SURFACE_CONTROL_INIT: nowplaying_surface_control = nowplaying_surface_control {
    struct_size: size_of::<nowplaying_surface_control>(),
    kind: 0,
    mode: NOWPLAYING_SURFACE_NEXT_MODE,
    button: 0,
    toggle: 0,
    time_us: 0,
    rating: 0.0,
    id: null(),
    row: 0,
    slot: 0,
    enabled: 0,
    is_switch: 0,
    active: 0,
    is_held: 0,
    busy: 0,
    reserved: 0,
    icon: null(),
    title: null(),
    short_title: null(),
    name: null(),
    name_plural: null(),
    number: 0.0,
    rates: null(),
    rate_count: 0,
};

/// A nowplaying_command_event for the press of a control, for nowplaying_surface_send_command().
#[allow(non_snake_case)]
pub const fn NOWPLAYING_SURFACE_PRESS_INIT(control: nowplaying_surface_control) -> nowplaying_command_event {
    nowplaying_command_event {
        struct_size: size_of::<nowplaying_command_event>(),
        kind: control.kind,
        phase: NOWPLAYING_PHASE_BEGIN,
        tag: 0,
        time_us: control.time_us,
        rate: 0.0,
        mode: control.mode,
        toggle: control.toggle,
        id: control.id,
        rating: control.rating,
        button: control.button,
        reserved: 0,
    }
}

/// An empty struct, to be given to nowplaying_surface_session_get_queue().
pub const NOWPLAYING_SURFACE_QUEUE_INIT: nowplaying_surface_queue = nowplaying_surface_queue {
    struct_size: size_of::<nowplaying_surface_queue>(),
    count: 0,
    total: 0,
    present: -1,
    can_edit: 0,
    reserved: 0,
};

/// An empty struct, to be given to nowplaying_surface_session_get_queue_entry().
pub const NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT: nowplaying_surface_queue_entry = nowplaying_surface_queue_entry {
    struct_size: size_of::<nowplaying_surface_queue_entry>(),
    id: null(),
    title: null(),
    artists: null(),
    album: null(),
    url: null(),
    artwork_url: null(),
    duration_us: 0,
};

/// An empty struct, to be given to nowplaying_surface_session_get_playlists().
pub const NOWPLAYING_SURFACE_PLAYLISTS_INIT: nowplaying_surface_playlists = nowplaying_surface_playlists {
    struct_size: size_of::<nowplaying_surface_playlists>(),
    count: 0,
    active: -1,
    orders: 0,
    reserved: 0,
};

/// An empty struct, to be given to nowplaying_surface_session_get_playlist().
pub const NOWPLAYING_SURFACE_PLAYLIST_INIT: nowplaying_surface_playlist = nowplaying_surface_playlist {
    struct_size: size_of::<nowplaying_surface_playlist>(),
    id: null(),
    name: null(),
    icon_url: null(),
};

/// A command without arguments, for nowplaying_surface_send_command(), as for a press of its button.
#[allow(non_snake_case)]
pub const fn NOWPLAYING_SURFACE_COMMAND_INIT(command_kind: i32) -> nowplaying_command_event {
    nowplaying_command_event {
        struct_size: size_of::<nowplaying_command_event>(),
        kind: command_kind,
        phase: 0,
        tag: 0,
        time_us: 0,
        rate: 0.0,
        mode: NOWPLAYING_SURFACE_NEXT_MODE,
        toggle: 0,
        id: null(),
        rating: 0.0,
        button: 0,
        reserved: 0,
    }
}

extern "C" {
    /// Returns the version of the library that is loaded, as NOWPLAYING_VERSION.
    pub fn nowplaying_surface_version() -> u32;
    /// Returns one sentence for a status, the same as nowplaying_strerror(), for programs that do not link that library.
    pub fn nowplaying_surface_strerror(status: nowplaying_status) -> *const c_char;
    /// Returns details of the last error of a function of this header, as nowplaying_last_error() does for the other
    /// library.
    pub fn nowplaying_surface_last_error() -> *const c_char;
    /// Makes a surface. It connects later, in its loop; it is not an error if there is no bus.
    /// options: NULL for the defaults. callbacks: NULL for none; `destroy` is not called when the function fails.
    /// ret_surface: written before the first callback.
    /// Errors: INVALID_ARGUMENT: ret_surface NULL or misaligned; an impossible size; a bus_fd that is not a stream socket;
    ///   an unknown loop; twins other than 0 and 1; NOWPLAYING_LOOP_WAKEUP without `wakeup`. SYSTEM: no thread, file
    ///   descriptor or memory.
    /// Ownership: give *ret_surface to nowplaying_surface_free().
    pub fn nowplaying_surface_new(
        options: *const nowplaying_surface_options,
        callbacks: *const nowplaying_surface_callbacks,
        ret_surface: *mut *mut nowplaying_surface,
    ) -> nowplaying_status;
    /// Ends a surface. Actions that wait fail (CANCELLED), and their callbacks are called before the function returns; then
    /// `destroy` is called, and nothing more. Sessions to which you have a reference stay valid. It waits for a callback
    /// that is running on another thread, so hold no lock that your callbacks take. Inside a callback of this surface it
    /// takes effect when the callback returns; inside `wakeup` it has no effect. In a forked child it only releases memory
    /// and closes the descriptor.
    /// surface: may be NULL.
    /// In callbacks: delayed.
    pub fn nowplaying_surface_free(surface: *mut nowplaying_surface);
    /// Gets the file descriptor to poll for reading; the same for the surface's whole life, and readable at once.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_fd NULL. INVALID_STATE: the loop is not NOWPLAYING_LOOP_FD.
    ///   FORKED.
    pub fn nowplaying_surface_get_fd(surface: *mut nowplaying_surface, ret_fd: *mut i32) -> nowplaying_status;
    /// Serves the bus: reads, sends, and calls callbacks. Never waits.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the surface has NOWPLAYING_LOOP_THREAD. BUSY: inside a callback, or while
    ///   another thread dispatches. FORKED.
    /// Thread: one at a time. In callbacks: no (BUSY).
    pub fn nowplaying_surface_dispatch(surface: *mut nowplaying_surface) -> nowplaying_status;
    /// Gets whether there is a bus now: NOWPLAYING_BUS_NONE or NOWPLAYING_BUS_CONNECTED.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_state NULL. FORKED.
    pub fn nowplaying_surface_get_bus_state(
        surface: *mut nowplaying_surface,
        ret_state: *mut nowplaying_bus_state,
    ) -> nowplaying_status;
    /// Gets all sessions that there are now, the most important first.
    /// ret_sessions: room for `capacity` sessions; gets the first of them, each with a reference that is yours. May be NULL
    ///   with capacity 0. ret_count: gets how many there are, which may be more.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_count NULL, or ret_sessions NULL with a capacity. SYSTEM: no memory.
    ///   FORKED.
    /// Ownership: give each to nowplaying_surface_session_unref().
    pub fn nowplaying_surface_get_sessions(
        surface: *mut nowplaying_surface,
        ret_sessions: *mut *mut nowplaying_surface_session,
        capacity: usize,
        ret_count: *mut usize,
    ) -> nowplaying_status;
    /// Gets the MPRIS names of all players, including those that have not answered yet, and so have no session.
    /// ret_names: room for `size` bytes; gets a line for each player, with a space between the names that one player owns,
    ///   as many lines as fit, and NUL. While "org.mpris.MediaPlayer2.playerctld" is on the bus, it is the last line,
    ///   although it is not a player. May be NULL with size 0. ret_size: gets how many bytes all lines and NUL need.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_size NULL, or ret_names NULL with a size. INVALID_STATE: there is no
    ///   bus, or it has not sent the names yet. FORKED.
    pub fn nowplaying_surface_get_names(
        surface: *mut nowplaying_surface,
        ret_names: *mut c_char,
        size: usize,
        ret_size: *mut usize,
    ) -> nowplaying_status;
    /// Sets the aspect ratios in which this surface shows animated artwork; for a new surface there are none. Players make
    /// previews and videos only for surfaces that have set this: set it while animated artwork can be seen, and 0 when it
    /// cannot.
    /// ratios: bits NOWPLAYING_ASPECT_RATIOS_….
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: an unknown bit. INVALID_STATE: the surface was freed. FORKED.
    pub fn nowplaying_surface_set_aspect_ratios(surface: *mut nowplaying_surface, ratios: u32) -> nowplaying_status;
    /// Takes one more reference to a session, and returns it; NULL with an invalid handle.
    /// Ownership: give each reference to nowplaying_surface_session_unref().
    pub fn nowplaying_surface_session_ref(session: *mut nowplaying_surface_session) -> *mut nowplaying_surface_session;
    /// Releases a reference; with the last one, the session and its texts are freed. session: may be NULL. Returns NULL.
    pub fn nowplaying_surface_session_unref(
        session: *mut nowplaying_surface_session,
    ) -> *mut nowplaying_surface_session;
    /// Gets the player of the session. ret_info: its struct_size is yours to set, with the _INIT macro.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_info NULL, misaligned or of an impossible size.
    pub fn nowplaying_surface_session_get_info(
        session: *const nowplaying_surface_session,
        ret_info: *mut nowplaying_surface_info,
    ) -> nowplaying_status;
    /// Gets the item that the session plays. ret_item: its struct_size is yours to set, with the _INIT macro.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_item NULL, misaligned or of an impossible size. NO_SUCH_CONTENT: the
    ///   session has no item.
    pub fn nowplaying_surface_session_get_item(
        session: *const nowplaying_surface_session,
        ret_item: *mut nowplaying_surface_item,
    ) -> nowplaying_status;
    /// Returns a text of the item: from a list, the text at an index; a single text is at index 0. NULL if there is none,
    /// or with an invalid handle. Lives as long as the session.
    /// field: 1 to 199, such as NOWPLAYING_FIELD_TITLE or NOWPLAYING_FIELD_ARTISTS.
    pub fn nowplaying_surface_session_get_text(
        session: *const nowplaying_surface_session,
        field: nowplaying_field,
        index: usize,
    ) -> *const c_char;
    /// Returns the text of the item under one of the player's own keys, "cmus:stream_title": for org.nowplaying one of
    /// `extra`, for MPRIS a text in the metadata, or "kde:pid", the process id of the browser that plays, in digits. NULL if
    /// there is none, or with an invalid handle. Lives as long as the session.
    /// key: of the form that nowplaying_content_set_extra() takes; for any other key, and for NULL, there is no text.
    pub fn nowplaying_surface_session_get_extra(
        session: *const nowplaying_surface_session,
        key: *const c_char,
    ) -> *const c_char;
    /// Returns one of the keys of nowplaying_surface_session_get_extra(), in the order of their bytes. NULL if there is
    /// none at this index, or with an invalid handle. Lives as long as the session.
    /// index: from 0. There are at most NOWPLAYING_MAX_EXTRA; if the player has more, the first are kept.
    pub fn nowplaying_surface_session_get_extra_key(
        session: *const nowplaying_surface_session,
        index: usize,
    ) -> *const c_char;
    /// Gets an integer of the item. field: 200 to 299; dates are seconds since 1970.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_value NULL. NO_SUCH_CONTENT: the item has no such field.
    pub fn nowplaying_surface_session_get_integer(
        session: *const nowplaying_surface_session,
        field: nowplaying_field,
        ret_value: *mut i64,
    ) -> nowplaying_status;
    /// Gets a number of the item, 0.0 to 1.0. field: 300 to 399.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_value NULL. NO_SUCH_CONTENT: the item has no such field.
    pub fn nowplaying_surface_session_get_number(
        session: *const nowplaying_surface_session,
        field: nowplaying_field,
        ret_value: *mut f64,
    ) -> nowplaying_status;
    /// Gets the state of playback at a time, as far as this session knows: call it with the present time whenever you draw.
    /// at_us: by CLOCK_MONOTONIC, or NOWPLAYING_TIME_NOW.
    /// ret_snapshot: initialised with NOWPLAYING_SNAPSHOT_INIT. elapsed_us is the position at that time, 0 or more and not
    ///   beyond a finite duration, or NOWPLAYING_TIME_UNKNOWN; timestamp_us is that time. `rate` is the speed now: 0 unless
    ///   the state is PLAYING. The clock stands still while this machine is suspended: the position of a session that plays
    ///   on other devices is late by that time, until its player sends it again. The seekable positions are those at that
    ///   time too. `error` is NULL if there is none, and lives as long as the session.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_snapshot NULL, misaligned or of an impossible size.
    pub fn nowplaying_surface_session_get_snapshot(
        session: *const nowplaying_surface_session,
        at_us: i64,
        ret_snapshot: *mut nowplaying_snapshot,
    ) -> nowplaying_status;
    /// Gets one of the commands that the session offers, in the player's order.
    /// ret_command: initialised with NOWPLAYING_COMMAND_INIT(0). `enabled` 0: show it greyed. `derived` 1: the
    ///   player does not offer the command; the library makes it of what the player offers. It derives
    ///   TOGGLE_PLAY_PAUSE from PLAY, PAUSE and STOP, if the player offers PLAY or PAUSE and no toggle, so that one button
    ///   works with every player; `icon` "play", "pause" or "stop" then says what it does. It also derives SKIP_FORWARD and
    ///   SKIP_BACKWARD, of ten seconds, if the position is known and the player offers SEEK_TO_POSITION, or can seek by
    ///   MPRIS, but not that skip. So keys and wheels can skip with every player that can seek. A surface with few places
    ///   leaves out what is derived. If `rate_maximum` is above 0, every rate from rate_minimum to it can be chosen, and
    ///   `rates` are the ones to offer: the player's own, or else those of 0.5, 0.75, 1, 1.25, 1.5, 1.75 and 2 that are in
    ///   the range, and its ends if they are between 0.5 and 2. Lists and texts (NULL if there is none) live as long as the
    ///   session. `icon` is a word of org.nowplaying.md or a name, and may be one that you do not have: see
    ///   nowplaying_surface_icon_name(). `active` 1: show it lit. It is also 1 while `current` of CHANGE_REPEAT_MODE,
    ///   CHANGE_SHUFFLE_MODE or FEEDBACK is not 0. If the player names no icon, `icon` is that of the kind, and depends on
    ///   `current`, `active` and the state; it is NULL only for SEEK_TO_POSITION, NEXT_CHAPTER, PREVIOUS_CHAPTER and CUSTOM.
    ///   For a FEEDBACK with POSITIVE and NEGATIVE it is the icon of POSITIVE.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_command NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
    ///   there is none at this index.
    pub fn nowplaying_surface_session_get_command(
        session: *const nowplaying_surface_session,
        index: usize,
        ret_command: *mut nowplaying_command,
    ) -> nowplaying_status;
    /// Returns the name of freedesktop's icon naming that is nearest to a word of the list in org.nowplaying.md:
    /// "emblem-favorite" for "heart-filled". Returns `icon` itself if it is not in the list, because it may be such a name
    /// already. Returns "" if there is no such name for the word: show the title then. NULL for NULL. Lives as long as the
    /// library, or as `icon`.
    pub fn nowplaying_surface_icon_name(icon: *const c_char) -> *const c_char;
    /// Gets one of the controls of the session: the buttons that a surface shows, each with its place, its look and what a
    /// press sends. It is the library's answer to which commands get a button and where; surfaces.md names the rules.
    /// The controls of one row follow each other, and the rows are in the order of their numbers. A surface with less room
    /// shows the first controls of a row, and puts the others at the top of its menu. Controls depend on the session alone:
    /// they change with NOWPLAYING_SURFACE_CHANGED_COMMANDS, _PLAYBACK, _ITEM and _INFO.
    /// index: from 0. There are at most NOWPLAYING_SURFACE_MAX_CONTROLS.
    /// ret_control: its struct_size is yours to set, with the _INIT macro.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_control NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
    ///   there is none at this index.
    pub fn nowplaying_surface_session_get_control(
        session: *const nowplaying_surface_session,
        index: usize,
        ret_control: *mut nowplaying_surface_control,
    ) -> nowplaying_status;
    /// Returns a sentence for people that says why a session with the state ERROR does not play, to be shown if the `error`
    /// of its snapshot is NULL: "There is no connection" for NETWORK. It is English, without a full stop, and a msgid of the
    /// surfaces' catalogues, with which gettext translates it.
    /// kind: the `error_kind` of the snapshot. For one that this library does not know, the sentence is that of OTHER.
    /// The sentence is never NULL, and lives as long as the library.
    pub fn nowplaying_surface_error_sentence(kind: nowplaying_error_kind) -> *const c_char;
    /// Gets one of the chapters of the item, in the order of their starts. Players of MPRIS have none.
    /// ret_chapter: initialised with NOWPLAYING_CHAPTER_INIT. Its texts are never NULL, and live as long as the session.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_chapter NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
    ///   there is none at this index.
    pub fn nowplaying_surface_session_get_chapter(
        session: *const nowplaying_surface_session,
        index: usize,
        ret_chapter: *mut nowplaying_chapter,
    ) -> nowplaying_status;
    /// Gets the chapter at a position. No callback is called when playback reaches the next one: ask again then, at
    /// ret_end_us.
    /// position_us: as `elapsed_us` of nowplaying_surface_session_get_snapshot().
    /// ret_index: gets the chapter's index. ret_end_us: gets the position of its end, where the next begins or the item
    ///   ends; NOWPLAYING_TIME_UNKNOWN if that is not known. May be NULL.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_index NULL, or one of them misaligned. NO_SUCH_CONTENT: there are no
    ///   chapters, or the first begins later.
    pub fn nowplaying_surface_session_get_chapter_at(
        session: *const nowplaying_surface_session,
        position_us: i64,
        ret_index: *mut usize,
        ret_end_us: *mut i64,
    ) -> nowplaying_status;
    /// Gets the line of the lyrics that is sung at a position, if lines have times (LRC), even for MPRIS players.
    /// lyrics.md has the dialects that are read.
    /// position_us: as `elapsed_us` of nowplaying_surface_session_get_snapshot().
    /// ret_line: gets the line, "" before the first and between verses. Up to four lines with the same time are one text
    ///   with "\n" between them, the original before its translation. It lives as long as the session.
    /// ret_next_us: gets the position at which the next line begins, or NOWPLAYING_TIME_UNKNOWN after the last. May be NULL.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_line NULL, or one of them misaligned. NO_SUCH_CONTENT: there are no
    ///   lyrics, or no line of them has a time.
    pub fn nowplaying_surface_session_get_lyrics_at(
        session: *const nowplaying_surface_session,
        position_us: i64,
        ret_line: *mut *const c_char,
        ret_next_us: *mut i64,
    ) -> nowplaying_status;
    /// Gets one of the audio and subtitle tracks of the item, in the player's order. Players of MPRIS have none.
    /// ret_track: initialised with NOWPLAYING_TRACK_INIT(0). Its texts are never NULL, and live as long as the session.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_track NULL, misaligned or of an impossible size. NO_SUCH_CONTENT: there
    ///   is none at this index.
    pub fn nowplaying_surface_session_get_track(
        session: *const nowplaying_surface_session,
        index: usize,
        ret_track: *mut nowplaying_track,
    ) -> nowplaying_status;
    /// Gets one of the devices on which the session plays; without NOWPLAYING_SURFACE_IS_REMOTE there are none.
    /// ret_device: initialised with NOWPLAYING_DEVICE_INIT. Texts live as long as the session. A volume below 0: none.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_device NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
    ///   there is none at this index.
    pub fn nowplaying_surface_session_get_device(
        session: *const nowplaying_surface_session,
        index: usize,
        ret_device: *mut nowplaying_device,
    ) -> nowplaying_status;
    /// Gets the size of a session's queue and its abilities. ret_queue: its struct_size is yours to set, with the _INIT
    /// macro.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_queue NULL, misaligned or of an impossible size. NO_SUCH_CONTENT: the
    ///   session has no queue, or it is not followed, or the player has not answered yet.
    pub fn nowplaying_surface_session_get_queue(
        session: *const nowplaying_surface_session,
        ret_queue: *mut nowplaying_surface_queue,
    ) -> nowplaying_status;
    /// Gets one of the entries of the queue, in its order. ret_entry: its struct_size is yours to set, with the _INIT
    /// macro.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_entry NULL, misaligned or of an impossible size. NO_SUCH_CONTENT: there
    ///   is none at this index.
    pub fn nowplaying_surface_session_get_queue_entry(
        session: *const nowplaying_surface_session,
        index: usize,
        ret_entry: *mut nowplaying_surface_queue_entry,
    ) -> nowplaying_status;
    /// Gets the number of playlists of a session's player, and which is active. ret_playlists: its struct_size is yours to
    /// set, with the _INIT macro.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_playlists NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
    ///   the player shows none, or they are not followed, or it has not answered yet.
    pub fn nowplaying_surface_session_get_playlists(
        session: *const nowplaying_surface_session,
        ret_playlists: *mut nowplaying_surface_playlists,
    ) -> nowplaying_status;
    /// Gets one of the playlists, in the order in which they are followed. ret_playlist: its struct_size is yours to set,
    /// with the _INIT macro.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_playlist NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
    ///   there is none at this index.
    pub fn nowplaying_surface_session_get_playlist(
        session: *const nowplaying_surface_session,
        index: usize,
        ret_playlist: *mut nowplaying_surface_playlist,
    ) -> nowplaying_status;
    /// Sends a command. PLAY, PAUSE, STOP, TOGGLE_PLAY_PAUSE, NEXT, PREVIOUS, CHANGE_RATE, CHANGE_REPEAT_MODE,
    /// CHANGE_SHUFFLE_MODE and MUTE are for the player, whatever it plays when they arrive. Any other is for the item that
    /// `session` has: if the player has gone on to another, a player of org.nowplaying refuses it (NO_SUCH_CONTENT), so that
    /// a like does not apply to the wrong song. While the session has no item, such a player is sent no other but CUSTOM
    /// (NO_SUCH_CONTENT). A button that is held (SEEK_FORWARD) is released by a second command, or when the surface or the
    /// session ends.
    /// A TOGGLE_PLAY_PAUSE that the library derives is sent as PAUSE, or else STOP, if the session plays or buffers when the
    /// loop sends it, as far as is known, and as PLAY in every other state. A skip that it derives is sent as
    /// SEEK_TO_POSITION, from the position at that time, within the seekable part; a player of this library counts from
    /// where it is, or will be when it has done other seeks. To an MPRIS player it is Seek.
    /// command: its kind; `time_us` for SEEK_TO_POSITION, and for SKIP_… (the player takes the nearest of its intervals; 0:
    ///   the first); `rate` for CHANGE_RATE (0: the lowest of its rates above the present `default_rate`, or else the
    ///   lowest); `mode` for CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE and FEEDBACK (NOWPLAYING_SURFACE_NEXT_MODE: the
    ///   supported mode that follows `current`, after the last the first) and for MUTE (NOWPLAYING_SURFACE_NEXT_MODE: the
    ///   other one); `button` for FEEDBACK; `phase` for SEEK_…; `id` for CUSTOM; `rating` for SET_RATING; `toggle`
    ///   for FEEDBACK and SET_RATING: 1 for the press of a thumb or a star: if `mode` or `rating` is set already when the
    ///   player is asked, the player takes it back, to NEUTRAL, if that is supported, or to 0.0.
    /// Errors: those above. INVALID_ARGUMENT: command NULL, misaligned or of an impossible size; an unknown kind, phase or
    ///   mode; a SKIP_… with a `time_us` below 0; a rate that is not finite; a rating that is not from 0.0 to 1.0; a CUSTOM
    ///   without an id.
    pub fn nowplaying_surface_send_command(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        command: *const nowplaying_command_event,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Sets the volume of a session, or of one of its devices.
    /// device_id: NULL for the session. volume: 0.0 to 1.0.
    /// Errors: those above. INVALID_ARGUMENT: a volume that is out of range.
    pub fn nowplaying_surface_set_volume(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        device_id: *const c_char,
        volume: f64,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Makes a device louder or quieter. step: 1 or -1.
    /// Errors: those above. INVALID_ARGUMENT: device_id NULL or "", or step other than 1 and -1.
    pub fn nowplaying_surface_step_volume(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        device_id: *const c_char,
        step: i32,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Gets the picture of the session's item, for players of either protocol: the player is asked for it by artwork_id; if
    /// there is none, or the player does not give it, it is read from artwork_url.
    ///
    /// All forms in which players write addresses of files are read: "file:///a%20b.png", "file://localhost/…", "file:/…", a
    /// path, and names that are not escaped as they should be; "data:" may have Base64 or escaped bytes. A file that is not
    /// there is also looked for in the sandbox of the player, because a Flatpak or a snap has a /tmp of its own. Files are
    /// read on threads of the library, whatever the loop is: at most two at a time for one player, and sixteen for all. They
    /// are copied, so that you get them in the same form as pictures of org.nowplaying. A player whose disk does not answer
    /// delays only its own pictures, unless there are eight such players; a picture that does not come is TIMED_OUT.
    ///
    /// If artwork_url begins with "https:" or "http:" (in upper or lower case), the picture is on the web. Fetch it
    /// yourself: only you know whether the user wants that, how large it may be and what proxies there are. Fetching it
    /// tells the server what is played.
    /// width, height: the best size, 0 to 16384; 0: no preference. The picture may have another size; one from a file has
    ///   the size that it has there.
    /// done: NO_SUCH_CONTENT: the item has neither artwork_id nor artwork_url. NOT_LOCAL: it is on the web, or on another
    ///   computer. IO: the file cannot be read. NOT_AN_IMAGE: not a regular file, or not one of these formats. TOO_LARGE:
    ///   more than NOWPLAYING_MAX_ARTWORK_BYTES.
    /// Errors: those above. INVALID_ARGUMENT: a size out of its range.
    pub fn nowplaying_surface_get_artwork(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        width: i32,
        height: i32,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Gets the picture of a chapter of the session's item; one without artwork_id has none (NO_SUCH_CONTENT).
    /// index: of the chapter. width, height: as for nowplaying_surface_get_artwork(), for a picture that the player gives.
    /// Errors: those above. INVALID_ARGUMENT: a size out of its range.
    pub fn nowplaying_surface_get_chapter_artwork(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        index: usize,
        width: i32,
        height: i32,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Chooses a track. kind: NOWPLAYING_TRACK_…. track_id: a track of this kind; NULL: none, only for subtitles and
    /// captions.
    /// done: NOT_SUPPORTED: the session has no tracks of this kind. NO_SUCH_CONTENT: it has no such track now.
    /// Errors: those above. INVALID_ARGUMENT: an unknown kind; a track_id that is NULL or "" for audio.
    pub fn nowplaying_surface_select_track(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        kind: nowplaying_track_kind,
        track_id: *const c_char,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Gets the picture that is shown before the video of animated artwork, and instead of it: see
    /// nowplaying_surface_set_aspect_ratios(). On any error show the plain artwork.
    /// ratio: NOWPLAYING_ASPECT_RATIO_…. width, height: as for nowplaying_surface_get_artwork().
    /// Errors: those above. INVALID_ARGUMENT: an unknown ratio, or a size out of its range.
    pub fn nowplaying_surface_get_preview(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        ratio: nowplaying_aspect_ratio,
        width: i32,
        height: i32,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Gets the video of animated artwork, as a descriptor; it loops and has no sound. Call it only while
    /// NOWPLAYING_SURFACE_MAY_SHOW_VIDEO is set, and while the video is really visible.
    /// ratio, width, height: as for nowplaying_surface_get_preview().
    /// Errors: those above. INVALID_ARGUMENT: an unknown ratio, or a size out of its range.
    pub fn nowplaying_surface_get_video(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        ratio: nowplaying_aspect_ratio,
        width: i32,
        height: i32,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Brings the player's window to the front.
    /// done: NOT_SUPPORTED without NOWPLAYING_SURFACE_CAN_RAISE.
    /// Errors: those above.
    pub fn nowplaying_surface_raise(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Asks the player to quit.
    /// done: OK even if the player leaves before it has answered; NOT_SUPPORTED without NOWPLAYING_SURFACE_CAN_QUIT.
    /// Errors: those above.
    pub fn nowplaying_surface_quit(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Follows the queue of a session's entry, or stops following: from now on each session of that entry has the queue,
    /// and `changed` reports its changes. An entry here is one of the surface (see "Objects"), and not an entry of a queue.
    /// Following has no effect on other entries, and ends when the entry is removed. A player that has no queue now may have
    /// one later.
    /// follow: 1 or 0.
    /// done: OK when the queue has arrived: then the session of the entry has it, see nowplaying_surface_get_sessions().
    ///   NOT_SUPPORTED: there is no queue now. TIMED_OUT: the player does not answer. Cancelling the action does not stop
    ///   the following.
    /// Errors: those above. INVALID_ARGUMENT: follow other than 0 and 1.
    pub fn nowplaying_surface_follow_queue(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        follow: i32,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Plays an entry of the queue. The queue does not have to be followed.
    /// id: as in nowplaying_surface_queue_entry.
    /// done: OK when the player has taken the call; it may begin to play the entry later. NOT_SUPPORTED: the session has no
    ///   queue. NO_SUCH_CONTENT: the queue is followed, and has no such entry.
    /// Errors: those above. INVALID_ARGUMENT: id NULL, or not an object path.
    pub fn nowplaying_surface_queue_go_to(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        id: *const c_char,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Adds an entry to the queue.
    /// uri: the address of the new entry, "file:///…", at most NOWPLAYING_MAX_URI_BYTES.
    /// after_id: the entry before the new one; NULL: the new one is the first; "/": it is the last, whatever part of the
    ///   queue is known.
    /// play: 1: the entry is played at once; else 0.
    /// done: as for nowplaying_surface_queue_go_to(); NOT_SUPPORTED also for a queue that is followed and has no `can_edit`.
    /// Errors: those above. INVALID_ARGUMENT: uri NULL, "" or too long; after_id not an object path; play other than 0 and
    /// 1.
    pub fn nowplaying_surface_queue_add(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        uri: *const c_char,
        after_id: *const c_char,
        play: i32,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Removes an entry from the queue.
    /// id, done: as for nowplaying_surface_queue_add().
    /// Errors: those above. INVALID_ARGUMENT: id NULL, or not an object path.
    pub fn nowplaying_surface_queue_remove(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        id: *const c_char,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Follows the playlists of an entry's player, as nowplaying_surface_follow_queue() does a queue.
    /// follow: 1 or 0. order: NOWPLAYING_SURFACE_ORDER_…. reverse: 1: in reverse order; else 0. If you follow the playlists
    ///   of several entries of one player, all have the order that you asked for last.
    /// done: OK when they have arrived. NOT_SUPPORTED: the player shows none now, or not in this order. TIMED_OUT.
    /// Errors: those above. INVALID_ARGUMENT: an unknown order; follow or reverse other than 0 and 1.
    pub fn nowplaying_surface_follow_playlists(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        follow: i32,
        order: nowplaying_surface_order,
        reverse: i32,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Plays a playlist. The playlists do not have to be followed.
    /// id: as in nowplaying_surface_playlist.
    /// done: NO_SUCH_CONTENT: the playlists are followed, and this one is not among them.
    /// Errors: those above. INVALID_ARGUMENT: id NULL, or not an object path.
    pub fn nowplaying_surface_activate_playlist(
        surface: *mut nowplaying_surface,
        session: *const nowplaying_surface_session,
        id: *const c_char,
        done: nowplaying_surface_done,
        user_data: *mut c_void,
        ret_action: *mut nowplaying_surface_action,
    ) -> nowplaying_status;
    /// Stops waiting for an action: its `done` is called soon, with CANCELLED, or with the result if that has come already.
    /// The player may carry it out all the same.
    /// action: the number of an action. It is not an error if that action is over, or does not exist.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the surface was freed. FORKED.
    pub fn nowplaying_surface_cancel(
        surface: *mut nowplaying_surface,
        action: nowplaying_surface_action,
    ) -> nowplaying_status;
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use std::mem::MaybeUninit;

    macro_rules! check {
        ($type:ident, $size:expr, $(($field:ident, $offset:expr)),*) => {
            assert_eq!(size_of::<$type>(), $size, stringify!($type));
            let value = MaybeUninit::<$type>::uninit();
            $(
                let offset = unsafe { std::ptr::addr_of!((*value.as_ptr()).$field) as usize - value.as_ptr() as usize };
                assert_eq!(offset, $offset, stringify!($type.$field));
            )*
        };
    }

    #[test]
    fn structs_have_the_layout_of_c() {
        check!(
            nowplaying_surface_options,
            40,
            (struct_size, 0),
            (name, 8),
            (bus_address, 16),
            (bus_fd, 24),
            (loop_, 28),
            (twins, 32),
            (reserved, 36)
        );
        check!(
            nowplaying_surface_callbacks,
            88,
            (struct_size, 0),
            (user_data, 8),
            (destroy, 16),
            (log, 24),
            (bus_state, 32),
            (listed, 40),
            (added, 48),
            (changed, 56),
            (removed, 64),
            (ordered, 72),
            (wakeup, 80)
        );
        check!(
            nowplaying_surface_info,
            88,
            (struct_size, 0),
            (key, 8),
            (session_id, 16),
            (bus_name, 24),
            (application_id, 32),
            (display_name, 40),
            (desktop_entry, 48),
            (volume, 56),
            (primary, 64),
            (abilities, 68),
            (process_id, 72),
            (reserved, 76),
            (twin_key, 80)
        );
        check!(
            nowplaying_surface_item,
            96,
            (struct_size, 0),
            (id, 8),
            (first_line, 16),
            (second_line, 24),
            (third_line, 32),
            (artwork_id, 40),
            (artwork_url, 48),
            (animated_square_id, 56),
            (animated_tall_id, 64),
            (duration_us, 72),
            (kind, 80),
            (media_type, 84),
            (duration_kind, 88),
            (reserved, 92)
        );
        check!(
            nowplaying_surface_control,
            144,
            (struct_size, 0),
            (kind, 8),
            (mode, 12),
            (button, 16),
            (toggle, 20),
            (time_us, 24),
            (rating, 32),
            (id, 40),
            (row, 48),
            (slot, 52),
            (enabled, 56),
            (is_switch, 60),
            (active, 64),
            (is_held, 68),
            (busy, 72),
            (reserved, 76),
            (icon, 80),
            (title, 88),
            (short_title, 96),
            (name, 104),
            (name_plural, 112),
            (number, 120),
            (rates, 128),
            (rate_count, 136)
        );
        check!(
            nowplaying_surface_queue,
            40,
            (struct_size, 0),
            (count, 8),
            (total, 16),
            (present, 24),
            (can_edit, 32),
            (reserved, 36)
        );
        check!(
            nowplaying_surface_queue_entry,
            64,
            (struct_size, 0),
            (id, 8),
            (title, 16),
            (artists, 24),
            (album, 32),
            (url, 40),
            (artwork_url, 48),
            (duration_us, 56)
        );
        check!(
            nowplaying_surface_playlists,
            32,
            (struct_size, 0),
            (count, 8),
            (active, 16),
            (orders, 24),
            (reserved, 28)
        );
        check!(nowplaying_surface_playlist, 32, (struct_size, 0), (id, 8), (name, 16), (icon_url, 24));
        check!(
            nowplaying_surface_result,
            72,
            (struct_size, 0),
            (action, 8),
            (message, 16),
            (data, 24),
            (size, 32),
            (mime_type, 40),
            (status, 48),
            (fd, 52),
            (width, 56),
            (height, 60),
            (orientation, 64),
            (reserved, 68)
        );
    }
}
