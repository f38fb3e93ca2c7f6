# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Texts that D-Bus permits and sd-bus refuses, those with Unicode's noncharacters: each is shown repaired, at whatever
place of a message it is, and nothing beside it is lost."""

import pytest
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import (
    APP, BASE, PLAYLISTS, REMOTE, TRACKS, Listing, Plain, Playlisting, Whole, command, content, device, song, track,
    variants)
from testkit.wire import Variant

BAD, GOOD = "wrong \ufffe order", "wrong \ufffd order"


def start(bus, make_shown, **properties):
    player = Plain(bus, "plain", **properties).appear()
    shown = make_shown(player)
    return player, shown, shown.find(bus_name=ROOT + ".plain")


@pytest.mark.parametrize("character, shown_as", [
    ("\ufffe", "\ufffd"), ("\uffff", "\ufffd"), ("\ufdd0", "\ufffd"), ("\ufdef", "\ufffd"), ("\U0001fffe", "\ufffd "),
    ("\U0010ffff", "\ufffd "), ("\ufffc\ufdf0\ufdcf\U0001fffd", "\ufffc\ufdf0\ufdcf\U0001fffd")])
def test_a_title(bus, make_shown, character, shown_as):
    """The text is in the first answer, or in a later signal."""
    player, shown, view = start(bus, make_shown, Metadata=("a{sv}", song(character * 2 + "é", **{
        "mpris:trackid": Variant("o", "/track/1")})), Volume=("d", 0.5))
    assert view.lines == [shown_as * 2 + "é", "Somebody", ""] and view.volume == 0.5
    player.change(Metadata=("a{sv}", song("Two")))
    view = shown.wait_for(view, lambda view: view.lines[0] == "Two")
    player.change(Metadata=("a{sv}", song("x" + character, **{"mpris:trackid": Variant("o", "/track/3")})),
                  Volume=("d", 0.25))
    view = shown.wait_for(view, lambda view: view.lines[0] == "x" + shown_as)
    assert (view.item["id"], view.volume, view.state) == ("/track/3", 0.25, "playing")


@pytest.mark.parametrize("key, value", [
    ("xesam:artist", ("as", ["One", BAD, "Two"])), ("xesam:url", ("s", BAD)), (BAD, ("s", "x")), (BAD, ("s", BAD)),
    ("vendor", ("a(sa{sv})", [(BAD, {BAD: Variant("as", [BAD])})])), ("vendor", ("v", Variant("v", Variant("s", BAD)))),
    ("vendor", ("(ynqiuxtdbogs)", (1, 2, 3, 4, 5, 6, 7, 8.0, True, "/o", "s", BAD)))])
def test_any_text_of_the_metadata(bus, make_shown, key, value):
    _, _, view = start(bus, make_shown, Metadata=("a{sv}", {
        **song("One"), key: Variant(*value), "xesam:album": Variant("s", "Album")}))
    assert view.lines == ["One", f"One, {GOOD}, Two" if key == "xesam:artist" else "Somebody", "Album"]
    assert view.fields().get("URL") == (GOOD if key == "xesam:url" else None)
    assert (view.state, view.item["duration_us"]) == ("playing", 200_000_000)


def test_who_it_is(bus, make_shown):
    player = Plain(bus, "plain")
    player.faces[ROOT] = variants(Identity=("s", BAD), DesktopEntry=("s", BAD), CanRaise=("b", True))
    shown = make_shown(player.appear())
    view = shown.find(display_name=GOOD)
    assert (view.desktop_entry, view.abilities & 8) == (GOOD, 8)
    player.tell_changed(PATH, ROOT, Identity=("s", BAD * 2), CanRaise=("b", False))
    assert shown.find(display_name=GOOD * 2).abilities & 8 == 0


def test_a_player_of_the_protocol(bus, make_shown):
    """A player whose answers have refused texts stays a player of the protocol: in its first answer, a change, and an
    added session."""
    player = Whole(bus, "whole")
    player.objects[BASE + "/app"][APP]["Name"] = Variant("s", BAD)
    buttons = [command("custom", id=("s", BAD), title=("s", BAD)), command("play")]
    interfaces = player.session("a", Content=content(BAD), Commands=("aa{sv}", buttons))
    interfaces[REMOTE] = variants(Devices=("aa{sv}", [device("x", BAD)]))
    interfaces[TRACKS] = variants(Tracks=("aa{sv}", [track("x", title=("s", BAD))]))
    shown = make_shown(player.appear())
    view = shown.find(session_id="a")
    assert view.abilities & 1 and view.lines[0] == GOOD and view.offered() == ["CUSTOM", "PLAY", "TOGGLE_PLAY_PAUSE"]
    assert (view.commands[0].title, view.devices[0].name, view.tracks[0].title) == (GOOD.encode(),) * 3
    player.change("a", Content=content(BAD * 2), Volume=("d", 0.5))
    assert shown.wait_for(view, lambda view: view.lines[0] == GOOD * 2).volume == 0.5
    player.add("b", Content=content(BAD * 3))
    assert shown.find(session_id="b").lines[0] == GOOD * 3


def test_a_queue(bus, make_shown):
    player = Listing(bus, "plain", "One", "Two")
    player.songs["/track/Two"] = song(BAD, **{"mpris:trackid": Variant("o", "/track/Two")})
    shown = make_shown(player.appear())
    view = shown.with_queue(shown.find(display_name="plain"))
    assert view.titles == ["One", GOOD]
    player.tell(PATH, ROOT + ".TrackList", "TrackMetadataChanged", "oa{sv}", "/track/One",
                song(BAD * 2, **{"mpris:trackid": Variant("o", "/track/One")}))
    shown.wait_for(view, lambda view: view.titles == [GOOD * 2, GOOD])


def test_playlists(bus, make_shown):
    player = Playlisting(bus, "plain", "One")
    player.lists["/list/One"] = BAD
    player.faces[PLAYLISTS]["Orderings"] = Variant("as", [BAD, "Alphabetical"])
    shown = make_shown(player.appear())
    assert shown.with_playlists(shown.find(display_name="plain")).list_names == [GOOD]


@pytest.mark.parametrize("size", [100_000, 450_000, 1_500_000])
def test_a_message_larger_than_a_socket_takes_at_once(bus, make_shown, size):
    _, _, view = start(bus, make_shown, Metadata=("a{sv}", {
        **song("One"), "xesam:title": Variant("s", BAD), "xesam:comment": Variant("as", ["x" * size])}))
    assert (view.lines, view.state) == ([GOOD, "Somebody", ""], "playing")


def test_what_cannot_be_repaired(bus, make_shown):
    """A message of more than 8 MiB is not repaired: the player is shown without an item, and not with the former
    one."""
    player, shown, view = start(bus, make_shown, Volume=("d", 0.5))
    assert view.lines[0] == "One"
    huge = song(BAD, **{"mpris:trackid": Variant("o", "/track/2"), "xesam:comment": Variant("as", ["x" * 9_000_000])})
    player.change(Metadata=("a{sv}", huge))
    view = shown.wait_for(view, lambda view: view.item is None)
    assert (view.volume, view.state) == (0.5, "playing")
    other = Plain(bus, "other", Metadata=("a{sv}", huge))
    shown.others.append(other.appear())
    assert shown.find(bus_name=ROOT + ".other").item is None
    player.change(Metadata=("a{sv}", song("Three")))
    assert shown.wait_for(view, lambda view: view.item is not None).lines[0] == "Three"
    assert player.called("GetAll", PROPERTIES).count([PLAYER]) <= 5
    # The player is asked when its signal is too large to be read, and its answer may be shorter.
    player.faces[PLAYER]["Metadata"] = Variant("a{sv}", song("Four"))
    player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", huge))
    shown.wait_for(view, lambda view: view.item is not None and view.lines[0] == "Four")
