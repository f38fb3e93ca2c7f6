#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Checks that the generators notice a row that only the headers or only contract/data have, another number, and legal
values of an argument of which a comment says something else than its row.

usage: check_contract.py
"""

import json
import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from abi import data, headers, interface, rules

# A constant of each kind of row.
ROWS = ["CONTENT_BOOK", "DEVICE_CAR", "ERROR_BUSY", "TRACK_IS_FORCED", "SURFACE_ORDER_USER", "COMMAND_CUSTOM",
        "FIELD_ISRC", "FIELD_AUTO_RATING", "MAX_TRACKS", "SURFACE_MAX_ACTIONS", "APP_SHOW_IDLE"]
# Another comment of the header, and what is then found.
COMMENTS = [(r"Shown as xesam:genre\.", "Shown as xesam:style.", "that NOWPLAYING_FIELD_GENRES is shown as"),
            ("TITLE, AUTHOR, NARRATOR", "TITLE, AUTHOR", "kinds that have NOWPLAYING_FIELD_NARRATOR")]
# A part of a comment about legal values, of a struct's member or of a function, and another text in its place.
LEGAL = [("nowplaying_device.volume", "0.0 to 1.0", "0.0 to 2.0"), ("nowplaying_snapshot.rate", "finite and not 0", ""),
         ("nowplaying_snapshot.buffered_us", "counts as 0", "is refused"), ("nowplaying_command.steps", "100", "200"),
         ("nowplaying_command.intervals_us", "greater than 0", "0 or more"),
         ("nowplaying_command.rate_count", "MAX_RATES", "MAX_TRACKS"), ("nowplaying_track.id", "Required: the", "The"),
         ("nowplaying_command.rate_maximum", "not lower than rate_minimum", "of any size"),
         ("nowplaying_command.enabled", "0: the", "At most 7. 0: the"),
         ("nowplaying_command_event.rating", "0.0 to 1.0", "0 to 5"),
         ("nowplaying_content_set_number", "0.0 … 1.0", "0.0 … 5.0"),
         ("nowplaying_surface_step_volume", "1 or -1", "1"), ("nowplaying_surface_get_artwork", "16384", "4096"),
         ("nowplaying_session_set_muted", "a new one", "0 to 1; a new one"),
         ("nowplaying_session_set_tracks", "MAX_TRACKS", "MAX_TEXTS")]


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


def check_rules() -> None:
    """The legal values of arguments are those of the comments, and each member of a struct has a row."""
    described = json.dumps(interface.describe()["headers"])
    if rules.fault(json.loads(described)):
        raise SystemExit(rules.fault(json.loads(described)))
    for name, before, after in LEGAL:
        changed = json.loads(described)
        owner, _, member = name.partition(".")
        entry = next(each for header in changed for each in header["types"] + header["functions"]
                     if each["name"] == owner)
        entry = next(each for each in entry["fields"] if each["name"] == member) if member else entry
        text, entry["text"] = entry["text"], entry["text"].replace(before, after)
        if entry["text"] == text or name.removeprefix("nowplaying_") not in rules.fault(changed):
            raise SystemExit(f"nothing is noticed where the comment of {name} has {after!r} for {before!r}")
    for owner, member in (("device", "volume"), ("surface_options", "twins"), ("session_set_volume", "volume")):
        row = rules.rules()[owner].pop(member)
        if owner not in rules.fault(json.loads(described)):
            raise SystemExit(f"nothing is noticed where {owner}.{member} has no row")
        rules.rules()[owner][member] = row


if __name__ == "__main__":
    if len(sys.argv) != 1:
        raise SystemExit(__doc__.strip())
    check_constants()
    check_comments()
    check_rules()
