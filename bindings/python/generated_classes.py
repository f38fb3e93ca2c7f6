# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The part of generate-signatures that writes classes: the enumerations, and the kinds of content, also in the
README."""
import json
import re
import textwrap
from pathlib import Path
from typing import Any, Dict, Iterator, List, NamedTuple, Tuple

PREFIX = "NOWPLAYING_"

# The classes for enumerations of nowplaying.h: the name, the prefix of the constants, and the documentation.
ENUMERATIONS = [
    ("Status", "ERROR_(?!KIND_)", "The subject of a NowPlayingError."),
    ("BusState", "BUS_", "Whether the desktop can be reached."),
    ("MediaType", "MEDIA_", "Audio or video."),
    ("Duration", "DURATION_", "The length of an item, where it is not a number of seconds."),
    ("AspectRatio", "ASPECT_RATIO_", "The shape of an animated artwork: 1:1 or 3:4."),
    ("PlaybackState", "STATE_", "The state of playback."),
    ("ErrorKind", "ERROR_KIND_", "The cause of an error; surfaces choose by it what to offer."),
    ("CommandKind", "COMMAND_", "A command that a desktop can send to a player."),
    ("Slot", "SLOT_", "Where a surface that has few places shows a command."),
    ("RepeatMode", "REPEAT_", "The part of the queue that repeats."),
    ("ShuffleMode", "SHUFFLE_", "The order of the queue."),
    ("Feedback", "FEEDBACK_", "The user's opinion of an item."),
    ("Phase", "PHASE_", "Whether a fast-forward or rewind button is pressed or released."),
    ("DeviceType", "DEVICE_", "The kind of a device that plays."),
    ("TrackKind", "TRACK_(?!IS_|DESCRIBES_)",
     "The kind of a track: one audio track plays at a time, and at most one of each other kind."),
    ("Interruption", "INTERRUPTION_", "Another player took over, or is gone."),
]
FLAGS = [
    ("Primary", "PRIMARY_", "The ways in which a session is primary."),
    ("TrackCharacteristics", "TRACK_(?=IS_|DESCRIBES_)", "Properties of a track other than its language."),
]
# The classes for enumerations of surface.h. The kinds of content are in nowplaying.h, where each is a class.
SURFACE_ENUMERATIONS = [
    ("ContentKind", "CONTENT_", "The kind of an item."),
    ("PlaylistOrder", "SURFACE_ORDER_", "The order of playlists."),
    ("ControlRow", "SURFACE_ROW_", "The row of a control."),
]
SURFACE_FLAGS = [
    ("Ability", "SURFACE_(?=SPEAKS_|IS_|CAN_|MAY_)",
     "Properties and abilities: `Ability.CAN_RAISE in session.abilities`."),
    ("Changed", "SURFACE_CHANGED_", "The parts of a session that have changed: `Changed.ITEM in change.changed`."),
]
# Comments of constants in which the header uses names of C, and the comments that take their place.
SAID = {"A value of nowplaying_surface_session_get_info() has changed.":
        "Something of the player, or of the volume, `primary` and `abilities`."}
# Constants for which Python uses another type: a finite duration is a number.
WITHOUT_A_MEMBER = {"DURATION_FINITE"}

# The annotation of a field, by its type.
TYPES = {"text": "Optional[str]", "texts": "Texts", "integer": "Optional[int]", "flag": "Optional[bool]",
         "date": "DateOrText", "number": "Optional[float]"}
# Fields that are written by hand in the class Content, because they may be given by position.
FIRST = ["title", "artists", "album"]
# The values that the library sets in a new content of these kinds.
OF_A_KIND = {
    "MOVIE": ["    media_type: MediaType = MediaType.VIDEO"],
    "TV_SHOW": ["    media_type: MediaType = MediaType.VIDEO"],
    "RADIO": ["    duration: Union[float, Duration, None] = Duration.LIVE"],
}

# The lines between which a file is generated begin with these words.
MARKS = "from here: do not edit.", "to here."
HEAD = """\
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
\"\"\"{} Made by generate-signatures: do not edit.\"\"\"
"""


class FieldOf(NamedTuple):
    """A field of the header: its Python name, number, comment and type, and whether every kind has it."""

    name: str
    number: int
    comment: str
    type: str
    is_of_any_kind: bool


def wrap(begin: str, parts: List[str], end: str) -> List[str]:
    """Formats a call in lines of limited length, broken after commas."""
    lines, line = [], begin
    for part in [*(part + ", " for part in parts[:-1]), parts[-1] + end]:
        if len(line + part.rstrip()) > 120:
            lines, line = [*lines, line.rstrip()], " " * len(begin)
        line += part
    return [*lines, line]


def commented(header: Dict[str, Any], prefix: str) -> Iterator[Tuple[str, str, int]]:
    """Yields the constants whose names begin with a prefix, a regular expression: for each the name without the prefix,
    the comment and the value."""
    for entry in header["constants"]:
        found = re.match(PREFIX + prefix, entry["name"])
        if found and entry["name"][len(PREFIX):] not in WITHOUT_A_MEMBER:
            yield entry["name"][found.end():], entry["text"].replace("\n", " "), entry["value"]


def fields_of(header: Dict[str, Any]) -> List[FieldOf]:
    fields = []
    for name, comment, number in commented(header, "FIELD_"):
        kind = ("text", "texts", "integer", "number")[number // 100]
        if kind == "integer" and comment.startswith("When "):
            kind = "date"
        elif kind == "integer" and comment.startswith("1: "):
            kind = "flag"
        plain = comment.replace(" Any kind.", "")
        fields.append(FieldOf(name.lower(), number, plain, kind, plain != comment))
    return fields


def kinds(header: Dict[str, Any], fields: List[FieldOf]) -> Iterator[Tuple[str, str, List[FieldOf]]]:
    """Yields for each kind of content its name, the documentation, and the fields of its own. The header names the
    fields in its comment: "A song: TITLE, ARTISTS"."""
    own = {field.name: field for field in fields if not field.is_of_any_kind}
    for kind, comment, _ in commented(header, "CONTENT_"):
        text, _, names = comment.partition(": ")
        yield kind, f"{text}.", [own[name] for name in re.findall(r"\w+", names.lower()) if name in own]


def class_name(kind: str) -> str:
    return "".join(word if word == "TV" else word.capitalize() for word in kind.split("_"))


def enums(headers: List[Dict[str, Any]], enumerations: List[Tuple[str, str, str]],
          flags: List[Tuple[str, str, str]]) -> str:
    """Returns the module with the classes for the enumerations of the last of these headers. Those that only surface.h
    has get the documentation of their members."""
    is_first = len(headers) == 1
    lines = [HEAD.format(f"The enumerations of {Path(headers[-1]['header']).name}.").rstrip("\n"),
             f"from {'.' if is_first else '..'}_open_enum import Flags, OpenEnum"]
    for name, prefix, text in enumerations + flags:
        base, none = ("OpenEnum", []) if (name, prefix, text) in enumerations else ("Flags", ["    NONE = 0"])
        constants = [each for header in headers for each in commented(header, prefix)]
        says = [f"{member}: {SAID.get(comment, comment)}" for member, comment, _ in constants]
        wrapped = [line for each in says if not is_first and prefix.startswith("SURFACE_") for line in textwrap.wrap(
            re.sub(f"{PREFIX}SURFACE_(CHANGED_)?", "", each), 116, subsequent_indent="  ")]
        about = [f'    """{text}"""']
        if wrapped:
            about = [f'    """{text}', "", *(f"    {line}" for line in wrapped), '    """']
        lines += ["", "", f"class {name}({base}):", *about, "",
                  *(["    OK = 0"] if name == "Status" else none),
                  *(f"    {member} = {value}" for member, _, value in constants)]
    return "\n".join([*lines, ""])


def row(field: FieldOf) -> str:
    return f"    {field.name}: {TYPES[field.type]} = None"


def content(header: Dict[str, Any], fields: List[FieldOf], text: str) -> str:
    """Returns the module with the fields of every kind, and the classes for the kinds."""
    common = [row(field) for field in fields if field.is_of_any_kind and field.name not in FIRST]
    classes: List[str] = []
    for kind, about, own in kinds(header, fields):
        rows = OF_A_KIND.get(kind, []) + [row(field) for field in own]
        classes += ["", "", f"@kind(c.{PREFIX}CONTENT_{kind})", "@dataclass(frozen=True)",
                    f"class {class_name(kind)}(Content):", f'    """{about}"""', *([""] if rows else []), *rows]
    return between(between(text, "    ", common), "", classes)


def between(text: str, indent: str, lines: List[str]) -> str:
    """Returns a module with these lines between the two marks that have this indentation."""
    begin, end = (f"\n{indent}# Made by generate-signatures, {mark}" for mark in MARKS)
    before, rest = text.split(begin)
    return before + begin + "".join(f"\n{line}" for line in lines) + end + rest.partition(end)[2]


def readme(header: Dict[str, Any], fields: List[FieldOf], text: str) -> str:
    """Returns the README with the rows of its table of kinds."""
    lines = []
    for kind, about, own in kinds(header, fields):
        cells = ", ".join(f"`{field.name}`" for field in own)
        lines.append(f"| `{class_name(kind)}` | {about} | {cells}{' ' if cells else ''}|\n")
    before, head, after = text.partition("| Kind | What it is | Fields of its own |\n|---|---|---|\n")
    return before + head + "".join(lines) + re.sub(r"^(\|.*\n)*", "", after)


def field_lines(header: Dict[str, Any]) -> List[str]:
    """Returns the tables about fields that _signatures.py gets besides the constants: comments, dates and flags."""
    fields = fields_of(header)
    lines = ["", "", "# The comment of each field of a content, by its number.", "FIELDS: Dict[int, str] = {",
             *(f"    {field.number}: {json.dumps(field.comment, ensure_ascii=False)}," for field in fields), "}",
             "# The integers that are dates, and those that are true or false."]
    for name, kind in (("DATES", "date"), ("FLAGS", "flag")):
        numbers = ", ".join(str(field.number) for field in fields if field.type == kind)
        lines.append(f"{name} = frozenset({{{numbers}}})")
    return lines


def generate(headers: List[Dict[str, Any]], package: Path) -> Dict[Path, str]:
    """Returns the generated files and their texts."""
    fields = fields_of(headers[0])
    page, module = package.parents[1] / "README.md", package / "_content.py"
    return {
        page: readme(headers[0], fields, page.read_text(encoding="utf-8")),
        module: content(headers[0], fields, module.read_text(encoding="utf-8")),
        package / "_enums.py": enums(headers[:1], ENUMERATIONS, FLAGS),
        package / "surface" / "_enums.py": enums(headers, SURFACE_ENUMERATIONS, SURFACE_FLAGS),
    }
