# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the session "studio" of the reference player, from one library to the other: its state and its commands, by its
page."""

from abi import headers
import pytest
from lab.library import UNKNOWN, now_us, numbers

SECOND = 1_000_000
HEADERS = [headers.HEADER, headers.SURFACE]
SLOT, TRACK, ERRORS = (numbers(HEADERS, prefix) for prefix in ("SLOT", "TRACK", "ERROR_KIND"))
IS_MUTED = 64


@pytest.fixture
def studio(shown):
    return shown.find(session_id="studio")


def done(shown, view, name, condition, **arguments):
    """Sends a command, waits until the session fulfils the condition, and returns the session."""
    assert shown.send(view, name, **arguments).wait().status == "OK"
    return shown.wait_for(view, condition, name)


def at(view, now=None):
    """Returns the position in microseconds."""
    return round(view.position(now) * SECOND)


def own(view, identifier):
    return next(each for each in view.commands if each.id == identifier)


def test_chapters_lyrics_and_pictures(shown, studio):
    assert studio.chapters == [(0, "Overture", "stage-1"), (120 * SECOND, "Song", ""), (400 * SECOND, "", "stage-2")]
    assert studio.chapter_at(at(studio)) == (0, 120 * SECOND)
    assert studio.line_at(at(studio)) == ("Hush", 30_500_000)
    assert studio.line_at(31 * SECOND) == ("First line", 120 * SECOND)
    outcome = shown.chapter_artwork(studio, 2, 64, 64).wait()
    assert (outcome.status, outcome.pixels) == ("OK", (64, 64))
    view = done(shown, studio, "NEXT_CHAPTER", lambda view: at(view) == 120 * SECOND)
    assert view.line_at(at(view)) == ("Second line", UNKNOWN)
    view = done(shown, view, "NEXT_CHAPTER", lambda view: at(view) == 400 * SECOND)
    outcome = shown.send(view, "NEXT_CHAPTER").wait()
    assert (outcome.status, outcome.message) == ("COMMAND_FAILED", "This is the last chapter")


def test_buttons(shown, studio):
    favourite, sleep, trouble = (own(studio, name) for name in (b"favourite", b"sleep timer/1", b"trouble"))
    assert (favourite.title, favourite.short_title, favourite.icon, favourite.slot, favourite.active) == (
        b"Add to favourites", b"Favourite", b"heart", SLOT["BACK_SECONDARY"], 0)
    assert (sleep.enabled, sleep.icon, trouble.icon, trouble.slot) == (0, b"timer", b"dialog-error", SLOT["ANY"])
    assert (studio.command("PLAY").slot, studio.command("PLAY").icon) == (SLOT["CENTRAL"], b"play")
    assert studio.command("SET_RATING").steps == 10 and studio.command("BOOKMARK").title == b"Remember this place"
    view = done(shown, studio, "CUSTOM", lambda view: own(view, b"favourite").active, id=b"favourite")
    assert own(view, b"favourite").icon == b"heart-filled"
    view = done(shown, view, "BOOKMARK", lambda view: view.command("BOOKMARK").active)
    view = done(shown, view, "SET_RATING", lambda view: view.fields()["USER_RATING"] == 0.3, rating=0.29)
    view = done(shown, view, "MUTE", lambda view: view.abilities & IS_MUTED, mode=1)
    assert view.volume == 0.8
    done(shown, view, "MUTE", lambda view: not view.abilities & IS_MUTED, mode=0)
    assert shown.send(view, "CUSTOM", id=b"sleep timer/1").wait().status == "INVALID_STATE"
    assert shown.send(view, "CUSTOM", id=b"none").wait().status == "NO_SUCH_CONTENT"


def test_a_broadcast(shown, studio):
    view = done(shown, studio, "NEXT", lambda view: view.item["id"] == "broadcast")
    first, now = view.snapshot(), now_us()
    assert first.seekable_start_us == 0 and first.seekable_end_us >= 1800 * SECOND and not first.is_at_live_edge
    assert view.snapshot(now + SECOND).seekable_end_us - view.snapshot(now).seekable_end_us == SECOND
    view = done(shown, view, "SEEK_TO_LIVE", lambda view: view.snapshot().is_at_live_edge)
    now = now_us()
    assert abs(at(view, now) - view.snapshot(now).seekable_end_us) < SECOND // 10
    view = done(shown, view, "PAUSE", lambda view: view.state == "paused" and not view.snapshot().is_at_live_edge)
    view = done(shown, view, "NEXT", lambda view: view.item["id"] == "spot")
    assert not any(view.command(name).enabled for name in ("NEXT", "SEEK_TO_POSITION", "SEEK_TO_LIVE"))
    assert view.fields()["ADVERTISEMENT"] == 1
    # The tracks of the item arrive by a separate signal.
    shown.wait_for(view, lambda view: not view.tracks)


def test_errors(shown, studio):
    """The errors follow in turn; the last has no text."""
    assert studio.snapshot().buffered_us == 90 * SECOND
    for kind in ("NETWORK", "SIGN_IN", "REGION", "FORMAT", "NOT_AVAILABLE", "OTHER"):
        studio = done(shown, studio, "CUSTOM", lambda view, kind=kind: view.state == "error" and
                      view.snapshot().error_kind == ERRORS[kind], id=b"trouble")
        assert bool(studio.snapshot().error) == (kind != "OTHER") and at(studio) == 30 * SECOND
    view = done(shown, studio, "PLAY", lambda view: view.state == "playing")
    assert view.snapshot().error is None and view.snapshot().error_kind == 0


def chosen(view):
    return [(each.kind, each.id) for each in view.tracks if each.selected]


def test_tracks(shown, studio):
    audio, subtitles, captions = (TRACK[name] for name in ("AUDIO", "SUBTITLES", "CAPTIONS"))
    assert [(each.kind, each.id, each.language, each.characteristics) for each in studio.tracks] == [
        (audio, b"en", b"en", 1), (audio, b"de", b"de", 0), (audio, b"director", b"en", 8),
        (audio, b"described", b"en", 4), (subtitles, b"en", b"en", 3), (subtitles, b"pt", b"pt-BR", 0),
        (captions, b"en", b"en", 0)]
    assert chosen(studio) == [(audio, b"en"), (subtitles, b"en")]
    for kind, identifier, wanted in (
            (audio, "de", [(audio, b"de"), (subtitles, b"en")]), (subtitles, None, [(audio, b"de")]),
            (captions, "en", [(audio, b"de"), (captions, b"en")])):
        assert shown.select(studio, kind, identifier).wait().status == "OK"
        studio = shown.wait_for(studio, lambda view, wanted=wanted: chosen(view) == wanted)
    outcome = shown.select(studio, audio, "director").wait()
    assert (outcome.status, outcome.message) == ("COMMAND_FAILED", "The director has said nothing yet")
    assert shown.select(studio, audio, "none").wait().status == "NO_SUCH_CONTENT"
