# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the properties of a running app: its name, its window, being shown while nothing plays; and unusual values of
sessions: any speed, more than full volume, pictures elsewhere, and short loading."""

import pytest

from testkit import images
from testkit.bus import NAME, ROOT
from testkit.host import C, SECOND
from testkit.run import LOOPS
from testkit.wire import DBusError, Variant


def shown(bus, *options, **arguments):
    host = bus.player(*options, **arguments)
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    return host, bus.client(NAME)


def sent(bus, start, *names):
    """Returns the values that PropertiesChanged has sent of some properties, in order."""
    return [(name, signal[name]) for signal in bus.signals(start) if isinstance(signal, dict)
            for name in names if name in signal]


# ---- The app ----

def test_a_new_name_is_sent(bus):
    host, client = shown(bus, "--name=Before")
    start = bus.mark()
    host.ask("display_name", "Nach\u00e4 " + "x" * 2000)
    name = "Nach\u00e4 " + "x" * 1017
    bus.wait_for(lambda: client.get("Identity", ROOT) == name, "the new name")
    assert bus.signals(start) == [{"Identity": name}]


@pytest.mark.parametrize("word, name", [("-", "Tester"), ("", "Tester")])
def test_no_name_is_that_of_the_application(bus, word, name):
    host, client = shown(bus, "--name=Before")
    host.ask("display_name", word)
    bus.wait_for(lambda: client.get("Identity", ROOT) == name, "the name of the application")


def test_names_are_sent_at_most_20_times_a_second(bus):
    """The last name is always emitted; an unchanged one is not."""
    host, client = shown(bus)
    start = bus.mark()
    host.ask_all([("display_name", f"Name {number}") for number in range(300)])
    bus.wait_for(lambda: client.get("Identity", ROOT) == "Name 299", "the last name")
    host.ask("display_name", "Name 299")
    host.ask("bus_state")
    bus.wait_changed(start, "Identity", lambda name: name == "Name 299")
    names = [name for _, name in sent(bus, start, "Identity")]
    assert names[-1] == "Name 299" and len(set(names)) == len(names) < 100


def test_a_name_given_before_it_is_shown_is_the_first(bus):
    host = bus.host("--name=Before")
    host.ask("display_name", "After")
    start = bus.mark()
    host.publish()
    bus.wait_name(NAME)
    assert bus.client(NAME).get("Identity", ROOT) == "After"
    assert sent(bus, start, "Identity") == []


def test_rule_13_fullscreen_that_the_host_does_not_set_is_told(bus):
    """Some clients, as GSConnect, take the success of what they have set for its confirmation."""
    _, client = shown(bus)
    start = bus.mark()
    client.set("Fullscreen", Variant("b", True), ROOT)
    bus.wait_changed(start, "Fullscreen")
    assert bus.signals(start) == [{"Fullscreen": False}]


def test_fullscreen_that_the_host_is_not_asked_for_is_told_at_once(bus):
    """A host that is asked for too much already is not waited for."""
    host, client = shown(bus)
    host.ask("answer", "raise", C.PENDING, "-")
    for _ in range(C.MAX_OPEN_REQUESTS):
        client.start_do("Raise", interface=ROOT)
    host.wait("raise", request=C.MAX_OPEN_REQUESTS - 1)
    start = bus.mark()
    with pytest.raises(DBusError, match="LimitsExceeded"):
        client.set("Fullscreen", Variant("b", True), ROOT)
    client.get("Fullscreen", ROOT)
    assert bus.signals(start) == [{"Fullscreen": False}]
    host.ask_all([("complete", number, C.OK, "-") for number in range(C.MAX_OPEN_REQUESTS)])


def test_fullscreen_that_fails_is_an_error_of_the_client(bus):
    host, client = shown(bus)
    host.ask("answer", "fullscreen", C.ERROR_NOT_PERMITTED, "-")
    with pytest.raises(DBusError, match="AccessDenied"):
        client.set("Fullscreen", Variant("b", True), ROOT)
    with pytest.raises(DBusError, match="InvalidArgs"):
        client.set("Fullscreen", Variant("s", "yes"), ROOT)


def test_fullscreen_that_is_not_offered(bus):
    host, client = shown(bus, "--without=fullscreen")
    assert client.get("CanSetFullscreen", ROOT) is False
    with pytest.raises(DBusError, match="NotSupported"):
        client.set("Fullscreen", Variant("b", True), ROOT)
    assert host.seen("fullscreen") == []
    host.ask("fullscreen", 1)
    bus.wait_for(lambda: client.get("Fullscreen", ROOT) is True, "Fullscreen of a player that decides by itself")


@LOOPS
def test_the_name_on_the_bus(make_bus, loop):
    bus = make_bus()
    host = bus.host(*loop)
    host.may_lose_bus = True
    assert host.ask("bus_name")["text"] == ""
    bus.start()
    host.publish()
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    assert host.ask("bus_name")["text"] == NAME
    second = bus.host()
    second.may_lose_bus = True
    second.publish()
    second.wait("bus_state", state=C.BUS_PUBLISHED)
    other = second.ask("bus_name")["text"]
    assert other.startswith(NAME + ".instance") and set(bus.names()) == {NAME, other}
    start = len(host.events)
    host.nothing()
    host.wait("bus_state", start, state=C.BUS_CONNECTED)
    assert host.ask("bus_name")["text"] == ""
    bus.kill()
    second.wait("bus_state", state=C.BUS_NONE)
    assert second.ask("bus_name")["text"] == ""


def test_two_instances_of_one_name(bus):
    for _ in range(2):
        host = bus.host("--instance=same")
        host.publish()
        host.wait("bus_state", state=C.BUS_PUBLISHED)
    names = sorted(bus.names())
    assert len(names) == 2 and names[0] == NAME + ".same" and names[1].startswith(NAME + ".same.instance")


# ---- Idle ----

def test_an_idle_app_is_shown_if_it_wants_to_be(bus):
    """An idle app may ask to be shown: mpv --idle waits for something to open."""
    host = bus.host("--idle", "--schemes=https")
    bus.wait_name(NAME)
    client = bus.client(NAME)
    assert client.get("PlaybackStatus") == "Stopped" and client.get("Metadata") == {} and client.get("CanPlay") is False
    client.do("Play")
    client.do("Raise", interface=ROOT)
    host.wait("raise")
    client.do("OpenUri", "s", "https://example.org/a")
    host.wait("open_uri", uri="https://example.org/a")
    assert bus.playerctl("--player=Tester", "status").strip() == "Stopped"
    # The volume is the player's, and not the item's.
    host.session("main")
    host.volume(0.3)
    host.ask("primary", "main", "application")
    bus.wait_for(lambda: client.get("Volume") == 0.3, "the volume")
    client.set("Volume", Variant("d", 0.7))
    host.wait("volume", volume=0.7)


def test_rule_11_an_idle_app_takes_commands(bus):
    """A media key starts a player that has just been opened."""
    host = bus.host("--idle")
    host.session()
    host.commands("PLAY", "PAUSE!", "NEXT", "PREVIOUS!", "SEEK_TO_POSITION", "SKIP_FORWARD:10000000", "CHANGE_RATE:1,2",
                  "CHANGE_REPEAT_MODE@2", "CHANGE_SHUFFLE_MODE@1")
    host.snapshot("PLAYING", 5 * SECOND)
    host.ask("primary", "main", "application")
    bus.wait_name(NAME)
    client = bus.client(NAME)
    bus.wait_for(lambda: client.get("CanPlay"), "its commands")
    said = {name: value.value for name, value in client.get_all().items()}
    expected = {"CanPlay": True, "CanPause": True, "CanGoNext": True, "CanGoPrevious": False, "CanSeek": False,
                "LoopStatus": "Playlist", "Shuffle": True, "MaximumRate": 2.0, "PlaybackStatus": "Stopped",
                "Metadata": {}, "Position": 0}
    assert {name: said[name] for name in expected} == expected
    for member, kind in ("Play", "PLAY"), ("Next", "NEXT"):
        start = len(host.events)
        client.do(member)
        host.wait("command", start, kind=getattr(C, "COMMAND_" + kind))
    start = len(host.events)
    client.do("Previous")
    client.do("Seek", "x", 10 * SECOND)
    client.set("LoopStatus", Variant("s", "Track"))
    assert host.wait("command", start)["kind"] == C.COMMAND_CHANGE_REPEAT_MODE


def test_an_idle_app_comes_back_with_the_bus(make_bus):
    bus = make_bus()
    host = bus.host("--idle")
    host.may_lose_bus = True
    for _ in range(2):
        bus.start()
        bus.wait_name(NAME)
        assert bus.client(NAME).get("Metadata") == {}
        bus.kill()


# ---- Beyond the ordinary ----


def test_out_of_a_sandbox_a_file_is_copied(bus, folder):
    path = folder / "cover.png"
    path.write_bytes(images.png((9, 9, 9)))
    cache = folder / "cache"
    cache.mkdir(mode=0o700)
    host = bus.host(environment={"FLATPAK_ID": "org.example.Boxed", "XDG_CACHE_HOME": str(cache)})
    host.publish(art="file")
    client = bus.client(ROOT + ".org.example.Boxed")
    bus.wait_name(ROOT + ".org.example.Boxed")
    host.ask("art_url", host.wait("artwork", id="file")["request"], path.as_uri())
    bus.wait_for(lambda: client.metadata().get("mpris:artUrl", "").startswith(cache.as_uri()), "a copy")


# ---- Loading ----


@pytest.mark.parametrize("commands, call, given, resumes", [
    (("PLAY", "PAUSE"), "PlayPause", "PAUSE", "PLAY"),
    (("TOGGLE_PLAY_PAUSE",), "Pause", "TOGGLE_PLAY_PAUSE", "TOGGLE_PLAY_PAUSE")])
def test_who_loads_and_is_shown_as_playing_can_be_paused(bus, commands, call, given, resumes):
    """The desktop shows a pause button while the player loads."""
    host, client = shown(bus, commands=commands)
    start = len(host.events)
    host.snapshot("BUFFERING", SECOND)
    client.do(call)
    assert [event["kind"] for event in host.seen("command", start)] == [getattr(C, "COMMAND_" + given)]
    host.snapshot("PAUSED", SECOND)
    bus.wait_for(lambda: client.get("PlaybackStatus") == "Paused", "a pause")
    client.do("Play")
    assert [event["kind"] for event in host.seen("command", start)][1:] == [getattr(C, "COMMAND_" + resumes)]
