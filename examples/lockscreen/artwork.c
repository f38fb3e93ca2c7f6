/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Gets the artwork of a page: of animated artwork first the preview and then the video, else the plain picture. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lockscreen.h"

/* The time for which the last item's artwork stays while the next item's artwork is not there yet. */
enum { PATIENCE_MS = 400, CARD_SIZE = 720, TALL_WIDTH = 780 };

/* The forms of an item's picture, the best first. */
enum form { FORM_TALL, FORM_SQUARE, FORM_PLAIN, FORM_NONE };

/* A request for a picture or a video. If the answer is no longer wanted it still comes, and `owner` is NULL then. */
struct request {
  struct artwork *owner;
  nowplaying_surface_action action;
  GCancellable *decoding;
  char *item; /* for which it was asked */
  int fd;     /* of a video that is looked at */
};

struct artwork {
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  Backdrop *backdrop;
  struct sight sight;
  char *item;            /* the id of the item */
  enum form best;        /* of the item: what is better cannot be had */
  char *wanted;          /* names the picture that is shown or asked for */
  enum form form;        /* of that picture */
  gboolean is_decided;   /* it is shown, or none is */
  struct picture *shown; /* the picture; NULL: none */
  char *moving;          /* names the video */
  enum form motion;      /* of the video; FORM_NONE: there is none */
  gboolean video_failed; /* the video cannot be had */
  gboolean is_moving;    /* the video is shown */
  struct request *picture, *video;
  GtkMediaStream *stream;
  int stream_fd;
  gulong frames;
  guint impatience;
};

static struct request *begin(struct artwork *artwork) {
  struct request *request = g_new0(struct request, 1);
  request->owner = artwork;
  request->item = g_strdup(artwork->item);
  request->decoding = g_cancellable_new();
  request->fd = -1;
  return request;
}

static void end(struct request *request) {
  if (request->owner && request->owner->picture == request) request->owner->picture = NULL;
  if (request->owner && request->owner->video == request) request->owner->video = NULL;
  if (request->fd >= 0) close(request->fd);
  g_object_unref(request->decoding);
  g_free(request->item);
  g_free(request);
}

/* Gives up waiting for a request. */
static void abandon(struct artwork *artwork, struct request **request) {
  struct request *waiting = g_steal_pointer(request);
  if (!waiting) return;
  waiting->owner = NULL;
  g_cancellable_cancel(waiting->decoding);
  (void)nowplaying_surface_cancel(artwork->surface, waiting->action);
}

/* -------------------------------------------------------------------------------------------- What to show -------- */

static const char *icon_of(nowplaying_content_kind kind) {
  switch (kind) {
    case NOWPLAYING_CONTENT_PODCAST: return "np-podcast-symbolic";
    case NOWPLAYING_CONTENT_MOVIE:
    case NOWPLAYING_CONTENT_TV_SHOW: return "np-film-symbolic";
    case NOWPLAYING_CONTENT_BOOK: return "np-book-symbolic";
    case NOWPLAYING_CONTENT_RADIO: return "np-radio-symbolic";
    case NOWPLAYING_CONTENT_HOME_MEDIA: return "np-camera-symbolic";
    default: return "np-note-symbolic";
  }
}

/* Returns a name for an item: its id, or its first line if it has no id, as with some MPRIS players. */
static const char *name_of(const nowplaying_surface_item *item) { return item->id[0] ? item->id : item->first_line; }

/* Returns the best form of artwork that the item has and that may be shown, and stores a name for the picture: equal
 * names mean equal pictures. */
static enum form choose(struct artwork *artwork, const nowplaying_surface_item *item, char **name) {
  const char *ids[] = {item->animated_tall_id, item->animated_square_id, item->artwork_id};
  enum form first = artwork->sight.is_tall ? FORM_TALL : FORM_SQUARE;
  for (enum form form = MAX(first, artwork->best); form < FORM_NONE; form++) {
    if (!ids[form][0]) continue;
    *name = g_strdup_printf("%d %s", form, ids[form]);
    return form;
  }
  /* The same address may have another picture for another item. */
  gboolean is_there = artwork->best < FORM_NONE && item->artwork_url[0];
  *name = g_strdup_printf("%s %s %s", is_there ? "url" : "none", name_of(item), is_there ? item->artwork_url : "");
  return is_there ? FORM_PLAIN : FORM_NONE;
}

/* Shows the picture; while a video is shown, in the shape of the video. Without a picture the page gets colours that
 * are derived from the item, so that the pages of two items differ. */
static void show(struct artwork *artwork) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  (void)nowplaying_surface_session_get_info(artwork->session, &info);
  gboolean has_item = nowplaying_surface_session_get_item(artwork->session, &item) == NOWPLAYING_OK;
  char *name = g_strdup_printf("%s %s", info.application_id, has_item ? name_of(&item) : "");
  gboolean is_tall = artwork->is_moving ? artwork->motion == FORM_TALL : artwork->shown && artwork->form == FORM_TALL;
  backdrop_show(artwork->backdrop, artwork->shown, is_tall ? SHAPE_TALL : SHAPE_CARD, icon_of(item.kind),
                name);
  g_free(name);
  if (artwork->is_moving) backdrop_set_video(artwork->backdrop, GDK_PAINTABLE(artwork->stream));
}

/* -------------------------------------------------------------------------------------------------- Videos -------- */

static void drop_video(struct artwork *artwork) {
  abandon(artwork, &artwork->video);
  if (!artwork->stream) return;
  gboolean was_moving = artwork->is_moving;
  artwork->is_moving = FALSE;
  backdrop_set_video(artwork->backdrop, NULL);
  /* The picture was shown in the shape of the video; shows it in its own shape again. */
  if (was_moving && artwork->form != artwork->motion) show(artwork);
  g_signal_handlers_disconnect_by_data(artwork->stream, artwork);
  gtk_media_file_clear(GTK_MEDIA_FILE(artwork->stream));
  g_clear_object(&artwork->stream);
  close(artwork->stream_fd);
}

/* The first frame is there; until then the preview is shown, or without a preview the still artwork. */
static void framed(struct artwork *artwork) {
  g_signal_handler_disconnect(artwork->stream, artwork->frames);
  artwork->is_moving = TRUE;
  if (artwork->form != artwork->motion) show(artwork);
  else backdrop_set_video(artwork->backdrop, GDK_PAINTABLE(artwork->stream));
}

static void broke(struct artwork *artwork) {
  if (!gtk_media_stream_get_error(artwork->stream)) return;
  artwork->video_failed = TRUE;
  drop_video(artwork);
}

/* Runs on a thread that may block: the player can have sent any kind of descriptor, on any disk. */
static void look(GTask *task, gpointer object, gpointer task_data, GCancellable *cancellable) {
  (void)object, (void)cancellable;
  struct stat status;
  g_task_return_boolean(task, fstat(GPOINTER_TO_INT(task_data), &status) == 0 && S_ISREG(status.st_mode) &&
                                  status.st_size <= NOWPLAYING_MAX_VIDEO_BYTES);
}

static void looked(GObject *object, GAsyncResult *result, gpointer user_data) {
  (void)object;
  struct request *request = user_data;
  struct artwork *artwork = request->owner;
  gboolean is_file = g_task_propagate_boolean(G_TASK(result), NULL);
  if (artwork && is_file) {
    /* GStreamer opens the file once more, and so reads it from its own offset. */
    char *path = g_strdup_printf("/proc/self/fd/%d", request->fd);
    GFile *file = g_file_new_for_path(path);
    artwork->stream_fd = request->fd;
    request->fd = -1;
    artwork->stream = gtk_media_file_new_for_file(file);
    artwork->frames = g_signal_connect_swapped(artwork->stream, "invalidate-contents", G_CALLBACK(framed), artwork);
    g_signal_connect_swapped(artwork->stream, "notify::error", G_CALLBACK(broke), artwork);
    gtk_media_stream_set_muted(artwork->stream, TRUE);
    gtk_media_stream_set_loop(artwork->stream, TRUE);
    gtk_media_stream_play(artwork->stream);
    g_object_unref(file);
    g_free(path);
  } else if (artwork) {
    artwork->video_failed = TRUE;
  }
  end(request);
}

static void got_video(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data) {
  (void)surface;
  struct request *request = user_data;
  if (!request->owner || result->status != NOWPLAYING_OK) {
    if (request->owner) request->owner->video_failed = TRUE;
    end(request);
    return;
  }
  request->fd = fcntl(result->fd, F_DUPFD_CLOEXEC, 3);
  GTask *task = g_task_new(NULL, request->decoding, looked, request);
  g_task_set_task_data(task, GINT_TO_POINTER(request->fd), NULL);
  g_task_run_in_thread(task, look);
  g_object_unref(task);
}

/* Requests the video when it can be seen, pauses it with playback, and releases it when it may not be seen. */
static void update_video(struct artwork *artwork) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  gboolean animates = FALSE;
  (void)nowplaying_surface_session_get_info(artwork->session, &info);
  (void)nowplaying_surface_session_get_snapshot(artwork->session, NOWPLAYING_TIME_NOW, &snapshot);
  g_object_get(gtk_settings_get_default(), "gtk-enable-animations", &animates, NULL);
  gboolean plays = snapshot.state == NOWPLAYING_STATE_PLAYING;
  if (artwork->motion == FORM_NONE || !artwork->is_decided || !artwork->sight.is_visible || !animates ||
      !(info.abilities & NOWPLAYING_SURFACE_MAY_SHOW_VIDEO)) {
    drop_video(artwork);
  } else if (artwork->stream) {
    gtk_media_stream_set_playing(artwork->stream, plays);
  } else if (plays && !artwork->video && !artwork->video_failed) {
    gboolean is_tall = artwork->motion == FORM_TALL;
    artwork->video = begin(artwork);
    if (nowplaying_surface_get_video(
            artwork->surface, artwork->session, is_tall ? NOWPLAYING_ASPECT_RATIO_TALL : NOWPLAYING_ASPECT_RATIO_SQUARE,
            is_tall ? TALL_WIDTH : CARD_SIZE, is_tall ? TALL_WIDTH * 4 / 3 : CARD_SIZE, got_video, artwork->video,
            &artwork->video->action))
      end(artwork->video);
  }
}

/* ------------------------------------------------------------------------------------------------ Pictures -------- */

static void update_picture(struct artwork *artwork);

/* Handles a failed request for a form of artwork: requests the next best form of the item. If the request was for the
 * previous item, requests the same form for the present item. */
static void fail(struct artwork *artwork, gboolean is_of_item) {
  if (is_of_item) artwork->best = artwork->form + 1;
  g_clear_pointer(&artwork->wanted, g_free);
  update_picture(artwork);
}

/* Shows a picture, and takes ownership of it. picture: NULL for none. */
static void finish(struct artwork *artwork, struct picture *picture) {
  g_clear_handle_id(&artwork->impatience, g_source_remove);
  picture_free(artwork->shown);
  artwork->shown = picture;
  artwork->is_decided = TRUE;
  show(artwork);
  update_video(artwork);
}

static void decoded(GObject *object, GAsyncResult *result, gpointer user_data) {
  (void)object;
  struct request *request = user_data;
  struct artwork *artwork = request->owner;
  struct picture *picture = g_task_propagate_pointer(G_TASK(result), NULL);
  end(request);
  if (artwork && picture) finish(artwork, picture);
  else if (artwork) fail(artwork, TRUE);
  else picture_free(picture);
}

static void got_picture(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data) {
  (void)surface;
  struct request *request = user_data;
  struct artwork *artwork = request->owner;
  if (!artwork || result->status != NOWPLAYING_OK) {
    gboolean is_of_item = artwork && g_strcmp0(request->item, artwork->item) == 0;
    end(request);
    if (artwork) fail(artwork, is_of_item);
    return;
  }
  GBytes *bytes = g_bytes_new(result->data, result->size);
  picture_load(bytes, result->orientation, CARD_SIZE, request->decoding, decoded, request);
  g_bytes_unref(bytes);
}

/* Removes the previous item's artwork, because the artwork of the new item has not come in time: the old artwork would
 * stand beside a wrong title. */
static gboolean lose_patience(gpointer user_data) {
  struct artwork *artwork = user_data;
  artwork->impatience = 0;
  g_clear_pointer(&artwork->shown, picture_free);
  show(artwork);
  return G_SOURCE_REMOVE;
}

static void ask(struct artwork *artwork) {
  struct request *request = artwork->picture = begin(artwork);
  gboolean is_tall = artwork->form == FORM_TALL;
  nowplaying_status status = NOWPLAYING_OK;
  if (artwork->form == FORM_PLAIN) {
    status = nowplaying_surface_get_artwork(artwork->surface, artwork->session, CARD_SIZE, CARD_SIZE, got_picture,
                                            request, &request->action);
  } else {
    status = nowplaying_surface_get_preview(
        artwork->surface, artwork->session, is_tall ? NOWPLAYING_ASPECT_RATIO_TALL : NOWPLAYING_ASPECT_RATIO_SQUARE,
        is_tall ? TALL_WIDTH : CARD_SIZE, is_tall ? TALL_WIDTH * 4 / 3 : CARD_SIZE, got_picture, request,
        &request->action);
  }
  if (status) {
    end(request);
    fail(artwork, TRUE);
  }
}

static void update_picture(struct artwork *artwork) {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  char *name = NULL;
  enum form form = FORM_NONE;
  gboolean has_item = nowplaying_surface_session_get_item(artwork->session, &item) == NOWPLAYING_OK;
  if (g_strcmp0(artwork->item, has_item ? item.id : NULL) != 0) {
    g_free(artwork->item);
    artwork->item = g_strdup(has_item ? item.id : NULL);
    artwork->best = FORM_TALL;
  }
  if (artwork->sight.is_near && has_item) form = choose(artwork, &item, &name);
  else name = g_strdup("");
  if (g_strcmp0(name, artwork->wanted) == 0) {
    g_free(name);
    return;
  }
  abandon(artwork, &artwork->picture);
  g_clear_handle_id(&artwork->impatience, g_source_remove);
  g_free(artwork->wanted);
  artwork->wanted = name;
  artwork->form = form;
  artwork->is_decided = FALSE;
  if (form == FORM_NONE) {
    finish(artwork, NULL);
  } else {
    artwork->impatience = g_timeout_add(PATIENCE_MS, lose_patience, artwork);
    ask(artwork);
  }
}

/* Chooses the video of the best shape; the video that is shown goes on if it is the same. */
static void update_motion(struct artwork *artwork) {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  gboolean has_item = nowplaying_surface_session_get_item(artwork->session, &item) == NOWPLAYING_OK;
  gboolean is_tall = has_item && artwork->sight.is_tall && item.animated_tall_id[0];
  gboolean is_square = has_item && !is_tall && item.animated_square_id[0];
  char *moving = g_strdup_printf("%d %s", is_tall, is_tall     ? item.animated_tall_id
                                                   : is_square ? item.animated_square_id
                                                               : "");
  if (g_strcmp0(moving, artwork->moving) != 0) {
    drop_video(artwork);
    artwork->motion = is_tall ? FORM_TALL : is_square ? FORM_SQUARE : FORM_NONE;
    artwork->video_failed = FALSE;
  }
  g_free(artwork->moving);
  artwork->moving = moving;
}

void artwork_update(struct artwork *artwork, nowplaying_surface_session *session, struct sight sight) {
  nowplaying_surface_session *before = artwork->session;
  artwork->session = nowplaying_surface_session_ref(session);
  nowplaying_surface_session_unref(before);
  artwork->sight = sight;
  update_motion(artwork);
  update_picture(artwork);
  update_video(artwork);
}

struct artwork *artwork_new(nowplaying_surface *surface, Backdrop *backdrop) {
  struct artwork *artwork = g_new0(struct artwork, 1);
  artwork->surface = surface;
  artwork->backdrop = backdrop;
  return artwork;
}

void artwork_free(struct artwork *artwork) {
  drop_video(artwork);
  abandon(artwork, &artwork->picture);
  g_clear_handle_id(&artwork->impatience, g_source_remove);
  nowplaying_surface_session_unref(artwork->session);
  g_free(artwork->wanted);
  g_free(artwork->item);
  g_free(artwork->moving);
  picture_free(artwork->shown);
  g_free(artwork);
}
