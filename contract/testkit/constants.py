# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Writes the constants of nowplaying.h as a table in C, in which a driver of scenarios finds the words of the contract;
and the members of its structs. For a driver that has included surface.h, it writes those of surface.h as well.

usage: python3 -m testkit.constants FILE.h
"""

import sys
from pathlib import Path

from . import ABI

# The structs that a driver fills or reads, and the beginnings of the words of their types.
STRUCTS = ("nowplaying_app_options", "nowplaying_chapter", "nowplaying_command", "nowplaying_device",
           "nowplaying_playlist", "nowplaying_snapshot", "nowplaying_track", "nowplaying_surface_info",
           "nowplaying_surface_item", "nowplaying_surface_control", "nowplaying_surface_queue",
           "nowplaying_surface_queue_entry", "nowplaying_surface_playlists", "nowplaying_surface_playlist")
RENAMED = {"elapsed_us": "position", "is_at_live_edge": "at_live_edge"}  # as the scenarios have them
PREFIXES = {"nowplaying_command_kind": "COMMAND_", "nowplaying_slot": "SLOT_", "nowplaying_content_kind": "CONTENT_",
            "nowplaying_media_type": "MEDIA_", "nowplaying_device_type": "DEVICE_", "nowplaying_track_kind": "TRACK_",
            "nowplaying_surface_control_row": "SURFACE_ROW_", "nowplaying_playback_state": "STATE_",
            "nowplaying_error_kind": "ERROR_KIND_"}
# The forms of values; the lists are the last, and the number of their elements is the member behind them.
FORMS = {"const char *": "TEXT", "double": "NUMBER", "int32_t": "INTEGER", "uint32_t": "UNSIGNED", "size_t": "SIZE",
         "nowplaying_track_characteristics": "TRAITS", "const double *": "NUMBERS", "const int64_t *": "TIMES"}


def constants(header):
    rows = [row["name"] for row in header["constants"] if isinstance(row["value"], int)]
    return [f'  {{"{name.removeprefix("NOWPLAYING_")}", {name}}},' for name in rows]


def members(header):
    """Yields the rows of the members that are texts, numbers, times, words, or lists of them."""
    for struct in [row for row in header["types"] if row["name"] in STRUCTS]:
        for field in struct["fields"]:
            name, kind = field["name"], field["type"]
            form = "WORD" if kind in PREFIXES else FORMS.get(kind)
            if kind == "int64_t":
                form = "TIME" if name.endswith("_us") else "DATE" if "surface" not in struct["name"] else "INDEX"
            if form and name not in ("struct_size", "reserved"):
                prefix = f'"{PREFIXES[kind]}"' if kind in PREFIXES else "NULL"
                shown = RENAMED.get(name, name).removesuffix("_us").replace("_", "-")
                yield (f'  {{"{struct["name"]}", "{shown}", '
                       f'offsetof({struct["name"]}, {name}), VALUE_{form}, {prefix}}},')


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: python3 -m testkit.constants FILE.h")
    host, surface = ABI["headers"]
    Path(sys.argv[1]).write_text("\n".join([
        "/* Generated from nowplaying.abi.json by testkit.constants. */",
        "#include <stddef.h>",
        "static const struct constant { const char *name; long long value; } constants[] = {", *constants(host),
        "#ifdef NOWPLAYING_SURFACE_H", *constants(surface), "#endif", "};",
        f"enum {{ {', '.join(f'VALUE_{form}' for form in ('WORD', 'INDEX', 'TIME', 'DATE', *FORMS.values()))} }};",
        "static const struct row { const char *owner, *name; size_t offset; int form; const char *prefix; } rows[] = {",
        *members(host), "#ifdef NOWPLAYING_SURFACE_H", *members(surface), "#endif", "};", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
