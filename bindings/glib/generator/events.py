# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Generates NpgCommandEvent, the arguments of a command, in which each field is a writable property."""
from interface import comment
from rows import Owner, declare_getter, define_getter, fields, property_comment, spaced, table

STRUCT = "nowplaying_command_event"
OWN = Owner("command_event", "NpgCommandEvent", STRUCT, "self->of", True)


def setter(row):
    return f"void npg_command_event_set_{row.name} (NpgCommandEvent *self, {spaced(row.type)}{row.name})"


def define_setter(row):
    annotation = "(nullable)" if row.kind == "TEXT" else ""
    stored = f"  self->of.{row.name} = {row.name};"
    if row.kind == "TEXT":
        stored = (f"  char *copy = g_strdup ({row.name});\n  g_free ((char *) self->of.{row.name});\n"
                  f"  self->of.{row.name} = copy;")
    return comment(f"npg_command_event_set_{row.name}", f"Sets [property@CommandEvent:{row.property}].",
                   [("self", "", "the object"), (row.name, annotation, "the value")]) + f"""\
{setter(row)} {{
  g_return_if_fail (NPG_IS_COMMAND_EVENT (self));
{stored}
  g_object_notify (G_OBJECT (self), "{row.property}");
}}
"""


def header(interface):
    rows = fields(interface, STRUCT)[0]
    getters = "\n".join(f"{declare_getter(OWN, row)}\nNPG_AVAILABLE {setter(row)};" for row in rows)
    about = "What is given with a command. Only the properties that its kind names have a meaning."
    return f"""{comment("NpgCommandEvent", about)}
#define NPG_TYPE_COMMAND_EVENT (npg_command_event_get_type ())
NPG_AVAILABLE G_DECLARE_FINAL_TYPE (NpgCommandEvent, npg_command_event, NPG, COMMAND_EVENT, GObject)

{getters}
"""


def source(interface):
    rows = fields(interface, STRUCT)[0]
    freed = "\n".join(f"  g_free ((char *) self->of.{row.name});" for row in rows if row.kind == "TEXT")
    return "\n".join([*(property_comment(OWN, row) for row in rows), f"""\
struct _NpgCommandEvent {{
  GObject parent_instance;
  {STRUCT} of;
}};

G_DEFINE_TYPE (NpgCommandEvent, npg_command_event, G_TYPE_OBJECT)

{table(OWN, rows)}
static void npg_command_event_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec) {{
  (void)spec;
  npg_row_get (&npg_command_event_rows[id - 1], &NPG_COMMAND_EVENT (object)->of, value);
}}

static void npg_command_event_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec) {{
  (void)spec;
  npg_row_set (&npg_command_event_rows[id - 1], &NPG_COMMAND_EVENT (object)->of, value);
}}

static void npg_command_event_finalize (GObject *object) {{
  NpgCommandEvent *self = NPG_COMMAND_EVENT (object);
{freed}
  G_OBJECT_CLASS (npg_command_event_parent_class)->finalize (object);
}}

static void npg_command_event_class_init (NpgCommandEventClass *klass) {{
  G_OBJECT_CLASS (klass)->get_property = npg_command_event_get_property;
  G_OBJECT_CLASS (klass)->set_property = npg_command_event_set_property;
  G_OBJECT_CLASS (klass)->finalize = npg_command_event_finalize;
  npg_rows_install (G_OBJECT_CLASS (klass), npg_command_event_rows, 1);
}}

static void npg_command_event_init (NpgCommandEvent *self) {{
  self->of = ({STRUCT})NOWPLAYING_SURFACE_COMMAND_INIT (0);
}}

const {STRUCT} *npg_command_event_struct (NpgCommandEvent *self) {{
  return &self->of;
}}
""", *(define_getter(OWN, row) + "\n" + define_setter(row) for row in rows)])
