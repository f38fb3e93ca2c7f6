# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the rest of what pages say: kinds, positions of their own, advertisements, broadcasts, no element at all."""


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
