# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The pages of the C reference: of the comments in a header, with a part of a program for each function; for make-site.

A header is an essay, then sections, "/* ---- Name ---- */", of declarations, each below its comment, "/** … */". The
pages are reStructuredText, whose C declarations Sphinx reads, links and indexes.
"""
import re
import textwrap
from typing import NamedTuple

from programs import Programs

SECTION = re.compile(r"^/\* -{20,} (\w+) -+ \*/$", re.M)
COMMENT = re.compile(r"^( *)/\*(\*?) ((?:(?!\*/).)*)\*/[ \n]*", re.S | re.M)
# The names that a paragraph of a comment may begin with, besides those of the function's parameters.
LABELS = ("Errors", "Ownership", "Thread", "In callbacks")
SINCE = re.compile(r"\s*\bSince: ([\d.]+)\s*\Z")
WORD = re.compile(r"`([^`]+)`|\b(nowplaying_\w+)(\(\))?|\b([A-Z][A-Z0-9_]{2,})\b(…?)|(?<![\w*])\*(\w[\w ]*)\*(?![\w*])"
                  r"|[\\*_|]")


class Declaration(NamedTuple):
    """A declaration below its comment: a function, macro, type or struct, or a field of one."""

    comment: str
    code: str
    is_field: bool


def lines_of(comment):
    """The text of a comment without the stars before its lines."""
    return "\n".join(re.sub(r"^ *\* ?", "", line) for line in comment.splitlines())


class Names:
    """The names that the headers declare, to which texts link."""

    def __init__(self, headers):
        text = "\n".join(headers)
        self.functions = set(re.findall(r"^[a-z][^;{#=]*?\b(nowplaying_\w+)\([^;{]*\);", text, re.M))
        self.types = set(re.findall(r"^(?:typedef [^;{]*?\b|\} )(nowplaying_\w+);", text, re.M))
        self.types |= set(re.findall(r"^typedef \w+ \(\*(nowplaying_\w+)\)", text, re.M))
        self.macros = set(re.findall(r"^#define (NOWPLAYING_\w+)", text, re.M)) - {
            "NOWPLAYING_H", "NOWPLAYING_SURFACE_H"}

    def role(self, match):
        """A word of a text in reStructuredText: a link where it names a declaration."""
        code, name, call, upper, dots, stressed = match.groups()
        if code:
            return f"\\ ``{code}``\\ "
        if name in self.functions:
            return f"\\ :c:func:`{name}`\\ "
        if name in self.types:
            return f"\\ :c:type:`{name}`\\ "
        if upper:
            found = upper if upper in self.macros else f"NOWPLAYING_ERROR_{upper}"
            if found in self.macros and not dots:
                return f"\\ :c:macro:`{upper} <{found}>`\\ "
        if stressed:
            return f"*{stressed}*"
        return re.sub(r"([\\*_|`])", r"\\\1", match[0])

    def linked(self, text):
        """A text in reStructuredText, with links to what it names."""
        text = WORD.sub(self.role, " ".join(text.split())).replace(" \\ ", " ").replace("\\  ", " ").strip()
        # An address is an example, and must not become a link.
        return text.replace(":/", "\\ :/")


def essay(header, names):
    """The text before the declarations. What is indented in it is shown as it is."""
    text = lines_of(re.match(r"/\*(.*?)\*/", header, re.S)[1])
    parts = []
    for block in re.split(r"\n\n+", text.split("exception\n", 1)[1].strip("\n")):
        heading, _, rest = block.partition("\n")
        if re.match(r"-+(\n|$)", rest):
            parts.append(f"{heading}\n{'-' * len(heading)}")
            block = rest.partition("\n")[2]
        if block.startswith("  "):
            parts.append("::\n\n" + textwrap.indent(textwrap.dedent(block), "   "))
        elif block:
            parts.append(names.linked(block))
    title = text.strip().split("\n")[0].split(": ", 1)[1]
    return title[0].upper() + title[1:], "\n\n".join(parts)


def sections(header):
    """The name and the text of each section."""
    parts = SECTION.split(header)
    return list(zip(parts[1::2], parts[2::2]))


def declarations(section):
    """Lists the declarations of a section, in its order; a comment that stands alone has no code."""
    found = []
    at = 0
    while match := COMMENT.search(section, at):
        at = match.end()
        comment = lines_of(match[3])
        if not match[2]:
            found.append(Declaration(comment, "", bool(match[1])))
            continue
        code = re.compile(r"#define [^\n]*?(?:\\\n[^\n]*?)*\n|[^;{]*[;{]").match(section, at)[0]
        found.append(Declaration(comment, re.sub(r"\s+", " ", code.replace("\\\n", " ")).strip(), bool(match[1])))
    return found


def described(comment, code, names):
    """The lines below a declaration: its text, then what is said of parameters, errors and threads."""
    since = SINCE.search(comment)
    paragraphs, fields = [], []
    parameters = re.findall(r"(\w+)(?:,|\)|$)", code[code.find("("):]) if "(" in code else []
    label = re.compile(rf"({'|'.join([*LABELS, *map(re.escape, parameters)])}): ")
    for paragraph in re.split(r"\n\n+", SINCE.sub("", comment)):
        current = []
        for line in paragraph.splitlines():
            if found := label.match(line):
                fields.append([found[1], line[found.end():]])
                current = fields[-1]
            elif current:
                current[1] += "\n" + line
            else:
                current = [None, line]
                paragraphs.append(current)
    out = [names.linked(text) for _, text in paragraphs] or [""]
    if since:
        out[-1] += f" *Since {since[1]}.*"
    items = [f":{f'param {name}' if name in parameters else name}: {names.linked(text)}" for name, text in fields]
    return [*out, "\n".join(items)]


def directive(declaration):
    """Returns Sphinx's name of a kind of declaration, the declaration as Sphinx reads it, and a macro's value."""
    code = declaration.code
    if macro := re.match(r"#define (\w+)(\([\w, ]*\))?\s*(.*)", code):
        return "macro", macro[1] + (macro[2] or ""), macro[3]
    code = code.rstrip(";{ ")
    if declaration.is_field:
        return "member", code, None
    if struct := re.match(r"typedef struct (\w+)", code):
        return "struct", struct[1], None
    if code.startswith("typedef "):
        return "type", code.removeprefix("typedef "), None
    return "function", code, None


def page(title, text, names, programs):
    """A page of one section."""
    out = [f"{title}\n{'=' * len(title)}"]
    for declaration in declarations(text):
        if not declaration.code:
            # A comment without a declaration may be a list of arguments, of which each begins a line.
            parts = re.split(r"\n(?=\w+(?:, \w+)*: |and )", declaration.comment)
            out.append("\n".join(f"| {names.linked(part)}" for part in parts))
            continue
        kind, code, value = directive(declaration)
        body = described(declaration.comment, code, names)
        if value and len(value) < 50:
            body[0] = f"``{value}``: {body[0]}"
        if kind == "function":
            body.append(programs.use(re.search(r"(\w+)\(", code)[1]))
        entry = f".. c:{kind}:: {code}\n\n" + textwrap.indent("\n\n".join(filter(None, body)), "   ")
        out.append(textwrap.indent(entry, "   ") if declaration.is_field else entry)
    return "\n\n".join(out) + "\n"


def write(header_files, folder, programs: Programs):
    """Writes the pages of all headers below a folder; returns the functions that no program calls."""
    texts = [file.read_text(encoding="utf-8") for file in header_files]
    names = Names(texts)
    for file, text in zip(header_files, texts):
        below = folder / file.stem
        below.mkdir(parents=True)
        title, opening = essay(text, names)
        listed = []
        for name, section in sections(text):
            (below / f"{name.lower()}.rst").write_text(
                page(f"{file.name}: {name}", section, names, programs), encoding="utf-8")
            listed.append(f"{name} <{name.lower()}>")
        contents = ".. toctree::\n   :maxdepth: 1\n\n" + textwrap.indent("\n".join(listed), "   ")
        (below / "index.rst").write_text(
            f"{file.name}\n{'=' * len(file.name)}\n\n{title}\n\n{contents}\n\n{opening}\n", encoding="utf-8")
    return sorted(names.functions - programs.used)
