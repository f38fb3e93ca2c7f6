/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The driver of C for the scenarios of contract/scenarios: the host, as their page describes it. */
#include <nowplaying/nowplaying.h>

#include "driver.h"
#include "driver_handlers.h"

static nowplaying_app *app;
static nowplaying_session *session;

static nowplaying_status do_app(void) {
  static const char *const schemes[] = {"file", "https"};
  const char *can = given("can");
  struct list types = list_of(given("mime-types"));
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "org.example.Scenario";
  options.display_name = given("name");
  options.desktop_entry = given("desktop-entry");
  options.instance = given("instance");
  options.bus_name = given("bus-name");
  options.uri_schemes = schemes;
  options.uri_scheme_count = 2;
  options.mime_types = types.at;
  options.mime_type_count = types.count;
  if (is_true(given("idle"))) options.flags |= NOWPLAYING_APP_SHOW_IDLE;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.log = on_log;
  if (has(can, "raise")) callbacks.raise = on_raise;
  if (has(can, "quit")) callbacks.quit = on_quit;
  if (has(can, "fullscreen")) callbacks.fullscreen = on_fullscreen;
  if (has(can, "uris")) callbacks.open_uri = on_open_uri;
  if (has(can, "playlists")) callbacks.activate_playlist = on_playlist;
  return nowplaying_app_new(&options, &callbacks, &app);
}

static nowplaying_status do_looks(void) {
  const char *name = given("name"), *fullscreen = given("fullscreen");
  nowplaying_status status = name ? nowplaying_app_set_display_name(app, name) : NOWPLAYING_OK;
  return fullscreen && !status ? nowplaying_app_set_fullscreen(app, is_true(fullscreen)) : status;
}

static nowplaying_status do_session(void) {
  const char *can = given("can");
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  if (has(can, "volume")) callbacks.volume = on_volume;
  if (has(can, "go-to")) callbacks.queue_go_to = on_go_to;
  if (has(can, "add")) callbacks.queue_add = on_add;
  if (has(can, "remove")) callbacks.queue_remove = on_remove;
  if (has(can, "tracks")) callbacks.select_track = on_track;
  if (has(can, "position")) callbacks.position = on_position;
  if (has(can, "primary")) callbacks.primary_changed = on_primary;
  if (has(can, "device-volume")) callbacks.device_volume = on_device_volume;
  if (has(can, "device-step")) callbacks.device_step = on_device_step;
  if (is_true(given("remote"))) return nowplaying_session_new_remote(app, given("id"), &callbacks, &session);
  return nowplaying_session_new(app, given("id"), &callbacks, &session);
}

static nowplaying_status set_duration(nowplaying_content *content, const char *value) {
  if (isdigit((unsigned char)*value))
    return nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, microseconds(value));
  return nowplaying_content_set_duration(content, number("DURATION_", value), 0);
}

static nowplaying_status set_media_type(nowplaying_content *content, const char *value) {
  return nowplaying_content_set_media_type(content, number("MEDIA_", value));
}

static nowplaying_status set_chapters(nowplaying_content *content, const char *value) {
  struct list cells = list_of(value);
  nowplaying_chapter chapters[MAX_LIST / 3];
  for (size_t i = 0; i < cells.count / 3; i++) {
    const char **row = &cells.at[i * 3];
    chapters[i] = (nowplaying_chapter){.struct_size = sizeof *chapters, .start_us = microseconds(row[0]),
                                       .title = row[1], .artwork_id = row[2]};
  }
  return nowplaying_content_set_chapters(content, chapters, cells.count / 3);
}

static nowplaying_status set_extra(nowplaying_content *content, const char *value) {
  struct list cells = list_of(value);
  nowplaying_status status = NOWPLAYING_OK;
  for (size_t i = 0; i + 1 < cells.count && !status; i += 2)
    status = nowplaying_content_set_extra(content, cells.at[i], cells.at[i + 1]);
  return status;
}

static nowplaying_status set_tags(nowplaying_content *content, const char *value) {
  struct list cells = list_of(value);
  nowplaying_status status = NOWPLAYING_OK;
  for (size_t i = 0; i + 1 < cells.count && !status; i += 2)
    status = nowplaying_content_set_tag(content, cells.at[i], cells.at[i + 1], strlen(cells.at[i + 1]), NULL);
  return status;
}

static nowplaying_status set_field(nowplaying_content *content, const char *word, const char *value) {
  int field = number("FIELD_", word);
  struct list list;
  switch (form_of(field)) {
  case FORM_TEXTS:
    list = list_of(value);
    /* The library refuses more, so that a player in C learns of it. */
    if (list.count > NOWPLAYING_MAX_TEXTS) list.count = NOWPLAYING_MAX_TEXTS;
    return nowplaying_content_set_texts(content, field, list.at, list.count);
  case FORM_INTEGER: return nowplaying_content_set_integer(content, field, integer_of(value));
  case FORM_NUMBER: return nowplaying_content_set_number(content, field, strtod(value, NULL));
  default: return nowplaying_content_set_text(content, field, value);
  }
}

/** The keys of an item that are not fields. Those without a function are used before the others. */
static const struct {
  const char *key;
  nowplaying_status (*set)(nowplaying_content *content, const char *value);
} properties[] = {{"kind", NULL}, {"id", NULL}, {"tags", NULL}, {"picture", NULL}, {"form", NULL},
                  {"artwork", nowplaying_content_set_artwork}, {"duration", set_duration},
                  {"media-type", set_media_type}, {"chapters", set_chapters}, {"extra", set_extra}};

static nowplaying_status set_property(nowplaying_content *content, const char *key, const char *value) {
  for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
    if (strcmp(properties[i].key, key) == 0)
      return properties[i].set ? properties[i].set(content, value) : NOWPLAYING_OK;
  return set_field(content, key, value);
}

static nowplaying_status do_content(void) {
  const char *id = given("id");
  pthread_mutex_lock(&lock);
  snprintf(picture, sizeof picture, "%s", given("picture") ? given("picture") : "");
  snprintf(picture_form, sizeof picture_form, "%s", given("form") ? given("form") : "file");
  pthread_mutex_unlock(&lock);
  nowplaying_content *content = NULL;
  nowplaying_status status = says("kind", "tagged")
                                 ? nowplaying_content_new_by_tags(id, &content)
                                 : nowplaying_content_new(number("CONTENT_", given("kind")), id, &content);
  /* A field that is given counts before the tags. */
  if (!status) status = set_tags(content, given("tags"));
  for (int i = 0; i < pair_count && !status; i++) status = set_property(content, pairs[i].key, pairs[i].value);
  if (!status) status = nowplaying_session_set_content(session, content);
  nowplaying_content_free(content);
  return status;
}

static nowplaying_status do_nothing(void) { return nowplaying_session_set_content(session, NULL); }

static nowplaying_status do_provide(void) {
  const char *id = given("id"), *path = given("picture");
  char bytes[MAX_TEXT];
  if (!path) return nowplaying_session_provide_artwork_none(session, id);
  if (says("form", "data"))
    return nowplaying_session_provide_artwork_data(session, id, bytes, bytes_of(path, bytes, sizeof bytes));
  if (says("form", "address")) return nowplaying_session_provide_artwork_url(session, id, path);
  return nowplaying_session_provide_artwork_file(session, id, path);
}

static nowplaying_status do_snapshot(void) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  return nowplaying_session_set_snapshot(session, fill_snapshot(&snapshot) ? &snapshot : NULL);
}

/** Returns the command of a word and its value. place: where its intervals or rates are kept. */
static nowplaying_command command_of(const char *word, const char *value, int place) {
  static double rates[MAX_PAIRS][MAX_LIST];
  static int64_t intervals[MAX_PAIRS][MAX_LIST];
  nowplaying_command command = NOWPLAYING_COMMAND_INIT(number("COMMAND_", word));
  struct argument argument = argument_of(command.kind);
  struct list list = list_of(value);
  command.enabled = strcmp(value, "false") != 0;
  if (is_true(value) || !command.enabled) return command;
  if (range_of(value, &command.rate_minimum, &command.rate_maximum)) return command;
  if (argument.member == MEMBER_MODE) {
    command.current = number(argument.words, list.at[0]);
    for (size_t i = 1; i < list.count; i++) command.supported |= 1u << number(argument.words, list.at[i]);
  } else if (argument.member == MEMBER_RATE) {
    command.rates = rates[place];
    command.rate_count = list.count;
    for (size_t i = 0; i < list.count; i++) rates[place][i] = strtod(list.at[i], NULL);
  } else {
    command.intervals_us = intervals[place];
    command.interval_count = list.count;
    for (size_t i = 0; i < list.count; i++) intervals[place][i] = microseconds(list.at[i]);
  }
  return command;
}

static nowplaying_status do_commands(void) {
  nowplaying_command commands[MAX_PAIRS];
  for (int i = 0; i < pair_count; i++) commands[i] = command_of(pairs[i].key, pairs[i].value, i);
  return nowplaying_session_set_commands(session, commands, (size_t)pair_count);
}

static nowplaying_status do_button(void) {
  const char *value = given("value"), *slot = given("slot"), *steps = given("steps");
  nowplaying_command command = command_of(given("command"), value ? value : "true", 0);
  command.id = given("id");
  command.title = given("title");
  command.short_title = given("short-title");
  command.icon = given("icon");
  command.active = is_true(given("active"));
  if (slot) command.slot = number("SLOT_", slot);
  if (steps) command.steps = (int32_t)strtol(steps, NULL, 10);
  return nowplaying_session_set_command(session, &command);
}

static nowplaying_status do_change(void) {
  const char *mode = given("mode");
  int kind = number("COMMAND_", given("command")), is_enabled = is_true(given("enabled"));
  if (mode) return nowplaying_session_set_command_mode(session, kind, number(argument_of(kind).words, mode));
  if (kind != NOWPLAYING_COMMAND_CUSTOM) return nowplaying_session_set_command_enabled(session, kind, is_enabled);
  return nowplaying_session_set_custom_command(session, given("id"), is_enabled, is_true(given("active")));
}

static nowplaying_status do_volume(void) {
  const char *volume = given("volume"), *maximum = given("maximum"), *muted = given("muted");
  nowplaying_status status = NOWPLAYING_OK;
  if (volume)
    status = nowplaying_session_set_volume(session, says("volume", "none") ? -1 : strtod(volume, NULL));
  if (maximum && !status) status = nowplaying_session_set_volume_maximum(session, strtod(maximum, NULL));
  return muted && !status ? nowplaying_session_set_muted(session, is_true(muted)) : status;
}

static nowplaying_status do_row(void) {
  const char *row = given("row");
  return nowplaying_session_set_queue_row(session, row ? strtoll(row, NULL, 10) : -1);
}

static nowplaying_status do_queue(void) {
  struct list ids = list_of(given("ids"));
  nowplaying_content *entries[MAX_LIST] = {NULL};
  nowplaying_status status = NOWPLAYING_OK;
  for (size_t i = 0; i < ids.count && !status; i++) {
    char title[256];
    snprintf(title, sizeof title, "Title of %s", ids.at[i]);
    status = nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, ids.at[i], &entries[i]);
    if (!status) status = nowplaying_content_set_text(entries[i], NOWPLAYING_FIELD_TITLE, title);
  }
  if (!status)
    status = nowplaying_session_set_queue(session, (const nowplaying_content *const *)entries, ids.count);
  for (size_t i = 0; i < ids.count; i++) nowplaying_content_free(entries[i]);
  return given("row") && !status ? do_row() : status;
}

static nowplaying_status do_playlists(void) {
  static char names[MAX_LIST][256];
  struct list ids = list_of(given("ids")), icons = list_of(given("icon-url")), created = list_of(given("created")),
              modified = list_of(given("modified")), played = list_of(given("last-played"));
  nowplaying_playlist playlists[MAX_LIST];
  for (size_t i = 0; i < ids.count; i++) {
    snprintf(names[i], sizeof names[i], "Name of %s", ids.at[i]);
    playlists[i] = (nowplaying_playlist){
        .struct_size = sizeof *playlists, .id = ids.at[i], .name = names[i], .icon_url = cell(&icons, i),
        .created = date_of(cell(&created, i)), .modified = date_of(cell(&modified, i)),
        .last_played = date_of(cell(&played, i))};
  }
  nowplaying_status status = nowplaying_app_set_playlists(app, playlists, ids.count);
  return status ? status : nowplaying_app_set_active_playlist(app, given("active"));
}

static nowplaying_status do_tracks(void) {
  struct list cells = list_of(given("rows"));
  nowplaying_track tracks[MAX_LIST / 6];
  for (size_t i = 0; i < cells.count / 6; i++) {
    const char **row = &cells.at[i * 6];
    tracks[i] = (nowplaying_track){
        .struct_size = sizeof *tracks, .kind = number("TRACK_", row[0]), .id = row[1], .language = row[2],
        .title = row[3], .selected = is_true(row[4]), .characteristics = characteristics_of(row[5])};
  }
  return nowplaying_session_set_tracks(session, tracks, cells.count / 6);
}

static nowplaying_status do_devices(void) {
  struct list cells = list_of(given("rows"));
  nowplaying_device devices[MAX_LIST / 5];
  for (size_t i = 0; i < cells.count / 5; i++) {
    const char **row = &cells.at[i * 5];
    devices[i] = (nowplaying_device){
        .struct_size = sizeof *devices, .id = row[0], .name = row[1], .type = number("DEVICE_", row[2]),
        .volume = *row[3] ? strtod(row[3], NULL) : -1, .can_step = is_true(row[4])};
  }
  return nowplaying_session_set_devices(session, devices, cells.count / 5);
}

static nowplaying_status do_engine(void) {
  const char *position = given("position");
  pthread_mutex_lock(&lock);
  engine_position = position ? microseconds(position) : NOWPLAYING_TIME_UNKNOWN;
  pthread_mutex_unlock(&lock);
  return NOWPLAYING_OK;
}

static nowplaying_status do_commit(void) { return nowplaying_session_commit(session); }

static nowplaying_status do_answers(void) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < pair_count; i++) {
    struct answer *answer = answer_of(pairs[i].key);
    snprintf(answer->how, sizeof answer->how, "%s", pairs[i].value);
    decoded(answer->how);
  }
  pthread_mutex_unlock(&lock);
  return NOWPLAYING_OK;
}

static nowplaying_status do_finish(void) {
  const char *failed = given("failed");
  pthread_mutex_lock(&lock);
  struct answer *answer = answer_of(given("command"));
  nowplaying_request *request = answer->kept;
  answer->kept = NULL;
  pthread_mutex_unlock(&lock);
  nowplaying_status how = failed ? NOWPLAYING_ERROR_COMMAND_FAILED : NOWPLAYING_OK;
  nowplaying_status status = nowplaying_request_complete(request, how, failed);
  nowplaying_request_unref(request);
  return status;
}

static nowplaying_status do_primary(void) {
  return says("which", "system") ? nowplaying_session_request_system_primary(session)
                                 : nowplaying_session_request_application_primary(session);
}

static nowplaying_status do_resign(void) { return nowplaying_session_resign_system_primary(session); }

static nowplaying_status do_close(void) {
  nowplaying_session_free(session);
  session = NULL;
  return NOWPLAYING_OK;
}

static const struct {
  const char *name;
  nowplaying_status (*run)(void);
} verbs[] = {{"app", do_app}, {"looks", do_looks}, {"session", do_session}, {"content", do_content},
             {"nothing", do_nothing}, {"provide", do_provide}, {"snapshot", do_snapshot}, {"commands", do_commands},
             {"button", do_button}, {"change", do_change}, {"volume", do_volume}, {"queue", do_queue},
             {"row", do_row}, {"playlists", do_playlists}, {"tracks", do_tracks}, {"devices", do_devices},
             {"engine", do_engine}, {"commit", do_commit}, {"answers", do_answers}, {"finish", do_finish},
             {"primary", do_primary}, {"resign", do_resign}, {"close", do_close}};

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
