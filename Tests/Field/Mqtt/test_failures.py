# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Bridges, brokers, players and buses that end, hang, and come again, in every state."""

import os
import socket
import subprocess
import time
from pathlib import Path

import pytest
from broker import stop
from house import Machine
from network import Network
from testkit.desktop import Program, wait_until
from testkit.host import C, SECOND
from testkit.wire import DBusError

NAME = "Tester – Kitchen"
PLAYER = "org.example.Tester"
BASE = f"np/1/kitchen/s/{PLAYER}/"


@pytest.fixture
def pair(house):
    kitchen, bath = house.machine("kitchen").connected(), house.machine("bath").connected()
    kitchen.host = kitchen.play("First", volume=0.5, elapsed=60 * SECOND)
    bath.wait_remotes(NAME)
    return kitchen, bath


def title(machine):
    return machine.bus.tool("playerctl", "--player", machine.identities()[NAME].split("MediaPlayer2.")[1], "metadata",
                            "xesam:title") if NAME in machine.identities() else None


STATES = ["playing", "paused", "asked", "picture"]


def bring_into(state, kitchen, bath):
    """Brings the player and its bridge into a state. Returns the session of a command that waits, and its number."""
    if state == "paused":
        kitchen.host.snapshot("PAUSED", 70 * SECOND)
        bath.session(NAME).wait_playback(state="paused")
    elif state == "asked":
        kitchen.host.ask("answer", "command", C.PENDING, "-")
        session = bath.session(NAME)
        serial = session.start("next")
        kitchen.host.wait("command", kind=C.COMMAND_NEXT)
        return session, serial
    elif state == "picture":
        kitchen.host.ask("answer", "artwork", C.PENDING, "-")
        kitchen.host.content(title="Waits", identifier="waits", art="never")
    return None


def check_failed(asked):
    """Checks that a command does not wait any longer for its answer."""
    if asked:
        session, serial = asked
        with pytest.raises(DBusError):
            session.surface.finish(serial, 5)


@pytest.mark.parametrize("state", STATES)
def test_the_broker_is_killed(house, pair, state):
    kitchen, bath = pair
    asked = bring_into(state, kitchen, bath)
    house.broker.kill()
    bath.wait_remotes()
    check_failed(asked)
    kitchen.host.snapshot("PLAYING", 100 * SECOND)
    kitchen.host.content(title="Meanwhile", identifier="meanwhile")
    house.broker.start()
    wait_until("the present title is there", lambda: title(bath) == "Meanwhile")


@pytest.mark.parametrize("state", [*STATES, "connecting"])
def test_the_bridge_is_killed(house, pair, state):
    """kill -9 in each state: the others lose the player at once, and have the present one again."""
    kitchen, bath = pair
    asked = bring_into(state, kitchen, bath)
    if state == "connecting":
        house.broker.kill()
        kitchen.process.expect("no connection", part=True)
    kitchen.kill()
    bath.wait_remotes()
    check_failed(asked)
    kitchen.host.snapshot("PLAYING", 100 * SECOND)
    kitchen.host.content(title="Later", identifier="later")
    if state == "connecting":
        house.broker.start()
    kitchen.start()
    wait_until("the present title is there", lambda: title(bath) == "Later")


def test_the_other_bridge_is_killed(house, pair):
    kitchen, bath = pair
    for _ in range(3):
        bath.kill()
        wait_until("its players have gone", lambda: bath.remotes() == [])
        bath.start()
        bath.wait_remotes(NAME)
    assert kitchen.remotes() == []


@pytest.mark.parametrize("state", STATES)
def test_the_player_is_killed(house, pair, state):
    kitchen, bath = pair
    asked = bring_into(state, kitchen, bath)
    kitchen.host.kill()
    bath.wait_remotes()
    check_failed(asked)
    watch = house.client("np/#")
    wait_until("nothing is left", lambda: not [topic for topic in watch.topics if "/s/" in topic])
    kitchen.play("Next life")
    wait_until("the next life is there", lambda: title(bath) == "Next life")


def test_the_bus_is_killed(house, pair):
    kitchen, bath = pair
    kitchen.host.may_lose_bus = True
    kitchen.bus.kill()
    bath.wait_remotes()
    kitchen.bus.start()
    bath.wait_remotes(NAME)
    bath.bus.kill()
    bath.bus.start()
    bath.wait_remotes(NAME)


def test_reconnections(house, pair):
    """By each way to lose a connection, MQTT_ROUNDS times in all: nothing is stale, and nothing is lost."""
    kitchen, bath = pair
    rounds, times = int(os.environ.get("MQTT_ROUNDS", "21")), []
    bath.play("From the bath")
    for number in range(rounds):
        if number % 3 == 0:
            house.broker.kill()
            bath.wait_remotes()
            kitchen.wait_remotes()
        kitchen.host.content(title=f"Song {number}", identifier=f"song-{number}")
        start, began = len(kitchen.host.events), time.monotonic()
        if number % 3 == 0:
            house.broker.start()
        else:
            (kitchen, bath)[number % 3 - 1].connect_again()
        wait_until("the present title is there", lambda number=number: title(bath) == f"Song {number}")
        kitchen.wait_remotes("Tester – Bath")
        times.append(time.monotonic() - began)
        bath.session(NAME).send("next")
        kitchen.host.wait("command", start, kind=C.COMMAND_NEXT)
        time.sleep(0.6)  # sleeps: a connection that was lost at once has the next one wait longer
    times.sort()
    print(f"{rounds} reconnections, half within {times[rounds // 2]:.2f} s, all within {times[-1]:.2f} s")
    watch = house.client("np/#")
    both = {(name, "s", PLAYER) for name in ("kitchen", "bath")}
    watch.wait(lambda topics: {tuple(topic.split("/")[2:5]) for topic in topics if "/s/" in topic} == both,
               "each has one player")
    descriptors = [len(os.listdir(f"/proc/{machine.process.process.pid}/fd")) for machine in pair]
    assert max(descriptors) < 40, descriptors


def test_a_broker_that_hangs_loses_no_state(house, pair):
    """While the broker does not acknowledge, songs wait here, and the newest wins."""
    kitchen, bath = pair
    watch, session = house.client(BASE + "item"), kitchen.session_of_host()
    with stop(house.broker.process):
        for number in range(50):
            kitchen.host.content(title=f"Song {number}", identifier=f"song-{number}")
            session.wait(lambda _, number=number: session.content["title"] == f"Song {number}", "it is on the bus")
    wait_until("the newest is there", lambda: title(bath) == "Song 49")
    watch.wait(lambda _: watch.json(BASE + "item")["title"] == "Song 49", "the newest is at the broker")
    assert watch.live.qsize() < 35, "songs that were over went to the broker"


def test_a_machine_that_hangs_delays_nobody(house, pair):
    kitchen, bath = pair
    hall = house.machine("hall").connected()
    hall.wait_remotes(NAME)
    with stop(bath.process.process):
        began = time.monotonic()
        hall.session(NAME).send("next")
        assert time.monotonic() - began < 5
        kitchen.host.content(title="Meanwhile", identifier="meanwhile")
    wait_until("it has the newest when it goes on", lambda: title(bath) == "Meanwhile")


def test_a_command_for_a_machine_that_hangs_fails_in_time(house, pair):
    kitchen, bath = pair
    session = bath.session(NAME)
    with stop(kitchen.process.process):
        with pytest.raises(DBusError) as raised:
            session.surface.finish(session.start("next"), 15)
    assert "The machine does not answer" in str(raised.value)


def test_after_sleep_there_is_a_new_connection(house, folder):
    """A machine that has slept connects anew at once: it does not wait until the broker is found not to answer."""
    library, slept = folder / "asleep.so", folder / "slept"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, Path(__file__).with_name("asleep.c")], check=True)
    wrapper = ("env", f"LD_PRELOAD={library}", f"SLEPT={slept}", "ASAN_OPTIONS=verify_asan_link_order=0")
    kitchen, bath = house.machine("kitchen", wrapper=wrapper).connected(), house.machine("bath").connected()
    host = kitchen.play("First", elapsed=60 * SECOND)
    bath.wait_remotes(NAME)
    # The clock that counts while the machine sleeps is two hours ahead when it wakes.
    slept.write_text("7200")
    host.content(title="After sleep", identifier="after")
    kitchen.process.expect("no connection", part=True)
    kitchen.connected()
    wait_until("the present title is there", lambda: title(bath) == "After sleep")
    session = bath.session(NAME)
    session.wait(lambda _: "elapsed" in session.playback, "it knows the position")
    assert abs(session.position() - kitchen.session_of_host().position()) < 0.3 * SECOND


def test_a_broker_that_wants_to_hear_more_often():
    """A broker may end a connection that is silent for half as long again as it says: here for three seconds, where the
    bridge itself would be silent for thirty."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        bridge = Program([*Machine.program, "--broker", f"127.0.0.1:{server.getsockname()[1]}", "--user", "kitchen"],
                         {"PATH": "/usr/bin", "HOME": "/nonexistent", "NOWPLAYING_BUS": "none"})
        server.settimeout(20)
        connection, _ = server.accept()
        with connection:
            connection.settimeout(3)
            assert connection.recv(4096)
            # It takes the connection, with a Server Keep Alive of two seconds.
            connection.sendall(b"\x20\x06\x00\x00\x03\x13\x00\x02")
            for _ in range(2):
                while not connection.recv(4096).endswith(b"\xc0\x00"):
                    pass
                connection.sendall(b"\xd0\x00")
            bridge.process.terminate()
            assert bridge.end() == 0, bridge.take()


def test_a_cut_link():
    """The link of a machine is cut, for so short that nobody is told, and for longer: its players vanish elsewhere, and
    those of others there; when it is mended, they come again as they are by then."""
    with Network("allow_anonymous true", "max_keepalive 10") as network:
        kitchen, bath = network.link("kitchen").connected(), network.link("bath").connected()
        kitchen.host = kitchen.play("First", elapsed=60 * SECOND)
        bath.play("From the bath")
        bath.wait_remotes(NAME)
        kitchen.wait_remotes("Tester – Bath")
        network.cut("kitchen")
        kitchen.host.content(title="Second", identifier="second")
        kitchen.session_of_host().wait_item("second")
        network.mend("kitchen")
        wait_until("the next title is there", lambda: title(bath) == "Second")
        for end in range(2):
            began = time.monotonic()
            network.cut("kitchen")
            bath.wait_remotes()
            gone = time.monotonic() - began
            kitchen.wait_remotes()
            own = time.monotonic() - began
            kitchen.process.expect("it does not answer", part=True)
            kitchen.host.content(title=f"After {end}", identifier=f"after-{end}")
            began = time.monotonic()
            network.mend("kitchen")
            wait_until("the present title is there", lambda end=end: title(bath) == f"After {end}")
            kitchen.wait_remotes("Tester – Bath")
            print(f"gone after {gone:.1f} s, there {own:.1f} s; here again after {time.monotonic() - began:.1f} s")
            session, start = bath.session(NAME), len(kitchen.host.events)
            session.wait(lambda _: "elapsed" in session.playback, "it knows the position")
            assert abs(session.position() - kitchen.session_of_host().position()) < 0.3 * SECOND
            session.send("next")
            kitchen.host.wait("command", start, kind=C.COMMAND_NEXT)


def test_two_programs_with_one_name(house, pair):
    """A second bridge of the same user is told so, and the two do not push each other out all the time."""
    kitchen, bath = pair
    twin = house.machine("kitchen")
    twin.connected()
    wait_until("one of them says so", lambda: any(
        "has another program the user" in line for each in (kitchen, twin) for line in each.process.take()))
    twin.end()
    assert twin.process.end() == 0
    bath.wait_remotes(NAME)
