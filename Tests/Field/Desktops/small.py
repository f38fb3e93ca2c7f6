# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The extension of GNOME Shell on a screen that is too low for its messages: the wheel and Tab scroll the list."""

from cards import VIEW, Cards
from field.screen.surface import Surface, until
from reference import Reference

SONG = "Trial Song"
TAB = 15


def scrolls(s, cards, player):
    """The wheel scrolls the list, and moves no slider."""
    def scrolled():
        return cards.shell.ask(f"{VIEW}.vadjustment.value")

    before = player.session("main")["Playback"]["elapsed"]
    cards.hover(SONG, "Position")
    cards.scroll(1)
    s.check("the wheel scrolls the list", until(lambda: scrolled() > 0), scrolled())
    after = player.session("main")["Playback"]["elapsed"]
    s.check("and moves no slider", after == before, (before, after))
    cards.shell.ask(f"{VIEW}.vadjustment.value = 0")


def tabs(s, cards):
    """Tab reaches what can be pressed, in the order of the screen, and what it reaches can be seen."""
    names = cards.look(SONG, "parts().filter(a => a.can_focus && a.reactive).map(a => a.accessible_name)")
    disabled = cards.look(SONG, "parts().filter(a => a.can_focus && !a.reactive).map(a => a.accessible_name)")
    s.check("what cannot be pressed takes no focus", disabled == [], disabled)
    cards.look(SONG, "card._header.expandButton.grab_key_focus()")
    seen, outside = [], []
    for _ in range(60):
        found = cards.focused()
        if not found or not found[0] or found[0] == "Clear all notifications":
            break
        seen.append(found[0])
        if not until(lambda: cards.focused()[1], 2):
            outside.append(found[0])
        cards.key(TAB)
        until(lambda: cards.focused() != found, 2)
    s.check("Tab goes through them in order", seen[:len(names)] == names, (seen[:len(names)], names))
    s.check("and through all messages", seen.count("Less") == 4, seen.count("Less"))
    s.check("what has the focus can be seen", outside == [], outside)


with Surface("small") as surface:
    cards = Cards(surface, "1280x720")
    player = Reference(surface)
    cards.shell.open_messages()
    until(lambda: len(cards.titles()) == 4)
    player.send("main", "pause")
    until(lambda: cards.look(SONG, "Boolean(named('Play'))"))
    cards.shell.ask(f"{VIEW}.messages.forEach(message => message.expanded || message.expand(false))")
    low = until(lambda: cards.shell.ask(f"{VIEW}.vadjustment.upper > {VIEW}.vadjustment.page_size"))
    surface.check("the messages are higher than the screen", low)
    scrolls(surface, cards, player)
    tabs(surface, cards)
    surface.keep("end", cards.shell.shot())
    surface.check("nothing is wrong in the log", not cards.complaints(), cards.complaints()[:1])
