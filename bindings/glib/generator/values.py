# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Generates the value classes: one for each struct that is read from a session and never changes."""
from interface import camel, comment, escaped, plain
from rows import Owner, declare_getter, define_getter, fields, property_comment, table

# Each struct with the function that fills it, whether the function takes an index, and whether the struct's texts may
# be NULL.
VALUES = [
    ("nowplaying_snapshot", "get_snapshot", False, True),
    ("nowplaying_command", "get_command", True, True),
    ("nowplaying_surface_control", "get_control", True, True),
    ("nowplaying_chapter", "get_chapter", True, False),
    ("nowplaying_track", "get_track", True, False),
    ("nowplaying_device", "get_device", True, False),
    ("nowplaying_surface_queue", "get_queue", False, False),
    ("nowplaying_surface_queue_entry", "get_queue_entry", True, False),
    ("nowplaying_surface_playlists", "get_playlists", False, False),
    ("nowplaying_surface_playlist", "get_playlist", True, False),
]
INFO = Owner("session", "NpgSession", "nowplaying_surface_info", "npg_session_info (self)[0]", False)
ITEM = Owner("item", "NpgItem", "nowplaying_surface_item", "npg_item_struct (self)[0]", False)
KINDS = ("text", "texts", "integer", "number")
FIELD_TYPES = {"text": "const char *", "texts": "char **", "integer": "gint64", "flag": "gboolean",
               "date": "GDateTime *", "number": "double"}
FIELD_NOTES = {
    "text": ("(nullable) (transfer none): ", "None is %NULL."),
    "texts": ("(transfer full): ", "None is an empty list."),
    "integer": ("", "Not known is -1."), "flag": ("", "Not known is %FALSE."),
    "date": ("(nullable) (transfer full): ", "Not known is %NULL."), "number": ("", "Not known is -1.0."),
}


def owner(struct, nullable):
    name = plain(struct)
    return Owner(name, f"Npg{camel(name)}", struct, "self->of", nullable)


def declare(interface, struct, nullable):
    own = owner(struct, nullable)
    rows, lists = fields(interface, struct)
    getters = "\n".join(declare_getter(own, row) for row in rows + lists)
    return f"""{comment(own.type, escaped(interface.types[struct]["text"].split(" Initialise with")[0]))}
#define NPG_TYPE_{own.name.upper()} (npg_{own.name}_get_type ())
NPG_AVAILABLE G_DECLARE_FINAL_TYPE ({own.type}, npg_{own.name}, NPG, {own.name.upper()}, GObject)

{getters}
"""


def define(interface, struct, function, has_index, nullable):
    own = owner(struct, nullable)
    rows, lists = fields(interface, struct)
    upper = own.name.upper()
    index = ", gsize index" if has_index else ""
    at = ", gint64 at_us" if own.name == "snapshot" else index
    given = at.replace("gsize ", "").replace("gint64 ", "")
    return "\n".join([*(property_comment(own, row) for row in rows), f"""\
struct _{own.type} {{
  GObject parent_instance;
  nowplaying_surface_session *session;
  {struct} of;
}};

G_DEFINE_TYPE ({own.type}, npg_{own.name}, G_TYPE_OBJECT)

{table(own, rows)}
static void npg_{own.name}_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec) {{
  (void)spec;
  npg_row_get (&npg_{own.name}_rows[id - 1], &NPG_{upper} (object)->of, value);
}}

static void npg_{own.name}_finalize (GObject *object) {{
  nowplaying_surface_session_unref (NPG_{upper} (object)->session);
  G_OBJECT_CLASS (npg_{own.name}_parent_class)->finalize (object);
}}

static void npg_{own.name}_class_init ({own.type}Class *klass) {{
  G_OBJECT_CLASS (klass)->get_property = npg_{own.name}_get_property;
  G_OBJECT_CLASS (klass)->finalize = npg_{own.name}_finalize;
  npg_rows_install (G_OBJECT_CLASS (klass), npg_{own.name}_rows, 1);
}}

static void npg_{own.name}_init ({own.type} *self) {{ (void)self; }}

{own.type} *npg_{own.name}_read (nowplaying_surface_session *session{at}) {{
  {struct} of = {interface.initialiser(struct)};
  if (nowplaying_surface_session_{function} (session{given}, &of) != NOWPLAYING_OK) return NULL;
  {own.type} *self = g_object_new (NPG_TYPE_{upper}, NULL);
  self->session = nowplaying_surface_session_ref (session);
  self->of = of;
  return self;
}}
""", *(define_getter(own, row) for row in rows + lists)])


def declare_private(struct, has_index, nullable):
    own = owner(struct, nullable)
    index = ", gint64 at_us" if own.name == "snapshot" else ", gsize index" if has_index else ""
    return f"G_GNUC_INTERNAL {own.type} *npg_{own.name}_read (nowplaying_surface_session *session{index});"


def item_fields(interface):
    """The fields of an item: name, number, kind, text, since."""
    for constant in interface.constants:
        if constant.get("type") == "nowplaying_field":
            kind, text = KINDS[constant["value"] // 100], constant["text"].replace("\n", " ")
            if kind == "integer" and text.startswith("When "):
                kind = "date"
            elif kind == "integer" and text.startswith("1: "):
                kind = "flag"
            name = constant["name"].removeprefix("NOWPLAYING_FIELD_").lower()
            yield name, constant["value"], kind, text.split(" Any kind.")[0]


def field_getters(interface):
    declared, defined = [], []
    for name, number, kind, text in item_fields(interface):
        c_type = FIELD_TYPES[kind]
        space = "" if c_type.endswith("*") else " "
        annotation, note = FIELD_NOTES[kind]
        property_name = name.replace("_", "-")
        signature = f"{c_type}{space}npg_item_get_{name} (NpgItem *self)"
        declared.append(f"NPG_AVAILABLE {signature};")
        defined.append(comment(f"NpgItem:{property_name}", f"{escaped(text)} {note}") +
                       comment(f"npg_item_get_{name}", f"Gets [property@Item:{property_name}].",
                               [("self", "", "the item")], f"{annotation}the property's value") +
                       f"{signature} {{\n  return npg_item_read_{kind} (self, {number});\n}}\n")
    return "\n".join(declared), "\n".join(defined)


def header(interface):
    parts = [declare(interface, struct, nullable) for struct, _, _, nullable in VALUES]
    for own, struct in ((INFO, "nowplaying_surface_info"), (ITEM, "nowplaying_surface_item")):
        parts += [declare_getter(own, row) for row in fields(interface, struct)[0]]
    return "\n".join([*parts, field_getters(interface)[0], ""])


def private(interface):
    lines = [declare_private(struct, has_index, nullable) for struct, _, has_index, nullable in VALUES]
    lines += [f"G_GNUC_INTERNAL extern const NpgRow npg_{own.name}_rows[];" for own in (INFO, ITEM)]
    lines += ["G_GNUC_INTERNAL extern const NpgFieldRow npg_item_fields[];",
              *(f"#define NPG_N_{own.name.upper()}_ROWS {len(fields(interface, own.struct)[0])}"
                for own in (INFO, ITEM)), ""]
    return "\n".join(lines)


def source(interface):
    parts = [define(interface, *value) for value in VALUES]
    for own in (INFO, ITEM):
        rows = fields(interface, own.struct)[0]
        parts += [property_comment(own, row) for row in rows]
        parts += [table(own, rows), *(define_getter(own, row) for row in rows)]
    rows = "\n".join(f'  {{ "{name.replace("_", "-")}", {number}, NPG_FIELD_IS_{kind.upper()} }},'
                     for name, number, kind, _ in item_fields(interface))
    parts += [f"const NpgFieldRow npg_item_fields[] = {{\n{rows}\n  {{ NULL }}\n}};\n", field_getters(interface)[1]]
    return "\n".join(parts)
