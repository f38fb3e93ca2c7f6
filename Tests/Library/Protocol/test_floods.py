# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 8: the cost of a client that does not read, or requests the same again and again, and the limit on the
size of a reply."""

import os
import pathlib
import subprocess
import tempfile

import pytest

from testkit.bus import PATH, PLAYER, PROPERTIES, TRACK_LIST
from testkit.bus import ROOT as MPRIS
from testkit.process import memory
from testkit.protocol import MANAGER, ROOT, SESSION
from testkit.run import built
from testkit.wire import Connection, DBusError, Message, encode

EXCEEDED = "org.freedesktop.DBus.Error.LimitsExceeded"
NAME = MPRIS + ".Crowd"
CALLS = int(os.environ.get("FLOOD_CALLS", "3000"))
MOST = 16 << 10  # KiB that a client may cost beyond an ordinary one
INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"


class Crowd:
    """A process of the program crowd."""

    def __init__(self, bus, program, sessions=1, lyrics=0, cover=1000, lists=0, extra=0):
        self.bus = bus
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([str(program), *map(str, (sessions, lyrics, cover, lists, extra))],
                                        env=bus.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, text=True)
        self.log, self.printed, self.made = [], [], ""
        # The program may be asked for its first cover, and print that, before it has made all sessions.
        while "sessions" not in self.made:
            self.made = self.process.stdout.readline().strip()
            assert self.made, f"it ended with {self.process.wait()}"
            self.printed.append(self.made)
        self.printed.pop()
        bus.wait_name(NAME)
        self.owner = bus.owner(NAME)

    @property
    def pid(self):
        return self.process.pid

    def end(self):
        """Ends the program. Afterwards `printed` has all its output, and `log` its errors."""
        self.process.stdin.close()
        # Uses the reader that has read lines before: communicate() would miss what that has buffered.
        self.printed += self.process.stdout.read().splitlines()
        returned = self.process.wait(timeout=20)
        self.errors.seek(0)
        self.log = self.errors.read().splitlines()
        assert returned == 0, self.log

    def close(self):
        if self.process.poll() is None:
            self.end()


@pytest.fixture
def crowd(bus, request):
    def start(**arguments):
        bus.hosts.append(Crowd(bus, built(request.config, "Library/Protocol/crowd"), **arguments))
        return bus.hosts[-1]
    return start


def sessions(client):
    return [path for path in client.call(NAME, ROOT, MANAGER, "GetManagedObjects")[0] if "/session/" in path]


QUESTIONS = {
    "all of MPRIS": (PATH, PROPERTIES, "GetAll", "s", [PLAYER]),
    "Metadata": (PATH, PROPERTIES, "Get", "ss", [PLAYER, "Metadata"]),
    "all of a session": ("SESSION", PROPERTIES, "GetAll", "s", [SESSION]),
    "all objects": (ROOT, MANAGER, "GetManagedObjects", "", []),
    "a description": (ROOT + "/session", INTROSPECTABLE, "Introspect", "", []),
    "an object that is not there": ("/a" * 1000, PROPERTIES, "GetAll", "s", [PLAYER]),
    "the cover": ("SESSION", SESSION, "GetArtwork", "suu", ["cover", 64, 64]),
}


def flood(bus, question, path, count=CALLS):
    """Returns a client that has sent many calls and reads nothing."""
    client = Connection(bus.socket, takes_descriptors=True)
    bus.foreign.add((bus.epoch, client.name))
    pipeline(client, question, path, count)
    return client


def pipeline(client, question, path, count):
    """Sends many calls without waiting for replies."""
    where, interface, member, signature, body = question
    calls = []
    for _ in range(count):
        client.serial += 1
        calls.append(encode(Message(destination=NAME, path=path if where == "SESSION" else where, interface=interface,
                                    member=member, signature=signature, body=body, serial=client.serial)))
    for start in range(0, count, 100):
        client.socket.sendall(b"".join(calls[start:start + 100]))


def answers(client, count):
    """Reads the replies to this many calls. Returns how often each result occurs."""
    names = {}
    while sum(names.values()) < count:
        message = client.receive(30)
        assert message, f"no answer after {names}"
        if message.reply_serial:
            names[message.error_name] = names.get(message.error_name, 0) + 1
    return names


def test_8_bursts_add_up(bus, crowd):
    """The replies to a client within a second are limited, also if the client always reads all before it asks again."""
    crowd(lyrics=60_000)
    client = bus.client(NAME)
    path, = sessions(client)
    for _ in range(200):
        pipeline(client, QUESTIONS["all of a session"], path, 4)
        if EXCEEDED in answers(client, 4):
            return
    assert False, "it was given more than is passed on in a second"


@pytest.mark.parametrize("lengths, error", [((255, 255), "UnknownProperty"), ((255, 256), "InvalidArgs")])
def test_8_long_names_of_a_client_that_floods(bus, crowd, lengths, error):
    """The errors of sd-bus repeat the names in a call: names that are longer than D-Bus allows are refused by another
    error."""
    player = crowd(lyrics=60_000)
    interface, name = ("a" * length for length in lengths)
    client = bus.client(NAME)
    path, = sessions(client)
    honest = bus.client(NAME)
    pipeline(client, QUESTIONS["all of a session"], path, 40)
    call = honest.start(player.owner, path, PROPERTIES, "Get", "ss", "a." + interface[2:], name)
    assert honest.refused(call).name.endswith("." + error)
    answers(client, 40)


@pytest.mark.parametrize("what", QUESTIONS)
def test_8_answers_that_nobody_reads(bus, crowd, what):
    player = crowd(sessions=8, lyrics=60_000)
    good = bus.client(NAME)
    path = sessions(good)[0]
    question = (path if QUESTIONS[what][0] == "SESSION" else QUESTIONS[what][0], *QUESTIONS[what][1:4])
    honest = Connection(bus.socket, takes_descriptors=True)
    bus.foreign.add((bus.epoch, honest.name))
    try:
        honest.call(NAME, *question, *QUESTIONS[what][4])
    except DBusError:
        assert what == "an object that is not there"
    before, descriptors = memory(player.pid), len(os.listdir(f"/proc/{player.pid}/fd"))
    flooder = flood(bus, QUESTIONS[what], path)
    # Other clients get right replies, after the replies to the flood.
    for _ in range(20):
        good.call(NAME, PATH, PROPERTIES, "Get", "ss", PLAYER, "PlaybackStatus", timeout=60)
        good.call(NAME, path, PROPERTIES, "Get", "ss", SESSION, "Id", timeout=60)
    # Each call gets a reply, also a refused one.
    names = answers(flooder, CALLS)
    assert names.keys() <= {"", EXCEEDED, "org.freedesktop.DBus.Error.UnknownObject"}, names
    assert memory(player.pid, "VmHWM") - before <= MOST, (names, before)
    assert len(os.listdir(f"/proc/{player.pid}/fd")) <= descriptors + 1
    # The client may go on once it has read.
    bus.wait_for(lambda: is_answered(flooder, QUESTIONS["Metadata"]), "it is answered again")
    flooder.close()
    assert bus.owner(NAME) == player.owner
    player.end()
    assert len([line for line in player.log if "refused" in line]) <= 1 and len(player.log) <= 1, player.log


def is_answered(client, question):
    try:
        client.call(NAME, question[0], *question[1:4], *question[4])
    except DBusError as error:
        assert error.name == EXCEEDED
        return False
    return True


def test_8_a_client_that_asks_for_much_is_refused(bus, crowd):
    """The log reports it in one line."""
    player = crowd(lyrics=60_000)
    flooder = flood(bus, QUESTIONS["all of MPRIS"], "")
    names = answers(flooder, CALLS)
    flooder.close()
    # A few calls a second succeed, and the first ones before the limit is checked.
    assert names[EXCEEDED] > CALLS / 2, names
    player.end()
    assert len(player.log) == 1 and "asks for more than the bus passes on" in player.log[0], player.log


def files(*pids):
    """Returns the memory files of pictures that processes hold: inode and size."""
    found = {}
    for pid in pids:
        for link in pathlib.Path(f"/proc/{pid}/fd").iterdir():
            try:
                if "nowplaying picture" in os.readlink(link):
                    status = link.stat()
                    found[status.st_ino] = status.st_size
            except OSError:
                pass
    return found


def start_cover(client, path, width, height):
    return client.start(NAME, path, SESSION, "GetArtwork", "suu", "cover", width, height)


def test_8_a_picture_is_one_file(bus, crowd):
    """There is one file for all requests, as long as the item stays."""
    player = crowd(cover=100_000)
    path = sessions(bus.client(NAME))[0]
    seen = set()
    for _ in range(60):
        client = Connection(bus.socket, takes_descriptors=True)
        bus.foreign.add((bus.epoch, client.name))
        client.finish(start_cover(client, path, 64, 64))
        seen |= files(player.pid).keys()
        client.close()
    assert len(seen) == 1
    player.end()
    # The cover is requested once for surfaces, and once for MPRIS's artUrl.
    assert player.printed == ["cover", "cover"]


def test_8_pictures_of_many_sessions(bus, crowd):
    """A surface that shows all sessions of a player fetches their pictures at once, and again when they change."""
    crowd(sessions=50, cover=20_000)
    paths = sessions(bus.client(NAME))
    surface = Connection(bus.socket, takes_descriptors=True)
    bus.foreign.add((bus.epoch, surface.name))
    for _ in range(8):
        for path in paths:
            start_cover(surface, path, 64, 64)
        assert answers(surface, len(paths)) == {"": 50}
    surface.close()


def test_8_sizes_of_a_picture(bus, crowd):
    """Few sizes are made; further requests get one of these."""
    cover = 3 << 20
    player = crowd(cover=cover)
    good = bus.client(NAME)
    path = sessions(good)[0]
    greedy = Connection(bus.socket, takes_descriptors=True)
    bus.foreign.add((bus.epoch, greedy.name))
    daemon = bus.daemon.process.pid
    most = 0
    for height in range(1, 201):
        start_cover(greedy, path, 16_384, height)
        if height % 20 == 0:
            good.call(NAME, path, PROPERTIES, "Get", "ss", SESSION, "Id")
            most = max(most, sum(files(player.pid, daemon).values()))
    names = answers(greedy, 200)
    assert most <= cover + (16 << 20), most
    assert names.keys() <= {"", EXCEEDED} and names[""] >= 50, names
    greedy.close()
    player.end()
    assert len(player.printed) <= 17, len(player.printed)


def test_8_sessions(bus, crowd):
    """An answer for 1,024 sessions with the longest lyrics has all sessions, but not all lyrics."""
    player = crowd(sessions=1030, lyrics=65_536)
    assert player.made == "1024 sessions, then -12"
    client = bus.client(NAME)
    objects = client.call(NAME, ROOT, MANAGER, "GetManagedObjects", timeout=60)[0]
    contents = [found[SESSION]["Content"].value for path, found in objects.items() if SESSION in found]
    assert len(contents) == 1024
    assert sum("lyrics" in content for content in contents) == 64
    assert bus.owner(NAME) == player.owner


def test_8_texts_of_many_sessions_under_keys_of_their_own(bus, crowd):
    """All sessions share the limit of lyrics. Each keeps the texts for which there was room."""
    player = crowd(sessions=100, lyrics=65_536, extra=32)
    client = bus.client(NAME)
    for item in "item_2d1", "item_2d2":
        objects = client.call(NAME, ROOT, MANAGER, "GetManagedObjects", timeout=60)[0]
        contents = [found[SESSION]["Content"].value for path, found in objects.items() if SESSION in found]
        has = ["extra" in content for content in contents]
        assert has == ["lyrics" in content for content in contents]
        # Each has 65,536 bytes of lyrics, and 32 texts of 4,096 bytes under keys of 7 or 8.
        assert sum(has) == (4 << 20) // (65_536 + 32 * 4096 + 10 * 7 + 22 * 8)
        assert len(client.get("Metadata")) > 32
        player.process.stdin.write("\n")
        player.process.stdin.flush()
        bus.wait_for(lambda: client.get("Metadata")["mpris:trackid"].value.endswith(item), "the next item")
    assert bus.owner(NAME) == player.owner


def test_8_an_answer_that_is_too_large(bus, crowd):
    """The call is refused, so that the bus need not close the connection."""
    player = crowd(sessions=30, lists=10)
    client = bus.client(NAME)
    for _ in range(3):
        assert client.refused(client.start(NAME, ROOT, MANAGER, "GetManagedObjects")).name == EXCEEDED
    assert client.get("Metadata")["xesam:title"].value == "Title"
    assert bus.owner(NAME) == player.owner
    player.end()
    assert len(player.log) == 1 and "8 MiB" in player.log[0], player.log


def test_8_tracks_are_described_once(bus, crowd):
    """Each requested track is described once, within 64 KiB."""
    player = crowd(lists=10)
    client = bus.client(NAME)
    bus.wait_for(lambda: "HasTrackList" in client.get_all(MPRIS) and client.get("HasTrackList", MPRIS), "it has a list")
    tracks = client.get("Tracks", TRACK_LIST)
    found = client.do("GetTracksMetadata", "ao", tracks * 150, interface=TRACK_LIST)[0]
    assert len(found) == 1 and found[0]["mpris:trackid"].value == tracks[0]
    assert found[0]["xesam:title"].value == "Title"
    assert sum(len(str(value.value)) for value in found[0].values()) <= 65_536
    assert bus.owner(NAME) == player.owner


@pytest.mark.parametrize("extra, shown", [(2, 2), (15, 15), (16, 0), (32, 0)])
def test_8_tracks_have_texts_under_keys_of_their_own(bus, crowd, extra, shown):
    """A track has all of them, or none if they exceed 64 KiB."""
    crowd(extra=extra)
    client = bus.client(NAME)
    bus.wait_for(lambda: "HasTrackList" in client.get_all(MPRIS) and client.get("HasTrackList", MPRIS), "it has a list")
    track = client.do("GetTracksMetadata", "ao", client.get("Tracks", TRACK_LIST), interface=TRACK_LIST)[0][0]
    assert sum(key.startswith("crowd:") for key in track) == shown and track["xesam:title"].value == "Title"


@pytest.mark.long
def test_8_names_of_any_length_are_not_repeated(bus, crowd):
    """The error of sd-bus repeats the name of an interface that an object does not have."""
    player = crowd()
    honest = Connection(bus.socket)
    sessions(honest)
    before = memory(player.pid, "VmHWM")
    flooders = [flood(bus, (PATH, PROPERTIES, "GetAll", "s", ["x" * 1_000_000]), "", 30) for _ in range(4)]
    honest.call(player.owner, PATH, PROPERTIES, "Get", "ss", PLAYER, "PlaybackStatus")
    assert memory(player.pid, "VmHWM") - before <= MOST
    for flooder in flooders:
        flooder.close()
