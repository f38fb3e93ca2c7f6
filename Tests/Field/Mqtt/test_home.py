# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Home Assistant's integrations, by doubles that keep to their rules: the topics that they read, and the commands that
they send."""

import base64
import json
import time

import pytest
from testkit import pictures
from testkit.desktop import wait_until
from testkit.host import C, SECOND

ONE, OTHER = "mqtt_media_player", "mqtt_universal_media_player"


class Values:
    """A double of mqtt_media_player: a topic for each value; the position counts from its arrival, in whole seconds."""

    NAMES = ("state", "title", "artist", "album", "duration", "position", "volume", "albumart", "mediatype", "mute",
             "source", "summary", "season", "episode", "series", "year")

    def __init__(self, client, identifier):
        self.client, self.identifier = client, identifier

    @property
    def config(self):
        """The configuration, from any topic whose part before "config" is the id."""
        return next((json.loads(payload) for topic, payload in self.client.topics.items() if topic.startswith(
            "homeassistant/media_player/") and topic.split("/")[-2] == self.identifier), {})

    def retained(self, name):
        return self.client.topics.get(self.config.get(f"state_{name}_topic"), b"").decode()

    def position(self):
        """Waits for a position, which comes now or never."""
        topic = self.config["state_position_topic"]
        while True:
            message = self.client.live.get(timeout=20)
            if message.topic == topic:
                assert not message.retain, "a position that the broker keeps is wrong when Home Assistant comes back"
                if message.payload:
                    return int(message.payload)

    def send(self, name, payload=None):
        self.client.publish(self.config[f"command_{name}_topic"], payload or self.config[f"command_{name}_payload"])


class Whole:
    """A double of mqtt_universal_media_player: one state, to which each message adds, and one topic for commands."""

    def __init__(self, client, identifier):
        self.client, self.seen, self.state = client, 0, {}
        self.topic = f"homeassistant/media_player/{identifier}/config"

    @property
    def config(self):
        return self.client.json(self.topic) or {}

    def now(self):
        """Adds up all states that have come."""
        messages = list(self.client.live.queue)
        for message in messages[self.seen:]:
            if message.topic == self.config.get("state_topic") and message.payload:
                self.state |= json.loads(message.payload)
        self.seen = len(messages)
        return self.state

    def send(self, name, value=None):
        command = self.config["commands"][name]
        self.client.publish(self.config["command_topic"], {command["key"]: command.get("value", value)})


@pytest.fixture
def client(house):
    return house.client("np/1/+/ha/#", "np/1/+/status", "homeassistant/#")


def start(house, *words, integration=ONE):
    made = house.machine("kitchen", "--in=no", "--home-assistant", integration, *words).connected()
    return made


def test_a_topic_for_each_value(house, client, folder):
    kitchen, ha = start(house), Values(client, "np_kitchen")
    client.wait(lambda _: ha.retained("state") == "idle", "the machine is there without a player")
    assert ha.config["name"] == "Kitchen" and ha.config["device"]["identifiers"] == ["np_kitchen"]
    assert {f"state_{name}_topic" for name in Values.NAMES} <= set(ha.config)
    availability = ha.config["availability"]
    assert client.topics[availability["topic"]].decode() == availability["payload_available"]
    host = kitchen.play("First", artists=["One", "Two"], volume=0.5, elapsed=60 * SECOND,
                        fields=[("text", "ALBUM", "An Album"), ("integer", "RELEASE_DATE", 1_000_000_000)])
    client.wait(lambda _: ha.retained("state") == "playing", "it plays")
    found = {name: ha.retained(name) for name in Values.NAMES}
    wanted = {"title": "First", "artist": "One, Two", "album": "An Album", "duration": "200", "volume": "0.50",
              "mute": "unmute", "mediatype": "music", "year": "2001", "position": "", "source": "Tester"}
    assert {name: found[name] for name in wanted} == wanted
    assert 60 <= ha.position() <= 62
    path = folder / "cover.png"
    path.write_bytes(pictures.numbered(7))
    host.ask("provide", "main", "cover", "data", path)
    host.content(title="Second", identifier="second", art="cover")
    client.wait(lambda _: ha.retained("title") == "Second", "the next is there")
    assert base64.b64decode(ha.retained("albumart")) == pictures.numbered(7)
    host.snapshot("PLAYING", 150 * SECOND)
    wait_until("a jump is said", lambda: 149 <= ha.position() <= 152)


def test_its_commands(house, client):
    kitchen, ha = start(house), Values(client, "np_kitchen")
    host = kitchen.play("First", volume=0.5)
    client.wait(lambda _: ha.retained("state") == "playing", "it plays")
    for word, kind in ("pause", C.COMMAND_PAUSE), ("next", C.COMMAND_NEXT), ("previous", C.COMMAND_PREVIOUS):
        ha.send(word)
        host.wait("command", kind=kind)
    ha.send("seek", "30")
    assert host.wait("command", kind=C.COMMAND_SEEK_TO_POSITION)["time_us"] == 30 * SECOND
    ha.send("volume", "0.25")
    assert host.wait("volume")["volume"] == 0.25
    before = len(host.seen("command"))
    for odd in b"", b"\xff", b"x" * 5000, b"nan", b"-1", b"1e999":
        client.publish(ha.config["command_volume_topic"], odd)
        client.publish(ha.config["command_seek_topic"], odd)
    ha.send("next")
    wait_until("it goes on", lambda: len(host.seen("command")) > before)


def test_home_assistant_comes_back(house, client):
    """All is announced anew, with the position of that moment."""
    kitchen, ha = start(house), Values(client, "np_kitchen")
    kitchen.play("First", elapsed=60 * SECOND)
    client.wait(lambda _: ha.retained("state") == "playing", "it plays")
    again = Values(house.client("np/1/+/ha/#", "homeassistant/#"), "np_kitchen")
    again.client.wait(lambda _: again.retained("title") == "First", "it finds what the broker has kept")
    client.publish("homeassistant/status", "online")
    assert 60 <= again.position() < 80


def test_each_player_is_one(house, client):
    kitchen = start(house, "--each")
    first, second = kitchen.play("First"), kitchen.bus.host()
    one = Values(client, "np_kitchen_org.example.Tester")
    client.wait(lambda _: one.retained("title") == "First", "the first is there")
    second.publish("main", title="Other")
    two = Values(client, "np_kitchen_org.example.Tester-2")
    client.wait(lambda _: two.retained("title") == "Other", "the second is there")
    assert one.config["name"] == "Tester"
    two.send("pause")
    second.wait("command", kind=C.COMMAND_PAUSE)
    assert not first.seen("command")
    second.close()
    kitchen.bus.hosts.remove(second)
    client.wait(lambda _: not two.config, "it has gone")
    assert one.config


def test_one_state(house, client, folder):
    kitchen, ha = start(house, integration=OTHER), Whole(client, "np_kitchen")
    client.wait(lambda _: ha.config, "it is announced")
    assert ha.config["platform"] == OTHER and ha.config["unique_id"] == "np_kitchen"
    host = kitchen.play("First", artists=["One"], volume=0.5, elapsed=60 * SECOND)
    wait_until("it plays", lambda: ha.now().get("state") == "playing" and ha.now().get("media_position"))
    assert ha.state["media_title"] == "First" and ha.state["volume"] == 0.5 and ha.state["source"] == "Tester"
    assert 60 <= ha.state["media_position"] <= 62 and ha.state["media_duration"] == 200
    kept = client.json(ha.config["state_topic"])
    assert kept["media_position"] is None, "a position that the broker keeps"
    path = folder / "cover.png"
    path.write_bytes(pictures.numbered(7))
    host.ask("provide", "main", "cover", "data", path)
    host.content(title="Second", identifier="second", art="cover")
    wait_until("the next is there", lambda: ha.now().get("media_title") == "Second")
    assert client.topics[ha.config["image_topic"]] == pictures.numbered(7)
    for word, kind in ("pause", C.COMMAND_PAUSE), ("next", C.COMMAND_NEXT):
        ha.send(word)
        host.wait("command", kind=kind)
    ha.send("volume_set", 0.25)
    assert host.wait("volume")["volume"] == 0.25
    host.close()
    kitchen.bus.hosts.remove(host)
    wait_until("it is idle", lambda: ha.now().get("state") == "idle" and ha.state["media_title"] is None)


def test_nothing_of_an_item_that_is_excluded(house, client):
    kitchen, ha = start(house), Values(client, "np_kitchen")
    host = kitchen.play("Open")
    client.wait(lambda _: ha.retained("title") == "Open", "it plays")
    host.content(title="Secret", identifier="secret", fields=[("integer", "EXCLUDED_FROM_SUGGESTIONS", 1)])
    client.wait(lambda _: ha.retained("state") == "idle" and not ha.retained("title"), "it has nothing")
    assert not [message for message in list(client.live.queue) if b"Secret" in message.payload]


def test_no_flood_of_positions(house, client):
    kitchen, ha = start(house), Values(client, "np_kitchen")
    host = kitchen.play("First", elapsed=10 * SECOND)
    client.wait(lambda _: ha.retained("state") == "playing", "it plays")
    ha.position()
    at = time.monotonic_ns() // 1000
    for number in range(100):
        host.snapshot("PLAYING", 10 * SECOND + number * 30_000, at=at + number * 30_000)
    host.content(title="Last", identifier="last")
    client.wait(lambda _: ha.retained("title") == "Last", "the last is there")
    topics = [message.topic for message in list(client.live.queue)]
    assert topics.count(ha.config["state_position_topic"]) <= 2
