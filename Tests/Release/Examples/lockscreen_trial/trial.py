# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The lock screen with players, which log their commands, and with a screen reader."""
import contextlib
import json
import time
from pathlib import Path

from field import FIELD
from field.screen.lockscreen import WIDTH, Screen
from testkit.desktop import wait_until

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
PLAYER = "org.mpris.MediaPlayer2."


class Trial(Screen):
    """The lock screen, and the trial player."""

    build = program = None  # set by main()

    def begin(self, *players):
        for player in players:
            getattr(self, f"start_{player}")()
        return self.show(self.program)

    def speak(self, locale):
        """Sets the user's language by a locale that is made here: newer C libraries translate nothing in C.UTF-8."""
        self.run("localedef", "-i", locale, "-f", "UTF-8", f"{self.directory}/{locale}.UTF-8")
        self.environment.update(LOCPATH=self.directory, LC_ALL=f"{locale}.UTF-8", LANGUAGE=locale.split("_")[0])

    def start_trial(self):
        self.start(str(self.build / "Tests/Library/Protocol/trial-player"))
        self.wait_until("the trial player is there", lambda: len(self.players()) >= 2)
        self.kitchen = next(name for name in self.players() if name != "trial-player")
        self.surfaces = {name: self.start("/usr/bin/python3", "-B", str(ROOT / "Tests/Lab/surface"), PLAYER + name)
                         for name in ("trial-player", self.kitchen)}

    def start_player(self, identifier="org.example.Hostile", **said):
        """Starts a player that shows the given values."""
        program = self.start("/usr/bin/python3", "-B", str(FIELD / "field/asked_player.py"), identifier,
                             PYTHONPATH=str(ROOT / "bindings/python/src"),
                             NOWPLAYING_LIBRARY=str(self.build / "libnowplaying.so"))
        self.tell(program, **said)
        return program

    def tell(self, program, **said):
        program.order(json.dumps(said))
        program.expect("shown")

    def start_portal(self):
        """Starts a fake portal, which has the desktop's setting for animations."""
        template = str(ROOT / "Tests/Lab/mocks/portal.py")
        self.start("/usr/bin/python3", "-B", "-m", "dbusmock", "--template", template, "--parameters", "{}")
        self.wait_until("there is a portal", lambda: "org.freedesktop.portal.Desktop" in self.run(
            "busctl", "--user", "--acquired", "list", "--no-legend"))

    def want_motion(self, is_wanted):
        self.run("busctl", "--user", "call", "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                 "org.freedesktop.DBus.Mock", "Say", "sv", "reduced-motion", "u", "0" if is_wanted else "1")

    def properties(self, interface, player="trial-player"):
        surface = self.surfaces[player]
        surface.order(interface)
        answer = json.loads(surface.expect("{", part=True))
        del surface.said[:]
        return answer

    @contextlib.contextmanager
    def reader(self):
        """Starts the bus of screen readers, and a reader that presses buttons by their names."""
        self.environment["GTK_A11Y"] = "atspi"
        launcher = self.start("/usr/libexec/at-spi-bus-launcher", "--launch-immediately")
        self.wait_until("there is a bus for screen readers", lambda: "org.a11y.Bus" in self.run(
            "busctl", "--user", "--acquired", "list", "--no-legend"))
        try:
            yield Reader(self.start("/usr/bin/python3", "-B", str(HERE / "reader.py")))
        finally:
            launcher.process.terminate()  # the launcher then ends its bus
            launcher.end()

    def tab_until(self, is_reached, reader):
        """Presses the Tab key until the part with the keyboard focus is the one that is looked for."""
        reached = []
        while not is_reached(reader.focus()):
            assert len(reached) < 60, f"the keyboard reaches {sorted(set(reached))} alone"
            self.run("xdotool", "key", "Tab")
            reached.append(reader.focus())

    def command(self, word, button=0):
        return [each for each in self.properties("Session1")["Commands"] if each["command"] == word][button]

    def expect_players(self, word, value):
        self.wait_until(f"the trial player's {word} is {value}", lambda: self.get("trial-player", word) == value)

    def moves(self):
        """Returns whether the artwork is another picture after a while. The lower part of the video moves."""
        area = (0, 60, WIDTH, 400)
        first = self.pixels(*area)
        for _ in range(20):
            if self.pixels(*area) != first:
                return True
            time.sleep(0.05)  # sleeps: until the next frame
        return False


class Reader:
    """A screen reader; the page may reach it later than the screen."""

    def __init__(self, program):
        self.program = program
        program.expect("ready")

    def press(self, name):
        wait_until(f"the reader has pressed {name!r}", lambda: self.ask(f"press {name}") == "done")

    def focus(self):
        return self.ask("focus")

    def ask(self, order):
        self.program.order(order)
        return self.program.expect("", part=True)
