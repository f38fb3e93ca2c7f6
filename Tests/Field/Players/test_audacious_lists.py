# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the playlists of Audacious, and that the one that plays is the queue."""

from field.adapters import media
from field.adapters.every import Audacious, of
from field.adapters.player import refuses
from field.adapters.tracks import UNKNOWN, Tracks
from testkit.bus import PLAYLISTS, TRACK_LIST
from testkit.desktop import wait_until

pytestmark = of(Audacious)


def test_two_are_added_while_audacious_adds_others(player, folder):
    """Two files are added while Audacious still adds others: the one that is to be played plays in the end."""
    first, second = (media.sound(folder / f"{name}.flac", title=name) for name in ("Played", "Unplayed"))
    with player.playing(folder, 1) as run:
        tracks = Tracks(run)
        run.enqueue(media.album(folder, 5000))
        for path, plays in ((first, True), (second, False)):
            call = tracks.client.start_do("AddTrack", "sob", f"file://{path}", UNKNOWN, plays, interface=TRACK_LIST)
        tracks.client.finish(call)
        run.wait_title("Played")


def test_audacious_edits_its_playlist(player, folder):
    """Clients see that Audacious itself reverses and deletes entries."""
    with player.playing(folder, 1, 2) as run:
        tracks = Tracks(run)
        tracks.wait_titles("Song 1", "Song 2")
        paths = tracks.paths()
        run.tool("plugin-enable", "reverse", "on")
        tracks.wait_titles("Song 2", "Song 1")
        assert tracks.paths() == paths[::-1] and tracks.current() == paths[0]
        run.tool("playlist-delete", 1)
        tracks.wait_titles("Song 1")


class Playlists:
    """All playlists, as a client sees and changes them."""

    def __init__(self, run):
        self.run, self.client = run, run.client()
        wait_until("the interface is there", lambda: not refuses(self.client.get_all, PLAYLISTS))

    def all(self):
        """Returns the path and the name of each playlist."""
        found, = self.client.do("GetPlaylists", "uusb", 0, 100, "User", False, interface=PLAYLISTS)
        return [(path, name) for path, name, _ in found]

    def wait_names(self, *names):
        self.run.wait_until(f"there are {', '.join(names)}", lambda: [name for _, name in self.all()] == list(names))

    def active(self):
        """Returns the name of the playlist that plays; None if there is none."""
        valid, (_, name, _) = self.client.get("ActivePlaylist", PLAYLISTS)
        return name if valid else None

    def wait_active(self, name):
        self.run.wait_until(f"{name} plays", lambda: self.active() == name)

    def activate(self, path):
        self.client.do("ActivatePlaylist", "o", path, interface=PLAYLISTS)

    def changed(self, start):
        """Returns the names of the playlists announced as changed since a mark."""
        return [message.body[0][1] for message in self.run.bus.since(start) if message.member == "PlaylistChanged"]


def test_playlists(player, folder):
    """Playlists have their names, are in the user's order, may be made, renamed and deleted, and can be played."""
    with player.playing(folder, 1) as run:
        lists = Playlists(run)
        own, = [name for _, name in lists.all()]
        lists.wait_active(own)
        # audtool stops playback when it makes a playlist.
        run.tool("new-playlist")
        run.tool("set-current-playlist-name", "Second")
        lists.wait_names(own, "Second")
        lists.wait_active(None)
        run.tool("playlist-addurl", folder / "2.flac")
        run.tool("playlist-addurl", folder / "3.flac")
        wait_until("they are there", lambda: run.tool("playlist-length") == "2")
        wait_until("both are counted", lambda: lists.client.get("PlaylistCount", PLAYLISTS) == 2)
        (first, _), (second, _) = lists.all()
        lists.activate(second)
        lists.wait_active("Second")
        run.wait_title("Song 2")
        tracks = Tracks(run)
        tracks.wait_titles("Song 2", "Song 3")
        start = run.bus.mark()
        run.tool("set-current-playlist-name", "Other")
        lists.wait_names(own, "Other")
        lists.wait_active("Other")
        wait_until("that is emitted", lambda: lists.changed(start) == ["Other"])
        assert [path for path, _ in lists.all()] == [first, second]
        lists.activate(first)
        run.wait_title("Song 1")
        lists.wait_active(own)
        tracks.wait_titles("Song 1")
        assert run.tool("current-playlist-name") == own and run.tool("playback-status") == "playing"
        run.ctl("stop")
        lists.wait_active(None)
        run.tool("set-current-playlist", 2)
        tracks.wait_titles("Song 2", "Song 3")
        run.tool("delete-current-playlist")
        lists.wait_names(own)
        tracks.wait_titles("Song 1")


def test_playlists_of_one_name(player, folder):
    """Two playlists of one name are two, and keep their ids when Audacious is restarted."""
    with player.playing(folder, 1) as run:
        lists = Playlists(run)
        for _ in range(2):
            run.tool("new-playlist")
            run.tool("set-current-playlist-name", "Twin")
        wait_until("there are three", lambda: len(lists.all()) == 3)
        own = lists.all()[0][1]
        lists.wait_names(own, "Twin", "Twin")
        run.restart()
        before = Playlists(run).all()
        assert len({path for path, _ in before}) == 3, before
        run.restart()
        assert Playlists(run).all() == before


def test_playlists_of_odd_names(player, folder):
    """A playlist without a name, or two with the same long name, do not hide the others."""
    with player.playing(folder, 1) as run:
        lists = Playlists(run)
        run.tool("set-current-playlist-name", "")
        for name in "x" * 1500, "x" * 1500, "Last":
            run.tool("new-playlist")
            run.tool("set-current-playlist-name", name)
        for number in range(2):
            lists = lists if number == 0 else Playlists(run)
            wait_until("the last is there", lambda: [name for _, name in lists.all()][3:] == ["Last"])
            found = lists.all()
            assert len({path for path, _ in found}) == 4 and all(name for _, name in found), found
            if number == 0:
                run.restart()
