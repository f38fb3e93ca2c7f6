/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The present item's chapters, and its audio and subtitle tracks. */
#include "plugin.h"

#include <vlc_es.h>

#include <stdio.h>

/* ----------------------------------------------------------------------------------------------- Chapters ------- */

/* Returns whether the chapters have times. For a disc VLC may know the chapters but not their times: then all have the
 * same time, or none. */
static bool have_times(seekpoint_t **points, int count) {
  return points[0]->i_time_offset >= 0 && (count == 1 || points[count - 1]->i_time_offset > points[0]->i_time_offset);
}

/* Returns a chapter's title. For Matroska VLC writes a plus for each level and a space before the title, and a fixed
 * text when there is none. */
static const char *find_title(const char *name) {
  if (name == NULL || strcmp(name, "(unnamed)") == 0) return NULL;
  size_t level = strspn(name, "+");
  return name[level] == ' ' ? name + level + 1 : name;
}

bool set_chapters(input_thread_t *input, nowplaying_content *content) {
  seekpoint_t **points = NULL;
  /* In: the title -1, which is the present one. Out: the number of chapters. */
  int count = -1;
  if (input_Control(input, INPUT_GET_SEEKPOINTS, &points, &count) != VLC_SUCCESS || points == NULL) return false;
  if (count > 1) {
    nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER, var_GetInteger(input, "chapter") + 1);
    nowplaying_content_set_integer(content, NOWPLAYING_FIELD_CHAPTER_COUNT, count);
  }
  nowplaying_chapter chapters[NOWPLAYING_MAX_CHAPTERS];
  size_t made = 0;
  bool known = count > 0 && have_times(points, count);
  for (int i = 0; known && i < count && made < NOWPLAYING_MAX_CHAPTERS; ++i, ++made) {
    chapters[made] = (nowplaying_chapter)NOWPLAYING_CHAPTER_INIT;
    chapters[made].start_us = points[i]->i_time_offset;
    chapters[made].title = find_title(points[i]->psz_name);
  }
  /* The library refuses chapters that are not sorted by start, as some files have them. */
  known = known && nowplaying_content_set_chapters(content, chapters, made) == NOWPLAYING_OK;
  for (int i = 0; i < count; ++i) vlc_seekpoint_Delete(points[i]);
  free(points);
  return known;
}

/* ------------------------------------------------------------------------------------------------- Tracks ------- */

/* The tracks that are described, with copies of their texts. */
struct tracks {
  nowplaying_track list[NOWPLAYING_MAX_TRACKS];
  char ids[NOWPLAYING_MAX_TRACKS][16];
  size_t count;
  /* VLC's ids of the selected tracks; -1 for none. */
  int64_t audio, subtitle;
};

static void add_track(struct tracks *tracks, const es_format_t *format) {
  bool audio = format->i_cat == AUDIO_ES, captions = format->i_codec == VLC_CODEC_CEA608;
  if ((!audio && format->i_cat != SPU_ES) || tracks->count == NOWPLAYING_MAX_TRACKS) return;
  nowplaying_track *track = &tracks->list[tracks->count];
  char *id = tracks->ids[tracks->count++];
  *track = (nowplaying_track)NOWPLAYING_TRACK_INIT(audio      ? NOWPLAYING_TRACK_AUDIO
                                                   : captions ? NOWPLAYING_TRACK_CAPTIONS
                                                              : NOWPLAYING_TRACK_SUBTITLES);
  snprintf(id, sizeof tracks->ids[0], "%d", format->i_id);
  track->id = id;
  track->language = format->psz_language;
  track->title = format->psz_description;
  track->selected = format->i_id == (audio ? tracks->audio : tracks->subtitle);
}

void set_tracks(intf_sys_t *sys) {
  struct tracks tracks = {.count = 0};
  if (sys->input == NULL) {
    nowplaying_session_set_tracks(sys->session, NULL, 0);
    return;
  }
  input_item_t *item = input_GetItem(sys->input);
  tracks.audio = var_GetInteger(sys->input, "audio-es");
  tracks.subtitle = var_GetInteger(sys->input, "spu-es");
  /* The texts belong to VLC, which may change them once the lock is released. */
  vlc_mutex_lock(&item->lock);
  for (int i = 0; i < item->i_es; ++i) add_track(&tracks, item->es[i]);
  nowplaying_session_set_tracks(sys->session, tracks.list, tracks.count);
  vlc_mutex_unlock(&item->lock);
}

nowplaying_status on_select_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *track_id, void *user_data) {
  intf_sys_t *sys = user_data;
  if (sys->input == NULL) return NOWPLAYING_ERROR_INVALID_STATE;
  /* VLC selects subtitles and captions by one variable. */
  var_SetInteger(sys->input, kind == NOWPLAYING_TRACK_AUDIO ? "audio-es" : "spu-es",
                 track_id != NULL ? atoi(track_id) : -1);
  return NOWPLAYING_OK;
}
