/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shared by the parts of the host: the callbacks (events.c), the command line (options.c), the main loop (loops.c), the
 * commands that answer requests (requests.c), those for its queue and playlists (lists.c), those for what MPRIS does
 * not have (buttons.c), and all other commands (host.c). */
#ifndef HOST_H
#define HOST_H

#include <nowplaying/nowplaying.h>

enum { MAX_WORDS = 96, MAX_KINDS = 32, MAX_REQUESTS = 4096 };

/** How a callback answers. */
struct answer {
  nowplaying_status status;
  char message[256];
};

/** The answers to each kind of command, and to everything else. */
extern struct answer answer_command[MAX_KINDS];
extern struct answer answer_volume, answer_artwork, answer_raise, answer_quit, answer_open_uri, answer_fullscreen;
extern struct answer answer_queue, answer_playlist;

/** The requests that were kept because the answer was PENDING, by number. */
extern nowplaying_request *requests[MAX_REQUESTS];

/** Writes a JSON line: json_begin("event", "command"); json_text(…); json_end(). One thread at a time holds it. */
void json_begin(const char *key, const char *value);
void json_text(const char *key, const char *value);
void json_integer(const char *key, int64_t value);
void json_number(const char *key, double value);
void json_end(void);

/** The callbacks; `user_data` is the session's name. */
extern const nowplaying_session_callbacks session_callbacks;
extern const nowplaying_app_callbacks app_callbacks;

/** The callback that is in the table only with the option --tracks. */
nowplaying_status on_select_track(nowplaying_session *session, nowplaying_request *request, nowplaying_track_kind kind,
                                  const char *track_id, void *user_data);

/** The callback that is in the table only with the option --playlists. */
nowplaying_status on_activate_playlist(nowplaying_app *app, nowplaying_request *request, const char *playlist_id,
                                       void *user_data);

/** The callback that is in the table only with the option --position, and the command that moves the engine. */
nowplaying_status on_position(nowplaying_session *session, int64_t *ret_elapsed_us, void *user_data);
nowplaying_status do_position(char **words, int count);

extern nowplaying_app *app;

/** The value and the text that the answer of the present command has in addition to the status. */
extern int64_t value;
extern char value_text[];

/** The descriptor from which commands are read: standard input, or another one after close_input(), which leaves
 * descriptor 0 closed as in a daemon. */
extern int input;
void close_input(void);

/** Whether a host with its own loop dispatches, and whether it waits for edges only. */
extern int is_looping, is_edge_triggered;

/** prepare_wakeups() is called before an app is made; wake() is called by the callback `wakeup`, on the library's
 * thread. */
void prepare_wakeups(void);
void wake(void);
/** Waits for commands and for the app, until the end of the input, or of the loop inside a callback. */
void run_loop(void);
/** Runs a main loop inside a callback, if the test has ordered it. */
void nest_if_ordered(void);
/** Runs the whole lines that have come. Returns 0 at the end of the input. */
int read_commands(void);

/** Makes the app that the command line describes, and removes callbacks from the tables. */
nowplaying_app *make_app(int argc, char **argv, nowplaying_session_callbacks *callbacks);

/** Returns the session that the first word after a command names; NULL when there is none. */
nowplaying_session *session(char **words);
/** Returns the content that the first word after a command names; NULL when there is none. */
nowplaying_content *content(char **words);
/** Returns a word of a command, or NULL for "-". */
const char *text(const char *word);
int64_t integer(const char *word);

/** The commands of requests.c; their words are described there. */
nowplaying_status do_answer(char **words, int count);
nowplaying_status do_complete(char **words, int count);
nowplaying_status do_art_file(char **words, int count);
nowplaying_status do_art_url(char **words, int count);
nowplaying_status do_art_data(char **words, int count);
nowplaying_status do_art_thread(char **words, int count);
nowplaying_status do_provide(char **words, int count);
nowplaying_status do_provide_thread(char **words, int count);
nowplaying_status do_skip(char **words, int count);
nowplaying_status do_unref(char **words, int count);
nowplaying_status do_request_state(char **words, int count);
nowplaying_status do_request_row(char **words, int count);

/** The commands of lists.c. */
nowplaying_status do_queue(char **words, int count);
nowplaying_status do_long_queue(char **words, int count);
nowplaying_status do_playlists(char **words, int count);
nowplaying_status do_active_playlist(char **words, int count);

/** The commands of buttons.c. */
nowplaying_status do_buttons(char **words, int count);
nowplaying_status do_custom(char **words, int count);
nowplaying_status do_chapters(char **words, int count);
nowplaying_status do_many_chapters(char **words, int count);
nowplaying_status do_tracks(char **words, int count);
nowplaying_status do_detail(char **words, int count);

/** The commands of loops.c. */
nowplaying_status do_loop(char **words, int count);
nowplaying_status do_close_input(char **words, int count);
nowplaying_status do_hold(char **words, int count);
nowplaying_status do_await(char **words, int count);
nowplaying_status do_nest(char **words, int count);
nowplaying_status do_leave(char **words, int count);
nowplaying_status do_turns(char **words, int count);

/** Ends the host with a message: the test's mistake, or the machine's. */
void die(const char *what);

#endif
