# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the queue: how clients of MPRIS's TrackList see and edit mpv's playlist."""

import os
import threading

import pytest
from field.adapters import media
from field.adapters.every import Mpv, of
from field.adapters.mpv import Ipc
from field.adapters.player import refuses
from field.adapters.tracks import UNKNOWN, Tracks
from testkit.bus import PLAYER, ROOT, TRACK_LIST, is_changed
from testkit.desktop import wait_until
from testkit.wire import DBusError

pytestmark = of(Mpv)


class Queue(Tracks):
    """The playlist of an mpv that plays, as a client sees it."""

    def __init__(self, run):
        super().__init__(run)
        assert self.client.get("CanEditTracks", TRACK_LIST), "it cannot be edited"

    def is_mpvs(self):
        """Returns whether the client's queue has mpv's entries in their order."""
        return [int(track.rpartition("_2d")[2]) for track in self.paths()] == [
            entry["id"] for entry in self.run.ipc.get("playlist")]

    def wait_for(self, *names):
        """Waits until the queue and mpv have exactly these files, in this order."""
        def are_there():
            return self.files() == [f"{name}.flac" for name in names] and self.is_mpvs()
        self.run.wait_until(f"the queue is {', '.join(map(str, names))}", are_there)

    def start(self, *words):
        """Calls without waiting for the answer."""
        return self.client.start_do(words[0], {1: "o", 3: "sob"}[len(words) - 1], *words[1:], interface=TRACK_LIST)


def player_changes(run, start):
    """Returns for each PropertiesChanged of the player since `start` the names of its properties."""
    return [set(m.body[1]) for m in run.bus.since(start) if is_changed(m) and m.body[0] == PLAYER]


def test_a_queue(player, folder):
    """The queue is mpv's playlist. Entries that have played have the titles of their tags, others those of the
    playlist, or the names of the files."""
    odd = media.sound(folder / "100% odd %41 ä.flac", title="Odd")
    (folder / "list.m3u8").write_text(
        f"#EXTM3U\n#EXTINF:30,Two\n{folder}/2.flac\n#EXTINF:9,Three\n3.flac\n"
        f"http://[::1]:1/a%20far%2Fsong.ogg\n{odd}\n")
    with player(f"--playlist={folder}/list.m3u8", os.path.relpath(folder / "3.flac")) as run:
        run.wait_title("Song 2")
        queue = Queue(run)
        wait_until("it has the entries of mpv", queue.is_mpvs)
        found = queue.metadata()
        assert [(metadata["xesam:title"], metadata["xesam:url"]) for metadata in found] == [
            ("Song 2", f"file://{folder}/2.flac"), ("Three", f"file://{folder}/3.flac"),
            ("a far/song.ogg", "http://[::1]:1/a%20far%2Fsong.ogg"),
            ("100% odd %41 ä.flac", f"file://{folder}/100%25%20odd%20%2541%20%C3%A4.flac"),
            ("3.flac", f"file://{folder}/3.flac")], found
        assert len(set(queue.paths())) == 5, "two entries have one id"
        assert queue.client.metadata()["mpris:trackid"] == queue.paths()[0], "what plays is none of them"
        assert found[0]["xesam:artist"] == ["A Band"] and found[0]["mpris:length"] == 30_000_000, found[0]
        queue.go_to(queue.paths()[3])
        run.wait_title("Odd")
        wait_until("what plays is known by its tags", lambda: queue.titles()[3] == "Odd")
        found = queue.metadata()
        assert found[0]["xesam:artist"] == ["A Band"] and "xesam:artist" not in found[4], "it forgets what has played"


def test_what_is_played_next(player, folder):
    """GoTo plays an entry, whatever mpv does at this moment."""
    with player.playing(folder, 1, 2, 3, 1) as run:
        queue = Queue(run)
        first, second, third, fourth = queue.paths()
        for before, track, title in ((None, third, "Song 3"), ("pause", second, "Song 2"), ("stop", fourth, "Song 1"),
                                     (None, third, "Song 3")):
            if before:
                run.ctl(before)
                run.wait_status("Stopped" if before == "stop" else "Paused")
            queue.go_to(track)
            run.wait_title(title)
            run.wait_status("Playing")
            assert queue.client.metadata()["mpris:trackid"] == track, "it plays another entry of this song"
        queue.remove(first)
        queue.wait_for(2, 3, 1)
        queue.go_to(first)
        assert run.title() == "Song 3", "it goes to what is not there"


@pytest.mark.parametrize("options", [[], ["--loop-playlist"]], ids=["ends", "goes round"])
def test_presses_beyond_the_ends(player, folder, options):
    """The last of many presses leads to no entry, and comes before the desktop knows that: mpv's error says nothing."""
    with player(*options, folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        client = Queue(run).client
        for member, title in ("Next", "Song 2"), ("Previous", "Song 1"):
            errors = []
            for call in [client.start_do(member) for _ in range(3)]:
                try:
                    client.finish(call)
                except DBusError as error:
                    errors.append(error.text)
            run.wait_title(title)
            assert "error running command" not in " ".join(errors) and not (options and errors), errors


def test_calls_that_follow_one_another(player, folder):
    """A call that is sent before an earlier one is answered finds the playlist as the earlier one has left it."""
    with player(*[folder / f"{number}.flac" for number in (1, 2, 3) * 8]) as run:
        run.wait_title("Song 1")
        queue = Queue(run)
        tracks = queue.paths()
        for track in tracks[1:13]:
            queue.start("RemoveTrack", track)
        queue.start("AddTrack", f"file://{folder}/1.flac", tracks[12], False)
        queue.start("AddTrack", f"file://{folder}/3.flac", tracks[0], False)
        queue.start("GoTo", tracks[20])
        queue.client.start_do("Next")
        queue.go_to(tracks[16])
        queue.wait_for(1, 3, 2, 3, *(1, 2, 3) * 3, 1)
        run.wait_title("Song 2")
        wait_until("the last call is the last", lambda: queue.client.metadata()["mpris:trackid"] == tracks[16])


def test_entries_come(player, folder):
    """AddTrack puts a file before and after each other one, and plays it if it is asked to."""
    odd = media.sound(folder / "an addition.flac", title="Added")
    with player("--pause", folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        queue = Queue(run)
        first, second = queue.paths()
        start = run.bus.mark()
        queue.add(folder / "3.flac", first)
        queue.wait_for(1, 3, 2)
        queue.add(folder / "3.flac", second)
        queue.wait_for(1, 3, 2, 3)
        queue.add(folder / "2.flac")
        queue.wait_for(2, 1, 3, 2, 3)
        wait_until("each was emitted", lambda: queue.signals(start).count("TrackAdded") == 3)
        assert player_changes(run, start) == [{"CanGoPrevious"}], player_changes(run, start)
        assert run.title() == "Song 1" and run.ask("status") == "Paused", "it plays what it was not asked to"
        queue.remove(second)
        queue.wait_for(2, 1, 3, 3)
        queue.add(folder / "2.flac", second)
        queue.wait_for(2, 1, 3, 3, 2)
        for number in (1, 2, 3) * 3:
            serial = queue.start("AddTrack", f"file://{folder}/{number}.flac", first, False)
        queue.client.finish(serial)
        queue.wait_for(2, 1, *(3, 2, 1) * 3, 3, 3, 2)
        queue.add(str(odd).replace(" ", "%20"), first, True)
        run.wait_title("Added")
        run.wait_status("Playing")
        queue.wait_for(2, 1, "an%20addition", *(3, 2, 1) * 3, 3, 3, 2)
        assert refuses(queue.add, "memory://#EXTM3U", first), "it takes any protocol"


def test_entries_come_from_two_sides(player, folder):
    """AddTrack moves the entry that it has added to its place, even if the user has appended another one meanwhile."""
    with player("--pause", folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        queue = Queue(run)
        first, ended = queue.paths()[0], threading.Event()

        def append():
            other = Ipc(run.ipc_path)
            while not ended.is_set():
                other("loadfile", str(folder / "3.flac"), "append")
            other.close()
        others = [threading.Thread(target=append) for _ in range(2)]
        for other in others:
            other.start()
        try:
            for number in range(50):
                queue.add(folder / f"ours{number}.flac", first)
        finally:
            ended.set()
            for other in others:
                other.join()
        files = [entry["filename"].rpartition("/")[2] for entry in run.ipc.get("playlist")]
        assert files[:52] == ["1.flac", *(f"ours{number}.flac" for number in reversed(range(50))), "2.flac"], files[:60]
        assert set(files[52:]) == {"3.flac"}, set(files[52:])


def test_entries_go(player, folder):
    """RemoveTrack takes entries out. If the one that plays is removed, the next one plays, without a stop in
    between."""
    with player("--idle", *[folder / f"{number}.flac" for number in (1, 2, 3, 1)]) as run:
        run.wait_title("Song 1")
        queue = Queue(run)
        first, second, third, fourth = queue.paths()
        start = run.bus.mark()
        queue.remove(second)
        queue.wait_for(1, 3, 1)
        assert queue.signals(start).count("TrackRemoved") == 1 and not player_changes(run, start), queue.signals(start)
        assert refuses(queue.remove, second) or queue.paths() == [first, third, fourth]
        queue.remove(first)
        run.wait_title("Song 3")
        queue.wait_for(3, 1)
        assert not any("PlaybackStatus" in change for change in player_changes(run, start)), "it stops in between"
        run.ctl("stop")
        run.wait_status("Stopped")
        queue.remove(third)
        queue.wait_for(1)
        run.ctl("play")
        run.wait_title("Song 1")
        queue.remove(fourth)
        wait_until("an empty playlist is no queue", lambda: not queue.client.get("HasTrackList", ROOT))
        run.wait_title("")


def test_another_order(player, folder):
    """Changes of the playlist by mpv's own keys and scripts are seen, and the present entry plays on."""
    with player("--idle", *[folder / f"{number}.flac" for number in (1, 2, 3) * 8]) as run:
        run.wait_title("Song 1")
        queue = Queue(run)
        entry = queue.client.metadata()["mpris:trackid"]
        start = run.bus.mark()
        run.ipc("playlist-move", 0, 3)
        queue.wait_for(2, 3, 1, *(1, 2, 3) * 7)
        run.wait_until("another order is emitted", lambda: "TrackListReplaced" in queue.signals(start))
        for shuffle in ("on", "off"):
            run.ctl("shuffle", shuffle)
            wait_until("the queue is in mpv's order", queue.is_mpvs)
            run.ipc(f"playlist-{'un' * (shuffle == 'on')}shuffle")
            wait_until("the queue is in mpv's order", queue.is_mpvs)
        run.ipc("loadfile", str(folder / "3.flac"), "append")
        wait_until("what mpv adds is there", lambda: queue.is_mpvs() and len(queue.paths()) == 25)
        run.ipc("playlist-clear")
        queue.wait_for(1)
        assert queue.paths() == [entry] and queue.titles() == ["Song 1"]
        assert all(change <= {"CanGoNext", "CanGoPrevious", "Shuffle"} for change in player_changes(run, start))
        run.ipc("stop")
        wait_until("an empty playlist is no queue", lambda: not queue.client.get("HasTrackList", ROOT))


def test_one_queue_again_and_again(player, folder):
    """A natural change of the track emits one PropertiesChanged; the queue emits nothing while it learns nothing
    new."""
    paths = [media.sound(folder / f"round{number}.flac", 0.5, title=f"Round {number}") for number in range(3)]
    with player("--loop-playlist=inf", *paths) as run:
        queue = Queue(run)
        wait_until("all is known", lambda: queue.titles() == ["Round 0", "Round 1", "Round 2"])
        run.wait_title("Round 0")
        start = run.bus.mark()
        wait_until("five tracks have begun", lambda: len(player_changes(run, start)) >= 5)
        assert all(change == {"Metadata"} for change in player_changes(run, start)), player_changes(run, start)
        assert queue.signals(start) == [], queue.signals(start)


def test_a_long_queue(player, folder):
    """Clients see a hundred of 100,000 entries, around the one that plays; changes far away are not emitted."""
    links = folder / "links"
    links.mkdir()
    for number in (*range(0, 150), *range(49_900, 50_200), 99_999):
        (links / f"{number}.flac").symlink_to(folder / "1.flac")
    (folder / "long.m3u").write_text("\n".join(f"{links}/{number}.flac" for number in range(100_000)))
    with player("--pause", f"--playlist={folder}/long.m3u") as run:
        run.wait_title("Song 1")
        queue = Queue(run)

        def wait_for(first):
            wanted = [f"file://{links}/{number}.flac" for number in range(first, first + 100)]
            run.wait_until(f"it begins with {first}",
                           lambda: [metadata["xesam:url"] for metadata in queue.metadata()] == wanted)
        wait_for(0)
        for track, start in ((74, 0), (75, 50), (25, 50), (24, 0)):
            queue.go_to(queue.paths()[track])
            wait_for(start)
        for position, first in ((50_000, 49_950), (50_024, 49_950), (49_975, 49_950), (50_025, 50_000),
                                (49_974, 49_900), (99_999, 99_900), (3, 0)):
            run.ipc.set("playlist-pos", position)
            wait_for(first)
        # A client can read a list before it is emitted.
        wait_until("the list is emitted", lambda: queue.lists(0)[-1:] == [queue.paths()])
        start = run.bus.mark()
        run.ipc.set("playlist-pos", 50_050)
        wait_for(50_000)
        wait_until("that is emitted", lambda: queue.signals(start) == ["TrackListReplaced"])
        start = run.bus.mark()
        run.ipc("playlist-move", 10, 20)
        run.ipc("loadfile", str(folder / "1.flac"), "append")
        run.ipc("playlist-remove", 99_000)
        queue.remove(queue.paths()[-1])
        wait_until("what is seen changes", lambda: queue.metadata()[-1]["xesam:url"] == f"file://{links}/50100.flac")
        wait_until("that is emitted", lambda: "TrackAdded" in queue.signals(start))
        assert sorted(queue.signals(start)) == ["TrackAdded", "TrackRemoved"], queue.signals(start)
        assert run.ipc.get("playlist-count") == 99_999
        for after in UNKNOWN, queue.paths()[-1]:
            queue.add(folder / "2.flac", after)
            last = run.ipc.get("playlist-count") - 1
            assert run.ipc.get(f"playlist/{last}/filename") == f"{folder}/2.flac", "it is not the last of all"
            run.ipc("playlist-remove", last)
        run.ipc("playlist-shuffle")
        wait_until("it is around what plays", lambda: queue.client.metadata()["mpris:trackid"] in queue.paths())
