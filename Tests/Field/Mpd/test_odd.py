# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Servers that say what no MPD would, or say it in pieces, too often, or not at all."""

import struct
import time
from contextlib import ExitStack, contextmanager

import pytest
from testkit.desktop import wait_until
from fake import Fake, Script
from testkit.wire import DBusError
from run import Run, artwork, open_sockets
from field.servers import make_cover, make_large_cover

# First bytes of servers that are no MPD, and whether they hang up then.
GREETINGS = [
    (b"", False), (b"", True), (b"OK MPD", False), (b"HTTP/1.1 400 Bad Request\r\n\r\n", True),
    (b"\0\xff\xfe\n", False), (b"x" * 300_000, False), (b"ACK [5@0] {} no\n", False), (b"OK MPD 0.23.5\nOK\n", False),
    (b"OK MPD 0.23.5\n" + b"volume: 1\n" * 1000, True), (b"OK MPD 0.23.5\nvolume", False),
]
# Answers to the question for the state; each ends the connection.
STATES = [b"garbage\n", b"\n", b"ACK\n", b"ACK [4@0] {status} you don't have permission for \"status\"\n", b": \n"]


@contextmanager
def fake(*others, server=None, **attributes):
    """Starts a fake server that plays "A Song", and mpd-remote for it and other servers."""
    server = server or Fake()
    for key, value in attributes.items():
        setattr(server, key, value)
    with ExitStack() as stack:
        stack.callback(server.close)
        for other in others:
            stack.callback(other.close)
        names = [f"Odd{number}=127.0.0.1:{other.port}" for number, other in enumerate(others)]
        yield stack.enter_context(Run(f"Kitchen=127.0.0.1:{server.port}", *names)), server


def test_greetings():
    with fake(*[Script(*words) for words in GREETINGS]) as (run, server):
        run.wait_places("Kitchen")
        server.status["volume"] = "20"
        server.change("mixer")
        run.wait_until("among servers that are none one is shown", lambda: run.ask("Kitchen", "volume") == "0.200000")
        # A line of the log says for each server why it is not shown.
        wait_until("all have been given up", lambda: all(
            any(f" Odd{number}: " in line for line in run.said()) for number in range(len(GREETINGS))))
        assert run.places() == ["Kitchen"], run.places()


def test_escapes_in_an_error():
    """A terminal gets a line of text, whatever a server says."""
    class Refusing(Fake):
        def answer(self, line):
            return b"ACK [4@0] {status} \x1b[2J\x9b2J\xc2\x9b2J\r\x07no\xe2\x80\xae\n"

    with fake(Refusing()) as (run, _):
        wait_until("it is said", lambda: any("Odd0" in line for line in run.said()))
        (line,) = [line for line in run.said() if "Odd0" in line]
        assert line.isprintable() and line.endswith("no?"), ascii(line)


def test_growing_waits():
    """A server that hangs up at once is asked less and less often."""
    script = Script(b"OK MPD 0.23.5\n", True)
    times = []
    with fake(script) as (run, _):
        for _ in range(4):
            assert script.seen.acquire(timeout=20)
            times.append(time.monotonic())
        waits = [later - earlier for earlier, later in zip(times, times[1:])]
        assert all(wait > least for wait, least in zip(waits, (0.4, 0.9, 1.9))), waits
        assert len([line for line in run.said() if "Odd0" in line]) == 1, "it says the same twice"


def test_wrong_states():
    class Wrong(Fake):
        def answer(self, line):
            return self.said

    others = [Wrong() for _ in STATES]
    for other, said in zip(others, STATES):
        other.said = said
    with fake(*others) as (run, _):
        for _ in STATES:
            run.expect("Odd")
        run.wait_places("Kitchen")


def test_odd_tags():
    song = {"file": b"m\xfcsic/\xff.flac", "Title": b"Fran\xe7ois", "Artist": b"\xf0\x9f\x8e\xb5\xff", "Album": b"",
            "Track": "-3/x", "Disc": "999999999999999", "Date": "when?", "duration": "nan", "Pos": "-7",
            "Id": "99999999999"}
    status = {"volume": "-5", "state": "dancing", "elapsed": "1e300", "song": "x", "nextsong": "-9", "repeat": "maybe"}
    with fake() as (run, server):
        run.wait_places("Kitchen")
        server.song, server.status = song, status
        server.change()
        run.wait_until("Latin-1 is read", lambda: run.title("Kitchen") == "François")
        assert run.ask("Kitchen", "status") == "Stopped"
        server.song = {"file": "a.flac", "Title": "x" * 100_000, "Id": "2"}
        server.change()
        run.wait_until("a long title is cut", lambda: run.title("Kitchen") == "x" * 4096)
        server.song = {"file": "folder/name.flac", "Id": "3"}
        server.change()
        run.wait_until("without a title it is the file's name", lambda: run.title("Kitchen") == "name.flac")
        server.song = [("file", "a"), ("Title", "One"), ("Id", "4"), ("file", "b"), ("Title", "Two"), ("file", "c")]
        server.change()
        run.wait_until("of three present songs it is the first", lambda: run.title("Kitchen") == "One")
        server.outputs = [{"outputid": "0", "outputname": name, "outputenabled": "1"} for name in ["", "a", "a"] * 40]
        server.change()
        run.wait_until("of 120 outputs some are shown", lambda: run.places() == ["Kitchen + 43"])


def test_a_station():
    song = {"file": "http://radio.example/live", "Name": "Radio Example", "Title": "First - Song", "Id": "1"}
    with fake(song=song) as (run, server):
        run.wait_until("a stream's title shows", lambda: run.title("Kitchen") == "First - Song")
        assert run.ask("Kitchen", "metadata", "xesam:artist") == "Radio Example"
        session = run.session("Kitchen")
        assert session.content["station-name"] == "Radio Example" and "artwork" not in session.content, session.content
        server.song = dict(song, Title="Second - Song")
        server.change()
        run.wait_until("and the next", lambda: run.title("Kitchen") == "Second - Song")
        server.song = {key: song[key] for key in ("file", "Name", "Id")}
        server.change()
        run.wait_until("without a title it is the station's name", lambda: run.title("Kitchen") == "Radio Example")


def test_floods():
    """Thousands of changes: the last state is emitted, and commands are answered meanwhile."""
    with fake() as (run, server):
        run.wait_places("Kitchen")
        session = run.session("Kitchen")
        for number in range(3000):
            server.status["volume"] = str(number % 100)
            server.song["Title"] = f"Song {number}"
            server.change()
            if number % 500 == 0:
                session.send("pause")
        run.wait_until("the last of 3000 changes shows",
                       lambda: run.title("Kitchen") == "Song 2999" and run.ask("Kitchen", "volume") == "0.990000")
        assert server.asked.count("status") < 3010


def test_answers():
    """A command is answered when its effect is shown, also with a server that is slow."""
    class Slow(Fake):
        def answer(self, line):
            if line in ("play", "pause 1"):
                self.status["state"] = line.split(" ")[0]
            if line == "status":
                time.sleep(0.1)  # sleeps: it is the server that is slow
            return super().answer(line)

    with fake(server=Slow()) as (run, _):
        run.wait_places("Kitchen")
        session = run.session("Kitchen")
        for command, state in (("pause", "paused"), ("play", "playing")) * 2:
            session.send(command)
            assert session.get("Playback").value["state"].value == state, f"{command} is answered too early"


def test_rests():
    """Without changes, mpd-remote asks nothing and does not wake up; without a bus it fetches no cover."""
    with fake() as (run, server):
        run.wait_places("Kitchen")
        server.wait_asked('albumart "a.flac" "0"')
        wait_until("the second connection is closed", lambda: server.connections == 2
                   and open_sockets(run.process.process.pid) <= sockets(run))
        asked, switches = len(server.asked), wakeups(run.process.process.pid)
        time.sleep(1)  # sleeps: measures that nothing happens within it
        assert len(server.asked) == asked, f"it asks {server.asked[asked:]}"
        assert wakeups(run.process.process.pid) - switches <= 1, "it wakes up"
    server = Fake()
    run = Run(f"Kitchen=127.0.0.1:{server.port}", bus=False)
    try:
        run.expect("connected")
        server.change()
        server.wait_asked("status", 2)
        assert server.connections == 1, "it fetches a cover that nobody wants"
    finally:
        run.process.stop()
        run.bus.close()
        server.close()


def sockets(run):
    """Returns the sockets that there should be: the app's, one for each session, and the server's."""
    return 2 + len(run.bus.names())


def wakeups(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(file.read().split("\nvoluntary_ctxt_switches:")[1].split()[0])


def test_odd_covers():
    """A wrong answer is no cover, and the server is still driven."""
    answers = [
        b"size: 99999999999\nbinary: 5\nabcde\n", b"size: -1\n", b"size: 10\nbinary: 20\n" + b"x" * 21,
        b"size: 10\nbinary: 0\n\n", b"binary: 5\nabcde\n", b"size: 5\nbinary: 5\nabcde\n", b"size: x\nbinary: y\n",
        b"size: 8\nbinary: 4\nabcd\nOK\nsize: 9\nbinary: 4\nabcd\n", b"\x89PNG\r\n\x1a\n" * 9,
        b"size: 0\nbinary: 0\n\n",
        # A PNG whose header claims 60,000 pixels on each side.
        b"size: 33\nbinary: 33\n\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xea\x60\0\0\xea\x60\x08\x06\0\0\0xxxx\n",
    ]

    class Odd(Fake):
        said = b""

        def answer(self, line):
            return self.said if line.startswith(("readpicture", "albumart")) else super().answer(line)

    with fake(server=Odd()) as (run, server):
        run.expected = "No artwork",  # which are warnings, one for each
        run.wait_places("Kitchen")
        session = run.session("Kitchen")
        for number, said in enumerate(answers):
            server.said = said
            try:
                _, size, _ = artwork(session, 64, 64)
                assert size == (60000, 60000), f"{said} is a picture of {size}"
            except DBusError as error:
                assert error.name.startswith("org.nowplaying.Error."), error
            session.send("pause")
            assert server.asked.count("pause 1") == number + 1


def turned(data):
    """Returns a JPEG that has to be turned by a quarter to be upright, as cameras write it."""
    exif = b"Exif\0\0MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x112, 3, 1, 6, 0, 0)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


@pytest.mark.parametrize("box, upright, straight", [
    ((300, 300), (150, 300), (300, 150)), ((300, 100), (50, 100), (200, 100)), ((100, 300), (100, 200), (100, 50)),
    ((900, 500), (250, 500), (900, 450)), ((3000, 3000), None, None)])
def test_covers_that_a_camera_has_turned(folder, box, upright, straight):
    """The smaller picture is upright, fills the box, and one that fits is handed on as it is. None: as it is."""
    make_cover(folder / "cover.jpg", "red", 1000, 500)
    for data, size in (((folder / "cover.jpg").read_bytes(), straight),
                       (turned((folder / "cover.jpg").read_bytes()), upright)):
        with fake(cover=data) as (run, _):
            run.wait_places("Kitchen")
            _, given, picture = artwork(run.session("Kitchen"), *box)
            assert (given == size and picture != data) if size else picture == data, (given, size)


def test_cover_read_in_few_pieces(folder):
    """A cover is read in few pieces, because TCP may wait between two of them."""
    make_large_cover(folder / "cover.png", 1000)
    data = (folder / "cover.png").read_bytes()
    with fake(cover=data) as (run, server):
        run.wait_until("a cover of some megabytes shows", lambda: run.cover("Kitchen"))
        pieces = sum(line.startswith("readpicture") for line in server.asked)
        assert pieces <= len(data) // 500_000 + 1, f"{len(data)} bytes come in {pieces} pieces"


def test_same_paths(folder):
    """Songs with the same path on two servers have covers of their own."""
    other, covers = Fake(), []
    for color in "teal", "red":
        make_cover(folder / "cover.png", color, 64, 64)
        covers.append((folder / "cover.png").read_bytes())
    other.cover = covers[1]
    with fake(other, cover=covers[0]) as (run, _):
        wait_until("both covers show", lambda: run.cover("Kitchen") and run.cover("Odd0"))
        assert [run.cover("Kitchen"), run.cover("Odd0")] == covers, "one shows the cover of the other"
