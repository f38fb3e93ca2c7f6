# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What is around the plugin: Audacious' own, a window, a second Audacious, and the bus that goes."""

import signal
import time
from pathlib import Path

import media
from desktop import wait_until
from harness.bus import ROOT
from harness.bus import is_ours as is_signal
from harness.wire import Variant
from players import refuses, report, wakeups_of

from .control import seconds
from .run import NAME, Run

OWN = "/usr/bin/audacious"


def pardon(run):
    """What Audacious' own plugin says on the bus is not for the strict checker."""
    run.bus.foreign.add((run.bus.epoch, run.bus.owner(NAME)))


def is_ours(run):
    return "LoopStatus" in run.client().get_all()


def in_its_place(folder):
    """Installed, it is the one player; removed, Audacious' own is back; and each is on as the other was."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        assert run.bus.names() == [NAME] and is_ours(run)
        run.restart(folder / "2.flac", program=OWN)
        run.wait_title("Song 2")
        run.wait_until("without it Audacious' own is back", lambda: run.bus.names() == [NAME] and not is_ours(run))
        pardon(run)
        run.restart(folder / "1.flac")
        run.wait_title("Song 1")
        run.wait_until("and it is back", lambda: run.bus.names() == [NAME] and is_ours(run))
        run.tool("plugin-enable", "mpris2", "off")
        run.bus.wait_name(NAME, present=False)
        run.restart(folder / "1.flac")
        # Asked before it has begun, Audacious would abort.
        maps = Path(f"/proc/{run.pid}/maps")
        wait_until("Audacious decodes", lambda: "flacng.so" in maps.read_text())
        wait_until("Audacious plays", lambda: run.ask_tool("playback-status") == "playing")
        assert run.bus.names() == [], "what is turned off is there again"
        run.tool("plugin-enable", "mpris2", "on")
        run.wait_title("Song 1")


def turned_off_and_on(folder):
    """While it plays, and again and again."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        for number in range(3):
            run.tool("plugin-enable", "mpris2", "off")
            run.bus.wait_name(NAME, present=False)
            assert run.tool("playback-status") == "playing"
            run.tool("plugin-enable", "mpris2", "on")
            run.wait_title("Song 1")
            run.wait_status("Playing")
            report(f"on again, {number + 1}")


def what_its_own_does(folder):
    """The table of the README: Audacious' own plugin, then this one."""
    path = media.with_cover(folder / "two.flac", media.picture(folder / "two.png", "navy"), title="Two", artist="A;B")
    rows = {}
    for program in (OWN, None):
        with Run(folder / "1.flac", path, program=program) as run:
            run.wait_title("Song 1")
            if not program:
                run.wait_lists()
            client = run.client()
            ids, ends = [run.track()], [client.get("CanGoNext"), client.get("CanGoPrevious")]
            start = run.bus.mark()
            run.ctl("next")
            run.wait_title("Two")
            wait_until("the next song has begun", lambda run=run: 0 < seconds(run) < 5)
            signals = len([message for message in run.bus.since(start) if is_signal(message)])
            ids.append(run.track())
            artists = client.metadata()["xesam:artist"]
            ends += [client.get("CanGoNext"), client.get("CanGoPrevious")]
            run.ctl("position", "5")
            wait_until("it is there", lambda run=run: seconds(run) >= 5)
            run.ctl("play")
            begins_anew = seconds(run) < 4
            opens = not refuses(client.do, "OpenUri", "s", f"file://{folder}/3.flac")
            run.ctl("pause")
            run.wait_status("Paused")
            time.sleep(1.5)
            before = wakeups_of(run.pid, "")
            time.sleep(2)
            often = wakeups_of(run.pid, "") - before
            found = client.get_all()
            rows[program] = (ids[0] == ids[1], artists, ends, begins_anew, opens,
                             "LoopStatus" in found, "Shuffle" in found, "Rate" in found, often > 5, signals)
            report(f"{program or 'ours'}: {rows[program]}, woken {often} times in two seconds")
            if program:
                pardon(run)
    assert rows[OWN] == (True, ["A;B"], [True] * 4, True, False, False, False, False, True, 2), rows[OWN]
    assert rows[None] == (False, ["A", "B"], [True, False, False, True], False, True, True, True, True, False,
                          1), rows[None]


def started_without_a_bus(folder):
    """Once without a bus, and Audacious' own plugin stays off; this one stays, and finds the bus that comes."""
    with Run(bus=False, program=OWN) as run:
        wait_until("it gives up", lambda: "failed to start" in "\n".join(run.process.take()))
        run.process.process.terminate()
        run.process.end()
        registry = Path(run.configuration, "audacious/plugin-registry").read_text()
        own = registry[registry.index("General/mpris2.so"):]
        assert own[own.index("enabled"):].startswith("enabled 0"), own
        run.expected = "failed to start", "Could not connect"
    with Run(folder / "1.flac", bus=False) as run:
        run.bus.start()
        run.wait_title("Song 1")
        run.ctl("pause")
        run.wait_status("Paused")
        run.expected = "D-Bus error",


def no_bus(folder):
    """Without a bus Audacious plays as if there were no plugin."""
    end = media.sound(folder / "silent.flac", 1, title="Silent")
    for address in ("unix:path=/nowhere", "nonsense"):
        with Run("-q", end, bus=False, DBUS_SESSION_BUS_ADDRESS=address) as run:
            assert run.process.end() == 0, f"with the address {address!r} it ends with {run.process.end()}"


def a_new_bus(folder):
    """The bus is killed, and started anew: all is there again, and Audacious plays on; its own plugin stays away."""
    with Run(folder / "1.flac") as run:
        run.is_back_on_new_buses("Song 1")
    with Run(folder / "1.flac", program=OWN) as run:
        run.wait_title("Song 1")
        pardon(run)
        run.bus.kill()
        run.bus.start()
        time.sleep(2)
        assert run.bus.names() == [], "Audacious' own plugin is back"


def it_is_killed(folder):
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        run.process.process.kill()
        run.bus.wait_name(NAME, present=False)
        run.ends = [-signal.SIGKILL]


def two_of_them(folder):
    """A second Audacious, which has a number, is a player of its own with that number."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        other = run.begin("-H", "-2", folder / "2.flac")
        try:
            names = wait_until("there are two", lambda: run.bus.names() if len(run.bus.names()) == 2 else None)
            assert names == [NAME, NAME + ".instance2"], names
            second = run.bus.client(names[1])
            wait_until("the second shows its own", lambda: second.metadata().get("xesam:title") == "Song 2")
            assert run.title() == "Song 1"
        finally:
            other.process.terminate()
            other.end()


def a_window(folder):
    """With an interface it can be raised, and the volume is told that is set there."""
    variables = {"QT_QPA_PLATFORM": "offscreen", "ASAN_OPTIONS": "detect_leaks=0"}  # Qt leaks
    with Run("-Q", folder / "1.flac", headless=False, **variables) as run:
        run.wait_title("Song 1")
        client = run.client()
        assert client.get("CanRaise", ROOT)
        client.set("Volume", Variant("d", 0.9))
        run.wait_status("Playing")
        client.do("Raise", interface=ROOT)
        start = run.bus.mark()
        run.tool("set-volume", 40)
        run.bus.wait_changed(start, "Volume", lambda level: abs(level - 0.4) < 1e-6)
        run.ctl("pause")
        run.wait_status("Paused")
        start = run.bus.mark()
        run.tool("set-volume", 60)
        run.bus.wait_changed(start, "Volume", lambda level: abs(level - 0.6) < 1e-6)


def it_says_nothing(folder):
    """On the terminal there is what Audacious says without it."""
    end = media.sound(folder / "said.flac", 1, title="Said")
    told = []
    for program in (None, OWN):
        with Run("-q", end, program=program) as run:
            run.process.end()
            told.append(run.process.take())
            if program:
                run.bus.foreign.update((run.bus.epoch, message.sender) for message in run.bus.records)
    assert told == [[], []], told


SCENARIOS = [in_its_place, turned_off_and_on, what_its_own_does, started_without_a_bus, no_bus, a_new_bus,
             it_is_killed, two_of_them, a_window, it_says_nothing]
