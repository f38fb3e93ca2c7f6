# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A surface keeps some MiB of a player, and of all players, however much they say."""

import pytest
from testkit.bus import PATH, PROPERTIES, ROOT
from testkit.fakes import TRACK_LIST, Listing, Plain, Playlisting, Whole, command, content, song
from testkit.wire import Variant

MOST_OF_A_PLAYER, MOST = 4_194_304, 33_554_432
LONG = "x" * 4000


def full(number):
    """Returns the properties of a session of about 150 KB."""
    custom = [command("custom", id=("s", f"{each}"), title=("s", LONG)) for each in range(10)]
    return {"Content": content(f"Song {number}", lyrics=Variant("s", "l" * 65536), comments=Variant("as", [LONG] * 12)),
            "Commands": ("aa{sv}", custom)}


def kept(view):
    """Returns the number of bytes of a session's texts."""
    texts = [text for name in ("TITLE", "LYRICS", "COMMENTS") for text in view.texts(name)]
    return sum(map(len, texts)) + sum(len(each.title or b"") for each in view.commands)


def sizes(shown):
    """Returns the bytes that are kept of each player, by name."""
    found = {}
    for view in shown.entries.values():
        found[view.bus_name] = found.get(view.bus_name, 0) + kept(view)
    return found


def test_of_a_player_what_is_oldest_goes(bus, make_shown):
    """The session stays without its large values; a small one of another player is unaffected."""
    player, plain, count = Whole(bus, "whole"), Plain(bus, "plain").appear(), 40
    for number in range(count):
        player.session(str(number), **full(number))
    shown = make_shown(player.appear(), plain)
    shown.wait(lambda: len(shown.entries) == count + 1, "all")
    of = {view.session_id: view for view in shown.entries.values()}
    last = of[str(count - 1)]
    assert kept(last) > 150_000 and MOST_OF_A_PLAYER / 2 < sizes(shown)[ROOT + ".whole"] < MOST_OF_A_PLAYER
    assert of["0"].item is None and not of["0"].commands and of[""].lines[0] == "One"
    # A value comes back when the player emits it again, and then another one is dropped.
    player.change("0", **full(0))
    view = shown.wait_for(of["0"], lambda view: len(view.commands) == len(last.commands))
    assert view.lines[0] == "Song 0" and sizes(shown)[ROOT + ".whole"] < MOST_OF_A_PLAYER


def test_of_many_players_the_largest_lose(bus, make_shown):
    """All players together have a limit, also those of one process. The largest lose values; a small player loses
    nothing."""
    plain = Plain(bus, "plain").appear()
    shown = make_shown(plain)
    for number in range(12):
        player = Whole(bus, f"w{number}")
        for each in range(25):
            player.session(str(each), **full(each))
        shown.others.append(player.appear())
        shown.find(bus_name=f"{ROOT}.w{number}")
        player.objects.clear()
    found = sizes(shown)
    assert sum(found.values()) < MOST and max(found.values()) < MOST_OF_A_PLAYER and found[ROOT + ".plain"] == 3
    assert min(size for name, size in found.items() if name != ROOT + ".plain") > 1 << 20


def test_a_queue_and_playlists_of_long_texts(bus, make_shown):
    """Entries without room for their description are there, and playlists are fewer."""
    player = Listing(bus, "lists")
    url = "file:///" + "x" * 4000
    player.songs = {f"/track/{n}": song(str(n), **{"xesam:url": Variant("s", url)}) for n in range(600)}
    player.restate()
    shown = make_shown(player.appear())
    view = shown.with_queue(shown.find(display_name="lists"))
    described = [title for title in view.titles if title]
    assert len(view.entries) == 600 and described == [str(n) for n in range(len(described))]
    assert 200 < len(described) < (1 << 20) / 4000
    other = Playlisting(bus, "others", *[f"{n:04}" + "x" * 900 for n in range(3000)])
    shown.others.append(other.appear())
    view = shown.with_playlists(shown.find(display_name="others"))
    assert 900 < len(view.lists) < (2 << 20) / 1800


def test_entries_that_are_added_while_the_list_is_asked_for(bus, make_shown):
    """Descriptions of added entries are kept only up to a limit; those of the others are requested."""
    player, held = Listing(bus, "lists"), []
    shown = make_shown(player.appear())
    view = shown.with_queue(shown.find(display_name="lists"))
    answer, player.answers[PROPERTIES, "GetAll"] = player.answers[PROPERTIES, "GetAll"], held.append
    player.outdate()
    long = {key: Variant("s", "file:///" + "x" * 4000) for key in ("xesam:url", "mpris:artUrl")}
    player.songs = {f"/track/{n}": song(str(n), **long) for n in range(100)}
    for metadata in player.songs.values():
        player.tell(PATH, TRACK_LIST, "TrackAdded", "a{sv}o", metadata, "/")
    shown.settle(player)
    player.restate()
    player.answers[PROPERTIES, "GetAll"] = answer
    for call in held:
        player.answer(call)
    shown.wait_for(view, lambda view: view.titles == [str(n) for n in range(100)])
    assert 60 < len(player.asked()[1][0]) < 80


@pytest.mark.long
def test_lists_that_are_forgotten_are_not_kept(bus, make_shown):
    """Lists that were freed are shown again only when the player has sent them again."""
    players, shown = {}, make_shown()
    url = Variant("s", "file:///" + "x" * 4000)
    songs = {f"/track/{n}": song(str(n), **{"xesam:url": url}) for n in range(300)}
    for number in range(40):
        player = players[f"l{number}"] = Listing(bus, f"l{number}")
        player.songs = songs
        player.restate()
        shown.others.append(player.appear())
        shown.with_queue(shown.find(display_name=f"l{number}"))
    for player in players.values():
        shown.settle(player)
    view = next(view for view in shown.entries.values() if view.titles is None)
    player = players[view.display_name]
    player.answers[PROPERTIES, "GetAll"] = lambda call: None
    player.change(Metadata=("a{sv}", song("1")))
    shown.settle(player)
    assert shown.again(view).titles is None
