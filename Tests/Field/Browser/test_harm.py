# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests pages that keep others waiting: none takes more than its part of the host, the background and the bus."""

import re
import struct
import time

from testkit.pictures import png
from run import hosts_of, open_film

MOST_REQUESTS = 64
# Frames without an address that say that they play, each under another title twenty times a second.
FRAMES = """
const text = `<script>
  let count = 0;
  navigator.mediaSession.playbackState = 'playing';
  setInterval(() => { navigator.mediaSession.metadata = new MediaMetadata({ title: 'Flood ' + ++count }); }, 50);
<\\/script>`;
for (let count = 0; count < 30; ++count) {
  const frame = document.createElement('iframe');
  frame.srcdoc = text;
  document.body.append(frame);
}
"""
FLICKER = """
const text = `<script>
  navigator.mediaSession.metadata = new MediaMetadata({ title: 'Flicker' });
  navigator.mediaSession.playbackState = 'playing';
<\\/script>`;
let frame = null, count = 0;
window.rounds = 0;
const timer = setInterval(() => {
  if (frame) {
    frame.remove();
    frame = null;
  } else {
    frame = document.createElement('iframe');
    frame.srcdoc = text;
    document.body.append(frame);
  }
  if (++window.rounds === 40) clearInterval(timer);
}, 100);
"""


def begin_anew(run, tab):
    """Pauses the film and plays it again, so that it is what has begun last, and is shown."""
    run.browser.run(tab, "film.pause()")
    run.browser.run(tab, "film.loop = true; film.play()")
    run.wait_title("A Film")


def pause(run, tab):
    run.ctl("pause")
    run.wait_until("the film is paused", lambda: run.browser.run(tab, "return film.paused"))
    run.wait_status("Paused")


def test_a_page_that_hangs(run, pages):
    """Commands to the page that hangs are never answered; those to another tab are."""
    run.expected = ["was not answered within ten seconds"]
    tab = run.browser.open(f"{pages.elsewhere}/music.html")
    run.wait_title("Song one")
    film = open_film(run, pages)
    run.browser.run(tab, "navigator.mediaSession.setActionHandler('nexttrack', () => { for (;;); }); audio.pause()")
    run.browser.run(tab, "audio.play()")
    run.wait_title("Song one")
    tools = [run.bus.start_tool("playerctl", "next") for _ in range(MOST_REQUESTS)]
    assert all(tool.wait() != 0 for tool in tools)
    begin_anew(run, film)
    pause(run, film)


def test_frames_that_flood(run, pages):
    """All frames of a tab together have only the share of one page."""
    film = open_film(run, pages)
    tab = run.browser.open(f"{pages.elsewhere}/bare.html")
    run.browser.run(tab, FRAMES)
    run.wait_until("it has gone on for a while", lambda: re.fullmatch("Flood [0-9]{3,}", run.metadata("xesam:title")))
    begin_anew(run, film)
    pause(run, film)


def test_frames_that_come_and_go(run, pages):
    """The host is not started anew for each frame, but once in a second at most."""
    run.expected = ["No artwork"]  # its frame has gone
    tab = run.browser.open(f"{pages.at}/bare.html")
    seen = set()

    def is_over():
        seen.update(hosts_of(run))
        return run.browser.run(tab, "return rounds") == 40

    run.browser.run(tab, FLICKER)
    started = time.monotonic()
    run.wait_until("the frames have come and gone", is_over)
    assert len(seen) <= time.monotonic() - started + 2, seen
    run.wait_until("no player is left", lambda: run.names() == [])
    run.wait_until("the host has ended", lambda: hosts_of(run) == [])


def test_pictures_that_never_end(run, pages):
    """The page may not read these pictures. The extension's background reads them, and stops at its limit."""
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.browser.run(tab, f"""navigator.mediaSession.metadata = new MediaMetadata({{ title: 'Endless',
        artwork: [{{ src: '{pages.elsewhere}/endless/red.png' }}] }})""")
    run.wait_title("Endless")
    (session,) = run.sessions()
    session.surface.error(session.start_artwork(session.content["artwork"], 64, 64))
    # It is asked for twice, by this surface and for MPRIS; without the limit, each would take 50 MB in eight seconds.
    assert pages.sent_without_end() < 32e6, pages.sent_without_end()
    run.browser.run(tab, f"""navigator.mediaSession.metadata = new MediaMetadata({{ title: 'Never',
        artwork: [{{ src: '{pages.at}/never/red.png' }}] }})""")
    run.wait_title("Never")
    (session,) = run.sessions()
    session.surface.error(session.start_artwork(session.content["artwork"], 64, 64))
    run.ctl("next")
    run.wait_title("Song two")


def test_pictures_of_too_many_pixels(run, pages):
    """A small file whose header states more pixels than memory can hold is not handed to a surface."""
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    for name, data in {
            "png": png(60000, 60000), "gif": b"GIF89a" + struct.pack("<HH", 65000, 65000) + bytes(9),
            "webp": b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\xff\xff\0" * 2,
            "jpeg": b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x08\x08\xff\xff\xff\xff\x03" + bytes(9)}.items():
        (pages.folder / f"many.{name}").write_bytes(data)
        run.browser.run(tab, f"""navigator.mediaSession.metadata = new MediaMetadata({{ title: '{name}',
            artwork: [{{ src: '{pages.at}/many.{name}' }}] }})""")
        run.wait_title(name)
        (session,) = run.sessions()
        session.surface.refused(session.start_artwork(session.content["artwork"], 64, 64), "NotFound")


def test_more_sounds_than_are_watched(run, pages):
    """A game makes a sound for each shot: the song stays, and is driven."""
    tab = run.browser.open(f"{pages.at}/bare.html")
    run.browser.run(tab, "window.audio = add('one.ogg'); audio.play()")
    run.wait_title("Bare")
    run.browser.run(tab, """window.shots = Array.from({ length: 40 }, () => new Audio('short.ogg'));
        shots.forEach((shot) => shot.play())""")
    run.wait_until("all is over", lambda: run.browser.run(tab, "return shots.every((shot) => shot.ended)"))
    run.browser.run(tab, "audio.volume = 0.5")
    run.wait_until("the volume has come", lambda: run.get("Volume") == 0.5)
    run.ctl("pause")
    run.wait_until("the song is paused", lambda: run.browser.run(tab, "return audio.paused"))
    assert run.times_gone() == 0, "the song has gone"
