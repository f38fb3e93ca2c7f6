/* libnowplaying: tell the desktop what plays, and be driven by it.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 *
 * Objects
 * -------
 * An *app* is one program. It owns one private connection to the session bus and, while it shows something, one
 * MPRIS name (org.mpris.MediaPlayer2.NAME), under which GNOME, KDE, media keys, playerctl, KDE Connect and Bluetooth
 * headsets see it.
 *
 * A *session* is one thing that the app plays: a queue of music, a podcast, a video window. A session has an id,
 * a content, a playback snapshot, commands and perhaps a volume. An app may have many sessions; the desktop sees one of
 * them, the *application primary*. Switching the primary swaps what is behind the same name, so nothing flickers.
 *
 * A *content* describes an item: its kind (music, podcast, movie …), its id, its texts, its duration and the id of
 * its artwork.
 *
 * A *request* is something that the desktop asks of you: a command ("next"), an artwork, a volume. It is answered
 * exactly once: by what your callback returns, or later.
 *
 * Life of a session
 * -----------------
 *   app = nowplaying_app_new()
 *     session = nowplaying_session_new()
 *       set_commands, set_content, set_snapshot … commit      stage, stage, stage, publish
 *       nowplaying_session_request_application_primary()      show it
 *       … at each change: set what changed, commit …
 *     nowplaying_session_free()
 *   nowplaying_app_free()
 *
 * Setters only stage. nowplaying_session_commit() makes all that was staged visible at once, so the desktop never sees
 * the title of one track with the length of another. Neither waits for the bus or the loop. You may commit as often as
 * you like; only changes are emitted: the first at once, further ones at most 20 times a second, and the last state
 * always. Some changes are delayed. A new item waits 40 ms for its picture. While an item is BUFFERING, whatever you
 * commit for it waits until 20 ms after the state has changed, but at most 300 ms. The same holds for a new item in
 * that state, and for a jump of the position. A new length of an item that had one already, and texts of
 * nowplaying_content_set_extra(), wait until a second after the last such change. STOPPED, or no content, waits until
 * it has lasted 250 ms, or 1 s if a client has asked for another item, because players pass through these states
 * between two items. If a client has asked to stop, it does not wait.
 * The position moves by itself: give a snapshot when playback starts, stops, seeks or changes speed, and when an item
 * begins, even if the same one begins again. A snapshot with the position that you read at this moment may be committed
 * as often as you like: nothing is emitted while it agrees with what clients know. Never commit an old snapshot again,
 * because with NOWPLAYING_TIME_NOW it moves the position back. A client that reads the position gets that of the last
 * snapshot. A client that listens is sent it (MPRIS: Seeked) if it differs by more than half a second from what that
 * client believes. If you commit other texts for the same item, Seeked is sent as well, because BlueZ then believes
 * that an item begins.
 * When you have answered SEEK_TO_POSITION, SKIP_FORWARD or SKIP_BACKWARD with success, its target counts at once. If
 * you have committed a snapshot before you answer a skip, that snapshot counts. Engines report their old position for a
 * while. So for 300 ms a snapshot, or an answer of `position`, that merely continues from the old position is ignored.
 * Any other position counts. If you commit no snapshot for five seconds, your last one counts again. If your engine
 * knows the position better than your snapshots do, give the callback `position`.
 *
 * A session without content is not shown. When playback stops, keep the content: set NOWPLAYING_STATE_STOPPED.
 * Between two items do neither of these: set the next content, and commit once.
 *
 * The loop
 * --------
 * NOWPLAYING_LOOP_THREAD (the default): the library runs a thread of its own. There is nothing for you to do, and
 * your callbacks are called on that thread.
 * NOWPLAYING_LOOP_FD: nowplaying_app_get_fd() gives one file descriptor for your poll loop. It is the same for the
 * whole life of the app, and it only ever becomes readable (never wait for writing). When it is readable, call
 * nowplaying_app_dispatch(), which never blocks and calls your callbacks. No timeout is needed.
 * NOWPLAYING_LOOP_WAKEUP: for a main loop that takes no descriptor, but has a "call this on the main thread". The
 * library has a thread that does nothing but call your `wakeup`; there, arrange for nowplaying_app_dispatch() to be
 * called in a thread of your choice, soon. `wakeup` is called once, and again if something arrives after that dispatch.
 *
 * Threads
 * -------
 * Every function may be called from any thread, concurrently, and inside callbacks, unless a line "Thread:" or "In
 * callbacks:" at the function says otherwise: nowplaying_app_dispatch() runs in one thread at a time, preferably always
 * the same one, and a content belongs to one thread at a time. Nothing may be called on a handle while or after another
 * thread frees it.
 *
 * Callbacks
 * ---------
 * Callbacks are called only on the library's thread or inside nowplaying_app_dispatch(), never from another
 * function of this header (but see `destroy`), and never while the library holds a lock. Inside a callback you may
 * call everything except nowplaying_app_dispatch(). Freeing the session or the app inside one of its own callbacks
 * is allowed: it takes effect when the callback returns. `wakeup` has rules of its own: see there.
 * Each table of callbacks has one `user_data` and a `destroy`, which is called exactly once, after the last callback.
 * It may always free what user_data points to. A NULL entry turns its feature off.
 * A callback must not throw through this library (C++, longjmp), and should not take long: while it runs, nobody gets
 * an answer. If it takes longer, return NOWPLAYING_PENDING, and answer the request later. A main loop that you run
 * inside a callback, for a dialog, is not disturbed: the descriptor becomes readable again when the callback returns.
 *
 * Ownership
 * ---------
 * The object that a _new function returns is yours: give it to the _free function once. _free(NULL) does nothing.
 * Pointers that you pass in are borrowed for the call; the library copies what it needs. Pointers that a callback is
 * given are borrowed for that callback; but a request for which the callback returns NOWPLAYING_PENDING is yours from
 * then on: release it with nowplaying_request_unref() when you have answered it.
 *
 * Strings
 * -------
 * UTF-8 with a final NUL. All texts of an item except its lyrics lose the blanks at their ends; a text that has only
 * blanks counts as none. Give each as one line: what is within it stays, and not every client cleans what it shows. A
 * text that is not UTF-8 at all is read as Windows-1252, which old tags and radio stations use. In other texts U+FFFD
 * replaces invalid bytes. It also replaces Unicode's noncharacters (U+FFFE, U+FFFF and those of each plane, U+FDD0 to
 * U+FDEF), because clients on sd-bus cannot read a text that has one. Texts are cut at NOWPLAYING_MAX_TEXT_BYTES,
 * lyrics at NOWPLAYING_MAX_LYRICS_BYTES, and ids, names and addresses at NOWPLAYING_MAX_ID_BYTES, after these
 * replacements and at a character boundary. Ids of contents, artworks and sessions are bytes and do not have to be
 * UTF-8: two are the same only if their bytes are. NULL and "" both mean that there is no text.
 *
 * Times and numbers
 * -----------------
 * Times are int64_t microseconds and end in _us. Points in time are those of CLOCK_MONOTONIC, which counts from the
 * start of the machine; earlier ones are negative. Rates and volumes are double, 1.0 is normal. Booleans are int32_t, 0
 * is false and everything else true.
 *
 * Errors
 * ------
 * Functions return nowplaying_status: 0 is success, negative is an error. An error has no effect: outputs (`ret_…`)
 * are written only on success, and nothing is half done. nowplaying_strerror() has one sentence per status, and
 * nowplaying_last_error() the details of the last error of this thread; if an element of an array is wrong, they end
 * with its index: "(index 3)". No argument crashes the library: NULL, misaligned pointers, NULL handles, handles of
 * another kind and structs of an impossible size are errors. A pointer to memory that is not yours, or a handle already
 * freed, cannot be distinguished from a good one: avoiding it is up to you. If malloc() has no memory left, there is no
 * error: the process ends with a signal (SIGILL or SIGTRAP), because the library cannot go on without memory.
 * It is not an error if there is no bus: the library waits for one, and publishes again after a restart of the bus.
 *
 * Enumerations are int32_t. A value that you do not know may come from a newer library, and is legal. A value that the
 * library does not know is an error, and so is a `reserved` that is not 0.
 *
 * Beyond MPRIS
 * ------------
 * On the same connection all sessions, and not only the primary one, are also published by the open protocol
 * org.nowplaying. It carries everything that this header can say and MPRIS cannot: kinds, the player's own buttons,
 * skip intervals, chapters, errors, audio and subtitle tracks, pictures at a size, animated artwork and devices. You
 * need not do anything for it, and while no surface follows, nothing is sent. The page org.nowplaying.md of the
 * documentation is the text of the protocol.
 *
 * Logging
 * -------
 * Nothing is printed, unless the environment asks for it: NOWPLAYING_LOG=debug (or info, warning, error) writes to
 * stderr. The app's `log` callback gets finished sentences. Both get one line without control characters, whatever is
 * in a title, an id or an error. "client bug: …" (a warning) tells you of a mistake in your use of the library:
 *   - an argument that a function of a living app, session or request refuses as INVALID_ARGUMENT, and the first field
 *     of a content that was given to a setter of another type;
 *   - a time of another clock, or an old position that is committed again as the present one after it has played on
 *     (see nowplaying_snapshot);
 *   - a request that is not answered, or not in time;
 *   - content while no session has asked to be the application primary.
 * A warning also tells of commands and tracks that were set for a session without the callback that serves them.
 * "library bug: …" should never appear: please report it.
 *
 * Effects on your process
 * -----------------------
 * The library adds to your process:
 *   - one thread (none with NOWPLAYING_LOOP_FD), with all signals blocked except those of a fault (SIGSEGV, SIGBUS,
 *     SIGFPE, SIGILL, SIGSYS, SIGTRAP, SIGABRT), so that your handler sees the faults of your callbacks;
 *   - file descriptors, all close-on-exec and none of them 0, 1 or 2, even if you have closed those;
 *   - a directory for artwork files, below $XDG_RUNTIME_DIR or in the sandbox's own folder, or, if these cannot be
 *     used, in the cache directory or /tmp. It is removed with the app, and written only by threads that answer artwork
 *     requests or provide pictures.
 * The library installs no signal handlers, sets no locale, and starts no child processes. SIGPIPE is never raised. The
 * library stays loaded after dlclose(). A thread that is cancelled (pthread_cancel(), deferred, which is the default)
 * ends before or after a function of the library, never inside it or inside a callback.
 * State of the whole process: a counter of forks, which a handler of pthread_atfork() increments in each child; and the
 * text of nowplaying_last_error(), one for each thread. Everything else belongs to an app: two apps share nothing.
 * While a surface shows animated artwork there is one more connection, to the system bus, over which the library learns
 * when videos may not be shown (the computer saves power, is hot, or is on a metered network).
 * The environment is never changed. These variables are read when an app is made: NOWPLAYING_BUS, NOWPLAYING_LOG,
 * NOWPLAYING_AUTOPLAY, DBUS_SESSION_BUS_ADDRESS, DBUS_SYSTEM_BUS_ADDRESS, XDG_RUNTIME_DIR, XDG_CONFIG_HOME,
 * XDG_CACHE_HOME and HOME; FLATPAK_ID of Flatpak; SNAP, SNAP_NAME, SNAP_INSTANCE_NAME and SNAP_USER_COMMON of Snap. In
 * a program with more rights than its user (setuid) all of them count as not set. If NOWPLAYING_AUTOPLAY is "off",
 * surfaces are to show only previews, and while one of them is registered no video is handed out. If it is not set, the
 * first word of the file $XDG_CONFIG_HOME/nowplaying/autoplay takes its place.
 * libsystemd reads variables of its own, which begin with SYSTEMD_.
 * After fork() the child must not use the library's objects. It may free them: that releases memory and closes the
 * inherited connection, without a message to the bus, without a call of `destroy` and without waiting for a lock. Any
 * other call returns NOWPLAYING_ERROR_FORKED. daemon() forks, too: make the app after it.
 * Leave the descriptors of the library open. If something else closes them, for instance closefrom(),
 * nowplaying_app_free() cannot wake the library's thread, and waits for ever.
 *
 * Compatibility
 * -------------
 * From version 0.4 on, nothing is removed or changed within one soname. Structs begin with `struct_size` and grow only
 * at their end: initialise them with their _INIT macro, and a program compiled against an older header keeps working.
 * In structs that a callback is given, read only fields that lie within `struct_size`. Anything that was added after
 * version 0.4 names its version: "Since: 0.5".
 *
 * Examples
 * --------
 * The source tree has programs that its tests compile and run: minimal (the shortest player, with a thread of the
 * library), player (a music player with files, pictures, seeking and modes), loops (a player in the main loop of GLib,
 * and one in that of Qt) and kitchen (a podcast on a speaker in another room, with feedback and skip intervals).
 * The first two exist in Python, Rust and Swift too.
 */
#ifndef NOWPLAYING_H
#define NOWPLAYING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------ Version -------- */

/** Version of this header. The shared library's soname is libnowplaying.so.MAJOR. */
#define NOWPLAYING_VERSION_MAJOR 0
/** Incremented when something is added. */
#define NOWPLAYING_VERSION_MINOR 4
/** Incremented for a release that only fixes bugs. */
#define NOWPLAYING_VERSION_PATCH 0

/** MAJOR << 16 | MINOR << 8 | PATCH, to compare with nowplaying_version(). */
#define NOWPLAYING_VERSION \
  ((uint32_t)((NOWPLAYING_VERSION_MAJOR << 16) | (NOWPLAYING_VERSION_MINOR << 8) | NOWPLAYING_VERSION_PATCH))

/** Returns the version of the library that is loaded, as NOWPLAYING_VERSION. */
uint32_t nowplaying_version(void);

/** Returns the version of the library that is loaded, as text: "0.4.0". Never NULL; lives as long as the library. */
const char *nowplaying_version_string(void);

/* ------------------------------------------------------------------------------------------------- Status -------- */

/** Result of a function, and answer to a request. 0 is success, negative is an error. */
typedef int32_t nowplaying_status;

/** Success. */
#define NOWPLAYING_OK 0
/** Returned by a callback: the player will answer the request later, and release it. Not an error. */
#define NOWPLAYING_PENDING 1
/** An argument is NULL, out of range, or not a value of its enumeration. */
#define NOWPLAYING_ERROR_INVALID_ARGUMENT (-1)
/** The handle is NULL, misaligned, of another kind, or freed. */
#define NOWPLAYING_ERROR_INVALID_HANDLE (-2)
/** The call does not fit the present state of the object. */
#define NOWPLAYING_ERROR_INVALID_STATE (-3)
/** The request has been answered already; this answer had no effect. */
#define NOWPLAYING_ERROR_ALREADY_ANSWERED (-4)
/** The session or item of the request has gone: the app or the session was freed, or the content whose artwork was
 * asked for is shown no longer.
 */
#define NOWPLAYING_ERROR_CANCELLED (-5)
/** The request was not answered in time. */
#define NOWPLAYING_ERROR_TIMED_OUT (-6)
/** The player or the library does not support this. */
#define NOWPLAYING_ERROR_NOT_SUPPORTED (-7)
/** The bus or the sandbox does not permit this. */
#define NOWPLAYING_ERROR_NOT_PERMITTED (-8)
/** There is no session bus at present. */
#define NOWPLAYING_ERROR_NO_BUS (-9)
/** The player tried to carry the command out and failed. */
#define NOWPLAYING_ERROR_COMMAND_FAILED (-10)
/** The item that the command asks for does not exist. */
#define NOWPLAYING_ERROR_NO_SUCH_CONTENT (-11)
/** The data is larger than the limit. */
#define NOWPLAYING_ERROR_TOO_LARGE (-12)
/** The data is not a PNG, JPEG, WebP or GIF image. */
#define NOWPLAYING_ERROR_NOT_AN_IMAGE (-13)
/** A file could not be read or written. */
#define NOWPLAYING_ERROR_IO (-14)
/** The object was made before fork() and belongs to the parent process. */
#define NOWPLAYING_ERROR_FORKED (-15)
/** Another thread is dispatching this app, or this thread is, further up its stack. */
#define NOWPLAYING_ERROR_BUSY (-16)
/** The system refused a thread, a file descriptor, or memory for one of these. */
#define NOWPLAYING_ERROR_SYSTEM (-17)

/** The address is not on this computer, and the library fetches nothing. */
#define NOWPLAYING_ERROR_NOT_LOCAL (-18)
/** The data is not an MP4, QuickTime or WebM video. */
#define NOWPLAYING_ERROR_NOT_A_VIDEO (-19)
/** The aspect ratio of the picture or video differs from the wanted one by more than 1 %. */
#define NOWPLAYING_ERROR_WRONG_ASPECT_RATIO (-20)
/** The video has more than 60 frames a second. */
#define NOWPLAYING_ERROR_FRAME_RATE (-21)

/** Returns one sentence for a status. Never NULL, even for unknown values; lives as long as the library. */
const char *nowplaying_strerror(nowplaying_status status);

/** Returns details of the last error that a function of this library returned on this thread, or "" if there was none.
 * Never NULL. Valid until the next call that fails on this thread. */
const char *nowplaying_last_error(void);

/* ------------------------------------------------------------------------------------------------ Handles -------- */

/** One program and its connection to the bus. */
typedef struct nowplaying_app nowplaying_app;
/** One thing that an app plays. */
typedef struct nowplaying_session nowplaying_session;
/** The description of an item. */
typedef struct nowplaying_content nowplaying_content;
/** Something that the desktop asks of the player. */
typedef struct nowplaying_request nowplaying_request;

/* ------------------------------------------------------------------------------------------------- Limits -------- */

/* A value beyond its limit is cut, left out or refused, as the function that takes it says. */

/** Bytes of a text, without its NUL; a longer one is cut. */
#define NOWPLAYING_MAX_TEXT_BYTES 4096
/** Bytes of NOWPLAYING_FIELD_LYRICS; longer lyrics are cut. */
#define NOWPLAYING_MAX_LYRICS_BYTES 65536
/** Bytes of an id, a name, a URI scheme, a MIME type or an address of a bus; a longer one is cut. */
#define NOWPLAYING_MAX_ID_BYTES 1024
/** Bytes of a URI that `open_uri` is called with; a client's call with a longer one is refused. */
#define NOWPLAYING_MAX_URI_BYTES 65536
/** Bytes of a picture, 32 MiB; a larger one is refused. */
#define NOWPLAYING_MAX_ARTWORK_BYTES 33554432
/** Pictures that a session remembers by their artwork ids, with at most 64 MiB together. The picture that was unused
 * for longest is forgotten first, but never that of the item that is shown. Pictures of the item's chapters are
 * forgotten like any other. */
#define NOWPLAYING_MAX_REMEMBERED_ARTWORKS 16
/** Pictures and videos that an app keeps after it has given them to surfaces of org.nowplaying, each as a descriptor:
 * at most 64 MiB together, or a single larger one. The oldest is dropped first, and you are asked for it again when a
 * surface wants it again. All are dropped with their item. */
#define NOWPLAYING_MAX_KEPT_PICTURES 64
/** Texts of a field that is a list; more are refused. */
#define NOWPLAYING_MAX_TEXTS 64
/** Keys of nowplaying_content_set_extra() in a content; more are refused. */
#define NOWPLAYING_MAX_EXTRA 32
/** Bytes of a key of nowplaying_content_set_extra(); a longer one is refused. */
#define NOWPLAYING_MAX_EXTRA_KEY_BYTES 64
/** URI schemes of an app; more are refused. */
#define NOWPLAYING_MAX_URI_SCHEMES 64
/** MIME types of an app; more are refused. */
#define NOWPLAYING_MAX_MIME_TYPES 256
/** Commands of a session; more are refused. */
#define NOWPLAYING_MAX_COMMANDS 64
/** Chapters of a content; more are refused. */
#define NOWPLAYING_MAX_CHAPTERS 1024
/** Bytes of the title of a chapter; a longer one is cut. */
#define NOWPLAYING_MAX_CHAPTER_TITLE_BYTES 256
/** Tracks of a session; more are refused. */
#define NOWPLAYING_MAX_TRACKS 256
/** Intervals of a command; more are refused. */
#define NOWPLAYING_MAX_INTERVALS 64
/** Rates of a command; more are refused. */
#define NOWPLAYING_MAX_RATES 64
/** Sessions of an app; more are refused. */
#define NOWPLAYING_MAX_SESSIONS 1024
/** Requests of an app that are open at one time; clients' calls beyond that are refused. */
#define NOWPLAYING_MAX_OPEN_REQUESTS 1024
/** How long a request may be open, in microseconds: ten seconds. After that it has failed. */
#define NOWPLAYING_MAX_REQUEST_TIME_US 10000000
/** How long a request of `preview` may be open, in microseconds: two seconds. */
#define NOWPLAYING_MAX_PREVIEW_TIME_US 2000000
/** How long a request of `video` may be open, in microseconds: thirty seconds. */
#define NOWPLAYING_MAX_VIDEO_TIME_US 30000000
/** How long the callback `position` may take, in microseconds: a tenth of a second. A later answer is not used. */
#define NOWPLAYING_MAX_POSITION_TIME_US 100000
/** Bytes of a video, 256 MiB; a larger one is refused. */
#define NOWPLAYING_MAX_VIDEO_BYTES 268435456
/** Devices of a session; more are refused. */
#define NOWPLAYING_MAX_DEVICES 64
/** Entries of a queue; more are refused. */
#define NOWPLAYING_MAX_QUEUE_ENTRIES 1000000
/** Entries of a queue that clients see at one time. */
#define NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES 100
/** Playlists of an app; more are refused. */
#define NOWPLAYING_MAX_PLAYLISTS 4096
/** The highest volume; a higher one is clamped. */
#define NOWPLAYING_MAX_VOLUME 100
/** Bytes of a name on the bus, without its NUL. */
#define NOWPLAYING_MAX_BUS_NAME_BYTES 255

/* ---------------------------------------------------------------------------------------------------- App -------- */

/** The owner of the loop that serves the bus. */
typedef int32_t nowplaying_loop_mode;
/** The library runs a thread. */
#define NOWPLAYING_LOOP_THREAD 0
/** You poll nowplaying_app_get_fd() and call nowplaying_app_dispatch(). */
#define NOWPLAYING_LOOP_FD 1
/** The library calls `wakeup` on a thread of its own, and you call nowplaying_app_dispatch() on a thread of your
 * choice. */
#define NOWPLAYING_LOOP_WAKEUP 2

/** How important a log line is. */
typedef int32_t nowplaying_log_level;
/** Something does not work, and will not work without help. */
#define NOWPLAYING_LOG_ERROR 0
/** Something is wrong, for instance a client bug; the library goes on. */
#define NOWPLAYING_LOG_WARNING 1
/** Rare events: the bus came or went, a name was granted. */
#define NOWPLAYING_LOG_INFO 2
/** Every decision of the library. */
#define NOWPLAYING_LOG_DEBUG 3

/** Whether the app can be reached by the desktop. */
typedef int32_t nowplaying_bus_state;
/** No bus is there; the library waits for one. */
#define NOWPLAYING_BUS_NONE 0
/** The app is connected, but has no name: nothing is shown. */
#define NOWPLAYING_BUS_CONNECTED 1
/** The app is connected, and shown by its MPRIS name. */
#define NOWPLAYING_BUS_PUBLISHED 2

/** Options of an app that are on or off, or'ed together in nowplaying_app_options.flags. */
typedef uint32_t nowplaying_app_flags;
/** Sessions get their `interruption` callback when another player takes the system primary from them. */
#define NOWPLAYING_APP_INTERRUPTIONS 1u
/** The app is shown even while there is nothing to play, as stopped and without metadata: the desktop can raise it,
 * quit it, and give it something to open. Commands that the application primary has enabled, its modes and its volume
 * can then be used too, but positions cannot. So a media key starts a player that has just been opened. */
#define NOWPLAYING_APP_SHOW_IDLE 2u
/** The app has no .desktop file: clients see an empty DesktopEntry, so that they look for no icon and no window, and
 * `nowplaying doctor` does not report that the file is missing. */
#define NOWPLAYING_APP_NO_DESKTOP_ENTRY 4u

/** The identity and the options of an app. Initialise with NOWPLAYING_APP_OPTIONS_INIT. */
typedef struct nowplaying_app_options {
  /** sizeof(nowplaying_app_options). */
  size_t struct_size;
  /** Required. The id of the application, "org.example.Player" or "player". Its last part is the name of the player on
   * the bus, org.mpris.MediaPlayer2.Player, and for playerctl. Use only letters, digits, "-" and "_" in it: any other
   * character becomes "_". The name of a second instance ends with ".instance" and a random number of nine digits.
   * Inside Flatpak and Snap the id of the sandbox replaces it, because the sandbox permits no other name. */
  const char *application_id;
  /** The name that people see, "Example Player". NULL or "": the last part of the application id. */
  const char *display_name;
  /** Base name of the .desktop file without ".desktop", by which desktops find icon and window.
   * NULL or "": the sandbox's id, else the application id. */
  const char *desktop_entry;
  /** D-Bus address of the bus. NULL or "": the session bus of $DBUS_SESSION_BUS_ADDRESS, else $XDG_RUNTIME_DIR/bus,
   * else /run/user/UID/bus; no bus at all if $NOWPLAYING_BUS is "none", for the tests of a player. The environment is
   * read when the app is made. In a list of addresses, "unix:path=/a;unix:path=/b", the first that answers is the bus.
   * An address that accepts the connection and does not answer delays the next one by the timeout of libsystemd, one
   * and a half minutes. */
  const char *bus_address;
  /** URI schemes that `open_uri` takes, such as "file" and "https". Without `open_uri` they are not used. */
  const char *const *uri_schemes;
  /** Number of uri_schemes, at most NOWPLAYING_MAX_URI_SCHEMES. */
  size_t uri_scheme_count;
  /** MIME types that the player plays, "audio/flac". */
  const char *const *mime_types;
  /** Number of mime_types, at most NOWPLAYING_MAX_MIME_TYPES. */
  size_t mime_type_count;
  /** For tests: a connected stream socket to a bus, used instead of any address and never reconnected. The library
   * owns it from a successful nowplaying_app_new() on. -1: none. */
  int32_t bus_fd;
  /** The owner of the loop that serves the bus. */
  nowplaying_loop_mode loop;
  /** The level of the least important lines for which `log` is called. */
  nowplaying_log_level log_level;
  /** Bits NOWPLAYING_APP_…. */
  nowplaying_app_flags flags;
  /** A word that distinguishes this instance of the application from others. It is added to the name on the bus:
   * "office" makes org.mpris.MediaPlayer2.Player.office. Use only letters, digits, "-" and "_": any other character
   * becomes "_". NULL or "": nothing is added to the first instance. */
  const char *instance;
  /** For scripts that read mpris:trackid: the object path that contains your track ids, "/org/example/track", without a
   * final "/" and not below /org/mpris or /org/nowplaying; at most NOWPLAYING_MAX_ID_BYTES. A content's id that has
   * only the letters A to Z and a to z, digits and "_", and at most 200 characters, is appended as it is,
   * "/org/example/track/4uLU6hMC". Any other id is escaped below /org/nowplaying/track, as all ids are without a
   * prefix. Items with the same id in two sessions then have the same track id. NULL or "": no prefix. */
  const char *track_path_prefix;
  /** For players whose users have scripts: the part of the name on the bus that follows "org.mpris.MediaPlayer2.",
   * exactly as given, if it differs from the last part of the application id: "org.gnome.Music". It has elements of
   * letters, digits, "-" and "_", none of which begins with a digit, with dots between them; at most 100 bytes.
   * `instance`, and ".instance" of a second instance, are appended. playerctl lists a name with a dot as a whole, and
   * accepts it so, `-p org.gnome.Music`. But it takes the part before the first dot for the player's name:
   * {{playerName}} is "org", and `-p org` means every player whose name begins with "org". The name is also used inside
   * a sandbox. There a Flatpak needs --own-name=org.mpris.MediaPlayer2.org.gnome.Music, unless the name is the
   * application's own id, and a snap may own only the name of the snap. Without the permission the bus refuses the
   * name, and the player is not shown. NULL or "": the last part of `application_id`. */
  const char *bus_name;
} nowplaying_app_options;

/** The default options. */
#define NOWPLAYING_APP_OPTIONS_INIT \
  { \
    sizeof(nowplaying_app_options), NULL, NULL, NULL, NULL, NULL, 0, NULL, 0, -1, NOWPLAYING_LOOP_THREAD, \
        NOWPLAYING_LOG_WARNING, 0u, NULL, NULL, NULL \
  }

/** The callbacks of an app. Any entry may be NULL. Initialise with NOWPLAYING_APP_CALLBACKS_INIT. */
typedef struct nowplaying_app_callbacks {
  /** sizeof(nowplaying_app_callbacks). */
  size_t struct_size;
  /** Passed to each callback. */
  void *user_data;
  /** Called once, after the last callback: inside nowplaying_app_free(), or, if it is called inside a callback, when
   * that callback returns. */
  void (*destroy)(void *user_data);
  /** Writes a line of the log: `level`, and a sentence without a line end. */
  void (*log)(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data);
  /** The bus came or went, or the app's name was granted; `state` is the new state. First called when the first attempt
   * to reach a bus has ended, even if it has failed. */
  void (*bus_state)(nowplaying_app *app, nowplaying_bus_state state, void *user_data);
  /** Bring the player's window to the front. The desktop offers it (MPRIS: CanRaise) if this entry is not NULL. A
   * request that is not answered within NOWPLAYING_MAX_REQUEST_TIME_US has failed for the caller, and no callback tells
   * you; the same holds for `quit` and `open_uri`. */
  nowplaying_status (*raise)(nowplaying_app *app, nowplaying_request *request, void *user_data);
  /** Quit the player. The desktop offers it (MPRIS: CanQuit) if this entry is not NULL. If the request is open when the
   * app is freed, the caller gets success. */
  nowplaying_status (*quit)(nowplaying_app *app, nowplaying_request *request, void *user_data);
  /** Open and play `uri`, of at most NOWPLAYING_MAX_URI_BYTES. Its scheme is one of uri_schemes, compared without case.
   * Scripts also give an absolute path: you get it as its "file:" URI, if "file" is one of uri_schemes. The library
   * itself refuses calls, without calling this entry, if the text is neither a URI nor a path (InvalidArgs), is too
   * long (LimitsExceeded), or has another scheme (NotSupported). Any program of the user may call, and none must make
   * you open what you did not offer to open. The library does not look at the file or page to which a URI leads.
   * `path`: for a "file:" URI of this machine, its path, decoded, as open() takes it; else NULL. */
  nowplaying_status (*open_uri)(nowplaying_app *app, nowplaying_request *request, const char *uri, const char *path,
                                void *user_data);
  /** Fill the screen (1), or stop filling it (0): MPRIS's Fullscreen was set. The desktop offers it (MPRIS:
   * CanSetFullscreen) if this entry is not NULL. Do it, then call nowplaying_app_set_fullscreen(). */
  nowplaying_status (*fullscreen)(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen,
                                  void *user_data);
  /** NOWPLAYING_LOOP_WAKEUP only, and required there: have nowplaying_app_dispatch() called soon, on whichever thread.
   * It is called on the library's thread, at any time: do not wait here for the thread that dispatches. Inside it
   * nowplaying_app_dispatch() returns BUSY, and nowplaying_app_free() is a client bug without effect. When you free the
   * app, a dispatch that your main loop still has queued must not run. */
  void (*wakeup)(nowplaying_app *app, void *user_data);
  /** Surfaces that show animated artwork have come or gone: `ratios` has the bits NOWPLAYING_ASPECT_RATIOS_… of the
   * aspect ratios that at least one of them shows now. You need not make animated artwork of other aspect ratios. */
  void (*aspect_ratios)(nowplaying_app *app, uint32_t ratios, void *user_data);
  /** Play the playlist with an id, one of nowplaying_app_set_playlists(): MPRIS's ActivatePlaylist was called. Do it,
   * then call nowplaying_app_set_active_playlist(). Clients see playlists if this entry is not NULL. */
  nowplaying_status (*activate_playlist)(nowplaying_app *app, nowplaying_request *request, const char *playlist_id,
                                         void *user_data);
} nowplaying_app_callbacks;

/** A table without callbacks: each entry is NULL. */
#define NOWPLAYING_APP_CALLBACKS_INIT \
  { sizeof(nowplaying_app_callbacks), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL }

/** Makes an app. It connects later, in its loop; it is not an error if there is no bus.
 * options: required. callbacks: NULL for none; `destroy` is not called when the function fails.
 * ret_app: written before the first callback.
 * Errors: INVALID_ARGUMENT: options or ret_app NULL or misaligned; an impossible size; no application id; a bus_fd that
 *   is not a stream socket; an unknown loop, log_level or flag; too many uri_schemes or mime_types, or NULL with a
 *   count; a track_path_prefix that is not an object path, ends in "/", is longer than NOWPLAYING_MAX_ID_BYTES or lies
 *   below /org/mpris or /org/nowplaying; an invalid bus_name, or one that is too long; NOWPLAYING_LOOP_WAKEUP without
 *   `wakeup`. SYSTEM: no thread, file descriptor or memory.
 * Ownership: give *ret_app to nowplaying_app_free(). */
nowplaying_status nowplaying_app_new(const nowplaying_app_options *options, const nowplaying_app_callbacks *callbacks,
                                     nowplaying_app **ret_app);

/** Ends an app: releases its name, sends what is queued, closes the connection and removes its artwork files.
 * When it returns, no callback of the app or of its sessions runs or will run, and every `destroy` has been called.
 * It waits for a callback that is running on another thread, so hold no lock that your callbacks take. Sessions that
 * still exist keep their handles, answer INVALID_STATE, and are still yours to free. Inside a callback of this app it
 * takes effect when the callback returns, after the callback's answer was delivered. Requests that are still open fail,
 * except `quit`, which succeeds. In a forked child: see "Effects on your process".
 * app: may be NULL.
 * Thread: any, in NOWPLAYING_LOOP_FD preferably the one that dispatches. In callbacks: yes, delayed. */
void nowplaying_app_free(nowplaying_app *app);

/** Gets the file descriptor to poll for reading. The same for the app's whole life; the app owns it. It becomes
 * readable at once, so that the first dispatch connects.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_fd NULL. INVALID_STATE: the app's loop is not NOWPLAYING_LOOP_FD.
 *   FORKED. */
nowplaying_status nowplaying_app_get_fd(nowplaying_app *app, int32_t *ret_fd);

/** Serves the bus: reads, sends, and calls callbacks. Never waits. Calling it without need is cheap and harmless.
 * Errors: INVALID_HANDLE. INVALID_STATE: the app has NOWPLAYING_LOOP_THREAD. BUSY: inside a callback, or while
 *   another thread dispatches. FORKED.
 * Thread: one at a time. In callbacks: no (BUSY). */
nowplaying_status nowplaying_app_dispatch(nowplaying_app *app);

/** Gets whether the app can be reached by the desktop now.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_state NULL. FORKED. */
nowplaying_status nowplaying_app_get_bus_state(nowplaying_app *app, nowplaying_bus_state *ret_state);

/** Gets the name under which the desktop sees the app now: "org.mpris.MediaPlayer2.Player", or another if that one is
 * taken.
 * ret_name: room for `size` bytes; gets the name, and "" while NOWPLAYING_BUS_PUBLISHED is not the state.
 * size: NOWPLAYING_MAX_BUS_NAME_BYTES + 1 is always enough.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_name NULL. TOO_LARGE: the name and its NUL do not fit. FORKED. */
nowplaying_status nowplaying_app_get_bus_name(nowplaying_app *app, char *ret_name, size_t size);

/** Sets the name that people see; clients are sent it. Takes effect at once, without a commit.
 * display_name: as in nowplaying_app_options.
 * Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_app_set_display_name(nowplaying_app *app, const char *display_name);

/** Sets whether the player fills the screen, MPRIS's Fullscreen; a new app does not. Takes effect at once, without a
 * commit.
 * Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_app_set_fullscreen(nowplaying_app *app, int32_t fullscreen);

/** Gets the aspect ratios in which surfaces show animated artwork now: bits NOWPLAYING_ASPECT_RATIOS_…; 0 while there
 * is no such surface.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_ratios NULL. FORKED. */
nowplaying_status nowplaying_app_get_aspect_ratios(nowplaying_app *app, uint32_t *ret_ratios);

/* ---------------------------------------------------------------------------------------------- Playlists -------- */

/** One of the playlists of an app, which clients list and activate through MPRIS's Playlists. Initialise with
 * NOWPLAYING_PLAYLIST_INIT. */
typedef struct nowplaying_playlist {
  /** sizeof(nowplaying_playlist). */
  size_t struct_size;
  /** Required: the id of the playlist within the app; different for each, and the same at each start of the app. If the
   * id is an object path, clients see that very path, which scripts may know; it must not be below /org/mpris or
   * /org/nowplaying. */
  const char *id;
  /** Required: the name that people see. */
  const char *name;
  /** The URL of a small picture for the playlist, "file:///…". NULL or "": no picture. */
  const char *icon_url;
  /** When the playlist was made, in seconds since 1970; NOWPLAYING_TIME_UNKNOWN if it is not known. Clients can ask for
   * all playlists by name, in your order, and in the order of each of the three dates, if at least one playlist has it.
   */
  int64_t created;
  /** When the playlist was changed last, as `created`. */
  int64_t modified;
  /** When the playlist was played last, as `created`. */
  int64_t last_played;
} nowplaying_playlist;

/** A playlist without an icon and without dates; set its id and its name. */
#define NOWPLAYING_PLAYLIST_INIT \
  { \
    sizeof(nowplaying_playlist), NULL, NULL, NULL, NOWPLAYING_TIME_UNKNOWN, NOWPLAYING_TIME_UNKNOWN, \
        NOWPLAYING_TIME_UNKNOWN \
  }

/** Sets the playlists of the app, replacing all; clients are sent PlaylistCount, and PlaylistChanged for each whose
 * name or icon has changed. Takes effect at once, without a commit. Clients see them if the app has a callback
 * `activate_playlist`. Playlists that are set before the app has its name are shown as soon as it has it.
 * playlists: `count` descriptions in the user's order, all of the same struct_size; NULL with count 0: none.
 * count: at most NOWPLAYING_MAX_PLAYLISTS.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count; no id or no name; two of the same id; an impossible
 *   size. TOO_LARGE: too many. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_app_set_playlists(nowplaying_app *app, const nowplaying_playlist *playlists,
                                               size_t count);

/** Sets the playlist that plays, MPRIS's ActivePlaylist. Takes effect at once, without a commit.
 * playlist_id: the id of one of nowplaying_app_set_playlists(); any other is not shown. NULL or "": none plays.
 * Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_app_set_active_playlist(nowplaying_app *app, const char *playlist_id);

/* ------------------------------------------------------------------------------------------------ Content -------- */

/** The kind of an item. Each kind takes the fields named beside it, and every kind those that are marked "any kind". */
typedef int32_t nowplaying_content_kind;
/** A song: TITLE, ARTISTS, ALBUM, COMPOSERS, ISRC. */
#define NOWPLAYING_CONTENT_MUSIC 1
/** An episode of a podcast: TITLE, SHOW_NAME, RELEASE_DATE, SEASON, EPISODE. */
#define NOWPLAYING_CONTENT_PODCAST 2
/** A film: TITLE. */
#define NOWPLAYING_CONTENT_MOVIE 3
/** An episode of a TV show: TITLE, SHOW_NAME, SEASON, EPISODE. */
#define NOWPLAYING_CONTENT_TV_SHOW 4
/** An audiobook: TITLE, AUTHOR, NARRATOR. */
#define NOWPLAYING_CONTENT_BOOK 5
/** A broadcast: STATION_NAME, PROGRAM_NAME. */
#define NOWPLAYING_CONTENT_RADIO 6
/** A camera, a doorbell, a home recording: SOURCE_NAME, DESCRIPTION. */
#define NOWPLAYING_CONTENT_HOME_MEDIA 7
/** Anything else: TITLE, SUBTITLE. */
#define NOWPLAYING_CONTENT_GENERIC 8

/** Audio or video. Not shown: MPRIS has no key for it. */
typedef int32_t nowplaying_media_type;
/** To be heard. */
#define NOWPLAYING_MEDIA_AUDIO 0
/** To be watched. */
#define NOWPLAYING_MEDIA_VIDEO 1

/** Whether an item has a length. */
typedef int32_t nowplaying_duration_kind;
/** The length is not known, or not yet. */
#define NOWPLAYING_DURATION_UNKNOWN 0
/** The length is known. */
#define NOWPLAYING_DURATION_FINITE 1
/** A live broadcast: no length, no seeking. SEEK_TO_POSITION is offered as disabled, whatever you have set, unless the
 * snapshot has positions to seek to (`seekable_start_us`). */
#define NOWPLAYING_DURATION_LIVE 2
/** Endless, but not a broadcast: the sound of rain, a generated stream. */
#define NOWPLAYING_DURATION_CONTINUOUS 3

/** One piece of an item's description. Its number says the type: 1 to 99 text, 100 to 199 list of texts, 200 to 299
 * integer, 300 to 399 number. "Shown as" names the key of MPRIS's metadata by which clients see it. A field that only
 * one kind of content has is shown like this if no other field of the item fits the key better: an author is shown as
 * the artist if there are no ARTISTS. "Not shown": MPRIS has no key for the field, so that no MPRIS client sees it; it
 * is kept with the content. */
typedef int32_t nowplaying_field;
/* Texts, set with nowplaying_content_set_text(). */
/** Title of the song, episode, film, book or anything else. Any kind. Shown as xesam:title. For an item without tags,
 * players often set its address, or the end of the address, as the title. User, password, query and fragment are
 * removed from such a title, because everybody sees it. */
#define NOWPLAYING_FIELD_TITLE 1
/** Second line of a generic content. Shown as xesam:artist. */
#define NOWPLAYING_FIELD_SUBTITLE 2
/** Name of the album. Any kind. Shown as xesam:album; for a podcast, a TV show and a radio station, which have no
 * albums, only if it is not the same as the artist. */
#define NOWPLAYING_FIELD_ALBUM 3
/** Name of the podcast or TV show. Shown as xesam:artist if there are no other artists, else as xesam:album. */
#define NOWPLAYING_FIELD_SHOW_NAME 4
/** Author of a book. Shown as xesam:artist. */
#define NOWPLAYING_FIELD_AUTHOR 5
/** Narrator of a book. Shown as xesam:composer. */
#define NOWPLAYING_FIELD_NARRATOR 6
/** The radio station. Shown as xesam:title if there is no other title, else as xesam:artist if there is no other
 * artist. Unless it is the artist, it is also shown as xesam:album. */
#define NOWPLAYING_FIELD_STATION_NAME 7
/** The programme or song that the station plays now. Shown as xesam:title. */
#define NOWPLAYING_FIELD_PROGRAM_NAME 8
/** The camera or device of home media. Shown as xesam:title if there is no description, else as xesam:artist. */
#define NOWPLAYING_FIELD_SOURCE_NAME 9
/** The title of home media. Shown as xesam:title. */
#define NOWPLAYING_FIELD_DESCRIPTION 10
/** International Standard Recording Code of a song. Not shown. */
#define NOWPLAYING_FIELD_ISRC 11
/** Address of the item: a URI, or the absolute path of a file as open() takes it. From a path the library makes a
 * "file:" URI without "." and "..". An address that is longer than a text may be is left out. Any kind. Shown as
 * xesam:url. User and password are removed from it, because anybody who reads it could sign in with them. Other
 * secrets, such as a token in its query, stay, because without them it would be another address: remove them yourself,
 * or set no address. The log warns of known kinds of secrets, once for an app. */
#define NOWPLAYING_FIELD_URL 12
/** The lyrics, plain or with times as LRC writes them, in any dialect of lyrics.md. Any kind. Shown as
 * xesam:asText. */
#define NOWPLAYING_FIELD_LYRICS 13
/** Your own id of the album, playlist or show. Any kind. Not shown. */
#define NOWPLAYING_FIELD_COLLECTION_ID 14
/** Your own id of the service that the item comes from. Any kind. Not shown. */
#define NOWPLAYING_FIELD_SERVICE_ID 15
/* Lists of texts, set with nowplaying_content_set_texts(), or with nowplaying_content_set_text() for one text. */
/** Artists of the track. Any kind. Shown as xesam:artist. If there are neither artists nor ALBUM_ARTISTS, xesam:artist
 * has one empty text, because without the key GNOME would show "Unknown artist". */
#define NOWPLAYING_FIELD_ARTISTS 100
/** Artists of the album. Any kind. Shown as xesam:albumArtist. */
#define NOWPLAYING_FIELD_ALBUM_ARTISTS 101
/** Composers. Any kind. Shown as xesam:composer. */
#define NOWPLAYING_FIELD_COMPOSERS 102
/** Lyricists. Any kind. Shown as xesam:lyricist. */
#define NOWPLAYING_FIELD_LYRICISTS 103
/** Genres. Any kind. Shown as xesam:genre. */
#define NOWPLAYING_FIELD_GENRES 104
/** Comments. Any kind. Shown as xesam:comment. */
#define NOWPLAYING_FIELD_COMMENTS 105
/* The ids at MusicBrainz, which scrobblers read. */
/** The ids at MusicBrainz of the recording. Any kind. Shown as xesam:musicBrainzTrackID. */
#define NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS 106
/** The ids at MusicBrainz of the release. Any kind. Shown as xesam:musicBrainzAlbumID. */
#define NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS 107
/** The ids at MusicBrainz of the artists. Any kind. Shown as xesam:musicBrainzArtistID. */
#define NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS 108
/** The ids at MusicBrainz of the artists of the release. Any kind. Shown as xesam:musicBrainzAlbumArtistID. */
#define NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS 109
/* Integers, set with nowplaying_content_set_integer(). They are clamped to INT32_MAX. For a field that counts from 1, a
 * 0 removes the field. Dates are seconds since 1970; nowplaying_content_set_text() also takes them as tags write them.
 */
/** Position on the disc, from 1. Any kind. Shown as xesam:trackNumber. */
#define NOWPLAYING_FIELD_TRACK_NUMBER 200
/** The number of the disc, from 1. Any kind. Shown as xesam:discNumber. */
#define NOWPLAYING_FIELD_DISC_NUMBER 201
/** Beats per minute. Any kind. Shown as xesam:audioBPM. */
#define NOWPLAYING_FIELD_BEATS_PER_MINUTE 202
/** How often the item was played. Any kind. Shown as xesam:useCount. */
#define NOWPLAYING_FIELD_PLAY_COUNT 203
/** The present chapter, from 1. Any kind. Shown as xesam:trackNumber of a book. */
#define NOWPLAYING_FIELD_CHAPTER 204
/** How many chapters the item has, from 1. Any kind. Not shown. */
#define NOWPLAYING_FIELD_CHAPTER_COUNT 205
/** When the item was released. Any kind. Shown as xesam:contentCreated. */
#define NOWPLAYING_FIELD_RELEASE_DATE 206
/** When the item was first played. Any kind. Shown as xesam:firstUsed. */
#define NOWPLAYING_FIELD_FIRST_PLAYED 207
/** When the item was last played. Any kind. Shown as xesam:lastUsed. */
#define NOWPLAYING_FIELD_LAST_PLAYED 208
/** 1: explicit, 0: not. Any kind. Not shown. */
#define NOWPLAYING_FIELD_EXPLICIT 209
/** 1: leave it out of suggestions and histories. Any kind. Not shown. */
#define NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS 210
/** The season of an episode, from 1. Shown as xesam:discNumber. */
#define NOWPLAYING_FIELD_SEASON 211
/** The number of an episode in its season, from 1. Shown as xesam:trackNumber. */
#define NOWPLAYING_FIELD_EPISODE 212
/* While a content is an advertisement, the commands that would skip it are shown as disabled, whatever you have set:
 * NEXT, SEEK_TO_POSITION, SKIP_FORWARD, SEEK_FORWARD, CHANGE_RATE, NEXT_CHAPTER and SEEK_TO_LIVE. If SKIP_BACKWARD is
 * set, MPRIS clients still read CanSeek as true, because Seek can go back; SetPosition has no effect then. */
/** 1: an advertisement, which is not to be skipped. Any kind. Not shown. */
#define NOWPLAYING_FIELD_ADVERTISEMENT 213
/* Numbers from 0.0 to 1.0 (clamped), set with nowplaying_content_set_number(). */
/** The user's rating. Any kind. Shown as xesam:userRating. */
#define NOWPLAYING_FIELD_USER_RATING 300
/** A rating that was computed. Any kind. Shown as xesam:autoRating. */
#define NOWPLAYING_FIELD_AUTO_RATING 301

/** Makes a content.
 * id: the id of the item within the session: the same id means the same item, described again. For entries of a queue
 *   see nowplaying_session_set_queue(). NULL or "": the library makes one when the content is given to a session, a new
 *   one for each content that differs from the present one. A content that equals the present one is then the same
 *   item; if it is another item, such as the same song a second time, give ids, or set no content in between. Clients
 *   read the id, also in mpris:trackid: an address with a password, or with a token in its query, is no id.
 * Errors: INVALID_ARGUMENT: an unknown kind, or ret_content NULL or misaligned. SYSTEM: no memory.
 * Ownership: give *ret_content to nowplaying_content_free(). */
nowplaying_status nowplaying_content_new(nowplaying_content_kind kind, const char *id,
                                         nowplaying_content **ret_content);

/** Makes a content whose kind is decided by its tags: give the tags with nowplaying_content_set_tag(), and what the
 * player knows with nowplaying_content_set_media_type() and _set_duration(). The kind is found when the content is
 * given to a session or a queue, and each time that it is asked for. Until then the content takes the fields of all
 * kinds; after that only those of its kind count. tags.md has the rules: LIVE audio is a RADIO; an item is a
 * PODCAST, a BOOK, a TV_SHOW or a MOVIE if its tags say so; a video without artists and album is GENERIC; everything
 * else is MUSIC. For a RADIO, the title in its tags becomes PROGRAM_NAME, and a TITLE that you set becomes
 * STATION_NAME, if these are not set.
 * id: as for nowplaying_content_new().
 * Errors: INVALID_ARGUMENT: ret_content NULL or misaligned. SYSTEM: no memory.
 * Ownership: give *ret_content to nowplaying_content_free(). */
nowplaying_status nowplaying_content_new_by_tags(const char *id, nowplaying_content **ret_content);

/** Gets the kind of a content; if its tags decide the kind, the one that follows from its values so far.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_kind NULL or misaligned.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_get_kind(nowplaying_content *content, nowplaying_content_kind *ret_kind);

/** Frees a content. Sessions to which it was given keep their copy. content: may be NULL.
 * Thread: the one that uses the content. */
void nowplaying_content_free(nowplaying_content *content);

/** Sets a text, a list of one text, or a date. text: NULL or "" removes the field. For a date: as much of ISO 8601 as
 * is known, "2006", "2006-05", "2006-05-31", "2006-05-31T20:15:00+02:00"; without a month it is January, without a zone
 * UTC. Other forms of dates in tags are read too: "20141108", "2006-00-00", "2006/5/31", "c. 1999", and seconds since
 * 1970. For a text without a year, such as "soon", you may ignore the error: the content is unchanged, and valid
 * without that field.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: a field of neither, or no date. NOT_SUPPORTED: not a field of this kind.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_set_text(nowplaying_content *content, nowplaying_field field, const char *text);

/** Sets a list of texts. texts: `count` strings; NULL and empty entries are left out. NULL with count 0 removes the
 * field. count: at most NOWPLAYING_MAX_TEXTS.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a list field, or texts NULL with a count. TOO_LARGE: a higher count.
 *   NOT_SUPPORTED: not a field of this kind.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_set_texts(nowplaying_content *content, nowplaying_field field,
                                               const char *const *texts, size_t count);

/** Sets an integer. A negative number removes the field (but dates before 1970 are legal), and so does 0 in a field
 * that counts from 1.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: not an integer field. NOT_SUPPORTED: not a field of this kind.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_set_integer(nowplaying_content *content, nowplaying_field field, int64_t value);

/** Sets a number, clamped to 0.0 … 1.0. NaN removes the field.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a number field.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_set_number(nowplaying_content *content, nowplaying_field field, double value);

/** Sets a text under one of the player's own keys, "cmus:stream_title", for scripts that read it. Any kind of content
 * takes it. Clients of MPRIS see it under that key of the metadata, surfaces of org.nowplaying in `extra`. Desktops
 * show only fields: if there is a field for the text, set that too. KDE's key "kde:pid", the process id of the browser
 * in digits, is sent to MPRIS clients as a number, as KDE's own programs do.
 * key: a prefix, the name of the player for instance, of letters A to Z and a to z, digits, "-" and "_"; then ":"; then
 *   one or more printable characters of ASCII, without spaces. At most NOWPLAYING_MAX_EXTRA_KEY_BYTES in all. The
 *   prefixes "mpris", "xesam" and "nowplaying" are reserved. For scripts that expect a key without a colon, the key may
 *   be only the prefix: "bitrate". The templates of playerctl know only keys that begin with a letter or "_" and have
 *   letters, digits, "_" and ":".
 * text: as for nowplaying_content_set_text(), at most NOWPLAYING_MAX_TEXT_BYTES. NULL or "" removes the key. A text
 *   that changes all the time, such as a bitrate, may be set each time: if nothing else has changed, it is sent to
 *   MPRIS clients at most once a second, without a Seeked.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: key NULL, or not such a key. TOO_LARGE: the content has
 *   NOWPLAYING_MAX_EXTRA other keys.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_set_extra(nowplaying_content *content, const char *key, const char *text);

/** Sets the field that a tag of a file stands for. Give all tags of the file, with the names and values that the file
 * or a decoder has. A useless tag is never an error.
 * name: in any tag format: a frame of ID3v2 ("TPE1", "TXXX:MusicBrainz Album Id"), a Vorbis comment, a key of APE, an
 *   atom of MP4 ("\xa9nam", "----:com.apple.iTunes:LYRICS"), an attribute of ASF ("WM/AlbumTitle"), or the name of the
 *   tag in FFmpeg, mpv, GStreamer, MPD, VLC or TagLib. The case of letters, "-", "_", "/", spaces and a language at the
 *   end ("lyrics-eng") make no difference. tags.md has all names. A frame of ID3v2 may come as a text, or as it is
 *   in the file: then the language, description, times and owner of USLT, SYLT, COMM, TXXX and UFID are read.
 *   GStreamer's "private-id3v2-frame", with the header of the frame, is read too.
 * bytes: `size` bytes, which need no NUL. May be NULL if size is 0. Read as UTF-8; as UTF-16 if they are marked as
 *   that; else as Windows-1252. NULs separate several values, and in a list other than COMMENTS so does ";" if no space
 *   follows. Further tags for a list add to it. Numbers ("3/12"), dates ("20141108"), ratings ("4/5", a byte of POPM),
 *   genres ("(17)") and lyrics are read as taggers write them. Texts and lists beyond their limits are cut.
 * ret_field: NULL, or gets the field, even if a better tag has filled it already (the date of this release is better
 *   than that of the first one, and lyrics with times are better than plain ones). It gets 0 if the name is not known,
 *   the value cannot be read, or this kind has no such field.
 * The first tag for a field replaces what you have set before; what you set afterwards replaces the value of the tags.
 * When the content is given to a session, a debug line names the first tag that could not be read.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: name NULL, bytes NULL with a size, or ret_field misaligned. TOO_LARGE: a
 *   size beyond NOWPLAYING_MAX_VIDEO_BYTES.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_set_tag(nowplaying_content *content, const char *name, const void *bytes,
                                             size_t size, nowplaying_field *ret_field);

/** Gets the text of a field, or one text of a list, as it was repaired and cut.
 * index: for a list, the number of the text in it, from 0; else 0.
 * ret_text: room for `size` bytes; gets the text and a NUL. NOWPLAYING_MAX_TEXT_BYTES + 1 is enough for all fields
 *   except LYRICS, which needs NOWPLAYING_MAX_LYRICS_BYTES + 1.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a field of a text or a list, or ret_text NULL. INVALID_STATE: the
 *   content does not have the field, or not that many entries. TOO_LARGE: the text and its NUL do not fit.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_get_text(nowplaying_content *content, nowplaying_field field, size_t index,
                                              char *ret_text, size_t size);

/** Gets an integer: a number, a date in seconds since 1970, or 1 or 0.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: not an integer field, or ret_value NULL or misaligned. INVALID_STATE: the
 *   content does not have the field.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_get_integer(nowplaying_content *content, nowplaying_field field,
                                                 int64_t *ret_value);

/** Gets a number.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a number field, or ret_value NULL or misaligned. INVALID_STATE: the
 *   content does not have the field.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_get_number(nowplaying_content *content, nowplaying_field field,
                                                double *ret_value);

/** Removes a field of any type.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: not a field.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_unset(nowplaying_content *content, nowplaying_field field);

/** Sets whether the item is audio or video. A new content is audio, but a movie or a TV show is always video.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown type. NOT_SUPPORTED: audio for a movie or TV show.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_set_media_type(nowplaying_content *content, nowplaying_media_type type);

/** Sets how long the item is. The length of a new content is UNKNOWN, that of a radio LIVE.
 * duration_us: for FINITE, 0 or more; else ignored. The desktop gets no length unless it is finite and not 0.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown kind, or a negative duration_us with FINITE.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_set_duration(nowplaying_content *content, nowplaying_duration_kind kind,
                                                  int64_t duration_us);

/** Sets the id of the item's artwork. The picture is the one that the session remembers under that id. If it remembers
 * none, the session's `artwork` callback is called when the picture is to be shown, but not while there is no bus;
 * nowplaying_session_provide_artwork_data(), _file() or _url() can give it at any time.
 * artwork_id: the id of the picture, for instance the album's id, or a hash of the bytes. NULL or "": no artwork.
 * Errors: INVALID_HANDLE.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_set_artwork(nowplaying_content *content, const char *artwork_id);

/** A chapter of an item: an episode, a book, a concert. Initialise with NOWPLAYING_CHAPTER_INIT. */
typedef struct nowplaying_chapter {
  /** sizeof(nowplaying_chapter). */
  size_t struct_size;
  /** Where the chapter begins: microseconds from the start of the item, 0 or more. It ends where the next begins. */
  int64_t start_us;
  /** The chapter's title. NULL or "": none; surfaces then show the chapter's number. */
  const char *title;
  /** The id of the chapter's picture, as for nowplaying_content_set_artwork(). NULL or "": the picture of the item.
   * Surfaces may ask for it as for the picture of the item: the `artwork` callback is called with this id, unless the
   * picture was provided. In a session, the same id is the same picture, for items and chapters. If you provide a
   * picture again, clients are sent another id for it, both of the item and of the chapters that have it. */
  const char *artwork_id;
} nowplaying_chapter;

/** A chapter that begins with the item, without a title. */
#define NOWPLAYING_CHAPTER_INIT { sizeof(nowplaying_chapter), 0, NULL, NULL }

/** Sets the chapters of the item, replacing all. Any kind of content takes them. Surfaces of org.nowplaying show the
 * position among them, and go to one with SEEK_TO_POSITION; MPRIS has no chapters. If the times of the chapters are not
 * known, set the fields CHAPTER and CHAPTER_COUNT instead.
 * chapters: `count` descriptions in the order of their start_us, all of the same struct_size; NULL with count 0: none.
 * count: at most NOWPLAYING_MAX_CHAPTERS. Titles are cut at NOWPLAYING_MAX_CHAPTER_TITLE_BYTES.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count, or misaligned; a start_us that is negative, or less than
 *   that of the previous chapter; an impossible size. TOO_LARGE: too many.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_set_chapters(nowplaying_content *content, const nowplaying_chapter *chapters,
                                                  size_t count);

/** The shape of an animated artwork. */
typedef int32_t nowplaying_aspect_ratio;
/** Width and height are the same: 1:1. */
#define NOWPLAYING_ASPECT_RATIO_SQUARE 1
/** The width is three quarters of the height: 3:4. */
#define NOWPLAYING_ASPECT_RATIO_TALL 2

/* Bits of a set of aspect ratios. */
/** The set contains NOWPLAYING_ASPECT_RATIO_SQUARE. */
#define NOWPLAYING_ASPECT_RATIOS_SQUARE 1u
/** The set contains NOWPLAYING_ASPECT_RATIO_TALL. */
#define NOWPLAYING_ASPECT_RATIOS_TALL 2u

/** Sets the id of an animated artwork of the item in an aspect ratio: a video without sound that loops, and a picture
 * that is shown before it and instead of it. The session's `preview` and `video` are asked for them when a surface
 * shows that aspect ratio; give the item a plain artwork too, for all others.
 * artwork_id: the id of the animated artwork; both aspect ratios may have the same. NULL or "": none in this aspect
 *   ratio.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown aspect ratio.
 * Thread: one at a time. */
nowplaying_status nowplaying_content_set_animated_artwork(nowplaying_content *content, nowplaying_aspect_ratio ratio,
                                                          const char *artwork_id);

/* ----------------------------------------------------------------------------------------------- Snapshot -------- */

/** The state of playback. */
typedef int32_t nowplaying_playback_state;
/** The player does not play: the queue has ended, or has not begun. */
#define NOWPLAYING_STATE_STOPPED 0
/** The player plays. */
#define NOWPLAYING_STATE_PLAYING 1
/** The player does not play, and will go on from its position. */
#define NOWPLAYING_STATE_PAUSED 2
/** The player wants to play, and waits for data. MPRIS has no word for that: its clients see the item as paused. But
 * for the first 300 ms after PLAYING they still see it as playing, so that they do not see each item load. They also
 * see it as playing after a PLAY that you accepted, because that is what somebody asked for. A new item in this state,
 * and other texts of the same item, are shown 20 ms after the state changes, or after 300 ms: engines report the tags
 * when they begin to play, or just after. */
#define NOWPLAYING_STATE_BUFFERING 3
/** The player was paused by something other than the user: a call, another player. Shown as paused. */
#define NOWPLAYING_STATE_INTERRUPTED 4
/** The player cannot play, and will not try again by itself: `error` and `error_kind` of the snapshot say why. PLAY
 * tries again. MPRIS has no word for that, so its clients are shown an item as paused if its position is known, else as
 * stopped. */
#define NOWPLAYING_STATE_ERROR 5

/** The cause of an error; surfaces choose by it what to offer. */
typedef int32_t nowplaying_error_kind;
/** The cause is another one, or unknown. */
#define NOWPLAYING_ERROR_KIND_OTHER 0
/** The network or the server cannot be reached. */
#define NOWPLAYING_ERROR_KIND_NETWORK 1
/** The user has to sign in, or to pay. */
#define NOWPLAYING_ERROR_KIND_SIGN_IN 2
/** The item may not be played in this region. */
#define NOWPLAYING_ERROR_KIND_REGION 3
/** The player cannot play this format. */
#define NOWPLAYING_ERROR_KIND_FORMAT 4
/** The item does not exist: a file that was removed, an item that was withdrawn. */
#define NOWPLAYING_ERROR_KIND_NOT_AVAILABLE 5

/** For elapsed_us: the position is not known. It is not -1, because that is a legal position: players subtract the
 * delay of their output. */
#define NOWPLAYING_TIME_UNKNOWN INT64_MIN
/** For timestamp_us: the moment of the call. It is not 0, because that is a legal time: the start of the machine. */
#define NOWPLAYING_TIME_NOW INT64_MIN

/** The state of playback at one moment. While playing the position at time t is
 * elapsed_us + rate × (t − timestamp_us). Initialise with NOWPLAYING_SNAPSHOT_INIT. */
typedef struct nowplaying_snapshot {
  /** sizeof(nowplaying_snapshot). */
  size_t struct_size;
  /** The position at timestamp_us, or NOWPLAYING_TIME_UNKNOWN, for which MPRIS clients read 0. Any other negative
   * number counts as 0. A whole number of seconds other than 0 means any moment of that second, because many players
   * know only whole seconds. While the item plays on, another position within that second is not a change. */
  int64_t elapsed_us;
  /** The time at which elapsed_us was the position, by CLOCK_MONOTONIC, or NOWPLAYING_TIME_NOW. A snapshot with
   * NOWPLAYING_TIME_NOW that is set again later moves the position back to its old elapsed_us: always set it with the
   * present position. If the library notices such a mistake, for instance in the callback of a button, the log says
   * "client bug". A negative time is before the start of the machine. A time more than a day ahead must come from
   * another clock: it is a client bug, and taken as NOWPLAYING_TIME_NOW. */
  int64_t timestamp_us;
  /** The actual speed while playing: finite and not 0; a negative rate plays backwards. In other states it is not
   * checked, and used only as the default_rate. */
  double rate;
  /** The speed that playback returns to: finite and greater than 0. The initial value, 0, stands for `rate`, or for 1.0
   * if `rate` is not finite and greater than 0. So a player with one speed sets only `rate`, in all states: MPRIS
   * clients see this speed even while it is paused. */
  double default_rate;
  /** The state of playback. */
  nowplaying_playback_state state;
  /** Must be 0. */
  int32_t reserved;
  /** The first position to which one can seek at timestamp_us, if this is not the start of the item: in a broadcast in
   * which one can go back, or in a file of which only a part is there. If both this and seekable_end_us are set,
   * SEEK_TO_POSITION is also offered for a live item, and only with positions between the two. Both or neither must be
   * NOWPLAYING_TIME_UNKNOWN; any other negative number counts as 0. They need elapsed_us: without a position, they are
   * INVALID_ARGUMENT. You choose what position 0 of a live item is. */
  int64_t seekable_start_us;
  /** The last position to which one can seek, not before seekable_start_us. For a live item it moves on with the clock,
   * so a broadcast needs no commit for it; commit another if that is wrong by more than a second. The first position
   * does not move: if the seekable part moves on, commit it again every few seconds. */
  int64_t seekable_end_us;
  /** The position up to which there is data at timestamp_us, or NOWPLAYING_TIME_UNKNOWN; any other negative number
   * counts as 0. Surfaces are told when it has moved by more than a second, so you may commit it often. */
  int64_t buffered_us;
  /** For the state ERROR: a sentence for people, in their language. May be NULL. */
  const char *error;
  /** For the state ERROR: NOWPLAYING_ERROR_KIND_…; else 0. */
  nowplaying_error_kind error_kind;
  /** 1: the player plays a broadcast live, as nearly as it can. */
  int32_t is_at_live_edge;
} nowplaying_snapshot;

/** A snapshot that is stopped, at an unknown position. */
#define NOWPLAYING_SNAPSHOT_INIT \
  { \
    sizeof(nowplaying_snapshot), NOWPLAYING_TIME_UNKNOWN, NOWPLAYING_TIME_NOW, 1.0, 0.0, NOWPLAYING_STATE_STOPPED, 0, \
        NOWPLAYING_TIME_UNKNOWN, NOWPLAYING_TIME_UNKNOWN, NOWPLAYING_TIME_UNKNOWN, NULL, \
        NOWPLAYING_ERROR_KIND_OTHER, 0 \
  }

/* ----------------------------------------------------------------------------------------------- Commands -------- */

/** A command that a desktop can send to a player. */
typedef int32_t nowplaying_command_kind;
/** Start to play, or go on. */
#define NOWPLAYING_COMMAND_PLAY 1
/** Pause playback. */
#define NOWPLAYING_COMMAND_PAUSE 2
/** Stop playback. The media key and the button for pause also send it while an item without a duration plays (a live
 * broadcast), if PLAY and STOP are set, but neither PAUSE nor TOGGLE_PLAY_PAUSE. */
#define NOWPLAYING_COMMAND_STOP 3
/** Play when not playing, else pause. Without it the library chooses PLAY, PAUSE or STOP by the snapshot, but only for
 * MPRIS clients. Surfaces of org.nowplaying get NotOffered for a command that you did not set; they choose in the same
 * way themselves, as libnowplaying-surface does. */
#define NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE 4
/** Go to the next item. */
#define NOWPLAYING_COMMAND_NEXT 5
/** Go to the previous item. */
#define NOWPLAYING_COMMAND_PREVIOUS 6
/** Go to the position time_us. */
#define NOWPLAYING_COMMAND_SEEK_TO_POSITION 7
/** Go forward by the interval time_us: the one in `intervals_us` that is nearest to what was asked for. */
#define NOWPLAYING_COMMAND_SKIP_FORWARD 8
/** Go back by the interval time_us: the one in `intervals_us` that is nearest to what was asked for. */
#define NOWPLAYING_COMMAND_SKIP_BACKWARD 9
/** Fast forward while a button is held: `phase` says whether it begins or ends. Sent by surfaces of org.nowplaying;
 * MPRIS has no call for it. You also get the end when the surface that held the button leaves the bus, and when you
 * remove or disable the command. */
#define NOWPLAYING_COMMAND_SEEK_FORWARD 10
/** Rewind while a button is held. It works like SEEK_FORWARD. */
#define NOWPLAYING_COMMAND_SEEK_BACKWARD 11
/** Change the speed to `rate`, one of `rates` or from rate_minimum to rate_maximum; if you set neither, only 1.0. */
#define NOWPLAYING_COMMAND_CHANGE_RATE 12
/** Change whether and what is repeated: `mode` is a NOWPLAYING_REPEAT_…. If a session has it, MPRIS clients see
 * LoopStatus. */
#define NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE 13
/** Change the order: `mode` is a NOWPLAYING_SHUFFLE_…. If a session has it, MPRIS clients see Shuffle. */
#define NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE 14
/** Like the item, dislike it, or neither: `mode` is a NOWPLAYING_FEEDBACK_…. A command that supports all three modes is
 * shown as a pair of thumb buttons. For a like button and a separate dislike button, set it twice, each time with
 * NEUTRAL and one other mode. Sent by surfaces of org.nowplaying; MPRIS has no call for it, and shows the mode as the
 * user's rating if there is no rating. */
#define NOWPLAYING_COMMAND_FEEDBACK 15
/* Only surfaces of org.nowplaying send the commands below; MPRIS has no calls for them. */
/** Go to the next chapter. Surfaces that know the chapters may send SEEK_TO_POSITION instead. */
#define NOWPLAYING_COMMAND_NEXT_CHAPTER 16
/** Go to the previous chapter. */
#define NOWPLAYING_COMMAND_PREVIOUS_CHAPTER 17
/** Go to the live position of a broadcast. */
#define NOWPLAYING_COMMAND_SEEK_TO_LIVE 18
/** Rate the item: `rating` is 0.0 to 1.0, by `steps` of the command. Then set NOWPLAYING_FIELD_USER_RATING. */
#define NOWPLAYING_COMMAND_SET_RATING 19
/** Put a bookmark at the position, or remove it: `active` of the command says whether there is one. */
#define NOWPLAYING_COMMAND_BOOKMARK 20
/** Mute (`mode` is 1) or unmute (0), without a change of the volume. Then call nowplaying_session_set_muted(). */
#define NOWPLAYING_COMMAND_MUTE 21
/** One of the player's own buttons, with an `id`, a title and an icon. It may be set many times, each with another id.
 */
#define NOWPLAYING_COMMAND_CUSTOM 22

/** Where a surface that has few places shows a command. */
typedef int32_t nowplaying_slot;
/** Any place that the surface chooses. */
#define NOWPLAYING_SLOT_ANY 0
/** In the middle, where people look for play and pause. */
#define NOWPLAYING_SLOT_CENTRAL 1
/** Left of the middle, where people look for what goes back. */
#define NOWPLAYING_SLOT_BACK 2
/** Right of the middle, where people look for what goes on. */
#define NOWPLAYING_SLOT_FORWARD 3
/** Farther out than BACK, on the same side. */
#define NOWPLAYING_SLOT_BACK_SECONDARY 4
/** Farther out than FORWARD, on the same side. */
#define NOWPLAYING_SLOT_FORWARD_SECONDARY 5
/** In a menu with what is seldom needed. */
#define NOWPLAYING_SLOT_OVERFLOW 6

/* Modes for `current` of CHANGE_REPEAT_MODE, and for `supported` as bits (1 << mode). */
/** Nothing is repeated. */
#define NOWPLAYING_REPEAT_OFF 0
/** The item is repeated. */
#define NOWPLAYING_REPEAT_ONE 1
/** The queue is repeated. */
#define NOWPLAYING_REPEAT_ALL 2
/* Modes for `current` of CHANGE_SHUFFLE_MODE, and for `supported` as bits (1 << mode). */
/** Items play in the order of the queue. */
#define NOWPLAYING_SHUFFLE_OFF 0
/** Items play in random order. */
#define NOWPLAYING_SHUFFLE_ITEMS 1
/** Albums play in random order, the items of each in their own order. MPRIS knows only one kind of shuffle: its clients
 * see Shuffle as true, and one that sets true leaves this mode as it is. */
#define NOWPLAYING_SHUFFLE_COLLECTIONS 2
/* Modes for `current` of FEEDBACK, and for `supported` as bits (1 << mode). */
/** The item is neither liked nor disliked. */
#define NOWPLAYING_FEEDBACK_NEUTRAL 0
/** The item is liked. */
#define NOWPLAYING_FEEDBACK_POSITIVE 1
/** The item is disliked. */
#define NOWPLAYING_FEEDBACK_NEGATIVE 2

/* Values of `phase` of SEEK_FORWARD and SEEK_BACKWARD. */
/** The button is pressed. */
#define NOWPLAYING_PHASE_BEGIN 0
/** The button is released. */
#define NOWPLAYING_PHASE_END 1

/** A command that a session takes. Initialise with NOWPLAYING_COMMAND_INIT(kind). */
typedef struct nowplaying_command {
  /** sizeof(nowplaying_command). */
  size_t struct_size;
  /** The kind of the command. */
  nowplaying_command_kind kind;
  /** 0: the command is offered, but cannot be used now (no next track). The callback is not called. */
  int32_t enabled;
  /** A number of your own, which you get back in nowplaying_command_event. A surface gets 0. */
  uint64_t tag;
  /** For SKIP_…: preferred intervals, greater than 0, the most preferred first. NULL: ten seconds. */
  const int64_t *intervals_us;
  /** Number of intervals_us, at most NOWPLAYING_MAX_INTERVALS. */
  size_t interval_count;
  /** For CHANGE_RATE: the speeds that can be chosen, finite and not 0. NULL: 1.0 only. */
  const double *rates;
  /** Number of rates, at most NOWPLAYING_MAX_RATES. */
  size_t rate_count;
  /** For CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE, FEEDBACK: the present mode. */
  int32_t current;
  /** For CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE, FEEDBACK: bits of the modes that can be chosen. 0: all. */
  uint32_t supported;
  /** For FEEDBACK, BOOKMARK, CUSTOM: the title of the button, "Like this song". Required for CUSTOM, else may be NULL.
   * Shown by surfaces of org.nowplaying. */
  const char *title;
  /** For FEEDBACK, BOOKMARK, CUSTOM: a shorter title, "Like". May be NULL. Shown by surfaces of org.nowplaying. */
  const char *short_title;
  /** For CHANGE_RATE: the lowest speed, greater than 0, if every speed up to rate_maximum can be chosen; `rates` then
   * says only which to offer. If this and rate_maximum are 0, only `rates` can be chosen. */
  double rate_minimum;
  /** For CHANGE_RATE: the highest speed, not lower than rate_minimum. */
  double rate_maximum;
  /** For CUSTOM: required; the id of the command among the session's, which comes back in nowplaying_command_event. */
  const char *id;
  /** The icon of the button: a word of the list in org.nowplaying.md ("heart-filled"), or a name of freedesktop's icon
   * naming. Surfaces show the icon if they have it, else the title. It has letters A to Z and a to z, digits, "-", "_"
   * and ".", and is never a path. NULL or "": the icon of the kind. */
  const char *icon;
  /** Where a surface shows the button: NOWPLAYING_SLOT_…. */
  nowplaying_slot slot;
  /** For BOOKMARK, CUSTOM: 1 while the button is switched on, which surfaces show; else 0. */
  int32_t active;
  /** For SET_RATING: the number of steps from 0.0 to 1.0, 5 for five stars, 10 for half stars, 1 for a heart; at most
   * 100. 0: any rating can be given. */
  int32_t steps;
  /** Only from nowplaying_surface_session_get_command(), else ignored. For FEEDBACK: the number of the button, which a
   * press sends back in nowplaying_command_event. */
  uint32_t button;
  /** Only from nowplaying_surface_session_get_command(), else ignored. 1 if the library derives the command from what
   * the player offers; else 0. */
  int32_t derived;
  /** Must be 0. */
  int32_t reserved;
} nowplaying_command;

/** An enabled command of a kind. */
#define NOWPLAYING_COMMAND_INIT(command_kind) \
  { \
    sizeof(nowplaying_command), (command_kind), 1, 0, NULL, 0, NULL, 0, 0, 0u, NULL, NULL, 0.0, 0.0, NULL, NULL, \
        NOWPLAYING_SLOT_ANY, 0, 0, 0u, 0, 0 \
  }

/** A command that somebody has sent. Only the fields that its kind names have a meaning. */
typedef struct nowplaying_command_event {
  /** Size of the struct that the library filled. */
  size_t struct_size;
  /** The kind of the command: one that you have set and enabled. Only PLAY, PAUSE and STOP may also come while they are
   * disabled, if the commands before them lead, or may lead, to a state in which they make sense. After NEXT and
   * PREVIOUS, for instance, a player may play although it did not before. */
  nowplaying_command_kind kind;
  /** For SEEK_FORWARD, SEEK_BACKWARD: NOWPLAYING_PHASE_…. */
  int32_t phase;
  /** The tag that you set for the command. Only in an event that you receive. */
  uint64_t tag;
  /** For SEEK_TO_POSITION: the position, 0 or more and not beyond a finite duration. For SKIP_…: the interval, greater
   * than 0. */
  int64_t time_us;
  /** For CHANGE_RATE: the speed, finite and not 0: one of `rates`, or from rate_minimum to rate_maximum. */
  double rate;
  /** For CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE, FEEDBACK: one of the supported modes. For MUTE: 1 or 0. */
  int32_t mode;
  /** Only for nowplaying_surface_send_command(); always 0 in an event that you receive. */
  int32_t toggle;
  /** For CUSTOM: the id of the command, byte for byte; else NULL. */
  const char *id;
  /** For SET_RATING: the rating, 0.0 to 1.0, a multiple of 1 / `steps` if there are steps. */
  double rating;
  /** For FEEDBACK, and only for nowplaying_surface_send_command(): the number of the button; always 0 in an event that
   * you receive. */
  uint32_t button;
  /** Must be 0. */
  int32_t reserved;
} nowplaying_command_event;

/** A picture that the library asks for. */
typedef struct nowplaying_artwork_event {
  /** Size of the struct that the library filled. */
  size_t struct_size;
  /** The artwork id of the content, byte for byte. */
  const char *artwork_id;
  /** Wanted width in pixels. If you have no picture of that size, give your largest one, and do not enlarge it. */
  int32_t width;
  /** Wanted height in pixels. */
  int32_t height;
} nowplaying_artwork_event;

/** A preview or a video of an animated artwork that a surface asks for. */
typedef struct nowplaying_animated_artwork_event {
  /** Size of the struct that the library filled. */
  size_t struct_size;
  /** The id that the content has for this aspect ratio, byte for byte. */
  const char *artwork_id;
  /** The aspect ratio that is wanted. */
  nowplaying_aspect_ratio ratio;
  /** Wanted width in pixels; 0: no preference. */
  int32_t width;
  /** Wanted height in pixels; 0: no preference. */
  int32_t height;
  /** Always 0. */
  int32_t reserved;
} nowplaying_animated_artwork_event;

/* ------------------------------------------------------------------------------------------------ Devices -------- */

/** Kind of a device that plays. */
typedef int32_t nowplaying_device_type;
/** A speaker, or an amplifier. */
#define NOWPLAYING_DEVICE_SPEAKER 1
/** A television. */
#define NOWPLAYING_DEVICE_TV 2
/** A box that is connected to a television. */
#define NOWPLAYING_DEVICE_SET_TOP_BOX 3
/** A stick that is plugged into a television. */
#define NOWPLAYING_DEVICE_MEDIA_STICK 4
/** A gaming console. */
#define NOWPLAYING_DEVICE_GAMING_CONSOLE 5
/** A phone. */
#define NOWPLAYING_DEVICE_PHONE 6
/** A tablet. */
#define NOWPLAYING_DEVICE_TABLET 7
/** A laptop. */
#define NOWPLAYING_DEVICE_LAPTOP 8
/** Another desktop computer. */
#define NOWPLAYING_DEVICE_DESKTOP 9
/** A watch, or glasses. */
#define NOWPLAYING_DEVICE_WEARABLE 10
/** A car. */
#define NOWPLAYING_DEVICE_CAR 11
/** A web page in a browser. */
#define NOWPLAYING_DEVICE_WEB 12

/** A device on which a remote session plays. Initialise with NOWPLAYING_DEVICE_INIT. */
typedef struct nowplaying_device {
  /** sizeof(nowplaying_device). */
  size_t struct_size;
  /** Required: the id of the device, the same in every session that plays on it. */
  const char *id;
  /** Required: the name that people see, "Kitchen". */
  const char *name;
  /** The device's volume, 0.0 to 1.0 (clamped), if it can be set; negative if it cannot. Surfaces see it if the session
   * has a callback `device_volume`. */
  double volume;
  /** The kind of the device. */
  nowplaying_device_type type;
  /** 1: the device can be made louder and quieter, which surfaces offer if the session has a callback `device_step`. */
  int32_t can_step;
} nowplaying_device;

/** A speaker without a volume; set its id and its name. */
#define NOWPLAYING_DEVICE_INIT { sizeof(nowplaying_device), NULL, NULL, -1.0, NOWPLAYING_DEVICE_SPEAKER, 0 }

/* ------------------------------------------------------------------------------------------------- Tracks -------- */

/** The kind of a track. One audio track plays at a time, and at most one track of each other kind. */
typedef int32_t nowplaying_track_kind;
/** A sound track. */
#define NOWPLAYING_TRACK_AUDIO 1
/** The spoken words, in another language. */
#define NOWPLAYING_TRACK_SUBTITLES 2
/** The spoken words and the sounds, for people who do not hear them. */
#define NOWPLAYING_TRACK_CAPTIONS 3

/** Properties of a track other than its language: bits of nowplaying_track.characteristics. */
typedef uint32_t nowplaying_track_characteristics;
/** The track plays unless somebody chooses another. */
#define NOWPLAYING_TRACK_IS_DEFAULT 1u
/** The subtitles are only for the foreign words in the item. */
#define NOWPLAYING_TRACK_IS_FORCED 2u
/** The track describes the picture, for people who do not see it. */
#define NOWPLAYING_TRACK_DESCRIBES_VIDEO 4u
/** The track is a commentary. */
#define NOWPLAYING_TRACK_IS_COMMENTARY 8u

/** An audio or subtitle track of the item that plays. Initialise with NOWPLAYING_TRACK_INIT. */
typedef struct nowplaying_track {
  /** sizeof(nowplaying_track). */
  size_t struct_size;
  /** Required: the id of the track among those of its kind. */
  const char *id;
  /** The track's language, as BCP 47 writes it: "de", "pt-BR". NULL or "": not known. */
  const char *language;
  /** The track's name for people, "Director's commentary". NULL or "": surfaces show the language. */
  const char *title;
  /** The kind of the track. */
  nowplaying_track_kind kind;
  /** Bits NOWPLAYING_TRACK_…. */
  nowplaying_track_characteristics characteristics;
  /** 1: the track is heard or seen now; at most one of its kind is. */
  int32_t selected;
  /** Must be 0. */
  int32_t reserved;
} nowplaying_track;

/** A track of a kind that is not selected; set its id. */
#define NOWPLAYING_TRACK_INIT(track_kind) { sizeof(nowplaying_track), NULL, NULL, NULL, (track_kind), 0u, 0, 0 }

/* ------------------------------------------------------------------------------------------------ Session -------- */

/** The ways in which a session is primary: bits of nowplaying_session_get_primary(). */
typedef uint32_t nowplaying_primary_flags;
/** The session is the one that its app shows. */
#define NOWPLAYING_PRIMARY_APPLICATION 1u
/** The session is the one that the whole desktop should drive. At most one of all players that use this library has
 * such a session. */
#define NOWPLAYING_PRIMARY_SYSTEM 2u

/** The event that an `interruption` callback reports. */
typedef int32_t nowplaying_interruption;
/** Another player has taken over: pause, and commit INTERRUPTED. */
#define NOWPLAYING_INTERRUPTION_BEGAN 0
/** The other player is gone: you may resume. */
#define NOWPLAYING_INTERRUPTION_ENDED 1

/** The callbacks of a session. Any entry may be NULL. Initialise with NOWPLAYING_SESSION_CALLBACKS_INIT.
 *
 * A callback that gets a request answers it with what it returns: NOWPLAYING_OK (done), an error, or NOWPLAYING_PENDING
 * to answer later; then the request is yours: release it with nowplaying_request_unref(). A callback may also complete
 * the request itself, to give a text or a picture; OK or an error that it returns then has no effect. If it returns
 * NOWPLAYING_PENDING in that case, you still release the request. Commands, volumes and artwork that are not answered
 * within NOWPLAYING_MAX_REQUEST_TIME_US have failed. An unknown negative status counts as COMMAND_FAILED. While
 * NOWPLAYING_MAX_OPEN_REQUESTS of an app are open, further calls of clients are refused. */
typedef struct nowplaying_session_callbacks {
  /** sizeof(nowplaying_session_callbacks). */
  size_t struct_size;
  /** Passed to each callback. */
  void *user_data;
  /** Called once, after the last callback: inside nowplaying_session_free() or nowplaying_app_free(), or, if one of
   * them is called inside a callback, when that callback returns. */
  void (*destroy)(void *user_data);
  /** Somebody has sent a command. Change your playback; then set what has changed and commit, here or later. While this
   * entry is NULL no command is offered. If an MPRIS client calls Play while you play, or Pause while you are paused,
   * this entry is not called. The desktop shows what you commit, and nothing else. But calls that are relative (seek by
   * an offset, play-pause) count from the commands that you have been given already: ten steps of five seconds are
   * fifty, and two play-pauses cancel each other, however long you take. Such a command no longer counts when you
   * answer it with an error, commit something else after your answer, or commit nothing for five seconds. */
  nowplaying_status (*command)(nowplaying_session *session, nowplaying_request *request,
                               const nowplaying_command_event *event, void *user_data);
  /** The picture of an artwork id is wanted. Answer with nowplaying_request_complete_artwork_data(), _file() or _url(),
   * here or later. A picture is remembered under its id; after an error it is asked for again with the next content. If
   * there is no picture, return NOWPLAYING_ERROR_NO_SUCH_CONTENT: other errors are warnings in the log. Not called for
   * an artwork whose picture was provided with nowplaying_session_provide_artwork_data() and the like. A player that
   * loads its pictures anyway needs only those functions, and leaves this entry NULL. */
  nowplaying_status (*artwork)(nowplaying_session *session, nowplaying_request *request,
                               const nowplaying_artwork_event *event, void *user_data);
  /** Somebody has changed the volume: MPRIS's Volume was set, to a value from 0.0 to the maximum, which is 1.0 unless
   * nowplaying_session_set_volume_maximum() has set another. Set the volume, then call nowplaying_session_set_volume()
   * with the volume that you have now, and commit. A session with this entry and without `device_volume` has a volume
   * of 1.0 until you set another. If your volume still differs from the client's half a second after your answer, all
   * clients are sent yours; after an error, they are sent it at once. The same holds for MPRIS's LoopStatus, Shuffle
   * and Rate, and for Fullscreen of an app. */
  nowplaying_status (*volume)(nowplaying_session *session, nowplaying_request *request, double volume,
                              void *user_data);
  /** A request that you hold is cancelled or timed out: an answer would have no effect. You still have to release it,
   * here or later. Not called after nowplaying_session_free(). */
  void (*request_cancelled)(nowplaying_session *session, nowplaying_request *request, void *user_data);
  /** The session has become application primary or system primary, or is one no longer. `primary` has the present
   * bits. */
  void (*primary_changed)(nowplaying_session *session, nowplaying_primary_flags primary, void *user_data);
  /** Called with the answer to nowplaying_session_request_…_primary(). `which` is the bit that was asked for. */
  void (*primary_result)(nowplaying_session *session, nowplaying_primary_flags which, nowplaying_status status,
                         void *user_data);
  /** Another player has taken over, or is gone. Called only with NOWPLAYING_APP_INTERRUPTIONS. */
  void (*interruption)(nowplaying_session *session, nowplaying_interruption interruption, void *user_data);
  /** The still picture of an animated artwork is wanted within NOWPLAYING_MAX_PREVIEW_TIME_US. Answer as in `artwork`;
   * the picture must have the aspect ratio that the event names, within 1 %. Surfaces ask for previews and videos only
   * if this entry or `video` is not NULL. */
  nowplaying_status (*preview)(nowplaying_session *session, nowplaying_request *request,
                               const nowplaying_animated_artwork_event *event, void *user_data);
  /** The video of an animated artwork is wanted by a surface that somebody is looking at. Answer within
   * NOWPLAYING_MAX_VIDEO_TIME_US with nowplaying_request_complete_video_file(), _data() or _url(). The video is kept
   * while the item stays, as far as NOWPLAYING_MAX_KEPT_PICTURES allows, and asked for again for another size. */
  nowplaying_status (*video)(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_animated_artwork_event *event, void *user_data);
  /** Somebody has changed the volume of a device, to a value from 0.0 to 1.0. Set it, then call
   * nowplaying_session_set_devices() with the volume that the device has now, and commit. A session that plays on
   * devices and has no volume of its own gets the volume of the whole group here too, with one call for each device
   * whose volume can be set. That volume is the mean of the devices' volumes. To set it, each of them is multiplied by
   * the same factor. None exceeds 1.0, so the mean may stay below what was asked for. If all are 0.0, each is set to
   * the wanted volume. */
  nowplaying_status (*device_volume)(nowplaying_session *session, nowplaying_request *request, const char *device_id,
                                     double volume, void *user_data);
  /** Somebody asks for a device, one with `can_step`, to be made louder (`step` is 1) or quieter (-1). */
  nowplaying_status (*device_step)(nowplaying_session *session, nowplaying_request *request, const char *device_id,
                                   int32_t step, void *user_data);
  /** Somebody has chosen an entry of the queue to be played: MPRIS's GoTo. `entry_id` is the id of its content, byte
   * for byte; nowplaying_request_get_queue_row() gives its row, if several entries have that id. Called only for an
   * entry that is in the queue that was committed last. */
  nowplaying_status (*queue_go_to)(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                   void *user_data);
  /** Somebody adds a URI to the queue: after the entry `after_id`, or at the start if that is NULL. If `play` is not 0,
   * play it at once. `uri` has the same form as in the app's `open_uri`, and the app must have that callback. If a
   * client names an entry that is not there, `after_id` is the last of the queue. The row of the new entry is the
   * result of nowplaying_request_get_queue_row(), plus 1. */
  nowplaying_status (*queue_add)(nowplaying_session *session, nowplaying_request *request, const char *uri,
                                 const char *after_id, int32_t play, void *user_data);
  /** Somebody removes an entry from the queue. The arguments are those of `queue_go_to`. */
  nowplaying_status (*queue_remove)(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                    void *user_data);
  /** Somebody reads the position. Write the present position to `ret_elapsed_us`, in microseconds from the start of the
   * item, and return NOWPLAYING_OK. It is for a player whose engine knows the position better than its snapshots, for
   * instance because a sound server or a network delays the sound after the engine says that it plays. Called when a
   * client reads Position or all properties, before a relative Seek is carried out, and after a commit of another item
   * or snapshot; at no other time, and never for a session without content or without a snapshot. If a client sends
   * several calls without waiting for answers, up to 32 of them share one call of this entry. So do the calls of all
   * clients while the answers would take more than half of the loop's time, unless you commit something else meanwhile.
   * The answer counts from then on, and the position moves on from it as after a snapshot; you do not have to commit
   * it. If it differs by more than a quarter of a second from what clients believe, they are sent it (MPRIS: Seeked);
   * after a seek that a client asked for, they are sent it when the seek is done, or after a quarter of a second. You
   * may return the same position again and again, because there is no sound yet or the engine waits for data. Clients
   * are then sent it only if it differs by more than two seconds, because they go on counting from whatever they are
   * sent. It is clamped to 0 … the duration. An engine that counts in seconds may answer with these: a whole number of
   * seconds other than 0 stands for any position within that second. After an error, the position is that of the
   * snapshot. The same holds for an answer that took longer than NOWPLAYING_MAX_POSITION_TIME_US. That is a client bug:
   * the callback is then not called for ten seconds. */
  nowplaying_status (*position)(nowplaying_session *session, int64_t *ret_elapsed_us, void *user_data);
  /** Somebody has chosen a track of nowplaying_session_set_tracks(): the one of a kind whose id is `track_id`, byte for
   * byte. NULL: no track of this kind, only for subtitles and captions. Do it, then set the tracks again and commit.
   * Surfaces of org.nowplaying see tracks if this entry is not NULL. */
  nowplaying_status (*select_track)(nowplaying_session *session, nowplaying_request *request,
                                    nowplaying_track_kind kind, const char *track_id, void *user_data);
} nowplaying_session_callbacks;

/** A table without callbacks: each entry is NULL. */
#define NOWPLAYING_SESSION_CALLBACKS_INIT \
  { \
    sizeof(nowplaying_session_callbacks), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
        NULL, NULL, NULL, NULL, NULL, NULL \
  }

/** Makes a session. It is shown once it has content and is the application primary.
 * id: the id of the session in the app; no other session may have it until this one is freed. NULL or "": the library
 *   makes one.
 * callbacks: NULL for none; `destroy` is not called when the function fails.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_session NULL or misaligned, an impossible size, or another session of
 *   the app has the id, on whatever device. INVALID_STATE: the app was freed. TOO_LARGE: the app has
 *   NOWPLAYING_MAX_SESSIONS. SYSTEM: no memory. FORKED.
 * Ownership: give *ret_session to nowplaying_session_free(). */
nowplaying_status nowplaying_session_new(nowplaying_app *app, const char *id,
                                         const nowplaying_session_callbacks *callbacks,
                                         nowplaying_session **ret_session);

/** Makes a session that plays on other devices: a speaker in another room, a television. It is a separate player on the
 * desktop, beside what the app plays here: it has its own connection, and its own MPRIS name, made of the app's and a
 * hash of the id. It is named after its first device, "App – Kitchen"; with two devices it is "App – Kitchen + 1", and
 * so on. It is always application primary there, and shown while it has content. Everything else is as with any
 * session; answer late (NOWPLAYING_PENDING) if the device is slow. When the device goes, free the session.
 * CLOCK_MONOTONIC stands still while this machine is suspended, but the device plays on. So the position that is shown
 * is late by that time until you set a snapshot with the present position: set one when the machine wakes.
 * id: as in nowplaying_session_new(). The name on the bus is the same at each start if the id is.
 * Errors: as nowplaying_session_new().
 * Ownership: give *ret_session to nowplaying_session_free(). */
nowplaying_status nowplaying_session_new_remote(nowplaying_app *app, const char *id,
                                                const nowplaying_session_callbacks *callbacks,
                                                nowplaying_session **ret_session);

/** Ends a session: the desktop no longer shows it, its artwork requests are cancelled, its `destroy` is called. If it
 * is the application primary, no other session takes its place, not even one that plays: the app is gone from the
 * desktop until another session asks with nowplaying_session_request_application_primary(). When it returns, no
 * callback of the session runs or will run. It waits for one that is running on another thread, so hold no lock that
 * your callbacks take. Inside a callback of this app `destroy` is called when the callback returns.
 * You can still answer commands, volumes, tracks and changes of the queue that you were given, because the end of the
 * session may be what was asked for: a callback that frees its session answers with what it returns, and a request that
 * you kept can be completed afterwards. If it is released without an answer, it fails as CANCELLED. In a forked child:
 * see "Effects on your process".
 * session: may be NULL. */
void nowplaying_session_free(nowplaying_session *session);

/** Sets the content; staged until the commit. content: copied; NULL: nothing to show. A content that equals the present
 * one, and has the same id or none, is not a change.
 * Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_set_content(nowplaying_session *session, const nowplaying_content *content);

/** Sets the snapshot; staged until the commit. snapshot: copied; NULL: the state is not known, and shown as stopped.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: an unknown state; a rate that is 0 or not finite while playing; a
 *   default_rate that is negative or not finite; an unknown error_kind; one of seekable_start_us and seekable_end_us
 *   without the other, an end before the start, or both without elapsed_us; a reserved that is not 0; an impossible
 *   size. No other time is refused. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_set_snapshot(nowplaying_session *session, const nowplaying_snapshot *snapshot);

/** Sets the commands, replacing all; staged until the commit. commands: `count` descriptors, all of the same
 * struct_size; NULL with count 0: none. count: at most NOWPLAYING_MAX_COMMANDS. If a kind is given twice, the first
 * enabled one is used, except FEEDBACK and CUSTOM.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count; an unknown kind or slot; a mode, interval, rate or
 *   number of steps that is not legal; an icon that is not a name; a CUSTOM without id or title, or two of the same id;
 *   a reserved that is not 0; an impossible size. TOO_LARGE: too many commands, intervals or rates. INVALID_STATE.
 *   FORKED. */
nowplaying_status nowplaying_session_set_commands(nowplaying_session *session, const nowplaying_command *commands,
                                                  size_t count);

/** Sets one command; staged until the commit. It replaces the first command of its kind; a CUSTOM replaces the one with
 * its id, and a FEEDBACK replaces the button with the same modes, NEUTRAL not counted. If there is no such command, it
 * is added after the others. So a single value of a command can be changed: a title, "Sleep: 29 min", `active` of
 * BOOKMARK, the intervals of a skip. command: copied.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL; else as nowplaying_session_set_commands(): an unknown kind or slot; a
 *   mode, interval, rate or number of steps that is not legal; an icon that is not a name; a CUSTOM without id or
 *   title; a reserved that is not 0; an impossible size. TOO_LARGE: too many intervals or rates, or a new command
 *   beside NOWPLAYING_MAX_COMMANDS others. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_set_command(nowplaying_session *session, const nowplaying_command *command);

/** Sets `enabled` of every command of a kind; staged until the commit.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: unknown kind. INVALID_STATE: no command of that kind was set, or the app
 *   was freed. FORKED. */
nowplaying_status nowplaying_session_set_command_enabled(nowplaying_session *session, nowplaying_command_kind kind,
                                                         int32_t enabled);

/** Sets `current` of every command of a kind, staged until the commit: CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE or
 * FEEDBACK.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: another kind, or an unknown mode. INVALID_STATE: no command of that kind
 *   was set, or the app was freed. FORKED. */
nowplaying_status nowplaying_session_set_command_mode(nowplaying_session *session, nowplaying_command_kind kind,
                                                      int32_t mode);

/** Sets `enabled` and `active` of a CUSTOM command; staged until the commit.
 * id: the id of a command that was set.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: id NULL or "". INVALID_STATE: no such command was set, or the app was
 *   freed. FORKED. */
nowplaying_status nowplaying_session_set_custom_command(nowplaying_session *session, const char *id, int32_t enabled,
                                                        int32_t active);

/** Sets whether the session is muted, staged until the commit; a new one is not. Surfaces of org.nowplaying show it;
 * MPRIS has no word for it, and its Volume stays as it is.
 * Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_set_muted(nowplaying_session *session, int32_t muted);

/** Sets the audio and subtitle tracks of the item, replacing all; staged until the commit. Set them for each item that
 * has other tracks: they belong to the session, and stay with the next content. Surfaces see them if the session has a
 * callback `select_track`. Tracks that are committed together with an item arrive in a signal of another interface,
 * after that of the item.
 * tracks: `count` descriptions in the order to show, all of the same struct_size; NULL with count 0: none.
 * count: at most NOWPLAYING_MAX_TRACKS.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count, or misaligned; no id; two of a kind with the same id, or
 *   both selected; an unknown kind or characteristic; a reserved that is not 0; an impossible size. TOO_LARGE: too
 *   many. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_set_tracks(nowplaying_session *session, const nowplaying_track *tracks,
                                                size_t count);

/** Sets the volume; staged until the commit. volume: 0.0 or more, 1.0 is full; clamped to NOWPLAYING_MAX_VOLUME. A
 * volume above 1.5, and above 1.5 times the maximum, is sent to clients too. But the log calls it a client bug, once
 * for a session that is shown, because such a player seems to count from 0 to 100. A negative value: the session has no
 * volume; then the desktop gets 1.0 and cannot change it. A new session has none, or 1.0 if it has the callback
 * `volume` (see there).
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: not finite. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_set_volume(nowplaying_session *session, double volume);

/** Sets the highest volume that the desktop may set, staged until the commit; 1.0 at first. It is for a player that can
 * amplify.
 * maximum: greater than 0, clamped to NOWPLAYING_MAX_VOLUME.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: not finite, or not greater than 0. INVALID_STATE: the app was freed.
 *   FORKED. */
nowplaying_status nowplaying_session_set_volume_maximum(nowplaying_session *session, double maximum);

/** Sets the devices of a remote session, replacing all; staged until the commit.
 * devices: `count` descriptions, all of the same struct_size; NULL with count 0: none. The first names the session on
 *   the desktop. count: at most NOWPLAYING_MAX_DEVICES.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: NULL with a count; no id or no name; two of the same id; an unknown type; a
 *   volume that is not a number; an impossible size. TOO_LARGE: too many. INVALID_STATE: not a remote session, or the
 *   app was freed. FORKED. */
nowplaying_status nowplaying_session_set_devices(nowplaying_session *session, const nowplaying_device *devices,
                                                 size_t count);

/** Sets the queue, staged until the commit: the items that are played before and after the present one, which clients
 * see through MPRIS's TrackList. They see all of it up to NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES; of a longer queue they
 * see the part around the entry whose id is that of the session's content. So you may give a queue of any length once,
 * or, each time that it changes, the part around the item that plays. Requests of clients come through the callbacks
 * `queue_go_to`, `queue_add` and `queue_remove`; CanEditTracks is true if one of the latter two is there.
 * entries: `count` contents in their order, copied; you may then change or free yours. Each has an id: a unique one, or
 *   that of the song or file, which several entries may have. Clients get everything of an entry that they would get if
 *   it were the content, except its picture, its lyrics, and any text or list that would make it longer than 64 KiB.
 *   NULL with count 0: there is no queue, and clients do not see the interface.
 * count: at most NOWPLAYING_MAX_QUEUE_ENTRIES.
 * For clients each entry has its own track id (MPRIS's), which lasts: when the queue is set again, entries are
 * recognised by their ids, wherever they are and however they are described now. If several entries have the same id,
 * those whose order has changed least keep their track ids (a longest common subsequence). The choice may be a worse
 * one if more than eight entries of that id have come or gone at once, or fewer in a queue in which more than 25,000
 * rows have changed. The other entries of that id count as moved, and as new only if there are more of them than
 * before. The first entry of an id has the track id that an item with that id has. The others have longer ones, which
 * are never below track_path_prefix. Setting a queue of 10,000 entries takes about 2 milliseconds of the calling
 * thread, or about 12 if each song is there twice and many have moved.
 * Errors: INVALID_HANDLE: the session. INVALID_ARGUMENT: NULL with a count, an entry that is not a content or has no
 *   id. TOO_LARGE: too many. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_set_queue(nowplaying_session *session, const nowplaying_content *const *entries,
                                               size_t count);

/** Sets which entry of the queue plays, staged until the commit. It is needed if several entries have the id of the
 * session's content; otherwise the one with that id plays. The row holds while the content has the entry's id, and the
 * library follows the entry when the queue is set again. So when another entry begins, even one with the same id, set
 * the row in the same commit. An entry that is removed while it plays still counts as the one that plays. If entries
 * with the content's id have moved in the same commit, their ids do not tell which is which: then the entry in the row
 * is taken for the one that played before. Until the row is set, the first entry with the content's id plays.
 * row: the index of the entry in the queue that was set last, committed or not, from 0. Negative: not known any more.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: the queue has no such row. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_set_queue_row(nowplaying_session *session, int64_t row);

/** Publishes what was staged, all at once. Never waits. A commit that changes nothing costs next to nothing.
 * Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_commit(nowplaying_session *session);

/** Drops what was staged since the last commit, or since the session was made: the next commit publishes only what is
 * set after this call. It is for a player or a binding that has staged several values when one is refused. Committed
 * values and provided pictures stay.
 * Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_discard(nowplaying_session *session);

/* Pictures that are provided without being asked for.
 *
 * These functions are for a player that loads its covers anyway. They give the library a picture, before the content
 * that names its artwork id is committed or after, and take effect at once, without a commit. A picture that was
 * provided is used wherever the artwork of this id is shown in the session, at every size, and `artwork` is not called
 * for it.
 *
 * A new item waits 40 ms for its picture (see "Life of a session"), even if the session has no callback `artwork`. If
 * the picture is there by then, or it is known that there is none, clients are sent the item once. A picture that comes
 * later is sent to them in one more signal.
 *
 * The picture answers an open request of `artwork` for the id, even one that you hold: your own answer is then refused
 * as ALREADY_ANSWERED, and you release the request as usual. Inside the callback, provide the picture and return
 * NOWPLAYING_OK. Without the callback, surfaces of org.nowplaying that ask for the picture wait for it, for
 * NOWPLAYING_MAX_REQUEST_TIME_US at most.
 *
 * If you provide another picture for the same id, it replaces the one before. Surfaces then see another artwork id,
 * yours with a hash of the picture, so that one id is always the same picture for them while the session is on the bus.
 * Desktops remember a picture by its address: a file that has changed needs another name. A session remembers
 * NOWPLAYING_MAX_REMEMBERED_ARTWORKS pictures under their ids, including those that the callback has given. So you may
 * provide a picture for the next item, and a picture whose id is never shown is forgotten. An item may have more
 * chapters with pictures than that. Their pictures need the callback, which is called for a picture that was forgotten:
 * without it surfaces wait for that picture in vain. All pictures are forgotten with the session. If somebody removes a
 * file that the library wrote, the log says that the picture is to be provided again.
 *
 * Surfaces of org.nowplaying get the bytes, even if the disk does not answer: if a file is on a disk, as the library's
 * files are in a sandbox, its bytes stay in memory as long as the session remembers the picture. */

/** Provides the bytes of a PNG, JPEG, WebP or GIF file as the picture of an artwork id.
 * artwork_id: as in nowplaying_content_set_artwork(), which cuts it likewise.
 * data: `size` bytes. They are written to a file before the call returns: it waits for the disk.
 * size: 1 to NOWPLAYING_MAX_ARTWORK_BYTES.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: artwork_id NULL or "", or data NULL. NOT_AN_IMAGE: no bytes, bytes of
 *   another format, or so damaged that they do not tell the size of the picture. TOO_LARGE. IO: the picture cannot be
 *   written where the desktop would see it. SYSTEM: no descriptor or no memory for bytes that stay in memory.
 *   INVALID_STATE: the app was freed. FORKED. In these cases the picture that was provided before stays. */
nowplaying_status nowplaying_session_provide_artwork_data(nowplaying_session *session, const char *artwork_id,
                                                          const void *data, size_t size);

/** Provides a file as the picture of an artwork id. It is read before the call returns and not needed any more.
 * path: of a PNG, JPEG, WebP or GIF file of at most NOWPLAYING_MAX_ARTWORK_BYTES.
 * Errors: as nowplaying_session_provide_artwork_data(): INVALID_HANDLE, INVALID_ARGUMENT (path NULL), NOT_AN_IMAGE,
 *   TOO_LARGE, SYSTEM, INVALID_STATE, FORKED. IO also: cannot be read, or not a regular file. */
nowplaying_status nowplaying_session_provide_artwork_file(nowplaying_session *session, const char *artwork_id,
                                                          const char *path);

/** Provides the address of a picture as that of an artwork id.
 * url: as in nowplaying_request_complete_artwork_url(). A file is read before the call returns. For "https://…",
 *   surfaces of org.nowplaying, which want the bytes, get the error that it is elsewhere (Asset.NotLocal): the library
 *   fetches nothing. Do not give an address with a secret in it, such as those of media servers: fetch the picture, and
 *   provide its bytes.
 * Errors: as nowplaying_session_provide_artwork_file(): INVALID_HANDLE, IO, NOT_AN_IMAGE, TOO_LARGE, SYSTEM,
 *   INVALID_STATE, FORKED. INVALID_ARGUMENT: artwork_id NULL or "", or not a URL of this form. */
nowplaying_status nowplaying_session_provide_artwork_url(nowplaying_session *session, const char *artwork_id,
                                                         const char *url);

/** Tells the library that there is no picture for an artwork id: nobody waits for it, and an item with this id is shown
 * without a picture, as if it had no artwork. You may still provide a picture later.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: artwork_id NULL or "". INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_provide_artwork_none(nowplaying_session *session, const char *artwork_id);

/** Asks to become the session that the app shows. The session that was shown before is no longer shown. The answer
 * comes through `primary_result`; it is OK, even without a bus, unless the session is freed before.
 * Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_request_application_primary(nowplaying_session *session);

/** Asks to become the session that the app shows and that the whole desktop drives. The answer comes through
 * `primary_result`: NOWPLAYING_OK, NO_BUS, CANCELLED or NOT_PERMITTED. NOT_PERMITTED means that the sandbox does not
 * allow the app to own the token of the system primary, a name on the bus; the session is the application primary
 * nevertheless. The player that had the token before may take it back in the same way, and gets it back when this
 * session is freed or resigns. Ask whenever playback begins: the player that asked last has it, and if you ask only
 * once, another player may have it now.
 * Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_request_system_primary(nowplaying_session *session);

/** Gives the system primary back, so that the player that had it before may resume. No effect when the session does
 * not hold it and has not asked for it.
 * Errors: INVALID_HANDLE. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_resign_system_primary(nowplaying_session *session);

/** Gets the ways in which the session is primary, as bits NOWPLAYING_PRIMARY_….
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_primary NULL. INVALID_STATE: the app was freed. FORKED. */
nowplaying_status nowplaying_session_get_primary(nowplaying_session *session,
                                                 nowplaying_primary_flags *ret_primary);

/* ----------------------------------------------------------------------------------------------- Requests -------- */

/** Takes another reference to a request, for a second owner. Returns its argument, or NULL for an invalid handle and in
 * a forked child. A callback that returns NOWPLAYING_PENDING does not need to call it, because it owns a reference to
 * the request already.
 * Ownership: balance with nowplaying_request_unref(). */
nowplaying_request *nowplaying_request_ref(nowplaying_request *request);

/** Releases a request. When its last reference is released without an answer, it has failed with COMMAND_FAILED, and
 * that is a client bug unless the session or app was freed before. Always returns NULL. In a forked child it only
 * frees memory.
 * request: may be NULL. */
nowplaying_request *nowplaying_request_unref(nowplaying_request *request);

/* If you return an error, or complete a request with one, the caller gets a D-Bus error. A caller of MPRIS gets one of
 * org.freedesktop.DBus.Error, a surface gets one of org.nowplaying.Error:
 *
 *   NOWPLAYING_ERROR_…       MPRIS           surface: command, volume    surface: picture, video
 *   ---------------------    ------------    ------------------------    -----------------------
 *   INVALID_ARGUMENT         InvalidArgs     Failed                      Failed
 *   NOT_SUPPORTED            NotSupported    Failed                      Failed
 *   NOT_PERMITTED            AccessDenied    Failed                      Failed
 *   TIMED_OUT                Timeout         TimedOut                    TimedOut
 *   CANCELLED                Failed          Cancelled                   Cancelled
 *   NO_SUCH_CONTENT          Failed          Failed                      NotFound
 *   IO                       Failed          Failed                      Asset.Unreadable
 *   NOT_AN_IMAGE             Failed          Failed                      Asset.WrongFormat
 *   NOT_A_VIDEO              Failed          Failed                      Asset.WrongFormat
 *   TOO_LARGE                Failed          Failed                      Asset.TooLarge
 *   NOT_LOCAL                Failed          Failed                      Asset.NotLocal
 *   WRONG_ASPECT_RATIO       Failed          Failed                      Asset.WrongAspectRatio
 *   FRAME_RATE               Failed          Failed                      Asset.FrameRate
 *   any other                Failed          Failed                      Failed
 */

/** Answers a request. status: NOWPLAYING_OK or an error, for instance NOWPLAYING_ERROR_COMMAND_FAILED.
 * message: for an error, a sentence that the caller gets. If it is NULL, the caller gets that of nowplaying_strerror().
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: status positive, or OK for an artwork. ALREADY_ANSWERED. CANCELLED.
 *   TIMED_OUT. FORKED. */
nowplaying_status nowplaying_request_complete(nowplaying_request *request, nowplaying_status status,
                                              const char *message);

/** Answers a request of `artwork` or `preview` with the bytes of a PNG, JPEG, WebP or GIF file.
 * data: `size` bytes. For MPRIS they are written to a file before the call returns: it waits for the disk. A surface of
 *   org.nowplaying, which may ask for an artwork or a preview, gets a copy in memory.
 * size: 1 to NOWPLAYING_MAX_ARTWORK_BYTES.
 * Errors, which leave the request open: INVALID_HANDLE. INVALID_ARGUMENT: data NULL, or a request of another callback.
 *   NOT_AN_IMAGE: as in nowplaying_session_provide_artwork_data(). TOO_LARGE. WRONG_ASPECT_RATIO: a preview of another
 *   shape, by more than 1 %. IO: the picture cannot be written where the desktop would see it. SYSTEM: no memory for
 *   the copy for a surface. And: ALREADY_ANSWERED, CANCELLED, TIMED_OUT, FORKED. */
nowplaying_status nowplaying_request_complete_artwork_data(nowplaying_request *request, const void *data, size_t size);

/** Answers a request of `artwork` or `preview` with a file, which is read before the call returns and not needed any
 * more.
 * path: of a PNG, JPEG, WebP or GIF file of at most NOWPLAYING_MAX_ARTWORK_BYTES.
 * Errors, which leave the request open: as nowplaying_request_complete_artwork_data(). IO also: cannot be read, or not
 *   a regular file. */
nowplaying_status nowplaying_request_complete_artwork_file(nowplaying_request *request, const char *path);

/** Answers a request of `artwork` or `preview` with the address of a picture.
 * url: "https://…" (or http): only for MPRIS, where the desktop gets the address and fetches it; not all desktops can.
 *   "file:///…": of a PNG, JPEG, WebP or GIF file of at most NOWPLAYING_MAX_ARTWORK_BYTES that must stay there
 *   unchanged for as long as it is shown; the desktop gets this address, or from inside a sandbox that of a copy.
 *   Either has only ASCII characters, with all others percent-encoded, and at most NOWPLAYING_MAX_TEXT_BYTES. User and
 *   password are removed from it; the log warns of other secrets, such as a token in its query, as for
 *   NOWPLAYING_FIELD_URL.
 * Errors, which leave the request open: INVALID_HANDLE. INVALID_ARGUMENT: not a URL of this form, or a request of
 *   another callback. NOT_LOCAL: "https://…" for a preview, or for an artwork that a surface of org.nowplaying asks
 *   for: surfaces get the bytes, and the library fetches nothing. Answer the request with that status, and the surface
 *   gets Asset.NotLocal. For a file: as nowplaying_request_complete_artwork_file(). And: ALREADY_ANSWERED, CANCELLED,
 *   TIMED_OUT, FORKED. */
nowplaying_status nowplaying_request_complete_artwork_url(nowplaying_request *request, const char *url);

/** Answers a video request with a file, which is copied and checked before the call returns, and not needed any more.
 * The copy is in memory and sealed, and all surfaces share it. A file would not be safe: any program of the user, even
 * one in a sandbox that has no path to it, could open its descriptor again for writing. So a video takes as much memory
 * as it has bytes, for as long as it is kept (NOWPLAYING_MAX_KEPT_PICTURES) or a surface has it, and the call takes as
 * long as reading them. Give a video of a few MiB, and call from a thread of your own if the file may be large, or on a
 * network.
 * path: of an MP4, QuickTime or WebM video of the aspect ratio that was asked for, without sound, of at most
 *   NOWPLAYING_MAX_VIDEO_BYTES and 60 frames a second. Whether there is sound is not checked: surfaces play it muted.
 *   Format, aspect ratio and frame rate are checked in the headers of the file; no frame is decoded, and the number of
 *   reads is bounded. The shape of the pixels and a rotation of the picture are taken into account. The frame rate is
 *   the average from the first to the last frame, by their times in the file; DefaultDuration of WebM is not read. WebM
 *   has to be VP8, VP9 or AV1.
 * Errors, which leave the request open: INVALID_HANDLE. INVALID_ARGUMENT: path NULL, or not a video request.
 *   NOT_A_VIDEO, WRONG_ASPECT_RATIO (by more than 1 %), FRAME_RATE, TOO_LARGE. IO: cannot be read, not a regular file,
 *   or no memory for it. And: ALREADY_ANSWERED, CANCELLED, TIMED_OUT, FORKED. Answer the request with the status, and
 *   the surface gets the error. */
nowplaying_status nowplaying_request_complete_video_file(nowplaying_request *request, const char *path);

/** Answers a video request with the bytes of a video, which are copied, and checked like those of a file.
 * data: `size` bytes. size: 1 to NOWPLAYING_MAX_VIDEO_BYTES.
 * Errors: as nowplaying_request_complete_video_file(), INVALID_ARGUMENT also: data NULL. SYSTEM: no memory. */
nowplaying_status nowplaying_request_complete_video_data(nowplaying_request *request, const void *data, size_t size);

/** Answers a video request with the address of a file on this computer, "file:///…", which is checked like a file given
 * by its path.
 * Errors: as nowplaying_request_complete_video_file(). NOT_LOCAL: another address, such as "https://…". */
nowplaying_status nowplaying_request_complete_video_url(nowplaying_request *request, const char *url);

/** Gets whether an answer is still wanted. Returns NOWPLAYING_OK while it is; else ALREADY_ANSWERED, CANCELLED,
 * TIMED_OUT, FORKED or INVALID_HANDLE. */
nowplaying_status nowplaying_request_get_state(nowplaying_request *request);

/** Gets the row of the entry that a request of `queue_go_to`, `queue_add` or `queue_remove` is about: its index in the
 * queue that the session has committed last, from 0. You may ask as long as you hold the request, even after the
 * answer: if the queue was committed again since the callback, the row is the one that the entry has now. Ask on the
 * thread that changes the queue: then it is right until that thread changes it.
 * ret_row: -1 for `queue_add` at the start of the queue; else that of the entry `after_id`.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_row NULL or misaligned, or a request of another callback.
 *   NO_SUCH_CONTENT: the entry is not in the queue any more. FORKED. */
nowplaying_status nowplaying_request_get_queue_row(nowplaying_request *request, int64_t *ret_row);

#ifdef __cplusplus
}
#endif

#endif /* NOWPLAYING_H */
