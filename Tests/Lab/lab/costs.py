# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The cost of each language: the table that Tests/Library/Benchmarks/languages prints, and sentences in documents that
are generated from it."""
import os
import re
import textwrap

from lab import ROOT

BENCHMARKS = ROOT / "Tests/Library/Benchmarks/README.md"
# The documents that speak to users; one of them has the sentences.
MANUAL = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TABLE = re.compile(r"(<!-- table of languages -->\n\n)(.*?)(\n\n<!-- end of table -->)", re.S)
SENTENCES = re.compile(r"^Publishing a song costs your thread .*?\shas\sthe\stable\.$", re.M | re.S)
MOST_COLUMNS = 120


def sentences(table, folder):
    """Returns the sentences of a document in a folder, from the column "µs per commit"."""
    row = re.compile(r"^\| ([^|]+) \| ([\d.]+) \|", re.M)
    costs = {language: float(microseconds) for language, microseconds in row.findall(table)}

    def cost(language):
        return f"{costs[language]:.{1 if costs[language] < 10 else 0}f} µs"

    text = (f"Publishing a song costs your thread {cost('C')} in C, {cost('Rust')} in Rust and {cost('Python')} in "
            f"Python. In Swift it costs {cost('Swift')}, or {cost('Swift, async main')} in an asynchronous main. "
            f"[Tests/Library/Benchmarks]({os.path.relpath(BENCHMARKS, folder)}#what-each-language-costs) "
            "has the table.")
    return textwrap.fill(text, MOST_COLUMNS, break_long_words=False, break_on_hyphens=False)


def with_costs(page):
    """Returns a document's text with the sentences from the table."""
    said = sentences(TABLE.search(BENCHMARKS.read_text(encoding="utf-8"))[2], page.parent)
    return SENTENCES.sub(lambda _: said, page.read_text(encoding="utf-8"))


def update(table):
    """Writes a new table, and the sentences in the documents."""
    text = BENCHMARKS.read_text(encoding="utf-8")
    BENCHMARKS.write_text(TABLE.sub(lambda match: match[1] + table + match[3], text), encoding="utf-8")
    for page in MANUAL:
        page.write_text(with_costs(page), encoding="utf-8")
