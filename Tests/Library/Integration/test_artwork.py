# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests artwork: rule 9, and mistakes of hosts."""

import ctypes
import os
import stat
import struct

import pytest

from lab.artwork import NAME, give, path_of, playing, settled, show, url_now
from testkit.bus import is_changed, is_ours
from testkit.host import C
from testkit.images import BLUE, GIF, GREEN, JPEG, RED, WEBP, png
from testkit.wire import Variant


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


def test_rule_09_new_picture_new_name_same_picture_same_name(bus, art):
    """GNOME caches pictures by URL for ever."""
    host, client = playing(bus)
    red = show(bus, host, client, art, "red", RED)
    green = show(bus, host, client, art, "green", GREEN)
    again = show(bus, host, client, art, "red again", RED)
    assert red != green and again == red
    assert path_of(red).read_bytes() == RED and path_of(green).read_bytes() == GREEN


def test_rule_09_asked_once_for_each_id(bus, art):
    host, client = playing(bus)
    red = show(bus, host, client, art, "red", RED)
    show(bus, host, client, art, "green", GREEN)
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


def watch(directory):
    """Returns an inotify descriptor for everything that happens in a folder."""
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.inotify_init1(os.O_CLOEXEC)
    assert libc.inotify_add_watch(descriptor, os.fsencode(directory), 0xFFF) > 0
    return descriptor


def happened(descriptor):
    """Returns pairs of a name and the event bits."""
    data, events = os.read(descriptor, 1 << 16), []
    while data:
        _, mask, _, size = struct.unpack_from("iIII", data)
        events.append((data[16:16 + size].rstrip(b"\0").decode(), mask))
        data = data[16 + size:]
    return events


def test_rule_09_written_atomically(bus, art):
    """A file with the final name holds the whole picture: it is moved there, never written in place."""
    host, client = playing(bus)
    directory = path_of(show(bus, host, client, art, "first", RED)).parent
    descriptor = watch(directory)
    path = path_of(show(bus, host, client, art, "second", png((1, 2, 3), 400)))
    assert path.parent == directory
    masks = [mask for name, mask in happened(descriptor) if name == path.name]
    os.close(descriptor)
    moved_to, modified, created = 0x80, 0x2, 0x100
    assert any(mask & moved_to for mask in masks)
    assert not any(mask & (modified | created) for mask in masks)
    # Only the two pictures are files with content: there is no half-written file.
    assert len([entry for entry in directory.iterdir() if entry.stat().st_size]) == 2


def test_rule_09_leftovers_are_removed_and_others_are_not(make_bus, art):
    """A crash leaves files; the next start of the app removes them, but not those of an instance that lives."""
    bus = make_bus().start()
    dead, client = playing(bus)
    old = path_of(show(bus, dead, client, art, "old", RED))
    alive = bus.host()
    alive.publish(art="alive", title="Alive")
    second = bus.wait_for(lambda: next((name for name in bus.names() if name != NAME), None), "the second name")
    give(alive, "alive", "art_data", art(GREEN))
    kept = path_of(bus.wait_for(lambda: bus.client(second).metadata().get("mpris:artUrl"), "the artwork"))
    dead.kill()
    assert old.exists()
    bus.wait_name(NAME, present=False)
    host, client = playing(bus)
    show(bus, host, client, art, "new", BLUE)
    assert not old.exists() and not old.parent.exists()
    assert kept.read_bytes() == GREEN


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


def test_rule_09_stale_answer_is_dropped(bus, art):
    """The picture of the last item arrives when the next is already shown."""
    host, client = playing(bus)
    host.content(identifier="one", title="One", art="red")
    old = host.wait("artwork", id="red")["request"]
    start = bus.mark()
    host.content(identifier="two", title="Two", art="green")
    new = host.wait("artwork", id="green")["request"]
    host.wait("cancelled", request=old, state=C.ERROR_CANCELLED)
    host.ask("art_data", old, art(RED), expect=C.ERROR_CANCELLED)
    host.ask("art_data", new, art(GREEN))
    assert path_of(url_now(bus, client, start)).read_bytes() == GREEN
    shown = {m.body[1]["Metadata"].value["mpris:artUrl"].value for m in bus.since(start) if is_changed(m)
             and "mpris:artUrl" in m.body[1].get("Metadata", Variant("", {})).value}
    assert len(shown) == 1
    # A dropped answer does not cause another request.
    assert len(host.seen("artwork", id="green")) == 1


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


BAD = [("art_data", b"<svg xmlns='http://www.w3.org/2000/svg'/>", C.ERROR_NOT_AN_IMAGE),
       ("art_data", b"", C.ERROR_NOT_AN_IMAGE),
       ("art_data", RED[:4], C.ERROR_NOT_AN_IMAGE),
       ("art_data", RED + bytes(C.MAX_ARTWORK_BYTES + 1 - len(RED)), C.ERROR_TOO_LARGE),
       ("art_file", b"just text, and quite some of it", C.ERROR_NOT_AN_IMAGE),
       ("art_file", b"", C.ERROR_NOT_AN_IMAGE),
       ("art_file", RED + bytes(C.MAX_ARTWORK_BYTES + 1 - len(RED)), C.ERROR_TOO_LARGE)]


@pytest.mark.parametrize("verb, data, status", BAD,
                         ids=["text", "empty", "cut", "large", "text-file", "empty-file", "large-file"])
def test_wrong_artwork_is_an_error_and_harms_nothing_else(bus, art, verb, data, status):
    host, client = playing(bus)
    start = bus.mark()
    host.content(identifier="bad", title="Bad picture", artists=["Artist"], art="bad")
    request = host.wait("artwork", id="bad")["request"]
    assert host.ask(verb, request, art(data), expect=status)["error"]
    assert client.metadata()["xesam:title"] == "Bad picture" and client.metadata()["xesam:artist"] == ["Artist"]
    # The error left the request open.
    host.ask("request_state", request)
    host.ask("art_data", request, art(RED))
    assert path_of(url_now(bus, client, start)).read_bytes() == RED


def test_largest_artwork_is_taken(bus, art):
    host, client = playing(bus)
    url = show(bus, host, client, art, "large", RED + bytes(C.MAX_ARTWORK_BYTES - len(RED)), verb="art_file")
    assert path_of(url).stat().st_size == C.MAX_ARTWORK_BYTES


def test_artwork_files_that_cannot_be_read(bus, art, folder):
    host, _ = playing(bus)
    host.content(identifier="bad", title="Bad picture", art="bad")
    request = host.wait("artwork", id="bad")["request"]
    fifo = folder / "fifo"
    os.mkfifo(fifo)
    for path in (folder / "missing", folder, fifo, "/dev/zero"):
        host.ask("art_file", request, path, expect=C.ERROR_IO)
    host.ask("art_data", request, art(RED))
    host.ask("art_data", request, art(RED), expect=C.ERROR_ALREADY_ANSWERED)


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
