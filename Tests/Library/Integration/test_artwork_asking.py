# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests when a host is asked for an artwork, by which id, and what is shown until it arrives."""

import os

import pytest

from lab.artwork import NAME, give, path_of, playing, show, url_now
from testkit.bus import is_changed
from testkit.host import C
from testkit.images import BLUE, GREEN, RED


def turned(host, name="main"):
    """Waits until the library has looked at everything that was committed so far."""
    for _ in range(2):
        events = len(host.events)
        host.ask("primary", name, "application")
        host.wait("primary_result", start=events, session=name)


# ---- Pictures are requested only while a client can show them ----

def test_no_artwork_is_asked_for_while_there_is_no_bus(make_bus, art):
    bus = make_bus()
    host = bus.host()
    host.publish(art="cover")
    turned(host)
    host.content(identifier="two", title="Two", art="cover of two")
    turned(host)
    assert host.seen("artwork") == []
    bus.start()
    give(host, "cover of two", "art_data", art(RED))
    bus.wait_name(NAME)
    client = bus.client(NAME)
    bus.wait_for(lambda: "mpris:artUrl" in client.metadata(), "the artwork")
    assert len(host.seen("artwork")) == 1


def test_a_player_appears_with_its_artwork(make_bus, art):
    bus = make_bus()
    host = bus.host(f"--address=unix:path={bus.directory}/late")
    host.ask("answer", "artwork", C.OK, art(RED))
    host.publish(art="cover")
    bus.start()
    # The bus is found here, because by now all that is sent is recorded.
    os.symlink(bus.socket, f"{bus.directory}/late")
    bus.wait_name(NAME)
    url = bus.client(NAME).metadata()["mpris:artUrl"]
    assert path_of(url).read_bytes() == RED
    # Nothing was sent but the state with which a player appears.
    (first,) = bus.signals(0)
    assert first["Metadata"]["mpris:artUrl"].value == url


# Shown until the picture is there.

def test_an_item_keeps_its_picture_until_the_next_is_there(bus, art):
    host, client = playing(bus)
    red = show(bus, host, client, art, "red", RED, item="one")
    start = bus.mark()
    host.content(identifier="one", title="Better", art="blue")
    request = host.wait("artwork", id="blue")["request"]
    value = bus.wait_changed(start, "Metadata").body[1]["Metadata"].value
    assert value["xesam:title"].value == "Better" and value["mpris:artUrl"].value == red
    host.content(identifier="one", title="Best", art="blue")
    bus.wait_changed(start, "Metadata", lambda value: value["xesam:title"].value == "Best")
    assert client.metadata()["mpris:artUrl"] == red
    start = bus.mark()
    host.ask("art_data", request, art(BLUE))
    assert path_of(url_now(bus, client, start)).read_bytes() == BLUE


def test_the_next_song_of_a_station_does_not_get_the_picture_of_the_last(bus, art):
    """A station is one item, and each of its songs looks different."""
    host, client = playing(bus)
    start = bus.mark()
    host.content(identifier="station", kind="RADIO", title="First", length=None, art="red")
    host.ask("art_data", host.wait("artwork", id="red")["request"], art(RED))
    url_now(bus, client, start)
    start = bus.mark()
    host.content(identifier="station", kind="RADIO", title="Second", length=None, art="blue")
    host.wait("artwork", id="blue")
    value = bus.wait_changed(start, "Metadata").body[1]["Metadata"].value
    assert value["xesam:title"].value == "Second" and "mpris:artUrl" not in value


def test_an_item_loses_its_picture_when_the_next_cannot_be_had(bus, art):
    """The host has said that the old picture is not the item's any more."""
    host, client = playing(bus)
    show(bus, host, client, art, "red", RED, item="one")
    start = bus.mark()
    host.content(identifier="one", title="Better", art="blue")
    host.ask("complete", host.wait("artwork", id="blue")["request"], C.ERROR_IO, "The network is down")
    bus.wait_changed(start, "Metadata", lambda value: "mpris:artUrl" not in value)
    assert "mpris:artUrl" not in client.metadata()


def test_an_item_loses_its_picture_when_it_has_none_any_more(bus, art):
    host, client = playing(bus)
    show(bus, host, client, art, "red", RED, item="one")
    start = bus.mark()
    host.content(identifier="one", title="Better")
    bus.wait_changed(start, "Metadata", lambda value: "mpris:artUrl" not in value)
    # The old picture is not shown again while the new one is on its way.
    host.content(identifier="one", title="Best", art="blue")
    host.wait("artwork", id="blue")
    bus.wait_changed(start, "Metadata", lambda value: value["xesam:title"].value == "Best")
    assert "mpris:artUrl" not in client.metadata()


@pytest.mark.parametrize("item", ["one", "two"])
def test_a_session_never_shows_the_picture_of_another(bus, art, item):
    """This holds even if the items have the same id."""
    host, client = playing(bus)
    red = show(bus, host, client, art, "red", RED, item="one")
    host.session("second")
    host.content("second", identifier=item, title="Second", art="blue")
    start = bus.mark()
    host.ask("primary", "second", "application")
    request = host.wait("artwork", session="second", id="blue")["request"]
    shown = bus.wait_changed(start, "Metadata").body[1]["Metadata"].value
    assert shown["xesam:title"].value == "Second" and "mpris:artUrl" not in shown
    # Back and forth, while the picture is on its way.
    start = bus.mark()
    host.ask("primary", "main", "application")
    assert url_now(bus, client, start) == red
    host.wait("cancelled", request=request)
    start, events = bus.mark(), len(host.events)
    host.ask("primary", "second", "application")
    request = host.wait("artwork", start=events, session="second", id="blue")["request"]
    bus.wait_changed(start, "Metadata", lambda value: value["xesam:title"].value == "Second")
    assert "mpris:artUrl" not in client.metadata()
    host.ask("art_data", request, art(BLUE))
    assert path_of(url_now(bus, client, start)).read_bytes() == BLUE
    titles = {m.body[1]["Metadata"].value["mpris:artUrl"].value: m.body[1]["Metadata"].value["xesam:title"].value
              for m in bus.since(0) if is_changed(m) and "mpris:artUrl" in getattr(
                  m.body[1].get("Metadata"), "value", {})}
    assert titles[red] == "Item of red"


def test_the_next_item_of_another_session_does_not_bring_the_picture_back(bus, art):
    """A session's item had a picture, then another session was shown, and now the first session's next item waits for
    its own picture."""
    host, client = playing(bus)
    show(bus, host, client, art, "red", RED, item="one")
    host.session("second")
    host.content("second", identifier="one", title="Second", art="blue")
    start = bus.mark()
    host.ask("primary", "second", "application")
    bus.wait_changed(start, "Metadata")
    host.content(identifier="next", title="Next", art="green")
    start = bus.mark()
    host.ask("primary", "main", "application")
    bus.wait_changed(start, "Metadata", lambda value: value["xesam:title"].value == "Next")
    assert "mpris:artUrl" not in client.metadata()
    start = bus.mark()
    give(host, "green", "art_data", art(GREEN))
    assert path_of(url_now(bus, client, start)).read_bytes() == GREEN


def test_a_session_is_not_asked_for_the_artwork_of_another(bus, art):
    """An answer arrives in the same turn of the loop in which another session is shown."""
    host, client = playing(bus, "--fd-loop")
    host.session("second")
    host.content("second", identifier="two", title="Second", art="blue")
    host.content(identifier="one", title="One", art="red")
    request = host.wait("artwork", id="red")["request"]
    start = bus.mark()
    host.ask_all([("art_data", request, art(RED)), ("primary", "second", "application")])
    give(host, "blue", "art_data", art(BLUE))
    assert path_of(url_now(bus, client, start)).read_bytes() == BLUE
    assert [event["id"] for event in host.seen("artwork", session="second")] == ["blue"]
