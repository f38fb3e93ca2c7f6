# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests players of org.nowplaying: the reference player is seen as its page describes it, and carries out commands."""

import os

import pytest
from lab.library import KIND, now_us
from testkit.bus import ROOT
from testkit.fakes import SESSION, Plain, Whole, path, variants
from testkit.received import png_size

SQUARE, TALL = 1, 2


@pytest.fixture
def main(shown):
    return shown.find(session_id="main")


@pytest.fixture
def side(shown):
    return shown.find(session_id="side")


@pytest.fixture
def kitchen(shown):
    return shown.find(session_id="kitchen")


def go(shown, view, name, item, **arguments):
    """Sends a command, and waits for an item."""
    assert shown.send(view, name, **arguments).wait().status == "OK"
    return shown.wait_for(view, lambda view: view.item["id"] == item, f"the item {item}")


def test_who_plays(shown, main, side, kitchen):
    assert len(shown.entries) == 4 and shown.listed == 1
    for view in main, side, kitchen:
        assert (view.application_id, view.desktop_entry) == ("trial-player", "trial-player")
    assert main.display_name == "Trial Player" and main.bus_name == side.bus_name != kitchen.bus_name
    # The name is MPRIS's Identity, as on the desktop.
    assert kitchen.display_name == "Trial Player – Kitchen Speaker + 2"
    assert (main.primary, side.primary, kitchen.primary) == (1, 0, 1)
    assert main.volume == 0.5 and side.volume == -1
    assert main.abilities & 7 == 1 | 4 and side.abilities & 7 == 1 and kitchen.abilities & 3 == 1 | 2
    assert [view.session_id for view in shown.order()][0] == "main"


def test_every_field_of_the_first_item(main):
    assert main.fields() == {
        "TITLE": "Trial Song", "ARTISTS": ["Trial Artist", "Second Artist"], "ALBUM": "Trial Album",
        "ALBUM_ARTISTS": ["Trial Band"], "COMPOSERS": ["A. Composer"], "GENRES": ["Test"], "ISRC": "QZTRL2600001",
        "TRACK_NUMBER": 3, "DISC_NUMBER": 1, "RELEASE_DATE": 1700000000, "EXPLICIT": 0, "USER_RATING": 0.8,
        "URL": "https://example.org/trial", "LYRICS": "la la", "COLLECTION_ID": "album-1",
        "SERVICE_ID": "trial-service"}
    assert main.item == {
        "id": "music", "first_line": "Trial Song", "second_line": "Trial Artist, Second Artist",
        "third_line": "Trial Album", "artwork_id": "cover-1", "artwork_url": "", "animated_square_id": "moving-1",
        "animated_tall_id": "moving-1", "duration_us": 180_000_000, "kind": KIND["MUSIC"], "media_type": 0,
        "duration_kind": 1}


def test_the_position(shown, main, side, kitchen):
    now = now_us()
    assert main.state == "playing" and main.position(now + 5_000_000) - main.position(now) == pytest.approx(5)
    assert side.state == "paused" and side.position(now) == side.position(now + 10**9) == 60
    assert kitchen.state == "interrupted" and kitchen.position() == 20
    assert shown.send(main, "SEEK_TO_POSITION", time_us=100_000_000).wait().status == "OK"
    main = shown.wait_for(main, lambda view: view.position() >= 100)
    assert main.changes == 4 and main.position(now_us() + 10**12) == 180


@pytest.mark.parametrize("name, status", [
    ("NEXT", "INVALID_STATE"), ("FEEDBACK", "NOT_SUPPORTED"), ("PREVIOUS", "COMMAND_FAILED")])
def test_refusals(shown, side, name, status):
    outcome = shown.send(side, name).wait()
    assert outcome.status == status and outcome.message
    if name == "PREVIOUS":
        assert outcome.message == "There is no previous episode"


def test_commands_for_the_player_do_not_wait_for_its_next_item(shown, main):
    """Next and at once Pause: the pause is for the player, whatever it plays. A like is for the item that was shown."""
    sent = [shown.send(main, name) for name in ("NEXT", "PAUSE", "TOGGLE_PLAY_PAUSE", "NEXT", "PAUSE")]
    like = shown.send(main, "FEEDBACK", mode=1)
    assert [outcome.wait().status for outcome in sent] == ["OK"] * 5
    assert like.wait().status == "NO_SUCH_CONTENT"


def test_artwork(shown, main, side):
    outcome = shown.artwork(main, 300, 200).wait()
    assert (outcome.status, outcome.pixels, outcome.mime) == ("OK", (300, 200), "image/png")
    assert png_size(outcome.data) == (300, 200) and os.pread(outcome.descriptor, 1 << 20, 0) == outcome.data
    outcome = shown.artwork(side).wait()
    assert (outcome.status, outcome.message, outcome.descriptor) == ("COMMAND_FAILED", "The cover is gone", -1)
    movie = go(shown, go(shown, main, "NEXT", "podcast"), "NEXT", "movie")
    assert shown.artwork(movie).wait().status == "NO_SUCH_CONTENT"


def test_animated_artwork(shown, reference, main, side):
    assert main.abilities & 32
    shown.show(3)
    surface = reference.surface()
    surface.wait(lambda: surface.local.app("AspectRatios") == ["1:1", "3:4"], "the registration")
    square, tall = shown.preview(main, SQUARE, 90, 90), shown.preview(main, TALL, 90, 120)
    assert square.wait().pixels == (90, 90) and tall.wait().pixels == (90, 120)
    video = shown.video(main, SQUARE).wait(35)
    assert (video.status, video.mime, video.data) == ("OK", "video/mp4", None)
    assert os.pread(video.descriptor, 8, 0)[4:] == b"ftyp"
    side = go(shown, side, "STOP", "episode-2")
    assert shown.preview(side, TALL).wait().status == "WRONG_ASPECT_RATIO"
    assert shown.video(side, SQUARE).wait().status == "NOT_LOCAL"
    assert shown.video(side, TALL).wait().status == "NOT_A_VIDEO"
    shown.show(0)
    surface.wait(lambda: surface.local.app("AspectRatios") == [], "the end of the registration")


def test_a_player_that_comes_later_hears_what_is_shown(bus, make_shown):
    """A player of MPRIS alone, which could not answer, does not hear it."""
    player, plain = Whole(bus, "whole"), Plain(bus, "plain")
    player.answers["org.nowplaying.Surfaces1", "Register"] = lambda call: ("", [])
    player.session("a")
    shown = make_shown(player, plain)
    shown.show(SQUARE)
    player.appear()
    plain.appear()
    shown.find(session_id="a")
    shown.find(display_name="plain")
    shown.wait(lambda: player.called("Register"), "the registration")
    shown.settle(plain)
    assert not plain.called("Register")
    (declared,), = player.called("Register")
    assert declared["aspect-ratios"].value == ["1:1"]


def test_sessions_come_and_go(shown, side, kitchen):
    assert shown.send(side, "TOGGLE_PLAY_PAUSE").wait().status == "OK"
    guest = shown.find(session_id="guest")
    assert guest.state == "buffering" and guest.lines == ["Guest FM", "", ""]
    waiting = shown.send(guest, "PLAY")
    assert shown.send(side, "TOGGLE_PLAY_PAUSE").wait().status == "OK"
    shown.wait(lambda: guest.key not in shown.entries, "the end of the guest")
    assert waiting.wait().status == "CANCELLED"
    assert shown.send(guest, "PLAY").wait().status == "CANCELLED"
    assert shown.send(kitchen, "STOP").wait().status in ("OK", "CANCELLED")
    shown.wait(lambda: kitchen.key not in shown.entries, "the end of the kitchen")
    assert len(shown.entries) == 3


def test_who_plays_is_asked_first(bus, make_shown):
    """A player that answers in order is never shown without its root properties."""
    player = Whole(bus, "whole")
    player.session("a")
    player.faces[ROOT] |= variants(CanRaise=("b", True))
    shown = make_shown(player.appear())
    assert shown.find(session_id="a").abilities & 8
    assert [(call.member, *call.body) for call in player.calls][:2] == [("GetAll", ROOT), ("GetManagedObjects",)]


def test_signals_from_before_the_answer_are_of_another_time(bus, make_shown):
    player = Whole(bus, "whole")
    player.session("a", Volume=("d", 0.5))
    answers = player.answers["org.freedesktop.DBus.ObjectManager", "GetManagedObjects"]

    def late(call):
        player.tell_changed(path("a"), SESSION, Volume=("d", 0.1))
        return answers(call)
    player.answers["org.freedesktop.DBus.ObjectManager", "GetManagedObjects"] = late
    shown = make_shown(player.appear())
    view = shown.find(session_id="a")
    assert view.volume == 0.5
    player.change("a", Volume=("d", 0.2))
    assert shown.wait_for(view, lambda view: view.volume == 0.2)
