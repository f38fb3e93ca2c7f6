# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 3: Content, key by key and type by type, of each item of the reference player."""

import pytest

from harness.protocol import SESSION
from harness.surface import SECOND
from harness.wire import Variant


def text(value):
    return Variant("s", value)


def texts(*values):
    return Variant("as", list(values))


def described(identifier, kind, media, duration, **fields):
    """The Content of an item: duration is a number of seconds, or another word than "finite"."""
    content = {"id": text(identifier), "kind": text(kind), "media-type": text(media),
               "duration-kind": text(duration if isinstance(duration, str) else "finite")}
    if not isinstance(duration, str):
        content["duration"] = Variant("x", duration * SECOND)
    return content | {key.replace("_", "-"): text(value) if isinstance(value, str) else value
                      for key, value in fields.items()}


ITEMS = {content["id"].value: content for content in (
    described("music", "music", "audio", 180, title="Trial Song", artists=texts("Trial Artist", "Second Artist"),
              album="Trial Album", album_artists=texts("Trial Band"), composers=texts("A. Composer"),
              genres=texts("Test"), isrc="QZTRL2600001", track_number=Variant("u", 3), disc_number=Variant("u", 1),
              release_date=Variant("x", 1700000000), explicit=Variant("b", False), user_rating=Variant("d", 0.8),
              url="https://example.org/trial", lyrics="la la", collection_id="album-1", service_id="trial-service",
              artwork="cover-1", animated_artwork=Variant("a{ss}", {"1:1": "moving-1", "3:4": "moving-1"})),
    described("podcast", "podcast", "audio", 1800, title="Episode 7", show_name="Trial Show",
              release_date=Variant("x", 1690000000), artwork="cover-2"),
    described("movie", "movie", "video", 5400, title="Trial Film"),
    described("tv-show", "tv-show", "video", "unknown", title="Pilot", show_name="Trial Series"),
    described("book", "book", "audio", 36000, title="Trial Book", author="An Author", narrator="A Narrator",
              chapter=Variant("u", 3), chapter_count=Variant("u", 12)),
    described("radio", "radio", "audio", "live", station_name="Trial FM", program_name="Morning"),
    described("home-media", "home-media", "video", "live", source_name="Front Door", description="Somebody rings"),
    described("generic", "generic", "audio", "continuous", title="Rain", subtitle="on a roof",
              excluded_from_suggestions=Variant("b", True)))}


def content(session):
    """With the types."""
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
    """The items whose fields are described in words: the required ones are there, and no others."""
    first = described("episode-1", "podcast", "audio", 3600, title="Side Episode 1", show_name="Side Show",
                      artwork="broken", animated_artwork=Variant("a{ss}", {"1:1": "late"}))
    second = described("episode-2", "podcast", "audio", 3600, title="Side Episode 2", show_name="Side Show",
                       artwork="slow", animated_artwork=Variant("a{ss}", {"1:1": "remote", "3:4": "square"}))
    assert content(side) == first
    side.send("stop").wait_item("episode-2")
    assert content(side) == second
    side.send("stop").wait_item("episode-1")
    assert content(side) == first


def test_3_item_of_guest(surface, side):
    side.send("toggle-play-pause")
    assert content(surface.local["guest"]) == described("live", "radio", "audio", "live", station_name="Guest FM",
                                                        artwork="text")


def test_3_item_of_kitchen(kitchen):
    assert content(kitchen) == described("song", "music", "audio", 200, title="Kitchen Song",
                                         artists=texts("Kitchen Band"))


def test_3_ids_of_items_are_stable(main, side):
    """The same id means the same item."""
    for session, step in ((main, "next"), (side, "stop")):
        before = content(session)
        session.send(step).wait(lambda it, old=before: content(it) != old, "another item")
        assert content(session)["id"] != before["id"]
        session.send("previous" if session is main else "stop").wait(lambda it, old=before: content(it) == old, "back")
