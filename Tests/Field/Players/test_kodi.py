# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests Kodi alone: the add-on beside another one, disabled and enabled; the content that add-ons play; and seeking."""

from field.adapters import media
from field.adapters.every import Kodi, of
from field.adapters.kodi import OURS, PEER
from testkit.desktop import wait_until
from testkit.wire import Variant

pytestmark = of(Kodi)
KINDS = [
    # The song is the first, because after a film Kodi 20 ends a song of an add-on as soon as it begins.
    ("song.flac", "music", {"mediatype": "song", "title": "Said", "artist": "Others", "album": "Said Album",
                            "tracknumber": 3},
     {"kind": "music", "media-type": "audio", "title": "Said", "artists": ["Others"], "track-number": 3}),
    ("movie.mkv", "video", {"mediatype": "movie", "title": "A Film", "director": "Somebody", "year": 1999},
     {"kind": "movie", "media-type": "video", "title": "A Film", "artists": ["Somebody"]}),
    ("episode.mkv", "video", {"mediatype": "episode", "title": "Pilot", "tvshowtitle": "Series", "season": 2,
                              "episode": 5, "aired": "2006-05-31"},
     {"kind": "tv-show", "media-type": "video", "title": "Pilot", "show-name": "Series", "season": 2, "episode": 5}),
    ("clip.mkv", "video", {"mediatype": "musicvideo", "title": "Clip", "artist": ["A Band"], "album": "An Album"},
     {"kind": "music", "media-type": "video", "title": "Clip", "artists": ["A Band"], "album": "An Album"}),
    ("plain.mkv", "video", {"title": "Holidays"},
     {"kind": "generic", "media-type": "video", "title": "Holidays"}),
]


def test_the_peer_beside(player, folder):
    """While our add-on is enabled, the other one is disabled, also after Kodi is restarted."""
    with player() as run:
        run.enable(OURS, False)
        run.bus.wait_name(run.bus_name, present=False)
        run.enable(PEER)
        wait_until("the peer is there", lambda: run.is_enabled(PEER))
        run.enable(OURS)
        run.bus.wait_name(run.bus_name, timeout=60)
        assert not run.is_enabled(PEER)
        run.restart()
        assert not run.is_enabled(PEER)
        run.enable(OURS, False)
        wait_until("the peer is back", lambda: run.is_enabled(PEER))


def test_disabled_and_enabled(player, folder):
    """The add-on is disabled and enabled in one process, repeatedly, while Kodi plays: it leaves the bus, and is
    back."""
    with player.playing(folder, 1) as run:
        for _ in range(3):
            run.enable(OURS, False)
            run.bus.wait_name(run.bus_name, present=False)
            assert run.bus.names() == []
            run.enable(OURS)
            run.bus.wait_name(run.bus_name, timeout=60)
            run.wait_title("Song 1")
            run.wait_status("Playing")
            assert abs(run.client().get("Position") / 1e6 - run.seconds()) < 1
        run.ctl("pause")
        wait_until("it pauses", lambda: run.state() == "Paused")


def test_toggled_quickly(player, folder):
    """When the add-on is disabled and enabled quickly, Kodi may wait for itself, and end the add-on by force. Still no
    player stays on the bus, and Kodi ends."""
    with player.playing(folder, 1) as run:
        run.expected = "script didn't stop", "Traceback"
        for _ in range(3):
            run.enable(OURS, False)
            run.enable(OURS)
        run.enable(OURS, False)
        run.bus.wait_name(run.bus_name, present=False)
        wait_until("no other one stays", lambda: run.bus.names() == [])
        run.rpc("Application.Quit")
        assert run.process.end() == 0


def test_kinds(player, folder):
    """The kind of an item is that of the add-on or of Kodi's library."""
    with player() as run:
        poster = media.picture(folder / "poster of it.png", "purple")
        for name, kind, info, wanted in KINDS:
            path = (media.film if kind == "video" else media.sound)(folder / name, 30)
            run.hand(file=str(path), type=kind, info=info, art={"poster": str(poster), "fanart": "/nowhere.jpg"})
            session = run.session()
            session.wait(lambda of: wanted.items() <= of.content.items(), f"{name} is {wanted}")
            wait_until("its picture shows", run.cover)


def test_films_follow_each_other(player, folder):
    """Between two films of a queue there is no Stopped, and each film is emitted once."""
    paths = [media.film(folder / f"film{number}.mkv", 6) for number in range(2)]
    with player() as run:
        run.play(*paths, folder / "film1.mkv", playlist=1)
        run.wait_title("film0.mkv")
        start = run.bus.mark()
        run.wait_title("film1.mkv")
        assert "Stopped" not in run.statuses(start) and run.titles(start) == ["film1.mkv"], run.changes(start)


def test_stop_and_jump(player, folder):
    """Jumps by Kodi itself are shown; after Stop Kodi has no item."""
    with player.playing(folder, 1, 2) as run:
        client = run.client()
        run.rpc("Player.Seek", playerid=0, value={"percentage": 50})
        wait_until("Kodi's own jump shows", lambda: 29 < client.get("Position") / 1e6 < 33)
        run.ctl("stop")
        run.wait_title("")
        run.wait_status("Stopped")
        assert run.rpc("Player.GetActivePlayers") == []


def test_stopped_while_it_goes_to_the_next(player, folder):
    """After Stop nothing is shown, whether Kodi has begun to open the next film or not."""
    films = [media.film(folder / f"film{number}.mkv", 30) for number in range(2)]
    with player() as run:
        for _ in range(4):
            run.play(*films, playlist=1)
            run.wait_title("film0.mkv")
            wait_until("it plays", lambda: run.seconds(1) > 1)
            run.together(("Next",), ("Stop",))
            run.wait_title("")
            run.wait_status("Stopped")


def test_a_length_of_hours(player, folder):
    """Kodi tells hours, minutes and seconds, where the desktop has one number."""
    path = media.sound(folder / "long.flac", 7170)
    with player(path) as run:
        client = run.client()
        wait_until("it shows", lambda: client.get_all()["Metadata"].value.get("mpris:length"))
        assert client.get("Metadata")["mpris:length"].value == 7170_000_000
        run.rpc("Player.Seek", playerid=0, value={"percentage": 80})
        wait_until("Kodi's own jump shows", lambda: client.get("Position") > 5000_000_000)
        before, position = run.seconds(), client.get("Position") / 1e6
        assert before - 5 < position < run.seconds() + 5


def test_the_same_song_twice(player, folder):
    """Two entries for the same file are two tracks; one signal reports the change between them."""
    short = media.sound(folder / "short.flac", 4, title="Short")
    with player(short, short, folder / "1.flac") as run:
        run.wait_title("Short")
        ids = [run.track()]
        start = run.bus.mark()
        run.bus.wait_changed(start, "Metadata", lambda found: found["mpris:trackid"].value != ids[0])
        ids.append(run.track())
        run.wait_title("Song 1")
        assert ["Metadata" in change for change in run.changes(start)] == [True, True] and not run.statuses(start)
        assert ids[0] != ids[1], ids


def test_what_a_surface_can_do(player, folder):
    """Kodi's own intervals, and fast forward for as long as a button is held, of a song and of a film."""
    film = media.film(folder / "long.mkv", 120)
    with player() as run:
        for path, kind, intervals in ((folder / "1.flac", 0, [10, 30, 60]), (film, 1, [10, 30, 60, 180, 300, 600])):
            run.play(path, playlist=kind)
            session = run.session()
            session.wait(lambda of: of.content.get("url") == f"file://{path}", "it plays")
            assert session.command("skip-forward")["intervals"] == [each * 1_000_000 for each in intervals]
            session.send("skip-forward", interval=10_000_000)
            wait_until("it is ten seconds further", lambda: 10 < run.seconds(kind) < 16)
            session.send("seek-forward", phase="begin")
            session.wait(lambda of: of.playback["rate"] == 8, "it is fast, and says so")
            wait_until("it goes on", lambda: run.seconds(kind) > 25)
            session.send("seek-forward", phase="end")
            session.wait(lambda of: of.state == "playing" and of.playback["rate"] == 1, "it plays as before")
            session.send("pause")
            session.wait(lambda of: of.state == "paused", "it is paused")
            session.send("seek-backward", phase="begin")
            session.wait(lambda of: of.playback["rate"] == -8, "it goes back")
            session.send("seek-backward", phase="end")
            session.wait(lambda of: of.state == "paused", "it is paused, as it was before")


def test_an_idle_player_has_a_volume(player, folder):
    with player() as run:
        client = run.client()
        run.set_volume(0.9)
        run.wait_until("Kodi's shows", lambda: client.get("Volume") == 0.9)
        client.set("Volume", Variant("d", 0.4))
        wait_until("Kodi has it", lambda: run.volume() == 0.4)
        run.wait_until("it shows", lambda: client.get("Volume") == 0.4)
