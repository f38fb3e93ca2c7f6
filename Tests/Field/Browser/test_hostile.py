# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests pages that lie, flood and end at any moment: other tabs, the host and the browser go on."""

from host import keeps_memory
from run import hosts_of

FLOOD = """
window.flooding = setInterval(() => {
  for (let count = 0; count < 200; ++count) {
    navigator.mediaSession.metadata = new MediaMetadata({ title: `Flood ${count}`, artist: 'x'.repeat(100000) });
    navigator.mediaSession.setPositionState({ duration: 60, position: Math.random() * 60 });
    window.dispatchEvent(new CustomEvent('nowplaying-page', { detail: JSON.stringify({ type: 'metadata' }) }));
    window.dispatchEvent(new CustomEvent('nowplaying-page', { detail: 'x'.repeat(1000000) }));
  }
}, 5)
"""
LIES = """
for (const detail of [null, 5, '', '{', '[]', 'null', '"x"', {}, '{"type":5}', '{"type":"actions"}',
    '{"type":"actions","actions":5}', '{"type":"actions","actions":[5,null,{}]}', '{"type":"called","ok":5}',
    '{"type":"position","given":true}', '{"type":"position","given":true,"duration":-1,"position":-5}',
    '{"type":"position","given":true,"duration":"x","position":1e308,"playbackRate":-1e308}']) {
  window.dispatchEvent(new CustomEvent('nowplaying-page', { detail }));
}
for (const relatedTarget of [null, document.body, document.createElement('p')]) {
  window.dispatchEvent(new MouseEvent('nowplaying-element', { relatedTarget }));
}
window.dispatchEvent(new CustomEvent('nowplaying-element'));
// A page that says that it takes nothing is believed, until it says more.
navigator.mediaSession.setActionHandler('play', () => audio.play());
Object.defineProperty(audio, 'currentTime', { get: () => NaN });
Object.defineProperty(HTMLMediaElement.prototype, 'paused', { get: () => 'no' });
Array.prototype.slice = () => { throw new Error('no slice'); };
JSON.parse = () => ({ type: 'evil' });
document.title = 'x'.repeat(1000000);
"""


def test_a_flood(run, pages):
    """While a page floods, another tab is driven as before, and little of the flood arrives on the bus."""
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.browser.run(tab, FLOOD)
    run.wait_until("the flood is seen", lambda: (run.metadata("xesam:title") or "").startswith("Flood"))
    other = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(other, "film.play()")
    run.wait_title("A Film")
    run.ctl("pause")
    run.wait_until("the film is paused", lambda: run.browser.run(other, "return film.paused"))
    run.browser.close(tab)
    run.wait_until("the flood has ended", lambda: len(run.sessions()) == 1)
    (host,) = hosts_of(run)
    with open(f"/proc/{host}/statm", encoding="ascii") as file:
        assert keeps_memory(host) or int(file.read().split()[1]) * 4 < 16000, "the host keeps what it was sent"


def test_lies(run, pages):
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.browser.run(tab, LIES)
    run.ctl("next")
    run.wait_title("Song two")
    run.ctl("pause")
    run.wait_status("Paused")
    run.browser.go(tab, f"{pages.at}/element.html")
    run.browser.run(tab, "film.play()")
    run.wait_title("A Film")


def test_huge_texts(run, pages):
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.browser.run(tab, """const huge = 'ä'.repeat(5000000);
        const artwork = Array.from({ length: 1000 }, (_, index) => ({ src: `${location.origin}/red.png?${index}` }));
        navigator.mediaSession.metadata = new MediaMetadata({ title: `Huge ${huge}`, artist: huge, album: huge,
            artwork })""")
    title = run.wait_until("it is seen", lambda: (found := run.metadata("xesam:title") or "").startswith("Huge")
                           and found)
    assert len(title) <= 1000


def test_a_handler_that_fails(run, pages):
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.browser.run(tab, "navigator.mediaSession.setActionHandler('nexttrack', () => { throw new Error('no'); })")
    run.bus.playerctl("next", expect=1)
    run.ctl("pause")
    run.wait_status("Paused")


def test_a_page_that_ends_when_it_is_asked(run, pages):
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.browser.run(tab, """navigator.mediaSession.setActionHandler('nexttrack',
        () => { location.href = 'frame.html'; })""")
    run.bus.start_tool("playerctl", "next").wait()
    run.wait_until("no player is left", lambda: run.names() == [])
