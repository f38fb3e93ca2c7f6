# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Prints how much of the processor GNOME Shell takes while a song plays: with its own message of the player, and with
the extension's, closed and open; and tests that the extension's take at most a fifth more than the shell's own."""

import time

from cards import VIEW, Cards
from field.screen.surface import Surface, until
from testkit.desktop import processor_time
from testkit.fakes import PLAYER, Whole, command, content, playback, song, variants
from testkit.wire import Variant
from reference import Served

SECONDS = 20
# MOST: how many times as much of the processor as the shell's own message the extension's may take. NOISE: by how many
# ms two measurements of the same message may differ.
MOST, NOISE = 1.2, 2
TITLE = "Evening"


def player(bus):
    """A player whose song plays, in MPRIS and in org.nowplaying."""
    made = Whole(bus, "melodia")
    made.faces[PLAYER] = variants(PlaybackStatus=("s", "Playing"), Metadata=("a{sv}", song(TITLE)),
                                  CanPlay=("b", True), CanControl=("b", True))
    moving = playback("playing", 1.0, elapsed=Variant("x", 0), timestamp=Variant("x", time.monotonic_ns() // 1000))
    made.session("a", Playback=moving, Content=content(TITLE, lines=Variant("as", [TITLE])), Commands=(
        "aa{sv}", [command("previous"), command("pause"), command("next"), command("seek-to-position")]))
    return made


def share(shell):
    """Returns how many ms of the processor the shell takes in a second."""
    before = processor_time(shell.process.pid)
    time.sleep(SECONDS)  # sleeps: measures what happens within it
    return (processor_time(shell.process.pid) - before) * 10 / SECONDS


def layouts(cards):
    """Returns how often the list of messages is laid out anew while four seconds of the song are shown."""
    cards.shell.ask(f"(() => {{ const view = {VIEW}; view.layouts = 0;"
                    " view.connect('queue-relayout', () => view.layouts++); })()")
    seen = set()
    until(lambda: seen.add(tuple(cards.texts(TITLE))) or len(seen) >= 4, 60)
    assert len(seen) >= 4, seen
    return cards.shell.ask(f"{VIEW}.layouts")


with Surface("costs", seconds=600) as s:
    cards = Cards(s, "1280x720")
    served = Served(s, player)
    found = {}
    for name, is_ours in (("its own", False), ("ours", True)):
        cards.switch(is_ours)
        found[name, "behind"] = share(cards.shell)
        cards.shell.open_messages()
        s.check(f"{name} is seen", until(lambda: (cards.titles() if is_ours else cards.foreign()) == [TITLE]))
        if is_ours:
            cards.open(TITLE)
            found[name, "open"] = share(cards.shell)
            s.check("time goes on, and nothing else moves", layouts(cards) == 0, cards.shell.ask(f"{VIEW}.layouts"))
            cards.click(TITLE, "Less")
            until(lambda: cards.inside("_timer === 0"))
        found[name, "closed"] = share(cards.shell)
        cards.shell.close_messages()
    for (name, state), cost in found.items():
        print(f"  cost  {name}, {state}: {cost:.1f} ms per second")
    for state, beside in {"behind": "behind", "closed": "closed", "open": "closed"}.items():
        ours, theirs = found["ours", state], found["its own", beside]
        s.check(f"{state} it takes not much more", ours <= theirs * MOST + NOISE, (ours, theirs))
    served.stop()
