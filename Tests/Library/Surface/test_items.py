# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the same item described again: each changed part is reported."""

import pytest
from testkit.fakes import Variant, Whole, content

ITEM = 2  # NOWPLAYING_SURFACE_CHANGED_ITEM


def changed_once(shown, player, view, tell):
    """Calls `tell`, which must change the item of the entry exactly once. Returns the entry's new session."""
    shown.settle(player)
    before = len(shown.events)
    tell()
    shown.settle(player)
    news = shown.events[before:]
    assert [(kind, seen.key) for kind, seen in news] == [("changed", view.key)] and news[0][1].changes & ITEM
    return news[0][1]


@pytest.mark.parametrize("key, value, shown_as", [
    ("title", ("s", "Another"), lambda view: view.lines[0] == "Another"),
    ("lines", ("as", ["Another", "Line"]), lambda view: view.lines == ["Another", "Line", ""]),
    ("lines", ("as", ["", "", "Third", "Fourth"]), lambda view: view.lines == ["", "", "Third"]),
    ("kind", ("s", "podcast"), lambda view: view.item["kind"] == 2),
    ("media-type", ("s", "video"), lambda view: view.item["media_type"] == 1),
    ("duration", ("x", 99_000_000), lambda view: view.item["duration_us"] == 99_000_000),
    ("duration-kind", ("s", "live"), lambda view: view.item["duration_us"] == 0),
    ("artwork", ("s", "cover"), lambda view: view.item["artwork_id"] == "cover"),
    ("artwork-url", ("s", "https://a/b"), lambda view: view.item["artwork_url"] == "https://a/b"),
    ("animated-artwork", ("a{ss}", {"1:1": "a"}), lambda view: view.item["animated_square_id"] == "a"),
    ("animated-artwork", ("a{ss}", {"3:4": "a"}), lambda view: view.item["animated_tall_id"] == "a"),
    ("genres", ("as", ["One", "Two"]), lambda view: view.texts("GENRES") == ["One", "Two"]),
    ("track-number", ("u", 7), lambda view: view.number("TRACK_NUMBER") == 7),
    ("user-rating", ("d", 0.25), lambda view: view.number("USER_RATING") == 0.25)])
def test_a_part_of_an_item(bus, make_shown, key, value, shown_as):
    player = Whole(bus, "whole")
    player.session("a")
    shown = make_shown(player.appear())
    view = shown.find(session_id="a")
    kind, entries = content()
    new = changed_once(shown, player, view,
                       lambda: player.change("a", Content=(kind, entries | {key: Variant(*value)})))
    assert new.item["id"] == view.item["id"] and shown_as(new) and not shown_as(view)
