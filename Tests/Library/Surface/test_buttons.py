# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Buttons of the player's own, ratings, bookmarks, mute and tracks: how a surface sees them, and asks for them."""

import ctypes
from ctypes import c_void_p

from abi import headers
from lab import ROOT, library
from lab.library import COMMAND, LIBRARY, STATUS, numbers
from lab.structs import Event
from testkit import commands, page
from testkit.fakes import SESSION, TRACKS, Plain, Whole, command, path, playback, track, variants
from testkit.surface import plain
from testkit.wire import Variant

HEADERS = [headers.HEADER, headers.SURFACE]
SLOT, TRACK = (numbers(HEADERS, prefix) for prefix in ("SLOT", "TRACK"))
IS_MUTED = 64
CHANGED_INFO, CHANGED_TRACKS = 1, 128


def start(bus, make_shown, *commands, tracks=None, make=Whole, **properties):
    """Starts a player of org.nowplaying with one session and a surface; returns both and the entry."""
    player = make(bus, "whole")
    interfaces = player.session("a", Commands=("aa{sv}", list(commands)), **properties)
    if tracks is not None:
        interfaces[TRACKS] = variants(Tracks=("aa{sv}", tracks))
    player.answers[TRACKS, "SelectTrack"] = lambda call: ("", [])
    shown = make_shown(player.appear())
    return player, shown, shown.find(session_id="a")


def own(identifier, **others):
    return command("custom", id=("s", identifier), title=("s", "The " + identifier), **others)


def sent(player):
    """Returns the commands that the player got, each with its arguments except the item: those that are for the player
    have none, so that they count after another item has begun."""
    items = [(word in commands.OF_PLAYER, given.get("item")) for word, given in player.called("SendCommand", SESSION)]
    assert all(item is None if of_player else item.value == "id of Song" for of_player, item in items), items
    return [(body[0], {key: value for key, value in plain(body[1]).items() if key != "item"})
            for body in player.called("SendCommand", SESSION)]


# ------------------------------------------------------------------------------------------------ Buttons -----------


def test_a_button_has_its_words(bus, make_shown):
    commands = [own("sleep", icon=("s", "timer"), slot=("s", "overflow"), active=("b", True),
                    **{"short-title": ("s", "Sleep")}),
                own("Sleep", enabled=False), command("bookmark", active=("b", True), title=("s", "Remember")),
                command("set-rating", steps=("u", 5)), command("play", icon=("s", "my.icon_name-2"))]
    _, _, view = start(bus, make_shown, *commands)
    sleep, other, bookmark, rating, play = [each for each in view.commands
                                            if each.kind != COMMAND["TOGGLE_PLAY_PAUSE"]]
    assert (sleep.id, sleep.title, sleep.short_title, sleep.icon) == (b"sleep", b"The sleep", b"Sleep", b"timer")
    assert (sleep.slot, sleep.active, sleep.enabled, sleep.steps) == (SLOT["OVERFLOW"], 1, 1, 0)
    assert (other.id, other.icon, other.slot, other.active, other.enabled) == (b"Sleep", None, SLOT["ANY"], 0, 0)
    assert (bookmark.title, bookmark.active, bookmark.id, rating.steps) == (b"Remember", 1, None, 5)
    assert (play.icon, play.title, play.active) == (b"my.icon_name-2", None, 0)


def test_each_slot(bus, make_shown):
    words = [name.lower().replace("_", "-") for name in SLOT if name != "ANY"]
    assert words == page.slots()
    _, _, view = start(bus, make_shown, *(own(word, slot=("s", word)) for word in words))
    assert [each.slot for each in view.commands] == [SLOT[word.upper().replace("-", "_")] for word in words]


def test_icons_are_those_of_the_page():
    def name(icon):
        found = LIBRARY.nowplaying_surface_icon_name(icon)
        return None if found is None else found.decode()
    icons = page.icons()
    assert len(icons) > 45 and {word: name(word.encode()) for word in icons} == icons
    for other in ("hear", "heart-", "Heart", "emblem-favorite", "", "é" * 5000):
        assert name(other.encode()) == other
    assert name(None) is None


def test_errors_have_sentences_that_are_translated():
    kinds = numbers(HEADERS, prefix="ERROR_KIND")
    catalogue = (ROOT / "plugins/common/po/nowplaying.pot").read_text()

    def sentence(kind):
        return LIBRARY.nowplaying_surface_error_sentence(kind).decode()
    assert sentence(kinds["NETWORK"]) == "There is no connection" and len(set(map(sentence, kinds.values()))) == 6
    assert [kind for kind in kinds.values() if f'msgid "{sentence(kind)}"' not in catalogue] == []
    for unknown in (-2**31, -1, 6, 2**31 - 1):
        assert sentence(unknown) == sentence(kinds["OTHER"])


def test_each_command_has_a_word_of_the_list_or_none():
    """A surface draws the icon of this word for a command that has no icon of its own."""
    own, icons = page.own_icons(), page.icons()
    assert own.keys() == page.commands()[0].keys()
    assert all(word in icons for words in own.values() for word in words)
    words = {"seek-to-position", "next-chapter", "previous-chapter", "custom"}
    assert words <= {name for name, found in own.items() if not found}
    assert own["play"] == ["play"] and own["toggle-play-pause"] == ["pause", "play"]


def test_each_command_is_sent(bus, make_shown):
    """The argument is the one in the table of commands."""
    rows = [row for row in commands.ROWS if row["word"] != "custom"]
    player, shown, view = start(bus, make_shown, own("favourite"), own("b c/ü"),
                                *(command(row["word"]) for row in rows))
    for row in commands.ROWS:
        event = {member: value.encode() if member == "id" else value
                 for member, value in commands.expected(row).items()}
        name = row["name"].removeprefix("NOWPLAYING_COMMAND_")
        assert shown.send(view, name, **event).wait().status == "OK", name
    others = [("MUTE", {"mode": 0}), ("SET_RATING", {"rating": 0.0}), ("SET_RATING", {"rating": 1.0}),
              ("CUSTOM", {"id": "b c/ü".encode()})]
    for name, arguments in others:
        assert shown.send(view, name, **arguments).wait().status == "OK", name
    button = {"feedback": {"button": 0}}
    # A command without a value goes to the next value, which the player knows.
    nexts = {row["word"]: button.get(row["word"], {}) for row in commands.ROWS
             if row["form"] in ("rate", "mode", "truth")}
    for word in nexts:
        assert shown.send(view, word.upper().replace("-", "_"), mode=-1).wait().status == "OK", word
    assert sent(player)[-len(nexts):] == list(nexts.items())
    assert sent(player)[:-len(nexts)] == [
        *((row["word"], commands.given(row) | button.get(row["word"], {})) for row in commands.ROWS),
        ("mute", {"muted": False}), ("set-rating", {"rating": 0.0}), ("set-rating", {"rating": 1.0}),
        ("custom", {"id": "b c/ü"})]


def test_players_of_mpris_offer_none_of_them(bus, make_shown):
    player = Plain(bus, "plain")
    shown = make_shown(player.appear())
    view = shown.find(display_name="plain")
    for name in ("NEXT_CHAPTER", "PREVIOUS_CHAPTER", "SEEK_TO_LIVE", "SET_RATING", "BOOKMARK", "MUTE", "CUSTOM"):
        assert view.command(name) is None
        assert shown.send(view, name, id=b"x").wait().status == "NOT_SUPPORTED"
    assert (view.tracks, view.chapters, view.abilities & IS_MUTED) == ([], [], 0)
    assert shown.select(view, TRACK["AUDIO"], "1").wait().status == "NOT_SUPPORTED"


def test_mute_is_seen(bus, make_shown):
    player, shown, view = start(bus, make_shown, Volume=("d", 0.5))
    for muted in (True, False, True):
        player.change("a", Playback=playback(muted=Variant("b", muted)))
        view = shown.wait_for(view, lambda view, muted=muted: bool(view.abilities & IS_MUTED) == muted)
        assert view.changes & CHANGED_INFO and view.volume == 0.5
    player.change("a", Playback=playback(muted=Variant("s", "yes")))
    assert shown.wait_for(view, lambda view: not view.abilities & IS_MUTED)


# ------------------------------------------------------------------------------------------------- Tracks -----------


def seen(view):
    return [(each.kind, each.id.decode(), each.language.decode(), each.title.decode(), each.characteristics,
             each.selected) for each in view.tracks]


def test_tracks_are_seen_and_chosen(bus, make_shown):
    words = ["default", "forced", "describes-video", "commentary"]
    tracks = [track("1", language=("s", "de"), title=("s", "Deutsch"), selected=("b", True),
                    characteristics=("as", ["default", "commentary"])),
              track("1", "subtitles", language=("s", "pt-BR"), characteristics=("as", [*words, "sung", "forced"])),
              track("2", "captions")]
    player, shown, view = start(bus, make_shown, tracks=tracks)
    assert page.track_kinds() == ["audio", "subtitles", "captions"]
    audio, subtitles, captions = (TRACK[name] for name in ("AUDIO", "SUBTITLES", "CAPTIONS"))
    assert seen(view) == [(audio, "1", "de", "Deutsch", 9, 1), (subtitles, "1", "pt-BR", "", 15, 0),
                          (captions, "2", "", "", 0, 0)]
    assert (TRACK["IS_DEFAULT"], TRACK["IS_FORCED"], TRACK["DESCRIBES_VIDEO"], TRACK["IS_COMMENTARY"]) == (1, 2, 4, 8)
    for kind, identifier in (audio, "1"), (subtitles, "1"), (subtitles, None), (captions, "no such"):
        assert shown.select(view, kind, identifier).wait().status == "OK"
    assert player.called("SelectTrack") == [["audio", "1"], ["subtitles", "1"], ["subtitles", ""],
                                            ["captions", "no such"]]
    for kind, identifier in (audio, None), (audio, b""), (0, b"1"), (4, b"1"), (-1, b"1"):
        status = LIBRARY.nowplaying_surface_select_track(shown.handle, c_void_p(view.handle), kind, identifier,
                                                         library.DONE(), None, None)
        assert STATUS[status] == "INVALID_ARGUMENT", (kind, identifier)
    player.answers[TRACKS, "SelectTrack"] = lambda call: ("error", "org.nowplaying.Error.NotFound", "Gone")
    outcome = shown.select(view, audio, "1").wait()
    assert (outcome.status, outcome.message) == ("NO_SUCH_CONTENT", "Gone")


def test_a_change_of_the_tracks_is_reported(bus, make_shown):
    player, shown, view = start(bus, make_shown, tracks=[track("1"), track("2")])
    assert shown.select(view, TRACK["SUBTITLES"], None).wait().status == "NOT_SUPPORTED"
    for tracks in ([track("1"), track("2", selected=("b", True))], [track("3", "captions")], []):
        player.tell_changed(path("a"), TRACKS, Tracks=("aa{sv}", tracks))
        view = shown.wait_for(view, lambda view, tracks=tracks: len(view.tracks) == len(tracks) and getattr(
            view, "changes", 0) & CHANGED_TRACKS)
        assert view.changes == CHANGED_TRACKS
        shown.again(view).changes = 0
    assert shown.select(view, TRACK["AUDIO"], "1").wait().status == "NOT_SUPPORTED"


# ------------------------------------------------------------------------------------------- Other versions ---------


def test_a_command_of_an_earlier_version(bus, make_shown):
    """The event of an earlier version ends before the id and the rating, which are then not read."""
    player, shown, view = start(bus, make_shown, own("a"), command("play"), command("set-rating"))
    for name, status in (("PLAY", "OK"), ("CUSTOM", "INVALID_ARGUMENT")):
        event = Event(kind=COMMAND[name], id=b"a", rating=0.5)
        event.struct_size = Event.toggle.offset + Event.toggle.size
        outcome = library.Outcome(shown)
        shown.outcomes.append(outcome)
        found = LIBRARY.nowplaying_surface_send_command(shown.handle, c_void_p(view.handle), ctypes.byref(event),
                                                        outcome.function, None, None)
        assert STATUS[found] == status
        if status == "OK":
            outcome.wait()
    assert sent(player) == [("play", {})]
