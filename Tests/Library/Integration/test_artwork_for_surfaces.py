# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Pictures that a host provides, as surfaces of org.nowplaying get them."""

import os
import shutil
import tempfile

import pytest

from lab.artwork import NAME, UNASKED, odd_disk, playing, provide
from testkit.host import C
from testkit.images import BLUE, RED, png
from testkit.received import sealed_bytes
from testkit.surface import Surface
from testkit.wire import DBusError

BOTH = pytest.mark.parametrize("options", [(), (UNASKED,)], ids=["callback", "no-callback"])


@pytest.fixture
def follow(bus):
    """Yields a function that starts a host, and a surface that follows the host's session."""
    surfaces = []

    def follow(*options, **arguments):
        host, _ = playing(bus, *options, **arguments)
        session = Surface(bus).only(NAME)
        surfaces.append(session.surface)
        return host, session

    yield follow
    for surface in surfaces:
        surface.close()


def get(session, width=0, height=0):
    """Returns the bytes of the session's artwork that a surface gets when it requests a size."""
    message = session.surface.reply(session.start_artwork(session.content["artwork"], width, height))
    return sealed_bytes(message.descriptors[0])


@BOTH
def test_what_is_provided_is_the_picture_at_every_size(art, follow, options):
    host, session = follow(*options)
    picture = png((1, 2, 3), 64)
    provide(host, "cover", art(picture))
    host.content(identifier="one", title="One", art="cover")
    session.wait_item("one")
    assert session.content["artwork"] == "cover"
    for size in ((0, 0), (16, 16), (64, 0), (300, 200), (16_384, 16_384)):
        assert get(session, *size) == picture
    assert host.seen("artwork") == []


@BOTH
def test_a_surface_waits_for_what_is_provided(art, follow, options):
    host, session = follow(*options)
    host.content(identifier="one", title="One", art="cover")
    session.wait_item("one")
    calls = [session.start_artwork("cover", size, size) for size in (0, 300)]
    session.get("Id")  # the library has looked
    if not options:
        host.wait("artwork", id="cover", width=300)
    start = len(session.copy.signals)
    provide(host, "cover", art(RED))
    for call in calls:
        assert sealed_bytes(session.surface.reply(call).descriptors[0]) == RED
    # The provided picture is the one that was requested, so nothing needs to be emitted.
    session.surface.settle()
    assert not any("Content" in change for change in session.sent(start))
    assert get(session, 77, 77) == RED


def test_a_request_ends_with_its_item_also_when_nobody_follows(bus, follow):
    host, session = follow()
    host.ask("answer", "artwork", C.PENDING, "-")
    host.content(identifier="one", title="One", art="cover")
    session.wait_item("one")
    session.start_artwork("cover", 333, 333)
    request = host.wait("artwork", id="cover", width=333)["request"]
    session.surface.close()
    client = bus.client(NAME)
    bus.wait_for(lambda: bus.owner(session.surface.name) is None, "the surface has left")
    assert client.metadata()["xesam:title"] == "One"  # the host has been told of it before
    host.content(identifier="two", title="Two")
    host.wait("cancelled", request=request, state=C.ERROR_CANCELLED)


@BOTH
def test_none_answers_a_surface_that_waits(follow, options):
    host, session = follow(*options)
    host.content(identifier="one", title="One", art="cover")
    session.wait_item("one")
    call = session.start_artwork("cover", 300, 300)
    session.get("Id")
    provide(host, "cover", "-", "none")
    session.surface.refused(call, "NotFound")


def test_an_address_on_the_web_is_not_for_surfaces(follow):
    host, session = follow(UNASKED)
    provide(host, "cover", "https://example.org/cover.png", "url")
    host.content(identifier="one", title="One", art="cover")
    session.wait_item("one")
    for _ in range(3):
        session.surface.refused(session.start_artwork("cover"), "Asset.NotLocal")
    line = {"message": 'No artwork "cover" for a surface: The address is not on this computer'}
    assert host.wait("log", level=C.LOG_DEBUG, **line) and len(host.seen("log", **line)) == 1


def test_a_file_that_stays_where_it_is(art, follow):
    host, session = follow(UNASKED)
    path = art(RED)
    provide(host, "cover", f"file://{path}", "url")
    host.content(identifier="one", title="One", art="cover")
    session.wait_item("one")
    # The file was read when it was provided: a hanging disk would block all clients.
    path.unlink()
    assert get(session) == RED
    host.content(identifier="two", title="Two")
    session.wait_item("two")
    path.write_bytes(BLUE)
    host.content(identifier="three", title="Three", art="cover")
    session.wait_item("three")
    assert get(session) == RED
    provide(host, "cover", f"file://{path}", "url")
    session.wait(lambda it: it.content["artwork"] != "cover", "another id")
    assert get(session) == BLUE


@pytest.fixture
def memory():
    """Makes a runtime directory in memory, as logind does, and yields the variable that names it."""
    if not os.path.ismount("/dev/shm"):
        pytest.skip("nothing is mounted at /dev/shm")
    with tempfile.TemporaryDirectory(dir="/dev/shm", ignore_cleanup_errors=True) as runtime:
        yield {"XDG_RUNTIME_DIR": runtime}


def test_a_copy_on_a_disk_that_stands_still(bus, art):
    """Flatpak and Snap write to a real disk, which other programs may keep busy: no client waits for it."""
    gate = bus.directory + "/gate"
    host, client = playing(bus, UNASKED, environment={**odd_disk(bus), "SLOW_DISK": gate})
    session = Surface(bus).only(NAME)
    for identifier, how in ("one", "data"), ("two", "file"):
        provide(host, identifier, art(png((len(identifier), 4, 4))), how)
        host.content(identifier=identifier, title=identifier, art=identifier)
        session.wait_item(identifier)
    os.mkfifo(gate)
    try:
        call = session.start_artwork("two")
        assert client.metadata()["xesam:title"] == "two"
        assert sealed_bytes(session.surface.reply(call).descriptors[0]) == png((3, 4, 4))
        host.content(identifier="one", title="one", art="one")
        session.wait_item("one")
        assert get(session) == png((3, 4, 4))
        assert not os.path.exists(gate + ".reached")
    finally:
        os.close(os.open(gate, os.O_RDWR))
        os.unlink(gate)
        session.surface.close()


def test_a_copy_that_somebody_removes(make_bus, art, memory):
    bus = make_bus().start()
    runtime = memory["XDG_RUNTIME_DIR"]
    host, _ = playing(bus, UNASKED, environment=memory)
    session = Surface(bus).only(NAME)
    provide(host, "cover", art(RED))
    host.content(identifier="one", title="One", art="cover")
    session.wait_item("one")
    shutil.rmtree(runtime + "/nowplaying")
    session.surface.refused(session.start_artwork("cover"), "Asset.Unreadable")
    session.surface.settle()
    call = session.start_artwork(session.content["artwork"])
    session.get("Id")
    provide(host, "cover", art(BLUE))
    session.surface.settle()
    try:
        assert sealed_bytes(session.surface.reply(call).descriptors[0]) == BLUE
    except DBusError as error:
        assert error.name.endswith(".Cancelled")
    assert get(session) == BLUE
    assert 'The file of the artwork "cover" is gone: provide the picture again' in [
        line["message"] for line in host.seen("log", level=C.LOG_WARNING)]
    session.surface.close()


def descriptors(host, session):
    """Returns how many descriptors the host has once its replies are sent."""
    session.get("Id")
    return len(os.listdir(f"/proc/{host.pid}/fd"))


def test_what_surfaces_are_given_goes_with_the_item(art, follow, memory):
    host, session = follow(UNASKED, environment=memory)
    provide(host, "first", art(RED))  # which makes the directory
    before = descriptors(host, session)
    for number in range(20):
        provide(host, f"cover {number}", art(png((number, 7, 7))))
        host.content(identifier=f"item {number}", title="Item", art=f"cover {number}")
        session.wait_item(f"item {number}")
        for size in range(100, 110):
            assert get(session, size, size) == png((number, 7, 7))
        provide(host, f"cover {number}", art(png((number, 8, 8))))
        session.wait(lambda it: it.content["artwork"] != f"cover {number}", "another id")
        assert get(session) == png((number, 8, 8))
        assert descriptors(host, session) <= before + 1
    host.content(identifier="last", title="Last")
    session.wait_item("last")
    assert descriptors(host, session) == before


def test_a_session_that_is_not_shown(art, follow):
    """Surfaces see all sessions."""
    host, session = follow(UNASKED)
    host.session("second", "second")
    host.content("second", identifier="two", title="Two", art="cover")
    other = session.copy["second"].wait_item("two")
    call = other.start_artwork("cover")
    other.get("Id")
    host.ask("provide", "second", "cover", "data", art(RED))
    assert sealed_bytes(other.surface.reply(call).descriptors[0]) == RED
