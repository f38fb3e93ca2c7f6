# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Rules of the broker and of the bridge, and others who keep to none."""

import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest
from house import Configured, House, Machine, acl, configure
from testkit.desktop import Program, wait_until
from testkit.host import C, SECOND
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

NAME = "Tester – Kitchen"
PLAYER = "org.example.Tester"
DO = f"np/1/kitchen/s/{PLAYER}/do"


@pytest.fixture
def kitchen(house):
    made = house.machine("kitchen").connected()
    made.host = made.play("First", volume=0.5, elapsed=60 * SECOND)
    return made


@pytest.fixture
def client(house, kitchen):
    made = house.client("np/1/#")
    made.wait(lambda topics: f"np/1/kitchen/s/{PLAYER}/playback" in topics, "the kitchen plays")
    return made


def commands(host):
    return [event["kind"] for event in host.seen("command")]


def test_no_command_that_the_broker_has_kept(house, kitchen, client):
    client.publish(DO, {"command": "pause"}, retain=True)
    # The first is not kept for those who are there; a bridge that connects later gets it as a kept one.
    kitchen.host.wait("command", kind=C.COMMAND_PAUSE)
    before = len(commands(kitchen.host))
    client.topics.clear()
    kitchen.connect_again()
    client.wait(lambda topics: f"np/1/kitchen/s/{PLAYER}/playback" in topics, "the kitchen is there again")
    assert client.ask("kitchen", PLAYER, {"command": "next"}) == {"ok": True}
    assert commands(kitchen.host)[before:] == [C.COMMAND_NEXT]


def test_only_commands_of_the_list(kitchen, client):
    for word in ("raise", "quit", "open-uri", "custom", "feedback", "change-rate", "change-shuffle-mode", "", "pa use"):
        answer = client.ask("kitchen", PLAYER, {"command": word, "arguments": {"id": "x", "rate": 2.0}})
        assert answer["error"] == "NotOffered", (word, answer)
        time.sleep(0.1)  # sleeps: keeps below the rate that a machine obeys
    for given in ({}, {"command": 7}, {"command": "seek-to-position"}, {"command": "seek-to-position", "arguments": {
            "position": -1}}, {"command": "set-volume", "arguments": {"volume": 2}}, {"command": "set-volume"}):
        assert client.ask("kitchen", PLAYER, given)["error"] == "InvalidArgument", given
        time.sleep(0.1)  # sleeps: keeps below the rate that a machine obeys
    assert client.ask("kitchen", "nobody", {"command": "play"})["error"] == "NotFound"
    assert commands(kitchen.host) == []


def test_ten_commands_in_a_second(kitchen, client):
    for _ in range(60):
        client.publish(DO, {"command": "next"})
    answer = client.ask("kitchen", PLAYER, {"command": "next"})
    assert answer == {"ok": True} or answer == {"ok": False, "error": "LimitsExceeded",
                                                "message": "There are too many commands in this second"}
    assert 10 <= len(commands(kitchen.host)) < 40


def test_the_volume_has_a_limit(house):
    hall = house.machine("hall", "--volume-limit", "0.4").connected()
    host = hall.play("First", volume=0.2)
    client = house.client("np/1/#")
    client.wait(lambda topics: f"np/1/hall/s/{PLAYER}/playback" in topics, "the hall plays")
    assert client.ask("hall", PLAYER, {"command": "set-volume", "arguments": {"volume": 1}}) == {"ok": True}
    assert host.wait("volume")["volume"] == 0.4


def test_an_answer_goes_nowhere_else(house, kitchen, client):
    """A command cannot have the machine write where its sender may not."""
    watch = house.client("np/1/bath/#")
    client.publish(DO, {"command": "next"}, response="np/1/bath/status", correlation=b"1")
    client.publish(DO, {"command": "next"}, response="np/1/kitchen/answer/../status", correlation=b"1")
    client.publish(DO, {"command": "next"}, response="np/1/kitchen/status", correlation=b"1")
    client.publish(DO, {"command": "next"}, response="np/1/bath/s/player/item_and_more", correlation=b"1")
    assert client.ask("kitchen", PLAYER, {"command": "next"}) == {"ok": True}
    assert client.topics["np/1/kitchen/status"] == b"online"
    client.publish("np/1/bath/end")
    assert watch.live.get(timeout=20).topic == "np/1/bath/end", "an answer has come there"


def test_only_the_machine_that_was_asked_can_answer(house, kitchen):
    """Somebody who guesses the number of a command, but is another machine, is not heard."""
    bath = house.machine("bath").connected()
    bath.wait_remotes(NAME)
    watch = house.client("np/1/kitchen/s/+/do")
    kitchen.host.ask("answer", "command", C.PENDING, "-")
    session = bath.session(NAME)
    serial = session.start("next")
    message = watch.live.get(timeout=20)
    number = message.properties.CorrelationData
    properties = Properties(PacketTypes.PUBLISH)
    properties.CorrelationData = number
    forged = '{"ok":false,"message":"Forged"}'
    watch.client.publish("np/1/ghost/answer/bath", forged, 1, properties=properties).wait_for_publish(20)
    watch.client.publish("np/1/kitchen/answer/bath", '{"ok":true}', 1, properties=properties).wait_for_publish(20)
    session.surface.finish(serial)


def secured(**options):
    """Makes a house whose broker has the ACL of the package."""
    broker = House("allow_anonymous true", f"acl_file {acl()}")
    return broker


def test_the_acl_holds_a_forger_and_lets_machines_be():
    with secured() as house:
        kitchen, bath = house.machine("kitchen").connected(), house.machine("bath").connected()
        host = kitchen.play("First", volume=0.5)
        bath.wait_remotes(NAME)
        bath.session(NAME).send("next")
        host.wait("command", kind=C.COMMAND_NEXT)
        forger = house.client("np/1/forger/#", user="forger")
        watch = house.client("np/#", user="homeassistant")
        watch.wait(lambda topics: f"np/1/kitchen/s/{PLAYER}/item" in topics, "Home Assistant sees all")
        forger.publish("np/1/kitchen/status", "offline", retain=True)
        forger.publish(f"np/1/kitchen/s/{PLAYER}/item", {"id": "1", "kind": "music", "title": "Forged"}, retain=True)
        forger.publish("homeassistant/media_player/np_kitchen/config", "{}", retain=True)
        forger.publish("np/1/forger/status", "online", retain=True)
        watch.wait(lambda topics: topics.get("np/1/forger/status") == b"online", "its own it may write")
        assert watch.topics["np/1/kitchen/status"] == b"online"
        assert watch.json(f"np/1/kitchen/s/{PLAYER}/item")["title"] == "First"
        # It does not read commands and answers of others.
        spy = house.client("np/#", user="spy")
        bath.session(NAME).send("previous")
        host.wait("command", kind=C.COMMAND_PREVIOUS)
        spy.wait(lambda topics: f"np/1/kitchen/s/{PLAYER}/playback" in topics, "it reads what plays")
        assert not [message.topic for message in list(spy.live.queue) if "/do" in message.topic or "answer" in
                    message.topic]
        assert run_check(house.broker, "kitchen").returncode == 1, "the broker lets in everybody"


def run_check(broker, user, *words, verb="--check"):
    command = [*Machine.program, verb, "--broker", broker if isinstance(broker, str) else broker.address]
    if user:
        command += ["--user", user]
    done = subprocess.run([*command, *words], capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr)
    return done


def test_check_says_what_is_open(house):
    done = run_check(house.broker, "kitchen")
    assert done.returncode == 1 and done.stdout.count("OPEN") == 2
    assert run_check("127.0.0.1:1", "kitchen").returncode == 2, "there is no broker"


def test_list_says_what_plays_where():
    """A line for each machine and each of its players, whatever others call them."""
    with secured() as house:
        kitchen, bath = house.machine("kitchen").connected(), house.machine("bath", "--in=no").connected()
        kitchen.play("First")
        ghost = house.client(user="ghost")
        ghost.publish("np/1/ghost/about", {"name": "\x1b[31mRed\nkitchen  Kitchen"}, retain=True)
        ghost.publish("np/1/ghost/s/p/item", "[" * 60_000, retain=True)
        ghost.publish("np/1/ghost/status", "offline", retain=True)
        wait_until("all is told", lambda: run_check(house.broker, "bath", verb="--list").stdout.splitlines() == [
            "bath  Bath  (this machine)", "ghost  ?[31mRed?kitchen  Kitchen  (not there)", "kitchen  Kitchen",
            "  playing  Tester  First"])
        assert run_check(house.broker, "bath", verb="--list").returncode == 0
        bath.end()
        assert bath.process.end() == 0
        done = run_check(house.broker, "bath", verb="--list")
        assert done.returncode == 1 and 'this machine, "bath", does not run' in done.stdout
        assert run_check("127.0.0.1:1", "bath", verb="--list").returncode == 2, "there is no broker"


def test_tls_with_passwords_and_the_acl(safe):
    kitchen = safe.stack.enter_context(Configured(safe, "kitchen")).connected()
    bath = safe.stack.enter_context(Configured(safe, "bath")).connected()
    host = kitchen.play("First", volume=0.5)
    bath.wait_remotes(NAME)
    session = bath.session(NAME)
    session.send("next")
    host.wait("command", kind=C.COMMAND_NEXT)
    for number in range(20):
        host.content(title=f"Song {number}", identifier=f"song-{number}")
    session.wait(lambda _: session.content["title"] == "Song 19", "the last is there")
    done = run_check(f"mqtts://localhost:{safe.broker.port}", None, "--config", configure(safe, "kitchen"))
    assert done.returncode == 0 and done.stdout.count("ok  ") == 5 and "secret" not in done.stdout + done.stderr
    command = [line for line in open(f"/proc/{kitchen.process.process.pid}/cmdline", encoding="utf-8")]
    assert "secret" not in str(command)


@pytest.mark.parametrize("change, said", [
    (("ca /etc/ssl/certs/ca-certificates.crt",), "no connection"), (("password wrong",), "refuses the connection"),
    (("broker mqtts://127.0.0.1:{port}",), "no connection")], ids=["unknown authority", "password", "another name"])
def test_a_broker_that_is_not_the_one(safe, change, said):
    """Without a verified broker there is no connection: none is tried without TLS."""
    file = configure(safe, "kitchen", *(line.format(port=safe.broker.port) for line in change))
    bridge = Program([*Machine.program, "--config", str(file)], {"PATH": "/usr/bin", "HOME": str(safe.folder),
                                                                "NOWPLAYING_BUS": "none"})
    line = bridge.expect(said, part=True)
    assert "secret" not in line
    bridge.process.terminate()
    assert bridge.end() == 0


def test_no_connection_without_its_authorities(folder):
    """A file that cannot be read is not a reason to do without TLS, and to send the password to whoever listens."""
    file = folder / "mqtt.conf"
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        file.write_text(f"broker mqtts://127.0.0.1:{server.getsockname()[1]}\nuser kitchen\npassword secret\n"
                        "ca /nonexistent\n")
        file.chmod(0o600)
        bridge = Program([*Machine.program, "--config", str(file)], {"PATH": "/usr/bin", "HOME": str(folder),
                                                                    "NOWPLAYING_BUS": "none"})
        bridge.expect("authorities that may sign its certificate cannot be read", part=True)
        bridge.process.terminate()
        assert bridge.end() == 0
        done = subprocess.run([*Machine.program, "--check", "--config", file], capture_output=True, text=True,
                              check=False, timeout=20)
        assert done.returncode == 2 and "cannot be read" in done.stderr, done.stdout + done.stderr
        with pytest.raises(BlockingIOError):
            server.accept()


def test_check_of_what_is_no_broker():
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: server.accept()[0].close()).start()
        done = run_check(f"127.0.0.1:{server.getsockname()[1]}", "kitchen")
    assert done.returncode == 2 and "does not answer" in done.stderr


@pytest.mark.parametrize("words, said", [
    (["--broker", "example.org"], "without TLS"), (["--broker", "127.example.org"], "without TLS"),
    (["--broker", "mqtt://192.0.2.1:1883"], "without TLS"),
    (["--broker", "mqtts://"], "not the address"), (["--broker", "localhost:99999"], "not the address"),
    (["--broker", "localhost:"], "not the address"), (["--user", "a/b"], "without /"), (["--user", "+"], "without /"),
    (["--password", "x"], "unrecognized option"), (["--volume-limit", "2"], "no value for it"),
    (["--in=maybe"], "no value for it"),
    (["--type", "toaster"], "kind of device"), (["--home-assistant", "x"], "mqtt_media_player"), (["x"], "no option"),
    (["--user"], "requires an argument"), (["--in", "no"], "no option"),
    (["--config", "/nonexistent"], "No such file")])
def test_wrong_words(words, said):
    done = subprocess.run([*Machine.program, *words], capture_output=True, text=True, check=False, timeout=20,
                          env={"PATH": "/usr/bin", "HOME": "/nonexistent"})
    assert done.returncode == 2 and said in done.stderr, done.stderr


@pytest.mark.parametrize("text, mode, said", [
    ("password x\n", 0o644, "chmod 600"), ("colour red\n", 0o600, ":1: there is no such"),
    ("user\n", 0o600, ":1: this is no value"), ("\n#\nin perhaps\n", 0o600, ":3: this is no value"),
    ("try yes\n", 0o600, ":1: there is no such")])
def test_wrong_files(folder, text, mode, said):
    file = folder / "mqtt.conf"
    file.write_text(text)
    file.chmod(mode)
    done = subprocess.run([*Machine.program, "--config", file], capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 2 and said in done.stderr, done.stderr


def test_odd_topics(house, kitchen):
    """Names that are none, too long or of odd bytes, and words that there are not, are as if they had not come."""
    ghost = house.client(user="ghost")
    names = ["\u202eghost", "g" * 63, "g" * 64, "g" * 30_000, "..", "$SYS", "a b", "\U0001f3b5"]
    for name in names:
        ghost.publish(f"np/1/{name}/status", "online", retain=True)
        for part in ("player", "item", "playback", "art", "do", "x"):
            ghost.publish(f"np/1/{name}/s/{name}/{part}", {"state": "playing", "name": "N", "id": "1"}, retain=True)
    for topic in ("np", "np/1", "np/1/", "np/1//status", "np/1/ghost", "np/1/kitchen/", "np/1/kitchen/s",
                  "/np/1/x/s/y/do", "np/1/kitchen/s//do", "np/1/kitchen/s/a/b/do", "np/1/kitchen/answer/kitchen",
                  "np/2/kitchen/ask", f"np/1/kitchen/s/{PLAYER}/", f"np/1/kitchen/s/{PLAYER}/do/do",
                  "np/1/kitchen/ha/do", "homeassistant", "homeassistant/status", "np/1/kitchen/s/" + "x" * 300 + "/do"):
        for payload in (b"", b"online", b"\x00" * 300, b'{"command":"pause"}'):
            ghost.publish(topic, payload)
    bath = house.machine("bath").connected()
    wait_until("the names that can be are shown", lambda: NAME in bath.remotes())
    assert all(len(name.split(" – ")[1]) < 64 for name in bath.remotes())
    assert not commands(kitchen.host)


def test_try_shows_what_plays(bus):
    host = bus.player(title="First")
    bridge = Program([*Machine.program, "--try"], bus.environment)
    bridge.expect("mosquitto_sub", part=True)
    command = bridge.expect("mosquitto_pub", part=True)
    assert '"title":"First"' in bridge.expect(f"np/1/here/s/{PLAYER}/item", part=True)
    # The command that it says people could try; the player gets it once.
    subprocess.run(command.replace("PLAYER", PLAYER).replace("pause", "next"), shell=True, check=True, timeout=20)
    subprocess.run(command.replace("PLAYER", PLAYER), shell=True, check=True, timeout=20)
    host.wait("command", kind=C.COMMAND_PAUSE)
    assert commands(host) == [C.COMMAND_NEXT, C.COMMAND_PAUSE]
    bridge.process.terminate()
    assert bridge.end() == 0


def test_try_ends_with_its_broker(bus):
    bridge = Program([*Machine.program, "--try"], bus.environment)
    bridge.expect("connected to the broker", part=True)
    pid = bridge.process.pid
    (broker,) = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    os.kill(int(broker), signal.SIGKILL)
    assert bridge.end() == 2
