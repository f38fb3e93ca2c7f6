# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests GNOME Shell's extension with players as people have them: each message has the right height and width in every
state. Keeps pictures of them, light and dark, for people to look at."""

import os

from cards import VIEW, Cards
from field.screen.surface import Surface, run, until
from posed import COVERS, SECOND, art, at, colour, covers, custom, describe, icons, interval, item, play_music, serve
from testkit.fakes import REMOTE, command, device, playback, variants
from testkit.wire import Variant

# The most height of a message, and how much more it has when it is open, and when its texts need two lines each.
CLOSED, MORE, LONGER = 112, 106, 10
# The boxes that the layout has given to the messages: until the next layout, `width` and `height` are only the size
# that a message asks for.
ROOMS = f"{VIEW}.messages.map(m => m.get_allocation_box())"
HEIGHTS, WIDTHS = f"{ROOMS}.map(b => b.y2 - b.y1)", f"[...new Set({ROOMS}.map(b => b.x2 - b.x1))]"
# The pictures of the extension's page: the list of messages, and its height.
PICTURES = {("dark", "expand"): ("list.webp", 2040), ("light", "unexpand"): ("light.webp", 1380)}
LONG = "A symphony of a name that nobody can read to its end, for orchestra, choir and four soloists"


def melodia(made):
    """Music: plays, with a like."""
    play_music(made)


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


def alone(s, cards, count):
    """GNOME shows the players when the extension is disabled."""
    cards.switch(False)
    s.check("GNOME shows them by itself", until(lambda: len(cards.foreign()) == count), cards.foreign())
    until(lambda: cards.shell.ask(f"{VIEW}.messages.length === {count}"))
    s.keep("alone", cards.shell.shot())
    cards.switch(True)
    s.check("they are back", until(lambda: len(cards.titles()) == count), cards.titles())


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


def look(s, cards, name, longer=0):
    """Checks the height and the width of all messages, closed and open, and keeps pictures of both."""
    for way, limit in (("unexpand", CLOSED), ("expand", CLOSED + MORE + longer)):
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
    alone(s, cards, len(players))
    s.check("all are there", until(lambda: len(cards.titles()) == len(players)), cards.titles())
    covered = ("cards.filter(c => all(c).some("
               "a => of(a, 'nowplaying-cover') && !of(a, 'nowplaying-no-cover'))).length")
    s.check("their covers are", until(lambda: cards.look("Slow Train", covered) == len(COVERS)))
    for style in "dark", "light":
        colour(cards, style)
        look(s, cards, style)
    s.check("an error can be read in light, too", cards.look("The Tower", "of(card.child, 'nowplaying-on-light')"))
    cards.click("Night Skies 41: Comets", "More actions")
    until(lambda: "Next chapter" in cards.names("Night Skies 41: Comets"))
    s.keep("menu", cards.shell.shot())
    cards.close_menu()
    served.append(serve(s, opera, drawn))
    until(lambda: len(cards.titles()) == len(players) + 3)
    look(s, cards, "long", LONGER)
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
