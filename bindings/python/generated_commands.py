# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The part of generate-signatures that writes what the package says of commands: a table of their arguments and modes,
and the functions that make a Command."""
import re
import textwrap
from pathlib import Path
from typing import Any, Dict, List

from generated_classes import ENUMERATIONS, HEAD, between, commented, wrap

PREFIX = "NOWPLAYING_COMMAND_"
# For each form of an argument: its Python type, the parameters of the function that makes the command, and their
# description.
FORMS = {
    "none": ("", "", ""),
    "position": ("float", "", "The handler is given the position in seconds."),
    "interval": ("float", "intervals: Sequence[float] = (10.0,)",
                 "The handler is given one of `intervals`, in seconds; the first is preferred most."),
    "phase": ("Phase", "", "The handler is given Phase.BEGIN and Phase.END."),
    "rate": ("float", "rates: Optional[Sequence[float]] = None, rate_range: Optional[Tuple[float, float]] = None",
             "The handler is given one of `rates`, or any of `rate_range`, (0.25, 4.0) for instance."),
    "mode": ("{modes}", "current: {modes} = {modes}.{first}, supported: Sequence[{modes}] = ()",
             "supported: the modes that can be chosen; empty: all."),
    "fraction": ("float", "steps: int = 0",
                 "The handler is given 0.0 to 1.0. steps: 5 for five stars, 10 for half ones, 1 for a heart; 0: any "
                 "number can be given."),
    "truth": ("bool", "", "The handler is given True or False."),
}
# Additional sentences about some commands.
NOTES = {
    "toggle-play-pause": "Without it the library chooses play or pause.",
    "feedback": "A command that supports all three is a pair of thumbs. Two such commands, each with NEUTRAL and one "
                "other mode, are a like and a dislike button.",
    "next-chapter": "Surfaces that know the chapters may seek instead.",
    "set-rating": "Then assign a content with this user_rating.", "bookmark": "Then Session.set_bookmarked().",
    "mute": "The volume stays as it is. Then assign to Session.muted.",
}
TABLE_HEAD = HEAD.format("The arguments and modes of commands.") + '''\
from enum import Enum
from typing import Dict, Tuple, Type

from ._enums import CommandKind, Feedback, RepeatMode, ShuffleMode

'''


def mode_of(command: Dict[str, Any], headers: List[Dict[str, Any]]) -> str:
    """Returns the class for a command's modes, found by its words; "" when it has no modes."""
    words = [word.upper() for word in command.get("modes", [])]
    return next((name for name, prefix, _ in ENUMERATIONS
                 if words and words == [member for member, _, _ in commented(headers[0], prefix)]), "")


def table(commands: List[Dict[str, Any]], headers: List[Dict[str, Any]]) -> str:
    def kind(command: Dict[str, Any]) -> str:
        return f"CommandKind.{command['name'][len(PREFIX):]}"
    lines = ["# The form of the argument of the handler, and its name, of each command that has one.",
             "ARGUMENTS: Dict[CommandKind, Tuple[str, str]] = {"]
    lines += [f'    {kind(each)}: ("{each["form"]}", "{each["argument"]["key"]}"),'
              for each in commands if each["form"] not in ("none", "id")]
    lines += ["}", "# The types of `current` and `supported` of a kind.", "MODES: Dict[CommandKind, Type[Enum]] = {"]
    lines += [f"    {kind(each)}: {mode_of(each, headers)}," for each in commands if "modes" in each]
    lines += ["}", "# The kinds that are on or off.", "SWITCHED = frozenset({"]
    lines += [f"    {kind(each)}," for each in commands if "switched" in each["traits"]]
    return TABLE_HEAD + "\n".join([*lines, "})", ""])


def constructor(command: Dict[str, Any], headers: List[Dict[str, Any]]) -> List[str]:
    name, form = command["name"][len(PREFIX):], command["form"]
    modes = mode_of(command, headers)
    words = {"modes": modes, "first": command["modes"][0].upper() if modes else ""}
    c_type, own, about = (part.format(**words) for part in FORMS[form])
    parameters = re.split(r", (?=\w+:)", own) if own else []
    parameters += ["active: bool = False"] if "switched" in command["traits"] else []
    parameters += ['title: str = ""', 'short_title: str = ""'] if "titled" in command["traits"] else []
    given = [parameter.partition(":")[0] for parameter in parameters]
    parameters = ["cls", f"handler: Callable[[{c_type}], object]", "*", *parameters, "enabled: bool = True"]
    text = " ".join(filter(None, [
        command["about"], about, "active: whether it is on." if "active" in given else "", NOTES.get(command["word"]),
        "" if "mpris" in command else "Surfaces of org.nowplaying send it; MPRIS has no call for it."]))
    passed = [f"{each}={each}" if each != "rates" else "rates=rates or ()" for each in given]
    check = ["        if rates is None and rate_range is None:",
             f'            raise TypeError("Command.{name.lower()}() needs rates or rate_range")']
    return ["    @classmethod", *wrap(f"    def {name.lower()}(", parameters, ') -> "Command":'),
            *textwrap.wrap(f'"""{text}"""', 120, initial_indent=" " * 8, subsequent_indent=" " * 8),
            *(check if form == "rate" else []),
            *wrap("        return cls(", [f"CommandKind.{name}", "handler", "enabled", *passed], ")"), ""]


def generate(commands: List[Dict[str, Any]], headers: List[Dict[str, Any]], package: Path) -> Dict[Path, str]:
    """Returns the generated files and their texts. Custom commands are left out, because their function is written by
    hand."""
    made = [line for each in commands if each["form"] in FORMS for line in constructor(each, headers)]
    file = package / "_commands.py"
    return {package / "_command_table.py": table(commands, headers),
            file: between(file.read_text(encoding="utf-8"), "    ", made)}
