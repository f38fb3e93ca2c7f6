# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The documents of the tree as Sphinx reads them: their links lead to pages of the site; for make-site.

A link that begins with "site://" is from the top of the site: make-site replaces it when the pages are made.
"""
import re
import shutil
from os.path import relpath
from pathlib import Path

from programs import page_of

LINK = re.compile(r"(!?)(\[(?:[^][]|\[[^]]*\])*\])\(([^)\s]+)\)")
FENCE = re.compile(r"(^ *```.*?^ *```$)", re.S | re.M)
DRAWING = re.compile(r"```mermaid\ngraph BT\n(.*?)```", re.S)
# The files that have a page of their own in the site.
REFERENCES = {
    "include/nowplaying/nowplaying.h": "reference/nowplaying/index.html",
    "include/nowplaying/surface.h": "reference/surface/index.html",
    "Sources/Program/Shell/nowplaying.1": "reference/nowplaying.1.html",
    # A file for programs: links lead to its description, because it has no page.
    "include/nowplaying/nowplaying.abi.json": "docs/inside.html#nowplaying-abi-json",
}
# The page that links to all others, in reading order.
INDEX = "docs/README.md"
# References of a language, which follow the README of that language in the contents.
BEHIND = {
    "bindings/python/README.md": ["/reference/python/nowplaying", "/reference/python/nowplaying.surface"],
    "bindings/rust/README.md": ["Rust: the crate <site://rust/nowplaying/index.html>",
                                "Rust: the crate for surfaces <site://rust/nowplaying_surface/index.html>"],
}
ARTICLES = "swift/documentation"


class Documents:
    """The documents, each with its links as they are in the site."""

    def __init__(self, root, pages, programs):
        self.root, self.programs = root, programs
        self.pages = {page.relative_to(root).as_posix(): page for page in pages if ".docc" not in page.as_posix()}
        # The README of the tarball is left out: it is about files of the tarball.
        del self.pages["packaging/dist/README.md"]
        self.pictures = set()

    def name(self, path):
        """The name of a document in the site, where the README is the first page."""
        return "index.md" if path == "README.md" else path

    def target(self, page, link):
        """Where a link of a document leads in the site."""
        path, mark, anchor = link.partition("#")
        if "://" in link or link.startswith("mailto:") or not path:
            return link
        found = (self.pages[page].parent / path).resolve().relative_to(self.root).as_posix()
        if (self.root / found / "README.md").is_file():
            found += "/README.md"
        if found in self.pages:
            return relpath(self.name(found), Path(self.name(page)).parent) + mark + anchor
        if found in REFERENCES:
            return f"site://{REFERENCES[found]}"
        if found.endswith(".md") and ".docc/" in found:
            module, name = Path(found).parent.stem.lower(), Path(found).stem.lower()
            return f"site://{ARTICLES}/{module}/" + (f"{name}/" if name != module else "")
        if found.endswith((".png", ".webp")):
            self.pictures.add(found)
            return relpath(found, Path(self.name(page)).parent)
        self.programs.pages.add(found)
        return f"site://{page_of(found)}"

    def rewritten(self, page):
        """A document with its links as they are in the site."""
        parts = FENCE.split(self.pages[page].read_text(encoding="utf-8"))
        for index in range(0, len(parts), 2):
            # Every second part is a fenced block, which stays as it is.
            parts[index] = LINK.sub(lambda match: f"{match[1]}{match[2]}({self.target(page, match[3])})", parts[index])
        text = DRAWING.sub(lambda match: f"```{{graphviz}}\n{drawing(match[1])}```", "".join(parts))
        # QML is coloured as JavaScript: Pygments' lexer of QML does not know template literals.
        return text.replace("```busctl", "```text").replace("```qml", "```javascript")

    def contents(self, has_references):
        """The contents of the site, in the order in which the index names the pages."""
        groups, listed, caption = {"Guides": []}, set(), "Guides"
        for line in re.findall(r"^## .+|\]\([^)\s]+\)", self.pages[INDEX].read_text(encoding="utf-8"), re.M):
            if line.startswith("## "):
                caption = line[3:]
                groups[caption] = []
                continue
            target = self.target(INDEX, line[2:-1])
            if (entry := self.entry(target)) and entry not in listed:
                listed.add(entry)
                groups[caption] += [entry]
                path = (Path(INDEX).parent / target.partition("#")[0]).as_posix()
                groups[caption] += BEHIND.get(re.sub(r"^docs/\.\./", "", path), [])
        if not has_references:
            groups = {caption: [entry for entry in entries if not entry.startswith("/reference/")]
                      for caption, entries in groups.items()}
        return "\n\n".join("```{toctree}\n:hidden:\n:caption: " + caption + "\n" + "\n".join(entries) + "\n```"
                           for caption, entries in groups.items())

    def entry(self, target):
        """Returns a line of the contents for the target of a link; "" for one without a line of its own."""
        path = target.partition("#")[0]
        if path.startswith(f"site://{ARTICLES}/nowplaying/") and path.count("/") == 5:
            return f"Swift: the modules <{path}>"
        if path.startswith("site://reference/"):
            return "/" + path.removeprefix("site://").removesuffix(".html")
        if not path.endswith(".md"):
            return ""
        name = relpath(Path(INDEX).parent / path, ".")
        return "/" + name.removesuffix(".md") if name not in ("index.md", INDEX) else ""

    def write(self, folder, has_references=True):
        """Writes the documents, and the pictures that they show."""
        for page in self.pages:
            text = self.rewritten(page)
            if page == "README.md":
                text += "\n" + self.contents(has_references) + "\n"
            if page == INDEX:
                text = "---\norphan: true\n---\n" + text
            target = folder / self.name(page)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        for picture in self.pictures:
            (folder / picture).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.root / picture, folder / picture)


def anchor(heading):
    """The name that a forge gives to a heading, which Tests/docs expects in links too."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def drawing(arrows):
    """The drawing of the modules in the language of Graphviz, readable on white and on black."""
    grey = 'color="#808080", fontcolor="#808080", fontname="sans-serif", fontsize=11'
    parts = []
    for line in arrows.splitlines():
        room = re.match(r"\s*subgraph (\w+)\[(.*)\]", line)
        parts.append(f"  subgraph cluster_{room[1]} {{ graph [{grey}, label={room[2]}];" if room else
                     "  }" if line.strip() == "end" else f"  {line.strip().replace('-->', '->')};" if line.strip() else
                     "")
    edges = "\n".join(parts)
    return (f"digraph modules {{\n  rankdir=BT;\n  bgcolor=transparent;\n  node [shape=box, {grey}];\n"
            f"  edge [{grey}];\n{edges}\n}}\n")
