# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests what functions of the module do with arguments that are wrong, as panels give them by mistake."""

import json

import programs
import pytest
from abi import data

# Values that JavaScript may give in the place of ours: an entry that has gone, and values of other types.
WRONG = ("kept.it.controls[99]", "null", "({})", "[]", "5", "'x'", "kept.it", "kept.it.tracks[0]",
         "kept.it.snapshot()", "Qt.size(1, 1)")


@pytest.fixture
def probe(make_probe, reference):
    """A probe whose `kept.it` is a session of the reference player."""
    probe = make_probe()
    probe.until("surface.sessions.count", 4)
    probe.ask("(kept.it = named('Trial Concert'), kept.failed = [], "
              "kept.it.failed.connect((status, message) => kept.failed.push(message)), true)")
    return probe


def refused(probe, call):
    """Calls a function of the session, and returns the message with which it refuses its arguments."""
    ended = probe.outcome("wrong", f"kept.it.{call}")
    assert (ended["status"], ended["action"]) == (-1, 0), (call, ended)
    assert probe.ask("kept.failed.pop()") == ended["message"]
    return ended["message"]


@pytest.mark.parametrize("function, other, others", [("press", "pressControl", "controls"),
                                                     ("pressControl", "press", "commands")])
def test_a_press_of_something_else(probe, function, other, others):
    """A value of another type is refused with a sentence that says what to write, and ends no program."""
    for value in (*WRONG, f"kept.it.{others}[0]"):
        said = refused(probe, f"{function}({value})")
        assert said.startswith(f"Session.{function}(") and f"session.{other}(" in said, said
    assert " undefined;" in refused(probe, f"{function}(undefined)")
    assert f" {others[:-1].capitalize()};" in refused(probe, f"{function}(kept.it.{others}[0])")


@pytest.mark.parametrize("call", [
    "getArtwork({})", "getChapterArtwork(0, {})", "getPreview(NowPlaying.AspectRatioSquare, {})",
    "getVideo(NowPlaying.AspectRatioSquare, {})", "send(NowPlaying.CommandPlay, {})"])
def test_values_of_other_types(probe, call):
    """Where a function takes a value of Qt's, anything else ends no program: Qt 6 throws an error, and Qt 5 takes the
    value for an empty one."""
    # Both versions of Qt write of it.
    probe.expected += ["incompatible arguments", "JavaScript TypeError", "convert argument", "\t \""]
    for value in WRONG:
        probe.ask(f"(() => {{ try {{ kept.it.{call.format(value)} }} catch (error) {{}} }})()")
    assert probe.ask("kept.it.firstLine") == "Trial Concert"


def name_of(word):
    return "NowPlaying.Command" + "".join(part.capitalize() for part in word.split("-"))


def key_of(row):
    return data.forms()[row["form"]]["member"].removesuffix("_us")


COMMANDS = {row["word"]: row for row in data.commands()}
CASES = [case for case in json.loads((programs.HERE.parents[2] / "contract/cases/arguments.json").read_text())
         if case["of"] == "argument"]


@pytest.mark.parametrize("form", sorted({case["argument"] for case in CASES}))
def test_the_rules_of_arguments(probe, form):
    """An argument that breaks its rule is refused, and not taken for 0, which would go to the start of the song."""
    row = next(row for row in COMMANDS.values() if row["form"] == form)
    start = f"send({name_of(row['word'])}"
    for case in (each for each in CASES if each["argument"] == form):
        value = case["value"] if case["value"] in ("NaN", "Infinity") else json.dumps(case["value"])
        call = f"{start}, {{{key_of(row)}: {value}}})"
        if "error" in case:
            said = refused(probe, call)
            assert said.startswith(f"Session.{start}): {key_of(row)} must be "), said
        else:
            assert probe.outcome("right", f"kept.it.{call}")["status"] != -1, call
    for value in ("undefined", "null", "({})", "'1'"):
        refused(probe, f"{start}, {{{key_of(row)}: {value}}})")


@pytest.mark.parametrize("word", COMMANDS)
def test_the_argument_of_each_command(probe, word):
    """A command takes only the argument that it has; it is not sent without one that it needs."""
    row, start = COMMANDS[word], f"send({name_of(word)}"
    assert "'tme'" in refused(probe, f"{start}, {{tme: 1}})")
    if row["form"] == "none":
        for key in ("time", "rate", "mode", "phase", "rating", "id"):
            assert f"'{key}'" in refused(probe, f"{start}, {{{key}: 1}})")
    elif data.forms()[row["form"]].get("required"):
        assert f"{{{key_of(row)}: …}}" in refused(probe, f"{start})")
    for key, value in (("button", "'x'"), ("button", "-1"), ("button", "0.5"), ("toggle", "'x'"), ("toggle", "2")):
        given = {"time": "1", "phase": "0", "rating": "0", "id": "'favourite'", "rate": "1", "mode": "0"}
        own = f"{key_of(row)}: {given[key_of(row)]}, " if row["form"] != "none" else ""
        assert f"{key} must be " in refused(probe, f"{start}, {{{own}{key}: {value}}})")
    if "modes" in row:
        for value in ("'all'", "-1", "3", "0.5", "undefined", "NowPlaying.RepeatAl"):
            assert "NowPlaying." in refused(probe, f"{start}, {{mode: {value}}})").split("must be", 1)[1]


@pytest.mark.parametrize("given", ["NowPlaying.CommandPuase", "undefined", "null", "'play'", "0", "23", "-1",
                                   "kept.it.commands[0]"])
def test_a_kind_that_is_none(probe, given):
    assert "session.send(NowPlaying.CommandPause)" in refused(probe, f"send({given})")


@pytest.mark.parametrize("word", ["seek-to-position", "set-rating"])
def test_a_press_that_does_not_tell_enough(probe, word):
    command = f"kept.it.commands.find(each => each.kind === {name_of(word)})"
    assert f"session.send({name_of(word)}, {{" in refused(probe, f"press({command})")


def test_a_device_that_has_gone(probe):
    """The id of no device does not mean the session, whose volume would change."""
    for given in ("undefined", "null", "''"):
        said = probe.outcome("wrong", f"kept.it.setDeviceVolume({given}, 0.1)")
        assert said["status"] != 0, said
    assert "session.setVolume(volume)" in refused(probe, "setDeviceVolume('', 0.1)")
    assert probe.ask("kept.it.volume") != 0.1


@pytest.mark.parametrize("call", ["setVolume(7)", "stepVolume('', 1)", "queueGoTo('x')", "queueRemove('x')",
                                  "selectTrack(9, 'x')", "getPreview(9)"])
def test_an_error_names_the_function_that_was_called(probe, call):
    said = probe.outcome("wrong", f"kept.it.{call}")
    assert said["status"] == -1 and said["message"].startswith(f"Session.{call.split('(')[0]}: "), said
