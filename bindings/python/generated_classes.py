# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The part of generate-signatures that writes classes: the enumerations, the kinds of content, also in the README, and
the fields of an item of a surface."""
import re
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
    ("ErrorKind", "ERROR_KIND_", "The cause of an error, by which surfaces choose what to offer."),
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
    ("PlaylistOrder", "SURFACE_ORDER_", """The order of playlists.

    ANY: the first that the player offers.
    ALPHABETICAL: by their names.
    CREATED, MODIFIED, PLAYED: by the time at which they were made, changed, played, the oldest first.
    USER: the user's own order."""),
]
SURFACE_FLAGS = [
    ("Ability", "SURFACE_(?=SPEAKS_|IS_|CAN_|MAY_)",
     """Properties and abilities: `Ability.CAN_RAISE in session.abilities`.

    SPEAKS_NOWPLAYING: its player speaks org.nowplaying; without it all is of MPRIS.
    IS_REMOTE: it plays on other devices.
    CAN_SET_VOLUME: its volume can be set.
    CAN_RAISE, CAN_QUIT: its player can bring its window to the front, can quit.
    MAY_SHOW_VIDEO: videos may be shown now: otherwise the previews alone, because the computer saves power, or for
      another reason.
    IS_MUTED: it is muted; its volume is what it has when it ceases to be.
    IS_TWIN: it is the same playback as the session of `twin_key`, which is the better of both: without `twins` it is
      not among the sessions.
    IS_BARE: it has an item of which nothing is known but an id, as of a tab that was closed: it comes behind those of
      which more is known."""),
    ("Changed", "SURFACE_CHANGED_", """The parts of a session that have changed: `Changed.ITEM in change.changed`.

    INFO: something of the player, or of the volume, `primary` and `abilities`.
    ITEM: the item, or something of it.
    PLAYBACK: state, speed or position, as when somebody seeks.
    COMMANDS: a command came, went, or has another state.
    DEVICES: a device came, went, or has another level.
    QUEUE: the queue, which is followed, is another one, or its present entry is.
    PLAYLISTS: the playlists, which are followed, are others, or another one is active.
    TRACKS: a track came, went, or another one is selected."""),
]
# Constants for which Python uses another type: a finite duration is a number.
WITHOUT_A_MEMBER = {"DURATION_FINITE"}

# The type of a field, by its number and its comment: the annotation, and the function with which a surface reads it.
TYPES = {
    "text": ("Optional[str]", "read_text"), "texts": ("Texts", "read_texts"),
    "integer": ("Optional[int]", "read_integer"), "flag": ("Optional[bool]", "read_flag"),
    "date": ("DateOrText", "read_date"), "number": ("Optional[float]", "read_number"),
}
# The first parameters of every kind, which may be given by position; other fields follow in the header's order.
FIRST = ["title", "artists", "album"]
OWN_FIRST = """\
    duration: Union[float, Duration, None] = Duration.UNKNOWN
    artwork: Optional[Artwork] = None
    id: Optional[str] = None
    media_type: MediaType = MediaType.AUDIO"""
OWN_LAST = """\
    animated_artwork: Optional[Mapping[AspectRatio, Video]] = None
    extra: Optional[Mapping[str, str]] = None
    chapters: Optional[Sequence[Chapter]] = None"""
# The values that the library sets in a new content of these kinds.
OF_A_KIND = {
    "MOVIE": ["    media_type: MediaType = MediaType.VIDEO"],
    "TV_SHOW": ["    media_type: MediaType = MediaType.VIDEO"],
    "RADIO": ["    duration: Union[float, Duration, None] = Duration.LIVE"],
}

HEAD = """\
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
\"\"\"{} Made by generate-signatures: do not edit.\"\"\"
"""
CONTENT_HEAD = HEAD.format("The kinds of content, and their fields.") + '''\
from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Optional, Sequence, Union

from . import _signatures as c
from ._artwork import Artwork
from ._content_base import RANGES as RANGES
from ._content_base import ContentBase, Texts, kind
from ._dates import DateOrText
from ._enums import AspectRatio, Duration, MediaType
from ._records import dataclass

if TYPE_CHECKING:
    from ._chapters import Chapter
    from ._video import Video


@dataclass(frozen=True)
class Content(ContentBase):
    """The fields that every kind has. A field that is None or empty is left out. A content never changes: make another
    one."""

'''
ITEM_HEAD = HEAD.format("The item of a session.") + '''\
from ._item_base import Field, ItemBase, read_date, read_flag, read_integer, read_number, read_text, read_texts


class Item(ItemBase):
    """The item that a session plays. It never changes, and has the fields of nowplaying.Content and of its kinds by the
    same names: `item.title`, `item.artists`, `item.release_date`. A text, number, flag or time (a datetime in UTC) that
    is not known is None, a list of texts (). Texts are of foreign programs: show them as text and not as markup."""

    __slots__ = ()

'''


class FieldOf(NamedTuple):
    """A field of the header: its Python name, number, comment and type, and whether every kind has it."""

    name: str
    number: int
    comment: str
    type: str
    is_of_any_kind: bool


def commented(header: Dict[str, Any], prefix: str) -> Iterator[Tuple[str, str, int]]:
    """Yields the constants with a prefix: the name without it, the comment and the value."""
    begin = PREFIX + prefix
    return ((entry["name"][len(begin):], entry["text"].replace("\n", " "), entry["value"])
            for entry in header["constants"] if entry["name"].startswith(begin))


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


def class_name(kind: str) -> str:
    return "".join(word if word == "TV" else word.capitalize() for word in kind.split("_"))


def members(values: Dict[str, int], prefix: str, module: str) -> List[str]:
    """The members of an enumeration, in the order of their values, errors by their distance from 0."""
    found = {re.sub(f"^{PREFIX}{prefix}", "", name): (value, name) for name, value in values.items()
             if re.match(f"{PREFIX}{prefix}", name) and name[len(PREFIX):] not in WITHOUT_A_MEMBER}
    ordered = sorted(found.items(), key=lambda item: abs(item[1][0]))
    return [f"    {member} = {module}.{name}" for member, (_, name) in ordered]


def enumeration(name: str, base: str, text: str, lines: List[str]) -> List[str]:
    end = '\n    """' if "\n" in text else '"""'
    return ["", "", f"class {name}({base}):", f'    """{text}{end}', "", *lines]


def enums(values: Dict[str, int]) -> str:
    lines = [HEAD.format("The enumerations of nowplaying.h.").rstrip("\n"), "from . import _signatures as c",
             "from ._open_enum import Flags, OpenEnum"]
    for name, prefix, text in ENUMERATIONS:
        first = [f"    OK = c.{PREFIX}OK"] if name == "Status" else []
        lines += enumeration(name, "OpenEnum", text, first + members(values, prefix, "c"))
    for name, prefix, text in FLAGS:
        lines += enumeration(name, "Flags", text, ["    NONE = 0", *members(values, prefix, "c")])
    return "\n".join([*lines, ""])


def surface_enums(values: Dict[str, int]) -> str:
    lines = [HEAD.format("The enumerations of surface.h.").rstrip("\n"), "from .. import _signatures as c",
             "from .._open_enum import Flags, OpenEnum", "from . import _signatures as s"]
    for name, prefix, text in SURFACE_ENUMERATIONS:
        lines += enumeration(name, "OpenEnum", text, members(values, prefix, "s" if "SURFACE" in prefix else "c"))
    for name, prefix, text in SURFACE_FLAGS:
        lines += enumeration(name, "Flags", text, ["    NONE = 0", *members(values, prefix, "s")])
    return "\n".join([*lines, ""])


def row(field: FieldOf) -> str:
    return f"    {field.name}: {TYPES[field.type][0]} = None"


def content(header: Dict[str, Any], fields: List[FieldOf]) -> str:
    """Returns the classes for the kinds. The header names the fields of each kind in its comment: "A song: TITLE,
    ARTISTS"."""
    by_name = {field.name: field for field in fields}
    others = [field for field in fields if field.is_of_any_kind and field.name not in FIRST]
    lines = [*(row(by_name[name]) for name in FIRST), OWN_FIRST, *map(row, others), OWN_LAST]
    for kind, comment, _ in commented(header, "CONTENT_"):
        text, _, names = comment.partition(": ")
        own = [by_name[name.lower()] for name in re.findall(r"\w+", names)]
        rows = OF_A_KIND.get(kind, []) + [row(field) for field in own if not field.is_of_any_kind]
        lines += ["", "", f"@kind(c.{PREFIX}CONTENT_{kind})", "@dataclass(frozen=True)",
                  f"class {class_name(kind)}(Content):", f'    """{text}."""', *([""] if rows else []), *rows]
    return CONTENT_HEAD + "\n".join([*lines, ""])


def readme(header: Dict[str, Any], fields: List[FieldOf], text: str) -> str:
    """Returns the README with the rows of its table of kinds."""
    own = {field.name for field in fields if not field.is_of_any_kind}
    lines = []
    for kind, comment, _ in commented(header, "CONTENT_"):
        says, _, names = comment.partition(": ")
        cells = ", ".join(f"`{name}`" for name in re.findall(r"\w+", names.lower()) if name in own)
        lines.append(f"| `{class_name(kind)}` | {says}. | {cells}{' ' if cells else ''}|\n")
    before, head, after = text.partition("| Kind | What it is | Fields of its own |\n|---|---|---|\n")
    return before + head + "".join(lines) + re.sub(r"^(\|.*\n)*", "", after)


def field_lines(header: Dict[str, Any]) -> List[str]:
    """Returns the data about fields that no constant has."""
    fields = fields_of(header)
    lines = ["", "", "# The comment of each field of a content, by its number.", "FIELDS: Dict[int, str] = {",
             *(f"    {field.number}: {python_text(field.comment)}," for field in fields), "}",
             "# The integers that are dates, and those that are true or false."]
    for name, kind in (("DATES", "date"), ("FLAGS", "flag")):
        numbers = ", ".join(str(field.number) for field in fields if field.type == kind)
        lines.append(f"{name} = frozenset({{{numbers}}})")
    return lines


def python_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def item(fields: List[FieldOf]) -> str:
    rows = [f"    {field.name} = Field({field.number}, {TYPES[field.type][1]})" for field in fields]
    return ITEM_HEAD + "\n".join([*rows, ""])


def generate(headers: List[Dict[str, Any]], package: Path) -> Dict[Path, str]:
    """Returns the generated files and their texts."""
    values = {entry["name"]: entry["value"] for header in headers for entry in header["constants"]}
    fields = fields_of(headers[0])
    page = package.parents[1] / "README.md"
    return {
        page: readme(headers[0], fields, page.read_text(encoding="utf-8")),
        package / "_enums.py": enums(values),
        package / "_content.py": content(headers[0], fields),
        package / "surface" / "_enums.py": surface_enums(values),
        package / "surface" / "_item.py": item(fields),
    }
