# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The words of org.nowplaying for fields, commands and enumerations, as tables for plugins in C. Import only; called by
contract/generate."""

import json

from . import commands, interface
from .commands import ROOT, macros

TABLES = ROOT / "plugins/mqtt/words.h"
HEAD = """\
/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The words of org.nowplaying.md. Made by contract/generate, from here: do not edit. */
#pragma once
"""
FIELD = "NOWPLAYING_FIELD_"
# The enumerations whose words are needed: the start of their names, and the name of the list.
LISTS = {"NOWPLAYING_CONTENT_": "CONTENT_KINDS", "NOWPLAYING_DURATION_": "DURATION_KINDS",
         "NOWPLAYING_STATE_": "STATES", "NOWPLAYING_ERROR_KIND_": "ERROR_KINDS", "NOWPLAYING_DEVICE_": "DEVICE_TYPES"}


def word(name, start):
    return name.removeprefix(start).lower().replace("_", "-")


def numbered(constants, start):
    """Returns the words of an enumeration, in their places; NULL at a number that is none."""
    words = {row["value"]: f'"{word(row["name"], start)}"' for row in constants if row["name"].startswith(start)}
    return [words.get(number, "NULL") for number in range(max(words) + 1)]


def tables(_, rows):
    constants = json.loads(interface.FILE.read_text(encoding="utf-8"))["headers"][0]["constants"]
    listed = [
        ("FIELD_WORDS", "Each field, and its key.",
         [f'{{{row["name"]}, "{word(row["name"], FIELD)}"}}' for row in constants if row["name"].startswith(FIELD)]),
        ("COMMAND_WORDS", "Each command, its word, and the key of its argument.",
         [f'{{{row["name"]}, "{row["word"]}", '
          + (f'"{row["argument"]["key"]}"' if "argument" in row else "NULL") + "}" for row in rows]),
        *((name, "The words of an enumeration, in their places.", numbered(constants, start))
          for start, name in LISTS.items())]
    return f"{HEAD}{macros(listed)}\n/* Made by contract/generate, to here. */\n"


def write(check=False):
    """Writes the tables, or returns that they differ."""
    return commands.write_documents({TABLES: tables}, commands.TABLE, commands.rows(), check)
