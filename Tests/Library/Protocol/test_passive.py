# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The passive checker itself: each thing that it must find is sent by a bad publisher, and found; a good one passes."""

import time

import pytest

from testkit import protocol
from testkit.passive import PROPERTIES, check
from testkit.protocol import ANIMATED, APP, APP_PATH, MANAGER, REMOTE, ROOT, SESSION, SURFACES, TRACKS
from testkit.surface import ERROR, now_us
from testkit.wire import BUS, CALL, RETURN, SIGNAL, Message, Variant
from testkit.wire import ERROR as FAILURE

ONE, TWO, THREE = (ROOT + "/session/" + name for name in ("one", "two", "three"))


def text(value):
    return Variant("s", value)


CONTENT = {"id": text("a"), "kind": text("music"), "media-type": text("audio"), "duration-kind": text("finite"),
           "duration": Variant("x", 5_000_000), "title": text("Title"), "lines": Variant("as", ["Title"])}
ICONS = {name: {"icon": text(protocol.page.own_icons()[name][0])} for name in protocol.WITH_ICON}


def playback(state="paused", rate=0.0, elapsed=1_000_000, at=0, **more):
    return {"state": text(state), "rate": Variant("d", rate), "default-rate": Variant("d", 1.0),
            "elapsed": Variant("x", elapsed), "timestamp": Variant("x", at or now_us()), **more}


def command(name, **more):
    return {"command": text(name), "enabled": Variant("b", True), **ICONS.get(name, {}),
            **{key.replace("_", "-"): value for key, value in more.items()}}


def own(identifier, **more):
    return command("custom", id=text(identifier), **{"active": Variant("b", False), **more})


def chapters(*starts, title="", artwork=""):
    return Variant("a(xss)", [(start, title, artwork) for start in starts])


def session(primary=False, **changes):
    properties = {
        "Id": text("one"), "ApplicationPrimary": Variant("b", primary), "SystemPrimary": Variant("b", False),
        "Content": Variant("a{sv}", CONTENT), "Playback": Variant("a{sv}", playback()),
        "Commands": Variant("aa{sv}", [command("play")]), "Volume": Variant("d", -1.0),
        "CanSetVolume": Variant("b", False), "QueueLength": Variant("u", 0)}
    return {SESSION: {**properties, **changes}, ANIMATED: {}}


def objects():
    app = {"Id": text("app"), "Name": text("App"), "DesktopEntry": text(""), "MprisName": text("")}
    return {APP_PATH: {APP: app, SURFACES: {"AspectRatios": Variant("as", []), "PreviewOnly": Variant("as", [])}},
            ONE: session(True)}


class Bad:
    """A publisher that sends what the test orders, and one follower."""

    def __init__(self, bus):
        self.bus, self.start = bus, bus.mark()
        self.publisher, self.client = bus.client(), bus.client()
        bus.foreign.discard((bus.epoch, self.publisher.name))

    def serve(self, signature, *body, ask=(ROOT, MANAGER, "GetManagedObjects"), kind=RETURN, name="", wait=0.0):
        """Makes the client call, and sends it a reply of this type and body."""
        serial = self.client.start(self.publisher.name, *ask)
        while (call := self.publisher.receive(5)).type != CALL:
            pass
        time.sleep(wait)  # sleeps: a publisher that takes its time
        self.publisher.send(Message(type=kind, destination=self.client.name, reply_serial=call.serial, error_name=name,
                                    signature=signature, body=list(body)))
        while self.client.receive(5).reply_serial != serial:
            pass

    def everything(self, found=None):
        self.serve("a{oa{sa{sv}}}", found or objects())

    def signal(self, path, interface, member, signature, *body, destination=""):
        self.publisher.send(Message(type=SIGNAL, path=path, interface=interface, member=member, signature=signature,
                                    body=list(body), destination=destination))

    def changed(self, path=ONE, interface=SESSION, invalidated=(), **properties):
        self.signal(path, PROPERTIES, "PropertiesChanged", "sa{sv}as", interface, properties, list(invalidated))

    def content(self, **changes):
        """Emits a new item that is right except for these changes; "_" in a name stands for "-"."""
        given = {key.replace("_", "-"): value for key, value in changes.items()}
        content = {**CONTENT, "id": text("b"), **given}
        values = {key: variant.value for key, variant in content.items() if variant is not None}
        lines = protocol.lines({"kind": "music", **values})
        content = {**content, "lines": Variant("as", lines) if lines else None, **given}
        self.changed(Content=Variant("a{sv}", {key: value for key, value in content.items() if value is not None}))

    def playback(self, **given):
        self.changed(Playback=Variant("a{sv}", playback(**given)))

    def commands(self, *entries):
        self.changed(Commands=Variant("aa{sv}", list(entries)))

    def devices(self, **changes):
        device = {"id": text("a"), "name": text("A"), "type": text("tv"), "can-step": Variant("b", True)}
        device |= {key.replace("_", "-"): value for key, value in changes.items()}
        self.added(TWO, {**session(), REMOTE: {"Devices": Variant("aa{sv}", [device])}})

    def tracks(self, *changes):
        """Emits a session with tracks that are right except for these changes."""
        track = {"id": text("a"), "kind": text("audio"), "selected": Variant("b", False)}
        list_ = [{key: value for key, value in (track | change).items() if value is not None} for change in changes]
        self.added(TWO, {**session(), TRACKS: {"Tracks": Variant("aa{sv}", list_)}})

    def added(self, path=TWO, interfaces=None):
        self.signal(ROOT, MANAGER, "InterfacesAdded", "oa{sa{sv}}", path, interfaces or session())

    def removed(self, path=ONE, interfaces=(SESSION, ANIMATED)):
        self.signal(ROOT, MANAGER, "InterfacesRemoved", "oas", path, list(interfaces))

    def refuse(self, name, words="It cannot be done.", member="SetVolume", signature="s"):
        ask = {"SetVolume": ("d", 0.5), "GetArtwork": ("suu", "a", 1, 1)}[member]
        self.serve(signature, *[words] * bool(signature), ask=(ONE, SESSION, member, *ask), kind=FAILURE, name=name)

    def leave(self):
        """Makes the follower leave, and waits until the publisher surely knows."""
        self.client.close()
        self.client = self.bus.client()
        self.serve("", ask=("/", "org.freedesktop.DBus.Peer", "Ping"))

    def problems(self):
        # The bus delivers earlier messages before it replies.
        self.publisher.bus("NameHasOwner", "s", BUS)
        self.publisher.close()
        return check(self.bus.since(self.start), self.bus.foreign)


@pytest.fixture
def bad(bus):
    made = Bad(bus)
    yield made
    # The check at the end of each test would find the same problems.
    bus.records.clear()


def test_a_good_publisher_passes(bad):
    bad.everything()
    bad.commands(command("mute", icon=text("a.b_c-1"), slot=text("overflow")),
                 command("bookmark", active=Variant("b", False)), command("set-rating", steps=Variant("u", 100)),
                 *(own(name, title=text("A"), short_title=text("B")) for name in "ab"),
                 {**command("next"), "enabled": Variant("b", False)})
    bad.content(chapters=Variant("a(xss)", [(0, "", ""), (0, "x" * 256, "y"), (5, "é" * 128, "")]),
                advertisement=Variant("b", True), extra=Variant("a{ss}", {"a:b": "c", "bitrate": "1", "mpris": "x"}))
    bad.playback(seekable=Variant("(xx)", (0, 0)), buffered=Variant("x", 0), muted=Variant("b", True),
                 **{"live-edge": Variant("b", True)})
    bad.playback(state="error", error=text("No"), **{"error-kind": text("region")})
    bad.tracks({"selected": Variant("b", True), "language": text("sr-Latn-RS"), "title": text("A"),
                "characteristics": Variant("as", ["default", "forced"])},
               {"kind": text("captions"), "selected": Variant("b", True)}, {"id": text("b")})
    bad.removed(TWO, (SESSION, ANIMATED, TRACKS))
    bad.content()
    bad.playback(elapsed=2_000_000)
    bad.playback(state="playing", rate=1.0)
    bad.added(THREE)
    bad.changed(THREE, Volume=Variant("d", 0.5))
    bad.changed(ApplicationPrimary=Variant("b", False))
    bad.changed(THREE, ApplicationPrimary=Variant("b", True))
    bad.changed(APP_PATH, SURFACES, AspectRatios=Variant("as", ["1:1"]))
    bad.removed()
    bad.refuse(ERROR + "NotOffered")
    bad.serve("v", Variant("d", 0.5), ask=(THREE, PROPERTIES, "Get", "ss", SESSION, "Volume"))
    bad.leave()
    assert bad.problems() == []


WRONG = {
    "6.1: an invalidation": lambda bad: bad.changed(Volume=Variant("d", 1.0), invalidated=["Content"]),
    "6.1: PropertiesChanged without a change": lambda bad: bad.changed(),
    "6.1: Volume of": lambda bad: bad.changed(Volume=Variant("d", -1.0)),
    "6.1: Content of": lambda bad: (bad.content(), bad.content()),
    "6.4: the line of": lambda bad: bad.playback(elapsed=1_005_000),
    "3: Id is constant": lambda bad: bad.changed(Id=text("two")),
    "3: org.nowplaying.Session1 has no property": lambda bad: bad.changed(Title=text("x")),
    "3: Volume is d, not i": lambda bad: bad.changed(Volume=Variant("i", 1)),
    "3: Volume is 101": lambda bad: bad.changed(Volume=Variant("d", 101.0)),
    "3: Content of kind 'music' without media-type": lambda bad: bad.content(media_type=None),
    "3: Content of kind 'music' has the key subtitle": lambda bad: bad.content(subtitle=text("x")),
    "3: track-number of": lambda bad: bad.content(track_number=Variant("i", 1)),
    "3: artists of": lambda bad: bad.content(artists=Variant("as", [])),
    "3: genres of": lambda bad: bad.content(genres=Variant("as", [""])),
    "3: album of": lambda bad: bad.content(album=text("")),
    "3: title of": lambda bad: bad.content(title=text("x" * 4097)),
    "8: artwork is longer": lambda bad: bad.content(artwork=text("x" * 1025)),
    "8: composers of": lambda bad: bad.content(composers=Variant("as", ["x"] * 65)),
    "3: the kind 'song'": lambda bad: bad.content(kind=text("song")),
    "3: the media-type": lambda bad: bad.content(media_type=text("film")),
    "3: movies and TV shows": lambda bad: bad.content(kind=text("movie")),
    "3: the duration-kind": lambda bad: bad.content(duration=None, duration_kind=text("endless")),
    "3: duration is there exactly": lambda bad: bad.content(duration_kind=text("live")),
    "3: duration is not > 0": lambda bad: bad.content(duration=Variant("x", 0)),
    "3: animated-artwork has": lambda bad: bad.content(animated_artwork=Variant("a{ss}", {"16:9": "x"})),
    "3: user-rating is": lambda bad: bad.content(user_rating=Variant("d", 5.0)),
    **{f"3: {key} is 0, and counts from 1": lambda bad, key=key: bad.content(
        kind=text("podcast"), **{key.replace("-", "_"): Variant("u", 0)}) for key in sorted(protocol.COUNTED)},
    "3: the state 'idle'": lambda bad: bad.playback(state="idle"),
    "3: the rate is 1.0 while paused": lambda bad: bad.playback(rate=1.0),
    "3: the rate is 0.0 while playing": lambda bad: bad.playback(state="playing"),
    "3: default-rate is 0": lambda bad: bad.playback(**{"default-rate": Variant("d", 0.0)}),
    "3: elapsed is negative": lambda bad: bad.playback(elapsed=-1),
    "µs in the future": lambda bad: bad.playback(at=now_us() + 10_000_000),
    "3: elapsed and timestamp": lambda bad: bad.changed(Playback=Variant("a{sv}", {
        key: value for key, value in playback().items() if key != "timestamp"})),
    "3: play has no icon": lambda bad: bad.commands({"command": text("play"), "enabled": Variant("b", True)}),
    "3: lines are ['Another'], not ['Title']": lambda bad: bad.content(lines=Variant("as", ["Another"])),
    "3: lines are None": lambda bad: bad.content(lines=None),
    "3: the command 'dance'": lambda bad: bad.commands(command("dance")),
    "3: play is listed more than once": lambda bad: bad.commands(command("play"), command("play")),
    "3: intervals of skip-forward are": lambda bad: bad.commands(command("skip-forward", intervals=Variant(
        "ax", [0]))),
    "3: rates of change-rate are": lambda bad: bad.commands(command("change-rate", rates=Variant("ad", [0.0]))),
    "3: range of change-rate is": lambda bad: bad.commands(command(
        "change-rate", rates=Variant("ad", [1.0]), range=Variant("(dd)", (2.0, 1.0)))),
    "3: change-repeat-mode supports": lambda bad: bad.commands(command(
        "change-repeat-mode", current=text("off"), supported=Variant("as", ["some"]))),
    "3: the buttons of feedback": lambda bad: bad.commands(command(
        "feedback", current=text("neutral"), supported=Variant("as", ["neutral"]), button=Variant("u", 1))),
    "3: play has the key": lambda bad: bad.commands(command("play", rates=Variant("ad", [1.0]))),
    "8: 65 commands": lambda bad: bad.commands(*[command("feedback", current=text("neutral"), supported=Variant(
        "as", ["neutral"]), button=Variant("u", number)) for number in range(65)]),
    "3: chapters of Content": lambda bad: bad.content(chapters=Variant("a(xs)", [(0, "x")])),
    "3: a chapter has (0, 'xxx": lambda bad: bad.content(chapters=chapters(0, title="x" * 257)),
    "3: a chapter has (0, '', 'x": lambda bad: bad.content(chapters=chapters(0, artwork="x" * 1025)),
    "3: the chapters begin at []": lambda bad: bad.content(chapters=chapters()),
    "3: the chapters begin at [-1]": lambda bad: bad.content(chapters=chapters(-1)),
    "3: the chapters begin at [5, 4]": lambda bad: bad.content(chapters=chapters(5, 4)),
    "3: the chapters begin at [0, 1, 2": lambda bad: bad.content(chapters=chapters(*range(1025))),
    "3: advertisement of": lambda bad: bad.content(advertisement=Variant("u", 1)),
    "3: next is enabled for an advertisement": lambda bad: (
        bad.commands(command("next")), bad.content(advertisement=Variant("b", True))),
    "3: seek-to-live is enabled for": lambda bad: (
        bad.content(advertisement=Variant("b", True)), bad.commands(command("play"), command("seek-to-live"))),
    "3: seek-to-position is enabled for a live item": lambda bad: (
        bad.commands(command("seek-to-position")), bad.content(**{"duration-kind": text("live")})),
    "3: extra of": lambda bad: bad.content(extra=Variant("a{ss}", {})),
    "3: extra has 'mpris:x'": lambda bad: bad.content(extra=Variant("a{ss}", {"mpris:x": "y"})),
    "3: extra has 'a b'": lambda bad: bad.content(extra=Variant("a{ss}", {"a b": "y"})),
    "3: extra has 'a:b': ''": lambda bad: bad.content(extra=Variant("a{ss}", {"a:b": ""})),
    "8: extra has 33 keys": lambda bad: bad.content(extra=Variant("a{ss}", {f"a:{n}": "x" for n in range(33)})),
    "3: seekable is (5, 4)": lambda bad: bad.playback(seekable=Variant("(xx)", (5, 4))),
    "3: seekable is (-1, 4)": lambda bad: bad.playback(seekable=Variant("(xx)", (-1, 4))),
    "3: seekable of Playback is (xx)": lambda bad: bad.playback(seekable=Variant("(dd)", (0.0, 1.0))),
    "3: seekable is (1, 2)": lambda bad: bad.changed(Playback=Variant("a{sv}", {
        **{key: value for key, value in playback().items() if key not in ("elapsed", "timestamp")},
        "seekable": Variant("(xx)", (1, 2))})),
    "3: buffered is -1": lambda bad: bad.playback(buffered=Variant("x", -1)),
    "3: live-edge is false": lambda bad: bad.playback(**{"live-edge": Variant("b", False)}),
    "3: muted is false": lambda bad: bad.playback(muted=Variant("b", False)),
    "3: an error in the state error": lambda bad: bad.playback(state="error", error=text("No")),
    "3: an error in the state paused": lambda bad: bad.playback(**{"error-kind": text("other")}),
    "3: an error in the state stopped": lambda bad: bad.playback(state="stopped", error=text("No")),
    "3: error-kind is 'gremlins'": lambda bad: bad.playback(state="error", **{"error-kind": text("gremlins")}),
    **{f"3: {name} without {key}": lambda bad, name=name: bad.commands(command(name))
       for name, keys in protocol.COMMANDS.items() for key in sorted(keys.keys() - protocol.MAYBE)
       if key not in ("command", "enabled")},
    "3: the ids of custom": lambda bad: bad.commands(own("a"), own("b"), own("a")),
    "3: the ids of custom are ['xx": lambda bad: bad.commands(own("x" * 1025)),
    "3: play has the icon '/etc/x'": lambda bad: bad.commands(command("play", icon=text("/etc/x"))),
    "and the slot 'ceiling'": lambda bad: bad.commands(own("a", slot=text("ceiling"))),
    "3: steps of set-rating are 0": lambda bad: bad.commands(command("set-rating", steps=Variant("u", 0))),
    "3: steps of set-rating are 101": lambda bad: bad.commands(command("set-rating", steps=Variant("u", 101))),
    "3: mute has the key active": lambda bad: bad.commands(command("mute", active=Variant("b", True))),
    "3: next-chapter has the key title": lambda bad: bad.commands(command("next-chapter", title=text("N"))),
    "3: mute is listed more than once": lambda bad: bad.commands(command("mute"), command("mute")),
    "3: a track without selected": lambda bad: bad.tracks({"selected": None}),
    "3: the track's kind 'smell'": lambda bad: bad.tracks({"kind": text("smell")}),
    "3: the track's characteristics ['sung']": lambda bad: bad.tracks({"characteristics": Variant("as", ["sung"])}),
    "3: the track's characteristics ['forced', ": lambda bad: bad.tracks(
        {"characteristics": Variant("as", ["forced", "forced"])}),
    "3: the track's language": lambda bad: bad.tracks({"language": text("en_GB")}),
    "8: a track's id": lambda bad: bad.tracks({"id": text("x" * 1025)}),
    "8: 257 tracks": lambda bad: bad.tracks(*({"id": text(str(number))} for number in range(257))),
    "3: the tracks [('audio', 'a'), ('audio', 'a')]": lambda bad: bad.tracks({}, {}),
    "of which ['audio', 'audio'] are selected": lambda bad: bad.tracks(
        *({"id": text(name), "selected": Variant("b", True)} for name in "ab")),
    "8: the lyrics, chapters and extra": lambda bad: bad.everything(objects() | {
        f"{ROOT}/session/s{number}": session(Content=Variant("a{sv}", {**CONTENT, "lyrics": text("x" * 65536)}))
        for number in range(65)}),
    "3: the device's type": lambda bad: bad.devices(type=text("toaster")),
    "3: the device's volume": lambda bad: bad.devices(volume=Variant("d", 2.0)),
    "3: name of a device": lambda bad: bad.devices(name=text("")),
    "3: AspectRatios is": lambda bad: bad.changed(APP_PATH, SURFACES, AspectRatios=Variant("as", ["3:4", "1:1"])),
    "3: PreviewOnly is": lambda bad: bad.changed(APP_PATH, SURFACES, PreviewOnly=Variant("as", ["x", "x"])),
    "6.5: a signal before InterfacesAdded": lambda bad: bad.changed(TWO, Volume=Variant("d", 0.5)),
    "6.5: a signal after InterfacesRemoved": lambda bad: (bad.removed(), bad.changed(Volume=Variant("d", 0.5))),
    "6.5: InterfacesRemoved names": lambda bad: bad.removed(interfaces=[SESSION]),
    "6.5: InterfacesRemoved of": lambda bad: bad.removed(TWO),
    "6.5: org.nowplaying.Session1 at": lambda bad: bad.added(interfaces={SESSION: {"Id": text("two")}, ANIMATED: {}}),
    "1: a second session at": lambda bad: bad.added(ONE),
    "1: there is an object at": lambda bad: bad.added(ROOT + "/session/a/b"),
    "has the interface org.nowplaying.Else": lambda bad: bad.added(interfaces={**session(), "org.nowplaying.Else": {}}),
    "has no org.nowplaying.Remote1": lambda bad: bad.changed(interface=REMOTE, Devices=Variant("aa{sv}", [])),
    "6.6: ApplicationPrimary is true": lambda bad: (
        bad.added(), bad.changed(TWO, ApplicationPrimary=Variant("b", True))),
    "6: a signal that is not broadcast": lambda bad: bad.signal(
        ONE, PROPERTIES, "PropertiesChanged", "sa{sv}as", SESSION, {"Volume": Variant("d", 1.0)}, [],
        destination=bad.client.name),
    "6: not a signal of the protocol": lambda bad: bad.signal(ONE, SESSION, "Changed", ""),
    "1: a signal from another path": lambda bad: bad.changed("/org/mpris/MediaPlayer2", Volume=Variant("d", 1.0)),
    "6.3: 41 PropertiesChanged": lambda bad: [bad.changed(Volume=Variant("d", number / 50)) for number in range(41)],
    "2: a signal that nobody is owed": lambda bad: (bad.leave(), bad.changed(Volume=Variant("d", 1.0))),
    "5: an error without a sentence": lambda bad: bad.refuse(ERROR + "Failed", signature=""),
    "5: the error": lambda bad: bad.refuse("org.example.Error"),
    "5: the error org.nowplaying.Error.Busy": lambda bad: bad.refuse(ERROR + "Busy"),
    "5: SetVolume fails with NotFound": lambda bad: bad.refuse(ERROR + "NotFound"),
    "5: SetVolume fails with Asset": lambda bad: bad.refuse(ERROR + "Asset.TooLarge"),
    "5: TimedOut after": lambda bad: bad.refuse(ERROR + "TimedOut", member="GetArtwork"),
    "5: Set succeeds": lambda bad: bad.serve("", ask=(ONE, PROPERTIES, "Set", "ssv", SESSION, "Volume",
                                                      Variant("d", 1.0))),
    "4: SetVolume returns": lambda bad: bad.serve("d", 0.5, ask=(ONE, SESSION, "SetVolume", "d", 0.5)),
    "4: GetArtwork returns hsuu": lambda bad: bad.serve("s", "x", ask=(ONE, SESSION, "GetArtwork", "suu", "a", 1, 1)),
    "6.5: GetAll without": lambda bad: bad.serve("a{sv}", {}, ask=(ONE, PROPERTIES, "GetAll", "s", SESSION)),
    "1: GetManagedObjects without": lambda bad: bad.everything({ONE: session(True)}),
    "1: AnimatedArtwork1 is on all": lambda bad: bad.everything(
        {**objects(), ONE: {SESSION: session(True)[SESSION]}}),
    "6.6: two sessions have": lambda bad: bad.everything({**objects(), TWO: session(True)}),
    "3: duplicate keys": lambda bad: bad.signal(ONE, PROPERTIES, "PropertiesChanged", "sa{sv}as", SESSION, [
        ("Volume", Variant("d", 1.0)), ("Volume", Variant("d", 0.9))], []),
}


@pytest.mark.parametrize("problem", WRONG)
def test_a_bad_publisher_is_found(bad, problem):
    bad.everything()
    WRONG[problem](bad)
    assert any(problem in found for found in bad.problems())


def test_a_signal_before_any_call_is_found(bad):
    bad.changed(Volume=Variant("d", 1.0))
    assert any("2: a signal that nobody is owed" in found for found in bad.problems())


def test_what_another_was_given_may_be_sent_again(bad):
    """When a delayed change is taken back, a client that has read the changed value meanwhile is owed a signal."""
    bad.everything()
    bad.changed(Volume=Variant("d", 0.5))
    bad.serve("v", Variant("d", 0.7), ask=(ONE, PROPERTIES, "Get", "ss", SESSION, "Volume"))
    bad.changed(Volume=Variant("d", 0.5))
    assert bad.problems() == []


def test_a_line_that_another_was_given_may_be_taken_back(bad):
    """Two lines begin at 0; the checker must accept that the earlier one is emitted again after the later one."""
    now = now_us()
    earlier = {"state": "playing", "rate": 1.0, "elapsed": 0, "at": now - 200_000}
    bad.everything()
    bad.playback(**earlier)
    bad.serve("v", Variant("a{sv}", playback(**{**earlier, "at": now - 100_000})),
              ask=(ONE, PROPERTIES, "Get", "ss", SESSION, "Playback"))
    bad.playback(**earlier)
    assert bad.problems() == []


def test_who_reads_something_else_is_no_reason(bad):
    """A repeated value stays wrong if the client reads other values, or gets an error in the place of this value."""
    bad.everything({**objects(), TWO: session()})
    bad.changed(Volume=Variant("d", 0.5))
    bad.serve("v", Variant("b", True), ask=(ONE, PROPERTIES, "Get", "ss", SESSION, "CanSetVolume"))
    bad.serve("v", Variant("d", 0.7), ask=(TWO, PROPERTIES, "Get", "ss", SESSION, "Volume"))
    bad.serve("a{sv}", {}, ask=(ONE, PROPERTIES, "GetAll", "s", ANIMATED))
    bad.serve("s", "No.", ask=(ONE, PROPERTIES, "Get", "ss", "org.example.X", "Volume"), kind=FAILURE,
              name="org.freedesktop.DBus.Error.UnknownInterface")
    bad.changed(Volume=Variant("d", 0.5))
    assert any("6.1: Volume of" in found for found in bad.problems())


@pytest.mark.parametrize("is_heard", [True, False])
def test_what_the_last_follower_was_sent_is_no_reason(bad, is_heard):
    """The repeated value is wrong only if the publisher knew, before the next follower came, that the last had left."""
    bad.everything()
    if is_heard:
        bad.publisher.bus("AddMatch", "s", "type='signal',member='NameOwnerChanged',arg0='" + bad.client.name + "'")
    bad.changed(Volume=Variant("d", 0.5))
    bad.client.close()
    bad.client = bad.bus.client()
    bad.everything({**objects(), ONE: session(True, Volume=Variant("d", 0.7))})
    bad.changed(Volume=Variant("d", 0.7))
    assert bool(bad.problems()) == is_heard


def test_two_publishers_have_one_system_primary(bus, bad):
    bad.everything()
    bad.changed(SystemPrimary=Variant("b", True))
    second = Bad(bus)
    second.everything()
    second.changed(SystemPrimary=Variant("b", True))
    time.sleep(0.6)  # sleeps: for a shorter time it may be that the other's loss was put off
    second.changed(Volume=Variant("d", 0.5))
    second.publisher.bus("NameHasOwner", "s", BUS)
    assert any("6.6: SystemPrimary is true" in found for found in bad.problems())
