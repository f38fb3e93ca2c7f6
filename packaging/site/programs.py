# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Finds, for make-site, a part of a program in the tree that calls each function of the C interface, and makes pages of
sources."""
import html
import re
import textwrap
from pathlib import Path

LANGUAGES = {".c": "c", ".cpp": "cpp", ".rs": "rust", ".py": "python", ".swift": "swift"}
# The programs that are looked through for a call, in this order: examples, plugins, tests, a binding.
ORDER = ("examples/minimal/", "examples/player/", "examples/kitchen/", "examples/surface-list/", "examples/",
         "plugins/", "Tests/Library/ABI/", "Tests/Library/Surface/", "Tests/Lab/C/", "Tests/",
         "bindings/rust/nowplaying/src/", "bindings/python/src/nowplaying/", "Sources/Program/")
MOST_LINES, MOST_BEFORE = 8, 3
# The page of a folder with more than this has the names of its files alone: no one would read so much on a page.
MOST_BYTES = 100_000
BEFORE = re.compile(r"\S| +[^ }]")
PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – libnowplaying</title>
<link rel="stylesheet" href="{top}_static/source.css">
<p><a href="{top}index.html">libnowplaying</a></p>
{text}</html>
"""


class Programs:
    """The sources that are looked through, and those that have a page of their own."""

    def __init__(self, root, files):
        self.root = root
        self.used, self.pages, self.lines = set(), set(), {}
        ranked = sorted((bool(re.search("misuse|fork|Fuzz", name)),
                         next(rank for rank, start in enumerate(ORDER) if name.startswith(start)), name)
                        for name in files if name.endswith(tuple(LANGUAGES)) and name.startswith(ORDER))
        self.texts = {name: (root / name).read_text(encoding="utf-8").splitlines() for *_, name in ranked}

    def use(self, function):
        """A part of the first program that calls a function, and where it is, in reStructuredText."""
        # In Python a function is called as `functions.NAME`, or passed on to be called.
        call = re.compile(rf"\b{function}\(|\bfunctions\.{function}\b")
        for name, lines in self.texts.items():
            for number, line in enumerate(lines):
                if call.search(line) and not line.lstrip().startswith(("/*", "*", "//")):
                    self.used.add(function)
                    return self.excerpt(name, lines, number)
        return ""

    def excerpt(self, name, lines, number):
        """The statement that begins or goes on in a line, with what comes just before it in its function."""
        last = number
        most = min(len(lines) - 1, number + MOST_LINES - 3)
        while last < most and not is_whole(lines[number:last + 1], Path(name).suffix):
            last += 1
        first = number
        while (number - first < MOST_BEFORE and lines[first][:1] == " " and BEFORE.match(lines[first - 1])
               and '"""' not in lines[first - 1]):
            first -= 1
        part = textwrap.dedent("\n".join(lines[first:last + 1])).strip("\n")
        self.pages.add(name)
        self.lines.setdefault(name, set()).add(number + 1)
        return (f"`{name} <site://{page_of(name)}#L{number + 1}>`__, line {number + 1}:\n\n"
                f".. code-block:: {LANGUAGES[Path(name).suffix]}\n\n{textwrap.indent(part, '   ')}")

    def write(self, site, files):
        """Writes the pages of the sources to which something links: plain, with an anchor for each linked line."""
        for name in sorted(self.pages):
            file = self.root / name
            inside = [name] if file.is_file() else [path for path in files if path.startswith(f"{name}/")]
            target = site / page_of(name)
            target.parent.mkdir(parents=True, exist_ok=True)
            page = PAGE.format(title=name, top="../" * page_of(name).count("/"), text=self.text(name, inside))
            target.write_text(page, encoding="utf-8")

    def text(self, folder, names):
        """The sources that a page has, each below its name. Of other files, and of many sources, it has the names."""
        sources = {name: source(self.root / name) for name in names}
        if len(names) > 1 and sum(map(len, filter(None, sources.values()))) > MOST_BYTES:
            items = "".join(f"<li>{name.removeprefix(folder + '/')}</li>\n" for name in names)
            return f"<h2>{folder}</h2>\n<ul>\n{items}</ul>\n"
        return "".join(f"<h2>{name}</h2>\n" + ("" if text is None else f"<pre>{self.marked(name, text)}</pre>\n")
                       for name, text in sources.items())

    def marked(self, name, text):
        lines = html.escape(text, quote=False).splitlines()
        for number in self.lines.get(name, ()):
            lines[number - 1] = f'<i id="L{number}">{lines[number - 1]}</i>'
        return "\n".join(lines)


def is_whole(lines, suffix):
    """Returns whether lines have a whole statement. One of Python, and of Swift, ends with its last bracket."""
    if suffix not in (".py", ".swift"):
        return lines[-1].rstrip().endswith((";", "{"))
    text = "".join(lines)
    return sum(map(text.count, "([{")) <= sum(map(text.count, ")]}"))


def source(file):
    """The text of a source; None for a file that is none, as a picture or the input of a fuzzer."""
    try:
        text = file.read_bytes().decode()
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def page_of(name):
    """The page of a source, or of a folder of them, from the top of the site."""
    return f"source/{name}.html"
