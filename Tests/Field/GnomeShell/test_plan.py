# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The buttons that the extension makes of commands."""
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
    """A button of modes or speeds is one, and names none."""
    assert planned(modules, command("change-repeat-mode", "one"), command("change-shuffle-mode", "off"),
                   command("change-rate", rates=[1, 2])) == [
        ["change-repeat-mode", {}, True], ["change-shuffle-mode", {}, False], ["change-rate", {}, False]]


def test_the_player_knows_what_is_taken_back(modules):
    """A thumb or a star sends the same whether it is lit or not."""
    for current in "neutral", "positive":
        thumbs = command("feedback", current, button=3, supported=["neutral", "positive", "negative"])
        assert planned(modules, thumbs) == [
            ["feedback", {"mode": ["s", mode], "button": ["u", 3], "toggle": ["b", True]}, mode == current]
            for mode in ("positive", "negative")]
    assert planned(modules, command("set-rating"))[3] == [
        "set-rating", {"rating": ["d", 0.8], "toggle": ["b", True]}, False]
