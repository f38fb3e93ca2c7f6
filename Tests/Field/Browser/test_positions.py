# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests positions and lengths that pages state in odd ways: the desktop's bar never jumps."""

from test_page import open_podcast


def play_for_a_while(run, tab, seconds):
    run.wait_until("it has played", lambda: run.browser.run(tab, "return audio.currentTime") > seconds)


def wait_same(run, tab, session):
    """Waits until the desktop has the position of the page, which in Firefox stands still for a moment after a jump."""
    session.wait(lambda of: abs(of.position() / 1e6 - run.browser.run(tab, "return audio.currentTime")) < 3,
                 "the desktop is where the page is")


def test_a_rate_of_zero(run, pages):
    """A page may let time stand still without a pause."""
    tab, session = open_podcast(run, pages)
    play_for_a_while(run, tab, 1)
    run.browser.run(tab, "audio.playbackRate = 0")
    run.wait_status("Paused")
    at = run.browser.run(tab, "return audio.currentTime")
    session.wait(lambda of: abs(of.position() / 1e6 - at) < 0.2, "it stands still")
    run.ctl("play")
    run.wait_status("Playing")
    play_for_a_while(run, tab, at + 1)
    assert run.browser.run(tab, "return audio.playbackRate") == 1


def test_numbers_as_texts(run, pages):
    """The browser accepts texts in the place of numbers."""
    tab, session = open_podcast(run, pages)
    play_for_a_while(run, tab, 3)
    run.browser.run(tab, """navigator.mediaSession.setPositionState({
        duration: '90', position: String(audio.currentTime), playbackRate: '1' })""")
    session.wait(lambda of: of.content["duration"] == 90_000_000, "the page's length counts")
    wait_same(run, tab, session)


def test_a_position_that_is_stated_first(run, pages):
    """A page states the position to which it will seek, at once or later, before it seeks."""
    tab, session = open_podcast(run, pages)
    play_for_a_while(run, tab, 1)
    for place, later in (30, 0), (45, 1500), (10, 300):
        go = f"audio.currentTime = {place}"
        run.browser.run(tab, f"""navigator.mediaSession.setPositionState({{ duration: 60, position: {place} }});
            {f"setTimeout(() => {{ {go} }}, {later})" if later else go}""")
        play_for_a_while(run, tab, place + 0.5)
        run.wait_until("it is there", lambda: run.browser.run(tab, "return !audio.seeking"))
        wait_same(run, tab, session)


def test_a_position_before_it_plays(run, pages):
    """A page states the length and the position of an item in the middle of a file before it plays the item."""
    tab = run.browser.open(f"{pages.at}/podcast.html")
    run.browser.run(tab, """audio.currentTime = 30; audio.onseeked = () => {
        navigator.mediaSession.setPositionState({ duration: 20, position: 5 }); audio.play(); }""")
    run.wait_title("Five")
    run.wait_until("the page's length counts", lambda: run.metadata("mpris:length") == 20_000_000)
    run.wait_until("the page's position counts", lambda: abs(
        run.get("Position") / 1e6 - (run.browser.run(tab, "return audio.currentTime") - 25)) < 3)


def test_nonsense(run, pages):
    """Numbers that the browser refuses, with an error for the page, change nothing."""
    tab, session = open_podcast(run, pages)
    play_for_a_while(run, tab, 3)
    refused = run.browser.run(tab, """return [{ position: 5 }, { duration: NaN }, { duration: -5 }, { duration: 'x' },
        { duration: 60, position: -1 }, { duration: 60, position: NaN }, { duration: 60, playbackRate: 0 },
        { duration: 60, position: 61 }].filter((state) => {
          try { navigator.mediaSession.setPositionState(state); return false; } catch { return true; } }).length""")
    assert refused >= 6, refused
    run.browser.run(tab, "audio.volume = 0.5")
    run.wait_until("all of it has come", lambda: run.get("Volume") == 0.5)
    wait_same(run, tab, session)
    assert abs(session.content["duration"] - 60e6) < 1e5


def test_a_song_again_and_again(run, pages):
    """An element with `loop` goes to its start without a pause."""
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.browser.run(tab, "audio.loop = true; audio.currentTime = 58")
    run.wait_until("it is at its end", lambda: run.get("Position") > 57e6)
    run.wait_until("it has begun again", lambda: run.browser.run(tab, "return audio.currentTime") < 5)
    run.wait_until("the desktop sees it", lambda: run.get("Position") < 10e6)
    assert run.get("PlaybackStatus") == "Playing"
