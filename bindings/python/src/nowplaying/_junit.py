# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The command `nowplaying-junit` of a wheel: makes JUnit's XML, which forges show, of the line of JSON that
`nowplaying doctor --strict --json` prints."""

from __future__ import annotations

import json
import re
import sys
from typing import Any, Dict
from xml.etree import ElementTree

USAGE = "usage: nowplaying doctor --strict --yes --json PLAYER | nowplaying-junit >FILE.xml"


def document(verdict: Dict[str, Any]) -> bytes:
    """Returns the file of a verdict: its rules as tests of a suite."""
    rules = verdict["rules"]
    results = [rule["result"] for rule in rules]
    suite = ElementTree.Element("testsuite", name=verdict["player"], tests=str(len(rules)),
                                failures=str(results.count("broken")), skipped=str(results.count("unseen")))
    for rule in rules:
        case = ElementTree.SubElement(suite, "testcase", classname=verdict["player"],
                                      name=f"{rule['id']}: {rule['sentence']}")
        if rule["result"] == "broken":
            failure = ElementTree.SubElement(case, "failure", type=rule["severity"], message=rule["found"])
            failure.text = f"rule {rule['rule']}\nsuffers: {rule['client']}\n{rule['advice']}"
        elif rule["result"] == "unseen":
            ElementTree.SubElement(case, "skipped", message=rule["found"])
    if verdict["left"]:
        ElementTree.SubElement(suite, "system-out").text = f"Could not be put back: {', '.join(verdict['left'])}"
    text = readable(ElementTree.tostring(suite, encoding="unicode"))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def readable(text: str) -> str:
    """Replaces the characters that XML cannot have or that a terminal would obey. Texts of a player may have any."""
    return re.sub("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


def main() -> int:
    """Returns the exit status: 1 when a rule is broken, 2 when there is no verdict, or it cannot be written."""
    if sys.argv[1:] or sys.stdin is None or sys.stdin.isatty():
        print(USAGE, file=sys.stderr)
        return 2
    line = sys.stdin.buffer.read()
    try:
        verdict = json.loads(line)
        made = document(verdict)
    except (ValueError, KeyError, TypeError, RecursionError):
        # The doctor says itself why it prints none.
        print("nowplaying-junit: this is no verdict of nowplaying doctor --strict --json" if line else
              "nowplaying-junit: there is no verdict", file=sys.stderr)
        return 2
    try:
        # Opens standard output anew, for UTF-8 in every locale, and so that an error is reported here and not when the
        # interpreter ends.
        with open(1, "wb", closefd=False) as file:
            file.write(made)
    except OSError as error:
        print(f"nowplaying-junit: the XML cannot be written to standard output: {error.strerror}", file=sys.stderr)
        return 2
    for rule in verdict["rules"]:
        if rule["result"] == "broken":
            print(readable(f"{rule['id']}: {rule['found']}\n  {rule['advice']}"), file=sys.stderr)
    return 1 if verdict["faults"] else 0
