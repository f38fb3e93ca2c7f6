/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: gstreamer FILE…     Plays files with GStreamer in a loop of GLib, and tells the desktop all their tags. */
#include <glib-unix.h>
#include <gst/gst.h>
#include <gst/tag/tag.h>
#include <nowplaying/nowplaying.h>
#include <string.h>

static nowplaying_session *session;
static GstElement *playbin;
static GMainLoop *loop;
static GstTagList *tags;
static GPtrArray *uris;
static guint current;

/* If there are several pictures, the front cover is used. */
static gboolean is_front(const GValue *picture) {
  const GstStructure *info = gst_sample_get_info(gst_value_get_sample(picture));
  gint type = GST_TAG_IMAGE_TYPE_NONE;
  return info != NULL && gst_structure_get_enum(info, "image-type", GST_TYPE_TAG_IMAGE_TYPE, &type) &&
         type == GST_TAG_IMAGE_TYPE_FRONT_COVER;
}

/* Passes on a tag as GStreamer has it: texts and numbers as GStreamer writes them, samples as bytes. The library knows
 * the names. */
static void add_tag(const GstTagList *list, const gchar *name, gpointer content) {
  for (guint i = 0; i < gst_tag_list_get_tag_size(list, name); ++i) {
    const GValue *value = gst_tag_list_get_value_index(list, name, i);
    gsize size = 0;
    gpointer bytes = NULL;
    if (GST_VALUE_HOLDS_SAMPLE(value)) {
      GstBuffer *buffer = gst_sample_get_buffer(gst_value_get_sample(value));
      if (buffer != NULL) gst_buffer_extract_dup(buffer, 0, -1, &bytes, &size);
    } else {
      bytes = G_VALUE_HOLDS_STRING(value) ? g_value_dup_string(value) : gst_value_serialize(value);
      size = bytes != NULL ? strlen(bytes) : 0;
    }
    nowplaying_content_set_tag(content, name, bytes, size, NULL);
    if (bytes != NULL && g_str_equal(name, GST_TAG_IMAGE) && (i == 0 || is_front(value))) {
      const char *id = g_ptr_array_index(uris, current);
      nowplaying_session_provide_artwork_data(session, id, bytes, size);
      nowplaying_content_set_artwork(content, id);
    }
    g_free(bytes);
  }
}

/* Publishes the item. The content is made anew each time, because more tags may have come, and a tag that is given
 * again would add its texts to a list twice. */
static void show(void) {
  const char *uri = g_ptr_array_index(uris, current);
  nowplaying_content *content = NULL;
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  gint64 time = 0;
  char *title = g_path_get_basename(uri);
  nowplaying_content_new_by_tags(uri, &content);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title); /* until a tag says it */
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, uri);
  if (tags != NULL) gst_tag_list_foreach(tags, add_tag, content);
  if (gst_element_query_duration(playbin, GST_FORMAT_TIME, &time)) {
    nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, time / 1000);
  }
  snapshot.state = GST_STATE_TARGET(playbin) == GST_STATE_PLAYING ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_PAUSED;
  if (gst_element_query_position(playbin, GST_FORMAT_TIME, &time)) snapshot.elapsed_us = time / 1000;
  nowplaying_session_set_content(session, content);
  nowplaying_session_set_snapshot(session, &snapshot);
  nowplaying_session_commit(session);
  nowplaying_content_free(content);
  g_free(title);
}

static void play(guint number) {
  gst_element_set_state(playbin, GST_STATE_NULL);
  current = number;
  g_clear_pointer(&tags, gst_tag_list_unref);
  g_object_set(playbin, "uri", g_ptr_array_index(uris, current), NULL);
  gst_element_set_state(playbin, GST_STATE_PLAYING);
}

static gboolean on_message(GstBus *bus, GstMessage *message, gpointer data) {
  GstTagList *more = NULL;
  (void)bus, (void)data;
  switch (GST_MESSAGE_TYPE(message)) {
    case GST_MESSAGE_TAG:
      gst_message_parse_tag(message, &more);
      GstTagList *merged = gst_tag_list_merge(tags, more, GST_TAG_MERGE_REPLACE);
      gst_tag_list_unref(more);
      if (tags != NULL) gst_tag_list_unref(tags);
      tags = merged;
      break;
    case GST_MESSAGE_EOS:
    case GST_MESSAGE_ERROR:
      play((current + 1) % uris->len);
      return G_SOURCE_CONTINUE;
    case GST_MESSAGE_STATE_CHANGED:
      if (GST_MESSAGE_SRC(message) != GST_OBJECT(playbin)) return G_SOURCE_CONTINUE;
      break;
    case GST_MESSAGE_DURATION_CHANGED: break;
    default: return G_SOURCE_CONTINUE;
  }
  if (GST_STATE(playbin) >= GST_STATE_PAUSED) show();
  return G_SOURCE_CONTINUE;
}

/* Runs on the thread of the main loop, because nowplaying_app_dispatch() calls it: GStreamer is used on one thread
 * only. */
static nowplaying_status on_command(nowplaying_session *of, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *data) {
  (void)of, (void)request, (void)data;
  if (event->kind == NOWPLAYING_COMMAND_PLAY) gst_element_set_state(playbin, GST_STATE_PLAYING);
  if (event->kind == NOWPLAYING_COMMAND_PAUSE) gst_element_set_state(playbin, GST_STATE_PAUSED);
  if (event->kind == NOWPLAYING_COMMAND_NEXT) play((current + 1) % uris->len);
  return NOWPLAYING_OK;
}

static gboolean on_ready(gint fd, GIOCondition condition, gpointer app) {
  (void)fd, (void)condition;
  nowplaying_app_dispatch(app);
  return G_SOURCE_CONTINUE;
}

static gboolean on_end(gpointer data) {
  (void)data;
  g_main_loop_quit(loop);
  return G_SOURCE_REMOVE;
}

int main(int argc, char **argv) {
  gst_init(&argc, &argv);
  uris = g_ptr_array_new_with_free_func(g_free);
  for (int i = 1; i < argc; ++i) g_ptr_array_add(uris, gst_filename_to_uri(argv[i], NULL));
  if (uris->len == 0) return g_printerr("Usage: gstreamer FILE…\n"), 2;
  playbin = gst_parse_launch("playbin audio-sink=\"fakesink sync=true\" video-sink=fakesink", NULL);
  loop = g_main_loop_new(NULL, FALSE);

  nowplaying_app *app = NULL;
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  const nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT)};
  int32_t fd = -1;
  options.application_id = "gstreamer";
  options.loop = NOWPLAYING_LOOP_FD;
  callbacks.command = on_command;
  if (nowplaying_app_new(&options, NULL, &app) || nowplaying_session_new(app, NULL, &callbacks, &session) ||
      nowplaying_session_set_commands(session, commands, G_N_ELEMENTS(commands)) ||
      nowplaying_session_request_application_primary(session) || nowplaying_app_get_fd(app, &fd)) {
    return g_printerr("gstreamer: %s\n", nowplaying_last_error()), 1;
  }
  g_unix_fd_add(fd, G_IO_IN, on_ready, app);
  g_unix_signal_add(SIGINT, on_end, NULL);
  g_unix_signal_add(SIGTERM, on_end, NULL);
  GstBus *bus = gst_element_get_bus(playbin);
  gst_bus_add_watch(bus, on_message, NULL);
  play(0);
  g_main_loop_run(loop);
  gst_element_set_state(playbin, GST_STATE_NULL);
  nowplaying_session_free(session);
  nowplaying_app_free(app);
  gst_bus_remove_watch(bus);
  gst_object_unref(bus);
  gst_object_unref(playbin);
  g_main_loop_unref(loop);
  g_ptr_array_unref(uris);
  if (tags != NULL) gst_tag_list_unref(tags);
  return 0;
}
