# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The steps of scenarios, of hosts and of surfaces: how they are read, and how what is seen is compared."""

import contextlib
import json
import re
from pathlib import Path

from . import HERE
from .pictures import numbered

FOLDER = HERE / "scenarios"
IN_SECONDS = {"Position", "mpris:length", "position"}
MOVING = {"Position", "position"}
FASTEST = 4.0  # the highest rate of a scenario: a position that moves may be further by as much


def read(folder):
    """Returns the scenarios: dictionaries with "scenario" (the name), "shows" (a rule in words), and "steps"."""
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            row = json.loads(line)
            if "scenario" in row:
                found.append({**row, "steps": []})
            else:
                found[-1]["steps"].append((f"{path.name}:{number}", row))
    return found


@contextlib.contextmanager
def told(place, row):
    """Says of what fails which step it is."""
    try:
        yield
    except AssertionError as error:
        raise AssertionError(f"{place}: {json.dumps(row, ensure_ascii=False)}: {error}") from None


def picture(bus):
    """Returns the path of a picture, 12 pixels wide."""
    path = Path(bus.directory) / "picture.png"
    path.write_bytes(numbered(12))
    return path


def texts(word):
    """Returns a list of N texts for "$N"."""
    return [f"text {number}" for number in range(int(word[1:]))] if re.fullmatch(r"\$\d+", word) else []


def named(commands, key="command"):
    """Returns commands by their names: the word, and the id or the button of those that may be there more than once."""
    keys = {"custom": "id", "feedback": "button"}
    return {" ".join([row[key], *(str(row[each]) for each in [keys.get(row[key])] if each)]): row for row in commands}


def is_table(value):
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def differences(seen, wanted, path="", near=0.0):
    """Says what differs from what is wanted. near: by how many seconds a position may be further."""
    for key, value in wanted.items():
        found = seen.get(key)
        if isinstance(value, dict) and isinstance(found, dict):
            yield from differences(found, value, f"{path}{key} ", near)
        elif is_table(value) and is_table(found) and len(value) == len(found):
            for index, (row, each) in enumerate(zip(value, found)):
                yield from differences(each, row, f"{path}{key} {index} ", near)
        elif key in IN_SECONDS and isinstance(found, (int, float)) and value is not None:
            if not -1e-6 <= found - value <= (near if key in MOVING else 1e-6):
                yield f"{path}{key} {found}, not {value}"
        elif value == "$address":
            if not str(found).startswith("file:///") or not str(found).endswith("/picture.png"):
                yield f"{path}{key} {found!r}, not the address of the picture"
        elif value == "$file":
            if not str(found).startswith("file:///"):
                yield f"{path}{key} {found!r}, not the address of a file"
        elif found != (isinstance(value, str) and texts(value) or value):
            yield f"{path}{key} {found!r}, not {value!r}"


