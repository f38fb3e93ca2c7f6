# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the rest of what pages say: kinds, positions of their own, advertisements, broadcasts, no element at all."""

import pytest


def open_podcast(run, pages):
    tab = run.browser.open(f"{pages.at}/podcast.html")
    run.browser.run(tab, "audio.play()")
    run.wait_title("Five")
    (session,) = run.sessions()
    return tab, session


def test_a_podcast(run, pages):
    _, session = open_podcast(run, pages)
    assert (session.content["kind"], session.content["show-name"]) == ("podcast", "The Show"), session.content
    assert session.content["url"] == f"{pages.at}/episode-5"


def test_the_address_of_a_page_that_goes_elsewhere(run, pages):
    """A page that changes its address without being loaded anew may leave the address that it calls its own behind."""
    tab = run.browser.open(f"{pages.at}/podcast.html")
    run.browser.run(tab, "history.pushState({}, '', '/six?key=secret'); audio.play()")
    run.wait_title("Five")
    assert run.metadata("xesam:url") == f"{pages.at}/six"
    run.browser.run(tab, "document.querySelector('link').href = '/episode-6'; audio.volume = 0.5")
    run.wait_until("the new one counts", lambda: run.metadata("xesam:url") == f"{pages.at}/episode-6")
    run.browser.run(tab, "history.pushState({}, '', '/seven'); audio.volume = 0.6")
    run.wait_until("it is old", lambda: run.metadata("xesam:url") == f"{pages.at}/seven")
    run.browser.run(tab, "document.querySelector('link').remove(); audio.volume = 0.7")
    run.wait_until("the volume has come", lambda: run.get("Volume") == 0.7)
    assert run.metadata("xesam:url") == f"{pages.at}/seven"


@pytest.mark.parametrize("said, word", [
    ("title: 'A', artist: 'B', album: 'C'", "music"), ("title: 'A', artist: 'B'", "radio"), ("title: 'A'", "radio")])
def test_a_file_of_unknown_length(run, pages, said, word):
    """A server that makes a file as it goes does not say how long it is: by what the page says it is a song or a
    broadcast."""
    tab = run.browser.open(f"{pages.at}/bare.html")
    run.browser.run(tab, f"""navigator.mediaSession.metadata = new MediaMetadata({{ {said} }});
        window.audio = add('passing/noise.ogg'); audio.play()""")
    run.wait_until("it plays", lambda: run.browser.run(tab, "return audio.currentTime > 0"))
    length = run.browser.run(tab, "return String(audio.duration)")
    run.wait_title("A")
    (session,) = run.sessions()
    if length != "Infinity":
        word = "music"  # the browser has read all of it already
    session.wait(lambda of: of.content["kind"] == word, f"it is {word}, with a length of {length}")
    assert (session.content["duration-kind"] == "live") == (word == "radio"), session.content
    assert session.content.get("album") == ("C" if "album" in said else None)


def test_skips_of_the_page(run, pages):
    tab, session = open_podcast(run, pages)
    run.browser.run(tab, """for (const action of ['seekbackward', 'seekforward', 'stop', 'skipad']) {
        navigator.mediaSession.setActionHandler(action, (details) => said.push([action, details.seekOffset])); }""")
    session.wait(lambda of: any(command.get("title") == "Skip ad" for command in of.commands), "one can skip the ad")
    session.send("skip-forward", interval=30_000_000)
    session.send("skip-backward", interval=10_000_000)
    session.send("custom", id="skipad")
    session.send("stop")
    assert run.browser.run(tab, "return JSON.stringify(said)") == \
        '[["seekforward",30],["seekbackward",10],["skipad",null],["stop",null]]'
    run.browser.run(tab, "navigator.mediaSession.setActionHandler('skipad', null)")
    session.wait(lambda of: not any(command["command"] == "custom" for command in of.commands), "the ad is over")


def test_a_position_of_its_own(run, pages):
    """The desktop shows and sets the position that a page states for an item in the middle of a file."""
    tab, session = open_podcast(run, pages)
    run.browser.run(tab, "audio.pause(); audio.currentTime = 30")
    session.wait(lambda of: abs(of.position() - 30e6) < 1e5, "it is there")
    run.browser.run(tab, "navigator.mediaSession.setPositionState({ duration: 20, position: 5 })")
    session.wait(lambda of: abs(of.position() - 5e6) < 1e5, "the page's position counts")
    session.wait(lambda of: of.content["duration"] == 20_000_000, "the page's length, too")
    session.send("seek-to-position", position=10_000_000)
    run.wait_until("it is there", lambda: abs(run.browser.run(tab, "return audio.currentTime") - 35) < 0.1)
    session.wait(lambda of: abs(of.position() - 10e6) < 1e5, "the desktop sees it")


def test_no_element(run, pages):
    tab = run.browser.open(f"{pages.at}/declared.html")
    assert run.names() == []
    run.browser.run(tab, "begin()")
    run.wait_title("Declared")
    run.wait_status("Playing")
    assert 50e6 <= run.get("Position") < 60e6
    run.ctl("pause")
    run.wait_status("Paused")
    run.ctl("position", "20")
    run.wait_status("Playing")
    run.wait_until("it is there", lambda: 20e6 <= run.get("Position") < 25e6)
    run.root("Quit")
    run.wait_until("it is gone", lambda: run.names() == [])


def test_a_broadcast(run, pages):
    tab = run.browser.open(f"{pages.at}/live.html")
    run.wait_until("it is loaded", lambda: run.browser.run(tab, "return window.isReady === true"))
    run.browser.run(tab, "film.play()")
    run.wait_title("A Broadcast")
    (session,) = run.sessions()
    session.wait(lambda of: of.content["duration-kind"] == "live", "it is live")
    session.wait(lambda of: of.playback.get("seekable", [1, 0])[0] == 0 and of.playback["seekable"][1] >= 28e6,
                 "one can go back in it")
    assert "mpris:length" not in run.get("Metadata")
    session.send("seek-to-live")
    run.wait_until("it is at its end", lambda: run.browser.run(tab, "return film.currentTime") > 27)
    session.wait(lambda of: of.playback.get("live-edge"), "the desktop sees it")
