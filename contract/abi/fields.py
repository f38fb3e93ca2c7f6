# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Compares the fields of a content in Swift, Fields.swift and FieldTable.swift, with those of the header. Import
only."""

import re

from .commands import ROOT
from .tags import constant

MODEL = ROOT / "Sources/Library/Core/Model"
ENUMERATION = re.compile(r"^public enum \w+Field: Int32, FieldName \{\n  case \w+ = (\d+)$(.*?)\n\n", re.M | re.S)


def cases():
    """Returns the number of each field in Swift, by the header's name, in the order of the file."""
    text, found = (MODEL / "Fields.swift").read_text(encoding="utf-8"), {}
    for match in ENUMERATION.finditer(text):
        names = [name for name in re.findall(r"\w+", match[0].partition("{")[2]) if name not in ("case", match[1])]
        found |= {constant(name): number for number, name in enumerate(names, int(match[1]))}
    return found


def fault(numbers):
    """Returns what differs: "" where nothing does. `numbers` has the header's constants."""
    known, prefix = cases(), "NOWPLAYING_FIELD_"
    said = {name.removeprefix(prefix): value for name, value in numbers.items() if name.startswith(prefix)}
    if known != said:
        wrong = sorted({name for name, _ in known.items() ^ said.items()})
        return f"the header and Fields.swift have other fields, or other numbers: {wrong}"
    table = (MODEL / "FieldTable.swift").read_text(encoding="utf-8")
    rows = [constant(name) for name in re.findall(r"FieldRow\(\s*\w+Field\.(\w+),", table)]
    if rows != list(known):
        wrong = sorted(set(rows) ^ set(known)) or "the same ones"
        return f"the rows of FieldTable.swift are not those of Fields.swift in their order: {wrong}"
    return ""
