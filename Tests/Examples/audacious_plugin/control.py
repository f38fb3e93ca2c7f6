# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What the desktop can do: each command as Audacious' own remote control, audtool, sees it, and the other way round."""

import time

import media
from desktop import wait_until
from harness.bus import ROOT, TRACK_LIST
from harness.wire import Variant
from players import refuses, report, wakeups_of

from .run import NAME, Run


def seconds(run):
    return int(run.tool("current-song-output-length-frames")) / 1000


def playback(folder):
    """Play, pause, the queue and its ends, in the eyes of Audacious."""
    with Run(folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        for command, status in (("pause", "paused"), ("play", "playing"), ("play-pause", "paused"),
                                ("play-pause", "playing")):
            run.ctl(command)
            assert run.tool("playback-status") == status, command
        client = run.client()
        run.ctl("position", "12")
        wait_until("Audacious is there", lambda: 11.5 < seconds(run) < 15)
        run.ctl("play")
        assert seconds(run) > 11.5, "to play what plays begins it anew"
        run.ctl("position", "5-")
        wait_until("Audacious is back", lambda: 6 < seconds(run) < 10.5)
        assert client.get("CanGoNext") and not client.get("CanGoPrevious") and client.get("CanSeek")
        run.ctl("next")
        run.wait_title("Song 2")
        wait_until("it knows the end of the queue", lambda: not client.get("CanGoNext") and client.get("CanGoPrevious"))
        run.tool("playqueue-add", 1)
        wait_until("what is queued is next", lambda: client.get("CanGoNext"))
        run.ctl("next")
        run.wait_title("Song 1")
        run.tool("playback-pause")
        run.wait_status("Paused")
        run.ctl("next")
        run.wait_title("Song 2")
        assert run.ask("status") == "Paused" and run.tool("playback-status") == "paused"
        run.tool("playlist-delete", 1)
        wait_until("one song has no next", lambda: not client.get("CanGoNext") and not client.get("CanGoPrevious"))


def stop_and_the_end(folder):
    """What is stopped, or has ended, remains to be seen, and is played again; an empty playlist shows nothing."""
    end = media.sound(folder / "end.flac", 2, title="End")
    with Run(folder / "1.flac", end) as run:
        run.wait_title("Song 1")
        run.ctl("stop")
        run.wait_status("Stopped")
        assert run.title() == "Song 1" and run.tool("playback-status") == "stopped"
        run.ctl("next")
        run.wait_title("End")
        assert run.ask("status") == "Stopped", "a stopped player plays"
        run.ctl("play")
        run.wait_status("Playing")
        run.wait_status("Stopped")
        assert run.title() == "End"
        run.ctl("play")
        run.wait_title("Song 1")
        run.wait_status("Playing")
        run.tool("playlist-clear")
        run.wait_title("")
        run.wait_status("Stopped")


def what_was_left(folder):
    """Started again, it shows what Play would begin with."""
    with Run(folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        run.ctl("next")
        run.wait_title("Song 2")
        run.ctl("stop")
        run.wait_status("Stopped")
        run.restart()
        run.wait_title("Song 2")
        assert run.ask("status") == "Stopped"
        run.tool("playlist-clear")
        run.wait_title("")
        run.tool("playlist-addurl", folder / "3.flac")
        run.wait_until("a playlist that has not begun can be played", lambda: run.client().get("CanPlay"))
        run.ctl("play")
        run.wait_title("Song 3")


def modes(folder):
    """Loop and shuffle, both ways."""
    with Run(folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        client = run.client()
        for word, repeat, advance in (("Track", "on", "off"), ("Playlist", "on", "on"), ("Track", "on", "off"),
                                      ("None", "off", "on")):
            run.ctl("loop", word)
            wait_until(f"Audacious loops {word}", lambda repeat=repeat, advance=advance: [
                run.tool("playlist-repeat-status"), run.tool("playlist-auto-advance-status")] == [repeat, advance])
            wait_until(f"loop is {word}", lambda word=word: run.ask("loop") == word)
        run.tool("playlist-repeat-toggle")
        wait_until("its own loop shows", lambda: run.ask("loop") == "Playlist")
        run.tool("playlist-auto-advance-toggle")
        wait_until("its own loop of one shows", lambda: run.ask("loop") == "Track")
        run.tool("playlist-repeat-toggle")
        wait_until("what only does not advance does not loop", lambda: run.ask("loop") == "None")
        for words in ("Track", "None"), ("Playlist", "None"), ("Track", "Playlist", "Track", "None"):
            for word in words:
                run.ctl("loop", word)
            assert run.tool("playlist-auto-advance-status") == "off", f"the user's own setting is lost after {words}"
        run.ctl("shuffle", "on")
        wait_until("it is shuffled", lambda: run.ask("shuffle") == "On")
        assert run.tool("playlist-shuffle-status") == "on" and client.get("CanGoNext")
        run.tool("playlist-shuffle-toggle")
        wait_until("its own shuffle shows", lambda: run.ask("shuffle") == "Off")
        run.tool("config-set", "album_shuffle", "TRUE")
        run.ctl("shuffle", "on")
        wait_until("it is shuffled by album", lambda: run.tool("playlist-shuffle-status") == "on")
        assert run.tool("config-get", "album_shuffle") == "TRUE", "the user's own setting is lost"


def one_repeats(folder):
    """The entry that repeats stays the same, and its jump to the start is told."""
    with Run(media.sound(folder / "again.flac", 2, title="Again")) as run:
        run.wait_title("Again")
        run.wait_lists()
        run.ctl("loop", "Track")
        run.bus.wait_changed(0, "LoopStatus")
        track, start = run.track(), run.bus.mark()
        run.bus.wait_seeked(start)
        assert run.track() == track and run.title() == "Again"
        assert not [change for change in run.bus.signals(start) if isinstance(change, dict) and
                    not change.keys() <= {"Volume"}], "it says more than that"


def volume(folder):
    """Both ways; what Audacious tells nobody is right when somebody asks."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        client = run.client()
        for level, taken in ((0.3, 0.3), (1.7, 1.0)):
            client.set("Volume", Variant("d", level))
            wait_until(f"the volume is {taken}", lambda taken=taken: run.tool("get-volume") == str(round(taken * 100)))
            wait_until("and shows", lambda taken=taken: abs(client.get("Volume") - taken) < 1e-6)
        run.tool("set-volume", 40)
        wait_until("its own volume shows", lambda: abs(client.get("Volume") - 0.4) < 1e-6)


def rate(folder):
    """While its effect is on, it plays faster, as the desktop wants."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        client = run.client()
        assert (client.get("MinimumRate"), client.get("MaximumRate")) == (1.0, 1.0)
        run.tool("plugin-enable", "speed-pitch", "on")
        wait_until("rates are offered", lambda: (client.get("MinimumRate"), client.get("MaximumRate")) == (0.5, 2.0))
        client.set("Rate", Variant("d", 2.0))
        wait_until("it is fast", lambda: client.get("Rate") == 2.0)
        surface = run.session().surface

        def outruns_the_clock():
            begun, start = time.monotonic(), seconds(run)
            surface.settle(1)
            return seconds(run) - start > 1.3 * (time.monotonic() - begun)
        wait_until("Audacious is faster than the clock", outruns_the_clock)
        run.tool("plugin-enable", "speed-pitch", "off")
        wait_until("it is as fast as ever", lambda: client.get("Rate") == 1.0)


def what_a_surface_can_do(folder):
    """Intervals, and fast forward for as long as a button is held."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        session = run.session()
        assert session.command("skip-forward")["intervals"][:2] == [5_000_000, 10_000_000]
        run.tool("playback-pause")
        session.wait(lambda of: of.state == "paused", "it is paused")
        run.tool("playback-seek", 1)
        session.send("skip-forward", interval=10_000_000)
        wait_until("it is ten seconds further", lambda: 10 < seconds(run) < 12)
        session.send("skip-backward", interval=10_000_000)
        wait_until("and back", lambda: seconds(run) < 2)
        for command, beyond in (("seek-forward", lambda: seconds(run) > 6.5),
                                ("seek-backward", lambda: seconds(run) < 2)):
            session.send(command, phase="begin")
            wait_until(f"it goes on while {command} is held", beyond)
            session.send(command, phase="end")
        place = seconds(run)
        session.surface.settle(0.6)
        assert seconds(run) == place, "it goes on after the button is released"


def an_idle_player_opens(folder):
    """Nothing is loaded: it shows, opens, and says what cannot be read."""
    path = media.sound(folder / "with space ä.flac", title="Opened")
    with Run() as run:
        client = run.client()
        assert client.get("PlaybackStatus") == "Stopped" and not client.metadata().get("xesam:title")
        assert {"file", "http", "https"} <= set(client.get("SupportedUriSchemes", ROOT))
        assert {"audio/flac", "audio/mpeg"} <= set(client.get("SupportedMimeTypes", ROOT))
        assert client.get("DesktopEntry", ROOT) == "audacious" and client.get("Identity", ROOT) == "Audacious"
        assert refuses(client.do, "OpenUri", "s", f"file://{folder}/nothing.flac"), "it opens what is not there"
        run.ctl("open", str(path))
        run.wait_title("Opened")
        run.wait_status("Playing")
        start = run.bus.mark()
        client.do("OpenUri", "s", f"file://{folder}/2.flac")
        run.wait_title("Song 2")
        changes = [change for change in run.bus.signals(start) if isinstance(change, dict)]
        assert "Stopped" not in [change.get("PlaybackStatus") for change in changes], "it stops in between"
        assert not client.get("CanRaise", ROOT), "there is no window to raise"
        client.do("Quit", interface=ROOT)
        assert run.process.end() == 0
        report("it quits")


def the_last_of_calls_that_come_together(folder):
    """What is opened or added in the background does not undo what was asked after it."""
    added = media.sound(folder / "added.flac", title="Added")
    states = {"stopped": "Stopped", "paused": "Paused", "playing": "Playing"}
    for calls, status, title in (
            ("OpenUri Stop", "stopped", None), ("OpenUri Pause", "paused", "Added"),
            ("Stop OpenUri", "playing", "Added"), ("OpenUri Pause Play", "playing", "Added"),
            ("OpenUri Stop Play", "playing", "Added"),
            ("AddTrack Stop", "stopped", None), ("AddTrack Pause", "paused", "Added"),
            ("AddTrack Next", "playing", "Song 2"), ("Stop AddTrack", "playing", "Added")):
        # Audacious itself leaks the tags of a file whose playback ends before it has begun, and says so.
        with Run(folder / "1.flac", folder / "2.flac", ASAN_OPTIONS="detect_leaks=0") as run:
            run.expected = (*run.expected, "strpool.cc", "aud_leak_check")
            run.wait_title("Song 1")
            run.wait_lists()
            last = run.client().get("Tracks", TRACK_LIST)[-1]
            whole = {"OpenUri": ("OpenUri", f"file://{added}"), "AddTrack": ("AddTrack", f"file://{added}", last, True)}
            answers = run.together(*(whole.get(name, (name,)) for name in calls.split()))
            assert answers == [None] * len(answers), answers
            # Audacious adds, and plays what it has added, in one go.
            wait_until("it is added", lambda: "Added" in run.tool("playlist-display"))
            run.wait_until(f"{calls}: it is {status}", lambda status=status, title=title: (
                run.tool("playback-status") == status and run.ask("status") == states[status] and
                title in (None, run.title())))
            report(f"{calls}: {status}")


def ids_of_entries(folder):
    """The same song twice has two ids; each entry keeps its own, wherever it moves."""
    song, other = folder / "1.flac", folder / "2.flac"
    with Run(song, other, song) as run:
        run.wait_title("Song 1")
        run.ctl("pause")
        first = run.track()
        run.tool("playlist-jump", 3)
        wait_until("the same song has another id", lambda: run.track() != first)
        last = run.track()
        run.tool("playlist-insurl", folder / "3.flac", 1)
        run.tool("playlist-insurl", song, 3)
        wait_until("there are five", lambda: run.tool("playlist-length") == "5")
        assert run.track() == last, "what plays has moved and lost its id"
        for place, track in ((2, first), (5, last)):
            run.tool("playlist-jump", place)
            wait_until(f"entry {place} has its id", lambda track=track: run.track() == track)
        run.tool("playlist-jump", 3)
        wait_until("what was inserted has its own", lambda: run.track() not in (first, last))
        inserted = run.track()
        run.tool("playlist-delete", 2)
        assert run.track() == inserted
        run.tool("playlist-jump", 4)
        wait_until("one is removed, another keeps its id", lambda: run.track() == last)
        # The same song is there twice, and the second of them plays.
        assert run.tool("playlist-length") == "4"
        run.tool("plugin-enable", "reverse", "on")
        wait_until("the playlist is reversed", lambda: run.tool("playlist-position") == "1")
        assert run.track() == last, "what plays has lost its id to the same song"
        run.tool("playlist-jump", 3)
        wait_until("so has no other", lambda: run.track() == inserted)


def no_wakeups(folder):
    """Nothing is asked at intervals: paused, Audacious sleeps, and the plugin's thread does while it plays too."""
    with Run(folder / "1.flac") as run:
        session = run.session()
        run.wait_title("Song 1")
        for command, state, threads in (("play", "playing", ["nowplaying"]),
                                        ("pause", "paused", ["nowplaying", ""])):
            session.send(command)
            session.wait(lambda of, state=state: of.state == state, f"it is {state}")
            # Nothing is asked at its end: the plugin would still be on its way back to sleep.
            session.surface.wait_for_the_end_of(2)
            before = [wakeups_of(run.pid, thread) for thread in threads]
            session.surface.wait_for_the_end_of(1)
            woken = [wakeups_of(run.pid, thread) - count for thread, count in zip(threads, before)]
            assert not any(woken), f"{state}, {threads} were woken {woken} times in a second"
            report(f"{state}, it sleeps")


SCENARIOS = [playback, stop_and_the_end, what_was_left, modes, one_repeats, volume, rate, what_a_surface_can_do,
             an_idle_player_opens, the_last_of_calls_that_come_together, ids_of_entries, no_wakeups]
