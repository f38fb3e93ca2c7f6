# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What is around the add-on: Kodi that disables it, the bus that goes, Kodi that is killed."""

import signal

from desktop import wait_until
from harness.bus import is_changed
from players import report

from .run import OURS, PEER, Run


def disabled_and_enabled(folder):
    """In the same process, while it plays, again and again: it leaves the bus, and is back."""
    with Run() as run:
        run.play(folder / "1.flac")
        run.wait_title("Song 1")
        for number in range(3):
            run.enable(OURS, False)
            run.bus.wait_name(run.bus_name, present=False)
            assert run.bus.names() == []
            run.enable(OURS)
            run.bus.wait_name(run.bus_name, timeout=60)
            run.wait_title("Song 1")
            run.wait_status("Playing")
            assert abs(run.client().get("Position") / 1e6 - run.seconds()) < 1
            report(f"it is back for the {number + 1}. time")
        run.ctl("pause")
        wait_until("it pauses", lambda: run.playing("speed") == 0)


def toggled_quickly(folder):
    """Kodi may wait for itself then, and end the add-on by force: no player stays behind, and Kodi ends."""
    with Run() as run:
        run.expected = "script didn't stop", "Traceback"
        run.play(folder / "1.flac")
        run.wait_title("Song 1")
        for _ in range(3):
            run.enable(OURS, False)
            run.enable(OURS)
        run.enable(OURS, False)
        run.bus.wait_name(run.bus_name, present=False)
        wait_until("no other one stays", lambda: run.bus.names() == [])
        run.rpc("Application.Quit")
        assert run.process.end() == 0


def a_new_bus(folder):
    """The bus is killed, and started anew: all is there again, and Kodi plays on."""
    with Run() as run:
        run.play(folder / "1.flac")
        run.wait_title("Song 1")
        run.ctl("pause")
        run.wait_status("Paused")
        for number in range(2):
            run.bus.kill()
            assert run.playing("speed") == 0
            run.bus.start()
            run.wait_title("Song 1")
            run.wait_status("Paused")
            report(f"it is back on bus {number + 2}")


def no_bus(folder):
    """Without a bus Kodi plays as if there were no add-on; one that comes later is found."""
    with Run(bus=False) as run:
        run.play(folder / "1.flac")
        wait_until("Kodi plays", lambda: run.rpc("Player.GetActivePlayers") and run.seconds() > 0.5)
        run.bus.start()
        run.wait_title("Song 1")
    with Run(bus=False, DBUS_SESSION_BUS_ADDRESS="nonsense") as run:
        run.play(folder / "1.flac")
        wait_until("Kodi plays", lambda: run.rpc("Player.GetActivePlayers") and run.seconds() > 0.5)


def kodi_is_killed(folder):
    with Run() as run:
        run.play(folder / "1.flac")
        run.wait_title("Song 1")
        run.process.process.kill()
        run.process.process.wait()
        run.bus.wait_name(run.bus_name, present=False)
        run.ends = [-signal.SIGKILL]


def silence_while_nothing_changes(folder):
    """Position is right without being told."""
    with Run() as run:
        run.play(folder / "1.flac")
        run.wait_title("Song 1")
        client = run.client()
        wait_until("its clock runs", lambda: run.seconds() > 6)
        start = run.bus.mark()
        wait_until("it plays on", lambda: run.seconds() > 10)
        error = client.get("Position") / 1e6 - run.seconds()
        assert abs(error) < 0.5, f"the position is wrong by {error} s"
        assert not [message for message in run.bus.since(start) if is_changed(message)], "it says something"


def the_peer_beside(folder):
    """The other add-on is disabled while ours is enabled, also from one start of Kodi to the next."""
    with Run() as run:
        run.enable(OURS, False)
        run.bus.wait_name(run.bus_name, present=False)
        run.enable(PEER)
        wait_until("the peer is there", lambda: is_enabled(run, PEER))
        run.enable(OURS)
        run.bus.wait_name(run.bus_name, timeout=60)
        assert not is_enabled(run, PEER)
        run.restart()
        assert not is_enabled(run, PEER)
        run.enable(OURS, False)
        wait_until("the peer is back", lambda: is_enabled(run, PEER))


def is_enabled(run, addon):
    return run.rpc("Addons.GetAddonDetails", addonid=addon, properties=["enabled"])["addon"]["enabled"]


SCENARIOS = [the_peer_beside, disabled_and_enabled, toggled_quickly, a_new_bus, no_bus, kodi_is_killed,
             silence_while_nothing_changes]
