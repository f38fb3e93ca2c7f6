# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Browsers with a page that plays the songs by W3C's Media Session, as the pages of broadcasters do."""

import json
from urllib.parse import quote

from field.browsers import CHROMIUM, FIREFOX, FIREFOX_PREFERENCES, user_js

from player import Player

PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>Radio</title><audio id="audio" autoplay></audio><script>
const songs = SONGS, audio = document.getElementById("audio"), session = navigator.mediaSession
let place = 0
function tell() {
  if (audio.duration) session.setPositionState({ duration: audio.duration, position: audio.currentTime })
}
function begin(next) {
  place = (next + songs.length) % songs.length
  audio.src = songs[place].url
  session.metadata = new MediaMetadata({
    title: songs[place].title, artist: "The Oscillators", album: "Animals",
    artwork: [{ src: COVER, sizes: "64x64", type: "image/png" }] })
  audio.play()
}
session.setActionHandler("play", () => audio.play())
session.setActionHandler("pause", () => audio.pause())
session.setActionHandler("stop", () => audio.pause())
session.setActionHandler("nexttrack", () => begin(place + 1))
session.setActionHandler("previoustrack", () => begin(place - 1))
session.setActionHandler("seekto", (details) => { audio.currentTime = details.seekTime })
session.setActionHandler("seekbackward", (details) => { audio.currentTime -= details.seekOffset || 10 })
session.setActionHandler("seekforward", (details) => { audio.currentTime += details.seekOffset || 10 })
for (const event of ["loadedmetadata", "play", "pause", "seeked", "ratechange"]) audio.addEventListener(event, tell)
audio.addEventListener("play", () => { session.playbackState = "playing" })
audio.addEventListener("pause", () => { session.playbackState = "paused" })
audio.addEventListener("ended", () => begin(place + 1))
begin(0)
</script>"""


def write_page(stage, base=""):
    """Writes the page. base: the address of the folder with the songs, if the page is served; else the page has
    addresses of files."""
    base = base or stage.songs[0].parent.as_uri()
    songs = [{"url": f"{base}/{quote(song.name)}", "title": song.stem[2:]} for song in stage.songs]
    page = PAGE.replace("SONGS", json.dumps(songs)).replace("COVER", json.dumps(f"{base}/cover.png"))
    (stage.home / "page.html").write_text(page, encoding="utf-8")


BROWSERS = [
    Player("chromium", "Chromium", ("chromium",), (*CHROMIUM, "--user-data-dir=profile", "page.html"),
           before=write_page, unsteady={
               "new-track-id": "the new path comes with the title or after it",
               "flood": "more than 20 signals come in a second in one run, and not in the next"}),
    Player("firefox", "Firefox", ("firefox-esr",), (*FIREFOX, "--profile", "profile", "page.html"), before=write_page,
           files={"profile/user.js": user_js(FIREFOX_PREFERENCES)},
           unsteady={"position-rest": "Position is of whole seconds, of which one may come after Pause"}),
]
