/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A player that does what it is ordered, for the integration tests.
 * usage: host [OPTION…]   (the options are in options.c)
 * Reads commands, one per line, words percent-encoded; "-" is NULL. Writes JSON lines: an "answer" to each command
 * and an "event" for each callback. Ends at the end of its input. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

enum { MAX_OBJECTS = 64, MAX_LINE = 1 << 20 };

struct object {
  char *name;
  void *handle;
};

static nowplaying_session_callbacks callbacks;
static struct object sessions[MAX_OBJECTS], contents[MAX_OBJECTS];
int64_t value;
char value_text[NOWPLAYING_MAX_BUS_NAME_BYTES + 1];

/** Returns the slot of a name, or a free one. */
static struct object *slot(struct object *objects, const char *name) {
  for (int i = 0; i < MAX_OBJECTS; i++)
    if (objects[i].name && strcmp(objects[i].name, name) == 0) return &objects[i];
  for (int i = 0; i < MAX_OBJECTS; i++)
    if (!objects[i].name) return &objects[i];
  die("too many objects");
  return NULL;
}

nowplaying_session *session(char **words) { return slot(sessions, words[1])->handle; }
nowplaying_content *content(char **words) { return slot(contents, words[1])->handle; }

const char *text(const char *word) { return strcmp(word, "-") == 0 ? NULL : word; }
int64_t integer(const char *word) { return strtoll(word, NULL, 10); }

static nowplaying_status keep(struct object *object, const char *name, void *handle, nowplaying_status status) {
  if (status == NOWPLAYING_OK) {
    free(object->name);
    *object = (struct object){strdup(name), handle};
  }
  return status;
}

static void drop(struct object *object) {
  free(object->name);
  *object = (struct object){NULL, NULL};
}

/* session NAME ID, remote NAME ID */
static nowplaying_status do_session(char **words, int count) {
  callbacks.user_data = strdup(words[1]);
  nowplaying_session *made = NULL;
  int is_remote = words[0][0] == 'r';
  nowplaying_status status = is_remote ? nowplaying_session_new_remote(app, text(words[2]), &callbacks, &made)
                                       : nowplaying_session_new(app, text(words[2]), &callbacks, &made);
  if (status) free(callbacks.user_data);
  return keep(slot(sessions, words[1]), words[1], made, status);
}

/* devices SESSION TYPE …, each called by its type */
static nowplaying_status do_devices(char **words, int count) {
  nowplaying_device list[MAX_WORDS];
  for (int i = 2; i < count; i++) {
    list[i] = (nowplaying_device)NOWPLAYING_DEVICE_INIT;
    list[i].id = list[i].name = words[i];
    list[i].type = (int32_t)integer(words[i]);
  }
  return nowplaying_session_set_devices(session(words), list + 2, (size_t)(count - 2));
}

/* free NAME */
static nowplaying_status do_free(char **words, int count) {
  nowplaying_session_free(session(words));
  drop(slot(sessions, words[1]));
  return NOWPLAYING_OK;
}

/* free_app */
static nowplaying_status do_free_app(char **words, int count) {
  nowplaying_app_free(app);
  app = NULL;
  return NOWPLAYING_OK;
}

/* content NAME KIND ID */
static nowplaying_status do_content(char **words, int count) {
  nowplaying_content *made = NULL;
  nowplaying_status status = nowplaying_content_new((int32_t)integer(words[2]), text(words[3]), &made);
  nowplaying_content_free(content(words));
  return keep(slot(contents, words[1]), words[1], made, status);
}

/* text CONTENT FIELD TEXT */
static nowplaying_status do_text(char **words, int count) {
  return nowplaying_content_set_text(content(words), (int32_t)integer(words[2]), text(words[3]));
}

/* texts CONTENT FIELD TEXT… */
static nowplaying_status do_texts(char **words, int count) {
  return nowplaying_content_set_texts(content(words), (int32_t)integer(words[2]), (const char *const *)words + 3,
                                      (size_t)count - 3);
}

/* extra CONTENT KEY TEXT */
static nowplaying_status do_extra(char **words, int count) {
  return nowplaying_content_set_extra(content(words), text(words[2]), text(words[3]));
}

/* integer CONTENT FIELD NUMBER */
static nowplaying_status do_integer(char **words, int count) {
  return nowplaying_content_set_integer(content(words), (int32_t)integer(words[2]), integer(words[3]));
}

/* number CONTENT FIELD NUMBER */
static nowplaying_status do_number(char **words, int count) {
  return nowplaying_content_set_number(content(words), (int32_t)integer(words[2]), strtod(words[3], NULL));
}

/* duration CONTENT SORT MICROSECONDS */
static nowplaying_status do_duration(char **words, int count) {
  return nowplaying_content_set_duration(content(words), (int32_t)integer(words[2]), integer(words[3]));
}

/* art CONTENT ARTWORK_ID */
static nowplaying_status do_art(char **words, int count) {
  return nowplaying_content_set_artwork(content(words), text(words[2]));
}

/* show SESSION CONTENT */
static nowplaying_status do_show(char **words, int count) {
  return nowplaying_session_set_content(session(words), text(words[2]) ? content(words + 1) : NULL);
}

/* snapshot SESSION STATE ELAPSED TIMESTAMP RATE DEFAULT_RATE */
static nowplaying_status do_snapshot(char **words, int count) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = (int32_t)integer(words[2]);
  snapshot.elapsed_us = integer(words[3]);
  snapshot.timestamp_us = integer(words[4]);
  snapshot.rate = strtod(words[5], NULL);
  snapshot.default_rate = strtod(words[6], NULL);
  return nowplaying_session_set_snapshot(session(words), &snapshot);
}

/* commands SESSION KIND:ENABLED:TAG:CURRENT:SUPPORTED:NUMBER,NUMBER…;LOW..HIGH …
 * The numbers are intervals or rates, the last two the bounds of any rate. */
static nowplaying_status do_commands(char **words, int count) {
  static nowplaying_command list[MAX_WORDS];
  static int64_t intervals[MAX_WORDS][8];
  static double rates[MAX_WORDS][8];
  for (int i = 2; i < count; i++) {
    int kind = 0, enabled = 0, current = 0, used = 0;
    unsigned supported = 0;
    unsigned long long tag = 0;
    if (sscanf(words[i], "%d:%d:%llu:%d:%u:%n", &kind, &enabled, &tag, &current, &supported, &used) != 5) {
      die("a command is not KIND:ENABLED:TAG:CURRENT:SUPPORTED:NUMBERS");
    }
    size_t numbers = 0;
    char *at = words[i] + used;
    for (; *at && *at != ';' && numbers < 8; numbers++) {
      rates[i][numbers] = strtod(at, &at);
      intervals[i][numbers] = (int64_t)rates[i][numbers];
      at += *at == ',';
    }
    list[i] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(kind);
    sscanf(at, ";%lf..%lf", &list[i].rate_minimum, &list[i].rate_maximum);
    list[i].enabled = enabled;
    list[i].tag = tag;
    list[i].current = current;
    list[i].supported = supported;
    if (kind == NOWPLAYING_COMMAND_CHANGE_RATE) {
      list[i].rates = numbers ? rates[i] : NULL;
      list[i].rate_count = numbers;
    } else {
      list[i].intervals_us = numbers ? intervals[i] : NULL;
      list[i].interval_count = numbers;
    }
  }
  return nowplaying_session_set_commands(session(words), list + 2, (size_t)count - 2);
}

/* enable SESSION KIND 0|1 */
static nowplaying_status do_enable(char **words, int count) {
  return nowplaying_session_set_command_enabled(session(words), (int32_t)integer(words[2]), (int32_t)integer(words[3]));
}

/* volume SESSION VOLUME */
static nowplaying_status do_volume(char **words, int count) {
  return nowplaying_session_set_volume(session(words), strtod(words[2], NULL));
}

/* display_name NAME */
static nowplaying_status do_display_name(char **words, int count) {
  return nowplaying_app_set_display_name(app, text(words[1]));
}

/* fullscreen 0|1 */
static nowplaying_status do_fullscreen(char **words, int count) {
  return nowplaying_app_set_fullscreen(app, (int32_t)integer(words[1]));
}

/* bus_name: answers with the app's bus name as the text */
static nowplaying_status do_bus_name(char **words, int count) {
  return nowplaying_app_get_bus_name(app, value_text, sizeof value_text);
}

/* commit SESSION */
static nowplaying_status do_commit(char **words, int count) { return nowplaying_session_commit(session(words)); }

/* primary SESSION application|system|resign */
static nowplaying_status do_primary(char **words, int count) {
  if (strcmp(words[2], "application") == 0) return nowplaying_session_request_application_primary(session(words));
  if (strcmp(words[2], "system") == 0) return nowplaying_session_request_system_primary(session(words));
  return nowplaying_session_resign_system_primary(session(words));
}

/* get_primary SESSION */
static nowplaying_status do_get_primary(char **words, int count) {
  nowplaying_primary_flags bits = 0;
  nowplaying_status status = nowplaying_session_get_primary(session(words), &bits);
  value = bits;
  return status;
}

/* bus_state */
static nowplaying_status do_bus_state(char **words, int count) {
  nowplaying_bus_state state = 0;
  nowplaying_status status = nowplaying_app_get_bus_state(app, &state);
  value = state;
  return status;
}

static const struct {
  const char *name;
  int words;
  nowplaying_status (*run)(char **words, int count);
} verbs[] = {
    {"session", 3, do_session},        {"free", 2, do_free},
    {"free_app", 1, do_free_app},      {"content", 4, do_content},
    {"text", 4, do_text},              {"texts", 3, do_texts},
    {"integer", 4, do_integer},        {"number", 4, do_number},
    {"duration", 4, do_duration},      {"art", 3, do_art},
    {"show", 3, do_show},              {"snapshot", 7, do_snapshot},
    {"commands", 2, do_commands},      {"enable", 4, do_enable},
    {"volume", 3, do_volume},          {"commit", 2, do_commit},
    {"primary", 3, do_primary},        {"get_primary", 2, do_get_primary},
    {"bus_state", 1, do_bus_state},    {"answer", 4, do_answer},
    {"complete", 4, do_complete},      {"art_file", 3, do_art_file},
    {"art_data", 3, do_art_data},      {"art_thread", 3, do_art_thread},
    {"unref", 2, do_unref},            {"request_state", 2, do_request_state},
    {"loop", 1, do_loop},              {"hold", 1, do_hold},
    {"await", 1, do_await},            {"nest", 1, do_nest},
    {"leave", 1, do_leave},            {"turns", 1, do_turns},
    {"fullscreen", 2, do_fullscreen},  {"close_input", 1, do_close_input},
    {"display_name", 2, do_display_name}, {"bus_name", 1, do_bus_name},
    {"art_url", 3, do_art_url},        {"queue", 2, do_queue},
    {"long_queue", 3, do_long_queue},  {"request_row", 2, do_request_row},
    {"playlists", 1, do_playlists},    {"active_playlist", 2, do_active_playlist},
    {"remote", 3, do_session},         {"devices", 2, do_devices},
    {"position", 5, do_position},      {"extra", 4, do_extra},
    {"provide", 5, do_provide},        {"provide_thread", 5, do_provide_thread},
    {"skip", 4, do_skip},              {"buttons", 2, do_buttons},
    {"custom", 5, do_custom},          {"chapters", 2, do_chapters},
    {"many_chapters", 4, do_many_chapters}, {"tracks", 2, do_tracks},
    {"detail", 11, do_detail},
};

/** Splits a line into words and undoes their percent-encoding, in place. */
static int split(char *line, char **words) {
  int count = 0;
  for (char *word = strtok(line, " "); word && count < MAX_WORDS; word = strtok(NULL, " ")) {
    char *to = word;
    words[count++] = word;
    for (char *from = word; *from; from++) {
      /* sscanf() would search for the end of the line each time. */
      if (*from == '%' && isxdigit((unsigned char)from[1]) && isxdigit((unsigned char)from[2])) {
        *to++ = (char)strtoul((char[]){from[1], from[2], 0}, NULL, 16);
        from += 2;
      } else {
        *to++ = *from;
      }
    }
    *to = 0;
  }
  return count;
}

static void run(char *line) {
  char *words[MAX_WORDS];
  int count = split(line, words);
  for (size_t i = 0; count && i < sizeof verbs / sizeof *verbs; i++) {
    if (strcmp(words[0], verbs[i].name) == 0 && count >= verbs[i].words) {
      value = 0;
      value_text[0] = 0;
      nowplaying_status status = verbs[i].run(words, count);
      json_begin("answer", verbs[i].name);
      json_integer("status", status);
      json_integer("value", value);
      json_text("text", value_text);
      json_text("error", status ? nowplaying_last_error() : "");
      json_end();
      return;
    }
  }
  die("an unknown command, or one with too few words");
}

int read_commands(void) {
  static char buffer[MAX_LINE];
  static size_t used;
  ssize_t got = read(input, buffer + used, sizeof buffer - used);
  if (got <= 0) return got < 0 && errno == EINTR;
  used += (size_t)got;
  char *line = buffer;
  for (char *end; (end = memchr(line, '\n', used - (size_t)(line - buffer))); line = end + 1) {
    *end = 0;
    run(line);
  }
  used -= (size_t)(line - buffer);
  memmove(buffer, line, used);
  return 1;
}

int main(int argc, char **argv) {
  callbacks = session_callbacks;
  app = make_app(argc, argv, &callbacks);
  run_loop();
  for (int i = 0; i < MAX_OBJECTS; i++) {
    nowplaying_session_free(sessions[i].handle);
    drop(&sessions[i]);
    nowplaying_content_free(contents[i].handle);
    drop(&contents[i]);
  }
  nowplaying_app_free(app);
  for (int i = 0; i < MAX_REQUESTS; i++) nowplaying_request_unref(requests[i]);
  return 0;
}
