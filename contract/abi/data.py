# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads contract/data for the generators, and compares it with the C headers. Import only."""

import functools
import tomllib
from pathlib import Path

from . import headers

FOLDER = Path(__file__).resolve().parents[1] / "data"
PREFIX = "NOWPLAYING_"
# Constants of the headers that are no words: versions, marks of a time that is none, and what a function answers
# besides an error.
OTHERS = {"VERSION", "VERSION_MAJOR", "VERSION_MINOR", "VERSION_PATCH", "OK", "PENDING", "TIME_UNKNOWN", "TIME_NOW",
          "SURFACE_NEXT_MODE"}


@functools.cache
def load(name):
    """Returns the tables of a file: contract/data/NAME.toml."""
    with (FOLDER / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def constant(word):
    """Returns a word in the style of the headers: SEEK_TO_POSITION for seek-to-position."""
    return word.upper().replace("-", "_")


def camel(word):
    """Returns a word in Swift's style: seekToPosition, collectionID, musicBrainzTrackIDs."""
    first, *rest = word.lower().replace("_", "-").split("-")
    rest = [{"id": "ID", "ids": "IDs"}.get(part, part.capitalize()) for part in rest]
    return {"musicbrainz": "musicBrainz"}.get(first, first) + "".join(rest)


# ---------------------------------------------------------------------------------------------------- Words --------

class Enumeration:
    """An enumeration, as words.toml has it: `members` has the name in the header, the word and the number of each."""

    def __init__(self, name, row):
        self.name, self.row, self.about, self.form = name, row, row["about"], row.get("swift", "word")
        self.words = row["words"]
        names = row.get("names") or [constant(word) for word in self.words]
        if len(names) != len(self.words) or len(set(names)) != len(names):
            raise SystemExit(f"words.toml: {name} has other names than words")
        self.is_bits = row.get("bits", self.form == "bits")
        numbers = ([1 << place for place in range(len(names))] if self.is_bits else
                   [row["first"] + place * row.get("step", 1) for place in range(len(names))])
        self.members = list(zip(names, self.words, numbers))

    def constants(self):
        """Returns the number of each constant of the header, by its name."""
        return {f"{PREFIX}{self.row['header']}_{name}": number for name, _, number in self.members}


@functools.cache
def enumerations():
    """Returns all enumerations, by their names."""
    return {name: Enumeration(name, row) for file in ("words", "options")
            for name, row in load(file).items() if "words" in row}


def icons():
    """Returns the nearest name of freedesktop's naming, and what a button with it does, by the words for icons."""
    return {word: tuple(row) for word, row in load("words")["icons"].items()}


def control_names():
    """Returns the names of controls, by their words: the name, and the form for many or ""."""
    rows = load("words")["control-names"].items()
    return {word: (row, "") if isinstance(row, str) else tuple(row) for word, row in rows}


# ------------------------------------------------------------------------------------------------- Commands --------

@functools.cache
def forms():
    """Returns the forms of arguments, by their names."""
    return load("commands")["form"]


def further(word):
    """Returns the arguments that a command takes besides that of its form, by their keys."""
    return {key: row for key, row in load("commands")["further"].items() if word in row.get("of", [word])}


def arguments():
    """Returns the type of each argument of SendCommand, by its key."""
    return ({row["argument"]["key"]: row["argument"]["type"] for row in commands() if "argument" in row}
            | {key: row["type"] for key, row in load("commands")["further"].items()})


@functools.cache
def commands():
    """Returns a row for each command, in the order of their numbers, with the argument of SendCommand and its type."""
    found = []
    for word, row in load("commands")["command"].items():
        form = row.get("form", "none")
        known = {"about", "form", "key", "modes", "mpris", "icons", "drawn", "traits"}
        strange = set(row.get("traits", [])) - set(load("commands")["trait"]) | set(row.get("icons", [])) - set(icons())
        if row.keys() - known or strange or form not in {"none", *forms()} or ("key" in row) != (form != "none"):
            raise SystemExit(f"commands.toml: the row of {word} is not written as the others are")
        argument = {} if form == "none" else {"argument": {"key": row["key"], "type": forms()[form]["type"]}}
        found.append({
            "name": f"{PREFIX}COMMAND_{constant(word)}", "word": word, "about": row["about"], "form": form, **argument,
            **({"modes": enumerations()[row["modes"]].words} if "modes" in row else {}),
            **({"mpris": row["mpris"]} if "mpris" in row else {}),
            "icons": row.get("icons", []), "traits": row.get("traits", [])})
    return found


def said_of(row):
    """Returns the names in the headers that a command uses. The comment of each must name the command."""
    parts = [forms().get(row["form"], {}), *(load("commands")["trait"][name] for name in row["traits"])]
    uses = ["nowplaying_command." + name for part in parts for name in part.get("members", [])]
    uses += [name for part in parts for name in part.get("functions", [])]
    argument = parts[0].get("member")
    return uses + (["nowplaying_command_event." + argument, "nowplaying_surface_send_command"] if argument else [])


# --------------------------------------------------------------------------------------------------- Fields --------

class Field:
    """A field of a content: its type, text, list, integer or number, and its row in fields.toml."""

    def __init__(self, kind, word, number, row):
        self.kind, self.word, self.number, self.row = kind, word, number, row
        self.name, self.constant = camel(word), f"{PREFIX}FIELD_{constant(word)}"
        self.kinds, self.key, self.least = row.get("kinds", []), row.get("mpris", ""), row.get("least", 0)
        self.form = row["form"] if kind == "integer" else {"number": "rating"}.get(kind, kind)
        known = {"kinds", "mpris"} | ({"form", "least"} if kind == "integer" else set())
        if row.keys() - known or set(self.kinds) - set(enumerations()["ContentKind"].words):
            raise SystemExit(f"fields.toml: the row of {word} is not written as the others are")


@functools.cache
def fields():
    """Returns all fields, in the order of their numbers."""
    return [Field(kind, word, table["first"] + place, row) for kind, table in load("fields").items()
            for place, (word, row) in enumerate(table["fields"].items())]


def tags():
    """Returns the rows of tags.toml."""
    words, forms_of_tags = {field.word for field in fields()}, load("tags")["form"]
    for row in load("tags")["tag"]:
        if {row["field"], row.get("also", row["field"])} - words or row.get("form", "percent") not in forms_of_tags:
            raise SystemExit(f"tags.toml: {row['names'].split()[0]} has a field or a form that there is not")
    return load("tags")["tag"]


# -------------------------------------------------------------------------------------------------- Bridges --------

def bridges():
    """Returns the ids of the applications of bridges, and how the names of their players begin."""
    rows = load("bridges")["bridge"]
    if any(row.keys() - {"application", "name", "why"} for row in rows):
        raise SystemExit("bridges.toml: a row is not written as the others are")
    return [row["application"] for row in rows], [row["name"] for row in rows if "name" in row]


# --------------------------------------------------------------------------------------------------- Limits --------

def limits():
    """Returns the rows of limits.toml, by their names in Swift: those of the library, and those of that for
    surfaces."""
    found = dict(load("limits"))
    return found, found.pop("surface")


# -------------------------------------------------------------------------------------------------- Headers --------

def constants():
    """Returns the number of each constant of the headers that the data has, by its name."""
    found = {}
    for enumeration in enumerations().values():
        found |= enumeration.constants()
    found |= {row["name"]: number for number, row in enumerate(commands(), 1)}
    found |= {field.constant: field.number for field in fields()}
    for rows, begin in zip(limits(), ("MAX", "SURFACE_MAX")):
        found |= {f"{PREFIX}{begin}_{row['header']}": row["value"] for row in rows.values() if "header" in row}
    return found


def fault(numbers):
    """Returns what differs between the constants of both headers and the data: "" where nothing does."""
    said = {name: number for name, number in numbers.items() if name.removeprefix(PREFIX) not in OTHERS}
    wrong = sorted({name for name, _ in said.items() ^ constants().items()})
    return f"the headers and contract/data have other constants, or other numbers: {', '.join(wrong)}" if wrong else ""


def fault_of_fields(described):
    """Returns what the header's text says of fields otherwise than fields.toml does: the kinds that have each, and its
    key of MPRIS.

    described: as headers.fields() returns it.
    """
    kinds = [constant(word) for word in enumerations()["ContentKind"].words]
    for field in fields():
        said = described[constant(field.word)]
        if said.kinds != set(map(constant, field.kinds) if field.kinds else kinds):
            return f"the header and fields.toml name other kinds that have {field.constant}"
        if field.key and field.key not in said.shown:
            return f"the header does not say that {field.constant} is shown as {field.key}, as fields.toml does"
    return ""
