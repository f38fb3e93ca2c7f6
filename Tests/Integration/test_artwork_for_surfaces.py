# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Pictures that a host provides, as surfaces of org.nowplaying get them."""

import os

import pytest

from harness.artwork import NAME, UNASKED, playing, provide
from harness.host import C
from harness.images import BLUE, RED, png
from harness.received import sealed_bytes
from harness.surface import Surface

BOTH = pytest.mark.parametrize("options", [(), (UNASKED,)], ids=["callback", "no-callback"])


def followed(bus):
    """The player's session, as a surface that has just come sees it."""
    surface = Surface(bus)
    copy = surface.follow(NAME)
    surface.wait(copy.sessions, "it has a session")
    (identifier,) = copy.sessions()
    return copy[identifier]


@pytest.fixture
def follow(bus):
    """Starts a host, and a surface that follows its session."""
    surfaces = []

    def follow(*options):
        host, _ = playing(bus, *options)
        session = followed(bus)
        surfaces.append(session.surface)
        return host, session

    yield follow
    for surface in surfaces:
        surface.close()


def get(session, width=0, height=0):
    """The bytes that a surface gets of the artwork that it sees."""
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


def test_one_file_for_surfaces_that_come_and_go(bus, art, follow):
    """The memory file of a picture is made once for as long as the item stays."""
    host, session = follow()
    provide(host, "cover", art(RED))
    host.content(identifier="one", title="One", art="cover")
    session.wait_item("one")
    assert get(session) == RED
    session.surface.close()
    files = set()
    for _ in range(5):
        again = followed(bus)
        again.wait_item("one")
        assert again.content["artwork"] == "cover"
        message = again.surface.reply(again.start_artwork("cover", 0, 0))
        files.add(os.fstat(message.descriptors[0]).st_ino)
        again.surface.close()
    assert len(files) == 1


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
    # It is the picture that was asked for, so that there is nothing to tell.
    session.surface.settle()
    assert not any("Content" in change for change in session.sent(start))
    assert get(session, 77, 77) == RED


@BOTH
def test_another_picture_has_another_id(art, follow, options):
    """By the protocol the same id is the same picture, and surfaces do not ask again."""
    host, session = follow(*options)
    provide(host, "cover", art(RED))
    host.content(identifier="one", title="One", art="cover")
    session.wait_item("one")
    assert get(session) == RED
    seen = ["cover"]
    for picture in (BLUE, RED, BLUE):
        provide(host, "cover", art(picture))
        session.wait(lambda it: it.content["artwork"] not in seen, "another id")
        seen.append(session.content["artwork"])
        assert get(session, 99, 99) == picture
    session.surface.refused(session.start_artwork("cover"), "NotFound")
    # The same bytes are the same picture.
    session.surface.settle()
    start = len(session.copy.signals)
    provide(host, "cover", art(BLUE))
    session.surface.settle()
    assert not any("Content" in change for change in session.sent(start))
    # Other changes leave the id as it is.
    host.volume(0.25)
    session.wait(lambda it: it.volume == 0.25, "the volume")
    assert session.content["artwork"] == seen[-1]
    host.content(identifier="two", title="Two", art="cover")
    session.wait_item("two")
    assert get(session) == BLUE


def test_a_picture_after_one_that_was_asked_for_or_failed(art, follow):
    host, session = follow()
    for number, status in enumerate((C.ERROR_NO_SUCH_CONTENT, C.OK)):
        host.ask("answer", "artwork", status, art(RED) if status == C.OK else "-")
        host.content(identifier=f"item {number}", title="Item", art=f"cover {number}")
        session.wait_item(f"item {number}")
        if status == C.OK:
            assert get(session, 300, 300) == RED
        else:
            session.surface.refused(session.start_artwork(f"cover {number}", 300, 300), "NotFound")
        provide(host, f"cover {number}", art(BLUE))
        session.wait(lambda it: it.content["artwork"] != f"cover {number}", "another id")
        assert get(session, 300, 300) == BLUE


@BOTH
def test_without_a_picture_there_is_no_artwork(art, follow, options):
    host, session = follow(*options)
    provide(host, "cover", "-", "none")
    host.content(identifier="one", title="One", art="cover")
    session.wait_item("one")
    assert "artwork" not in session.content
    session.surface.refused(session.start_artwork("cover"), "NotFound")
    provide(host, "cover", art(RED))
    session.wait(lambda it: "artwork" in it.content, "an artwork")
    assert get(session) == RED
    provide(host, "cover", "-", "none")
    session.wait(lambda it: "artwork" not in it.content, "no artwork")
    assert host.seen("artwork") == []


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
    session.surface.refused(session.start_artwork("cover"), "Asset.NotLocal")


def test_a_file_that_stays_where_it_is(art, follow):
    host, session = follow(UNASKED)
    path = art(RED)
    provide(host, "cover", f"file://{path}", "url")
    host.content(identifier="one", title="One", art="cover")
    session.wait_item("one")
    assert get(session) == RED
    # It is the host's to keep, and a host that does not has no picture.
    host.content(identifier="two", title="Two")
    session.wait_item("two")
    os.remove(path)
    host.content(identifier="three", title="Three", art="cover")
    session.wait_item("three")
    session.surface.refused(session.start_artwork("cover"), "Asset.Unreadable")


def descriptors(host, session):
    """How many the host has, when its replies have gone out."""
    session.get("Id")
    return len(os.listdir(f"/proc/{host.pid}/fd"))


def test_what_surfaces_are_given_goes_with_the_item(art, follow):
    host, session = follow(UNASKED)
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
