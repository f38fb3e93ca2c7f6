// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Made by nowplaying-sys/generate from include/nowplaying/nowplaying.abi.json. Do not edit.

use std::mem::size_of;
use std::os::raw::{c_char, c_void};
use std::ptr::{null, null_mut};

/// Version of this header. The shared library's soname is libnowplaying.so.MAJOR.
pub const NOWPLAYING_VERSION_MAJOR: i32 = 0;
/// Incremented when something is added.
pub const NOWPLAYING_VERSION_MINOR: i32 = 4;
/// Incremented for a release that only fixes bugs.
pub const NOWPLAYING_VERSION_PATCH: i32 = 0;
/// MAJOR << 16 | MINOR << 8 | PATCH, to compare with nowplaying_version().
pub const NOWPLAYING_VERSION: u32 = 1024;
/// Success.
pub const NOWPLAYING_OK: i32 = 0;
/// Returned by a callback: the player will answer the request later, and release it. Not an error.
pub const NOWPLAYING_PENDING: i32 = 1;
/// An argument is NULL, out of range, or not a value of its enumeration.
pub const NOWPLAYING_ERROR_INVALID_ARGUMENT: i32 = -1;
/// The handle is NULL, misaligned, of another kind, or freed.
pub const NOWPLAYING_ERROR_INVALID_HANDLE: i32 = -2;
/// The call does not fit the present state of the object.
pub const NOWPLAYING_ERROR_INVALID_STATE: i32 = -3;
/// The request has been answered already; this answer had no effect.
pub const NOWPLAYING_ERROR_ALREADY_ANSWERED: i32 = -4;
/// The session or item of the request has gone: the app or the session was freed, or the content whose artwork was
/// asked for is shown no longer.
pub const NOWPLAYING_ERROR_CANCELLED: i32 = -5;
/// The request was not answered in time.
pub const NOWPLAYING_ERROR_TIMED_OUT: i32 = -6;
/// The player or the library does not support this.
pub const NOWPLAYING_ERROR_NOT_SUPPORTED: i32 = -7;
/// The bus or the sandbox does not permit this.
pub const NOWPLAYING_ERROR_NOT_PERMITTED: i32 = -8;
/// There is no session bus at present.
pub const NOWPLAYING_ERROR_NO_BUS: i32 = -9;
/// The player tried to carry the command out and failed.
pub const NOWPLAYING_ERROR_COMMAND_FAILED: i32 = -10;
/// The item that the command asks for does not exist.
pub const NOWPLAYING_ERROR_NO_SUCH_CONTENT: i32 = -11;
/// The data is larger than the limit.
pub const NOWPLAYING_ERROR_TOO_LARGE: i32 = -12;
/// The data is not a PNG, JPEG, WebP or GIF image.
pub const NOWPLAYING_ERROR_NOT_AN_IMAGE: i32 = -13;
/// A file could not be read or written.
pub const NOWPLAYING_ERROR_IO: i32 = -14;
/// The object was made before fork() and belongs to the parent process.
pub const NOWPLAYING_ERROR_FORKED: i32 = -15;
/// Another thread is dispatching this app, or this thread is, further up its stack.
pub const NOWPLAYING_ERROR_BUSY: i32 = -16;
/// The system refused a thread, a file descriptor, or memory for one of these.
pub const NOWPLAYING_ERROR_SYSTEM: i32 = -17;
/// The address is not on this computer, and the library fetches nothing.
pub const NOWPLAYING_ERROR_NOT_LOCAL: i32 = -18;
/// The data is not an MP4, QuickTime or WebM video.
pub const NOWPLAYING_ERROR_NOT_A_VIDEO: i32 = -19;
/// The aspect ratio of the picture or video differs from the wanted one by more than 1 %.
pub const NOWPLAYING_ERROR_WRONG_ASPECT_RATIO: i32 = -20;
/// The video has more than 60 frames a second.
pub const NOWPLAYING_ERROR_FRAME_RATE: i32 = -21;
/// Bytes of a text, without its NUL; a longer one is cut.
pub const NOWPLAYING_MAX_TEXT_BYTES: i32 = 4096;
/// Bytes of NOWPLAYING_FIELD_LYRICS; longer lyrics are cut.
pub const NOWPLAYING_MAX_LYRICS_BYTES: i32 = 65536;
/// Bytes of an id, a name, a URI scheme, a MIME type or an address of a bus; a longer one is cut.
pub const NOWPLAYING_MAX_ID_BYTES: i32 = 1024;
/// Bytes of a URI that `open_uri` is called with; a client's call with a longer one is refused.
pub const NOWPLAYING_MAX_URI_BYTES: i32 = 65536;
/// Bytes of a picture, 32 MiB; a larger one is refused.
pub const NOWPLAYING_MAX_ARTWORK_BYTES: i32 = 33554432;
/// Pictures that a session remembers by their artwork ids, with at most 64 MiB together. The picture that was unused
/// for longest is forgotten first, but never that of the item that is shown. Pictures of the item's chapters are
/// forgotten like any other.
pub const NOWPLAYING_MAX_REMEMBERED_ARTWORKS: i32 = 16;
/// Pictures and videos that an app keeps after it has given them to surfaces of org.nowplaying, each as a descriptor:
/// at most 64 MiB together, or a single larger one. The oldest is dropped first, and you are asked for it again when a
/// surface wants it again. All are dropped with their item.
pub const NOWPLAYING_MAX_KEPT_PICTURES: i32 = 64;
/// Texts of a field that is a list; more are refused.
pub const NOWPLAYING_MAX_TEXTS: i32 = 64;
/// Keys of nowplaying_content_set_extra() in a content; more are refused.
pub const NOWPLAYING_MAX_EXTRA: i32 = 32;
/// Bytes of a key of nowplaying_content_set_extra(); a longer one is refused.
pub const NOWPLAYING_MAX_EXTRA_KEY_BYTES: i32 = 64;
/// URI schemes of an app; more are refused.
pub const NOWPLAYING_MAX_URI_SCHEMES: i32 = 64;
/// MIME types of an app; more are refused.
pub const NOWPLAYING_MAX_MIME_TYPES: i32 = 256;
/// Commands of a session; more are refused.
pub const NOWPLAYING_MAX_COMMANDS: i32 = 64;
/// Chapters of a content; more are refused.
pub const NOWPLAYING_MAX_CHAPTERS: i32 = 1024;
/// Bytes of the title of a chapter; a longer one is cut.
pub const NOWPLAYING_MAX_CHAPTER_TITLE_BYTES: i32 = 256;
/// Tracks of a session; more are refused.
pub const NOWPLAYING_MAX_TRACKS: i32 = 256;
/// Intervals of a command; more are refused.
pub const NOWPLAYING_MAX_INTERVALS: i32 = 64;
/// Rates of a command; more are refused.
pub const NOWPLAYING_MAX_RATES: i32 = 64;
/// Sessions of an app; more are refused.
pub const NOWPLAYING_MAX_SESSIONS: i32 = 1024;
/// Requests of an app that are open at one time; clients' calls beyond that are refused.
pub const NOWPLAYING_MAX_OPEN_REQUESTS: i32 = 1024;
/// How long a request may be open, in microseconds: ten seconds. After that it has failed.
pub const NOWPLAYING_MAX_REQUEST_TIME_US: i32 = 10000000;
/// How long a request of `preview` may be open, in microseconds: two seconds.
pub const NOWPLAYING_MAX_PREVIEW_TIME_US: i32 = 2000000;
/// How long a request of `video` may be open, in microseconds: thirty seconds.
pub const NOWPLAYING_MAX_VIDEO_TIME_US: i32 = 30000000;
/// How long the callback `position` may take, in microseconds: a tenth of a second. A later answer is not used.
pub const NOWPLAYING_MAX_POSITION_TIME_US: i32 = 100000;
/// Bytes of a video, 256 MiB; a larger one is refused.
pub const NOWPLAYING_MAX_VIDEO_BYTES: i32 = 268435456;
/// Devices of a session; more are refused.
pub const NOWPLAYING_MAX_DEVICES: i32 = 64;
/// Entries of a queue; more are refused.
pub const NOWPLAYING_MAX_QUEUE_ENTRIES: i32 = 1000000;
/// Entries of a queue that clients see at one time.
pub const NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES: i32 = 100;
/// Playlists of an app; more are refused.
pub const NOWPLAYING_MAX_PLAYLISTS: i32 = 4096;
/// The highest volume; a higher one is clamped.
pub const NOWPLAYING_MAX_VOLUME: i32 = 100;
/// Bytes of a name on the bus, without its NUL.
pub const NOWPLAYING_MAX_BUS_NAME_BYTES: i32 = 255;
/// The library runs a thread.
pub const NOWPLAYING_LOOP_THREAD: i32 = 0;
/// You poll nowplaying_app_get_fd() and call nowplaying_app_dispatch().
pub const NOWPLAYING_LOOP_FD: i32 = 1;
/// The library calls `wakeup` on a thread of its own, and you call nowplaying_app_dispatch() on a thread of your
/// choice.
pub const NOWPLAYING_LOOP_WAKEUP: i32 = 2;
/// Something does not work, and will not work without help.
pub const NOWPLAYING_LOG_ERROR: i32 = 0;
/// Something is wrong, for instance a client bug; the library goes on.
pub const NOWPLAYING_LOG_WARNING: i32 = 1;
/// Rare events: the bus came or went, a name was granted.
pub const NOWPLAYING_LOG_INFO: i32 = 2;
/// Every decision of the library.
pub const NOWPLAYING_LOG_DEBUG: i32 = 3;
/// No bus is there; the library waits for one.
pub const NOWPLAYING_BUS_NONE: i32 = 0;
/// The app is connected, but has no name: nothing is shown.
pub const NOWPLAYING_BUS_CONNECTED: i32 = 1;
/// The app is connected, and shown by its MPRIS name.
pub const NOWPLAYING_BUS_PUBLISHED: i32 = 2;
/// Sessions get their `interruption` callback when another player takes the system primary from them.
pub const NOWPLAYING_APP_INTERRUPTIONS: i32 = 1;
/// The app is shown even while there is nothing to play, as stopped and without metadata: the desktop can raise it,
/// quit it, and give it something to open. Commands that the application primary has enabled, its modes and its volume
/// can then be used too, but positions cannot. So a media key starts a player that has just been opened.
pub const NOWPLAYING_APP_SHOW_IDLE: i32 = 2;
/// The app has no .desktop file: clients see an empty DesktopEntry, so that they look for no icon and no window, and
/// `nowplaying doctor` does not report that the file is missing.
pub const NOWPLAYING_APP_NO_DESKTOP_ENTRY: i32 = 4;
/// A song: TITLE, ARTISTS, ALBUM, COMPOSERS, ISRC.
pub const NOWPLAYING_CONTENT_MUSIC: i32 = 1;
/// An episode of a podcast: TITLE, SHOW_NAME, RELEASE_DATE, SEASON, EPISODE.
pub const NOWPLAYING_CONTENT_PODCAST: i32 = 2;
/// A film: TITLE.
pub const NOWPLAYING_CONTENT_MOVIE: i32 = 3;
/// An episode of a TV show: TITLE, SHOW_NAME, SEASON, EPISODE.
pub const NOWPLAYING_CONTENT_TV_SHOW: i32 = 4;
/// An audiobook: TITLE, AUTHOR, NARRATOR.
pub const NOWPLAYING_CONTENT_BOOK: i32 = 5;
/// A broadcast: STATION_NAME, PROGRAM_NAME.
pub const NOWPLAYING_CONTENT_RADIO: i32 = 6;
/// A camera, a doorbell, a home recording: SOURCE_NAME, DESCRIPTION.
pub const NOWPLAYING_CONTENT_HOME_MEDIA: i32 = 7;
/// Anything else: TITLE, SUBTITLE.
pub const NOWPLAYING_CONTENT_GENERIC: i32 = 8;
/// To be heard.
pub const NOWPLAYING_MEDIA_AUDIO: i32 = 0;
/// To be watched.
pub const NOWPLAYING_MEDIA_VIDEO: i32 = 1;
/// The length is not known, or not yet.
pub const NOWPLAYING_DURATION_UNKNOWN: i32 = 0;
/// The length is known.
pub const NOWPLAYING_DURATION_FINITE: i32 = 1;
/// A live broadcast: no length, no seeking. SEEK_TO_POSITION is offered as disabled, whatever you have set, unless the
/// snapshot has positions to seek to (`seekable_start_us`).
pub const NOWPLAYING_DURATION_LIVE: i32 = 2;
/// Endless, but not a broadcast: the sound of rain, a generated stream.
pub const NOWPLAYING_DURATION_CONTINUOUS: i32 = 3;
/// Title of the song, episode, film, book or anything else. Any kind. Shown as xesam:title. For an item without tags,
/// players often set its address, or the end of the address, as the title. User, password, query and fragment are
/// removed from such a title, because everybody sees it.
pub const NOWPLAYING_FIELD_TITLE: i32 = 1;
/// Second line of a generic content. Shown as xesam:artist.
pub const NOWPLAYING_FIELD_SUBTITLE: i32 = 2;
/// Name of the album. Any kind. Shown as xesam:album; for a podcast, a TV show and a radio station, which have no
/// albums, only if it is not the same as the artist.
pub const NOWPLAYING_FIELD_ALBUM: i32 = 3;
/// Name of the podcast or TV show. Shown as xesam:artist if there are no other artists, else as xesam:album.
pub const NOWPLAYING_FIELD_SHOW_NAME: i32 = 4;
/// Author of a book. Shown as xesam:artist.
pub const NOWPLAYING_FIELD_AUTHOR: i32 = 5;
/// Narrator of a book. Shown as xesam:composer.
pub const NOWPLAYING_FIELD_NARRATOR: i32 = 6;
/// The radio station. Shown as xesam:title if there is no other title, else as xesam:artist if there is no other
/// artist. Unless it is the artist, it is also shown as xesam:album.
pub const NOWPLAYING_FIELD_STATION_NAME: i32 = 7;
/// The programme or song that the station plays now. Shown as xesam:title.
pub const NOWPLAYING_FIELD_PROGRAM_NAME: i32 = 8;
/// The camera or device of home media. Shown as xesam:title if there is no description, else as xesam:artist.
pub const NOWPLAYING_FIELD_SOURCE_NAME: i32 = 9;
/// The title of home media. Shown as xesam:title.
pub const NOWPLAYING_FIELD_DESCRIPTION: i32 = 10;
/// International Standard Recording Code of a song. Not shown.
pub const NOWPLAYING_FIELD_ISRC: i32 = 11;
/// Address of the item: a URI, or the absolute path of a file as open() takes it. From a path the library makes a
/// "file:" URI without "." and "..". An address that is longer than a text may be is left out. Any kind. Shown as
/// xesam:url. User and password are removed from it, because anybody who reads it could sign in with them. Other
/// secrets, such as a token in its query, stay, because without them it would be another address: remove them yourself,
/// or set no address. The log warns of known kinds of secrets, once for an app.
pub const NOWPLAYING_FIELD_URL: i32 = 12;
/// The lyrics, plain or with times as LRC writes them, in any dialect of lyrics.md. Any kind. Shown as
/// xesam:asText.
pub const NOWPLAYING_FIELD_LYRICS: i32 = 13;
/// Your own id of the album, playlist or show. Any kind. Not shown.
pub const NOWPLAYING_FIELD_COLLECTION_ID: i32 = 14;
/// Your own id of the service that the item comes from. Any kind. Not shown.
pub const NOWPLAYING_FIELD_SERVICE_ID: i32 = 15;
/// Artists of the track. Any kind. Shown as xesam:artist. If there are neither artists nor ALBUM_ARTISTS, xesam:artist
/// has one empty text, because without the key GNOME would show "Unknown artist".
pub const NOWPLAYING_FIELD_ARTISTS: i32 = 100;
/// Artists of the album. Any kind. Shown as xesam:albumArtist.
pub const NOWPLAYING_FIELD_ALBUM_ARTISTS: i32 = 101;
/// Composers. Any kind. Shown as xesam:composer.
pub const NOWPLAYING_FIELD_COMPOSERS: i32 = 102;
/// Lyricists. Any kind. Shown as xesam:lyricist.
pub const NOWPLAYING_FIELD_LYRICISTS: i32 = 103;
/// Genres. Any kind. Shown as xesam:genre.
pub const NOWPLAYING_FIELD_GENRES: i32 = 104;
/// Comments. Any kind. Shown as xesam:comment.
pub const NOWPLAYING_FIELD_COMMENTS: i32 = 105;
/// The ids at MusicBrainz of the recording. Any kind. Shown as xesam:musicBrainzTrackID.
pub const NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS: i32 = 106;
/// The ids at MusicBrainz of the release. Any kind. Shown as xesam:musicBrainzAlbumID.
pub const NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS: i32 = 107;
/// The ids at MusicBrainz of the artists. Any kind. Shown as xesam:musicBrainzArtistID.
pub const NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS: i32 = 108;
/// The ids at MusicBrainz of the artists of the release. Any kind. Shown as xesam:musicBrainzAlbumArtistID.
pub const NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS: i32 = 109;
/// Position on the disc, from 1. Any kind. Shown as xesam:trackNumber.
pub const NOWPLAYING_FIELD_TRACK_NUMBER: i32 = 200;
/// The number of the disc, from 1. Any kind. Shown as xesam:discNumber.
pub const NOWPLAYING_FIELD_DISC_NUMBER: i32 = 201;
/// Beats per minute. Any kind. Shown as xesam:audioBPM.
pub const NOWPLAYING_FIELD_BEATS_PER_MINUTE: i32 = 202;
/// How often the item was played. Any kind. Shown as xesam:useCount.
pub const NOWPLAYING_FIELD_PLAY_COUNT: i32 = 203;
/// The present chapter, from 1. Any kind. Shown as xesam:trackNumber of a book.
pub const NOWPLAYING_FIELD_CHAPTER: i32 = 204;
/// How many chapters the item has, from 1. Any kind. Not shown.
pub const NOWPLAYING_FIELD_CHAPTER_COUNT: i32 = 205;
/// When the item was released. Any kind. Shown as xesam:contentCreated.
pub const NOWPLAYING_FIELD_RELEASE_DATE: i32 = 206;
/// When the item was first played. Any kind. Shown as xesam:firstUsed.
pub const NOWPLAYING_FIELD_FIRST_PLAYED: i32 = 207;
/// When the item was last played. Any kind. Shown as xesam:lastUsed.
pub const NOWPLAYING_FIELD_LAST_PLAYED: i32 = 208;
/// 1: explicit, 0: not. Any kind. Not shown.
pub const NOWPLAYING_FIELD_EXPLICIT: i32 = 209;
/// 1: leave it out of suggestions and histories. Any kind. Not shown.
pub const NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS: i32 = 210;
/// The season of an episode, from 1. Shown as xesam:discNumber.
pub const NOWPLAYING_FIELD_SEASON: i32 = 211;
/// The number of an episode in its season, from 1. Shown as xesam:trackNumber.
pub const NOWPLAYING_FIELD_EPISODE: i32 = 212;
/// 1: an advertisement, which is not to be skipped. Any kind. Not shown.
pub const NOWPLAYING_FIELD_ADVERTISEMENT: i32 = 213;
/// The user's rating. Any kind. Shown as xesam:userRating.
pub const NOWPLAYING_FIELD_USER_RATING: i32 = 300;
/// A rating that was computed. Any kind. Shown as xesam:autoRating.
pub const NOWPLAYING_FIELD_AUTO_RATING: i32 = 301;
/// Width and height are the same: 1:1.
pub const NOWPLAYING_ASPECT_RATIO_SQUARE: i32 = 1;
/// The width is three quarters of the height: 3:4.
pub const NOWPLAYING_ASPECT_RATIO_TALL: i32 = 2;
/// The set contains NOWPLAYING_ASPECT_RATIO_SQUARE.
pub const NOWPLAYING_ASPECT_RATIOS_SQUARE: i32 = 1;
/// The set contains NOWPLAYING_ASPECT_RATIO_TALL.
pub const NOWPLAYING_ASPECT_RATIOS_TALL: i32 = 2;
/// The player does not play: the queue has ended, or has not begun.
pub const NOWPLAYING_STATE_STOPPED: i32 = 0;
/// The player plays.
pub const NOWPLAYING_STATE_PLAYING: i32 = 1;
/// The player does not play, and will go on from its position.
pub const NOWPLAYING_STATE_PAUSED: i32 = 2;
/// The player wants to play, and waits for data. MPRIS has no word for that: its clients see the item as paused. But
/// for the first 300 ms after PLAYING they still see it as playing, so that they do not see each item load. They also
/// see it as playing after a PLAY that you accepted, because that is what somebody asked for. A new item in this state,
/// and other texts of the same item, are shown 20 ms after the state changes, or after 300 ms: engines report the tags
/// when they begin to play, or just after.
pub const NOWPLAYING_STATE_BUFFERING: i32 = 3;
/// The player was paused by something other than the user: a call, another player. Shown as paused.
pub const NOWPLAYING_STATE_INTERRUPTED: i32 = 4;
/// The player cannot play, and will not try again by itself: `error` and `error_kind` of the snapshot say why. PLAY
/// tries again. MPRIS has no word for that, so its clients are shown an item as paused if its position is known, else as
/// stopped.
pub const NOWPLAYING_STATE_ERROR: i32 = 5;
/// The cause is another one, or unknown.
pub const NOWPLAYING_ERROR_KIND_OTHER: i32 = 0;
/// The network or the server cannot be reached.
pub const NOWPLAYING_ERROR_KIND_NETWORK: i32 = 1;
/// The user has to sign in, or to pay.
pub const NOWPLAYING_ERROR_KIND_SIGN_IN: i32 = 2;
/// The item may not be played in this region.
pub const NOWPLAYING_ERROR_KIND_REGION: i32 = 3;
/// The player cannot play this format.
pub const NOWPLAYING_ERROR_KIND_FORMAT: i32 = 4;
/// The item does not exist: a file that was removed, an item that was withdrawn.
pub const NOWPLAYING_ERROR_KIND_NOT_AVAILABLE: i32 = 5;
/// For elapsed_us: the position is not known. It is not -1, because that is a legal position: players subtract the
/// delay of their output.
pub const NOWPLAYING_TIME_UNKNOWN: i64 = i64::MIN;
/// For timestamp_us: the moment of the call. It is not 0, because that is a legal time: the start of the machine.
pub const NOWPLAYING_TIME_NOW: i64 = i64::MIN;
/// Start to play, or go on.
pub const NOWPLAYING_COMMAND_PLAY: i32 = 1;
/// Pause playback.
pub const NOWPLAYING_COMMAND_PAUSE: i32 = 2;
/// Stop playback. The media key and the button for pause also send it while an item without a duration plays (a live
/// broadcast), if PLAY and STOP are set, but neither PAUSE nor TOGGLE_PLAY_PAUSE.
pub const NOWPLAYING_COMMAND_STOP: i32 = 3;
/// Play when not playing, else pause. Without it the library chooses PLAY, PAUSE or STOP by the snapshot, but only for
/// MPRIS clients. Surfaces of org.nowplaying get NotOffered for a command that you did not set; they choose in the same
/// way themselves, as libnowplaying-surface does.
pub const NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE: i32 = 4;
/// Go to the next item.
pub const NOWPLAYING_COMMAND_NEXT: i32 = 5;
/// Go to the previous item.
pub const NOWPLAYING_COMMAND_PREVIOUS: i32 = 6;
/// Go to the position time_us.
pub const NOWPLAYING_COMMAND_SEEK_TO_POSITION: i32 = 7;
/// Go forward by the interval time_us: the one in `intervals_us` that is nearest to what was asked for.
pub const NOWPLAYING_COMMAND_SKIP_FORWARD: i32 = 8;
/// Go back by the interval time_us: the one in `intervals_us` that is nearest to what was asked for.
pub const NOWPLAYING_COMMAND_SKIP_BACKWARD: i32 = 9;
/// Fast forward while a button is held: `phase` says whether it begins or ends. Sent by surfaces of org.nowplaying;
/// MPRIS has no call for it. You also get the end when the surface that held the button leaves the bus, and when you
/// remove or disable the command.
pub const NOWPLAYING_COMMAND_SEEK_FORWARD: i32 = 10;
/// Rewind while a button is held. It works like SEEK_FORWARD.
pub const NOWPLAYING_COMMAND_SEEK_BACKWARD: i32 = 11;
/// Change the speed to `rate`, one of `rates` or from rate_minimum to rate_maximum; if you set neither, only 1.0.
pub const NOWPLAYING_COMMAND_CHANGE_RATE: i32 = 12;
/// Change whether and what is repeated: `mode` is a NOWPLAYING_REPEAT_…. If a session has it, MPRIS clients see
/// LoopStatus.
pub const NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE: i32 = 13;
/// Change the order: `mode` is a NOWPLAYING_SHUFFLE_…. If a session has it, MPRIS clients see Shuffle.
pub const NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE: i32 = 14;
/// Like the item, dislike it, or neither: `mode` is a NOWPLAYING_FEEDBACK_…. A command that supports all three modes is
/// shown as a pair of thumb buttons. For a like button and a separate dislike button, set it twice, each time with
/// NEUTRAL and one other mode. Sent by surfaces of org.nowplaying; MPRIS has no call for it, and shows the mode as the
/// user's rating if there is no rating.
pub const NOWPLAYING_COMMAND_FEEDBACK: i32 = 15;
/// Go to the next chapter. Surfaces that know the chapters may send SEEK_TO_POSITION instead.
pub const NOWPLAYING_COMMAND_NEXT_CHAPTER: i32 = 16;
/// Go to the previous chapter.
pub const NOWPLAYING_COMMAND_PREVIOUS_CHAPTER: i32 = 17;
/// Go to the live position of a broadcast.
pub const NOWPLAYING_COMMAND_SEEK_TO_LIVE: i32 = 18;
/// Rate the item: `rating` is 0.0 to 1.0, by `steps` of the command. Then set NOWPLAYING_FIELD_USER_RATING.
pub const NOWPLAYING_COMMAND_SET_RATING: i32 = 19;
/// Put a bookmark at the position, or remove it: `active` of the command says whether there is one.
pub const NOWPLAYING_COMMAND_BOOKMARK: i32 = 20;
/// Mute (`mode` is 1) or unmute (0), without a change of the volume. Then call nowplaying_session_set_muted().
pub const NOWPLAYING_COMMAND_MUTE: i32 = 21;
/// One of the player's own buttons, with an `id`, a title and an icon. It may be set many times, each with another id.
pub const NOWPLAYING_COMMAND_CUSTOM: i32 = 22;
/// Any place that the surface chooses.
pub const NOWPLAYING_SLOT_ANY: i32 = 0;
/// In the middle, where people look for play and pause.
pub const NOWPLAYING_SLOT_CENTRAL: i32 = 1;
/// Left of the middle, where people look for what goes back.
pub const NOWPLAYING_SLOT_BACK: i32 = 2;
/// Right of the middle, where people look for what goes on.
pub const NOWPLAYING_SLOT_FORWARD: i32 = 3;
/// Farther out than BACK, on the same side.
pub const NOWPLAYING_SLOT_BACK_SECONDARY: i32 = 4;
/// Farther out than FORWARD, on the same side.
pub const NOWPLAYING_SLOT_FORWARD_SECONDARY: i32 = 5;
/// In a menu with what is seldom needed.
pub const NOWPLAYING_SLOT_OVERFLOW: i32 = 6;
/// Nothing is repeated.
pub const NOWPLAYING_REPEAT_OFF: i32 = 0;
/// The item is repeated.
pub const NOWPLAYING_REPEAT_ONE: i32 = 1;
/// The queue is repeated.
pub const NOWPLAYING_REPEAT_ALL: i32 = 2;
/// Items play in the order of the queue.
pub const NOWPLAYING_SHUFFLE_OFF: i32 = 0;
/// Items play in random order.
pub const NOWPLAYING_SHUFFLE_ITEMS: i32 = 1;
/// Albums play in random order, the items of each in their own order. MPRIS knows only one kind of shuffle: its clients
/// see Shuffle as true, and one that sets true leaves this mode as it is.
pub const NOWPLAYING_SHUFFLE_COLLECTIONS: i32 = 2;
/// The item is neither liked nor disliked.
pub const NOWPLAYING_FEEDBACK_NEUTRAL: i32 = 0;
/// The item is liked.
pub const NOWPLAYING_FEEDBACK_POSITIVE: i32 = 1;
/// The item is disliked.
pub const NOWPLAYING_FEEDBACK_NEGATIVE: i32 = 2;
/// The button is pressed.
pub const NOWPLAYING_PHASE_BEGIN: i32 = 0;
/// The button is released.
pub const NOWPLAYING_PHASE_END: i32 = 1;
/// A speaker, or an amplifier.
pub const NOWPLAYING_DEVICE_SPEAKER: i32 = 1;
/// A television.
pub const NOWPLAYING_DEVICE_TV: i32 = 2;
/// A box that is connected to a television.
pub const NOWPLAYING_DEVICE_SET_TOP_BOX: i32 = 3;
/// A stick that is plugged into a television.
pub const NOWPLAYING_DEVICE_MEDIA_STICK: i32 = 4;
/// A gaming console.
pub const NOWPLAYING_DEVICE_GAMING_CONSOLE: i32 = 5;
/// A phone.
pub const NOWPLAYING_DEVICE_PHONE: i32 = 6;
/// A tablet.
pub const NOWPLAYING_DEVICE_TABLET: i32 = 7;
/// A laptop.
pub const NOWPLAYING_DEVICE_LAPTOP: i32 = 8;
/// Another desktop computer.
pub const NOWPLAYING_DEVICE_DESKTOP: i32 = 9;
/// A watch, or glasses.
pub const NOWPLAYING_DEVICE_WEARABLE: i32 = 10;
/// A car.
pub const NOWPLAYING_DEVICE_CAR: i32 = 11;
/// A web page in a browser.
pub const NOWPLAYING_DEVICE_WEB: i32 = 12;
/// A sound track.
pub const NOWPLAYING_TRACK_AUDIO: i32 = 1;
/// The spoken words, in another language.
pub const NOWPLAYING_TRACK_SUBTITLES: i32 = 2;
/// The spoken words and the sounds, for people who do not hear them.
pub const NOWPLAYING_TRACK_CAPTIONS: i32 = 3;
/// The track plays unless somebody chooses another.
pub const NOWPLAYING_TRACK_IS_DEFAULT: i32 = 1;
/// The subtitles are only for the foreign words in the item.
pub const NOWPLAYING_TRACK_IS_FORCED: i32 = 2;
/// The track describes the picture, for people who do not see it.
pub const NOWPLAYING_TRACK_DESCRIBES_VIDEO: i32 = 4;
/// The track is a commentary.
pub const NOWPLAYING_TRACK_IS_COMMENTARY: i32 = 8;
/// The session is the one that its app shows.
pub const NOWPLAYING_PRIMARY_APPLICATION: i32 = 1;
/// The session is the one that the whole desktop should drive. At most one of all players that use this library has
/// such a session.
pub const NOWPLAYING_PRIMARY_SYSTEM: i32 = 2;
/// Another player has taken over: pause, and commit INTERRUPTED.
pub const NOWPLAYING_INTERRUPTION_BEGAN: i32 = 0;
/// The other player is gone: you may resume.
pub const NOWPLAYING_INTERRUPTION_ENDED: i32 = 1;

/// Result of a function, and answer to a request. 0 is success, negative is an error.
pub type nowplaying_status = i32;

/// One program and its connection to the bus.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_app {
    _unused: [u8; 0],
}

/// One thing that an app plays.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_session {
    _unused: [u8; 0],
}

/// The description of an item.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_content {
    _unused: [u8; 0],
}

/// Something that the desktop asks of the player.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_request {
    _unused: [u8; 0],
}

/// The owner of the loop that serves the bus.
pub type nowplaying_loop_mode = i32;

/// How important a log line is.
pub type nowplaying_log_level = i32;

/// Whether the app can be reached by the desktop.
pub type nowplaying_bus_state = i32;

/// Options of an app that are on or off, or'ed together in nowplaying_app_options.flags.
pub type nowplaying_app_flags = u32;

/// The identity and the options of an app. Initialise with NOWPLAYING_APP_OPTIONS_INIT.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_app_options {
    /// sizeof(nowplaying_app_options).
    pub struct_size: usize,
    /// Required. The id of the application, "org.example.Player" or "player". Its last part is the name of the player on
    /// the bus, org.mpris.MediaPlayer2.Player, and for playerctl. Use only letters, digits, "-" and "_" in it: any other
    /// character becomes "_". The name of a second instance ends with ".instance" and a random number of nine digits.
    /// Inside Flatpak and Snap the id of the sandbox replaces it, because the sandbox permits no other name.
    pub application_id: *const c_char,
    /// The name that people see, "Example Player". NULL or "": the last part of the application id.
    pub display_name: *const c_char,
    /// Base name of the .desktop file without ".desktop", by which desktops find icon and window.
    /// NULL or "": the sandbox's id, else the application id.
    pub desktop_entry: *const c_char,
    /// D-Bus address of the bus. NULL or "": the session bus of $DBUS_SESSION_BUS_ADDRESS, else $XDG_RUNTIME_DIR/bus,
    /// else /run/user/UID/bus; no bus at all if $NOWPLAYING_BUS is "none", for the tests of a player. The environment is
    /// read when the app is made. In a list of addresses, "unix:path=/a;unix:path=/b", the first that answers is the bus.
    /// An address that accepts the connection and does not answer delays the next one by the timeout of libsystemd, one
    /// and a half minutes.
    pub bus_address: *const c_char,
    /// URI schemes that `open_uri` takes, such as "file" and "https". Without `open_uri` they are not used.
    pub uri_schemes: *const *const c_char,
    /// Number of uri_schemes, at most NOWPLAYING_MAX_URI_SCHEMES.
    pub uri_scheme_count: usize,
    /// MIME types that the player plays, "audio/flac".
    pub mime_types: *const *const c_char,
    /// Number of mime_types, at most NOWPLAYING_MAX_MIME_TYPES.
    pub mime_type_count: usize,
    /// For tests: a connected stream socket to a bus, used instead of any address and never reconnected. The library
    /// owns it from a successful nowplaying_app_new() on. -1: none.
    pub bus_fd: i32,
    /// The owner of the loop that serves the bus.
    pub loop_: nowplaying_loop_mode,
    /// The level of the least important lines for which `log` is called.
    pub log_level: nowplaying_log_level,
    /// Bits NOWPLAYING_APP_….
    pub flags: nowplaying_app_flags,
    /// A word that distinguishes this instance of the application from others. It is added to the name on the bus:
    /// "office" makes org.mpris.MediaPlayer2.Player.office. Use only letters, digits, "-" and "_": any other character
    /// becomes "_". NULL or "": nothing is added to the first instance.
    pub instance: *const c_char,
    /// For scripts that read mpris:trackid: the object path that contains your track ids, "/org/example/track", without a
    /// final "/" and not below /org/mpris or /org/nowplaying; at most NOWPLAYING_MAX_ID_BYTES. A content's id that has
    /// only the letters A to Z and a to z, digits and "_", and at most 200 characters, is appended as it is,
    /// "/org/example/track/4uLU6hMC". Any other id is escaped below /org/nowplaying/track, as all ids are without a
    /// prefix. Items with the same id in two sessions then have the same track id. NULL or "": no prefix.
    pub track_path_prefix: *const c_char,
    /// For players whose users have scripts: the part of the name on the bus that follows "org.mpris.MediaPlayer2.",
    /// exactly as given, if it differs from the last part of the application id: "org.gnome.Music". It has elements of
    /// letters, digits, "-" and "_", none of which begins with a digit, with dots between them; at most 100 bytes.
    /// `instance`, and ".instance" of a second instance, are appended. playerctl lists a name with a dot as a whole, and
    /// accepts it so, `-p org.gnome.Music`. But it takes the part before the first dot for the player's name:
    /// {{playerName}} is "org", and `-p org` means every player whose name begins with "org". The name is also used inside
    /// a sandbox. There a Flatpak needs --own-name=org.mpris.MediaPlayer2.org.gnome.Music, unless the name is the
    /// application's own id, and a snap may own only the name of the snap. Without the permission the bus refuses the
    /// name, and the player is not shown. NULL or "": the last part of `application_id`.
    pub bus_name: *const c_char,
}

/// The callbacks of an app. Any entry may be NULL. Initialise with NOWPLAYING_APP_CALLBACKS_INIT.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_app_callbacks {
    /// sizeof(nowplaying_app_callbacks).
    pub struct_size: usize,
    /// Passed to each callback.
    pub user_data: *mut c_void,
    /// Called once, after the last callback: inside nowplaying_app_free(), or, if it is called inside a callback, when
    /// that callback returns.
    pub destroy: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
    /// Writes a line of the log: `level`, and a sentence without a line end.
    pub log: Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            level: nowplaying_log_level,
            message: *const c_char,
            user_data: *mut c_void,
        ),
    >,
    /// The bus came or went, or the app's name was granted; `state` is the new state. First called when the first attempt
    /// to reach a bus has ended, even if it has failed.
    pub bus_state:
        Option<unsafe extern "C" fn(app: *mut nowplaying_app, state: nowplaying_bus_state, user_data: *mut c_void)>,
    /// Bring the player's window to the front. The desktop offers it (MPRIS: CanRaise) if this entry is not NULL. A
    /// request that is not answered within NOWPLAYING_MAX_REQUEST_TIME_US has failed for the caller, and no callback tells
    /// you; the same holds for `quit` and `open_uri`.
    pub raise: Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            request: *mut nowplaying_request,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// Quit the player. The desktop offers it (MPRIS: CanQuit) if this entry is not NULL. If the request is open when the
    /// app is freed, the caller gets success.
    pub quit: Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            request: *mut nowplaying_request,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// Open and play `uri`, of at most NOWPLAYING_MAX_URI_BYTES. Its scheme is one of uri_schemes, compared without case.
    /// Scripts also give an absolute path: you get it as its "file:" URI, if "file" is one of uri_schemes. The library
    /// itself refuses calls, without calling this entry, if the text is neither a URI nor a path (InvalidArgs), is too
    /// long (LimitsExceeded), or has another scheme (NotSupported). Any program of the user may call, and none must make
    /// you open what you did not offer to open. The library does not look at the file or page to which a URI leads.
    /// `path`: for a "file:" URI of this machine, its path, decoded, as open() takes it; else NULL.
    pub open_uri: Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            request: *mut nowplaying_request,
            uri: *const c_char,
            path: *const c_char,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// Fill the screen (1), or stop filling it (0): MPRIS's Fullscreen was set. The desktop offers it (MPRIS:
    /// CanSetFullscreen) if this entry is not NULL. Do it, then call nowplaying_app_set_fullscreen().
    pub fullscreen: Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            request: *mut nowplaying_request,
            fullscreen: i32,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// NOWPLAYING_LOOP_WAKEUP only, and required there: have nowplaying_app_dispatch() called soon, on whichever thread.
    /// It is called on the library's thread, at any time: do not wait here for the thread that dispatches. Inside it
    /// nowplaying_app_dispatch() returns BUSY, and nowplaying_app_free() is a client bug without effect. When you free the
    /// app, a dispatch that your main loop still has queued must not run.
    pub wakeup: Option<unsafe extern "C" fn(app: *mut nowplaying_app, user_data: *mut c_void)>,
    /// Surfaces that show animated artwork have come or gone: `ratios` has the bits NOWPLAYING_ASPECT_RATIOS_… of the
    /// aspect ratios that at least one of them shows now. You need not make animated artwork of other aspect ratios.
    pub aspect_ratios: Option<unsafe extern "C" fn(app: *mut nowplaying_app, ratios: u32, user_data: *mut c_void)>,
    /// Play the playlist with an id, one of nowplaying_app_set_playlists(): MPRIS's ActivatePlaylist was called. Do it,
    /// then call nowplaying_app_set_active_playlist(). Clients see playlists if this entry is not NULL.
    pub activate_playlist: Option<
        unsafe extern "C" fn(
            app: *mut nowplaying_app,
            request: *mut nowplaying_request,
            playlist_id: *const c_char,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
}

/// One of the playlists of an app, which clients list and activate through MPRIS's Playlists. Initialise with
/// NOWPLAYING_PLAYLIST_INIT.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_playlist {
    /// sizeof(nowplaying_playlist).
    pub struct_size: usize,
    /// Required: the id of the playlist within the app; different for each, and the same at each start of the app. If the
    /// id is an object path, clients see that very path, which scripts may know; it must not be below /org/mpris or
    /// /org/nowplaying.
    pub id: *const c_char,
    /// Required: the name that people see.
    pub name: *const c_char,
    /// The URL of a small picture for the playlist, "file:///…". NULL or "": no picture.
    pub icon_url: *const c_char,
    /// When the playlist was made, in seconds since 1970; NOWPLAYING_TIME_UNKNOWN if it is not known. Clients can ask for
    /// all playlists by name, in your order, and in the order of each of the three dates, if at least one playlist has it.
    pub created: i64,
    /// When the playlist was changed last, as `created`.
    pub modified: i64,
    /// When the playlist was played last, as `created`.
    pub last_played: i64,
}

/// The kind of an item. Each kind takes the fields named beside it, and every kind those that are marked "any kind".
pub type nowplaying_content_kind = i32;

/// Audio or video. Not shown: MPRIS has no key for it.
pub type nowplaying_media_type = i32;

/// Whether an item has a length.
pub type nowplaying_duration_kind = i32;

/// One piece of an item's description. Its number says the type: 1 to 99 text, 100 to 199 list of texts, 200 to 299
/// integer, 300 to 399 number. "Shown as" names the key of MPRIS's metadata by which clients see it. A field that only
/// one kind of content has is shown like this if no other field of the item fits the key better: an author is shown as
/// the artist if there are no ARTISTS. "Not shown": MPRIS has no key for the field, so that no MPRIS client sees it; it
/// is kept with the content.
pub type nowplaying_field = i32;

/// A chapter of an item: an episode, a book, a concert. Initialise with NOWPLAYING_CHAPTER_INIT.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_chapter {
    /// sizeof(nowplaying_chapter).
    pub struct_size: usize,
    /// Where the chapter begins: microseconds from the start of the item, 0 or more. It ends where the next begins.
    pub start_us: i64,
    /// The chapter's title. NULL or "": none; surfaces then show the chapter's number.
    pub title: *const c_char,
    /// The id of the chapter's picture, as for nowplaying_content_set_artwork(). NULL or "": the picture of the item.
    /// Surfaces may ask for it as for the picture of the item: the `artwork` callback is called with this id, unless the
    /// picture was provided. In a session, the same id is the same picture, for items and chapters. If you provide a
    /// picture again, clients are sent another id for it, both of the item and of the chapters that have it.
    pub artwork_id: *const c_char,
}

/// The shape of an animated artwork.
pub type nowplaying_aspect_ratio = i32;

/// The state of playback.
pub type nowplaying_playback_state = i32;

/// The cause of an error; surfaces choose by it what to offer.
pub type nowplaying_error_kind = i32;

/// The state of playback at one moment. While playing the position at time t is
/// elapsed_us + rate × (t − timestamp_us). Initialise with NOWPLAYING_SNAPSHOT_INIT.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_snapshot {
    /// sizeof(nowplaying_snapshot).
    pub struct_size: usize,
    /// The position at timestamp_us, or NOWPLAYING_TIME_UNKNOWN, for which MPRIS clients read 0. Any other negative
    /// number counts as 0. A whole number of seconds other than 0 means any moment of that second, because many players
    /// know only whole seconds. While the item plays on, another position within that second is not a change.
    pub elapsed_us: i64,
    /// The time at which elapsed_us was the position, by CLOCK_MONOTONIC, or NOWPLAYING_TIME_NOW. A snapshot with
    /// NOWPLAYING_TIME_NOW that is set again later moves the position back to its old elapsed_us: always set it with the
    /// present position. If the library notices such a mistake, for instance in the callback of a button, the log says
    /// "client bug". A negative time is before the start of the machine. A time more than a day ahead must come from
    /// another clock: it is a client bug, and taken as NOWPLAYING_TIME_NOW.
    pub timestamp_us: i64,
    /// The actual speed while playing: finite and not 0; a negative rate plays backwards. In other states it is not
    /// checked, and used only as the default_rate.
    pub rate: f64,
    /// The speed that playback returns to: finite and greater than 0. The initial value, 0, stands for `rate`, or for 1.0
    /// if `rate` is not finite and greater than 0. So a player with one speed sets only `rate`, in all states: MPRIS
    /// clients see this speed even while it is paused.
    pub default_rate: f64,
    /// The state of playback.
    pub state: nowplaying_playback_state,
    /// Must be 0.
    pub reserved: i32,
    /// The first position to which one can seek at timestamp_us, if this is not the start of the item: in a broadcast in
    /// which one can go back, or in a file of which only a part is there. If both this and seekable_end_us are set,
    /// SEEK_TO_POSITION is also offered for a live item, and only with positions between the two. Both or neither must be
    /// NOWPLAYING_TIME_UNKNOWN; any other negative number counts as 0. They need elapsed_us: without a position, they are
    /// INVALID_ARGUMENT. You choose what position 0 of a live item is.
    pub seekable_start_us: i64,
    /// The last position to which one can seek, not before seekable_start_us. For a live item it moves on with the clock,
    /// so a broadcast needs no commit for it; commit another if that is wrong by more than a second. The first position
    /// does not move: if the seekable part moves on, commit it again every few seconds.
    pub seekable_end_us: i64,
    /// The position up to which there is data at timestamp_us, or NOWPLAYING_TIME_UNKNOWN; any other negative number
    /// counts as 0. Surfaces are told when it has moved by more than a second, so you may commit it often.
    pub buffered_us: i64,
    /// For the state ERROR: a sentence for people, in their language. May be NULL.
    pub error: *const c_char,
    /// For the state ERROR: NOWPLAYING_ERROR_KIND_…; else 0.
    pub error_kind: nowplaying_error_kind,
    /// 1: the player plays a broadcast live, as nearly as it can.
    pub is_at_live_edge: i32,
}

/// A command that a desktop can send to a player.
pub type nowplaying_command_kind = i32;

/// Where a surface that has few places shows a command.
pub type nowplaying_slot = i32;

/// A command that a session takes. Initialise with NOWPLAYING_COMMAND_INIT(kind).
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_command {
    /// sizeof(nowplaying_command).
    pub struct_size: usize,
    /// The kind of the command.
    pub kind: nowplaying_command_kind,
    /// 0: the command is offered, but cannot be used now (no next track). The callback is not called.
    pub enabled: i32,
    /// A number of your own, which you get back in nowplaying_command_event. A surface gets 0.
    pub tag: u64,
    /// For SKIP_…: preferred intervals, greater than 0, the most preferred first. NULL: ten seconds.
    pub intervals_us: *const i64,
    /// Number of intervals_us, at most NOWPLAYING_MAX_INTERVALS.
    pub interval_count: usize,
    /// For CHANGE_RATE: the speeds that can be chosen, finite and not 0. NULL: 1.0 only.
    pub rates: *const f64,
    /// Number of rates, at most NOWPLAYING_MAX_RATES.
    pub rate_count: usize,
    /// For CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE, FEEDBACK: the present mode.
    pub current: i32,
    /// For CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE, FEEDBACK: bits of the modes that can be chosen. 0: all.
    pub supported: u32,
    /// For FEEDBACK, BOOKMARK, CUSTOM: the title of the button, "Like this song". Required for CUSTOM, else may be NULL.
    /// Shown by surfaces of org.nowplaying.
    pub title: *const c_char,
    /// For FEEDBACK, BOOKMARK, CUSTOM: a shorter title, "Like". May be NULL. Shown by surfaces of org.nowplaying.
    pub short_title: *const c_char,
    /// For CHANGE_RATE: the lowest speed, greater than 0, if every speed up to rate_maximum can be chosen; `rates` then
    /// says only which to offer. If this and rate_maximum are 0, only `rates` can be chosen.
    pub rate_minimum: f64,
    /// For CHANGE_RATE: the highest speed, not lower than rate_minimum.
    pub rate_maximum: f64,
    /// For CUSTOM: required; the id of the command among the session's, which comes back in nowplaying_command_event.
    pub id: *const c_char,
    /// The icon of the button: a word of the list in org.nowplaying.md ("heart-filled"), or a name of freedesktop's icon
    /// naming. Surfaces show the icon if they have it, else the title. It has letters A to Z and a to z, digits, "-", "_"
    /// and ".", and is never a path. NULL or "": the icon of the kind.
    pub icon: *const c_char,
    /// Where a surface shows the button: NOWPLAYING_SLOT_….
    pub slot: nowplaying_slot,
    /// For BOOKMARK, CUSTOM: 1 while the button is switched on, which surfaces show; else 0.
    pub active: i32,
    /// For SET_RATING: the number of steps from 0.0 to 1.0, 5 for five stars, 10 for half stars, 1 for a heart; at most
    /// 100. 0: any rating can be given.
    pub steps: i32,
    /// Only from nowplaying_surface_session_get_command(), else ignored. For FEEDBACK: the number of the button, which a
    /// press sends back in nowplaying_command_event.
    pub button: u32,
    /// Only from nowplaying_surface_session_get_command(), else ignored. 1 if the library derives the command from what
    /// the player offers; else 0.
    pub derived: i32,
    /// Must be 0.
    pub reserved: i32,
}

/// A command that somebody has sent. Only the fields that its kind names have a meaning.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_command_event {
    /// Size of the struct that the library filled.
    pub struct_size: usize,
    /// The kind of the command: one that you have set and enabled. Only PLAY, PAUSE and STOP may also come while they are
    /// disabled, if the commands before them lead, or may lead, to a state in which they make sense. After NEXT and
    /// PREVIOUS, for instance, a player may play although it did not before.
    pub kind: nowplaying_command_kind,
    /// For SEEK_FORWARD, SEEK_BACKWARD: NOWPLAYING_PHASE_….
    pub phase: i32,
    /// The tag that you set for the command. Only in an event that you receive.
    pub tag: u64,
    /// For SEEK_TO_POSITION: the position, 0 or more and not beyond a finite duration. For SKIP_…: the interval, greater
    /// than 0.
    pub time_us: i64,
    /// For CHANGE_RATE: the speed, finite and not 0: one of `rates`, or from rate_minimum to rate_maximum.
    pub rate: f64,
    /// For CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE, FEEDBACK: one of the supported modes. For MUTE: 1 or 0.
    pub mode: i32,
    /// Only for nowplaying_surface_send_command(); always 0 in an event that you receive.
    pub toggle: i32,
    /// For CUSTOM: the id of the command, byte for byte; else NULL.
    pub id: *const c_char,
    /// For SET_RATING: the rating, 0.0 to 1.0, a multiple of 1 / `steps` if there are steps.
    pub rating: f64,
    /// For FEEDBACK, and only for nowplaying_surface_send_command(): the number of the button; always 0 in an event that
    /// you receive.
    pub button: u32,
    /// Must be 0.
    pub reserved: i32,
}

/// A picture that the library asks for.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_artwork_event {
    /// Size of the struct that the library filled.
    pub struct_size: usize,
    /// The artwork id of the content, byte for byte.
    pub artwork_id: *const c_char,
    /// Wanted width in pixels. If you have no picture of that size, give your largest one, and do not enlarge it.
    pub width: i32,
    /// Wanted height in pixels.
    pub height: i32,
}

/// A preview or a video of an animated artwork that a surface asks for.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_animated_artwork_event {
    /// Size of the struct that the library filled.
    pub struct_size: usize,
    /// The id that the content has for this aspect ratio, byte for byte.
    pub artwork_id: *const c_char,
    /// The aspect ratio that is wanted.
    pub ratio: nowplaying_aspect_ratio,
    /// Wanted width in pixels; 0: no preference.
    pub width: i32,
    /// Wanted height in pixels; 0: no preference.
    pub height: i32,
    /// Always 0.
    pub reserved: i32,
}

/// Kind of a device that plays.
pub type nowplaying_device_type = i32;

/// A device on which a remote session plays. Initialise with NOWPLAYING_DEVICE_INIT.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_device {
    /// sizeof(nowplaying_device).
    pub struct_size: usize,
    /// Required: the id of the device, the same in every session that plays on it.
    pub id: *const c_char,
    /// Required: the name that people see, "Kitchen".
    pub name: *const c_char,
    /// The device's volume, 0.0 to 1.0 (clamped), if it can be set; negative if it cannot. Surfaces see it if the session
    /// has a callback `device_volume`.
    pub volume: f64,
    /// The kind of the device.
    pub type_: nowplaying_device_type,
    /// 1: the device can be made louder and quieter, which surfaces offer if the session has a callback `device_step`.
    pub can_step: i32,
}

/// The kind of a track. One audio track plays at a time, and at most one track of each other kind.
pub type nowplaying_track_kind = i32;

/// Properties of a track other than its language: bits of nowplaying_track.characteristics.
pub type nowplaying_track_characteristics = u32;

/// An audio or subtitle track of the item that plays. Initialise with NOWPLAYING_TRACK_INIT.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_track {
    /// sizeof(nowplaying_track).
    pub struct_size: usize,
    /// Required: the id of the track among those of its kind.
    pub id: *const c_char,
    /// The track's language, as BCP 47 writes it: "de", "pt-BR". NULL or "": not known.
    pub language: *const c_char,
    /// The track's name for people, "Director's commentary". NULL or "": surfaces show the language.
    pub title: *const c_char,
    /// The kind of the track.
    pub kind: nowplaying_track_kind,
    /// Bits NOWPLAYING_TRACK_….
    pub characteristics: nowplaying_track_characteristics,
    /// 1: the track is heard or seen now; at most one of its kind is.
    pub selected: i32,
    /// Must be 0.
    pub reserved: i32,
}

/// The ways in which a session is primary: bits of nowplaying_session_get_primary().
pub type nowplaying_primary_flags = u32;

/// The event that an `interruption` callback reports.
pub type nowplaying_interruption = i32;

/// The callbacks of a session. Any entry may be NULL. Initialise with NOWPLAYING_SESSION_CALLBACKS_INIT.
///
/// A callback that gets a request answers it with what it returns: NOWPLAYING_OK (done), an error, or NOWPLAYING_PENDING
/// to answer later; then the request is yours: release it with nowplaying_request_unref(). A callback may also complete
/// the request itself, to give a text or a picture; OK or an error that it returns then has no effect. If it returns
/// NOWPLAYING_PENDING in that case, you still release the request. Commands, volumes and artwork that are not answered
/// within NOWPLAYING_MAX_REQUEST_TIME_US have failed. An unknown negative status counts as COMMAND_FAILED. While
/// NOWPLAYING_MAX_OPEN_REQUESTS of an app are open, further calls of clients are refused.
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct nowplaying_session_callbacks {
    /// sizeof(nowplaying_session_callbacks).
    pub struct_size: usize,
    /// Passed to each callback.
    pub user_data: *mut c_void,
    /// Called once, after the last callback: inside nowplaying_session_free() or nowplaying_app_free(), or, if one of
    /// them is called inside a callback, when that callback returns.
    pub destroy: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
    /// Somebody has sent a command. Change your playback; then set what has changed and commit, here or later. While this
    /// entry is NULL no command is offered. If an MPRIS client calls Play while you play, or Pause while you are paused,
    /// this entry is not called. The desktop shows what you commit, and nothing else. But calls that are relative (seek by
    /// an offset, play-pause) count from the commands that you have been given already: ten steps of five seconds are
    /// fifty, and two play-pauses cancel each other, however long you take. Such a command no longer counts when you
    /// answer it with an error, commit something else after your answer, or commit nothing for five seconds.
    pub command: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            event: *const nowplaying_command_event,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// The picture of an artwork id is wanted. Answer with nowplaying_request_complete_artwork_data(), _file() or _url(),
    /// here or later. A picture is remembered under its id; after an error it is asked for again with the next content. If
    /// there is no picture, return NOWPLAYING_ERROR_NO_SUCH_CONTENT: other errors are warnings in the log. Not called for
    /// an artwork whose picture was provided with nowplaying_session_provide_artwork_data() and the like. A player that
    /// loads its pictures anyway needs only those functions, and leaves this entry NULL.
    pub artwork: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            event: *const nowplaying_artwork_event,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// Somebody has changed the volume: MPRIS's Volume was set, to a value from 0.0 to the maximum, which is 1.0 unless
    /// nowplaying_session_set_volume_maximum() has set another. Set the volume, then call nowplaying_session_set_volume()
    /// with the volume that you have now, and commit. A session with this entry and without `device_volume` has a volume
    /// of 1.0 until you set another. If your volume still differs from the client's half a second after your answer, all
    /// clients are sent yours; after an error, they are sent it at once. The same holds for MPRIS's LoopStatus, Shuffle
    /// and Rate, and for Fullscreen of an app.
    pub volume: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            volume: f64,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// A request that you hold is cancelled or timed out: an answer would have no effect. You still have to release it,
    /// here or later. Not called after nowplaying_session_free().
    pub request_cancelled: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            user_data: *mut c_void,
        ),
    >,
    /// The session has become application primary or system primary, or is one no longer. `primary` has the present
    /// bits.
    pub primary_changed: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            primary: nowplaying_primary_flags,
            user_data: *mut c_void,
        ),
    >,
    /// Called with the answer to nowplaying_session_request_…_primary(). `which` is the bit that was asked for.
    pub primary_result: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            which: nowplaying_primary_flags,
            status: nowplaying_status,
            user_data: *mut c_void,
        ),
    >,
    /// Another player has taken over, or is gone. Called only with NOWPLAYING_APP_INTERRUPTIONS.
    pub interruption: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            interruption: nowplaying_interruption,
            user_data: *mut c_void,
        ),
    >,
    /// The still picture of an animated artwork is wanted within NOWPLAYING_MAX_PREVIEW_TIME_US. Answer as in `artwork`;
    /// the picture must have the aspect ratio that the event names, within 1 %. Surfaces ask for previews and videos only
    /// if this entry or `video` is not NULL.
    pub preview: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            event: *const nowplaying_animated_artwork_event,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// The video of an animated artwork is wanted by a surface that somebody is looking at. Answer within
    /// NOWPLAYING_MAX_VIDEO_TIME_US with nowplaying_request_complete_video_file(), _data() or _url(). The video is kept
    /// while the item stays, as far as NOWPLAYING_MAX_KEPT_PICTURES allows, and asked for again for another size.
    pub video: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            event: *const nowplaying_animated_artwork_event,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// Somebody has changed the volume of a device, to a value from 0.0 to 1.0. Set it, then call
    /// nowplaying_session_set_devices() with the volume that the device has now, and commit. A session that plays on
    /// devices and has no volume of its own gets the volume of the whole group here too, with one call for each device
    /// whose volume can be set. That volume is the mean of the devices' volumes. To set it, each of them is multiplied by
    /// the same factor. None exceeds 1.0, so the mean may stay below what was asked for. If all are 0.0, each is set to
    /// the wanted volume.
    pub device_volume: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            device_id: *const c_char,
            volume: f64,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// Somebody asks for a device, one with `can_step`, to be made louder (`step` is 1) or quieter (-1).
    pub device_step: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            device_id: *const c_char,
            step: i32,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// Somebody has chosen an entry of the queue to be played: MPRIS's GoTo. `entry_id` is the id of its content, byte
    /// for byte; nowplaying_request_get_queue_row() gives its row, if several entries have that id. Called only for an
    /// entry that is in the queue that was committed last.
    pub queue_go_to: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            entry_id: *const c_char,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// Somebody adds a URI to the queue: after the entry `after_id`, or at the start if that is NULL. If `play` is not 0,
    /// play it at once. `uri` has the same form as in the app's `open_uri`, and the app must have that callback. If a
    /// client names an entry that is not there, `after_id` is the last of the queue. The row of the new entry is the
    /// result of nowplaying_request_get_queue_row(), plus 1.
    pub queue_add: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            uri: *const c_char,
            after_id: *const c_char,
            play: i32,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// Somebody removes an entry from the queue. The arguments are those of `queue_go_to`.
    pub queue_remove: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            entry_id: *const c_char,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// Somebody reads the position. Write the present position to `ret_elapsed_us`, in microseconds from the start of the
    /// item, and return NOWPLAYING_OK. It is for a player whose engine knows the position better than its snapshots, for
    /// instance because a sound server or a network delays the sound after the engine says that it plays. Called when a
    /// client reads Position or all properties, before a relative Seek is carried out, and after a commit of another item
    /// or snapshot; at no other time, and never for a session without content or without a snapshot. If a client sends
    /// several calls without waiting for answers, up to 32 of them share one call of this entry. So do the calls of all
    /// clients while the answers would take more than half of the loop's time, unless you commit something else meanwhile.
    /// The answer counts from then on, and the position moves on from it as after a snapshot; you do not have to commit
    /// it. If it differs by more than a quarter of a second from what clients believe, they are sent it (MPRIS: Seeked);
    /// after a seek that a client asked for, they are sent it when the seek is done, or after a quarter of a second. You
    /// may return the same position again and again, because there is no sound yet or the engine waits for data. Clients
    /// are then sent it only if it differs by more than two seconds, because they go on counting from whatever they are
    /// sent. It is clamped to 0 … the duration. An engine that counts in seconds may answer with these: a whole number of
    /// seconds other than 0 stands for any position within that second. After an error, the position is that of the
    /// snapshot. The same holds for an answer that took longer than NOWPLAYING_MAX_POSITION_TIME_US. That is a client bug:
    /// the callback is then not called for ten seconds.
    pub position: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            ret_elapsed_us: *mut i64,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
    /// Somebody has chosen a track of nowplaying_session_set_tracks(): the one of a kind whose id is `track_id`, byte for
    /// byte. NULL: no track of this kind, only for subtitles and captions. Do it, then set the tracks again and commit.
    /// Surfaces of org.nowplaying see tracks if this entry is not NULL.
    pub select_track: Option<
        unsafe extern "C" fn(
            session: *mut nowplaying_session,
            request: *mut nowplaying_request,
            kind: nowplaying_track_kind,
            track_id: *const c_char,
            user_data: *mut c_void,
        ) -> nowplaying_status,
    >,
}

/// The default options.
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
    bus_name: null(),
};

/// A table without callbacks: each entry is NULL.
pub const NOWPLAYING_APP_CALLBACKS_INIT: nowplaying_app_callbacks = nowplaying_app_callbacks {
    struct_size: size_of::<nowplaying_app_callbacks>(),
    user_data: null_mut(),
    destroy: None,
    log: None,
    bus_state: None,
    raise: None,
    quit: None,
    open_uri: None,
    fullscreen: None,
    wakeup: None,
    aspect_ratios: None,
    activate_playlist: None,
};

/// A playlist without an icon and without dates; set its id and its name.
pub const NOWPLAYING_PLAYLIST_INIT: nowplaying_playlist = nowplaying_playlist {
    struct_size: size_of::<nowplaying_playlist>(),
    id: null(),
    name: null(),
    icon_url: null(),
    created: NOWPLAYING_TIME_UNKNOWN,
    modified: NOWPLAYING_TIME_UNKNOWN,
    last_played: NOWPLAYING_TIME_UNKNOWN,
};

/// A chapter that begins with the item, without a title.
pub const NOWPLAYING_CHAPTER_INIT: nowplaying_chapter =
    nowplaying_chapter { struct_size: size_of::<nowplaying_chapter>(), start_us: 0, title: null(), artwork_id: null() };

/// A snapshot that is stopped, at an unknown position.
pub const NOWPLAYING_SNAPSHOT_INIT: nowplaying_snapshot = nowplaying_snapshot {
    struct_size: size_of::<nowplaying_snapshot>(),
    elapsed_us: NOWPLAYING_TIME_UNKNOWN,
    timestamp_us: NOWPLAYING_TIME_NOW,
    rate: 1.0,
    default_rate: 0.0,
    state: NOWPLAYING_STATE_STOPPED,
    reserved: 0,
    seekable_start_us: NOWPLAYING_TIME_UNKNOWN,
    seekable_end_us: NOWPLAYING_TIME_UNKNOWN,
    buffered_us: NOWPLAYING_TIME_UNKNOWN,
    error: null(),
    error_kind: NOWPLAYING_ERROR_KIND_OTHER,
    is_at_live_edge: 0,
};

/// An enabled command of a kind.
#[allow(non_snake_case)]
pub const fn NOWPLAYING_COMMAND_INIT(command_kind: i32) -> nowplaying_command {
    nowplaying_command {
        struct_size: size_of::<nowplaying_command>(),
        kind: command_kind,
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
        button: 0,
        derived: 0,
        reserved: 0,
    }
}

/// A speaker without a volume; set its id and its name.
pub const NOWPLAYING_DEVICE_INIT: nowplaying_device = nowplaying_device {
    struct_size: size_of::<nowplaying_device>(),
    id: null(),
    name: null(),
    volume: -1.0,
    type_: NOWPLAYING_DEVICE_SPEAKER,
    can_step: 0,
};

/// A track of a kind that is not selected; set its id.
#[allow(non_snake_case)]
pub const fn NOWPLAYING_TRACK_INIT(track_kind: i32) -> nowplaying_track {
    nowplaying_track {
        struct_size: size_of::<nowplaying_track>(),
        id: null(),
        language: null(),
        title: null(),
        kind: track_kind,
        characteristics: 0,
        selected: 0,
        reserved: 0,
    }
}

/// A table without callbacks: each entry is NULL.
pub const NOWPLAYING_SESSION_CALLBACKS_INIT: nowplaying_session_callbacks = nowplaying_session_callbacks {
    struct_size: size_of::<nowplaying_session_callbacks>(),
    user_data: null_mut(),
    destroy: None,
    command: None,
    artwork: None,
    volume: None,
    request_cancelled: None,
    primary_changed: None,
    primary_result: None,
    interruption: None,
    preview: None,
    video: None,
    device_volume: None,
    device_step: None,
    queue_go_to: None,
    queue_add: None,
    queue_remove: None,
    position: None,
    select_track: None,
};

extern "C" {
    /// Returns the version of the library that is loaded, as NOWPLAYING_VERSION.
    pub fn nowplaying_version() -> u32;
    /// Returns the version of the library that is loaded, as text: "0.4.0". Never NULL; lives as long as the library.
    pub fn nowplaying_version_string() -> *const c_char;
    /// Returns one sentence for a status. Never NULL, even for unknown values; lives as long as the library.
    pub fn nowplaying_strerror(status: nowplaying_status) -> *const c_char;
    /// Returns details of the last error that a function of this library returned on this thread, or "" if there was none.
    /// Never NULL. Valid until the next call that fails on this thread.
    pub fn nowplaying_last_error() -> *const c_char;
    /// Makes an app. It connects later, in its loop; it is not an error if there is no bus.
    /// options: required. callbacks: NULL for none; `destroy` is not called when the function fails.
    /// ret_app: written before the first callback.
    /// Errors: INVALID_ARGUMENT: options or ret_app NULL or misaligned; an impossible size; no application id; a bus_fd that
    ///   is not a stream socket; an unknown loop, log_level or flag; too many uri_schemes or mime_types, or NULL with a
    ///   count; a track_path_prefix that is not an object path, ends in "/", is longer than NOWPLAYING_MAX_ID_BYTES or lies
    ///   below /org/mpris or /org/nowplaying; an invalid bus_name, or one that is too long; NOWPLAYING_LOOP_WAKEUP without
    ///   `wakeup`. SYSTEM: no thread, file descriptor or memory.
    /// Ownership: give *ret_app to nowplaying_app_free().
    pub fn nowplaying_app_new(
        options: *const nowplaying_app_options,
        callbacks: *const nowplaying_app_callbacks,
        ret_app: *mut *mut nowplaying_app,
    ) -> nowplaying_status;
    /// Ends an app: releases its name, sends what is queued, closes the connection and removes its artwork files.
    /// When it returns, no callback of the app or of its sessions runs or will run, and every `destroy` has been called.
    /// It waits for a callback that is running on another thread, so hold no lock that your callbacks take. Sessions that
    /// still exist keep their handles, answer INVALID_STATE, and are still yours to free. Inside a callback of this app it
    /// takes effect when the callback returns, after the callback's answer was delivered. Requests that are still open fail,
    /// except `quit`, which succeeds. In a forked child: see "Effects on your process".
    /// app: may be NULL.
    /// Thread: any, in NOWPLAYING_LOOP_FD preferably the one that dispatches. In callbacks: yes, delayed.
    pub fn nowplaying_app_free(app: *mut nowplaying_app);
    /// Gets the file descriptor to poll for reading. The same for the app's whole life; the app owns it. It becomes
    /// readable at once, so that the first dispatch connects.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_fd NULL. INVALID_STATE: the app's loop is not NOWPLAYING_LOOP_FD.
    ///   FORKED.
    pub fn nowplaying_app_get_fd(app: *mut nowplaying_app, ret_fd: *mut i32) -> nowplaying_status;
    /// Serves the bus: reads, sends, and calls callbacks. Never waits. Calling it without need is cheap and harmless.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the app has NOWPLAYING_LOOP_THREAD. BUSY: inside a callback, or while
    ///   another thread dispatches. FORKED.
    /// Thread: one at a time. In callbacks: no (BUSY).
    pub fn nowplaying_app_dispatch(app: *mut nowplaying_app) -> nowplaying_status;
    /// Gets whether the app can be reached by the desktop now.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_state NULL. FORKED.
    pub fn nowplaying_app_get_bus_state(
        app: *mut nowplaying_app,
        ret_state: *mut nowplaying_bus_state,
    ) -> nowplaying_status;
    /// Gets the name under which the desktop sees the app now: "org.mpris.MediaPlayer2.Player", or another if that one is
    /// taken.
    /// ret_name: room for `size` bytes; gets the name, and "" while NOWPLAYING_BUS_PUBLISHED is not the state.
    /// size: NOWPLAYING_MAX_BUS_NAME_BYTES + 1 is always enough.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_name NULL. TOO_LARGE: the name and its NUL do not fit. FORKED.
    pub fn nowplaying_app_get_bus_name(
        app: *mut nowplaying_app,
        ret_name: *mut c_char,
        size: usize,
    ) -> nowplaying_status;
    /// Sets the name that people see; clients are sent it. Takes effect at once, without a commit.
    /// display_name: as in nowplaying_app_options.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_app_set_display_name(app: *mut nowplaying_app, display_name: *const c_char) -> nowplaying_status;
    /// Sets whether the player fills the screen, MPRIS's Fullscreen; a new app does not. Takes effect at once, without a
    /// commit.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_app_set_fullscreen(app: *mut nowplaying_app, fullscreen: i32) -> nowplaying_status;
    /// Gets the aspect ratios in which surfaces show animated artwork now: bits NOWPLAYING_ASPECT_RATIOS_…; 0 while there
    /// is no such surface.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_ratios NULL. FORKED.
    pub fn nowplaying_app_get_aspect_ratios(app: *mut nowplaying_app, ret_ratios: *mut u32) -> nowplaying_status;
    /// Sets the playlists of the app, replacing all; clients are sent PlaylistCount, and PlaylistChanged for each whose
    /// name or icon has changed. Takes effect at once, without a commit. Clients see them if the app has a callback
    /// `activate_playlist`. Playlists that are set before the app has its name are shown as soon as it has it.
    /// playlists: `count` descriptions in the user's order, all of the same struct_size; NULL with count 0: none.
    /// count: at most NOWPLAYING_MAX_PLAYLISTS.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count; no id or no name; two of the same id; an impossible
    ///   size. TOO_LARGE: too many. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_app_set_playlists(
        app: *mut nowplaying_app,
        playlists: *const nowplaying_playlist,
        count: usize,
    ) -> nowplaying_status;
    /// Sets the playlist that plays, MPRIS's ActivePlaylist. Takes effect at once, without a commit.
    /// playlist_id: the id of one of nowplaying_app_set_playlists(); any other is not shown. NULL or "": none plays.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_app_set_active_playlist(
        app: *mut nowplaying_app,
        playlist_id: *const c_char,
    ) -> nowplaying_status;
    /// Makes a content.
    /// id: the id of the item within the session: the same id means the same item, described again. For entries of a queue
    ///   see nowplaying_session_set_queue(). NULL or "": the library makes one when the content is given to a session, a new
    ///   one for each content that differs from the present one. A content that equals the present one is then the same
    ///   item; if it is another item, such as the same song a second time, give ids, or set no content in between. Clients
    ///   read the id, also in mpris:trackid: an address with a password, or with a token in its query, is no id.
    /// Errors: INVALID_ARGUMENT: an unknown kind, or ret_content NULL or misaligned. SYSTEM: no memory.
    /// Ownership: give *ret_content to nowplaying_content_free().
    pub fn nowplaying_content_new(
        kind: nowplaying_content_kind,
        id: *const c_char,
        ret_content: *mut *mut nowplaying_content,
    ) -> nowplaying_status;
    /// Makes a content whose kind is decided by its tags: give the tags with nowplaying_content_set_tag(), and what the
    /// player knows with nowplaying_content_set_media_type() and _set_duration(). The kind is found when the content is
    /// given to a session or a queue, and each time that it is asked for. Until then the content takes the fields of all
    /// kinds; after that only those of its kind count. tags.md has the rules: LIVE audio is a RADIO; an item is a
    /// PODCAST, a BOOK, a TV_SHOW or a MOVIE if its tags say so; a video without artists and album is GENERIC; everything
    /// else is MUSIC. For a RADIO, the title in its tags becomes PROGRAM_NAME, and a TITLE that you set becomes
    /// STATION_NAME, if these are not set.
    /// id: as for nowplaying_content_new().
    /// Errors: INVALID_ARGUMENT: ret_content NULL or misaligned. SYSTEM: no memory.
    /// Ownership: give *ret_content to nowplaying_content_free().
    pub fn nowplaying_content_new_by_tags(
        id: *const c_char,
        ret_content: *mut *mut nowplaying_content,
    ) -> nowplaying_status;
    /// Gets the kind of a content; if its tags decide the kind, the one that follows from its values so far.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_kind NULL or misaligned.
    /// Thread: one at a time.
    pub fn nowplaying_content_get_kind(
        content: *mut nowplaying_content,
        ret_kind: *mut nowplaying_content_kind,
    ) -> nowplaying_status;
    /// Frees a content. Sessions to which it was given keep their copy. content: may be NULL.
    /// Thread: the one that uses the content.
    pub fn nowplaying_content_free(content: *mut nowplaying_content);
    /// Sets a text, a list of one text, or a date. text: NULL or "" removes the field. For a date: as much of ISO 8601 as
    /// is known, "2006", "2006-05", "2006-05-31", "2006-05-31T20:15:00+02:00"; without a month it is January, without a zone
    /// UTC. Other forms of dates in tags are read too: "20141108", "2006-00-00", "2006/5/31", "c. 1999", and seconds since
    /// 1970. For a text without a year, such as "soon", you may ignore the error: the content is unchanged, and valid
    /// without that field.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: a field of neither, or no date. NOT_SUPPORTED: not a field of this kind.
    /// Thread: one at a time.
    pub fn nowplaying_content_set_text(
        content: *mut nowplaying_content,
        field: nowplaying_field,
        text: *const c_char,
    ) -> nowplaying_status;
    /// Sets a list of texts. texts: `count` strings; NULL and empty entries are left out. NULL with count 0 removes the
    /// field. count: at most NOWPLAYING_MAX_TEXTS.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a list field, or texts NULL with a count. TOO_LARGE: a higher count.
    ///   NOT_SUPPORTED: not a field of this kind.
    /// Thread: one at a time.
    pub fn nowplaying_content_set_texts(
        content: *mut nowplaying_content,
        field: nowplaying_field,
        texts: *const *const c_char,
        count: usize,
    ) -> nowplaying_status;
    /// Sets an integer. A negative number removes the field (but dates before 1970 are legal), and so does 0 in a field
    /// that counts from 1.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: not an integer field. NOT_SUPPORTED: not a field of this kind.
    /// Thread: one at a time.
    pub fn nowplaying_content_set_integer(
        content: *mut nowplaying_content,
        field: nowplaying_field,
        value: i64,
    ) -> nowplaying_status;
    /// Sets a number, clamped to 0.0 … 1.0. NaN removes the field.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a number field.
    /// Thread: one at a time.
    pub fn nowplaying_content_set_number(
        content: *mut nowplaying_content,
        field: nowplaying_field,
        value: f64,
    ) -> nowplaying_status;
    /// Sets a text under one of the player's own keys, "cmus:stream_title", for scripts that read it. Any kind of content
    /// takes it. Clients of MPRIS see it under that key of the metadata, surfaces of org.nowplaying in `extra`. Desktops
    /// show only fields: if there is a field for the text, set that too. KDE's key "kde:pid", the process id of the browser
    /// in digits, is sent to MPRIS clients as a number, as KDE's own programs do.
    /// key: a prefix, the name of the player for instance, of letters A to Z and a to z, digits, "-" and "_"; then ":"; then
    ///   one or more printable characters of ASCII, without spaces. At most NOWPLAYING_MAX_EXTRA_KEY_BYTES in all. The
    ///   prefixes "mpris", "xesam" and "nowplaying" are reserved. For scripts that expect a key without a colon, the key may
    ///   be only the prefix: "bitrate". The templates of playerctl know only keys that begin with a letter or "_" and have
    ///   letters, digits, "_" and ":".
    /// text: as for nowplaying_content_set_text(), at most NOWPLAYING_MAX_TEXT_BYTES. NULL or "" removes the key. A text
    ///   that changes all the time, such as a bitrate, may be set each time: if nothing else has changed, it is sent to
    ///   MPRIS clients at most once a second, without a Seeked.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: key NULL, or not such a key. TOO_LARGE: the content has
    ///   NOWPLAYING_MAX_EXTRA other keys.
    /// Thread: one at a time.
    pub fn nowplaying_content_set_extra(
        content: *mut nowplaying_content,
        key: *const c_char,
        text: *const c_char,
    ) -> nowplaying_status;
    /// Sets the field that a tag of a file stands for. Give all tags of the file, with the names and values that the file
    /// or a decoder has. A useless tag is never an error.
    /// name: in any tag format: a frame of ID3v2 ("TPE1", "TXXX:MusicBrainz Album Id"), a Vorbis comment, a key of APE, an
    ///   atom of MP4 ("\xa9nam", "----:com.apple.iTunes:LYRICS"), an attribute of ASF ("WM/AlbumTitle"), or the name of the
    ///   tag in FFmpeg, mpv, GStreamer, MPD, VLC or TagLib. The case of letters, "-", "_", "/", spaces and a language at the
    ///   end ("lyrics-eng") make no difference. tags.md has all names. A frame of ID3v2 may come as a text, or as it is
    ///   in the file: then the language, description, times and owner of USLT, SYLT, COMM, TXXX and UFID are read.
    ///   GStreamer's "private-id3v2-frame", with the header of the frame, is read too.
    /// bytes: `size` bytes, which need no NUL. May be NULL if size is 0. Read as UTF-8; as UTF-16 if they are marked as
    ///   that; else as Windows-1252. NULs separate several values, and in a list other than COMMENTS so does ";" if no space
    ///   follows. Further tags for a list add to it. Numbers ("3/12"), dates ("20141108"), ratings ("4/5", a byte of POPM),
    ///   genres ("(17)") and lyrics are read as taggers write them. Texts and lists beyond their limits are cut.
    /// ret_field: NULL, or gets the field, even if a better tag has filled it already (the date of this release is better
    ///   than that of the first one, and lyrics with times are better than plain ones). It gets 0 if the name is not known,
    ///   the value cannot be read, or this kind has no such field.
    /// The first tag for a field replaces what you have set before; what you set afterwards replaces the value of the tags.
    /// When the content is given to a session, a debug line names the first tag that could not be read.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: name NULL, bytes NULL with a size, or ret_field misaligned. TOO_LARGE: a
    ///   size beyond NOWPLAYING_MAX_VIDEO_BYTES.
    /// Thread: one at a time.
    pub fn nowplaying_content_set_tag(
        content: *mut nowplaying_content,
        name: *const c_char,
        bytes: *const c_void,
        size: usize,
        ret_field: *mut nowplaying_field,
    ) -> nowplaying_status;
    /// Gets the text of a field, or one text of a list, as it was repaired and cut.
    /// index: for a list, the number of the text in it, from 0; else 0.
    /// ret_text: room for `size` bytes; gets the text and a NUL. NOWPLAYING_MAX_TEXT_BYTES + 1 is enough for all fields
    ///   except LYRICS, which needs NOWPLAYING_MAX_LYRICS_BYTES + 1.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a field of a text or a list, or ret_text NULL. INVALID_STATE: the
    ///   content does not have the field, or not that many entries. TOO_LARGE: the text and its NUL do not fit.
    /// Thread: one at a time.
    pub fn nowplaying_content_get_text(
        content: *mut nowplaying_content,
        field: nowplaying_field,
        index: usize,
        ret_text: *mut c_char,
        size: usize,
    ) -> nowplaying_status;
    /// Gets an integer: a number, a date in seconds since 1970, or 1 or 0.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: not an integer field, or ret_value NULL or misaligned. INVALID_STATE: the
    ///   content does not have the field.
    /// Thread: one at a time.
    pub fn nowplaying_content_get_integer(
        content: *mut nowplaying_content,
        field: nowplaying_field,
        ret_value: *mut i64,
    ) -> nowplaying_status;
    /// Gets a number.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a number field, or ret_value NULL or misaligned. INVALID_STATE: the
    ///   content does not have the field.
    /// Thread: one at a time.
    pub fn nowplaying_content_get_number(
        content: *mut nowplaying_content,
        field: nowplaying_field,
        ret_value: *mut f64,
    ) -> nowplaying_status;
    /// Removes a field of any type.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a field.
    /// Thread: one at a time.
    pub fn nowplaying_content_unset(content: *mut nowplaying_content, field: nowplaying_field) -> nowplaying_status;
    /// Sets whether the item is audio or video. A new content is audio, but a movie or a TV show is always video.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown type. NOT_SUPPORTED: audio for a movie or TV show.
    /// Thread: one at a time.
    pub fn nowplaying_content_set_media_type(
        content: *mut nowplaying_content,
        type_: nowplaying_media_type,
    ) -> nowplaying_status;
    /// Sets how long the item is. The length of a new content is UNKNOWN, that of a radio LIVE.
    /// duration_us: for FINITE, 0 or more; else ignored. The desktop gets no length unless it is finite and not 0.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown kind, or a negative duration_us with FINITE.
    /// Thread: one at a time.
    pub fn nowplaying_content_set_duration(
        content: *mut nowplaying_content,
        kind: nowplaying_duration_kind,
        duration_us: i64,
    ) -> nowplaying_status;
    /// Sets the id of the item's artwork. The picture is the one that the session remembers under that id. If it remembers
    /// none, the session's `artwork` callback is called when the picture is to be shown, but not while there is no bus;
    /// nowplaying_session_provide_artwork_data(), _file() or _url() can give it at any time.
    /// artwork_id: the id of the picture, for instance the album's id, or a hash of the bytes. NULL or "": no artwork.
    /// Errors: INVALID_HANDLE.
    /// Thread: one at a time.
    pub fn nowplaying_content_set_artwork(
        content: *mut nowplaying_content,
        artwork_id: *const c_char,
    ) -> nowplaying_status;
    /// Sets the chapters of the item, replacing all. Any kind of content takes them. Surfaces of org.nowplaying show the
    /// position among them, and go to one with SEEK_TO_POSITION; MPRIS has no chapters. If the times of the chapters are not
    /// known, set the fields CHAPTER and CHAPTER_COUNT instead.
    /// chapters: `count` descriptions in the order of their start_us, all of the same struct_size; NULL with count 0: none.
    /// count: at most NOWPLAYING_MAX_CHAPTERS. Titles are cut at NOWPLAYING_MAX_CHAPTER_TITLE_BYTES.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count, or misaligned; a start_us that is negative, or less than
    ///   that of the previous chapter; an impossible size. TOO_LARGE: too many.
    /// Thread: one at a time.
    pub fn nowplaying_content_set_chapters(
        content: *mut nowplaying_content,
        chapters: *const nowplaying_chapter,
        count: usize,
    ) -> nowplaying_status;
    /// Sets the id of an animated artwork of the item in an aspect ratio: a video without sound that loops, and a picture
    /// that is shown before it and instead of it. The session's `preview` and `video` are asked for them when a surface
    /// shows that aspect ratio; give the item a plain artwork too, for all others.
    /// artwork_id: the id of the animated artwork; both aspect ratios may have the same. NULL or "": none in this aspect
    ///   ratio.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown aspect ratio.
    /// Thread: one at a time.
    pub fn nowplaying_content_set_animated_artwork(
        content: *mut nowplaying_content,
        ratio: nowplaying_aspect_ratio,
        artwork_id: *const c_char,
    ) -> nowplaying_status;
    /// Makes a session. It is shown once it has content and is the application primary.
    /// id: the id of the session in the app; no other session may have it until this one is freed. NULL or "": the library
    ///   makes one.
    /// callbacks: NULL for none; `destroy` is not called when the function fails.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_session NULL or misaligned, an impossible size, or another session of
    ///   the app has the id, on whatever device. INVALID_STATE: the app was freed. TOO_LARGE: the app has
    ///   NOWPLAYING_MAX_SESSIONS. SYSTEM: no memory. FORKED.
    /// Ownership: give *ret_session to nowplaying_session_free().
    pub fn nowplaying_session_new(
        app: *mut nowplaying_app,
        id: *const c_char,
        callbacks: *const nowplaying_session_callbacks,
        ret_session: *mut *mut nowplaying_session,
    ) -> nowplaying_status;
    /// Makes a session that plays on other devices: a speaker in another room, a television. It is a separate player on the
    /// desktop, beside what the app plays here: it has its own connection, and its own MPRIS name, made of the app's and a
    /// hash of the id. It is named after its first device, "App – Kitchen"; with two devices it is "App – Kitchen + 1", and
    /// so on. It is always application primary there, and shown while it has content. Everything else is as with any
    /// session; answer late (NOWPLAYING_PENDING) if the device is slow. When the device goes, free the session.
    /// CLOCK_MONOTONIC stands still while this machine is suspended, but the device plays on. So the position that is shown
    /// is late by that time until you set a snapshot with the present position: set one when the machine wakes.
    /// id: as in nowplaying_session_new(). The name on the bus is the same at each start if the id is.
    /// Errors: as nowplaying_session_new().
    /// Ownership: give *ret_session to nowplaying_session_free().
    pub fn nowplaying_session_new_remote(
        app: *mut nowplaying_app,
        id: *const c_char,
        callbacks: *const nowplaying_session_callbacks,
        ret_session: *mut *mut nowplaying_session,
    ) -> nowplaying_status;
    /// Ends a session: the desktop no longer shows it, its artwork requests are cancelled, its `destroy` is called. If it
    /// is the application primary, no other session takes its place, not even one that plays: the app is gone from the
    /// desktop until another session asks with nowplaying_session_request_application_primary(). When it returns, no
    /// callback of the session runs or will run. It waits for one that is running on another thread, so hold no lock that
    /// your callbacks take. Inside a callback of this app `destroy` is called when the callback returns.
    /// You can still answer commands, volumes, tracks and changes of the queue that you were given, because the end of the
    /// session may be what was asked for: a callback that frees its session answers with what it returns, and a request that
    /// you kept can be completed afterwards. If it is released without an answer, it fails as CANCELLED. In a forked child:
    /// see "Effects on your process".
    /// session: may be NULL.
    pub fn nowplaying_session_free(session: *mut nowplaying_session);
    /// Sets the content; staged until the commit. content: copied; NULL: nothing to show. A content that equals the present
    /// one, and has the same id or none, is not a change.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_set_content(
        session: *mut nowplaying_session,
        content: *const nowplaying_content,
    ) -> nowplaying_status;
    /// Sets the snapshot; staged until the commit. snapshot: copied; NULL: the state is not known, and shown as stopped.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: an unknown state; a rate that is 0 or not finite while playing; a
    ///   default_rate that is negative or not finite; an unknown error_kind; one of seekable_start_us and seekable_end_us
    ///   without the other, an end before the start, or both without elapsed_us; a reserved that is not 0; an impossible
    ///   size. No other time is refused. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_set_snapshot(
        session: *mut nowplaying_session,
        snapshot: *const nowplaying_snapshot,
    ) -> nowplaying_status;
    /// Sets the commands, replacing all; staged until the commit. commands: `count` descriptors, all of the same
    /// struct_size; NULL with count 0: none. count: at most NOWPLAYING_MAX_COMMANDS. If a kind is given twice, the first
    /// enabled one is used, except FEEDBACK and CUSTOM.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count; an unknown kind or slot; a mode, interval, rate or
    ///   number of steps that is not legal; an icon that is not a name; a CUSTOM without id or title, or two of the same id;
    ///   a reserved that is not 0; an impossible size. TOO_LARGE: too many commands, intervals or rates. INVALID_STATE.
    ///   FORKED.
    pub fn nowplaying_session_set_commands(
        session: *mut nowplaying_session,
        commands: *const nowplaying_command,
        count: usize,
    ) -> nowplaying_status;
    /// Sets one command; staged until the commit. It replaces the first command of its kind; a CUSTOM replaces the one with
    /// its id, and a FEEDBACK replaces the button with the same modes, NEUTRAL not counted. If there is no such command, it
    /// is added after the others. So a single value of a command can be changed: a title, "Sleep: 29 min", `active` of
    /// BOOKMARK, the intervals of a skip. command: copied.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL; else as nowplaying_session_set_commands(): an unknown kind or slot; a
    ///   mode, interval, rate or number of steps that is not legal; an icon that is not a name; a CUSTOM without id or
    ///   title; a reserved that is not 0; an impossible size. TOO_LARGE: too many intervals or rates, or a new command
    ///   beside NOWPLAYING_MAX_COMMANDS others. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_set_command(
        session: *mut nowplaying_session,
        command: *const nowplaying_command,
    ) -> nowplaying_status;
    /// Sets `enabled` of every command of a kind; staged until the commit.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown kind. INVALID_STATE: no command of that kind was set, or the app
    ///   was freed. FORKED.
    pub fn nowplaying_session_set_command_enabled(
        session: *mut nowplaying_session,
        kind: nowplaying_command_kind,
        enabled: i32,
    ) -> nowplaying_status;
    /// Sets `current` of every command of a kind, staged until the commit: CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE or
    /// FEEDBACK.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: another kind, or an unknown mode. INVALID_STATE: no command of that kind
    ///   was set, or the app was freed. FORKED.
    pub fn nowplaying_session_set_command_mode(
        session: *mut nowplaying_session,
        kind: nowplaying_command_kind,
        mode: i32,
    ) -> nowplaying_status;
    /// Sets `enabled` and `active` of a CUSTOM command; staged until the commit.
    /// id: the id of a command that was set.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: id NULL or "". INVALID_STATE: no such command was set, or the app was
    ///   freed. FORKED.
    pub fn nowplaying_session_set_custom_command(
        session: *mut nowplaying_session,
        id: *const c_char,
        enabled: i32,
        active: i32,
    ) -> nowplaying_status;
    /// Sets whether the session is muted, staged until the commit; a new one is not. Surfaces of org.nowplaying show it;
    /// MPRIS has no word for it, and its Volume stays as it is.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_set_muted(session: *mut nowplaying_session, muted: i32) -> nowplaying_status;
    /// Sets the audio and subtitle tracks of the item, replacing all; staged until the commit. Set them for each item that
    /// has other tracks: they belong to the session, and stay with the next content. Surfaces see them if the session has a
    /// callback `select_track`. Tracks that are committed together with an item arrive in a signal of another interface,
    /// after that of the item.
    /// tracks: `count` descriptions in the order to show, all of the same struct_size; NULL with count 0: none.
    /// count: at most NOWPLAYING_MAX_TRACKS.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count, or misaligned; no id; two of a kind with the same id, or
    ///   both selected; an unknown kind or characteristic; a reserved that is not 0; an impossible size. TOO_LARGE: too
    ///   many. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_set_tracks(
        session: *mut nowplaying_session,
        tracks: *const nowplaying_track,
        count: usize,
    ) -> nowplaying_status;
    /// Sets the volume; staged until the commit. volume: 0.0 or more, 1.0 is full; clamped to NOWPLAYING_MAX_VOLUME. A
    /// volume above 1.5, and above 1.5 times the maximum, is sent to clients too. But the log calls it a client bug, once
    /// for a session that is shown, because such a player seems to count from 0 to 100. A negative value: the session has no
    /// volume; then the desktop gets 1.0 and cannot change it. A new session has none, or 1.0 if it has the callback
    /// `volume` (see there).
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: not finite. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_set_volume(session: *mut nowplaying_session, volume: f64) -> nowplaying_status;
    /// Sets the highest volume that the desktop may set, staged until the commit; 1.0 at first. It is for a player that can
    /// amplify.
    /// maximum: greater than 0, clamped to NOWPLAYING_MAX_VOLUME.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: not finite, or not greater than 0. INVALID_STATE: the app was freed.
    ///   FORKED.
    pub fn nowplaying_session_set_volume_maximum(session: *mut nowplaying_session, maximum: f64) -> nowplaying_status;
    /// Sets the devices of a remote session, replacing all; staged until the commit.
    /// devices: `count` descriptions, all of the same struct_size; NULL with count 0: none. The first names the session on
    ///   the desktop. count: at most NOWPLAYING_MAX_DEVICES.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count; no id or no name; two of the same id; an unknown type; a
    ///   volume that is not a number; an impossible size. TOO_LARGE: too many. INVALID_STATE: not a remote session, or the
    ///   app was freed. FORKED.
    pub fn nowplaying_session_set_devices(
        session: *mut nowplaying_session,
        devices: *const nowplaying_device,
        count: usize,
    ) -> nowplaying_status;
    /// Sets the queue, staged until the commit: the items that are played before and after the present one, which clients
    /// see through MPRIS's TrackList. They see all of it up to NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES; of a longer queue they
    /// see the part around the entry whose id is that of the session's content. So you may give a queue of any length once,
    /// or, each time that it changes, the part around the item that plays. Requests of clients come through the callbacks
    /// `queue_go_to`, `queue_add` and `queue_remove`; CanEditTracks is true if one of the latter two is there.
    /// entries: `count` contents in their order, copied; you may then change or free yours. Each has an id: a unique one, or
    ///   that of the song or file, which several entries may have. Clients get everything of an entry that they would get if
    ///   it were the content, except its picture, its lyrics, and any text or list that would make it longer than 64 KiB.
    ///   NULL with count 0: there is no queue, and clients do not see the interface.
    /// count: at most NOWPLAYING_MAX_QUEUE_ENTRIES.
    /// For clients each entry has its own track id (MPRIS's), which lasts: when the queue is set again, entries are
    /// recognised by their ids, wherever they are and however they are described now. If several entries have the same id,
    /// those whose order has changed least keep their track ids (a longest common subsequence). The choice may be a worse
    /// one if more than eight entries of that id have come or gone at once, or fewer in a queue in which more than 25,000
    /// rows have changed. The other entries of that id count as moved, and as new only if there are more of them than
    /// before. The first entry of an id has the track id that an item with that id has. The others have longer ones, which
    /// are never below track_path_prefix. Setting a queue of 10,000 entries takes about 2 milliseconds of the calling
    /// thread, or about 12 if each song is there twice and many have moved.
    /// Errors: INVALID_HANDLE: the session. INVALID_ARGUMENT: NULL with a count, an entry that is not a content or has no
    ///   id. TOO_LARGE: too many. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_set_queue(
        session: *mut nowplaying_session,
        entries: *const *const nowplaying_content,
        count: usize,
    ) -> nowplaying_status;
    /// Sets which entry of the queue plays, staged until the commit. It is needed if several entries have the id of the
    /// session's content; otherwise the one with that id plays. The row holds while the content has the entry's id, and the
    /// library follows the entry when the queue is set again. So when another entry begins, even one with the same id, set
    /// the row in the same commit. An entry that is removed while it plays still counts as the one that plays. If entries
    /// with the content's id have moved in the same commit, their ids do not tell which is which: then the entry in the row
    /// is taken for the one that played before. Until the row is set, the first entry with the content's id plays.
    /// row: the index of the entry in the queue that was set last, committed or not, from 0. Negative: not known any more.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: the queue has no such row. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_set_queue_row(session: *mut nowplaying_session, row: i64) -> nowplaying_status;
    /// Publishes what was staged, all at once. Never waits. A commit that changes nothing costs next to nothing.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_commit(session: *mut nowplaying_session) -> nowplaying_status;
    /// Drops what was staged since the last commit, or since the session was made: the next commit publishes only what is
    /// set after this call. It is for a player or a binding that has staged several values when one is refused. Committed
    /// values and provided pictures stay.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_discard(session: *mut nowplaying_session) -> nowplaying_status;
    /// Provides the bytes of a PNG, JPEG, WebP or GIF file as the picture of an artwork id.
    /// artwork_id: as in nowplaying_content_set_artwork(), which cuts it likewise.
    /// data: `size` bytes. They are written to a file before the call returns: it waits for the disk.
    /// size: 1 to NOWPLAYING_MAX_ARTWORK_BYTES.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: artwork_id NULL or "", or data NULL. NOT_AN_IMAGE: no bytes, bytes of
    ///   another format, or so damaged that they do not tell the size of the picture. TOO_LARGE. IO: the picture cannot be
    ///   written where the desktop would see it. SYSTEM: no descriptor or no memory for bytes that stay in memory.
    ///   INVALID_STATE: the app was freed. FORKED. In these cases the picture that was provided before stays.
    pub fn nowplaying_session_provide_artwork_data(
        session: *mut nowplaying_session,
        artwork_id: *const c_char,
        data: *const c_void,
        size: usize,
    ) -> nowplaying_status;
    /// Provides a file as the picture of an artwork id. It is read before the call returns and not needed any more.
    /// path: of a PNG, JPEG, WebP or GIF file of at most NOWPLAYING_MAX_ARTWORK_BYTES.
    /// Errors: as nowplaying_session_provide_artwork_data(): INVALID_HANDLE, INVALID_ARGUMENT (path NULL), NOT_AN_IMAGE,
    ///   TOO_LARGE, SYSTEM, INVALID_STATE, FORKED. IO also: cannot be read, or not a regular file.
    pub fn nowplaying_session_provide_artwork_file(
        session: *mut nowplaying_session,
        artwork_id: *const c_char,
        path: *const c_char,
    ) -> nowplaying_status;
    /// Provides the address of a picture as that of an artwork id.
    /// url: as in nowplaying_request_complete_artwork_url(). A file is read before the call returns. For "https://…",
    ///   surfaces of org.nowplaying, which want the bytes, get the error that it is elsewhere (Asset.NotLocal): the library
    ///   fetches nothing. Do not give an address with a secret in it, such as those of media servers: fetch the picture, and
    ///   provide its bytes.
    /// Errors: as nowplaying_session_provide_artwork_file(): INVALID_HANDLE, IO, NOT_AN_IMAGE, TOO_LARGE, SYSTEM,
    ///   INVALID_STATE, FORKED. INVALID_ARGUMENT: artwork_id NULL or "", or not a URL of this form.
    pub fn nowplaying_session_provide_artwork_url(
        session: *mut nowplaying_session,
        artwork_id: *const c_char,
        url: *const c_char,
    ) -> nowplaying_status;
    /// Tells the library that there is no picture for an artwork id: nobody waits for it, and an item with this id is shown
    /// without a picture, as if it had no artwork. You may still provide a picture later.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: artwork_id NULL or "". INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_provide_artwork_none(
        session: *mut nowplaying_session,
        artwork_id: *const c_char,
    ) -> nowplaying_status;
    /// Asks to become the session that the app shows. The session that was shown before is no longer shown. The answer
    /// comes through `primary_result`; it is OK, even without a bus, unless the session is freed before.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_request_application_primary(session: *mut nowplaying_session) -> nowplaying_status;
    /// Asks to become the session that the app shows and that the whole desktop drives. The answer comes through
    /// `primary_result`: NOWPLAYING_OK, NO_BUS, CANCELLED or NOT_PERMITTED. NOT_PERMITTED means that the sandbox does not
    /// allow the app to own the token of the system primary, a name on the bus; the session is the application primary
    /// nevertheless. The player that had the token before may take it back in the same way, and gets it back when this
    /// session is freed or resigns. Ask whenever playback begins: the player that asked last has it, and if you ask only
    /// once, another player may have it now.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_request_system_primary(session: *mut nowplaying_session) -> nowplaying_status;
    /// Gives the system primary back, so that the player that had it before may resume. No effect when the session does
    /// not hold it and has not asked for it.
    /// Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_resign_system_primary(session: *mut nowplaying_session) -> nowplaying_status;
    /// Gets the ways in which the session is primary, as bits NOWPLAYING_PRIMARY_….
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_primary NULL. INVALID_STATE: the app was freed. FORKED.
    pub fn nowplaying_session_get_primary(
        session: *mut nowplaying_session,
        ret_primary: *mut nowplaying_primary_flags,
    ) -> nowplaying_status;
    /// Takes another reference to a request, for a second owner. Returns its argument, or NULL for an invalid handle and in
    /// a forked child. A callback that returns NOWPLAYING_PENDING does not need to call it, because it owns a reference to
    /// the request already.
    /// Ownership: balance with nowplaying_request_unref().
    pub fn nowplaying_request_ref(request: *mut nowplaying_request) -> *mut nowplaying_request;
    /// Releases a request. When its last reference is released without an answer, it has failed with COMMAND_FAILED, and
    /// that is a client bug unless the session or app was freed before. Always returns NULL. In a forked child it only
    /// frees memory.
    /// request: may be NULL.
    pub fn nowplaying_request_unref(request: *mut nowplaying_request) -> *mut nowplaying_request;
    /// Answers a request. status: NOWPLAYING_OK or an error, for instance NOWPLAYING_ERROR_COMMAND_FAILED.
    /// message: for an error, a sentence that the caller gets. If it is NULL, the caller gets that of nowplaying_strerror().
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: status positive, or OK for an artwork. ALREADY_ANSWERED. CANCELLED.
    ///   TIMED_OUT. FORKED.
    pub fn nowplaying_request_complete(
        request: *mut nowplaying_request,
        status: nowplaying_status,
        message: *const c_char,
    ) -> nowplaying_status;
    /// Answers a request of `artwork` or `preview` with the bytes of a PNG, JPEG, WebP or GIF file.
    /// data: `size` bytes. For MPRIS they are written to a file before the call returns: it waits for the disk. A surface of
    ///   org.nowplaying, which may ask for an artwork or a preview, gets a copy in memory.
    /// size: 1 to NOWPLAYING_MAX_ARTWORK_BYTES.
    /// Errors, which leave the request open: INVALID_HANDLE. INVALID_ARGUMENT: data NULL, or a request of another callback.
    ///   NOT_AN_IMAGE: as in nowplaying_session_provide_artwork_data(). TOO_LARGE. WRONG_ASPECT_RATIO: a preview of another
    ///   shape, by more than 1 %. IO: the picture cannot be written where the desktop would see it. SYSTEM: no memory for
    ///   the copy for a surface. And: ALREADY_ANSWERED, CANCELLED, TIMED_OUT, FORKED.
    pub fn nowplaying_request_complete_artwork_data(
        request: *mut nowplaying_request,
        data: *const c_void,
        size: usize,
    ) -> nowplaying_status;
    /// Answers a request of `artwork` or `preview` with a file, which is read before the call returns and not needed any
    /// more.
    /// path: of a PNG, JPEG, WebP or GIF file of at most NOWPLAYING_MAX_ARTWORK_BYTES.
    /// Errors, which leave the request open: as nowplaying_request_complete_artwork_data(). IO also: cannot be read, or not
    ///   a regular file.
    pub fn nowplaying_request_complete_artwork_file(
        request: *mut nowplaying_request,
        path: *const c_char,
    ) -> nowplaying_status;
    /// Answers a request of `artwork` or `preview` with the address of a picture.
    /// url: "https://…" (or http): only for MPRIS, where the desktop gets the address and fetches it; not all desktops can.
    ///   "file:///…": of a PNG, JPEG, WebP or GIF file of at most NOWPLAYING_MAX_ARTWORK_BYTES that must stay there
    ///   unchanged for as long as it is shown; the desktop gets this address, or from inside a sandbox that of a copy.
    ///   Either has only ASCII characters, with all others percent-encoded, and at most NOWPLAYING_MAX_TEXT_BYTES. User and
    ///   password are removed from it; the log warns of other secrets, such as a token in its query, as for
    ///   NOWPLAYING_FIELD_URL.
    /// Errors, which leave the request open: INVALID_HANDLE. INVALID_ARGUMENT: not a URL of this form, or a request of
    ///   another callback. NOT_LOCAL: "https://…" for a preview, or for an artwork that a surface of org.nowplaying asks
    ///   for: surfaces get the bytes, and the library fetches nothing. Answer the request with that status, and the surface
    ///   gets Asset.NotLocal. For a file: as nowplaying_request_complete_artwork_file(). And: ALREADY_ANSWERED, CANCELLED,
    ///   TIMED_OUT, FORKED.
    pub fn nowplaying_request_complete_artwork_url(
        request: *mut nowplaying_request,
        url: *const c_char,
    ) -> nowplaying_status;
    /// Answers a video request with a file, which is copied and checked before the call returns, and not needed any more.
    /// The copy is in memory and sealed, and all surfaces share it. A file would not be safe: any program of the user, even
    /// one in a sandbox that has no path to it, could open its descriptor again for writing. So a video takes as much memory
    /// as it has bytes, for as long as it is kept (NOWPLAYING_MAX_KEPT_PICTURES) or a surface has it, and the call takes as
    /// long as reading them. Give a video of a few MiB, and call from a thread of your own if the file may be large, or on a
    /// network.
    /// path: of an MP4, QuickTime or WebM video of the aspect ratio that was asked for, without sound, of at most
    ///   NOWPLAYING_MAX_VIDEO_BYTES and 60 frames a second. Whether there is sound is not checked: surfaces play it muted.
    ///   Format, aspect ratio and frame rate are checked in the headers of the file; no frame is decoded, and the number of
    ///   reads is bounded. The shape of the pixels and a rotation of the picture are taken into account. The frame rate is
    ///   the average from the first to the last frame, by their times in the file; DefaultDuration of WebM is not read. WebM
    ///   has to be VP8, VP9 or AV1.
    /// Errors, which leave the request open: INVALID_HANDLE. INVALID_ARGUMENT: path NULL, or not a video request.
    ///   NOT_A_VIDEO, WRONG_ASPECT_RATIO (by more than 1 %), FRAME_RATE, TOO_LARGE. IO: cannot be read, not a regular file,
    ///   or no memory for it. And: ALREADY_ANSWERED, CANCELLED, TIMED_OUT, FORKED. Answer the request with the status, and
    ///   the surface gets the error.
    pub fn nowplaying_request_complete_video_file(
        request: *mut nowplaying_request,
        path: *const c_char,
    ) -> nowplaying_status;
    /// Answers a video request with the bytes of a video, which are copied, and checked like those of a file.
    /// data: `size` bytes. size: 1 to NOWPLAYING_MAX_VIDEO_BYTES.
    /// Errors: as nowplaying_request_complete_video_file(), INVALID_ARGUMENT also: data NULL. SYSTEM: no memory.
    pub fn nowplaying_request_complete_video_data(
        request: *mut nowplaying_request,
        data: *const c_void,
        size: usize,
    ) -> nowplaying_status;
    /// Answers a video request with the address of a file on this computer, "file:///…", which is checked like a file given
    /// by its path.
    /// Errors: as nowplaying_request_complete_video_file(). NOT_LOCAL: another address, such as "https://…".
    pub fn nowplaying_request_complete_video_url(
        request: *mut nowplaying_request,
        url: *const c_char,
    ) -> nowplaying_status;
    /// Gets whether an answer is still wanted. Returns NOWPLAYING_OK while it is; else ALREADY_ANSWERED, CANCELLED,
    /// TIMED_OUT, FORKED or INVALID_HANDLE.
    pub fn nowplaying_request_get_state(request: *mut nowplaying_request) -> nowplaying_status;
    /// Gets the row of the entry that a request of `queue_go_to`, `queue_add` or `queue_remove` is about: its index in the
    /// queue that the session has committed last, from 0. You may ask as long as you hold the request, even after the
    /// answer: if the queue was committed again since the callback, the row is the one that the entry has now. Ask on the
    /// thread that changes the queue: then it is right until that thread changes it.
    /// ret_row: -1 for `queue_add` at the start of the queue; else that of the entry `after_id`.
    /// Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_row NULL or misaligned, or a request of another callback.
    ///   NO_SUCH_CONTENT: the entry is not in the queue any more. FORKED.
    pub fn nowplaying_request_get_queue_row(request: *mut nowplaying_request, ret_row: *mut i64) -> nowplaying_status;
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
            nowplaying_app_options,
            112,
            (struct_size, 0),
            (application_id, 8),
            (display_name, 16),
            (desktop_entry, 24),
            (bus_address, 32),
            (uri_schemes, 40),
            (uri_scheme_count, 48),
            (mime_types, 56),
            (mime_type_count, 64),
            (bus_fd, 72),
            (loop_, 76),
            (log_level, 80),
            (flags, 84),
            (instance, 88),
            (track_path_prefix, 96),
            (bus_name, 104)
        );
        check!(
            nowplaying_app_callbacks,
            96,
            (struct_size, 0),
            (user_data, 8),
            (destroy, 16),
            (log, 24),
            (bus_state, 32),
            (raise, 40),
            (quit, 48),
            (open_uri, 56),
            (fullscreen, 64),
            (wakeup, 72),
            (aspect_ratios, 80),
            (activate_playlist, 88)
        );
        check!(
            nowplaying_playlist,
            56,
            (struct_size, 0),
            (id, 8),
            (name, 16),
            (icon_url, 24),
            (created, 32),
            (modified, 40),
            (last_played, 48)
        );
        check!(nowplaying_chapter, 32, (struct_size, 0), (start_us, 8), (title, 16), (artwork_id, 24));
        check!(
            nowplaying_snapshot,
            88,
            (struct_size, 0),
            (elapsed_us, 8),
            (timestamp_us, 16),
            (rate, 24),
            (default_rate, 32),
            (state, 40),
            (reserved, 44),
            (seekable_start_us, 48),
            (seekable_end_us, 56),
            (buffered_us, 64),
            (error, 72),
            (error_kind, 80),
            (is_at_live_edge, 84)
        );
        check!(
            nowplaying_command,
            136,
            (struct_size, 0),
            (kind, 8),
            (enabled, 12),
            (tag, 16),
            (intervals_us, 24),
            (interval_count, 32),
            (rates, 40),
            (rate_count, 48),
            (current, 56),
            (supported, 60),
            (title, 64),
            (short_title, 72),
            (rate_minimum, 80),
            (rate_maximum, 88),
            (id, 96),
            (icon, 104),
            (slot, 112),
            (active, 116),
            (steps, 120),
            (button, 124),
            (derived, 128),
            (reserved, 132)
        );
        check!(
            nowplaying_command_event,
            72,
            (struct_size, 0),
            (kind, 8),
            (phase, 12),
            (tag, 16),
            (time_us, 24),
            (rate, 32),
            (mode, 40),
            (toggle, 44),
            (id, 48),
            (rating, 56),
            (button, 64),
            (reserved, 68)
        );
        check!(nowplaying_artwork_event, 24, (struct_size, 0), (artwork_id, 8), (width, 16), (height, 20));
        check!(
            nowplaying_animated_artwork_event,
            32,
            (struct_size, 0),
            (artwork_id, 8),
            (ratio, 16),
            (width, 20),
            (height, 24),
            (reserved, 28)
        );
        check!(nowplaying_device, 40, (struct_size, 0), (id, 8), (name, 16), (volume, 24), (type_, 32), (can_step, 36));
        check!(
            nowplaying_track,
            48,
            (struct_size, 0),
            (id, 8),
            (language, 16),
            (title, 24),
            (kind, 32),
            (characteristics, 36),
            (selected, 40),
            (reserved, 44)
        );
        check!(
            nowplaying_session_callbacks,
            152,
            (struct_size, 0),
            (user_data, 8),
            (destroy, 16),
            (command, 24),
            (artwork, 32),
            (volume, 40),
            (request_cancelled, 48),
            (primary_changed, 56),
            (primary_result, 64),
            (interruption, 72),
            (preview, 80),
            (video, 88),
            (device_volume, 96),
            (device_step, 104),
            (queue_go_to, 112),
            (queue_add, 120),
            (queue_remove, 128),
            (position, 136),
            (select_track, 144)
        );
    }
}
