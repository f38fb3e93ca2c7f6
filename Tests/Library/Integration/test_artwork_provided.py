# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Pictures that a host provides, before it is asked for them or after, or without ever being asked."""

import pytest

from lab.artwork import NAME, UNASKED, item, metadata_signals, path_of, playing, provide, settled, show, url_now
from testkit.host import C
from testkit.images import BLUE, GREEN, RED, png


def shown(bus, host, start):
    """Returns the picture of the only Metadata that was emitted since `start`."""
    bus.wait_changed(start, "Metadata")
    settled(bus, host)
    (value,) = metadata_signals(bus, start)
    return path_of(value["mpris:artUrl"].value).read_bytes()


# Provided before the request, and after it

@pytest.mark.parametrize("options", [(), (UNASKED,)], ids=["callback", "no-callback"])
@pytest.mark.parametrize("how", ["data", "file"])
def test_a_picture_provided_before_the_item_comes_with_it(bus, art, options, how):
    host, _ = playing(bus, *options)
    provide(host, "cover", art(RED), how)
    start = bus.mark()
    host.ask_all(item("one", "cover"))
    assert shown(bus, host, start) == RED
    assert host.seen("artwork") == []


@pytest.mark.parametrize("options", [(), (UNASKED,)], ids=["callback", "no-callback"])
def test_a_picture_provided_after_the_commit_comes_with_the_item(bus, art, options):
    """The host has its own loop, and does both before the library runs."""
    host, _ = playing(bus, "--fd-loop", *options)
    start, path = bus.mark(), art(RED)
    host.ask_all([*item("one", "cover"), ("provide", "main", "cover", "data", path)])
    assert shown(bus, host, start) == RED
    assert host.seen("artwork") == []


def test_a_player_without_the_callback_appears_without_a_picture(bus, art):
    """The picture is waited for briefly only."""
    host = bus.host(UNASKED)
    host.publish(art="cover")
    bus.wait_name(NAME)
    client = bus.client(NAME)
    assert "mpris:artUrl" not in client.metadata()
    start = bus.mark()
    provide(host, "cover", art(RED))
    assert path_of(url_now(bus, client, start)).read_bytes() == RED


def test_from_another_thread(bus, art):
    host, client = playing(bus, UNASKED)
    for number in range(20):
        start, data = bus.mark(), png((number, 4, 2))
        new, order = item(f"item {number}", f"cover {number}"), ("provide_thread", "main", f"cover {number}", "data")
        host.ask_all([*new, (*order, art(data))] if number % 2 else [(*order, art(data)), *new])
        assert host.wait("provided", id=f"cover {number}")["status"] == C.OK
        assert path_of(url_now(bus, client, start)).read_bytes() == data


# Questions of the callback.

def test_an_open_request_is_answered(bus, art):
    host, client = playing(bus)
    start = bus.mark()
    host.ask_all(item("one", "cover"))
    request = host.wait("artwork", id="cover")["request"]
    provide(host, "cover", art(RED))
    assert path_of(url_now(bus, client, start)).read_bytes() == RED
    host.ask("request_state", request, expect=C.ERROR_ALREADY_ANSWERED)
    host.ask("art_data", request, art(BLUE), expect=C.ERROR_ALREADY_ANSWERED)
    host.ask("unref", request)
    settled(bus, host)
    assert path_of(client.metadata()["mpris:artUrl"]).read_bytes() == RED
    assert not host.seen("cancelled")


@pytest.mark.parametrize("status", [C.OK, C.ERROR_NO_SUCH_CONTENT])
def test_inside_the_callback(bus, art, status):
    host, client = playing(bus)
    host.ask("answer", "artwork", status, f"provide:{art(RED)}")
    start = bus.mark()
    host.ask_all(item("one", "cover"))
    assert shown(bus, host, start) == RED
    assert len(host.seen("artwork")) == 1


def test_a_request_for_another_artwork_or_session_stays_open(bus, art):
    host, client = playing(bus)
    host.session("second")
    start = bus.mark()
    host.ask_all(item("one", "cover"))
    request = host.wait("artwork", id="cover")["request"]
    provide(host, "Cover", art(GREEN))
    provide(host, "cover", art(GREEN), session="second")
    host.ask("request_state", request)
    host.ask("art_data", request, art(RED))
    assert path_of(url_now(bus, client, start)).read_bytes() == RED


def test_what_is_provided_stays_beside_an_answer_of_the_same_turn(bus, art):
    """The host answers the request, and then provides a better picture, before the library runs."""
    host, client = playing(bus, "--fd-loop")
    host.ask_all(item("one", "cover"))
    request = host.wait("artwork", id="cover")["request"]
    start = bus.mark()
    host.ask_all([("art_data", request, art(RED)), ("provide", "main", "cover", "data", art(BLUE))])
    assert path_of(url_now(bus, client, start)).read_bytes() == BLUE
    settled(bus, host)
    assert path_of(client.metadata()["mpris:artUrl"]).read_bytes() == BLUE


def test_a_picture_after_a_failure(bus, art):
    """The callback has no picture, and the host finds one on the web later."""
    host, client = playing(bus)
    host.ask("answer", "artwork", C.ERROR_NO_SUCH_CONTENT, "-")
    start = bus.mark()
    host.ask_all(item("one", "cover"))
    bus.wait_changed(start, "Metadata")
    start = bus.mark()
    provide(host, "cover", art(RED))
    assert path_of(url_now(bus, client, start)).read_bytes() == RED


# Another picture, and none


def test_a_provided_picture_takes_the_place_of_one_that_was_asked_for(bus, art):
    host, client = playing(bus)
    show(bus, host, client, art, "cover", RED)
    start = bus.mark()
    provide(host, "cover", art(BLUE))
    blue = url_now(bus, client, start)
    assert path_of(blue).read_bytes() == BLUE
    start = bus.mark()
    host.ask_all(item("next", "cover"))
    assert url_now(bus, client, start) == blue
    assert len(host.seen("artwork")) == 1


def test_none_answers_an_open_request(bus):
    host, _ = playing(bus)
    start = bus.mark()
    host.ask_all(item("one", "cover"))
    request = host.wait("artwork", id="cover")["request"]
    provide(host, "cover", "-", "none")
    host.ask("request_state", request, expect=C.ERROR_ALREADY_ANSWERED)
    assert "mpris:artUrl" not in bus.wait_changed(start, "Metadata").body[1]["Metadata"].value
    host.ask_all(item("two", "cover"))
    settled(bus, host)
    assert len(host.seen("artwork")) == 1
