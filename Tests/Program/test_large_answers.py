# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A player whose answers are too large: each command treats them as missing, and needs little memory; the doctor
reports them. And recordings that are too large."""

import json
import struct

from lab import doctor_output
import pytest
from daemoned import player as active
from lab.running import Runner
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT, Bus
from testkit.daemons import DBusDaemon
from testkit.fakes import Plain, song
from testkit.process import memory
from testkit.wire import RETURN, SIGNAL, Message, Variant, encode, encode_body

# The most memory for all data of a command, in bytes, including the message itself, which has at most 9 MB.
DATA = 20 << 20
ENTRY = struct.pack("<I", 1) + b"k\0\1y\0\7" + bytes(6)
MANY = 150_000
LONG = "x" * (9 << 20)
NOBODY = "No player could handle this command"


@pytest.fixture
def quiet():
    """Makes a bus without a monitor, because a monitor would take long for each of these messages."""
    made = Bus()
    made.daemon = DBusDaemon(made)
    yield made
    made.daemon.kill()
    made.daemon = None
    made.close()


class Limited(Runner):
    """Runs a command that gets little memory."""

    def __call__(self, *words, **others):
        return super().__call__(f"--data={DATA}", str(self.program), *words, tool="prlimit", **others)


def send_many(player, **message):
    """Sends a message whose end, an empty dictionary, has very many entries."""
    entries = (ENTRY * MANY)[:-6]  # without the padding after the last entry
    player.serial += 1
    data = encode(Message(serial=player.serial, **message))
    size, = struct.unpack_from("<I", data, 4)
    player.socket.sendall(data[:4] + struct.pack("<I", size + len(entries)) + data[8:-8]
                          + struct.pack("<I", len(entries)) + bytes(4) + entries)


def many(player, signature, value):
    """Returns a function that answers a call with very many entries."""
    return lambda call: send_many(player, type=RETURN, destination=call.sender, reply_serial=call.serial,
                                  signature=signature, body=[value])


def properties(player, answer):
    """Makes the player answer calls for the properties of PLAYER by `answer`, and other calls as before."""
    others = player.answers[PROPERTIES, "GetAll"]
    player.answers[PROPERTIES, "GetAll"] = lambda call: (answer if call.body == [PLAYER] else others)(call)


def prepare(player, interface):
    """Makes the answer for the properties of an interface before somebody waits for it: Python takes seconds for a
    large one on a busy machine, and the program waits for three."""
    prepared, others = encode_body("a{sv}", [player.faces[interface]]), player.answers[PROPERTIES, "GetAll"]
    player.answers[PROPERTIES, "GetAll"] = \
        lambda call: ("a{sv}", prepared) if call.body == [interface] else others(call)


def metadata(**others):
    return {"Metadata": ("a{sv}", song("One", **others))}


def large(found):
    """Returns the sentence of the report about large answers, and whether the report says that something is missing."""
    sentence, = (each for each in found.rules if "more than 8 MiB of text, 262144 values or 4096 entries" in each.text)
    assert (sentence.mark, sentence.rule, found.code) == ("WRONG", "It answers at once.", 1)
    return sentence, any("GetAll has no" in each.text for each in found.rules)


def test_many_properties(quiet):
    player = doctor_output.start(quiet)
    properties(player, many(player, "a{sv}", {}))
    run = Limited(quiet, player)
    assert (run.bad("status"), run.bad("metadata", "title")) == (NOBODY, NOBODY)
    found = doctor_output.examine(Runner(quiet, player))
    assert large(found)[1] is False and "no metadata at its start" in found[5].text and found[9].mark == "ok"


def test_many_entries_of_an_item(quiet):
    player = doctor_output.start(quiet)
    del player.faces[PLAYER]["Metadata"]
    own, endless = player.answers[PROPERTIES, "Get"], many(player, "v", Variant("a{sv}", {}))
    player.answers[PROPERTIES, "Get"] = lambda call: (endless if call.body[1] == "Metadata" else own)(call)
    run = Limited(quiet, player)
    assert run.good("status") == "Paused\n" and run.bad("metadata") == NOBODY
    run.good("next")


@pytest.mark.parametrize("signature, make", [
    ("s", lambda: LONG), ("as", lambda: [""] * 300_000), ("(say)", lambda: (LONG, [])),
    ("a{sv}", lambda: {f"{n}": Variant("v", Variant("as", [])) for n in range(70_000)})],
    ids=["text", "texts", "structure", "entries"])
def test_one_large_value(quiet, signature, make):
    """All values before and after the large one are shown."""
    value = Variant(signature, make())
    player = doctor_output.start(quiet, **metadata(first=Variant("s", "a"), large=value, last=Variant("s", "z")))
    player.faces[PLAYER]["PlaybackStatus"] = player.faces[PLAYER].pop("PlaybackStatus")
    prepare(player, PLAYER)
    run = Limited(quiet, player)
    assert run.good("status") == "Paused\n"
    assert run.good("metadata", "--format", "{{first}} {{last}} {{title}}") == "a z One\n"
    if value.signature != "a{sv}":  # its first entries are there
        assert run.bad("metadata", "large") == NOBODY
    if value.signature == "s":
        found = doctor_output.examine(Runner(quiet, player))
        assert large(found)[1] is False and found[5].text == '"One", Paused'


@pytest.mark.long
def test_the_strict_doctor(quiet):
    player = doctor_output.start(quiet, **metadata(large=Variant("s", LONG)))
    done = Runner(quiet, player)("doctor", "--strict", "--yes", "patient")
    assert "answers  an answer has more than 8 MiB of text" in done.out and done.code == 1, done


def test_signals(quiet):
    """In signals with many unknown values, the known ones count, and the others are not kept."""
    player = Plain(quiet, "patient", PlaybackStatus=("s", "Paused")).appear()
    run = Runner(quiet, player)
    follower = run.start("status", "--follow")
    follower.wait(lambda: follower.lines == ["Paused"], "the first line")
    before = memory(follower.process.pid)
    for number, status in enumerate(["Playing", "Paused"] * 15):
        others = {f"{number} {n}": ("v", Variant("s", "")) for n in range(4000)}
        player.tell_changed(PATH, PLAYER, PlaybackStatus=("s", status), **others)
        follower.wait(lambda: len(follower.lines) == number + 2, "another line")
    assert memory(follower.process.pid) - before < 12 << 10
    player.tell_changed(PATH, PLAYER, PlaybackStatus=("s", "Stopped"), large=("s", LONG))
    follower.wait(lambda: follower.lines[-1] == "Stopped", "the last line")
    follower.close()


def test_the_daemon(bus, start):
    """The daemon passes on no signal that is so large that it would stop listening meanwhile."""
    daemon = start()
    one = active(bus, "one", "Playing")
    daemon.join(one)
    daemon.signals()
    send_many(one, type=SIGNAL, path=PATH, interface=PLAYER, member="Changed", signature="a{sv}", body=[{}])
    one.change(Volume=("d", 0.5))
    assert [body[1:] for member, body in daemon.signals()] == [[{"Volume": 0.5}, []]]


def test_a_large_recording_is_replayed(run, folder):
    """The time grows with the size of the file, and not with its square."""
    call = {"type": "method_call", "cookie": 1, "sender": ":1.1", "destination": ROOT + ".recorded", "path": PATH,
            "interface": PROPERTIES, "member": "GetAll", "payload": {"type": "s", "data": [PLAYER]}}
    answer = {"type": "method_return", "reply_cookie": 1, "sender": ":1.2", "destination": ":1.1", "payload": {
        "type": "a{sv}", "data": [{f"k{number}": {"type": "y", "data": 1} for number in range(60_000)}]}}
    (folder / "file").write_text(json.dumps(call) + "\n" + json.dumps(answer))
    program = run.start("replay", str(folder / "file"), advised=True)
    program.wait(lambda: b"Ctrl-C" in program.texts["err"], "it replays")
    program.close()
