# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests sections 3 and 4: values that MPRIS lacks are emitted, and each of their commands does what it says."""

import pytest

import described
from lab.harness.protocol import TRACKS
from lab.harness.surface import SECOND, now_us, plain
from lab.harness.wire import Variant
from test_arguments import refused, without_effect

SLACK = 100_000
CHAPTERS = [start for start, _, _ in described.items("studio")["concert"]["chapters"].value]


def own(session, identifier):
    """Returns the entry of a custom command."""
    return next(entry for entry in session.commands if entry.get("id") == identifier)


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


def test_4_buttons_of_the_players_own(studio):
    start = studio.quiet()
    for is_on, icon in (True, "heart-filled"), (False, "heart"):
        studio.send("custom", id="favourite", item="concert")
        studio.wait(lambda it, is_on=is_on: own(it, "favourite")["active"] is is_on, "it is switched")
        assert own(studio, "favourite")["icon"] == icon
    studio.quiet()
    assert [set(change) for change in studio.sent(start)] == [{"Commands"}] * 2
    studio.send("custom", id="favourite").send("next").wait_item("broadcast")
    assert own(studio, "favourite")["active"] is False


def test_4_bookmark(studio):
    for is_on, icon in (True, "bookmark-filled"), (False, "bookmark"):
        studio.send("bookmark", item="concert")
        studio.wait(lambda it, is_on=is_on: it.command("bookmark")["active"] is is_on, "it is switched")
        assert studio.command("bookmark")["icon"] == icon


def test_4_mute_leaves_the_volume(studio):
    """Playback without the key "muted" is not muted."""
    start = studio.quiet()
    for muted in (True, False):
        studio.send("mute", muted=muted)
        studio.wait(lambda it, muted=muted: it.playback.get("muted", "absent") == (muted or "absent"), f"muted {muted}")
        studio.send("mute", muted=muted)
        assert studio.volume == 0.8
    studio.quiet()
    assert [set(change) for change in studio.sent(start)] == [{"Playback"}] * 2


@pytest.mark.parametrize("given, step", [(0.0, 0.0), (0.04, 0.0), (0.06, 0.1), (0.25, None), (0.5, 0.5), (1.0, 1.0)])
def test_4_a_rating_is_the_nearest_step(studio, given, step):
    """Either of two equally near steps is right."""
    studio.send("set-rating", rating=given)
    wanted = [0.2, 0.3] if step is None else [step]
    studio.wait(lambda it: any(abs(it.content["user-rating"] - each) < 1e-9 for each in wanted), f"it is {wanted}")


def test_4_a_star_is_taken_back(studio):
    """With `toggle`, a rating is taken back if its nearest step is the present rating."""
    for given, toggle, wanted in ((0.2, False, 0.2), (0.5, True, 0.5), (0.5, False, 0.5), (0.48, True, 0),
                                  (0.8, True, 0.8), (0.8, True, 0)):
        studio.send("set-rating", rating=given, toggle=toggle)
        studio.wait(lambda it, now=wanted: abs(it.content["user-rating"] - now) < 1e-9, f"it is {wanted}")


# ------------------------------------------------------------------------------------------- Chapters, live ---------


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


def window(studio, now=None):
    """Returns the first and the last position that can be sought in the broadcast at a moment."""
    playback = studio.playback
    first, last = playback["seekable"]
    return first, last + (now or now_us()) - playback["timestamp"]


def test_4_live(studio):
    before = now_us()
    show(studio, "broadcast")
    first, last = window(studio, now := now_us())
    assert first == 0 and 0 <= last - 1800 * SECOND <= now - before + SLACK
    assert studio.position() == 0 and "live-edge" not in studio.playback and "buffered" not in studio.playback
    studio.send("seek-to-live").wait_playback(state="playing", live_edge=True)
    assert abs(studio.position(now := now_us()) - window(studio, now)[1]) <= SLACK
    studio.send("seek-to-position", position=600 * SECOND).wait(lambda it: "live-edge" not in it.playback, "behind")
    # Seeks as far as possible; the end is not known at the time of the call.
    studio.send("seek-to-position", position=2**62)
    studio.wait(lambda it: it.position() > 1700 * SECOND, "the end of what can be sought")
    assert abs(studio.position(now := now_us()) - window(studio, now)[1]) <= SLACK
    studio.send("seek-to-live").wait_playback(live_edge=True)
    studio.send("pause").wait_playback(state="paused")
    assert "live-edge" not in studio.playback


def test_6_4_the_end_of_a_broadcast_moves_on_without_a_signal(studio):
    show(studio, "broadcast")
    start = studio.quiet()
    studio.send("pause").send("bookmark")
    studio.quiet()
    assert [set(change) for change in studio.sent(start)] == [{"Commands"}]


def test_3_what_is_buffered_follows(studio):
    for position, wanted in ((0, 60), (500, 560), (570, 600)):
        studio.send("seek-to-position", position=position * SECOND)
        studio.wait(lambda it, wanted=wanted: it.playback["buffered"] == wanted * SECOND, f"up to {wanted} s")


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


def test_6_4_another_error_is_emitted(studio):
    start = studio.quiet()
    for kind, _ in described.errors():
        studio.send("custom", id="trouble").wait_playback(error_kind=kind)
        studio.quiet()
    assert [change["Playback"]["error-kind"] for change in studio.sent(start)] == [kind for kind, _ in
                                                                                   described.errors()]


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


def test_5_tracks_that_cannot_be_selected(surface, studio):
    """The errors are in the order of the checks: no such kind, no id, no such track."""
    known = described.tracks("concert")
    with without_effect(studio):
        for kind in "", "Audio", "video", "audio ", "x" * 5000:
            for identifier in "en", "", "none":
                surface.refused(start_choice(studio, kind, identifier), "NotOffered")
        surface.refused(start_choice(studio, "audio", ""), "InvalidArgument")
        for kind, identifier in (("audio", "none"), ("audio", "pt"), ("subtitles", "de"), ("captions", "En"),
                                 ("subtitles", "none"), ("captions", "x" * 5000)):
            surface.refused(start_choice(studio, kind, identifier), "NotFound")
        assert surface.refused(start_choice(studio, "audio", "director"), "Failed") == \
            "The director has said nothing yet"
    assert studio.get("Tracks", TRACKS) == Variant("aa{sv}", known)


def test_5_kinds_that_an_item_does_not_have(surface, studio):
    show(studio, "broadcast")
    studio.wait(lambda it: studio.get("Tracks", TRACKS).value == described.tracks("broadcast"), "one track")
    for kind, identifier, error in (("subtitles", "", "NotOffered"), ("captions", "en", "NotOffered"),
                                    ("audio", "en", "NotFound"), ("audio", "", "InvalidArgument")):
        surface.refused(start_choice(studio, kind, identifier), error)
    surface.finish(start_choice(studio, "audio", "programme"))
    show(studio, "spot")
    assert studio.get("Tracks", TRACKS) == Variant("aa{sv}", [])
    for identifier in "programme", "":
        surface.refused(start_choice(studio, "audio", identifier), "NotOffered")


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
