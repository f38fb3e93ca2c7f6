# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Rule 15: which session an app shows, and which player the whole desktop drives."""

import pytest

from lab.odd import Withheld, behind, is_sent, no_errors, reply
from lab.primary import ALL, bits, player, take
from testkit.bus import NAME, ROOT
from testkit.checker import TOKEN
from testkit.host import C, SECOND


def sent_until_marker(bus, host, start, session):
    host.volume(0.123, name=session)
    bus.wait_changed(start, "Volume", lambda value: value == 0.123)
    return [item for item in bus.signals(start) if item != {"Volume": 0.123}]


def test_rule_15_a_background_session_does_not_move_playerctld(bus, playerctld):
    """playerctld takes any change for activity."""
    first, _ = player(bus, "A", state="PAUSED"), player(bus, "B", state="PAUSED")
    order = [ROOT + ".B", ROOT + ".A"]
    bus.wait_for(lambda: playerctld.names() == order, "playerctld knows both")
    first.session("back")
    first.content("back", title="Background")
    first.volume(0.3, name="back")
    client = bus.client(ROOT + ".A")
    # When the second call is answered, everything before the first has been emitted.
    client.get("Volume")
    client.get("Volume")
    assert playerctld.names() == order
    first.volume(0.3)
    bus.wait_for(lambda: playerctld.names() == order[::-1], "what is shown does move it")


def test_rule_15_a_switch_is_one_signal(bus):
    """Both sessions play: the switch is one signal, and the name stays."""
    host = bus.player(session="one", title="One", identifier="1", elapsed=90 * SECOND)
    host.session("two")
    host.commands("PAUSE", "NEXT", name="two")
    host.snapshot("PLAYING", 0, name="two")
    host.content("two", identifier="2", title="Two", artists=["Second"])
    owner, start = bus.owner(NAME), bus.mark()
    host.ask("primary", "two", "application")
    host.wait("primary_result", session="two", which=C.PRIMARY_APPLICATION, status=C.OK)
    host.wait("primary_changed", session="one", primary=0)
    host.wait("primary_changed", session="two", primary=C.PRIMARY_APPLICATION)
    assert (bits(host, "one"), bits(host, "two")) == (0, C.PRIMARY_APPLICATION)
    sent = sent_until_marker(bus, host, start, "two")
    assert len(sent) == 1
    assert sent[0]["Metadata"]["xesam:title"].value == "Two" and "CanSeek" in sent[0]
    assert "PlaybackStatus" not in sent[0]
    assert bus.owner(NAME) == owner
    start = bus.mark()
    host.ask("primary", "one", "application")
    changed = bus.wait_changed(start, "Metadata").body[1]
    assert changed["Metadata"].value["xesam:title"].value == "One"
    # The session has been playing on, far from its start.
    assert bus.wait_seeked(start).body[0] >= 90 * SECOND


def test_rule_15_commands_go_to_the_primary(bus):
    host = bus.host()
    host.publish("one", title="One")
    host.publish("two", title="Two")
    bus.wait_name(NAME)
    client = bus.client(NAME)
    client.do("Next")
    host.wait("command", session="two")
    events = len(host.events)
    host.ask("primary", "one", "application")
    host.wait("primary_changed", session="one", primary=C.PRIMARY_APPLICATION, start=events)
    client.do("Next")
    host.wait("command", session="one")


def test_rule_15_freeing_the_primary_shows_nobody(bus):
    """The app decides which session is next, not the library."""
    host = bus.host()
    host.publish("one", title="One")
    host.publish("two", title="Two")
    bus.wait_name(NAME)
    owner = bus.client(bus.owner(NAME))
    assert owner.get("Position") > 0 and owner.metadata()
    host.ask("free", "two")
    bus.wait_name(NAME, present=False)
    assert bits(host, "one") == 0
    # Nothing of the freed session is left, even for clients that know the connection.
    assert owner.get("Position") == 0 and owner.metadata() == {} and owner.get("PlaybackStatus") == "Stopped"
    assert owner.do("Next") == [] and not host.seen("command")
    host.ask("primary", "one", "application")
    bus.wait_name(NAME)
    assert bus.client(NAME).metadata()["xesam:title"] == "One"


def test_system_primary_is_asked_for_before_the_first_dispatch(bus):
    """Most players do this: make everything, then run the loop. There is a bus, so the result is not NO_BUS."""
    host = bus.host("--fd-loop-later")
    host.session()
    host.content(title="At start")
    host.ask("primary", "main", "system")
    host.ask("loop")
    assert host.wait("primary_result", which=C.PRIMARY_SYSTEM)["status"] == C.OK


@pytest.mark.parametrize("way", ["resign", "free", "exit", "crash"])
def test_the_one_before_resumes(bus, way):
    first, second = player(bus, "A", "--interruptions"), player(bus, "B")
    take(bus, first)
    take(bus, second)
    first.wait("interruption", interruption=C.INTERRUPTION_BEGAN)
    assert bits(first) == C.PRIMARY_APPLICATION
    if way == "resign":
        second.ask("primary", "main", "resign")
    elif way == "free":
        second.ask("free", "main")
    elif way == "exit":
        second.ask("free_app")
    else:
        second.kill()
    first.wait("interruption", interruption=C.INTERRUPTION_ENDED)
    assert bits(first) == ALL
    assert bus.owner(TOKEN) == bus.owner(ROOT + ".A")
    events = [event["event"] for event in first.seen("interruption")]
    assert len(events) == 2


def test_a_late_answer_to_an_earlier_question(make_bus):
    """The host resigned and has asked again when the bus refuses the first request: this late refusal has no effect."""
    bus = make_bus().start()
    odd = Withheld(bus, name=TOKEN)
    host = behind(bus, odd.proxy)
    bus.wait_name(ROOT + ".Tester")
    for count, word in enumerate(("system", "resign", "system")):
        host.ask("primary", "main", word)
        odd.wait_kept(count // 2 + 1)
    odd.link.say(reply(odd.asked[0], "s", "No", error="org.freedesktop.DBus.Error.AccessDenied"))
    is_sent(bus, host, "Second")
    assert [event["status"] for event in host.seen("primary_result", which=C.PRIMARY_SYSTEM)] == [C.ERROR_CANCELLED]
    odd.link.say(odd.kept[1])
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    assert bits(host) == ALL
    no_errors(host)
