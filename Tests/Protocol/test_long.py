# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What stays flat however long it goes on: with LONG=1 in the environment, which Tests/run-long sets, 8,000 followers
and 15,000 items, and else a few hundred."""

import os
import signal
import time

import pytest

from harness.bus import PROPERTIES
from harness.process import descriptors
from harness.protocol import MANAGER, ROOT, SESSION
from harness.wire import Connection
from test_floods import NAME, Crowd, crowd, sessions, start_cover  # noqa: F401 (a fixture)

LONG = os.environ.get("LONG")
FOLLOWERS, ITEMS = (8000, 15_000) if LONG else (400, 300)
GROWTH = 2048  # KiB


@pytest.fixture(autouse=True)
def no_hang():
    """In the place of the usual one, whose three minutes are too few."""


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
    before, opened = player.status("VmRSS"), descriptors(player.pid)
    come_and_go(FOLLOWERS)
    assert player.status("VmRSS") - before <= GROWTH
    assert descriptors(player.pid) == opened


def test_8_items_with_their_pictures(bus, crowd):  # noqa: F811
    """A follower that has the cover of each."""
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
    before, opened = player.status("VmRSS"), descriptors(player.pid)
    play(ITEMS)
    assert player.status("VmRSS") - before <= GROWTH
    assert descriptors(player.pid) <= opened + 2


@pytest.mark.skipif(not LONG, reason="sd-bus waits for 25 seconds")
def test_8_a_bus_that_is_stopped_for_long(bus, crowd):  # noqa: F811
    """Followers come, and the bus does not answer longer than sd-bus waits: the name stays, and each is answered."""
    player = crowd()
    followers = [Connection(bus.socket) for _ in range(200)]
    serials = [follower.start(player.owner, ROOT, MANAGER, "GetManagedObjects") for follower in followers]
    bus.daemon.send_signal(signal.SIGSTOP)
    try:
        time.sleep(27)  # No synchronisation: this is the time that passes in sd-bus.
    finally:
        bus.daemon.send_signal(signal.SIGCONT)
    for follower, serial in zip(followers, serials):
        assert follower.finish(serial, timeout=60)
    assert bus.owner(NAME) == player.owner
