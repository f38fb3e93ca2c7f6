# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Generates the enumerations: one for each type of the headers whose constants matter to a surface."""
import os

from interface import camel, comment, escaped, plain

# The types of nowplaying.h that only players use.
OF_PLAYERS = {"nowplaying_app_flags", "nowplaying_interruption", "nowplaying_loop_mode"}
# Constants without a type in the headers, grouped by the beginning of their names.
UNTYPED = {
    "NOWPLAYING_REPEAT_": ("repeat_mode", "int32_t", "What of the queue repeats."),
    "NOWPLAYING_SHUFFLE_": ("shuffle_mode", "int32_t", "The order of the queue."),
    "NOWPLAYING_FEEDBACK_": ("feedback", "int32_t", "The user's opinion of an item."),
    "NOWPLAYING_PHASE_": ("phase", "int32_t", "Whether a button that is held is pressed or released."),
    "NOWPLAYING_ASPECT_RATIOS_": ("aspect_ratios", "uint32_t", "Shapes of animated artwork."),
}
# Constants that belong to no enumeration.
OTHERS = ("NOWPLAYING_VERSION", "NOWPLAYING_MAX_", "NOWPLAYING_SURFACE_MAX_", "NOWPLAYING_SURFACE_NEXT_",
          "NOWPLAYING_TIME_")


class Enumeration:
    """An enumeration. name: "playback_state". members: (name without the common prefix, constant)."""

    def __init__(self, name, c_type, text, constants):
        self.name, self.c_type, self.text = name, c_type, text
        self.type, self.upper = f"Npg{camel(name)}", f"NPG_{name.upper()}"
        self.is_flags = c_type == "uint32_t"
        names = [constant["name"].split("_") for constant in constants]
        shared = len(os.path.commonprefix(names))
        self.members = [("_".join(words[shared:]), constant) for words, constant in zip(names, constants)]


def enumerations(interface):
    """Returns all enumerations by C type, or for untyped constants by the beginning of their names."""
    found = {}
    for constant in interface.constants:
        c_type = constant.get("type")
        group = c_type or next((begin for begin in UNTYPED if constant["name"].startswith(begin)), None)
        if group is None and not constant["name"].startswith(OTHERS):
            raise SystemExit(f"generate: {constant['name']} has no type, and enums.py does not know it")
        if group is not None and group not in OF_PLAYERS and constant["name"] not in (
                "NOWPLAYING_OK", "NOWPLAYING_PENDING"):
            found.setdefault(group, []).append(constant)
    made = {}
    for group, constants in found.items():
        if group in UNTYPED:
            made[group] = Enumeration(*UNTYPED[group], constants)
        else:
            about = interface.types[group]
            name = "error" if group == "nowplaying_status" else plain(group)
            made[group] = Enumeration(name, about["type"], about["text"], constants)
    return made


def declare(enumeration):
    members = [(f"{enumeration.upper}_{name}", constant) for name, constant in enumeration.members]
    text = escaped(enumeration.text)
    if enumeration.name == "error":
        text = "What can become of a call: the codes of `NPG_ERROR`, which are those of `nowplaying_status`."
    lines = [comment(enumeration.type, text,
                     [(name, "", escaped(constant["text"])) for name, constant in members]) + "typedef enum {"]
    lines += [f"  {name} = {constant['value']}," for name, constant in members]
    lines += [f"}} {enumeration.type};", ""]
    if enumeration.name == "error":
        lines += ["#define NPG_ERROR (npg_error_quark ())", "NPG_AVAILABLE GQuark npg_error_quark (void);"]
        type_name = "NPG_TYPE_ERROR"
    else:
        type_name = f"NPG_TYPE_{enumeration.name.upper()}"
    lines += [f"#define {type_name} (npg_{enumeration.name}_get_type ())",
              f"NPG_AVAILABLE GType npg_{enumeration.name}_get_type (void) G_GNUC_CONST;", ""]
    return "\n".join(lines)


def define(enumeration):
    kind = "Flags" if enumeration.is_flags else "Enum"
    rows = "\n".join(f'    {{ {enumeration.upper}_{name}, "{enumeration.upper}_{name}", '
                     f'"{name.lower().replace("_", "-")}" }},' for name, _ in enumeration.members)
    return f"""GType npg_{enumeration.name}_get_type (void) {{
  static gsize type = 0;
  static const G{kind}Value values[] = {{
{rows}
    {{ 0, NULL, NULL }}
  }};
  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_{kind.lower()}_register_static ("{enumeration.type}", values));
  return type;
}}
"""


def header(interface):
    return "\n".join(declare(each) for each in enumerations(interface).values())


def source(interface):
    return "\n".join(["G_DEFINE_QUARK (npg-error-quark, npg_error)", "",
                      *(define(each) for each in enumerations(interface).values())])
