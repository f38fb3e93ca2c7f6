# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What the desktop can do: each command as mpv itself sees it, and what mpv's own keys do as the desktop sees it."""

import os
import socket
import subprocess

import media
from desktop import wait_until
from harness.bus import ROOT
from harness.wire import Variant
from players import refuses, report

from .run import Run, wakeups


def playback(folder):
    """Play, pause, stop, the queue and its ends, in mpv's eyes."""
    with Run(folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        for command, paused in (("pause", True), ("play", False), ("play-pause", True), ("play-pause", False)):
            run.ctl(command)
            assert run.ipc.get("pause") is paused, command
        client = run.client()
        assert client.get("CanGoNext") and not client.get("CanGoPrevious")
        run.ctl("next")
        run.wait_title("Song 2")
        wait_until("it knows the end of the queue", lambda: not client.get("CanGoNext") and client.get("CanGoPrevious"))
        run.ctl("previous")
        run.wait_title("Song 1")
        run.ctl("position", "12")
        wait_until("mpv is there", lambda: 11.5 < run.ipc.get("time-pos") < 14)
        run.ctl("position", "5-")
        wait_until("mpv is back", lambda: 6.5 < run.ipc.get("time-pos") < 9)
        run.ipc.set("pause", True)
        run.wait_status("Paused")
        run.ipc("playlist-clear")
        wait_until("one song has no next", lambda: not client.get("CanGoNext") and not client.get("CanGoPrevious"))


def stop_and_play_again(folder):
    """A stop does not end mpv, whatever its option idle says; and after what is played then mpv ends as it would."""
    end = media.sound(folder / "end.flac", 1, title="End")
    with Run(folder / "1.flac", end) as run:
        run.wait_title("Song 1")
        run.ctl("next")
        run.wait_title("End")
        run.ctl("stop")
        run.wait_status("Stopped")
        assert run.title() == "End" and run.ipc.get("idle-active"), "it forgets what was stopped"
        run.ctl("previous")
        run.wait_title("Song 1")
        wait_until("mpv's option is as it was", lambda: run.ipc.get("idle") in (False, "no"))
        assert run.ask("status") == "Playing"
        run.ctl("stop")
        run.wait_status("Stopped")
        run.ctl("next")
        assert run.process.end() == 0, "it does not end with its playlist"


def the_last_of_calls_that_come_together(folder):
    """They are carried out in their order, also where mpv has not told yet what the one before did."""
    with Run(folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        client = run.client()
        for calls, status in (
                ("Stop Play", "Playing"), ("Stop Play Pause", "Paused"), ("Stop Play Pause Pause", "Paused"),
                ("PlayPause PlayPause", "Paused"), ("PlayPause PlayPause PlayPause", "Playing"),
                ("Stop Play Stop", "Stopped"), ("Stop Play PlayPause", "Paused"), ("Stop PlayPause", "Playing"),
                ("Play Pause Stop", "Stopped"), ("Pause Play Pause", "Paused"), ("Play Pause Play", "Playing"),
                ("Pause Stop Next", "Playing")):
            run.together(*((name,) for name in calls.split()))
            idle, paused = run.ipc.get("idle-active"), run.ipc.get("pause")
            assert status == ("Stopped" if idle else "Paused" if paused else "Playing"), (calls, idle, paused)
            run.wait_status(status)
        report("play, pause and stop")
        run.ipc("playlist-play-index", 0)
        run.wait_title("Song 1")
        for calls, title in (("Stop Next Play", "Song 2"), ("Stop Previous Pause", "Song 1")):
            run.together(*((name,) for name in calls.split()))
            run.wait_title(title)
            run.wait_status("Paused" if "Pause" in calls else "Playing")
        for wanted in ((True, False), (True,), (False, True), (True, False)):
            run.together(*(("Shuffle", value) for value in wanted))
            assert run.ipc.get("shuffle") is wanted[-1], wanted
            wait_until("that shows", lambda shuffle=wanted[-1]: client.get("Shuffle") is shuffle)


def the_end_of_a_playlist(folder):
    """An idle mpv shows what was played last, stopped, and plays it again; an empty playlist shows nothing."""
    end = media.sound(folder / "last.flac", 1, title="Last")
    with Run("--idle", end) as run:
        run.wait_title("Last")
        run.wait_status("Stopped")
        assert run.title() == "Last"
        run.ctl("play")
        run.wait_status("Playing")
        run.ipc("stop")
        run.wait_title("")
        run.wait_status("Stopped")


def kept_open(folder):
    """At the end mpv is paused, and plays from the start when it is told to play."""
    end = media.sound(folder / "kept.flac", 1, title="Kept")
    with Run("--keep-open", end) as run:
        run.wait_title("Kept")
        run.wait_status("Paused")
        wait_until("it is at the end", lambda: run.ipc.get("eof-reached"))
        run.ctl("play")
        run.wait_status("Playing")
        run.wait_status("Paused")


def modes(folder):
    """Loop, shuffle, speed and volume, both ways, with mpv's own ranges."""
    with Run("--volume-max=150", folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        client = run.client()
        for word, one, playlist in (("Track", "inf", "no"), ("Playlist", "no", "inf"), ("None", "no", "no")):
            run.ctl("loop", word)
            found = [str(run.ipc.get(name)) for name in ("loop-file", "loop-playlist")]
            assert found == [{"no": "False"}.get(mode, mode) for mode in (one, playlist)], (word, found)
            wait_until(f"loop is {word}", lambda word=word: run.ask("loop") == word)
            assert client.get("CanGoNext") and client.get("CanGoPrevious") == (word == "Playlist")
        run.ipc.set("loop-file", "inf")
        wait_until("mpv's own loop shows", lambda: run.ask("loop") == "Track")
        run.ctl("shuffle", "on")
        wait_until("it is shuffled", lambda: run.ask("shuffle") == "On" and run.ipc.get("shuffle"))
        run.ipc.set("shuffle", False)
        wait_until("mpv's own shuffle shows", lambda: run.ask("shuffle") == "Off")
        assert (client.get("MinimumRate"), client.get("MaximumRate")) == (0.01, 100.0)
        for rate in (1.1, 0.35, 40.0, 1.0):
            client.set("Rate", Variant("d", rate))
            wait_until(f"mpv's speed is {rate}", lambda rate=rate: abs(run.ipc.get("speed") - rate) < 1e-6)
            wait_until("and shows", lambda rate=rate: abs(client.get("Rate") - rate) < 1e-6)
        for level, taken in ((0.3, 0.3), (1.3, 1.3), (9.0, 1.5)):
            client.set("Volume", Variant("d", level))
            wait_until(f"the volume is {taken}", lambda taken=taken: abs(run.ipc.get("volume") / 100 - taken) < 1e-6)
            wait_until("and shows", lambda taken=taken: abs(client.get("Volume") - taken) < 1e-6)
        run.ipc.set("volume", 50)
        wait_until("mpv's own volume shows", lambda: client.get("Volume") == 0.5)


def what_a_surface_can_do(folder):
    """Intervals, and fast forward for as long as a button is held."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        session = run.session()
        assert session.command("skip-forward")["intervals"][:2] == [10_000_000, 30_000_000]
        run.ipc.set("pause", True)
        session.wait(lambda of: of.state == "paused", "it is paused")
        run.ipc("seek", 1, "absolute+exact")
        session.send("skip-forward", interval=10_000_000)
        wait_until("it is ten seconds further", lambda: 10 < run.ipc.get("time-pos") < 12)
        session.send("skip-backward", interval=10_000_000)
        wait_until("and back", lambda: 0 <= run.ipc.get("time-pos") < 2)
        for command, beyond in (("seek-forward", lambda: run.ipc.get("time-pos") > 6.5),
                                ("seek-backward", lambda: run.ipc.get("time-pos") < 2)):
            session.send(command, phase="begin")
            wait_until(f"it goes on while {command} is held", beyond)
            session.send(command, phase="end")
        session.surface.settle(0.6)  # mpv may be on its way to where it was last told to go
        place = run.ipc.get("time-pos")
        session.surface.settle(0.6)
        assert run.ipc.get("time-pos") == place, "it goes on after the button is released"


def the_window_and_the_name(folder):
    """Fullscreen both ways, the name of audio-client-name, and no window to raise."""
    with Run("--audio-client-name=Living Room", folder / "1.flac") as run:
        run.wait_title("Song 1")
        client = run.client()

        def root(name):
            return client.get(name, ROOT)

        assert root("Identity") == "Living Room" and root("DesktopEntry") == "mpv" and root("CanSetFullscreen")
        client.set("Fullscreen", Variant("b", True), ROOT)
        assert run.ipc.get("fullscreen"), "mpv does not fill the screen"
        wait_until("it shows", lambda: root("Fullscreen"))
        run.ipc.set("fullscreen", False)
        wait_until("mpv's own key shows", lambda: not root("Fullscreen"))
        run.ipc.set("audio-client-name", "Kitchen")
        wait_until("the new name shows", lambda: root("Identity") == "Kitchen")
        assert not root("CanRaise"), "there is no window to raise"
        assert {"file", "https"} <= set(root("SupportedUriSchemes")) and "memory" not in root("SupportedUriSchemes")
        assert {"audio/flac", "video/x-matroska"} <= set(root("SupportedMimeTypes"))
        assert root("CanQuit")
        run.bus.client("org.mpris.MediaPlayer2.mpv").do("Quit", interface=ROOT)
        assert run.process.end() == 0
        report("it quits")


def a_window_is_raised(folder):
    """With a screen there is a window, while there is something to see."""
    path = media.film(folder / "window.mkv", 30, title="Window")
    reading, writing = os.pipe()
    with subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "320x240x24", "-nolisten", "tcp"],
                          pass_fds=[writing], stderr=subprocess.DEVNULL) as screen, os.fdopen(reading) as number:
        os.close(writing)
        try:
            with Run("--vo=x11", path, folder / "1.flac", DISPLAY=":" + number.readline().strip()) as run:
                run.wait_title("Window")
                client = run.client()
                assert client.get("CanRaise", ROOT)
                wait_until("there is a window", lambda: run.ipc.get("vo-configured"))
                for above in (False, True):
                    run.ipc.set("ontop", above)
                    client.do("Raise", interface=ROOT)
                    assert run.ipc.get("ontop") is above and run.ipc.get("window-minimized") is False
                run.ctl("next")
                run.wait_title("Song 1")
                wait_until("the window has gone", lambda: not run.ipc.get("vo-configured"))
                assert refuses(client.do, "Raise", interface=ROOT), "what is not there is raised"
        finally:
            screen.kill()


def an_idle_player_opens(folder):
    """Nothing is loaded: it shows, opens, and says what cannot be opened."""
    path = media.sound(folder / "with space ä.flac", title="Opened")
    with Run("--idle") as run:
        client = run.client()
        assert client.get("PlaybackStatus") == "Stopped" and not client.metadata().get("xesam:title")
        assert refuses(client.do, "OpenUri", "s", f"file://{folder}/nothing.flac"), "it opens what is not there"
        for uri in ("memory://#EXTM3U", "file:memory://#EXTM3U", "file://memory://#EXTM3U"):
            assert refuses(client.do, "OpenUri", "s", uri), "it opens any protocol"
        run.ctl("open", str(path))
        run.wait_title("Opened")
        assert client.get("PlaybackStatus") == "Playing"
        start = run.bus.mark()
        client.do("OpenUri", "s", f"file://{folder}/2.flac")
        run.wait_title("Song 2")
        changes = [change for change in run.bus.signals(start) if isinstance(change, dict)]
        assert "Stopped" not in [change.get("PlaybackStatus") for change in changes], "it stops in between"


def what_is_opened_in_vain(folder):
    """Who opens is answered, also when something else is wanted before it can be heard."""
    (folder / "opened.m3u").write_text(f"{folder}/3.flac\n{folder}/2.flac\n")
    (folder / "far.m3u").write_text(f"{folder}/nothing.flac\n")
    with socket.create_server(("127.0.0.1", 0)) as silent, Run("--idle", folder / "1.flac") as run:
        run.wait_title("Song 1")
        client = run.client()
        slow = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        for uri in f"file://{folder}/2.flac", slow:
            answers = run.together(("OpenUri", uri), ("Stop",))
            assert answers == ["Failed", None], answers
            run.wait_status("Stopped")
        report("stopped at once")
        for number, end in enumerate((
                lambda: run.ctl("stop"), lambda: run.ipc("stop"), lambda: run.ipc("playlist-remove", 0),
                lambda: run.ipc("loadfile", str(folder / "2.flac"), "replace"),
                lambda: client.do("OpenUri", "s", f"file://{folder}/2.flac"))):
            opening = client.start_do("OpenUri", "s", f"{slow}{number}")
            wait_until("it is opened", lambda number=number: run.ipc.get("path") == f"{slow}{number}")
            end()
            refusal = client.refused(opening).name
            assert refusal.endswith(".Failed"), (number, refusal)
        report("in other ways")
        run.wait_title("Song 2")
        client.do("OpenUri", "s", f"file://{folder}/opened.m3u")
        run.wait_title("Song 3")
        assert refuses(client.do, "OpenUri", "s", f"file://{folder}/far.m3u"), "it opens a list of nothing"


def no_wakeups(folder):
    """Nothing is asked at intervals: its thread sleeps, whether mpv plays or not."""
    with Run(folder / "1.flac") as run:
        session = run.session()
        run.wait_title("Song 1")
        for command, state in (("play", "playing"), ("pause", "paused")):
            session.send(command)
            session.wait(lambda of, state=state: of.state == state, f"it is {state}")
            # Nothing is asked at its end: the plugin would still be on its way back to sleep.
            session.surface.wait_for_the_end_of(1)
            before = wakeups(run.pid)
            session.surface.wait_for_the_end_of(1)
            woken = wakeups(run.pid) - before
            assert woken == 0, f"{state}, its thread was woken {woken} times in a second"
            report(f"{state}, it sleeps")


SCENARIOS = [playback, stop_and_play_again, the_last_of_calls_that_come_together, the_end_of_a_playlist, kept_open,
             modes, what_a_surface_can_do, the_window_and_the_name, a_window_is_raised, an_idle_player_opens,
             what_is_opened_in_vain, no_wakeups]
