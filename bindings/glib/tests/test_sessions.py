# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Sessions as objects: their properties, what is notified, and their order."""
import os

import pytest
from testkit.fakes import LATER, REMOTE, TRACKS, Listing, Plain, Playlisting, Whole, command, content, device, path, \
    playback, song, track, variants
from testkit.wire import Variant
from shown import NP, check_getters, listed, start

SECOND = 1_000_000


def notified(session):
    """Records the properties that are notified from now on."""
    names = []
    session.connect("notify", lambda _session, spec: names.append(spec.name))
    return names


def test_a_player_comes_changes_and_goes(bus, make_shown):
    player = Plain(bus, "alpha", apart=False).appear()
    shown = make_shown(player)
    session = shown.find(display_name="alpha")
    shown.wait(lambda: shown.surface.props.listed, "the list")
    assert [event[0] for event in shown.events][:3] == ["session-added", "items-changed", "ordered"]
    assert shown.events[0][1] is session and shown.surface.props.first is session
    assert session.props.bus_name == "org.mpris.MediaPlayer2.alpha" and not session.props.abilities
    assert session.props.application_id == "org.example.alpha" and session.props.process_id == os.getpid()
    assert session.props.primary == NP.PrimaryFlags.APPLICATION and session.props.volume == -1.0
    assert session.props.item.props.first_line == "One" and session.get_item().get_artists() == ["Somebody"]
    assert session.props.item.props.lines == session.get_item().get_lines() == ["One", "Somebody"]
    assert shown.surface.lookup(session.props.key) is session and shown.surface.lookup("no such") is None
    names, item = notified(session), session.props.item
    shown.events.clear()
    player.change(Metadata=("a{sv}", song("Two")), PlaybackStatus=("s", "Paused"))
    shown.wait(lambda: session.props.item.props.title == "Two" and session.props.state == NP.PlaybackState.PAUSED)
    assert {"item", "state", "snapshot"} <= set(names) and "bus-name" not in names
    assert item.props.title == "One" and session.props.item is session.props.item
    changes = [event for event in shown.events if event[0] == "session-changed"]
    assert changes[-1][1] is session and any(event[2] & NP.Changes.ITEM for event in changes)
    player.close()
    shown.fakes.clear()
    shown.wait(lambda: not shown.sessions, "the end of the session")
    assert session.props.gone and names[-1] == "gone" and shown.surface.props.first is None
    assert session.props.item.props.title == "Two" and ("session-removed", session) in shown.events


def test_the_order_is_the_library_s(bus, make_shown):
    players = [Plain(bus, name, PlaybackStatus=("s", "Paused")).appear() for name in ("alpha", "beta", "gamma")]
    shown = make_shown(*players)
    shown.wait(lambda: shown.surface.props.listed and len(shown.sessions) == 3, "three sessions")
    firsts = []
    shown.surface.connect("notify::first", lambda surface, _spec: firsts.append(surface.props.first))
    mirrored = shown.sessions

    def mirror(surface, position, removed, added):
        mirrored[position:position + removed] = [surface.get_item(position + index) for index in range(added)]

    shown.surface.connect("items-changed", mirror)
    for number in (2, 1, 0, 2):
        players[number].change(PlaybackStatus=("s", "Playing"))
        name = players[number].wanted_name
        shown.wait(lambda name=name: shown.sessions[0].props.bus_name == name, f"{name} is the first")
        assert firsts[-1] is shown.sessions[0] is shown.surface.get_first() and mirrored == shown.sessions
        players[number].change(PlaybackStatus=("s", "Paused"))
        shown.wait(lambda: shown.sessions[0].props.state == NP.PlaybackState.PAUSED)
    assert shown.surface.get_item(3) is None and shown.surface.get_item_type() == NP.Session.__gtype__


def test_the_position_moves_by_itself(bus, make_shown):
    _, _, session = start(bus, make_shown, Playback=playback(
        "playing", 2.0, elapsed=Variant("x", 10 * SECOND), timestamp=Variant("x", 0)))
    at = session.get_snapshot_at(3 * SECOND)
    assert (at.props.elapsed_us, at.props.rate, at.props.state) == (16 * SECOND, 2.0, NP.PlaybackState.PLAYING)
    assert session.get_snapshot_at(4 * SECOND).get_elapsed_us() == 18 * SECOND
    assert session.props.snapshot.props.default_rate == 1.0 and session.props.snapshot.props.error is None


def test_getters_and_properties(bus, make_shown):
    """Each getter returns what its property does; what is not there is null, empty or below 0."""
    player = Whole(bus, "whole")
    interfaces = player.session("a", Commands=("aa{sv}", [
        command("custom", id=("s", "sleep"), icon=("s", "heart-filled")), command("skip-forward")]), Content=content(
            artists=Variant("as", ["A", "B"]), chapters=Variant("a(xss)", [(0, "One", "")]), **{
                "track-number": Variant("u", 7), "user-rating": Variant("d", 0.5)}))
    interfaces[TRACKS] = variants(Tracks=("aa{sv}", [track("1", "subtitles")]))
    interfaces[REMOTE] = variants(Devices=("aa{sv}", [device("x", "Kitchen")]))
    other = Listing(bus, "queue", "One").appear(), Playlisting(bus, "lists", "B").appear()
    shown = make_shown(player.appear(), *other)
    session, queue, lists = shown.find(session_id="a"), shown.find(display_name="queue"), shown.find(
        display_name="lists")
    assert shown.call(queue, "follow_queue", True).status == "OK"
    assert shown.call(lists, "follow_playlists", True, NP.Order.ANY, False).status == "OK"
    item = session.props.item
    check_getters(session, session.props.snapshot, item, queue, queue.props.queue, lists, lists.props.playlists, *(
        each for model in (item.props.chapters, session.props.commands, session.props.controls, session.props.tracks,
                           session.props.devices, queue.props.queue_entries, lists.props.playlist_entries)
        for each in listed(model)))
    assert (item.props.album, item.props.genres, item.props.play_count) == (None, [], -1)
    assert (item.props.advertisement, item.props.auto_rating, item.props.last_played) == (False, -1.0, None)
    assert item.get_text(NP.Field.ARTISTS, 1) == "B" and item.get_text(NP.Field.ARTISTS, 2) is None
    assert item.get_integer(NP.Field.TRACK_NUMBER) == (True, 7) and not item.get_integer(NP.Field.SEASON)[0]
    assert item.get_number(NP.Field.USER_RATING) == (True, 0.5) and not item.get_number(NP.Field.AUTO_RATING)[0]
    assert session.find_command(NP.CommandKind.CUSTOM).get_icon_name() == "emblem-favorite"
    assert session.find_command(NP.CommandKind.NEXT) is None
    assert NP.error_sentence(NP.ErrorKind.SIGN_IN) == "Sign in to play this"
    names = notified(session)
    player.tell_changed(path("a"), TRACKS, Tracks=("aa{sv}", []))
    shown.wait(lambda: not listed(session.props.tracks), "no tracks")
    assert names == ["tracks"]
    names.clear()
    player.change("a", Commands=("aa{sv}", [command("stop")]))
    shown.wait(lambda: session.find_command(NP.CommandKind.STOP), "another command")
    assert sorted(names) == ["commands", "controls"] and session.props.commands.get_n_items() == 1


@pytest.mark.parametrize("value", [("s", "\u202ehidden\x07"), ("s", "x" * 100_000), ("as", ["x"]), ("a{sv}", LATER)])
def test_hostile_values(bus, make_shown, value):
    player, shown, session = start(bus, make_shown, Content=content(subtitle=Variant(*value)))
    for each in session, session.props.item, session.props.snapshot:
        for spec in each.list_properties():
            each.get_property(spec.name)
    assert len(session.props.item.props.subtitle or "") <= 4096
    player.change("a", Content=("a{sv}", {key: Variant(*value) for key in ("artists", "track-number", "id")}))
    shown.settle(player)
    assert shown.surface.get_n_items() == 1
