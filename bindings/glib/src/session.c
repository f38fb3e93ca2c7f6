/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "session.h"

#include "item.h"
#include "npg-private.h"

struct _NpgSession {
  GObject parent_instance;
  /* A weak pointer. */
  NpgSurface *surface;
  nowplaying_surface_session *now;
  nowplaying_surface_info info;
  nowplaying_playback_state state;
  gboolean is_gone;
  NpgItem *item;
  GObject *parts[NPG_N_PARTS];
};

G_DEFINE_TYPE (NpgSession, npg_session, G_TYPE_OBJECT)

enum {
  PROP_GONE = 1,
  PROP_ITEM,
  PROP_STATE,
  PROP_SNAPSHOT,
  FIRST_PART,
  FIRST_ROW = FIRST_PART + NPG_N_PARTS,
};

/* The parts of a session. Each has the name of its property; the type of its entries and the function that reads one,
 * or, for a part that is no list, its own type and the function that reads it; and its bit in the changes. */
typedef gpointer (*ReadWhole) (nowplaying_surface_session *session);
static const struct {
  const char *name;
  GType (*type) (void);
  NpgRead read;
  ReadWhole read_whole;
  nowplaying_surface_changes bit;
} parts[NPG_N_PARTS] = {
  [NPG_PART_COMMANDS] = { "commands", npg_command_get_type, (NpgRead)npg_command_read, NULL,
                          NOWPLAYING_SURFACE_CHANGED_COMMANDS },
  [NPG_PART_CONTROLS] = { "controls", npg_control_get_type, (NpgRead)npg_control_read, NULL,
                          NOWPLAYING_SURFACE_CHANGED_INFO | NOWPLAYING_SURFACE_CHANGED_ITEM
                              | NOWPLAYING_SURFACE_CHANGED_PLAYBACK | NOWPLAYING_SURFACE_CHANGED_COMMANDS },
  [NPG_PART_DEVICES] = { "devices", npg_device_get_type, (NpgRead)npg_device_read, NULL,
                         NOWPLAYING_SURFACE_CHANGED_DEVICES },
  [NPG_PART_TRACKS] = { "tracks", npg_track_get_type, (NpgRead)npg_track_read, NULL,
                        NOWPLAYING_SURFACE_CHANGED_TRACKS },
  [NPG_PART_QUEUE_ENTRIES] = { "queue-entries", npg_queue_entry_get_type, (NpgRead)npg_queue_entry_read, NULL,
                               NOWPLAYING_SURFACE_CHANGED_QUEUE },
  [NPG_PART_PLAYLIST_ENTRIES] = { "playlist-entries", npg_playlist_get_type, (NpgRead)npg_playlist_read, NULL,
                                  NOWPLAYING_SURFACE_CHANGED_PLAYLISTS },
  [NPG_PART_QUEUE] = { "queue", npg_queue_get_type, NULL, (ReadWhole)npg_queue_read,
                       NOWPLAYING_SURFACE_CHANGED_QUEUE },
  [NPG_PART_PLAYLISTS] = { "playlists", npg_playlists_get_type, NULL, (ReadWhole)npg_playlists_read,
                           NOWPLAYING_SURFACE_CHANGED_PLAYLISTS },
};

gpointer npg_session_part (NpgSession *self, NpgPart part) {
  g_return_val_if_fail (NPG_IS_SESSION (self), NULL);
  if (self->parts[part] == NULL) {
    self->parts[part] = parts[part].read == NULL
        ? parts[part].read_whole (self->now)
        : G_OBJECT (npg_list_read (self->now, parts[part].type (), parts[part].read));
  }
  return self->parts[part];
}

static void npg_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec) {
  NpgSession *self = NPG_SESSION (object);
  (void)spec;
  if (id == PROP_GONE) g_value_set_boolean (value, self->is_gone);
  else if (id == PROP_ITEM) g_value_set_object (value, npg_session_get_item (self));
  else if (id == PROP_STATE) g_value_set_enum (value, self->state);
  else if (id == PROP_SNAPSHOT) g_value_take_object (value, npg_session_get_snapshot (self));
  else if (id < FIRST_ROW) g_value_set_object (value, npg_session_part (self, id - FIRST_PART));
  else npg_row_get (&npg_session_rows[id - FIRST_ROW], &self->info, value);
}

static void npg_session_finalize (GObject *object) {
  NpgSession *self = NPG_SESSION (object);
  g_clear_weak_pointer (&self->surface);
  g_clear_object (&self->item);
  for (NpgPart part = 0; part < NPG_N_PARTS; part++) g_clear_object (&self->parts[part]);
  nowplaying_surface_session_unref (self->now);
  G_OBJECT_CLASS (npg_session_parent_class)->finalize (object);
}

/**
 * NpgSession:commands:
 *
 * The commands that the session offers, each a [class@Command], in the player's order. A command that is not in the
 * list is not offered. The list object never changes: when the commands change, this property is another list.
 */
/**
 * NpgSession:controls:
 *
 * The buttons to show, each a [class@Control] with its place, its look and what a press sends, row by row. When
 * something of them may have changed, this property is another list.
 */
/**
 * NpgSession:devices:
 *
 * The devices on which the session plays, each a [class@Device].
 */
/**
 * NpgSession:tracks:
 *
 * The audio and subtitle tracks of the item, each a [class@Track], in the player's order.
 */
/**
 * NpgSession:queue:
 *
 * The size of the queue, the entry that plays, and whether entries can be added and removed; %NULL while
 * [method@Session.follow_queue_async] was not called, and while the player shows no queue.
 */
/**
 * NpgSession:queue-entries:
 *
 * The entries of the queue, each a [class@QueueEntry].
 */
/**
 * NpgSession:playlists:
 *
 * How many playlists there are; %NULL while [method@Session.follow_playlists_async] was not called, and while the
 * player shows no playlists.
 */
/**
 * NpgSession:playlist-entries:
 *
 * The playlists, each a [class@Playlist], in the order that [method@Session.follow_playlists_async] was given.
 */
static void install_parts (GObjectClass *klass, GParamFlags flags) {
  for (NpgPart part = 0; part < NPG_N_PARTS; part++) {
    GType type = parts[part].read == NULL ? parts[part].type () : G_TYPE_LIST_MODEL;
    g_object_class_install_property (klass, FIRST_PART + part,
                                     g_param_spec_object (parts[part].name, NULL, NULL, type, flags));
  }
}

static void npg_session_class_init (NpgSessionClass *klass) {
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  object_class->get_property = npg_session_get_property;
  object_class->finalize = npg_session_finalize;
  /**
   * NpgSession:gone:
   *
   * Whether the session has gone; its other properties then stay as they were last.
   */
  g_object_class_install_property (object_class, PROP_GONE, g_param_spec_boolean ("gone", NULL, NULL, FALSE, flags));
  /**
   * NpgSession:item:
   *
   * The item that the session plays; another object whenever something of the item is different.
   */
  g_object_class_install_property (object_class, PROP_ITEM,
                                   g_param_spec_object ("item", NULL, NULL, NPG_TYPE_ITEM, flags));
  /**
   * NpgSession:state:
   *
   * The state of playback.
   */
  g_object_class_install_property (object_class, PROP_STATE,
                                   g_param_spec_enum ("state", NULL, NULL, NPG_TYPE_PLAYBACK_STATE,
                                                      NPG_PLAYBACK_STATE_STOPPED, flags));
  /**
   * NpgSession:snapshot:
   *
   * How playback stands at this moment. The position moves by itself, of which nothing is notified: get it again
   * whenever you draw. Notified when state, speed or position change, as when somebody seeks.
   */
  g_object_class_install_property (object_class, PROP_SNAPSHOT,
                                   g_param_spec_object ("snapshot", NULL, NULL, NPG_TYPE_SNAPSHOT, flags));
  install_parts (object_class, flags);
  npg_rows_install (object_class, npg_session_rows, FIRST_ROW);
}

static void npg_session_init (NpgSession *self) { (void)self; }

static nowplaying_playback_state read_state (nowplaying_surface_session *now) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  (void)nowplaying_surface_session_get_snapshot (now, NOWPLAYING_TIME_NOW, &snapshot);
  return snapshot.state;
}

static void read_info (nowplaying_surface_session *now, nowplaying_surface_info *ret_info) {
  *ret_info = (nowplaying_surface_info)NOWPLAYING_SURFACE_INFO_INIT;
  (void)nowplaying_surface_session_get_info (now, ret_info);
}

NpgSession *npg_session_new (NpgSurface *surface, nowplaying_surface_session *now) {
  NpgSession *self = g_object_new (NPG_TYPE_SESSION, NULL);
  g_set_weak_pointer (&self->surface, surface);
  self->now = nowplaying_surface_session_ref (now);
  read_info (now, &self->info);
  self->state = read_state (now);
  return self;
}

/* Notifies each property of the info that has changed. */
static void notify_rows (NpgSession *self, const nowplaying_surface_info *old) {
  for (const NpgRow *row = npg_session_rows; row->name != NULL; row++)
    if (npg_row_differs (row, &self->info, old)) g_object_notify (G_OBJECT (self), row->name);
}

static void notify_playback (NpgSession *self) {
  nowplaying_playback_state state = read_state (self->now);
  gboolean differs = state != self->state;
  self->state = state;
  if (differs) g_object_notify (G_OBJECT (self), "state");
  g_object_notify (G_OBJECT (self), "snapshot");
}

void npg_session_take (NpgSession *self, nowplaying_surface_session *now, nowplaying_surface_changes changes) {
  GObject *object = G_OBJECT (self);
  nowplaying_surface_session *old = self->now;
  nowplaying_surface_info old_info = self->info;
  /* All parts are updated before anybody is notified. */
  g_object_freeze_notify (object);
  self->now = nowplaying_surface_session_ref (now);
  read_info (now, &self->info);
  for (NpgPart part = 0; part < NPG_N_PARTS; part++) {
    if ((changes & parts[part].bit) == 0) continue;
    g_clear_object (&self->parts[part]);
    g_object_notify (object, parts[part].name);
  }
  if (changes & NOWPLAYING_SURFACE_CHANGED_ITEM) {
    g_clear_object (&self->item);
    g_object_notify (object, "item");
  }
  if (changes & NOWPLAYING_SURFACE_CHANGED_INFO) notify_rows (self, &old_info);
  if (changes & NOWPLAYING_SURFACE_CHANGED_PLAYBACK) notify_playback (self);
  nowplaying_surface_session_unref (old);
  g_object_thaw_notify (object);
}

void npg_session_set_gone (NpgSession *self) {
  self->is_gone = TRUE;
  g_object_notify (G_OBJECT (self), "gone");
}

NpgSurface *npg_session_surface (NpgSession *self) { return self->surface; }

nowplaying_surface_session *npg_session_now (NpgSession *self) { return self->now; }

const nowplaying_surface_info *npg_session_info (NpgSession *self) { return &self->info; }

/**
 * npg_session_get_gone:
 * @self: a session
 *
 * Gets [property@Session:gone].
 *
 * Returns: whether it has gone
 */
gboolean npg_session_get_gone (NpgSession *self) {
  g_return_val_if_fail (NPG_IS_SESSION (self), TRUE);
  return self->is_gone;
}

/**
 * npg_session_get_item:
 * @self: a session
 *
 * Gets [property@Session:item].
 *
 * Returns: (nullable) (transfer none): the item
 */
NpgItem *npg_session_get_item (NpgSession *self) {
  g_return_val_if_fail (NPG_IS_SESSION (self), NULL);
  if (self->item == NULL) self->item = npg_item_read (self->now);
  return self->item;
}

/**
 * npg_session_get_state:
 * @self: a session
 *
 * Gets [property@Session:state].
 *
 * Returns: the state
 */
NpgPlaybackState npg_session_get_state (NpgSession *self) {
  g_return_val_if_fail (NPG_IS_SESSION (self), NPG_PLAYBACK_STATE_STOPPED);
  return (NpgPlaybackState)self->state;
}

/**
 * npg_session_get_snapshot:
 * @self: a session
 *
 * Gets [property@Session:snapshot].
 *
 * Returns: (transfer full): how playback stands now
 */
NpgSnapshot *npg_session_get_snapshot (NpgSession *self) {
  return npg_session_get_snapshot_at (self, NOWPLAYING_TIME_NOW);
}

/**
 * npg_session_get_snapshot_at:
 * @self: a session
 * @at_us: a time of g_get_monotonic_time()
 *
 * Gets how playback stands at a time, as far as this session knows, for example when the next frame will be seen.
 *
 * Returns: (transfer full): how playback stands then
 */
NpgSnapshot *npg_session_get_snapshot_at (NpgSession *self, gint64 at_us) {
  g_return_val_if_fail (NPG_IS_SESSION (self), NULL);
  return npg_snapshot_read (self->now, at_us);
}
