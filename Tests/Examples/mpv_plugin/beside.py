# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What is around the plugin: mpv-mpris, a second mpv, the bus that goes, programs that embed mpv."""

import os
import signal
import sys
import time
from pathlib import Path

import media
from desktop import Program, wait_until
from harness.bus import ROOT
from harness.wire import DBusError
from players import report

from .run import HEADLESS, NAME, Run, wakeups

PEER = "/etc/mpv/scripts/mpris.so"


def is_loaded(pid, library):
    return os.path.realpath(library) in Path(f"/proc/{pid}/maps").read_text()


def pardon_the_peer(run, ours=None):
    """What mpv-mpris says on the bus is not for the strict checker, nor what it says on the terminal by itself."""
    run.expected = "g_dbus_connection_emit_signal", "g_dbus_connection_unregister_object"
    for name in run.bus.pinger.bus("ListNames")[0]:
        try:
            is_of_mpv = run.bus.pinger.bus("GetConnectionUnixProcessID", "s", name)[0] == run.pid
        except DBusError:
            continue
        if name.startswith(":") and is_of_mpv and name != ours:
            run.bus.foreign.add((run.bus.epoch, name))


def mpv_mpris_beside(folder):
    """Installed for everybody, mpv-mpris is loaded, and yet there is one player, ours; without ours it is there."""
    for words in ([folder / "1.flac", folder / "2.flac"], ["--idle"]):
        with Run(*words, installed=True) as run:
            assert wait_until("mpv has loaded both", lambda run=run: is_loaded(run.pid, PEER))
            run.bus.wait_name(NAME)
            wait_until("there is one player", lambda run=run: run.bus.names() == [NAME] and is_ours(run))
            if words != ["--idle"]:
                run.wait_title("Song 1")
                assert run.session().content["kind"] == "music"
                run.ctl("next")
                run.wait_title("Song 2")
                wait_until("so is the queue", lambda run=run: run.client().get("HasTrackList", ROOT))
                run.wait_until("the one player is ours", lambda run=run: run.bus.names() == [NAME])
            pardon_the_peer(run, run.bus.owner(NAME))
    with Run("--audio-client-name=Den", folder / "1.flac", installed=True) as run:
        run.wait_until("it stays so when the bus is new", lambda: survives_the_bus(run))
    with Run(folder / "1.flac", program=["mpv", *HEADLESS], LD_PRELOAD="") as run:
        run.wait_until("without ours mpv-mpris is back", lambda: is_ours(run) is False)
        pardon_the_peer(run)


def what_mpv_mpris_does(folder):
    """The table of the README: mpv-mpris alone, then this plugin alone."""
    path = media.with_cover(folder / "two.flac", media.picture(folder / "two.png", "navy"), title="Two", artist="A;B")
    rows = {}
    # How mpv-mpris ends mpv is its affair: it may divide by zero while it does.
    for script, variables in ((PEER, {"LD_PRELOAD": ""}), (Run.plugin, {"ASAN_OPTIONS": "detect_leaks=0"})):
        with Run("--pause", folder / "1.flac", path, **variables,
                 program=["mpv", "--no-config", "--load-scripts=no", f"--script={script}", *HEADLESS]) as run:
            run.wait_title("Song 1")
            client = run.client()
            ends = [client.get("CanGoNext"), client.get("CanGoPrevious")]
            run.ipc("playlist-next")
            run.wait_title("Two")
            wait_until("its picture shows", lambda: script == PEER or run.cover())
            ends += [client.get("CanGoNext"), client.get("CanGoPrevious")]
            found = client.metadata()
            run.ipc("playlist-move", 1, 0)
            for command, title in (("playlist-next", "Song 1"), ("playlist-prev", "Two")):
                run.ipc(command)
                run.wait_title(title)
            keeps_id = client.metadata()["mpris:trackid"] == found["mpris:trackid"]
            before = wakeups(run.pid)
            time.sleep(1)
            often = wakeups(run.pid) - before
            rows[script] = ("mpris:artUrl" in found, found["xesam:artist"], ends, keeps_id,
                            "file" in client.get("SupportedUriSchemes", ROOT), often > 5,
                            client.get("HasTrackList", ROOT))
            if script == PEER:
                pardon_the_peer(run)
            run.bus.kill()
            if script == PEER:
                run.ends = [run.process.end()]
                assert run.ends != [0], "mpv outlives the bus with mpv-mpris"
    assert rows[PEER] == (False, ["A;B"], [True] * 4, False, False, True, False), rows[PEER]
    assert rows[Run.plugin] == (True, ["A", "B"], [True, False, False, True], True, True, False, True), rows


def is_ours(run):
    """Ours opens file://, mpv-mpris does not say so. Neither has the name while it goes from one to the other."""
    try:
        return "file" in run.bus.client(NAME).get("SupportedUriSchemes", ROOT)
    except DBusError:
        return None


def survives_the_bus(run):
    run.wait_title("Song 1")
    wait_until("there is one player", lambda: run.bus.names() == [NAME] and is_ours(run))
    assert run.bus.client(NAME).get("Identity", ROOT) == "Den", "it has lost its name"
    pardon_the_peer(run, run.bus.owner(NAME))
    run.bus.kill()
    run.bus.start()
    run.wait_title("Song 1")
    return run.bus.names() == [NAME]


def a_new_bus(folder):
    """The bus is killed, and started anew: all is there again, and mpv plays on."""
    with Run(folder / "1.flac") as run:
        run.is_back_on_new_buses("Song 1")


def no_bus(folder):
    """Without a bus mpv plays as if there were no plugin; one that comes later is found."""
    end = media.sound(folder / "silent.flac", 0.3, title="Silent")
    for address in ("unix:path=/nowhere", "nonsense", ""):
        with Run(end, bus=False, DBUS_SESSION_BUS_ADDRESS=address) as run:
            assert run.process.end() == 0, f"with the address {address!r} it ends with {run.process.end()}"
    with Run(folder / "1.flac", bus=False) as run:
        wait_until("mpv plays", lambda: run.ipc.get("time-pos"))
        run.bus.start()
        run.wait_title("Song 1")


def mpv_is_killed(folder):
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        run.process.process.kill()
        run.bus.wait_name(NAME, present=False)
        run.ends = [-signal.SIGKILL]


def two_of_them(folder):
    """Each mpv is a player of its own."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        other = Program(["mpv", "--no-config", "--load-scripts=no", f"--script={run.plugin}", *HEADLESS,
                         str(folder / "2.flac")], run.environment)
        try:
            names = wait_until("there are two", lambda: run.bus.names() if len(run.bus.names()) == 2 else None)
            assert names[0] == NAME and names[1].startswith(NAME + ".instance"), names
            second = run.bus.client(names[1])
            wait_until("the second shows its own", lambda: second.metadata().get("xesam:title") == "Song 2")
            assert run.title() == "Song 1"
        finally:
            other.process.send_signal(signal.SIGTERM)
            other.end()


def loaded_late(folder):
    """Loaded while mpv plays, it shows what plays."""
    with Run(folder / "1.flac", program=["mpv", "--no-config", "--load-scripts=no", *HEADLESS]) as run:
        wait_until("mpv plays", lambda: run.ipc.get("time-pos"))
        run.ipc.set("pause", True)
        run.ipc("load-script", run.plugin)
        run.wait_title("Song 1")
        run.wait_status("Paused")


def a_program_on_libmpv(folder):
    """Programs that embed mpv load it by the option "scripts", or from the folder of scripts."""
    host = [sys.executable, str(Path(__file__).with_name("host.py")), "ao=null", "vo=null"]
    for words in (["load-scripts=no", "scripts={plugin}"], ["config=yes", "load-scripts=yes"]):
        words = [word.format(plugin=Run.plugin) for word in words]
        with Run(folder / "1.flac", installed=True, program=[*host, *words]) as run:
            run.wait_title("Song 1")
            run.ctl("pause")
            wait_until("it pauses", lambda run=run: run.ipc.get("pause"))
            run.bus.client(NAME).do("Quit", interface=ROOT)
            assert run.process.end() == 0
            report(f"by {words[-1].split('=')[0]}")


def it_says_nothing(folder):
    """On the terminal there is what mpv says without it."""
    end = media.sound(folder / "said.flac", 0.3, title="Said")
    told = []
    for words in ([f"--script={Run.plugin}"], []):
        with Run(end, program=["mpv", "--no-config", "--load-scripts=no", "--no-terminal", *words, *HEADLESS]) as run:
            run.process.end()
            told.append(run.process.take())
    assert told == [[], []], told


SCENARIOS = [mpv_mpris_beside, what_mpv_mpris_does, a_new_bus, no_bus, mpv_is_killed, two_of_them, loaded_late,
             a_program_on_libmpv, it_says_nothing]
