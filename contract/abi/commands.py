# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Writes the tables of commands, icons and words of contract/data into documents, tests and plugins. Import only;
called by contract/generate."""

import re
import textwrap

from . import data, rules
from .headers import ROOT

PAGE = ROOT / "docs/org.nowplaying.md"
INTERFACES = ROOT / "Sources/Library/Core/Protocol/org.nowplaying.xml"
MANUAL = ROOT / "Sources/Program/Shell/nowplaying.1"
EXTENSION = ROOT / "plugins/gnome-shell/nowplaying/words.js"
OWN = ROOT / "plugins/gnome-shell/icons"
ICONS = EXTENSION.with_name("icons.js")
ERRORS = EXTENSION.with_name("sentences.js")
NAMES = EXTENSION.with_name("names.js")
TESTS = ROOT / "Tests/Lab/C/commands.h"
MADE_BY = "Made by contract/generate: do not edit."


# ------------------------------------------------------------------------------------------------- Documents --------

def keys(row):
    """Returns the keys of an entry of Session1.Commands that this command has besides those of every command."""
    text = data.forms().get(row["form"], {}).get("keys", "")
    found = [text.format(modes=" ".join(row.get("modes", [])), steps=rules.number("steps"))] if text else []
    found += [f"`{key}` {more['type']}" for key, more in data.further(row["word"]).items() if "listed" in more]
    found += ["`active` b"] if "switched" in row["traits"] else []
    return ", ".join(found + (["`title` s", "`short-title` s"] if "titled" in row["traits"] else []))


def with_rule(form, key, default=""):
    """Returns a text of a form of arguments, with its rule in words."""
    text = data.forms()[form].get(key, default)
    return text.replace("{says}", rules.of_commands()[form].says) if "{says}" in text else text


def argument(row):
    """Returns the argument of SendCommand, in words."""
    if row["form"] == "none":
        return ""
    text = with_rule(row["form"], "argument", "; required")
    more = "".join(f". `{key}` {each['type']}{each['argument']}" for key, each in data.further(row["word"]).items()
                   if "of" in each)
    return f"`{row['argument']['key']}` {row['argument']['type']}{text}{more}"


def icons(row):
    """Returns the words for the icon of a command for which the player names none."""
    words = [f"`{word}`" for word in row["icons"]]
    if row["icons"] == [row["word"]]:
        return "its own"
    if not words:
        return "none: a bar, and words"
    return data.load("commands")["command"][row["word"]].get("drawn", "{}").format(*words)


def grouped(rows, cells):
    """Returns the lines of a table; consecutive rows with equal other cells share one line."""
    lines = []
    for row in rows:
        names, rest = [f"`{row['word']}`"], cells(row)
        if lines and lines[-1][1] == rest:
            names = lines.pop()[0] + names
        lines.append((names, rest))
    return "".join(f"| {' '.join(names)} |{''.join(f' {cell} |' if cell else ' |' for cell in rest)}\n"
                   for names, rest in lines)


def in_table(text, titles, lines):
    """Returns the text with new rows in the table that has these titles."""
    before, head, after = text.partition(titles)
    if not head:
        raise SystemExit(f"there is no table {titles!r}")
    return before + head + lines + re.sub(r"\A(?:\|.*\n)*", "", after)


def page(text, rows):
    """Returns the text of the protocol with new rows in its two tables of commands, and with a new list of the commands
    by which a player goes on to another item."""
    text = in_table(text, "| command | further keys | argument of SendCommand |\n|---|---|---|\n",
                    grouped(rows, lambda row: (keys(row), argument(row))))
    by_icons = sorted(rows, key=lambda row: not row["icons"])
    text = in_table(text, "| Command | Word |\n|---|---|\n", grouped(by_icons, lambda row: (icons(row),)))
    leaving = " ".join(row["word"] for row in rows if "skips" in row["traits"])
    named = "".join(f"| `{word}` | {f'`{name}`' if name else 'none'} | {means} |\n"
                    for word, (name, means) in data.icons().items())
    text = in_table(text, "| Word | freedesktop | Means |\n|---|---|---|\n", named)
    of_player = " ".join(row["word"] for row in rows if "ofPlayer" in row["traits"])
    text = re.sub(r"(whatever it plays:\n  `)[^`]*", rf"\g<1>{of_player}", text)
    return re.sub(r"(not to be skipped: `)[^`]*", rf"\g<1>{leaving}", text)


def wrapped(words, start, end, width):
    """Returns words separated by commas, in lines that begin with `start`."""
    lines, line = [], ""
    for word in [*(word + "," for word in words[:-1]), words[-1] + end]:
        if len(f"{start}{line} {word}") > width:
            lines, line = [*lines, line], ""
        line += f" {word}" if line else word
    return "\n".join(start + each for each in [*lines, line])


def interfaces(text, rows):
    """Returns the XML of the interfaces with the words of the commands, and a paragraph for each key of an argument."""
    words = wrapped(["The commands: " + f'"{rows[0]["word"]}"', *(f'"{row["word"]}"' for row in rows[1:])],
                    " " * 6, ".", 119)
    keys = []
    for key in dict.fromkeys(row["argument"]["key"] for row in rows if "argument" in row):
        those = [row for row in rows if row.get("argument", {}).get("key") == key]
        form = data.forms()[those[0]["form"]]
        names = ", ".join(row["word"] for row in those) + (", required" if form.get("required") else "")
        keys.append((key, form["type"], names, with_rule(those[0]["form"], "xml")))
    keys += [(key, row["type"], ", ".join(row.get("of", ["every command"])), row["xml"])
             for key, row in data.load("commands")["further"].items()]
    paragraphs = [words] + [textwrap.fill(f'"{key}" {of} ({names}): {says}', 119, initial_indent=" " * 6,
                                          subsequent_indent=" " * 6, break_on_hyphens=False)
                            for key, of, names, says in keys]
    return re.sub(r'^ {6}The commands: (?:.|\n)*?(?=\n\n {6}Errors: )', lambda _: "\n\n".join(paragraphs), text,
                  count=1, flags=re.M)


def manual_line(row):
    """Returns the line of the manual (mdoc) about a command, with the text of the help."""
    key = row.get("argument", {}).get("key", "")
    text = data.forms().get(row["form"], {}).get("manual", f"Ar {key}" if key else "")
    rest = " " + text.format(modes=" | ".join(row.get("modes", []))) if text else ""
    rest += "".join(f" {more['manual']}" for more in data.further(row["word"]).values() if "manual" in more)
    return f".It Cm {row['word']}{rest}\n{row['about']}\n"


def manual(text, rows):
    return re.sub(r'(^\.\\" Made by contract/generate of the table of commands\.\n)(?:.*\n)*?(\.\\" To here\.\n)',
                  lambda found: found[1] + "".join(map(manual_line, rows)) + found[2], text, flags=re.M)


def script(about, parts):
    """Returns a file of JavaScript for the extension of GNOME Shell."""
    return ("// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception\n"
            f"/** {about}\n * {MADE_BY} */\n{''.join(parts)}")


def listed(name, items):
    """Returns a list of words in JavaScript."""
    first, *rest = (f"'{item}'" for item in items)
    begin, *lines = wrapped([f"export const {name} = [" + first, *rest], "", "];", 116).split("\n")
    return "\n".join([begin, *("    " + line for line in lines)]) + "\n"


def table(name, rows):
    return f"export const {name} = {{\n" + "".join(f"    '{word}': {value},\n" for word, value in rows) + "};\n"


def extension(_, rows):
    """Returns the words of the protocol."""
    enumerations = data.enumerations()
    lists = {"KINDS": "ContentKind", "DURATION_KINDS": "DurationKind", "STATES": "PlaybackState",
             "ERROR_KINDS": "ErrorKind", "COMMANDS": "", "REPEAT_MODES": "RepeatMode", "SHUFFLE_MODES": "ShuffleMode",
             "FEEDBACK_MODES": "FeedbackStatus", "SLOTS": "CommandSlot"}
    words = {name: list(filter(None, enumerations[of].words)) if of else [row["word"] for row in rows]
             for name, of in lists.items()}
    devices = enumerations["DeviceType"]
    icons = [(word, f"'{devices.row['gnome'][word]}'") for word in devices.words]
    own = [word for word in data.icons() if (OWN / f"nowplaying-{word}-symbolic.svg").exists()]
    usual = [(row["word"], f"[{', '.join(repr(icon) for icon in row['icons'])}]") for row in rows if row["icons"]]
    titled, of_player = ([row["word"] for row in rows if trait in row["traits"]] for trait in ("titled", "ofPlayer"))
    return script("The words of org.nowplaying, version 1.",
                  ["\n", *(listed(name, each) for name, each in words.items()),
                   "\n/** The commands whose buttons have titles of the player. */\n", listed("TITLED", titled),
                   "\n/** The commands that are for the player, whatever item it plays when they arrive. */\n",
                   listed("OF_PLAYER", of_player),
                   "\n/** The usual icons of commands: one for each mode, or for off and on. */\n",
                   table("USUAL_ICONS", usual),
                   "\n/** The kinds of devices, each with an icon. */\n", table("DEVICES", icons),
                   "\n/** Words for which the extension has its own icon, in the folder icons. */\n",
                   listed("OWN_ICONS", own)])


def icon_names(_, rows):
    """Returns the icon words with their nearest names in freedesktop's icon naming."""
    return script("The icon's words, each with the nearest name in freedesktop's naming; '' where there is none.",
                  [table("ICONS", [(word, f"'{name}'") for word, (name, _) in data.icons().items()])])


def sentences(_, rows):
    """Returns the sentences for causes of errors, by the words of the protocol, marked for translation."""
    found = data.enumerations()["ErrorKind"].row["sentences"]
    return script("A sentence for each cause of an error, for players that give none of their own.",
                  ["import {N_} from './gettext.js';\n\n",
                   table("SENTENCES", [(word, f"N_('{sentence}')") for word, sentence in found.items()])])


def control_names(_, rows):
    """Returns the names of controls, marked for translation: a text, or a function of a number; and their limits."""
    found = data.control_names().items()
    lines = "".join(f"    {data.camel(word)}: "
                    + (f"number => ngettext('{name}', '{many}', number)" if many else f"N_('{name}')") + ",\n"
                    for word, (name, many) in found)
    limits = "".join(f"    {name}: {data.limits()[1][name]['value']},\n"
                     for name in ("controls", "beside", "intervals", "stars"))
    return script("The names of buttons for which players give none, those with a number as functions; and limits.",
                  ["import {N_, ngettext} from './gettext.js';\n\n", f"export const NAMES = {{\n{lines}}};\n",
                   f"\nexport const MOST = {{\n{limits}}};\n"])


def macros(listed):
    """Returns a macro of C for each list: its name, a comment or "", and its elements."""
    return "".join((f"\n/* {about} */\n" if about else "") + f"#define {name} \\\n"
                   + wrapped(items, "  ", "", 117).replace("\n", " \\\n") + "\n" for name, about, items in listed)


def tests(_, rows):
    """Returns the lists of commands for the test and fuzz programs in C."""
    types = data.arguments()
    keys_of = [(row["word"], f'"{row["argument"]["key"]}"' if "argument" in row else "NULL") for row in rows]
    listed = [
        ("COMMAND_WORDS", "The words of all.", [f'"{row["word"]}"' for row in rows]),
        ("COMMAND_MODES", "The words of their modes.",
         [f'"{word}"' for word in dict.fromkeys(word for row in rows for word in row.get("modes", []))]),
        ("COMMAND_ROWS", "Each with the key of its argument.", [f'{{"{word}", {key}}}' for word, key in keys_of]),
        ("ARGUMENT_KEYS", "The keys of all arguments, and their types.", [f'"{key}"' for key in types]),
        ("ARGUMENT_TYPES", "", [f"'{c_type}'" for c_type in types.values()])]
    return ("/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */\n"
            f"/* The commands and their arguments. {MADE_BY} */\n#pragma once\n\n"
            f"enum {{ TEST_COMMANDS = {len(rows)} }};\n{macros(listed)}")


DOCUMENTS = {TESTS: tests, PAGE: page, INTERFACES: interfaces, MANUAL: manual, EXTENSION: extension, ICONS: icon_names,
             ERRORS: sentences, NAMES: control_names}


def write(check=False):
    """Writes the tables of commands into their documents, or returns the first that differs."""
    return write_documents(DOCUMENTS, data.commands(), check)


def write_documents(documents, table, check):
    """Writes generated tables into documents. With `check`, returns a sentence about the first document that
    differs."""
    for path, fresh in documents.items():
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        made = fresh(text, table)
        if made != text and check:
            return f"{path.relative_to(ROOT)} differs from contract/data: run contract/generate"
        if made != text:
            path.write_text(made, encoding="utf-8")
    return ""
