# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The real Home Assistant at a broker with TLS, passwords and the ACL of the package. The media players in it are made
by a double of each integration; those of others run there too if MQTT_INTEGRATIONS names a folder that has them."""

import json
import signal
import time
from datetime import datetime, timezone

import pytest
from home_assistant import HomeAssistant, integrations
from house import Configured
from testkit import pictures
from testkit.desktop import wait_until
from testkit.host import C, SECOND

FORMS = ["mqtt_media_player", "mqtt_universal_media_player"]
OTHERS = [folder.name for folder in integrations()]


@pytest.fixture
def home(safe):
    """Makes a Home Assistant to which nobody has told anything yet."""
    made = HomeAssistant(safe.folder, safe.broker.port, safe.ca, "secret of homeassistant",
                         [(name, "np_kitchen") for name in OTHERS])
    safe.stack.callback(made.close)
    return made


def position(player):
    """Returns the position that the card shows: it counts from when Home Assistant was told."""
    told = datetime.fromisoformat(player["media_position_updated_at"])
    return player["media_position"] + (datetime.now(timezone.utc) - told).total_seconds()


def cover(home, player):
    """Returns the bytes of the picture, as the card asks for it."""
    return home.open(player["entity_picture"])


def presses(home, player, host):
    """Presses each button, and returns the seconds until the player has it."""
    times = {}
    for service, kind, data in (("media_pause", C.COMMAND_PAUSE, {}), ("media_next_track", C.COMMAND_NEXT, {}),
                                ("media_previous_track", C.COMMAND_PREVIOUS, {}),
                                ("media_pause", C.COMMAND_PAUSE, {}), ("media_next_track", C.COMMAND_NEXT, {})):
        began, start = time.monotonic(), len(host.events)
        home.call(service, player, **data)
        took = host.wait("command", start, kind=kind)["time"] - began
        times[service] = min(took, times.get(service, took))
    return times


@pytest.mark.parametrize("form, part", [
    *((form, "media_player.kitchen") for form in FORMS), *((FORMS[0], name) for name in OTHERS)],
    ids=[*FORMS, *(f"of-others-{name}" for name in OTHERS)])
def test_the_card(safe, home, folder, form, part):
    """Title, cover, position, volume and buttons; the same after Home Assistant was killed, and after it was ended."""
    path = folder / "cover.png"
    path.write_bytes(pictures.numbered(7))
    kitchen = safe.stack.enter_context(
        Configured(safe, "kitchen", "in no", f"home-assistant {form}")).connected()
    host = kitchen.play("First", artists=["One", "Two"], volume=0.5, elapsed=60 * SECOND,
                        fields=[("text", "ALBUM", "An Album")])
    host.ask("provide", "main", "cover", "data", path)
    host.content(title="Second", identifier="second", art="cover", artists=["One", "Two"])
    host.snapshot("PLAYING", 60 * SECOND)
    home.start()
    print("Home Assistant", home.version())
    player = home.wait(part, lambda said: said["state"] == "playing" and said.get("media_position") is not None
                       and said.get("entity_picture"), "the card")
    assert player["media_title"] == "Second" and "One, Two" == player["media_artist"]
    assert player["media_duration"] == 200 and player["volume_level"] == 0.5
    there = kitchen.session_of_host().position() / SECOND
    assert abs(position(player) - there) < 1.5, (player, there)
    assert cover(home, player) == pictures.numbered(7)
    times = presses(home, player, host)
    print("from the press to the player", {name: f"{took * 1000:.0f} ms" for name, took in times.items()})
    assert max(times.values()) < 0.2, times
    home.call("volume_set", player, volume_level=0.25)
    assert host.wait("volume")["volume"] == 0.25
    host.volume(0.25)
    home.wait(part, lambda said: said["volume_level"] == 0.25, "the volume")
    host.content(title="Third", identifier="third")
    host.snapshot("PAUSED", 70 * SECOND)
    home.wait(part, lambda said: said["media_title"] == "Third" and said["state"] == "paused"
              and "entity_picture" not in said and said["media_position"] == 70, "the next item, without a cover")
    for number in signal.SIGKILL, signal.SIGTERM:
        home.end(number)
        host.content(title=f"After {number.name}", identifier=number.name, art="cover")
        host.snapshot("PLAYING", 100 * SECOND)
        home.start()
        again = home.wait(part, lambda said, number=number: said.get("media_title") == f"After {number.name}"
                          and said["state"] == "playing" and said.get("media_position") is not None, "all of it again")
        assert abs(position(again) - kitchen.session_of_host().position() / SECOND) < 1.5, again
        assert cover(home, again) == pictures.numbered(7)


@pytest.mark.parametrize("form", FORMS)
def test_no_command_that_is_kept(safe, home, form):
    """An automation has the broker keep a command, in the topic of the card's buttons: it counts while it is new, and
    for no later connection of the bridge."""
    kitchen = safe.stack.enter_context(
        Configured(safe, "kitchen", "in no", f"home-assistant {form}")).connected()
    host = kitchen.play("First", volume=0.5)
    login = {"user": "homeassistant", "password": "secret of homeassistant", "tls": safe.ca}
    client = safe.client("np/1/#", "homeassistant/#", **login)
    config = client.wait(lambda _: client.json("homeassistant/media_player/np_kitchen/config"), "it is announced")
    topic = config.get("command_pause_topic") or config["command_topic"]
    payload = config.get("command_pause_payload") or json.dumps({"command": "pause"})
    home.start()
    player = home.wait("media_player.kitchen", lambda said: said["state"] == "playing", "the player")
    home.publish(topic, payload, retain=True)
    host.wait("command", kind=C.COMMAND_PAUSE)
    client.wait(lambda topics: topics.get(topic) == payload.encode(), "the broker keeps it")
    for title in "Second", "Third":
        before = len(host.events)
        kitchen.connect_again(**login)
        host.content(title=title, identifier=title)
        home.wait("media_player.kitchen", lambda said, title=title: said.get("media_title") == title, "the player")
        home.call("media_next_track", player)
        host.wait("command", before, kind=C.COMMAND_NEXT)
        assert [event["kind"] for event in host.seen("command", before)] == [C.COMMAND_NEXT]


def test_a_machine_that_goes(safe, home):
    """A bridge that is killed is unavailable in Home Assistant, one that comes again has its player; a stream after a
    song has no length."""
    kitchen = safe.stack.enter_context(
        Configured(safe, "kitchen", "in no", "home-assistant mqtt_media_player")).connected()
    host = kitchen.play("First", volume=0.5)
    home.start()
    home.wait("media_player.kitchen", lambda said: said["state"] == "playing", "the player")
    host.content(title="Radio", identifier="radio", length=None)
    said = home.wait("media_player.kitchen", lambda said: said["media_title"] == "Radio", "the stream")
    assert not said.get("media_duration"), said
    kitchen.kill()
    home.wait("media_player.kitchen", lambda said: said["state"] == "unavailable", "that it has gone")
    kitchen.start()
    home.wait("media_player.kitchen", lambda said: said["state"] == "playing", "the player again")
    host.close()
    kitchen.bus.hosts.remove(host)
    home.wait("media_player.kitchen", lambda said: said["state"] == "idle" and not said.get("media_title"),
              "a machine on which nothing plays")


def test_each_player(safe, home):
    """Each player of the machine is one of Home Assistant, and goes with it."""
    kitchen = safe.stack.enter_context(
        Configured(safe, "kitchen", "in no", "home-assistant mqtt_media_player", "each yes")).connected()
    first, second = kitchen.play("First"), kitchen.bus.host()
    second.publish("main", title="Other")
    home.start()
    one = home.wait("tester", lambda said: said.get("media_title") == "First", "the first")
    two = home.wait("tester_2", lambda said: said.get("media_title") == "Other", "the second")
    home.call("media_pause", two)
    second.wait("command", kind=C.COMMAND_PAUSE)
    assert not first.seen("command") and one["entity_id"] != two["entity_id"]
    second.close()
    kitchen.bus.hosts.remove(second)
    wait_until("the second has gone", lambda: home.entity("tester_2").get("state") in (None, "unavailable"))
