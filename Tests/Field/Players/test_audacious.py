# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests Audacious alone: its own MPRIS plugin, a window, settings that an earlier run has left, its modes, and its
entries."""

import time
from pathlib import Path

from field.adapters import media
from field.adapters.audacious import OWN
from field.adapters.every import Audacious, of
from field.adapters.player import refuses, wakeups_of
from testkit.bus import ROOT, TRACK_LIST, is_ours
from testkit.desktop import wait_until
from testkit.wire import Variant

pytestmark = of(Audacious)
NAME = ROOT + ".audacious"


def test_in_its_place(player, folder):
    """When our plugin is installed, it is the only player; when it is removed, Audacious' own is back. Each is enabled
    if the other one was."""
    with player.playing(folder, 1) as run:
        assert run.bus.names() == [NAME] and run.is_ours()
        run.restart(folder / "2.flac", program=OWN)
        run.wait_title("Song 2")
        run.wait_until("without it Audacious' own is back", lambda: run.bus.names() == [NAME] and not run.is_ours())
        run.pardon()
        run.restart(folder / "1.flac")
        run.wait_title("Song 1")
        run.wait_until("and it is back", lambda: run.bus.names() == [NAME] and run.is_ours())
        run.tool("plugin-enable", "mpris2", "off")
        run.bus.wait_name(NAME, present=False)
        run.restart(folder / "1.flac")
        run.wait_playing()
        wait_until("Audacious plays", lambda: run.ask_tool("playback-status") == "playing")
        assert run.bus.names() == [], "what is turned off is there again"
        run.tool("plugin-enable", "mpris2", "on")
        run.wait_title("Song 1")


def test_turned_off_and_on(player, folder):
    """The plugin is turned off and on while Audacious plays, repeatedly."""
    with player.playing(folder, 1) as run:
        for _ in range(3):
            run.tool("plugin-enable", "mpris2", "off")
            run.bus.wait_name(NAME, present=False)
            assert run.state() == "Playing"
            run.tool("plugin-enable", "mpris2", "on")
            run.wait_title("Song 1")
            run.wait_status("Playing")


def test_what_its_own_does(player, folder):
    """Checks the table in the README: Audacious' own plugin, then this one."""
    path = media.with_cover(folder / "two.flac", media.picture(folder / "two.png", "navy"), title="Two", artist="A;B")
    rows = {}
    for program in (OWN, None):
        with player(folder / "1.flac", path, program=program) as run:
            run.wait_title("Song 1")
            if not program:
                run.wait_queue()
            client = run.client()
            ids, ends = [run.track()], [client.get("CanGoNext"), client.get("CanGoPrevious")]
            start = run.bus.mark()
            run.ctl("next")
            run.wait_title("Two")
            wait_until("the next song has begun", lambda: 0 < run.seconds() < 5)
            signals = len([message for message in run.bus.since(start) if is_ours(message)])
            ids.append(run.track())
            artists = client.metadata()["xesam:artist"]
            ends += [client.get("CanGoNext"), client.get("CanGoPrevious")]
            run.ctl("position", "5")
            wait_until("it is there", lambda: run.seconds() >= 5)
            run.ctl("play")
            begins_anew = run.seconds() < 4
            opens = not refuses(client.do, "OpenUri", "s", f"file://{folder}/3.flac")
            run.ctl("pause")
            run.wait_status("Paused")
            time.sleep(1.5)  # sleeps: what belongs to the pause is over
            before = wakeups_of(run.pid, "")
            time.sleep(2)  # sleeps: what is measured
            often = wakeups_of(run.pid, "") - before
            found = client.get_all()
            rows[program] = (ids[0] == ids[1], artists, ends, begins_anew, opens,
                             "LoopStatus" in found, "Shuffle" in found, "Rate" in found, often > 5, signals)
            if program:
                run.pardon()
    assert rows[OWN] == (True, ["A;B"], [True] * 4, True, False, False, False, False, True, 2), rows[OWN]
    assert rows[None] == (False, ["A", "B"], [True, False, False, True], False, True, True, True, True, False,
                          1), rows[None]


def test_started_without_a_bus(player, folder):
    """After one start without a bus Audacious' own plugin stays off; ours stays on, as test_no_bus shows."""
    with player(bus=False, program=OWN) as run:
        wait_until("it gives up", lambda: "failed to start" in "\n".join(run.process.take()))
        run.process.process.terminate()
        run.process.end()
        registry = Path(run.configuration, "audacious/plugin-registry").read_text()
        own = registry[registry.index("General/mpris2.so"):]
        assert own[own.index("enabled"):].startswith("enabled 0"), own
        run.expected = "failed to start", "Could not connect"


def test_its_own_on_a_new_bus(player, folder):
    """Audacious' own plugin does not come back on a new bus."""
    with player.playing(folder, 1, program=OWN) as run:
        run.pardon()
        run.bus.kill()
        run.bus.start()
        time.sleep(2)  # sleeps: it would be back within it
        assert run.bus.names() == [], "Audacious' own plugin is back"


def test_a_window(player, folder):
    """With an interface the window can be raised, and a volume that is set there is emitted."""
    variables = {"QT_QPA_PLATFORM": "offscreen", "ASAN_OPTIONS": "detect_leaks=0"}  # Qt leaks
    with player("-Q", folder / "1.flac", headless=False, **variables) as run:
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


def test_tags_of_an_mp3(player, folder):
    """The tags include a composer and a year."""
    with player(media.sound(folder / "other.mp3", title="Other", composer="C", date="2006")) as run:
        run.wait_title("Other")
        found = run.client().metadata()
        assert (found["xesam:composer"], found["xesam:contentCreated"]) == (["C"], "2006-01-01T00:00:00Z"), found


def test_a_song_that_is_made_as_it_goes(player, folder):
    """A track of an album from a server that says no length is a song; an empty playlist has nothing to play."""
    media.sound(folder / "made.ogg", 60, title="Made", artist="A", album="L", track="3/9")
    with media.passing(folder) as (address, _), player(f"{address}/made.ogg") as run:
        run.wait_title("Made")
        found = run.session().content
        assert (found["kind"], found["duration-kind"], found["artists"]) == ("music", "unknown", ["A"]), found
        assert run.client().get("CanPlay")
        run.tool("playlist-clear")
        wait_until("there is nothing to play", lambda: not run.client().get("CanPlay"))


def test_a_cover_while_stopped(player, folder):
    """For a song that does not play, Audacious has not looked for the picture yet."""
    cover = media.picture(folder / "stopped.png", "navy")
    path = media.with_cover(folder / "stopped.flac", cover, title="With")
    with player(folder / "1.flac", path) as run:
        run.wait_title("Song 1")
        run.ctl("stop")
        run.wait_status("Stopped")
        run.ctl("next")
        run.wait_title("With")
        run.wait_until("the cover shows", lambda: run.cover() == cover.read_bytes())
        assert run.ask("status") == "Stopped"


def test_what_is_next(player, folder):
    """The next song is that of Audacious' own queue; a paused player goes to it and stays paused; and a song may have
    no next."""
    with player.playing(folder, 1, 2) as run:
        client = run.client()
        run.ctl("next")
        run.wait_title("Song 2")
        wait_until("it knows the end of the queue", lambda: not client.get("CanGoNext") and client.get("CanGoPrevious"))
        run.tool("playqueue-add", 1)
        wait_until("what is queued is next", lambda: client.get("CanGoNext"))
        run.ctl("next")
        run.wait_title("Song 1")
        run.pause()
        run.wait_status("Paused")
        run.ctl("next")
        run.wait_title("Song 2")
        assert run.ask("status") == run.state() == "Paused"
        run.tool("playlist-delete", 1)
        wait_until("one song has no next", lambda: not client.get("CanGoNext") and not client.get("CanGoPrevious"))


def test_stop_and_the_end(player, folder):
    """A stopped or ended song remains to be seen, and is played again; an empty playlist shows nothing."""
    end = media.sound(folder / "end.flac", 2, title="End")
    with player(folder / "1.flac", end) as run:
        run.wait_title("Song 1")
        run.ctl("stop")
        run.wait_status("Stopped")
        assert run.title() == "Song 1" and run.state() == "Stopped"
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


def test_what_was_left(player, folder):
    """Audacious that is started again shows the item with which Play would begin."""
    with player.playing(folder, 1, 2) as run:
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


def test_settings_of_the_user(player, folder):
    """LoopStatus follows Audacious' own settings, and these are as before once a client has looped and stopped
    looping."""
    with player.playing(folder, 1, 2) as run:
        run.ctl("loop", "Playlist")
        wait_until("Audacious loops", lambda: run.mode("LoopStatus") == "Playlist")
        run.tool("playlist-auto-advance-toggle")
        wait_until("its own loop of one shows", lambda: run.ask("loop") == "Track")
        run.tool("playlist-repeat-toggle")
        wait_until("what only does not advance does not loop", lambda: run.ask("loop") == "None")
        for words in ("Track", "None"), ("Playlist", "None"), ("Track", "Playlist", "Track", "None"):
            for word in words:
                run.ctl("loop", word)
            assert run.tool("playlist-auto-advance-status") == "off", f"the user's own setting is lost after {words}"
        run.tool("config-set", "album_shuffle", "TRUE")
        run.ctl("shuffle", "on")
        wait_until("it is shuffled by album", lambda: run.mode("Shuffle"))
        assert run.tool("config-get", "album_shuffle") == "TRUE", "the user's own setting is lost"
        assert run.client().get("CanGoNext")


def test_one_repeats(player, folder):
    """The entry that repeats stays the same, and its jump to the start is emitted."""
    with player(media.sound(folder / "again.flac", 2, title="Again")) as run:
        run.wait_title("Again")
        run.wait_queue()
        run.ctl("loop", "Track")
        run.bus.wait_changed(0, "LoopStatus")
        track, start = run.track(), run.bus.mark()
        run.bus.wait_seeked(start)
        assert run.track() == track and run.title() == "Again"
        assert all(change.keys() <= {"Volume"} for change in run.changes(start)), "it says more than that"


def test_rate(player, folder):
    """While its effect for speed is on, Audacious plays at the rate that the desktop sets."""
    with player.playing(folder, 1) as run:
        client = run.client()
        assert (client.get("MinimumRate"), client.get("MaximumRate")) == (1.0, 1.0)
        run.tool("plugin-enable", "speed-pitch", "on")
        wait_until("rates are offered", lambda: (client.get("MinimumRate"), client.get("MaximumRate")) == (0.5, 2.0))
        client.set("Rate", Variant("d", 2.0))
        wait_until("it is fast", lambda: client.get("Rate") == 2.0)
        surface = run.session().surface

        def outruns_the_clock():
            begun, start = time.monotonic(), run.seconds()
            surface.settle(1)
            return run.seconds() - start > 1.3 * (time.monotonic() - begun)
        wait_until("Audacious is faster than the clock", outruns_the_clock)
        run.tool("plugin-enable", "speed-pitch", "off")
        wait_until("it is as fast as ever", lambda: client.get("Rate") == 1.0)


def test_the_last_of_calls_that_come_together(player, folder):
    """A file opened or added in the background does not undo a later command."""
    added = media.sound(folder / "added.flac", title="Added")
    for calls, status, title in (
            ("OpenUri Stop", "Stopped", None), ("OpenUri Pause", "Paused", "Added"),
            ("Stop OpenUri", "Playing", "Added"), ("OpenUri Pause Play", "Playing", "Added"),
            ("OpenUri Stop Play", "Playing", "Added"),
            ("AddTrack Stop", "Stopped", None), ("AddTrack Pause", "Paused", "Added"),
            ("AddTrack Next", "Playing", "Song 2"), ("Stop AddTrack", "Playing", "Added")):
        # Audacious itself leaks the tags of a file whose playback ends before it has begun, and reports that.
        with player(folder / "1.flac", folder / "2.flac", ASAN_OPTIONS="detect_leaks=0") as run:
            run.expected = (*run.expected, "strpool.cc", "aud_leak_check")
            run.wait_title("Song 1")
            run.wait_queue()
            last = run.client().get("Tracks", TRACK_LIST)[-1]
            whole = {"OpenUri": ("OpenUri", f"file://{added}"), "AddTrack": ("AddTrack", f"file://{added}", last, True)}
            answers = run.together(*(whole.get(name, (name,)) for name in calls.split()))
            assert answers == [None] * len(answers), answers
            # Audacious adds a file and plays it in one step.
            wait_until("it is added", lambda: "Added" in run.tool("playlist-display"))
            run.wait_until(f"{calls}: it is {status}", lambda: run.state() == run.ask("status") == status and
                           title in (None, run.title()))


def test_ids_of_entries(player, folder):
    """Two entries of the same song have two ids; each entry keeps its id when it moves."""
    song, other = folder / "1.flac", folder / "2.flac"
    with player(song, other, song) as run:
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
            wait_until(f"entry {place} has its id", lambda: run.track() == track)
        run.tool("playlist-jump", 3)
        wait_until("what was inserted has its own", lambda: run.track() not in (first, last))
        inserted = run.track()
        run.tool("playlist-delete", 2)
        assert run.track() == inserted
        run.tool("playlist-jump", 4)
        wait_until("one is removed, another keeps its id", lambda: run.track() == last)
        # The same song is in the playlist twice, and the second one plays.
        assert run.tool("playlist-length") == "4"
        run.tool("plugin-enable", "reverse", "on")
        wait_until("the playlist is reversed", lambda: run.tool("playlist-position") == "1")
        assert run.track() == last, "what plays has lost its id to the same song"
        run.tool("playlist-jump", 3)
        wait_until("so has no other", lambda: run.track() == inserted)
        # Now the first of the two entries plays.
        run.tool("playlist-jump", 1)
        wait_until("the first one plays", lambda: run.track() == last)
        run.tool("plugin-enable", "reverse", "off")
        run.tool("plugin-enable", "reverse", "on")
        wait_until("the playlist is as it was", lambda: run.tool("playlist-position") == "4")
        assert run.track() == last
        run.tool("playlist-jump", 2)
        wait_until("no other has got its id", lambda: run.track() == inserted)
