/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: publisher     Publishes a track that pretends to play, on the session bus, until SIGTERM or the bus ends.
 *
 * From the environment: TITLE, ARTIST, ART (the cover, a file: URL), PNAME (the application id), DESKTOP (the desktop
 * entry), STATE (Paused: at first it does not play), BEYOND (1: also chapters and the commands that MPRIS does not
 * have: skips of 15 s back and 45 s forward, a like button, a timer), CALLS (the file to which each call of its
 * callbacks is appended as one line of JSON, [time, "Name", arguments …]). Prints "published" when its name is
 * granted.
 *
 * At SIGUSR1 it asks for the system primary and plays. While another player has taken the system primary, it is
 * interrupted. */
#include <inttypes.h>
#include <fcntl.h>
#include <nowplaying/nowplaying.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#define LENGTH_US INT64_C(120000000)

static int number;
static nowplaying_snapshot playback = NOWPLAYING_SNAPSHOT_INIT;
static int was_published, has_ended;

static const char *setting(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value != NULL ? value : otherwise;
}

/* ------------------------------------------------------------------------------------------- What we are asked -- */

/* Appends one line; `format` makes what follows the time. One write(), so that a reader never sees half a line. */
__attribute__((format(printf, 1, 2))) static void log_call(const char *format, ...) {
  char line[4096];
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  int used = snprintf(line, sizeof line, "[%" PRId64 ".%03d, ", (int64_t)now.tv_sec, (int)(now.tv_nsec / 1000000));
  va_list arguments;
  va_start(arguments, format);
  int more = vsnprintf(line + used, sizeof line - (size_t)used - 2, format, arguments);
  va_end(arguments);
  size_t size = (size_t)used + (size_t)more;
  if (more < 0 || size > sizeof line - 3) size = sizeof line - 3;
  memcpy(line + size, "]\n", 2);
  int file = open(setting("CALLS", "calls.jsonl"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0 || write(file, line, size + 2) < 0) perror("publisher: CALLS");
  if (file >= 0) close(file);
}

/* Escapes a text for JSON. Returns `escaped`. */
static const char *json(const char *text, char *escaped, size_t size) {
  size_t used = 0;
  for (; *text != '\0' && used + 7 < size; ++text) {
    unsigned char byte = (unsigned char)*text;
    if (byte == '"' || byte == '\\') {
      escaped[used++] = '\\';
      escaped[used++] = *text;
    } else if (byte < 0x20) {
      used += (size_t)snprintf(escaped + used, size - used, "\\u%04x", byte);
    } else {
      escaped[used++] = *text;
    }
  }
  escaped[used] = '\0';
  return escaped;
}

/* ---------------------------------------------------------------------------------------------- What is shown -- */

static int64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

/* Returns the pretended position at `now`. */
static int64_t position(int64_t now) {
  if (playback.state != NOWPLAYING_STATE_PLAYING) return playback.elapsed_us;
  int64_t elapsed = playback.elapsed_us + (int64_t)((double)(now - playback.timestamp_us) * playback.rate);
  return elapsed > LENGTH_US ? LENGTH_US : elapsed;
}

static void set_playback(nowplaying_session *session, nowplaying_playback_state state, int64_t elapsed_us,
                         double rate) {
  playback.timestamp_us = now_us();
  playback.elapsed_us = elapsed_us;
  playback.state = state;
  playback.rate = playback.default_rate = rate;
  nowplaying_session_set_snapshot(session, &playback);
}

static void set_content(nowplaying_session *session) {
  char id[32], title[1024];
  snprintf(id, sizeof id, "%d", number);
  int used = snprintf(title, sizeof title, "%s", setting("TITLE", "Trial Title Zephyr"));
  if (number != 0 && used < 1000) snprintf(title + used, sizeof title - (size_t)used, " %d", number);
  nowplaying_content *content = NULL;
  nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, id, &content);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_ARTISTS, setting("ARTIST", "Trial Artist Quokka"));
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_ALBUM, "Trial Album");
  nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, LENGTH_US);
  nowplaying_content_set_artwork(content, "cover");
  if (*setting("BEYOND", "")) {
    nowplaying_chapter chapters[] = {NOWPLAYING_CHAPTER_INIT, NOWPLAYING_CHAPTER_INIT};
    chapters[0].title = "Trial Chapter Narwhal";
    chapters[1].start_us = LENGTH_US - 1;
    chapters[1].title = "The End";
    nowplaying_content_set_chapters(content, chapters, 2);
  }
  nowplaying_session_set_content(session, content);
  nowplaying_content_free(content);
}

static nowplaying_status command(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_command_event *event, void *user_data) {
  static const char *const repeats[] = {"None", "Track", "Playlist"};
  int64_t before = position(now_us());
  switch (event->kind) {
  case NOWPLAYING_COMMAND_PLAY:
    log_call("\"Play\"");
    set_playback(session, NOWPLAYING_STATE_PLAYING, before, playback.rate);
    break;
  case NOWPLAYING_COMMAND_PAUSE:
    log_call("\"Pause\"");
    set_playback(session, NOWPLAYING_STATE_PAUSED, before, playback.rate);
    break;
  case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE:
    log_call("\"PlayPause\"");
    set_playback(session, playback.state == NOWPLAYING_STATE_PLAYING ? NOWPLAYING_STATE_PAUSED
                                                                     : NOWPLAYING_STATE_PLAYING,
                 before, playback.rate);
    break;
  case NOWPLAYING_COMMAND_STOP:
    log_call("\"Stop\"");
    set_playback(session, NOWPLAYING_STATE_STOPPED, before, playback.rate);
    break;
  case NOWPLAYING_COMMAND_NEXT:
  case NOWPLAYING_COMMAND_PREVIOUS:
    log_call(event->kind == NOWPLAYING_COMMAND_NEXT ? "\"Next\"" : "\"Previous\"");
    number += event->kind == NOWPLAYING_COMMAND_NEXT ? 1 : -1;
    set_content(session);
    set_playback(session, playback.state, 0, playback.rate);
    break;
  case NOWPLAYING_COMMAND_SEEK_TO_POSITION:
    /* Seek and SetPosition both arrive as a jump to a position: both names are written. */
    log_call("\"SetPosition\", \"%d\", %" PRId64, number, event->time_us);
    log_call("\"Seek\", %" PRId64, event->time_us - before);
    set_playback(session, playback.state, event->time_us, playback.rate);
    break;
  case NOWPLAYING_COMMAND_CHANGE_RATE:
    log_call("\"Rate\", %g", event->rate);
    set_playback(session, playback.state, before, event->rate);
    break;
  case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE:
    log_call("\"LoopStatus\", \"%s\"", repeats[event->mode % 3]);
    nowplaying_session_set_command_mode(session, event->kind, event->mode);
    break;
  case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
    log_call("\"Shuffle\", %s", event->mode == NOWPLAYING_SHUFFLE_OFF ? "false" : "true");
    nowplaying_session_set_command_mode(session, event->kind, event->mode);
    break;
  case NOWPLAYING_COMMAND_SKIP_FORWARD:
  case NOWPLAYING_COMMAND_SKIP_BACKWARD:
    log_call("\"Skip%s\", %" PRId64, event->kind == NOWPLAYING_COMMAND_SKIP_FORWARD ? "Forward" : "Backward",
             event->time_us);
    break;
  case NOWPLAYING_COMMAND_FEEDBACK:
    log_call("\"Feedback\", %" PRId32, event->mode);
    nowplaying_session_set_command_mode(session, event->kind, event->mode);
    break;
  case NOWPLAYING_COMMAND_CUSTOM: log_call("\"Custom\", \"%s\"", event->id); break;
  default: return NOWPLAYING_ERROR_NOT_SUPPORTED;
  }
  return nowplaying_session_commit(session);
}

static nowplaying_status volume(nowplaying_session *session, nowplaying_request *request, double level,
                                void *user_data) {
  log_call("\"Volume\", %g", level);
  nowplaying_session_set_volume(session, level);
  return nowplaying_session_commit(session);
}

static nowplaying_status artwork(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_artwork_event *event, void *user_data) {
  const char *url = setting("ART", COVER);
  char path[4096];
  size_t used = 0;
  if (strncmp(url, "file://", 7) == 0) url += 7;
  for (; *url != '\0' && used + 1 < sizeof path; ++url) {
    unsigned int byte;
    if (*url == '%' && sscanf(url + 1, "%2x", &byte) == 1) {
      path[used++] = (char)byte;
      url += 2;
    } else {
      path[used++] = *url;
    }
  }
  path[used] = '\0';
  return nowplaying_request_complete_artwork_file(request, path);
}

static void primary_result(nowplaying_session *session, nowplaying_primary_flags which, nowplaying_status status,
                           void *user_data) {
  if (which == NOWPLAYING_PRIMARY_SYSTEM) log_call("\"SystemPrimary\", %" PRId32, status);
}

static void interruption(nowplaying_session *session, nowplaying_interruption change, void *user_data) {
  int began = change == NOWPLAYING_INTERRUPTION_BEGAN;
  log_call(began ? "\"InterruptionBegan\"" : "\"InterruptionEnded\"");
  /* A player that its user has paused stays paused. */
  if (playback.state != (began ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_INTERRUPTED)) return;
  set_playback(session, began ? NOWPLAYING_STATE_INTERRUPTED : NOWPLAYING_STATE_PLAYING, position(now_us()),
               playback.rate);
  nowplaying_session_commit(session);
}

/* ------------------------------------------------------------------------------------------------- The app -- */

static nowplaying_status raise_window(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  log_call("\"Raise\"");
  return NOWPLAYING_OK;
}

/* Quit is only logged, so that the test can go on with this player. */
static nowplaying_status quit(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  log_call("\"Quit\"");
  return NOWPLAYING_OK;
}

static nowplaying_status open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                                  const char *path, void *user_data) {
  char escaped[3000];
  (void)path;
  log_call("\"OpenUri\", \"%s\"", json(uri, escaped, sizeof escaped));
  return NOWPLAYING_OK;
}

/* Ends with the bus, so that no test leaves a publisher behind. */
static void bus_state(nowplaying_app *app, nowplaying_bus_state state, void *user_data) {
  if (state == NOWPLAYING_BUS_PUBLISHED && !was_published) {
    was_published = 1;
    puts("published");
    fflush(stdout);
  }
  if (state == NOWPLAYING_BUS_NONE && was_published) has_ended = 1;
}

static void log_line(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  fprintf(stderr, "publisher: %s\n", message);
}

/* Adds the commands that MPRIS does not have. Returns how many there are then. */
static int add_beyond(nowplaying_command *commands, int count) {
  static const int64_t back[] = {15 * INT64_C(1000000)}, forward[] = {45 * INT64_C(1000000)};
  commands[count] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_SKIP_BACKWARD);
  commands[count].intervals_us = back;
  commands[count++].interval_count = 1;
  commands[count] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_SKIP_FORWARD);
  commands[count].intervals_us = forward;
  commands[count++].interval_count = 1;
  commands[count] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_FEEDBACK);
  commands[count].supported = 1u << NOWPLAYING_FEEDBACK_NEUTRAL | 1u << NOWPLAYING_FEEDBACK_POSITIVE;
  commands[count].icon = "heart";
  commands[count++].title = "Like this song";
  commands[count] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CUSTOM);
  commands[count].id = "sleep";
  commands[count].icon = "timer";
  commands[count].slot = NOWPLAYING_SLOT_FORWARD_SECONDARY;
  commands[count++].title = "Sleep";
  return count;
}

static int start(nowplaying_app **ret_app, nowplaying_session **ret_session) {
  static const char *const schemes[] = {"file"};
  static const char *const types[] = {"audio/flac"};
  static const double rates[] = {0.5, 1.0, 1.5, 2.0};
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = setting("PNAME", "trial");
  options.display_name = "Trial Player";
  options.desktop_entry = setting("DESKTOP", "mpv");
  options.uri_schemes = schemes;
  options.uri_scheme_count = 1;
  options.mime_types = types;
  options.mime_type_count = 1;
  options.loop = NOWPLAYING_LOOP_FD;
  options.flags = NOWPLAYING_APP_INTERRUPTIONS;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.log = log_line;
  callbacks.bus_state = bus_state;
  callbacks.raise = raise_window;
  callbacks.quit = quit;
  callbacks.open_uri = open_uri;
  if (nowplaying_app_new(&options, &callbacks, ret_app) != NOWPLAYING_OK) return -1;

  nowplaying_session_callbacks session_callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  session_callbacks.command = command;
  session_callbacks.volume = volume;
  session_callbacks.artwork = artwork;
  session_callbacks.primary_result = primary_result;
  session_callbacks.interruption = interruption;
  if (nowplaying_session_new(*ret_app, NULL, &session_callbacks, ret_session) != NOWPLAYING_OK) return -1;

  static const nowplaying_command_kind kinds[] = {
      NOWPLAYING_COMMAND_PLAY, NOWPLAYING_COMMAND_PAUSE, NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE,
      NOWPLAYING_COMMAND_STOP, NOWPLAYING_COMMAND_NEXT, NOWPLAYING_COMMAND_PREVIOUS,
      NOWPLAYING_COMMAND_SEEK_TO_POSITION, NOWPLAYING_COMMAND_CHANGE_RATE, NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE,
      NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE};
  int count = sizeof kinds / sizeof *kinds;
  nowplaying_command commands[sizeof kinds / sizeof *kinds + 4];
  for (int i = 0; i < count; ++i) {
    commands[i] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(kinds[i]);
    if (kinds[i] != NOWPLAYING_COMMAND_CHANGE_RATE) continue;
    commands[i].rates = rates;
    commands[i].rate_count = sizeof rates / sizeof *rates;
  }
  if (*setting("BEYOND", "")) count = add_beyond(commands, count);
  nowplaying_session_set_commands(*ret_session, commands, (size_t)count);
  set_content(*ret_session);
  set_playback(*ret_session,
               strcmp(setting("STATE", ""), "Paused") == 0 ? NOWPLAYING_STATE_PAUSED : NOWPLAYING_STATE_PLAYING,
               30 * INT64_C(1000000), 1.0);
  nowplaying_session_set_volume(*ret_session, 0.5);
  nowplaying_session_commit(*ret_session);
  nowplaying_session_request_application_primary(*ret_session);
  return 0;
}

static void take_over(nowplaying_session *session) {
  nowplaying_session_request_system_primary(session);
  set_playback(session, NOWPLAYING_STATE_PLAYING, position(now_us()), playback.rate);
  nowplaying_session_commit(session);
}

int main(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  sigaddset(&signals, SIGUSR1);
  sigprocmask(SIG_BLOCK, &signals, NULL);

  nowplaying_app *app = NULL;
  nowplaying_session *session = NULL;
  int app_fd = -1, signal_fd = signalfd(-1, &signals, SFD_CLOEXEC);
  if (start(&app, &session) != 0 || nowplaying_app_get_fd(app, &app_fd) != 0) {
    fprintf(stderr, "publisher: %s\n", nowplaying_last_error());
    nowplaying_app_free(app);
    return 1;
  }
  struct pollfd fds[] = {{app_fd, POLLIN, 0}, {signal_fd, POLLIN, 0}};
  while (!has_ended) {
    poll(fds, 2, -1);
    nowplaying_app_dispatch(app);
    struct signalfd_siginfo received;
    if (fds[1].revents == 0 || read(signal_fd, &received, sizeof received) != sizeof received) continue;
    if (received.ssi_signo != SIGUSR1) break;
    take_over(session);
  }
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  return 0;
}
