/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The driver of C for the scenarios of contract/scenarios/surfaces: the surface, as their page describes it. */
#include <nowplaying/surface.h>

#include "driver.h"
#include "driver_json.h"

static nowplaying_surface *surface;

/** The sessions as they were seen last. */
static nowplaying_surface_session *sessions[MAX_LIST];
static size_t session_count;

/** Puts a list of structs, each of which a function gets by its index. `more` puts what is not a plain member. */
#define PUT_LIST(name, type, initial, get, more) \
  begin(name, '['); \
  for (size_t index = 0; index < MAX_LIST; index++) { \
    type one = initial; \
    if (get(session, index, &one) != NOWPLAYING_OK) break; \
    begin(NULL, '{'); \
    put_members(#type, &one); \
    more; \
    put("}"); \
  } \
  put("]")

static void put_field(const nowplaying_surface_session *session, const char *name, nowplaying_field field) {
  int64_t whole;
  double number;
  const char *text = nowplaying_surface_session_get_text(session, field, 0);
  if (form_of(field) == FORM_TEXT) put_key_text(name, text);
  else if (form_of(field) == FORM_TEXTS) {
    begin(name, '[');
    for (size_t i = 0; (text = nowplaying_surface_session_get_text(session, field, i)) && *text; i++) put_text(text);
    put("]");
  } else if (nowplaying_surface_session_get_number(session, field, &number) == NOWPLAYING_OK)
    put_key_number(name, number);
  else if (nowplaying_surface_session_get_integer(session, field, &whole) == NOWPLAYING_OK)
    put_key_number(name, (double)whole);
}

static void put_chapter_more(const nowplaying_surface_session *session, size_t index, int64_t start) {
  int64_t end = NOWPLAYING_TIME_UNKNOWN;
  nowplaying_surface_session_get_chapter_at(session, start, &index, &end);
  put_key_number("index", (double)index);
  put_key_time("end", end);
}

static void put_item(const nowplaying_surface_session *session) {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  if (nowplaying_surface_session_get_item(session, &item) != NOWPLAYING_OK) return;
  begin("item", '{');
  put_members("nowplaying_surface_item", &item);
  if (item.duration_kind != NOWPLAYING_DURATION_FINITE)
    put_key_text("duration", word_of("DURATION_", item.duration_kind).text);
  begin("lines", '[');
  put_text(item.first_line);
  put_text(item.second_line);
  put_text(item.third_line);
  put("]");
  begin("animated-artwork-ids", '{');
  put_key_text("square", item.animated_square_id);
  put_key_text("tall", item.animated_tall_id);
  put("}");
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (strncmp(constants[i].name, "FIELD_", 6) == 0)
      put_field(session, small(constants[i].name + 6).text, (nowplaying_field)constants[i].value);
  begin("extra", '{');
  const char *name;
  for (size_t i = 0; (name = nowplaying_surface_session_get_extra_key(session, i)) && *name; i++)
    put_key_text(name, nowplaying_surface_session_get_extra(session, name));
  put("}");
  PUT_LIST("chapters", nowplaying_chapter, NOWPLAYING_CHAPTER_INIT, nowplaying_surface_session_get_chapter,
           put_chapter_more(session, index, one.start_us));
  put("}");
}

static void put_range(const char *name, double from, double to) {
  begin(name, '[');
  put_number(from);
  put_number(to);
  put("]");
}

static void put_playback(const nowplaying_surface_session *session) {
  nowplaying_snapshot now = NOWPLAYING_SNAPSHOT_INIT;
  size_t chapter = 0;
  const char *line = NULL;
  int64_t next = NOWPLAYING_TIME_UNKNOWN;
  nowplaying_surface_session_get_snapshot(session, NOWPLAYING_TIME_NOW, &now);
  begin("playback", '{');
  put_members("nowplaying_snapshot", &now);
  if (now.seekable_start_us != NOWPLAYING_TIME_UNKNOWN)
    put_range("seekable", (double)now.seekable_start_us / 1e6, (double)now.seekable_end_us / 1e6);
  if (nowplaying_surface_session_get_chapter_at(session, now.elapsed_us, &chapter, NULL) == NOWPLAYING_OK)
    put_key_number("chapter", (double)chapter);
  if (nowplaying_surface_session_get_lyrics_at(session, now.elapsed_us, &line, &next) == NOWPLAYING_OK) {
    put_key_text("line", line);
    put_key_time("line-end", next);
  }
  put("}");
}

/** Puts what a command has besides the plain members: its modes, and its range of speeds. */
static void put_command_more(const nowplaying_command *command) {
  struct argument argument = argument_of(command->kind);
  const char *words = argument.member == MEMBER_MODE ? argument.words : NULL;
  put_key_text("current", words ? word_of(words, command->current).text : NULL);
  begin("supported", '[');
  for (int mode = 0; words && mode < 32; mode++)
    if (command->supported >> mode & 1) put_text(word_of(words, mode).text);
  put("]");
  if (command->rate_maximum > 0) put_range("rate-range", command->rate_minimum, command->rate_maximum);
}

static void put_lists(const nowplaying_surface_session *session) {
  nowplaying_surface_queue queue = NOWPLAYING_SURFACE_QUEUE_INIT;
  nowplaying_surface_playlists playlists = NOWPLAYING_SURFACE_PLAYLISTS_INIT;
  if (nowplaying_surface_session_get_queue(session, &queue) == NOWPLAYING_OK) {
    begin("queue", '{');
    put_members("nowplaying_surface_queue", &queue);
    PUT_LIST("entries", nowplaying_surface_queue_entry, NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT,
             nowplaying_surface_session_get_queue_entry, (void)0);
    put("}");
  }
  if (nowplaying_surface_session_get_playlists(session, &playlists) != NOWPLAYING_OK) return;
  begin("playlists", '{');
  put_members("nowplaying_surface_playlists", &playlists);
  PUT_LIST("lists", nowplaying_surface_playlist, NOWPLAYING_SURFACE_PLAYLIST_INIT,
           nowplaying_surface_session_get_playlist, (void)0);
  begin("orders", '[');
  for (int order = NOWPLAYING_SURFACE_ORDER_ANY; order <= NOWPLAYING_SURFACE_ORDER_USER; order++)
    if (playlists.orders >> order & 1) put_text(word_of("SURFACE_ORDER_", order).text);
  put("]}");
}

static void put_session(const nowplaying_surface_session *session) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_surface_session_get_info(session, &info);
  begin(NULL, '{');
  put_members("nowplaying_surface_info", &info);
  put_bits("primary", info.primary, "PRIMARY_", strlen("PRIMARY_"));
  put_bits("abilities", info.abilities, "SURFACE_SPEAKS_,SURFACE_IS_,SURFACE_CAN_,SURFACE_MAY_", strlen("SURFACE_"));
  put_item(session);
  put_playback(session);
  PUT_LIST("commands", nowplaying_command, NOWPLAYING_COMMAND_INIT(0), nowplaying_surface_session_get_command,
           put_command_more(&one));
  PUT_LIST("controls", nowplaying_surface_control, NOWPLAYING_SURFACE_CONTROL_INIT,
           nowplaying_surface_session_get_control, (void)0);
  PUT_LIST("devices", nowplaying_device, NOWPLAYING_DEVICE_INIT, nowplaying_surface_session_get_device, (void)0);
  PUT_LIST("tracks", nowplaying_track, NOWPLAYING_TRACK_INIT(0), nowplaying_surface_session_get_track,
           put_bits("characteristics", one.characteristics, "TRACK_IS_,TRACK_DESCRIBES_", strlen("TRACK_")));
  put_lists(session);
  put("}");
}

static void tell_end(const char *number, nowplaying_status status, const char *message) {
  say_verb("ended");
  say_pair("number", number);
  say_pair("status", status ? word_of("ERROR_", status).text : "ok");
  say_pair("message", message);
}

static void on_done(nowplaying_surface *of, const nowplaying_surface_result *result, void *number) {
  tell_end(number, result->status, result->message);
  if (result->mime_type) {
    say_pair("mime-type", result->mime_type);
    say_pair("width", digits_of(result->width).text);
    say_pair("height", digits_of(result->height).text);
    say_pair("orientation", digits_of(result->orientation).text);
  }
  say_end();
  free(number);
}

/** Returns a number of a step; 0 where it has none. */
static double value_of(const char *name) { return given(name) ? strtod(given(name), NULL) : 0; }

/** Returns the command that a step sends, or the press of a control. */
static nowplaying_command_event event_of(const nowplaying_surface_session *session) {
  nowplaying_surface_control control = NOWPLAYING_SURFACE_CONTROL_INIT;
  nowplaying_surface_session_get_control(session, (size_t)value_of("index"), &control);
  nowplaying_command_event press = NOWPLAYING_SURFACE_PRESS_INIT(control);
  if (given("phase")) press.phase = number("PHASE_", given("phase"));
  if (!given("command")) return press;
  nowplaying_command_event event = NOWPLAYING_SURFACE_COMMAND_INIT(number("COMMAND_", given("command")));
  if (given("mode")) event.mode = number(argument_of(event.kind).words, given("mode"));
  if (given("on")) event.mode = is_true(given("on"));
  event.time_us = (int64_t)llround((value_of("position") + value_of("interval")) * 1e6);
  event.phase = press.phase;
  event.rate = value_of("rate");
  event.rating = value_of("rating");
  event.button = (uint32_t)value_of("button");
  event.toggle = is_true(given("toggle"));
  event.id = given("id");
  return event;
}

/** Begins an action. */
static nowplaying_status begin_action(const char *verb, nowplaying_surface_session *to, char *end) {
#define IS(word) strcmp(verb, word) == 0
#define ACT(name, ...) nowplaying_surface_##name(surface, to, __VA_ARGS__, on_done, end, NULL)
  int32_t width = (int32_t)value_of("width"), height = (int32_t)value_of("height"), follow = !says("follow", "false");
  const char *id = given("id");
  nowplaying_command_event event = event_of(to);
  if (IS("send") || IS("press")) return ACT(send_command, &event);
  if (IS("set-volume")) return ACT(set_volume, given("device"), value_of("volume"));
  if (IS("step-volume")) return ACT(step_volume, given("device"), (int32_t)value_of("step"));
  if (IS("artwork")) return ACT(get_artwork, width, height);
  if (IS("chapter-artwork")) return ACT(get_chapter_artwork, (size_t)value_of("chapter"), width, height);
  if (IS("preview")) return ACT(get_preview, number("ASPECT_RATIO_", given("ratio")), width, height);
  if (IS("select-track")) return ACT(select_track, number("TRACK_", given("kind")), id);
  if (IS("raise")) return nowplaying_surface_raise(surface, to, on_done, end, NULL);
  if (IS("quit")) return nowplaying_surface_quit(surface, to, on_done, end, NULL);
  if (IS("follow-queue")) return ACT(follow_queue, follow);
  if (IS("go-to")) return ACT(queue_go_to, id);
  if (IS("add")) return ACT(queue_add, given("uri"), given("after"), is_true(given("play")));
  if (IS("remove")) return ACT(queue_remove, id);
  if (IS("activate-playlist")) return ACT(activate_playlist, id);
  const char *order = given("order") ? given("order") : "any";
  return ACT(follow_playlists, follow, number("SURFACE_ORDER_", order), is_true(given("reverse")));
}

static void act(const char *verb) {
  char *end = strdup(given("number"));
  nowplaying_surface_session *to = NULL;
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  for (size_t i = 0; i < session_count; i++)
    if (nowplaying_surface_session_get_info(sessions[i], &info) == NOWPLAYING_OK && says("key", info.key))
      to = sessions[i];
  nowplaying_status status = begin_action(verb, to, end);
  if (status == NOWPLAYING_OK) return;
  tell_end(end, status, nowplaying_surface_last_error());
  say_end();
  free(end);
}

/** Tells of a session, and of its parts that have changed. */
static void tell(const char *verb, const nowplaying_surface_session *session, const char *parts) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_surface_session_get_info(session, &info);
  say_verb(verb);
  say_pair("name", info.display_name);
  say_pair("parts", parts);
  say_end();
}

static void on_listed(nowplaying_surface *of, void *user_data) { say("listed", NULL); }
static void on_ordered(nowplaying_surface *of, void *user_data) { say("ordered", NULL); }

#define TELLS(verb) \
  static void on_##verb(nowplaying_surface *of, nowplaying_surface_session *session, void *user_data) { \
    tell(#verb, session, ""); \
  }
TELLS(added) TELLS(removed)

static void on_changed(nowplaying_surface *of, nowplaying_surface_session *session,
                       nowplaying_surface_changes changes, void *user_data) {
  char parts[1024] = "";
  for (int bit = 0; bit < 32; bit++) {
    if (!(changes >> bit & 1)) continue;
    strcat(parts, *parts ? "," : "");
    strcat(parts, word_of("SURFACE_CHANGED_", 1 << bit).text);
  }
  tell("changed", session, parts);
}

static void forget_sessions(void) { while (session_count) nowplaying_surface_session_unref(sessions[--session_count]); }

static void make_surface(void) {
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = {.struct_size = sizeof callbacks, .listed = on_listed, .added = on_added,
                                            .ordered = on_ordered, .removed = on_removed, .changed = on_changed};
  options.name = "scenario";
  options.twins = is_true(given("twins"));
  if (nowplaying_surface_new(&options, &callbacks, &surface) != NOWPLAYING_OK) exit(2);
}

int main(void) {
  for (const char *verb; (verb = next_line()); json_size = 0) {
    if (strcmp(verb, "surface") == 0) make_surface();
    if (strcmp(verb, "ratios") == 0)
      nowplaying_surface_set_aspect_ratios(
          surface, (has(given("ratios"), "square") ? NOWPLAYING_ASPECT_RATIOS_SQUARE : 0u) |
                       (has(given("ratios"), "tall") ? NOWPLAYING_ASPECT_RATIOS_TALL : 0u));
    if (strcmp(verb, "look") == 0) {
      forget_sessions();
      nowplaying_surface_get_sessions(surface, sessions, MAX_LIST, &session_count);
      put("[");
      for (size_t i = 0; i < session_count; i++) put_session(sessions[i]);
      put("]");
    }
    say_verb("ok");
    if (json_size) say_pair("sessions", json);
    say_end();
    if (given("number")) act(verb);
  }
  forget_sessions();
  nowplaying_surface_free(surface);
}
