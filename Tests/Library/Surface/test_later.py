# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 10 of the protocol: a publisher of a later version is shown and driven, as far as possible."""

import pytest
from testkit.fakes import ANIMATED, BASE, LATER, MANAGER, SESSION, Later, content, path
from testkit.wire import Variant


def start(bus, make_shown, element="a", **properties):
    player = Later(bus, "later")
    player.session(element, **properties)
    shown = make_shown(player.appear())
    return player, shown, shown.find(session_id=element)


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


@pytest.mark.parametrize("name, status", [
    ("org.nowplaying.Error.Asset.TooLoud", "COMMAND_FAILED"), ("org.nowplaying.Error.Tired", "COMMAND_FAILED"),
    ("org.nowplaying.Error.NotOffered", "NOT_SUPPORTED")])
def test_errors(bus, make_shown, name, status):
    player, shown, view = start(bus, make_shown)
    player.answers[SESSION, "SendCommand"] = lambda call: ("error", name, "Not now")
    outcome = shown.send(view, "PLAY").wait()
    assert (outcome.status, outcome.message) == (status, "Not now")
