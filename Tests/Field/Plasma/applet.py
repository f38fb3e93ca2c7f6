# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the applet in plasmawindowed with the reference player: what it shows of each session, and what its buttons
do."""

from screen import WIDTH, Screen, until
from field.screen.surface import pixels

SONG, CONCERT, EPISODE = "Trial Song", "Trial Concert", "Side Episode 1"
KITCHEN = "Trial Player – Kitchen Speaker + 2"


def position(screen, session):
    """Returns the position that the player has emitted last, in seconds."""
    return (screen.playback(session, "elapsed") or 0) / 1e6


def sees_pictures(s):
    # The colours are those of the stripes in the still of the song's animated artwork, and in the concert's poster.
    s.check("the still of animated artwork is seen", until(lambda: pixels(s.shot(), "#AFAAFE") > 2000, 20),
            pixels("shot.png", "#AFAAFE"))
    s.press(CONCERT)
    s.check("a cover is seen", until(lambda: pixels(s.shot(), "#F20C71") > 2000, 20), pixels("shot.png", "#F20C71"))
    s.press(SONG)


def song(s):
    """The session that is shown first."""
    s.leads("pause", lambda: s.playback("main", "state") == "paused", s.press, "Pause")
    s.leads("play", lambda: s.playback("main", "state") == "playing", s.press, "Play")
    s.leads("skip by the first interval", lambda: position(s, "main") >= 25, s.press, "Forward by 15 seconds")
    s.leads("skip by the second", lambda: position(s, "main") >= 55, s.choose, "More", "Forward by 30 seconds")
    s.leads("seek by the bar", lambda: 120 < position(s, "main") < 150, s.press, "Position", "slider", part=0.75)
    s.leads("like", lambda: s.command("main", "feedback", button=0, current="positive"), s.press, "Like this song")
    s.leads("like no more", lambda: s.command("main", "feedback", button=0, current="neutral"), s.press,
            "Like this song")
    s.leads("dislike", lambda: s.command("main", "feedback", button=1, current="negative"), s.press,
            "Dislike this song")
    s.leads("repeat", lambda: s.command("main", "change-repeat-mode", current="one"), s.choose, "More", "Repeat")
    s.leads("shuffle", lambda: s.command("main", "change-shuffle-mode", current="items"), s.press, "Shuffle")
    s.press("Speed")
    s.leads("speed", lambda: s.playback("main", "default-rate") == 1.5, s.press, "1.5×")
    s.press("Volume")
    s.leads("volume", lambda: s.property("main", "org.nowplaying.Session1", "Volume") > 0.7, s.press, "Volume",
            "slider", part=0.9)
    s.key("Escape")


def kitchen(s):
    """The session on other devices."""
    s.press(KITCHEN)
    s.sees("another session is seen", "Kitchen Song", "Kitchen Band")
    s.check("in place of the first", "Trial Album" not in s.names(), s.names())
    s.press("Devices")
    s.sees("speakers are seen", "Kitchen Speaker", "Living Room TV", "Car", "Living Room TV: louder")
    s.check("they stay inside", not s.stays_inside(), s.stays_inside())
    s.leads("a speaker's volume", lambda: s.property("kitchen", "org.nowplaying.Remote1", "Devices")[0]["volume"] > 0.7,
            s.press, "Kitchen Speaker", "slider", part=0.9)
    s.press("Living Room TV: quieter")
    s.press("Back")
    s.sees("a failure is shown in the player's words", "The TV is off")
    s.check("and goes", until(lambda: "The TV is off" not in s.names()))


def concert(s):
    """The session with what MPRIS lacks."""
    s.press(CONCERT)
    s.leads("a button of the player's own", lambda: s.command("studio", "custom", id="favourite", active=True),
            s.press, "Add to favourites")
    s.leads("a bookmark", lambda: s.command("studio", "bookmark", active=True), s.press, "Remember this place")
    s.press("Volume")
    s.leads("mute", lambda: s.playback("studio", "muted"), s.press, "Mute")
    s.leads("unmute", lambda: not s.playback("studio", "muted"), s.press, "Unmute")
    s.key("Escape")
    s.leads("stars", lambda: s.property("studio", "org.nowplaying.Session1", "Content")["user-rating"] == 0.8, s.choose,
            "More", "4 stars")
    s.leads("next chapter", lambda: position(s, "studio") == 120, s.choose, "More", "Next chapter")
    s.sees("the present chapter", "Song")
    s.press("Chapters")
    s.leads("a chapter of the list", lambda: position(s, "studio") == 400, s.press, "Chapter 3, 6:40")
    s.sees("the session is seen again", "Chapter 3", "Trial Band")
    s.choose("More", "Audio and subtitles")
    s.leads("subtitles", lambda: [track["id"] for track in s.property("studio", "org.nowplaying.Tracks1", "Tracks")
                                  if track["kind"] == "subtitles" and track["selected"]] == ["pt"],
            s.press, "português")
    menu = s.open_menu("More")
    s.key("Escape")
    s.check("the menu has what is rare", {"Previous chapter", "Audio and subtitles", "1 star", "5 stars"} <= set(menu),
            menu)
    s.press("Make trouble")
    s.sees("an error is shown", "The studio cannot be reached")
    s.check("nothing is beyond the window", not s.stays_inside(), s.stays_inside())
    s.leads("another item", lambda: s.property("studio", "org.nowplaying.Session1", "Content")["id"] == "broadcast",
            s.press, "Next")
    s.sees("a broadcast is seen", "Studio FM", "Go to live")
    s.leads("to the live edge", lambda: s.playback("studio", "live-edge"), s.press, "Go to live")
    s.sees("it is there", "LIVE")


with Screen("applet") as s:
    s.sees("each session has a tab", SONG, KITCHEN, CONCERT, EPISODE)
    s.sees("the most important one is seen", "Trial Artist, Second Artist", "Trial Album")
    s.check("without the others", not {"Kitchen Song", "Trial Band"} & set(s.names()), s.names())
    s.sees("its words", "Like this song", "Forward by 15 seconds", "Back by 15 seconds", "Speed", "Volume", "More")
    s.check("nothing is beyond the window", not s.stays_inside(), s.stays_inside())
    (first, _, _, _), (last, _, width, _) = s.places("Speed")[0], s.places("More")[0]
    s.check("both ends of its row have the same margin", first == WIDTH - last - width > 0, (first, last + width))
    for test in (sees_pictures, song, kitchen, concert):
        test(s)
    s.player.terminate()
    s.sees("nothing is left of a player that ends", "Nothing is playing")
    faults = [line for line in s.log("applet").splitlines() if "TypeError" in line or "ReferenceError" in line]
    s.check("QML has no errors", not faults, faults[:1])
