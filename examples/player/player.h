/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* What the parts of the player share.
 *
 *   player.c    starts, and runs the loop: mpv's events, the desktop's requests, signals
 *   publish.c   tells the desktop what changed: once per turn of the loop
 *   commands.c  does what the desktop asks
 *   cover.c     finds the pictures, in threads of its own
 *   uri.c       paths and file: URIs
 *
 * All but the threads of cover.c runs in the thread of the loop, so nothing here is locked. */
#ifndef PLAYER_H
#define PLAYER_H

#include <mpv/client.h>
#include <nowplaying/nowplaying.h>
#include <stdbool.h>

/* What is to be told to the desktop at the end of this turn of the loop. */
enum changed {
  CHANGED_CONTENT = 1,
  CHANGED_SNAPSHOT = 2,
  CHANGED_COMMANDS = 4,
  CHANGED_VOLUME = 8,
  CHANGED_ALL = 15,
};

/* Where the picture of the present item lies. */
struct cover {
  /* The name under which the library knows the picture; "" when there is none. */
  char id[32];
  /* The image, or the music file that it is embedded in. */
  char *path;
  bool embedded;
};

/* What was liked and disliked, while the player runs. */
struct opinion {
  struct opinion *next;
  int32_t feedback;
  char path[];
};

struct player {
  mpv_handle *mpv;
  nowplaying_app *app;
  nowplaying_session *session;

  /* Bits of enum changed. */
  unsigned changed;
  bool quit;
  int exit_code;

  /* From the end of one item until the next can be heard: what the desktop shows stays until then. */
  bool loading;
  /* Nothing is loaded, or soon nothing will be, because somebody asked to stop. */
  bool stopped;
  /* Why the last item ended: an mpv_end_file_reason. */
  int end_reason;
  /* mpv's id of the present entry of the playlist, which no other entry ever has, and its path or address. Both stay
   * when it is stopped. */
  int64_t entry;
  char *path;
  struct cover cover;
  /* The request to open an address that is not answered yet, or NULL. */
  nowplaying_request *opening;
  struct opinion *opinions;
  /* Of the seeks while a fast forward or rewind button is held: 1, -1, or 0 for none. */
  int scanning;

  /* mpv's properties, as last observed. */
  bool paused, buffering, idle, seekable, shuffle, repeat_one, repeat_all;
  double speed, volume, volume_maximum;
  int64_t position, count;
};

/* publish.c */

/* Sets what has changed and commits it. To be called once per turn of the loop. */
void publish(struct player *player);

/* commands.c */

nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_command_event *event, void *user_data);
nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                            void *user_data);
nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri, void *user_data);
nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data);
/* Answers the request to open an address, if there is one. */
void answer_open(struct player *player, nowplaying_status status);
/* Answers the request that a reply of mpv belongs to, if there is one. */
void on_reply(uint64_t userdata, int error);
/* One step of a fast forward or rewind. */
void scan_step(struct player *player);
/* What the user thinks of the present item. */
int32_t current_feedback(struct player *player);
void free_opinions(struct player *player);

/* cover.c */

/* Finds out where the picture of the present item lies. Reads no picture. */
void find_cover(struct player *player);
nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data);
/* Waits for the threads, and forgets the present cover. */
void finish_covers(struct player *player);

/* uri.c */

/* The URI of what mpv calls a path: a file's, percent-encoded, or what is a URI already. To be freed. */
char *uri_from_path(const char *path);
/* What mpv is to be given for a URI: the path of a file, or the URI. To be freed. */
char *path_from_uri(const char *uri);
bool is_uri(const char *path);

#endif
