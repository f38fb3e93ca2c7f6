# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying-junit`, on lines of JSON as `nowplaying doctor --strict --json` prints them."""
import json
import os
import re
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


COMMAND = [sys.executable, "-W", "error", "-c", "import sys; from nowplaying._junit import main; sys.exit(main())"]


def convert(text, *arguments, **variables):
    return subprocess.run([*COMMAND, *arguments], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, encoding="utf-8",
                          env={**os.environ, "PYTHONPATH": str(PACKAGE / "src"), **variables})


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
    """The doctor prints nothing, for instance, when it could not judge the player."""
    done = convert(text)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"nowplaying-junit: {'this' if text else 'there'} is no verdict")


@pytest.mark.parametrize("found", ["a\x01\x1b[31m\r\x9b\x7f", "\ud800", "\ufffe"], ids=range(3))
def test_what_xml_cannot_have(found):
    """A player's texts may have any character, and forges must be able to parse the file."""
    rule = {**RULES[1], "found": found}
    done = convert(verdict([rule]))
    assert done.returncode == 1
    said = ElementTree.fromstring(done.stdout.encode()).find("testcase/failure").get("message")
    assert "\ufffd" in said and not set(said) & set("\x01\x1b\x9b\x7f\ufffe")
    assert not set(done.stderr) & set("\x01\x1b\x9b\x7f\ufffe")


def test_the_file_is_the_same_whatever_the_streams_have():
    rules = [{**RULES[1], "found": "ä 中"}]
    line = json.dumps(json.loads(verdict(rules)), ensure_ascii=False)
    done = convert(line, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout) == (1, convert(verdict(rules)).stdout)


@pytest.mark.parametrize("output", [">/dev/full", ">&-"])
def test_a_file_that_cannot_be_written(output):
    """The player counts as not judged, whether it keeps the rules or not."""
    for rules in RULES, RULES[::2]:
        done = subprocess.run(["sh", "-c", f'exec "$@" {output}', "sh", *COMMAND], input=verdict(rules), text=True,
                              stderr=subprocess.PIPE, check=False,
                              env={**os.environ, "PYTHONPATH": str(PACKAGE / "src")})
        assert done.returncode == 2
        assert re.fullmatch("nowplaying-junit: the XML cannot be written to standard output: .*\n", done.stderr)


def test_without_an_input():
    done = subprocess.run(["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False,
                          env={**os.environ, "PYTHONPATH": str(PACKAGE / "src")})
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith("usage: ")


def test_no_words_are_taken():
    done = convert(verdict(RULES), "--help")
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith("usage: ")
