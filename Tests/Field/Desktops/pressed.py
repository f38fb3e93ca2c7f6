# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Presses buttons of GNOME Shell's extension by a pointer, by keys alone, and by a screen reader's action: each time
the player is told the same."""

from cards import Cards
from field.screen.surface import Surface, until
from posed import SECOND, at, covers, icons, interval, item, play_music, serve
from testkit.fakes import REMOTE, command, device, variants
from testkit.wire import Variant

SONG, EPISODE, FILM, ROOMS = "Harbour Lights", "Night Skies 41: Comets", "The Tower", "Slow Train"


def meridian(made):
    """A song, with a like."""
    play_music(made)


def castaway(made):
    """A podcast with chapters, intervals and speeds."""
    chapters = [(0, "Introduction", ""), (540 * SECOND, "The great comet", ""), (1500 * SECOND, "Letters", "")]
    made.session("a", Playback=at(731), Commands=icons(
        interval("skip-backward", 15), command("play"), interval("skip-forward", 30), command("seek-to-position"),
        command("change-rate", rates=("ad", [1.0, 1.25, 1.5]))),
        Content=item(EPISODE, "Night Skies", seconds=2710, kind="podcast", chapters=Variant("a(xss)", chapters)))


def lumen(made):
    """A film for which one has to sign in."""
    made.session("a", Playback=at(0, "error", **{"error-kind": Variant("s", "sign-in")}), Commands=icons(
        command("play")), Content=item(FILM, "2019", seconds=6120, kind="movie"))


def cellar(made):
    """A song in two rooms."""
    rooms = [device("kitchen", "Kitchen", volume=("d", 0.4)), device("tv", "Television", **{"can-step": ("b", True)})]
    made.session("a", Playback=at(30), Commands=icons(command("play")), Content=item(ROOMS, "Cellar", seconds=200))[
        REMOTE] = variants(Devices=("aa{sv}", rooms))


# Presses: in which message, by which names one after the other, and what its player is told.
PRESSES = {
    "a like": (SONG, ["Like"], ["SendCommand", "feedback", {"mode": "positive", "button": 0, "toggle": True}]),
    "a skip": (EPISODE, ["Forward by 30 seconds"], ["SendCommand", "skip-forward", {"interval": 30 * SECOND}]),
    "a speed": (EPISODE, ["Speed: 1", "1.25×"], ["SendCommand", "change-rate", {"rate": 1.25}]),
    "a chapter": (EPISODE, ["Chapters: The great comet", "25:00  Letters"],
                  ["SendCommand", "seek-to-position", {"position": 1500 * SECOND}]),
    "a room's volume": (ROOMS, ["Kitchen + 1", "Kitchen"], ["SetDeviceVolume", "kitchen", 0.5]),
    "a room's button": (ROOMS, ["Kitchen + 1", "Television: louder"], ["StepDeviceVolume", "tv", 1]),
    "an error's button": (FILM, ["Open Lumen"], ["Raise"]),
}
SLIDER = "Kitchen"
# Keys by their numbers in the kernel.
TAB, ENTER, V, RIGHT, DOWN, SUPER = 15, 28, 47, 106, 108, 125


def focused(cards):
    """Returns the name of what has the keyboard focus."""
    return (cards.focused() or [None])[0]


def walk(cards, key, name):
    """Presses a key until the focus is on what has this name."""
    seen = []
    while len(seen) < 90:
        seen.append(focused(cards))
        if seen[-1] == name:
            return
        cards.key(key)
        until(lambda: focused(cards) != seen[-1], 1)
    raise AssertionError(f"no key reaches {name}, but {seen}")


def by_pointer(cards, title, *names):
    for name in names:
        cards.click(title, name)


def by_keys(cards, title, *names):
    """From the head of the message by Tab, in menus by an arrow, and on a slider to the right."""
    cards.look(title, "card._header.expandButton.grab_key_focus()")
    for key, name in zip((TAB, DOWN), names):
        walk(cards, key, name)
        cards.key(RIGHT if name == SLIDER else ENTER)
        until(lambda: name == names[-1] or cards.look(title, "Boolean(menu)"))


def opens(s, cards):
    """The keys of the shell open the list, and Tab goes to the messages."""
    cards.shell.close_messages()
    cards.key(SUPER, V)
    s.check("keys open the list", until(lambda: cards.look(SONG, "card.mapped")))
    walk(cards, TAB, "Like")
    s.check("and reach a message", focused(cards) == "Like")


def by_reader(cards, title, *names):
    """A screen reader gives a button the focus, and presses Enter: the shell's buttons have no actions. A slider gets
    a value."""
    for name in names:
        until(lambda: cards.look(title, f"Boolean(named({name!r}))"))
        accessible = f"named({name!r}).get_accessible()"
        if name == SLIDER:
            # AT-SPI sets values by this function of ATK.
            cards.look(title, f"(({{GObject}}) => {{ const half = new GObject.Value(); half.init(GObject.TYPE_DOUBLE);"
                              f" half.set_double(0.5); {accessible}.set_current_value(half); }})(imports.gi)")
        else:
            cards.look(title, f"{accessible}.grab_focus()")
            s.check(f"a screen reader reaches {name}", until(lambda: focused(cards) == name), focused(cards))
            cards.key(ENTER)


def told(player, member, count):
    """Returns what a player has been told, without the item for which it is meant, since some calls of a member."""
    found = player.called(member)[count:]
    return [[member, *(
        {key: value.value for key, value in part.items() if key != "item"} if isinstance(part, dict) else part
        for part in body)] for body in found]


def is_like(found, wanted):
    """Whether a call is as it should be. A pointer sets a volume as exactly as a pixel allows."""
    return len(found) == len(wanted) and all(
        abs(a - b) < 0.02 if isinstance(b, float) else a == b for a, b in zip(found, wanted))


with Surface("pressed", seconds=600) as s:
    drawn = covers()
    cards = Cards(s)
    served = {title: serve(s, make, drawn) for title, make in (
        (SONG, meridian), (EPISODE, castaway), (FILM, lumen), (ROOMS, cellar))}
    until(lambda: cards.inside("_order.size") == len(served))
    cards.shell.open_messages()
    until(lambda: len(cards.titles()) == len(served))
    cards.open(SONG, EPISODE, ROOMS)
    opens(s, cards)
    # The menu stays open when a part of a room is used. The list goes when the player's window is to be shown.
    for way in (by_pointer, by_keys, by_reader):
        for what, (title, names, wanted) in PRESSES.items():
            cards.shell.open_messages()
            until(lambda: len(cards.titles()) == len(served))
            player = served[title].player
            before = len(player.called(wanted[0]))
            way(cards, title, *names)
            until(lambda: told(player, wanted[0], before))
            found = told(player, wanted[0], before)
            s.check(f"{way.__name__.replace('_', ' ')}: {what}", len(found) == 1 and is_like(found[0], wanted), found)
            if cards.look(title, "Boolean(menu)"):
                cards.close_menu()
            if way is not by_pointer and title != FILM:
                s.check("the focus is where it was", until(lambda: focused(cards) == names[0]), focused(cards))
    for player in served.values():
        player.stop()
    s.check("nothing is wrong in the log", not cards.complaints(), cards.complaints()[:1])
