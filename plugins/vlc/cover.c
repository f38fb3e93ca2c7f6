/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Finds and reads pictures. VLC knows where a picture is: embedded in the music, beside it, or on the network. It is
 * read only when the desktop asks. */
#include "plugin.h"

#include <vlc_block.h>
#include <vlc_image.h>
#include <vlc_url.h>

#include <stdio.h>
#include <strings.h>

#define ATTACHMENT "attachment://"

void forget_cover(struct cover *cover) {
  free(cover->attachment);
  free(cover->path);
  free(cover->url);
  *cover = (struct cover){0};
}

/* Returns whether a file has the same bytes as an attachment. */
static bool is_copy(const char *path, const input_attachment_t *attachment) {
  char part[4096];
  size_t count, at = 0;
  FILE *file = path != NULL ? fopen(path, "rbe") : NULL;
  if (file == NULL) return false;
  while ((count = fread(part, 1, sizeof part, file)) > 0 && count <= attachment->i_data - at &&
         memcmp((const char *)attachment->p_data + at, part, count) == 0) {
    at += count;
  }
  fclose(file);
  return count == 0 && at == attachment->i_data;
}

/* Returns the name of the attachment that is the cover: the one that VLC has chosen, if it still tells, or the one that
 * VLC has copied into a file; else the first picture. Free it; NULL for none. */
static char *find_attachment(input_thread_t *input, const char *url) {
  input_attachment_t **attachments;
  int count, chosen = -1;
  if (url != NULL && strncmp(url, ATTACHMENT, strlen(ATTACHMENT)) == 0) return strdup(url + strlen(ATTACHMENT));
  if (input_Control(input, INPUT_GET_ATTACHMENTS, &attachments, &count) != VLC_SUCCESS) return NULL;
  char *path = url != NULL ? vlc_uri2path(url) : NULL;
  for (int i = count - 1; i >= 0; --i) {
    bool picture = strncasecmp(attachments[i]->psz_mime, "image/", 6) == 0;
    if (picture && (chosen < 0 || !is_copy(path, attachments[chosen]))) chosen = i;
  }
  char *found = chosen >= 0 ? strdup(attachments[chosen]->psz_name) : NULL;
  for (int i = 0; i < count; ++i) vlc_input_attachment_Delete(attachments[i]);
  free(attachments);
  free(path);
  return found;
}

/* VLC copies embedded pictures into files that all songs of an album share, even if their pictures differ; so the
 * attachment is used. */
void find_cover(intf_sys_t *sys, input_item_t *item) {
  struct cover *cover = &sys->cover;
  char place[256];
  char *url = input_item_GetArtURL(item);
  forget_cover(cover);
  cover->attachment = find_attachment(sys->input, url);
  if (cover->attachment != NULL) {
    snprintf(place, sizeof place, "entry %d %s", sys->entry, cover->attachment);
    name_picture(cover->id, place, NULL);
  } else if (url != NULL && url[0] != '\0') {
    cover->url = strdup(url);
    cover->path = vlc_uri2path(url);
    name_picture(cover->id, url, cover->path);
  }
  free(url);
}

/* Completes the request with a picture that VLC shows and desktops do not, such as BMP, converted to PNG. */
static nowplaying_status answer_decoded(intf_sys_t *sys, nowplaying_request *request,
                                        const input_attachment_t *attachment) {
  nowplaying_status status = NOWPLAYING_ERROR_NOT_AN_IMAGE;
  image_handler_t *handler = image_HandlerCreate(sys->intf);
  block_t *block = handler != NULL ? block_Alloc(attachment->i_data) : NULL;
  if (block != NULL) {
    video_format_t given, decoded, wanted;
    video_format_Init(&given, image_Mime2Fourcc(attachment->psz_mime));
    video_format_Init(&decoded, 0);
    video_format_Init(&wanted, VLC_CODEC_PNG);
    memcpy(block->p_buffer, attachment->p_data, attachment->i_data);
    picture_t *picture = image_Read(handler, block, &given, &decoded);
    block_t *written = picture != NULL ? image_Write(handler, picture, &decoded, &wanted) : NULL;
    if (written != NULL) {
      status = nowplaying_request_complete_artwork_data(request, written->p_buffer, written->i_buffer);
      block_Release(written);
    }
    if (picture != NULL) picture_Release(picture);
  }
  if (handler != NULL) image_HandlerDelete(handler);
  return status;
}

static nowplaying_status answer_attachment(intf_sys_t *sys, nowplaying_request *request, const char *name) {
  input_attachment_t *attachment;
  if (sys->input == NULL || input_Control(sys->input, INPUT_GET_ATTACHMENT, &attachment, name) != VLC_SUCCESS) {
    return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  }
  nowplaying_status status =
      nowplaying_request_complete_artwork_data(request, attachment->p_data, attachment->i_data);
  if (status == NOWPLAYING_ERROR_NOT_AN_IMAGE) status = answer_decoded(sys, request, attachment);
  vlc_input_attachment_Delete(attachment);
  return status;
}

nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data) {
  intf_sys_t *sys = user_data;
  (void)session;
  /* The item may have changed since the picture was requested. */
  if (strcmp(event->artwork_id, sys->cover.id) != 0) return NOWPLAYING_ERROR_CANCELLED;
  if (sys->cover.attachment != NULL) return answer_attachment(sys, request, sys->cover.attachment);
  /* Desktops cache a picture by its URL, which stays the same when the file is overwritten; so they get a copy. */
  return sys->cover.path != NULL ? nowplaying_request_complete_artwork_file(request, sys->cover.path)
                                 : nowplaying_request_complete_artwork_url(request, sys->cover.url);
}
