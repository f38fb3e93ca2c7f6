# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests chapters, lyrics with times, the seekable window of a broadcast, the loaded range, and errors."""

import json

from abi import headers
import pytest
from lab.library import UNKNOWN, numbers
from testkit import HERE as TESTKIT
from testkit.fakes import LATER, SESSION, Later, Plain, Whole, content, playback, song, variants
from testkit.wire import Variant

SECOND = 1_000_000
KINDS = numbers([headers.HEADER], "ERROR_KIND")
NO = "NO_SUCH_CONTENT"
CHANGED_ITEM, CHANGED_PLAYBACK = 2, 4
# The lyrics that a surface reads, as GNOME Shell's extension reads them, too.
CASES = json.loads((TESTKIT / "cases/lyrics.json").read_text(encoding="utf-8"))


def start(bus, make_shown, make=Whole, **properties):
    """Starts a player of org.nowplaying with one session and a surface; returns both and the entry."""
    player = make(bus, "whole")
    player.session("a", **properties)
    shown = make_shown(player.appear())
    return player, shown, shown.find(session_id="a")


def chapters(*list_, **others):
    return content(chapters=Variant("a(xss)", list(list_)), **others)


# ----------------------------------------------------------------------------------------------- Chapters -----------

BOOK = (0, "One", ""), (10 * SECOND, "Zwei", "cover-2"), (60 * SECOND, "", "cover-3")


def test_chapters(bus, make_shown):
    player, shown, view = start(bus, make_shown, Content=chapters(*BOOK))
    assert view.chapters == list(BOOK)
    for position, found in ((0, (0, 10)), (9_999_999, (0, 10)), (10 * SECOND, (1, 60)), (60 * SECOND, (2, 100)),
                            (2**63 - 1, (2, 100))):
        assert view.chapter_at(position) == (found[0], found[1] * SECOND)
    assert view.chapter_at(-1) == view.chapter_at(UNKNOWN) == NO
    player.change("a", Content=chapters((5, "Late", ""), (5, "As late", "")))
    view = shown.wait_for(view, lambda view: len(view.chapters) == 2)
    assert view.changes == CHANGED_ITEM
    assert (view.chapter_at(4), view.chapter_at(5)) == (NO, (1, 100 * SECOND))
    endless = chapters((0, "", ""), **{"duration-kind": Variant("s", "live")})
    player.change("a", Content=endless)
    view = shown.wait_for(view, lambda view: len(view.chapters) == 1)
    assert view.chapter_at(7) == (0, UNKNOWN)
    player.change("a", Content=content())
    assert shown.wait_for(view, lambda view: not view.chapters).chapter_at(0) == NO


def test_the_picture_of_a_chapter(bus, make_shown):
    player, shown, view = start(bus, make_shown, Content=chapters(*BOOK))
    player.answers[SESSION, "GetArtwork"] = lambda call: ("error", "org.nowplaying.Error.NotFound", "Gone")
    outcome = shown.chapter_artwork(view, 1, 64, 32).wait()
    assert (outcome.status, outcome.message) == (NO, "Gone")
    assert player.called("GetArtwork") == [["cover-2", 64, 32]]
    for index in 0, 3, 2**64 - 1:
        assert shown.chapter_artwork(view, index).wait().status == NO
    assert len(player.called("GetArtwork")) == 1


def test_chapters_that_cannot_be(bus, make_shown):
    """A chapter that begins before the one before is left out."""
    wrong = [(-5, "before", ""), (7, "a", "x" * 1025), (3, "back", ""), (2**63 - 1, "T" * 5000, ""), (8, "back", "")]
    player, shown, view = start(bus, make_shown, Content=chapters(*wrong))
    assert view.chapters == [(7, "a", ""), (2**63 - 1, "T" * 256, "")]
    player.change("a", Content=chapters(*((number, "é" * 200, "id") for number in range(5000))))
    view = shown.wait_for(view, lambda view: len(view.chapters) > 2)
    assert len(view.chapters) <= 1024 and view.chapters[-1] == (len(view.chapters) - 1, "é" * 128, "id")
    assert sum(len(title.encode()) for _, title, _ in view.chapters) <= 262_144
    player.change("a", Content=chapters(*((number, str(number), "") for number in range(5000))))
    view = shown.wait_for(view, lambda view: len(view.chapters) == 1024)
    assert view.chapters[-1] == (1023, "1023", "") and view.lines == ["Song", "", ""]
    for value in (Variant("s", "x"), Variant("a(xs)", [(1, "x")]), Variant("a(xsss)", [(1, "x", "x", "x")]),
                  Variant("a(uss)", [(1, "x", "y")]), Variant("aa{sv}", [LATER]), Variant("a(xss)", []),
                  Variant("(xss)", (1, "x", "y"))):
        player.change("a", Content=content(chapters=value))
        view = shown.wait_for(view, lambda view: not view.chapters)
        assert view.lines == ["Song", "", ""]
        player.change("a", Content=chapters(*BOOK))
        view = shown.wait_for(view, lambda view: view.chapters)


# ------------------------------------------------------------------------------------------------- Lyrics -----------


@pytest.fixture
def sing(request, bus, make_shown):
    """Shows lyrics of a player, which is one of org.nowplaying unless the test says otherwise."""
    made, make = [], getattr(request, "param", Whole)

    def show(lyrics):
        item = {"lyrics": Variant("s", lyrics)}, {"xesam:asText": Variant("s", lyrics)}
        if not made:
            player = make(bus, "singer")
            if make is Whole:
                player.session("a")
            shown = make_shown(player.appear())
            made.extend([player, shown, shown.find(bus_name="org.mpris.MediaPlayer2.singer"), 0])
        player, shown, view, count = made
        made[3] += 1
        title = f"Song_{count}"
        if make is Whole:
            player.change("a", Content=content(title, **item[0]))
        else:
            player.change(Metadata=("a{sv}", song(title, **item[1])))
        return shown.wait_for(view, lambda view: view.item and view.item["first_line"] == title)
    return show


def lines(view):
    """Returns every line with its time in µs."""
    found, at = [], -1
    while (line := view.line_at(at)) != NO and line[1] != UNKNOWN:
        at = line[1]
        found.append((at, view.line_at(at)[0]))
    return found


@pytest.mark.parametrize("sing", [Whole, Plain], indirect=True)
def test_lines_of_lyrics(sing):
    view = sing(CASES[0]["lyrics"])
    assert lines(view) == [tuple(line) for line in CASES[0]["lines"]]
    assert view.line_at(0) == view.line_at(UNKNOWN) == ("", 1_500_000)
    assert view.line_at(1_499_999) == ("", 1_500_000) and view.line_at(1_500_000) == ("One", 3_200_000)
    assert view.line_at(2**63 - 1) == ("Last", UNKNOWN)


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["lyrics"]))
def test_cases_of_lyrics(sing, case):
    view = sing(case["lyrics"])
    assert lines(view) == [tuple(line) for line in case["lines"]]
    assert case["lines"] or view.line_at(0) == view.line_at(2**63 - 1) == NO


@pytest.mark.parametrize("lyrics", ["[" * 65536, "[00:" * 16000, "[00:01" * 10000, "]" * 100],
                         ids=lambda lyrics: lyrics[:16])
def test_lyrics_without_times(sing, lyrics):
    view = sing(lyrics)
    assert view.line_at(0) == view.line_at(2**63 - 1) == NO


def test_hostile_lyrics(sing):
    view = sing("".join(f"[{number // 60}:{number % 60:02}]{number}\n" for number in range(4000, 0, -1)))
    found = lines(view)
    assert len(found) == 2048 and found == sorted(found) and found[-1] == (4000 * SECOND, "4000")
    view = sing("[00:01]" * 9000 + "many")
    assert lines(view) == [(SECOND, "many")] and view.line_at(SECOND) == ("many", UNKNOWN)
    view = sing("[00:01.5" + "9" * 60000 + "]long\n[00:02]next")
    assert lines(view) == [(1_599_999, "long"), (2 * SECOND, "next")]
    view = sing("[00:01]" + "<" * 60000)
    assert view.line_at(SECOND)[0] == "<" * 4096
    for word in "<00:01>", "[00:01]", "<", "[":
        view = sing("[00:01]x" + word * 9000)
        assert view.line_at(SECOND)[0].startswith("x")
    # Lines that have many times each are bounded.
    times = "".join(f"[00:{second:02}]" for second in range(16))
    view = sing("\n".join(times + str(number) * 4000 for number in range(8)))
    assert 0 < sum(len(text) for _, text in lines(view)) <= 4 * 65536


# --------------------------------------------------------------------------------------- Live, buffered, errors -----


def line(at, start_, end, state="playing", **others):
    return playback(state, float(state == "playing"), elapsed=Variant("x", 50 * SECOND), timestamp=Variant("x", at),
                    seekable=Variant("(xx)", (start_, end)), **others)


def window(view, at):
    found = view.snapshot(at)
    return found.seekable_start_us, found.seekable_end_us


@pytest.mark.parametrize("state", ["playing", "paused"])
def test_the_end_of_a_broadcast_moves_on(bus, make_shown, state):
    item = content(**{"duration-kind": Variant("s", "live")})
    player, shown, view = start(bus, make_shown, Content=item, Playback=line(
        SECOND, 5 * SECOND, 60 * SECOND, state,
        **variants(**{"live-edge": ("b", True), "buffered": ("x", 70 * SECOND)})))
    assert window(view, SECOND) == (5 * SECOND, 60 * SECOND)
    assert window(view, 11 * SECOND) == (5 * SECOND, 70 * SECOND)
    assert window(view, 0) == (5 * SECOND, 60 * SECOND) and window(view, 2**63 - 1)[1] == 2**63 - 1
    assert view.snapshot(SECOND).is_at_live_edge == 1 and view.snapshot(9 * SECOND).buffered_us == 70 * SECOND
    player.change("a", Content=content())
    view = shown.wait_for(view, lambda view: view.item["duration_us"])
    # The range of a partly loaded file stands still.
    assert window(view, SECOND) == window(view, 11 * SECOND) == (5 * SECOND, 60 * SECOND)
    player.change("a", Playback=playback("playing", 1.0))
    view = shown.wait_for(view, lambda view: window(view, SECOND) == (UNKNOWN, UNKNOWN))
    after = view.snapshot(SECOND)
    assert (after.buffered_us, after.is_at_live_edge) == (UNKNOWN, 0) and view.changes & CHANGED_PLAYBACK


def test_errors(bus, make_shown):
    words = {name.lower().replace("_", "-"): number for name, number in KINDS.items()}
    assert len(words) == 6
    player, shown, view = start(bus, make_shown)
    for word, number in words.items():
        player.change("a", Playback=playback("error", **variants(**{"error": ("s", "No " + word),
                                                                   "error-kind": ("s", word)})))
        view = shown.wait_for(view, lambda view, word=word: view.snapshot().error == f"No {word}".encode())
        assert (view.state, view.snapshot().error_kind, view.snapshot().rate) == ("error", number, 0)
    for wrong in ({"error-kind": Variant("s", "gremlins")}, {"error-kind": Variant("u", 1)}, {}):
        player.change("a", Playback=playback("error", error=Variant("s", "E"), **wrong))
        view = shown.wait_for(view, lambda view: view.snapshot().error == b"E" and view.snapshot().error_kind == 0)
        player.change("a", Playback=playback("error", error=Variant("u", 1), **{"error-kind": Variant("s", "region")}))
        view = shown.wait_for(view, lambda view: view.snapshot().error_kind == KINDS["REGION"])
        assert view.snapshot().error is None and view.state == "error"


def test_a_publisher_of_a_later_version(bus, make_shown):
    """Known values in playback and item are used, although others are unknown."""
    item = chapters(*BOOK, lyrics=Variant("s", "[00:01]a"), **LATER)
    player, shown, view = start(bus, make_shown, Later, Content=item, Playback=playback(
        "error", **variants(**{"error": ("s", "E"), "error-kind": ("s", "gremlins")}), **LATER))
    assert view.chapters == list(BOOK) and view.line_at(SECOND) == ("a", UNKNOWN)
    assert (view.state, view.snapshot().error, view.snapshot().error_kind) == ("error", b"E", KINDS["OTHER"])
    player.change("a", Playback=line(0, 1, 2, "warping", **LATER))
    view = shown.wait_for(view, lambda view: view.state == "paused")
    assert window(view, SECOND) == (1, 2) and view.snapshot().error is None
