# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests pages that change what scripts rely on: they are shown and driven by what the browser knows."""

import pytest

from run import open_music
from test_pictures import picture_of

# Names that an element may have, and that then hide the document's own functions and values of these names.
NAMES = ["querySelector", "querySelectorAll", "title", "baseURI", "head", "addEventListener"]
GETTERS = """
const refuse = { configurable: true, get() { throw new Error('no'); } };
for (const name of ['title', 'artist', 'album', 'artwork', 'chapterInfo']) {
  Object.defineProperty(MediaMetadata.prototype, name, refuse);
}
Object.defineProperty(MediaSession.prototype, 'metadata', { ...Object.getOwnPropertyDescriptor(
    MediaSession.prototype, 'metadata'), get: refuse.get });
Object.defineProperty(navigator, 'mediaSession', refuse);
for (const name of ['paused', 'currentTime', 'duration', 'error', 'buffered', 'textTracks']) {
  Object.defineProperty(audio, name, refuse);
}
Object.defineProperty(window, 'MediaMetadata', refuse);
Object.defineProperty(Object.prototype, 'type', { ...refuse, set() { throw new Error('no'); } });
Array.prototype[Symbol.iterator] = function () { throw new Error('no'); };
"""


def test_getters_that_fail(run, pages):
    """The page cannot say anything more, and is still driven."""
    tab = open_music(run, pages)
    run.browser.run(tab, GETTERS)
    run.ctl("pause")
    run.wait_status("Paused")
    run.ctl("play")
    run.wait_status("Playing")
    run.ctl("position", "30")
    run.wait_until("it is there", lambda: 30e6 <= run.get("Position") < 40e6)
    (session,) = run.sessions()
    assert picture_of(session, 300)[1] == (300, 300)


@pytest.mark.parametrize("element", ["img", "form"])
def test_elements_with_the_names_of_functions(run, pages, element):
    """A document asked for `title` gives the element of this name."""
    tab = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(tab, f"""for (const name of {NAMES}) {{
          const element = document.createElement('{element}');
          element.name = name;
          document.body.append(element);
        }}
        document.body.insertAdjacentHTML('beforeend',
            '<form itemtype="https://schema.org/Movie"><input name="getAttribute"></form>');
        film.removeAttribute('poster'); film.play()""")
    run.wait_title("A Film")
    (session,) = run.sessions()
    assert picture_of(session, 64)[1] == (64, 64)
    run.ctl("pause")
    run.wait_until("the film is paused", lambda: run.browser.run(tab, "return film.paused"))


def test_ten_thousand_pictures(run, pages):
    tab = open_music(run, pages)
    run.browser.run(tab, """const artwork = Array.from({ length: 10000 }, (_, index) => ({
          src: `${location.origin}/red.png?${index}`, sizes: '300x300' }));
        navigator.mediaSession.metadata = new MediaMetadata({ title: 'Many', artwork })""")
    run.wait_title("Many")
    (session,) = run.sessions()
    assert picture_of(session, 300)[1] == (300, 300)


def test_a_thousand_titles_in_a_second(run, pages):
    """Few of the titles are shown, with the last one among them."""
    tab = open_music(run, pages)
    start = run.bus.mark()
    run.browser.run(tab, """let count = 0;
        const timer = setInterval(() => {
          for (let step = 0; step < 10; ++step) {
            navigator.mediaSession.metadata = new MediaMetadata({ title: `Title ${++count}` });
          }
          if (count === 3000) clearInterval(timer);
        }, 10)""")
    run.wait_title("Title 3000")
    seen = [signals for signals in run.bus.signals(start) if isinstance(signals, dict) and "Metadata" in signals]
    assert len(seen) < 100, len(seen)


def test_a_page_that_permits_little(run, pages):
    """The page's security policy is for its own scripts: its picture is fetched, and its handlers are called. Firefox
    keeps the extension's script in the page from fetching, so that the background does it, from a server of the web."""
    tab = run.browser.open(f"{pages.elsewhere}/strict.html")
    run.browser.run(tab, "begin()")
    run.wait_title("Strict")
    (session,) = run.sessions()
    assert picture_of(session, 300)[1] == (300, 300)
    run.ctl("pause")
    run.wait_until("the page was asked", lambda: run.browser.run(tab, "return said.join()") == "pause")


@pytest.mark.parametrize("kind", ["chromium"])
def test_a_length_without_an_end(run, pages):
    """A page may call a file a broadcast, and take that back, except in Firefox."""
    tab = open_music(run, pages)
    (session,) = run.sessions()
    run.browser.run(tab, "navigator.mediaSession.setPositionState({ duration: Infinity, position: 5 })")
    session.wait(lambda of: of.content["duration-kind"] == "live", "it is live")
    run.browser.run(tab, "navigator.mediaSession.setPositionState({ duration: 60, position: 5 })")
    session.wait(lambda of: of.content["duration-kind"] == "finite", "it has a length again")
    run.browser.run(tab, "navigator.mediaSession.setPositionState()")
    session.wait(lambda of: abs(of.position() / 1e6 - run.browser.run(tab, "return audio.currentTime")) < 2,
                 "it is where its element is")


def test_play_while_it_buffers(run, pages):
    """The browser answers play() only when there is something to play; the desktop is answered before."""
    tab = run.browser.open(f"{pages.at}/stream.html")
    run.wait_until("its first part is there", lambda: run.browser.run(tab, "return isReady"))
    run.browser.run(tab, "film.play()")
    run.wait_title("A Stream")
    run.browser.run(tab, "source.duration = 30; film.pause(); film.currentTime = 20")
    run.wait_status("Paused")
    run.ctl("play")
    (session,) = run.sessions()
    session.wait_playback(state="buffering")
    run.browser.run(tab, "bringRest()")
    session.wait_playback(state="playing")
