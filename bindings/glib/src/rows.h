/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tables of properties that are fields of a C struct. */
#pragma once
#include <npg-values.h>
#include <stddef.h>

/** The type of a field. */
typedef enum {
  NPG_ROW_TEXT,
  NPG_ROW_DOUBLE,
  NPG_ROW_INT32,
  NPG_ROW_UINT32,
  NPG_ROW_INT64,
  NPG_ROW_UINT64,
  NPG_ROW_SIZE,
  NPG_ROW_BOOLEAN,
  NPG_ROW_ENUM,
  NPG_ROW_FLAGS,
} NpgRowKind;

/** A property for a field of a struct. A table ends with a row without a name. */
typedef struct {
  const char *name;
  NpgRowKind kind;
  gsize offset;
  /** The GType for ENUM and FLAGS, else NULL. */
  GType (*type) (void);
} NpgRow;

/** The form of a property for a field of an item. */
typedef enum {
  NPG_FIELD_IS_TEXT,
  NPG_FIELD_IS_TEXTS,
  NPG_FIELD_IS_INTEGER,
  NPG_FIELD_IS_FLAG,
  NPG_FIELD_IS_DATE,
  NPG_FIELD_IS_NUMBER,
} NpgFieldKind;

/** A property for a field of an item. */
typedef struct {
  const char *name;
  nowplaying_field number;
  NpgFieldKind kind;
} NpgFieldRow;

/** Installs the properties of a table; they are writable if the class has a set_property. first: the id of the first
 * property. */
G_GNUC_INTERNAL void npg_rows_install (GObjectClass *klass, const NpgRow *rows, guint first);
/** Reads the property of a row from its struct. */
G_GNUC_INTERNAL void npg_row_get (const NpgRow *row, const void *of, GValue *value);
/** Writes the property of a row into its struct, which owns its texts. */
G_GNUC_INTERNAL void npg_row_set (const NpgRow *row, void *of, const GValue *value);
/** Returns whether the field of a row differs between two structs. */
G_GNUC_INTERNAL gboolean npg_row_differs (const NpgRow *row, const void *of, const void *other);
