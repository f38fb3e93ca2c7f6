# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The words of org.nowplaying for fields, commands and enumerations, and the names of bridges, as tables for plugins in
C. Import only; called by contract/generate."""

from . import commands, data
from .commands import ROOT, macros

TABLES = ROOT / "plugins/mqtt/words.h"
HEAD = """\
/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The words of org.nowplaying.md. Made by contract/generate, from here: do not edit. */
#pragma once
"""
# The enumerations whose words are needed, and the names of the lists.
LISTS = {"ContentKind": "CONTENT_KINDS", "DurationKind": "DURATION_KINDS", "PlaybackState": "STATES",
         "ErrorKind": "ERROR_KINDS", "DeviceType": "DEVICE_TYPES"}


def numbered(enumeration):
    """Returns the words of an enumeration, in their places; NULL at a number that is none."""
    words = {number: f'"{word}"' for _, word, number in enumeration.members}
    return [words.get(number, "NULL") for number in range(max(words) + 1)]


def quoted(texts):
    return [f'"{text}"' for text in texts]


def tables(_, rows):
    listed = [
        ("FIELD_WORDS", "Each field, and its key.",
         [f'{{{field.constant}, "{field.word}"}}' for field in data.fields()]),
        ("COMMAND_WORDS", "Each command, its word, the key of its argument, and whether it is for the player.",
         [f'{{{row["name"]}, "{row["word"]}", ' + (f'"{row["argument"]["key"]}"' if "argument" in row else "NULL")
          + f', {"ofPlayer" in row["traits"]}}}'.lower() for row in rows]),
        *((name, "The words of an enumeration, in their places.", numbered(data.enumerations()[of]))
          for of, name in LISTS.items()),
        ("BRIDGE_APPLICATIONS", "The ids of the applications of bridges.", quoted(data.bridges()[0])),
        ("BRIDGE_NAMES", "The beginnings of the names of their players on the bus.", quoted(data.bridges()[1]))]
    return f"{HEAD}{macros(listed)}\n/* Made by contract/generate, to here. */\n"


def write(check=False):
    """Writes the tables, or returns that they differ."""
    return commands.write_documents({TABLES: tables}, data.commands(), check)
