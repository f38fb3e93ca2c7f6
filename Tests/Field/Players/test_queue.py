# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the playlists of VLC and Audacious as the queue of MPRIS's TrackList. The queue of mpv has names of files
instead of tags."""

from field.adapters import media
from field.adapters.every import Audacious, Vlc, of
from field.adapters.player import refuses
from field.adapters.tracks import UNKNOWN, Tracks
from testkit.bus import TRACK_LIST
from testkit.desktop import wait_until
from testkit.host import C
from testkit.mpris_types import NO_TRACK

pytestmark = of(Vlc, Audacious)


def test_the_queue(player, folder):
    """The queue has the playlist's tags and ids; one can go to each entry, also to the same song twice."""
    with player.playing(folder, 1, 2, 1) as run:
        tracks = Tracks(run)
        tracks.wait_titles("Song 1", "Song 2", "Song 1")
        paths = tracks.paths()
        assert len(set(paths)) == 3 and tracks.current() == paths[0], paths
        assert tracks.client.get("CanEditTracks", TRACK_LIST)
        found, = tracks.metadata(paths[1])
        wanted = {"xesam:title": "Song 2", "xesam:artist": ["A Band"], "xesam:album": "An Album",
                  "mpris:length": 30_000_000, "xesam:url": f"file://{folder}/2.flac", "mpris:trackid": paths[1]}
        assert found == wanted, found
        for path in (paths[2], paths[1], paths[0]):
            tracks.go_to(path)
            run.wait_until(f"{path} plays", lambda: tracks.current() == path)
        wait_until("the player plays", lambda: run.state() == "Playing")
        for command, status in (("pause", "Paused"), ("stop", "Stopped")):
            run.ctl(command)
            run.wait_status(status)
            tracks.go_to(paths[1])
            run.wait_status("Playing")
            run.wait_title("Song 2")
        assert tracks.paths() == paths


def test_the_queue_is_edited(player, folder):
    """Entries are added at the start, after an entry and at the end, played at once or later, and removed, also the one
    that plays."""
    with player.playing(folder, 1, 2) as run:
        tracks = Tracks(run)
        tracks.wait_titles("Song 1", "Song 2")
        first, second = tracks.paths()
        start = run.bus.mark()
        tracks.add(folder / "3.flac", first)
        tracks.wait_titles("Song 1", "Song 3", "Song 2")
        tracks.add(media.sound(folder / "start.flac", title="Start"), NO_TRACK)
        tracks.wait_titles("Start", "Song 1", "Song 3", "Song 2")
        tracks.wait_emitted(start, "TrackAdded", 2)
        assert run.title() == "Song 1" and first in tracks.paths() and second in tracks.paths()
        if player is Audacious:
            assert refuses(tracks.add, folder / "nothing.flac", first), "it adds what is not there"
        for uri in player.refused:
            assert refuses(tracks.client.do, "AddTrack", "sob", uri, first, True, interface=TRACK_LIST), f"adds {uri}"
        tracks.add(media.sound(folder / "end.flac", title="End"), UNKNOWN, True)
        run.wait_title("End")
        tracks.wait_titles("Start", "Song 1", "Song 3", "Song 2", "End")
        start = run.bus.mark()
        tracks.remove(tracks.path("Song 3"))
        tracks.wait_titles("Start", "Song 1", "Song 2", "End")
        tracks.wait_emitted(start, "TrackRemoved")
        tracks.go_to(first)
        run.wait_title("Song 1")
        tracks.remove(first)
        tracks.wait_titles("Start", "Song 2", "End")
        run.wait_until("it is not played any more", lambda: run.title() != "Song 1" or run.state() == "Stopped")
        run.ctl("next" if player is Vlc else "play")
        run.wait_until("another is", lambda: run.title() in tracks.titles() and run.ask("status") == "Playing")
        run.ctl("stop")
        run.wait_status("Stopped")
        for path in tracks.paths():
            tracks.remove(path)
        tracks.wait_shown(False)
        run.wait_title("")


def test_the_player_edits_its_playlist(player, folder):
    """Clients see that the player itself adds entries and clears its playlist."""
    with player.playing(folder, 1) as run:
        tracks = Tracks(run)
        tracks.wait_titles("Song 1")
        start = run.bus.mark()
        run.enqueue(folder / "2.flac")
        tracks.wait_titles("Song 1", "Song 2")
        tracks.wait_emitted(start, "TrackAdded")
        run.ctl("next")
        run.wait_title("Song 2")
        run.enqueue(folder / "3.flac")
        run.wait_until("what was added is next", lambda: tracks.client.get("CanGoNext"))
        run.clear()
        tracks.wait_shown(False)
        run.enqueue(folder / "2.flac")
        tracks.wait_shown(True)
        tracks.wait_titles("Song 2")


def test_a_long_playlist(player, folder):
    """Clients see those of 20,000 entries that are near the one that plays."""
    words = ["--no-auto-preparse"] if player is Vlc else []
    with player(*words, media.album(folder, 20_000)) as run:
        tracks = Tracks(run)
        wait_until("a part is shown", lambda: len(tracks.paths()) == C.MAX_SHOWN_QUEUE_ENTRIES)
        first = tracks.paths()
        run.jump(10_000)
        run.wait_until("another part is shown", lambda: not set(first) & set(tracks.paths()))
        # While the player opens a file, the last item is still shown.
        wait_until("it plays", lambda: tracks.current() in tracks.paths())
        for _ in range(3):
            # The paths must come from one answer, because the visible part of the queue moves on with playback.
            paths = tracks.paths()
            following = paths[paths.index(tracks.current()) + 1]
            run.ctl("next")
            run.wait_until("the next plays", lambda: tracks.current() == following)
        tracks.add(media.sound(folder / "last.flac", title="Last"), UNKNOWN, True)
        run.wait_title("Last")
        wait_until("it is the last of all", lambda: tracks.paths()[-1:] == [tracks.current()])
