/* libnowplaying-surface: show what plays, and drive it.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 *
 * The other side of nowplaying.h, for panels, lock screens, tools and bridges to phones. It is a separate library,
 * libnowplaying-surface.so, so that players do not have to load it. A program may use either library, or both. This
 * header takes its numbers, fields and structs from nowplaying.h. Its sections about threads, callbacks, strings,
 * times, errors, fork() and compatibility hold here too, with "surface" instead of "app".
 *
 * Objects
 * -------
 * A *surface* owns one private connection to the session bus, and follows every player on it: those of org.nowplaying
 * with everything that they say, and all others with what MPRIS carries. A player of org.nowplaying has one entry for
 * each of its sessions, and no other one for its MPRIS name; any other player has one entry. playerctld, which repeats
 * others, has none.
 *
 * A *session* is an immutable snapshot of one entry. It may be read from any thread as long as you have a reference. A
 * session that a callback is given is borrowed: keep it with nowplaying_surface_session_ref(). When the entry has
 * changed there is a new session, with the same `key`.
 *
 * An *action* is something that you ask of a player: a command, a volume, a picture. Its result comes later, in the
 * loop, exactly once, through the callback that you gave.
 *
 * Life of a surface
 * -----------------
 *   surface = nowplaying_surface_new()
 *     `added`, `changed`, `removed`: draw          `ordered`: which is the first
 *     nowplaying_surface_send_command()            a button was pressed
 *     nowplaying_surface_get_artwork()             a picture is to be drawn
 *     nowplaying_surface_follow_queue()            what comes next is to be shown
 *   nowplaying_surface_free()
 *
 * Nothing blocks, and nothing is polled: a position moves by itself (nowplaying_surface_session_get_snapshot()). An
 * MPRIS player is asked what has changed when it has carried out a command of this surface, because some emit nothing
 * of it; once more a second after it has appeared or emitted something, because some tell a seek or a new song before
 * they have moved; and once if its item must have ended a second ago and it has emitted nothing. While it plays and its
 * position stands still, as when it waits for data, it is asked again two and four seconds later.
 * However much a player sends, an entry is `changed` at most once per turn of the loop.
 *
 * The order
 * ---------
 * nowplaying_surface_get_sessions() has the most important session first, as a lock screen would show them. Sessions
 * with an item come before all others, because a browser keeps the player of a tab that was closed; an item of which
 * only an id is known counts as none, and so does one without any text of a player that has stopped. A session that
 * loses its item keeps its place for two seconds, in any state, because a browser has no item while it goes to the next
 * song. Nothing moves in that gap, unless the session leaves, or another session begins to play and becomes the first.
 * Among sessions with an item, those that play or buffer come first. They begin with the one that began to play, or
 * went to another item, most recently. Among those of org.nowplaying, the session that holds its token (the system
 * primary) counts as that one. Then come the others, beginning with the one that played last. Among the sessions of one
 * player, the one that its MPRIS name shows comes first. Only a daemon in the place of playerctld has seen what began
 * before the surface was made: if one was there, its order counts; otherwise sessions that already played count as
 * having begun together. Sessions that are equal in all of this are in the order of their MPRIS names. If their players
 * came after the surface was made, they are in the order in which they came.
 *
 * One playback
 * ------------
 * A playback may have two names on the bus: a browser's own and that of plasma-browser-integration, that of an Electron
 * application and that of the Chromium in it, that of a client of Music Player Daemon and that of a bridge. It has one
 * entry as long as both names show the same. The other name gets its entry back, with the key that it had, within a
 * second after it has begun to show something else, and at once if the name that is shown leaves; `added` and `removed`
 * report this. Actions go to the player whose entry you have. With the option `twins` both have entries.
 *
 * Two players are one playback while the sessions that their MPRIS names show both have an item, both play or neither
 * does, and one of these holds:
 *   - They belong to one process. Their titles are the same, and so are their lengths, if both are known; or one title
 *     is in the other, and both have the same length. Two that speak org.nowplaying are never joined in this way,
 *     because a program may have several.
 *   - One names the process of the other by "kde:pid", as plasma-browser-integration does, and one title is in the
 *     other, or one has no title. The titles matter because a browser also plays tabs that the integration does not
 *     show.
 *   - They have the same title and length, and their last three turns came within a second of each other. A turn is a
 *     start, a stop or another item; two are enough if no more have been seen of either. The one that was on the bus
 *     first had the title first, as below.
 * The entry is that of the better player: the one of which more is known, and that takes more commands. A player that
 * speaks org.nowplaying is always the better one. The choice is made once, so that it does not change with each item.
 *
 * No program can hide a player of another program in this way. A player that names a process with "kde:pid" is the one
 * that is hidden, unless it is a child of that process, as the integration is. If two players were matched by their
 * turns, the one that came first is shown, however much the other says and whichever changes first, because a program
 * that copies a player can also drive it. If a player has ever begun to show what another program already showed, its
 * turns hide no other player. If both players did so before the surface was made, both are shown.
 *
 * Effects of a hostile player
 * ---------------------------
 * Players are foreign programs. A property of the wrong type, or out of its range, counts as not sent. Texts and lists
 * are cut at the limits of nowplaying.h and those below, and what exceeds the other limits is left out. Texts are
 * UTF-8, with U+FFFD in the place of what is not a character, but may say anything: show them as text and not as
 * markup. A picture is passed on if nobody can change its file any more, and it begins like a PNG, JPEG, WebP or GIF;
 * decode it in a sandbox all the same. A video may change while you read it. A player may name any file as its picture:
 * a file that is not regular is not opened, and one that does not begin like a picture is not passed on.
 *
 * Nor can a player block the others. The work that each may cause in the loop is limited: its messages, their bytes,
 * and the time that they take to read. If a player causes more, its messages are ignored for a second, and then it is
 * asked again, as often as needed: its entry is late by this time. A message with hundreds of thousands of entries that
 * no surface needs is ignored, and its player is asked a second later. If the bus may have dropped something, all names
 * and all players are asked again.
 */
#ifndef NOWPLAYING_SURFACE_H
#define NOWPLAYING_SURFACE_H

#include "nowplaying.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------ Library -------- */

/** Returns the version of the library that is loaded, as NOWPLAYING_VERSION. */
uint32_t nowplaying_surface_version(void);

/** Returns one sentence for a status, the same as nowplaying_strerror(), for programs that do not link that library. */
const char *nowplaying_surface_strerror(nowplaying_status status);

/** Returns details of the last error of a function of this header, as nowplaying_last_error() does for the other
 * library. */
const char *nowplaying_surface_last_error(void);

/* ------------------------------------------------------------------------------------------------ Handles -------- */

/** A program's view of all players, which it shows and drives. */
typedef struct nowplaying_surface nowplaying_surface;
/** An immutable snapshot of one session of a player. */
typedef struct nowplaying_surface_session nowplaying_surface_session;

/* ------------------------------------------------------------------------------------------------- Limits -------- */

/** Players that are followed, each a connection that owns an MPRIS name; more are followed only when one of them
 * leaves. */
#define NOWPLAYING_SURFACE_MAX_PLAYERS 256
/** Sessions of one player; more are left out. */
#define NOWPLAYING_SURFACE_MAX_SESSIONS 64
/** Bytes of all texts of one item together; texts beyond that are left out. */
#define NOWPLAYING_SURFACE_MAX_ITEM_BYTES 262144
/** Entries of a queue that are kept; of a longer queue, the part with the present entry is kept. */
#define NOWPLAYING_SURFACE_MAX_QUEUE 1000
/** Entries of a queue that are read; a player with a longer queue counts as one without a queue. */
#define NOWPLAYING_SURFACE_MAX_QUEUE_READ 262144
/** Bytes of memory, roughly, that are kept of one player: its sessions, its queue and its playlists. Beyond that, the
 * session whose item, commands, devices and tracks have not changed for longest loses them, until the player sends them
 * again. When no session has any left, the queue and the playlists are dropped. Descriptions of queue entries may take
 * 1 MiB: further entries have no description. Playlists may take 2 MiB: further ones are left out. */
#define NOWPLAYING_SURFACE_MAX_PLAYER_BYTES 4194304
/** Bytes of memory, roughly, that are kept of all players together. Beyond that, some of what is kept of the largest
 * player is dropped. Sessions that you keep with nowplaying_surface_session_ref() are not counted. */
#define NOWPLAYING_SURFACE_MAX_BYTES 33554432
/** How many short messages a player may send at once. A player that sends no more than 333 in a second on average is
 * not delayed. If all players together cause more work than four players may, each may cause only its share of that. */
#define NOWPLAYING_SURFACE_MAX_MESSAGES 2000
/** How many bytes of messages a player may send at once. A player that sends no more than 1,000,000 in a second on
 * average is not delayed. */
#define NOWPLAYING_SURFACE_MAX_MESSAGE_BYTES 6000000
/** Controls of a session; more are left out. */
#define NOWPLAYING_SURFACE_MAX_CONTROLS 128
/** Controls in the row beside the central one; more are in the menu. */
#define NOWPLAYING_SURFACE_MAX_BESIDE 4
/** Actions of a surface that wait for an answer; more are refused. */
#define NOWPLAYING_SURFACE_MAX_ACTIONS 1024
/** How long a command, a volume or a picture may take, in microseconds: a second longer than players may take. */
#define NOWPLAYING_SURFACE_MAX_REQUEST_TIME_US 11000000
/** How long a preview may take, in microseconds. */
#define NOWPLAYING_SURFACE_MAX_PREVIEW_TIME_US 3000000
/** How long a video may take, in microseconds. */
#define NOWPLAYING_SURFACE_MAX_VIDEO_TIME_US 31000000

/* ------------------------------------------------------------------------------------------------ Surface -------- */

/** The options of a surface. Initialise with NOWPLAYING_SURFACE_OPTIONS_INIT. */
typedef struct nowplaying_surface_options {
  /** sizeof(nowplaying_surface_options). */
  size_t struct_size;
  /** The surface's name for the logs of players, such as "lock screen". NULL or "": "surface". */
  const char *name;
  /** D-Bus address of the bus, as in nowplaying_app_options. */
  const char *bus_address;
  /** A connected socket to a bus, as in nowplaying_app_options. */
  int32_t bus_fd;
  /** The owner of the loop: NOWPLAYING_LOOP_THREAD, _FD or _WAKEUP. */
  nowplaying_loop_mode loop;
  /** 1: a playback with two names has two entries, each with the key of the other as nowplaying_surface_info.twin_key;
   * 0: it has one. See "One playback". */
  int32_t twins;
  /** Always 0. */
  int32_t reserved;
} nowplaying_surface_options;

/** The default options. */
#define NOWPLAYING_SURFACE_OPTIONS_INIT \
  { sizeof(nowplaying_surface_options), NULL, NULL, -1, NOWPLAYING_LOOP_THREAD, 0, 0 }

/** Parts of an entry that have changed: bits. A bit that you do not know may come from a newer library. */
typedef uint32_t nowplaying_surface_changes;
/** A value of nowplaying_surface_session_get_info() has changed. */
#define NOWPLAYING_SURFACE_CHANGED_INFO 1u
/** The item has changed, or there is another one. */
#define NOWPLAYING_SURFACE_CHANGED_ITEM 2u
/** The state, the speed or the position has changed, as when somebody seeks. */
#define NOWPLAYING_SURFACE_CHANGED_PLAYBACK 4u
/** A command was added or removed, or has another state. */
#define NOWPLAYING_SURFACE_CHANGED_COMMANDS 8u
/** A device was added or removed, or has another volume. */
#define NOWPLAYING_SURFACE_CHANGED_DEVICES 16u
/** The queue was added or removed, or has changed, or another entry is the present one. */
#define NOWPLAYING_SURFACE_CHANGED_QUEUE 32u
/** The playlists were added or removed, or have changed, or another one is active. */
#define NOWPLAYING_SURFACE_CHANGED_PLAYLISTS 64u
/** A track was added or removed, or another one is selected. */
#define NOWPLAYING_SURFACE_CHANGED_TRACKS 128u
/** The item begins again: it was played to its end, and the same item plays from its start, as when it is repeated. It
 * counts as at its end within the last two seconds, or within the last quarter of a short item, because many players
 * know only whole seconds; a stop there, or a moment without an item, does not matter. A seek to the start from
 * anywhere else does not count, and an item whose length is not known never begins again. If a player gives each
 * repetition a new id, there is another item instead. Set together with NOWPLAYING_SURFACE_CHANGED_PLAYBACK or
 * NOWPLAYING_SURFACE_CHANGED_ITEM. */
#define NOWPLAYING_SURFACE_CHANGED_BEGAN_AGAIN 256u

/** The callbacks of a surface. Any entry may be NULL. Initialise with NOWPLAYING_SURFACE_CALLBACKS_INIT. */
typedef struct nowplaying_surface_callbacks {
  /** sizeof(nowplaying_surface_callbacks). */
  size_t struct_size;
  /** Passed to each callback. */
  void *user_data;
  /** Called once, after the last callback: inside nowplaying_surface_free(), or, if it is called inside a callback,
   * when that callback returns. */
  void (*destroy)(void *user_data);
  /** Writes a line of the log: `level`, and a sentence without line ends and control characters. */
  void (*log)(nowplaying_surface *surface, nowplaying_log_level level, const char *message, void *user_data);
  /** The bus came (NOWPLAYING_BUS_CONNECTED) or went (NOWPLAYING_BUS_NONE). First called when the first attempt to
   * reach a bus has ended. Before it says that the bus went, every entry is removed. */
  void (*bus_state)(nowplaying_surface *surface, nowplaying_bus_state state, void *user_data);
  /** Every player that was there when the bus came has answered, or has not answered in time. Called once for each bus.
   * A player that has a name but no object yet, or is too busy to answer, is asked again 0.2, 1, 5 and 15 s later, and
   * then whenever it emits a signal: its entries are added when it answers. */
  void (*listed)(nowplaying_surface *surface, void *user_data);
  /** There is a new entry, or an entry that was left out as the twin of another and is that no longer. */
  void (*added)(nowplaying_surface *surface, nowplaying_surface_session *session, void *user_data);
  /** An entry has changed: `session` is its present state. */
  void (*changed)(nowplaying_surface *surface, nowplaying_surface_session *session, nowplaying_surface_changes changes,
                  void *user_data);
  /** An entry has gone, or has become the twin of another: `session` is the state that `added` or `changed` showed
   * last. */
  void (*removed)(nowplaying_surface *surface, nowplaying_surface_session *session, void *user_data);
  /** The order has changed, or an entry was added or removed: see nowplaying_surface_get_sessions(). */
  void (*ordered)(nowplaying_surface *surface, void *user_data);
  /** NOWPLAYING_LOOP_WAKEUP only, and required there: have nowplaying_surface_dispatch() called soon; see
   * nowplaying_app_callbacks.wakeup. */
  void (*wakeup)(nowplaying_surface *surface, void *user_data);
} nowplaying_surface_callbacks;

/** A table without callbacks: each entry is NULL. */
#define NOWPLAYING_SURFACE_CALLBACKS_INIT \
  { sizeof(nowplaying_surface_callbacks), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL }

/** Makes a surface. It connects later, in its loop; it is not an error if there is no bus.
 * options: NULL for the defaults. callbacks: NULL for none; `destroy` is not called when the function fails.
 * ret_surface: written before the first callback.
 * Errors: INVALID_ARGUMENT: ret_surface NULL or misaligned; an impossible size; a bus_fd that is not a stream socket;
 *   an unknown loop; twins other than 0 and 1; NOWPLAYING_LOOP_WAKEUP without `wakeup`. SYSTEM: no thread, file
 *   descriptor or memory.
 * Ownership: give *ret_surface to nowplaying_surface_free(). */
nowplaying_status nowplaying_surface_new(const nowplaying_surface_options *options,
                                         const nowplaying_surface_callbacks *callbacks,
                                         nowplaying_surface **ret_surface);

/** Ends a surface. Actions that wait fail (CANCELLED), and their callbacks are called before the function returns; then
 * `destroy` is called, and nothing more. Sessions to which you have a reference stay valid. It waits for a callback
 * that is running on another thread, so hold no lock that your callbacks take. Inside a callback of this surface it
 * takes effect when the callback returns; inside `wakeup` it has no effect. In a forked child it only releases memory
 * and closes the descriptor.
 * surface: may be NULL.
 * In callbacks: delayed. */
void nowplaying_surface_free(nowplaying_surface *surface);

/** Gets the file descriptor to poll for reading; the same for the surface's whole life, and readable at once.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_fd NULL. INVALID_STATE: the loop is not NOWPLAYING_LOOP_FD.
 *   FORKED. */
nowplaying_status nowplaying_surface_get_fd(nowplaying_surface *surface, int32_t *ret_fd);

/** Serves the bus: reads, sends, and calls callbacks. Never waits.
 * Errors: INVALID_HANDLE. INVALID_STATE: the surface has NOWPLAYING_LOOP_THREAD. BUSY: inside a callback, or while
 *   another thread dispatches. FORKED.
 * Thread: one at a time. In callbacks: no (BUSY). */
nowplaying_status nowplaying_surface_dispatch(nowplaying_surface *surface);

/** Gets whether there is a bus now: NOWPLAYING_BUS_NONE or NOWPLAYING_BUS_CONNECTED.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_state NULL. FORKED. */
nowplaying_status nowplaying_surface_get_bus_state(nowplaying_surface *surface, nowplaying_bus_state *ret_state);

/** Gets all sessions that there are now, the most important first.
 * ret_sessions: room for `capacity` sessions; gets the first of them, each with a reference that is yours. May be NULL
 *   with capacity 0. ret_count: gets how many there are, which may be more.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_count NULL, or ret_sessions NULL with a capacity. SYSTEM: no memory.
 *   FORKED.
 * Ownership: give each to nowplaying_surface_session_unref(). */
nowplaying_status nowplaying_surface_get_sessions(nowplaying_surface *surface,
                                                  nowplaying_surface_session **ret_sessions, size_t capacity,
                                                  size_t *ret_count);

/** Gets the MPRIS names of all players, including those that have not answered yet, and so have no session.
 * ret_names: room for `size` bytes; gets a line for each player, with a space between the names that one player owns,
 *   as many lines as fit, and NUL. While "org.mpris.MediaPlayer2.playerctld" is on the bus, it is the last line,
 *   although it is not a player. May be NULL with size 0. ret_size: gets how many bytes all lines and NUL need.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_size NULL, or ret_names NULL with a size. INVALID_STATE: there is no
 *   bus, or it has not sent the names yet. FORKED. */
nowplaying_status nowplaying_surface_get_names(nowplaying_surface *surface, char *ret_names, size_t size,
                                               size_t *ret_size);

/** Sets the aspect ratios in which this surface shows animated artwork; for a new surface there are none. Players make
 * previews and videos only for surfaces that have set this: set it while animated artwork can be seen, and 0 when it
 * cannot.
 * ratios: bits NOWPLAYING_ASPECT_RATIOS_….
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: an unknown bit. INVALID_STATE: the surface was freed. FORKED. */
nowplaying_status nowplaying_surface_set_aspect_ratios(nowplaying_surface *surface, uint32_t ratios);

/* ----------------------------------------------------------------------------------------------- Sessions -------- */

/** Properties and abilities of a session: bits of nowplaying_surface_info.abilities. */
typedef uint32_t nowplaying_surface_abilities;
/** The session's player speaks org.nowplaying; without this bit everything comes from MPRIS. */
#define NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING 1u
/** The session plays on other devices. */
#define NOWPLAYING_SURFACE_IS_REMOTE 2u
/** The session's volume can be set. */
#define NOWPLAYING_SURFACE_CAN_SET_VOLUME 4u
/** The session's player can bring its window to the front. */
#define NOWPLAYING_SURFACE_CAN_RAISE 8u
/** The session's player can quit. */
#define NOWPLAYING_SURFACE_CAN_QUIT 16u
/** Videos may be shown now. Without this bit only previews may, because the computer saves power, or for another
 * reason. */
#define NOWPLAYING_SURFACE_MAY_SHOW_VIDEO 32u
/** The session is muted; its volume is the one that it has when it is unmuted. */
#define NOWPLAYING_SURFACE_IS_MUTED 64u
/** The session is the same playback as the entry twin_key, which is the better of the two: without the option `twins`
 * this session has no entry. */
#define NOWPLAYING_SURFACE_IS_TWIN 128u
/** The session has an item of which nothing but an id is known or, where the player has stopped, no text, as for a tab
 * that was closed: like a session without an item, it comes after those of which more is known. */
#define NOWPLAYING_SURFACE_IS_BARE 256u

/** The player of a session. Initialise with NOWPLAYING_SURFACE_INFO_INIT. Texts are never NULL, and live as long as the
 * session. */
typedef struct nowplaying_surface_info {
  /** sizeof(nowplaying_surface_info). */
  size_t struct_size;
  /** The key of the entry: the same in each of its sessions, and never that of another entry on the bus. */
  const char *key;
  /** The id that the player gave the session; "" for an MPRIS player. */
  const char *session_id;
  /** A name that the player owns, "org.mpris.MediaPlayer2.Player". */
  const char *bus_name;
  /** The application. For an MPRIS player it is the desktop entry; without one, the id of the Flatpak or the snap that
   * the process is in; else the name of its executable or, for a script, of the script. If that cannot be known, it is
   * the end of bus_name without the instance that some append, ".instance4711". Never "". */
  const char *application_id;
  /** The name that people see; without one, the end of bus_name without the instance. */
  const char *display_name;
  /** Base name of the .desktop file without ".desktop"; "" if there is none, or if the player's text cannot be the name
   * of a file, for instance because of a slash: it is safe as the name of an icon. */
  const char *desktop_entry;
  /** The volume: 0.0 is silence, 1.0 full, up to NOWPLAYING_MAX_VOLUME; -1.0: the session has none. */
  double volume;
  /** NOWPLAYING_PRIMARY_APPLICATION: the player's MPRIS name shows this session; always so for an MPRIS player.
   * NOWPLAYING_PRIMARY_SYSTEM: the session holds the token of org.nowplaying. */
  nowplaying_primary_flags primary;
  /** Bits of nowplaying_surface_abilities: NOWPLAYING_SURFACE_IS_…, _CAN_… and the others. */
  nowplaying_surface_abilities abilities;
  /** The id of the process that is connected to the bus, which for a Flatpak is a proxy; it may have ended. 0 if the
   * bus does not know it, for instance on another computer, or if the bus has other process ids than this process, for
   * instance outside a sandbox. */
  int32_t process_id;
  /** Always 0. */
  int32_t reserved;
  /** The key of another entry that is the same playback, with the option `twins`; "" if there is no such entry. */
  const char *twin_key;
} nowplaying_surface_info;

/** An empty struct, to be given to nowplaying_surface_session_get_info(). */
#define NOWPLAYING_SURFACE_INFO_INIT \
  { sizeof(nowplaying_surface_info), NULL, NULL, NULL, NULL, NULL, NULL, -1.0, 0u, 0u, 0, 0, NULL }

/** The item that a session plays. Initialise with NOWPLAYING_SURFACE_ITEM_INIT. Texts are never NULL, "" if there is
 * none, and live as long as the session. */
typedef struct nowplaying_surface_item {
  /** sizeof(nowplaying_surface_item). */
  size_t struct_size;
  /** The id of the item: the same id means the same item, described again. "" for MPRIS players that give none. */
  const char *id;
  /** The first line to show, which the protocol derives from the fields of the kind: the title. For a file without a
   * title it is the name of the file. "": none. */
  const char *first_line;
  /** The second line to show: artists, show, station, author. "": none. */
  const char *second_line;
  /** The third line to show: the album. "": none. */
  const char *third_line;
  /** The id of the picture for nowplaying_surface_get_artwork(): the same id is the same picture of this session. ""
   * for an MPRIS player. */
  const char *artwork_id;
  /** The address of the picture, as the player gives it: "file:///…", a path, "data:…" or "https://…". The same address
   * may be another picture for another item. At most NOWPLAYING_MAX_TEXT_BYTES, and 1 MiB if it begins with "data:"; ""
   * when it is longer. See nowplaying_surface_get_artwork(), which does not read pictures on the web. */
  const char *artwork_url;
  /** The id of the animated artwork of 1:1. "": none. */
  const char *animated_square_id;
  /** The id of the animated artwork of 3:4. "": none. */
  const char *animated_tall_id;
  /** The length: greater than 0 if duration_kind is FINITE, else 0. */
  int64_t duration_us;
  /** The kind of the item. If this library does not know the kind, it is GENERIC. MPRIS players give no kind: then it
   * is MUSIC if there are artists or an album, else GENERIC. */
  nowplaying_content_kind kind;
  /** Whether the item is audio or video. */
  nowplaying_media_type media_type;
  /** Whether the item has a length. For an MPRIS player: FINITE or UNKNOWN. */
  nowplaying_duration_kind duration_kind;
  /** Always 0. */
  int32_t reserved;
} nowplaying_surface_item;

/** An empty struct, to be given to nowplaying_surface_session_get_item(). */
#define NOWPLAYING_SURFACE_ITEM_INIT \
  { sizeof(nowplaying_surface_item), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0 }

/** Takes one more reference to a session, and returns it; NULL with an invalid handle.
 * Ownership: give each reference to nowplaying_surface_session_unref(). */
nowplaying_surface_session *nowplaying_surface_session_ref(nowplaying_surface_session *session);

/** Releases a reference; with the last one, the session and its texts are freed. session: may be NULL. Returns NULL. */
nowplaying_surface_session *nowplaying_surface_session_unref(nowplaying_surface_session *session);

/** Gets the player of the session. ret_info: its struct_size is yours to set, with the _INIT macro.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_info NULL, misaligned or of an impossible size. */
nowplaying_status nowplaying_surface_session_get_info(const nowplaying_surface_session *session,
                                                      nowplaying_surface_info *ret_info);

/** Gets the item that the session plays. ret_item: its struct_size is yours to set, with the _INIT macro.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_item NULL, misaligned or of an impossible size. NO_SUCH_CONTENT: the
 *   session has no item. */
nowplaying_status nowplaying_surface_session_get_item(const nowplaying_surface_session *session,
                                                      nowplaying_surface_item *ret_item);

/** Returns a text of the item: from a list, the text at an index; a single text is at index 0. NULL if there is none,
 * or with an invalid handle. Lives as long as the session.
 * field: 1 to 199, such as NOWPLAYING_FIELD_TITLE or NOWPLAYING_FIELD_ARTISTS. */
const char *nowplaying_surface_session_get_text(const nowplaying_surface_session *session, nowplaying_field field,
                                                size_t index);

/** Returns the text of the item under one of the player's own keys, "cmus:stream_title": for org.nowplaying one of
 * `extra`, for MPRIS a text in the metadata, or "kde:pid", the process id of the browser that plays, in digits. NULL if
 * there is none, or with an invalid handle. Lives as long as the session.
 * key: of the form that nowplaying_content_set_extra() takes; for any other key, and for NULL, there is no text. */
const char *nowplaying_surface_session_get_extra(const nowplaying_surface_session *session, const char *key);

/** Returns one of the keys of nowplaying_surface_session_get_extra(), in the order of their bytes. NULL if there is
 * none at this index, or with an invalid handle. Lives as long as the session.
 * index: from 0. There are at most NOWPLAYING_MAX_EXTRA; if the player has more, the first are kept. */
const char *nowplaying_surface_session_get_extra_key(const nowplaying_surface_session *session, size_t index);

/** Gets an integer of the item. field: 200 to 299; dates are seconds since 1970.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_value NULL. NO_SUCH_CONTENT: the item has no such field. */
nowplaying_status nowplaying_surface_session_get_integer(const nowplaying_surface_session *session,
                                                         nowplaying_field field, int64_t *ret_value);

/** Gets a number of the item, 0.0 to 1.0. field: 300 to 399.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_value NULL. NO_SUCH_CONTENT: the item has no such field. */
nowplaying_status nowplaying_surface_session_get_number(const nowplaying_surface_session *session,
                                                        nowplaying_field field, double *ret_value);

/** Gets the state of playback at a time, as far as this session knows: call it with the present time whenever you draw.
 * at_us: by CLOCK_MONOTONIC, or NOWPLAYING_TIME_NOW.
 * ret_snapshot: initialised with NOWPLAYING_SNAPSHOT_INIT. elapsed_us is the position at that time, 0 or more and not
 *   beyond a finite duration, or NOWPLAYING_TIME_UNKNOWN; timestamp_us is that time. `rate` is the speed now: 0 unless
 *   the state is PLAYING. The clock stands still while this machine is suspended: the position of a session that plays
 *   on other devices is late by that time, until its player sends it again. The seekable positions are those at that
 *   time too. `error` is NULL if there is none, and lives as long as the session.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_snapshot NULL, misaligned or of an impossible size. */
nowplaying_status nowplaying_surface_session_get_snapshot(const nowplaying_surface_session *session, int64_t at_us,
                                                          nowplaying_snapshot *ret_snapshot);

/** Gets one of the commands that the session offers, in the player's order.
 * ret_command: initialised with NOWPLAYING_COMMAND_INIT(0). `enabled` 0: show it greyed. `derived` 1: the
 *   player does not offer the command; the library makes it of what the player offers. It derives
 *   TOGGLE_PLAY_PAUSE from PLAY, PAUSE and STOP, if the player offers PLAY or PAUSE and no toggle, so that one button
 *   works with every player; `icon` "play", "pause" or "stop" then says what it does. It also derives SKIP_FORWARD and
 *   SKIP_BACKWARD, of ten seconds, if the position is known and the player offers SEEK_TO_POSITION, or can seek by
 *   MPRIS, but not that skip. So keys and wheels can skip with every player that can seek. A surface with few places
 *   leaves out what is derived. If `rate_maximum` is above 0, every rate from rate_minimum to it can be chosen, and
 *   `rates` are the ones to offer: the player's own, or else those of 0.5, 0.75, 1, 1.25, 1.5, 1.75 and 2 that are in
 *   the range, and its ends if they are between 0.5 and 2. Lists and texts (NULL if there is none) live as long as the
 *   session. `icon` is a word of org.nowplaying.md or a name, and may be one that you do not have: see
 *   nowplaying_surface_icon_name(). `active` 1: show it lit. It is also 1 while `current` of CHANGE_REPEAT_MODE,
 *   CHANGE_SHUFFLE_MODE or FEEDBACK is not 0. If the player names no icon, `icon` is that of the kind, and depends on
 *   `current`, `active` and the state; it is NULL only for SEEK_TO_POSITION, NEXT_CHAPTER, PREVIOUS_CHAPTER and CUSTOM.
 *   For a FEEDBACK with POSITIVE and NEGATIVE it is the icon of POSITIVE.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_command NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
 *   there is none at this index. */
nowplaying_status nowplaying_surface_session_get_command(const nowplaying_surface_session *session, size_t index,
                                                         nowplaying_command *ret_command);

/** Returns the name of freedesktop's icon naming that is nearest to a word of the list in org.nowplaying.md:
 * "emblem-favorite" for "heart-filled". Returns `icon` itself if it is not in the list, because it may be such a name
 * already. Returns "" if there is no such name for the word: show the title then. NULL for NULL. Lives as long as the
 * library, or as `icon`. */
const char *nowplaying_surface_icon_name(const char *icon);

/** A value for `mode` of a command: the mode that follows the present one, as for a press of a single button. */
#define NOWPLAYING_SURFACE_NEXT_MODE (-1)

/** The row of a control: NOWPLAYING_SURFACE_ROW_…. */
typedef int32_t nowplaying_surface_control_row;
/** The row in the middle of the session, with play and pause. At most five controls, from left to right, even where
 * text runs from right to left; `slot` says which is which. */
#define NOWPLAYING_SURFACE_ROW_CENTRAL 0
/** The row beside or below it: at most NOWPLAYING_SURFACE_MAX_BESIDE controls, the most wanted first. */
#define NOWPLAYING_SURFACE_ROW_BESIDE 1
/** A menu, with everything else. */
#define NOWPLAYING_SURFACE_ROW_OVERFLOW 2
/** The stars of a rating, from the first to the last. */
#define NOWPLAYING_SURFACE_ROW_STARS 3
/** At the bar of the position: back to live. */
#define NOWPLAYING_SURFACE_ROW_POSITION 4
/** At the volume: mute. Without a volume, show it in the menu. */
#define NOWPLAYING_SURFACE_ROW_VOLUME 5

/** A button that a surface shows for a session. Initialise with NOWPLAYING_SURFACE_CONTROL_INIT. Texts and lists live
 * as long as the session. */
typedef struct nowplaying_surface_control {
  /** sizeof(nowplaying_surface_control). */
  size_t struct_size;
  /** The command that a press sends. This member and the next six are those of a nowplaying_command_event, which
   * NOWPLAYING_SURFACE_PRESS_INIT() makes of them; together they identify a control of the session. */
  nowplaying_command_kind kind;
  /** The mode of FEEDBACK; NOWPLAYING_SURFACE_NEXT_MODE: the next one. */
  int32_t mode;
  /** The number of a FEEDBACK button; else 0. */
  uint32_t button;
  /** 1: if this thumb or star is set, a press takes it back; else 0. */
  int32_t toggle;
  /** The interval of SKIP_…; else 0. */
  int64_t time_us;
  /** The rating of a star, 0.0 to 1.0. */
  double rating;
  /** The id of CUSTOM; else NULL. */
  const char *id;
  /** The row. */
  nowplaying_surface_control_row row;
  /** The place in the central row: NOWPLAYING_SLOT_CENTRAL, _BACK, _FORWARD, _BACK_SECONDARY or _FORWARD_SECONDARY; in
   * other rows NOWPLAYING_SLOT_ANY. */
  nowplaying_slot slot;
  /** 0: show it greyed. */
  int32_t enabled;
  /** 1: a press switches something on or off: show a toggle button, whose state is `active`; else 0. */
  int32_t is_switch;
  /** 1: show it lit; for a star: filled. */
  int32_t active;
  /** 1: the button is held: a press sends the command with NOWPLAYING_PHASE_BEGIN, its release with _END. In the menu,
   * which cannot be held, leave it out; a long press of the control at its side may send it. */
  int32_t is_held;
  /** 1: the player is about to do what the button asks for: it buffers. */
  int32_t busy;
  /** Always 0. */
  int32_t reserved;
  /** The icon, as in nowplaying_command; NULL: show words. The icon of a skip is an arrow around `number`. */
  const char *icon;
  /** The title that the player gives the button, or else its shorter one; NULL if there is none: show `name`. */
  const char *title;
  /** The player's shorter title, where there is little room; NULL if there is none. */
  const char *short_title;
  /** The name of the button, in English: a msgid of the surfaces' catalogues, with "%1" for `number`. "" for CUSTOM,
   * which has a title. */
  const char *name;
  /** The name for all numbers but 1, for ngettext(); NULL: `name` has one form. */
  const char *name_plural;
  /** The seconds of a skip, the present speed of CHANGE_RATE, the number of a star; else 0. */
  double number;
  /** The speeds to choose from, for a menu of CHANGE_RATE; a plain press goes to the next one. */
  const double *rates;
  /** The number of `rates`. */
  size_t rate_count;
} nowplaying_surface_control;

/** An empty struct, to be given to nowplaying_surface_session_get_control(). */
#define NOWPLAYING_SURFACE_CONTROL_INIT \
  { \
    sizeof(nowplaying_surface_control), 0, NOWPLAYING_SURFACE_NEXT_MODE, 0u, 0, 0, 0.0, NULL, 0, 0, 0, 0, 0, 0, 0, 0, \
        NULL, NULL, NULL, NULL, NULL, 0.0, NULL, 0 \
  }

/** A nowplaying_command_event for the press of a control, for nowplaying_surface_send_command(). */
#define NOWPLAYING_SURFACE_PRESS_INIT(control) \
  { \
    sizeof(nowplaying_command_event), (control).kind, NOWPLAYING_PHASE_BEGIN, 0, (control).time_us, 0.0, \
        (control).mode, (control).toggle, (control).id, (control).rating, (control).button, 0 \
  }

/** Gets one of the controls of the session: the buttons that a surface shows, each with its place, its look and what a
 * press sends. It is the library's answer to which commands get a button and where; surfaces.md names the rules.
 * The controls of one row follow each other, and the rows are in the order of their numbers. A surface with less room
 * shows the first controls of a row, and puts the others at the top of its menu. Controls depend on the session alone:
 * they change with NOWPLAYING_SURFACE_CHANGED_COMMANDS, _PLAYBACK, _ITEM and _INFO.
 * index: from 0. There are at most NOWPLAYING_SURFACE_MAX_CONTROLS.
 * ret_control: its struct_size is yours to set, with the _INIT macro.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_control NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
 *   there is none at this index. */
nowplaying_status nowplaying_surface_session_get_control(const nowplaying_surface_session *session, size_t index,
                                                         nowplaying_surface_control *ret_control);

/** Returns a sentence for people that says why a session with the state ERROR does not play, to be shown if the `error`
 * of its snapshot is NULL: "There is no connection" for NETWORK. It is English, without a full stop, and a msgid of the
 * surfaces' catalogues, with which gettext translates it.
 * kind: the `error_kind` of the snapshot. For one that this library does not know, the sentence is that of OTHER.
 * The sentence is never NULL, and lives as long as the library. */
const char *nowplaying_surface_error_sentence(nowplaying_error_kind kind);

/** Gets one of the chapters of the item, in the order of their starts. Players of MPRIS have none.
 * ret_chapter: initialised with NOWPLAYING_CHAPTER_INIT. Its texts are never NULL, and live as long as the session.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_chapter NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
 *   there is none at this index. */
nowplaying_status nowplaying_surface_session_get_chapter(const nowplaying_surface_session *session, size_t index,
                                                         nowplaying_chapter *ret_chapter);

/** Gets the chapter at a position. No callback is called when playback reaches the next one: ask again then, at
 * ret_end_us.
 * position_us: as `elapsed_us` of nowplaying_surface_session_get_snapshot().
 * ret_index: gets the chapter's index. ret_end_us: gets the position of its end, where the next begins or the item
 *   ends; NOWPLAYING_TIME_UNKNOWN if that is not known. May be NULL.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_index NULL, or one of them misaligned. NO_SUCH_CONTENT: there are no
 *   chapters, or the first begins later. */
nowplaying_status nowplaying_surface_session_get_chapter_at(const nowplaying_surface_session *session,
                                                            int64_t position_us, size_t *ret_index,
                                                            int64_t *ret_end_us);

/** Gets the line of the lyrics that is sung at a position, if lines have times (LRC), even for MPRIS players.
 * lyrics.md has the dialects that are read.
 * position_us: as `elapsed_us` of nowplaying_surface_session_get_snapshot().
 * ret_line: gets the line, "" before the first and between verses. Up to four lines with the same time are one text
 *   with "\n" between them, the original before its translation. It lives as long as the session.
 * ret_next_us: gets the position at which the next line begins, or NOWPLAYING_TIME_UNKNOWN after the last. May be NULL.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_line NULL, or one of them misaligned. NO_SUCH_CONTENT: there are no
 *   lyrics, or no line of them has a time. */
nowplaying_status nowplaying_surface_session_get_lyrics_at(const nowplaying_surface_session *session,
                                                           int64_t position_us, const char **ret_line,
                                                           int64_t *ret_next_us);

/** Gets one of the audio and subtitle tracks of the item, in the player's order. Players of MPRIS have none.
 * ret_track: initialised with NOWPLAYING_TRACK_INIT(0). Its texts are never NULL, and live as long as the session.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_track NULL, misaligned or of an impossible size. NO_SUCH_CONTENT: there
 *   is none at this index. */
nowplaying_status nowplaying_surface_session_get_track(const nowplaying_surface_session *session, size_t index,
                                                       nowplaying_track *ret_track);

/** Gets one of the devices on which the session plays; without NOWPLAYING_SURFACE_IS_REMOTE there are none.
 * ret_device: initialised with NOWPLAYING_DEVICE_INIT. Texts live as long as the session. A volume below 0: none.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_device NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
 *   there is none at this index. */
nowplaying_status nowplaying_surface_session_get_device(const nowplaying_surface_session *session, size_t index,
                                                        nowplaying_device *ret_device);

/* ------------------------------------------------------------------------------------------------- Queues -------- */

/* A queue comes from MPRIS's TrackList, which few players have. It is the queue of the session that the player's MPRIS
 * name shows. The library neither asks for it nor listens to it until you follow it with
 * nowplaying_surface_follow_queue(). */

/** The queue of a session. Initialise with NOWPLAYING_SURFACE_QUEUE_INIT. */
typedef struct nowplaying_surface_queue {
  /** sizeof(nowplaying_surface_queue). */
  size_t struct_size;
  /** The number of entries that can be read, 0 to NOWPLAYING_SURFACE_MAX_QUEUE. */
  size_t count;
  /** The number of entries that the player says it has; if it is larger than `count`, the entries around the present
   * one can be read. MPRIS has no such number: then it is the number of entries that the player shows, without repeated
   * ones. */
  size_t total;
  /** The index of the entry that plays, among those that can be read; -1: none of them plays. */
  int64_t present;
  /** 1: entries can be added and removed. */
  int32_t can_edit;
  /** Always 0. */
  int32_t reserved;
} nowplaying_surface_queue;

/** An empty struct, to be given to nowplaying_surface_session_get_queue(). */
#define NOWPLAYING_SURFACE_QUEUE_INIT { sizeof(nowplaying_surface_queue), 0, 0, -1, 0, 0 }

/** An entry of a queue. Initialise with NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT. Texts are never NULL, "" if there is none,
 * at most NOWPLAYING_MAX_ID_BYTES, and live as long as the session. */
typedef struct nowplaying_surface_queue_entry {
  /** sizeof(nowplaying_surface_queue_entry). */
  size_t struct_size;
  /** The id of the entry in its queue; no two entries have the same. */
  const char *id;
  /** The title of the entry, or else the name of its file; "" if the player does not describe the entry. */
  const char *title;
  /** All artists of the entry, with ", " between them. */
  const char *artists;
  /** The album of the entry. */
  const char *album;
  /** The address of the entry, "file:///…"; never cut, but "" when it is longer than NOWPLAYING_MAX_TEXT_BYTES. */
  const char *url;
  /** The address of the entry's picture; "" as for `url`. */
  const char *artwork_url;
  /** The length of the entry; 0: not known. */
  int64_t duration_us;
} nowplaying_surface_queue_entry;

/** An empty struct, to be given to nowplaying_surface_session_get_queue_entry(). */
#define NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT \
  { sizeof(nowplaying_surface_queue_entry), NULL, NULL, NULL, NULL, NULL, NULL, 0 }

/** Gets the size of a session's queue and its abilities. ret_queue: its struct_size is yours to set, with the _INIT
 * macro.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_queue NULL, misaligned or of an impossible size. NO_SUCH_CONTENT: the
 *   session has no queue, or it is not followed, or the player has not answered yet. */
nowplaying_status nowplaying_surface_session_get_queue(const nowplaying_surface_session *session,
                                                       nowplaying_surface_queue *ret_queue);

/** Gets one of the entries of the queue, in its order. ret_entry: its struct_size is yours to set, with the _INIT
 * macro.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_entry NULL, misaligned or of an impossible size. NO_SUCH_CONTENT: there
 *   is none at this index. */
nowplaying_status nowplaying_surface_session_get_queue_entry(const nowplaying_surface_session *session, size_t index,
                                                             nowplaying_surface_queue_entry *ret_entry);

/* ---------------------------------------------------------------------------------------------- Playlists -------- */

/* Playlists come from MPRIS's Playlists, which few players have. They belong to the player, so all its sessions have
 * the same. The library neither asks for them nor listens to them until you follow them with
 * nowplaying_surface_follow_playlists(). */

/** The order of playlists: NOWPLAYING_SURFACE_ORDER_…. */
typedef int32_t nowplaying_surface_order;
/** The first order that the player offers. */
#define NOWPLAYING_SURFACE_ORDER_ANY 0
/** Ordered by their names. */
#define NOWPLAYING_SURFACE_ORDER_ALPHABETICAL 1
/** Ordered by the time at which they were made, the oldest first. */
#define NOWPLAYING_SURFACE_ORDER_CREATED 2
/** Ordered by the time at which they were changed, the oldest first. */
#define NOWPLAYING_SURFACE_ORDER_MODIFIED 3
/** Ordered by the time at which they were played, the oldest first. */
#define NOWPLAYING_SURFACE_ORDER_PLAYED 4
/** Ordered as the user has put them. */
#define NOWPLAYING_SURFACE_ORDER_USER 5

/** The playlists of a player. Initialise with NOWPLAYING_SURFACE_PLAYLISTS_INIT. */
typedef struct nowplaying_surface_playlists {
  /** sizeof(nowplaying_surface_playlists). */
  size_t struct_size;
  /** The number of playlists that can be read, 0 to NOWPLAYING_MAX_PLAYLISTS; more are left out. */
  size_t count;
  /** The index of the playlist that plays, among those that can be read; -1: none of them plays. */
  int64_t active;
  /** The orders that the player offers: bits 1 << NOWPLAYING_SURFACE_ORDER_…. */
  uint32_t orders;
  /** Always 0. */
  int32_t reserved;
} nowplaying_surface_playlists;

/** An empty struct, to be given to nowplaying_surface_session_get_playlists(). */
#define NOWPLAYING_SURFACE_PLAYLISTS_INIT { sizeof(nowplaying_surface_playlists), 0, -1, 0u, 0 }

/** A playlist. Initialise with NOWPLAYING_SURFACE_PLAYLIST_INIT. Texts are never NULL, "" if there is none, at most
 * NOWPLAYING_MAX_ID_BYTES, and live as long as the session. */
typedef struct nowplaying_surface_playlist {
  /** sizeof(nowplaying_surface_playlist). */
  size_t struct_size;
  /** The id of the playlist for its player; no two playlists have the same. */
  const char *id;
  /** The name for people; two playlists may have the same. */
  const char *name;
  /** The address of the playlist's picture; never cut, but "" when it is longer than NOWPLAYING_MAX_TEXT_BYTES. */
  const char *icon_url;
} nowplaying_surface_playlist;

/** An empty struct, to be given to nowplaying_surface_session_get_playlist(). */
#define NOWPLAYING_SURFACE_PLAYLIST_INIT { sizeof(nowplaying_surface_playlist), NULL, NULL, NULL }

/** Gets the number of playlists of a session's player, and which is active. ret_playlists: its struct_size is yours to
 * set, with the _INIT macro.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_playlists NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
 *   the player shows none, or they are not followed, or it has not answered yet. */
nowplaying_status nowplaying_surface_session_get_playlists(const nowplaying_surface_session *session,
                                                           nowplaying_surface_playlists *ret_playlists);

/** Gets one of the playlists, in the order in which they are followed. ret_playlist: its struct_size is yours to set,
 * with the _INIT macro.
 * Errors: INVALID_HANDLE. INVALID_ARGUMENT: ret_playlist NULL, misaligned or of an impossible size. NO_SUCH_CONTENT:
 *   there is none at this index. */
nowplaying_status nowplaying_surface_session_get_playlist(const nowplaying_surface_session *session, size_t index,
                                                          nowplaying_surface_playlist *ret_playlist);

/* ------------------------------------------------------------------------------------------------ Actions -------- */

/** The number of an action of a surface; never 0, and never that of another action. */
typedef uint64_t nowplaying_surface_action;

/** The result of an action. Read only fields that lie within `struct_size`. */
typedef struct nowplaying_surface_result {
  /** Size of the struct that the library filled. */
  size_t struct_size;
  /** The action that has this result. */
  nowplaying_surface_action action;
  /** A sentence for people, from the player or the library; "" with OK. Never NULL. */
  const char *message;
  /** The bytes of a picture, valid during the callback; else NULL. */
  const void *data;
  /** The number of bytes of the picture; 0 for a video: ask its descriptor for the size. */
  size_t size;
  /** The format, "image/png", "video/mp4"; NULL when it is neither picture nor video. */
  const char *mime_type;
  /** The outcome. OK: done. NOT_SUPPORTED: not offered. INVALID_STATE: not enabled now. INVALID_ARGUMENT: the command
   * does not take this value. NO_SUCH_CONTENT: the item, picture or device is not there now. COMMAND_FAILED: the player
   * has tried and failed. CANCELLED: you have cancelled it, or the session or the surface has gone. TIMED_OUT.
   * NOT_PERMITTED: videos may not be shown now, or the bus forbids it. NO_BUS. For pictures and videos also TOO_LARGE,
   * NOT_AN_IMAGE, NOT_A_VIDEO, NOT_LOCAL, WRONG_ASPECT_RATIO, FRAME_RATE, and IO: the file cannot be read, or the file
   * of a picture is not sealed. */
  nowplaying_status status;
  /** The file of the picture or video, for reading only; its offset is undefined. It is closed when the callback
   * returns: dup() it to keep it. The file of a video is as the player has sent it: it may be of any kind and size, and
   * on a slow disk, so check and read it on a thread that may wait. -1 when there is no file. */
  int32_t fd;
  /** The width of a picture in pixels, as its bytes say; else 0. */
  int32_t width;
  /** The height of a picture in pixels, as its bytes say; else 0. */
  int32_t height;
  /** How to turn a picture before it is shown, according to its EXIF: 1: not at all; 2: mirrored, left to right; 3: by
   * 180°; 4: mirrored, top to bottom; 5: mirrored, left to right, and then by 90° anticlockwise; 6: by 90° clockwise;
   * 7: mirrored, left to right, and then by 90° clockwise; 8: by 90° anticlockwise. `width` and `height` are those
   * before turning. 0 when it is not a picture. */
  int32_t orientation;
  /** Always 0. */
  int32_t reserved;
} nowplaying_surface_result;

/** Called exactly once for each action that was begun, in the loop. Inside it you may call everything except
 * nowplaying_surface_dispatch(). */
typedef void (*nowplaying_surface_done)(nowplaying_surface *surface, const nowplaying_surface_result *result,
                                        void *user_data);

/* Each function that begins an action takes these, besides its own arguments:
 * surface, session: the surface, and a session of it. The session may be an earlier state of its entry.
 * done: called with the outcome; NULL if you do not need it. user_data: passed to it.
 * ret_action: gets the number of the action, before `done` is called; may be NULL.
 * and has these errors, after which nothing is begun and `done` is not called:
 *   INVALID_HANDLE: surface or session. INVALID_ARGUMENT: ret_action misaligned. INVALID_STATE: the surface was freed.
 *   BUSY: NOWPLAYING_SURFACE_MAX_ACTIONS wait already. FORKED. */

/** A command without arguments, for nowplaying_surface_send_command(), as for a press of its button. */
#define NOWPLAYING_SURFACE_COMMAND_INIT(command_kind) \
  { sizeof(nowplaying_command_event), (command_kind), 0, 0, 0, 0.0, NOWPLAYING_SURFACE_NEXT_MODE, 0, NULL, 0.0, 0u, 0 }

/** Sends a command. PLAY, PAUSE, STOP, TOGGLE_PLAY_PAUSE, NEXT, PREVIOUS, CHANGE_RATE, CHANGE_REPEAT_MODE,
 * CHANGE_SHUFFLE_MODE and MUTE are for the player, whatever it plays when they arrive. Any other is for the item that
 * `session` has: if the player has gone on to another, a player of org.nowplaying refuses it (NO_SUCH_CONTENT), so that
 * a like does not apply to the wrong song. While the session has no item, such a player is sent no other but CUSTOM
 * (NO_SUCH_CONTENT). A button that is held (SEEK_FORWARD) is released by a second command, or when the surface or the
 * session ends.
 * A TOGGLE_PLAY_PAUSE that the library derives is sent as PAUSE, or else STOP, if the session plays or buffers when the
 * loop sends it, as far as is known, and as PLAY in every other state. A skip that it derives is sent as
 * SEEK_TO_POSITION, from the position at that time, within the seekable part; a player of this library counts from
 * where it is, or will be when it has done other seeks. To an MPRIS player it is Seek.
 * command: its kind; `time_us` for SEEK_TO_POSITION, and for SKIP_… (the player takes the nearest of its intervals; 0:
 *   the first); `rate` for CHANGE_RATE (0: the lowest of its rates above the present `default_rate`, or else the
 *   lowest); `mode` for CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE and FEEDBACK (NOWPLAYING_SURFACE_NEXT_MODE: the
 *   supported mode that follows `current`, after the last the first) and for MUTE (NOWPLAYING_SURFACE_NEXT_MODE: the
 *   other one); `button` for FEEDBACK; `phase` for SEEK_…; `id` for CUSTOM; `rating` for SET_RATING; `toggle`
 *   for FEEDBACK and SET_RATING: 1 for the press of a thumb or a star: if `mode` or `rating` is set already when the
 *   player is asked, the player takes it back, to NEUTRAL, if that is supported, or to 0.0.
 * Errors: those above. INVALID_ARGUMENT: command NULL, misaligned or of an impossible size; an unknown kind, phase or
 *   mode; a SKIP_… with a `time_us` below 0; a rate that is not finite; a rating that is not from 0.0 to 1.0; a CUSTOM
 *   without an id. */
nowplaying_status nowplaying_surface_send_command(nowplaying_surface *surface,
                                                  const nowplaying_surface_session *session,
                                                  const nowplaying_command_event *command,
                                                  nowplaying_surface_done done, void *user_data,
                                                  nowplaying_surface_action *ret_action);

/** Sets the volume of a session, or of one of its devices.
 * device_id: NULL for the session. volume: 0.0 to 1.0.
 * Errors: those above. INVALID_ARGUMENT: a volume that is out of range. */
nowplaying_status nowplaying_surface_set_volume(nowplaying_surface *surface, const nowplaying_surface_session *session,
                                                const char *device_id, double volume, nowplaying_surface_done done,
                                                void *user_data, nowplaying_surface_action *ret_action);

/** Makes a device louder or quieter. step: 1 or -1.
 * Errors: those above. INVALID_ARGUMENT: device_id NULL or "", or step other than 1 and -1. */
nowplaying_status nowplaying_surface_step_volume(nowplaying_surface *surface,
                                                 const nowplaying_surface_session *session, const char *device_id,
                                                 int32_t step, nowplaying_surface_done done, void *user_data,
                                                 nowplaying_surface_action *ret_action);

/** Gets the picture of the session's item, for players of either protocol: the player is asked for it by artwork_id; if
 * there is none, or the player does not give it, it is read from artwork_url.
 *
 * All forms in which players write addresses of files are read: "file:///a%20b.png", "file://localhost/…", "file:/…", a
 * path, and names that are not escaped as they should be; "data:" may have Base64 or escaped bytes. A file that is not
 * there is also looked for in the sandbox of the player, because a Flatpak or a snap has a /tmp of its own. Files are
 * read on threads of the library, whatever the loop is: at most two at a time for one player, and sixteen for all. They
 * are copied, so that you get them in the same form as pictures of org.nowplaying. A player whose disk does not answer
 * delays only its own pictures, unless there are eight such players; a picture that does not come is TIMED_OUT.
 *
 * If artwork_url begins with "https:" or "http:" (in upper or lower case), the picture is on the web. Fetch it
 * yourself: only you know whether the user wants that, how large it may be and what proxies there are. Fetching it
 * tells the server what is played.
 * width, height: the best size, 0 to 16384; 0: no preference. The picture may have another size; one from a file has
 *   the size that it has there.
 * done: NO_SUCH_CONTENT: the item has neither artwork_id nor artwork_url. NOT_LOCAL: it is on the web, or on another
 *   computer. IO: the file cannot be read. NOT_AN_IMAGE: not a regular file, or not one of these formats. TOO_LARGE:
 *   more than NOWPLAYING_MAX_ARTWORK_BYTES.
 * Errors: those above. INVALID_ARGUMENT: a size out of its range. */
nowplaying_status nowplaying_surface_get_artwork(nowplaying_surface *surface,
                                                 const nowplaying_surface_session *session, int32_t width,
                                                 int32_t height, nowplaying_surface_done done, void *user_data,
                                                 nowplaying_surface_action *ret_action);

/** Gets the picture of a chapter of the session's item; one without artwork_id has none (NO_SUCH_CONTENT).
 * index: of the chapter. width, height: as for nowplaying_surface_get_artwork(), for a picture that the player gives.
 * Errors: those above. INVALID_ARGUMENT: a size out of its range. */
nowplaying_status nowplaying_surface_get_chapter_artwork(nowplaying_surface *surface,
                                                         const nowplaying_surface_session *session, size_t index,
                                                         int32_t width, int32_t height, nowplaying_surface_done done,
                                                         void *user_data, nowplaying_surface_action *ret_action);

/** Chooses a track. kind: NOWPLAYING_TRACK_…. track_id: a track of this kind; NULL: none, only for subtitles and
 * captions.
 * done: NOT_SUPPORTED: the session has no tracks of this kind. NO_SUCH_CONTENT: it has no such track now.
 * Errors: those above. INVALID_ARGUMENT: an unknown kind; a track_id that is NULL or "" for audio. */
nowplaying_status nowplaying_surface_select_track(nowplaying_surface *surface,
                                                  const nowplaying_surface_session *session,
                                                  nowplaying_track_kind kind, const char *track_id,
                                                  nowplaying_surface_done done, void *user_data,
                                                  nowplaying_surface_action *ret_action);

/** Gets the picture that is shown before the video of animated artwork, and instead of it: see
 * nowplaying_surface_set_aspect_ratios(). On any error show the plain artwork.
 * ratio: NOWPLAYING_ASPECT_RATIO_…. width, height: as for nowplaying_surface_get_artwork().
 * Errors: those above. INVALID_ARGUMENT: an unknown ratio, or a size out of its range. */
nowplaying_status nowplaying_surface_get_preview(nowplaying_surface *surface,
                                                 const nowplaying_surface_session *session,
                                                 nowplaying_aspect_ratio ratio, int32_t width, int32_t height,
                                                 nowplaying_surface_done done, void *user_data,
                                                 nowplaying_surface_action *ret_action);

/** Gets the video of animated artwork, as a descriptor; it loops and has no sound. Call it only while
 * NOWPLAYING_SURFACE_MAY_SHOW_VIDEO is set, and while the video is really visible.
 * ratio, width, height: as for nowplaying_surface_get_preview().
 * Errors: those above. INVALID_ARGUMENT: an unknown ratio, or a size out of its range. */
nowplaying_status nowplaying_surface_get_video(nowplaying_surface *surface, const nowplaying_surface_session *session,
                                               nowplaying_aspect_ratio ratio, int32_t width, int32_t height,
                                               nowplaying_surface_done done, void *user_data,
                                               nowplaying_surface_action *ret_action);

/** Brings the player's window to the front.
 * done: NOT_SUPPORTED without NOWPLAYING_SURFACE_CAN_RAISE.
 * Errors: those above. */
nowplaying_status nowplaying_surface_raise(nowplaying_surface *surface, const nowplaying_surface_session *session,
                                           nowplaying_surface_done done, void *user_data,
                                           nowplaying_surface_action *ret_action);

/** Asks the player to quit.
 * done: OK even if the player leaves before it has answered; NOT_SUPPORTED without NOWPLAYING_SURFACE_CAN_QUIT.
 * Errors: those above. */
nowplaying_status nowplaying_surface_quit(nowplaying_surface *surface, const nowplaying_surface_session *session,
                                          nowplaying_surface_done done, void *user_data,
                                          nowplaying_surface_action *ret_action);

/** Follows the queue of a session's entry, or stops following: from now on each session of that entry has the queue,
 * and `changed` reports its changes. An entry here is one of the surface (see "Objects"), and not an entry of a queue.
 * Following has no effect on other entries, and ends when the entry is removed. A player that has no queue now may have
 * one later.
 * follow: 1 or 0.
 * done: OK when the queue has arrived: then the session of the entry has it, see nowplaying_surface_get_sessions().
 *   NOT_SUPPORTED: there is no queue now. TIMED_OUT: the player does not answer. Cancelling the action does not stop
 *   the following.
 * Errors: those above. INVALID_ARGUMENT: follow other than 0 and 1. */
nowplaying_status nowplaying_surface_follow_queue(nowplaying_surface *surface,
                                                  const nowplaying_surface_session *session, int32_t follow,
                                                  nowplaying_surface_done done, void *user_data,
                                                  nowplaying_surface_action *ret_action);

/** Plays an entry of the queue. The queue does not have to be followed.
 * id: as in nowplaying_surface_queue_entry.
 * done: OK when the player has taken the call; it may begin to play the entry later. NOT_SUPPORTED: the session has no
 *   queue. NO_SUCH_CONTENT: the queue is followed, and has no such entry.
 * Errors: those above. INVALID_ARGUMENT: id NULL, or not an object path. */
nowplaying_status nowplaying_surface_queue_go_to(nowplaying_surface *surface,
                                                 const nowplaying_surface_session *session, const char *id,
                                                 nowplaying_surface_done done, void *user_data,
                                                 nowplaying_surface_action *ret_action);

/** Adds an entry to the queue.
 * uri: the address of the new entry, "file:///…", at most NOWPLAYING_MAX_URI_BYTES.
 * after_id: the entry before the new one; NULL: the new one is the first; "/": it is the last, whatever part of the
 *   queue is known.
 * play: 1: the entry is played at once; else 0.
 * done: as for nowplaying_surface_queue_go_to(); NOT_SUPPORTED also for a queue that is followed and has no `can_edit`.
 * Errors: those above. INVALID_ARGUMENT: uri NULL, "" or too long; after_id not an object path; play other than 0 and
 * 1. */
nowplaying_status nowplaying_surface_queue_add(nowplaying_surface *surface, const nowplaying_surface_session *session,
                                               const char *uri, const char *after_id, int32_t play,
                                               nowplaying_surface_done done, void *user_data,
                                               nowplaying_surface_action *ret_action);

/** Removes an entry from the queue.
 * id, done: as for nowplaying_surface_queue_add().
 * Errors: those above. INVALID_ARGUMENT: id NULL, or not an object path. */
nowplaying_status nowplaying_surface_queue_remove(nowplaying_surface *surface,
                                                  const nowplaying_surface_session *session, const char *id,
                                                  nowplaying_surface_done done, void *user_data,
                                                  nowplaying_surface_action *ret_action);

/** Follows the playlists of an entry's player, as nowplaying_surface_follow_queue() does a queue.
 * follow: 1 or 0. order: NOWPLAYING_SURFACE_ORDER_…. reverse: 1: in reverse order; else 0. If you follow the playlists
 *   of several entries of one player, all have the order that you asked for last.
 * done: OK when they have arrived. NOT_SUPPORTED: the player shows none now, or not in this order. TIMED_OUT.
 * Errors: those above. INVALID_ARGUMENT: an unknown order; follow or reverse other than 0 and 1. */
nowplaying_status nowplaying_surface_follow_playlists(nowplaying_surface *surface,
                                                      const nowplaying_surface_session *session, int32_t follow,
                                                      nowplaying_surface_order order, int32_t reverse,
                                                      nowplaying_surface_done done, void *user_data,
                                                      nowplaying_surface_action *ret_action);

/** Plays a playlist. The playlists do not have to be followed.
 * id: as in nowplaying_surface_playlist.
 * done: NO_SUCH_CONTENT: the playlists are followed, and this one is not among them.
 * Errors: those above. INVALID_ARGUMENT: id NULL, or not an object path. */
nowplaying_status nowplaying_surface_activate_playlist(nowplaying_surface *surface,
                                                       const nowplaying_surface_session *session, const char *id,
                                                       nowplaying_surface_done done, void *user_data,
                                                       nowplaying_surface_action *ret_action);

/** Stops waiting for an action: its `done` is called soon, with CANCELLED, or with the result if that has come already.
 * The player may carry it out all the same.
 * action: the number of an action. It is not an error if that action is over, or does not exist.
 * Errors: INVALID_HANDLE. INVALID_STATE: the surface was freed. FORKED. */
nowplaying_status nowplaying_surface_cancel(nowplaying_surface *surface, nowplaying_surface_action action);

#ifdef __cplusplus
}
#endif

#endif
