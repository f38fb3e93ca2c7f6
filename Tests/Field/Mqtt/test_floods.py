# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Machines that say too much, and brokers that lie."""

import json
import socket
import struct
import threading
import time

import pytest
from broker import Liar
from house import Machine
from testkit.desktop import Program, wait_until
from test_security import NAME, kitchen, run_check

__all__ = ["kitchen"]  # a fixture


def test_a_flood_of_one_machine_does_not_keep_the_others(house, kitchen):
    """One machine says ten thousand things of eight sessions, so that the broker loses messages of others: it is left
    out, and another one's next song is here soon all the same."""
    bath = house.machine("bath").connected()
    bath.wait_remotes(NAME)
    ghost = house.client(user="ghost")
    ghost.publish("np/1/ghost/status", "online", retain=True)
    for number in range(8):
        base = f"np/1/ghost/s/p{number}/"
        ghost.publish(base + "playback", {"state": "playing", "rate": 1.0}, retain=True)
        ghost.publish(base + "player", {"id": "p", "name": f"P{number}"}, retain=True)
    goes_on = threading.Event()

    def flood():
        item = {"id": "1", "kind": "music", "title": "T" * 4000, "comments": ["x" * 4000] * 10}
        number = 0
        while not goes_on.is_set():
            number += 1
            item["title"] = f"{number}"
            last = ghost.client.publish(f"np/1/ghost/s/p{number % 8}/item", json.dumps(item), 0)
            if number % 200 == 0:
                last.wait_for_publish(5)

    thread = threading.Thread(target=flood)
    thread.start()
    try:
        session = bath.session(NAME)
        times = []
        for number in range(8):
            began = time.monotonic()
            kitchen.host.content(title=f"Song {number}", identifier=f"song-{number}")
            session.wait(lambda _, number=number: session.content["title"] == f"Song {number}", "the next is there")
            times.append(time.monotonic() - began)
    finally:
        goes_on.set()
        thread.join()
    print("under a flood", [f"{each:.2f} s" for each in times])
    assert bath.process.expect('"ghost" sends too much', part=True)
    bath.wait_remotes(NAME)
    for number in range(8):
        ghost.publish(f"np/1/ghost/s/p{number}/playback", {"state": "playing", "rate": 2.0}, retain=True)
    kitchen.host.content(title="After it", identifier="after")
    session.wait(lambda _: session.content["title"] == "After it", "the next is there")
    assert bath.remotes() == [NAME], "a machine that was left out is there again at once"


def test_a_flood_of_bytes(house, kitchen):
    """Few messages are too many where they are large: the bridge may take long for each."""
    bath = house.machine("bath").connected()
    bath.wait_remotes(NAME)
    ghost = house.client(user="ghost")
    ghost.publish("np/1/ghost/status", "online", retain=True)
    ghost.publish("np/1/ghost/s/p/playback", {"state": "playing", "rate": 1.0}, retain=True)
    item = json.dumps({"id": "1", "kind": "music", "title": "T", "comments": ["x" * 4000] * 14})
    for _ in range(800):
        ghost.client.publish("np/1/ghost/s/p/item", item, 0)
    assert bath.process.expect('"ghost" sends too much', part=True)
    bath.wait_remotes(NAME)


def test_a_machine_that_goes_keeps_its_debt(house, kitchen):
    """A flood does not end a ban, or go without one, because the machine goes and comes in it."""
    bath = house.machine("bath").connected()
    bath.wait_remotes(NAME)
    ghost = house.client(user="ghost")
    for _ in range(500):
        ghost.client.publish("np/1/ghost/status", "online", 0)
        ghost.client.publish("np/1/ghost/s/p/playback", '{"state":"playing"}', 0)
        ghost.client.publish("np/1/ghost/status", "offline", 0)
    assert bath.process.expect('"ghost" sends too much', part=True)
    for part, given in (("status", "online"), ("s/p/playback", {"state": "playing"}),
                        ("s/p/player", {"id": "p", "name": "P"}), ("s/p/item", {"id": "1", "title": "T"})):
        ghost.publish(f"np/1/ghost/{part}", given, retain=True)
    kitchen.host.content(title="After it", identifier="after")
    session = bath.session(NAME)
    session.wait(lambda _: session.content["title"] == "After it", "the next is there")
    assert bath.remotes() == [NAME], "a machine that was left out is there again at once"


def test_no_packet_that_is_too_large():
    """A broker that sends more than it was told to is not heard with that."""
    with Liar() as liar, Machine(liar, "bath") as bath:
        liar.accept()
        liar.publish("np/1/ghost/status", "online")
        liar.publish("np/1/ghost/s/p/playback", {"state": "playing"})
        liar.publish("np/1/ghost/about", '{"name":"Large"}' + " " * 300_000)
        liar.publish("np/1/ghost/s/p/player", {"id": "p", "name": "P"})
        liar.publish("np/1/ghost/s/p/item", {"id": "1", "title": "T"})
        bath.wait_remotes("P – ghost")


def count_until_quiet(liar):
    """Acknowledges all that the bridge sends, and returns how much that is until all of it is there."""
    count = 0
    while True:
        liar.publish("np/1/bath/s/nobody/do", {"command": "play"}, response="np/1/bath/answer/end")
        while (topic := liar.acknowledge()) is None:
            pass
        count += 1
        if topic == "np/1/bath/answer/end":
            return count


def test_refusals_do_not_wait_for_the_broker():
    """Anybody can send commands that are refused, faster than the broker takes the answers."""
    with Liar() as liar, Machine(liar, "bath"):
        liar.accept()
        for _ in range(2000):
            liar.publish("np/1/bath/s/nobody/do", {"command": "play"}, response="np/1/bath/answer/flood")
        assert count_until_quiet(liar) < 200


def test_what_an_earlier_life_left_has_an_end():
    with Liar() as liar, Machine(liar, "bath"):
        liar.accept()
        for number in range(2000):
            liar.publish(f"np/1/bath/s/p{number}/item", "{}", retain=True)
        assert 600 < count_until_quiet(liar) < 1200


def test_a_machine_with_many_players_does_not_hide_others(house):
    ghost = house.client(user="ghost")
    for number in range(4200):
        ghost.client.publish(f"np/1/ghost/s/p{number}/player", '{"name":"P"}', 0, True)
    ghost.publish("np/1/ghost/status", "online", retain=True)
    house.machine("kitchen").connected().play("First")
    wait_until("the kitchen's player is there", lambda: "  playing  Tester  First" in run_check(
        house.broker, "kitchen", verb="--list").stdout.splitlines())


CONNACK = b"\x20\x03\x00\x00\x00"
LIES = [b"", b"\x00" * 100, b"HTTP/1.1 400 no\r\n\r\n", b"\x20\x03\x00\x87\x00", b"\x20\xff\xff\xff\xff\x7f",
        CONNACK + b"\x30\xff\xff\xff\x7f" + b"x" * 1000, CONNACK + b"\x30\x05\x00\x03np/x" + b"\xff" * 50,
        CONNACK + b"\x30\x02\xff\xff", CONNACK + b"\xf0\x00", CONNACK + struct.pack(">BBH", 0x30, 20, 0xffff),
        CONNACK + b"\xe0\x01\x81", CONNACK * 3, CONNACK + b"\x40\x02\x00\x07" * 50]


@pytest.mark.parametrize("lie", LIES, ids=range(len(LIES)))
def test_a_broker_that_lies(lie):
    """The bridge lives, and connects again, whatever a broker sends."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        bridge = Program([*Machine.program, "--broker", f"127.0.0.1:{server.getsockname()[1]}", "--user", "kitchen"],
                         {"PATH": "/usr/bin", "HOME": "/nonexistent", "NOWPLAYING_BUS": "none"})
        server.settimeout(20)
        for _ in range(2):
            connection, _ = server.accept()
            with connection:
                connection.settimeout(5)
                connection.recv(4096)
                connection.sendall(lie)
        bridge.process.terminate()
        assert bridge.end() == 0, bridge.take()
