# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests GNOME Shell's extension with players as people have them: each message has the right height and width in every
state. Keeps pictures of them, light and dark, for people to look at. The covers are drawn here, and are CC0."""

import os
import pathlib
import shutil
import time

from cards import VIEW, Cards
from field.screen.surface import Surface, run, until
from testkit.fakes import PLAYER, REMOTE, ROOT, SESSION, Whole, command, content, device, playback, variants
from testkit.pictures import memory_file
from testkit.wire import Variant
from reference import Served

CLOSED, MORE = 112, 106
SECOND = 1_000_000
# The boxes that the layout has given to the messages: until the next layout, `width` and `height` are only the size
# that a message asks for.
ROOMS = f"{VIEW}.messages.map(m => m.get_allocation_box())"
HEIGHTS, WIDTHS = f"{ROOMS}.map(b => b.y2 - b.y1)", f"[...new Set({ROOMS}.map(b => b.x2 - b.x1))]"
# The pictures of the extension's page: the list of messages, and its height.
PICTURES = {("dark", "expand"): ("list.webp", 2150), ("light", "unexpand"): ("light.webp", 1380)}
# The picture at the top of the extension's first page: the messages of GNOME alone, and beside them those of the
# extension, two of which are open.
BESIDE, BESIDE_HEIGHT = "beside.webp", 1690
OPEN = ["Harbour Lights", "Night Skies 41: Comets"]
LONG = "A symphony of a name that nobody can read to its end, for orchestra, choir and four soloists"
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


def melodia(made):
    """Music: plays, with a like."""
    made.session("a", Playback=at(87, "playing"), Volume=("d", 0.7), CanSetVolume=("b", True), Commands=icons(
        command("previous"), command("pause"), command("next"), command("seek-to-position"),
        command("change-shuffle-mode", current=("s", "items")), command("change-repeat-mode"),
        command("feedback", supported=("as", ["neutral", "positive"]))),
        Content=item("Harbour Lights", "Ada Moran", "The Quiet Coast", seconds=247, **art("harbour")))


def castaway(made):
    """A podcast with chapters and intervals."""
    chapters = [(0, "Introduction", ""), (540 * SECOND, "The great comet", ""), (1500 * SECOND, "Letters", "")]
    made.session("a", Playback=at(731), Commands=icons(
        interval("skip-backward", 15), command("play"), interval("skip-forward", 30, 60), command("next"),
        command("seek-to-position"), command("next-chapter"), command("previous-chapter"), command("bookmark"),
        command("change-rate", rates=("ad", [1.0, 1.25, 1.5])), custom("sleep", "Sleep timer", "timer")),
        Content=item("Night Skies 41: Comets", "Night Skies", seconds=2710, kind="podcast",
                     chapters=Variant("a(xss)", chapters), **art("comet")))


def antenna(made):
    """A radio station that cannot be paused."""
    made.session("a", Playback=playback("playing", 1.0, **{"live-edge": Variant("b", True)}), Commands=icons(
        command("stop"), custom("keep", "Remember this station", "star")),
        Content=item("Wave FM", "Morning with Ben", kind="radio", **art("waves")))


def lumen(made):
    """A film that needs an account, in a film player."""
    made.session("a", Playback=at(0, "error", **{"error-kind": Variant("s", "sign-in")}), Commands=icons(
        command("play"), command("seek-to-position")),
        Content=item("The Tower", "2019", seconds=6120, kind="movie", **art("tower")))


def cellar(made):
    """A song in other rooms, without a cover."""
    rooms = [device(room, room, volume=("d", 0.4)) for room in ("Kitchen", "Living room", "Bath")]
    made.session("a", Playback=at(30, "buffering"), Commands=icons(
        command("previous", enabled=False), command("pause"), command("next")), Volume=("d", 0.4), CanSetVolume=(
        "b", True), Content=item("Slow Train", "The Cellar Band", seconds=200))[REMOTE] = variants(
        Devices=("aa{sv}", rooms))


def leafturn(made):
    """A book, read faster."""
    chapters = [(0, "The Harbour", ""), (5400 * SECOND, "A Letter from Home", ""),
                (12600 * SECOND, "Over the Pass", "")]
    made.session("a", Playback=at(7260, **{"default-rate": Variant("d", 1.25)}), Commands=icons(
        interval("skip-backward", 30), command("play"), interval("skip-forward", 30), command("seek-to-position"),
        command("change-rate", rates=("ad", [1.0, 1.25])), command("bookmark", active=("b", True))),
        Content=item("The Salt Road", "Ines Calloway", "Read by Tom Reyes", seconds=31000, kind="book",
                     chapters=Variant("a(xss)", chapters), **art("harbour")))


def tuner(made):
    """A radio station of which the last hour can be heard, ten minutes behind."""
    made.session("a", Playback=at(3000, seekable=Variant("(xx)", (0, 3600 * SECOND))), Commands=icons(
        interval("skip-backward", 15), command("play"), interval("skip-forward", 15), command("seek-to-position"),
        command("seek-to-live")),
        Content=item("Harbour 98.4", "The Evening Concert", kind="radio", **art("waves")))


def lantern(made):
    """A film."""
    made.session("a", Playback=at(2460, buffered=Variant("x", 3900 * SECOND)), Volume=("d", 0.9), CanSetVolume=(
        "b", True), Commands=icons(
        interval("skip-backward", 10), command("play"), interval("skip-forward", 10), command("seek-to-position")),
        Content=item("The Lighthouse Keeper", "2021", seconds=6120, kind="movie",
                     **{"media-type": Variant("s", "video")}, **art("tower")))


def opera(made):
    """Texts that are too long, in three scripts."""
    texts = [(LONG, LONG),
             ("سيمفونية ذات اسم طويل لا يستطيع أحد قراءته حتى نهايته أبدا",
              "أوركسترا المدينة القديمة مع جوقة من مئة صوت وأربعة منفردين"),
             ("誰も最後まで読むことのできないとても長い名前を持つ交響曲第九番ニ短調作品百二十五",
              "旧市街管弦楽団と百人の合唱団と四人の独唱者")]
    for element, (title, artist) in zip("abc", texts):
        made.session(element, Playback=at(30), Content=item(title, artist, seconds=4000), Commands=icons(
            command("previous"), command("play"), command("next"), command("seek-to-position"),
            *(custom(f"c{n}", LONG, "") for n in range(6))))


def say_in_mpris(made, name):
    """Says the first session of a player in MPRIS, too, as a library of both protocols does."""
    session = next(faces[SESSION] for faces in made.objects.values() if SESSION in faces)
    content_of, state = session["Content"].value, session["Playback"].value["state"].value
    title, *artists = content_of["lines"].value
    metadata = {"mpris:trackid": Variant("o", "/org/nowplaying/track/1"), "xesam:title": Variant("s", title),
                "xesam:artist": Variant("as", artists[:1])}
    if "duration" in content_of:
        metadata["mpris:length"] = content_of["duration"]
    if "artwork" in content_of:
        metadata["mpris:artUrl"] = Variant("s", pathlib.Path(f"{content_of['artwork'].value}.png").resolve().as_uri())
    words = {command["command"].value for command in session["Commands"].value}
    made.faces[ROOT] = variants(Identity=("s", name.title()), DesktopEntry=("s", name))
    made.faces[PLAYER] = variants(
        PlaybackStatus=("s", "Playing" if state in ("playing", "buffering") else "Paused"), Rate=("d", 1.0),
        Metadata=("a{sv}", metadata), Position=("x", 0), CanPlay=("b", True), CanControl=("b", True),
        CanPause=("b", "pause" in words), CanGoNext=("b", "next" in words), CanGoPrevious=("b", "previous" in words),
        CanSeek=("b", "seek-to-position" in words))


def beside(s, cards, count):
    """Keeps a picture of what GNOME shows by itself, and returns its file."""
    cards.switch(False)
    s.check("GNOME shows them by itself", until(lambda: len(cards.foreign()) == count), cards.foreign())
    until(lambda: cards.shell.ask(f"{VIEW}.messages.length === {count}"))
    s.keep("alone", cards.shell.shot())
    picture = shutil.copy(cards.shell.shot(), "alone.png")
    cards.switch(True)
    s.check("they are back", until(lambda: len(cards.titles()) == count), cards.titles())
    return picture


def compare(alone, cards):
    """Writes both pictures side by side."""
    if "KEEP" not in os.environ:
        return
    is_open = f"({OPEN}.includes(m.titleLabel?.text ?? m.title))"
    cards.shell.ask(f"{VIEW}.messages.forEach(m => m.expanded === {is_open} || m.unexpand(false))")
    until(lambda: cards.shell.ask(f"{VIEW}.messages.every(m => m.expanded === {is_open}"
                                  f" && m.height <= ({is_open} ? {CLOSED + MORE} : {CLOSED}))"))
    parts = [word for picture in (alone, cards.shell.shot())
             for word in ("(", picture, "-crop", f"880x{BESIDE_HEIGHT}+524+72", "+repage", ")")]
    run("convert", *parts, "+append", "-strip", "-quality", "85", os.path.join(os.environ["KEEP"], BESIDE))


def serve(s, make, drawn):
    """Starts a player with the given covers."""
    def player(bus):
        made = Whole(bus, make.__name__)
        make(made)
        if make is not opera:  # GNOME's own message is looked at of the others
            say_in_mpris(made, make.__name__)
        made.answers[SESSION, "GetArtwork"] = lambda call: (
            "hsuu", [0, "image/png", 400, 400], [memory_file(drawn[call.body[0]])])
        return made

    return Served(s, player)


def colour(cards, style):
    cards.shell.ask("new imports.gi.Gio.Settings({schema_id: 'org.gnome.desktop.interface'})"
                    f".set_string('color-scheme', '{'prefer-light' if style == 'light' else 'default'}')")


def mirror(s, cards):
    """Keeps a picture of all messages as they are where people read from the right, and checks their order."""
    cards.shell.ask(f"{VIEW}.text_direction = imports.gi.Clutter.TextDirection.RTL")
    # Adds a style class that no rule names, so that all styles are computed anew.
    cards.shell.ask(f"{VIEW}.add_style_class_name('mirrored')")
    x = "named(%r).get_transformed_position()[0]"
    for before, after in (("Forward by 30 seconds", "Back by 30 seconds"), ("Bookmark", "Speed: 1.25")):
        s.check(f"from the right, {after} comes before {before}", until(lambda b=before, a=after: cards.look(
            "The Salt Road", f"{x % b} < {x % a}")))
    label = "card.titleLabel"
    s.check("from the right, a title begins at its cover", until(lambda: cards.look(
        "Harbour 98.4", f"{label}.width <= {label}.get_preferred_width(-1)[1]")))
    s.check("mirrored: nothing is cut off", until(lambda: cards.cut_off(VIEW) == []), cards.cut_off(VIEW))
    s.keep("mirrored", cards.shell.shot())


def look(s, cards, name):
    """Checks the height and the width of all messages, closed and open, and keeps pictures of both."""
    for way, limit in (("unexpand", CLOSED), ("expand", CLOSED + MORE)):
        wanted = str(way == "expand").lower()
        cards.shell.ask(f"{VIEW}.messages.forEach(m => m.expanded === {wanted} || m.{way}(false))")
        until(lambda: cards.shell.ask(f"{VIEW}.messages.every(m => m.expanded === {wanted})"))
        # A message that has just come has no box yet.
        rooms = until(lambda: all(height and height <= limit for height in cards.shell.ask(HEIGHTS)))
        s.check(f"{name}: all keep their room ({way})", rooms, cards.shell.ask(HEIGHTS))
        s.check(f"{name}: all are as wide", until(lambda: cards.shell.ask(WIDTHS) == [413]), cards.shell.ask(WIDTHS))
        s.check(f"{name}: nothing is cut off", until(lambda: cards.cut_off(VIEW) == []), cards.cut_off(VIEW))
        s.keep(f"{name}-{way}", cards.shell.shot())
        if (name, way) in PICTURES and "KEEP" in os.environ:
            picture, height = PICTURES[name, way]
            run("convert", cards.shell.shot(), "-crop", f"880x{height}+524+72", "+repage", "-strip", "-quality", "85",
                os.path.join(os.environ["KEEP"], picture))


with Surface("faces", seconds=900) as s:
    players = {melodia: "audio-x-generic-symbolic", castaway: "audio-input-microphone-symbolic",
               antenna: "audio-speakers-symbolic", lumen: "video-x-generic-symbolic",
               cellar: "audio-x-generic-symbolic"}
    for make, icon in players.items():
        describe(make.__name__, icon)
    cards = Cards(s, "2560x2880")
    cards.shell.scale(2.0)
    drawn = covers()
    served = [serve(s, make, drawn) for make in players]
    cards.shell.open_messages()
    alone = beside(s, cards, len(players))
    s.check("all are there", until(lambda: len(cards.titles()) == len(players)), cards.titles())
    covered = ("cards.filter(c => all(c).some("
               "a => of(a, 'nowplaying-cover') && !of(a, 'nowplaying-no-cover'))).length")
    s.check("their covers are", until(lambda: cards.look("Slow Train", covered) == len(COVERS)))
    for style in "dark", "light":
        colour(cards, style)
        look(s, cards, style)
        if style == "dark":
            compare(alone, cards)
    s.check("an error can be read in light, too", cards.look("The Tower", "all(card).some("
            "a => of(a, 'nowplaying-error') && of(a, 'nowplaying-on-light'))"))
    cards.click("Night Skies 41: Comets", "More actions")
    until(lambda: "Next chapter" in cards.names("Night Skies 41: Comets"))
    s.keep("menu", cards.shell.shot())
    cards.close_menu()
    served.append(serve(s, opera, drawn))
    until(lambda: len(cards.titles()) == len(players) + 3)
    look(s, cards, "long")
    for player in served:
        player.stop()
    served = [serve(s, make, drawn) for make in (leafturn, tuner, lantern)]
    s.check("a book, a station and a film are there", until(lambda: len(cards.titles()) == 3), cards.titles())
    s.check("their covers, too", until(lambda: cards.look("The Salt Road", covered) == 3))
    look(s, cards, "others-light")
    colour(cards, "dark")
    look(s, cards, "others-dark")
    mirror(s, cards)
    for player in served:
        player.stop()
    s.check("nothing is wrong in the log", not cards.complaints(), cards.complaints()[:1])
