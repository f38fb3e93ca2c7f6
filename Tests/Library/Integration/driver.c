/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The driver of C for the scenarios of contract/scenarios: the host, as their page describes it. */
#include <nowplaying/nowplaying.h>
#include <pthread.h>

#include "driver.h"

static nowplaying_app *app;
static nowplaying_session *session;
static char picture[MAX_TEXT];

/** How the handler of a word answers, and the request that it keeps. Handlers run on the library's thread. */
static struct {
  char word[64], answer[256];
  nowplaying_request *kept;
} answers[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/** Answers as a step has said. Called with what say() has told. */
static nowplaying_status answer(const char *word, nowplaying_request *request) {
  nowplaying_status status = NOWPLAYING_OK;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
    if (strcmp(answers[i].word, word) != 0) continue;
    if (strcmp(answers[i].answer, "later") == 0) {
      answers[i].kept = request;
      status = NOWPLAYING_PENDING;
    } else if (strncmp(answers[i].answer, "failed:", 7) == 0) {
      status = NOWPLAYING_ERROR_COMMAND_FAILED;
      nowplaying_request_complete(request, status, answers[i].answer + 7);
    }
  }
  pthread_mutex_unlock(&lock);
  return status;
}

static nowplaying_status told(const char *word, nowplaying_request *request) {
  say(word, NULL);
  return answer(word, request);
}

static nowplaying_status told_number(const char *word, nowplaying_request *request, const char *key, double value) {
  char text[64];
  snprintf(text, sizeof text, "%.9g", value);
  say(word, key, text, NULL);
  return answer(word, request);
}

static nowplaying_status told_text(const char *word, nowplaying_request *request, const char *key, const char *text) {
  say(word, key, text, NULL);
  return answer(word, request);
}

static const char *truth(int32_t value) { return value ? "true" : "false"; }

/** The commands with an argument: its key, and the prefix of its modes in the header. */
static const struct argument {
  nowplaying_command_kind kind;
  const char *key, *modes;
} arguments[] = {{NOWPLAYING_COMMAND_SEEK_TO_POSITION, "position", NULL},
                 {NOWPLAYING_COMMAND_SKIP_FORWARD, "interval", NULL},
                 {NOWPLAYING_COMMAND_SKIP_BACKWARD, "interval", NULL},
                 {NOWPLAYING_COMMAND_CHANGE_RATE, "rate", NULL},
                 {NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, "mode", "REPEAT_"},
                 {NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, "mode", "SHUFFLE_"},
                 {NOWPLAYING_COMMAND_FEEDBACK, "mode", "FEEDBACK_"}};

static struct argument argument_of(nowplaying_command_kind kind) {
  for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
    if (arguments[i].kind == kind) return arguments[i];
  return (struct argument){kind, NULL, NULL};
}

static nowplaying_status on_command(nowplaying_session *s, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  char word[64], mode[64];
  struct argument argument = argument_of(event->kind);
  word_of("COMMAND_", event->kind, word, sizeof word);
  if (!argument.key) return told(word, request);
  if (argument.modes)
    return told_text(word, request, "mode", word_of(argument.modes, event->mode, mode, sizeof mode));
  double value = event->kind == NOWPLAYING_COMMAND_CHANGE_RATE ? event->rate : (double)event->time_us / 1e6;
  return told_number(word, request, argument.key, value);
}

static nowplaying_status on_artwork(nowplaying_session *s, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  return nowplaying_request_complete_artwork_file(request, picture);
}

static nowplaying_status on_volume(nowplaying_session *s, nowplaying_request *request, double volume,
                                   void *user_data) {
  return told_number("volume", request, "volume", volume);
}

static nowplaying_status on_go_to(nowplaying_session *s, nowplaying_request *request, const char *id, void *user_data) {
  return told_text("go-to", request, "id", id);
}

static nowplaying_status on_remove(nowplaying_session *s, nowplaying_request *request, const char *id,
                                   void *user_data) {
  return told_text("remove", request, "id", id);
}

static nowplaying_status on_add(nowplaying_session *s, nowplaying_request *request, const char *uri, const char *after,
                                int32_t play, void *user_data) {
  say("add", "uri", uri, "after", after ? after : "", "now", truth(play), NULL);
  return answer("add", request);
}

static nowplaying_status on_raise(nowplaying_app *a, nowplaying_request *request, void *user_data) {
  return told("raise", request);
}

static nowplaying_status on_quit(nowplaying_app *a, nowplaying_request *request, void *user_data) {
  return told("quit", request);
}

static nowplaying_status on_open_uri(nowplaying_app *a, nowplaying_request *request, const char *uri, const char *path,
                                     void *user_data) {
  return told_text("open-uri", request, "uri", uri);
}

static nowplaying_status on_fullscreen(nowplaying_app *a, nowplaying_request *request, int32_t on, void *user_data) {
  return told_text("fullscreen", request, "on", truth(on));
}

static nowplaying_status on_playlist(nowplaying_app *a, nowplaying_request *request, const char *id, void *user_data) {
  return told_text("activate-playlist", request, "id", id);
}

static void on_log(nowplaying_app *a, nowplaying_log_level level, const char *message, void *user_data) {
  if (strstr(message, "bug:")) say("complaint", "text", message, NULL);
}

static nowplaying_status do_app(void) {
  static const char *const schemes[] = {"file", "https"};
  const char *can = given("can"), *idle = given("idle");
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "org.example.Scenario";
  options.display_name = given("name");
  options.uri_schemes = schemes;
  options.uri_scheme_count = 2;
  if (idle && strcmp(idle, "true") == 0) options.flags |= NOWPLAYING_APP_SHOW_IDLE;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.log = on_log;
  if (has(can, "raise")) callbacks.raise = on_raise;
  if (has(can, "quit")) callbacks.quit = on_quit;
  if (has(can, "fullscreen")) callbacks.fullscreen = on_fullscreen;
  if (has(can, "uris")) callbacks.open_uri = on_open_uri;
  if (has(can, "playlists")) callbacks.activate_playlist = on_playlist;
  return nowplaying_app_new(&options, &callbacks, &app);
}

static nowplaying_status do_session(void) {
  const char *can = given("can");
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  if (has(can, "volume")) callbacks.volume = on_volume;
  if (has(can, "go-to")) callbacks.queue_go_to = on_go_to;
  if (has(can, "remove")) callbacks.queue_remove = on_remove;
  if (has(can, "add")) callbacks.queue_add = on_add;
  return nowplaying_session_new(app, given("id"), &callbacks, &session);
}

/** Sets a field; the number of a field in the header tells its type. */
static nowplaying_status set_field(nowplaying_content *content, const char *word, const char *value) {
  int field = number("FIELD_", word);
  char buffer[MAX_TEXT];
  const char *list[MAX_LIST];
  if (field < NOWPLAYING_FIELD_ARTISTS) return nowplaying_content_set_text(content, field, value);
  if (field < NOWPLAYING_FIELD_TRACK_NUMBER) {
    size_t count = list_of(value, buffer, list);
    /* The library refuses more, so that a player in C learns of it. */
    if (count > NOWPLAYING_MAX_TEXTS) count = NOWPLAYING_MAX_TEXTS;
    return nowplaying_content_set_texts(content, field, list, count);
  }
  if (field >= NOWPLAYING_FIELD_USER_RATING) return nowplaying_content_set_number(content, field, strtod(value, NULL));
  if (field >= NOWPLAYING_FIELD_RELEASE_DATE && field <= NOWPLAYING_FIELD_LAST_PLAYED)
    return nowplaying_content_set_text(content, field, value);
  return nowplaying_content_set_integer(content, field,
                                        strcmp(value, "true") == 0 ? 1 : strtoll(value, NULL, 10));
}

static nowplaying_status set_duration(nowplaying_content *content, const char *value) {
  if (isdigit((unsigned char)*value))
    return nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, microseconds(value));
  return nowplaying_content_set_duration(content, number("DURATION_", value), 0);
}

static nowplaying_status do_content(void) {
  nowplaying_content *content = NULL;
  nowplaying_status status = nowplaying_content_new(number("CONTENT_", given("kind")), given("id"), &content);
  for (int i = 0; i < pair_count && status == NOWPLAYING_OK; i++) {
    const char *key = pairs[i].key, *value = pairs[i].value;
    if (strcmp(key, "kind") == 0 || strcmp(key, "id") == 0) continue;
    if (strcmp(key, "picture") == 0) snprintf(picture, sizeof picture, "%s", value);
    else if (strcmp(key, "artwork") == 0) status = nowplaying_content_set_artwork(content, value);
    else if (strcmp(key, "duration") == 0) status = set_duration(content, value);
    else if (strcmp(key, "media-type") == 0)
      status = nowplaying_content_set_media_type(content, number("MEDIA_", value));
    else status = set_field(content, key, value);
  }
  if (status == NOWPLAYING_OK) status = nowplaying_session_set_content(session, content);
  nowplaying_content_free(content);
  return status;
}

static nowplaying_status do_nothing(void) { return nowplaying_session_set_content(session, NULL); }

static nowplaying_status do_snapshot(void) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  const char *state = given("state"), *rate = given("rate"), *default_rate = given("default-rate");
  snapshot.state = strcmp(state, "failed") == 0 ? NOWPLAYING_STATE_ERROR : number("STATE_", state);
  if (given("position")) snapshot.elapsed_us = microseconds(given("position"));
  if (rate) snapshot.rate = strtod(rate, NULL);
  if (default_rate) snapshot.default_rate = strtod(default_rate, NULL);
  if (given("kind")) snapshot.error_kind = number("ERROR_KIND_", given("kind"));
  snapshot.error = given("text");
  return nowplaying_session_set_snapshot(session, &snapshot);
}

/** The commands of a step, with what their members point to. */
static nowplaying_status do_commands(void) {
  static nowplaying_command commands[MAX_PAIRS];
  static double rates[MAX_PAIRS][MAX_LIST];
  static int64_t intervals[MAX_PAIRS][MAX_LIST];
  for (int i = 0; i < pair_count; i++) {
    const char *value = pairs[i].value;
    char buffer[MAX_TEXT];
    const char *list[MAX_LIST];
    size_t count = list_of(value, buffer, list);
    nowplaying_command *command = &commands[i];
    *command = (nowplaying_command)NOWPLAYING_COMMAND_INIT(number("COMMAND_", pairs[i].key));
    command->enabled = strcmp(value, "false") != 0;
    if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0) continue;
    const char *modes = argument_of(command->kind).modes;
    if (modes) command->current = number(modes, list[0]);
    for (size_t k = modes ? 1 : 0; k < count; k++) {
      if (modes) command->supported |= 1u << number(modes, list[k]);
      rates[i][k] = strtod(list[k], NULL);
      intervals[i][k] = microseconds(list[k]);
    }
    if (modes) continue;
    if (command->kind != NOWPLAYING_COMMAND_CHANGE_RATE) {
      command->intervals_us = intervals[i];
      command->interval_count = count;
    } else if (sscanf(value, "%lf..%lf", &command->rate_minimum, &command->rate_maximum) != 2) {
      command->rates = rates[i];
      command->rate_count = count;
    }
  }
  return nowplaying_session_set_commands(session, commands, (size_t)pair_count);
}

static nowplaying_status do_volume(void) {
  return nowplaying_session_set_volume(session, strtod(given("volume"), NULL));
}

static nowplaying_status do_queue(void) {
  char buffer[MAX_TEXT], title[256];
  const char *ids[MAX_LIST];
  nowplaying_content *entries[MAX_LIST] = {NULL};
  size_t count = list_of(given("ids"), buffer, ids);
  nowplaying_status status = NOWPLAYING_OK;
  for (size_t i = 0; i < count && status == NOWPLAYING_OK; i++) {
    status = nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, ids[i], &entries[i]);
    snprintf(title, sizeof title, "Title of %s", ids[i]);
    if (status == NOWPLAYING_OK) status = nowplaying_content_set_text(entries[i], NOWPLAYING_FIELD_TITLE, title);
  }
  if (status == NOWPLAYING_OK)
    status = nowplaying_session_set_queue(session, (const nowplaying_content *const *)entries, count);
  for (size_t i = 0; i < count; i++) nowplaying_content_free(entries[i]);
  return status;
}

static nowplaying_status do_playlists(void) {
  static char names[MAX_LIST][256];
  char buffer[MAX_TEXT];
  const char *ids[MAX_LIST];
  nowplaying_playlist playlists[MAX_LIST];
  size_t count = list_of(given("ids"), buffer, ids);
  for (size_t i = 0; i < count; i++) {
    snprintf(names[i], sizeof names[i], "Name of %s", ids[i]);
    playlists[i] = (nowplaying_playlist)NOWPLAYING_PLAYLIST_INIT;
    playlists[i].id = ids[i];
    playlists[i].name = names[i];
  }
  nowplaying_status status = nowplaying_app_set_playlists(app, playlists, count);
  return status ? status : nowplaying_app_set_active_playlist(app, given("active"));
}

static nowplaying_status do_commit(void) { return nowplaying_session_commit(session); }

static nowplaying_status do_answers(void) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < pair_count; i++) {
    char text[256];
    snprintf(text, sizeof text, "%s", pairs[i].value);
    snprintf(answers[i].word, sizeof answers[i].word, "%s", pairs[i].key);
    snprintf(answers[i].answer, sizeof answers[i].answer, "%s", decoded(text));
  }
  pthread_mutex_unlock(&lock);
  return NOWPLAYING_OK;
}

static nowplaying_status do_finish(void) {
  nowplaying_request *request = NULL;
  const char *failed = given("failed");
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
    if (strcmp(answers[i].word, given("command")) == 0) {
      request = answers[i].kept;
      answers[i].kept = NULL;
    }
  pthread_mutex_unlock(&lock);
  nowplaying_status how = failed ? NOWPLAYING_ERROR_COMMAND_FAILED : NOWPLAYING_OK;
  nowplaying_status status = nowplaying_request_complete(request, how, failed);
  nowplaying_request_unref(request);
  return status;
}

static nowplaying_status do_primary(void) { return nowplaying_session_request_application_primary(session); }

static nowplaying_status do_close(void) {
  nowplaying_session_free(session);
  session = NULL;
  return NOWPLAYING_OK;
}

static const struct {
  const char *name;
  nowplaying_status (*run)(void);
} verbs[] = {{"app", do_app}, {"session", do_session}, {"content", do_content}, {"nothing", do_nothing},
             {"snapshot", do_snapshot}, {"commands", do_commands}, {"volume", do_volume}, {"queue", do_queue},
             {"playlists", do_playlists}, {"commit", do_commit}, {"answers", do_answers}, {"finish", do_finish},
             {"primary", do_primary}, {"close", do_close}};

int main(void) {
  for (const char *verb; (verb = next_line());) {
    size_t i = 0;
    while (i < sizeof verbs / sizeof *verbs && strcmp(verbs[i].name, verb) != 0) i++;
    if (i == sizeof verbs / sizeof *verbs) return 2;
    if (verbs[i].run() == NOWPLAYING_OK) say("ok", NULL);
    else say("failed", "text", nowplaying_last_error(), NULL);
  }
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) nowplaying_request_unref(answers[i].kept);
  return 0;
}
