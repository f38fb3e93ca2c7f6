# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the table of commands, Sources/Library/Core/Model/CommandTable.swift, for the generators, and writes parts of
it into documents. Import only; called by contract/generate."""

import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "Sources/Library/Core/Model/CommandTable.swift"
PAGE = ROOT / "docs/org.nowplaying.md"
INTERFACES = ROOT / "Sources/Library/Core/Protocol/org.nowplaying.xml"
MANUAL = ROOT / "Sources/Program/Shell/nowplaying.1"
EXTENSION = ROOT / "plugins/gnome-shell/nowplaying/words.js"
ICONS = EXTENSION.with_name("icons.js")
ERRORS = EXTENSION.with_name("sentences.js")
ICON_NAMES = ROOT / "Sources/Library/Surface/Model/IconNames.swift"
SENTENCES = ICON_NAMES.with_name("ErrorSentences.swift")
TESTS = ROOT / "Tests/Lab/C/commands.h"
ROW = re.compile(r'CommandKindRow\(\s*\.(\w+), "([^"]*)",\s*"([^"]*)"((?:[^()"]|"[^"]*")*)\)')
FORM = re.compile(r"^    /// .*: `(\w+)`[^\n]*\n    case (\w+)$", re.M)
ENTRY = re.compile(r'(\w+): (\[[^\]]*\]|"[^"]*"|\.\w+)')


# The forms of arguments that must be given. An argument of any other form may be left out: the player then takes the
# first interval, the next mode or rate, or the opposite of the present value.
REQUIRED = {"position", "phase", "fraction", "id"}


def strings(text):
    return re.findall(r'"([^"]*)"', text)


# The members of nowplaying_command that a command has by the form of its argument, and by its traits.
MEMBERS = {"interval": ["intervals_us"], "rate": ["rates", "rate_minimum", "rate_maximum"],
           "mode": ["current", "supported"], "fraction": ["steps"], "id": ["id"],
           "titled": ["title", "short_title"], "switched": ["active"]}


def arguments():
    """Returns the member of nowplaying_command_event that an argument is in, by the form of the argument."""
    return {word: member for member, word in FORM.findall(TABLE.read_text(encoding="utf-8"))}


def said_of(row, members):
    """Returns the names in the headers that the command uses. The comment of each must name the command.

    members: as arguments() returns them.
    """
    argument = members.get(row["form"])
    uses = ["nowplaying_command." + name for word in [row["form"], *row["traits"]] for name in MEMBERS.get(word, [])]
    return uses + (["nowplaying_command_event." + argument, "nowplaying_surface_send_command"] if argument else [])


def rows():
    """Returns a row for each command, in the order of their numbers, with the argument of SendCommand and its type."""
    text = TABLE.read_text(encoding="utf-8")
    types = {form: c_type for forms, c_type in re.findall(r'case ((?:\.\w+(?:, )?)+): "(\w*)"', text)
             for form in re.findall(r"\w+", forms)}
    found = []
    for kind, word, about, rest in ROW.findall(text):
        entries = dict(ENTRY.findall(rest))
        form = entries.get("takes", ".none")[1:]
        argument = {} if form == "none" else {"argument": {"key": strings(entries["key"])[0], "type": types[form]}}
        found.append({
            "name": "NOWPLAYING_COMMAND_" + re.sub("([A-Z])", r"_\1", kind).upper(), "word": word, "about": about,
            "form": form, **argument,
            **({"modes": strings(entries["modes"])} if "modes" in entries else {}),
            **({"mpris": strings(entries["mpris"])[0]} if "mpris" in entries else {}),
            "icons": " ".join(strings(entries.get("icons", ""))).split(),
            "traits": re.findall(r"\.(\w+)", entries.get("is", ""))})
    if len(found) != len(re.findall(r"^    CommandKindRow\(", text, re.M)) or not found:
        raise SystemExit(f"{TABLE.name}: a row is not written as the others are")
    return found


# ------------------------------------------------------------------------------------------------- Documents --------

def keys(row):
    """Returns the keys of an entry of Session1.Commands that this command has besides those of every command."""
    modes = " ".join(row.get("modes", []))
    texts = {
        "position": "not enabled while the item is `live` and there is no `seekable`",
        "interval": "`intervals` ax, µs, > 0, the most preferred first",
        "rate": "`rates` ad, finite, not 0: those to offer; `range` (dd), if every rate between its two can be chosen: "
                "0 < lowest ≤ highest",
        "mode": f"`current` s, `supported` as of `{modes}`",
        "fraction": "`steps` u, 1 to 100: 5 for five stars, 10 for half ones; absent: any rating",
        "id": "`id` s",
    }
    found = [texts[row["form"]]] if row["form"] in texts else []
    found += ["`button` u"] if row["word"] == "feedback" else []
    found += ["`active` b"] if "switched" in row["traits"] else []
    return ", ".join(found + (["`title` s", "`short-title` s"] if "titled" in row["traits"] else []))


def argument(row):
    """Returns the argument of SendCommand, in words."""
    if row["form"] == "none":
        return ""
    texts = {
        "position": ", µs, 0 … duration, of which the player takes what is nearest within `seekable`; required",
        "interval": ", > 0: the player skips by the nearest of them; absent: the first",
        "phase": ", `begin` or `end`; required",
        "rate": ", one of `rates` within 0.001 or within `range`; absent: the lowest of `rates` above `default-rate`, "
                "or else the lowest",
        "mode": ", supported; absent: the next one after `current`, in the order beside it, and after the last the "
                "first",
        "truth": "; absent: the other",
        "fraction": ", 0.0 to 1.0, of which the player takes the nearest step; required",
    }
    button = ". `button` u; absent: the first enabled one that has the mode" if row["word"] == "feedback" else ""
    toggle = ". `toggle` b, as below" if "takenBack" in row["traits"] else ""
    key, c_type = row["argument"]["key"], row["argument"]["type"]
    return f"`{key}` {c_type}{texts.get(row['form'], '; required')}{button}{toggle}"


def icons(row):
    """Returns the words for the icon of a command for which the player names none."""
    words = [f"`{word}`" for word in row["icons"]]
    if row["icons"] == [row["word"]]:
        return "its own"
    special = {
        "toggle-play-pause": "{1} while the state is `playing` or `buffering`, else {0}; a surface finds it",
        "change-repeat-mode": "by `current`: {} {} {}", "change-shuffle-mode": "by `current`: {}, else {}",
        "feedback": "{0}, {2} while `current` is `positive`; of a dislike button {1}, {3} while it is `negative`, as "
                    "the second of a pair of thumbs has, too; a like button may have `heart` and `heart-filled`",
        "set-rating": "{0}; a surface that draws a row draws {1} up to the rating",
        "bookmark": "{}, {} while it is active",
    }
    if not words:
        return "none: a bar, and words"
    return special.get(row["word"], "{}").format(*words)


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
    texts = {
        "position": "µs, from 0 to the duration; the player takes what is nearest within Playback's \"seekable\".",
        "interval": "greater than 0; the player skips by the nearest of the command's intervals. Absent: by the first "
                    "of them.",
        "phase": '"begin" when the button is pressed, "end" when it is released. What the caller has begun ends by '
                 "itself when the caller leaves the bus.",
        "rate": "one of the command's rates, within 0.001, or within its range. Absent: the lowest of them above the "
                "default rate, or else the lowest.",
        "mode": "one of the command's supported modes. Absent: that behind the present one, in the order of the page; "
                "behind the last the first.",
        "fraction": "0.0 to 1.0; the player takes the nearest of the command's steps.",
        "truth": "true or false. Absent: the other.", "id": "which of the player's own commands.",
    }
    words = wrapped(["The commands: " + f'"{rows[0]["word"]}"', *(f'"{row["word"]}"' for row in rows[1:])],
                    " " * 6, ".", 119)
    paragraphs = [words]
    for key in dict.fromkeys(row["argument"]["key"] for row in rows if "argument" in row):
        those = [row for row in rows if row.get("argument", {}).get("key") == key]
        names = ", ".join(row["word"] for row in those) + (", required" if those[0]["form"] in REQUIRED else "")
        paragraph = f'"{key}" {those[0]["argument"]["type"]} ({names}): {texts[those[0]["form"]]}'
        paragraphs.append(textwrap.fill(paragraph, 119, initial_indent=" " * 6, subsequent_indent=" " * 6,
                                        break_on_hyphens=False))
    return re.sub(r'^ {6}The commands: (?:.|\n)*?(?=\n\n {6}"button" u)', lambda _: "\n\n".join(paragraphs), text,
                  count=1, flags=re.M)


def manual_line(row):
    """Returns the line of the manual (mdoc) about a command, with the text of the help."""
    texts = {"position": " Ar time", "interval": " Op Ar time", "phase": " Op Ar time", "truth": " Op Cm on | off",
             "mode": " Op Cm " + " | ".join(row.get("modes", [])), "rate": " Op Ar rate"}
    key = row.get("argument", {}).get("key", "")
    rest = texts.get(row["form"], f" Ar {key}" if key else "") + (" Op Ar button" if row["word"] == "feedback" else "")
    return f".It Cm {row['word']}{rest}\n{row['about']}\n"


def manual(text, rows):
    return re.sub(r'(^\.\\" Made by contract/generate of the table of commands\.\n)(?:.*\n)*?(\.\\" To here\.\n)',
                  lambda found: found[1] + "".join(map(manual_line, rows)) + found[2], text, flags=re.M)


def extension(text, rows):
    first, *rest = (f"'{row['word']}'" for row in rows)
    begin, *lines = wrapped(["export const COMMANDS = [" + first, *rest], "", "];", 116).split("\n")
    return re.sub(r"^export const COMMANDS = \[(?:.|\n)*?\];$",
                  lambda _: "\n".join([begin, *("    " + line for line in lines)]), text, flags=re.M)


def icon_names(_, rows):
    """Returns the icon words with their nearest names in freedesktop's icon naming."""
    names = re.findall(r'\("([a-z-]+)", "([a-z-]*)"\)', ICON_NAMES.read_text(encoding="utf-8"))
    lines = "".join(f"    '{word}': '{name}',\n" for word, name in names)
    return ("// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception\n"
            "/** The icon's words, each with the nearest name in freedesktop's naming; '' where there is none.\n"
            " * Made by contract/generate: do not edit. */\n"
            f"export const ICONS = {{\n{lines}}};\n")


def sentences(_, rows):
    """Returns the sentences for causes of errors, by the words of the protocol, marked for translation."""
    text = SENTENCES.read_text(encoding="utf-8")
    found = [(re.sub("([A-Z])", r"-\1", kind).lower(), sentence)
             for kind, sentence in re.findall(r'\(\.(\w+), "([^"]*)"\)', text)]
    found.append(("other", re.search(r'other: StaticString = "([^"]*)"', text)[1]))
    lines = "".join(f"    '{word}': N_('{sentence}'),\n" for word, sentence in found)
    return ("// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception\n"
            "/** A sentence for each cause of an error, for players that give none of their own.\n"
            " * Made by contract/generate: do not edit. */\n"
            f"import {{N_}} from './gettext.js';\n\nexport const SENTENCES = {{\n{lines}}};\n")


def macros(listed):
    """Returns a macro of C for each list: its name, a comment or "", and its elements."""
    return "".join((f"\n/* {about} */\n" if about else "") + f"#define {name} \\\n"
                   + wrapped(items, "  ", "", 117).replace("\n", " \\\n") + "\n" for name, about, items in listed)


def tests(_, rows):
    """Returns the lists of commands for the test and fuzz programs in C."""
    types = {row["argument"]["key"]: row["argument"]["type"] for row in rows if "argument" in row}
    types |= {"button": "u", "toggle": "b", "item": "s"}
    keys_of = [(row["word"], f'"{row["argument"]["key"]}"' if "argument" in row else "NULL") for row in rows]
    listed = [
        ("COMMAND_WORDS", "The words of all.", [f'"{row["word"]}"' for row in rows]),
        ("COMMAND_MODES", "The words of their modes.",
         [f'"{word}"' for word in dict.fromkeys(word for row in rows for word in row.get("modes", []))]),
        ("COMMAND_ROWS", "Each with the key of its argument.", [f'{{"{word}", {key}}}' for word, key in keys_of]),
        ("ARGUMENT_KEYS", "The keys of all arguments, and their types.", [f'"{key}"' for key in types]),
        ("ARGUMENT_TYPES", "", [f"'{c_type}'" for c_type in types.values()])]
    return ("/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */\n"
            "/* The commands and their arguments. Made by contract/generate: do not edit. */\n#pragma once\n\n"
            f"enum {{ TEST_COMMANDS = {len(rows)} }};\n{macros(listed)}")


DOCUMENTS = {TESTS: tests, PAGE: page, INTERFACES: interfaces, MANUAL: manual, EXTENSION: extension, ICONS: icon_names,
             ERRORS: sentences}


def write(check=False):
    """Writes the tables of commands into their documents, or returns the first that differs."""
    return write_documents(DOCUMENTS, TABLE, rows(), check)


def write_documents(documents, source, table, check):
    """Writes generated tables into documents. With `check`, returns a sentence about the first document that differs.

    source: the file of the table, which the sentence names.
    """
    for path, fresh in documents.items():
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        made = fresh(text, table)
        if made != text and check:
            return f"{path.relative_to(ROOT)} differs from {source.name}: run contract/generate"
        if made != text:
            path.write_text(made, encoding="utf-8")
    return ""
