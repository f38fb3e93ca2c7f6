# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The table of the comparison: the better one in each row, and the reason where ours is worse."""

import re
from math import inf
from statistics import median, mode

GOOD = {"right", "is shown", "is back", "no"}
# The share of samples, taken in turn, that must be worse before it counts as more than noise.
SURE = 0.9
# The milliseconds that are no delay of what is shown: a screen has a picture every 16 ms.
UNSEEN = 1
# The rows in which ours is worse: player, row, reason, and, if the reason has a limit, by how much it may be worse.
REASONS = [
    (".*", "stop in the player until it is shown, ms",
     "the next item is waited for, so that none begins with Stopped"),
    ("mpv", "signals of the queue then", "mpv reads the tags of an entry when it plays; its own has no queue"),
    ("mpv", "memory that is written, MB", "libmpv is mapped, for programs that load it as Python does"),
    ("mpv", "memory with its share of libraries, MB", "GLib counts little where many other programs have loaded it"),
    ("VLC|Audacious", "memory .*", "the player has its peer's D-Bus library loaded anyway"),
]


class Table:
    def __init__(self, name, peer, say, reasons=REASONS):
        self.name, self.peer, self.say, self.rows, self.behind = name, peer, say, [], []
        self.reasons = reasons

    def add(self, row, peer, ours, is_ahead, is_behind, excess=0):
        verdict = "ahead" if is_ahead else "equal"
        if is_behind:
            reason = next((why for player, what, why, *most in self.reasons
                           if re.fullmatch(player, self.name) and re.fullmatch(what, row)
                           and all(excess <= limit for limit in most)), "")
            verdict = f"behind: {reason}" if reason else "behind"
            self.behind += [] if reason else [row]
        self.rows.append((row, peer, ours, verdict))

    def judged(self, cells):
        """cells: {row: {kind: results}}. The most frequent result counts; a missing one counts as missing."""
        for row, by_kind in cells.items():
            peer, ours = (mode(by_kind.get(kind, ["missing"])) for kind in ("peer", "ours"))
            if not peer == ours == "missing":
                self.add(row, peer, ours, ours in GOOD and peer not in GOOD, peer in GOOD and ours not in GOOD)

    def measured(self, samples, within=0.0):
        """samples: {row: {kind: numbers}}, taken in turn; lower is better. within: the fraction by which a number may
        exceed the peer's and still count as equal."""
        for row, by_kind in samples.items():
            peer, ours = by_kind["peer"], by_kind["ours"]
            of_peer, of_ours = median(peer), median(ours)
            pairs = list(zip(peer, ours))
            self.say(f"{row}: {', '.join(f'{written(other)} to {written(mine)}' for other, mine in pairs)}")
            has_ratio = " until it is shown" in row
            unseen = UNSEEN if has_ratio else 0
            worse = sum(mine > other * (1 + within) + unseen for other, mine in pairs)
            better = sum(mine < other for other, mine in pairs)
            self.add(row, written(of_peer), written(of_ours) + (f" (× {of_ours / of_peer:.2f})" if has_ratio else ""),
                     of_ours < of_peer and better >= SURE * len(pairs),
                     of_ours > of_peer * (1 + within) + unseen and worse >= SURE * len(pairs), of_ours - of_peer)

    def __str__(self):
        head = [f"| {self.name} | {self.peer} | ours | |", "|---|---|---|---|"]
        return "\n".join(head + [f"| {' | '.join(row)} |" for row in self.rows])


def written(number):
    if number == inf:
        return "hangs"
    text = f"{number:.0f}" if abs(number) >= 20 else f"{number:.1f}" if abs(number) >= 1 else f"{number:.2f}"
    return "0" if float(text) == 0 else text.removesuffix(".0")
