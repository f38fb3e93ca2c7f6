# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Puts many changes into one copy of the sources, where they lie dormant: a variable of the environment says which one
is on. So the tree is built once for all changes, and not for each.

A change in a function doubles the body of the function: `{ if isChanged(7) { CHANGED } else { AS IT WAS } }`. A change
of a value outside of functions makes a choice of it: `isChanged(7) ? (CHANGED) : (AS IT WAS)`."""

import re
from dataclasses import dataclass

VARIABLE = "CHANGE_IN_EFFECT"
# The number of the change that is on, in each module. Core uses no C, so it has no header that declares the function.
SWIFT_SWITCH = f"""@_silgen_name("secure_getenv")
private func variable(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>?
private let chosen: Int = {{
  let name: StaticString = "{VARIABLE}"
  guard var digits = name.utf8Start.withMemoryRebound(to: CChar.self, capacity: {len(VARIABLE) + 1}, {{ variable($0) }})
  else {{ return -1 }}
  var number = 0
  while digits.pointee != 0 {{
    number = number * 10 + Int(digits.pointee) - 48
    digits += 1
  }}
  return number
}}()
public func isChanged%s(_ which: Int) -> Bool {{ chosen == which }}
"""
C_SWITCH = f"""#include <stdbool.h>
#include <stdlib.h>
static inline bool is_changed(int which) {{
  const char *number = getenv("{VARIABLE}");
  return number && atoi(number) == which;
}}
"""
FUNCTION = re.compile(r"^[ \t]*(?:(?:@[\w.]+(?:\([^()]*\))?|[a-z]+(?:\(\w+\))?)\s+)*?(?:func\s+\S|init[?!]?\s*[(<]|"
                      r"deinit\b|subscript\b)", re.MULTILINE)
COMPUTED = re.compile(r"^[^\n=(]*\bvar\s+\w+\s*:[^={}\n]*(?=\{)", re.MULTILINE)
ACCESSOR = re.compile(r"\b(?:get|set|willSet|didSet|_read|_modify)\b(?:\(\w+\))?(?:\s*throws)?\s*(?=\{)")
IS_ACCESSORS = re.compile(r"\s*(?:@\w+(?:\([^()]*\))?\s+|(?:non)?mutating\s+)*"
                          r"(?:get|set|willSet|didSet|_read|_modify)\b(?:\(\w+\))?\s*(?:throws\s*)?[{\n]")
SIGNATURE_GOES_ON = re.compile(r"\s*(?:->|where\b|throws\b|rethrows\b|async\b|\{)")
VALUE = re.compile(r"^[ \t]*(?:[a-z]+(?:\(\w+\))?\s+)*(?:let|var)\s+\w+(?:\s*:[^={}\n]+)?\s=\s", re.MULTILINE)
VALUE_GOES_ON = re.compile(r"\s*(?:[?:.+*/%&|<>=-]|\?\?)")
C_FUNCTION = re.compile(r"^(?!#|typedef|\s|\})[^;{}]*\)\s*(?=\{)", re.MULTILINE)


@dataclass(frozen=True)
class Place:
    """A part of a text that can be there twice: the body of a function, or a value."""
    start: int
    end: int
    is_body: bool


def masked(text):
    """Returns the text with comments and literals replaced by spaces, so that positions stay the same."""
    out, index, size = list(text), 0, len(text)

    def blank(start, end):
        for place in range(start, end):
            if out[place] != "\n":
                out[place] = " "
        return end

    while index < size:
        if text.startswith("//", index):
            index = blank(index, (text.find("\n", index) + 1 or size + 1) - 1)
        elif text.startswith("/*", index):
            index = blank(index, (text.find("*/", index) + 2) if "*/" in text[index:] else size)
        elif text[index] == '"':
            index = blank(index, end_of_literal(text, index))
        elif text[index] == "'" and (literal := re.compile(r"'(?:\\.[^']*|[^'\\])'").match(text, index)):
            index = blank(index, literal.end())
        else:
            index += 1
    return "".join(out)


def end_of_literal(text, start):
    quotes = '"""' if text.startswith('"""', start) else '"'
    index = start + len(quotes)
    while index < len(text):
        if text.startswith("\\(", index):  # Swift's interpolation, in which literals may be
            index, depth = index + 2, 1
            while depth and index < len(text):
                if text[index] == '"':
                    index = end_of_literal(text, index)
                    continue
                depth += {"(": 1, ")": -1}.get(text[index], 0)
                index += 1
        elif text[index] == "\\":
            index += 2
        elif text.startswith(quotes, index):
            return index + len(quotes)
        elif text[index] == "\n" and quotes == '"':
            return index
        else:
            index += 1
    return len(text)


def closing(code, start):
    """Returns the position of the bracket that closes the one at `start`."""
    depth = 0
    for index in range(start, len(code)):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[index], 0)
        if depth == 0:
            return index
    raise ValueError("a bracket is not closed")


def body_behind(code, start):
    """Returns the position of the brace with which the body of a function begins, or None."""
    index = start
    while index < len(code):
        if code[index] in "([":
            index = closing(code, index)
        elif code[index] == "{":
            return index
        elif code[index] == "}" or code[index] == "\n" and not SIGNATURE_GOES_ON.match(code, index):
            return None
        index += 1
    return None


def end_of_value(code, start):
    """Returns where a value ends, or None where something else follows it."""
    index = start
    while index < len(code):
        if code[index] in "([{":
            if code[index] == "{" and index != start and not code[start:index].strip().endswith((")", "=", "in")):
                return None  # observers of a property, or a closure behind a name
            index = closing(code, index)
        elif code[index] in "})]" or code[index] == "\n" and not VALUE_GOES_ON.match(code, index):
            return index
        index += 1
    return None


def swift_places(code):
    braces = [body_behind(code, match.end() - 1) for match in FUNCTION.finditer(code)]
    braces += [match.end() for match in COMPUTED.finditer(code)]
    for brace in sorted({brace for brace in braces if brace is not None}):
        end = closing(code, brace)
        if not IS_ACCESSORS.match(code, brace + 1):
            yield Place(brace + 1, end, True)
            continue
        for accessor in ACCESSOR.finditer(code, brace, end):
            yield Place(accessor.end() + 1, closing(code, accessor.end()), True)
    for match in VALUE.finditer(code):
        end = end_of_value(code, match.end())
        if end is not None:
            yield Place(match.end(), end, False)


def places_of(text, language):
    """Returns the parts of a text that can be there twice. Of values those that are in no function."""
    code = masked(text)
    if language == "C":
        braces = [match.end() for match in C_FUNCTION.finditer(code)]
        return [Place(brace + 1, closing(code, brace), True) for brace in braces]
    places = list(swift_places(code))
    bodies = [place for place in places if place.is_body]
    return bodies + [place for place in places if not place.is_body
                     and not any(body.start <= place.start < body.end for body in bodies)]


class DormantFile:
    """A file with changes that lie dormant. `left_out` has the numbers of those for which it has no place."""

    def __init__(self, text, language, switch, changes):
        """- switch: returns the expression that says whether a change is on, by its number.
        - changes: numbers, each with a change."""
        self.text, self.language, self.switch = text, language, switch
        self.by_place, self.left_out = {}, []
        # The first and the last line of each change, from 1, and those of the place that it is in.
        self.ranges, self.around = {}, {}
        self.starts = [0]
        for line in text.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        places = places_of(text, language)
        for number, change in changes:
            found = self.narrowest(change, places)
            if found:
                self.by_place.setdefault(found[0], []).append((number, found[1]))
            else:
                self.left_out.append(number)

    def narrowest(self, change, places):
        """Returns the narrowest place in which a change lies as a whole, and its text with the change."""
        start, end = self.starts[change.number], self.starts[change.number + 1] - 1
        changed = self.text[:start] + change.after + self.text[end:]
        longer = len(changed) - len(self.text)
        for place in sorted(places, key=lambda place: place.end - place.start):
            if place.start < end and start < place.end and changed[:place.start] == self.text[:place.start] \
                    and changed[place.end + longer:] == self.text[place.end:]:
                return place, changed[place.start:place.end + longer]
        return None

    def drop(self, number):
        for place, parts in self.by_place.items():
            self.by_place[place] = [part for part in parts if part[0] != number]

    def written(self):
        """Returns the text with all changes."""
        text = (C_SWITCH if self.language == "C" else "") + self.woven(0, len(self.text), sorted(
            self.by_place, key=lambda place: (place.start, -place.end)))
        for ranges, marks in ((self.ranges, "<>"), (self.around, "<|")):
            ranges.clear()
            for line, words in enumerate(text.split("\n"), 1):
                for mark in re.findall(rf"/\*(\d+)[{marks}]\*/", words):
                    ranges[int(mark)] = (ranges.get(int(mark), (line, line))[0], line)
        return text

    def blamed(self, line):
        """Returns the numbers of the changes of which an error speaks: the one in whose text the line is, or all in the
        same place, since an initializer that leaves out a value is reported at its end."""
        for ranges in (self.ranges, self.around):
            if found := {number for number, (first, last) in ranges.items() if first <= line <= last}:
                return found
        return set()

    def woven(self, start, end, places):
        """Returns a part of the text. A place may lie in another one, whose copies have it as it was."""
        out = ""
        for index, place in enumerate(places):
            if place.start < start:
                continue
            inner = [other for other in places[index + 1:] if other.end <= place.end]
            out += self.text[start:place.start]
            out += self.choice(place, self.woven(place.start, place.end, inner))
            start = place.end
        return out + self.text[start:end]

    def choice(self, place, unchanged):
        out = ""
        for number, part in self.by_place[place]:
            if place.is_body:
                out += f" if ({self.switch(number)}) {{ /*{number}<*/\n{part}\n/*{number}>*/}} else"
            else:
                out += f"{self.switch(number)} ? ( /*{number}<*/{part}/*{number}>*/) : "
        if not out:
            return unchanged
        ends = "".join(f"/*{number}|*/" for number, _ in self.by_place[place])
        return f"{out} {{\n{unchanged}\n}} {ends}" if place.is_body else f"{out}({unchanged}{ends})"


def module_of(file):
    """Returns the folder of a module of the library, or of the program, and the word by which its switch is called."""
    parts = file.split("/")
    return ("/".join(parts[:3]), parts[2]) if parts[1] == "Library" else ("/".join(parts[:2]), parts[1])


def switch_of(file):
    """Returns the function that makes the expression which says whether a change to a file is on."""
    name = f"isChanged{module_of(file)[1]}" if file.endswith(".swift") else "is_changed"
    return f"{name}({{}})".format


def switches(files):
    """Yields the names and the texts of the files in Swift that say which change is on, for the modules of files."""
    for folder, name in {module_of(file) for file in files if file.endswith(".swift")}:
        yield f"{folder}/Switch.swift", SWIFT_SWITCH % name
