# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the playlists that a player has by MPRIS's Playlists: nothing is read until they are followed."""

import pytest
from testkit.bus import PATH, PROPERTIES
from testkit.fakes import PLAYLISTS, Plain, Playlisting, Whole, variants

CHANGED = 64  # NOWPLAYING_SURFACE_CHANGED_PLAYLISTS
ALPHABETICAL, CREATED, MODIFIED, PLAYED, USER = range(1, 6)


def start(bus, make_shown, *lists, **others):
    player = Playlisting(bus, "plain", *(lists or ("beta", "Alpha", "gamma")), **others).appear()
    shown = make_shown(player)
    return player, shown, shown.find(display_name="plain")


def names(*wanted):
    return lambda view: view.list_names == list(wanted)


def asked(player):
    """Returns the order and direction of each request for playlists."""
    return [body[2:] for body in player.called("GetPlaylists")]


def test_nothing_is_asked_until_somebody_wants_them(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    shown.settle(player)
    calls = len(player.calls)
    player.outdate()
    player.tell(PATH, PLAYLISTS, "PlaylistChanged", "(oss)", ("/list/beta", "x", ""))
    shown.settle(player)
    assert len(player.calls) == calls and not player.called("GetPlaylists") and view.playlists is None
    view = shown.with_playlists(view)
    assert view.list_names == ["Alpha", "beta", "gamma"] and view.changes == CHANGED
    assert (view.playlists.active, view.playlists.orders, view.lists[1].id) == (-1, 1 << ALPHABETICAL, b"/list/beta")
    assert player.called("GetPlaylists") == [[0, 4096, "Alphabetical", False]]


def test_orders(bus, make_shown):
    """A player is sent the words for orders that it lists itself: the specification has two sets of words."""
    words = ["Unknown", "UserDefined", "Created", "Alphabetical", "ModifiedDate", "Played"]
    player, shown, view = start(bus, make_shown, orders=words)
    assert shown.with_playlists(view).list_names == ["beta", "Alpha", "gamma"]
    for order in ALPHABETICAL, CREATED, MODIFIED, PLAYED, USER:
        view = shown.with_playlists(view, order, 1)
    assert view.playlists.orders == 0b111110
    assert asked(player) == [["UserDefined", False]] + [
        [word, True] for word in ("Alphabetical", "Created", "ModifiedDate", "Played", "UserDefined")]
    player.outdate(orders=["Alphabetical"])
    shown.wait_for(view, lambda view: view.playlists is None)
    assert shown.follow_playlists(view, 1, CREATED).wait().status == "NOT_SUPPORTED"
    assert shown.with_playlists(view, ALPHABETICAL, 1).list_names == ["gamma", "beta", "Alpha"]


def test_another_order_while_they_are_asked_for(bus, make_shown):
    """If the order changes meanwhile, an answer in the former order is ignored."""
    player, shown, view = start(bus, make_shown, orders=["Alphabetical", "User"])
    later = []

    def answer(call):
        if not later:
            later.append(shown.follow_playlists(view, 1, USER))
            shown.turn()
        return player.get_playlists(call)
    player.answers[PLAYLISTS, "GetPlaylists"] = answer
    assert shown.follow_playlists(view, 1, ALPHABETICAL).wait().status == "OK"
    assert later[0].wait().status == "OK" and shown.again(view).list_names == ["beta", "Alpha", "gamma"]
    assert not [view for _, view in shown.events if view and view.list_names == ["Alpha", "beta", "gamma"]]


def test_what_changes_while_they_are_asked_for(bus, make_shown):
    player, shown, view = start(bus, make_shown)

    def answer(call):
        before = player.get_playlists(call)
        if "/list/new" not in player.lists:
            player.lists["/list/new"] = "new"
            player.outdate()
        return before
    player.answers[PLAYLISTS, "GetPlaylists"] = answer
    shown.with_playlists(view)
    shown.wait_for(view, names("Alpha", "beta", "gamma", "new"))


def test_what_changes(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    view = shown.with_playlists(view)
    player.outdate(active="/list/gamma")
    view = shown.wait_for(view, lambda view: view.playlists.active == 2)
    player.lists["/list/beta"] = "zeta"
    player.tell(PATH, PLAYLISTS, "PlaylistChanged", "(oss)", ("/list/beta", "zeta", ""))
    view = shown.wait_for(view, names("Alpha", "gamma", "zeta"))
    assert view.playlists.active == 1
    del player.lists["/list/Alpha"]
    player.outdate()
    shown.wait_for(view, names("gamma", "zeta"))
    assert shown.follow_playlists(view, 0).wait().status == "OK"
    shown.wait_for(view, lambda view: view.playlists is None)
    before = len(player.calls)
    player.outdate()
    shown.settle(player)
    assert len(player.calls) == before


def test_followed_again(bus, make_shown):
    """The playlists of before are not shown, since nobody has told whether they are right."""
    player, shown, view = start(bus, make_shown)
    view = shown.with_playlists(view)
    assert shown.follow_playlists(view, 0).wait().status == "OK"
    player.lists = {"/list/new": "new"}
    player.restate()
    before = len(shown.events)
    assert shown.with_playlists(view).list_names == ["new"]
    assert [each.list_names for _, each in shown.events[before:] if each] == [["new"]]


def test_they_are_those_of_every_session(bus, make_shown):
    listing, player = Playlisting(bus, "x", "One"), Whole(bus, "whole")
    player.faces[PLAYLISTS] = listing.faces[PLAYLISTS]
    player.answers[PLAYLISTS, "GetPlaylists"] = listing.get_playlists
    for name in "ab":
        player.session(name, ApplicationPrimary=("b", name == "a"))
    shown = make_shown(player.appear())
    for name in "ab":
        assert shown.with_playlists(shown.find(session_id=name)).list_names == ["One"]
    listing.close()


def test_one_is_activated(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    assert shown.activate(view, "/no").wait().status == "OK"
    shown.with_playlists(view)
    assert shown.activate(view, "/list/beta").wait().status == "OK"
    assert shown.activate(view, "/no").wait().status == "NO_SUCH_CONTENT"
    assert player.called("ActivatePlaylist") == [["/no"], ["/list/beta"]]


def test_arguments(bus, make_shown):
    _, shown, view = start(bus, make_shown)
    for arguments in (2, 0, 0), (1, -1, 0), (1, 6, 0), (1, 0, 2):
        with pytest.raises(AssertionError):
            shown.follow_playlists(view, *arguments)
    with pytest.raises(AssertionError):
        shown.follow_queue(view, 2)
    for uri in "", "x" * 65537:
        with pytest.raises(AssertionError):
            shown.add(view, uri)


# ---- Players that lie ----

@pytest.mark.parametrize("properties", [
    {}, variants(Orderings=("s", "Alphabetical")), variants(PlaylistCount=("u", 3), ActivePlaylist=("o", "/a"))])
def test_a_player_without_them(bus, make_shown, properties):
    player = Plain(bus, "plain").appear()
    player.faces[PLAYLISTS] = properties
    shown = make_shown(player)
    view = shown.find(display_name="plain")
    assert shown.follow_playlists(view).wait().status == "NOT_SUPPORTED"
    assert shown.again(view).playlists is None and not player.called("GetPlaylists")


@pytest.mark.parametrize("answer, shown_as", [
    (("a(oss)", [[]]), []), (("a(oss)", [[("/a", "A", ""), ("/a", "B", ""), ("/b", "", "x" * 5000)]]), ["A", ""]),
    (("a(oss)", [[("/" + "x" * 2000, "A", ""), ("/b", "é" * 3000, "")]]), ["é" * 512]),
    (("a(oss)", [[(f"/{number}", str(number), "") for number in range(6000)]]), [str(n) for n in range(4096)]),
    (("a(os)", [[("/a", "A")]]), None), (("s", ["x"]), None), ("org.freedesktop.DBus.Error.Failed", None)])
def test_lists_that_cannot_be(bus, make_shown, answer, shown_as):
    player, shown, view = start(bus, make_shown)
    player.answers[PLAYLISTS, "GetPlaylists"] = lambda call: answer
    assert shown.follow_playlists(view).wait().status == ("NOT_SUPPORTED" if shown_as is None else "OK")
    assert shown.again(view).list_names == shown_as


def test_a_flood_asks_few_questions(bus, make_shown):
    """If another order is wanted meanwhile, the playlists are in that order in the end."""
    player, shown, view = start(bus, make_shown, orders=["Alphabetical", "User"])
    view = shown.with_playlists(view)
    for number in range(200):
        player.lists[f"/list/{number}"] = str(number)
        player.outdate(orders=["Alphabetical", "User"])
        player.tell(PATH, PLAYLISTS, "PlaylistChanged", "s", "x")
    outcomes = [shown.follow_playlists(view, 1, order) for order in (ALPHABETICAL, USER, ALPHABETICAL, USER)]
    assert {outcome.wait().status for outcome in outcomes} == {"OK"}
    shown.wait_for(view, lambda view: view.list_names == list(player.lists.values()))
    assert len(asked(player)) <= 20


def test_a_player_that_is_silent(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    player.answers[PLAYLISTS, "GetPlaylists"] = lambda call: None
    waiting = shown.follow_playlists(view)
    ended = shown.follow_playlists(view)
    shown.wait(lambda: asked(player), "the question")
    assert shown.follow_playlists(view, 0).wait().status == "OK"
    assert waiting.wait().status == ended.wait().status == "CANCELLED"
    everything = player.answers[PROPERTIES, "GetAll"]
    player.answers[PROPERTIES, "GetAll"] = lambda call: None
    assert shown.follow_playlists(view).wait(11).status == "TIMED_OUT"
    player.answers[PROPERTIES, "GetAll"] = everything
    del player.answers[PLAYLISTS, "GetPlaylists"]
    player.answers[PLAYLISTS, "GetPlaylists"] = player.get_playlists
    player.outdate()
    shown.wait_for(view, names("Alpha", "beta", "gamma"))
