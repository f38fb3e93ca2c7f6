# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The order in which players of MPRIS are shown."""

import pytest
from lab.fakes import Plain, song, variants

IS_BARE = 256


def test_the_order_is_that_of_playing(bus, make_shown):
    players = [Plain(bus, name, PlaybackStatus=("s", "Paused")).appear() for name in "abc"]
    shown = make_shown(*players)
    shown.wait(lambda: len(shown.entries) == 3 and shown.listed, "three entries")

    def names():
        return "".join(view.display_name for view in shown.order())
    for index, order in ((2, "c"), (0, "ac"), (1, "bac")):
        players[index].change(PlaybackStatus=("s", "Playing"))
        shown.wait(lambda order=order: names().startswith(order), f"the order {order}")
    players[1].change(PlaybackStatus=("s", "Paused"))
    shown.wait(lambda: names() == "acb", "who plays comes first")
    players[0].change(PlaybackStatus=("s", "Paused"))
    shown.wait(lambda: names() == "cab", "who plays comes first, then who played last")
    players[2].change(PlaybackStatus=("s", "Stopped"))
    shown.wait_for(shown.find(display_name="c"), lambda view: view.state == "stopped")
    assert names() == "cab", "who played last comes first"


NO_TRACK = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
NOTHING = {
    "empty": {}, "no track": variants(**{"mpris:trackid": ("o", NO_TRACK)}),
    "no track, as a text": variants(**{"mpris:trackid": ("s", NO_TRACK)}),
    "no track of no length": variants(**{"mpris:trackid": ("o", NO_TRACK), "mpris:length": ("x", 0),
                                         "xesam:title": ("s", ""), "xesam:artist": ("as", [""])}),
    "no title": variants(**{"xesam:title": ("s", "")}),
}


@pytest.mark.parametrize("status", ["Playing", "Paused", "Stopped"])
@pytest.mark.parametrize("left", [*NOTHING, "an id alone"])
def test_who_has_no_item_is_behind(bus, make_shown, left, status):
    """A player without an item comes after one with an item, even if it played last: a browser keeps the player of a
    closed tab."""
    bare = variants(**{"mpris:trackid": ("o", "/tab/1")})
    players = [Plain(bus, name, PlaybackStatus=("s", "Paused")).appear() for name in ("music", "tab")]
    shown = make_shown(*players)
    shown.wait(lambda: len(shown.entries) == 2 and shown.listed, "two entries")
    players[1].change(PlaybackStatus=("s", "Playing"))
    shown.wait(lambda: shown.order()[0].display_name == "tab", "who plays comes first")
    players[1].change(PlaybackStatus=("s", status), Metadata=("a{sv}", NOTHING.get(left, bare)))
    shown.wait_for(shown.find(display_name="tab"), lambda view: view.item is None or view.abilities == IS_BARE)
    assert shown.order()[0].display_name == "tab", "a browser has no item while it goes to the next one"
    shown.wait(lambda: shown.order()[0].display_name == "music", "who has an item comes first")
    assert shown.events[-1][0] == "ordered"
    tab = shown.find(display_name="tab")
    assert (tab.item is None, tab.abilities) == ((True, 0) if left in NOTHING else (False, IS_BARE))
    players[1].change(PlaybackStatus=("s", "Playing"), Metadata=("a{sv}", song("Next")))
    shown.wait(lambda: shown.order()[0].display_name == "tab", "who plays something comes first")


@pytest.mark.parametrize("answering", ["abcd", "dcba", "bdac"])
def test_players_that_were_there_before_are_in_the_order_of_their_names(bus, make_shown, answering):
    """It is not known which of them played last: the order is the same for each surface, whichever player answers
    first."""
    players = {name: Plain(bus, name, PlaybackStatus=("s", "Playing" if name in "bc" else "Paused")).appear()
               for name in "dbca"}
    shown = make_shown(*(players[name] for name in answering))
    shown.wait(lambda: len(shown.entries) == 4 and shown.listed, "four entries")

    def names():
        return "".join(view.display_name for view in shown.order())
    assert names() == "bcad"
    shown.others.append(Plain(bus, "e").appear())
    shown.wait(lambda: names() == "ebcad", "who came and plays is the first")
    players["c"].change(PlaybackStatus=("s", "Paused"))
    shown.wait_for(shown.find(display_name="c"), lambda view: view.state == "paused")
    assert names() == "ebcad", "who played comes before who has not"
    players["c"].change(PlaybackStatus=("s", "Playing"))
    shown.wait(lambda: names() == "cebad", "who plays again is the first")
