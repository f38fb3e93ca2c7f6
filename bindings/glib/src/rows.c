/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "rows.h"

#define AT(type, of, row) ((type *)(void *)((char *)(of) + (row)->offset))

static GParamSpec *make_spec (const NpgRow *row, GParamFlags flags) {
  switch (row->kind) {
    case NPG_ROW_TEXT: return g_param_spec_string (row->name, NULL, NULL, NULL, flags);
    case NPG_ROW_DOUBLE: return g_param_spec_double (row->name, NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
    case NPG_ROW_INT32: return g_param_spec_int (row->name, NULL, NULL, G_MININT, G_MAXINT, 0, flags);
    case NPG_ROW_UINT32: return g_param_spec_uint (row->name, NULL, NULL, 0, G_MAXUINT, 0, flags);
    case NPG_ROW_INT64: return g_param_spec_int64 (row->name, NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
    case NPG_ROW_UINT64: return g_param_spec_uint64 (row->name, NULL, NULL, 0, G_MAXUINT64, 0, flags);
    case NPG_ROW_SIZE: return g_param_spec_uint64 (row->name, NULL, NULL, 0, G_MAXUINT64, 0, flags);
    case NPG_ROW_BOOLEAN: return g_param_spec_boolean (row->name, NULL, NULL, FALSE, flags);
    case NPG_ROW_FLAGS: return g_param_spec_flags (row->name, NULL, NULL, row->type (), 0, flags);
    case NPG_ROW_ENUM: break;
  }
  /* The default must be a member of the enumeration, and not every enumeration has the member 0. */
  GEnumClass *klass = g_type_class_ref (row->type ());
  GParamSpec *spec = g_param_spec_enum (row->name, NULL, NULL, row->type (), klass->values[0].value, flags);
  g_type_class_unref (klass);
  return spec;
}

void npg_rows_install (GObjectClass *klass, const NpgRow *rows, guint first) {
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  if (klass->set_property != NULL) flags |= G_PARAM_WRITABLE;
  for (guint i = 0; rows[i].name != NULL; i++)
    g_object_class_install_property (klass, first + i, make_spec (&rows[i], flags));
}

void npg_row_get (const NpgRow *row, const void *of, GValue *value) {
  switch (row->kind) {
    case NPG_ROW_TEXT: g_value_set_string (value, *AT (const char *, of, row)); break;
    case NPG_ROW_DOUBLE: g_value_set_double (value, *AT (double, of, row)); break;
    case NPG_ROW_INT32: g_value_set_int (value, *AT (int32_t, of, row)); break;
    case NPG_ROW_UINT32: g_value_set_uint (value, *AT (uint32_t, of, row)); break;
    case NPG_ROW_INT64: g_value_set_int64 (value, *AT (int64_t, of, row)); break;
    case NPG_ROW_UINT64: g_value_set_uint64 (value, *AT (uint64_t, of, row)); break;
    case NPG_ROW_SIZE: g_value_set_uint64 (value, *AT (size_t, of, row)); break;
    case NPG_ROW_BOOLEAN: g_value_set_boolean (value, *AT (int32_t, of, row) != 0); break;
    case NPG_ROW_ENUM: g_value_set_enum (value, *AT (int32_t, of, row)); break;
    case NPG_ROW_FLAGS: g_value_set_flags (value, *AT (uint32_t, of, row)); break;
  }
}

void npg_row_set (const NpgRow *row, void *of, const GValue *value) {
  switch (row->kind) {
    case NPG_ROW_TEXT:
      g_free (*AT (char *, of, row));
      *AT (char *, of, row) = g_value_dup_string (value);
      break;
    case NPG_ROW_DOUBLE: *AT (double, of, row) = g_value_get_double (value); break;
    case NPG_ROW_INT32: *AT (int32_t, of, row) = g_value_get_int (value); break;
    case NPG_ROW_UINT32: *AT (uint32_t, of, row) = g_value_get_uint (value); break;
    case NPG_ROW_INT64: *AT (int64_t, of, row) = g_value_get_int64 (value); break;
    case NPG_ROW_UINT64: *AT (uint64_t, of, row) = g_value_get_uint64 (value); break;
    case NPG_ROW_SIZE: *AT (size_t, of, row) = (size_t)g_value_get_uint64 (value); break;
    case NPG_ROW_BOOLEAN: *AT (int32_t, of, row) = g_value_get_boolean (value); break;
    case NPG_ROW_ENUM: *AT (int32_t, of, row) = g_value_get_enum (value); break;
    case NPG_ROW_FLAGS: *AT (uint32_t, of, row) = g_value_get_flags (value); break;
  }
}

gboolean npg_row_differs (const NpgRow *row, const void *of, const void *other) {
  switch (row->kind) {
    case NPG_ROW_TEXT: return g_strcmp0 (*AT (const char *, of, row), *AT (const char *, other, row)) != 0;
    case NPG_ROW_DOUBLE: return *AT (double, of, row) != *AT (double, other, row);
    case NPG_ROW_INT64:
    case NPG_ROW_UINT64: return *AT (int64_t, of, row) != *AT (int64_t, other, row);
    case NPG_ROW_SIZE: return *AT (size_t, of, row) != *AT (size_t, other, row);
    default: return *AT (int32_t, of, row) != *AT (int32_t, other, row);
  }
}
