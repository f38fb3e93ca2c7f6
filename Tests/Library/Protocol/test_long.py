# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that memory stays flat over time: with LONG=1 in the environment, as in Tests/run-long, 8,000 followers, 15,000
items and 15 dead buses, and otherwise a few."""

import os
import signal
import time

import pytest

from testkit.bus import PROPERTIES
from testkit.process import descriptors, memory
from testkit.protocol import MANAGER, ROOT, SESSION
from testkit.wire import Connection
from test_floods import NAME, Crowd, crowd, sessions, start_cover  # noqa: F401 (a fixture)

LONG = os.environ.get("LONG")
FOLLOWERS, ITEMS, BUSES = (8000, 15_000, 15) if LONG else (400, 300, 2)
GROWTH = 2048  # KiB


@pytest.fixture(autouse=True)
def no_hang():
    """Replaces the usual limit of three minutes, which is too short here."""


def test_8_followers_that_vanish(bus, crowd):  # noqa: F811
    player = crowd()
    kept = Connection(bus.socket, takes_descriptors=True)
    path = sessions(kept)[0]

    def come_and_go(count):
        for _ in range(count):
            follower = Connection(bus.socket)
            bus.foreign.add((bus.epoch, follower.name))
            follower.start(player.owner, ROOT, MANAGER, "GetManagedObjects")
            follower.close()
        kept.call(player.owner, path, PROPERTIES, "Get", "ss", SESSION, "Id")

    come_and_go(200)
    before, opened = memory(player.pid), descriptors(player.pid)
    come_and_go(FOLLOWERS)
    assert memory(player.pid) - before <= GROWTH
    assert descriptors(player.pid) == opened


def test_8_items_with_their_pictures(bus, crowd):  # noqa: F811
    """A follower requests the cover of each item."""
    player = crowd(cover=100_000, lyrics=3000)
    follower = Connection(bus.socket, takes_descriptors=True)
    path = sessions(follower)[0]
    number = 0

    def play(count):
        nonlocal number
        for _ in range(count):
            number += 1
            player.process.stdin.write("\n")
            player.process.stdin.flush()
            wanted = f"item-{number}"
            while follower.call(player.owner, path, PROPERTIES, "Get", "ss", SESSION, "Content")[0].value[
                    "id"].value != wanted:
                pass
            follower.finish(follower.start(player.owner, path, SESSION, "GetArtwork", "suu", wanted, 64, 64))
            follower.inbox.clear()

    play(100)
    before, opened = memory(player.pid), descriptors(player.pid)
    play(ITEMS)
    assert memory(player.pid) - before <= GROWTH
    assert descriptors(player.pid) <= opened + 2


def test_8_a_bus_that_dies_in_the_middle_of_calls(bus, crowd):  # noqa: F811
    """Calls of all kinds are pending, some sent ahead, some unread. The player is back each time, with all sessions."""
    player = crowd(sessions=20, cover=50_000)
    opened = None
    for _ in range(BUSES):
        clients = [Connection(bus.socket, takes_descriptors=True) for _ in range(8)]
        for number, client in enumerate(clients):
            for path in sessions(client):
                start_cover(client, path, 64 + number, 64)
                client.start(NAME, path, SESSION, "SendCommand", "sa{sv}", "play", {})
                client.start(NAME, ROOT, MANAGER, "GetManagedObjects")
        bus.kill()
        bus.start()
        bus.wait_name(NAME, timeout=8)
        for client in clients:
            client.close()
        good = bus.client(NAME)
        assert len(sessions(good)) == 20
        opened = opened or descriptors(player.pid)
        assert descriptors(player.pid) <= opened + 2


@pytest.mark.skipif(not LONG, reason="sd-bus waits for 25 seconds")
def test_8_a_bus_that_is_stopped_for_long(bus, crowd):  # noqa: F811
    """Followers come, and the bus does not answer longer than sd-bus waits: the name stays, and each is answered."""
    player = crowd()
    followers = [Connection(bus.socket) for _ in range(200)]
    serials = [follower.start(player.owner, ROOT, MANAGER, "GetManagedObjects") for follower in followers]
    bus.daemon.send_signal(signal.SIGSTOP)
    try:
        time.sleep(27)  # sleeps: the time that passes in sd-bus, which waits for 25 seconds
    finally:
        bus.daemon.send_signal(signal.SIGCONT)
    for follower, serial in zip(followers, serials):
        assert follower.finish(serial, timeout=60)
    assert bus.owner(NAME) == player.owner
