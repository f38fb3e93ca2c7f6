# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Rule 13: what clients are answered, and when."""

import time

import pytest

from testkit.bus import NAME, PATH, PLAYER
from testkit.host import C, SECOND
from testkit.wire import Variant

TIMEOUT = "org.freedesktop.DBus.Error.Timeout"


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


STATUSES = ["INVALID_ARGUMENT", "INVALID_STATE", "NOT_SUPPORTED", "NOT_PERMITTED", "COMMAND_FAILED", "NO_SUCH_CONTENT",
            "TIMED_OUT", "CANCELLED"]


@pytest.mark.parametrize("status", STATUSES)
def test_rule_13_failure_is_an_error_with_text(host, client, status):
    host.ask("answer", "command", getattr(C, "ERROR_" + status), "-")
    error = client.refused(client.start_do("Next"))
    assert error.text
    host.ask("answer", "command", getattr(C, "ERROR_" + status), "The disc is scratched: piste 3 é")
    assert client.refused(client.start_do("Next")).text == "The disc is scratched: piste 3 é"
    assert client.refused(client.start_set("Shuffle", Variant("b", True))).text == "The disc is scratched: piste 3 é"


@pytest.mark.parametrize("message, text", [("", None), ("-", None), ("é".encode() + b" caf\xe9", "é caf\ufffd"),
                                           ("x" * 100_000, None)], ids=["empty", "none", "bytes", "long"])
def test_rule_13_odd_messages_become_a_text(host, client, message, text):
    host.ask("answer", "command", C.PENDING, "-")
    serial = client.start_do("Next")
    host.ask("complete", host.wait("command")["request"], C.ERROR_COMMAND_FAILED, message)
    error = client.refused(serial)
    assert error.text == text if text else 0 < len(error.text) < 10_000


def test_dropped_request_is_an_error(host, client):
    host.ask("answer", "command", C.PENDING, "-")
    serial = client.start_do("Next")
    host.ask("unref", host.wait("command")["request"])
    assert client.refused(serial).text
    host.expected_bugs.append("client bug: command: the last reference to a request was dropped without an answer")


def test_request_outlives_its_session(host, client):
    """A host may free the session before it answers, for example because the command has asked for that."""
    host.ask("answer", "command", C.PENDING, "-")
    serial = client.start_do("Next")
    request = host.wait("command")["request"]
    host.ask("free", "main")
    host.ask("complete", request, C.OK, "-")
    client.finish(serial)


def test_second_answer_has_no_effect(host, client):
    host.ask("answer", "command", C.PENDING, "-")
    serial = client.start_do("Next")
    request = host.wait("command")["request"]
    host.ask("complete", request, C.ERROR_COMMAND_FAILED, "First")
    host.ask("complete", request, C.OK, "-", expect=C.ERROR_ALREADY_ANSWERED)
    assert client.refused(serial).text == "First"


def test_ten_seconds_without_an_answer(bus, host, client):
    """A command, a volume and an artwork wait at the same time, so that the test takes ten seconds only once."""
    host.ask("answer", "command", C.PENDING, "-")
    host.ask("answer", "volume", C.PENDING, "-")
    host.content(title="First", art="slow")
    artwork = host.wait("artwork")["request"]
    before = time.monotonic()
    method, value = client.start_do("Next"), client.start_set("Volume", Variant("d", 0.1))
    command, volume = host.wait("command")["request"], host.wait("volume")["request"]
    for serial in (method, value):
        error = client.refused(serial)
        assert error.name == TIMEOUT and error.text
    limit = C.MAX_REQUEST_TIME_US / SECOND
    assert limit - 0.5 < time.monotonic() - before
    for request in (command, volume, artwork):
        host.wait("cancelled", request=request, state=C.ERROR_TIMED_OUT)
    for callback in ("command", "volume"):
        host.expected_bugs.append(f"client bug: {callback}: the request was not answered within ten seconds "
                                  "(it returned 1, which is NOWPLAYING_PENDING)")
        host.ask("complete", request, C.ERROR_COMMAND_FAILED, "-", expect=C.ERROR_TIMED_OUT)
    # The player goes on.
    host.ask("answer", "command", C.OK, "-")
    assert client.do("Next") == []
    events = len(host.events)
    host.content(identifier="next", title="Next", art="slow")
    host.wait("artwork", id="slow", start=events)


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
