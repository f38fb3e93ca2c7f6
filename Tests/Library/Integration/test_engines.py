# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Engines that guess a length, load, and seek: rules 7 and 8."""

import pytest

from testkit.bus import NAME, is_changed
from testkit.host import C, SECOND
from testkit.surface import Surface


@pytest.fixture
def session(bus, host):
    surface = Surface(bus)
    copy = surface.follow(NAME)
    surface.wait(copy.sessions, "it has a session")
    (identifier,) = copy.sessions()
    yield copy[identifier]
    surface.close()


def length(host, seconds):
    host.ask_all([("duration", "main", C.DURATION_FINITE, int(seconds * SECOND)), ("show", "main", "main"),
                  ("commit", "main")])


def test_rule_08_a_length_that_grows(bus, host, client, session):
    """libmpv guesses the length of a stream anew with each piece of it. Each wire has it once a second, without
    Seeked."""
    start, before = bus.mark(), len(session.copy.signals)
    for number in range(30):
        length(host, 300 + number)
    bus.wait_changed(start, "Metadata", lambda metadata: metadata["mpris:length"].value == 329 * SECOND)
    session.wait(lambda it: it.content["duration"] == 329 * SECOND, "the last length")
    # One at once, unless another was sent within the second before, and one a second later.
    assert [list(item) for item in bus.signals(start)] in ([["Metadata"]], [["Metadata"]] * 2)
    assert len([changed for changed in session.sent(before) if "Content" in changed]) <= 3
    # A client that reads has the last one, and a text is sent at once with it.
    length(host, 400)
    assert client.metadata()["mpris:length"] == 400 * SECOND
    start = bus.mark()
    host.content(title="Another title", length=401 * SECOND)
    bus.wait_seeked(start)
    assert [type(item) for item in bus.signals(start)] == [dict, int]


def seek(client, seconds):
    client.do("SetPosition", "ox", client.metadata()["mpris:trackid"], seconds * SECOND)


def test_rule_07_the_target_of_an_accepted_seek_counts(bus, host, client, session):
    """The engine tells its old position for a while."""
    start = bus.mark()
    host.snapshot("PAUSED", 10 * SECOND)
    bus.wait_seeked(start)
    start = bus.mark()
    seek(client, 100)
    assert bus.wait_seeked(start).body[0] == 100 * SECOND and client.get("Position") == 100 * SECOND
    session.wait(lambda it: it.playback["elapsed"] == 100 * SECOND, "the target")
    host.snapshot("PAUSED", 10 * SECOND + 1000)
    assert client.get("Position") == 100 * SECOND
    host.snapshot("PAUSED", 99 * SECOND)
    assert client.get("Position") == 99 * SECOND
    assert len([item for item in bus.signals(start) if isinstance(item, int)]) <= 2


@pytest.mark.parametrize("speaks", [False, True])
def test_the_target_of_a_skip_counts_unless_the_host_has_spoken(bus, host, session, speaks):
    """A host may skip to a chapter, or not at all, and say so before it answers."""
    host.commands("PLAY", "PAUSE", "SKIP_FORWARD")
    host.snapshot("PAUSED", 10 * SECOND)
    session.wait(lambda it: it.playback["elapsed"] == 10 * SECOND, "the position")
    host.ask("answer", "command", C.PENDING, "-")
    call = session.start("skip-forward")
    request = host.wait("command", kind=C.COMMAND_SKIP_FORWARD)["request"]
    if speaks:
        host.snapshot("PAUSED", 10 * SECOND)
    host.ask("complete", request, C.OK, "-")
    session.surface.reply(call)
    assert bus.client(NAME).get("Position") == (10 if speaks else 20) * SECOND


def test_a_refused_seek_does_not_count(bus, host, client):
    host.snapshot("PAUSED", 10 * SECOND)
    host.ask("answer", "command", C.ERROR_COMMAND_FAILED, "No")
    client.refused(client.start_do("SetPosition", "ox", client.metadata()["mpris:trackid"], 100 * SECOND))
    assert client.get("Position") == 10 * SECOND


def test_another_item_ends_a_seek(bus, host, client):
    host.snapshot("PAUSED", 10 * SECOND)
    seek(client, 100)
    host.content("main", "second", title="Second", commit=False)
    host.snapshot("PAUSED", 10 * SECOND)
    assert client.get("Position") == 10 * SECOND


def test_the_default_rate_is_the_rate(bus, host, client):
    """A player with one speed sets the rate alone, and has the same speed while it is paused."""
    start = bus.mark()
    host.snapshot("PLAYING", rate=2.0, default=0.0)
    bus.wait_changed(start, "Rate", lambda rate: rate == 2.0)
    start = bus.mark()
    host.snapshot("PAUSED", rate=2.0, default=0.0)
    bus.wait_changed(start, "PlaybackStatus")
    host.snapshot("PLAYING", rate=2.0, default=0.0)
    assert client.get("Rate") == 2.0
    assert not [m for m in bus.since(start) if is_changed(m) and "Rate" in m.body[1]]


def test_a_position_waits_for_the_answer_about_another_item(bus, host, client):
    """A client drags the bar as the item changes: where the player refuses to go on, the position counts."""
    for status, times in ((C.ERROR_COMMAND_FAILED, [40 * SECOND]), (C.OK, [])):
        host.ask("answer", "command", C.PENDING, "-")
        start = len(host.events)
        following = client.start_do("Next")
        request = host.wait("command", start, kind=C.COMMAND_NEXT)["request"]
        trackid = client.metadata()["mpris:trackid"]
        replaced = client.start_do("SetPosition", "ox", trackid, 20 * SECOND)
        serial = client.start_do("SetPosition", "ox", trackid, 40 * SECOND)
        assert client.finish(replaced) == [] and client.unanswered(serial, 0.05)
        host.ask("answer", "command", C.OK, "-")
        host.ask("complete", request, status, "-")
        assert client.finish(serial) == []
        assert (client.finish(following) == []) if status == C.OK else client.refused(following)
        assert [event["time_us"] for event in host.seen("command", start, kind=C.COMMAND_SEEK_TO_POSITION)] == times
