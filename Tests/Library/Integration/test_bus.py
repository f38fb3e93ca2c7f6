# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests rule 16: a missing, late, dead or silent bus. No state is lost, and no call blocks."""

import os
import signal
import socket
import time

import pytest

from lab.odd import SHORT_TIMEOUT, Withheld, behind, is_sent, no_errors
from testkit.bus import NAME
from testkit.host import C, SECOND, now_us
from testkit.images import RED
from testkit.plugin import bus  # one for each test
from testkit.process import memory
from testkit.run import LOOPS
from test_log import said


def wait_back(bus, name=NAME):
    """Waits until the host has its name again. It does so within 8 seconds only if it notices the bus: attempts that
    nothing causes are more than ten seconds apart by then."""
    bus.wait_name(name, timeout=8)


def restart(bus, host, down=0.0):
    """Kills the bus, leaves it down until the host has noticed and `down` seconds more, and starts it again."""
    events = len(host.events)
    host.may_lose_bus = True
    bus.kill()
    host.wait("bus_state", state=C.BUS_NONE, start=events)
    time.sleep(down)  # sleeps: how long the bus is away
    bus.start()


@LOOPS
@pytest.mark.parametrize("down", [0.0, 2.0])
def test_rule_16_bus_restarted_while_playing(bus, loop, down):
    """The same session, content, position, primary and artwork are back within a second of the bus."""
    host = bus.player(*loop, session="other", title="Other")
    at = now_us()
    host.publish(title="Through it all", artists=["Artist"], elapsed=5 * SECOND, art="cover")
    request = host.wait("artwork", id="cover")["request"]
    picture = bus.directory + "/red.png"
    with open(picture, "wb") as file:
        file.write(RED)
    host.ask("art_data", request, picture)
    bus.wait_changed(0, "Metadata", lambda value: "mpris:artUrl" in value)
    before = bus.client(NAME).get_all()
    events = len(host.events)
    restart(bus, host, down)
    wait_back(bus)
    client = bus.client(NAME)
    after = client.get_all()
    moved = after.pop("Position").value - before.pop("Position").value
    assert after == before
    assert moved > 0
    asked = now_us()
    position = client.get("Position")
    assert 5 * SECOND + asked - at - 200_000 <= position <= 5 * SECOND + now_us() - at
    assert bus.playerctl("metadata", "title") == "Through it all"
    assert host.ask("get_primary", "main")["value"] == C.PRIMARY_APPLICATION
    assert host.seen("artwork", events) == [] and host.seen("primary_changed", events) == []
    host.snapshot("PAUSED", 9 * SECOND)
    bus.wait_changed(0, "PlaybackStatus", lambda value: value == "Paused")
    client.do("Play")
    host.wait("command", kind=C.COMMAND_PLAY)


def test_rule_16_the_bus_of_the_runtime_directory(bus):
    """Without DBUS_SESSION_BUS_ADDRESS the address is $XDG_RUNTIME_DIR/bus."""
    del bus.environment["DBUS_SESSION_BUS_ADDRESS"]
    host = bus.player()


def test_rule_16_a_relative_runtime_directory_does_not_count(bus):
    """The XDG Base Directory Specification has relative paths ignored."""
    del bus.environment["DBUS_SESSION_BUS_ADDRESS"]
    bus.environment["XDG_RUNTIME_DIR"] = os.path.relpath(bus.directory)
    assert bus.host().wait("log")["message"] == f"Looks for the bus at unix:path=/run/user/{os.geteuid()}/bus"


def test_rule_16_an_address_of_its_own(make_bus):
    wrong, right = make_bus(), make_bus().start()
    host = wrong.host(f"--address={right.address}")
    host.publish()
    right.wait_name(NAME)
    # The host's messages went over the other bus, where they are checked.
    wrong.hosts.remove(host)
    right.hosts.append(host)


@pytest.mark.parametrize("address", ["nonsense", "unix:path=/does/not/exist", "tcp:host=127.0.0.1,port=1", "unix:",
                                     "unix:path=" + "x" * 300, "unix:abstract=/no/such;unix:path=/nor/this"])
def test_rule_16_wrong_addresses_harm_nobody(make_bus, address):
    host = make_bus().host(f"--address={address}")
    host.publish()
    host.wait("log")
    assert host.ask("bus_state")["value"] == C.BUS_NONE


def ends_quickly(host):
    """Ends the host within half a second. A call that waits for a reply would take 25."""
    before = time.monotonic()
    host.ask("free_app")
    assert time.monotonic() - before < 8


@LOOPS
def test_rule_16_a_bus_that_never_answers(make_bus, loop):
    """The bus accepts the connection and is silent."""
    bus = make_bus()
    silent = socket.socket(socket.AF_UNIX)
    silent.bind(bus.socket)
    silent.listen()
    host = bus.host(*loop)
    before = time.monotonic()
    host.publish()
    assert time.monotonic() - before < 8
    assert host.ask("bus_state")["value"] == C.BUS_NONE
    host.ask("primary", "main", "system")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.ERROR_NO_BUS)
    ends_quickly(host)
    silent.close()


def test_rule_16_a_bus_that_is_stopped(bus):
    """Setters, commits and free never wait for the bus; once it runs again, it gets the last state."""
    host = bus.player()
    bus.was_stopped = True
    bus.daemon.send_signal(signal.SIGSTOP)
    took = []
    for number in range(300):
        before = time.monotonic()
        host.content(identifier=str(number), title=f"Title {number} " + "x" * 2000)
        took.append(time.monotonic() - before)
        time.sleep(0.005)  # sleeps: paces the changes of a player that is busy
    # A machine is slow now and then; code that waits for the bus is slow each time.
    assert sorted(took)[150] < 0.1 and sum(took) < 30
    bus.daemon.send_signal(signal.SIGCONT)
    bus.wait_changed(0, "Metadata", lambda value: value["xesam:title"].value.startswith("Title 299 "))
    bus.daemon.send_signal(signal.SIGSTOP)
    host.volume(0.5)
    ends_quickly(host)
    bus.daemon.send_signal(signal.SIGCONT)
    bus.wait_name(NAME, present=False)


def test_rule_16_a_stopped_bus_does_not_fill_the_memory(bus):
    """Changes that cannot be sent are not queued for ever: the last state is enough."""
    host = bus.player()
    bus.was_stopped = True
    bus.daemon.send_signal(signal.SIGSTOP)
    # Each signal has a megabyte and a half, so that a second shows the effect of a day.
    long = ["x" * 4000] * 64
    host.content(title="Long", fields=[("texts", name, *long) for name in (
        "ARTISTS", "ALBUM_ARTISTS", "COMPOSERS", "LYRICISTS", "GENRES", "COMMENTS")])
    before = memory(host.pid)
    for number in range(80):
        host.ask_all([("text", "main", C.FIELD_TITLE, f"Title {number}"), ("show", "main", "main"), ("commit", "main")])
        time.sleep(0.03)  # sleeps: paces the changes of a player that is busy
    grown = memory(host.pid) - before
    bus.daemon.send_signal(signal.SIGCONT)
    bus.wait_changed(0, "Metadata", lambda value: value["xesam:title"].value == "Title 79")
    assert grown < 20_000, f"{grown} KiB"


def test_rule_16_getters_are_answered_from_memory(bus):
    """KDE Connect gives up after 500 ms: a host that is busy with a command must not delay getters."""
    host = bus.player()
    host.ask("answer", "command", C.PENDING, "-")
    client, other = bus.client(NAME), bus.client(NAME)
    serial = client.start_do("Next")
    request = host.wait("command")["request"]
    took = []
    for _ in range(100):
        before = time.monotonic()
        other.get_all()
        other.get("Position")
        took.append(time.monotonic() - before)
    assert sorted(took)[50] < 0.1 and sum(took) < 8
    host.ask("complete", request, C.OK, "-")
    client.finish(serial)


@LOOPS
def test_rule_16_an_answer_that_never_comes(bus, loop):
    """Changes are emitted nevertheless, since clients may see the player."""
    odd = Withheld(bus)
    host = behind(bus, odd.proxy, *loop, environment=SHORT_TIMEOUT)
    odd.wait_asked(2)
    said(host, "INFO", f"The bus has not said whether this program owns {NAME}; asking once more")
    is_sent(bus, host, "Second")
    assert host.ask("bus_state")["value"] == C.BUS_CONNECTED
    odd.tell()
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    is_sent(bus, host, "Third")
    no_errors(host)
