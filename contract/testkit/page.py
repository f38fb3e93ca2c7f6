# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the tables in org.nowplaying's page, from which the checker takes keys, types and words."""
import re

from . import HERE

PAGE = (HERE / "org.nowplaying.md").read_text()
TYPED = re.compile(r"`([a-z-]+)` (\(dd\)|a\{ss\}|a?[a-z])(?=[,;: ]|$)")


def rows(heading, page=PAGE):
    """Returns the cells of each row of the first table below a heading, without the header row."""
    text = page[page.index(heading):]
    table = re.search(r"(?m)^\|.*\n\|[-|]+\n((?:\|.*\n)+)", text)[1]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]


def words(text):
    """Returns the words of the first list in backticks."""
    return re.search(r"`([^`]+)`", text)[1].split()


def names(text):
    return re.findall(r"`([^`]+)`", text)


CONTENT = rows("### Session1.Content")
KINDS = words(next(row[2] for row in CONTENT if row[0] == "`kind`"))


def kinds(text):
    """Returns the kinds of item that have a key: those that the text of its row begins with, or all."""
    first = re.split(r"[;(]", text)[0].split(", ")
    return [word for word in first if word in KINDS] or KINDS


def content():
    """Returns for each kind its keys with types, and the keys that are always present."""
    fields, always = {kind: {} for kind in KINDS}, {}
    for keys, kind_of_value, text in CONTENT:
        typed = dict.fromkeys(names(keys), kind_of_value)
        for kind in kinds(text):
            fields[kind] |= typed
        if text.startswith("always"):
            always |= typed
    return fields, always


def counted():
    """Returns the keys of Content whose values count from 1."""
    return {key for keys, _, text in CONTENT if "from 1" in text for key in names(keys)}


def playback():
    """Returns the keys of Playback with their types, and those of them that are always present."""
    table = [(dict.fromkeys(names(row[0]), row[1]), row[2]) for row in rows("### Session1.Playback")]
    return ({key: kind for typed, _ in table for key, kind in typed.items()},
            {key: kind for typed, text in table if text.startswith("always") for key, kind in typed.items()})


def states():
    return set(words(next(row[2] for row in rows("### Session1.Playback") if row[0] == "`state`")))


def durations():
    return set(names(next(row[2] for row in CONTENT if row[0] == "`duration-kind`")))


def leaving():
    """Returns the commands that must not be enabled while an advertisement plays."""
    return set(words(next(row[2] for row in CONTENT if row[0] == "`advertisement`")))


def commands():
    """Returns two dictionaries: the keys of each command with their types, and the modes of each command that has
    modes."""
    fields, modes = {}, {}
    for entry, keys, _ in rows("### Session1.Commands"):
        for name in names(entry):
            fields[name] = {"command": "s", "enabled": "b", "icon": "s", "slot": "s"} | dict(TYPED.findall(keys))
            if supported := re.search(r"as of `([^`]+)`", keys):
                modes[name] = supported[1].split()
    return fields, modes


def maybe():
    """Returns the keys that may be absent from a listed command."""
    return {"icon", "slot", *names(PAGE[PAGE.index("; only `title`"):].partition("may be absent")[0])}


def devices():
    return set(re.search(r"`type` s: `([^`]+)`", PAGE)[1].split())


def slots():
    return names(PAGE[PAGE.index("`slot` says"):].partition(" is a menu")[0])[1:]


def icons():
    """Returns the icon words, each with the nearest name in freedesktop's icon naming; "" for none."""
    return {names(word)[0]: "".join(names(name)) for word, name, _ in rows("`icon` is a word")}


def own_icons():
    """Returns the icon words of each command for which the player names none; empty for commands with text only."""
    found = {}
    for entry, text in rows("If the player names no `icon` for a command"):
        own = [word for word in names(text) if word in icons()]
        found |= {name: [name] if text == "its own" else own for name in names(entry)}
    return found


def track_kinds():
    return re.search(r"`kind` s: `([^`]+)`, \*open\* \(left out\)", PAGE)[1].split()


def characteristics():
    return re.search(r"`characteristics` as:\s+`([^`]+)`", PAGE)[1].split()


def error_kinds():
    return words(next(row[2] for row in rows("### Session1.Playback") if row[0] == "`error-kind`"))


def reasons():
    return set(re.search(r"may\s+be shown now: `([^`]+)`", PAGE)[1].split())


def errors():
    """Returns the error names. A name that begins with a dot continues the first part of the previous one."""
    found = []
    for cell in (row[0] for row in rows("## 5. Errors")):
        first = ""
        for name in names(cell):
            if name.startswith("."):
                name = first + name
            first = name.partition(".")[0]
            found.append(name)
    return {"org.nowplaying.Error." + name for name in found}
