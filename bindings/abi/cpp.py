# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The header for C++: the enumerations, the functions that make commands and the callbacks, put into
bindings/cpp/nowplaying.hpp.in."""
import json
import re
import runpy
from pathlib import Path

from .interface import FILE as DESCRIPTION

BINDINGS = Path(__file__).resolve().parents[1]
TEMPLATE = BINDINGS / "cpp/nowplaying.hpp.in"
OUTPUT = DESCRIPTION.with_suffix("").with_suffix(".hpp")
MADE = "/* Made by bindings/generate of bindings/cpp/nowplaying.hpp.in: do not edit. */"
# The list of Python, and what is no enumeration there. `Status` is a macro of Xlib.
ENUMERATIONS = [("Code" if name == "Status" else "DurationKind" if name == "Duration" else name, begin, text)
                for name, begin, text in runpy.run_path(str(BINDINGS / "python/generated_classes.py"))["ENUMERATIONS"]]
ENUMERATIONS += [("LogLevel", "LOG_", "The importance of a line of the log."),
                 ("LoopMode", "LOOP_", "The owner of the loop that serves the bus."),
                 ("ContentKind", "CONTENT_", "The kind of an item.")]
# The fields of a content by the type of their values: a hundred numbers for each.
FIELDS = ["TextField", "ListField", "IntegerField", "NumberField"]
# The callbacks that have other arguments here, or no handler.
OWN_CALLS = {"struct_size", "user_data", "destroy", "command", "position"}


def camel(words):
    return "".join(word.capitalize() for word in words.lower().split("_"))


def declared(name, text, members):
    """An enumeration, with as many members in a line as there is room for."""
    lines, line = [f"/** {text} */", f"enum class {name} : std::int32_t {{"], " "
    for member in members:
        if len(line) + len(member) > 117:
            lines.append(line)
            line = " "
        line += f" {member},"
    return [*lines, line, "};"]


def enumerations(constants):
    lines = []
    for name, begin, text in ENUMERATIONS:
        members = ["OK = NOWPLAYING_OK"] if name == "Code" else []
        members += [f"{camel(found[1])} = {constant}" for constant in constants
                    if (found := re.match(f"NOWPLAYING_(?:{begin})(.*)", constant))]
        lines += declared(name, text, members)
    for number, name in enumerate(FIELDS):
        text = f"A field of a content that is {'a list of texts' if number == 1 else f'a {name[:-5].lower()}'}."
        lines += declared(name, text.replace("a integer", "an integer"), [
            f"{camel(constant[len('NOWPLAYING_FIELD_'):])} = {constant}" for constant, value in constants.items()
            if constant.startswith("NOWPLAYING_FIELD_") and value // 100 == number])
    return lines


def commands(rows):
    """One function for each kind but the custom one."""
    lines = []
    for row in rows:
        name = row["name"][len("NOWPLAYING_COMMAND_"):]
        if name == "CUSTOM":
            continue
        lines += [f"  /** {row['about']} */",
                  f"  template <class Closure> static Command {name.lower()}(Closure closure) {{",
                  f"    return Command(CommandKind::{camel(name)}, std::move(closure));", "  }"]
    return lines


def calls(header, struct, handlers):
    """Each member of a struct of callbacks calls the handler of its name."""
    (found,) = [kind for kind in header["types"] if kind["name"] == struct]
    members = found.get("members", found.get("fields"))
    return [f"    detail::offer<&{handlers}::{member['name']}>(calls.{member['name']}, handlers);"
            for member in members if member["name"] not in OWN_CALLS]


def text():
    description = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    header = description["headers"][0]
    constants = {constant["name"]: constant["value"] for constant in header["constants"]}
    parts = {"MADE": [MADE], "ENUMERATIONS": enumerations(constants), "COMMANDS": commands(description["commands"]),
             "APP_CALLS": calls(header, "nowplaying_app_callbacks", "AppHandlers"),
             "SESSION_CALLS": calls(header, "nowplaying_session_callbacks", "SessionHandlers")}
    made = TEMPLATE.read_text(encoding="utf-8")
    for name, lines in parts.items():
        made = made.replace(f"@{name}@", "\n".join(lines))
    return made


def write(check=False):
    """Writes the header, or returns that it differs."""
    made = text()
    if OUTPUT.exists() and OUTPUT.read_text(encoding="utf-8") == made:
        return ""
    if check:
        return f"{OUTPUT.name} differs from {TEMPLATE.name} and the headers: run bindings/generate"
    OUTPUT.write_text(made, encoding="utf-8")
    return ""
