# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads from the tables of the reference player's page, player/README.md, what it publishes."""

import re

from . import HERE, page, protocol
from .surface import SECOND
from .wire import Variant

PAGE = (HERE / "player/README.md").read_text(encoding="utf-8")
SESSIONS = {row[0].strip("`"): row[1:] for row in page.rows("## Sessions", PAGE)}
QUOTED = re.compile(r'"([^"]*)"')


def texts(cell):
    return [text.replace("\\n", "\n") for text in QUOTED.findall(cell)]


def seconds(cell):
    return [int(number) * SECOND for number in re.findall(r"(-?\d+) s\b", cell)]


def words(cell):
    """Returns the texts in quotation marks in a cell, or without these the words between commas."""
    return texts(cell) or cell.split(", ")


def pairs(cell):
    return dict(re.findall(r'(\S+) "([^"]*)"', cell))


def chapters(cell):
    return list(zip(seconds(cell), *[iter(texts(cell)[half::2]) for half in (0, 1)]))


READ = {"s": lambda cell: words(cell)[0], "as": words, "u": int, "x": int, "d": float,
        "b": {"yes": True, "no": False}.get, "ax": seconds,
        "ad": lambda cell: [float(number) for number in cell.split(", ")], "a{ss}": pairs, "a(xss)": chapters}


def value(signature, cell):
    """Returns a cell as a value of this type."""
    return Variant(signature, READ[signature](cell))


def keys(cell, types):
    """Returns the keys in a cell, each with its value; `types` has the types of the protocol's page."""
    found = re.findall(r'`([a-z-]+)` ((?:"[^"]*"|[^;"])+)', cell)
    return {key: value(types[key], text.strip()) for key, text in found}


def item(identifier, kind, media, duration, _, fields):
    """Returns the Content of an item."""
    content = {"id": value("s", identifier.strip("`")), "kind": value("s", kind), "media-type": value("s", media)}
    if length := seconds(duration):
        content |= {"duration-kind": value("s", "finite"), "duration": Variant("x", length[0])}
    else:
        content["duration-kind"] = value("s", duration)
    content |= keys(fields, protocol.CONTENT[kind])
    lines = protocol.lines({key: variant.value for key, variant in content.items()})
    return content | ({"lines": Variant("as", lines)} if lines else {})


def items(session):
    """Returns the Content of each item of a session, in order."""
    rows = page.rows(f"### Items of {session}\n", PAGE)
    return {content["id"].value: content for content in (item(*row) for row in rows)}


def with_position(session):
    """Returns the ids of the items that have a position."""
    return {row[0].strip("`") for row in page.rows(f"### Items of {session}\n", PAGE) if row[4] == "yes"}


def commands(session):
    """Returns the commands that a session has at the start."""
    found = []
    for command, enabled, given, _ in page.rows(f"### Commands of {session}\n", PAGE):
        types = protocol.COMMANDS[command.strip("`")]
        found.append({"command": value("s", command.strip("`")), "enabled": value("b", enabled), **keys(given, types)})
        if icon := usual_icon({key: variant.value for key, variant in found[-1].items()}):
            found[-1].setdefault("icon", value("s", icon))
    return found


def usual_icon(entry):
    """Returns the icon of a command for which the player names none; None when it has text only."""
    name, current = entry["command"], entry.get("current")
    if name not in protocol.WITH_ICON:
        return None
    if name == "change-repeat-mode":
        return f"repeat-{current}"
    if name == "change-shuffle-mode":
        return "shuffle-off" if current == "off" else "shuffle-on"
    if name == "feedback":
        mode, icon = ("positive", "thumb-up") if "positive" in entry["supported"] else ("negative", "thumb-down")
        return icon + ("-filled" if current == mode else "")
    return page.own_icons()[name][1 if entry.get("active") else 0]


TRACK = {"language": "s", "title": "s", "characteristics": "as"}


def tracks(of):
    """Returns the tracks of the item with the id `of` in the session "studio"."""
    return [{"kind": value("s", kind.strip("`")), "id": value("s", identifier), "selected": value("b", selected),
             **keys(given, TRACK)} for kind, identifier, selected, given in page.rows(f"\nThe tracks of `{of}`", PAGE)]


def errors():
    """Returns each kind of error of the session "studio", with its text or None."""
    return [(kind.strip("`"), (texts(sentence) or [None])[0])
            for kind, sentence in page.rows("### Errors of studio", PAGE)]


def devices():
    found = []
    for identifier, name, kind, volume, step in page.rows("## Devices of kitchen", PAGE):
        level = {} if volume == "none" else {"volume": value("d", volume)}
        found.append({"id": value("s", identifier), "name": value("s", name), "type": value("s", kind),
                      "can-step": value("b", step), **level})
    return found


def sentence(command, session, **wanted):
    """Returns the text with which a command fails, from the command's row in the page."""
    for row, entry in zip(page.rows(f"### Commands of {session}\n", PAGE), commands(session)):
        if entry["command"].value == command and all(entry[key].value == text for key, text in wanted.items()):
            return texts(row[3])[0]
    raise KeyError(command)
