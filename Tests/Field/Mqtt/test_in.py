# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players of other machines, shown and driven here."""

import json
import time
from pathlib import Path

import pytest
from broker import stop
from testkit import pictures
from testkit.bus import ROOT
from testkit.commands import OF_PLAYER
from testkit.desktop import wait_until
from testkit.fakes import Plain
from testkit.host import C, SECOND
from testkit.received import bytes_of
from testkit.wire import DBusError, Variant

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
    times = []
    for number in range(5):
        began, start = time.monotonic(), len(kitchen.host.events)
        session.send("next")
        event = kitchen.host.wait("command", start, kind=C.COMMAND_NEXT)
        times.append(event["time"] - began)
    print("from the press to the player", [f"{each * 1000:.1f} ms" for each in times])
    assert min(times) < 0.2, times
    session.send("pause")
    kitchen.host.wait("command", kind=C.COMMAND_PAUSE)
    kitchen.host.snapshot("PAUSED", 70 * SECOND)
    session.wait_playback(state="paused")
    session.send("seek-to-position", position=100 * SECOND)
    assert kitchen.host.wait("command", kind=C.COMMAND_SEEK_TO_POSITION)["time_us"] == 100 * SECOND
    session.set_volume(0.25)
    assert kitchen.host.wait("volume")["volume"] == 0.25
    kitchen.host.volume(0.25)
    session.wait(lambda _: session.volume == 0.25, "the volume is there")
    start = len(kitchen.host.events)
    bath.ctl(NAME, "next")
    kitchen.host.wait("command", start, kind=C.COMMAND_NEXT)


def test_a_refusal_comes_back(pair):
    kitchen, bath = pair
    session = bath.session(NAME)
    kitchen.host.ask("answer", "command", C.ERROR_COMMAND_FAILED, "The tape is torn")
    with pytest.raises(DBusError) as raised:
        session.send("next")
    assert "The tape is torn" in str(raised.value)


def test_its_picture_is_shown(pair, folder):
    kitchen, bath = pair
    path = folder / "cover.png"
    path.write_bytes(pictures.numbered(7))
    kitchen.host.ask("provide", "main", "cover", "data", path)
    kitchen.host.content(title="With a cover", identifier="covered", art="cover")
    session = bath.session(NAME)
    session.wait(lambda _: session.content.get("artwork"), "the item has a picture")
    reply = session.surface.reply(session.start_artwork(session.content["artwork"], 0, 0))
    assert bytes_of(reply.descriptors[0]) == pictures.numbered(7)
    wait_until("MPRIS has it too", lambda: bath.ctl(NAME, "metadata", "mpris:artUrl").startswith("file://"))


def test_no_title_beside_the_position_of_another(pair):
    """Another item and its position, which come one after the other, are shown at once."""
    kitchen, bath = pair
    session = bath.session(NAME)
    start = session.quiet()
    for number in range(10, 20):
        kitchen.host.snapshot("PAUSED", number * SECOND, commit=False)
        kitchen.host.content(title=f"Song {number}", identifier=f"song-{number}")
        session.wait(lambda _, number=number: session.content["title"] == f"Song {number}", "the next is there")
    shown = [change for change in session.sent(start) if "Content" in change]
    assert [change["Content"]["title"] for change in shown] == [f"Song {number}" for number in range(10, 20)]
    assert [change["Playback"]["elapsed"] // SECOND for change in shown] == list(range(10, 20))


def test_goes_with_its_player_and_comes_again(pair):
    kitchen, bath = pair
    kitchen.host.close()
    kitchen.bus.hosts.remove(kitchen.host)
    bath.wait_remotes()
    kitchen.play("Again")
    bath.wait_remotes(NAME)
    wait_until("the next title is there", lambda: bath.ctl(NAME, "metadata", "xesam:title") == "Again")


def test_the_position_counts_from_its_arrival(house):
    kitchen = house.machine("kitchen")
    kitchen.connected()
    host = kitchen.play("First", elapsed=60 * SECOND)
    retained = house.client("np/#")
    retained.wait(lambda topics: "np/1/kitchen/s/org.example.Tester/playback" in topics, "the kitchen plays")
    began = time.monotonic()
    # This one comes later: what the broker has kept says nothing of the position, so that it asks.
    bath = house.machine("bath").connected()
    bath.wait_remotes(NAME)
    session = bath.session(NAME)
    session.wait(lambda _: "elapsed" in session.playback, "it knows the position")
    here = (session.position() or 0) / SECOND
    there = kitchen.session_of_host().position() / SECOND
    print(f"positions {here:.3f} s here, {there:.3f} s there, {time.monotonic() - began:.1f} s after the bridge came")
    assert abs(here - there) < 0.3
    host.snapshot("PLAYING", 150 * SECOND)
    session.wait(lambda _: session.position() >= 149 * SECOND, "it follows a jump")
    assert abs(session.position() - kitchen.session_of_host().position()) < 0.3 * SECOND


def test_clocks_an_hour_apart(house):
    """The kitchen was started an hour earlier, and its clock is an hour ahead: it shows the same second."""
    hour = 3600
    ahead = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    wrapper = ("unshare", "--time", "--monotonic", str(hour), "--boottime", str(hour), "env", f"LD_PRELOAD={ahead}",
               f"FAKETIME=+{hour}s", "FAKETIME_DONT_FAKE_MONOTONIC=1", "ASAN_OPTIONS=verify_asan_link_order=0")
    kitchen, bath = house.machine("kitchen", wrapper=wrapper).connected(), house.machine("bath").connected()
    host = kitchen.bus.host(wrapper=wrapper)
    began = time.monotonic()
    host.publish("main", title="First", elapsed=60 * SECOND)
    host.snapshot("PLAYING", 60 * SECOND, at=int((began + hour) * SECOND))
    bath.wait_remotes(NAME)
    # Its times are wrong by the clock of the one who judges them.
    kitchen.bus.foreign |= {(kitchen.bus.epoch, kitchen.bus.owner(name)) for name in kitchen.bus.names()}
    session = bath.session(NAME)
    session.wait(lambda _: "elapsed" in session.playback, "it knows the position")
    for at in 60, 150:
        if at != 60:
            began = time.monotonic()
            host.snapshot("PLAYING", at * SECOND, at=int((began + hour) * SECOND))
        session.wait(lambda _, at=at: session.position() >= at * SECOND, "the position is there")
        off = session.position() / SECOND - (at + time.monotonic() - began)
        print(f"it is {off:+.3f} s off")
        assert abs(off) < 0.3


def test_what_the_broker_has_kept_says_nothing_of_the_position(house):
    """The state of a machine that does not answer is shown without a position, and then not at all."""
    ghost = house.client(user="ghost")
    ghost.publish("np/1/ghost/s/player/item", {"id": "1", "kind": "music", "title": "Old"}, retain=True)
    ghost.publish("np/1/ghost/s/player/player", {"id": "player", "name": "Player"}, retain=True)
    ghost.publish("np/1/ghost/s/player/playback", {"state": "playing", "rate": 1.0, "elapsed": 5 * SECOND}, retain=True)
    ghost.publish("np/1/ghost/status", "online", retain=True)
    hall = house.machine("hall").connected()
    hall.wait_remotes("Player – ghost")
    assert "elapsed" not in hall.session("Player – ghost").playback
    # It does not answer either: its will was lost with an earlier life of the broker.
    hall.wait_remotes()
    ghost.publish("np/1/ghost/s/player/playback", {"state": "playing", "rate": 1.0, "elapsed": 7 * SECOND}, retain=True)
    hall.wait_remotes("Player – ghost")
    assert hall.session("Player – ghost").position() >= 7 * SECOND


def test_shown_while_it_plays_and_for_a_time(house):
    kitchen, bath = house.machine("kitchen").connected(), house.machine("bath", "--keep", "0.02").connected()
    host = kitchen.play("First", state="PAUSED")
    watch = house.client("np/#")
    watch.wait(lambda topics: "np/1/kitchen/s/org.example.Tester/playback" in topics, "it is told")
    assert bath.remotes() == [], "a player that has not played is shown"
    host.snapshot("PLAYING")
    bath.wait_remotes(NAME)
    host.snapshot("PAUSED")
    bath.wait_remotes()
    host.snapshot("PLAYING")
    bath.wait_remotes(NAME)


def test_nothing_goes_round(house):
    """Three machines that show each other's players tell nobody of them."""
    machines = [house.machine(name).connected() for name in ("kitchen", "bath", "hall")]
    watch = house.client("np/#")
    for machine in machines:
        machine.play(f"From {machine.name}")
    for machine in machines:
        machine.wait_remotes(*(f"Tester – {other.name.title()}" for other in machines if other is not machine))
    # Each has seen its own bus again when its answer is there.
    for machine in machines:
        watch.ask(machine.name, "org.example.Tester", {"command": "nothing"})
    assert len({tuple(topic.split("/")[2:5]) for topic in watch.topics if "/s/" in topic}) == 3, sorted(watch.topics)


def test_a_player_that_kde_connect_brings_is_shown_once(pair, folder):
    """KDE Connect has the name of the machine behind that of the player. Its player is shown, and the other one again,
    with its cover, when it goes."""
    kitchen, bath = pair
    path = folder / "cover.png"
    path.write_bytes(pictures.numbered(7))
    kitchen.host.ask("provide", "main", "cover", "data", path)
    kitchen.host.content(title="With a cover", identifier="covered", art="cover")
    fakes = [Plain(bath.bus, f"kdeconnect.mpris_{number}") for number in (1, 2)]
    for fake, name in zip(fakes, ("Tester - Bath", "Tester - kitchen")):
        fake.faces[ROOT] |= {"Identity": Variant("s", name), "DesktopEntry": Variant("s", "org.kde.kdeconnect.app")}
        fake.appear()
    other, twin = fakes

    def shown():
        """Returns the names on the bus of what is shown; the fakes are served meanwhile."""
        for fake in fakes:
            fake.serve()
        return [name for name in bath.bus.names() if "remote" in name]

    wait_until("it is shown once", lambda: shown() == [])
    kitchen.host.content(title="Meanwhile", identifier="meanwhile", art="cover")
    kitchen.host.snapshot("PLAYING", 100 * SECOND)
    fakes.remove(twin)
    twin.close()
    wait_until("it is shown again", shown)
    other.close()
    bath.wait_remotes(NAME)
    session = bath.session(NAME)
    session.wait(lambda _: session.content["title"] == "Meanwhile" and session.content.get("artwork"), "all is there")
    reply = session.surface.reply(session.start_artwork(session.content["artwork"], 0, 0))
    assert bytes_of(reply.descriptors[0]) == pictures.numbered(7)


def test_ten_machines(house):
    machines = [house.machine(f"room{number}").connected() for number in range(10)]
    for machine in machines:
        machine.play(f"From {machine.name}", volume=0.5)
    for machine in machines:
        machine.wait_remotes(*(f"Tester – {other.name.title()}" for other in machines if other is not machine))
    session = machines[0].session("Tester – Room9")
    session.send("pause")
    machines[9].bus.hosts[0].wait("command", kind=C.COMMAND_PAUSE)


def test_at_most_eight_of_a_machine_and_thirty_two_of_all(house):
    bath = house.machine("bath").connected()
    ghost = house.client(user="ghost")

    def come(host, count):
        ghost.publish(f"np/1/{host}/status", "online", retain=True)
        for number in range(count):
            base = f"np/1/{host}/s/p{number}/"
            ghost.publish(base + "player", {"id": "p", "name": f"P{number}"}, retain=True)
            ghost.publish(base + "item", {"id": "1", "kind": "music", "title": "T"}, retain=True)
            ghost.publish(base + "playback", {"state": "playing", "rate": 1.0}, retain=True)

    come("g0", 12)
    wait_until("eight of it are shown", lambda: len(bath.remotes()) == 8)
    for number in range(1, 6):
        come(f"g{number}", 8)
    wait_until("32 are shown", lambda: len(bath.remotes()) == 32)
    # A place that is free again goes to one that found none.
    ghost.publish("np/1/g0/status", "offline", retain=True)
    wait_until("others have taken the places", lambda: {
        name.split(" – ")[1] for name in bath.remotes()} == {"g1", "g2", "g3", "g4"} and len(bath.remotes()) == 32
        or len(bath.remotes()) == 32 and any(name.endswith("g5") for name in bath.remotes()))
    for number in range(1, 6):
        ghost.publish(f"np/1/g{number}/status", "offline", retain=True)
    bath.wait_remotes()


def test_the_item_of_a_command_counts(pair, house):
    """A command for a song that is over does not hit the next one."""
    kitchen, _ = pair
    client = house.client("np/1/+/answer/ha")
    given = {"command": "next", "item": "another"}
    assert client.ask("kitchen", "org.example.Tester", given)["error"] == "NotFound"
    assert client.ask("kitchen", "org.example.Tester", given | {"item": "item"}) == {"ok": True}
    assert len(kitchen.host.seen("command", kind=C.COMMAND_NEXT)) == 1


def test_a_command_for_the_player_is_for_whatever_it_plays(pair, house):
    """The bath still shows the song before, because the broker hangs: its pause stops the present one all the same.
    A position that was chosen in the song before is not for the present one."""
    kitchen, bath = pair
    session, own = bath.session(NAME), kitchen.session_of_host()
    words = [each["command"] for each in session.commands if each["command"] in OF_PLAYER]
    assert {"play", "pause", "next", "previous"} <= set(words), words
    asked = [*((word, {}) for word in words), ("seek-to-position", {"position": 100 * SECOND})]
    with stop(house.broker.process):
        kitchen.host.content(title="Second", identifier="second")
        own.wait_item("second")
        serials = [session.start(word, **given) for word, given in asked]
        serials.append(session.start_raw("SetVolume", "d", 0.25))
        # One turn of the bridge sends all that came before.
        session.get("Content")
        assert session.item == "item", "it knows the present song already"
    *player, position, volume = serials
    for serial in [*player, volume]:
        session.surface.finish(serial, 5)
    with pytest.raises(DBusError) as raised:
        session.surface.finish(position, 5)
    assert "item that the command asks for does not exist" in str(raised.value)
    assert kitchen.host.wait("volume")["volume"] == 0.25
    assert not kitchen.host.seen("command", kind=C.COMMAND_SEEK_TO_POSITION)


def test_every_field_comes_over(house, folder):
    """Each word that one machine sends, the other reads."""
    kitchen, bath = house.machine("kitchen", "--lyrics", "--urls"), house.machine("bath", "--lyrics", "--urls")
    kitchen.connected(), bath.connected()
    fields = [("text", "ALBUM", "An Album"), ("text", "ISRC", "DEA"), ("text", "LYRICS", "[00:01.00]La"),
              ("text", "URL", "https://example.org/song"), ("texts", "GENRES", "Pop", "Rock"),
              ("integer", "TRACK_NUMBER", 7), ("integer", "EXPLICIT", 1), ("number", "USER_RATING", 0.5),
              ("integer", "RELEASE_DATE", -3600), ("texts", "MUSICBRAINZ_TRACK_IDS", "a-b")]
    kitchen.play("First", fields=fields)
    bath.wait_remotes(NAME)
    here, there = bath.session(NAME).content, kitchen.session_of_host().content
    assert {key: here.get(key) for key in there} == there


def test_buses_without_a_broker(house):
    """Without a broker the machine is as it was, and what plays is shown when it comes."""
    kitchen, bath = house.machine("kitchen").connected(), house.machine("bath").connected()
    house.broker.kill()
    kitchen.play("First")
    wait_until("both have lost it", lambda: all(any("no connection" in line for line in machine.process.take())
                                                for machine in (kitchen, bath)))
    house.broker.start()
    bath.wait_remotes(NAME)


def test_json_of_other_machines(house):
    """A message that is no JSON, of another type, or too long, is as if it had not come."""
    bath = house.machine("bath").connected()
    ghost = house.client(user="ghost")
    ghost.publish("np/1/ghost/status", "online", retain=True)
    base = "np/1/ghost/s/player/"
    values = [b"", b"{", b"[]", b"null", b"1e999", b'"x"', b"\xff\xfe", b"{}" * 9, b"[" * 5000, b'{"state":' * 3000]
    for part in ("player", "item", "commands", "volume", "playback", "art", "about"):
        for value in values:
            ghost.publish(base + part if part != "about" else "np/1/ghost/about", value)
    odd = {"id": 7, "kind": {}, "title": ["x"], "artists": "x", "chapters": [[1], "x", [5, 6, 7], [-1, "a"]],
           "duration": -5, "duration-kind": "finite", "track-number": 1 << 62, "user-rating": "x"}
    ghost.publish(base + "player", {"id": "..%2fx", "name": "Pl\u202eayer", "desktop-entry": "/etc/x"}, retain=True)
    ghost.publish(base + "playback", {"state": "playing", "rate": -1e308, "elapsed": 1 << 62, "seekable": [9, 1]},
                  retain=True)
    ghost.publish(base + "player", {"id": "..%2fx", "name": "Odd", "desktop-entry": "/etc/passwd"}, retain=True)
    ghost.publish(base + "commands", [{"command": "play", "enabled": "x"}, 7, {}, {"command": "quit"}] * 100,
                  retain=True)
    ghost.publish(base + "volume", {"volume": 1e308, "can-set-volume": True}, retain=True)
    ghost.publish(base + "item", odd, retain=True)
    bath.wait_remotes("Odd – ghost")
    session = bath.session("Odd – ghost")
    assert session.content["kind"] == "generic" and "title" not in session.content
    ghost.publish(base + "item", {"id": "1", "kind": "music", "title": "T" * 60_000})
    session.wait(lambda _: len(session.content.get("title", "")) == 4096, "a long title is cut")
    ghost.publish(base + "item", {"id": "2", "kind": "music", "title": "T" * 70_000})
    ghost.publish(base + "commands", [{"command": "stop", "enabled": True}], retain=True)
    session.wait(lambda _: [each["command"] for each in session.commands] == ["stop"], "what came after it is shown")
    assert session.content["id"] == "1"
    ghost.publish(base + "item", {"id": "3", "kind": "music", "title": json.dumps("end")})
    session.wait(lambda _: session.content["id"] == "3", "it goes on")
