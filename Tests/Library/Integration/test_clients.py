# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests rule 17: real clients during a whole life of a player. The strict checker checks the messages as well."""

import random
import time

import pytest

from abi import headers
from testkit.bus import NAME, PATH, PLAYER, PLAYLISTS, ROOT
from testkit.host import ALL_COMMANDS, C, SECOND, now_us
from testkit.mpris_types import OPTIONAL, SPECIFIED
from testkit.wire import DBusError

NASTY = ["", "Title", "日本語のタイトル", b"\xff\xfe broken \xc3", "a" * 9000, "line\nbreak\ttab", "<b>&amp;</b>", "%s%n%d",
         "\u202ertl", "\U0001f3b5", "/path/../x", "\x01\x7f"]


@pytest.fixture
def host(bus):
    return bus.player(artists=["Artist"])


def test_rule_17_playerctld_lives_with_us(bus, playerctld):
    """playerctld aborts at unexpected signals, and drops players with bad replies."""
    first = bus.host()
    first.publish(title="One")
    bus.wait_for(lambda: playerctld.names() == [NAME], "playerctld knows the first")
    second = bus.host("--id=org.example.Second")
    second.publish(title="Two")
    bus.wait_for(lambda: playerctld.names() == [ROOT + ".Second", NAME], "playerctld knows the second")
    assert bus.playerctl("-p", "playerctld", "metadata", "title") == "Two"
    first.content(identifier="next", title="Next of one")
    bus.wait_for(lambda: playerctld.names()[0] == NAME, "the first is active")
    bus.playerctl("-p", "playerctld", "next")
    first.wait("command", kind=C.COMMAND_NEXT)
    assert second.seen("command") == []
    assert bus.playerctl("-p", "playerctld", "metadata", "title") == "Next of one"
    for number in range(50):
        first.content(identifier=str(number), title=f"Title {number}")
        second.snapshot("PLAYING", number * SECOND)
    first.kill()
    bus.wait_for(lambda: playerctld.names() == [ROOT + ".Second"], "the first is gone")
    second.ask("free_app")
    bus.wait_for(lambda: playerctld.names() == [], "both are gone")


def test_rule_17_playerctl_follows_each_change(bus, host):
    follow = bus.start_tool("playerctl", "--follow", "metadata", "--format",
                            "{{status}}|{{title}}|{{artist}}|{{mpris:length}}|{{playerName}}")
    assert follow.line() == "Playing|First|Artist|200000000|Tester"
    host.content(identifier="2", title="Zweites Lied ü", artists=["A", "B"], length=61 * SECOND)
    assert follow.line() == "Playing|Zweites Lied ü|A, B|61000000|Tester"
    host.snapshot("PAUSED", 5 * SECOND)
    assert follow.line() == "Paused|Zweites Lied ü|A, B|61000000|Tester"
    host.snapshot("STOPPED", 0)
    assert follow.line() == "Stopped|Zweites Lied ü|A, B|61000000|Tester"
    follow.stop()


def test_rule_07_moving_position_is_seen_by_playerctl(bus, host):
    at = now_us()
    host.snapshot("PLAYING", 30 * SECOND, rate=2.0, at=at)
    before = now_us()
    position = float(bus.playerctl("position"))
    after = now_us()
    assert 30 + 2 * (before - at) / 1e6 - 0.001 <= position <= 30 + 2 * (after - at) / 1e6 + 0.001


def test_rule_17_glib_hears_the_signals(bus, host):
    """GNOME, KDE Connect and Waybar listen in this way."""
    start, owner = bus.mark(), bus.owner(NAME)
    monitor = bus.start_tool("stdbuf", "-oL", "gdbus", "monitor", "--session", "--dest", NAME)
    # gdbus prints the owner first and subscribes afterwards.
    bus.find(lambda m: m.member == "AddMatch" and f"sender='{owner}'" in m.body[0], start, what="subscription")
    while "is owned by" not in monitor.line():
        pass
    host.snapshot("PAUSED", 77 * SECOND)
    line = monitor.line()
    assert "org.freedesktop.DBus.Properties.PropertiesChanged" in line and "'PlaybackStatus': <'Paused'>" in line
    assert "@as []" in line
    assert f"{PLAYER}.Seeked (int64 77000000,)" in monitor.line()
    monitor.stop()


def test_rule_17_busctl_reads_the_description(bus, host):
    """Introspection must match the properties: their types, which are writable, and which are emitted. GDBus and Qt
    cache values that are declared constant or emitted."""
    flags = {name: {"const"} for name in SPECIFIED[ROOT]}
    flags |= {name: {"emits-change"} for name in SPECIFIED[PLAYER]}
    flags |= {name: {"emits-change", "writable"} for name in ("LoopStatus", "Rate", "Shuffle")}
    flags |= {"CanControl": {"const"}, "Position": set()}
    flags |= {"Identity": {"emits-change"}, "HasTrackList": {"emits-change"}}
    changes = headers.changes("app") | headers.changes("session")
    assert {"Fullscreen", "Volume"} <= set(changes), "the header does not say what clients set"
    flags |= {name: {"emits-change", "writable"} for name in changes}
    for interface in (ROOT, PLAYER):
        types = SPECIFIED[interface]
        text = bus.tool("busctl", f"--address={bus.address}", "introspect", NAME, PATH, interface, "--no-pager",
                        "--no-legend", "--full")
        rows = {row[0][1:]: row for row in (line.split() for line in text.splitlines()) if row[1] == "property"}
        assert {name: row[2] for name, row in rows.items()} == types
        for name, row in rows.items():
            assert {word for word in row[-2:] if word in ("const", "emits-change", "writable")} == flags[name], name
    assert bus.tool("busctl", f"--address={bus.address}", "get-property", NAME, PATH, PLAYER, "CanControl") == "b true"


def random_step(dice, host, sessions):
    """Makes a random step that a player may take, wise or not."""
    name = dice.choice(sessions)
    step = dice.randrange(10)
    if step < 4:
        host.content(name, identifier=dice.choice(["a", "b", "-", "x/y"]), title=dice.choice(NASTY),
                     kind=dice.choice(["MUSIC", "MOVIE", "BOOK", "RADIO", "GENERIC"]),
                     artists=[dice.choice(NASTY) for _ in range(dice.randrange(3))],
                     length=dice.choice([None, 0, 1, 200 * SECOND, 2 ** 63 - 1]),
                     fields=[("text", "ALBUM", dice.choice(NASTY)), ("text", "URL", dice.choice(NASTY)),
                             ("integer", "TRACK_NUMBER", dice.choice([-5, 0, 7, 2 ** 62])),
                             ("integer", "RELEASE_DATE", dice.randrange(-2 ** 62, 2 ** 62)),
                             ("number", "USER_RATING", dice.choice(["nan", "inf", "-1", "0.3"]))])
    elif step < 7:
        host.snapshot(dice.choice(["PLAYING", "PAUSED", "STOPPED", "BUFFERING", "INTERRUPTED"]),
                      dice.choice([0, SECOND, 100 * SECOND, 2 ** 63 - 1]), name=name,
                      rate=dice.choice([1, 0.5, -1, 1e300, 5e-324]), at=dice.choice([0, 1, None, 1 - 2 ** 63]))
    elif step == 7:
        host.commands(*dice.sample(ALL_COMMANDS, dice.randrange(len(ALL_COMMANDS))), "FEEDBACK@1", name=name)
    elif step == 8:
        host.volume(dice.choice([-1, 0, 0.5, 1, 1.4]), name)
    elif dice.random() < 0.3:
        host.nothing(name)
    else:
        host.ask("primary", name, dice.choice(["application", "application", "system", "resign"]))


def all_if_shown(bus, interface):
    """Returns all properties; None when there is no name at the moment."""
    client = bus.client(NAME)
    try:
        return client.get_all(interface)
    except DBusError as error:
        assert error.name == "org.freedesktop.DBus.Error.ServiceUnknown", error
        return None
    finally:
        client.close()


def ended(properties):
    """Returns the properties if they are those of the last item, and None otherwise."""
    title = properties and properties["Metadata"].value.get("xesam:title")
    return properties if title and title.value == "The end" else None


@pytest.mark.parametrize("loop", [[], ["--fd-loop"]], ids=["thread", "fd"])
@pytest.mark.parametrize("seed", range(2))
def test_rule_17_a_random_life_passes_the_checker(bus, seed, loop):
    dice = random.Random(seed)
    host = bus.host(*loop)
    sessions = ["one", "two", "three"]
    for name in sessions:
        host.session(name)
        host.snapshot("PAUSED", 0, name=name)
    # One session is shown from the start: otherwise the log would report during the steps that content is not shown.
    host.ask("primary", "one", "application")
    for _ in range(250):
        random_step(dice, host, sessions)
        if dice.random() < 0.2:
            time.sleep(dice.random() * 0.06)  # sleeps: a player's own time between what it does
        if dice.random() < 0.1:
            for interface in (ROOT, PLAYER):
                properties = all_if_shown(bus, interface)
                assert properties is None or set(properties) | OPTIONAL == set(SPECIFIED[interface]) | OPTIONAL
    host.commands("PLAY", name="one")
    host.content("one", identifier="end", title="The end")
    host.snapshot("PAUSED", 9 * SECOND, name="one")
    host.ask("primary", "one", "application")
    properties = bus.wait_for(lambda: ended(all_if_shown(bus, PLAYER)), "the end")
    assert (properties["PlaybackStatus"].value, properties["Position"].value) == ("Paused", 9 * SECOND)
    assert bus.playerctl("metadata", "title") == "The end"


def test_rule_17_playerctld_lives_with_queues_and_playlists(bus, playerctld):
    """playerctld reads the properties of all four interfaces of MPRIS, and gets their signals. A new player with the
    optional interfaces becomes the active one like any other."""
    for name in ("First", "Second"):
        host = bus.host("--playlists", "--id=" + name)
        host.ask("playlists", "1:One:-:-:-:-")
        host.session()
        host.ask("queue", "main", "a:One", "b:Two")
        host.content(identifier="a", title="One", commit=False)
        host.commands("PLAY", "PAUSE", "NEXT")
        host.ask("primary", "main", "application")
        bus.wait_name(ROOT + "." + name)
        assert bus.client(ROOT + "." + name).get("HasTrackList", ROOT) is True
        assert bus.client(ROOT + "." + name).get("PlaylistCount", PLAYLISTS) == 1
    bus.wait_for(lambda: playerctld.names() == [ROOT + ".Second", ROOT + ".First"], "the second is the active one")
    host.ask("queue", "main", "b:Two", "a:One")
    host.ask("playlists", "1:Two:-:-:-:-")
    host.content(identifier="b", title="Two")
    bus.wait_for(lambda: bus.playerctl("-p", "playerctld", "metadata", "title") == "Two", "it hears of the next")


def test_rule_17_playerctld_is_refused_for_a_moment(bus):
    """playerctld's call is refused while the name is new, and answered a moment later."""
    daemon = bus.client(NAME)
    daemon.request_name(ROOT + ".playerctld", 0)
    host = bus.host()
    host.session()
    host.ask("queue", "main", "a:One", "b:Two")
    host.content(identifier="a", title="One", commit=False)
    host.commands("PLAY", "PAUSE", "NEXT")
    host.ask("primary", "main", "application")
    bus.wait_name(NAME)

    def tracks():
        try:
            return daemon.get_all(ROOT + ".TrackList")["Tracks"].value
        except DBusError as error:
            assert error.name == "org.freedesktop.DBus.Error.UnknownInterface"
            return []
    assert len(bus.wait_for(tracks, "an answer")) == 2
