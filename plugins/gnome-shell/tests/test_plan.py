# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The controls that the extension makes of commands, by the cases that judge the library, too; and their places in a
message of the shell."""
import json

import pytest
from testkit import HERE as TESTKIT

CASES = TESTKIT / "cases/controls.json"
ROWS = "central", "beside", "overflow", "stars", "position", "volume"


def words(control):
    """Returns what a case says of a control."""
    states = {"on": control["active"], "disabled": not control["enabled"], "held": "hold" in control,
              "busy": control["busy"]}
    return " ".join(filter(None, [control["slot"], control["key"], *(word for word, is_so in states.items() if is_so)]))


def test_each_case_has_its_controls(plan):
    cases = json.loads(CASES.read_text())
    found = plan(cases)
    assert len(found) == len(cases) > 30
    for case, made in zip(cases, found):
        rows = {row: [words(each) for each in made["rows"][row]] for row in ROWS if made["rows"][row]}
        assert rows == case["controls"], case["name"]
        for control in sum(made["rows"].values(), []):
            key, number = control["key"], control["number"]
            assert control["icon"] == case.get("icons", {}).get(key, control["icon"]), case["name"]
            name = case.get("names", {}).get(key, "").replace("%1", f"{number:.0f}") or control["name"]
            assert control["name"] == name, case["name"]
            assert number == case.get("numbers", {}).get(key, number), case["name"]


@pytest.fixture
def make(plan):
    """Returns a function that returns what the extension makes of commands."""
    return lambda *commands, **case: plan([{"commands": commands, **case}])[0]


def command(word, **more):
    return {"command": word, **more}


def sent(made):
    return [each["send"] for row in ROWS for each in made["rows"][row]]


def test_the_player_knows_what_is_next(make):
    """A command with modes or speeds is one button, which sends no mode: the player knows the next one."""
    modes = {"supported": ["off", "all"], "current": "off"}
    assert sent(make(command("change-repeat-mode", **modes), command("change-rate", rates=[1, 2]))) == [
        ["change-rate", {}], ["change-repeat-mode", {}]]


def test_the_player_knows_what_is_taken_back(make):
    """The button of a thumb or a star sends the same command whether it is lit or not."""
    for current in "neutral", "positive":
        thumbs = command("feedback", current=current, button=3, supported=["neutral", "positive", "negative"])
        assert sent(make(thumbs)) == [["feedback", {"mode": ["s", mode], "button": ["u", 3], "toggle": ["b", True]}]
                                      for mode in ("positive", "negative")]
    assert sent(make(command("set-rating")))[3] == ["set-rating", {"rating": ["d", 0.8], "toggle": ["b", True]}]


def test_the_toggle_sends_what_the_player_has(make):
    pause = command("play"), command("pause")
    assert sent(make(command("toggle-play-pause"), *pause)) == [["toggle-play-pause", {}]]
    assert [sent(make(*pause, state=state)) for state in ("playing", "paused")] == [[["pause", {}]], [["play", {}]]]


def test_three_places_are_beside_the_title(make):
    """The outer ones of the central row are the first of the toggles. What has no room there is the first of the menu,
    with mute, if there is no volume."""
    skips = command("skip-backward", intervals=[15_000_000]), command("skip-forward", intervals=[30_000_000])
    items = command("play"), command("previous"), command("next")
    modes = [command(word, supported=["off", "all", "items"], current="off")
             for word in ("change-repeat-mode", "change-shuffle-mode")]
    own = command("custom", id="x", title="X", icon="timer")
    main = ["previous", "toggle-play-pause", "next"]
    assert make(*items, *skips, *modes, own, command("stop"))["arranged"] == [
        *main, ["skip-backward 15", "skip-forward 30", "change-shuffle-mode", "change-repeat-mode"],
        ["custom x", "stop"]]
    for has_volume, menu in ((False, ["mute", "stop"]), (True, ["stop"])):
        made = make(*items, command("mute"), command("stop"), volume=has_volume)
        assert made["arranged"] == [*main, [], menu]
