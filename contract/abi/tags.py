# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The table of the names of tags, Sources/Library/Core/Tags/TagTable.swift, and the page that is made of it.
Import only; called by contract/generate."""

import re

from . import commands
from .commands import ROOT

TABLE = ROOT / "Sources/Library/Core/Tags/TagTable.swift"
PAGE = ROOT / "docs/tags.md"
HEAD = "| Field | Names |\n|---|---|\n"
ROW = re.compile(r'TagRow\(\s*(?:"""\n(.*?)\n\s*"""|"([^"]*)"),\s*\.\w+\(\.(\w+)\)(.*?)\),?\n'
                 r'(?=\s*(?:TagRow|\]))', re.S)


def constant(name):
    """Returns the header's name of a field: ALBUM_ARTISTS for albumArtists."""
    plain = name.replace("musicBrainz", "musicbrainz").replace("IDs", "Ids").replace("ID", "Id")
    return re.sub("([A-Z])", r"_\1", plain).upper()


def rows():
    """Returns a row for each field and rank: the field, the rank, the tag names, and another field that gets the value
    too, "" if none does."""
    text = TABLE.read_text(encoding="utf-8")
    found = []
    for long, short, field, rest in ROW.findall(text):
        rank = re.search(r"(?<!also)(?<!R)rank: (\d)", rest)
        also = re.search(r"also: \.\w+\(\.(\w+)\)", rest)
        names = re.sub(r"\\\n\s*", "", long or short).split()
        found.append((constant(field), int(rank[1]) if rank else 0, names, constant(also[1]) if also else ""))
    if len(found) != len(re.findall(r"^    TagRow\(", text, re.M)) or not found:
        raise SystemExit(f"{TABLE.name}: a row is not written as the others are")
    return found


def page(text, table):
    """Returns the page with the tag names of each field."""
    lines = ""
    for field, rank, names, also in table:
        notes = [f"also {also}, where the kind has that field and no tag for it"] if also else []
        notes += ["where there is none of the names above"] if rank else []
        lines += f"| {field} | {' '.join(f'`{name}`' for name in names)}{''.join('; ' + note for note in notes)} |\n"
    return commands.in_table(text, HEAD, lines)


def write(check=False):
    """Writes the table into the page, or returns that it differs."""
    return commands.write_documents({PAGE: page}, TABLE, rows(), check)
