/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The driver of C for the scenarios of contract/scenarios: the host, as their page describes it. It runs the loop of
 * its app itself: handlers are called between the steps, and need no lock. */
#include <nowplaying/nowplaying.h>
#include <poll.h>
#include <stdarg.h>

#include "driver.h"

static nowplaying_app *app;
static nowplaying_session *session;

/** The answer of the handler of a word, and the request that it keeps. */
static struct answer {
  char word[64], how[256];
  nowplaying_request *kept;
} answers[64];

/** The picture of the item and its chapters: a path or an address; empty if it comes later. */
static char picture[4096], form[16];
static int64_t engine_position = NOWPLAYING_TIME_UNKNOWN;

/** Returns what a step has said of a word, or a new entry. */
static struct answer *answer_of(const char *word) {
  size_t i = 0;
  while (i < sizeof answers / sizeof *answers - 1 && *answers[i].word && !is(answers[i].word, word)) i++;
  snprintf(answers[i].word, sizeof answers[i].word, "%s", word);
  return &answers[i];
}

/** Tells that a handler was called, with texts up to NULL, and answers as a step has said. */
static nowplaying_status told(nowplaying_request *request, const char *word, ...) {
  struct answer *answer = answer_of(word);
  int64_t row = -1;
  va_list texts;
  va_start(texts, word);
  say_verb(word);
  for (const char *text; (text = va_arg(texts, const char *));) say_text(text);
  va_end(texts);
  /* The row that a request of the queue is about; nothing before the first one. */
  if (strncmp(word, "queue_", 6) == 0 && nowplaying_request_get_queue_row(request, &row) == NOWPLAYING_OK)
    say_text(row < 0 ? "" : digits_of((double)row).text);
  say_end();
  if (is(answer->how, "later")) {
    answer->kept = request;
    return NOWPLAYING_PENDING;
  }
  if (strncmp(answer->how, "failed:", 7) != 0) return NOWPLAYING_OK;
  nowplaying_request_complete(request, NOWPLAYING_ERROR_COMMAND_FAILED, answer->how + 7);
  return NOWPLAYING_ERROR_COMMAND_FAILED;
}

#define APP nowplaying_app *a, nowplaying_request *request
#define SESSION nowplaying_session *s, nowplaying_request *request
/** The handler of a name with these parameters, which tells these texts. */
#define HANDLER(name, parameters, ...) \
  static nowplaying_status on_##name parameters { return told(request, #name, __VA_ARGS__); }

HANDLER(raise, (APP, void *user_data), NULL) HANDLER(quit, (APP, void *user_data), NULL)
HANDLER(open_uri, (APP, const char *uri, const char *path, void *user_data), uri, NULL)
HANDLER(fullscreen, (APP, int32_t on, void *user_data), truth(on), NULL)
HANDLER(activate_playlist, (APP, const char *id, void *user_data), id, NULL)
HANDLER(volume, (SESSION, double volume, void *user_data), digits_of(volume).text, NULL)
HANDLER(queue_go_to, (SESSION, const char *id, void *user_data), id, NULL)
HANDLER(queue_remove, (SESSION, const char *id, void *user_data), id, NULL)
HANDLER(queue_add, (SESSION, const char *uri, const char *after, int32_t play, void *user_data), uri,
        after ? after : "", truth(play), NULL)
HANDLER(select_track, (SESSION, nowplaying_track_kind kind, const char *id, void *user_data),
        word_of("TRACK_", kind).text, id ? id : "", NULL)
HANDLER(device_volume, (SESSION, const char *id, double volume, void *user_data), id, digits_of(volume).text, NULL)
HANDLER(device_step, (SESSION, const char *id, int32_t step, void *user_data), id, digits_of(step).text, NULL)

static nowplaying_status on_command(SESSION, const nowplaying_command_event *event, void *user_data) {
  struct argument argument = argument_of(event->kind);
  struct word word = word_of("COMMAND_", event->kind);
  switch (argument.member) {
  case MEMBER_ID: return told(request, word.text, event->id, NULL);
  case MEMBER_ON: return told(request, word.text, truth(event->mode), NULL);
  case MEMBER_TIME: return told(request, word.text, digits_of((double)event->time_us / 1e6).text, NULL);
  case MEMBER_RATE: return told(request, word.text, digits_of(event->rate).text, NULL);
  case MEMBER_RATING: return told(request, word.text, digits_of(event->rating).text, NULL);
  case MEMBER_PHASE: return told(request, word.text, word_of(argument.words, event->phase).text, NULL);
  case MEMBER_MODE: return told(request, word.text, word_of(argument.words, event->mode).text, NULL);
  default: return told(request, word.text, NULL);
  }
}

/** Gives a picture in the form that a step says, by the functions with this beginning. Its data are read to `bytes`. */
#define GIVE(functions, place, form, ...) \
  (is(form, "data") ? functions##_data(__VA_ARGS__, bytes, bytes_of(place, bytes, sizeof bytes)) : \
   is(form, "address") ? functions##_url(__VA_ARGS__, place) : functions##_file(__VA_ARGS__, place))

static nowplaying_status on_artwork(SESSION, const nowplaying_artwork_event *event, void *user_data) {
  char bytes[MAX_TEXT];
  if (!*picture) return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  nowplaying_status status = told(request, "artwork", event->artwork_id, NULL);
  return status ? status : GIVE(nowplaying_request_complete_artwork, picture, form, request);
}

static nowplaying_status on_position(nowplaying_session *s, int64_t *ret_elapsed_us, void *user_data) {
  *ret_elapsed_us = engine_position;
  return engine_position == NOWPLAYING_TIME_UNKNOWN ? NOWPLAYING_ERROR_INVALID_STATE : NOWPLAYING_OK;
}

static void on_primary_changed(nowplaying_session *s, nowplaying_primary_flags primary, void *user_data) {
  say("primary_changed", ways_of(primary).text);
}

static void on_log(nowplaying_app *a, nowplaying_log_level level, const char *message, void *user_data) {
  if (strstr(message, "bug:")) say("complaint", message);
}

/** Whether all functions of the step have succeeded so far, whose results did() notes. */
static int is_done;
static void did(nowplaying_status status) { is_done = is_done && !status; }

/** Calls a function that takes a list of structs, with those of the rows of a table. Its columns are these members. */
#define SET_LIST(set, owner, type, initial, columns, table) \
  do { \
    type first = initial, list[MAX_LIST / 3]; \
    did(set(owner, list, fill_list(#type, list, &first, sizeof first, columns, table))); \
  } while (0)

/** Sets the handler of a name, if the step asks for it. */
#define HANDLE(name) if (has(given("can"), #name)) callbacks.name = on_##name

static void do_app(void) {
  struct list types = list_of(given("mime-types")), schemes = list_of(given("uri-schemes"));
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  fill("nowplaying_app_options", &options);
  options.application_id = "org.example.Scenario";
  options.loop = NOWPLAYING_LOOP_FD;
  options.uri_schemes = schemes.at, options.uri_scheme_count = schemes.count;
  options.mime_types = types.at, options.mime_type_count = types.count;
  if (is_true(given("show-idle"))) options.flags |= NOWPLAYING_APP_SHOW_IDLE;
  callbacks.log = on_log;
  HANDLE(raise); HANDLE(quit); HANDLE(fullscreen); HANDLE(open_uri); HANDLE(activate_playlist);
  did(nowplaying_app_new(&options, &callbacks, &app));
}

static void do_session(void) {
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  HANDLE(volume); HANDLE(position); HANDLE(primary_changed); HANDLE(device_volume); HANDLE(device_step);
  HANDLE(queue_go_to); HANDLE(queue_add); HANDLE(queue_remove); HANDLE(select_track);
  did((is_true(given("remote")) ? nowplaying_session_new_remote
                                : nowplaying_session_new)(app, given("id"), &callbacks, &session));
}

static void set_field(nowplaying_content *content, const char *word, const char *value) {
  if (has("kind,id,tags,extra,chapters,duration,media-type,artwork,picture,form", word)) return;
  int field = number("FIELD_", word);
  struct list list = list_of(value);
  /* The library refuses more, so that a player in C learns of it. */
  size_t count = list.count < NOWPLAYING_MAX_TEXTS ? list.count : NOWPLAYING_MAX_TEXTS;
  switch (form_of(field)) {
  case FORM_TEXTS: did(nowplaying_content_set_texts(content, field, list.at, count)); break;
  case FORM_INTEGER: did(nowplaying_content_set_integer(content, field, integer_of(value))); break;
  case FORM_NUMBER: did(nowplaying_content_set_number(content, field, strtod(value, NULL))); break;
  default: did(nowplaying_content_set_text(content, field, value)); break;
  }
}

static void do_content(void) {
  const char *id = given("id"), *duration = given("duration"), *artwork = given("artwork");
  nowplaying_content *content = NULL;
  struct list tags = list_of(given("tags")), extra = list_of(given("extra"));
  snprintf(picture, sizeof picture, "%s", given("picture") ? given("picture") : "");
  snprintf(form, sizeof form, "%s", given("form") ? given("form") : "");
  if (says("kind", "tagged")) did(nowplaying_content_new_by_tags(id, &content));
  else did(nowplaying_content_new(number("CONTENT_", given("kind")), id, &content));
  /* Tags come first, because a field that is given counts before them. */
  for (size_t i = 1; i < tags.count; i += 2)
    did(nowplaying_content_set_tag(content, tags.at[i - 1], tags.at[i], strlen(tags.at[i]), NULL));
  for (size_t i = 1; i < extra.count; i += 2) did(nowplaying_content_set_extra(content, extra.at[i - 1], extra.at[i]));
  for (int i = 0; i < pair_count; i++) set_field(content, pairs[i].key, pairs[i].value);
  if (given("media-type")) did(nowplaying_content_set_media_type(content, number("MEDIA_", given("media-type"))));
  if (artwork) did(nowplaying_content_set_artwork(content, artwork));
  if (given("chapters"))
    SET_LIST(nowplaying_content_set_chapters, content, nowplaying_chapter, NOWPLAYING_CHAPTER_INIT,
             "start,title,artwork-id", given("chapters"));
  if (duration && isdigit((unsigned char)*duration))
    did(nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, microseconds(duration)));
  else if (duration) did(nowplaying_content_set_duration(content, number("DURATION_", duration), 0));
  if (is_done) did(nowplaying_session_set_content(session, content));
  nowplaying_content_free(content);
}

static void do_commands(void) {
  nowplaying_command commands[MAX_PAIRS];
  for (int i = 0; i < pair_count; i++) commands[i] = command_of(pairs[i].key, pairs[i].value);
  did(nowplaying_session_set_commands(session, commands, (size_t)pair_count));
}

static void do_button(void) {
  nowplaying_command command = command_of(given("command"), given("value") ? given("value") : "true");
  fill("nowplaying_command", &command);
  did(nowplaying_session_set_command(session, &command));
}

static void do_change(void) {
  const char *mode = given("mode");
  int kind = number("COMMAND_", given("command")), is_enabled = is_true(given("enabled"));
  if (mode) did(nowplaying_session_set_command_mode(session, kind, number(argument_of(kind).words, mode)));
  else if (kind != NOWPLAYING_COMMAND_CUSTOM) did(nowplaying_session_set_command_enabled(session, kind, is_enabled));
  else did(nowplaying_session_set_custom_command(session, given("id"), is_enabled, is_true(given("active"))));
}

static void do_queue(void) {
  struct list ids = list_of(given("ids"));
  nowplaying_content *entries[MAX_LIST] = {NULL};
  for (size_t i = 0; i < ids.count; i++) {
    char title[256];
    snprintf(title, sizeof title, "Title of %s", ids.at[i]);
    did(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, ids.at[i], &entries[i]));
    did(nowplaying_content_set_text(entries[i], NOWPLAYING_FIELD_TITLE, title));
  }
  did(nowplaying_session_set_queue(session, (const nowplaying_content *const *)entries, ids.count));
  for (size_t i = 0; i < ids.count; i++) nowplaying_content_free(entries[i]);
}

static void do_finish(void) {
  struct answer *answer = answer_of(given("command"));
  nowplaying_status how = given("failed") ? NOWPLAYING_ERROR_COMMAND_FAILED : NOWPLAYING_OK;
  did(nowplaying_request_complete(answer->kept, how, given("failed")));
  nowplaying_request_unref(answer->kept);
  answer->kept = NULL;
}

/** Does a step, or ends with 2 where there is no such verb. */
static void do_step(const char *verb) {
  const char *id = given("id"), *place = given("picture"), *table = given("rows"), *row = given("row");
  const char *volume = given("volume"), *maximum = given("volume-maximum"), *position = given("position");
  char bytes[MAX_TEXT];
  if (is(verb, "app")) do_app();
  else if (is(verb, "looks")) {
    if (given("display-name")) did(nowplaying_app_set_display_name(app, given("display-name")));
    if (given("fullscreen")) did(nowplaying_app_set_fullscreen(app, is_true(given("fullscreen"))));
  } else if (is(verb, "session")) do_session();
  else if (is(verb, "content")) do_content();
  else if (is(verb, "nothing")) did(nowplaying_session_set_content(session, NULL));
  else if (is(verb, "provide") && !place) did(nowplaying_session_provide_artwork_none(session, id));
  else if (is(verb, "provide")) did(GIVE(nowplaying_session_provide_artwork, place, given("form"), session, id));
  else if (is(verb, "snapshot")) {
    nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
    did(nowplaying_session_set_snapshot(session, fill_snapshot(&snapshot) ? &snapshot : NULL));
  } else if (is(verb, "commands")) do_commands();
  else if (is(verb, "button")) do_button();
  else if (is(verb, "change")) do_change();
  else if (is(verb, "volume")) {
    if (volume) did(nowplaying_session_set_volume(session, is(volume, "none") ? -1 : strtod(volume, NULL)));
    if (maximum) did(nowplaying_session_set_volume_maximum(session, strtod(maximum, NULL)));
    if (given("muted")) did(nowplaying_session_set_muted(session, is_true(given("muted"))));
  } else if (is(verb, "queue")) do_queue();
  else if (is(verb, "row")) did(nowplaying_session_set_queue_row(session, row ? strtoll(row, NULL, 10) : -1));
  else if (is(verb, "playlists")) {
    SET_LIST(nowplaying_app_set_playlists, app, nowplaying_playlist, NOWPLAYING_PLAYLIST_INIT,
             "id,name,icon-url,created,modified,last-played", table);
    did(nowplaying_app_set_active_playlist(app, given("active")));
  } else if (is(verb, "tracks"))
    SET_LIST(nowplaying_session_set_tracks, session, nowplaying_track, NOWPLAYING_TRACK_INIT(0),
             "kind,id,language,title,selected,characteristics", table);
  else if (is(verb, "devices"))
    SET_LIST(nowplaying_session_set_devices, session, nowplaying_device, NOWPLAYING_DEVICE_INIT,
             "id,name,type,volume,can-step", table);
  else if (is(verb, "engine")) engine_position = position ? microseconds(position) : NOWPLAYING_TIME_UNKNOWN;
  else if (is(verb, "commit")) did(nowplaying_session_commit(session));
  else if (is(verb, "answers"))
    for (int i = 0; i < pair_count; i++)
      snprintf(answer_of(pairs[i].key)->how, sizeof answers->how, "%s", pairs[i].value);
  else if (is(verb, "finish")) do_finish();
  else if (is(verb, "primary")) did(nowplaying_session_request_application_primary(session));
  else if (is(verb, "system")) did(nowplaying_session_request_system_primary(session));
  else if (is(verb, "resign")) did(nowplaying_session_resign_system_primary(session));
  else if (is(verb, "close")) {
    nowplaying_session_free(session);
    session = NULL;
  } else exit(2);
}

int main(void) {
  /* The lines of steps, which are read as they come, and the loop of the app. */
  struct pollfd polled[] = {{fileno(stdin), POLLIN, 0}, {-1, POLLIN, 0}};
  setvbuf(stdin, NULL, _IONBF, 0);
  while (poll(polled, 2, -1) >= 0) {
    if (polled[1].revents) nowplaying_app_dispatch(app);
    if (!polled[0].revents) continue;
    const char *verb = next_line();
    if (!verb) break;
    is_done = 1;
    do_step(verb);
    say(is_done ? "ok" : "failed", is_done ? NULL : nowplaying_last_error());
    if (app) nowplaying_app_get_fd(app, &polled[1].fd);
  }
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) nowplaying_request_unref(answers[i].kept);
}
