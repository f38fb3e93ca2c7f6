# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests `nowplaying record` and `nowplaying replay`: a player on one bus is replayed from a file on another."""

import json
import random
import re
import signal

import pytest
from lab.doctor_output import examine
from lab.running import Runner
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import MANAGER, Fake, Plain, Slow, song
from testkit.wire import SIGNAL, Message, Variant
from recorded import NAME, Recorded, replay, wait_end  # noqa: F401

ODD = {
    "Byte": ("y", 255), "Small": ("n", -32768), "Word": ("q", 65535), "Int": ("i", -2**31),
    "Unsigned": ("u", 2**32 - 1), "Long": ("x", -2**63), "Huge": ("t", 2**64 - 1), "Half": ("d", -0.5),
    "Empty": ("s", ""),
    "Text": ("s", "\a \"\\ \u00e9 \U0001f3b5 \u202e"), "Path": ("o", "/a/b"), "Signature": ("g", "a{sv}"),
    "Bytes": ("ay", [0, 255]), "Texts": ("as", []), "Pair": ("(sx)", ("one", 2)),
    "Pairs": ("a(sx)", [("one", 2), ("two", 3)]), "Numbers": ("a{us}", {7: "seven"}),
    "Nested": ("v", Variant("aa{sv}", [{"in": Variant("b", False)}]))}


def test_a_player_is_the_same(bus, folder, replay):
    """The replayed player has each value of each type, and answers commands in the same way."""
    player = Plain(bus, "x", **ODD).appear()
    player.answers[PLAYER, "Next"] = lambda call: ("error", "org.example.Error.Last", "It is the last one")
    recorded = Recorded(bus, folder / "file", player)
    recorded.wait_asked()
    bus.client(NAME).start_do("Next")
    recorded.wait(lambda messages: any(m.get("error_name") == "org.example.Error.Last" for m in messages))
    player.change(PlaybackStatus=("s", "Paused"), Metadata=("a{sv}", song("Two")))
    player.tell(PATH, PLAYER, "Seeked", "x", 7_000_000)
    recorded.wait_signal("Seeked")
    recorded.end()
    _, client, program = replay(folder / "file")
    wait_end(program)
    values = client.get_all()
    for name, (signature, value) in ODD.items():
        assert (values[name].signature, values[name].value) == (signature, value), name
    assert client.get("PlaybackStatus") == "Paused" and client.metadata()["xesam:title"] == "Two"
    assert client.get("Position") == 7_000_000 and client.get("Identity", ROOT) == "x"
    for _ in range(2):
        error = client.refused(client.start_do("Next"))
        assert (error.name, error.text) == ("org.example.Error.Last", "It is the last one")
    assert client.do("Stop") == []


def test_its_signals_come_again_in_their_order(bus, folder, replay):
    player = Plain(bus, "x").appear()
    recorded = Recorded(bus, folder / "file", player)
    recorded.wait_asked()
    titles = [f"Song{number}" for number in range(5)]
    for title in titles:
        player.change(Metadata=("a{sv}", song(title)))
        player.tell(PATH, PLAYER, "Seeked", "x", 1)
    recorded.wait(lambda messages: sum(m.get("member") == "Seeked" for m in messages) == 5)
    # The signals are a second later, so that a client that subscribes when the player comes gets all of them.
    text = (folder / "file").read_text().splitlines()
    began = json.loads(text[0])["timestamp-realtime"]
    with open(folder / "later", "w", encoding="utf-8") as file:
        for line in text:
            message = json.loads(line)
            later = 1_000_000 if message["type"] == "signal" else 0
            print(json.dumps(dict(message, **{"timestamp-realtime": began + later})), file=file)
    recorded.end()
    _, client, program = replay(folder / "later")
    client.bus("AddMatch", "s", "type='signal',path='" + PATH + "'")
    wait_end(program)
    client.get("Position")
    seen = [m for m in client.inbox if m.path == PATH]
    assert [m.member for m in seen] == ["PropertiesChanged", "Seeked"] * 5
    assert [m.body[1]["Metadata"].value["xesam:title"].value for m in seen[::2]] == titles


def test_from_its_first_message_on(bus, folder, replay):
    """`record` waits for the player, and records that it comes, goes, and comes again."""
    recorded = Recorded(bus, folder / "file")
    assert b"Waits for x" in recorded.program.texts["err"]
    for count in (1, 2):
        player = Plain(bus, "x").appear()
        recorded.fakes = [player]
        recorded.wait_asked(count)
        recorded.fakes = []
        bus.leave(player)
    recorded.wait(lambda messages: sum(m.get("member") == "NameOwnerChanged" for m in messages) == 4)
    recorded.end()
    _, client, program = replay(folder / "file")
    wait_end(program)
    assert NAME not in client.bus("ListNames")[0]


def test_a_player_that_comes_later_is_not_there_before(bus, folder, replay):
    recorded = Recorded(bus, folder / "file")
    player = Plain(bus, "x").appear()
    recorded.fakes = [player]
    recorded.wait_asked()
    player.change(Metadata=("a{sv}", song("Late")))
    recorded.wait_signal("PropertiesChanged")
    recorded.end()
    came = next(m for m in recorded.messages if m.get("member") == "NameOwnerChanged")
    said = next(m for m in recorded.messages if m.get("member") == "PropertiesChanged")
    hour = 3_600_000_000
    with open(folder / "later", "w", encoding="utf-8") as file:
        for message, time in (said, 0), (came, hour):
            print(json.dumps(dict(message, **{"timestamp-realtime": came["timestamp-realtime"] + time})), file=file)
    _, client, _ = replay(folder / "later")
    assert NAME not in client.bus("ListNames")[0]


def test_silence_and_errors_are_the_same(bus, folder, replay):
    player = Slow(bus, "x", "mute")
    player.appear()
    recorded = Recorded(bus, folder / "file", player)
    recorded.wait(lambda messages: any(m.get("member") == "Introspect" for m in messages))
    recorded.end()
    _, client, program = replay(folder / "file")
    wait_end(program)
    assert client.unanswered(client.start(NAME, PATH, PROPERTIES, "GetAll", "s", PLAYER), 0.5)


def test_what_the_doctor_finds_is_the_same(bus, folder, replay):
    wrong = {"mpris:trackid": Variant("s", "no path"), "xesam:title": Variant("s", "One")}
    player = Plain(bus, "x", Metadata=("a{sv}", wrong), CanPlay=("s", "yes")).appear()
    recorded = Recorded(bus, folder / "file", player)
    recorded.wait(lambda messages: any(m.get("reply_cookie") and m["payload"]["type"] == "v" for m in messages))
    recorded.end()
    before = examine(Runner(bus, player))
    other, _, program = replay(folder / "file")
    wait_end(program)
    after = examine(Runner(other))
    assert {each.rule for each in before.rules} == {each.rule for each in after.rules} and before.rules


def test_the_position_goes_on_while_it_plays(bus, folder, replay):
    player = Plain(bus, "x", Position=("x", 199_000_000)).appear()
    recorded = Recorded(bus, folder / "file", player)
    recorded.wait_asked()
    recorded.end()
    _, client, program = replay(folder / "file")
    wait_end(program)
    assert 199_000_000 <= client.get("Position") <= 200_000_000
    bus.wait_for(lambda: client.get("Position") == 200_000_000, "it is at the end of the item, and not beyond")


def test_no_secret_is_written(bus, folder):
    secret = "https://me:hunter2@example.com/rest/stream?id=1&t=c0ffee&s=ab&token=c0ffee"
    path = "/track/" + re.sub("[^a-zA-Z0-9]", lambda match: f"_{ord(match[0]):02x}", secret)
    player = Plain(bus, "x", Metadata=("a{sv}", song("One", **{
        "xesam:url": Variant("s", secret), "mpris:artUrl": Variant("s", secret),
        "mpris:trackid": Variant("o", path), secret: Variant("s", "")}))).appear()
    recorded = Recorded(bus, folder / "file", player)
    recorded.wait_asked()
    recorded.end()
    text = (folder / "file").read_text()
    assert "example.com/rest" in text and "example_2ecom_2frest" in text
    assert "hunter2" not in text and "c0ffee" not in text


WALLET = "org.kde.kwalletd6"
OTHER = "com.example.Other"
OUR_PATH = "/org/nowplaying/session/1"


class Talker(Plain):
    """A player that talks to others and is talked to, on the connection that has its name. Each text is a secret."""

    def __init__(self, bus):
        super().__init__(bus, "x")
        self.wallet = Fake(bus)
        self.wallet.answers[WALLET, "readPassword"] = lambda call: ("s", ["secret-1"])
        self.wallet.answers[WALLET, "writePassword"] = lambda call: ("error", OTHER + ".Error", "secret-2")
        self.faces[OTHER] = {"Secret": Variant("s", "secret-3")}
        self.faces["org.nowplaying.Session1"] = {"Id": Variant("s", "mine")}
        self.answers[OTHER, "Tell"] = lambda call: ("s", ["secret-4"])
        self.answers[PLAYER, "OpenUri"] = lambda call: ("error", "org.example.Error", "not mine")
        self.answers[MANAGER, "GetManagedObjects"] = lambda call: ("a{oa{sa{sv}}}", [{
            OUR_PATH: {"org.nowplaying.Session1": {}, OTHER: {"A": Variant("s", "secret-5")}},
            "/com/example": {OTHER: {"A": Variant("s", "secret-6")}}}])
        self.answers["org.freedesktop.DBus.Peer", "GetMachineId"] = lambda call: ("s", ["secret-7"])

    def talk(self, client):
        """Says all of it, and has a client say the rest. The last message is Seeked."""
        self.start(self.wallet.name, "/kwallet", WALLET, "readPassword", "s", "secret-10")
        self.start(self.wallet.name, "/kwallet", WALLET, "writePassword", "ss", "account", "secret-11")
        # As if it were a player's: a call of MPRIS to another one, and signals of others on its path.
        self.start(self.wallet.name, PATH, PLAYER, "OpenUri", "s", "secret-12")
        self.tell(PATH, OTHER, "Told", "s", "secret-13")
        self.tell("/com/example", OTHER, "Told", "s", "secret-14")
        self.tell("/com/example", PLAYER, "Told", "s", "secret-15")
        self.tell_changed(PATH, OTHER, Secret=("s", "secret-16"))
        self.tell("/org/nowplaying", MANAGER, "InterfacesAdded", "oa{sa{sv}}", "/com/example",
                  {OTHER: {"A": Variant("s", "secret-17")}})
        for interface, member, signature, *body in (
                (OTHER, "Tell", "s", "secret-20"), (PROPERTIES, "Get", "ss", OTHER, "Secret"),
                (PROPERTIES, "GetAll", "s", OTHER), (PROPERTIES, "Set", "ssv", OTHER, "A", Variant("s", "secret-21")),
                ("org.freedesktop.DBus.Peer", "GetMachineId", ""), (PLAYER, "OpenUri", "s", "file:///song")):
            client.start(NAME, PATH, interface, member, signature, *body)
        client.start(NAME, "/com/example", OTHER, "Tell", "s", "secret-22")
        client.start(NAME, "/org/nowplaying", MANAGER, "GetManagedObjects")
        client.start(self.name, OUR_PATH, PROPERTIES, "GetAll", "s", "org.nowplaying.Session1")
        client.send(Message(SIGNAL, destination=self.name, path=PATH, interface=PLAYER, member="T", signature="s",
                            body=["secret-23"]))
        client.bus("GetId")
        for _ in range(3):
            self.serve()
            self.wallet.serve()
            self.bus("GetId")
        self.tell(PATH, PLAYER, "Seeked", "x", 7_000_000)


def test_messages_of_other_matters_are_left_out(bus, folder):
    """A player's connection may have the password that it reads from a wallet: a recording has not even its name."""
    player = Talker(bus)
    player.appear()
    recorded = Recorded(bus, folder / "file", player)
    recorded.wait_asked()
    player.talk(bus.client(NAME))
    recorded.wait_signal("Seeked")
    recorded.end()
    text = (folder / "file").read_text()
    assert "secret-" not in text and WALLET not in text and OTHER not in text
    assert all(own in text for own in ("not mine", "file:///song", OUR_PATH, '"mine"', "Seeked"))
    left_out = [message for message in recorded.messages if message["type"] == "left_out"]
    assert left_out and all(message.keys() == {"type", "timestamp-realtime"} for message in left_out)


def test_messages_of_other_matters_are_not_replayed(bus, folder, replay):
    """The recording of another program may have all that a connection says."""
    player = Talker(bus)
    player.appear()
    recorder = bus.start_tool("busctl", "--user", "--json=short", "monitor")
    recorder.line()
    client = bus.client(NAME)
    for interface in (ROOT, PLAYER):
        client.start(NAME, PATH, PROPERTIES, "GetAll", "s", interface)
    player.talk(client)
    lines = []
    while not lines or '"Seeked"' not in lines[-1]:
        lines.append(recorder.line())
    recorder.stop()
    text = "\n".join(line for line in lines if line.startswith("{"))
    assert all(f"secret-{number}" in text for number in (1, 4, 13))
    (folder / "file").write_text(text)
    _, client, program = replay(folder / "file")
    wait_end(program)
    asked = [client.start(NAME, PATH, PROPERTIES, "Get", "ss", OTHER, "Secret"),
             client.start(NAME, PATH, OTHER, "Tell", "s", "")]
    assert all("The recording has no answer to" in client.refused(serial).text for serial in asked)
    assert client.refused(client.start_do("OpenUri", "s", "file:///song")).text == "not mine"
    assert client.get("Position") >= 7_000_000


def test_a_recording_by_busctl(bus, folder, replay):
    """The output of busctl has the same form; of the players in it, one is replayed."""
    player, other = Plain(bus, "x").appear(), Plain(bus, "y").appear()
    recorder = bus.start_tool("busctl", "--user", "--json=short", "monitor")
    recorder.line()
    client = bus.client(NAME)
    for name in (".y", ".x"):
        client.start(ROOT + name, PATH, PLAYER, "Raise")  # which is an error
        for interface in (ROOT, PLAYER):
            client.start(ROOT + name, PATH, PROPERTIES, "GetAll", "s", interface)
    bus.wait_for(lambda: [player.serve(), other.serve()] and len(player.calls + other.calls) == 6, "both answer")
    lines, answers = [], 0
    while answers < 6:
        lines.append(recorder.line())
        message = json.loads(lines[-1]) if lines[-1].startswith("{") else {}
        answers += "reply_cookie" in message and message["sender"] in (player.name, other.name)
    (folder / "file").write_text("\n".join(line for line in lines if line.startswith("{")))
    recorder.stop()
    _, client, _ = replay(folder / "file", "x")
    assert client.get("Identity", ROOT) == "x" and client.metadata()["xesam:title"] == "One"


@pytest.mark.parametrize("words, complaint", [
    ((), "record takes the name of one player"), (("",), "record takes the name of one player"),
    (("x/y z",), "'x/y z' is not the name of a player"), (("x", "-o", "/absent/file"), "Cannot write /absent/file: ")])
def test_words_of_record(run, words, complaint):
    assert run.bad("record", *words).startswith(complaint)


GOOD = {"type": "method_call", "destination": NAME, "payload": {"type": "s", "data": ["x"]}}


def changed(**others):
    return json.dumps(dict(GOOD, **others))


def of_values(signature, *values):
    return changed(payload={"type": signature, "data": values})


def nested(depth):
    """Returns a variant that has another one in it, `depth` times."""
    return {"type": "v", "data": nested(depth - 1)} if depth else {"type": "b", "data": True}


@pytest.mark.parametrize("text, complaint", [
    ("", "has no message of a player"), ("\n \n", "has no message of a player"), ("no JSON", "Line 1 of "),
    (changed() + "\n{", "Line 2 of "), ("[" * 100_000, "Line 1 of "), ("[1,]", "Line 1 of "), ('"\\', "Line 1 of "),
    (changed(type="x"), "Line 1 of "), (of_values("i", 2**31), "Line 1 of "), (of_values("(s", ["x"]), "Line 1 of "),
    (of_values("a" * 10_000 + "s", []), "Line 1 of "), (of_values("s", "x", "y"), "Line 1 of "),
    (of_values("()", []), "Line 1 of "), (of_values("v", nested(70)), "Line 1 of "),
    (changed(destination="org.example.Other"), "has no message of a player"),
    (changed(destination=ROOT + ".a b"), "has no message of a player")])
def test_files_that_are_no_recordings(run, folder, text, complaint):
    (folder / "file").write_text(text)
    assert complaint in run.bad("replay", str(folder / "file"))


def test_what_no_recording_has_is_left_out(folder, replay):
    """A property that is a descriptor is left out."""
    given = {"Identity": {"type": "s", "data": "x"}, "Handle": {"type": "h", "data": None}}
    asked = {"cookie": 1, "sender": ":1.1", "path": PATH, "interface": PROPERTIES, "member": "GetAll",
             "payload": {"type": "s", "data": [ROOT]}}
    answer = {"type": "method_return", "reply_cookie": 1, "sender": ":1.2", "destination": ":1.1",
              "payload": {"type": "a{sv}", "data": [given]}}
    (folder / "file").write_text(changed(**asked) + "\n" + json.dumps(answer))
    _, client, program = replay(folder / "file")
    wait_end(program)
    assert client.get_all(ROOT) == {"Identity": Variant("s", "x")}
    error = client.refused(client.start(NAME, PATH, PROPERTIES, "Get", "ss", ROOT, "Absent"))
    assert error.name == "org.freedesktop.DBus.Error.UnknownProperty"


def test_a_file_that_is_not_there(run):
    assert run.bad("replay", "/absent").startswith("Cannot read /absent: ")
    assert run.bad("replay") == "replay takes the file of a recording"


def test_its_name_is_taken(bus, run, folder):
    Plain(bus, "x").appear()
    (folder / "file").write_text(json.dumps(GOOD))
    assert run.bad("replay", str(folder / "file")) == f"Another player has the name {NAME}"


def test_the_doctor_of_a_replayed_player(bus, folder, replay):
    player = Plain(bus, "x", **ODD).appear()
    recorded = Recorded(bus, folder / "file", player)
    recorded.wait_asked()
    recorded.end()
    bus.leave(player)
    other, *_ = replay(recorded.path)
    assert examine(Runner(other), "x")[2].text.endswith(", replays a recording")


def test_damaged_files(bus, run, folder):
    """Each damaged file is refused or replayed, and no signal ends the program."""
    player = Plain(bus, "x", **ODD).appear()
    recorded = Recorded(bus, folder / "file", player)
    recorded.wait_asked()
    recorded.end()
    bus.leave(player)
    data, draw = (folder / "file").read_bytes(), random.Random(1)
    for _ in range(60):
        damaged = bytearray(data)
        for _ in range(draw.choice((1, 3, 30))):
            at = draw.randrange(len(damaged))
            damaged[at:at + draw.randrange(3)] = draw.choice((b"", b"[", b"}", b"9", b"\xff", b'"', b"\\u", b"-1e9"))
        (folder / "damaged").write_bytes(damaged)
        program = run.start("replay", str(folder / "damaged"), advised=True)
        program.wait(lambda: program.texts["err"].endswith(b"\n"), "it has begun, or complains")
        program.process.send_signal(signal.SIGINT)
        assert program.finish().code in (1, -signal.SIGINT)
