#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Writes the C table of all functions of a header, with the sort of each argument and the errors that its comment
names, for calls.c.

usage: generate_table.py HEADER OUTPUT
"""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from abi import headers

HANDLES = ["app", "session", "content", "request", "surface", "surface_session"]
# A comment that several functions have in common stands once, before them.
SHARED = "Each function that begins an action"

SORTS = {
    "const char *": "TEXT", "const char *const *": "TEXTS", "const void *": "DATA", "unsigned long": "COUNT",
    "int": "INT32", "long": "INT64", "double": "DOUBLE", "int *": "RET_INT32", "unsigned int *": "RET_INT32",
    "char *": "RET_TEXT",
    "const nowplaying_app_options *": "APP_OPTIONS", "const nowplaying_app_callbacks *": "APP_CALLBACKS",
    "const nowplaying_session_callbacks *": "SESSION_CALLBACKS", "const nowplaying_snapshot *": "SNAPSHOT",
    "const nowplaying_command *": "COMMANDS", "const nowplaying_device *": "DEVICES",
    "const nowplaying_playlist *": "PLAYLISTS", "const nowplaying_content *const *": "CONTENT_LIST",
    "unsigned int": "INT32", "void *": "USER_DATA", "nowplaying_surface_done": "DONE",
    "nowplaying_surface_action": "ACTION", "nowplaying_surface_action *": "RET_ACTION",
    "const nowplaying_surface_options *": "SURFACE_OPTIONS", "const nowplaying_command_event *": "EVENT",
    "const nowplaying_surface_callbacks *": "SURFACE_CALLBACKS", "nowplaying_surface_info *": "RET_INFO",
    "nowplaying_surface_item *": "RET_ITEM", "nowplaying_snapshot *": "RET_SNAPSHOT",
    "nowplaying_surface_control *": "RET_CONTROL",
    "nowplaying_surface_queue *": "RET_QUEUE", "nowplaying_surface_queue_entry *": "RET_QUEUE_ENTRY",
    "nowplaying_surface_playlists *": "RET_PLAYLISTS", "nowplaying_surface_playlist *": "RET_PLAYLIST",
    "nowplaying_command *": "RET_COMMAND", "nowplaying_device *": "RET_DEVICE", "long *": "RET_INT64",
    "const nowplaying_chapter *": "CHAPTERS", "const nowplaying_track *": "TRACKS",
    "nowplaying_chapter *": "RET_CHAPTER", "nowplaying_track *": "RET_TRACK", "const char **": "RET_TEXT_POINTER",
    "int64_t *": "RET_INT64", "double *": "RET_DOUBLE", "size_t *": "RET_COUNT",
}
RETURNS = {"nowplaying_status": "RETURNS_STATUS", "void": "RETURNS_VOID", "uint32_t": "RETURNS_UINT32",
           "const char *": "RETURNS_TEXT", "nowplaying_request *": "RETURNS_HANDLE",
           "nowplaying_surface_session *": "RETURNS_HANDLE"}

for handle in HANDLES:
    SORTS[f"nowplaying_{handle} *"] = SORTS[f"const nowplaying_{handle} *"] = f"HANDLE_{handle.upper()}"
    SORTS[f"nowplaying_{handle} **"] = f"RET_{handle.upper()}"


def sort_of(function: str, written: str, canonical: str, typedefs: dict) -> str:
    pointee = written.removesuffix(" *")
    if written.endswith(" *") and typedefs.get(pointee) in ("int", "unsigned int"):
        canonical = typedefs[pointee] + " *"
    for spelling in (written, canonical, {"int32_t *": "int *", "uint32_t *": "unsigned int *"}.get(written)):
        if spelling in SORTS:
            return SORTS[spelling]
    raise SystemExit(f"{function} takes a {written}: teach the harness this type.")


def errors_of(header: Path) -> dict:
    """Returns the errors that the comment of each function names, as a bit mask of their numbers."""
    text = header.read_text()
    numbers = dict(re.findall(r"#define NOWPLAYING_ERROR_(\w+) \(?-(\d+)", headers.HEADER.read_text()))

    def bits(words: str) -> int:
        return sum(1 << int(numbers[word]) for word in set(re.findall(r"\w+", words)) & set(numbers))
    shared = bits(re.search(rf"/\* {SHARED}.*?\*/", text, re.S)[0]) if SHARED in text else 0
    found = {}
    for comment, name in re.findall(r"/\*\*((?:(?!\*/).)*)\*/\s*[\w *]*?(nowplaying_\w+)\(", text, re.S):
        words = re.search(r"Errors: (.*?)(?:(?:Thread|In callbacks|Ownership|Since):|\Z)", comment, re.S)
        words = words[1] if words else ""
        found[name] = bits(words) | (shared if "those above" in words else 0)
    return found


def main() -> None:
    if len(sys.argv) != 3:
        raise SystemExit("usage: generate_table.py HEADER OUTPUT")
    header = headers.HEADER.parent / sys.argv[1]
    declarations, errors = headers.read(header), errors_of(header)
    typedefs = headers.typedefs(headers.read()) | headers.typedefs(declarations)
    lines = [f"/* Generated from {header.name} by generate_table.py. */", "#include <nowplaying/surface.h>",
             '#include "harness.h"', "const function_entry functions[] = {"]
    functions = headers.functions(declarations)
    for name, (returned, parameters) in functions.items():
        if returned not in RETURNS:
            raise SystemExit(f"{name} returns a {returned}: teach the harness this type.")
        sorts = ", ".join(sort_of(name, written, canonical, typedefs) for _, written, canonical in parameters)
        lines.append(f'  {{"{name}", (void (*)(void)){name}, {RETURNS[returned]}, '
                     f'{len(parameters)}, {{{sorts or 0}}}, {errors[name]}u}},')
    lines += ["};", f"const int function_count = {len(functions)};"]
    Path(sys.argv[2]).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
