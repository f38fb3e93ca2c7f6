# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 3: Content, key by key and type by type, of each item of the reference player, as its page has it."""

import pytest

from testkit import described
from testkit.protocol import SESSION


ITEMS = described.items("main")


def content(session):
    """Returns the content with types."""
    return session.copy.objects[session.path][SESSION]["Content"].value


@pytest.mark.parametrize("identifier", ITEMS)
def test_3_items_of_main(main, identifier):
    for _ in range(list(ITEMS).index(identifier)):
        main.send("next")
    main.wait_item(identifier)
    assert content(main) == ITEMS[identifier]
    assert main.get("Content").value == ITEMS[identifier]


def test_3_next_and_previous_go_round(main):
    for identifier in [*list(ITEMS)[1:], "music"]:
        main.send("next").wait_item(identifier)
    assert content(main) == ITEMS["music"]
    for identifier in [*list(ITEMS)[:0:-1], "music"]:
        main.send("previous").wait_item(identifier)


def test_3_items_of_side(side):
    """For items whose fields are described in words: the required fields are there, and no others."""
    first, second = described.items("side").values()
    assert content(side) == first
    side.send("stop").wait_item("episode-2")
    assert content(side) == second
    side.send("stop").wait_item("episode-1")
    assert content(side) == first


def test_3_items_of_studio(studio):
    """Each item is reached from both sides; an advertisement can only be left by "previous"."""
    concert, broadcast, spot = described.items("studio").values()
    assert content(studio) == concert
    for command, identifier, wanted in (("next", "broadcast", broadcast), ("next", "spot", spot),
                                        ("previous", "broadcast", broadcast), ("previous", "concert", concert),
                                        ("previous", "spot", spot)):
        studio.send(command).wait_item(identifier)
        assert content(studio) == wanted
        assert studio.get("Content").value == wanted


def test_3_item_of_guest(surface, side):
    side.send("toggle-play-pause")
    assert content(surface.local["guest"]) == described.items("guest")["live"]


def test_3_item_of_kitchen(kitchen):
    assert content(kitchen) == described.items("kitchen")["song"]
