# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""GNOME Shell's extension in languages with long words, with high ones, and with a mirrored screen; in both styles and
at the scale 2, also on the locked screen: no text is cut, no part overlaps another, menus are within the screen."""

import gettext
import os
import pathlib

from cards import CUT, PARTS, UUID, VIEW, Cards, mock_gdm
from field.screen.surface import Surface, until
from looks import FROM_RIGHT, look_in_each
from posed import TITLE, antenna, at, castaway, cellar, colour, covers, lumen, meridian, serve, tuner
from testkit.wire import Variant

# For each locale the style, the scale of the screen, and that of text, and the size of the screen.
LOOKS = {"de_DE": ("dark", 1, 1, "1280x2000"), "ja_JP": ("light", 2, 1, "2560x3200"),
         "ar_EG": ("dark", 2, 1, "2560x3200"), "he_IL": ("light", 1, 1, "1280x2000"),
         "fr_FR": ("dark", 1, 2, "1920x2600")}
# The most height of a message of a message, as in drawn.py, and how much more it has when it is open.
CLOSED, MORE = 117, 106
# Numbers that do not fit into the arrow around them, and sliders that cut their knob.
TIGHT = """all(card).filter(a => a.mapped && of(a, 'nowplaying-seconds') && place(a)[2] > 0.7 * place(a.get_parent())[2]
    || a.mapped && of(a, 'nowplaying-slider') && place(a)[3] < 2 * a.get_theme_node()
        .get_length('-slider-handle-radius')).map(a => a.text ?? a.style_class)"""


def whole(s, cards, name, *but):
    """Checks that nothing is cut but some texts, covered or too small."""
    for title in cards.titles():
        s.check(f"{name}, {title[:12]}: no text is cut", until(lambda t=title: set(cards.look(t, CUT)) <= {*but}, 3),
                cards.look(title, CUT))
        for number, what in enumerate(("is too small", "has no name", "overlaps", "is cut off")):
            found = until(lambda t=title, n=number: (cards.look(t, PARTS) or {n: 0})[n] == [], 3)
            s.check(f"{name}, {title[:12]}: nothing {what}", found, cards.look(title, PARTS)[number])
        s.check(f"{name}, {title[:12]}: nothing is tight", until(lambda t=title: cards.look(t, TIGHT) == [], 3),
                cards.look(title, TIGHT))


def menus(s, cards, _):
    """Opens menus, each of which is within the screen, and has no text that is cut."""
    for title, button in (("Harbour Lights", _("Volume")), ("Slow Train", "Kitchen + 2"), (
            TITLE, _("Speed: %1").replace("%1", "1"))):
        cards.click(title, button)
        within = until(lambda t=title: cards.look(t, """(() => { const {width, height} = global.stage;
            const [x, y, w, h] = place(menu.get_children().find(a => a.mapped));
            return x >= 0 && y >= 0 && x + w <= width && y + h <= height; })()"""))
        s.check(f"the menu of {title[:12]} is within the screen", within)
        cut = CUT.replace("all(card)", "all(menu)")
        s.check("no text in it is cut", until(lambda t=title: cards.look(t, cut) == [], 3),
                cards.look(title, cut))
        s.keep(f"menu-{title.split()[0].lower()}", cards.shell.shot())
        cards.close_menu()


X = "place(all(card).find(a => %s))[0]"


def begins_right(s, cards):
    """Where people read from the right, the cover is right of the title."""
    s.check("the cover is right of the title", cards.look("Harbour Lights", X % "of(a, 'nowplaying-cover')" +
                                                          " > place(card.titleLabel)[0]"))


def mirrored(s, cards):
    """Where people read from the right, so do the cover and the title, and the time that is left is at the left."""
    begins_right(s, cards)
    left, elapsed = X % "of(a, 'nowplaying-left')", X % "of(a, 'nowplaying-time') && !of(a, 'nowplaying-left')"
    s.check("the time that is left is left", cards.look("Harbour Lights", f"{left} < {elapsed}"))
    drawn = """(l => { const at = c => l.clutter_text.get_layout().index_to_pos(
        new TextEncoder().encode(l.text.slice(0, l.text.indexOf(c))).length).x; return at('▾') < at('P'); })(all(card)
        .find(l => l.text?.includes('▾')))"""
    s.check("the sign of a menu is at the left of its words", until(lambda: cards.look(TITLE, drawn)))


def look_at_locked(s, cards, is_mirrored):
    """Looks at the locked screen, whose messages are so narrow that the album may be cut."""
    cards.shell.close_messages()
    s.check("the screen is locked", cards.lock())
    s.check("what plays is there", until(lambda: "Harbour Lights" in cards.titles()), cards.titles())
    cards.move(210, 310)  # wakes the screen
    whole(s, cards, "locked", TITLE, "Ada Moran · The Quiet Coast")
    if is_mirrored:
        begins_right(s, cards)
    until(lambda: cards.shell.ask("Main.screenShield._shortLightbox.opacity === 0"), 5)
    s.keep("locked", cards.shell.shot())


def look(place):
    style, scale, text, size = LOOKS[place]
    with Surface(f"abroad-{place[:2]}", seconds=200) as s:
        os.environ["LC_ALL"] = f"{place}.UTF-8"
        cards = Cards(s, size, before=mock_gdm)
        locale = pathlib.Path(os.environ["HOME"], ".local/share/gnome-shell/extensions", UUID, "locale")
        _ = gettext.translation(UUID, locale, [place]).gettext
        if scale > 1:
            cards.shell.scale(float(scale))
        colour(cards, style)
        cards.shell.ask("new imports.gi.Gio.Settings({schema_id: 'org.gnome.desktop.interface'})"
                        f".set_double('text-scaling-factor', {text})")
        drawn = covers()
        served = [serve(s, make, drawn) for make in (meridian, castaway, lumen, antenna, tuner, cellar)]
        served[2].do(lambda player: player.change("a", Playback=at(
            0, "error", **{"error-kind": Variant("s", "sign-in")})))
        served[5].do(lambda player: player.change("a", Playback=at(30, "interrupted")))
        until(lambda: cards.inside("_order.size") == len(served))
        cards.shell.open_messages()
        s.check("all are there", until(lambda: len(cards.titles()) == len(served)), cards.titles())
        s.check("they speak the language", until(lambda: {_("More"), _("Interrupted")} <= {
            *cards.names("Slow Train"), *cards.texts("Slow Train")}), cards.texts("Slow Train"))
        s.check("so does an error", until(lambda: _("Sign in to play this") in cards.texts("The Tower")),
                cards.texts("The Tower"))
        s.keep("closed", cards.shell.shot())
        whole(s, cards, "closed", TITLE)
        heights = f"{VIEW}.messages.map(m => m.get_allocation_box()).map(b => b.y2 - b.y1)"
        cards.shell.ask(f"{VIEW}.messages.forEach(m => m.expanded || m.expand(false))")
        until(lambda: cards.shell.ask(f"{VIEW}.messages.every(m => m._actionBin.scale_y === 1)"))
        s.check("open ones keep their room", until(lambda: max(cards.shell.ask(heights)) <= text * (CLOSED + MORE)),
                cards.shell.ask(heights))
        whole(s, cards, "open")
        s.keep("open", cards.shell.shot())
        if place in FROM_RIGHT:
            mirrored(s, cards)
        menus(s, cards, _)
        look_at_locked(s, cards, place in FROM_RIGHT)
        for player in served:
            player.stop()
        s.check("nothing is wrong in the log", not cards.complaints(), cards.complaints()[:1])


look_in_each(__file__, look, LOOKS)
