# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""How bad it is to break a rule of docs/strict.md, by what comes of it for people."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SEVERITIES = {
    "lost": "a client does not show the player, drops it at times, or ends",
    "dead": "a button or a bar does not do what it says",
    "false": "what is shown is false or late, is a secret, or costs clients work",
}
SEVERITY = {
    "lost": "connection queue name types properties get identity can-control can-play can-steady words no-stop "
            "interfaces error-text",
    "dead": "track-id play-pause idempotent seek set-position stale-track beyond-end before-start unoffered "
            "volume-floor np-app np-commands np-errors",
    "false": "new-track-id signal-types position position-rest position-emitted seeked emitted invalidated flood "
             "picture-uri picture-file same-identity desktop-entry rest answers secret np-content np-playback "
             "np-primary np-agrees",
}


def severity(rule):
    return next(word for word, rules in SEVERITY.items() if rule in rules.split())


def read_rules():
    """The rows of docs/strict.md: id → (rule, sentence, who suffers, what to do)."""
    text = (ROOT / "docs/strict.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| (§?\d+ \| .*) \|$", text, re.M)
    rules = {name: tuple(rest.split(" | ")) for name, rest in rows}
    known = [rule for rules_ in SEVERITY.values() for rule in rules_.split()]
    assert sorted(rules) == sorted(known), f"without a severity, or unknown: {set(rules) ^ set(known)}"
    return rules
