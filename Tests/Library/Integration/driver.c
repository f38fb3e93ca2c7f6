/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The driver of C for the scenarios of contract/scenarios: the host, as their page describes it. */
#include <nowplaying/nowplaying.h>
#include <pthread.h>
#include <stdarg.h>

#include "driver.h"

static nowplaying_app *app;
static nowplaying_session *session;

/** Guards what the handlers use, which run on the library's thread. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/** The answer of the handler of a word, and the request that it keeps. */
static struct answer {
  char word[64], how[256];
  nowplaying_request *kept;
} answers[64];

/** The picture of the item and its chapters: a path or an address; empty if it comes later. */
static char picture[4096], picture_form[16];
static int64_t engine_position = NOWPLAYING_TIME_UNKNOWN;

/** Returns what a step has said of a word, or a new entry. */
static struct answer *answer_of(const char *word) {
  size_t i = 0;
  while (i < sizeof answers / sizeof *answers - 1 && *answers[i].word && strcmp(answers[i].word, word) != 0) i++;
  snprintf(answers[i].word, sizeof answers[i].word, "%s", word);
  return &answers[i];
}

/* ----------------------------------------------------------------------------------------------- Handlers -------- */

/** Tells that a handler was called, with texts up to NULL, and answers as a step has said. */
static nowplaying_status told(nowplaying_request *request, const char *word, ...) {
  nowplaying_status status = NOWPLAYING_OK;
  int64_t row = -1;
  pthread_mutex_lock(&lock);
  struct answer *answer = answer_of(word);
  if (strcmp(answer->how, "later") == 0) {
    answer->kept = request;
    status = NOWPLAYING_PENDING;
  } else if (strncmp(answer->how, "failed:", 7) == 0) {
    status = NOWPLAYING_ERROR_COMMAND_FAILED;
    nowplaying_request_complete(request, status, answer->how + 7);
  }
  pthread_mutex_unlock(&lock);
  va_list texts;
  va_start(texts, word);
  say_verb(word);
  for (const char *text; (text = va_arg(texts, const char *));) say_text(text);
  va_end(texts);
  /* The row that a request of the queue is about; nothing before the first one. */
  if (strncmp(word, "queue_", 6) == 0 && nowplaying_request_get_queue_row(request, &row) == NOWPLAYING_OK)
    say_text(row < 0 ? "" : digits_of((double)row).text);
  say_end();
  return status;
}

#define APP nowplaying_app *a, nowplaying_request *request
#define SESSION nowplaying_session *s, nowplaying_request *request
/** The handler of a name with these parameters, which tells these texts. */
#define HANDLER(name, parameters, ...) \
  static nowplaying_status on_##name parameters { return told(request, #name, __VA_ARGS__); }

HANDLER(raise, (APP, void *user_data), NULL)
HANDLER(quit, (APP, void *user_data), NULL)
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
  case NO_MEMBER: break;
  case MEMBER_ID: return told(request, word.text, event->id, NULL);
  case MEMBER_ON: return told(request, word.text, truth(event->mode), NULL);
  case MEMBER_TIME: return told(request, word.text, digits_of((double)event->time_us / 1e6).text, NULL);
  case MEMBER_RATE: return told(request, word.text, digits_of(event->rate).text, NULL);
  case MEMBER_RATING: return told(request, word.text, digits_of(event->rating).text, NULL);
  case MEMBER_PHASE: return told(request, word.text, word_of(argument.words, event->phase).text, NULL);
  case MEMBER_MODE: return told(request, word.text, word_of(argument.words, event->mode).text, NULL);
  }
  return told(request, word.text, NULL);
}

static nowplaying_status on_artwork(SESSION, const nowplaying_artwork_event *event, void *user_data) {
  char shown[sizeof picture], form[sizeof picture_form], bytes[MAX_TEXT];
  pthread_mutex_lock(&lock);
  memcpy(shown, picture, sizeof shown);
  memcpy(form, picture_form, sizeof form);
  pthread_mutex_unlock(&lock);
  if (!*shown) return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  nowplaying_status status = told(request, "artwork", event->artwork_id, NULL);
  if (status) return status;
  if (strcmp(form, "data") == 0)
    return nowplaying_request_complete_artwork_data(request, bytes, bytes_of(shown, bytes, sizeof bytes));
  if (strcmp(form, "address") == 0) return nowplaying_request_complete_artwork_url(request, shown);
  return nowplaying_request_complete_artwork_file(request, shown);
}

static nowplaying_status on_position(nowplaying_session *s, int64_t *ret_elapsed_us, void *user_data) {
  pthread_mutex_lock(&lock);
  *ret_elapsed_us = engine_position;
  pthread_mutex_unlock(&lock);
  return *ret_elapsed_us == NOWPLAYING_TIME_UNKNOWN ? NOWPLAYING_ERROR_INVALID_STATE : NOWPLAYING_OK;
}

static void on_primary_changed(nowplaying_session *s, nowplaying_primary_flags primary, void *user_data) {
  say("primary_changed", ways_of(primary).text);
}

static void on_log(nowplaying_app *a, nowplaying_log_level level, const char *message, void *user_data) {
  if (strstr(message, "bug:")) say("complaint", message);
}

/* -------------------------------------------------------------------------------------------------- Steps -------- */

/** Whether all functions of the step have succeeded so far. */
static int is_done;

/** Notes the result of a function. */
static void did(nowplaying_status status) { is_done = is_done && !status; }

/** Goes through the rows of a table, which are so many cells each. */
#define EACH_ROW(row, cells, width) \
  for (const char **row = (cells).at; row + (width) <= (cells).at + (cells).count; row += (width))

/** Sets the handler of a name, if the step asks for it. */
#define HANDLE(name) if (has(given("can"), #name)) callbacks.name = on_##name

static void do_app(void) {
  struct list types = list_of(given("mime-types")), schemes = list_of(given("uri-schemes"));
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "org.example.Scenario";
  options.display_name = given("display-name");
  options.desktop_entry = given("desktop-entry");
  options.instance = given("instance");
  options.bus_name = given("bus-name");
  options.uri_schemes = schemes.at;
  options.uri_scheme_count = schemes.count;
  options.mime_types = types.at;
  options.mime_type_count = types.count;
  if (is_true(given("show-idle"))) options.flags |= NOWPLAYING_APP_SHOW_IDLE;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.log = on_log;
  HANDLE(raise); HANDLE(quit); HANDLE(fullscreen); HANDLE(open_uri); HANDLE(activate_playlist);
  did(nowplaying_app_new(&options, &callbacks, &app));
}

static void do_looks(void) {
  if (given("display-name")) did(nowplaying_app_set_display_name(app, given("display-name")));
  if (given("fullscreen")) did(nowplaying_app_set_fullscreen(app, is_true(given("fullscreen"))));
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

static void set_chapters(nowplaying_content *content, const char *value) {
  struct list cells = list_of(value);
  nowplaying_chapter chapters[MAX_LIST / 3];
  size_t count = 0;
  EACH_ROW(row, cells, 3)
    chapters[count++] = (nowplaying_chapter){.struct_size = sizeof *chapters, .start_us = microseconds(row[0]),
                                             .title = row[1], .artwork_id = row[2]};
  did(nowplaying_content_set_chapters(content, chapters, count));
}

static void set_field(nowplaying_content *content, const char *word, const char *value) {
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

/** Sets what a step says of an item by a key. Tags are set before, because a field that is given counts before them. */
static void set_property(nowplaying_content *content, const char *key, const char *value) {
  struct list cells = list_of(value);
  if (has("kind,id,tags,picture,form", key)) return;
  if (strcmp(key, "artwork") == 0) did(nowplaying_content_set_artwork(content, value));
  else if (strcmp(key, "media-type") == 0) did(nowplaying_content_set_media_type(content, number("MEDIA_", value)));
  else if (strcmp(key, "chapters") == 0) set_chapters(content, value);
  else if (strcmp(key, "extra") == 0)
    EACH_ROW(row, cells, 2) did(nowplaying_content_set_extra(content, row[0], row[1]));
  else if (strcmp(key, "duration") != 0) set_field(content, key, value);
  else if (isdigit((unsigned char)*value))
    did(nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, microseconds(value)));
  else did(nowplaying_content_set_duration(content, number("DURATION_", value), 0));
}

static void do_content(void) {
  const char *id = given("id");
  nowplaying_content *content = NULL;
  struct list tags = list_of(given("tags"));
  pthread_mutex_lock(&lock);
  snprintf(picture, sizeof picture, "%s", given("picture") ? given("picture") : "");
  snprintf(picture_form, sizeof picture_form, "%s", given("form") ? given("form") : "file");
  pthread_mutex_unlock(&lock);
  if (says("kind", "tagged")) did(nowplaying_content_new_by_tags(id, &content));
  else did(nowplaying_content_new(number("CONTENT_", given("kind")), id, &content));
  EACH_ROW(row, tags, 2) did(nowplaying_content_set_tag(content, row[0], row[1], strlen(row[1]), NULL));
  for (int i = 0; i < pair_count; i++) set_property(content, pairs[i].key, pairs[i].value);
  if (is_done) did(nowplaying_session_set_content(session, content));
  nowplaying_content_free(content);
}

static void do_provide(void) {
  const char *id = given("id"), *path = given("picture");
  char bytes[MAX_TEXT];
  if (!path) did(nowplaying_session_provide_artwork_none(session, id));
  else if (says("form", "data"))
    did(nowplaying_session_provide_artwork_data(session, id, bytes, bytes_of(path, bytes, sizeof bytes)));
  else if (says("form", "address")) did(nowplaying_session_provide_artwork_url(session, id, path));
  else did(nowplaying_session_provide_artwork_file(session, id, path));
}

static void do_snapshot(void) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  did(nowplaying_session_set_snapshot(session, fill_snapshot(&snapshot) ? &snapshot : NULL));
}

static void do_commands(void) {
  static double rates[MAX_PAIRS][MAX_LIST];
  static int64_t intervals[MAX_PAIRS][MAX_LIST];
  nowplaying_command commands[MAX_PAIRS];
  for (int i = 0; i < pair_count; i++)
    commands[i] = command_of(pairs[i].key, pairs[i].value, rates[i], intervals[i]);
  did(nowplaying_session_set_commands(session, commands, (size_t)pair_count));
}

static void do_button(void) {
  double rates[MAX_LIST];
  int64_t intervals[MAX_LIST];
  const char *value = given("value"), *slot = given("slot"), *steps = given("steps");
  nowplaying_command command = command_of(given("command"), value ? value : "true", rates, intervals);
  command.id = given("id");
  command.title = given("title");
  command.short_title = given("short-title");
  command.icon = given("icon");
  command.active = is_true(given("active"));
  if (slot) command.slot = number("SLOT_", slot);
  if (steps) command.steps = (int32_t)strtol(steps, NULL, 10);
  did(nowplaying_session_set_command(session, &command));
}

static void do_change(void) {
  const char *mode = given("mode");
  int kind = number("COMMAND_", given("command")), is_enabled = is_true(given("enabled"));
  if (mode) did(nowplaying_session_set_command_mode(session, kind, number(argument_of(kind).words, mode)));
  else if (kind != NOWPLAYING_COMMAND_CUSTOM) did(nowplaying_session_set_command_enabled(session, kind, is_enabled));
  else did(nowplaying_session_set_custom_command(session, given("id"), is_enabled, is_true(given("active"))));
}

static void do_volume(void) {
  const char *volume = given("volume"), *maximum = given("volume-maximum"), *muted = given("muted");
  if (volume) did(nowplaying_session_set_volume(session, says("volume", "none") ? -1 : strtod(volume, NULL)));
  if (maximum) did(nowplaying_session_set_volume_maximum(session, strtod(maximum, NULL)));
  if (muted) did(nowplaying_session_set_muted(session, is_true(muted)));
}

static void do_row(void) {
  did(nowplaying_session_set_queue_row(session, given("row") ? strtoll(given("row"), NULL, 10) : -1));
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

static void do_playlists(void) {
  struct list cells = list_of(given("rows"));
  nowplaying_playlist playlists[MAX_LIST / 6];
  size_t count = 0;
  EACH_ROW(row, cells, 6)
    playlists[count++] = (nowplaying_playlist){
        .struct_size = sizeof *playlists, .id = row[0], .name = row[1], .icon_url = row[2], .created = date_of(row[3]),
        .modified = date_of(row[4]), .last_played = date_of(row[5])};
  did(nowplaying_app_set_playlists(app, playlists, count));
  did(nowplaying_app_set_active_playlist(app, given("active")));
}

static void do_tracks(void) {
  struct list cells = list_of(given("rows"));
  nowplaying_track tracks[MAX_LIST / 6];
  size_t count = 0;
  EACH_ROW(row, cells, 6)
    tracks[count++] = (nowplaying_track){
        .struct_size = sizeof *tracks, .kind = number("TRACK_", row[0]), .id = row[1], .language = row[2],
        .title = row[3], .selected = is_true(row[4]), .characteristics = characteristics_of(row[5])};
  did(nowplaying_session_set_tracks(session, tracks, count));
}

static void do_devices(void) {
  struct list cells = list_of(given("rows"));
  nowplaying_device devices[MAX_LIST / 5];
  size_t count = 0;
  EACH_ROW(row, cells, 5)
    devices[count++] = (nowplaying_device){
        .struct_size = sizeof *devices, .id = row[0], .name = row[1], .type = number("DEVICE_", row[2]),
        .volume = *row[3] ? strtod(row[3], NULL) : -1, .can_step = is_true(row[4])};
  did(nowplaying_session_set_devices(session, devices, count));
}

static void do_engine(void) {
  pthread_mutex_lock(&lock);
  engine_position = given("position") ? microseconds(given("position")) : NOWPLAYING_TIME_UNKNOWN;
  pthread_mutex_unlock(&lock);
}

static void do_answers(void) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < pair_count; i++) {
    struct answer *answer = answer_of(pairs[i].key);
    snprintf(answer->how, sizeof answer->how, "%s", pairs[i].value);
  }
  pthread_mutex_unlock(&lock);
}

static void do_finish(void) {
  pthread_mutex_lock(&lock);
  struct answer *answer = answer_of(given("command"));
  nowplaying_request *request = answer->kept;
  answer->kept = NULL;
  pthread_mutex_unlock(&lock);
  nowplaying_status how = given("failed") ? NOWPLAYING_ERROR_COMMAND_FAILED : NOWPLAYING_OK;
  did(nowplaying_request_complete(request, how, given("failed")));
  nowplaying_request_unref(request);
}

static void do_nothing(void) { did(nowplaying_session_set_content(session, NULL)); }
static void do_commit(void) { did(nowplaying_session_commit(session)); }
static void do_primary(void) { did(nowplaying_session_request_application_primary(session)); }
static void do_system(void) { did(nowplaying_session_request_system_primary(session)); }
static void do_resign(void) { did(nowplaying_session_resign_system_primary(session)); }

static void do_close(void) {
  nowplaying_session_free(session);
  session = NULL;
}

#define VERB(name) {#name, do_##name}
static const struct {
  const char *name;
  void (*run)(void);
} verbs[] = {VERB(app), VERB(looks), VERB(session), VERB(content), VERB(nothing), VERB(provide), VERB(snapshot),
             VERB(commands), VERB(button), VERB(change), VERB(volume), VERB(queue), VERB(row), VERB(playlists),
             VERB(tracks), VERB(devices), VERB(engine), VERB(commit), VERB(answers), VERB(finish), VERB(primary),
             VERB(system), VERB(resign), VERB(close)};

int main(void) {
  for (const char *verb; (verb = next_line());) {
    size_t i = 0;
    while (i < sizeof verbs / sizeof *verbs && strcmp(verbs[i].name, verb) != 0) i++;
    if (i == sizeof verbs / sizeof *verbs) return 2;
    is_done = 1;
    verbs[i].run();
    if (is_done) say("ok", NULL);
    else say("failed", nowplaying_last_error());
  }
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) nowplaying_request_unref(answers[i].kept);
  return 0;
}
