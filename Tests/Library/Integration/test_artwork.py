# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests artwork: rule 9, and mistakes of hosts."""

import os

import pytest

from lab.artwork import give, path_of, playing, settled, show, url_now
from testkit.bus import is_changed, is_ours
from testkit.host import C
from testkit.images import BLUE, GIF, JPEG, RED, WEBP, png


@pytest.mark.parametrize("verb", ["art_data", "art_file"])
@pytest.mark.parametrize("data", [RED, GIF, JPEG, WEBP], ids=["png", "gif", "jpeg", "webp"])
def test_rule_09_bytes_become_a_file(bus, art, verb, data):
    host, client = playing(bus)
    url = show(bus, host, client, art, "cover", data, verb=verb)
    assert path_of(url).read_bytes() == data
    assert bus.playerctl("metadata", "mpris:artUrl") == url
    art(b"changed afterwards")
    assert path_of(url).read_bytes() == data


def test_rule_09_asked_with_a_size(bus):
    host, _ = playing(bus)
    host.content(identifier="sized", title="Sized", art="cover")
    event = host.wait("artwork")
    assert (event["id"], event["width"], event["height"]) == ("cover", 512, 512)
    host.ask("complete", event["request"], C.ERROR_IO, "-")


def test_rule_09_asked_once_for_each_id(bus, art):
    host, client = playing(bus)
    red = show(bus, host, client, art, "red", RED)
    show(bus, host, client, art, "blue", BLUE)
    asked = len(host.seen("artwork"))
    start = bus.mark()
    host.content(identifier="back", title="Back", art="red")
    # The picture is remembered, so it is emitted with the item itself.
    first = bus.wait_changed(start, "Metadata").body[1]["Metadata"].value
    assert first["mpris:artUrl"].value == red
    assert len(host.seen("artwork")) == asked


@pytest.mark.parametrize("box, place", [
    ({"FLATPAK_ID": "org.example.Tester", "XDG_CACHE_HOME": "{}/cache"}, "cache"),
    ({"SNAP": "/snap/x/1", "SNAP_NAME": "tester", "SNAP_USER_COMMON": "{}/common"}, "common"),
    ({"XDG_RUNTIME_DIR": "{}"}, "")], ids=["flatpak", "snap", "neither"])
def test_rule_09_where_the_desktop_can_see_it(make_bus, art, box, place):
    bus = make_bus().start()
    os.makedirs(os.path.join(bus.directory, place), exist_ok=True)
    host = bus.host(environment={key: value.format(bus.directory) for key, value in box.items()})
    host.publish(art="cover")
    give(host, "cover", "art_data", art(RED))
    name = bus.wait_for(lambda: next(iter(bus.names()), None), "the name")
    client = bus.client(name)
    url = bus.wait_for(lambda: client.metadata().get("mpris:artUrl"), "the artwork")
    assert str(path_of(url)).startswith(os.path.join(bus.directory, place))
    assert path_of(url).read_bytes() == RED


def test_rule_09_late_artwork_is_one_more_signal(bus, art):
    host, _ = playing(bus)
    start, events = bus.mark(), len(host.events)
    host.snapshot("PLAYING", 0, commit=False)
    host.content(identifier="late", title="Late", art="late cover")
    host.wait("artwork", id="late cover", start=events)
    first = bus.wait_changed(start, "Metadata")
    assert "mpris:artUrl" not in first.body[1]["Metadata"].value
    give(host, "late cover", "art_data", art(RED), events)
    bus.wait_changed(start, "Metadata", lambda value: "mpris:artUrl" in value)
    bus.wait_seeked(start)
    changes = [m.body[1] for m in bus.since(start) if is_changed(m)]
    assert [list(change) for change in changes] == [["Metadata"], ["Metadata"]]
    before, after = (change["Metadata"].value for change in changes)
    assert before["mpris:trackid"] == after["mpris:trackid"]
    assert after == {**before, "mpris:artUrl": after["mpris:artUrl"]}
    assert [m.member for m in bus.since(start) if is_ours(m)][-1] == "Seeked"


def test_rule_09_artwork_in_time_comes_with_the_item(bus, art):
    """clementine emitted each track twice, and every desktop flickered."""
    host, _ = playing(bus)
    host.ask("answer", "artwork", C.OK, art(RED))
    start = bus.mark()
    host.content(identifier="in time", title="In time", art="cover")
    message = bus.wait_changed(start, "Metadata")
    assert path_of(message.body[1]["Metadata"].value["mpris:artUrl"].value).read_bytes() == RED
    settled(bus, host)
    assert [list(m.body[1]) for m in bus.since(start) if is_changed(m)] == [["Metadata"], ["Volume"]]


def test_rule_09_no_old_picture_on_a_new_item(bus, art):
    host, client = playing(bus)
    red = show(bus, host, client, art, "red", RED)
    for identifier, new in (("without", None), ("with", "never given")):
        start = bus.mark()
        host.content(identifier=identifier, title=identifier, art=new)
        message = bus.wait_changed(start, "Metadata", lambda value: value["xesam:title"].value == identifier)
        assert "mpris:artUrl" not in message.body[1]["Metadata"].value
        assert client.metadata().get("mpris:artUrl") != red


@pytest.mark.parametrize("following", [None, "red"], ids=["none", "remembered"])
def test_a_host_hears_that_an_artwork_is_not_wanted_any_more(bus, art, following):
    """The host need not load the artwork to the end."""
    host, client = playing(bus)
    show(bus, host, client, art, "red", RED)
    host.content(identifier="one", title="One", art="green")
    request = host.wait("artwork", id="green")["request"]
    host.content(identifier="two", title="Two", art=following)
    host.wait("cancelled", request=request, state=C.ERROR_CANCELLED)


def test_artwork_request_survives_a_better_description(bus, art):
    """The item is described again with the same picture, while the picture is on its way."""
    host, client = playing(bus)
    host.content(identifier="one", title="One", art="red")
    request = host.wait("artwork", id="red")["request"]
    start = bus.mark()
    host.content(identifier="one", title="One, better", art="red")
    host.ask("art_data", request, art(RED))
    assert path_of(url_now(bus, client, start)).read_bytes() == RED
    assert len(host.seen("artwork", id="red")) == 1


def test_largest_artwork_is_taken(bus, art):
    host, client = playing(bus)
    url = show(bus, host, client, art, "large", RED + bytes(C.MAX_ARTWORK_BYTES - len(RED)), verb="art_file")
    assert path_of(url).stat().st_size == C.MAX_ARTWORK_BYTES


def test_failed_artwork_is_asked_again_with_the_next_content(bus, art):
    host, client = playing(bus)
    host.content(identifier="one", title="One", art="cover")
    host.ask("complete", host.wait("artwork", id="cover")["request"], C.ERROR_IO, "The network is down")
    # The failed picture is not requested again when another session ends, or with another change.
    host.session("other")
    host.ask("free", "other")
    start = bus.mark()
    host.volume(0.5)
    bus.wait_changed(start, "Volume", lambda value: value == 0.5)
    assert len(host.seen("artwork", id="cover")) == 1
    start, events = bus.mark(), len(host.events)
    host.content(identifier="two", title="Two", art="cover")
    give(host, "cover", "art_data", art(RED), events)
    assert path_of(url_now(bus, client, start)).read_bytes() == RED


def test_dropped_artwork_request_is_a_failure(bus, art):
    host, _ = playing(bus)
    host.content(identifier="one", title="One", art="cover")
    host.ask("unref", host.wait("artwork", id="cover")["request"])
    events = len(host.events)
    host.expected_bugs.append("client bug: artwork: the last reference to a request was dropped without an answer")
    host.content(identifier="two", title="Two", art="cover")
    give(host, "cover", "art_data", art(RED), events)


def test_artwork_is_asked_for_only_by_what_is_shown(bus):
    host, _ = playing(bus)
    host.session("background")
    host.content("background", title="Background", art="hidden")
    start = bus.mark()
    host.volume(0.5)
    bus.wait_changed(start, "Volume", lambda value: value == 0.5)
    assert host.seen("artwork") == []
    host.ask("primary", "background", "application")
    host.wait("artwork", id="hidden", session="background")


def test_many_pictures_leave_few_files(bus, art):
    """A player that runs for weeks must not fill the memory that the runtime directory is in."""
    host, client = playing(bus)
    path = path_of(show(bus, host, client, art, "first", RED))
    for number in range(60):
        show(bus, host, client, art, f"n{number}", png((number, 7, 7)))
    assert len(list(path.parent.iterdir())) <= 40
