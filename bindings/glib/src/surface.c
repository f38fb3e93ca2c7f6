/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "surface.h"

#include "session.h"

#include <glib-unix.h>

enum { PROP_NAME = 1, PROP_BUS_ADDRESS, PROP_TWINS, PROP_CONNECTING, PROP_BUS_STATE, PROP_LISTED, PROP_FIRST,
       PROP_ASPECT_RATIOS, N_PROPERTIES };
enum { SESSION_ADDED, SESSION_CHANGED, SESSION_REMOVED, ORDERED, LOG, N_SIGNALS };

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

static void npg_surface_initable_init (GInitableIface *interface);

G_DEFINE_TYPE_WITH_CODE (NpgSurface, npg_surface, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, npg_surface_list_init)
                         G_IMPLEMENT_INTERFACE (G_TYPE_INITABLE, npg_surface_initable_init))

/* Stores a new order, and emits `items-changed` for the part that differs, between the equal beginning and end. */
static void take_order (NpgSurface *self, GPtrArray *order) {
  GPtrArray *old = self->order;
  guint begin = 0, end = 0, shorter = MIN (old->len, order->len);
  while (begin < shorter && old->pdata[begin] == order->pdata[begin]) begin++;
  while (end < shorter - begin && old->pdata[old->len - 1 - end] == order->pdata[order->len - 1 - end]) end++;
  gboolean is_other_first = begin == 0 && (old->len > 0 || order->len > 0);
  guint removed = old->len - begin - end, added = order->len - begin - end;
  self->order = order;
  if (removed > 0 || added > 0) {
    if (is_other_first) g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FIRST]);
    g_list_model_items_changed (G_LIST_MODEL (self), begin, removed, added);
  }
  g_ptr_array_unref (old);
}

/* ------------------------------------------------------------------------------------- Callbacks of the library --- */

static void on_bus_state (nowplaying_surface *handle, nowplaying_bus_state state, void *user_data) {
  NpgSurface *self = ((NpgLink *)user_data)->surface;
  (void)handle;
  if (self == NULL) return;
  GObject *object = G_OBJECT (self);
  g_object_freeze_notify (object);
  if (self->is_connecting) g_object_notify_by_pspec (object, properties[PROP_CONNECTING]);
  if (self->is_listed) g_object_notify_by_pspec (object, properties[PROP_LISTED]);
  if (self->bus_state != state) g_object_notify_by_pspec (object, properties[PROP_BUS_STATE]);
  self->is_connecting = self->is_listed = FALSE;
  self->bus_state = state;
  g_object_thaw_notify (object);
}

static void on_listed (nowplaying_surface *handle, void *user_data) {
  NpgSurface *self = ((NpgLink *)user_data)->surface;
  (void)handle;
  if (self == NULL || self->is_listed) return;
  self->is_listed = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LISTED]);
}

static void on_added (nowplaying_surface *handle, nowplaying_surface_session *now, void *user_data) {
  NpgSurface *self = ((NpgLink *)user_data)->surface;
  (void)handle;
  if (self == NULL) return;
  NpgSession *session = npg_session_new (self, now);
  g_hash_table_replace (self->sessions, g_strdup (npg_session_get_key (session)), session);
  g_signal_emit (self, signals[SESSION_ADDED], 0, session);
}

/* Returns a reference to the session of an entry; NULL when the surface was disposed. */
static NpgSession *find (NpgLink *link, nowplaying_surface_session *now) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  if (link->surface == NULL) return NULL;
  (void)nowplaying_surface_session_get_info (now, &info);
  NpgSession *session = g_hash_table_lookup (link->surface->sessions, info.key);
  return session == NULL ? NULL : g_object_ref (session);
}

static void on_changed (nowplaying_surface *handle, nowplaying_surface_session *now,
                        nowplaying_surface_changes changes, void *user_data) {
  NpgLink *link = user_data;
  NpgSession *session = find (link, now);
  (void)handle;
  if (session == NULL) return;
  npg_session_take (session, now, changes);
  if (link->surface != NULL) g_signal_emit (link->surface, signals[SESSION_CHANGED], 0, session, changes);
  g_object_unref (session);
}

static void on_removed (nowplaying_surface *handle, nowplaying_surface_session *now, void *user_data) {
  NpgLink *link = user_data;
  NpgSession *session = find (link, now);
  (void)handle;
  if (session == NULL) return;
  g_hash_table_remove (link->surface->sessions, npg_session_get_key (session));
  npg_session_set_gone (session);
  if (link->surface != NULL) g_signal_emit (link->surface, signals[SESSION_REMOVED], 0, session);
  g_object_unref (session);
}

static void on_ordered (nowplaying_surface *handle, void *user_data) {
  NpgSurface *self = ((NpgLink *)user_data)->surface;
  (void)handle;
  if (self == NULL) return;
  take_order (self, npg_surface_read_order (self));
  g_signal_emit (self, signals[ORDERED], 0);
}

static void on_log (nowplaying_surface *handle, nowplaying_log_level level, const char *message, void *user_data) {
  NpgSurface *self = ((NpgLink *)user_data)->surface;
  (void)handle;
  if (self != NULL) g_signal_emit (self, signals[LOG], 0, level, message);
}

/* ------------------------------------------------------------------------------------------------------- Life ----- */

static gboolean turn (gint fd, GIOCondition condition, gpointer user_data) {
  NpgSurface *self = user_data;
  (void)fd, (void)condition;
  /* A signal handler may drop the last reference. */
  g_object_ref (self);
  if (self->handle != NULL) (void)nowplaying_surface_dispatch (self->handle);
  g_object_unref (self);
  return G_SOURCE_CONTINUE;
}

/* Makes the library's surface, and attaches it to the main context. */
static gboolean npg_surface_initable (GInitable *initable, GCancellable *cancellable, GError **error) {
  NpgSurface *self = NPG_SURFACE (initable);
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  int32_t fd;
  (void)cancellable;
  if (self->handle != NULL) return TRUE;
  options.name = self->name;
  options.bus_address = self->bus_address;
  options.loop = NOWPLAYING_LOOP_FD;
  options.twins = self->twins;
  callbacks.user_data = self->link = g_new0 (NpgLink, 1);
  self->link->surface = self;
  callbacks.destroy = g_free;
  callbacks.log = on_log;
  callbacks.bus_state = on_bus_state;
  callbacks.listed = on_listed;
  callbacks.added = on_added;
  callbacks.changed = on_changed;
  callbacks.removed = on_removed;
  callbacks.ordered = on_ordered;
  nowplaying_status status = nowplaying_surface_new (&options, &callbacks, &self->handle);
  if (status != NOWPLAYING_OK || (status = nowplaying_surface_get_fd (self->handle, &fd)) != NOWPLAYING_OK) {
    g_set_error (error, NPG_ERROR, status, "%s", nowplaying_surface_last_error ());
    if (self->handle == NULL) g_clear_pointer (&self->link, g_free);
    return FALSE;
  }
  self->source = g_unix_fd_source_new (fd, G_IO_IN);
  g_source_set_callback (self->source, G_SOURCE_FUNC (turn), self, NULL);
  g_source_attach (self->source, self->context);
  return TRUE;
}

static void npg_surface_initable_init (GInitableIface *interface) { interface->init = npg_surface_initable; }

static void npg_surface_dispose (GObject *object) {
  NpgSurface *self = NPG_SURFACE (object);
  if (self->source != NULL) {
    g_source_destroy (self->source);
    g_clear_pointer (&self->source, g_source_unref);
  }
  if (self->link != NULL) self->link->surface = NULL;
  self->link = NULL;
  /* Ends the pending calls, whose owners may use this object once more. */
  nowplaying_surface_free (g_steal_pointer (&self->handle));
  g_hash_table_remove_all (self->sessions);
  G_OBJECT_CLASS (npg_surface_parent_class)->dispose (object);
}

static void npg_surface_finalize (GObject *object) {
  NpgSurface *self = NPG_SURFACE (object);
  g_hash_table_unref (self->sessions);
  g_ptr_array_unref (self->order);
  g_main_context_unref (self->context);
  g_free (self->name);
  g_free (self->bus_address);
  G_OBJECT_CLASS (npg_surface_parent_class)->finalize (object);
}

static void npg_surface_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec) {
  NpgSurface *self = NPG_SURFACE (object);
  switch (id) {
    case PROP_NAME: g_value_set_string (value, self->name); break;
    case PROP_BUS_ADDRESS: g_value_set_string (value, self->bus_address); break;
    case PROP_TWINS: g_value_set_boolean (value, self->twins); break;
    case PROP_CONNECTING: g_value_set_boolean (value, self->is_connecting); break;
    case PROP_BUS_STATE: g_value_set_enum (value, self->bus_state); break;
    case PROP_LISTED: g_value_set_boolean (value, self->is_listed); break;
    case PROP_FIRST: g_value_set_object (value, npg_surface_get_first (self)); break;
    case PROP_ASPECT_RATIOS: g_value_set_flags (value, self->aspect_ratios); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  }
}

static void npg_surface_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  NpgSurface *self = NPG_SURFACE (object);
  switch (id) {
    case PROP_NAME: self->name = g_value_dup_string (value); break;
    case PROP_BUS_ADDRESS: self->bus_address = g_value_dup_string (value); break;
    case PROP_TWINS: self->twins = g_value_get_boolean (value); break;
    case PROP_ASPECT_RATIOS: npg_surface_set_aspect_ratios (self, g_value_get_flags (value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  }
}

static void npg_surface_init (NpgSurface *self) {
  self->context = g_main_context_ref_thread_default ();
  self->sessions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->order = g_ptr_array_new_with_free_func (g_object_unref);
  self->is_connecting = TRUE;
}

static void install_properties (GObjectClass *klass) {
  GParamFlags flags = G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GParamFlags given = flags | G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY;
  /**
   * NpgSurface:name:
   *
   * Its name for the logs of players, "lock screen"; %NULL: "surface".
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, given);
  /**
   * NpgSurface:bus-address:
   *
   * The address of the bus; %NULL: that of the session bus.
   */
  properties[PROP_BUS_ADDRESS] = g_param_spec_string ("bus-address", NULL, NULL, NULL, given);
  /**
   * NpgSurface:twins:
   *
   * Whether one playback that is on the bus under two names is shown as two sessions. If so, each has the key of the
   * other as #NpgSession:twin-key; otherwise only the better one is shown.
   */
  properties[PROP_TWINS] = g_param_spec_boolean ("twins", NULL, NULL, FALSE, given);
  /**
   * NpgSurface:connecting:
   *
   * Whether the first attempt to reach a bus has not ended yet.
   */
  properties[PROP_CONNECTING] = g_param_spec_boolean ("connecting", NULL, NULL, TRUE, flags | G_PARAM_READABLE);
  /**
   * NpgSurface:bus-state:
   *
   * Whether there is a bus: `NPG_BUS_STATE_NONE` or `NPG_BUS_STATE_CONNECTED`. Without one there are no sessions.
   */
  properties[PROP_BUS_STATE] = g_param_spec_enum ("bus-state", NULL, NULL, NPG_TYPE_BUS_STATE, NPG_BUS_STATE_NONE,
                                                  flags | G_PARAM_READABLE);
  /**
   * NpgSurface:listed:
   *
   * Whether every player that was there when the surface connected to the bus has answered or timed out.
   */
  properties[PROP_LISTED] = g_param_spec_boolean ("listed", NULL, NULL, FALSE, flags | G_PARAM_READABLE);
  /**
   * NpgSurface:first:
   *
   * The most important session: the one to show if there is room for only one.
   */
  properties[PROP_FIRST] = g_param_spec_object ("first", NULL, NULL, NPG_TYPE_SESSION, flags | G_PARAM_READABLE);
  /**
   * NpgSurface:aspect-ratios:
   *
   * The shapes in which this surface shows animated artwork. Players make previews and videos only for surfaces that
   * have set this property: set it while animated artwork can be seen, and to 0 when it cannot.
   */
  properties[PROP_ASPECT_RATIOS] = g_param_spec_flags ("aspect-ratios", NULL, NULL, NPG_TYPE_ASPECT_RATIOS, 0,
                                                       flags | G_PARAM_READWRITE);
  g_object_class_install_properties (klass, N_PROPERTIES, properties);
}

static guint new_signal (const char *name, guint count, GType first, GType second) {
  return g_signal_new (name, NPG_TYPE_SURFACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, count, first,
                       second);
}

static void install_signals (void) {
  /**
   * NpgSurface::session-added:
   * @self: the surface
   * @session: the session
   *
   * Emitted when there is a new session. The session is in the list at the end of the same turn of the loop.
   */
  signals[SESSION_ADDED] = new_signal ("session-added", 1, NPG_TYPE_SESSION, G_TYPE_NONE);
  /**
   * NpgSurface::session-changed:
   * @self: the surface
   * @session: the session, whose properties have been notified
   * @changes: the parts of the session that have changed
   *
   * Emitted when a session has changed, at most once in a turn of the loop, however much its player sends.
   */
  signals[SESSION_CHANGED] = new_signal ("session-changed", 2, NPG_TYPE_SESSION, NPG_TYPE_CHANGES);
  /**
   * NpgSurface::session-removed:
   * @self: the surface
   * @session: the session, as it was last
   *
   * Emitted when a session has gone. The session stays in the list until the end of the same turn of the loop.
   */
  signals[SESSION_REMOVED] = new_signal ("session-removed", 1, NPG_TYPE_SESSION, G_TYPE_NONE);
  /**
   * NpgSurface::ordered:
   * @self: the surface
   *
   * Emitted when the order has changed, or a session came or went, after `items-changed`.
   */
  signals[ORDERED] = new_signal ("ordered", 0, G_TYPE_NONE, G_TYPE_NONE);
  /**
   * NpgSurface::log:
   * @self: the surface
   * @level: how important it is
   * @message: a sentence without a line end
   *
   * Emitted for each line that the library has to say.
   */
  signals[LOG] = new_signal ("log", 2, NPG_TYPE_LOG_LEVEL, G_TYPE_STRING);
}

static void npg_surface_class_init (NpgSurfaceClass *klass) {
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  object_class->dispose = npg_surface_dispose;
  object_class->finalize = npg_surface_finalize;
  object_class->get_property = npg_surface_get_property;
  object_class->set_property = npg_surface_set_property;
  install_properties (object_class);
  install_signals ();
}
