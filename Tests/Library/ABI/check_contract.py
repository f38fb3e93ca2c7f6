#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Checks that the generators notice a row that only the headers or only contract/data have, and another number.

usage: check_contract.py
"""

import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from abi import data, headers, interface

# A constant of each kind of row.
ROWS = ["CONTENT_BOOK", "DEVICE_CAR", "ERROR_BUSY", "TRACK_IS_FORCED", "SURFACE_ORDER_USER", "COMMAND_CUSTOM",
        "FIELD_ISRC", "FIELD_AUTO_RATING", "MAX_TRACKS", "SURFACE_MAX_ACTIONS", "APP_SHOW_IDLE"]
# Another comment of the header, and what is then found.
COMMENTS = [(r"Shown as xesam:genre\.", "Shown as xesam:style.", "that NOWPLAYING_FIELD_GENRES is shown as"),
            ("TITLE, AUTHOR, NARRATOR", "TITLE, AUTHOR", "kinds that have NOWPLAYING_FIELD_NARRATOR")]


def check_constants() -> None:
    found = {entry["name"]: entry["value"] for header in interface.describe()["headers"]
             for entry in header["constants"]}
    for name in (data.PREFIX + row for row in ROWS):
        without = {each: number for each, number in found.items() if each != name}
        for changed, what in ((without, "is missing in the header"), ({**found, name: 4711}, "has another number")):
            if name not in data.fault(changed):
                raise SystemExit(f"nothing is noticed where {name} {what}")
    for name in ("NOWPLAYING_CONTENT_OPERA", "NOWPLAYING_MAX_OPERAS", "NOWPLAYING_FIELD_OPERA"):
        if name not in data.fault({**found, name: 4711}):
            raise SystemExit(f"nothing is noticed where {name} is missing in contract/data")


def check_comments() -> None:
    """The kinds that have a field, and its key in MPRIS, are those of its comment."""
    text = headers.HEADER.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, headers.HEADER.name)
        for before, after, said in COMMENTS:
            changed = re.sub(before, after, text)
            copy.write_text(changed, encoding="utf-8")
            if changed == text or said not in data.fault_of_fields(headers.fields(copy)):
                raise SystemExit(f"nothing is noticed where a comment has {after!r}")


if __name__ == "__main__":
    if len(sys.argv) != 1:
        raise SystemExit(__doc__.strip())
    check_constants()
    check_comments()
