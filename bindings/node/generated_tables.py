# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The part of generate that writes JavaScript: the enumerations as words, the fields of contents, the kinds and the
commands, as a table for lib and as types."""
import json
import re
import textwrap
from pathlib import Path

PREFIX = "NOWPLAYING_"
HEAD = """\
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// {} Made by contract/generate: do not edit.
"""
# The name of each enumeration, the beginning of its members' names, and its documentation.
ENUMERATIONS = [
    ("Status", "ERROR_(?!KIND_)", "The `code` of a NowPlayingError."),
    ("LogLevel", "LOG_", "How important a line of the log is."),
    ("BusState", "BUS_", "Whether the desktop can be reached."),
    ("ContentKind", "CONTENT_", "The kind of an item."),
    ("MediaType", "MEDIA_", "Audio or video."),
    ("DurationKind", "DURATION_", "Whether an item has a length."),
    ("AspectRatio", "ASPECT_RATIO_", "The shape of an animated artwork: 1:1 or 3:4."),
    ("PlaybackState", "STATE_", "Whether it plays."),
    ("ErrorKind", "ERROR_KIND_", "The cause of an error; surfaces choose by it what to offer."),
    ("CommandKind", "COMMAND_", "A command that a desktop can send to a player."),
    ("Slot", "SLOT_", "Where a surface that has few places shows a command."),
    ("RepeatMode", "REPEAT_", "The part of the queue that repeats."),
    ("ShuffleMode", "SHUFFLE_", "The order of the queue."),
    ("Feedback", "FEEDBACK_", "The user's opinion of an item."),
    ("Phase", "PHASE_", "Whether a fast-forward or rewind button is pressed or released."),
    ("DeviceType", "DEVICE_", "The kind of a device that plays."),
    ("TrackKind", "TRACK_(?!IS_|DESCRIBES_)",
     "The kind of a track: one of each plays at a time, or none of the last two."),
    ("Interruption", "INTERRUPTION_", "Another player took over, or is gone."),
    ("PlaylistOrder", "SURFACE_ORDER_", "The order of playlists."),
    ("ControlRow", "SURFACE_ROW_", "The row of a control of a surface."),
]
# The same for enumerations of bits; in JavaScript a value is an array of words.
FLAGS = [
    ("Primary", "PRIMARY_", "A primary that a session is."),
    ("TrackCharacteristic", "TRACK_(?=IS_|DESCRIBES_)", "The nature of a track, beyond its language."),
    ("Ability", "SURFACE_(?=SPEAKS_|IS_|CAN_|MAY_)", "A property or an ability of a session of a surface."),
    ("ChangedPart", "SURFACE_CHANGED_", "A part of a session of a surface that has changed."),
    ("AppFlag", "APP_", "Options of an app that are on or off, by their names."),
]
# The type of a field in TypeScript.
TYPES = {"text": "string", "texts": "string | readonly string[]", "integer": "number", "flag": "boolean",
         "date": "Date | string", "number": "number"}
READ = {**TYPES, "texts": "readonly string[]", "date": "Date"}
# For each form of an argument: its type, and the options, with their comments, of the function that makes the command.
FORMS = {
    "none": ("", ""), "id": ("", ""),
    "position": ("number", ""),
    "interval": ("number", "/** Seconds, greater than 0; the first is preferred most. */\n"
                 "intervals?: readonly number[];"),
    "phase": ("Phase", ""),
    "rate": ("number", "/** The speeds that can be chosen. */\nrates?: readonly number[];\n"
             "/** The lowest and the highest speed, where any between them can be chosen. */\n"
             "rateRange?: readonly [number, number];"),
    "mode": ("{mode}", "/** The present mode. */\ncurrent?: {mode};\n"
             "/** The modes that can be chosen; without it all. */\nsupported?: readonly {mode}[];"),
    "fraction": ("number", "/** How many steps there are from 0 to 1: 5 for five stars; 0: any rating. */\n"
                 "steps?: number;"),
    "truth": ("boolean", ""),
}
ARGUMENTS = {"position": "The handler is given the position in seconds.",
             "interval": "The handler is given one of `intervals`, in seconds.",
             "phase": 'The handler is given "begin" and "end".',
             "rate": "The handler is given one of `rates`, or any speed of `rateRange`.",
             "mode": "The handler is given one of the modes.",
             "fraction": "The handler is given 0 to 1.", "truth": "The handler is given true or false."}


def camel(name: str) -> str:
    """Returns a name of the header in JavaScript's style: TRACK_NUMBER as trackNumber."""
    first, *rest = name.lower().split("_")
    return first + "".join(word.capitalize() for word in rest)


def class_name(kind: str) -> str:
    return "".join(word if word == "TV" else word.capitalize() for word in kind.split("_"))


def word(member: str, enumeration: str) -> str:
    """Returns the word of a member: a status in capitals, as the codes of Node's errors; a flag of an app as a name of
    JavaScript; all others as org.nowplaying writes them, "change-repeat-mode"."""
    if enumeration == "Status":
        return member
    if enumeration == "AppFlag":
        return camel(member)
    return member.lower().replace("_", "-")


class Description:
    """The parts of the description of which the tables are made."""

    def __init__(self, description: dict) -> None:
        self.constants = [entry for header in description["headers"] for entry in header["constants"]]
        self.commands = description["commands"]
        self.values = {entry["name"]: entry["value"] for entry in self.constants}
        self.enumerations = {name: (prefix, text, self.members(name, prefix))
                             for name, prefix, text in ENUMERATIONS + FLAGS}
        self.fields = [self.field(entry) for entry in self.constants if entry["name"].startswith(PREFIX + "FIELD_")]
        self.kinds = [self.kind(entry) for entry in self.constants if entry["name"].startswith(PREFIX + "CONTENT_")]

    def members(self, name: str, prefix: str) -> list:
        """Word, value and comment of each member of an enumeration."""
        found = [(word(re.sub(f"^{PREFIX}{prefix}", "", each["name"]), name), each["value"], each["text"])
                 for each in self.constants if re.match(f"{PREFIX}{prefix}", each["name"])]
        if name == "Status":
            found.insert(0, ("OK", 0, "Success."))
        if name == "TrackCharacteristic":  # as org.nowplaying has them
            found = [(each.removeprefix("is-"), *rest) for each, *rest in found]
        return found

    def field(self, entry: dict) -> dict:
        text = entry["text"].replace("\n", " ")
        of = ("text", "texts", "integer", "number")[entry["value"] // 100]
        if of == "integer" and text.startswith("When "):
            of = "date"
        elif of == "integer" and text.startswith("1: "):
            of = "flag"
        plain = text.replace(" Any kind.", "")
        return {"name": camel(entry["name"].removeprefix(PREFIX + "FIELD_")), "number": entry["value"], "type": of,
                "text": plain, "any": plain != text}

    def kind(self, entry: dict) -> dict:
        text, _, names = entry["text"].replace("\n", " ").partition(": ")
        own = [camel(name) for name in re.findall(r"\w+", names)]
        of_all = {field["name"] for field in self.fields if field["any"]}
        return {"name": class_name(entry["name"].removeprefix(PREFIX + "CONTENT_")), "number": entry["value"],
                "text": text, "fields": [name for name in own if name not in of_all]}

    def mode_of(self, command: dict) -> str:
        """Returns the name of the enumeration whose words are the modes of a command; "" for a command without
        modes."""
        return next((name for name, (_, _, members) in self.enumerations.items()
                     if [member for member, _, _ in members] == command.get("modes")), "")


def table(found: Description, version: str) -> str:
    """The JavaScript of lib/tables.js."""
    def line(key: str, value: object) -> str:
        return f"  {key}: {json.dumps(value, ensure_ascii=False)},"
    lines = [HEAD.format("The tables of the headers."), "'use strict';", "",
             "/** The version of the headers, as text and as the library compares it. */",
             f"exports.VERSION = '{version}';", f"exports.VERSION_NUMBER = {found.values[PREFIX + 'VERSION']};", "",
             "/** The values of each enumeration, by their words. */", "exports.ENUMERATIONS = {"]
    lines += [line(name, {member: value for member, value, _ in members})
              for name, (_, _, members) in found.enumerations.items()]
    lines += ["};", "", "/** The limits of the library. */", "exports.LIMITS = {"]
    lines += [line(name.removeprefix(PREFIX), value) for name, value in found.values.items() if "MAX_" in name]
    lines += ["};", "", "/** The number and the type of each field of a content. */", "exports.FIELDS = {"]
    lines += [line(field["name"], [field["number"], field["type"]]) for field in found.fields]
    shown = {key: field["name"] for field in reversed(found.fields) if field["any"]
             for key in re.findall(r"Shown as (\w+:\w+)", field["text"])}
    lines += ["};", "", "/** The fields that every kind has, by the keys of MPRIS under which they are shown. */",
              "exports.KEYS = {", *(line(f"'{key}'", name) for key, name in reversed(shown.items()))]
    lines += ["};", "", "/** The fields that every kind of content has. */",
              "exports.COMMON_FIELDS = " + json.dumps([field["name"] for field in found.fields if field["any"]]) + ";",
              "", "/** The number of each kind of content, and the fields of its own. */", "exports.KINDS = {"]
    lines += [line(kind["name"], [kind["number"], kind["fields"]]) for kind in found.kinds]
    lines += ["};", "",
              "/** The number of each command, the form of its argument, its modes, and its traits. */",
              "exports.COMMANDS = {"]
    for number, command in enumerate(found.commands, 1):
        name = camel(command["name"].removeprefix(PREFIX + "COMMAND_"))
        lines.append(line(name, [number, command["form"], found.mode_of(command), command["traits"]]))
    return "\n".join([*lines, "};", ""])


def commented(text: str, indent: str = "") -> list:
    """A comment of TypeScript."""
    if len(text) <= 110 - len(indent) and "\n" not in text:
        return [f"{indent}/** {text} */"]
    lines = [line for part in text.split("\n")
             for line in (textwrap.wrap(part, 114 - len(indent), break_on_hyphens=False) or [""])]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def sentence(text: str) -> str:
    """The first sentence of a comment of the header."""
    return re.split(r"(?<=[.:])\s+(?=[A-Z])", text.replace("\n", " "))[0].rstrip(":.") + "."


def type_of(name: str, text: str, members: list) -> list:
    """The type of an enumeration: its words."""
    said = text + "\n\n" + "\n".join(f"- `{each}`: {sentence(comment)}" for each, _, comment in members)
    words = " | ".join(f'"{each}"' for each, _, _ in members)
    lines = textwrap.wrap(f"export type {name} = {words};", 116, subsequent_indent="  ", break_on_hyphens=False,
                          break_long_words=False)
    return [*commented(said), *lines, ""]


def field_line(field: dict, types: dict, read: bool = False) -> list:
    text = re.sub(r" Shown as (\w+:\w+)", r" MPRIS: \1", field["text"])
    if field["type"] == "flag":
        text = re.sub(r"^1: (.)", lambda found: "Whether it is: " + found[1], text)
    text = re.sub(r"\bNOWPLAYING_\w+|\b[A-Z]{3,}(?:_[A-Z]+)+\b", lambda found: f"`{camel(found[0])}`", text)
    head = f"  readonly {field['name']}: " if read else f"  readonly {field['name']}?: "
    of = types[field["type"]]
    of = of if read and field["type"] == "texts" else of + (" | undefined" if read else " | null")
    return [*commented(text, "  "), f"{head}{of};"]


def flag_lines(found: Description) -> list:
    """The options of an app that are on or off."""
    lines = ["/** The options of an App that are on or off. */", "export interface AppFlags {"]
    for name, _, text in found.enumerations["AppFlag"][2]:
        said = re.sub(r"`(\w+)` callback", lambda each: f"`{camel('on_' + each[1])}` callback", text.replace("\n", " "))
        lines += [*commented(said, "  "), f"  {name}?: boolean | null;"]
    return [*lines, "}", ""]


def command_lines(found: Description, command: dict) -> list:
    """The function that makes a command."""
    form, mode = command["form"], found.mode_of(command)
    name = camel(command["name"].removeprefix(PREFIX + "COMMAND_"))
    text = command["about"]
    text += f" {ARGUMENTS[form]}" if form in ARGUMENTS else ""
    text += "" if "mpris" in command or name == "togglePlayPause" else " Given by surfaces of org.nowplaying alone."
    of, extra = (part.replace("{mode}", mode) for part in FORMS[form])
    parameters = f"{command['argument']['key']}: {of}, context: Context" if of else "context: Context"
    if "switched" in command["traits"]:
        extra += "\n/** Whether it is on. */\nactive?: boolean;"
    lines = [f"    {each}" for each in extra.strip().split("\n") if each]
    if form == "id":
        begin = [f"  static {name}(id: string, title: string, handler: ({parameters}) => unknown, "
                 "options?: CommandOptions & {"]
    else:
        begin = [f"  static {name}(handler: ({parameters}) => unknown, options?: CommandOptions"
                 + (" & {" if lines else "): Command;")]
    if form != "id" and not lines:
        return [*commented(text, "  "), *begin]
    if form == "rate":
        begin[0] = begin[0].replace("options?:", "options:")
    return [*commented(text, "  "), *begin, *lines, "  }): Command;"]


def types(found: Description) -> str:
    """The TypeScript of lib/tables.d.ts."""
    lines = [HEAD.format("The types of the headers."),
             'import { CommandOptions, ContentBase, ContentFields, Context, ItemBase } from "./values";', ""]
    for name, (_, text, members) in found.enumerations.items():
        if name not in ("AppFlag", "DurationKind"):
            lines += type_of(name, text, members)
    lines += flag_lines(found)
    common = [field for field in found.fields if field["any"]]
    by_name = {field["name"]: field for field in found.fields}
    lines += ["/** The fields that every kind of content has; one that is null or left out is not known. */",
              "export interface CommonFields extends ContentFields {"]
    lines += [line for field in common for line in field_line(field, TYPES)] + ["}", ""]
    for kind in found.kinds:
        own = [by_name[name] for name in kind["fields"]]
        lines += [f"/** The fields of {kind['name']}. */"]
        if own:
            lines += [f"export interface {kind['name']}Fields extends CommonFields {{"]
            lines += [line for field in own for line in field_line(field, TYPES)] + ["}"]
        else:
            lines += [f"export type {kind['name']}Fields = CommonFields;"]
        lines += [f"/** {kind['text']}. */", f"export class {kind['name']} extends ContentBase {{",
                  f"  constructor(fields?: {kind['name']}Fields);",
                  "  /** A copy with other values of these fields. */",
                  f"  with(fields: {kind['name']}Fields): {kind['name']};", "}",
                  f"export interface {kind['name']} extends Readonly<{kind['name']}Fields> {{}}", ""]
    names = " | ".join(kind["name"] for kind in found.kinds)
    lines += ["/** What a session plays. */", f"export type Content = {names};", "",
              "/** The item of a session of a surface: the fields of its content, as far as they are known. */",
              "export interface Item extends ItemBase {"]
    lines += [line for field in found.fields for line in field_line(field, READ, read=True)] + ["}", ""]
    lines += ["/** A command that a session takes. Each function makes one: of a handler, whose promise is the answer",
              " * to the desktop. An error that it throws is sent to the desktop. */",
              "export abstract class Command {", "  private constructor();", "  /** Which command it is. */",
              "  readonly kind: CommandKind;", "  /** Whether it can be given now. */", "  readonly enabled: boolean;",
              "  /** Of a custom command, names it among those of the session. */", "  readonly id: string;",
              "  /** The words of its button. */", "  readonly title: string;"]
    lines += [line for command in found.commands for line in command_lines(found, command)]
    return "\n".join([*lines, "}", ""])


def generate(description: dict, package: Path) -> dict:
    """The files and their texts."""
    found = Description(description)
    return {package / "lib" / "tables.js": table(found, description["version"]),
            package / "lib" / "tables.d.ts": types(found)}
