# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The players of a machine, as it tells a broker of them."""

import hashlib
import json
import time

import pytest
from field.servers import ffmpeg
from testkit import pictures
from testkit import images
from testkit.bus import ROOT
from testkit.desktop import wait_until
from testkit.fakes import Plain
from testkit.host import C, SECOND
from testkit.wire import Variant

BASE = "np/1/kitchen/s/org.example.Tester/"


def play(machine, client, title="First", **content):
    """Starts a player, and waits until the broker has its title and its playback."""
    host = machine.play(title, **content)
    client.wait(lambda topics: (client.json(BASE + "item") or {}).get("title") == title
                and BASE + "playback" in topics, f"{title} is there")
    return host


def leave(machine, host):
    host.close()
    machine.bus.hosts.remove(host)


def of_sessions(topics):
    return [topic for topic in topics if "/s/" in topic]


def take(client):
    """Returns what has come."""
    found = []
    while not client.live.empty():
        found.append(client.live.get())
    return found


@pytest.fixture
def kitchen(house):
    return house.machine("kitchen", "--in=no").connected()


@pytest.fixture
def ha(house, kitchen):
    return house.client("np/#")


def test_a_player(kitchen, ha):
    host = play(kitchen, ha, artists=["One", "Two"], volume=0.5, elapsed=60 * SECOND)
    ha.wait(lambda topics: BASE + "playback" in topics, "its playback is there")
    assert ha.topics["np/1/kitchen/status"] == b"online"
    assert ha.json("np/1/kitchen/about") == {"name": "Kitchen", "version": 1}
    item = ha.json(BASE + "item")
    assert (item["id"], item["kind"], item["title"], item["artists"], item["duration"]) == (
        "item", "music", "First", ["One", "Two"], 200 * SECOND)
    said = ha.json(BASE + "playback")
    assert said["state"] == "playing" and 60 * SECOND <= said["elapsed"] < 70 * SECOND and "timestamp" not in said
    assert {"command": "pause", "enabled": True} in ha.json(BASE + "commands")
    assert not {"change-rate", "change-repeat-mode"} & {each["command"] for each in ha.json(BASE + "commands")}
    assert ha.json(BASE + "player")["id"] == "org.example.Tester"
    assert ha.json(BASE + "volume") == {"volume": 0.5, "can-set-volume": True}
    host.snapshot("PAUSED", 90 * SECOND)
    ha.wait(lambda _: ha.json(BASE + "playback")["state"] == "paused", "it is paused")
    assert ha.json(BASE + "playback")["elapsed"] == 90 * SECOND
    leave(kitchen, host)
    ha.wait(lambda topics: not of_sessions(topics), "nothing of it is left")


def check_order(messages):
    """Checks that no item came before its picture, and no position before its item."""
    art, item, counts = b"", {}, {"art": 0, "playback": 0}
    for message in messages:
        word = message.topic.removeprefix(BASE)
        counts[word] = counts.get(word, 0) + 1
        if word == "art":
            art = message.payload
        elif word == "item":
            item = json.loads(message.payload)
            assert item.get("artwork", "") in ("", hashlib.sha256(art).hexdigest()[:32]), "an item before its picture"
        elif word == "playback":
            elapsed = json.loads(message.payload)["elapsed"]
            assert elapsed // SECOND == int(item["title"].split()[1]), "a position before its item"
    return counts


def test_art_comes_before_the_item_and_that_before_the_playback(kitchen, ha, folder):
    host = play(kitchen, ha, "Song 0", state="PAUSED")
    for number in range(5, 15):
        path = folder / f"{number}.png"
        path.write_bytes(pictures.numbered(number))
        host.ask("provide", "main", f"cover {number}", "data", path)
        host.snapshot("PAUSED", number * SECOND, commit=False)
        host.content(title=f"Song {number}", identifier=f"song-{number}", art=f"cover {number}")
        ha.wait(lambda _, number=number: ha.json(BASE + "playback")["elapsed"] == number * SECOND, "the next is there")
        assert ha.json(BASE + "item")["artwork"]
    assert check_order(take(ha))["art"] >= 10


def test_a_picture_that_does_not_come_delays_the_title_little(kitchen, ha):
    host = play(kitchen, ha)
    host.ask("answer", "artwork", C.PENDING, "-")
    began = time.monotonic()
    host.content(title="Slow", identifier="slow", art="never")
    ha.wait(lambda _: ha.json(BASE + "item")["title"] == "Slow", "the title is there")
    assert time.monotonic() - began < 2 and "artwork" not in ha.json(BASE + "item")


def test_a_large_picture_is_made_small(kitchen, ha, folder):
    host = play(kitchen, ha)
    path = folder / "large.png"
    ffmpeg("-f", "lavfi", "-i", "color=s=900x900,noise=alls=100", "-frames:v", 1, path)
    assert path.stat().st_size > 1_000_000
    host.ask("provide", "main", "large", "data", path)
    host.content(title="Large", identifier="large", art="large")
    ha.wait(lambda _: ha.json(BASE + "item")["title"] == "Large" and "artwork" in ha.json(BASE + "item"), "it is there")
    art = ha.topics[BASE + "art"]
    assert ha.json(BASE + "item")["artwork"] == hashlib.sha256(art).hexdigest()[:32]
    assert art.startswith(b"\xff\xd8") and len(art) < 256 * 1024


def test_a_picture_that_cannot_be_made_small_is_left_out(kitchen, ha, folder):
    host = play(kitchen, ha)
    path = folder / "large.png"
    path.write_bytes(images.png((1, 2, 3), 40, 40) + bytes(300_000))
    host.ask("provide", "main", "large", "data", path)
    host.content(title="Large", identifier="large", art="large")
    ha.wait(lambda _: ha.json(BASE + "item")["title"] == "Large", "the item is there")
    assert "artwork" not in ha.json(BASE + "item") and BASE + "art" not in ha.topics


def test_nothing_of_an_item_that_is_excluded(kitchen, ha):
    host = play(kitchen, ha, "Open")
    host.content(title="Secret", identifier="secret", fields=[("integer", "EXCLUDED_FROM_SUGGESTIONS", 1)])
    ha.wait(lambda topics: not of_sessions(topics), "nothing is left")
    host.snapshot("PAUSED", 5 * SECOND)
    host.content(title="Open again", identifier="open")
    ha.wait(lambda _: (ha.json(BASE + "item") or {}).get("title") == "Open again", "the next item is there")
    assert not [message for message in take(ha) if b"Secret" in message.payload]


def test_no_address_and_no_lyrics_unless_wanted(house, kitchen, ha):
    hall = house.machine("hall", "--in=no", "--urls", "--lyrics").connected()
    fields = [("text", "URL", "https://example.org/secret?token=1"), ("text", "LYRICS", "[00:01.00]La")]
    play(kitchen, ha, fields=fields)
    hall.play("Second", fields=fields)
    other = BASE.replace("kitchen", "hall") + "item"
    ha.wait(lambda topics: other in topics, "the second is there")
    assert not {"url", "lyrics"} & set(ha.json(BASE + "item"))
    assert {"url", "lyrics"} <= set(ha.json(other))


def test_no_player_that_comes_from_elsewhere(kitchen, ha):
    """A remote session, KDE Connect's players, and those of mpris-proxy would go round."""
    phone = Plain(kitchen.bus, "kdeconnect.mpris_000001").appear()
    headset = Plain(kitchen.bus, "headset")
    headset.faces[ROOT] |= {"DesktopEntry": Variant("s", "mpris-proxy")}
    headset.appear()
    host = kitchen.bus.host()
    host.ask("remote", "far", "far")
    host.ask("devices", "far", 1)
    host.snapshot("PLAYING", 0, name="far", commit=False)
    host.content("far", title="Far away")
    wait_until("the fakes have said all", lambda: [fake.serve() for fake in (phone, headset)] and all(
        len(fake.called("GetAll")) >= 2 for fake in (phone, headset)))
    play(kitchen, ha, "Near")
    assert {topic.split("/")[4] for topic in of_sessions(ha.topics)} == {"org.example.Tester"}
    for fake in phone, headset:
        fake.close()


def test_no_second_message_for_the_same(kitchen, ha):
    """A player that repeats itself each moment causes nothing."""
    host = play(kitchen, ha, elapsed=10 * SECOND)
    ha.wait(lambda topics: BASE + "playback" in topics, "all is there")
    at = time.monotonic_ns() // 1000
    host.content(title="Next", identifier="next")
    host.snapshot("PLAYING", 20 * SECOND, at=at)
    ha.wait(lambda _: ha.json(BASE + "item")["title"] == "Next", "the next is there")
    ha.wait(lambda _: ha.json(BASE + "playback")["elapsed"] > 19 * SECOND, "the position is there")
    take(ha)
    for number in range(50):
        host.snapshot("PLAYING", 20 * SECOND + number * 20_000, at=at + number * 20_000)
    host.content(title="Last", identifier="last")
    ha.wait(lambda _: ha.json(BASE + "item")["title"] == "Last", "the last is there")
    came = [message.topic for message in list(ha.live.queue)]
    assert came.count(BASE + "playback") <= 1, came


def test_asking_gives_the_position_at_most_once_in_two_seconds(kitchen, ha):
    play(kitchen, ha, elapsed=10 * SECOND)
    ha.wait(lambda topics: BASE + "playback" in topics, "all is there")
    began = time.monotonic()
    take(ha)
    times = []
    while len(times) < 3:
        ha.publish("np/1/kitchen/ask")
        times += [time.monotonic() for message in take(ha) if message.topic == BASE + "playback"]
        assert time.monotonic() < began + 20
    assert times[2] - times[1] > 1.9, [each - began for each in times]


def test_two_players_of_one_application(kitchen, ha):
    first, second = kitchen.play("First"), kitchen.bus.host()
    second.publish("main", title="Other")
    ha.wait(lambda topics: BASE[:-1] + "-2/item" in topics, "both are there")
    assert {ha.json(BASE + "item")["title"], ha.json(BASE[:-1] + "-2/item")["title"]} == {"First", "Other"}
    leave(kitchen, first)
    ha.wait(lambda topics: len({topic.split("/")[4] for topic in of_sessions(topics)}) == 1, "one is left")
    assert second


def test_what_a_killed_bridge_has_left_is_taken_away(kitchen, ha):
    first = play(kitchen, ha, "Before")
    kitchen.kill()
    ha.wait(lambda topics: topics.get("np/1/kitchen/status") == b"offline", "the broker says that it has gone")
    assert ha.json(BASE + "item")["title"] == "Before"
    leave(kitchen, first)
    kitchen.start()
    ha.wait(lambda topics: topics["np/1/kitchen/status"] == b"online" and not of_sessions(topics), "nothing is left")


def test_an_end_empties_all(kitchen, ha):
    play(kitchen, ha)
    kitchen.end()
    assert kitchen.process.end() == 0
    ha.wait(lambda topics: topics["np/1/kitchen/status"] == b"offline" and not of_sessions(topics), "nothing is left")
