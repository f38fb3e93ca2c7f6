# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What plays on other machines, shown and driven here."""

import time

import pytest
from lab.desktop import wait_until
from lab.harness import images
from lab.harness.host import C, SECOND
from lab.harness.received import bytes_of
from lab.harness.wire import DBusError

NAME = "Tester – Kitchen"


@pytest.fixture
def pair(house):
    """Makes two machines, of which the kitchen plays."""
    kitchen, bath = house.machine("kitchen"), house.machine("bath")
    kitchen.connected()
    bath.connected()
    kitchen.host = kitchen.play("First", artists=["One"], volume=0.5, elapsed=60 * SECOND)
    bath.wait_remotes(NAME)
    return kitchen, bath


def test_is_shown_and_driven(pair):
    kitchen, bath = pair
    session = bath.session(NAME)
    assert session.content["title"] == "First" and session.content["artists"] == ["One"]
    assert [device["name"] for device in session.devices] == ["Kitchen"]
    session.wait(lambda _: session.state == "playing", "it plays")
    began = time.monotonic()
    session.send("pause")
    took = time.monotonic() - began
    event = kitchen.host.wait("command", kind=C.COMMAND_PAUSE)
    print(f"from the press to the player {event['time'] - began:.3f} s, to the answer {took:.3f} s")
    assert event["time"] - began < 0.2
    kitchen.host.snapshot("PAUSED", 70 * SECOND)
    session.wait_playback(state="paused")
    session.send("seek-to-position", position=100 * SECOND)
    assert kitchen.host.wait("command", kind=C.COMMAND_SEEK_TO_POSITION)["time_us"] == 100 * SECOND
    session.set_volume(0.25)
    assert kitchen.host.wait("volume")["volume"] == 0.25
    kitchen.host.volume(0.25)
    session.wait(lambda _: session.volume == 0.25, "the volume is there")
    bath.ctl(NAME, "next")
    kitchen.host.wait("command", kind=C.COMMAND_NEXT)


def test_goes_with_its_player(pair):
    kitchen, bath = pair
    kitchen.host.close()
    kitchen.bus.hosts.remove(kitchen.host)
    bath.wait_remotes()


def test_goes_with_its_bridge(pair):
    kitchen, bath = pair
    kitchen.kill()
    bath.wait_remotes()
    kitchen.start()
    bath.wait_remotes(NAME)
