# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What the desktop can do: each command as VLC itself sees it, and what VLC's own keys do as the desktop sees it."""

import contextlib
import fcntl
import io
import os
import shutil
import socket
import subprocess
import termios

import media
from desktop import wait_until
from harness.bus import PLAYER, PROPERTIES, ROOT
from harness.wire import DBusError, Variant
from players import refuses, report
from tracks import Tracks

from .run import NOBODY, Run


def playback(folder):
    """Play, pause, stop, the queue and its ends, in VLC's eyes."""
    with Run(folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        for command, state in (("pause", "pause"), ("play", "play"), ("play-pause", "pause"), ("play-pause", "play")):
            run.ctl(command)
            wait_until(f"{command}: it is {state}", lambda state=state: run.remote.state() == state)
            run.wait_status({"pause": "Paused", "play": "Playing"}[state])
        client = run.client()
        assert client.get("CanGoNext") and not client.get("CanGoPrevious")
        run.ctl("next")
        run.wait_title("Song 2")
        wait_until("it knows the end of the queue", lambda: not client.get("CanGoNext") and client.get("CanGoPrevious"))
        run.ctl("previous")
        run.wait_title("Song 1")
        run.ctl("position", "12")
        wait_until("VLC is there", lambda: 12 <= run.time() < 14)
        run.ctl("position", "5-")
        wait_until("VLC is back", lambda: 7 <= run.time() < 9)
        run.remote("enqueue", folder / "3.flac")
        run.ctl("next")
        run.wait_title("Song 2")
        run.wait_until("what was added is next", lambda: client.get("CanGoNext"))
        run.remote("pause")
        run.wait_status("Paused")


def stop_and_play_again(folder):
    """What was stopped remains to be seen, and plays again; so does what ended; an empty playlist shows nothing."""
    end = media.sound(folder / "end.flac", 4, title="End")
    with Run(folder / "1.flac", end) as run:
        run.wait_title("Song 1")
        client = run.client()
        for _ in range(20):
            client.do("Stop")
            status = client.get("PlaybackStatus")
            assert status == "Stopped", f"when a stop is answered, it is {status}"
            wait_until("VLC has stopped", lambda: run.remote.state() == "stop")
            assert client.get("PlaybackStatus") == "Stopped" and run.title() == "Song 1"
            client.do("Play")
            run.wait_status("Playing")
        run.ctl("stop")
        wait_until("VLC has stopped", lambda: run.remote.state() == "stop")
        run.ctl("play")
        run.wait_status("Playing")
        run.remote("stop")
        run.wait_status("Stopped")
        run.ctl("next")
        run.wait_title("End")
        run.wait_status("Playing")
        run.wait_status("Stopped")
        assert run.title() == "End"
        run.ctl("play")
        run.wait_status("Playing")
        assert run.title() == "End"
        run.remote("clear")
        run.wait_title("")
        run.wait_status("Stopped")
        assert not run.client().get("CanPlay")


def what_waits_for_its_data(folder):
    """What VLC has opened is shown before it can be heard; if it has to wait for long, that is said, and no time
    passes."""
    slow = folder / "slow.wav"
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=r=96000:d=1", "-ac", "8", "-c:a",
                    "pcm_s32le", "-f", "wav", folder / "eight.wav"], check=True)
    data = io.BytesIO((folder / "eight.wav").read_bytes())
    os.mkfifo(slow)
    slow.chmod(0o666)
    with open(slow, "r+b", buffering=0) as pipe, Run("--no-auto-preparse", slow) as run:
        start = run.bus.mark()
        while run.title() != "slow.wav":
            pipe.write(data.read(4096))
            wait_until("VLC has read it", lambda: fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)) == bytes(4))
        for status in "Playing", "Paused":
            run.bus.wait_changed(start, "PlaybackStatus", lambda value, status=status: value == status)
        pipe.write(data.read())
        pipe.close()
        run.bus.wait_changed(start, "PlaybackStatus", lambda value: value == "Stopped")
        said = [change["PlaybackStatus"] if isinstance(change, dict) else change for change in run.bus.signals(start)
                if not isinstance(change, dict) or "PlaybackStatus" in change]
        assert said == ["Playing", "Paused", "Playing", "Stopped"], said
    with Run("--start-paused", folder / "1.flac") as run:
        run.wait_title("Song 1")
        run.wait_status("Paused")
        said = [change["PlaybackStatus"] for change in run.bus.signals(0) if "PlaybackStatus" in change]
        assert said == ["Paused"], said


def the_last_of_calls_that_come_together(folder):
    """They are carried out in their order, also where VLC has not done yet what the one before asked."""
    states = {"Playing": "play", "Paused": "pause", "Stopped": "stop"}
    with Run(folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        for calls, status in (
                ("Stop Play", "Playing"), ("Stop Play Pause", "Paused"), ("Stop Play Pause Play", "Playing"),
                ("PlayPause PlayPause", "Playing"), ("PlayPause PlayPause PlayPause", "Paused"),
                ("Stop Play", "Playing"), ("Stop Play Stop", "Stopped"), ("Play Pause", "Paused"),
                ("Stop PlayPause", "Playing"), ("Stop Play PlayPause", "Paused"), ("Pause Stop", "Stopped"),
                ("Play Stop", "Stopped"), ("Play Play", "Playing")):
            run.together(*((name,) for name in calls.split()))
            wait_until(f"{calls}: VLC is {status}", lambda status=status: run.remote.state() == states[status])
            run.wait_status(status)
            report(f"{calls}: {status}")
        assert run.title() == "Song 1", "it goes to another item"
        plays = True
        for times in (5, 4, 3, 6, 5, 2, 7):
            run.together(*[("PlayPause",)] * times)
            plays ^= times % 2 == 1
            run.wait_status("Playing" if plays else "Paused")
            wait_until("so is VLC", lambda state="play" if plays else "pause": run.remote.state() == state)
        run.together(("Stop",), ("Next",), ("Play",))
        run.wait_title("Song 2")
        wait_until("VLC plays", lambda: run.remote.state() == "play")
        run.wait_status("Playing")
        run.together(("Stop",), ("Previous",), ("Pause",))
        run.wait_title("Song 1")
        wait_until("VLC is paused", lambda: run.remote.state() == "pause")
        run.wait_status("Paused")


@contextlib.contextmanager
def sound_server(run_home, environment):
    """One that nobody hears, with a volume for each program."""
    words = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "-L",
             "module-null-sink", "-L", f"module-native-protocol-unix auth-anonymous=1 socket={run_home}/sound"]
    with subprocess.Popen([*NOBODY, *words], env=environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as server:
        try:
            yield
        finally:
            server.kill()


def modes(folder):
    """Loop, shuffle, speed, both ways, with VLC's own ranges."""
    with Run(folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        client = run.client()
        for word in ("Track", "Playlist", "None"):
            run.ctl("loop", word)
            wait_until(f"loop is {word}", lambda word=word: run.ask("loop") == word)
            assert client.get("CanGoNext") and client.get("CanGoPrevious") == (word == "Playlist")
        run.remote("repeat on")
        wait_until("VLC's own loop shows", lambda: run.ask("loop") == "Track")
        run.remote("repeat off")
        run.ctl("shuffle", "on")
        wait_until("it is shuffled", lambda: run.ask("shuffle") == "On")
        run.remote("random off")
        wait_until("VLC's own shuffle shows", lambda: run.ask("shuffle") == "Off")
        assert (client.get("MinimumRate"), client.get("MaximumRate")) == (0.03125, 31.25)
        for rate in (1.5, 0.35, 4.0, 1.0):
            client.set("Rate", Variant("d", rate))
            # VLC keeps the thousandths of its inverse.
            wait_until(f"the rate is {rate}", lambda rate=rate: abs(client.get("Rate") / rate - 1) < 0.005)
        run.remote("faster")
        wait_until("VLC's own speed shows", lambda: client.get("Rate") > 1.1)
        rate = client.get("Rate")
        run.ctl("next")
        run.wait_title("Song 2")
        assert client.get("Rate") == rate, "the next item has another speed"


def no_volume(folder):
    """An output without a volume, as a receiver's, has none to show."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        assert run.client().get("Volume") == 1.0


def volume(folder):
    """Both ways, up to VLC's 200 %, and muted."""
    with Run("--no-volume-save", folder / "1.flac", aout="pulse", PULSE_SERVER="unix:/nowhere") as run:
        run.wait_title("Song 1")
        # VLC finds no server at all, and plays to nothing: it has no volume.
        assert run.client().get("Volume") == 1.0
    home = folder / "pulse"
    home.mkdir()
    if NOBODY:
        shutil.chown(home, "nobody", "nogroup")
    with sound_server(home, {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "PATH": "/usr/bin:/bin"}):
        wait_until("there is sound", (home / "sound").exists)
        server = f"unix:{home}/sound"
        with Run(folder / "1.flac", aout="pulse", PULSE_SERVER=server) as run:
            run.wait_title("Song 1")
            asked = ["pactl", "-s", server, "list", "short", "sink-inputs"]
            wait_until("VLC plays by it", lambda: subprocess.run(asked, stdout=subprocess.PIPE, check=True).stdout)
            client = run.client()
            for level, taken in ((0.3, 0.3), (1.3, 1.3), (9.0, 2.0), (0.5, 0.5)):
                client.set("Volume", Variant("d", level))
                wait_until(f"the volume is {taken}", lambda taken=taken: abs(client.get("Volume") - taken) < 0.01)
                wait_until("VLC has it", lambda taken=taken: abs(run.remote.volume() - taken) < 0.02)
            run.remote("volume 205")
            run.wait_until("VLC's own volume shows", lambda: abs(client.get("Volume") - 0.8) < 0.01)


def what_a_surface_can_do(folder):
    """Intervals, and fast forward for as long as a button is held."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        session = run.session()
        assert session.command("skip-forward")["intervals"][:2] == [10_000_000, 30_000_000]
        session.send("pause")
        session.wait(lambda of: of.state == "paused", "it is paused")
        run.ctl("position", "1")
        wait_until("it is at its start", lambda: run.time() == 1)
        session.send("skip-forward", interval=10_000_000)
        wait_until("it is ten seconds further", lambda: 11 <= run.time() < 12)
        session.send("skip-backward", interval=10_000_000)
        wait_until("and back", lambda: run.time() == 1)
        for command, beyond in (("seek-forward", lambda: run.time() > 6), ("seek-backward", lambda: run.time() < 2)):
            session.send(command, phase="begin")
            wait_until(f"it goes on while {command} is held", beyond)
            session.send(command, phase="end")
        session.surface.settle(0.6)
        place = run.time()
        session.surface.settle(0.6)
        assert run.time() == place, "it goes on after the button is released"


def the_player(folder):
    """Its name, what it opens, fullscreen both ways; no window to raise; it quits."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        client = run.client()

        def root(name):
            return client.get(name, ROOT)

        assert root("Identity") == "VLC media player" and root("DesktopEntry") == "vlc" and root("CanSetFullscreen")
        client.set("Fullscreen", Variant("b", True), ROOT)
        wait_until("it shows", lambda: root("Fullscreen"))
        client.set("Fullscreen", Variant("b", False), ROOT)
        wait_until("that shows", lambda: not root("Fullscreen"))
        assert not root("CanRaise"), "there is no window to raise"
        assert {"file", "https"} <= set(root("SupportedUriSchemes")) and "vlc" not in root("SupportedUriSchemes")
        assert {"audio/flac", "video/x-matroska"} <= set(root("SupportedMimeTypes"))
        assert root("CanQuit")
        client.do("Quit", interface=ROOT)
        assert run.process.end() == 0
        report("it quits")


def an_idle_player_opens(folder):
    """Nothing is loaded: it shows, opens, and says what cannot be opened."""
    path = media.sound(folder / "with space ä.flac", title="Opened")
    album = folder / "list.m3u"
    album.write_text(f"{folder}/3.flac\n{folder}/2.flac\n")
    with Run() as run:
        client = run.client()
        assert client.get("PlaybackStatus") == "Stopped" and not client.metadata().get("xesam:title")
        assert refuses(client.do, "OpenUri", "s", f"file://{folder}/nothing.flac"), "it opens what is not there"
        assert refuses(client.do, "OpenUri", "s", "vlc://quit"), "it opens any protocol"
        run.ctl("open", str(path))
        run.wait_title("Opened")
        assert client.get("PlaybackStatus") == "Playing"
        start = run.bus.mark()
        client.do("OpenUri", "s", f"file://{folder}/2.flac")
        run.wait_title("Song 2")
        changes = [change for change in run.bus.signals(start) if isinstance(change, dict)]
        assert "Stopped" not in [change.get("PlaybackStatus") for change in changes], "it stops in between"
        client.do("OpenUri", "s", f"file://{album}")
        run.wait_title("Song 3")


def a_busy_player_opens(folder):
    """What ends before the plugin has seen it begin is answered all the same, and rightly."""
    album = folder / "busy.m3u"
    album.write_text(f"{folder}/2.flac\n")
    with Run() as run:
        client = run.client()
        for path, expected in ((folder / "nothing.flac", "Failed"), (album, None)):
            # While these are answered VLC opens the file, in threads of its own.
            serial = client.start_do("OpenUri", "s", f"file://{path}")
            others = [client.start_do("Get", "ss", PLAYER, "Metadata", interface=PROPERTIES) for _ in range(3000)]
            error = None
            try:
                client.finish(serial)
            except DBusError as refusal:
                error = refusal.name.rpartition(".")[2]
            assert error == expected, f"{path.name}: {error}"
            for other in others:
                client.finish(other)
        run.wait_title("Song 2")


def what_is_opened_in_vain(folder):
    """Who opens is answered, also when something else is wanted before it can be heard."""
    with socket.create_server(("127.0.0.1", 0)) as silent, Run(folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        client, tracks = run.client(), Tracks(run)
        slow = f"http://127.0.0.1:{silent.getsockname()[1]}/never.flac"
        for uri in f"file://{folder}/3.flac", slow:
            answers = run.together(("OpenUri", uri), ("Stop",))
            assert answers == ["Failed", None], answers
            run.wait_status("Stopped")
            # VLC may have begun with what was opened: Play would be about that.
            tracks.go_to(tracks.path("Song 1"))
            run.wait_status("Playing")
        answers = run.together(("OpenUri", slow), ("OpenUri", slow), ("Next",))
        assert answers == ["Failed", "Failed", None], answers
        opening = client.start_do("OpenUri", "s", slow)
        run.wait_until("it is opened", lambda: "never.flac" in tracks.files()[-1:])
        tracks.go_to(tracks.path("Song 2"))
        refusal = client.refused(opening).name
        assert refusal.endswith(".Failed"), refusal
        run.wait_title("Song 2")


def no_wakeups(folder):
    """Nothing is asked at intervals: its thread sleeps, whether VLC plays or not."""
    with Run(folder / "1.flac") as run:
        session = run.session()
        run.wait_title("Song 1")
        for command, state in (("play", "playing"), ("pause", "paused")):
            session.send(command)
            session.wait(lambda of, state=state: of.state == state, f"it is {state}")
            # Nothing is asked at its end: the plugin would still be on its way back to sleep.
            session.surface.wait_for_the_end_of(1)
            before = run.wakeups()
            session.surface.wait_for_the_end_of(1)
            woken = run.wakeups() - before
            assert woken == 0, f"{state}, its thread was woken {woken} times in a second"
            report(f"{state}, it sleeps")


SCENARIOS = [playback, stop_and_play_again, what_waits_for_its_data, the_last_of_calls_that_come_together, modes,
             no_volume, volume, what_a_surface_can_do, the_player, an_idle_player_opens, a_busy_player_opens,
             what_is_opened_in_vain, no_wakeups]
