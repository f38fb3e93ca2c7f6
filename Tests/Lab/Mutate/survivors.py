# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the reasons in survivors.toml."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def survivors():
    """Returns the items of the list, each with its file, the line before and after, and the reason."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text())["survivor"]


def outdated():
    """Yields a sentence for each item whose line does not exist in its file any more."""
    problems = []
    for item in survivors():
        path = ROOT / item["file"]
        lines = path.read_text().split("\n") if path.is_file() else []
        if item["before"] not in [line.strip() for line in lines]:
            problems.append(f"Tests/Lab/Mutate/survivors.toml: this line is not in {item['file']}: {item['before']}")
    return problems
