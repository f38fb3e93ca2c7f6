# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 10 of the protocol: a publisher of a later version is shown and driven, as far as possible."""

import pytest
from lab.fakes import ANIMATED, BASE, LATER, MANAGER, REMOTE, SESSION, Later, command, content, path, playback
from lab.harness.wire import Variant
from lab.library import KIND


def start(bus, make_shown, element="a", **properties):
    player = Later(bus, "later")
    player.session(element, **properties)
    shown = make_shown(player.appear())
    return player, shown, shown.find(session_id=element)


def strings(*words):
    return "as", list(words)


def test_what_is_known_is_shown_beside_what_is_not(bus, make_shown):
    player, shown, view = start(bus, make_shown, Content=content("Song", artists=Variant("as", ["Band"]), **LATER))
    assert view.lines == ["Song", "Band", ""] and view.abilities & 1
    assert (view.application_id, view.display_name) == ("later", "Later")
    player.change("a", Volume=("d", 0.5), Content=content("Next", **LATER))
    view = shown.wait_for(view, lambda view: view.volume == 0.5)
    assert view.lines == ["Next", "", ""]
    assert shown.send(view, "PLAY").wait().status == "OK"


def test_objects_and_interfaces_come_and_go(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    player.tell(BASE, MANAGER, "InterfacesAdded", "oa{sa{sv}}", BASE + "/lights/1", {"org.nowplaying.Lights1": LATER})
    player.tell(BASE, MANAGER, "InterfacesAdded", "oa{sa{sv}}", path("b"), {"org.nowplaying.Session2": LATER})
    player.tell(path("a"), "org.nowplaying.Session2", "Danced", "(dd)", (1.0, 2.0))
    player.tell_changed(path("a"), "org.nowplaying.Session2", Content=content("Other"))
    player.tell(BASE, MANAGER, "InterfacesRemoved", "oas", path("a"), ["org.nowplaying.Session2"])
    player.add("c", **{key: (value.signature, value.value) for key, value in LATER.items()})
    assert shown.find(session_id="c").lines == ["Song", "", ""]
    assert {each.session_id for each in shown.entries.values()} == {"a", "c"}
    assert shown.again(view).lines == ["Song", "", ""]
    player.tell(BASE, MANAGER, "InterfacesRemoved", "oas", path("a"), [SESSION, ANIMATED, "org.nowplaying.Session2"])
    shown.wait(lambda: view.key not in shown.entries, "the end of the session")


def test_unknown_signals_are_no_wrong_ones(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    for number in range(50):
        player.tell(path("a"), "org.nowplaying.Session2", "Danced", "d", float(number))
    player.change("a", Content=content("Next"))
    shown.wait_for(view, lambda view: view.lines[0] == "Next")
    # A player that sends wrong signals has to rest, and its matches are removed.
    assert not [message for message in bus.since(0) if message.member == "RemoveMatch"]


def test_open_words(bus, make_shown):
    line = playback("warping", 3.0, elapsed=Variant("x", 50_000_000), timestamp=Variant("x", 0))
    item = content("Smell", kind=Variant("s", "scent"), **{
        "duration-kind": Variant("s", "elastic"), "subtitle": Variant("s", "of rain"),
        "animated-artwork": Variant("a{ss}", {"2:1": "wide", "1:1": "square"})})
    _, shown, view = start(bus, make_shown, Content=item, Playback=line)
    assert (view.item["kind"], view.item["duration_kind"], view.item["duration_us"]) == (KIND["GENERIC"], 0, 0)
    assert (view.item["animated_square_id"], view.item["animated_tall_id"]) == ("square", "")
    assert view.lines == ["Smell", "of rain", ""]
    # An unknown reason still counts as a reason.
    assert not view.abilities & 32
    assert (view.state, view.snapshot().rate) == ("paused", 0)
    assert view.position(4_000_000) - view.position(2_000_000) == 6


def test_commands(bus, make_shown):
    commands = [
        command("brew-coffee", strength=("u", 3)), command("play", **{"later": ("(dd)", (0.5, 1.0))}),
        command("change-repeat-mode", supported=strings("off", "album", "all"), current=("s", "album")),
        command("change-shuffle-mode", supported=strings("by-mood"), current=("s", "by-mood")),
        command("feedback", supported=strings("love", "hate"), current=("s", "love"), button=("u", 0)),
        command("feedback", supported=strings("neutral", "positive", "love"), current=("s", "love"), button=("u", 1)),
        command("change-rate", rates=("a(dd)", [(1.0, 2.0)])), command("skip-forward", intervals=("a(xs)", [])),
        command("skip-backward", intervals=("ax", [5]))]
    _, shown, view = start(bus, make_shown, Commands=("aa{sv}", commands))
    assert view.offered() == [
        "PLAY", "TOGGLE_PLAY_PAUSE", "CHANGE_REPEAT_MODE", "FEEDBACK", "SKIP_BACKWARD"]
    repeats, likes = view.command("CHANGE_REPEAT_MODE"), view.command("FEEDBACK", 1)
    assert (repeats.supported, repeats.current, likes.supported, likes.current) == (0b101, 0, 0b011, 0)
    assert shown.send(view, "CHANGE_REPEAT_MODE", mode=2).wait().status == "OK"


def test_devices(bus, make_shown):
    player = Later(bus, "later")
    names = {"id": Variant("s", "x"), "name": Variant("s", "Fridge"), "can-step": Variant("b", True)}
    player.session("a")[REMOTE] = {"Devices": Variant("aa{sv}", [
        {**names, "type": Variant("s", "fridge"), **LATER},
        {**names, "id": Variant("s", "y"), "type": Variant("s", "tv"), "volume": Variant("(dd)", (0.5, 0.5))},
        {**names, "id": Variant("s", "z"), "type": Variant("u", 2)}]), **LATER}
    view = make_shown(player.appear()).find(session_id="a")
    assert [(device.id, device.type, device.volume, device.can_step) for device in view.devices] == [
        (b"x", 1, -1, 1), (b"y", 2, -1, 1)]


@pytest.mark.parametrize("value", [*LATER.values(), Variant("s", "x"), Variant("as", ["x"]), Variant("u", 5),
                                   Variant("d", 5.0), Variant("b", True), Variant("aa{sv}", [LATER])],
                         ids=lambda value: value.signature)
def test_a_value_of_another_type_is_absent(bus, make_shown, value):
    """Each known key and property is sent with another type."""
    known = {"album": "s", "artists": "as", "duration": "x", "track-number": "u", "explicit": "b", "user-rating": "d",
             "animated-artwork": "a{ss}", "artwork": "s"}
    wrong = {key: value for key, signature in known.items() if signature != value.signature}
    item = content("Song", **wrong)
    line = playback("paused", 0.0, elapsed=value, timestamp=value)
    player, shown, view = start(bus, make_shown, Content=item, Playback=line)
    assert view.item["first_line"] == "Song" and view.position() is None and view.state == "paused"
    assert not view.fields().keys() & {key.upper().replace("-", "_") for key in wrong}
    types = {"Content": "a{sv}", "Playback": "a{sv}", "Commands": "aa{sv}", "Volume": "d", "CanSetVolume": "b",
             "ApplicationPrimary": "b", "Id": "s", "QueueLength": "u"}
    player.change("a", **{name: (value.signature, value.value) for name, signature in types.items()
                          if signature != value.signature})
    shown.settle(player)
    now = shown.again(view)
    assert (now.session_id, now.lines, now.state, now.volume, now.offered()) == (
        view.session_id, view.lines, view.state, view.volume, view.offered())


@pytest.mark.parametrize("name, status", [
    ("org.nowplaying.Error.Asset.TooLoud", "COMMAND_FAILED"), ("org.nowplaying.Error.Tired", "COMMAND_FAILED"),
    ("org.nowplaying.Error.NotOffered", "NOT_SUPPORTED")])
def test_errors(bus, make_shown, name, status):
    player, shown, view = start(bus, make_shown)
    player.answers[SESSION, "SendCommand"] = lambda call: ("error", name, "Not now")
    outcome = shown.send(view, "PLAY").wait()
    assert (outcome.status, outcome.message) == (status, "Not now")
