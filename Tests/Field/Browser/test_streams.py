# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests films that a page brings in parts, by Media Source: ones that end, that break, and places that come late."""

import pytest

LENGTH = 30


def open_stream(run, pages):
    """Opens a film of which the first third is there, and plays it."""
    tab = run.browser.open(f"{pages.at}/stream.html")
    run.wait_until("its first part is there", lambda: run.browser.run(tab, "return isReady"))
    run.browser.run(tab, "film.play()")
    run.wait_title("A Stream")
    (session,) = run.sessions()
    session.wait(lambda of: of.content["duration-kind"] == "live", "its length is not known")
    return tab, session


def of_film(run, tab, name):
    return run.browser.run(tab, f"return film.{name}")


def bring_all(run, tab):
    run.browser.run(tab, "bringRest().then(() => source.endOfStream())")


def test_a_stream_that_ends(run, pages):
    """A stream gets its length when all of it is loaded, stays the same item, and stops at its end."""
    tab, session = open_stream(run, pages)
    track = run.metadata("mpris:trackid")
    bring_all(run, tab)
    run.wait_until("it has its length", lambda: abs((run.metadata("mpris:length") or 0) - LENGTH * 1e6) < 1e6)
    session.wait(lambda of: of.content["duration-kind"] == "finite", "so has the session")
    assert run.metadata("mpris:trackid") == track
    run.ctl("position", "20")
    run.wait_until("it is there", lambda: of_film(run, tab, "currentTime") >= 20)
    run.ctl("position", "28")
    session.wait_playback(state="stopped")
    assert of_film(run, tab, "ended")
    run.wait_status("Stopped")
    run.ctl("play")
    run.wait_status("Playing")
    run.wait_until("it has begun again", lambda: of_film(run, tab, "currentTime") < 10)


@pytest.mark.parametrize("error, word", [("network", "network"), ("decode", "format")])
def test_a_stream_that_breaks(run, pages, error, word):
    tab, session = open_stream(run, pages)
    run.browser.run(tab, f"source.endOfStream('{error}')")
    session.wait_playback(state="error", error_kind=word)


def test_a_seek_while_it_buffers(run, pages):
    """The desktop shows a sought position that is not loaded yet, standing still, and moves on when it is."""
    tab, session = open_stream(run, pages)
    run.browser.run(tab, "source.duration = 30")
    session.wait(lambda of: of.content["duration-kind"] == "finite", "it has a length")
    for place in 20, 24:
        run.ctl("position", str(place))
        run.wait_until("it goes there", lambda place=place: of_film(run, tab, "currentTime") == place)
        session.wait_playback(state="buffering")
        session.wait(lambda of, place=place: of.position() == place * 1e6, "the desktop stands still there")
        assert run.get("Position") == place * 1e6
    bring_all(run, tab)
    session.wait_playback(state="playing")
    run.wait_until("it goes on", lambda: of_film(run, tab, "currentTime") > 24.5)
    assert 24e6 < session.position() < LENGTH * 1e6
    run.wait_status("Playing")


def test_a_pause_while_it_buffers(run, pages):
    """A film that is paused at a position that is not loaded stays paused when it is loaded, and goes on there."""
    tab, session = open_stream(run, pages)
    run.browser.run(tab, "source.duration = 30; film.currentTime = 20")
    session.wait_playback(state="buffering")
    run.ctl("pause")
    run.wait_status("Paused")
    start = run.bus.mark()
    run.browser.run(tab, """bringRest().then(() => source.endOfStream());
        film.addEventListener('canplaythrough', () => { film.volume = 0.5; }, { once: true })""")
    run.wait_until("all of it is there, and what came of it was seen", lambda: run.get("Volume") == 0.5)
    assert of_film(run, tab, "paused") and of_film(run, tab, "currentTime") == 20
    assert session.position() == run.get("Position") == 20e6
    assert {signals["PlaybackStatus"] for signals in run.bus.signals(start)
            if isinstance(signals, dict) and "PlaybackStatus" in signals} <= {"Paused"}
    assert run.get("PlaybackStatus") == "Paused"
    run.ctl("play")
    run.wait_until("it goes on", lambda: of_film(run, tab, "currentTime") > 20.5)
    session.wait_playback(state="playing")
    assert 20e6 < session.position() < LENGTH * 1e6
