/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#define _GNU_SOURCE /* asprintf, strsep */
#include "buttons.h"
#include "terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An option "button-ID" describes a button: "button-night=Night|volume-off|overflow|apply-profile night". */
#define KEY "button-"
/* mpv names the options of a script after its file; this plugin uses this name whatever its file is called. */
#define SCRIPT "nowplaying"
#define SHAPE KEY "ID=TITLE|ICON|SLOT|COMMAND"

/* ------------------------------------------------------------------------------------------- One button --------- */

/* The words of the slots, by their numbers from NOWPLAYING_SLOT_ANY to NOWPLAYING_SLOT_OVERFLOW. */
static const char *const slots[] = {
    "", "central", "back", "forward", "back-secondary", "forward-secondary", "overflow",
};

/* Returns whether a text consists of letters, digits, "-", "_" and ".", as ids and icons must. The library would refuse
 * all commands because of one bad icon. */
static bool is_name(const char *text) {
  static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
  return text[strspn(text, allowed)] == '\0';
}

/* Returns the slot of a word; -1 when there is none. */
static nowplaying_slot find_slot(const char *word) {
  nowplaying_slot slot = NOWPLAYING_SLOT_OVERFLOW;
  while (slot >= 0 && strcmp(slots[slot], word) != 0) --slot;
  return slot;
}

/* Splits the text. Returns NULL, or what is wrong with it. */
static const char *parse(struct button *button) {
  char *rest = button->text, *key = strsep(&rest, "=");
  if (rest == NULL) return "this is no option: use " SHAPE;
  if (strncmp(key, KEY, strlen(KEY)) != 0) return "there is no such option: use " SHAPE;
  button->id = key + strlen(KEY);
  button->title = strsep(&rest, "|");
  button->icon = strsep(&rest, "|");
  const char *slot = strsep(&rest, "|");
  button->command = rest;
  if (button->command == NULL) return "a button has four parts: use " SHAPE;
  if (button->id[0] == '\0' || !is_name(button->id)) return "an id has letters, digits, '-', '_' and '.'";
  if (strlen(button->id) > NOWPLAYING_MAX_ID_BYTES) return "the id is too long";
  if (button->title[0] == '\0') return "the button has no title";
  if (!is_name(button->icon)) return "an icon is a name, not a path: letters, digits, '-', '_' and '.'";
  button->slot = find_slot(slot);
  if (button->slot < 0) return "a slot is central, back, forward, with or without -secondary, overflow, or nothing";
  if (button->command[strspn(button->command, " ")] == '\0') return "the button has no command";
  return NULL;
}

/* ------------------------------------------------------------------------------------------ All of them --------- */

/* Returns the place of the button with an id, or the place for a new one. */
static size_t find_place(const struct buttons *buttons, const char *id) {
  size_t place = 0;
  while (place < buttons->count && strcmp(buttons->list[place].id, id) != 0) ++place;
  return place;
}

void say(mpv_handle *mpv, const char *where, const char *message) {
  char text[512];
  snprintf(text, sizeof text, "nowplaying: %s: %s", where, message);
  clean_line(text);
  mpv_command_async(mpv, 0, (const char *[]){"print-text", text, NULL});
}

/* Adds a button; it replaces an earlier one of the same id. where: for the log. */
static void add(struct buttons *buttons, mpv_handle *mpv, const char *text, const char *where) {
  struct button button = {.text = strdup(text)};
  if (button.text == NULL) return;
  const char *wrong = parse(&button);
  size_t place = wrong == NULL ? find_place(buttons, button.id) : 0;
  if (wrong == NULL && place == OWN_COMMANDS) wrong = "there are too many buttons";
  if (wrong != NULL) {
    say(mpv, where, wrong);
    free(button.text);
    return;
  }
  if (place == buttons->count) ++buttons->count;
  free(buttons->list[place].text);
  buttons->list[place] = button;
}

static void read_file(struct buttons *buttons, mpv_handle *mpv, const char *path) {
  FILE *file = fopen(path, "re");
  char *line = NULL, where[512];
  size_t size = 0;
  if (file == NULL) {
    if (errno != ENOENT && errno != ENOTDIR) say(mpv, path, strerror(errno));
    return;
  }
  for (int number = 1; getline(&line, &size, file) >= 0; ++number) {
    line[strcspn(line, "\r\n")] = '\0';
    snprintf(where, sizeof where, "%s:%d", path, number);
    if (line[0] != '\0' && line[0] != '#') add(buttons, mpv, line, where);
  }
  free(line);
  fclose(file);
}

/* Reads the file in mpv's configuration folder, which may be the user's or the system's; with --no-config there is
 * none. */
static void read_folder(struct buttons *buttons, mpv_handle *mpv) {
  const char *words[] = {"expand-path", "~~/script-opts/" SCRIPT ".conf", NULL};
  mpv_node path = {.format = MPV_FORMAT_NONE};
  mpv_command_ret(mpv, words, &path);
  if (path.format == MPV_FORMAT_STRING && path.u.string[0] == '/') read_file(buttons, mpv, path.u.string);
  mpv_free_node_contents(&path);
}

static void read_option(struct buttons *buttons, mpv_handle *mpv) {
  static const char prefix[] = SCRIPT "-";
  mpv_node options = {.format = MPV_FORMAT_NONE};
  mpv_get_property(mpv, "options/script-opts", MPV_FORMAT_NODE, &options);
  for (int i = 0; options.format == MPV_FORMAT_NODE_MAP && i < options.u.list->num; ++i) {
    const char *key = options.u.list->keys[i], *value = options.u.list->values[i].u.string;
    char *text;
    if (strncmp(key, prefix, strlen(prefix)) != 0) continue;
    if (asprintf(&text, "%s=%s", key + strlen(prefix), value) < 0) continue;
    add(buttons, mpv, text, key);
    free(text);
  }
  mpv_free_node_contents(&options);
}

void buttons_read(struct buttons *buttons, mpv_handle *mpv) {
  read_folder(buttons, mpv);
  read_option(buttons, mpv);
}

void buttons_free(struct buttons *buttons) {
  while (buttons->count > 0) free(buttons->list[--buttons->count].text);
}

/* --------------------------------------------------------------------------------------- For the desktop -------- */

static void describe(struct media *media, struct commands *commands) {
  const struct buttons *buttons = media->own;
  for (size_t i = 0; i < buttons->count; ++i) {
    const struct button *button = &buttons->list[i];
    nowplaying_command *command = add_command(commands, NOWPLAYING_COMMAND_CUSTOM, true);
    command->id = button->id;
    command->title = button->title;
    command->icon = button->icon;
    command->slot = button->slot;
  }
}

/* Runs the command of a button. If the text is not a command of mpv, mpv logs why. */
static nowplaying_status press(struct media *media, const nowplaying_command_event *event) {
  const struct buttons *buttons = media->own;
  if (event->kind != NOWPLAYING_COMMAND_CUSTOM) return NOWPLAYING_ERROR_NOT_SUPPORTED;
  size_t place = find_place(buttons, event->id);
  if (place == buttons->count) return NOWPLAYING_ERROR_NOT_SUPPORTED;
  int error = mpv_command_string(media->mpv, buttons->list[place].command);
  return error >= 0 ? NOWPLAYING_OK : NOWPLAYING_ERROR_COMMAND_FAILED;
}

const struct own_commands button_commands = {describe, press};
