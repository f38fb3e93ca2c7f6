# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests pages that change: their address, their title, what they say of a song, and what they go back to."""

from run import open_music


def test_back_and_forward(run, pages):
    """A page that the browser keeps for the way back plays nothing meanwhile, and is there again."""
    tab = open_music(run, pages)
    run.browser.go(tab, f"{pages.at}/bare.html")
    run.wait_until("no player is left", lambda: run.names() == [])
    run.browser.back(tab)
    run.wait_until("the page is there", lambda: run.browser.run(
        tab, "return document.readyState + location.pathname") == "complete/music.html")
    run.browser.run(tab, "audio.play()")
    run.wait_title("Song one")
    run.wait_status("Playing")
    run.ctl("next")
    run.wait_title("Song two")
    run.browser.back(tab, -1)
    run.wait_until("no player is left again", lambda: run.names() == [])


def test_another_address_of_the_same_page(run, pages):
    """An application in a page changes its address while the same file plays: it is the same item."""
    tab = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(tab, "film.play()")
    run.wait_title("A Film")
    track = run.metadata("mpris:trackid")
    run.browser.run(tab, "history.pushState({}, '', '/settings'); film.volume = 0.5")
    run.wait_until("the volume has come", lambda: run.get("Volume") == 0.5)
    assert run.metadata("mpris:trackid") == track


def test_a_title_at_each_moment(run, pages):
    """A page may change its title faster than titles are shown: the item is the same, and gets the last title."""
    tab = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(tab, "film.play()")
    run.wait_title("A Film")
    track = run.metadata("mpris:trackid")
    run.browser.run(tab, """let count = 0;
        const timer = setInterval(() => { document.title = `Seen ${++count}`; if (count === 20) clearInterval(timer); },
            20)""")
    run.wait_title("Seen 20")
    assert run.metadata("mpris:trackid") == track
    run.wait_until("the desktop is where the page is", lambda: abs(
        run.get("Position") / 1e6 - run.browser.run(tab, "return film.currentTime")) < 1)


def test_words_that_come_late(run, pages):
    """A page describes its film only while it plays, changes the artist in place, and withdraws the description."""
    tab = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(tab, "film.play()")
    run.wait_title("A Film")
    run.browser.run(tab, "navigator.mediaSession.metadata = new MediaMetadata({ title: 'Late' })")
    run.wait_title("Late")
    run.browser.run(tab, "navigator.mediaSession.metadata.artist = 'The Late Ones'")
    run.wait_until("the artist has come", lambda: run.metadata("xesam:artist") == ["The Late Ones"])
    run.browser.run(tab, "navigator.mediaSession.metadata = null")
    run.wait_title("A Film")
    assert run.metadata("xesam:artist") in (None, [""]), run.metadata("xesam:artist")


def test_handlers_that_are_taken_back(run, pages):
    """Buttons without a handler disappear, except those that can act on the element itself."""
    tab = open_music(run, pages)
    run.wait_until("one can go on", lambda: run.get("CanGoNext"))
    run.browser.run(tab, """for (const action of ['play', 'pause', 'nexttrack', 'previoustrack', 'seekto']) {
        navigator.mediaSession.setActionHandler(action, null); }""")
    run.wait_until("one cannot go on", lambda: run.get("CanGoNext") is False and run.get("CanGoPrevious") is False)
    run.ctl("position", "30")
    run.wait_until("it is there", lambda: run.browser.run(tab, "return audio.currentTime") >= 30)
    run.ctl("pause")
    run.wait_until("it is paused", lambda: run.browser.run(tab, "return audio.paused"))
    assert run.browser.run(tab, "return said") == []


def test_a_session_of_the_pages_own(run, pages):
    """A page that replaces the browser's mediaSession by an object of its own is shown by its element."""
    tab = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(tab, """Object.defineProperty(navigator, 'mediaSession', { value: {
        metadata: null, playbackState: 'playing', setActionHandler() { throw new Error('no'); } } });
        navigator.mediaSession.metadata = { title: 5 }; film.play()""")
    run.wait_title("A Film")
    run.ctl("pause")
    run.wait_until("it is paused", lambda: run.browser.run(tab, "return film.paused"))
    run.wait_status("Paused")
