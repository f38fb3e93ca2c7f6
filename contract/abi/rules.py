# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The rules of arguments, of rules.toml and of the rows of commands.toml and fields.toml: in words, as the headers have
to say them, and compared with the headers. Import only."""

import functools
import re

from . import data
from .data import PREFIX

KEYS = {"form", "of", "least", "most", "above", "except", "only", "clamped", "list", "pair", "pattern", "says",
        "required", "none", "name"}
FORMS = {"text", "words", "id", "number", "whole", "time", "date", "truth", "word", "bits", "own"}
# The phrases by which headers state legal values, each with the words of a rule. Numbers of other things are left out.
PHRASES = [
    (r"(?<!steps from )(?<!count from )(?<![\d.])(\d[\d.]*) (?:to|…) (NOWPLAYING_\w+|\d+\.?\d*)", "{0} to {1}"),
    (r"(?i:at most) (NOWPLAYING_\w+|\d+)\b(?! characters)", "0 to {0}"),
    (r"greater than (\d[\d.]*\d|\d)", "greater than {0}"),
    (r"\b(\d[\d.]*) or more|from (0)\b(?! to|\.\d)", "{0}{1} or more"),
    (r"(?<!unless it is finite and )\bnot (0)\b", "not {0}"),
    (r"\b(1) or (-1)", "{0} or {1}"),
    (r"negative number counts as (0)", "{0} where it is less"),
    (r"not (?:before|lower than) \w+", "not less than the first"),
    (r"^Required", "required"),
]
# Functions that get something, of which the comments describe results.
GETTERS = re.compile(r"nowplaying_(app|content|session|request|surface_session)_get_")


def plain(number):
    """Returns a number as the headers have it in phrases: 0 for 0.0."""
    return re.sub(r"\.0$", "", str(number))


class Rule:
    """A rule: its owner, a struct or a function, its member or argument, and its row."""

    def __init__(self, owner, member, row):
        if row.keys() - KEYS or row["form"] not in FORMS:
            raise SystemExit(f"rules.toml: the row of {owner}.{member} is not written as the others are")
        self.owner, self.member, self.row, self.form = owner, member, row, row["form"]
        self.name = row.get("name", member.removesuffix("_us"))
        self.of = data.enumerations()[row["of"]] if self.form in ("word", "bits") else None
        self.required, self.clamped = row.get("required", False), row.get("clamped", False)
        self.none, self.pattern, self.pair = row.get("none"), row.get("pattern", ""), row.get("pair", "")
        self.least, self.above, self.other, self.only = (row.get(key) for key in ("least", "above", "except", "only"))
        self.most, self.list = number(row.get("most")), number(row.get("list"))

    @property
    def says(self):
        """The legal values in words, as errors have them; "" where the type tells all."""
        if "says" in self.row:
            return self.row["says"] + (f", at most {self.most} bytes" if self.pattern and self.most else "")
        if self.form in ("text", "words", "id", "own"):
            return ""
        if self.only:
            return " or ".join(map(str, self.only))
        if self.most is not None:
            return f"{self.least} to {self.most}"
        if self.least is not None and not self.clamped:
            return f"{self.least} or more"
        return "greater than 0" if self.above is not None else "finite and not 0" if self.other is not None else ""

    def promised(self):
        """Returns the phrases that the header must have: of the member itself, and of the count of a list."""
        own = {"required"} if self.required and self.form in ("text", "id") else set()
        if self.clamped:
            own.add(f"{self.least} where it is less")
        elif "most" in self.row:
            own.add(f"{plain(self.least or 0)} to {shown(self.row['most'])}")
        elif self.least is not None:
            own.add(f"{plain(self.least)} or more")
        own |= {f"greater than {plain(self.above)}"} if self.above is not None else set()
        own |= {f"not {plain(self.other)}"} if self.other is not None else set()
        own |= {self.says} if self.only else set()
        return own, {f"0 to {shown(self.row['list'])}"} if self.list else set()


def number(given):
    """Returns a number, also one that is given by the name of its limit."""
    return data.limits()[0][given]["value"] if isinstance(given, str) else given


def shown(given):
    """Returns a number as the header has it: by the constant of its limit, if it has one."""
    row = data.limits()[0][given] if isinstance(given, str) else {}
    return f"{PREFIX}MAX_{row['header']}" if "header" in row else plain(number(given))


@functools.cache
def rules():
    """Returns the rules by their owners and names in C."""
    found = {owner: {member: Rule(owner, member, row) for member, row in rows.items()}
             for owner, rows in data.load("rules").items()}
    found["content_set_number"] = {"value": Rule("content_set_number", "value", data.load("fields")["number"]["rule"])}
    return found


def of_commands():
    """Returns the rules of the arguments of commands, by their forms."""
    return {form: Rule("command_event", row["member"], {"required": row.get("required", False), **row["rule"]})
            for form, row in data.forms().items() if "rule" in row}


# -------------------------------------------------------------------------------------------------- Headers --------

def phrases(comment):
    """Returns what a comment of a header says of legal values."""
    text = " ".join(comment.split("\nErrors", 1)[0].split())
    return {phrase.format(*(plain(part or "") for part in found.groups()))
            for pattern, phrase in PHRASES for found in re.finditer(pattern, text)}


def differs(where, comment, promised):
    """Returns how the phrases of a comment differ from those of its rules; "" where they do not."""
    said = phrases(comment)
    if said == promised:
        return ""
    return (f"the header says of {where}: {', '.join(sorted(said)) or 'nothing'}; contract/data has: "
            f"{', '.join(sorted(promised)) or 'nothing'}")


def fault_of_struct(struct, rows):
    """Returns what is wrong with the rules of a struct that a program fills; "" for nothing."""
    name = struct["name"].removeprefix("nowplaying_")
    counted = {re.sub(r"s(_us)?$", "_count", rule.member): rule for rule in rows.values() if rule.list}
    seconds = {rule.pair for rule in rows.values() if rule.pair}
    members = {field["name"]: field["text"] for field in struct["fields"]}
    members = {member: text for member, text in members.items() if member not in ("struct_size", "reserved")}
    if wrong := set(rows) ^ set(members) - set(counted) - seconds:
        return f"rules.toml and the header have other members of {name}: {', '.join(sorted(wrong))}"
    for member, text in members.items():
        promised = (counted[member].promised()[1] if member in counted else
                    {"not less than the first"} if member in seconds else rows[member].promised()[0])
        if fault := differs(f"{name}.{member}", text, promised):
            return fault
    return ""


def fault_of_function(function, rows):
    """Returns what is wrong with the rules of a function; "" for nothing."""
    arguments = {each["name"] for each in function["arguments"]}
    if wrong := {rule.member for rule in rows.values()} - {"file"} - arguments:
        return f"rules.toml has arguments that {function['name']} does not have: {', '.join(sorted(wrong))}"
    promised = set().union(*(part for rule in rows.values() for part in rule.promised())) - {"required"}
    return "" if GETTERS.match(function["name"]) else differs(function["name"], function["text"], promised)


def fault(described):
    """Returns the first difference between the rules and the descriptions of the headers: a member without a rule, a
    rule without a member, or a comment that says something else of the legal values; "" where there is none."""
    functions = [each for header in described for each in header["functions"]]
    filled = {each["type"] for function in functions for each in function["arguments"]}
    structs = [each for header in described for each in header["types"]
               if each["is"] == "struct" and f"const {each['name']} *" in filled
               and not each["name"].endswith(("_callbacks", "_event"))]
    left = dict(rules())
    for entry in (*structs, *functions):
        of = fault_of_struct if "is" in entry else fault_of_function
        if found := of(entry, left.pop(entry["name"].removeprefix(PREFIX.lower()), {})):
            return found
    event = next(each for each in described[0]["types"] if each["name"] == "nowplaying_command_event")
    for field in event["fields"]:
        those = [rule for rule in of_commands().values() if rule.member == field["name"]]
        promised = set().union(*(rule.promised()[0] for rule in those))
        if those and (found := differs(f"command_event.{field['name']}", field["text"], promised)):
            return found
    return f"rules.toml has rules of what the headers do not have: {', '.join(left)}" if left else ""
