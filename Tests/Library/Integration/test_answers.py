# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Rule 13: what clients are answered, and when."""

import time

import pytest

from testkit.bus import NAME, PATH, PLAYER
from testkit.host import C, SECOND
from testkit.wire import Variant


@pytest.fixture
def host(bus):
    return bus.player(state="PAUSED", elapsed=10 * SECOND, volume=0.5)


def test_set_is_answered_when_the_host_answers(bus, host, client):
    """Set gets its reply when the host answers: the test's client waits for it, and so does busctl."""
    host.ask("answer", "command", C.PENDING, "-")
    host.ask("answer", "volume", C.PENDING, "-")
    tool = bus.start_tool("busctl", f"--address={bus.address}", "set-property", NAME, PATH, PLAYER, "Shuffle", "b", "1")
    serial = client.start_set("Volume", Variant("d", 0.9))
    shuffle = host.wait("command", kind=C.COMMAND_CHANGE_SHUFFLE_MODE)["request"]
    volume = host.wait("volume")["request"]
    # Other clients get answers meanwhile, but the two that have set a property do not.
    other = bus.client(NAME)
    assert other.get("Volume") == 0.5
    assert tool.is_running() and client.unanswered(serial, 0.1)
    host.ask("complete", volume, C.OK, "-")
    assert client.finish(serial) == []
    assert tool.is_running()
    host.ask("complete", shuffle, C.OK, "-")
    assert tool.wait() == 0
    tool.stop()


@pytest.mark.parametrize("message, text", [("", None), ("-", None), ("é".encode() + b" caf\xe9", "é caf\ufffd"),
                                           ("x" * 100_000, None)], ids=["empty", "none", "bytes", "long"])
def test_rule_13_odd_messages_become_a_text(host, client, message, text):
    host.ask("answer", "command", C.PENDING, "-")
    serial = client.start_do("Next")
    host.ask("complete", host.wait("command")["request"], C.ERROR_COMMAND_FAILED, message)
    error = client.refused(serial)
    assert error.text == text if text else 0 < len(error.text) < 10_000


@pytest.mark.parametrize("member, state", [("Stop", "STOPPED"), ("Pause", "PAUSED"), ("Pause", "STOPPED")])
def test_what_is_read_after_the_answer_is_what_the_host_said(bus, host, client, member, state):
    """Some players, as those of live broadcasts, stop where they are asked to pause. No item follows such a stop, so it
    is no gap between two items (rule 12)."""
    start = bus.mark()
    host.snapshot("PLAYING", 10 * SECOND)
    bus.wait_changed(start, "PlaybackStatus", lambda value: value == "Playing")
    host.ask("answer", "command", C.PENDING, "-")
    serial = client.start_do(member)
    request = host.wait("command")["request"]
    host.ask_all([("snapshot", "main", getattr(C, "STATE_" + state), 0, 0, 1, 1), ("commit", "main"),
                  ("complete", request, C.OK, "-")])
    client.finish(serial)
    assert client.get("PlaybackStatus") == state.capitalize()


def test_a_host_that_has_accepted_a_value_has_half_a_second_to_commit_it(bus, host, client):
    """Then clients are told the true value, which corrects those that have written their own into their cache."""
    host.ask("answer", "command", C.OK, "-")
    start, began = bus.mark(), time.monotonic()
    client.set("Rate", Variant("d", 2.0))
    bus.wait_changed(start, "Rate", lambda value: value == 1.0)
    assert time.monotonic() - began >= 0.5
