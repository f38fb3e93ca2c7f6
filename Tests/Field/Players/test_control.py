# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests commands of the desktop as the player sees them, and the player's own keys as the desktop sees them."""

import itertools

from field.adapters import media
from field.adapters.every import ALL, Audacious, Kodi, Mpv, Vlc, of
from field.adapters.player import refuses
from testkit.bus import ROOT
from testkit.desktop import wait_until
from testkit.wire import Variant


@ALL
def test_playback(player, folder):
    """Play, pause, and the steps through the queue to its ends have the right effect on the player itself."""
    with player.playing(folder, 1, 2) as run:
        for command, state in (("pause", "Paused"), ("pause", "Paused"), ("play", "Playing"), ("play", "Playing"),
                               ("play-pause", "Paused"), ("play-pause", "Playing")):
            run.ctl(command)
            run.check_state(state, command)
            run.wait_status(state)
        client = run.client()
        assert client.get("CanGoNext") and not client.get("CanGoPrevious") and client.get("CanSeek")
        first, start = run.track(), run.bus.mark()
        run.ctl("next")
        run.wait_title("Song 2")
        wait_until("it knows the end of the queue", lambda: not client.get("CanGoNext") and client.get("CanGoPrevious"))
        run.ctl("previous")
        run.wait_title("Song 1")
        assert run.track() == first, "an entry has another id"
        assert "Stopped" not in run.statuses(start), "it stops in between"
        run.ctl("position", "12")
        # Kodi says 12 at first, and goes back by a second until the sound of 12 is heard.
        wait_until("the player plays on from there", lambda: 12.1 < run.seconds() < 15)
        wait_until("and it shows", lambda: 11.5 < client.get("Position") / 1e6 < 16)
        run.ctl("play")
        assert run.seconds() > 12, "to play what plays begins it anew"
        run.ctl("position", "5-")
        wait_until("the player is back", lambda: 6 < run.seconds() < 10.5)
        run.pause()
        run.wait_status("Paused")


# Calls to a player that plays on, and its state after them.
TOGETHER = [
    ("Stop Play", "Playing"), ("Stop Play Pause", "Paused"), ("Stop Play Pause Pause", "Paused"),
    ("PlayPause PlayPause", "Paused"), ("PlayPause PlayPause PlayPause", "Playing"), ("PlayPause PlayPause", "Playing"),
    ("Stop Play Pause Play", "Playing"), ("Stop Play Stop", "Stopped"), ("Play Pause", "Paused"),
    ("Stop PlayPause", "Playing"), ("PlayPause PlayPause PlayPause", "Paused"), ("Stop Play", "Playing"),
    ("Stop Play PlayPause", "Paused"), ("Pause Stop", "Stopped"), ("Play Stop", "Stopped"),
    ("Pause Play Pause", "Paused"), ("Play Pause Stop", "Stopped"), ("Play Play", "Playing"),
    ("Play Pause Play", "Playing")]


@of(Mpv, Vlc)
def test_the_last_of_calls_that_come_together(player, folder):
    """Calls are carried out in their order, even if the player has not finished the one before."""
    with player.playing(folder, 1, 2) as run:
        counts = (5, 4, 3, 6, 5, 2, 7)
        toggles = [("PlayPause " * count, "Paused" if total % 2 else "Playing")
                   for count, total in zip(counts, itertools.accumulate(counts))]
        for calls, state in TOGETHER + toggles:
            run.together(*((name,) for name in calls.split()))
            run.check_state(state, calls)
            run.wait_status(state)
        assert run.title() == "Song 1", "it goes to another item"
        for calls, title, state in (("Stop Next Play", "Song 2", "Playing"),
                                    ("Stop Previous Pause", "Song 1", "Paused"),
                                    ("Pause Stop Next", "Song 2", "Playing")):
            run.together(*((name,) for name in calls.split()))
            run.wait_title(title)
            wait_until(f"it is {state}", lambda: run.state() == state)
            run.wait_status(state)
        # A stopped player says that it cannot be paused; the commands after it must work all the same.
        run.together(("Stop",))
        run.wait_status("Stopped")
        run.together(("Previous",), ("Pause",))
        run.wait_title("Song 1")
        wait_until("what it goes to is paused", lambda: run.state() == "Paused")
        run.wait_status("Paused")
        run.together(("Play",))
        run.wait_status("Playing")
        client = run.client()
        for wanted in ((True, False), (True,), (False, True), (True, False)):
            run.together(*(("Shuffle", value) for value in wanted))
            assert run.mode("Shuffle") in (wanted[-1], None), wanted
            wait_until("that shows", lambda: client.get("Shuffle") is wanted[-1])


def check_rates(run):
    """The rate is set by the desktop and by the player; the next item keeps it."""
    client = run.client()
    # VLC keeps the inverse of the rate, in thousandths.
    fast, error = (4.0, 0.005) if isinstance(run, Vlc) else (40.0, 1e-6)
    for rate in (1.5, 1.1, 0.35, fast, 1.0):
        client.set("Rate", Variant("d", rate))
        wait_until(f"the rate is {rate}", lambda: abs((run.mode("Rate") or rate) - rate) < 1e-6)
        wait_until("and shows", lambda: abs(client.get("Rate") / rate - 1) < error)
    run.faster()
    wait_until("the player's own speed shows", lambda: client.get("Rate") > 1.1)
    rate = client.get("Rate")
    run.ctl("next")
    run.wait_title("Song 2")
    assert client.get("Rate") == rate, "the next item has another speed"
    run.ctl("previous")
    run.wait_title("Song 1")


@ALL
def test_modes(player, folder):
    """Speed, loop and shuffle are set by the desktop and by the player, within the player's range."""
    with player.playing(folder, 1, 2) as run:
        client = run.client()
        assert (client.get("MinimumRate"), client.get("MaximumRate")) == player.rates
        if player.rates != (1.0, 1.0):
            check_rates(run)
        for word in ("Track", "Playlist", "None"):
            run.ctl("loop", word)
            wait_until(f"it repeats {word}", lambda: run.mode("LoopStatus") in (word, None))
            wait_until(f"loop is {word}", lambda: run.ask("loop") == word)
            # Audacious does not go back from its first entry.
            wraps = word == "Playlist" and player is not Audacious
            wait_until("so is the end of the queue", lambda: client.get("CanGoPrevious") == wraps)
            assert client.get("CanGoNext")
        word = run.loop()
        wait_until("the player's own loop shows", lambda: run.ask("loop") == word)
        song = run.track()
        run.ctl("shuffle", "on")
        wait_until("it is shuffled", lambda: run.mode("Shuffle") in (True, None) and run.ask("shuffle") == "On")
        run.unshuffle()
        wait_until("the player's own shuffle shows", lambda: run.ask("shuffle") == "Off")
        assert run.track() == song, "the shuffled song has another id"


@ALL
def test_volume(player, folder):
    """The volume is set by the desktop and by the player, within the player's range."""
    with player.audible(folder) as run:
        client = run.client()
        for level, taken in player.levels:
            client.set("Volume", Variant("d", level))
            wait_until(f"the volume is {taken}", lambda: abs(run.volume() - taken) < player.level_error)
            wait_until("and shows", lambda: abs(client.get("Volume") - taken) < min(0.01, player.level_error))
        run.set_volume(0.7)
        run.wait_until("the player's own volume shows", lambda: abs(client.get("Volume") - 0.7) < 0.01)


@of(Mpv, Vlc, Audacious)
def test_what_a_surface_can_do(player, folder):
    """A surface gets the player's intervals, skips by an interval, and seeks for as long as a button is held."""
    with player.playing(folder, 1) as run:
        session = run.session()
        assert session.command("skip-forward")["intervals"][:2] == player.intervals
        run.pause()
        session.wait(lambda of: of.state == "paused", "it is paused")
        run.ctl("position", "1")
        wait_until("it is at its start", lambda: 0.5 < run.seconds() < 1.5)
        session.send("skip-forward", interval=10_000_000)
        wait_until("it is ten seconds further", lambda: 10 < run.seconds() < 12)
        session.send("skip-backward", interval=10_000_000)
        wait_until("and back", lambda: run.seconds() < 2)
        for command, beyond in (("seek-forward", lambda: run.seconds() > 6.5),
                                ("seek-backward", lambda: run.seconds() < 2)):
            session.send(command, phase="begin")
            wait_until(f"it goes on while {command} is held", beyond)
            session.send(command, phase="end")
        session.surface.settle(0.6)  # the player may be on its way to where it was last sent
        place = run.seconds()
        session.surface.settle(0.6)
        assert run.seconds() == place, "it goes on after the button is released"


@ALL
def test_the_player(player, folder):
    """The player has its name, the types that it opens, and fullscreen; it has no window to raise; it quits."""
    with player.playing(folder, 1) as run:
        client = run.client()

        def root(name):
            return client.get(name, ROOT)

        assert root("Identity").startswith(player.identity) and root("DesktopEntry") == player.name
        assert root("CanSetFullscreen") == player.has_fullscreen
        for wanted in (not root("Fullscreen"), root("Fullscreen")) if player.has_fullscreen else ():
            client.set("Fullscreen", Variant("b", wanted), ROOT)
            wait_until("the player does it", lambda: run.mode("Fullscreen") in (wanted, None))
            wait_until("it shows", lambda: root("Fullscreen") == wanted)
        assert not root("CanRaise"), "there is no window to raise"
        schemes = set(root("SupportedUriSchemes"))
        assert player.schemes <= schemes and player.no_scheme not in schemes, schemes
        assert player.mime_types <= set(root("SupportedMimeTypes"))
        assert root("CanQuit")
        client.do("Quit", interface=ROOT)
        assert run.process.end() == 0


@ALL
def test_an_idle_player_opens(player, folder):
    """Without a file, the player is shown, opens files, and reports those that cannot be opened."""
    path = media.sound(folder / "with space ä %41.flac", player.song_seconds, title="Opened")
    with player(*player.idle) as run:
        client = run.client()
        if player is Kodi:
            run.expected = "There is no file", "Traceback"
        assert client.get("PlaybackStatus") == "Stopped" and not client.metadata().get("xesam:title")
        for uri in (f"file://{folder}/nothing.flac", *player.refused):
            assert refuses(client.do, "OpenUri", "s", uri), f"it opens {uri}"
        run.ctl("open", str(path))
        run.wait_title("Opened")
        run.wait_status("Playing")
        start = run.bus.mark()
        client.do("OpenUri", "s", f"file://{folder}/2.flac")
        run.wait_title("Song 2")
        # Kodi itself stops first.
        assert player is Kodi or "Stopped" not in run.statuses(start), "it stops in between"


@of(Mpv, Vlc, Kodi)
def test_a_playlist_is_opened(player, folder):
    """A playlist of music is opened as a queue of music, with tags."""
    album = folder / "list ü.m3u"
    album.write_text(f"{folder}/3.flac\n{folder}/2.flac\n")
    with player(*player.idle) as run:
        client = run.client()
        client.do("OpenUri", "s", album.as_uri())
        run.wait_title("Song 3")
        assert client.metadata()["xesam:url"] == (folder / "3.flac").as_uri()
        run.wait_until("there is a next", lambda: client.get("CanGoNext"))
        run.ctl("shuffle", "on")
        run.wait_until("it is shuffled", lambda: client.get("Shuffle"))
