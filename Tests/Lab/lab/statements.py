# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads Tests/Apple/README.md, whose rows name the test of each statement on Apple's pages; for Tests/docs."""
import os
import re

from lab import ROOT, TESTS
from lab.pages import expect, read

PAGE = "Tests/Apple/README.md"
FEWEST, FEWEST_SHOWN = 234, 212
# The texts of the pages, which are Apple's and not kept here: see Tests/Apple/CompileMatrix/extract.
TEXTS = {"Publishing media sessions": "publishing-media-sessions",
         "Meet the Now Playing framework": "meet-the-now-playing-framework",
         "Providing animated artwork for media items": "animated-artwork",
         "RemoteMediaSessionRepresentable": "remote-media-session-representable",
         "Controlling background audio": "controlling-background-audio"}
CODE = re.compile(r"(let|func|var|try|struct|@|\}|\.|class|final|if|return|extension|//)")


def sections():
    """Returns the rows of each section: its statements, each with the test or the reason why there is none."""
    found = {}
    for section in read(PAGE).split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        table = re.search(r"\| Statement \| test \|\n\|[-|]+\|\n((?:\|.*\n?)+)", body)
        expect(table, f"{PAGE}: {title} has no table")
        found[title] = [[cell.strip() for cell in row[1:-1].split(" | ")] for row in table[1].splitlines()]
    return found


def is_there(test):
    """Returns whether a test is in the tree: a file, or a function or a printed sentence of a file."""
    file, _, name = test.partition("::")
    places = [place for place in TESTS.rglob(os.path.basename(file)) if str(place).endswith("/" + file)]
    if not name:
        return bool(places)
    forms = (f"def {name}(", f'yield "{name}"', f"func {name}(", f"func `{name}`(")
    return any(form in place.read_text(encoding="utf-8") for place in places for form in forms)


def sentences(text):
    """Counts the sentences of a text, without its titles, links and code."""
    lines = [line for line in text.split("\n") if re.search(r"[a-z]{2,}.* [a-z]+.* ", line)]
    items = [line.strip() for line in lines if line.strip().startswith("•")]
    prose = [line for line in lines if not line.startswith(" ") and line.endswith((".", ":", "on"))
             and not CODE.match(line)]
    return len(items) + sum(len(re.split(r"(?<=[.:])\s+(?=[A-Z])", line)) for line in prose)


def check():
    """Checks that each statement has a test that exists, or a reason; and that there are as many rows as sentences of
    Apple's texts, if this machine has these."""
    found, page = sections(), read(PAGE)
    for title, rows in found.items():
        shown = [row for row in rows if not row[1].startswith("–")]
        expect(f"| {title} | {len(shown)} | {len(rows)} |" in page, f"{PAGE}: {title} has {len(shown)} of {len(rows)}")
        missing = [test for _, test in shown if not is_there(test.strip("`"))]
        expect(not missing, f"{PAGE}: these tests are not there: {missing}")
    rows = [row for each in found.values() for row in each]
    shown = [row for row in rows if not row[1].startswith("–")]
    expect(f"| All | {len(shown)} | {len(rows)} |" in page, f"{PAGE}: all are {len(shown)} of {len(rows)}")
    expect(len(rows) >= FEWEST and len(shown) >= FEWEST_SHOWN, f"{PAGE}: {len(shown)} of {len(rows)} are too few")
    folder = os.environ.get("SEEDS") or ROOT.parent / "shared/reference/seeds"
    for title, name in TEXTS.items():
        path = os.path.join(folder, f"{name}.txt")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                count = sentences(file.read())
            rows = len(found[title])
            expect(count == rows, f"{PAGE}: {title} has {rows} rows, and the page {count} sentences")
