# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests Waybar's own module `mpris`, which uses libplayerctl, with three sets: Debian's library and playerctld ("own"),
ours in the place of that library ("library"), and `nowplaying daemon` in the place of playerctld too ("both").

Waybar 0.12 of Debian 13 and 0.15 of sid have the module; 0.9.17 of Debian 12 was built without."""

import json
import os
import pathlib
import signal

import dbus

from field.screen.publishers import DAEMON
from reference import Plain, Served, song
from field.screen.surface import Surface, run, text, until

NAME = "org.mpris.MediaPlayer2.playerctld"
STYLE = "* {font-family: DejaVu Sans; font-size: 22px;} window {background: #fff; color: #000;}"
# Without an interval, the bar asks nothing when a player has gone, and goes on showing it.
BAR = {"layer": "top", "height": 44, "modules-left": ["mpris"],
       "mpris": {"format": "{player} {status}: {title}", "interval": 1}}
SEEN = 60  # seconds in which the bar shows what it was told; one look may take 15 on a busy machine
SETS = (("own", False, "/usr/bin/playerctld"), ("library", True, "/usr/bin/playerctld"),
        ("both", True, f"{os.environ['PROGRAMS']}/nowplaying daemon"))


class Bar:
    """Waybar with one set of a library and a daemon; D-Bus starts the daemon."""

    def __init__(self, s, name, is_ours, daemon):
        self.s, self.is_ours = s, is_ours
        self.label, self.command = name, daemon
        services = s.here / "run/dbus-1/services"
        services.mkdir(parents=True, exist_ok=True)
        (services / f"{NAME}.service").write_text(f"[D-BUS Service]\nName={NAME}\nExec={daemon}\n")
        s.call(*DAEMON, "ReloadConfig")
        self.start_daemon()
        path = {"LD_LIBRARY_PATH": f"{s.programs}/playerctl"} if is_ours else {}
        self.bar = s.spawn(f"bar-{name}", "waybar", "-l", "debug", "-c", "bar.json", "-s", "style.css", **path)
        s.check("it runs with the library", until(lambda: self.loaded()), self.loaded())

    def start_daemon(self):
        self.s.call(*DAEMON, "StartServiceByName", NAME, dbus.UInt32(0))
        pid = until(self.daemon)
        command = pid and pathlib.Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").strip()
        self.s.check("the daemon has its name", command == self.command, command)

    def daemon(self):
        """Returns the process that owns the daemon's name."""
        return self.s.call(*DAEMON, "GetConnectionUnixProcessID", NAME)

    def end_daemon(self, number):
        """Ends the daemon; D-Bus may have started another one by then, because the bar has called it."""
        os.kill(pid := self.daemon(), number)
        assert until(lambda: self.daemon() != pid)

    def loaded(self):
        """Returns the path of the library that Waybar has loaded; "" if it is not the one to be tested."""
        lines = pathlib.Path(f"/proc/{self.bar.pid}/maps").read_text().splitlines()
        found = {line.split()[-1] for line in lines if "libplayerctl.so" in line}
        return " ".join(each for each in found if each.startswith(self.s.programs) == self.is_ours)

    def words(self):
        return text(self.s.shot(), "-crop", "1000x46+0+0")

    def has(self, wanted):
        """Returns whether one screenshot has all these words."""
        words = self.words()
        return all(word in words for word in wanted)

    def shows(self, *wanted):
        return until(lambda: self.has(wanted), SEEN)

    def click(self, button):
        # sleeps: the bar must see the pointer come before it takes the click
        run("xdotool", "mousemove", "120", "22", "sleep", ".3", "click", str(button))

    def lives(self, when):
        self.s.check(f"Waybar goes on, {when}", self.bar.poll() is None, f"exit status {self.bar.poll()}")

    def close(self):
        self.bar.terminate()
        self.bar.wait(10)
        if self.daemon():
            self.end_daemon(signal.SIGTERM)


def drive(s, bar):
    """A player comes, is driven, and goes; another one comes; the daemon ends and starts again."""
    first = s.publish(f"{bar.label}one")
    s.check("the title is seen", bar.shows("Zephyr", "playing"), bar.words())
    s.drive(first, "PlayPause", bar.click, 1)
    s.check("it is seen to be paused", bar.shows("paused"), bar.words())
    s.drive(first, "PlayPause", bar.click, 1)
    s.drive(first, "Next", bar.click, 3)
    s.check("the next title is seen", bar.shows("Zephyr 1"), bar.words())
    first.stop()
    s.check("a player that has gone is not seen", until(lambda: "Zephyr" not in bar.words(), SEEN), bar.words())
    bar.lives("a player has gone")
    second = s.publish(f"{bar.label}two", TITLE="Quagga")
    s.check("another player is seen", bar.shows("Quagga"), bar.words())
    bar.end_daemon(signal.SIGKILL)
    bar.lives("the daemon was killed")
    bar.start_daemon()
    s.check("it is seen with a new daemon", bar.shows("Quagga"), bar.words())
    s.drive(second, "PlayPause", bar.click, 1)
    bar.lives("a new daemon is there")
    second.stop()


def surprise(s, bar):
    """A player emits a change of an unknown interface, at which playerctld crashes."""
    emitted, pid, owner = [], bar.daemon(), s.call(*DAEMON, "GetNameOwner", NAME)

    def tell(player):
        # Waits until the daemon has asked the player: before that it may not know the player, and Waybar may ask first.
        if len(emitted) < len([call for call in player.calls if call.member == "GetAll" and call.sender == owner]):
            emitted.append(player.tell_changed("/org/mpris/MediaPlayer2", "org.example.Odd", Number=("i", 1)))
        return 0.01

    player = Served(s, lambda bus: Plain(bus, "odd", Metadata=("a{sv}", song("Ibis"))), tell)
    until(lambda: emitted)
    goes_on = "playerctld" not in bar.command
    ended = until(lambda: bar.daemon() != pid, 2 if goes_on else 10)
    s.check(f"the daemon {'goes on' if goes_on else 'ends'}, it is odd", bool(emitted) and goes_on != ended)
    if goes_on:
        s.check("the odd player is seen", bar.shows("Ibis"), bar.words())
    bar.lives("a player is odd")
    player.stop()


with Surface("waybar_mpris", 900) as s:
    os.environ["PATH"] = f"{s.programs}:{os.environ['PATH']}"
    s.display("1000x200")
    pathlib.Path("bar.json").write_text(json.dumps(BAR))
    pathlib.Path("style.css").write_text(STYLE)
    pathlib.Path("sway.conf").write_text("output X11-1 resolution 1000x200\n")
    s.spawn("sway", "sway", "-c", "sway.conf", WLR_BACKENDS="x11", WLR_RENDERER="pixman")
    s.wayland()
    for each in SETS:
        s.name = each[0]
        bar = Bar(s, *each)
        drive(s, bar)
        surprise(s, bar)
        bar.close()
