# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Writes the rules of arguments as the checks of Python, Node and Qt, as cases that tests play, and as numbers for the
tests in C. Import only; called by contract/generate."""

import json
import re

from . import commands, data, rules
from .headers import ROOT

PYTHON = ROOT / "bindings/python/src/nowplaying/_rules.py"
NODE = ROOT / "bindings/node/lib/rules.js"
QT = ROOT / "bindings/qt/src/commandrules.h"
CASES = ROOT / "contract/cases/arguments.json"
TESTS = ROOT / "Tests/Lab/C/rules.h"
# The enumerations that the bindings name otherwise.
NAMES = {"FeedbackStatus": "Feedback", "CommandSlot": "Slot", "CommandPhase": "Phase"}
NAMES_OF_NODE = {**NAMES, "TrackCharacteristics": "TrackCharacteristic"}
# The types of numbers, and the functions of Python and of JavaScript that check them.
NUMBERS = {"number": "number", "time": "seconds", "whole": "integer"}
# A space between arguments, at which a line may end.
BREAK = "\v"
HEAD_OF_PYTHON = f'''\
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The checks of arguments, by the structs and objects that have them. {commands.MADE_BY}"""
from typing import Dict, Tuple

from . import _checks as check
from . import _tags as tag
from ._dates import optional_moment
'''


def groups():
    """Returns the rules that bindings check, by the object that is given the value and the name that it has there: a
    function that sets something of a session is a property of it."""
    found = {}
    for owner, rows in rules.rules().items():
        group = re.sub(r"_(set|get|queue|step)_.*", "", owner)
        found.setdefault(group, {}).update({rule.name: rule for rule in rows.values() if rule.form != "own"})
    found["argument"] = rules.of_commands()
    return {group: rows for group, rows in found.items() if rows}


# ---------------------------------------------------------------------------------------------------- Python --------

def call(function, *arguments, **named):
    given = [*arguments, *(f"{name}={value}" for name, value in named.items() if value is not None)]
    return f"check.{function}({f',{BREAK}'.join(given)})"


def check_of_one(rule):
    """Returns the check in Python of one value."""
    if rule.form in NUMBERS:
        none = True if rule.none is not None and not rule.pair else None
        named = {"least": rule.least, "most": rule.most, "above": rule.above, "other": rule.other,
                 "only": rule.only, "clamped": rule.clamped or None, "none": none}
        if not any(value is not None for name, value in named.items()):
            return f"check.{NUMBERS[rule.form]}"
        return call("ruled", f"check.{NUMBERS[rule.form]}", json.dumps(rule.says), **named)
    if rule.form in ("word", "bits"):
        name = NAMES.get(rule.of.name, rule.of.name)
        return call("a_member" if rule.form == "word" else "a_set", name)
    if rule.form == "words":
        return "tag.optional_text" if rule.none else "tag.some_or_no_text"
    if rule.pattern or rule.most:
        texts = [f"r'{rule.pattern}'", repr(rule.says)] if rule.pattern else []
        return call("ruled_text", *texts, most=rule.most, required=rule.required or None)
    text = {"date": "optional_moment", "truth": "check.flag"}.get(rule.form)
    text = text or ("check.some_text" if rule.required else "check.text")
    return call("optional", text) if rule.none and rule.form != "date" else text


def check_in_python(rule):
    one = check_of_one(rule)
    if rule.list:
        return call("a_list", one, str(rule.list))
    if rule.pair:
        return call("a_pair", one, none=rule.none is not None or None)
    return one


def line_of_python(name, text):
    """Returns an entry of a table, in several lines if it is long."""
    lines, line = [], f'    "{name}":'
    for part in f"{text},".split(BREAK):
        if len(f"{line} {part}") > 120:
            lines, line = [*lines, line], " " * 7
        line += f" {part}"
    return "\n".join([*lines, line])


def python(_, found):
    enumerations = sorted({NAMES.get(rule.of.name, rule.of.name) for rows in found.values() for rule in rows.values()
                           if rule.of})
    text = HEAD_OF_PYTHON + f"from ._enums import {', '.join(enumerations)}\n\nChecks = Dict[str, check.Check]\n"
    for group, rows in found.items():
        if group != "argument":
            lines = [line_of_python(name, check_in_python(rule)) for name, rule in rows.items()]
            text += f"\n{group.upper()}: Checks = {{\n" + "\n".join(lines) + "\n}\n"
    lines = [line_of_python(form, f'("{rule.member}",{BREAK}{check_in_python(rule)}, {rule.required})')
             for form, rule in found["argument"].items()]
    head = ("# For each form of a command's argument that has a rule: the member of the event, the check, and whether\n"
            "# it must be given.\nARGUMENT: Dict[str, Tuple[str, check.Check, bool]] = {\n")
    return f"{text}\n{head}" + "\n".join(lines) + "\n}\n"


# ------------------------------------------------------------------------------------------------------ Node --------

def object_of(name, parts):
    """Returns a property with an object of JavaScript, in several lines if it is long."""
    lines, line = [], f"  {name}: {{ "
    for part in [*(part + ", " for part in parts[:-1]), parts[-1] + " },"]:
        if len(line + part) > 120:
            lines, line = [*lines, line.rstrip()], "    "
        line += part
    return "\n".join([*lines, line])


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def row_of_node(rule):
    """Returns the properties of a rule in JavaScript. to: the member of the library's struct."""
    of = NAMES_OF_NODE.get(rule.of.name, rule.of.name) if rule.of else None
    values = {"to": rule.member, "and": rule.pair or None, "form": rule.form, "of": of, "least": rule.least,
              "most": rule.most, "above": rule.above, "except": rule.other,
              "only": rule.only, "clamped": rule.clamped or None,
              "list": rule.list, "required": rule.required or None, "none": rule.none, "says": rule.says or None}
    parts = [f"{name}: {literal(value)}" for name, value in values.items() if value is not None]
    parts += [f"pattern: /^({rule.pattern})$/"] if rule.pattern else []
    return parts


def literal(value):
    if isinstance(value, str):
        return "'" + value.replace("'", "\\'") + "'"
    return json.dumps(int(value) if isinstance(value, float) and value.is_integer() else value)


def node(_, found):
    text = ("// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception\n"
            "// The rules of arguments, by the structs and objects that have them; checks.js checks values by them.\n"
            f"// {commands.MADE_BY}\n'use strict';\n")
    for group, rows in found.items():
        lines = [object_of(camel(name), row_of_node(rule)) for name, rule in rows.items()]
        text += f"\nexports.{camel(group)} = {{\n" + "\n".join(lines) + "\n};\n"
    return text


# -------------------------------------------------------------------------------------------------------- Qt --------

HEAD_OF_QT = f"""\
/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The rules of the arguments of commands. {commands.MADE_BY} */
#ifndef NOWPLAYING_QT_COMMANDRULES_H
#define NOWPLAYING_QT_COMMANDRULES_H

#include "constants.h"
#include <limits>

namespace NowPlaying {{

/** A command, and its argument in Session::send(). */
struct CommandRule {{
  enum Form {{ Nothing, Number, Word, Truth, Text }};
  CommandKind kind;
  /** The key of the argument. */
  const char *key;
  Form form;
  bool is_required;
  /** The legal numbers: from `least` to `most`, without `except`. */
  double least, most, except;
  /** The legal values in words. */
  const char *says;
}};

static constexpr double endless = std::numeric_limits<double>::infinity();

static constexpr CommandRule command_rules[] = {{
"""


def words_of_qt(of):
    """Returns the words of an enumeration as QML has them."""
    prefix = of.row["header"].capitalize()
    names = [f"NowPlaying.{prefix}{name.capitalize()}" for name, _, _ in of.members]
    return ", ".join(names[:-1]) + f" or {names[-1]}"


def row_of_qt(row):
    """Returns the row of a command in C++."""
    name = "Command" + "".join(word.capitalize() for word in row["word"].split("-"))
    form = data.forms().get(row["form"])
    if not form:
        return f'  {{{name}, "", CommandRule::Nothing, false, 0, 0, endless, ""}},'
    rule = rules.of_commands().get(row["form"])
    modes = data.load("commands")["command"][row["word"]].get("modes")
    of = rule.of if rule and rule.of else data.enumerations().get(modes)
    least, most, other, kind = "-endless", "endless", "endless", "Number"
    if of:
        kind, least, most, says = "Word", "0", str(len(of.members) - 1), words_of_qt(of)
    elif rule and rule.form == "truth":
        kind, least, most, says = "Truth", "0", "1", "true or false"
    elif rule:
        ends = [each for each in (rule.least, rule.above) if each is not None]
        least, most = (f"{ends[0]:g}" if ends else least), (most if rule.most is None else f"{rule.most:g}")
        others = [each for each in (rule.other, rule.above) if each is not None]
        other = f"{others[0]:g}" if others else other
        says = f"a number{' of milliseconds' if rule.form == 'time' else ''}, {rule.says}"
    else:
        kind, says = "Text", "the id of one of session.commands"
    parts = [name, f'"{form["member"].removesuffix("_us")}"', f"CommandRule::{kind}",
             str(form.get("required", False)).lower(), least, most, other]
    line = f"  {{{', '.join(parts)},"
    return f'{line} "{says}"}},' if len(line + says) < 114 else f'{line}\n   "{says}"}},'


def qt(_, found):
    return HEAD_OF_QT + "\n".join(map(row_of_qt, data.commands())) + "\n};\n\n} // namespace NowPlaying\n\n#endif\n"


# ----------------------------------------------------------------------------------------------------- Cases --------

def wrong_type(rule):
    """Returns a value of a type that is wrong in each language."""
    return ("x" if rule.form in (*NUMBERS, "truth") and not rule.list and not rule.pair else
            5 if rule.list or rule.pair or rule.form in ("word", "bits", "date") else {})


def numbers_beyond(rule):
    """Returns numbers that a rule refuses."""
    step = 1 if rule.form == "whole" else 0.5
    found = [rule.least - step] if rule.least is not None and not rule.clamped else []
    found += [rule.most + step] if rule.most is not None else []
    found += [rule.above, rule.above - step] if rule.above is not None else []
    found += [max(rule.only) + 1, 0] if rule.only else []
    return found + ([rule.other] if rule.other is not None else [])


def numbers_within(rule):
    """Returns numbers that a rule accepts."""
    ends = [each for each in (rule.least, rule.most, *(rule.only or [])) if each is not None]
    below = [-1.5] if rule.clamped or rule.other is not None else []
    return ends + below + ([0.5] if rule.above is not None else [])


def cases_of(rule):
    """Returns the cases of a rule: a value, and the error that it causes, a type or a range; none for a value that is
    accepted. A value with `times` is repeated so often, in a list or a text."""
    def within(value):
        return [value, value] if rule.pair else [value] if rule.list else value
    found = [{"value": wrong_type(rule), "error": "type", "says": "must be "}]
    if rule.form in NUMBERS:
        said = f"must be {rule.says}, not "
        found += [{"value": within(each), "error": "range", "says": f"{said}{rules.plain(each)}"}
                  for each in numbers_beyond(rule)]
        found += [{"value": within(each)} for each in numbers_within(rule)]
        if rule.form != "whole":
            found += [{"value": within(each), "error": "range", "says": "must be finite, not "}
                      for each in ("NaN", "Infinity")]
        if rule.pair:
            said = "must be two numbers, the first not greater than the second, not "
            found += [{"value": each, "error": "range", "says": said} for each in ([2, 1], [1], [1, 2, 3])]
    elif rule.required and rule.form in ("text", "id"):
        found.append({"value": "", "error": "range", "says": "must not be empty"})
    if rule.pattern:
        said = f"must be {rule.says}, not "
        found += [{"value": each, "error": "range", "says": said} for each in ("/", "a\n", "é")]
    if rule.most and rule.form == "text":
        said = f"must be {rule.says}, not " if rule.pattern else f"must have at most {rule.most} bytes, not "
        found.append({"value": "a", "times": rule.most + 1, "error": "range", "says": said})
        found += [{"value": "a", "times": rule.most}] if rule.pattern else []
    if rule.list:
        one = numbers_within(rule)[-1] if rule.form in NUMBERS else "a"
        said = f"must have at most {rule.list} entries, not {rule.list + 1}"
        found += [{"value": [one], "times": rule.list + 1, "error": "range", "says": said},
                  {"value": [one], "times": rule.list}]
    return found + ([{"value": None}] if rule.none is not None and rule.name != "number" else [])


def cases(_, found):
    lines = [json.dumps({"of": group, "argument": name, **case}, ensure_ascii=False)
             for group, rows in found.items() for name, rule in rows.items() for case in cases_of(rule)]
    return "[\n" + ",\n".join(lines) + "\n]\n"


# --------------------------------------------------------------------------------------------------------- C --------

def tests(_, found):
    """Returns the numbers of words, and the ends of the legal numbers, for the tests in C."""
    every = [rule for rows in found.values() for rule in rows.values()]
    words = {re.sub(r"(?<!^)(?=[A-Z])", "_", rule.of.name).upper(): len(rule.of.words) for rule in every if rule.of}
    listed = commands.wrapped([f"TEST_{name}_WORDS = {count}" for name, count in words.items()], "", "", 115)
    indented = listed.replace("\n", "\n  ")

    def ends(forms, step):
        numbers = {each for rule in every if rule.form in forms
                   for each in (rule.least, rule.most, rule.above, *(rule.only or ())) if each is not None}
        return [str(each) for each in sorted({each + offset for each in numbers for offset in (-step, 0, step)})]
    macros = commands.macros([
        ("RULED_INTEGERS", "The ends of the legal numbers, and those beside them.", ends({"whole"}, 1)),
        ("RULED_NUMBERS", "", ends({"number"}, 0.5))])
    return ("/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */\n"
            f"/* The rules of arguments. {commands.MADE_BY} */\n#pragma once\n\n/* How many words there are. */\n"
            f"enum {{\n  {indented}\n}};\n"
            f"/* The steps that a rating may have. */\nenum {{ TEST_MOST_STEPS = {rules.number('steps')} }};\n{macros}")


DOCUMENTS = {PYTHON: python, NODE: node, QT: qt, CASES: cases, TESTS: tests}


def write(check=False):
    """Writes the checks, or returns the first that differs."""
    CASES.parent.mkdir(exist_ok=True)
    return commands.write_documents(DOCUMENTS, groups(), check)
