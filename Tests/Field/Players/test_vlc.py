# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests VLC alone: what plays, and what it opens."""

import fcntl
import io
import os
import socket
import subprocess
import termios
import time

from field.adapters import media
from field.adapters.every import Vlc, of
from field.adapters.tracks import Tracks
from testkit.bus import PATH, PLAYER, PROPERTIES, TRACK_LIST
from testkit.desktop import wait_until
from testkit.host import C
from testkit.wire import DBusError

pytestmark = of(Vlc)


def test_who_is_answered_finds_it_stopped(player, folder):
    """A client that has the answer to Stop reads Stopped, even if it calls so fast that all calls are handled in one
    turn of the loop."""
    with player(folder / "1.flac") as run:
        client = run.client()
        for stops in 1, 2, 20:
            run.wait_status("Playing")
            calls = [client.start(client.player, PATH, PLAYER, "Stop") for _ in range(stops)]
            read = client.start(client.player, PATH, PROPERTIES, "Get", "ss", PLAYER, "PlaybackStatus")
            for call in calls:
                client.reply(call)
            is_earlier = any(message.reply_serial == read for message in client.inbox)
            status = client.finish(read)[0].value
            assert is_earlier or status == "Stopped", f"when a stop is answered, it is {status}"
            assert client.get("PlaybackStatus") == "Stopped"
            client.do("Play")


def test_stop_and_play_again(player, folder):
    """A stopped song remains to be seen, and plays again; so does an ended one; an empty playlist shows nothing."""
    end = media.sound(folder / "end.flac", 4, title="End")
    with player(folder / "1.flac", end) as run:
        run.wait_title("Song 1")
        client = run.client()
        for _ in range(20):
            client.do("Stop")
            status = client.get("PlaybackStatus")
            assert status == "Stopped", f"when a stop is answered, it is {status}"
            wait_until("VLC has stopped", lambda: run.state() == "Stopped")
            assert client.get("PlaybackStatus") == "Stopped" and run.title() == "Song 1"
            client.do("Play")
            run.wait_status("Playing")
        run.ctl("stop")
        wait_until("VLC has stopped", lambda: run.state() == "Stopped")
        run.ctl("play")
        run.wait_status("Playing")
        run.remote("stop")
        run.wait_status("Stopped")
        run.ctl("next")
        run.wait_title("End")
        run.wait_status("Playing")
        run.wait_status("Stopped")
        assert run.title() == "End"
        run.ctl("play")
        run.wait_status("Playing")
        assert run.title() == "End"
        run.remote("clear")
        run.wait_title("")
        run.wait_status("Stopped")
        assert not run.client().get("CanPlay")


def test_what_waits_for_its_data(player, folder):
    """A file that VLC has opened is shown before it is heard; if it waits long for data, the state says so, and the
    position stands."""
    slow = folder / "slow.wav"
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=r=96000:d=1", "-ac", "8", "-c:a",
                    "pcm_s32le", "-f", "wav", folder / "eight.wav"], check=True)
    data = io.BytesIO((folder / "eight.wav").read_bytes())
    os.mkfifo(slow)
    slow.chmod(0o666)
    with open(slow, "r+b", buffering=0) as pipe, player("--no-auto-preparse", slow) as run:
        # Waits for the first state, which is told when the name comes: VLC has nothing to open yet.
        run.bus.wait_changed(0, "PlaybackStatus", lambda value: value == "Stopped")
        start = run.bus.mark()
        while run.title() != "slow.wav":
            pipe.write(data.read(4096))
            wait_until("VLC has read it", lambda: fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)) == bytes(4))
        for status in "Playing", "Paused":
            run.bus.wait_changed(start, "PlaybackStatus", lambda value: value == status)
        pipe.write(data.read())
        pipe.close()
        run.bus.wait_changed(start, "PlaybackStatus", lambda value: value == "Stopped")
        said = [change["PlaybackStatus"] if isinstance(change, dict) else change for change in run.bus.signals(start)
                if isinstance(change, int) or "PlaybackStatus" in change]
        assert said == ["Playing", "Paused", "Playing", "Stopped"], said
    with player("--start-paused", folder / "1.flac") as run:
        run.wait_title("Song 1")
        run.bus.wait_changed(0, "PlaybackStatus", lambda value: value == "Paused")
        # The first state is told when the name comes, before or after VLC has opened the file.
        assert run.statuses(0) in (["Stopped", "Paused"], ["Paused"])


def test_no_volume(player, folder):
    """No volume is shown for an output that has none, as a receiver has, or for VLC without a sound server."""
    for given in ({}, {"aout": "pulse", "PULSE_SERVER": "unix:/nowhere"}):
        with player.playing(folder, 1, words=["--no-volume-save"], **given) as run:
            assert run.client().get("Volume") == 1.0


def test_a_busy_player_opens(player, folder):
    """A file that ends before the plugin has seen its start is answered rightly all the same."""
    album = folder / "busy.m3u"
    album.write_text(f"{folder}/2.flac\n")
    with player() as run:
        client = run.client()
        for path, expected in ((folder / "nothing.flac", "Failed"), (album, None)):
            # While the calls are answered, VLC opens the file in other threads.
            serial = client.start_do("OpenUri", "s", f"file://{path}")
            others = [client.start_do("Get", "ss", PLAYER, "Metadata", interface=PROPERTIES) for _ in range(3000)]
            error = None
            try:
                client.finish(serial)
            except DBusError as refusal:
                error = refusal.name.rpartition(".")[2]
            assert error == expected, f"{path.name}: {error}"
            for other in others:
                client.finish(other)
        run.wait_title("Song 2")


def test_what_is_opened_in_vain(player, folder):
    """OpenUri is answered with an error if another command comes before the file plays."""
    with socket.create_server(("127.0.0.1", 0)) as silent, player.playing(folder, 1, 2) as run:
        client, tracks = run.client(), Tracks(run)
        slow = f"http://127.0.0.1:{silent.getsockname()[1]}/never.flac"
        for uri in f"file://{folder}/3.flac", slow:
            answers = run.together(("OpenUri", uri), ("Stop",))
            assert answers == ["Failed", None], answers
            run.wait_status("Stopped")
            # VLC may have begun to play the opened file, to which Play would then apply.
            tracks.go_to(tracks.path("Song 1"))
            run.wait_status("Playing")
        answers = run.together(("OpenUri", slow), ("OpenUri", slow), ("Next",))
        assert answers == ["Failed", "Failed", None], answers
        opening = client.start_do("OpenUri", "s", slow)
        run.wait_until("it is opened", lambda: "never.flac" in tracks.files()[-1:])
        tracks.go_to(tracks.path("Song 2"))
        refusal = client.refused(opening).name
        assert refusal.endswith(".Failed"), refusal
        run.wait_title("Song 2")


def test_pictures(player, folder):
    """Songs of one album have their own embedded pictures."""
    own = [media.picture(folder / f"{color}.png", color) for color in ("olive", "navy")]
    songs = [media.with_cover(folder / f"own{number}.flac", picture, title=f"Own {number}", artist="X", album="Y")
             for number, picture in enumerate(own)]
    with player(*songs) as run:
        for number, picture in enumerate(own):
            run.wait_title(f"Own {number}")
            run.wait_cover(picture)
            if picture != own[-1]:
                run.ctl("next")


def test_the_same_song_twice(player, folder):
    """Each entry has an id of its own, and keeps it."""
    with player.playing(folder, 1, 1) as run:
        ids = [run.track()]
        for command in ("next", "previous"):
            run.ctl(command)
            wait_until("it is another entry", lambda: run.track() not in (None, ids[-1]))
            ids.append(run.track())
        assert ids[0] == ids[2] != ids[1], ids


def test_a_playlist_is_added(player, folder):
    """A playlist is added to the queue, and its first entry plays."""
    with player.playing(folder, 1) as run:
        tracks = Tracks(run)
        tracks.wait_titles("Song 1")
        album = folder / "player.m3u"
        album.write_text(f"{folder}/3.flac\n{folder}/1.flac\n")
        run.remote("add", album)
        run.wait_title("Song 3")
        tracks.wait_titles("Song 1", "Song 3", "Song 1")


def test_a_shuffled_queue(player, folder):
    """The queue has the order in which VLC plays, and that of the playlist when it is no longer shuffled."""
    songs = [media.sound(folder / f"shuffled{number}.flac", title=f"Shuffled {number}") for number in range(12)]
    with player("--random", *songs) as run:
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


def test_a_long_playlist_that_grows(player, folder):
    """The plugin sleeps most of the time while entries are added far from the one that plays."""
    with player("--no-auto-preparse", media.album(folder, 20_000)) as run:
        tracks = Tracks(run)
        wait_until("a part is shown", lambda: len(tracks.paths()) == C.MAX_SHOWN_QUEUE_ENTRIES)
        start, begun, spent = run.bus.mark(), time.monotonic(), run.cost()
        for _ in range(300):
            run.enqueue(folder / "1.flac")
        spent, passed = run.cost() - spent, time.monotonic() - begun
        assert spent < passed / 5, f"it runs for {spent} s of {passed} s"
        # Entries that are shown may get their tags meanwhile.
        said = [message.member for message in run.bus.since(start) if message.interface == TRACK_LIST]
        assert not {"TrackAdded", "TrackListReplaced"} & set(said), said
