/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "player.h"

#include <stdlib.h>
#include <string.h>

static struct opinion *find_opinion(struct player *player) {
  struct opinion *opinion = player->opinions;
  while (opinion != NULL && strcmp(opinion->path, player->media.path) != 0) opinion = opinion->next;
  return opinion;
}

static int32_t current_feedback(struct player *player) {
  const struct opinion *opinion = player->media.path != NULL ? find_opinion(player) : NULL;
  return opinion != NULL ? opinion->feedback : NOWPLAYING_FEEDBACK_NEUTRAL;
}

static void describe(struct media *media, struct commands *commands) {
  struct player *player = media->own;
  int32_t current = current_feedback(player);
  for (int i = 0; i < 2; ++i) {
    nowplaying_command *command = add_command(commands, NOWPLAYING_COMMAND_FEEDBACK, true);
    command->title = i == 0 ? "I like this" : "I don't like this";
    command->short_title = i == 0 ? "Like" : "Dislike";
    command->tag = i == 0 ? NOWPLAYING_FEEDBACK_POSITIVE : NOWPLAYING_FEEDBACK_NEGATIVE;
    command->current = current;
  }
  /* Two buttons that no other player has: their words are shown, and come back by their ids. */
  nowplaying_command *stop_after = add_command(commands, NOWPLAYING_COMMAND_CUSTOM, true);
  stop_after->id = "stop-after";
  stop_after->title = "Stop after this song";
  stop_after->icon = "timer";
  stop_after->active = player->stops_after;
  nowplaying_command *again = add_command(commands, NOWPLAYING_COMMAND_CUSTOM, true);
  again->id = "again";
  again->title = "Start this song again";
  again->icon = "rewind";
  again->slot = NOWPLAYING_SLOT_BACK_SECONDARY;
}

static nowplaying_status press(struct player *player, const char *id) {
  struct media *media = &player->media;
  if (strcmp(id, "again") == 0) {
    RUN_ALSO("seek", "0", "absolute");
    return NOWPLAYING_OK;
  }
  /* mpv pauses at the end of each file while this option is set. */
  player->stops_after = !player->stops_after;
  RUN_ALSO("set", "keep-open", player->stops_after ? "always" : "no");
  media->changed |= CHANGED_COMMANDS;
  return NOWPLAYING_OK;
}

static nowplaying_status give_feedback(struct media *media, const nowplaying_command_event *event) {
  struct player *player = media->own;
  if (event->kind == NOWPLAYING_COMMAND_CUSTOM) return press(player, event->id);
  if (event->kind != NOWPLAYING_COMMAND_FEEDBACK) return NOWPLAYING_ERROR_NOT_SUPPORTED;
  if (media->path == NULL) return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  struct opinion *opinion = find_opinion(player);
  if (opinion == NULL) {
    opinion = malloc(sizeof *opinion + strlen(media->path) + 1);
    if (opinion == NULL) return NOWPLAYING_ERROR_SYSTEM;
    strcpy(opinion->path, media->path);
    opinion->next = player->opinions;
    player->opinions = opinion;
  }
  opinion->feedback = event->mode;
  media->changed |= CHANGED_COMMANDS;
  return NOWPLAYING_OK;
}

const struct own_commands feedback_commands = {describe, give_feedback};

void free_opinions(struct player *player) {
  while (player->opinions != NULL) {
    struct opinion *next = player->opinions->next;
    free(player->opinions);
    player->opinions = next;
  }
}
