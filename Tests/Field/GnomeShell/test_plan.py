# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The buttons that the extension makes of commands."""
import json
import subprocess


def command(word, current=None, **more):
    return {"key": word, "command": word, "enabled": True, "icon": None, "slot": None, "active": False,
            "current": current, "supported": [], "rates": [], "intervals": [], **more}


def test_the_player_knows_what_is_next(modules):
    """A button of modes or speeds is one, and names none."""
    commands = [command("change-repeat-mode", "one"), command("change-shuffle-mode", "off"),
                command("change-rate", rates=[1, 2])]
    made = subprocess.run(["gjs", "-m", modules / "planned.js", json.dumps(commands)], capture_output=True, text=True,
                          check=True)
    assert json.loads(made.stdout) == [["change-repeat-mode", {}, True], ["change-shuffle-mode", {}, False],
                                       ["change-rate", {}, False]]
