# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The playlists of Audacious, and the one whose turn it is as the queue."""

import media
from desktop import wait_until
from harness.bus import PLAYLISTS, TRACK_LIST
from harness.host import C
from harness.types import NO_TRACK
from players import refuses, report
from tracks import UNKNOWN, Tracks

from .run import Run


def the_queue(folder):
    """The playlist with its tags and ids; each entry can be gone to, also of the same song twice."""
    with Run(folder / "1.flac", folder / "2.flac", folder / "1.flac") as run:
        tracks = Tracks(run)
        paths = tracks.check_songs(folder)
        for command, status in (("pause", "Paused"), ("stop", "Stopped")):
            run.ctl(command)
            run.wait_status(status)
            tracks.go_to(paths[1])
            run.wait_status("Playing")
            run.wait_title("Song 2")
        assert tracks.paths() == paths


def the_queue_is_edited(folder):
    """Added at the start, after an entry, at the end, played at once or later; removed, also what plays."""
    with Run(folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        tracks = Tracks(run)
        tracks.wait_titles("Song 1", "Song 2")
        first, second = tracks.paths()
        tracks.add(folder / "3.flac", first)
        tracks.wait_titles("Song 1", "Song 3", "Song 2")
        tracks.add(media.sound(folder / "start.flac", title="Start"), NO_TRACK)
        tracks.wait_titles("Start", "Song 1", "Song 3", "Song 2")
        assert run.title() == "Song 1" and first in tracks.paths() and second in tracks.paths()
        assert refuses(tracks.add, folder / "nothing.flac", first), "it adds what is not there"
        tracks.add(media.sound(folder / "end.flac", title="End"), UNKNOWN, True)
        run.wait_title("End")
        tracks.wait_titles("Start", "Song 1", "Song 3", "Song 2", "End")
        start = run.bus.mark()
        for title in "Song 3", "Start":
            tracks.remove(tracks.path(title))
        tracks.wait_titles("Song 1", "Song 2", "End")
        tracks.wait_told(start, "TrackRemoved", 2)
        tracks.go_to(first)
        run.wait_title("Song 1")
        tracks.remove(first)
        tracks.wait_titles("Song 2", "End")
        run.wait_until("it is not played any more", lambda: run.title() != "Song 1")
        run.ctl("play")
        run.wait_until("another is", lambda: run.title() in ("Song 2", "End") and run.ask("status") == "Playing")


def two_are_added_while_audacious_adds_others(folder):
    """The one that is to be played is, when all are there."""
    first, second = (media.sound(folder / f"{name}.flac", title=name) for name in ("Played", "Unplayed"))
    album = folder / "many.m3u"
    album.write_text("".join(f"{folder}/{1 + number % 3}.flac\n" for number in range(5000)))
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        tracks = Tracks(run)
        run.tool("playlist-addurl", album)
        for path, plays in ((first, True), (second, False)):
            call = tracks.client.start_do("AddTrack", "sob", f"file://{path}", UNKNOWN, plays, interface=TRACK_LIST)
        tracks.client.finish(call)
        run.wait_title("Played")


def audacious_edits_its_playlist(folder):
    """What is added, deleted and reversed there, and a playlist that is cleared."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        tracks = Tracks(run)
        start = run.bus.mark()
        run.tool("playlist-addurl", folder / "2.flac")
        tracks.wait_titles("Song 1", "Song 2")
        tracks.wait_told(start, "TrackAdded")
        paths = tracks.paths()
        run.tool("plugin-enable", "reverse", "on")
        tracks.wait_titles("Song 2", "Song 1")
        assert tracks.paths() == paths[::-1] and tracks.current() == paths[0]
        run.tool("playlist-delete", 1)
        tracks.wait_titles("Song 1")
        run.tool("playlist-clear")
        tracks.wait_shown(False)


def a_long_playlist(folder):
    """Of 20,000 entries clients see those around what plays."""
    album = folder / "long.m3u"
    album.write_text("".join(f"{folder}/{1 + number % 3}.flac\n" for number in range(20_000)))
    with Run(album) as run:
        run.wait_title("Song 1")
        tracks = Tracks(run)
        wait_until("a part is shown", lambda: len(tracks.paths()) == C.MAX_SHOWN_QUEUE_ENTRIES)
        first = tracks.paths()
        run.tool("playlist-jump", 10_000)
        run.wait_until("another part is shown", lambda: not set(first) & set(tracks.paths()))
        for _ in range(3):
            before = tracks.current()
            run.ctl("next")
            run.wait_until("the next plays", lambda before=before: tracks.current() != before)
            assert tracks.paths()[tracks.paths().index(before) + 1] == tracks.current()
        tracks.add(media.sound(folder / "last.flac", title="Last"), UNKNOWN, True)
        run.wait_title("Last")
        wait_until("it is the last of all", lambda: tracks.paths()[-1:] == [tracks.current()])


class Playlists:
    """What a client sees of all playlists, and does to them."""

    def __init__(self, run):
        self.run, self.client = run, run.client()
        wait_until("the interface is there", lambda: not refuses(self.client.get_all, PLAYLISTS))

    def all(self):
        """The path and the name of each."""
        found, = self.client.do("GetPlaylists", "uusb", 0, 100, "User", False, interface=PLAYLISTS)
        return [(path, name) for path, name, _ in found]

    def wait_names(self, *names):
        self.run.wait_until(f"there are {', '.join(names)}", lambda: [name for _, name in self.all()] == list(names))

    def active(self):
        """The name of the one that plays; None for none."""
        valid, (_, name, _) = self.client.get("ActivePlaylist", PLAYLISTS)
        return name if valid else None

    def wait_active(self, name):
        self.run.wait_until(f"{name} plays", lambda: self.active() == name)

    def activate(self, path):
        self.client.do("ActivatePlaylist", "o", path, interface=PLAYLISTS)

    def told(self, start):
        """Who was told to have changed since a mark, by name."""
        return [message.body[0][1] for message in self.run.bus.since(start) if message.member == "PlaylistChanged"]


def playlists(folder):
    """Their names in the user's order; new, renamed, deleted; each can be played."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        lists = Playlists(run)
        own, = [name for _, name in lists.all()]
        lists.wait_active(own)
        # With it audtool stops what plays.
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
        wait_until("that is told", lambda: lists.told(start) == ["Other"])
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


def playlists_of_one_name(folder):
    """They are two; each has the id at the next start that it had at this one."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
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
        report("all are what they were")


def playlists_of_odd_names(folder):
    """One without a name, and two whose long names differ nowhere: the others are shown all the same."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
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
            report("all are shown")
            if number == 0:
                run.restart()


SCENARIOS = [the_queue, the_queue_is_edited, two_are_added_while_audacious_adds_others, audacious_edits_its_playlist,
             a_long_playlist, playlists, playlists_of_one_name, playlists_of_odd_names]
