# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players of MPRIS alone: everything that they say is seen, and everything that they take can be asked of them."""

import pytest
from lab.library import FIELD
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import APP, BASE, Plain, Whole, song, variants
from testkit.wire import Variant

NEXT = -1

ALL = {
    "xesam:title": ("s", "Title"), "xesam:album": ("s", "Album"), "xesam:url": ("s", "file:///song"),
    "xesam:artist": ("as", ["One", "Two"]), "xesam:albumArtist": ("as", ["Band"]),
    "xesam:composer": ("as", ["Composer"]),
    "xesam:lyricist": ("as", ["Lyricist"]), "xesam:genre": ("as", ["Genre"]),
    "xesam:comment": ("as", ["Comment"]),
    "xesam:musicBrainzTrackID": ("as", ["t"]), "xesam:musicBrainzAlbumID": ("as", ["a"]),
    "xesam:musicBrainzArtistID": ("as", ["b"]), "xesam:musicBrainzAlbumArtistID": ("as", ["c"]),
    "xesam:trackNumber": ("i", 3), "xesam:discNumber": ("i", 1), "xesam:audioBPM": ("i", 120),
    "xesam:useCount": ("i", 7), "xesam:contentCreated": ("s", "1970-01-02T00:00:00Z"),
    "xesam:firstUsed": ("s", "1970-01-01T00:00:01Z"), "xesam:lastUsed": ("s", "1970-01-01T00:00:02Z"),
    "xesam:userRating": ("d", 0.8), "xesam:autoRating": ("d", 0.2), "xesam:asText": ("s", "la la"),
}


def start(bus, make_shown, name="plain", **properties):
    """Starts a fake player and a surface; returns both and the player's entry."""
    player = Plain(bus, name, **properties).appear()
    shown = make_shown(player)
    return player, shown, shown.find(display_name=name)


def test_one_entry_with_who_it_is(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    shown.wait(lambda: shown.listed, "the list")
    assert [kind for kind, _ in shown.events] == ["added", "ordered"]
    assert (view.bus_name, view.application_id, view.desktop_entry, view.session_id) == \
        (ROOT + ".plain", "org.example.plain", "org.example.plain", "")
    assert view.primary == 1 and view.abilities == 0 and view.volume == -1
    player.tell_changed(PATH, ROOT, Identity=("s", "Another"), CanRaise=("b", True), CanQuit=("b", True))
    view = shown.find(display_name="Another")
    assert view.abilities == 8 | 16 and view.changes == 1


@pytest.mark.parametrize("artists", [None, [], [""]])
def test_the_artists_of_the_album_stand_for_those_of_the_song(bus, make_shown, artists):
    metadata = song("One", **variants(**{"xesam:albumArtist": ("as", ["Band", "Choir"])}))
    metadata["xesam:artist"] = Variant("as", artists or [])
    if artists is None:
        del metadata["xesam:artist"]
    view = start(bus, make_shown, Metadata=("a{sv}", metadata))[2]
    assert view.lines[:2] == ["One", "Band, Choir"]
    assert start(bus, make_shown, "other", Metadata=("a{sv}", metadata | variants(**{
        "xesam:artist": ("as", ["Solo"])})))[2].lines[:2] == ["One", "Solo"]


def with_desktop_entry(bus, make_shown, kind, entry):
    """Returns what a surface shows of a player with a DesktopEntry, on each interface that has it."""
    player = kind(bus, "odd")
    player.faces[ROOT]["DesktopEntry"] = Variant("s", entry)
    if kind is Whole:
        player.objects[BASE + "/app"][APP]["DesktopEntry"] = Variant("s", entry)
        player.session("a")
    return make_shown(player.appear()).find(bus_name=ROOT + ".odd")


@pytest.mark.parametrize("entry", [
    "../../../../tmp/x", "/usr/share/applications/x.desktop", ".hidden", "-x", "a\nb", "a\x1b[31m", "x" * 248])
@pytest.mark.parametrize("kind", [Plain, Whole])
def test_a_desktop_entry_that_leads_elsewhere_is_none(bus, make_shown, kind, entry):
    """Surfaces look for an icon of that name, and would decode a picture anywhere."""
    view = with_desktop_entry(bus, make_shown, kind, entry)
    assert view.desktop_entry == "" and view.application_id not in ("", entry)


@pytest.mark.parametrize("entry, name", [
    ("plain.desktop", "plain"), ("org.example.plain.desktop", "org.example.plain"),
    ("org.example.desktop", "org.example.desktop"), (".desktop", "")])
@pytest.mark.parametrize("kind", [Plain, Whole])
def test_the_whole_name_of_a_desktop_file(bus, make_shown, kind, entry, name):
    """Some players send the name of the file. The last part of an id may be "desktop"."""
    assert with_desktop_entry(bus, make_shown, kind, entry).desktop_entry == name


def test_metadata_of_texts_alone(bus, make_shown):
    """Old players send all values as texts, in an a{ss}."""
    texts = {"xesam:title": "One", "xesam:artist": "Two", "mpris:length": "3000000", "mpris:trackid": "4"}
    _, _, view = start(bus, make_shown, Metadata=("a{ss}", texts))
    assert view.lines == ["One", "Two", ""] and view.item["duration_us"] == 3_000_000


@pytest.mark.parametrize("address", ["file://", "file:///", "file:", "FILE:////"])
def test_an_address_of_no_file(bus, make_shown, address):
    """Some libraries send it for a song without a cover."""
    _, _, view = start(bus, make_shown, Metadata=("a{sv}", song("One", **{"mpris:artUrl": Variant("s", address)})))
    assert view.item["artwork_url"] == ""


@pytest.mark.parametrize("address, line", [
    ("file:///music/One%20%26%20%C3%A4.flac", "One & ä.flac"), ("/music/100%25.mp3", "100%25.mp3"),
    ("file:/music/50%.mp3", "50%.mp3"), ("FILE://localhost/a/b", "b"), ("file:///music/", ""),
    ("file:///music/%20", ""), ("file:///music/%0A%09", ""),
    ("https://example.org/watch?v=1", ""), ("cdda://1", ""), ("music/One.flac", "")])
@pytest.mark.parametrize("title", [{}, {"xesam:title": Variant("s", "")}, {"xesam:title": Variant("s", " ")}],
                         ids=["none", "empty", "blank"])
def test_a_file_without_a_title_has_its_name(bus, make_shown, address, line, title):
    """An untagged file has no title, and people know it by its name. That is no field of it."""
    metadata = {**variants(**{"mpris:trackid": ("o", "/1"), "xesam:url": ("s", address)}), **title}
    _, _, view = start(bus, make_shown, Metadata=("a{sv}", metadata))
    assert view.lines == [line, "", ""] and view.fields() == {"URL": address}


def test_every_field_of_the_metadata(bus, make_shown):
    metadata = {key: Variant(*value) for key, value in ALL.items()}
    metadata |= variants(**{"mpris:trackid": ("o", "/track"), "mpris:length": ("x", 3_000_000),
                            "mpris:artUrl": ("s", "file:///cover.png"), "vendor:key": ("a(ii)", [(1, 2)])})
    _, _, view = start(bus, make_shown, Metadata=("a{sv}", metadata))
    assert view.item == {"id": "/track", "first_line": "Title", "second_line": "One, Two", "third_line": "Album",
                         "artwork_id": "", "artwork_url": "file:///cover.png", "animated_square_id": "",
                         "animated_tall_id": "", "duration_us": 3_000_000, "kind": 1, "media_type": 0,
                         "duration_kind": 1}
    assert view.fields() == {
        "TITLE": "Title", "ALBUM": "Album", "URL": "file:///song", "LYRICS": "la la", "ARTISTS": ["One", "Two"],
        "ALBUM_ARTISTS": ["Band"], "COMPOSERS": ["Composer"], "LYRICISTS": ["Lyricist"], "GENRES": ["Genre"],
        "COMMENTS": ["Comment"], "MUSICBRAINZ_TRACK_IDS": ["t"], "MUSICBRAINZ_ALBUM_IDS": ["a"],
        "MUSICBRAINZ_ARTIST_IDS": ["b"], "MUSICBRAINZ_ALBUM_ARTIST_IDS": ["c"], "TRACK_NUMBER": 3, "DISC_NUMBER": 1,
        "BEATS_PER_MINUTE": 120, "PLAY_COUNT": 7, "RELEASE_DATE": 86400, "FIRST_PLAYED": 1, "LAST_PLAYED": 2,
        "USER_RATING": 0.8, "AUTO_RATING": 0.2}
    assert set(view.fields()) <= set(FIELD)


TRACKS = [("s", "spotify:track:7"), ("s", "/track"), ("o", "/"), ("s", ""), ("u", 7), None]


@pytest.mark.parametrize("track", TRACKS, ids=str)
def test_without_a_track_id_that_is_a_path_it_seeks_by_the_difference(bus, make_shown, track):
    """SetPosition needs an object path. The player is asked for its position, because it may not emit seeks."""
    metadata = variants(**{"mpris:length": ("x", 70_000_000), "xesam:title": ("s", "One")})
    metadata |= variants(**{"mpris:trackid": track}) if track else {}
    player, shown, view = start(bus, make_shown, Metadata=("a{sv}", metadata), PlaybackStatus=("s", "Paused"))
    assert shown.send(view, "SEEK_TO_POSITION", time_us=30_000_000).wait().status == "OK"
    player.faces[PLAYER]["Position"] = Variant("x", 31_000_000)
    assert shown.send(view, "SEEK_TO_POSITION", time_us=10_000_000).wait().status == "OK"
    assert player.called("Seek") == [[25_000_000], [-21_000_000]] and not player.called("SetPosition")
    assert shown.send(view, "SEEK_TO_POSITION", time_us=70_000_001).wait().status == "INVALID_ARGUMENT"
    player.answers[PROPERTIES, "Get"] = lambda call: "org.freedesktop.DBus.Error.UnknownProperty"
    assert shown.send(view, "SEEK_TO_POSITION", time_us=3).wait().status == "NOT_SUPPORTED"
    player.answers[PROPERTIES, "Get"] = lambda call: ("v", [Variant("as", [])])
    assert shown.send(view, "SEEK_TO_POSITION", time_us=3).wait().status == "NOT_SUPPORTED"
    assert len(player.called("Seek")) == 2


def test_a_player_without_an_item(bus, make_shown):
    player, shown, view = start(bus, make_shown, Metadata=("a{sv}", {}), PlaybackStatus=("s", "Stopped"))
    assert view.item is None and view.state == "stopped"
    player.change(Metadata=("a{sv}", song("Now")), PlaybackStatus=("s", "Playing"))
    view = shown.wait_for(view, lambda view: view.item)
    assert view.lines == ["Now", "Somebody", ""] and view.changes == 2 | 4 | 8


def test_a_seek(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    player.tell(PATH, PLAYER, "Seeked", "x", 100_000_000)
    view = shown.wait_for(view, lambda view: view.position() >= 100)
    assert view.changes == 4 and player.questions() == 0


@pytest.mark.parametrize("signature, value", [
    ("t", 100_000_000), ("u", 100_000_000), ("i", 100_000_000), ("d", 1e8), ("s", "100000000")])
def test_a_seek_by_a_number_of_another_type(bus, make_shown, signature, value):
    player, shown, view = start(bus, make_shown)
    player.tell(PATH, PLAYER, "Seeked", signature, value)
    shown.wait_for(view, lambda view: view.position() >= 100)


@pytest.mark.parametrize("signature, values", [("v", [Variant("x", 100_000_000)]), ("as", [["1"]]), ("", []),
                                               ("d", [float("nan")])])
def test_a_seek_to_no_position(bus, make_shown, signature, values):
    player, shown, view = start(bus, make_shown)
    player.tell(PATH, PLAYER, "Seeked", signature, *values)
    shown.settle(player)
    assert shown.again(view).position() < 60


def test_a_position_among_the_changes(bus, make_shown):
    """MPRIS forbids Position in PropertiesChanged, but some players show a seek only so. Others send an old position
    with each change: the player is asked which position is right."""
    player, shown, view = start(bus, make_shown, PlaybackStatus=("s", "Paused"))
    player.change(Position=("x", 50_000_000))
    view = shown.wait_for(view, lambda view: view.position() == 50)
    shown.settle(player)
    assert player.questions() == 1
    player.change(Position=("x", 50_000_000))
    shown.settle(player)
    assert player.questions() == 1
    player.tell_changed(PATH, PLAYER, Position=("x", 0), Volume=("d", 0.5))
    shown.settle(player)
    assert shown.again(view).position() == 50 and player.questions() == 2


@pytest.mark.parametrize("state", ["Playing", "Paused", "Stopped"])
@pytest.mark.parametrize("value", [None, ("b", False)], ids=["none", "no number"])
def test_a_player_that_does_not_tell_its_position(bus, make_shown, state, value):
    """A song that began before the surface is anywhere. The next one is at its start."""
    player = Plain(bus, "plain", PlaybackStatus=("s", state))
    del player.faces[PLAYER]["Position"]
    player.faces[PLAYER].update(variants(Position=value) if value else {})
    later = Plain(bus, "later", PlaybackStatus=("s", state))
    del later.faces[PLAYER]["Position"]
    shown = make_shown(player.appear(), later)
    view = shown.find(display_name="plain")
    assert view.position() == (0 if state == "Stopped" else None)
    player.change(PlaybackStatus=("s", "Paused"))
    player.change(PlaybackStatus=("s", "Playing"), Volume=("d", 0.5))
    view = shown.wait_for(view, lambda view: view.volume == 0.5)
    assert (view.position() is None) == (state != "Stopped")
    player.change(Metadata=("a{sv}", song("Two")))
    assert shown.wait_for(view, lambda view: view.lines[0] == "Two").position() is not None
    later.appear()
    assert shown.find(display_name="later").position() is not None


def test_the_position_is_asked_for_once_when_it_may_be_another(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    player.faces[PLAYER]["Position"] = Variant("x", 77_000_000)
    player.change(PlaybackStatus=("s", "Paused"))
    view = shown.wait_for(view, lambda view: view.position() == 77)
    assert view.state == "paused" and view.snapshot().rate == 0
    shown.settle(player)
    assert player.questions() == 1
    player.change(Metadata=("a{sv}", song("Two")))
    shown.settle(player)
    assert player.questions() == 2
    player.change(Volume=("d", 0.3))
    view = shown.wait_for(view, lambda view: view.volume == 0.3)
    assert view.abilities & 4 and player.questions() == 2


def test_what_is_only_said_to_be_outdated_is_asked_for(bus, make_shown):
    """Small players do not emit new values; a value that is invalidated while it is being read is read once more."""
    player, shown, view = start(bus, make_shown)
    shown.settle(player)
    before = len(player.called("GetAll"))
    player.faces[PLAYER].update(variants(PlaybackStatus=("s", "Paused"), Metadata=("a{sv}", song("Two")),
                                         Position=("x", 9_000_000), Volume=("d", 0.5)))
    for names in ["PlaybackStatus"], ["Metadata", "Volume"], ["Rate"]:
        player.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", PLAYER, {}, names)
    view = shown.wait_for(view, lambda view: view.state == "paused" and view.position() == 9)
    assert view.lines[0] == "Two" and view.volume == 0.5
    player.faces[ROOT].update(variants(Identity=("s", "Another")))
    player.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", ROOT, {}, ["Identity"])
    shown.find(display_name="Another")
    shown.settle(player)
    asked = [body for body in player.called("GetAll")[before:]]
    assert asked.count([ROOT]) == 1 and 1 <= asked.count([PLAYER]) <= 2


def test_commands(bus, make_shown):
    player, shown, view = start(bus, make_shown, MinimumRate=("d", 0.5), MaximumRate=("d", 1.5), Shuffle=("b", True),
                                LoopStatus=("s", "Track"))
    assert view.offered() == ["PLAY", "PAUSE", "TOGGLE_PLAY_PAUSE", "STOP", "NEXT", "PREVIOUS", "SEEK_TO_POSITION",
                              "SKIP_FORWARD", "SKIP_BACKWARD", "CHANGE_RATE", "CHANGE_REPEAT_MODE",
                              "CHANGE_SHUFFLE_MODE"]
    rates = view.command("CHANGE_RATE")
    assert rates.rates[:rates.rate_count] == [0.5, 0.75, 1, 1.25, 1.5]
    assert (rates.rate_minimum, rates.rate_maximum) == (0.5, 1.5)
    assert view.command("SKIP_FORWARD", 1).intervals_us[0] == 10_000_000
    assert (view.command("CHANGE_REPEAT_MODE").current, view.command("CHANGE_SHUFFLE_MODE").current) == (1, 1)
    player.change(CanGoNext=("b", False), CanSeek=("b", False))
    view = shown.wait_for(view, lambda view: "NEXT" not in view.offered())
    assert "SKIP_FORWARD" not in view.offered() and not view.command("NEXT").enabled and view.changes == 8
    player.change(CanControl=("b", False))
    assert not shown.wait_for(view, lambda view: not view.commands).offered()


@pytest.mark.parametrize("name, arguments, member, body", [
    ("PLAY", {}, "Play", []), ("PAUSE", {}, "Pause", []), ("TOGGLE_PLAY_PAUSE", {}, "PlayPause", []),
    ("STOP", {}, "Stop", []), ("NEXT", {}, "Next", []), ("PREVIOUS", {}, "Previous", []),
    ("SEEK_TO_POSITION", {"time_us": 9}, "SetPosition", ["/track/One", 9]), ("SKIP_FORWARD", {}, "Seek", [10_000_000]),
    ("SKIP_BACKWARD", {"time_us": 5}, "Seek", [-5]),
    ("CHANGE_RATE", {"rate": 1.5}, "Set", [PLAYER, "Rate", Variant("d", 1.5)]),
    ("CHANGE_REPEAT_MODE", {"mode": 2}, "Set", [PLAYER, "LoopStatus", Variant("s", "Playlist")]),
    ("CHANGE_SHUFFLE_MODE", {"mode": 1}, "Set", [PLAYER, "Shuffle", Variant("b", True)]),
    ("CHANGE_RATE", {"rate": 0.0}, "Set", [PLAYER, "Rate", Variant("d", 1.25)]),
    ("CHANGE_REPEAT_MODE", {"mode": NEXT}, "Set", [PLAYER, "LoopStatus", Variant("s", "Track")]),
    ("CHANGE_SHUFFLE_MODE", {"mode": NEXT}, "Set", [PLAYER, "Shuffle", Variant("b", True)])])
def test_a_command_is_a_call(bus, make_shown, name, arguments, member, body):
    player, shown, view = start(bus, make_shown, MaximumRate=("d", 2.0), Shuffle=("b", False), LoopStatus=("s", "None"))
    assert shown.send(view, name, **arguments).wait().status == "OK"
    assert player.called(member) == [body]


def test_the_volume_is_a_property(bus, make_shown):
    player, shown, view = start(bus, make_shown, Volume=("d", 0.5))
    assert shown.set_volume(view, 0.25).wait().status == "OK"
    assert player.called("Set", PROPERTIES) == [[PLAYER, "Volume", Variant("d", 0.25)]]
    assert shown.set_volume(view, 0.25, "tv").wait().status == "NOT_SUPPORTED"
    assert shown.step(view, "tv", 1).wait().status == "NOT_SUPPORTED"
    assert shown.artwork(view).wait().status == "NO_SUCH_CONTENT"


@pytest.mark.parametrize("name, wanted, others", [
    ("CHANGE_REPEAT_MODE", Variant("s", "Playlist"), {"LoopStatus": ("s", "Track")}),
    ("CHANGE_REPEAT_MODE", Variant("s", "None"), {"LoopStatus": ("s", "Playlist")}),
    ("CHANGE_SHUFFLE_MODE", Variant("b", False), {"Shuffle": ("b", True)}),
    ("CHANGE_RATE", Variant("d", 0.5), {"MinimumRate": ("d", 0.5), "MaximumRate": ("d", 1.0)}),
    ("CHANGE_RATE", Variant("d", 1.5), {"Rate": ("d", 1.25), "MaximumRate": ("d", 2.0)})])
def test_behind_the_last_is_the_first(bus, make_shown, name, wanted, others):
    player, shown, view = start(bus, make_shown, **others)
    assert shown.send(view, name, mode=NEXT).wait().status == "OK"
    assert player.called("Set")[0][2] == wanted


@pytest.mark.parametrize("answer, status, message", [
    (("error", "org.example.Error", "It is stuck"), "COMMAND_FAILED", "It is stuck"),
    ("org.example.Error", "COMMAND_FAILED", "org.example.Error"),
    (("error", "org.freedesktop.DBus.Error.AccessDenied", "No"), "NOT_PERMITTED", "No"),
    (("error", "org.freedesktop.DBus.Error.UnknownMethod", "What?"), "NOT_SUPPORTED", "What?"),
    (("error", "org.freedesktop.DBus.Error.NotSupported", "Never"), "NOT_SUPPORTED", "Never")])
def test_the_players_own_words(bus, make_shown, answer, status, message):
    player, shown, view = start(bus, make_shown)
    player.answers[PLAYER, "Next"] = lambda call: answer
    outcome = shown.send(view, "NEXT").wait()
    assert (outcome.status, outcome.message) == (status, message)


def test_names(bus, make_shown):
    """Two names of one connection are one entry, playerctld is left out, and a name may change its owner."""
    player, shown, view = start(bus, make_shown)
    player.own(ROOT + ".second")
    player.own(ROOT + ".playerctld")
    shown.settle(player)
    assert len(shown.entries) == 1
    player.bus("ReleaseName", "s", ROOT + ".plain")
    assert shown.wait_for(view, lambda view: view.bus_name == ROOT + ".second").key == view.key
    other = Plain(bus, "plain").appear()
    shown.others.append(other)
    shown.wait(lambda: len(shown.entries) == 2, "the other player")
    player.bus("ReleaseName", "s", ROOT + ".second")
    shown.wait(lambda: len(shown.entries) == 1, "the end of the first")
    assert shown.find(bus_name=ROOT + ".plain").key != view.key


def test_a_player_without_a_name_of_mpris_is_none(bus, make_shown):
    other, later = Plain(bus, "other"), Plain(bus, "later")
    other.own("org.example.A_long_name_of_another_kind")
    player, shown, _ = start(bus, make_shown)
    shown.others += [other, later]
    later.own("org.example.Another_long_name_of_that_kind")
    shown.settle(player)
    assert len(shown.entries) == 1 and not other.calls + later.calls
