# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players with items like those that people listen to, and the applet that shows them as on a desktop, in light and in
dark, for screenshots. They are drawn with OpenGL, without which all other tests draw."""

import json
import os
import pathlib
import subprocess
import sys
import threading

import covers
import field
from screen import HEIGHT, WIDTH, Screen, until
from field.screen.surface import run

PLAYER = field.FIELD / "field/asked_player.py"
COLOURS = pathlib.Path("/usr/share/color-schemes")
PLAYS = ["previous", "pause", "next", "play", "seek-to-position"]


def music():
    return {"name": "Meridian", "content": {"title": "Evening Light on the Harbour", "album": "Songs for Slow Trains",
                                            "artists": ["Marta Lindqvist", "The Far Hills"], "duration": 247},
            "at": 87, "cover": covers.dusk(), "volume": 0.6,
            "commands": ["change-shuffle-mode", *PLAYS, "change-repeat-mode", "like Like", "stop"]}


def podcast():
    return {"name": "Castaway", "kind": "Podcast", "at": 731, "rate": 1.25, "volume": 0.4, "cover": covers.moon(),
            "content": {"title": "The Comet of 1811 and the Year of the Great Vintage", "show_name": "Night Skies",
                        "duration": 2710},
            "chapters": [[0, "Opening"], [95, "A winter without stars"], [640, "The great comet"],
                         [1420, "Wine and war"], [2300, "Letters from listeners"]],
            "commands": ["skip-backward 15", "pause", "play", "skip-forward 30", "seek-to-position", "bookmark",
                         "previous-chapter", "next-chapter", "change-rate 0.75 1 1.25 1.5 2", "custom sleep Sleep"]}


def radio():
    return {"name": "Antenna", "kind": "Radio", "cover": covers.station(), "volume": 0.8,
            "content": {"station_name": "Harbour 98.4", "program_name": "The Morning Programme", "duration": "LIVE"},
            "commands": ["pause", "play", "stop", "like Like"]}


def speakers():
    return {**music(), "name": "Meridian", "devices": [
        {"id": "kitchen", "name": "Kitchen", "volume": 0.55}, {"id": "bath", "name": "Bathroom", "volume": 0.3},
        {"id": "living", "name": "Living Room", "type": "TV", "can_step": True}]}


def arabic():
    return {**music(), "name": "نغم", "content": {
        "title": "ضوء المساء على الميناء", "album": "أغاني القطارات البطيئة", "artists": ["مارتا لندكويست"],
        "duration": 247}}


def failed():
    return {**podcast(), "state": "failed", "error": "Sign in to play this episode"}


class Picture(Screen):
    """with Picture("song", music, radio) as picture: …     The applet with these players, twice as large."""

    # The applet's words while nothing plays.
    nothing = "Nothing is playing"
    # The size of letters, of the usual one.
    letters = 1

    def __init__(self, name, *players, is_dark=False, size=(WIDTH, HEIGHT), scale=2, room=500, **options):
        # Each picture has a folder of its own, as each script of a test has.
        pathlib.Path(name).mkdir()
        os.chdir(name)
        width, height = size[0] * scale, size[1] * scale
        super().__init__(name, width, height, player=("sleep", "infinity"),
                         around=(max(WIDTH * scale, width) + room, max(HEIGHT * scale, height) + room), **options)
        self.players, self.is_dark, self.inputs = players, is_dark, []
        # The commands that players got.
        self.got = []
        self.scale = scale

    def settings(self):
        return {"QT_SCALE_FACTOR": str(self.scale), "PLASMA_USE_QT_SCALING": "1", "QT_QUICK_BACKEND": ""}

    def prepare(self):
        """Writes the settings of a dark desktop, and starts the players: the first one plays."""
        config = self.here / ".config"
        config.mkdir()
        scheme = "BreezeDark" if self.is_dark else "BreezeLight"
        colours = (COLOURS / f"{scheme}.colors").read_text()
        (config / "kdeglobals").write_text(f"{colours}\n[General]\nColorScheme={scheme}\n"
                                          f"font=Noto Sans,{10 * self.letters},-1,5,50,0,0,0,0,0\n")
        (config / "plasmarc").write_text(f"[Theme]\nname={'breeze-dark' if self.is_dark else 'default'}\n")
        self.begin(*self.players)

    def begin(self, *players):
        """Starts players: the first one plays."""
        library = os.environ["LD_LIBRARY_PATH"].split(":")[0] + "/libnowplaying.so"
        for make in players:
            said = make()
            if self.inputs:
                said["state"] = "paused"
            if "cover" in said:
                said["cover"] = str(self.here / said["cover"])
            player = subprocess.Popen([sys.executable, PLAYER, f"org.example.player{len(self.inputs)}", "raises"],
                                      stdin=subprocess.PIPE, text=True, stdout=subprocess.PIPE,
                                      env={**os.environ, "NOWPLAYING_LIBRARY": library,
                                           "PYTHONPATH": field.python_path()})
            self.inputs.append(player)
            threading.Thread(target=lambda player=player: self.got.extend(map(str.strip, player.stdout)),
                             daemon=True).start()
            self.says(said)

    def says(self, said, number=-1):
        """Has a player show something else as well, and waits until it does."""
        before = self.got.count("shown")
        self.inputs[number].stdin.write(json.dumps(said) + "\n")
        self.inputs[number].stdin.flush()
        assert until(lambda: self.got.count("shown") > before), "the player shows nothing"

    def end(self):
        """Ends all players, and waits until nothing is seen of them."""
        for player in self.inputs:
            player.stdin.close()
            player.wait()
        self.inputs = []
        self.sees("nothing is left", self.nothing)

    def rests(self):
        """Waits until the lower part of the window stays as it is."""
        run("xdotool", "windowfocus", "--sync", self.number)
        shots = []
        until(lambda: shots.append(self.pixels()) or shots[-3:] == shots[-1:] * 3)

    def keeps(self, *words):
        """Keeps the picture once all these words are seen and stay in place."""
        self.sees("all is seen", *words)
        self.rests()
        self.picture(f"plasma-{self.name}.webp")

    def keeps_popup(self, *words):
        """Keeps the picture of a panel, and of the popup that a click on it opens."""
        self.sees("the panel is seen", words[0])
        self.press(words[0], part=0.2)
        self.sees("its popup is seen", *words)
        run("xdotool", "mousemove", "0", "0", "sleep", "1")  # sleeps: the tooltip goes
        # The screen beside the panel is black.
        run("convert", self.shot(), "-trim", "+repage", "-alpha", "set", "-fill", "none",
            "-draw", f"matte {self.around[0] // 2},0 floodfill", "-define", "webp:lossless=true",
            os.path.join(os.environ["PICTURES"], f"plasma-{self.name}.webp"))

    def pixels(self):
        """Returns the lower third of the window, where no time runs."""
        return run("convert", self.shot(), "-crop", f"{self.size[0]}x{self.size[1] // 4}+0+{self.size[1] * 3 // 4}",
                   "-format", "%#", "info:")
