# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players as people have them, for looking at the messages of GNOME Shell's extension. The covers are drawn here, and
are CC0."""

import os
import pathlib
import time

from field.screen.surface import run
from reference import Served
from testkit.fakes import (
    PLAYER, REMOTE, ROOT, SESSION, Whole, command, content, device, playback, variants)
from testkit.pictures import memory_file
from testkit.wire import Variant

SECOND = 1_000_000
TITLE = "The Comet of 1811 and the Year of the Great Vintage"
TROUBLE = "Your subscription to Lumen Premium has ended"
# ImageMagick draws for each cover a sky, and something in it.
COVERS = {
    "harbour": ("gradient:#f6d365-#c4485f", "fill #fff4d6 circle 200,210 200,130 fill #5b2a4a rectangle 0,290 400,400"),
    "comet": ("gradient:#0b1d3a-#3a5fa8", "fill #ffffff circle 280,110 280,92 stroke #cfe3ff stroke-width 6"
                                           " line 60,300 262,126"),
    "waves": ("gradient:#d7f0e6-#2f8f83", "fill none stroke #0d5c54 stroke-width 14 path 'M 0,240 Q 100,150 200,240"
                                          " T 400,240' path 'M 0,310 Q 100,220 200,310 T 400,310'"),
    "tower": ("gradient:#2b2b3d-#7a4a6b", "fill #f2c14e polygon 200,70 250,340 150,340"),
}


def covers():
    """Draws all covers; returns the bytes of each by its name."""
    for name, (sky, drawn) in COVERS.items():
        run("convert", "-size", "400x400", sky, "-draw", drawn, f"{name}.png")
    return {name: pathlib.Path(f"{name}.png").read_bytes() for name in COVERS}


def describe(name, icon):
    """Makes a player an application of the desktop."""
    applications = pathlib.Path(os.environ["HOME"], ".local/share/applications")
    applications.mkdir(parents=True, exist_ok=True)
    (applications / f"{name}.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName={name.title()}\nExec=true\nIcon={icon}\n")


def at(seconds, state="paused", **others):
    """Returns the state of playback at a position."""
    rate = 1.0 if state == "playing" else 0.0
    return playback(state, rate, elapsed=Variant("x", seconds * SECOND),
                    timestamp=Variant("x", time.monotonic_ns() // 1000), **others)


def item(title, *artists, seconds=None, kind="music", **others):
    """Returns an item with its title and artists as the lines to show."""
    found = dict(content(title, kind=Variant("s", kind), lines=Variant("as", [title, *artists]), **others)[1])
    if seconds is None:
        del found["duration"]
        found["duration-kind"] = Variant("s", "live")
    else:
        found["duration"] = Variant("x", seconds * SECOND)
    return "a{sv}", found


def custom(name, title, icon, **others):
    return command("custom", id=("s", name), title=("s", title), icon=("s", icon), active=("b", False), **others)


def interval(word, *seconds):
    return command(word, intervals=("ax", [value * SECOND for value in seconds]))


def icons(*commands):
    """Returns commands with the icons that a library of org.nowplaying gives them."""
    usual = {"previous": "previous", "next": "next", "play": "play", "pause": "pause", "stop": "stop",
             "change-shuffle-mode": "shuffle-off", "change-repeat-mode": "repeat-off", "feedback": "heart",
             "bookmark": "bookmark"}
    return "aa{sv}", [{"icon": Variant("s", usual[word]), **given}
                      if (word := given["command"].value) in usual else given for given in commands]


def art(name):
    return {"artwork": Variant("s", name)}


def play_music(made):
    """Gives a player a session that plays a song, with a like."""
    made.session("a", Playback=at(87, "playing"), Volume=("d", 0.7), CanSetVolume=("b", True), Commands=icons(
        command("previous"), command("pause"), command("next"), command("seek-to-position"),
        command("change-shuffle-mode", current=("s", "items")), command("change-repeat-mode"),
        command("feedback", supported=("as", ["neutral", "positive"]))),
        Content=item("Harbour Lights", "Ada Moran", "The Quiet Coast", seconds=247, **art("harbour")))


def meridian(made):
    """Music, with a cover for each of its songs."""
    play_music(made)


def castaway(made):
    """A podcast with many chapters, whose title needs two lines."""
    chapters = Variant("a(xss)", [(n * 60 * SECOND, f"Part {n + 1}", "") for n in range(50)])
    made.session("a", Playback=at(731), Commands=icons(
        command("play"), command("seek-to-position"), command("change-rate", rates=("ad", [1.0, 1.5, 0.75]))),
        Content=item(TITLE, "Night Skies", seconds=3000, kind="podcast", chapters=chapters, **art("comet")))


def fails(sentence):
    return at(0, "error", error=Variant("s", sentence))


def lumen(made):
    """A film that cannot be played."""
    made.session("a", Playback=fails(TROUBLE), Commands=icons(
        command("play"), command("seek-to-position")),
        Content=item("The Tower", "2019", seconds=6120, kind="movie", **art("tower")))


def antenna(made):
    """A broadcast of which the last hour can be heard, ten minutes behind."""
    made.session("a", Playback=at(3000, seekable=Variant("(xx)", (0, 3600 * SECOND))), Commands=icons(
        interval("skip-backward", 15), command("play"), interval("skip-forward", 15), command("seek-to-position"),
        command("seek-to-live")), Content=item("Harbour 98.4", "The Evening Concert", kind="radio", **art("waves")))


def tuner(made):
    """A station that has a volume, and no more."""
    made.session("a", Playback=playback(), Volume=("d", 0.5), CanSetVolume=("b", True),
                 Commands=icons(command("play")), Content=item("Wave FM", "Morning with Ben", kind="radio"))


def cellar(made):
    """A song in three rooms."""
    rooms = [device(room, room, volume=("d", 0.4)) for room in ("Kitchen", "Living room")]
    rooms.append(device("tv", "Television", **{"type": ("s", "tv"), "can-step": ("b", True)}))
    made.session("a", Playback=at(30), Commands=icons(
        command("previous"), command("play"), command("next"), command("seek-to-position")), Volume=("d", 0.4),
        CanSetVolume=("b", True), Content=item("Slow Train", "The Cellar Band", seconds=200))[REMOTE] = variants(
        Devices=("aa{sv}", rooms))


def say_in_mpris(made, name):
    """Says the first session of a player in MPRIS, too, as a library of both protocols does."""
    session = next(faces[SESSION] for faces in made.objects.values() if SESSION in faces)
    content_of, plays = session["Content"].value, session["Playback"].value
    state = plays["state"].value
    title, artist, *album = content_of["lines"].value
    metadata = {"mpris:trackid": Variant("o", "/org/nowplaying/track/1"), "xesam:title": Variant("s", title),
                "xesam:artist": Variant("as", [artist])}
    if album:
        metadata["xesam:album"] = Variant("s", album[0])
    if "duration" in content_of:
        metadata["mpris:length"] = content_of["duration"]
    if "artwork" in content_of:
        metadata["mpris:artUrl"] = Variant("s", pathlib.Path(f"{content_of['artwork'].value}.png").resolve().as_uri())
    words = {command["command"].value: command for command in session["Commands"].value}
    made.faces[ROOT] = variants(Identity=("s", name.title()), DesktopEntry=("s", name))
    made.faces[PLAYER] = {"Position": plays.get("elapsed", Variant("x", 0)), **variants(
        PlaybackStatus=("s", "Playing" if state in ("playing", "buffering") else "Paused"), Rate=("d", 1.0),
        Metadata=("a{sv}", metadata), CanPlay=("b", True), CanControl=("b", True), CanPause=("b", "pause" in words),
        CanGoNext=("b", "next" in words), CanGoPrevious=("b", "previous" in words),
        CanSeek=("b", "seek-to-position" in words))}
    if "change-shuffle-mode" in words:
        made.faces[PLAYER]["Shuffle"] = Variant("b", words["change-shuffle-mode"]["current"].value != "off")
    if "change-repeat-mode" in words:
        made.faces[PLAYER]["LoopStatus"] = Variant("s", "None")


def serve(s, make, drawn):
    """Starts a player with the given covers."""
    def player(bus):
        made = Whole(bus, make.__name__)
        make(made)
        if len(made.objects) == 2:  # the player itself, and one session: MPRIS has no more
            say_in_mpris(made, make.__name__)
        made.answers[SESSION, "GetArtwork"] = lambda call: (
            "hsuu", [0, "image/png", 400, 400], [memory_file(drawn[call.body[0]])])
        return made

    return Served(s, player)


def colour(cards, style):
    cards.shell.ask("new imports.gi.Gio.Settings({schema_id: 'org.gnome.desktop.interface'})"
                    f".set_string('color-scheme', '{'prefer-light' if style == 'light' else 'default'}')")
