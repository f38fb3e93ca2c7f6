# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Writes the table of the names of tags into its page. Import only; called by contract/generate."""

from . import commands, data
from .commands import ROOT

PAGE = ROOT / "docs/tags.md"
HEAD = "| Field | Names |\n|---|---|\n"


def page(text, table):
    """Returns the page with the tag names of each field."""
    lines = ""
    for row in table:
        also = data.constant(row.get("also", ""))
        notes = [f"also {also}, where the kind has that field and no tag for it"] if also else []
        notes += ["where there is none of the names above"] if row.get("rank") else []
        names = " ".join(f"`{name}`" for name in row["names"].split())
        lines += f"| {data.constant(row['field'])} | {names}{''.join('; ' + note for note in notes)} |\n"
    return commands.in_table(text, HEAD, lines)


def write(check=False):
    """Writes the table into the page, or returns that it differs."""
    return commands.write_documents({PAGE: page}, data.tags(), check)
