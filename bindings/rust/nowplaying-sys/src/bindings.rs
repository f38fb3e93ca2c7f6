// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Made by nowplaying-sys/generate from include/nowplaying/nowplaying.h. Do not edit.

pub const NOWPLAYING_VERSION_MAJOR: i32 = 0;
pub const NOWPLAYING_VERSION_MINOR: i32 = 4;
pub const NOWPLAYING_VERSION_PATCH: i32 = 0;
pub const NOWPLAYING_OK: i32 = 0;
pub const NOWPLAYING_PENDING: i32 = 1;
pub const NOWPLAYING_ERROR_INVALID_ARGUMENT: i32 = -1;
pub const NOWPLAYING_ERROR_INVALID_HANDLE: i32 = -2;
pub const NOWPLAYING_ERROR_INVALID_STATE: i32 = -3;
pub const NOWPLAYING_ERROR_ALREADY_ANSWERED: i32 = -4;
pub const NOWPLAYING_ERROR_CANCELLED: i32 = -5;
pub const NOWPLAYING_ERROR_TIMED_OUT: i32 = -6;
pub const NOWPLAYING_ERROR_NOT_SUPPORTED: i32 = -7;
pub const NOWPLAYING_ERROR_NOT_PERMITTED: i32 = -8;
pub const NOWPLAYING_ERROR_NO_BUS: i32 = -9;
pub const NOWPLAYING_ERROR_COMMAND_FAILED: i32 = -10;
pub const NOWPLAYING_ERROR_NO_SUCH_CONTENT: i32 = -11;
pub const NOWPLAYING_ERROR_TOO_LARGE: i32 = -12;
pub const NOWPLAYING_ERROR_NOT_AN_IMAGE: i32 = -13;
pub const NOWPLAYING_ERROR_IO: i32 = -14;
pub const NOWPLAYING_ERROR_FORKED: i32 = -15;
pub const NOWPLAYING_ERROR_BUSY: i32 = -16;
pub const NOWPLAYING_ERROR_SYSTEM: i32 = -17;
pub const NOWPLAYING_ERROR_NOT_LOCAL: i32 = -18;
pub const NOWPLAYING_ERROR_NOT_A_VIDEO: i32 = -19;
pub const NOWPLAYING_ERROR_WRONG_ASPECT_RATIO: i32 = -20;
pub const NOWPLAYING_ERROR_FRAME_RATE: i32 = -21;
pub const NOWPLAYING_MAX_TEXT_BYTES: i32 = 4096;
pub const NOWPLAYING_MAX_LYRICS_BYTES: i32 = 65536;
pub const NOWPLAYING_MAX_ID_BYTES: i32 = 1024;
pub const NOWPLAYING_MAX_URI_BYTES: i32 = 65536;
pub const NOWPLAYING_MAX_ARTWORK_BYTES: i32 = 33554432;
pub const NOWPLAYING_MAX_REMEMBERED_ARTWORKS: i32 = 16;
pub const NOWPLAYING_MAX_TEXTS: i32 = 64;
pub const NOWPLAYING_MAX_EXTRA: i32 = 32;
pub const NOWPLAYING_MAX_EXTRA_KEY_BYTES: i32 = 64;
pub const NOWPLAYING_MAX_URI_SCHEMES: i32 = 64;
pub const NOWPLAYING_MAX_MIME_TYPES: i32 = 256;
pub const NOWPLAYING_MAX_COMMANDS: i32 = 64;
pub const NOWPLAYING_MAX_CHAPTERS: i32 = 1024;
pub const NOWPLAYING_MAX_CHAPTER_TITLE_BYTES: i32 = 256;
pub const NOWPLAYING_MAX_TRACKS: i32 = 256;
pub const NOWPLAYING_MAX_INTERVALS: i32 = 64;
pub const NOWPLAYING_MAX_RATES: i32 = 64;
pub const NOWPLAYING_MAX_SESSIONS: i32 = 1024;
pub const NOWPLAYING_MAX_OPEN_REQUESTS: i32 = 1024;
pub const NOWPLAYING_MAX_REQUEST_TIME_US: i32 = 10000000;
pub const NOWPLAYING_MAX_PREVIEW_TIME_US: i32 = 2000000;
pub const NOWPLAYING_MAX_VIDEO_TIME_US: i32 = 30000000;
pub const NOWPLAYING_MAX_POSITION_TIME_US: i32 = 100000;
pub const NOWPLAYING_MAX_VIDEO_BYTES: i32 = 268435456;
pub const NOWPLAYING_MAX_DEVICES: i32 = 64;
pub const NOWPLAYING_MAX_QUEUE_ENTRIES: i32 = 1000000;
pub const NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES: i32 = 100;
pub const NOWPLAYING_MAX_PLAYLISTS: i32 = 4096;
pub const NOWPLAYING_MAX_VOLUME: i32 = 100;
pub const NOWPLAYING_MAX_BUS_NAME_BYTES: i32 = 255;
pub const NOWPLAYING_LOOP_THREAD: i32 = 0;
pub const NOWPLAYING_LOOP_FD: i32 = 1;
pub const NOWPLAYING_LOOP_WAKEUP: i32 = 2;
pub const NOWPLAYING_LOG_ERROR: i32 = 0;
pub const NOWPLAYING_LOG_WARNING: i32 = 1;
pub const NOWPLAYING_LOG_INFO: i32 = 2;
pub const NOWPLAYING_LOG_DEBUG: i32 = 3;
pub const NOWPLAYING_BUS_NONE: i32 = 0;
pub const NOWPLAYING_BUS_CONNECTED: i32 = 1;
pub const NOWPLAYING_BUS_PUBLISHED: i32 = 2;
pub const NOWPLAYING_APP_INTERRUPTIONS: i32 = 1;
pub const NOWPLAYING_APP_SHOW_IDLE: i32 = 2;
pub const NOWPLAYING_APP_NO_DESKTOP_ENTRY: i32 = 4;
pub const NOWPLAYING_CONTENT_MUSIC: i32 = 1;
pub const NOWPLAYING_CONTENT_PODCAST: i32 = 2;
pub const NOWPLAYING_CONTENT_MOVIE: i32 = 3;
pub const NOWPLAYING_CONTENT_TV_SHOW: i32 = 4;
pub const NOWPLAYING_CONTENT_BOOK: i32 = 5;
pub const NOWPLAYING_CONTENT_RADIO: i32 = 6;
pub const NOWPLAYING_CONTENT_HOME_MEDIA: i32 = 7;
pub const NOWPLAYING_CONTENT_GENERIC: i32 = 8;
pub const NOWPLAYING_MEDIA_AUDIO: i32 = 0;
pub const NOWPLAYING_MEDIA_VIDEO: i32 = 1;
pub const NOWPLAYING_DURATION_UNKNOWN: i32 = 0;
pub const NOWPLAYING_DURATION_FINITE: i32 = 1;
pub const NOWPLAYING_DURATION_LIVE: i32 = 2;
pub const NOWPLAYING_DURATION_CONTINUOUS: i32 = 3;
pub const NOWPLAYING_FIELD_TITLE: i32 = 1;
pub const NOWPLAYING_FIELD_SUBTITLE: i32 = 2;
pub const NOWPLAYING_FIELD_ALBUM: i32 = 3;
pub const NOWPLAYING_FIELD_SHOW_NAME: i32 = 4;
pub const NOWPLAYING_FIELD_AUTHOR: i32 = 5;
pub const NOWPLAYING_FIELD_NARRATOR: i32 = 6;
pub const NOWPLAYING_FIELD_STATION_NAME: i32 = 7;
pub const NOWPLAYING_FIELD_PROGRAM_NAME: i32 = 8;
pub const NOWPLAYING_FIELD_SOURCE_NAME: i32 = 9;
pub const NOWPLAYING_FIELD_DESCRIPTION: i32 = 10;
pub const NOWPLAYING_FIELD_ISRC: i32 = 11;
pub const NOWPLAYING_FIELD_URL: i32 = 12;
pub const NOWPLAYING_FIELD_LYRICS: i32 = 13;
pub const NOWPLAYING_FIELD_COLLECTION_ID: i32 = 14;
pub const NOWPLAYING_FIELD_SERVICE_ID: i32 = 15;
pub const NOWPLAYING_FIELD_ARTISTS: i32 = 100;
pub const NOWPLAYING_FIELD_ALBUM_ARTISTS: i32 = 101;
pub const NOWPLAYING_FIELD_COMPOSERS: i32 = 102;
pub const NOWPLAYING_FIELD_LYRICISTS: i32 = 103;
pub const NOWPLAYING_FIELD_GENRES: i32 = 104;
pub const NOWPLAYING_FIELD_COMMENTS: i32 = 105;
pub const NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS: i32 = 106;
pub const NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS: i32 = 107;
pub const NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS: i32 = 108;
pub const NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS: i32 = 109;
pub const NOWPLAYING_FIELD_TRACK_NUMBER: i32 = 200;
pub const NOWPLAYING_FIELD_DISC_NUMBER: i32 = 201;
pub const NOWPLAYING_FIELD_BEATS_PER_MINUTE: i32 = 202;
pub const NOWPLAYING_FIELD_PLAY_COUNT: i32 = 203;
pub const NOWPLAYING_FIELD_CHAPTER: i32 = 204;
pub const NOWPLAYING_FIELD_CHAPTER_COUNT: i32 = 205;
pub const NOWPLAYING_FIELD_RELEASE_DATE: i32 = 206;
pub const NOWPLAYING_FIELD_FIRST_PLAYED: i32 = 207;
pub const NOWPLAYING_FIELD_LAST_PLAYED: i32 = 208;
pub const NOWPLAYING_FIELD_EXPLICIT: i32 = 209;
pub const NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS: i32 = 210;
pub const NOWPLAYING_FIELD_SEASON: i32 = 211;
pub const NOWPLAYING_FIELD_EPISODE: i32 = 212;
pub const NOWPLAYING_FIELD_ADVERTISEMENT: i32 = 213;
pub const NOWPLAYING_FIELD_USER_RATING: i32 = 300;
pub const NOWPLAYING_FIELD_AUTO_RATING: i32 = 301;
pub const NOWPLAYING_ASPECT_RATIO_SQUARE: i32 = 1;
pub const NOWPLAYING_ASPECT_RATIO_TALL: i32 = 2;
pub const NOWPLAYING_ASPECT_RATIOS_SQUARE: i32 = 1;
pub const NOWPLAYING_ASPECT_RATIOS_TALL: i32 = 2;
pub const NOWPLAYING_STATE_STOPPED: i32 = 0;
pub const NOWPLAYING_STATE_PLAYING: i32 = 1;
pub const NOWPLAYING_STATE_PAUSED: i32 = 2;
pub const NOWPLAYING_STATE_BUFFERING: i32 = 3;
pub const NOWPLAYING_STATE_INTERRUPTED: i32 = 4;
pub const NOWPLAYING_STATE_ERROR: i32 = 5;
pub const NOWPLAYING_ERROR_KIND_OTHER: i32 = 0;
pub const NOWPLAYING_ERROR_KIND_NETWORK: i32 = 1;
pub const NOWPLAYING_ERROR_KIND_SIGN_IN: i32 = 2;
pub const NOWPLAYING_ERROR_KIND_REGION: i32 = 3;
pub const NOWPLAYING_ERROR_KIND_FORMAT: i32 = 4;
pub const NOWPLAYING_ERROR_KIND_NOT_AVAILABLE: i32 = 5;
pub const NOWPLAYING_COMMAND_PLAY: i32 = 1;
pub const NOWPLAYING_COMMAND_PAUSE: i32 = 2;
pub const NOWPLAYING_COMMAND_STOP: i32 = 3;
pub const NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE: i32 = 4;
pub const NOWPLAYING_COMMAND_NEXT: i32 = 5;
pub const NOWPLAYING_COMMAND_PREVIOUS: i32 = 6;
pub const NOWPLAYING_COMMAND_SEEK_TO_POSITION: i32 = 7;
pub const NOWPLAYING_COMMAND_SKIP_FORWARD: i32 = 8;
pub const NOWPLAYING_COMMAND_SKIP_BACKWARD: i32 = 9;
pub const NOWPLAYING_COMMAND_SEEK_FORWARD: i32 = 10;
pub const NOWPLAYING_COMMAND_SEEK_BACKWARD: i32 = 11;
pub const NOWPLAYING_COMMAND_CHANGE_RATE: i32 = 12;
pub const NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE: i32 = 13;
pub const NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE: i32 = 14;
pub const NOWPLAYING_COMMAND_FEEDBACK: i32 = 15;
pub const NOWPLAYING_COMMAND_NEXT_CHAPTER: i32 = 16;
pub const NOWPLAYING_COMMAND_PREVIOUS_CHAPTER: i32 = 17;
pub const NOWPLAYING_COMMAND_SEEK_TO_LIVE: i32 = 18;
pub const NOWPLAYING_COMMAND_SET_RATING: i32 = 19;
pub const NOWPLAYING_COMMAND_BOOKMARK: i32 = 20;
pub const NOWPLAYING_COMMAND_MUTE: i32 = 21;
pub const NOWPLAYING_COMMAND_CUSTOM: i32 = 22;
pub const NOWPLAYING_SLOT_ANY: i32 = 0;
pub const NOWPLAYING_SLOT_CENTRAL: i32 = 1;
pub const NOWPLAYING_SLOT_BACK: i32 = 2;
pub const NOWPLAYING_SLOT_FORWARD: i32 = 3;
pub const NOWPLAYING_SLOT_BACK_SECONDARY: i32 = 4;
pub const NOWPLAYING_SLOT_FORWARD_SECONDARY: i32 = 5;
pub const NOWPLAYING_SLOT_OVERFLOW: i32 = 6;
pub const NOWPLAYING_REPEAT_OFF: i32 = 0;
pub const NOWPLAYING_REPEAT_ONE: i32 = 1;
pub const NOWPLAYING_REPEAT_ALL: i32 = 2;
pub const NOWPLAYING_SHUFFLE_OFF: i32 = 0;
pub const NOWPLAYING_SHUFFLE_ITEMS: i32 = 1;
pub const NOWPLAYING_SHUFFLE_COLLECTIONS: i32 = 2;
pub const NOWPLAYING_FEEDBACK_NEUTRAL: i32 = 0;
pub const NOWPLAYING_FEEDBACK_POSITIVE: i32 = 1;
pub const NOWPLAYING_FEEDBACK_NEGATIVE: i32 = 2;
pub const NOWPLAYING_PHASE_BEGIN: i32 = 0;
pub const NOWPLAYING_PHASE_END: i32 = 1;
pub const NOWPLAYING_DEVICE_SPEAKER: i32 = 1;
pub const NOWPLAYING_DEVICE_TV: i32 = 2;
pub const NOWPLAYING_DEVICE_SET_TOP_BOX: i32 = 3;
pub const NOWPLAYING_DEVICE_MEDIA_STICK: i32 = 4;
pub const NOWPLAYING_DEVICE_GAMING_CONSOLE: i32 = 5;
pub const NOWPLAYING_DEVICE_PHONE: i32 = 6;
pub const NOWPLAYING_DEVICE_TABLET: i32 = 7;
pub const NOWPLAYING_DEVICE_LAPTOP: i32 = 8;
pub const NOWPLAYING_DEVICE_DESKTOP: i32 = 9;
pub const NOWPLAYING_DEVICE_WEARABLE: i32 = 10;
pub const NOWPLAYING_DEVICE_CAR: i32 = 11;
pub const NOWPLAYING_DEVICE_WEB: i32 = 12;
pub const NOWPLAYING_TRACK_AUDIO: i32 = 1;
pub const NOWPLAYING_TRACK_SUBTITLES: i32 = 2;
pub const NOWPLAYING_TRACK_CAPTIONS: i32 = 3;
pub const NOWPLAYING_TRACK_IS_DEFAULT: i32 = 1;
pub const NOWPLAYING_TRACK_IS_FORCED: i32 = 2;
pub const NOWPLAYING_TRACK_DESCRIBES_VIDEO: i32 = 4;
pub const NOWPLAYING_TRACK_IS_COMMENTARY: i32 = 8;
pub const NOWPLAYING_PRIMARY_APPLICATION: i32 = 1;
pub const NOWPLAYING_PRIMARY_SYSTEM: i32 = 2;
pub const NOWPLAYING_INTERRUPTION_BEGAN: i32 = 0;
pub const NOWPLAYING_INTERRUPTION_ENDED: i32 = 1;
pub type __int32_t = ::std::os::raw::c_int;
pub type __uint32_t = ::std::os::raw::c_uint;
pub type __int64_t = ::std::os::raw::c_long;
pub type __uint64_t = ::std::os::raw::c_ulong;
extern "C" {
    #[doc = " Returns the version of the library that is loaded, as NOWPLAYING_VERSION."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_version() -> u32;
}
extern "C" {
    #[doc = " Returns the version of the library that is loaded, as text: \"0.4.0\". Never NULL; lives as long as the library."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_version_string() -> *const ::std::os::raw::c_char;
}
#[doc = " Result of a function, and answer to a request. 0 is success, negative is an error. Since: 0.1"]
pub type nowplaying_status = i32;
extern "C" {
    #[doc = " Returns one sentence for a status. Never NULL, also for unknown values; lives as long as the library."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_strerror(status: nowplaying_status) -> *const ::std::os::raw::c_char;
}
extern "C" {
    #[doc = " Returns details of the last error that a function of this library returned on this thread, or \"\" if there was none."]
    #[doc = " Never NULL. Valid until the next call that fails on this thread."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_last_error() -> *const ::std::os::raw::c_char;
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_app {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_session {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_content {
    _unused: [u8; 0],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_request {
    _unused: [u8; 0],
}
#[doc = " The owner of the loop that serves the bus. Since: 0.1"]
pub type nowplaying_loop_mode = i32;
#[doc = " How important a log line is. Since: 0.1"]
pub type nowplaying_log_level = i32;
#[doc = " Whether the app can be reached by the desktop. Since: 0.1"]
pub type nowplaying_bus_state = i32;
#[doc = " Options of an app that are on or off, or'ed together in nowplaying_app_options.flags. Since: 0.1"]
pub type nowplaying_app_flags = u32;
#[doc = " The identity and the options of an app. Initialise with NOWPLAYING_APP_OPTIONS_INIT. Since: 0.1"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_app_options {
    #[doc = " sizeof(nowplaying_app_options). Since: 0.1"]
    pub struct_size: usize,
    #[doc = " Required. The id of the application, \"org.example.Player\" or \"player\". Its last part names the player on the bus,"]
    #[doc = " org.mpris.MediaPlayer2.Player, and to playerctl; give it letters, digits, \"-\" and \"_\" only, others become \"_\". A"]
    #[doc = " second instance gets \".instance\" and something random behind it. Inside Flatpak and Snap the sandbox's own id takes"]
    #[doc = " its place, because no other may be owned there. Since: 0.1"]
    pub application_id: *const ::std::os::raw::c_char,
    #[doc = " The name that people see, \"Example Player\". NULL or \"\": the last part of the application id. Since: 0.1"]
    pub display_name: *const ::std::os::raw::c_char,
    #[doc = " Base name of the .desktop file without \".desktop\", by which desktops find icon and window."]
    #[doc = " NULL or \"\": the sandbox's id, else the application id. Since: 0.1"]
    pub desktop_entry: *const ::std::os::raw::c_char,
    #[doc = " D-Bus address of the bus. NULL or \"\": the session bus of $DBUS_SESSION_BUS_ADDRESS, else $XDG_RUNTIME_DIR/bus,"]
    #[doc = " else /run/user/UID/bus; none at all where $NOWPLAYING_BUS is \"none\", for the tests of a player. The environment is"]
    #[doc = " read when the app is made. Of a list, \"unix:path=/a;unix:path=/b\", the first that answers is the bus; for one that"]
    #[doc = " takes the connection and is silent the others wait as long as libsystemd does, one minute and a half. Since: 0.1"]
    pub bus_address: *const ::std::os::raw::c_char,
    #[doc = " URI schemes that `open_uri` takes, \"file\", \"https\". Without `open_uri` they are not used. Since: 0.1"]
    pub uri_schemes: *const *const ::std::os::raw::c_char,
    #[doc = " Number of uri_schemes, at most NOWPLAYING_MAX_URI_SCHEMES. Since: 0.1"]
    pub uri_scheme_count: usize,
    #[doc = " MIME types that the player plays, \"audio/flac\". Since: 0.1"]
    pub mime_types: *const *const ::std::os::raw::c_char,
    #[doc = " Number of mime_types, at most NOWPLAYING_MAX_MIME_TYPES. Since: 0.1"]
    pub mime_type_count: usize,
    #[doc = " For tests: a connected stream socket to a bus, used instead of any address and never reconnected. The library"]
    #[doc = " owns it from a successful nowplaying_app_new() on. -1: none. Since: 0.1"]
    pub bus_fd: i32,
    #[doc = " The owner of the loop that serves the bus. Since: 0.1"]
    pub loop_: nowplaying_loop_mode,
    #[doc = " The least important lines that `log` is called with. Since: 0.1"]
    pub log_level: nowplaying_log_level,
    #[doc = " See NOWPLAYING_APP_…. Since: 0.1"]
    pub flags: nowplaying_app_flags,
    #[doc = " Distinguishes this instance of the application from others, \"office\": it is added to the name on the bus,"]
    #[doc = " org.mpris.MediaPlayer2.Player.office; give it letters, digits, \"-\" and \"_\" only, others become \"_\". NULL or \"\":"]
    #[doc = " nothing is added to the first instance. Since: 0.2"]
    pub instance: *const ::std::os::raw::c_char,
    #[doc = " For scripts that read mpris:trackid: the object path below which your track ids are, \"/org/example/track\", without"]
    #[doc = " a final \"/\" and not below /org/mpris or /org/nowplaying; at most NOWPLAYING_MAX_ID_BYTES. The id of a content that"]
    #[doc = " has only the letters A to Z and a to z, digits and \"_\", and at most 200 of them, then stands behind it as it is,"]
    #[doc = " \"/org/example/track/4uLU6hMC\"; any other is escaped below /org/nowplaying/track, as all are without a prefix. Items"]
    #[doc = " of the same id in two sessions have the same track id then. NULL or \"\": no prefix. Since: 0.3"]
    pub track_path_prefix: *const ::std::os::raw::c_char,
}
#[doc = " The callbacks of an app. Any entry may be NULL. Initialise with NOWPLAYING_APP_CALLBACKS_INIT. Since: 0.1"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_app_callbacks {
    #[doc = " sizeof(nowplaying_app_callbacks). Since: 0.1"]
    pub struct_size: usize,
    #[doc = " Passed to each callback. Since: 0.1"]
    pub user_data: *mut ::std::os::raw::c_void,
    #[doc = " Called once, after the last callback, inside nowplaying_app_free() or when it takes effect. Since: 0.1"]
    pub destroy: ::std::option::Option<unsafe extern "C" fn(user_data: *mut ::std::os::raw::c_void)>,
    #[doc = " A line for the log: `level`, and a sentence without a line end. Since: 0.1"]
    pub log: ::std::option::Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            level: nowplaying_log_level,
            message: *const ::std::os::raw::c_char,
            user_data: *mut ::std::os::raw::c_void,
        ),
    >,
    #[doc = " The bus came, went, or the app's name was granted; `state` is the new state. First called when the first attempt"]
    #[doc = " to reach a bus has ended, also when it has failed. Since: 0.1"]
    pub bus_state: ::std::option::Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            state: nowplaying_bus_state,
            user_data: *mut ::std::os::raw::c_void,
        ),
    >,
    #[doc = " Bring the player's window to the front. The desktop offers it (MPRIS: CanRaise) if this entry is not NULL. When it"]
    #[doc = " is not answered within NOWPLAYING_MAX_REQUEST_TIME_US it has failed for the caller, and no callback tells you so;"]
    #[doc = " so it is with `quit` and `open_uri`. Since: 0.1"]
    pub raise: ::std::option::Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            request: *mut nowplaying_request,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " Quit the player. The desktop offers it (MPRIS: CanQuit) if this entry is not NULL. If the request is open when the"]
    #[doc = " app is freed, the caller gets success. Since: 0.1"]
    pub quit: ::std::option::Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            request: *mut nowplaying_request,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " Open and play `uri`, of at most NOWPLAYING_MAX_URI_BYTES. Its scheme is one of uri_schemes, compared without"]
    #[doc = " case; a client that gives another gets an error. Scripts also give an absolute path: it comes as its \"file:\" URI,"]
    #[doc = " if that is one of uri_schemes. `path`: of a \"file:\" URI of this machine its path, decoded, as open() takes it; else"]
    #[doc = " NULL. Since: 0.1"]
    pub open_uri: ::std::option::Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            request: *mut nowplaying_request,
            uri: *const ::std::os::raw::c_char,
            path: *const ::std::os::raw::c_char,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " Fill the screen (1) or cease to (0): MPRIS's Fullscreen is set. The desktop offers it (MPRIS: CanSetFullscreen) if"]
    #[doc = " this entry is not NULL. Do it, then nowplaying_app_set_fullscreen(). Since: 0.2"]
    pub fullscreen: ::std::option::Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            request: *mut nowplaying_request,
            fullscreen: i32,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " NOWPLAYING_LOOP_WAKEUP only, and required there: have nowplaying_app_dispatch() called soon, on whichever thread."]
    #[doc = " Called on the library's thread, beside everything else: do not wait here for the thread that dispatches. Inside it"]
    #[doc = " nowplaying_app_dispatch() is BUSY, and nowplaying_app_free() a client bug without effect. A dispatch that your main"]
    #[doc = " loop has still before it when you free the app must not run. Since: 0.2"]
    pub wakeup:
        ::std::option::Option<unsafe extern "C" fn(app: *mut nowplaying_app, user_data: *mut ::std::os::raw::c_void)>,
    #[doc = " Surfaces have come or gone that show animated artwork: `ratios` are the bits NOWPLAYING_ASPECT_RATIOS_… of what at"]
    #[doc = " least one of them shows now. Nothing needs to be made for any other. Since: 0.3"]
    pub aspect_ratios: ::std::option::Option<
        unsafe extern "C" fn(app: *mut nowplaying_app, ratios: u32, user_data: *mut ::std::os::raw::c_void),
    >,
    #[doc = " Play the playlist of an id, one of nowplaying_app_set_playlists(): MPRIS's ActivatePlaylist. Then"]
    #[doc = " nowplaying_app_set_active_playlist(). Clients see playlists if this entry is not NULL. Since: 0.3"]
    pub activate_playlist: ::std::option::Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            request: *mut nowplaying_request,
            playlist_id: *const ::std::os::raw::c_char,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
}
extern "C" {
    #[doc = " Makes an app. It connects in its loop, later, and it is no error when there is no bus."]
    #[doc = " options: required. callbacks: NULL for none; `destroy` is not called when the function fails."]
    #[doc = " ret_app: written before the first callback."]
    #[doc = " Errors: INVALID_ARGUMENT: options or ret_app NULL or misaligned; an impossible size; no application id; a bus_fd that"]
    #[doc = "   is no stream socket; an unknown loop, log_level or flag; too many uri_schemes or mime_types, or NULL with a count;"]
    #[doc = "   NOWPLAYING_LOOP_WAKEUP without `wakeup`."]
    #[doc = "   SYSTEM: no thread, file descriptor or memory."]
    #[doc = " Ownership: give *ret_app to nowplaying_app_free(). Since: 0.1"]
    pub fn nowplaying_app_new(
        options: *const nowplaying_app_options,
        callbacks: *const nowplaying_app_callbacks,
        ret_app: *mut *mut nowplaying_app,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Ends an app: releases its name, sends what is queued, closes the connection and removes its artwork files."]
    #[doc = " When it returns, no callback of the app or of its sessions runs or will run, and every `destroy` has been called."]
    #[doc = " It waits for a callback that is running on another thread, so hold no lock that your callbacks take. Sessions that"]
    #[doc = " still exist keep their handles, answer INVALID_STATE, and are still yours to free. Inside a callback of this app"]
    #[doc = " it takes effect when the callback returns, whose answer is delivered before. Requests that are still open fail, but"]
    #[doc = " a `quit` has succeeded. In a forked child: see \"What we do to your process\"."]
    #[doc = " app: may be NULL."]
    #[doc = " Thread: any, in NOWPLAYING_LOOP_FD preferably the one that dispatches. In callbacks: yes, delayed. Since: 0.1"]
    pub fn nowplaying_app_free(app: *mut nowplaying_app);
}
extern "C" {
    #[doc = " Gets the file descriptor to poll for reading. The same for the app's whole life; the app owns it. It becomes"]
    #[doc = " readable at once, so that the first dispatch connects."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_fd NULL. INVALID_STATE: the app has another loop than"]
    #[doc = "   NOWPLAYING_LOOP_FD. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_app_get_fd(app: *mut nowplaying_app, ret_fd: *mut i32) -> nowplaying_status;
}
extern "C" {
    #[doc = " Serves the bus: reads, sends, and calls callbacks. Never waits. Calling it without need is cheap and harmless."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_STATE: the app has NOWPLAYING_LOOP_THREAD. BUSY: inside a callback, or while"]
    #[doc = "   another thread dispatches. FORKED."]
    #[doc = " Thread: one at a time. In callbacks: no (BUSY). Since: 0.1"]
    pub fn nowplaying_app_dispatch(app: *mut nowplaying_app) -> nowplaying_status;
}
extern "C" {
    #[doc = " Gets whether the app can be reached by the desktop now."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_state NULL. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_app_get_bus_state(
        app: *mut nowplaying_app,
        ret_state: *mut nowplaying_bus_state,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Gets the name by which the desktop sees the app now: \"org.mpris.MediaPlayer2.Player\", or another where that one is"]
    #[doc = " taken."]
    #[doc = " ret_name: room for `size` bytes; gets the name, and \"\" while NOWPLAYING_BUS_PUBLISHED is not the state."]
    #[doc = " size: NOWPLAYING_MAX_BUS_NAME_BYTES + 1 is always enough."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_name NULL. TOO_LARGE: the name and its NUL do not fit. FORKED."]
    #[doc = " Since: 0.2"]
    pub fn nowplaying_app_get_bus_name(
        app: *mut nowplaying_app,
        ret_name: *mut ::std::os::raw::c_char,
        size: usize,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets the name that people see; clients are sent it. Takes effect at once, without a commit."]
    #[doc = " display_name: as in nowplaying_app_options."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.2"]
    pub fn nowplaying_app_set_display_name(
        app: *mut nowplaying_app,
        display_name: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets whether the player fills the screen (MPRIS: Fullscreen); a new app does not. Takes effect at once, without a"]
    #[doc = " commit."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.2"]
    pub fn nowplaying_app_set_fullscreen(app: *mut nowplaying_app, fullscreen: i32) -> nowplaying_status;
}
extern "C" {
    #[doc = " Gets the aspect ratios in which surfaces show animated artwork now: bits NOWPLAYING_ASPECT_RATIOS_…; 0 while there"]
    #[doc = " is no such surface."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_ratios NULL. FORKED."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_app_get_aspect_ratios(app: *mut nowplaying_app, ret_ratios: *mut u32) -> nowplaying_status;
}
#[doc = " One of the playlists of an app, which clients of MPRIS's Playlists list and activate. Initialise with"]
#[doc = " NOWPLAYING_PLAYLIST_INIT. Since: 0.3"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_playlist {
    #[doc = " sizeof(nowplaying_playlist). Since: 0.3"]
    pub struct_size: usize,
    #[doc = " Required: names it within the app; another for each, and the same at each start of the app. Since: 0.3"]
    pub id: *const ::std::os::raw::c_char,
    #[doc = " Required: the name that people see. Since: 0.3"]
    pub name: *const ::std::os::raw::c_char,
    #[doc = " The URL of a small picture of it, \"file:///…\". NULL or \"\": it has none. Since: 0.3"]
    pub icon_url: *const ::std::os::raw::c_char,
    #[doc = " When it was made, in seconds since 1970; NOWPLAYING_TIME_UNKNOWN where it is not known. By each of these dates"]
    #[doc = " that one playlist has, clients can ask for all in that order; and by name, and as you have given them."]
    #[doc = " Since: 0.3"]
    pub created: i64,
    #[doc = " When it was changed last, as `created`. Since: 0.3"]
    pub modified: i64,
    #[doc = " When it was played last, as `created`. Since: 0.3"]
    pub last_played: i64,
}
extern "C" {
    #[doc = " Sets the playlists that there are, replacing all; clients are told how many there are now, and of each that has"]
    #[doc = " another name or icon. Takes effect at once, without a commit. Clients see them if the app has a callback"]
    #[doc = " `activate_playlist`."]
    #[doc = " playlists: `count` descriptions in the user's order, all of the same struct_size; NULL with count 0: none."]
    #[doc = " count: at most NOWPLAYING_MAX_PLAYLISTS."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count; no id or no name; two of the same id; an impossible"]
    #[doc = "   size. TOO_LARGE: too many. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_app_set_playlists(
        app: *mut nowplaying_app,
        playlists: *const nowplaying_playlist,
        count: usize,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets the playlist that plays (MPRIS: ActivePlaylist). Takes effect at once, without a commit."]
    #[doc = " playlist_id: the id of one of nowplaying_app_set_playlists(); of no other are clients told. NULL or \"\": none plays."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_app_set_active_playlist(
        app: *mut nowplaying_app,
        playlist_id: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
#[doc = " The kind of an item. Each kind takes the fields named beside it, and every kind those that are marked \"any kind\"."]
#[doc = " Since: 0.1"]
pub type nowplaying_content_kind = i32;
#[doc = " Audio or video. Not shown: MPRIS has no key for it. Since: 0.1"]
pub type nowplaying_media_type = i32;
#[doc = " Whether an item has a length. Since: 0.1"]
pub type nowplaying_duration_kind = i32;
#[doc = " One piece of an item's description. Its type follows the number: 1 to 99 text, 100 to 199 list of texts,"]
#[doc = " 200 to 299 integer, 300 to 399 number. \"Shown as\" names the key of MPRIS's metadata by which clients see it. A field"]
#[doc = " of one kind of content alone is shown so where the item does not say more: an author where there are no ARTISTS. \"Not"]
#[doc = " shown\": MPRIS has no key for it, so that it is kept with the content, and no client of MPRIS can see it."]
#[doc = " Since: 0.1"]
pub type nowplaying_field = i32;
extern "C" {
    #[doc = " Makes a content."]
    #[doc = " id: names the item within the session: \"the same id\" means \"the same item, described anew\". For entries of a queue"]
    #[doc = "   see nowplaying_session_set_queue(). NULL or \"\": the library makes a new one each time the content is set to a"]
    #[doc = "   session."]
    #[doc = " Errors: INVALID_ARGUMENT: an unknown kind, or ret_content NULL or misaligned. SYSTEM: no memory."]
    #[doc = " Ownership: give *ret_content to nowplaying_content_free(). Since: 0.1"]
    pub fn nowplaying_content_new(
        kind: nowplaying_content_kind,
        id: *const ::std::os::raw::c_char,
        ret_content: *mut *mut nowplaying_content,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Frees a content. Sessions that it was set to keep what they were given. content: may be NULL."]
    #[doc = " Thread: the one that uses the content. Since: 0.1"]
    pub fn nowplaying_content_free(content: *mut nowplaying_content);
}
extern "C" {
    #[doc = " Sets a text, a list of one text, or a date. text: NULL or \"\" removes the field. Of a date: as much of ISO 8601 as is"]
    #[doc = " known, \"2006\", \"2006-05\", \"2006-05-31\", \"2006-05-31T20:15:00+02:00\"; without a month it is January, without a zone"]
    #[doc = " UTC."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: a field of neither, or not a date. NOT_SUPPORTED: not a field of this kind."]
    #[doc = " Thread: one at a time. Since: 0.1"]
    pub fn nowplaying_content_set_text(
        content: *mut nowplaying_content,
        field: nowplaying_field,
        text: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets a list of texts. texts: `count` strings; NULL and empty entries are left out. NULL with count 0 removes the"]
    #[doc = " field. count: at most NOWPLAYING_MAX_TEXTS."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a list field, or texts NULL with a count. TOO_LARGE: a higher count."]
    #[doc = "   NOT_SUPPORTED: not a field of this kind."]
    #[doc = " Thread: one at a time. Since: 0.1"]
    pub fn nowplaying_content_set_texts(
        content: *mut nowplaying_content,
        field: nowplaying_field,
        texts: *const *const ::std::os::raw::c_char,
        count: usize,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets an integer. Negative numbers remove the field (dates before 1970 are legal)."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: not an integer field. NOT_SUPPORTED: not a field of this kind."]
    #[doc = " Thread: one at a time. Since: 0.1"]
    pub fn nowplaying_content_set_integer(
        content: *mut nowplaying_content,
        field: nowplaying_field,
        value: i64,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets a number, clamped to 0.0 … 1.0. NaN removes the field."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a number field."]
    #[doc = " Thread: one at a time. Since: 0.1"]
    pub fn nowplaying_content_set_number(
        content: *mut nowplaying_content,
        field: nowplaying_field,
        value: f64,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets a text under a key of the player's own, \"cmus:stream_title\", for scripts that read it. Any kind of content"]
    #[doc = " takes it. Clients of MPRIS see it under that key of the metadata, surfaces of org.nowplaying in `extra`. Desktops"]
    #[doc = " show fields alone: what a field can say is to be set by its field too."]
    #[doc = " key: a prefix, the name of the player for instance, of letters A to Z and a to z, digits, \"-\" and \"_\"; then \":\"; then"]
    #[doc = "   one or more printable characters of ASCII, without spaces. At most NOWPLAYING_MAX_EXTRA_KEY_BYTES in all. The"]
    #[doc = "   prefixes \"mpris\", \"xesam\" and \"nowplaying\" are taken. Or, for scripts that know it so, what a prefix may be alone:"]
    #[doc = "   \"bitrate\". The templates of playerctl know only keys that begin with a letter or \"_\" and have letters, digits, \"_\""]
    #[doc = "   and \":\"."]
    #[doc = " text: as of nowplaying_content_set_text(), at most NOWPLAYING_MAX_TEXT_BYTES. NULL or \"\" removes the key."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: key NULL, or not such a key. TOO_LARGE: the content has"]
    #[doc = "   NOWPLAYING_MAX_EXTRA other keys."]
    #[doc = " Thread: one at a time. Since: 0.3"]
    pub fn nowplaying_content_set_extra(
        content: *mut nowplaying_content,
        key: *const ::std::os::raw::c_char,
        text: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Removes a field of any type."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a field."]
    #[doc = " Thread: one at a time. Since: 0.1"]
    pub fn nowplaying_content_unset(content: *mut nowplaying_content, field: nowplaying_field) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets whether the item is audio or video. A new content is audio, a movie or TV show video for good."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown type. NOT_SUPPORTED: audio for a movie or TV show."]
    #[doc = " Thread: one at a time. Since: 0.1"]
    pub fn nowplaying_content_set_media_type(
        content: *mut nowplaying_content,
        type_: nowplaying_media_type,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets how long the item is. A new content is UNKNOWN, a radio LIVE."]
    #[doc = " duration_us: for FINITE, 0 or more; else ignored. The desktop is told no length unless it is finite and not 0."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown kind, or a negative duration_us with FINITE."]
    #[doc = " Thread: one at a time. Since: 0.1"]
    pub fn nowplaying_content_set_duration(
        content: *mut nowplaying_content,
        kind: nowplaying_duration_kind,
        duration_us: i64,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets the id of the item's artwork. The picture is the one that the session remembers by that id. Without one the"]
    #[doc = " session's `artwork` callback is asked for it when it is to be shown, and not while there is no bus; and"]
    #[doc = " nowplaying_session_provide_artwork_data(), _file() or _url() gives it at any time."]
    #[doc = " artwork_id: names the picture, for instance the album's id, or a hash of the bytes. NULL or \"\": no artwork."]
    #[doc = " Errors: INVALID_HANDLE."]
    #[doc = " Thread: one at a time. Since: 0.1"]
    pub fn nowplaying_content_set_artwork(
        content: *mut nowplaying_content,
        artwork_id: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
#[doc = " A chapter of an item: an episode, a book, a concert. Initialise with NOWPLAYING_CHAPTER_INIT. Since: 0.4"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_chapter {
    #[doc = " sizeof(nowplaying_chapter). Since: 0.4"]
    pub struct_size: usize,
    #[doc = " Where it begins: microseconds from the start of the item, 0 or more. It ends where the next begins. Since: 0.4"]
    pub start_us: i64,
    #[doc = " Its title. NULL or \"\": none; surfaces then count. Since: 0.4"]
    pub title: *const ::std::os::raw::c_char,
    #[doc = " The id of its picture, as of nowplaying_content_set_artwork(). NULL or \"\": that of the item. Surfaces may ask for"]
    #[doc = " it as for the item's: the `artwork` callback is called with this id, unless the picture was provided. Since: 0.4"]
    pub artwork_id: *const ::std::os::raw::c_char,
}
extern "C" {
    #[doc = " Sets the chapters of the item, replacing all. Any kind of content takes them. Surfaces of org.nowplaying show where"]
    #[doc = " the position is among them, and go to one by SEEK_TO_POSITION; MPRIS has no word for them. Where they have no times,"]
    #[doc = " the fields CHAPTER and CHAPTER_COUNT say which one plays."]
    #[doc = " chapters: `count` descriptions in the order of their start_us, all of the same struct_size; NULL with count 0: none."]
    #[doc = " count: at most NOWPLAYING_MAX_CHAPTERS. Titles are cut at NOWPLAYING_MAX_CHAPTER_TITLE_BYTES."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count, or misaligned; a start_us that is negative or before"]
    #[doc = "   that of the chapter before; an impossible size. TOO_LARGE: too many."]
    #[doc = " Thread: one at a time. Since: 0.4"]
    pub fn nowplaying_content_set_chapters(
        content: *mut nowplaying_content,
        chapters: *const nowplaying_chapter,
        count: usize,
    ) -> nowplaying_status;
}
#[doc = " The shape of an animated artwork. Since: 0.3"]
pub type nowplaying_aspect_ratio = i32;
extern "C" {
    #[doc = " Sets the id of an animated artwork of the item in an aspect ratio: a video without sound that loops, and a picture"]
    #[doc = " that is shown before it and instead of it. The session's `preview` and `video` are asked for them when a surface"]
    #[doc = " shows that aspect ratio; give the item a plain artwork too, for all others."]
    #[doc = " artwork_id: names it; both aspect ratios may have the same. NULL or \"\": none in this aspect ratio."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown aspect ratio."]
    #[doc = " Thread: one at a time. Since: 0.3"]
    pub fn nowplaying_content_set_animated_artwork(
        content: *mut nowplaying_content,
        ratio: nowplaying_aspect_ratio,
        artwork_id: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
#[doc = " The state of playback. Since: 0.1"]
pub type nowplaying_playback_state = i32;
#[doc = " The cause of an error, by which surfaces choose what to offer. Since: 0.4"]
pub type nowplaying_error_kind = i32;
#[doc = " The state of playback at one moment. While playing the position at time t is"]
#[doc = " elapsed_us + rate × (t − timestamp_us). Initialise with NOWPLAYING_SNAPSHOT_INIT. Since: 0.1"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_snapshot {
    #[doc = " sizeof(nowplaying_snapshot). Since: 0.1"]
    pub struct_size: usize,
    #[doc = " The position at timestamp_us, or NOWPLAYING_TIME_UNKNOWN. Any other negative number counts as 0. Since: 0.1"]
    pub elapsed_us: i64,
    #[doc = " When that was so, by CLOCK_MONOTONIC, or NOWPLAYING_TIME_NOW. The same snapshot with NOWPLAYING_TIME_NOW, set"]
    #[doc = " again later, moves the position back to its old elapsed_us: set one only when playback changes, with the position"]
    #[doc = " of now. Negative: before the machine was started, as for a radio that has been playing for longer. More than a day"]
    #[doc = " ahead it must be of another clock: that is a client bug, and taken as NOWPLAYING_TIME_NOW. Since: 0.1"]
    pub timestamp_us: i64,
    #[doc = " The actual speed while playing: finite and not 0; negative runs backwards. Ignored in other states. Since: 0.1"]
    pub rate: f64,
    #[doc = " The speed that playback returns to: finite and greater than 0. Since: 0.1"]
    pub default_rate: f64,
    #[doc = " The state of playback. Since: 0.1"]
    pub state: nowplaying_playback_state,
    #[doc = " Must be 0. Since: 0.1"]
    pub reserved: i32,
    #[doc = " The first position that can be sought at timestamp_us, where this is not the start of the item: of a broadcast"]
    #[doc = " that one may go back in, or of a file that is not there as a whole. With both, SEEK_TO_POSITION is offered also for"]
    #[doc = " a live item, and brings positions between the two alone. Both or neither is NOWPLAYING_TIME_UNKNOWN; any other"]
    #[doc = " negative number counts as 0. They count where elapsed_us is known. Position 0 of a live item is where you like."]
    #[doc = " Since: 0.4"]
    pub seekable_start_us: i64,
    #[doc = " The last such position, not before seekable_start_us. That of a live item is taken to move on with the clock, so"]
    #[doc = " that a broadcast needs no commit for it; commit another where that is wrong by more than a second. The first one"]
    #[doc = " stays: of a window that slides, commit it again every few seconds. Since: 0.4"]
    pub seekable_end_us: i64,
    #[doc = " Up to which position there is data at timestamp_us, or NOWPLAYING_TIME_UNKNOWN. Surfaces are sent it where it has"]
    #[doc = " moved by more than a second; it may be committed often. Since: 0.4"]
    pub buffered_us: i64,
    #[doc = " ERROR: a sentence for people, in their language. May be NULL. Since: 0.4"]
    pub error: *const ::std::os::raw::c_char,
    #[doc = " ERROR: NOWPLAYING_ERROR_KIND_…; else 0. Since: 0.4"]
    pub error_kind: nowplaying_error_kind,
    #[doc = " 1: plays what is broadcast at this moment, as near as the player can. Since: 0.4"]
    pub is_at_live_edge: i32,
}
#[doc = " A command that a desktop can send to a player. Since: 0.1"]
pub type nowplaying_command_kind = i32;
#[doc = " Where a surface that has few places shows a command. Since: 0.4"]
pub type nowplaying_slot = i32;
#[doc = " A command that a session takes. Initialise with NOWPLAYING_COMMAND_INIT(kind). Since: 0.1"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_command {
    #[doc = " sizeof(nowplaying_command). Since: 0.1"]
    pub struct_size: usize,
    #[doc = " The kind of the command. Since: 0.1"]
    pub kind: nowplaying_command_kind,
    #[doc = " 0: offered, but not now (no next track). The callback is not called. Since: 0.1"]
    pub enabled: i32,
    #[doc = " A number of your own, which you get back in nowplaying_command_event. Since: 0.1"]
    pub tag: u64,
    #[doc = " SKIP_…: preferred intervals, greater than 0, the first preferred most. NULL: ten seconds. Since: 0.1"]
    pub intervals_us: *const i64,
    #[doc = " Number of intervals_us, at most NOWPLAYING_MAX_INTERVALS. Since: 0.1"]
    pub interval_count: usize,
    #[doc = " CHANGE_RATE: the speeds that can be chosen, finite and not 0. NULL: 1.0 only. Since: 0.1"]
    pub rates: *const f64,
    #[doc = " Number of rates, at most NOWPLAYING_MAX_RATES. Since: 0.1"]
    pub rate_count: usize,
    #[doc = " CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE, FEEDBACK: the present mode. Since: 0.1"]
    pub current: i32,
    #[doc = " CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE, FEEDBACK: bits of the modes that can be chosen. 0: all. Since: 0.1"]
    pub supported: u32,
    #[doc = " FEEDBACK, BOOKMARK, CUSTOM: the words of the button, \"Like this song\". Required for CUSTOM, else may be NULL."]
    #[doc = " Shown by surfaces of org.nowplaying. Since: 0.1"]
    pub title: *const ::std::os::raw::c_char,
    #[doc = " FEEDBACK, BOOKMARK, CUSTOM: fewer words, \"Like\". May be NULL. Shown by the same. Since: 0.1"]
    pub short_title: *const ::std::os::raw::c_char,
    #[doc = " CHANGE_RATE: the lowest speed, greater than 0, where any up to rate_maximum can be chosen; `rates` then says only"]
    #[doc = " which to offer. 0, with rate_maximum 0: `rates` alone. Since: 0.2"]
    pub rate_minimum: f64,
    #[doc = " CHANGE_RATE: the highest speed, not lower than rate_minimum. Since: 0.2"]
    pub rate_maximum: f64,
    #[doc = " CUSTOM: required; names the command among the session's, and comes back in nowplaying_command_event."]
    #[doc = " Since: 0.4"]
    pub id: *const ::std::os::raw::c_char,
    #[doc = " The picture of the button, by a word of the list in org.nowplaying.md (\"heart-filled\") or a name of freedesktop's"]
    #[doc = " icon naming, which surfaces show if they have it, and the title if not: letters A to Z and a to z, digits, \"-\", \"_\""]
    #[doc = " and \".\", never a path. NULL or \"\": that of the kind. Since: 0.4"]
    pub icon: *const ::std::os::raw::c_char,
    #[doc = " Where a surface shows it: NOWPLAYING_SLOT_…. Since: 0.4"]
    pub slot: nowplaying_slot,
    #[doc = " BOOKMARK, CUSTOM: 1 while it is switched on, which surfaces show; else 0. Since: 0.4"]
    pub active: i32,
    #[doc = " SET_RATING: how many steps there are from 0.0 to 1.0, 5 for five stars, 10 for half ones, 1 for a heart; at most"]
    #[doc = " 100. 0: any rating can be given. Since: 0.4"]
    pub steps: i32,
    #[doc = " Must be 0. Since: 0.4"]
    pub reserved: i32,
}
#[doc = " A command that was given. Only the fields that its kind names have a meaning. Since: 0.1"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_command_event {
    #[doc = " Size of the struct that the library filled. Since: 0.1"]
    pub struct_size: usize,
    #[doc = " The kind of the command; always one that you set, enabled. PLAY and PAUSE also while they are disabled, if the"]
    #[doc = " command that you were given before leads to the state in which they make sense. Since: 0.1"]
    pub kind: nowplaying_command_kind,
    #[doc = " SEEK_FORWARD, SEEK_BACKWARD: NOWPLAYING_PHASE_…. Since: 0.1"]
    pub phase: i32,
    #[doc = " The tag of the command's descriptor. Since: 0.1"]
    pub tag: u64,
    #[doc = " SEEK_TO_POSITION: where to, 0 or more and not beyond a finite duration. SKIP_…: how far, greater than 0."]
    #[doc = " Since: 0.1"]
    pub time_us: i64,
    #[doc = " CHANGE_RATE: the speed, one of `rates`, or from rate_minimum to rate_maximum. Since: 0.1"]
    pub rate: f64,
    #[doc = " CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE, FEEDBACK: the mode, one of the supported. MUTE: 1 or 0. Since: 0.1"]
    pub mode: i32,
    #[doc = " Always 0. Since: 0.1"]
    pub reserved: i32,
    #[doc = " CUSTOM: the id of the command, byte for byte; else NULL. Since: 0.4"]
    pub id: *const ::std::os::raw::c_char,
    #[doc = " SET_RATING: 0.0 to 1.0, a multiple of 1 / `steps` where there are steps. Since: 0.4"]
    pub rating: f64,
}
#[doc = " An artwork that the library asks for. Since: 0.1"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_artwork_event {
    #[doc = " Size of the struct that the library filled. Since: 0.1"]
    pub struct_size: usize,
    #[doc = " The id that the content gave, byte for byte. Since: 0.1"]
    pub artwork_id: *const ::std::os::raw::c_char,
    #[doc = " Wanted width in pixels. Give your largest if you have no such size, and do not enlarge. Since: 0.1"]
    pub width: i32,
    #[doc = " Wanted height in pixels. Since: 0.1"]
    pub height: i32,
}
#[doc = " A part of an animated artwork that a surface asks for. Since: 0.3"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_animated_artwork_event {
    #[doc = " Size of the struct that the library filled. Since: 0.3"]
    pub struct_size: usize,
    #[doc = " The id that the content gave for the aspect ratio, byte for byte. Since: 0.3"]
    pub artwork_id: *const ::std::os::raw::c_char,
    #[doc = " The aspect ratio. Since: 0.3"]
    pub ratio: nowplaying_aspect_ratio,
    #[doc = " Wanted width in pixels; 0: no preference. Since: 0.3"]
    pub width: i32,
    #[doc = " Wanted height in pixels; 0: no preference. Since: 0.3"]
    pub height: i32,
    #[doc = " Always 0. Since: 0.3"]
    pub reserved: i32,
}
#[doc = " Kind of a device that plays. Since: 0.3"]
pub type nowplaying_device_type = i32;
#[doc = " A device on which a remote session plays. Initialise with NOWPLAYING_DEVICE_INIT. Since: 0.3"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_device {
    #[doc = " sizeof(nowplaying_device). Since: 0.3"]
    pub struct_size: usize,
    #[doc = " Required: names the device, the same in every session that plays there. Since: 0.3"]
    pub id: *const ::std::os::raw::c_char,
    #[doc = " Required: the name that people see, \"Kitchen\". Since: 0.3"]
    pub name: *const ::std::os::raw::c_char,
    #[doc = " Its level, 0.0 to 1.0 (clamped), if it has one that can be set; negative: it has none. Surfaces see it where the"]
    #[doc = " session has a callback `device_volume`. Since: 0.3"]
    pub volume: f64,
    #[doc = " The kind of the device. Since: 0.3"]
    pub type_: nowplaying_device_type,
    #[doc = " 1: it can be made louder and quieter, which surfaces offer where the session has a callback `device_step`."]
    #[doc = " Since: 0.3"]
    pub can_step: i32,
}
#[doc = " The kind of a track: one of each kind plays at a time, or of the last two none. Since: 0.4"]
pub type nowplaying_track_kind = i32;
#[doc = " The nature of a track, beyond its language: bits of nowplaying_track.characteristics. Since: 0.4"]
pub type nowplaying_track_characteristics = u32;
#[doc = " An audio or subtitle track of the item that plays. Initialise with NOWPLAYING_TRACK_INIT. Since: 0.4"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_track {
    #[doc = " sizeof(nowplaying_track). Since: 0.4"]
    pub struct_size: usize,
    #[doc = " Required: names the track among those of its kind. Since: 0.4"]
    pub id: *const ::std::os::raw::c_char,
    #[doc = " Its language, as BCP 47 writes it: \"de\", \"pt-BR\". NULL or \"\": not known. Since: 0.4"]
    pub language: *const ::std::os::raw::c_char,
    #[doc = " Words for people, \"Director's commentary\". NULL or \"\": surfaces show the language. Since: 0.4"]
    pub title: *const ::std::os::raw::c_char,
    #[doc = " The kind. Since: 0.4"]
    pub kind: nowplaying_track_kind,
    #[doc = " Bits NOWPLAYING_TRACK_…. Since: 0.4"]
    pub characteristics: nowplaying_track_characteristics,
    #[doc = " 1: it is heard or seen now; at most one of its kind. Since: 0.4"]
    pub selected: i32,
    #[doc = " Must be 0. Since: 0.4"]
    pub reserved: i32,
}
#[doc = " The primaries that a session is: bits of nowplaying_session_get_primary(). Since: 0.1"]
pub type nowplaying_primary_flags = u32;
#[doc = " For the `interruption` callback. Since: 0.1"]
pub type nowplaying_interruption = i32;
#[doc = " The callbacks of a session. Any entry may be NULL. Initialise with NOWPLAYING_SESSION_CALLBACKS_INIT."]
#[doc = ""]
#[doc = " Callbacks that get a request answer it by what they return: NOWPLAYING_OK (done), an error, or NOWPLAYING_PENDING to"]
#[doc = " answer later; then the request is yours, and released by nowplaying_request_unref(). A callback may also complete the"]
#[doc = " request itself, to give a text or a picture; OK or an error that it returns then has no effect, and it must not"]
#[doc = " return NOWPLAYING_PENDING. Commands, volumes and artwork that are not answered within NOWPLAYING_MAX_REQUEST_TIME_US"]
#[doc = " have failed. An unknown negative status counts as COMMAND_FAILED. While NOWPLAYING_MAX_OPEN_REQUESTS of an app are"]
#[doc = " open, further calls of clients are refused. Since: 0.1"]
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_session_callbacks {
    #[doc = " sizeof(nowplaying_session_callbacks). Since: 0.1"]
    pub struct_size: usize,
    #[doc = " Passed to each callback. Since: 0.1"]
    pub user_data: *mut ::std::os::raw::c_void,
    #[doc = " Called once, after the last callback, inside nowplaying_session_free() or nowplaying_app_free(), or when they"]
    #[doc = " take effect. Since: 0.1"]
    pub destroy: ::std::option::Option<unsafe extern "C" fn(user_data: *mut ::std::os::raw::c_void)>,
    #[doc = " Somebody pressed a button. Change your playback; then set what changed and commit, here or later. Without it no"]
    #[doc = " command is offered. PLAY does not come while you play, nor PAUSE while you are paused, when a client of MPRIS calls"]
    #[doc = " them. What is shown is what you commit, nothing else. But calls that are relative (seek by an offset,"]
    #[doc = " play-pause) go by the commands that you have been given already: ten steps of five seconds are fifty, and two"]
    #[doc = " play-pauses none, however long you take. A command is forgotten in this when you answer it by an error, commit"]
    #[doc = " something else after your answer, or nothing for five seconds. Since: 0.1"]
    pub command: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            event: *const nowplaying_command_event,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " The content's artwork is wanted. Answer by nowplaying_request_complete_artwork_data(), _file() or _url(), here or"]
    #[doc = " later. A picture is remembered by its id; after an error it is asked for again with the next content. To say that"]
    #[doc = " there is no picture after all, return NOWPLAYING_ERROR_NO_SUCH_CONTENT: other errors are warnings in the log."]
    #[doc = " Not called for an artwork whose picture was provided by nowplaying_session_provide_artwork_data() and the like. A"]
    #[doc = " player that loads its pictures anyway needs only those, and leaves this entry NULL. Since: 0.1"]
    pub artwork: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            event: *const nowplaying_artwork_event,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " Somebody moved the volume: MPRIS's Volume is set, to 0.0 to 1.0, or to the volume's maximum. Set it, then"]
    #[doc = " nowplaying_session_set_volume() and commit what you took. Since: 0.1"]
    pub volume: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            volume: f64,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " A request that you hold is cancelled or timed out: an answer would have no effect. Release it all the same, here"]
    #[doc = " or later. Not called after nowplaying_session_free(). Since: 0.1"]
    pub request_cancelled: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            user_data: *mut ::std::os::raw::c_void,
        ),
    >,
    #[doc = " The session became or ceased to be a primary; `primary` are the present bits. Since: 0.1"]
    pub primary_changed: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            primary: nowplaying_primary_flags,
            user_data: *mut ::std::os::raw::c_void,
        ),
    >,
    #[doc = " The answer to nowplaying_session_request_…_primary(). `which` is the bit that was asked for. Since: 0.1"]
    pub primary_result: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            which: nowplaying_primary_flags,
            status: nowplaying_status,
            user_data: *mut ::std::os::raw::c_void,
        ),
    >,
    #[doc = " See NOWPLAYING_APP_INTERRUPTIONS. Since: 0.1"]
    pub interruption: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            interruption: nowplaying_interruption,
            user_data: *mut ::std::os::raw::c_void,
        ),
    >,
    #[doc = " The still picture of an animated artwork is wanted, quickly: within NOWPLAYING_MAX_PREVIEW_TIME_US. Answer as"]
    #[doc = " `artwork` is answered; the picture is of the aspect ratio that the event names, within 1 %. Surfaces ask for no"]
    #[doc = " preview and no video unless this entry or `video` is there. Since: 0.3"]
    pub preview: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            event: *const nowplaying_animated_artwork_event,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " The video of an animated artwork is wanted, by a surface that has somebody looking at it. Answer within"]
    #[doc = " NOWPLAYING_MAX_VIDEO_TIME_US by nowplaying_request_complete_video_file(), _data() or _url(). It is kept while the"]
    #[doc = " item stays, and asked for again by another size. Since: 0.3"]
    pub video: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            event: *const nowplaying_animated_artwork_event,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " Somebody moved the volume of a device, to 0.0 to 1.0. Set it, then nowplaying_session_set_devices() and commit"]
    #[doc = " what it took. A session that plays on devices and has no volume of its own gets the volume of the whole group here"]
    #[doc = " too, one call for each device with a level that can be set. That volume is the mean of these levels. To set it each"]
    #[doc = " level is multiplied by the same factor, at most to 1.0, so that the mean may stay below what was asked for; where"]
    #[doc = " all are 0.0, each gets the volume itself. Since: 0.3"]
    pub device_volume: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            device_id: *const ::std::os::raw::c_char,
            volume: f64,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " Somebody made a device that `can_step` louder (step 1) or quieter (-1). Since: 0.3"]
    pub device_step: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            device_id: *const ::std::os::raw::c_char,
            step: i32,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " Somebody chose an entry of the queue to be played: MPRIS's GoTo. `entry_id` is the id of its content, byte for"]
    #[doc = " byte; nowplaying_request_get_queue_row() gives its row, where several entries have that id. Called only for an"]
    #[doc = " entry that is in the queue that was committed last. Since: 0.3"]
    pub queue_go_to: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            entry_id: *const ::std::os::raw::c_char,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " Somebody puts `uri`, which is as that of the app's `open_uri` and needs it, into the queue: after the entry"]
    #[doc = " `after_id`, or at the start where that is NULL; and plays it at once if `play` is not 0. Where a client names no"]
    #[doc = " entry that is there, `after_id` is the last of the queue. The row that it gets is what"]
    #[doc = " nowplaying_request_get_queue_row() gives, plus 1. Since: 0.3"]
    pub queue_add: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            uri: *const ::std::os::raw::c_char,
            after_id: *const ::std::os::raw::c_char,
            play: i32,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " Somebody takes an entry out of the queue; as `queue_go_to`. Since: 0.3"]
    pub queue_remove: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            entry_id: *const ::std::os::raw::c_char,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " Somebody reads the position. Write where the item is now to `ret_elapsed_us`, in microseconds from its start, and"]
    #[doc = " return NOWPLAYING_OK. For a player whose engine knows better than its snapshots, because there is sound only some"]
    #[doc = " time after it says that it plays, as behind a sound server or on a network. Called when a client reads Position or"]
    #[doc = " all properties, before a relative Seek is carried out, and after a commit of another item or snapshot; at no other"]
    #[doc = " time, and never for a session without content or without a snapshot. Calls that a client sends without waiting for"]
    #[doc = " answers share one, up to 32. It counts from then on, and the position moves on from it as after a snapshot;"]
    #[doc = " committing it is not needed. Where it differs by more than a quarter of a second from what clients believe, they"]
    #[doc = " are sent it (MPRIS: Seeked). It is cut to 0 … the duration."]
    #[doc = " An error leaves the position as the snapshot says it; so does an answer that took longer than"]
    #[doc = " NOWPLAYING_MAX_POSITION_TIME_US, which is a client bug: the callback is then not called for ten seconds."]
    #[doc = " Since: 0.3"]
    pub position: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            ret_elapsed_us: *mut i64,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
    #[doc = " Somebody chose a track of nowplaying_session_set_tracks(): `track_id`, byte for byte, of a kind. NULL: none of"]
    #[doc = " this kind, which comes for subtitles and captions alone. Do it, then set the tracks again and commit. Surfaces of"]
    #[doc = " org.nowplaying see tracks if this entry is not NULL. Since: 0.4"]
    pub select_track: ::std::option::Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            kind: nowplaying_track_kind,
            track_id: *const ::std::os::raw::c_char,
            user_data: *mut ::std::os::raw::c_void,
        ) -> nowplaying_status,
    >,
}
extern "C" {
    #[doc = " Makes a session. It is shown once it has content and is the application primary."]
    #[doc = " id: names the session within the app. NULL or \"\": the library makes one."]
    #[doc = " callbacks: NULL for none; `destroy` is not called when the function fails."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_session NULL or misaligned, or an impossible size. INVALID_STATE: the"]
    #[doc = "   app was freed. TOO_LARGE: the app has NOWPLAYING_MAX_SESSIONS. SYSTEM: no memory. FORKED."]
    #[doc = " Ownership: give *ret_session to nowplaying_session_free(). Since: 0.1"]
    pub fn nowplaying_session_new(
        app: *mut nowplaying_app,
        id: *const ::std::os::raw::c_char,
        callbacks: *const nowplaying_session_callbacks,
        ret_session: *mut *mut nowplaying_session,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Makes a session that plays on other devices: a speaker in another room, a television. It is a player of its own on"]
    #[doc = " the desktop, beside what the app plays here: with a connection and an MPRIS name of its own, made of the app's and of"]
    #[doc = " a hash of the id, and shown as \"App – Kitchen\" by its first device; with two devices as \"App – Kitchen + 1\", and so"]
    #[doc = " on. It is always application primary there, and shown while it has content. All else is as with any session; answer"]
    #[doc = " late (NOWPLAYING_PENDING) where the device is slow. When the device goes, free the session."]
    #[doc = " CLOCK_MONOTONIC stands still while this machine is suspended, and the device plays on: the position that is shown is"]
    #[doc = " late by the time slept until you set a snapshot with that of now, so set one when the machine wakes."]
    #[doc = " id: as in nowplaying_session_new(). The name on the bus is the same at each start if the id is."]
    #[doc = " Errors: as nowplaying_session_new()."]
    #[doc = " Ownership: give *ret_session to nowplaying_session_free(). Since: 0.3"]
    pub fn nowplaying_session_new_remote(
        app: *mut nowplaying_app,
        id: *const ::std::os::raw::c_char,
        callbacks: *const nowplaying_session_callbacks,
        ret_session: *mut *mut nowplaying_session,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Ends a session: the desktop ceases to show it, its artwork requests are cancelled, its `destroy` is called. If it is"]
    #[doc = " the application primary no other session takes its place, not even one that plays: the app is gone from the desktop"]
    #[doc = " until one asks by nowplaying_session_request_application_primary(). When it returns, no callback of the session runs"]
    #[doc = " or will run. It waits for one that is running on another thread, so hold no lock that your callbacks take. Inside a"]
    #[doc = " callback of this app `destroy` is called when the callback returns."]
    #[doc = " Commands and volumes that you were given stay yours to answer, because the end of the session may be what was asked"]
    #[doc = " for: a callback that frees its session answers by what it returns, and a request that you kept can be completed"]
    #[doc = " afterwards; released without an answer it fails. In a forked child: see \"What we do to your process\"."]
    #[doc = " session: may be NULL."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_free(session: *mut nowplaying_session);
}
extern "C" {
    #[doc = " Sets the content; staged until the commit. content: copied; NULL: nothing to show. One that equals the present one,"]
    #[doc = " with the same id of yours, is no change."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_set_content(
        session: *mut nowplaying_session,
        content: *const nowplaying_content,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets the snapshot; staged until the commit. snapshot: copied; NULL: not known, shown as stopped."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: an unknown state; a rate that is 0 or not finite while playing; a"]
    #[doc = "   default_rate that is not finite and positive; an unknown error_kind; one of seekable_start_us and seekable_end_us"]
    #[doc = "   without the other, or an end before the start; a reserved that is not 0; an impossible size. No other time is"]
    #[doc = "   refused. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_set_snapshot(
        session: *mut nowplaying_session,
        snapshot: *const nowplaying_snapshot,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets the commands, replacing all; staged until the commit. commands: `count` descriptors, all of the same"]
    #[doc = " struct_size; NULL with count 0: none. count: at most NOWPLAYING_MAX_COMMANDS. Where a kind is given twice, the first"]
    #[doc = " enabled one is used, except FEEDBACK and CUSTOM."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count; an unknown kind or slot; a mode, interval, rate or"]
    #[doc = "   number of steps that is not legal; an icon that is no name; a CUSTOM without id or title, or two of the same id; a"]
    #[doc = "   reserved that is not 0; an impossible size. TOO_LARGE: too many commands, intervals or rates. INVALID_STATE."]
    #[doc = "   FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_set_commands(
        session: *mut nowplaying_session,
        commands: *const nowplaying_command,
        count: usize,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets `enabled` of every command of a kind; staged until the commit."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown kind. INVALID_STATE: no command of that kind was set, or the app"]
    #[doc = "   was freed. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_set_command_enabled(
        session: *mut nowplaying_session,
        kind: nowplaying_command_kind,
        enabled: i32,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets `current` of every command of a kind, staged until the commit: CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE or"]
    #[doc = " FEEDBACK."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: another kind, or an unknown mode. INVALID_STATE: no command of that kind"]
    #[doc = "   was set, or the app was freed. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_set_command_mode(
        session: *mut nowplaying_session,
        kind: nowplaying_command_kind,
        mode: i32,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets `enabled` and `active` of a CUSTOM command; staged until the commit."]
    #[doc = " id: of a command that was set."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: id NULL or \"\". INVALID_STATE: no such command was set, or the app was"]
    #[doc = "   freed. FORKED."]
    #[doc = " Since: 0.4"]
    pub fn nowplaying_session_set_custom_command(
        session: *mut nowplaying_session,
        id: *const ::std::os::raw::c_char,
        enabled: i32,
        active: i32,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets whether the session is muted, staged until the commit; a new one is not. Surfaces of org.nowplaying show it;"]
    #[doc = " for MPRIS, which has no word for it, the volume stays what it is."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.4"]
    pub fn nowplaying_session_set_muted(session: *mut nowplaying_session, muted: i32) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets the audio and subtitle tracks of the item, replacing all; staged until the commit. Set them with each item that"]
    #[doc = " has others: they belong to the session, and stay with the next content. Surfaces see them if the session has a"]
    #[doc = " callback `select_track`."]
    #[doc = " tracks: `count` descriptions in the order to show, all of the same struct_size; NULL with count 0: none."]
    #[doc = " count: at most NOWPLAYING_MAX_TRACKS."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count, or misaligned; no id; two of a kind with the same id, or"]
    #[doc = "   both selected; an unknown kind or characteristic; a reserved that is not 0; an impossible size. TOO_LARGE: too"]
    #[doc = "   many. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.4"]
    pub fn nowplaying_session_set_tracks(
        session: *mut nowplaying_session,
        tracks: *const nowplaying_track,
        count: usize,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets the volume; staged until the commit. volume: 0.0 or more, 1.0 is full; clamped to NOWPLAYING_MAX_VOLUME."]
    #[doc = " Clients are told one above 1.5, and 1.5 times the maximum, too, but the log calls it a client bug, once for a session"]
    #[doc = " that is shown: such a player counts to 100. A negative value: the session has no volume; then the desktop is told 1.0"]
    #[doc = " and cannot change it."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: not finite. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_set_volume(session: *mut nowplaying_session, volume: f64) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets the highest volume that the desktop may set, staged until the commit; 1.0 at first: for a player that"]
    #[doc = " amplifies."]
    #[doc = " maximum: greater than 0, clamped to NOWPLAYING_MAX_VOLUME."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: not finite, or not greater than 0. INVALID_STATE: the app was freed."]
    #[doc = "   FORKED."]
    #[doc = " Since: 0.2"]
    pub fn nowplaying_session_set_volume_maximum(session: *mut nowplaying_session, maximum: f64) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets the devices of a remote session, replacing all; staged until the commit."]
    #[doc = " devices: `count` descriptions, all of the same struct_size; NULL with count 0: none. The first names the session on"]
    #[doc = "   the desktop. count: at most NOWPLAYING_MAX_DEVICES."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count; no id or no name; two of the same id; an unknown type; a"]
    #[doc = "   volume that is not a number; an impossible size. TOO_LARGE: too many. INVALID_STATE: not a remote session, or the"]
    #[doc = "   app was freed. FORKED."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_session_set_devices(
        session: *mut nowplaying_session,
        devices: *const nowplaying_device,
        count: usize,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets the queue, staged until the commit: what is played before and after the present item, which clients see by"]
    #[doc = " MPRIS's TrackList. They see it whole up to NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES; of a longer one the part around the"]
    #[doc = " entry whose id is that of the session's content. So you may give a queue of any length once, or the part around what"]
    #[doc = " plays each time that changes. What clients do to it comes by the callbacks `queue_go_to`, `queue_add` and"]
    #[doc = " `queue_remove`; they are told that it can be edited if there is one of the latter two."]
    #[doc = " entries: `count` contents in their order, kept as they are now; yours are free to be changed or freed. Each has an"]
    #[doc = "   id: one of its own, or that of the song or file, which several entries may have. Clients are told of an entry what"]
    #[doc = "   they would be told of it as the content, but no picture and no lyrics, and no text or list that would make it"]
    #[doc = "   longer than 64 KiB."]
    #[doc = "   NULL with count 0: there is no queue, and clients do not see the interface."]
    #[doc = " count: at most NOWPLAYING_MAX_QUEUE_ENTRIES."]
    #[doc = " To clients each entry has a track id (MPRIS's) of its own, which lasts: when the queue is set again, entries are"]
    #[doc = " found again by their ids, wherever they are and however they are described now. Among entries of one id those stay"]
    #[doc = " that are in the same order as most others, a longest common subsequence; after more than eight entries of that id"]
    #[doc = " have come or gone at once it may be another of them, and after fewer where more than 25,000 rows are others. The rest"]
    #[doc = " of them are taken for moved ones, and only then for new ones. The first entry of an id has the track id that an item"]
    #[doc = " of that id has alone, the others have longer ones that are never those of track_path_prefix. A queue of 10,000"]
    #[doc = " entries takes about 2 milliseconds, in the thread that sets it, and about 12 where each song is there twice and many"]
    #[doc = " have moved."]
    #[doc = " Errors: INVALID_HANDLE: the session. INVALID_ARGUMENT: NULL with a count, an entry that is no content or has no id."]
    #[doc = "   TOO_LARGE: too many. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_session_set_queue(
        session: *mut nowplaying_session,
        entries: *const *const nowplaying_content,
        count: usize,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Sets which entry of the queue plays, staged until the commit: needed where several entries have the id of the"]
    #[doc = " session's content, else the one that has it plays. It counts while the content has the entry's id, and the entry is"]
    #[doc = " followed when the queue is set again; so set it when another entry begins, also one of the same id, in one commit"]
    #[doc = " with that. An entry that is taken out while it plays goes on being what plays. Until it is set, the first entry of"]
    #[doc = " the content's id plays."]
    #[doc = " row: the index of the entry in the queue that was set last, committed or not, from 0. Negative: not known any more."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: the queue has no such row. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_session_set_queue_row(session: *mut nowplaying_session, row: i64) -> nowplaying_status;
}
extern "C" {
    #[doc = " Publishes what was staged, all at once. Never waits. A commit that changes nothing costs next to nothing."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_commit(session: *mut nowplaying_session) -> nowplaying_status;
}
extern "C" {
    #[doc = " Provides the bytes of a PNG, JPEG, WebP or GIF file as the picture of an artwork id."]
    #[doc = " artwork_id: as in nowplaying_content_set_artwork(), which cuts it likewise."]
    #[doc = " data: `size` bytes. They are written to a file before the call returns: it waits for the disk."]
    #[doc = " size: 1 to NOWPLAYING_MAX_ARTWORK_BYTES."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: artwork_id NULL or \"\", or data NULL. NOT_AN_IMAGE: other bytes, none, or"]
    #[doc = "   so damaged that they do not say how wide and high the picture is. TOO_LARGE. IO: the picture cannot be written"]
    #[doc = "   where the desktop would see it. INVALID_STATE: the app was freed. FORKED. What was provided for the id before stays"]
    #[doc = "   then."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_session_provide_artwork_data(
        session: *mut nowplaying_session,
        artwork_id: *const ::std::os::raw::c_char,
        data: *const ::std::os::raw::c_void,
        size: usize,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Provides a file as the picture of an artwork id. It is read before the call returns and not needed any more."]
    #[doc = " path: of a PNG, JPEG, WebP or GIF file of at most NOWPLAYING_MAX_ARTWORK_BYTES."]
    #[doc = " Errors: as nowplaying_session_provide_artwork_data(): INVALID_HANDLE, INVALID_ARGUMENT (path NULL), NOT_AN_IMAGE,"]
    #[doc = "   TOO_LARGE, INVALID_STATE, FORKED. IO also: cannot be read, or not a regular file."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_session_provide_artwork_file(
        session: *mut nowplaying_session,
        artwork_id: *const ::std::os::raw::c_char,
        path: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Provides the address of a picture as that of an artwork id."]
    #[doc = " url: as in nowplaying_request_complete_artwork_url(). A file is read before the call returns, and its bytes stay in"]
    #[doc = "   memory for surfaces of org.nowplaying as long as the session remembers the picture. Of \"https://…\" surfaces of"]
    #[doc = "   org.nowplaying, which get the bytes, are told that the picture is elsewhere (Asset.NotLocal): the library fetches"]
    #[doc = "   nothing."]
    #[doc = " Errors: as nowplaying_session_provide_artwork_file(): INVALID_HANDLE, IO, NOT_AN_IMAGE, TOO_LARGE, INVALID_STATE,"]
    #[doc = "   FORKED. SYSTEM: no descriptor or no memory for the bytes. INVALID_ARGUMENT: artwork_id NULL or \"\", or no such URL."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_session_provide_artwork_url(
        session: *mut nowplaying_session,
        artwork_id: *const ::std::os::raw::c_char,
        url: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Says that there is no picture of an artwork id: nobody waits for it, and an item of this id is shown without one, as"]
    #[doc = " if it had no artwork. Provide one to take it back."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: artwork_id NULL or \"\". INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_session_provide_artwork_none(
        session: *mut nowplaying_session,
        artwork_id: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Asks to be what the app shows. The session that was it before is no longer shown. The answer comes by"]
    #[doc = " `primary_result`; it is OK, also without a bus, unless the session is freed before."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_request_application_primary(session: *mut nowplaying_session) -> nowplaying_status;
}
extern "C" {
    #[doc = " Asks to be what the app shows and what the whole desktop drives. The answer comes by `primary_result`:"]
    #[doc = " NOWPLAYING_OK; NOT_PERMITTED: the sandbox does not allow to own the token, the session is application primary"]
    #[doc = " nevertheless; NO_BUS; CANCELLED. The player that had it before may take it back in the same way, and gets it back"]
    #[doc = " when this session is freed or resigns."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_request_system_primary(session: *mut nowplaying_session) -> nowplaying_status;
}
extern "C" {
    #[doc = " Gives the system primary back, so that the player that had it before may resume. No effect when the session does"]
    #[doc = " not hold it and has not asked for it."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_resign_system_primary(session: *mut nowplaying_session) -> nowplaying_status;
}
extern "C" {
    #[doc = " Gets what the session is the primary of, as bits NOWPLAYING_PRIMARY_…."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_primary NULL. INVALID_STATE: the app was freed. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_session_get_primary(
        session: *mut nowplaying_session,
        ret_primary: *mut nowplaying_primary_flags,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Takes another reference to a request, for a second owner. Returns its argument, or NULL for an invalid handle and in"]
    #[doc = " a forked child. A callback that returns NOWPLAYING_PENDING need not call it: the request is its own already."]
    #[doc = " Ownership: balance with nowplaying_request_unref(). Since: 0.1"]
    pub fn nowplaying_request_ref(request: *mut nowplaying_request) -> *mut nowplaying_request;
}
extern "C" {
    #[doc = " Releases a request. When its last reference is released without an answer, it has failed with COMMAND_FAILED, and"]
    #[doc = " that is a client bug unless the session or app was freed before. Always returns NULL. In a forked child it only"]
    #[doc = " frees memory."]
    #[doc = " request: may be NULL."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_request_unref(request: *mut nowplaying_request) -> *mut nowplaying_request;
}
extern "C" {
    #[doc = " Answers a request. status: NOWPLAYING_OK or an error, for instance NOWPLAYING_ERROR_COMMAND_FAILED."]
    #[doc = " message: for an error, a sentence that the caller gets. May be NULL: then the status's own, nowplaying_strerror()."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: status positive, or OK for an artwork. ALREADY_ANSWERED. CANCELLED."]
    #[doc = "   TIMED_OUT. FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_request_complete(
        request: *mut nowplaying_request,
        status: nowplaying_status,
        message: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Answers a request of `artwork` or `preview` with the bytes of a PNG, JPEG, WebP or GIF file."]
    #[doc = " data: `size` bytes. For MPRIS they are written to a file before the call returns: it waits for the disk. A surface of"]
    #[doc = "   org.nowplaying, which may ask for either, gets a copy in memory."]
    #[doc = " size: 1 to NOWPLAYING_MAX_ARTWORK_BYTES."]
    #[doc = " Errors, which leave the request open: INVALID_HANDLE. INVALID_ARGUMENT: data NULL, or a request of neither."]
    #[doc = "   NOT_AN_IMAGE: as in nowplaying_session_provide_artwork_data(). TOO_LARGE. WRONG_ASPECT_RATIO: a preview of another"]
    #[doc = "   shape, by more than 1 %. IO: the picture cannot be written where the desktop would see it. SYSTEM: no memory for"]
    #[doc = "   a surface's. And: ALREADY_ANSWERED, CANCELLED, TIMED_OUT, FORKED."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_request_complete_artwork_data(
        request: *mut nowplaying_request,
        data: *const ::std::os::raw::c_void,
        size: usize,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Answers a request of `artwork` or `preview` with a file, which is read before the call returns and not needed any"]
    #[doc = " more."]
    #[doc = " path: of a PNG, JPEG, WebP or GIF file of at most NOWPLAYING_MAX_ARTWORK_BYTES."]
    #[doc = " Errors, which leave the request open: as nowplaying_request_complete_artwork_data(). IO also: cannot be read, or not"]
    #[doc = "   a regular file."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_request_complete_artwork_file(
        request: *mut nowplaying_request,
        path: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Answers a request of `artwork` or `preview` with the address of a picture."]
    #[doc = " url: \"https://…\" (or http): for MPRIS alone, where the desktop is told the address and fetches it; not all desktops"]
    #[doc = "   can. \"file:///…\": of a PNG, JPEG, WebP or GIF file of at most NOWPLAYING_MAX_ARTWORK_BYTES that stays there and as"]
    #[doc = "   it is for as long as it is shown; the desktop is told the file itself, or from inside a sandbox a copy. In either"]
    #[doc = "   case of ASCII alone, the rest percent-encoded, and of at most NOWPLAYING_MAX_TEXT_BYTES."]
    #[doc = " Errors, which leave the request open: INVALID_HANDLE. INVALID_ARGUMENT: no such URL, or a request of neither."]
    #[doc = "   NOT_LOCAL: \"https://…\" for a preview, or for an artwork that a surface of org.nowplaying asks for: surfaces get the"]
    #[doc = "   bytes, and the library fetches nothing. Give the request the status as its answer, and the surface is told why"]
    #[doc = "   (Asset.NotLocal). For a file: as nowplaying_request_complete_artwork_file(). And: ALREADY_ANSWERED, CANCELLED,"]
    #[doc = "   TIMED_OUT, FORKED."]
    #[doc = " Since: 0.2"]
    pub fn nowplaying_request_complete_artwork_url(
        request: *mut nowplaying_request,
        url: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Answers a video request with a file, which is opened and checked before the call returns; surfaces read it through"]
    #[doc = " the open file, so that it may be removed then, but not changed."]
    #[doc = " path: of an MP4, QuickTime or WebM video of the aspect ratio that was asked for, without sound, of at most"]
    #[doc = "   NOWPLAYING_MAX_VIDEO_BYTES and 60 frames a second. Whether there is sound is not checked: surfaces play it muted."]
    #[doc = "   Format, aspect ratio and frame rate are, by the headers of the file; no frame is decoded, and any file is checked"]
    #[doc = "   within a bounded number of reads. The shape of pixels counts, and that the picture is turned. The frame rate is the"]
    #[doc = "   average from the first to the last frame, by the times that the file gives them; DefaultDuration of WebM, which"]
    #[doc = "   some files lack, is not read. WebM: of VP8, VP9 or AV1."]
    #[doc = " Errors, which leave the request open: INVALID_HANDLE. INVALID_ARGUMENT: path NULL, or not a video request."]
    #[doc = "   NOT_A_VIDEO, WRONG_ASPECT_RATIO (by more than 1 %), FRAME_RATE, TOO_LARGE. IO: cannot be read, or not a regular"]
    #[doc = "   file. And: ALREADY_ANSWERED, CANCELLED, TIMED_OUT, FORKED. Give the request the status as its answer, and the"]
    #[doc = "   surface is told why."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_request_complete_video_file(
        request: *mut nowplaying_request,
        path: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Answers a video request with the bytes of a video, which are copied, and checked as those of a file."]
    #[doc = " data: `size` bytes. size: 1 to NOWPLAYING_MAX_VIDEO_BYTES."]
    #[doc = " Errors: as nowplaying_request_complete_video_file(), INVALID_ARGUMENT also: data NULL. SYSTEM: no memory."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_request_complete_video_data(
        request: *mut nowplaying_request,
        data: *const ::std::os::raw::c_void,
        size: usize,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Answers a video request with the address of a file on this computer, \"file:///…\", which is checked as one by path."]
    #[doc = " Errors: as nowplaying_request_complete_video_file(). NOT_LOCAL: another address, as \"https://…\"."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_request_complete_video_url(
        request: *mut nowplaying_request,
        url: *const ::std::os::raw::c_char,
    ) -> nowplaying_status;
}
extern "C" {
    #[doc = " Gets whether an answer is still wanted. Returns NOWPLAYING_OK while it is; else ALREADY_ANSWERED, CANCELLED,"]
    #[doc = " TIMED_OUT, FORKED or INVALID_HANDLE."]
    #[doc = " Since: 0.1"]
    pub fn nowplaying_request_get_state(request: *mut nowplaying_request) -> nowplaying_status;
}
extern "C" {
    #[doc = " Gets the row of the entry that a request of `queue_go_to`, `queue_add` or `queue_remove` is about: the index in the"]
    #[doc = " queue that the session has committed last, from 0. Valid for as long as the request is held, also after it was"]
    #[doc = " answered: where the queue was committed anew since the callback, the row is the one that the entry has now. Ask in"]
    #[doc = " the thread that changes the queue, and it is right until that changes it."]
    #[doc = " ret_row: -1 for `queue_add` at the start of the queue; else that of the entry `after_id`."]
    #[doc = " Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_row NULL or misaligned, or another request. NO_SUCH_CONTENT: the entry"]
    #[doc = "   is not in the queue any more. FORKED."]
    #[doc = " Since: 0.3"]
    pub fn nowplaying_request_get_queue_row(request: *mut nowplaying_request, ret_row: *mut i64) -> nowplaying_status;
}
