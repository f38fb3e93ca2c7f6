# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Collects the comparisons with playerctl's own programs in a table, which a run in one process prints at its end. The
README has its rows."""

from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


class Table:
    def __init__(self):
        self.rows, self.counts = {}, {}

    def said(self, label, theirs, ours):
        """Adds a row of words, which must equal those of the README."""
        self.rows[label] = theirs, "the same" if isinstance(ours, str) and ours == theirs else ours
        assert self.line(label) in README.read_text().splitlines(), self.line(label)

    def measured(self, label, theirs, ours, unit, most=1.0):
        """Adds a row of numbers, which depend on machine and time. Fails when ours is more than `most` times theirs."""
        self.rows[label] = f"{theirs:,.0f} {unit}", f"{ours:,.0f} {unit} (× {ours / theirs:.2f})"
        assert f"\n| {label} | " in README.read_text(), label
        assert ours <= most * theirs, self.line(label)

    def compared(self, label, is_same):
        """Counts a case in which the results with both libraries are compared."""
        same, others = self.counts.get(label, (0, 0))
        self.counts[label] = same, others = same + is_same, others + (not is_same)
        self.rows[label] = str(same + others), f"{same} the same, {others} not"
        assert f"\n| {label} | " in README.read_text(), label

    def line(self, label):
        return f"| {label} | {self.rows[label][0]} | {self.rows[label][1]} |"

    def lines(self):
        return ["| | playerctl's own | ours |", "|---|---|---|", *map(self.line, self.rows)] if self.rows else []


TABLE = Table()
