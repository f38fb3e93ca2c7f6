# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Generates a property for each field of C's structs: a row of the table for src/rows.c, and a getter."""
import re

from enums import enumerations
from interface import comment, escaped

# The int32_t fields that hold 1 or 0, which their C type does not show.
BOOLEANS = {"enabled", "active", "selected", "can_step", "can_edit", "is_at_live_edge", "follow", "play", "reverse",
            "toggle", "is_switch", "is_held", "busy", "derived"}
INTEGERS = {"current", "width", "height", "step", "steps", "mode", "phase", "bus_fd", "fd", "process_id"}
# Every class already has a function get_type, so the property is renamed.
RENAMED = {"type": "device_type"}
# `tag` is for players.
HIDDEN = {"struct_size", "reserved", "tag"}
# The list fields of structs, each with the field that holds its count.
COUNTED = {"intervals_us": "interval_count", "rates": "rate_count"}
SCALARS = {"double": ("DOUBLE", "double"), "int64_t": ("INT64", "gint64"), "uint64_t": ("UINT64", "guint64"),
           "uint32_t": ("UINT32", "guint"), "size_t": ("SIZE", "gsize")}


class Row:
    """A field: `kind` is NPG_ROW_…, `type` the getter's type, `gtype` the type of an enumeration."""

    def __init__(self, field, groups):
        self.member, self.c_type = field["name"], field["type"]
        self.name = RENAMED.get(self.member, self.member)
        self.text = field["text"]
        self.property, self.gtype = self.name.replace("_", "-"), None
        if self.c_type == "const char *":
            self.kind, self.type = "TEXT", "const char *"
        elif self.c_type in SCALARS:
            self.kind, self.type = SCALARS[self.c_type]
        elif self.c_type in groups:
            group = groups[self.c_type]
            self.kind, self.type = "FLAGS" if group.is_flags else "ENUM", group.type
            self.gtype = f"npg_{group.name}_get_type"
        elif self.c_type == "int32_t" and self.name in BOOLEANS:
            self.kind, self.type = "BOOLEAN", "gboolean"
        elif self.c_type == "int32_t" and self.name in INTEGERS:
            self.kind, self.type = "INT32", "int"
        elif self.name in COUNTED:
            self.kind, self.type = "LIST", re.sub(r"int64_t", "gint64", self.c_type)
        else:
            raise SystemExit(f"generate: the field {self.name} has the type {self.c_type}, which rows.py does not know")

    def line(self, struct):
        return (f'  {{ "{self.property}", NPG_ROW_{self.kind}, offsetof ({struct}, {self.member}), '
                f'{self.gtype or "NULL"} }},')


def fields(interface, struct):
    """Returns the fields of a struct that become properties, and those that are lists."""
    groups = enumerations(interface)
    rows = [Row(field, groups) for field in interface.types[struct]["fields"]
            if field["name"] not in HIDDEN and field["name"] not in COUNTED.values()]
    return [row for row in rows if row.kind != "LIST"], [row for row in rows if row.kind == "LIST"]


def spaced(c_type):
    return c_type if c_type.endswith("*") else c_type + " "


class Owner:
    """The class that has the rows. type: "NpgTrack". place: the expression for the struct in `self`."""

    def __init__(self, name, type, struct, place, nullable):
        self.name, self.type, self.struct, self.place, self.nullable = name, type, struct, place, nullable
        self.check = f"NPG_IS_{name.upper()}"


def property_comment(owner, row):
    note = "\n\n%NULL where there is none." if row.kind == "TEXT" and owner.nullable else ""
    return comment(f"{owner.type}:{row.property}", escaped(row.text) + note)


def declare_getter(owner, row):
    if row.kind == "LIST":
        return f"NPG_AVAILABLE {row.type}npg_{owner.name}_get_{row.name} ({owner.type} *self, gsize *count);"
    return f"NPG_AVAILABLE {spaced(row.type)}npg_{owner.name}_get_{row.name} ({owner.type} *self);"


def define_getter(owner, row):
    annotation = ""
    if row.kind == "TEXT":
        annotation = "(nullable) (transfer none): " if owner.nullable else "(transfer none): "
    if row.kind == "LIST":
        parameters = [("self", "", "the object"), ("count", "(out)", "their number")]
        return comment(f"npg_{owner.name}_get_{row.name}", escaped(row.text), parameters,
                       "(array length=count) (transfer none) (nullable): them, as long as the object lives") + f"""\
{row.type}npg_{owner.name}_get_{row.name} ({owner.type} *self, gsize *count) {{
  *count = 0;
  g_return_val_if_fail ({owner.check} (self), NULL);
  *count = {owner.place}.{COUNTED[row.member]};
  return {owner.place}.{row.member};
}}
"""
    return comment(f"npg_{owner.name}_get_{row.name}", f"Gets [property@{owner.type[3:]}:{row.property}].",
                   [("self", "", "the object")], f"{annotation}the property's value") + f"""\
{spaced(row.type)}npg_{owner.name}_get_{row.name} ({owner.type} *self) {{
  g_return_val_if_fail ({owner.check} (self), 0);
  return ({row.type}) {owner.place}.{row.member};
}}
"""


def table(owner, rows):
    lines = "\n".join(row.line(owner.struct) for row in rows)
    return f"const NpgRow npg_{owner.name}_rows[] = {{\n{lines}\n  {{ NULL }}\n}};\n"
