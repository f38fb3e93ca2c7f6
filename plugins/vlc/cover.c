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

/* Returns whether a file has the same bytes as an attachment. */
static bool is_copy(const char *path, const input_attachment_t *attachment) {
  block_t *file = path != NULL ? block_FilePath(path, false) : NULL;
  bool is = file != NULL && file->i_buffer == (size_t)attachment->i_data &&
            memcmp(file->p_buffer, attachment->p_data, file->i_buffer) == 0;
  if (file != NULL) block_Release(file);
  return is;
}

static bool is_attachment(const char *url) {
  return url != NULL && strncmp(url, ATTACHMENT, strlen(ATTACHMENT)) == 0;
}

/* Returns the URL of the picture, "attachment://NAME" for an embedded one. Of embedded pictures, it is the one that VLC
 * names, else the one that VLC has copied into a file, else the first. VLC's copy is not used, because all songs of an
 * album share it, even if their pictures differ. Free the URL; NULL or "" for none. */
static char *find_url(input_thread_t *input, input_item_t *item) {
  input_attachment_t **attachments;
  int count, chosen = -1;
  char *url = input_item_GetArtURL(item);
  if (is_attachment(url)) return url;
  if (input_Control(input, INPUT_GET_ATTACHMENTS, &attachments, &count) != VLC_SUCCESS) return url;
  char *path = url != NULL ? vlc_uri2path(url) : NULL;
  for (int i = count - 1; i >= 0; --i) {
    bool picture = strncasecmp(attachments[i]->psz_mime, "image/", 6) == 0;
    if (picture && (chosen < 0 || !is_copy(path, attachments[chosen]))) chosen = i;
  }
  free(path);
  if (chosen >= 0) {
    free(url);
    if (asprintf(&url, ATTACHMENT "%s", attachments[chosen]->psz_name) < 0) url = NULL;
  }
  for (int i = 0; i < count; ++i) vlc_input_attachment_Delete(attachments[i]);
  free(attachments);
  return url;
}

void find_cover(intf_sys_t *sys, input_item_t *item) {
  struct cover *cover = &sys->cover;
  free(cover->url);
  cover->url = find_url(sys->input, item);
  cover->id[0] = '\0';
  if (is_attachment(cover->url)) {
    snprintf(cover->id, sizeof cover->id, "entry %d %s", sys->entry, cover->url);
  } else if (cover->url != NULL && cover->url[0] != '\0') {
    char *path = vlc_uri2path(cover->url);
    name_picture(cover->id, cover->url, path);
    free(path);
  }
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
  /* The item may have changed since the picture was requested. */
  if (strcmp(event->artwork_id, sys->cover.id) != 0) return NOWPLAYING_ERROR_CANCELLED;
  const char *url = sys->cover.url;
  if (is_attachment(url)) return answer_attachment(sys, request, url + strlen(ATTACHMENT));
  /* Desktops cache a picture by its URL, which stays the same when the file is overwritten; so they get a copy. */
  char *path = vlc_uri2path(url);
  nowplaying_status status = path != NULL ? nowplaying_request_complete_artwork_file(request, path)
                                          : nowplaying_request_complete_artwork_url(request, url);
  free(path);
  return status;
}
