# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests sections 3 and 4: values that MPRIS lacks are emitted, and each of their commands does what it says."""

import pytest

from testkit import described
from testkit.protocol import TRACKS
from testkit.surface import SECOND, plain
from test_arguments import refused, without_effect

CHAPTERS = [start for start, _, _ in described.items("studio")["concert"]["chapters"].value]


def enabled(session):
    return {entry.get("id", entry["command"]) for entry in session.commands if entry["enabled"]}


def show(studio, identifier):
    """Goes on to an item."""
    names = list(described.items("studio"))
    for name in names[names.index(studio.item) + 1:names.index(identifier) + 1]:
        studio.send("next").wait_item(name)


def tracks(studio):
    return plain(studio.copy.objects[studio.path][TRACKS]["Tracks"])


def start_choice(studio, kind, identifier):
    return studio.start_raw("SelectTrack", "ss", kind, identifier, interface=TRACKS)


# ----------------------------------------------------------------------------------------------- Buttons ------------


def test_3_what_an_item_does_not_have_is_disabled(studio):
    everything = enabled(studio)
    assert everything == {entry.get("id", entry["command"]).value for entry in described.commands("studio")
                          if entry["enabled"].value}
    show(studio, "broadcast")
    assert enabled(studio) == everything - {"next-chapter", "previous-chapter"} | {"seek-to-live"}
    with without_effect(studio):
        refused(studio, "Disabled", "next-chapter")
    show(studio, "spot")
    assert enabled(studio) == everything - {"next-chapter", "previous-chapter", "next", "seek-to-position"}
    with without_effect(studio):
        for command, given in ("next", {}), ("seek-to-position", {"position": -1}), ("seek-to-live", {}):
            refused(studio, "Disabled", command, **given)
    studio.send("previous").send("previous").wait_item("concert")
    assert enabled(studio) == everything


# ---------------------------------------------------------------------------------------------- Chapters -----------


def test_4_chapters(studio):
    """Seeks to the start of each chapter."""
    for wanted in CHAPTERS[1:]:
        studio.send("next-chapter").wait(lambda it, at=wanted: it.position() == at, "the next chapter")
    with without_effect(studio):
        assert refused(studio, "Failed", "next-chapter") == described.sentence("next-chapter", "studio")
    for wanted in [*CHAPTERS[-2::-1], 0]:
        studio.send("previous-chapter").wait(lambda it, at=wanted: it.position() == at, "the previous chapter")


@pytest.mark.parametrize("size", [(0, 0, 512, 512), (64, 32, 64, 32)])
def test_4_pictures_of_chapters(surface, studio, size):
    """Only the ids of the present item and its chapters give pictures; a chapter without an id has the item's
    picture."""
    for identifier in "poster", "stage-1", "stage-2":
        _, mime, *pixels = surface.finish(studio.start_artwork(identifier, *size[:2]))
        assert (mime, pixels) == ("image/png", list(size[2:]))
    for identifier in "", "stage-3", "cover-1":
        surface.refused(studio.start_artwork(identifier), "NotFound")
    show(studio, "broadcast")
    surface.refused(studio.start_artwork("stage-1"), "NotFound")


# ------------------------------------------------------------------------------------------------ Errors ------------


def test_3_errors(studio):
    """Each kind of error has its text; `play` tries again."""
    for kind, sentence in [*described.errors(), described.errors()[0]]:
        studio.send("custom", id="trouble").wait_playback(state="error", error_kind=kind)
        assert studio.playback.get("error") == sentence
        assert studio.playback["rate"] == 0.0 and studio.position() == 30 * SECOND
    studio.send("play").wait_playback(state="playing", rate=1.0)
    assert not {"error", "error-kind"} & studio.playback.keys()
    studio.send("custom", id="trouble").wait_playback(state="error", error_kind=described.errors()[1][0])
    studio.send("next").wait_item("broadcast")
    assert studio.state == "paused" and not {"error", "error-kind"} & studio.playback.keys()


# ------------------------------------------------------------------------------------------------ Tracks ------------


@pytest.mark.parametrize("kind, identifier", [
    ("audio", "de"), ("audio", "described"), ("audio", "en"), ("subtitles", "pt"), ("subtitles", ""),
    ("captions", "en"), ("captions", "")])
def test_4_a_track_is_selected_and_emitted_once(studio, kind, identifier):
    """Tracks of other kinds do not change; selecting a selected one emits nothing."""
    before = tracks(studio)
    wanted = [{**track, "selected": track["id"] == identifier} if track["kind"] == kind else track for track in before]
    for _ in range(2):
        start = studio.quiet()
        studio.surface.finish(start_choice(studio, kind, identifier))
        studio.quiet()
        assert tracks(studio) == wanted
        assert studio.sent(start) == ([{"Tracks": wanted}] if wanted != before else [])
        before = wanted


def test_4_tracks_are_those_of_the_item(studio):
    """The tracks arrive with the item, and their selection is forgotten with it."""
    studio.surface.finish(start_choice(studio, "audio", "de"))
    start = studio.quiet()
    studio.send("next").send("previous").wait_item("concert")
    studio.wait(lambda it: tracks(it) == plain(described.tracks("concert")), "the tracks of the concert")
    studio.quiet()
    assert len([change for change in studio.sent(start) if "Tracks" in change]) in (1, 2)


def test_6_2_the_tracks_of_an_item_come_with_it(studio):
    """They belong to another interface, and so to another signal; but it is immediate, and the item has a single
    one."""
    for command, item in (("next", "broadcast"), ("previous", "concert"), ("previous", "spot"),
                          ("previous", "broadcast")):
        start = studio.quiet()
        studio.send(command).wait_item(item)
        studio.quiet()
        sent = studio.sent(start)
        assert [set(change) - {"Playback", "Commands"} for change in sent] == [{"Content"}, {"Tracks"}]
        assert sent[0]["Content"]["id"] == item and sent[1]["Tracks"] == tracks(studio)


def test_4_sessions_without_tracks_have_no_such_method(surface, main, side, kitchen):
    unknown = {"org.freedesktop.DBus.Error." + name for name in ("UnknownMethod", "UnknownInterface")}
    for session in main, side, kitchen:
        assert surface.error(start_choice(session, "audio", "en")).name in unknown
