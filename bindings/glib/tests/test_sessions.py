# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Sessions as objects: their properties, what is notified, and their order."""
import os

import pytest
from testkit.fakes import LATER, REMOTE, TRACKS, Later, Listing, Plain, Playlisting, Whole, command, content, path, \
    playback, song, variants
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


def test_a_playback_with_two_names(bus, make_shown):
    """Both names belong to this process, and have the same state."""
    players = [Plain(bus, name, apart=False, CanGoNext=("b", name == "better")).appear() for name in ("one", "better")]
    shown = make_shown(*players)
    shown.wait(lambda: shown.surface.props.listed and len(shown.sessions) == 1, "one session")
    assert shown.sessions[0].props.display_name == "better" and not shown.sessions[0].props.twin_key
    both = NP.Surface(bus_address=bus.address, twins=True)
    both.init(None)
    shown.wait(lambda: both.get_n_items() == 2 and both.get_item(0).props.twin_key, "both")
    one, better = sorted(both, key=lambda session: session.props.display_name != "one")
    assert (one.props.twin_key, better.props.twin_key) == (better.props.key, one.props.key)
    assert one.props.abilities & NP.Abilities.IS_TWIN and not better.props.abilities & NP.Abilities.IS_TWIN
    assert both.props.twins and not shown.surface.props.twins


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


def test_fields_in_all_forms(bus, make_shown):
    fields = {"artists": Variant("as", ["A", "B"]), "track-number": Variant("u", 7), "explicit": Variant("b", True),
              "release-date": Variant("x", 1_000_000_000), "user-rating": Variant("d", 0.5),
              "extra": Variant("a{ss}", {"test:a": "x", "test:b": "y"}),
              "animated-artwork": Variant("a{ss}", {"1:1": "s"})}
    _, _, session = start(bus, make_shown, Content=content("Song", **fields))
    item = session.props.item
    assert (item.props.title, item.props.artists, item.props.track_number) == ("Song", ["A", "B"], 7)
    assert (item.props.explicit, item.props.user_rating) == (True, 0.5)
    assert item.props.release_date.format_iso8601() == "2001-09-09T01:46:40Z"
    assert (item.props.album, item.props.genres, item.props.play_count) == (None, [], -1)
    assert (item.props.advertisement, item.props.auto_rating, item.props.last_played) == (False, -1.0, None)
    assert item.get_text(NP.Field.ARTISTS, 1) == "B" and item.get_text(NP.Field.ARTISTS, 2) is None
    assert item.get_integer(NP.Field.TRACK_NUMBER) == (True, 7) and not item.get_integer(NP.Field.SEASON)[0]
    assert item.get_number(NP.Field.USER_RATING) == (True, 0.5) and not item.get_number(NP.Field.AUTO_RATING)[0]
    assert item.get_extra_keys() == ["test:a", "test:b"] and item.get_extra("test:b") == "y"
    assert item.get_extra("none") is None and item.props.animated_square_id == "s"
    assert (item.props.duration_us, item.props.duration_kind) == (100 * SECOND, NP.DurationKind.FINITE)
    assert item.props.kind == NP.ContentKind.MUSIC and item.props.media_type == NP.MediaType.AUDIO
    check_getters(item)


def test_commands_of_all_kinds(bus, make_shown):
    commands = [command("custom", id=("s", "sleep"), title=("s", "Sleep timer"), icon=("s", "heart-filled"),
                        slot=("s", "overflow"), active=("b", True)),
                command("skip-forward", intervals=("ax", [30 * SECOND, 10 * SECOND])),
                command("feedback", supported=("as", ["neutral", "positive"]), current=("s", "positive"),
                        button=("u", 3), title=("s", "Like")),
                command("play", enabled=False)]
    player, shown, session = start(bus, make_shown, Commands=("aa{sv}", commands))
    found = {each.props.kind: each for each in listed(session.props.commands)}
    check_getters(*found.values())
    sleep = found[NP.CommandKind.CUSTOM]
    assert (sleep.props.id, sleep.props.title, sleep.props.active) == ("sleep", "Sleep timer", True)
    assert sleep.props.slot == NP.Slot.OVERFLOW and NP.icon_name(sleep.props.icon) == "emblem-favorite"
    assert NP.error_sentence(NP.ErrorKind.SIGN_IN) == "Sign in to play this"
    assert NP.icon_name(None) is None and NP.version() >> 8 & 255 == 4
    assert found[NP.CommandKind.SKIP_FORWARD].get_intervals_us() == [30 * SECOND, 10 * SECOND]
    assert found[NP.CommandKind.SKIP_FORWARD].get_rates() == [] and not found[NP.CommandKind.PLAY].props.enabled
    like = session.find_command(NP.CommandKind.FEEDBACK)
    assert (like.props.supported, like.props.current, like.props.button) == (3, NP.Feedback.POSITIVE, 3)
    assert session.find_command(NP.CommandKind.STOP) is None
    controls = listed(session.props.controls)
    check_getters(*controls)
    skip, *_, further = [each for each in controls if each.props.kind == NP.CommandKind.SKIP_FORWARD]
    assert (skip.props.row, skip.props.slot, skip.props.number) == (NP.ControlRow.CENTRAL, NP.Slot.FORWARD, 30)
    assert (further.props.row, further.props.name_plural) == (NP.ControlRow.OVERFLOW, "Forward by %1 seconds")
    press = NP.CommandEvent.new_for_control(further)
    assert (press.props.kind, press.props.time_us) == (NP.CommandKind.SKIP_FORWARD, 10 * SECOND)
    names = notified(session)
    player.change("a", Commands=("aa{sv}", [command("stop")]))
    shown.wait(lambda: session.find_command(NP.CommandKind.STOP), "another command")
    assert sorted(names) == ["commands", "controls"] and session.props.commands.get_n_items() == 1


def test_chapters_and_lyrics(bus, make_shown):
    chapters = [(0, "One", ""), (10 * SECOND, "Two", "cover-2")]
    _, _, session = start(bus, make_shown, Content=content(
        "Book", chapters=Variant("a(xss)", chapters), lyrics=Variant("s", "[00:01.00]First\n[00:05.00]Second")))
    item = session.props.item
    assert [(each.props.start_us, each.props.title, each.props.artwork_id)
            for each in listed(item.props.chapters)] == chapters
    check_getters(item, *listed(item.props.chapters))
    assert item.get_chapter_at(11 * SECOND) == (True, 1, 100 * SECOND) and not item.get_chapter_at(-1)[0]
    assert item.get_lyrics_at(2 * SECOND) == ("First", 5 * SECOND)
    assert item.get_lyrics_at(0) == ("", SECOND) and item.get_lyrics_at(50 * SECOND)[0] == "Second"


def test_tracks_and_devices(bus, make_shown):
    player = Whole(bus, "whole")
    interfaces = player.session("a")
    interfaces[TRACKS] = variants(Tracks=("aa{sv}", [
        variants(id=("s", "1"), kind=("s", "subtitles"), language=("s", "de"), selected=("b", True),
                 characteristics=("as", ["default", "forced"]))]))
    interfaces[REMOTE] = variants(Devices=("aa{sv}", [
        variants(id=("s", "x"), name=("s", "Kitchen"), type=("s", "tv"), volume=("d", 0.5),
                 **{"can-step": ("b", True)})]))
    shown = make_shown(player.appear())
    session = shown.find(session_id="a")
    track, = listed(session.props.tracks)
    assert (track.props.kind, track.props.language, track.props.selected) == (NP.TrackKind.SUBTITLES, "de", True)
    assert track.props.characteristics == NP.TrackCharacteristics.IS_DEFAULT | NP.TrackCharacteristics.IS_FORCED
    device, = listed(session.props.devices)
    assert (device.props.name, device.props.volume, device.props.can_step) == ("Kitchen", 0.5, True)
    assert device.get_device_type() == device.props.device_type == NP.DeviceType.TV
    assert session.props.abilities & NP.Abilities.IS_REMOTE
    check_getters(session, session.props.snapshot, track, device)
    names = notified(session)
    player.tell_changed(path("a"), TRACKS, Tracks=("aa{sv}", []))
    shown.wait(lambda: not listed(session.props.tracks), "no tracks")
    assert names == ["tracks"]


def test_a_queue_and_playlists(bus, make_shown):
    player, other = Listing(bus, "queue", "One", "Two", "Three").appear(), Playlisting(bus, "lists", "B", "A").appear()
    shown = make_shown(player, other)
    session, lists = shown.find(display_name="queue"), shown.find(display_name="lists")
    assert session.props.queue is None and listed(session.props.queue_entries) == []
    assert shown.call(session, "follow_queue", True).status == "OK"
    assert [each.props.title for each in listed(session.props.queue_entries)] == ["One", "Two", "Three"]
    queue = session.props.queue
    assert (queue.props.count, queue.props.total, queue.props.present, queue.props.can_edit) == (3, 3, 0, True)
    entry = session.props.queue_entries.get_item(1)
    assert (entry.props.artists, entry.props.duration_us) == ("Somebody", 200 * SECOND)
    assert shown.call(session, "queue_go_to", entry.props.id).status == "OK"
    assert shown.call(session, "queue_add", "file:///new", None, True).status == "OK"
    assert shown.call(session, "queue_remove", entry.props.id).status == "OK"
    assert player.called("GoTo") == [["/track/Two"]] and player.called("RemoveTrack") == [["/track/Two"]]
    assert [body[0] for body in player.called("AddTrack")] == ["file:///new"]
    assert shown.call(lists, "follow_playlists", True, NP.Order.ALPHABETICAL, True).status == "OK"
    assert [each.props.name for each in listed(lists.props.playlist_entries)] == ["B", "A"]
    assert (lists.props.playlists.props.count, lists.props.playlists.props.active) == (2, -1)
    check_getters(session, queue, entry, lists, lists.props.playlists, *listed(lists.props.playlist_entries))
    assert shown.call(lists, "activate_playlist", "/list/A").status == "OK"
    assert other.called("ActivatePlaylist") == [["/list/A"]]


def test_what_a_later_version_sends(bus, make_shown):
    """The surface accepts enumeration values of a later version, and keys of any type."""
    player, shown, session = start(bus, make_shown, Later, Content=content("Song", kind=Variant("s", "scent"), **LATER),
                                   Playback=playback("warping", 3.0))
    assert session.props.item.props.kind == NP.ContentKind.GENERIC
    assert session.props.state == NP.PlaybackState.PAUSED
    assert shown.send(session, "PLAY").status == "OK"


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
