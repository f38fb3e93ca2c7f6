/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: vlc FILE…
 * Prints the tags of each file as a plugin of VLC has them: those that VLC has a number for by the names of the
 * numbers, and the others; name and value, each ended by a NUL; and an empty name behind those of a file. */
#include <vlc_common.h>
#include <vlc_events.h>
#include <vlc_input.h>
#include <vlc_input_item.h>
#include <vlc_meta.h>
#include <vlc_url.h>

#include <semaphore.h>
#include <stdio.h>

#define NAME(type) [vlc_meta_##type] = #type
static const char *const names[VLC_META_TYPE_COUNT] = {
    NAME(Title),     NAME(Artist),     NAME(Genre),    NAME(Copyright),  NAME(Album),      NAME(TrackNumber),
    NAME(Rating),    NAME(Date),       NAME(Setting),  NAME(URL),        NAME(Language),   NAME(Description),
    NAME(Publisher), NAME(EncodedBy),  NAME(Director), NAME(TrackTotal), NAME(NowPlaying), NAME(Episode),
    NAME(ShowName),  NAME(Season),     NAME(Actors),   NAME(DiscNumber), NAME(DiscTotal),  NAME(AlbumArtist),
    /* VLC has a number for this tag, but no name. */
    [vlc_meta_TrackID] = "MusicBrainz Track Id",
};

/* Makes an instance of VLC as libvlc does; no header of VLC declares this function. */
libvlc_int_t *libvlc_InternalCreate(void);
int libvlc_InternalInit(libvlc_int_t *, int, const char *[]);
int libvlc_MetadataRequest(libvlc_int_t *, input_item_t *, input_item_meta_request_option_t, int, void *);

static void on_parsed(const vlc_event_t *event, void *data) {
  (void)event;
  sem_post(data);
}

static void print(const char *name, const char *value) { printf("%s%c%s%c", name, 0, value, 0); }

static void print_tags(input_item_t *item) {
  for (int type = 0; type < VLC_META_TYPE_COUNT; ++type) {
    char *value = input_item_GetMeta(item, type);
    if (value != NULL && names[type] != NULL) print(names[type], value);
    free(value);
  }
  vlc_mutex_lock(&item->lock);
  char **extra = item->p_meta != NULL ? vlc_meta_CopyExtraNames(item->p_meta) : NULL;
  for (char **name = extra; name != NULL && *name != NULL; ++name) {
    const char *value = vlc_meta_GetExtra(item->p_meta, *name);
    if (value != NULL) print(*name, value);
    free(*name);
  }
  free(extra);
  vlc_mutex_unlock(&item->lock);
}

int main(int count, char **files) {
  const char *words[] = {"--quiet", "--ignore-config", "--no-media-library"};
  libvlc_int_t *vlc = libvlc_InternalCreate();
  sem_t parsed;
  sem_init(&parsed, 0, 0);
  if (vlc == NULL || libvlc_InternalInit(vlc, sizeof words / sizeof *words, words) != VLC_SUCCESS) return 1;
  for (int i = 1; i < count; ++i) {
    char *uri = vlc_path2uri(files[i], NULL);
    input_item_t *item = input_item_New(uri, NULL);
    vlc_event_attach(&item->event_manager, vlc_InputItemPreparseEnded, on_parsed, &parsed);
    if (libvlc_MetadataRequest(vlc, item, META_REQUEST_OPTION_SCOPE_LOCAL, -1, NULL) != VLC_SUCCESS) return 1;
    sem_wait(&parsed);
    print_tags(item);
    putchar(0);
    vlc_event_detach(&item->event_manager, vlc_InputItemPreparseEnded, on_parsed, &parsed);
    input_item_Release(item);
    free(uri);
  }
  fflush(stdout);
  /* Everything else is freed with the process. */
  _Exit(0);
}
