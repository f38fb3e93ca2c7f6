# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The buttons that the extension makes of commands, and their places."""
import json
import subprocess


def command(word, current=None, **more):
    return {"key": word, "command": word, "enabled": True, "icon": None, "slot": None, "active": False,
            "current": current, "supported": [], "rates": [], "intervals": [], **more}


def planned(modules, *commands):
    made = subprocess.run(["gjs", "-m", modules / "planned.js", json.dumps(commands)], capture_output=True, text=True,
                          check=True)
    return json.loads(made.stdout)


def test_the_player_knows_what_is_next(modules):
    """A command with modes or speeds is one button, which sends no mode: the player knows the next one."""
    assert planned(modules, command("change-repeat-mode", "one"), command("change-shuffle-mode", "off"),
                   command("change-rate", rates=[1, 2])) == [
        ["change-repeat-mode", {}, True], ["change-shuffle-mode", {}, False], ["change-rate", {}, False]]


def test_the_player_knows_what_is_taken_back(modules):
    """The button of a thumb or a star sends the same command whether it is lit or not."""
    for current in "neutral", "positive":
        thumbs = command("feedback", current, button=3, supported=["neutral", "positive", "negative"])
        assert planned(modules, thumbs) == [
            ["feedback", {"mode": ["s", mode], "button": ["u", 3], "toggle": ["b", True]}, mode == current]
            for mode in ("positive", "negative")]
    assert planned(modules, command("set-rating"))[3] == [
        "set-rating", {"rating": ["d", 0.8], "toggle": ["b", True]}, False]


def placed(modules, *commands, spoken=False, state="paused"):
    given = [json.dumps(value) for value in (commands, {"spoken": spoken}, state)]
    made = subprocess.run(["gjs", "-m", modules / "placed.js", *given], capture_output=True, text=True, check=True)
    return json.loads(made.stdout)


SKIPS = (command("skip-backward", intervals=[15_000_000]), command("skip-forward", intervals=[30_000_000, 60_000_000]))
ITEMS = command("play"), command("previous"), command("next")


def test_what_is_beside_the_title(modules):
    """The buttons beside the title are those for the previous and the next item or, for spoken items, those that skip
    some seconds. A disabled button is replaced by an enabled one of the other kind."""
    assert placed(modules, *ITEMS, *SKIPS)[0] == ["previous", "toggle", "next"]
    assert placed(modules, *ITEMS, *SKIPS, spoken=True)[0] == ["skip-backward 0", "toggle", "skip-forward 0"]
    assert placed(modules, *SKIPS)[0] == ["skip-backward 0", None, "skip-forward 0"]
    first = command("previous", enabled=False), command("next")
    assert placed(modules, *first, *SKIPS)[0] == ["skip-backward 0", None, "next"]
    # Without commands that skip, nothing can replace the disabled button for the previous item, so that it stays.
    assert placed(modules, *first)[0] == ["previous", None, "next"]


def test_who_can_be_sought_skips(modules):
    """A player that can be sought and has no skips gets them where a place is free, and for a spoken item."""
    seek = command("seek-to-position")
    skips = ["skip-backward 0", None, "skip-forward 0"]
    assert placed(modules, seek) == [skips, [], []]
    assert placed(modules, *ITEMS, seek) == [["previous", "toggle", "next"], [], []]
    assert placed(modules, command("previous", enabled=False), command("next"), seek)[0] == ["previous", None, "next"]
    assert placed(modules, command("next"), seek) == [["skip-backward 0", None, "next"], [], []]
    assert placed(modules, command("next"), seek, spoken=True) == [skips, [], ["next"]]
    assert placed(modules, seek, SKIPS[1]) == [skips, [], ["skip-forward 1"]]


def test_the_player_names_a_place(modules):
    own = command("custom", id="x", key="custom x", slot="forward", title="X")
    assert placed(modules, *ITEMS, own) == [["previous", "toggle", "custom x"], [], ["next"]]
    farther = command("custom", id="x", key="custom x", slot="back-secondary", title="X")
    assert placed(modules, command("change-shuffle-mode", "off"), farther)[1] == ["custom x", "change-shuffle-mode"]


def test_at_most_four_toggles(modules):
    """All toggles after the fourth are entries of the menu. Commands for which the player itself names the menu come
    last."""
    modes = [command(word, "off") for word in ("change-repeat-mode", "change-shuffle-mode")]
    thumbs = command("feedback", "neutral", supported=["neutral", "positive", "negative"])
    own = [command("custom", id=name, key=name, icon="timer", title=name, slot=slot)
           for name, slot in (("a", "overflow"), ("b", None), ("c", None), ("d", None))]
    assert placed(modules, *own, *SKIPS, *modes, thumbs)[1:] == [
        ["change-repeat-mode", "change-shuffle-mode", "feedback positive", "b"],
        ["c", "d", "skip-forward 1", "feedback negative", "a"]]


def test_a_station_has_one_button_to_stop(modules):
    """For a player that cannot pause, the toggle stops playback."""
    assert placed(modules, command("play"), command("stop"), state="playing") == [[None, "toggle", None], [], []]
    assert placed(modules, command("pause"), command("stop"), state="playing")[2] == ["stop"]
