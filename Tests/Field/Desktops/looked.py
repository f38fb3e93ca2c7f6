# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tells what phosh draws of a player on its lock screen, by looker.c, and clicks on it."""

import json
import os
import pathlib
import signal

from field.screen.surface import run, until
from shell import start_phosh

WIDTH = 360  # that of a telephone, in the places here


class Looked:
    """phosh, as a process that tells what it draws."""

    def __init__(self, surface, size, scale=1, from_right=False, program=None):
        """size: that of the screen in its own pixels; the places here are larger ones, by the scale. from_right:
        whether text runs from right to left. program: by default the one with our change."""
        self.surface, self.scale = surface, scale
        self.file = pathlib.Path("looked.json").resolve()
        os.environ.update(GTK_MODULES=f"{surface.programs}/looker.so", LOOKED=str(self.file))
        if from_right:
            os.environ.update(LOOKED_FROM_RIGHT="1")
        program = program or f"{surface.programs}/phosh"
        start_phosh(surface, size, scale, program)
        del os.environ["GTK_MODULES"]
        assert until(self.file.exists, 40), surface.log("phoc")
        self.pid = find(program)

    def parts(self):
        """Returns the labels, pictures and buttons of the player that is shown."""
        self.file.unlink(missing_ok=True)
        os.kill(self.pid, signal.SIGUSR1)
        return json.loads(self.file.read_text()) if until(self.file.exists) else []

    def resting(self):
        """Returns the parts once they stay in place: a card moves while it comes."""
        seen = []
        until(lambda: seen.append(self.parts()) or seen[-3:] == seen[-1:] * 3)
        return seen[-1]

    def labels(self):
        return {part["text"]: part for part in self.parts() if "text" in part}

    def texts(self):
        return list(self.labels())

    def buttons(self):
        return [part for part in self.parts() if part["type"] == "GtkButton"]

    def pills(self):
        """Returns the added buttons, which are below those of phosh."""
        buttons = self.buttons()
        row = max((part["y"] for part in buttons if part["name"] in (None, "")), default=0)
        return [part for part in buttons if part["y"] > row]

    def place(self, name):
        """Returns the middle of a button."""
        part = until(lambda: [each for each in self.buttons() if each["name"] == name])
        assert part, f"there is no button {name}: {[each['name'] for each in self.buttons()]}"
        return part[0]["x"] + part[0]["width"] // 2, part[0]["y"] + part[0]["height"] // 2

    def click(self, name):
        places = []
        # The button may be moving while the card comes.
        until(lambda: places.append(self.place(name)) or places[-3:] == places[-1:] * 3)
        x, y = places[-1]
        self.surface.click(x * self.scale, y * self.scale)

    def act(self, name):
        """Does a button's action, as a screen reader does."""
        self.place(name)
        pathlib.Path(f"{self.file}.press").write_text(name, encoding="utf-8")
        os.kill(self.pid, signal.SIGUSR2)

    def picture(self, to):
        """Writes a picture of the card alone."""
        parts = self.parts()
        top, bottom = min(part["y"] for part in parts) - 8, max(part["y"] + part["height"] for part in parts) + 12
        left, right = min(part["x"] for part in parts) - 8, max(part["x"] + part["width"] for part in parts) + 8
        width, height, left, top = (each * self.scale for each in (right - left, bottom - top, left, top))
        run("convert", self.surface.shot(), "-crop", f"{width}x{height}+{left}+{top}", "+repage", to)


def find(program):
    """Returns the number of the process of a program; None when there is none."""
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(path / "exe") == program:
                return int(path.name)
        except OSError:
            continue
    return None


def check_parts(s, looked, title):
    """No text is cut, and each button is in the window, large enough, and apart from the others."""
    cut = until(lambda: not any(part.get("cut") for part in looked.parts()), 3)
    s.check(f"{title}: no text is cut", cut, [part["text"] for part in looked.parts() if part.get("cut")])
    buttons = looked.buttons()
    small = [(each["name"], each["width"], each["height"]) for each in buttons
             if each["width"] < 44 or each["height"] < 44]
    s.check("each button is large enough", buttons and not small, small)
    out = [each["name"] for each in buttons if each["x"] < 8 or each["x"] + each["width"] > WIDTH - 8]
    s.check("and is in the card", not out, out)
    pills = sorted(looked.pills(), key=lambda each: each["x"])
    s.check("at most four are added, each with a name", len(pills) <= 4 and all(each["name"] for each in pills),
            [each["name"] for each in pills])
    if pills:
        left, right = pills[0]["x"], WIDTH - pills[-1]["x"] - pills[-1]["width"]
        gaps = [b["x"] - a["x"] - a["width"] for a, b in zip(pills, pills[1:])]
        s.check("they are centred in one row", abs(left - right) <= 2 and len({each["y"] for each in pills}) == 1,
                (left, right))
        s.check("close together", all(4 <= gap <= 16 for gap in gaps), gaps)
