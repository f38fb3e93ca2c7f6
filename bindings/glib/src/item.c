/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "item.h"

#include "npg-private.h"

struct _NpgItem {
  GObject parent_instance;
  nowplaying_surface_session *session;
  nowplaying_surface_item of;
  /* Created when they are first needed. */
  GListModel *chapters;
};

G_DEFINE_TYPE (NpgItem, npg_item, G_TYPE_OBJECT)

enum { PROP_CHAPTERS = 1, PROP_LINES, FIRST_ROW, FIRST_FIELD = FIRST_ROW + NPG_N_ITEM_ROWS };

static void get_field (NpgItem *self, const NpgFieldRow *field, GValue *value) {
  switch (field->kind) {
    case NPG_FIELD_IS_TEXT: g_value_set_string (value, npg_item_read_text (self, field->number)); break;
    case NPG_FIELD_IS_TEXTS: g_value_take_boxed (value, npg_item_read_texts (self, field->number)); break;
    case NPG_FIELD_IS_INTEGER: g_value_set_int64 (value, npg_item_read_integer (self, field->number)); break;
    case NPG_FIELD_IS_FLAG: g_value_set_boolean (value, npg_item_read_flag (self, field->number)); break;
    case NPG_FIELD_IS_DATE: g_value_take_boxed (value, npg_item_read_date (self, field->number)); break;
    case NPG_FIELD_IS_NUMBER: g_value_set_double (value, npg_item_read_number (self, field->number)); break;
  }
}

static void npg_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec) {
  NpgItem *self = NPG_ITEM (object);
  (void)spec;
  if (id == PROP_CHAPTERS) g_value_set_object (value, npg_item_get_chapters (self));
  else if (id == PROP_LINES) g_value_take_boxed (value, npg_item_get_lines (self));
  else if (id < FIRST_FIELD) npg_row_get (&npg_item_rows[id - FIRST_ROW], &self->of, value);
  else get_field (self, &npg_item_fields[id - FIRST_FIELD], value);
}

static void npg_item_finalize (GObject *object) {
  NpgItem *self = NPG_ITEM (object);
  g_clear_object (&self->chapters);
  nowplaying_surface_session_unref (self->session);
  G_OBJECT_CLASS (npg_item_parent_class)->finalize (object);
}

static GParamSpec *field_spec (const NpgFieldRow *field) {
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  switch (field->kind) {
    case NPG_FIELD_IS_TEXT: break;
    case NPG_FIELD_IS_TEXTS: return g_param_spec_boxed (field->name, NULL, NULL, G_TYPE_STRV, flags);
    case NPG_FIELD_IS_INTEGER:
      return g_param_spec_int64 (field->name, NULL, NULL, G_MININT64, G_MAXINT64, -1, flags);
    case NPG_FIELD_IS_FLAG: return g_param_spec_boolean (field->name, NULL, NULL, FALSE, flags);
    case NPG_FIELD_IS_DATE: return g_param_spec_boxed (field->name, NULL, NULL, G_TYPE_DATE_TIME, flags);
    case NPG_FIELD_IS_NUMBER: return g_param_spec_double (field->name, NULL, NULL, -1.0, 1.0, -1.0, flags);
  }
  return g_param_spec_string (field->name, NULL, NULL, NULL, flags);
}

static void npg_item_class_init (NpgItemClass *klass) {
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  object_class->get_property = npg_item_get_property;
  object_class->finalize = npg_item_finalize;
  /**
   * NpgItem:chapters:
   *
   * Its chapters, each a [class@Chapter], in the order of their starts; empty for a player of MPRIS.
   */
  g_object_class_install_property (object_class, PROP_CHAPTERS,
                                   g_param_spec_object ("chapters", NULL, NULL, G_TYPE_LIST_MODEL,
                                                        G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  /**
   * NpgItem:lines:
   *
   * The lines to show, at most three: [property@Item:first-line] and those below it, without those that are empty.
   */
  g_object_class_install_property (
    object_class, PROP_LINES,
    g_param_spec_boxed ("lines", NULL, NULL, G_TYPE_STRV, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  npg_rows_install (object_class, npg_item_rows, FIRST_ROW);
  for (guint i = 0; npg_item_fields[i].name != NULL; i++)
    g_object_class_install_property (object_class, FIRST_FIELD + i, field_spec (&npg_item_fields[i]));
}

static void npg_item_init (NpgItem *self) { (void)self; }

NpgItem *npg_item_read (nowplaying_surface_session *session) {
  nowplaying_surface_item of = NOWPLAYING_SURFACE_ITEM_INIT;
  if (nowplaying_surface_session_get_item (session, &of) != NOWPLAYING_OK) return NULL;
  NpgItem *self = g_object_new (NPG_TYPE_ITEM, NULL);
  self->session = nowplaying_surface_session_ref (session);
  self->of = of;
  return self;
}

GListModel *npg_list_read (nowplaying_surface_session *session, GType type, NpgRead read) {
  GListStore *list = g_list_store_new (type);
  GObject *entry;
  for (gsize index = 0; (entry = read (session, index)) != NULL; index++) {
    g_list_store_append (list, entry);
    g_object_unref (entry);
  }
  return G_LIST_MODEL (list);
}

const nowplaying_surface_item *npg_item_struct (NpgItem *self) { return &self->of; }

const char *npg_item_read_text (NpgItem *self, nowplaying_field field) {
  return npg_item_get_text (self, (NpgField)field, 0);
}

char **npg_item_read_texts (NpgItem *self, nowplaying_field field) {
  GPtrArray *texts = g_ptr_array_new ();
  const char *text;
  while ((text = npg_item_get_text (self, (NpgField)field, texts->len)) != NULL)
    g_ptr_array_add (texts, g_strdup (text));
  g_ptr_array_add (texts, NULL);
  return (char **)g_ptr_array_free (texts, FALSE);
}

gint64 npg_item_read_integer (NpgItem *self, nowplaying_field field) {
  gint64 value = -1;
  (void)npg_item_get_integer (self, (NpgField)field, &value);
  return value;
}

gboolean npg_item_read_flag (NpgItem *self, nowplaying_field field) {
  return npg_item_read_integer (self, field) > 0;
}

GDateTime *npg_item_read_date (NpgItem *self, nowplaying_field field) {
  gint64 value;
  return npg_item_get_integer (self, (NpgField)field, &value) ? g_date_time_new_from_unix_utc (value) : NULL;
}

double npg_item_read_number (NpgItem *self, nowplaying_field field) {
  double value = -1.0;
  (void)npg_item_get_number (self, (NpgField)field, &value);
  return value;
}

/**
 * npg_item_get_text:
 * @self: an item
 * @field: a field that is a text or a list of texts: `NPG_FIELD_TITLE` to `NPG_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS`
 * @index: of a list of texts which one; 0 of a single text
 *
 * Gets a text of the item, also of a field that only a newer library knows.
 *
 * Returns: (nullable) (transfer none): the text; %NULL when there is none
 */
const char *npg_item_get_text (NpgItem *self, NpgField field, gsize index) {
  g_return_val_if_fail (NPG_IS_ITEM (self), NULL);
  return nowplaying_surface_session_get_text (self->session, (nowplaying_field)field, index);
}

/**
 * npg_item_get_integer:
 * @self: an item
 * @field: a field that is an integer: `NPG_FIELD_TRACK_NUMBER`; dates are seconds since 1970
 * @value: (out): gets the integer
 *
 * Gets an integer of the item.
 *
 * Returns: whether the item has it
 */
gboolean npg_item_get_integer (NpgItem *self, NpgField field, gint64 *value) {
  g_return_val_if_fail (NPG_IS_ITEM (self), FALSE);
  int64_t found = 0;
  if (nowplaying_surface_session_get_integer (self->session, (nowplaying_field)field, &found) != NOWPLAYING_OK)
    return FALSE;
  *value = found;
  return TRUE;
}

/**
 * npg_item_get_number:
 * @self: an item
 * @field: a field that is a number: `NPG_FIELD_USER_RATING`
 * @value: (out): gets the number, 0.0 to 1.0
 *
 * Gets a number of the item.
 *
 * Returns: whether the item has it
 */
gboolean npg_item_get_number (NpgItem *self, NpgField field, double *value) {
  g_return_val_if_fail (NPG_IS_ITEM (self), FALSE);
  return nowplaying_surface_session_get_number (self->session, (nowplaying_field)field, value) == NOWPLAYING_OK;
}

/**
 * npg_item_get_extra:
 * @self: an item
 * @key: a key of the player's own, "cmus:stream_title"
 *
 * Gets the text under a key of the player's own.
 *
 * Returns: (nullable) (transfer none): the text; %NULL when there is none
 */
const char *npg_item_get_extra (NpgItem *self, const char *key) {
  g_return_val_if_fail (NPG_IS_ITEM (self), NULL);
  return nowplaying_surface_session_get_extra (self->session, key);
}

/**
 * npg_item_get_extra_keys:
 * @self: an item
 *
 * Gets the keys of [method@Item.get_extra], in the order of their bytes.
 *
 * Returns: (transfer full) (array zero-terminated=1): the keys
 */
char **npg_item_get_extra_keys (NpgItem *self) {
  g_return_val_if_fail (NPG_IS_ITEM (self), NULL);
  GPtrArray *keys = g_ptr_array_new ();
  const char *key;
  while ((key = nowplaying_surface_session_get_extra_key (self->session, keys->len)) != NULL)
    g_ptr_array_add (keys, g_strdup (key));
  g_ptr_array_add (keys, NULL);
  return (char **)g_ptr_array_free (keys, FALSE);
}

/**
 * npg_item_get_lines:
 * @self: an item
 *
 * Gets [property@Item:lines].
 *
 * Returns: (transfer full) (array zero-terminated=1): the lines
 */
char **npg_item_get_lines (NpgItem *self) {
  g_return_val_if_fail (NPG_IS_ITEM (self), NULL);
  const char *lines[] = { self->of.first_line, self->of.second_line, self->of.third_line };
  GPtrArray *found = g_ptr_array_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    if (lines[i][0] != 0) g_ptr_array_add (found, g_strdup (lines[i]));
  g_ptr_array_add (found, NULL);
  return (char **)g_ptr_array_free (found, FALSE);
}

/**
 * npg_item_get_chapters:
 * @self: an item
 *
 * Gets [property@Item:chapters].
 *
 * Returns: (transfer none): the list, each a [class@Chapter]
 */
GListModel *npg_item_get_chapters (NpgItem *self) {
  g_return_val_if_fail (NPG_IS_ITEM (self), NULL);
  if (self->chapters == NULL)
    self->chapters = npg_list_read (self->session, NPG_TYPE_CHAPTER, (NpgRead)npg_chapter_read);
  return self->chapters;
}

/**
 * npg_item_get_chapter_at:
 * @self: an item
 * @position_us: a position, as [property@Snapshot:elapsed-us]
 * @index: (out): gets the index of the chapter
 * @end_us: (out) (optional): gets the end of the chapter; the lowest number there is (`NOWPLAYING_TIME_UNKNOWN`) where
 *   the end is not known
 *
 * Gets the chapter in which a position is. No signal is emitted when playback reaches the next chapter: call this again
 * at the end of the chapter.
 *
 * Returns: whether the position is in a chapter
 */
gboolean npg_item_get_chapter_at (NpgItem *self, gint64 position_us, gsize *index, gint64 *end_us) {
  g_return_val_if_fail (NPG_IS_ITEM (self), FALSE);
  int64_t end;
  if (nowplaying_surface_session_get_chapter_at (self->session, position_us, index, &end) != NOWPLAYING_OK)
    return FALSE;
  if (end_us != NULL) *end_us = end;
  return TRUE;
}

/**
 * npg_item_get_lyrics_at:
 * @self: an item
 * @position_us: a position, as [property@Snapshot:elapsed-us]
 * @next_us: (out) (optional): gets the position at which the next line begins; the lowest number there is
 *   (`NOWPLAYING_TIME_UNKNOWN`) after the last
 *
 * Gets the line of the lyrics that is sung at a position. The lyrics must have times for their lines (LRC); they may
 * come from a player of MPRIS.
 *
 * Returns: (nullable) (transfer none): the line, "" before the first and between verses, with "\n" between an original
 *   and its translation; %NULL: there are no lyrics with times
 */
const char *npg_item_get_lyrics_at (NpgItem *self, gint64 position_us, gint64 *next_us) {
  g_return_val_if_fail (NPG_IS_ITEM (self), NULL);
  const char *line = NULL;
  int64_t next;
  if (nowplaying_surface_session_get_lyrics_at (self->session, position_us, &line, &next) != NOWPLAYING_OK)
    return NULL;
  if (next_us != NULL) *next_us = next;
  return line;
}
