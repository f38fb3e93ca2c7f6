# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What a machine tells the broker of its players."""

import hashlib
import time

from lab.desktop import wait_until
from lab.fakes import Plain, Whole, content, playback
from lab.harness import images
from lab.harness.bus import NAME
from lab.harness.host import C, SECOND

BASE = "np/1/kitchen/s/org.example.Tester/"


def words(session):
    """Returns the last words of the topics of a session."""
    return {topic.removeprefix(session) for topic in session.topics if topic.startswith(BASE)}


def test_a_player(house):
    kitchen = house.machine("kitchen", "--in", "no").connected()
    ha = house.client("np/#")
    host = kitchen.play("First", artists=["One", "Two"], volume=0.5, elapsed=60 * SECOND)
    ha.wait(lambda topics: BASE + "playback" in topics, "the player is there")
    assert ha.topics["np/1/kitchen/status"] == b"online"
    assert ha.json("np/1/kitchen/about") == {"name": "Kitchen", "version": 1}
    item = ha.json(BASE + "item")
    assert (item["id"], item["kind"], item["title"], item["artists"], item["duration"]) == (
        "item", "music", "First", ["One", "Two"], 200 * SECOND)
    said = ha.json(BASE + "playback")
    assert said["state"] == "playing" and 60 * SECOND <= said["elapsed"] < 70 * SECOND and "timestamp" not in said
    assert {"command": "pause", "enabled": True} in ha.json(BASE + "commands")
    assert ha.json(BASE + "player")["id"] == "org.example.Tester"
    host.snapshot("PAUSED", 90 * SECOND)
    ha.wait(lambda _: ha.json(BASE + "playback")["state"] == "paused", "it is paused")
    assert ha.json(BASE + "playback")["elapsed"] == 90 * SECOND
    host.close()
    kitchen.bus.hosts.remove(host)
    ha.wait(lambda topics: not [topic for topic in topics if "/s/" in topic], "nothing of it is left")

