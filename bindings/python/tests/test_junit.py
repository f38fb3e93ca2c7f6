# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying-junit`, on lines of JSON as `nowplaying doctor --strict --json` prints them."""
import json
import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from conftest import PACKAGE

RULES = [
    {"id": "kept-one", "rule": "1", "severity": "lost", "result": "kept", "sentence": "It is."},
    {"id": "broken-one", "rule": "13", "severity": "dead", "result": "broken", "found": "<b>\"&'</b> ä",
     "sentence": "It <does>.", "client": "bars & panels", "advice": "Do it."},
    {"id": "unseen-one", "rule": "§3", "severity": "false", "result": "unseen", "found": "it has no \"item\"",
     "sentence": "It shows."}]


def convert(text, *arguments):
    return subprocess.run([sys.executable, "-W", "error", "-c", "import sys; from nowplaying._junit import main; "
                           "sys.exit(main())", *arguments], input=text, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False,
                          env={**os.environ, "PYTHONPATH": str(PACKAGE / "src")})


def verdict(rules, left=()):
    return json.dumps({"player": "a.b", "identity": "A", "rules": rules, "left": list(left),
                       "faults": sum(rule["result"] == "broken" for rule in rules)}) + "\n"


def test_each_rule_is_a_test():
    done = convert(verdict(RULES, left=["Volume", "item"]))
    assert done.returncode == 1 and done.stderr == "broken-one: <b>\"&'</b> ä\n  Do it.\n"
    suite = ElementTree.fromstring(done.stdout.encode())
    assert suite.attrib == {"name": "a.b", "tests": "3", "failures": "1", "skipped": "1"}
    cases = [(case.get("classname"), case.get("name"), [(each.tag, each.attrib, each.text) for each in case])
             for case in suite.iter("testcase")]
    failure = ("failure", {"type": "dead", "message": RULES[1]["found"]},
               "rule 13\nsuffers: bars & panels\nDo it.")
    assert cases == [("a.b", "kept-one: It is.", []), ("a.b", "broken-one: It <does>.", [failure]),
                     ("a.b", "unseen-one: It shows.", [("skipped", {"message": 'it has no "item"'}, None)])]
    assert suite.findtext("system-out") == "Could not be put back: Volume, item"


def test_a_player_that_keeps_all_rules():
    done = convert(verdict(RULES[::2]))
    assert (done.returncode, done.stderr) == (0, "")
    assert ElementTree.fromstring(done.stdout.encode()).find("system-out") is None


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "7", "x", verdict(RULES)[:-9], '{"rules": [{}]}'],
                         ids=range(8))
def test_what_is_no_verdict(text):
    """As where the doctor did not judge the player, and printed nothing."""
    done = convert(text)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
    assert done.stderr.startswith("usage: " if not text else "nowplaying-junit: this is no verdict")


def test_no_words_are_taken():
    done = convert(verdict(RULES), "--help")
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith("usage: ")
