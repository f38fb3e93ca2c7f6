# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The playlist of VLC as the queue of MPRIS's TrackList."""

import time

import media
from desktop import wait_until
from harness.bus import TRACK_LIST
from harness.host import C
from harness.types import NO_TRACK
from players import report
from tracks import UNKNOWN, Tracks

from .run import Run


def the_queue(folder):
    """The playlist with its tags and ids; each entry can be gone to, also of the same song twice."""
    with Run(folder / "1.flac", folder / "2.flac", folder / "1.flac") as run:
        tracks = Tracks(run)
        paths = tracks.check_songs(folder)
        assert run.remote.state() == "play"
        run.ctl("stop")
        run.wait_status("Stopped")
        tracks.go_to(paths[1])
        run.wait_title("Song 2")
        run.wait_status("Playing")


def the_queue_is_edited(folder):
    """Added at the start, after an entry, at the end, played at once or later; removed, also what plays."""
    with Run(folder / "1.flac", folder / "2.flac") as run:
        run.wait_title("Song 1")
        tracks = Tracks(run)
        tracks.wait_titles("Song 1", "Song 2")
        first, second = tracks.paths()
        start = run.bus.mark()
        tracks.add(folder / "3.flac", first)
        tracks.wait_titles("Song 1", "Song 3", "Song 2")
        tracks.add(media.sound(folder / "start.flac", title="Start"), NO_TRACK)
        tracks.wait_titles("Start", "Song 1", "Song 3", "Song 2")
        tracks.wait_told(start, "TrackAdded", 2)
        assert run.title() == "Song 1" and first in tracks.paths() and second in tracks.paths()
        tracks.add(media.sound(folder / "end.flac", title="End"), UNKNOWN, True)
        run.wait_title("End")
        tracks.wait_titles("Start", "Song 1", "Song 3", "Song 2", "End")
        start = run.bus.mark()
        tracks.remove(tracks.path("Song 3"))
        tracks.wait_titles("Start", "Song 1", "Song 2", "End")
        tracks.wait_told(start, "TrackRemoved")
        tracks.go_to(first)
        run.wait_title("Song 1")
        tracks.remove(first)
        tracks.wait_titles("Start", "Song 2", "End")
        run.wait_until("VLC does not play it any more", lambda: run.title() != "Song 1" or run.remote.state() == "stop")
        run.ctl("next")
        run.wait_status("Playing")
        report(f"then {run.title()} plays")
        run.ctl("stop")
        run.wait_status("Stopped")
        for path in tracks.paths():
            tracks.remove(path)
        tracks.wait_shown(False)
        run.wait_title("")


def the_player_edits_its_playlist(folder):
    """What is enqueued, deleted and cleared in VLC."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        tracks = Tracks(run)
        tracks.wait_titles("Song 1")
        start = run.bus.mark()
        run.remote("enqueue", folder / "2.flac")
        tracks.wait_titles("Song 1", "Song 2")
        tracks.wait_told(start, "TrackAdded")
        run.wait_until("there is a next", lambda: tracks.client.get("CanGoNext"))
        album = folder / "player.m3u"
        album.write_text(f"{folder}/3.flac\n{folder}/1.flac\n")
        run.remote("add", album)
        run.wait_title("Song 3")
        tracks.wait_titles("Song 1", "Song 2", "Song 3", "Song 1")
        run.remote("clear")
        tracks.wait_shown(False)
        run.remote("enqueue", folder / "2.flac")
        tracks.wait_shown(True)
        tracks.wait_titles("Song 2")


def a_shuffled_queue(folder):
    """Its order is the one in which VLC plays, and that of the playlist when it is not shuffled any more."""
    songs = [media.sound(folder / f"shuffled{number}.flac", title=f"Shuffled {number}") for number in range(12)]
    with Run("--random", *songs) as run:
        wait_until("something plays", lambda: run.title().startswith("Shuffled"))
        tracks = Tracks(run)
        wanted = sorted(f"Shuffled {number}" for number in range(12))
        wait_until("all tags are read", lambda: sorted(tracks.titles()) == wanted)
        order = tracks.titles()
        for title in order[order.index(run.title()) + 1:]:
            run.ctl("next")
            run.wait_title(title)
        run.remote("random off")
        tracks.wait_titles(*[f"Shuffled {number}" for number in range(12)])


def a_long_playlist(folder):
    """Of 20,000 entries clients see those near what plays; the plugin sleeps most of the time while some are added."""
    count = 20_000
    album = folder / "long.m3u"
    album.write_text("#EXTM3U\n" + "".join(
        f"#EXTINF:30,Entry {number}\n{folder}/{1 + number % 3}.flac\n" for number in range(count)))
    with Run("--no-auto-preparse", album) as run:
        tracks = Tracks(run)
        wait_until("a part is shown", lambda: len(tracks.paths()) == C.MAX_SHOWN_QUEUE_ENTRIES)
        first = tracks.paths()
        start, begun, spent = run.bus.mark(), time.monotonic(), run.cost()
        for _ in range(300):
            run.remote("enqueue", folder / "1.flac")
        spent, passed = run.cost() - spent, time.monotonic() - begun
        report(f"while 300 are added, it runs for {spent:.3f} s of {passed:.3f} s")
        assert spent < passed / 5, f"it runs for {spent} s of {passed} s"
        # Entries that are shown may get their tags meanwhile.
        said = [message.member for message in run.bus.since(start) if message.interface == TRACK_LIST]
        assert not {"TrackAdded", "TrackListReplaced"} & set(said), said
        run.remote("goto", count // 2)
        run.wait_until("another part is shown", lambda: not set(first) & set(tracks.paths()))
        # While VLC opens it, what played before is still shown.
        wait_until("it plays", lambda: tracks.current() in tracks.paths())
        for _ in range(3):
            # Of one answer, because the part that is shown moves on with what plays.
            paths = tracks.paths()
            following = paths[paths.index(tracks.current()) + 1]
            run.ctl("next")
            run.wait_until("the next plays", lambda following=following: tracks.current() == following)
        tracks.add(media.sound(folder / "last.flac", title="Last"), UNKNOWN, True)
        run.wait_title("Last")
        wait_until("it is the last of all", lambda: tracks.paths()[-1:] == [tracks.current()])


SCENARIOS = [the_queue, the_queue_is_edited, the_player_edits_its_playlist, a_shuffled_queue, a_long_playlist]
