# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What the desktop can do: each command as Kodi itself sees it, and what Kodi's own commands do on the desktop."""

import media
from desktop import wait_until
from harness.bus import ROOT
from harness.wire import Variant
from players import refuses, report

from .run import Run


def playback(folder):
    """Play, pause, the queue and its ends, stop, in Kodi's eyes."""
    with Run() as run:
        run.play(folder / "1.flac", folder / "2.flac")
        run.wait_title("Song 1")
        client = run.client()
        for command, speed in (("pause", 0), ("pause", 0), ("play", 1), ("play", 1), ("play-pause", 0),
                               ("play-pause", 1)):
            run.ctl(command)
            assert run.playing("speed") == speed, command
            run.wait_status("Playing" if speed else "Paused")
        assert client.get("CanGoNext") and not client.get("CanGoPrevious")
        first = client.metadata()["mpris:trackid"]
        start = run.bus.mark()
        run.ctl("next")
        run.wait_title("Song 2")
        wait_until("it knows the end of the queue", lambda: not client.get("CanGoNext") and client.get("CanGoPrevious"))
        run.ctl("previous")
        run.wait_title("Song 1")
        assert client.metadata()["mpris:trackid"] == first, "an entry has another id"
        changes = [change for change in run.bus.signals(start) if isinstance(change, dict)]
        assert "Stopped" not in [change.get("PlaybackStatus") for change in changes], "it stops in between"
        run.ctl("position", "12")
        wait_until("Kodi is there", lambda: 11.5 < run.seconds() < 14)
        wait_until("and it shows", lambda: 11.5 < client.get("Position") / 1e6 < 15)
        run.rpc("Player.Seek", playerid=0, value={"percentage": 50})
        wait_until("Kodi's own jump shows", lambda: 29 < client.get("Position") / 1e6 < 33)
        run.ctl("stop")
        run.wait_title("")
        run.wait_status("Stopped")
        assert run.rpc("Player.GetActivePlayers") == []


def the_same_song_twice(folder):
    """Two entries of a queue are two, though they are the same file; one signal tells of the change."""
    short = media.sound(folder / "short.flac", 4, title="Short")
    with Run() as run:
        run.play(short, short, folder / "1.flac")
        run.wait_title("Short")
        ids = [run.client().metadata()["mpris:trackid"]]
        start = run.bus.mark()
        run.bus.wait_changed(start, "Metadata", lambda found: found["mpris:trackid"].value != ids[0])
        ids.append(run.client().metadata()["mpris:trackid"])
        run.wait_title("Song 1")
        said = [change for change in run.bus.signals(start) if isinstance(change, dict)]
        assert ["Metadata" in change for change in said] == [True, True], said
        assert not [change for change in said if "PlaybackStatus" in change], said
        assert ids[0] != ids[1], ids


def modes(folder):
    """Loop, shuffle and volume, both ways."""
    with Run() as run:
        run.play(folder / "1.flac", folder / "2.flac")
        run.wait_title("Song 1")
        client = run.client()
        for word, mode in (("Track", "one"), ("Playlist", "all"), ("None", "off")):
            run.ctl("loop", word)
            wait_until(f"Kodi repeats {mode}", lambda mode=mode: run.playing("repeat") == mode)
            wait_until(f"loop is {word}", lambda word=word: run.ask("loop") == word)
            wait_until("so is the end of the queue", lambda word=word: client.get("CanGoPrevious")
                       == (word == "Playlist"))
        run.rpc("Player.SetRepeat", playerid=0, repeat="all")
        wait_until("Kodi's own loop shows", lambda: run.ask("loop") == "Playlist")
        song = client.metadata()["mpris:trackid"]
        run.ctl("shuffle", "on")
        wait_until("it is shuffled", lambda: run.playing("shuffled") and run.ask("shuffle") == "On")
        run.rpc("Player.SetShuffle", playerid=0, shuffle=False)
        wait_until("Kodi's own shuffle shows", lambda: run.ask("shuffle") == "Off")
        assert client.metadata()["mpris:trackid"] == song, "the shuffled song has another id"
        client.set("Volume", Variant("d", 0.3))
        wait_until("Kodi's volume is 30",
                   lambda: run.rpc("Application.GetProperties", properties=["volume"])["volume"] == 30)
        wait_until("and shows", lambda: client.get("Volume") == 0.3)
        run.rpc("Application.SetVolume", volume=70)
        wait_until("Kodi's own volume shows", lambda: client.get("Volume") == 0.7)
        assert (client.get("MinimumRate"), client.get("MaximumRate")) == (1.0, 1.0)


def what_a_surface_can_do(folder):
    """Kodi's own intervals, and fast forward for as long as a button is held, of a song and of a film."""
    film = media.film(folder / "long.mkv", 120)
    with Run() as run:
        for path, player, intervals in ((folder / "1.flac", 0, [10, 30, 60]), (film, 1, [10, 30, 60, 180, 300, 600])):
            run.play(path, playlist=player)
            session = run.session()
            session.wait(lambda of, path=path: of.content.get("url") == f"file://{path}", "it plays")
            assert session.command("skip-forward")["intervals"] == [each * 1_000_000 for each in intervals]
            session.send("skip-forward", interval=10_000_000)
            wait_until("it is ten seconds further", lambda player=player: 10 < run.seconds(player) < 16)
            session.send("seek-forward", phase="begin")
            session.wait(lambda of: of.playback["rate"] == 8, "it is fast, and says so")
            wait_until("it goes on", lambda player=player: run.seconds(player) > 25)
            session.send("seek-forward", phase="end")
            session.wait(lambda of: of.state == "playing" and of.playback["rate"] == 1, "it plays as before")
            session.send("pause")
            session.wait(lambda of: of.state == "paused", "it is paused")
            session.send("seek-backward", phase="begin")
            session.wait(lambda of: of.playback["rate"] == -8, "it goes back")
            session.send("seek-backward", phase="end")
            session.wait(lambda of: of.state == "paused", "it is paused, as it was before")
            report(f"a {'film' if player else 'song'} is sought in")


def the_window_and_the_name(folder):
    """Fullscreen, the name that Kodi has, what it opens, and its end."""
    with Run() as run:
        client = run.client()

        def root(name):
            return client.get(name, ROOT)

        def is_full():
            return run.rpc("XBMC.GetInfoBooleans", booleans=["System.IsFullscreen"])["System.IsFullscreen"]

        assert root("Identity").startswith("Kodi") and root("DesktopEntry") == "kodi" and root("CanSetFullscreen")
        for wanted in (not is_full(), is_full()):
            client.set("Fullscreen", Variant("b", wanted), ROOT)
            wait_until("Kodi does it", lambda wanted=wanted: is_full() == wanted)
            wait_until("it shows", lambda wanted=wanted: root("Fullscreen") == wanted)
        assert not root("CanRaise")
        assert {"file", "https", "smb"} <= set(root("SupportedUriSchemes"))
        assert "plugin" not in root("SupportedUriSchemes")
        assert {"audio/flac", "video/x-matroska"} <= set(root("SupportedMimeTypes"))
        assert root("CanQuit")
        client.do("Quit", interface=ROOT)
        assert run.process.end() == 0
        report("it quits")


def an_idle_player_opens(folder):
    """Nothing plays: it shows, opens, and says what cannot be opened."""
    path = media.sound(folder / "with space ä %41.flac", title="Opened")
    with Run() as run:
        client = run.client()
        run.expected = "There is no file", "Traceback"
        assert client.get("PlaybackStatus") == "Stopped" and not client.metadata().get("xesam:title")
        assert refuses(client.do, "OpenUri", "s", f"file://{folder}/nothing.flac"), "it opens what is not there"
        assert refuses(client.do, "OpenUri", "s", "plugin://plugin.video.any/"), "it runs add-ons"
        client.do("OpenUri", "s", path.as_uri())
        run.wait_title("Opened")
        wait_until("it plays", lambda: client.get("PlaybackStatus") == "Playing")


def an_idle_player_has_a_volume(folder):
    with Run() as run:
        client = run.client()
        run.rpc("Application.SetVolume", volume=90)
        run.wait_until("Kodi's shows", lambda: client.get("Volume") == 0.9)
        client.set("Volume", Variant("d", 0.4))
        wait_until("Kodi has it", lambda: run.rpc("Application.GetProperties", properties=["volume"])["volume"] == 40)
        run.wait_until("it shows", lambda: client.get("Volume") == 0.4)


def a_playlist_is_opened(folder):
    """As what it is: a queue of music, with tags."""
    album = folder / "list ü.m3u"
    album.write_text(f"{folder}/1.flac\n{folder}/2.flac\n")
    with Run() as run:
        run.client().do("OpenUri", "s", album.as_uri())
        run.wait_title("Song 1")
        assert run.client().metadata()["xesam:url"] == (folder / "1.flac").as_uri()
        run.wait_until("there is a next", lambda: run.client().get("CanGoNext"))
        run.ctl("shuffle", "on")
        run.wait_until("it is shuffled", lambda: run.client().get("Shuffle"))


SCENARIOS = [playback, the_same_song_twice, modes, what_a_surface_can_do, the_window_and_the_name,
             an_idle_player_opens, an_idle_player_has_a_volume, a_playlist_is_opened]
