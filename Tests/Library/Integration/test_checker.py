# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The checker itself: each thing that it must find is sent by a bad player, and found; a good player passes."""

import time

import pytest

from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.checker import TOKEN, check
from testkit.wire import CALL, ERROR, RETURN, SIGNAL, Message, Variant

NAME = ROOT + ".bad"
GOOD = {"mpris:trackid": Variant("o", "/org/example/1"), "mpris:length": Variant("x", 5_000_000),
        "xesam:title": Variant("s", "Title"), "xesam:artist": Variant("as", ["Artist"])}
COMPLETE = {"PlaybackStatus": Variant("s", "Playing"), "LoopStatus": Variant("s", "None"), "Rate": Variant("d", 1.0),
            "Shuffle": Variant("b", False), "Metadata": Variant("a{sv}", GOOD), "Volume": Variant("d", 1.0),
            "Position": Variant("x", 1), "MinimumRate": Variant("d", 1.0), "MaximumRate": Variant("d", 1.0),
            **{name: Variant("b", True) for name in ("CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek",
                                                     "CanControl")}}


class Bad:
    """A player that sends what the test orders."""

    def __init__(self, bus):
        self.bus, self.start = bus, bus.mark()
        self.connection = bus.client()
        bus.foreign.discard((bus.epoch, self.connection.name))
        self.connection.request_name(NAME)

    def changed(self, properties, interface=PLAYER, invalidated=(), path=PATH):
        self.connection.send(Message(type=SIGNAL, path=path, interface=PROPERTIES, member="PropertiesChanged",
                                     signature="sa{sv}as", body=[interface, properties, list(invalidated)]))

    def metadata(self, **changes):
        """Emits PropertiesChanged with good metadata except for these changes; "_" in a name stands for ":"."""
        metadata = {**GOOD, **{key.replace("_", ":"): value for key, value in changes.items()}}
        self.changed({"Metadata": Variant("a{sv}", {k: v for k, v in metadata.items() if v is not None})})

    def signal(self, member, signature="", *body, interface=PLAYER):
        self.connection.send(Message(type=SIGNAL, path=PATH, interface=interface, member=member, signature=signature,
                                     body=list(body)))

    def answer(self, kind=RETURN, signature="", *body, ask=("Get", "ss", PLAYER, "Volume"), interface=PROPERTIES,
               times=1):
        """Makes a client call, and sends it a reply of this type and body."""
        client = self.bus.client(NAME)
        client.start(NAME, PATH, interface, *ask)
        call = self.connection.receive(5)
        while call.type != CALL:
            call = self.connection.receive(5)
        for _ in range(times):
            self.connection.send(Message(type=kind, destination=client.name, reply_serial=call.serial,
                                         signature=signature, body=list(body),
                                         error_name="org.example.Error" if kind == ERROR else ""))
        client.receive(5)
        client.close()

    def problems(self):
        # The bus delivers earlier messages before it replies.
        self.connection.bus("NameHasOwner", "s", NAME)
        self.connection.close()
        return check(self.bus.since(self.start), self.bus.foreign)


@pytest.fixture
def bad(module_bus):
    return Bad(module_bus)


def test_rule_17_a_good_player_passes(bad):
    bad.changed({"PlaybackStatus": Variant("s", "Playing"), "Metadata": Variant("a{sv}", GOOD)})
    bad.metadata(xesam_title=Variant("s", "Other"))
    bad.signal("Seeked", "x", 1_000_000)
    bad.answer(RETURN, "v", Variant("d", 0.5))
    bad.answer(RETURN, "a{sv}", COMPLETE, ask=("GetAll", "s", PLAYER))
    bad.answer(ERROR, "s", "No such property")
    bad.answer(RETURN, ask=("Play",), interface=PLAYER)
    assert bad.problems() == []


WRONG = {
    "an invalidated list": lambda bad: bad.changed({"Shuffle": Variant("b", True)}, invalidated=["Metadata"]),
    "Position in a signal": lambda bad: bad.changed({"Position": Variant("x", 1)}),
    "without a change": lambda bad: bad.changed({}),
    "Shuffle is b, not i": lambda bad: bad.changed({"Shuffle": Variant("i", 1)}),
    "Volume did not change": lambda bad: [bad.changed({"Volume": Variant("d", 0.5)}) for _ in range(2)],
    "BlueZ: LoopStatus 'All'": lambda bad: bad.changed({"LoopStatus": Variant("s", "All")}),
    "BlueZ: Metadata is a{ss}": lambda bad: bad.changed({"Metadata": Variant("a{ss}", {"xesam:title": "T"})}),
    "BlueZ: mpris:length is t": lambda bad: bad.metadata(mpris_length=Variant("t", 1)),
    "BlueZ: xesam:artist is s": lambda bad: bad.metadata(xesam_artist=Variant("s", "One")),
    "rule 4: metadata without mpris:trackid": lambda bad: bad.metadata(mpris_trackid=None),
    "rule 5: mpris:trackid is o, not s": lambda bad: bad.metadata(mpris_trackid=Variant("s", "/a")),
    "rule 4: mpris:trackid is '/org/mpris": lambda bad: bad.metadata(
        mpris_trackid=Variant("o", "/org/mpris/MediaPlayer2/TrackList/NoTrack")),
    "rule 5: mpris:length is 0": lambda bad: bad.metadata(mpris_length=Variant("x", 0)),
    "rule 5: xesam:title is empty": lambda bad: bad.metadata(xesam_title=Variant("s", "")),
    "rule 5: xesam:artist is a list of nothing": lambda bad: bad.metadata(xesam_artist=Variant("as", [])),
    "rule 5: xesam:userRating is 5": lambda bad: bad.metadata(xesam_userRating=Variant("d", 5.0)),
    "rule 5: xesam:nonsense is not a key": lambda bad: bad.metadata(xesam_nonsense=Variant("s", "x")),
    "rule 5: xesam:contentCreated is not a date": lambda bad: bad.metadata(xesam_contentCreated=Variant("s", "now")),
    "rule 9: mpris:artUrl is 'ftp": lambda bad: bad.metadata(mpris_artUrl=Variant("s", "ftp://example.org/a.png")),
    "rule 9: mpris:artUrl is 'file:///a b": lambda bad: bad.metadata(mpris_artUrl=Variant("s", "file:///a b.png")),
    "rule 14: a signal from another path": lambda bad: bad.changed({"Shuffle": Variant("b", True)}, path="/other"),
    "rule 14: PropertiesChanged of an interface": lambda bad: bad.changed({}, interface="org.example.Extension"),
    "rule 14: not a signal of MPRIS": lambda bad: bad.signal("Changed", interface="org.example.Extension"),
    "no Seeked followed: rule 7": lambda bad: (
        bad.changed({"PlaybackStatus": Variant("s", "Playing"), "Metadata": Variant("a{sv}", GOOD)}),
        bad.metadata(xesam_title=Variant("s", "Other"))),
    "no Seeked in between: rule 7": lambda bad: (
        bad.changed({"PlaybackStatus": Variant("s", "Playing"), "Metadata": Variant("a{sv}", GOOD)}),
        bad.metadata(xesam_title=Variant("s", "Other")), bad.changed({"Volume": Variant("d", 0.1)}),
        bad.signal("Seeked", "x", 0)),
    "Seeked is x": lambda bad: bad.signal("Seeked", "d", 1.0),
    "Seeked to outside": lambda bad: (bad.metadata(), bad.signal("Seeked", "x", 6_000_000)),
    "rule 8: 41 PropertiesChanged": lambda bad: [bad.changed({"Volume": Variant("d", n / 60)}) for n in range(41)],
    "a second answer to a call": lambda bad: bad.answer(RETURN, "v", Variant("d", 0.5), times=2),
    "an error without a text": lambda bad: bad.answer(ERROR),
    "rule 6: GetAll without ['Position']": lambda bad: bad.answer(
        RETURN, "a{sv}", {k: v for k, v in COMPLETE.items() if k != "Position"}, ask=("GetAll", "s", PLAYER)),
    "BlueZ: Position is i": lambda bad: bad.answer(
        RETURN, "a{sv}", {**COMPLETE, "Position": Variant("i", 1)}, ask=("GetAll", "s", PLAYER)),
    "rule 10: Identity is empty": lambda bad: bad.answer(
        RETURN, "v", Variant("s", ""), ask=("Get", "ss", ROOT, "Identity")),
    "rule 5: Volume is d, not s": lambda bad: bad.answer(RETURN, "v", Variant("s", "loud")),
    "Play has nothing to return": lambda bad: bad.answer(RETURN, "s", "done", ask=("Play",), interface=PLAYER),
    "we call nobody but the bus and ourselves":
        lambda bad: bad.connection.start("org.example.None", "/", "org.example.X", "Y"),
    "rule 1: a second name": lambda bad: bad.connection.request_name(ROOT + ".second"),
    "rule 2: an MPRIS name is asked for with": lambda bad: bad.connection.request_name(ROOT + ".second", 0),
    "rule 14: a name that is neither": lambda bad: bad.connection.request_name("org.nowplaying.Other"),
    "the token is asked for with": lambda bad: bad.connection.request_name(TOKEN, 4),
    "a signal without a name": lambda bad: (bad.connection.bus("ReleaseName", "s", NAME),
                                            bad.changed({"Shuffle": Variant("b", True)})),
}


@pytest.mark.parametrize("problem", WRONG)
def test_rule_17_a_bad_player_is_found(bad, problem):
    WRONG[problem](bad)
    assert any(problem in found for found in bad.problems())


def test_rule_17_the_wire_sees_duplicate_keys(bad):
    """Libraries merge them; some clients take the first and some the last."""
    pairs = [("Shuffle", Variant("b", True)), ("Shuffle", Variant("b", False))]
    bad.changed(pairs)
    assert any("duplicate keys" in found for found in bad.problems())


def test_rule_17_playing_is_repeated_after_taking_over_only_once(bad):
    bad.connection.request_name(TOKEN, 3)
    for _ in range(3):
        bad.changed({"PlaybackStatus": Variant("s", "Playing")})
    assert len(bad.problems()) == 1


def test_rule_17_twenty_signals_a_second_are_allowed(bad):
    for n in range(42):
        bad.changed({"Volume": Variant("d", n / 60)})
        time.sleep(0.05)  # sleeps: twenty a second are what is judged
    assert bad.problems() == []
