# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the applet in plasmawindowed with the reference player: what it shows of each session, and what its buttons
do."""

from screen import Screen, until
from lab.screen.surface import pixels

SONG, CONCERT, EPISODE = "Trial Song", "Trial Concert", "Side Episode 1"


def position(screen, session):
    """The position that the player has emitted last, in seconds."""
    return (screen.playback(session, "elapsed") or 0) / 1e6


with Screen("applet", 520, 1500) as s:
    s.sees("each session is seen", SONG, "Trial Artist, Second Artist", "Trial Album", "Kitchen Song", "Kitchen Band",
           CONCERT, "Trial Band", EPISODE, "Side Show")
    s.sees("so are its words", "Add to favourites", "Remember this place", "Sleep in an hour", "Make trouble",
           "Like this song", "Dislike this song", "Forward by 15 seconds", "Forward by 30 seconds",
           "Back by 15 seconds", "Next chapter")
    s.sees("speakers are seen", "Kitchen Speaker", "Living Room TV", "Car", "Living Room TV: louder")
    # The colours are those of the stripes in the still of the song's animated artwork, and in the concert's poster.
    for what, colour in (("the still of animated artwork", "#AFAAFE"), ("a cover", "#F20C71")):
        s.check(what + " is seen", until(lambda colour=colour: pixels(s.shot(), colour) > 2000, 20),
                pixels("shot.png", colour))
    s.picture("plasma.webp")
    s.leads("pause", lambda: s.playback("main", "state") == "paused", s.press, "Pause")
    s.leads("play", lambda: s.playback("main", "state") == "playing", s.press, "Play")
    s.leads("skip by the first interval", lambda: position(s, "main") >= 25, s.press, "Forward by 15 seconds")
    s.leads("skip by the second", lambda: position(s, "main") >= 55, s.press, "Forward by 30 seconds")
    s.leads("seek by the bar", lambda: 120 < position(s, "main") < 150, s.press, "Position", "slider", part=0.75)
    s.leads("like", lambda: s.command("main", "feedback", button=0, current="positive"), s.press, "Like this song")
    s.leads("like no more", lambda: s.command("main", "feedback", button=0, current="neutral"), s.press,
            "Like this song")
    s.leads("repeat", lambda: s.command("main", "change-repeat-mode", current="one"), s.press, "Repeat")
    s.leads("shuffle", lambda: s.command("main", "change-shuffle-mode", current="items"), s.press, "Shuffle")
    s.leads("speed", lambda: s.playback("main", "default-rate") == 1.5, s.press, "Speed")
    s.leads("volume", lambda: s.property("main", "org.nowplaying.Session1", "Volume") > 0.7, s.press, "Volume",
            "slider", part=0.9)
    s.leads("a speaker's volume", lambda: s.property("kitchen", "org.nowplaying.Remote1", "Devices")[0]["volume"] > 0.7,
            s.press, "Kitchen Speaker", "slider", part=0.9)
    s.press("Living Room TV: quieter")
    s.sees("a failure is shown in the player's words", "The TV is off")
    s.leads("a button of the player's own", lambda: s.command("studio", "custom", id="favourite", active=True),
            s.press, "Add to favourites")
    s.leads("a bookmark", lambda: s.command("studio", "bookmark", active=True), s.press, "Remember this place")
    s.leads("mute", lambda: s.playback("studio", "muted"), s.press, "Mute")
    s.leads("unmute", lambda: not s.playback("studio", "muted"), s.press, "Unmute")
    s.leads("stars", lambda: s.property("studio", "org.nowplaying.Session1", "Content")["user-rating"] == 0.8, s.press,
            "4 stars")
    s.leads("next chapter", lambda: position(s, "studio") == 120, s.press, "Next chapter")
    s.sees("the present chapter", "Song")
    s.press("Chapters")
    s.leads("a chapter of the list", lambda: position(s, "studio") == 400, s.press, "06:40  Chapter 3")
    s.press("Chapters")
    s.press("Make trouble")
    s.sees("an error is shown", "The studio cannot be reached")
    s.picture("plasma-error.webp")
    studio = [place for place in s.places("Next") if place[1] > s.places(CONCERT)[0][1]]
    s.leads("another item", lambda: s.property("studio", "org.nowplaying.Session1", "Content")["id"] == "broadcast",
            s.click, studio[0][0] + 15, studio[0][1] + 15)
    s.sees("a broadcast is seen", "LIVE", "Studio FM")
    s.leads("to the live edge", lambda: s.playback("studio", "live-edge"), s.press, "Go to live")
    s.picture("plasma-live.webp")
    s.player.terminate()
    s.sees("nothing is left of a player that ends", "Nothing is playing")
    faults = [line for line in s.log("applet").splitlines() if "TypeError" in line or "ReferenceError" in line]
    s.check("QML has no errors", not faults, faults[:1])
