# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The rules of docs/strict.md, and how bad it is for users if a player breaks one."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SEVERITIES = {
    "lost": "a client does not show the player, drops it at times, or ends",
    "dead": "a button or a bar does not do what it says",
    "false": "what is shown is false or late, is a secret, or costs clients work",
}
PAGE = (ROOT / "docs/strict.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([\w-]+)` \| (§?\d+) \| (\w+) \| (.*) \|$", PAGE, re.M)


def severity(rule):
    return next(word for name, _, word, _ in ROWS if name == rule)


def read_rules():
    """Returns the rows of docs/strict.md by their ids: (rule, sentence, who suffers, what to do)."""
    return {name: (rule, *rest.split(" | ")) for name, rule, _, rest in ROWS}
