# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The command `nowplaying-junit` of a wheel: makes JUnit's XML, which forges show, of the line of JSON that
`nowplaying doctor --strict --json` prints."""

from __future__ import annotations

import json
import sys
from typing import Any, Dict
from xml.etree import ElementTree

USAGE = "usage: nowplaying doctor --strict --yes --json PLAYER | nowplaying-junit >FILE.xml"


def suite_of(verdict: Dict[str, Any]) -> ElementTree.Element:
    """Returns the rules of a verdict as tests of a suite."""
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
    return suite


def main() -> int:
    """Returns the exit status: 1 when a rule is broken, 2 when there is no verdict."""
    line = "" if sys.stdin.isatty() or sys.argv[1:] else sys.stdin.read()
    try:
        verdict = json.loads(line)
        suite = suite_of(verdict)
    except (ValueError, KeyError, TypeError):
        print(USAGE if not line else "nowplaying-junit: this is no verdict of nowplaying doctor --strict --json",
              file=sys.stderr)
        return 2
    print('<?xml version="1.0" encoding="UTF-8"?>', ElementTree.tostring(suite, encoding="unicode"), sep="\n")
    for rule in verdict["rules"]:
        if rule["result"] == "broken":
            print(f"{rule['id']}: {rule['found']}\n  {rule['advice']}", file=sys.stderr)
    return 1 if verdict["faults"] else 0
