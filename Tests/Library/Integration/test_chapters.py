# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Chapters of an item and their pictures, as surfaces of org.nowplaying see them; MPRIS has no word for them."""

import os

from testkit.host import C, SECOND
from testkit.images import BLUE, GREEN, RED
from testkit.received import sealed_bytes


def fetched(session, identifier):
    """Returns the bytes of the picture with an id."""
    return sealed_bytes(session.surface.reply(session.start_artwork(identifier)).descriptors[0])


def test_items_and_chapters_share_the_ids_of_pictures(host, session, folder):
    """A picture that was provided serves both, without a request."""
    (folder / "red").write_bytes(RED)
    host.ask("provide", "main", "cover", "data", folder / "red")
    host.content(identifier="book", title="Book", art="cover", commit=False)
    host.ask_all([("chapters", "main", 0, "One", "cover", SECOND, "Two", "other"), ("show", "main", "main"),
                  ("commit", "main")])
    session.wait_item("book")
    assert session.content["artwork"] == "cover" == session.content["chapters"][0][2]
    assert fetched(session, "cover") == RED
    host.content(identifier="next", title="Next", commit=False)
    host.ask_all([("chapters", "main", 0, 300 * "T", "cover"), ("show", "main", "main"), ("commit", "main")])
    session.wait_item("next")
    assert session.content["chapters"][0][1] == 256 * "T"  # The longest title of a chapter.
    assert "artwork" not in session.content and fetched(session, "cover") == RED
    assert host.seen("artwork", id="cover") == []


def test_pictures_of_chapters_that_are_provided_again_have_other_ids(host, session, folder):
    """Like an item's picture, each id that is listed gives the picture that is provided now."""
    def provide(*pictures):
        for identifier, data in pictures:
            (folder / "picture").write_bytes(data)
            host.ask("provide", "main", identifier, *(("data", folder / "picture") if data else ("none", "-")))

    def pictures():
        return [fetched(session, identifier) for _, _, identifier in session.content["chapters"]]

    provide(("cover", RED), ("pic", RED))
    host.content(identifier="book", title="Book", art="cover", commit=False)
    host.ask_all([("chapters", "main", 0, "One", "cover", SECOND, "Two", "pic", 2 * SECOND, "Three", "pic"),
                  ("show", "main", "main"), ("commit", "main")])
    session.wait_item("book")
    assert pictures() == [RED] * 3 and [entry[2] for entry in session.content["chapters"]] == ["cover", "pic", "pic"]
    for data in BLUE, GREEN, RED:
        provide(("pic", data))
        session.surface.settle()
        assert pictures() == [RED, data, data]
    provide(("cover", BLUE))
    session.wait(lambda it: it.content["artwork"] != "cover", "another id")
    assert session.content["chapters"][0][2] == session.content["artwork"] and pictures() == [BLUE, RED, RED]
    # A change of the position does not emit the item again.
    start = session.quiet()
    host.snapshot("PAUSED", 7 * SECOND)
    session.wait(lambda it: it.state == "paused", "paused")
    assert all("Content" not in change for change in session.sent(start))
    # A chapter without a picture has the item's.
    provide(("pic", b""))
    session.wait(lambda it: it.content["chapters"][1][2] == "", "no picture of its own")
    session.copy.surface.refused(session.start_artwork("pic"), "NotFound")
    assert host.seen("artwork") == []


def test_few_pictures_of_many_chapters_are_kept(host, session, art):
    """A client that requests each picture exhausts neither descriptors nor memory: the oldest is dropped."""
    host.ask("answer", "artwork", C.OK, art(RED))
    host.content(identifier="book", title="Book", commit=False)
    count = C.MAX_KEPT_PICTURES + 40
    host.ask_all([("many_chapters", "main", count, 8, "part"), ("show", "main", "main"), ("commit", "main")])
    session.wait_item("book")

    def ask(number):
        return sealed_bytes(session.surface.reply(session.start_artwork(f"part {number}", 64, 64)).descriptors[0])

    before = len(os.listdir(f"/proc/{host.pid}/fd"))
    assert {ask(number) for number in range(count)} == {RED}
    kept = len(os.listdir(f"/proc/{host.pid}/fd")) - before
    assert C.MAX_KEPT_PICTURES <= kept <= C.MAX_KEPT_PICTURES + 4
    # The last pictures are kept; for the first one the host is asked again.
    for number, times in (count - 1, 1), (count - C.MAX_KEPT_PICTURES + 1, 1), (0, 2):
        assert ask(number) == RED and len(host.seen("artwork", id=f"part {number}")) == times
