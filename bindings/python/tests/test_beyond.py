# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests features that MPRIS lacks: custom buttons, chapters, live windows, errors, ratings, mute and tracks, from a
player in Python to a surface in Python."""

import pytest

import nowplaying
from nowplaying import (
    App, Artwork, Chapter, Command, Duration, ErrorKind, ManualLoop, Music, NowPlayingError, PlaybackState,
    Podcast, Slot, Snapshot, Status, Track, TrackCharacteristics, TrackKind)
from nowplaying.surface import Changed, CommandKind, LyricsLine, OfferedCommand, ShownChapter
from nowplaying.surface import error_sentence, icon_name
from conftest import TIMEOUT, Calls, wait_until
from players import again, find, listener, panel, playing  # noqa: F401
from test_handlers import PNG

ENGLISH = Track("1", TrackKind.AUDIO, "en", selected=True)
COMMENTARY = Track("2", TrackKind.AUDIO, "de", "Kommentar", TrackCharacteristics.IS_COMMENTARY)
FORCED = Track("1", TrackKind.SUBTITLES, "pt-BR",
               characteristics=TrackCharacteristics.IS_DEFAULT | TrackCharacteristics.IS_FORCED)


def status_of(action):
    error = action.exception(TIMEOUT)
    return error.status if isinstance(error, NowPlayingError) else error


def saying(calls, name):
    return lambda *arguments: calls.put((name, *arguments))


@pytest.fixture
def calls():
    return Calls()


@pytest.fixture
def player(bus, calls):
    with App("org.example.Beyond") as app:
        yield playing(app, on_select_track=lambda kind, id: calls.put((kind, id)))


@pytest.fixture
def seen(player, panel):  # noqa: F811
    return find(panel, application_id="org.example.Beyond")


# ------------------------------------------------------------------------------------------------ Buttons -----------


def test_buttons(player, seen, calls):
    player.commands = [
        Command.play(saying(calls, "play")).shown(icon="play", slot=Slot.CENTRAL),
        Command.next_chapter(saying(calls, "next")), Command.previous_chapter(saying(calls, "previous")),
        Command.seek_to_live(saying(calls, "live")), Command.set_rating(saying(calls, "rating"), steps=5),
        Command.bookmark(saying(calls, "bookmark"), active=True, title="Remember"),
        Command.mute(saying(calls, "mute")),
        Command.custom(saying(calls, "sleep"), "sleep", "Sleep in an hour", short_title="Sleep", icon="timer",
                       slot=Slot.OVERFLOW, active=True),
        Command.custom(saying(calls, "off"), "off", "Off", enabled=False)]
    wait_until(lambda: len(again(seen).commands) > 8)
    commands = [each for each in again(seen).commands if each.kind != CommandKind.TOGGLE_PLAY_PAUSE]
    custom = CommandKind.CUSTOM
    assert commands == [
        OfferedCommand(CommandKind.PLAY, icon="play", slot=Slot.CENTRAL), OfferedCommand(CommandKind.NEXT_CHAPTER),
        OfferedCommand(CommandKind.PREVIOUS_CHAPTER), OfferedCommand(CommandKind.SEEK_TO_LIVE, icon="live"),
        OfferedCommand(CommandKind.SET_RATING, steps=5, icon="star"),
        OfferedCommand(CommandKind.BOOKMARK, title="Remember", active=True, icon="bookmark-filled"),
        OfferedCommand(CommandKind.MUTE, icon="volume-off"),
        OfferedCommand(custom, title="Sleep in an hour", short_title="Sleep", id="sleep", icon="timer",
                       slot=Slot.OVERFLOW, active=True),
        OfferedCommand(custom, False, title="Off", id="off")]
    for command, value, expected in [
            (CommandKind.NEXT_CHAPTER, None, ("next",)), (CommandKind.PREVIOUS_CHAPTER, None, ("previous",)),
            (CommandKind.SEEK_TO_LIVE, None, ("live",)), (CommandKind.SET_RATING, 0.81, ("rating", 0.8)),
            (CommandKind.SET_RATING, 0, ("rating", 0.0)), (CommandKind.BOOKMARK, None, ("bookmark",)),
            (CommandKind.MUTE, True, ("mute", True)), (CommandKind.MUTE, False, ("mute", False)),
            (commands[-2], None, ("sleep",))]:
        seen.send(command, value).result(TIMEOUT)
        assert calls.take() == expected
    seen.send(CommandKind.SET_RATING, 1, toggle=True).result(TIMEOUT)
    assert calls.take() == ("rating", 1.0)
    player.content = Music("Rated", id="rated", user_rating=1.0)
    wait_until(lambda: again(seen).item.id == "rated")
    again(seen).send(CommandKind.SET_RATING, 1, toggle=True).result(TIMEOUT)
    assert calls.take() == ("rating", 0.0)
    assert status_of(seen.send(commands[-1])) == Status.INVALID_STATE
    assert status_of(seen.send(OfferedCommand(custom, id="other"))) == Status.NO_SUCH_CONTENT


def test_buttons_are_switched(player, seen):
    player.commands = [Command.custom(print, "a", "A"), Command.custom(print, "b", "B"), Command.bookmark(print)]
    player.set_custom_command("b", active=True)
    player.set_custom_command("a", enabled=False)
    player.set_bookmarked(True)
    wait_until(lambda: [(each.enabled, each.active) for each in again(seen).commands] == [
        (False, False), (True, True), (True, True)])
    for wrong, error in (lambda: player.set_custom_command("c", active=True), ValueError), (
            lambda: player.set_custom_command("", active=True), ValueError), (
            lambda: player.set_command("play"), TypeError), (
            lambda: player.set_custom_command("a", active="yes"), TypeError):
        with pytest.raises(error):
            wrong()


def test_names_of_icons():
    assert icon_name("heart-filled") == "emblem-favorite" and icon_name("my-own.icon") == "my-own.icon"
    with pytest.raises(TypeError, match=r"icon_name\(icon\) must be a str"):
        icon_name(None)


def test_sentences_of_errors():
    assert error_sentence(ErrorKind.SIGN_IN) == "Sign in to play this"
    assert len({error_sentence(kind) for kind in ErrorKind}) == len(ErrorKind)
    with pytest.raises(TypeError, match=r"error_sentence\(kind\) must be "):
        error_sentence("sign-in")


# ------------------------------------------------------------------------------------------------ Chapters ----------


def test_chapters(player, seen, calls):
    def draw(width, height):
        calls.put((width, height))
        return PNG
    player.content = Podcast("Episode", duration=300.0, id="episode", chapters=[
        Chapter(60.0, "Two", Artwork("two", draw)), Chapter(0, b"Caf\xe9"), Chapter(240.5)])
    wait_until(lambda: again(seen).item.id == "episode")
    session = again(seen)
    assert session.item.chapters == (
        ShownChapter(0, 0.0, 60.0, "Café"), ShownChapter(1, 60.0, 240.5, "Two", "two"), ShownChapter(2, 240.5, 300.0))
    assert [session.item.chapter_at(position).index for position in (0, 59.9, 60, 250.0)] == [0, 0, 1, 2]
    assert session.chapter_artwork(session.item.chapters[1], 64, 64).result(TIMEOUT).mime_type == "image/png"
    assert calls.take() == (64, 64)
    assert status_of(session.chapter_artwork(session.item.chapters[0])) == Status.NO_SUCH_CONTENT
    player.content = Podcast("Live", duration=Duration.LIVE, id="live", chapters=[Chapter(10.0, "One")])
    wait_until(lambda: again(seen).item.id == "live")
    item = again(seen).item
    assert item.chapters == (ShownChapter(0, 10.0, None, "One"),) and item.chapter_at(9.0) is None


def test_many_chapters_are_cut():
    content = Podcast(chapters=[Chapter(place) for place in range(1025)])
    assert len(content.chapters) == 1024 and hash(content)


def test_lyrics(player, seen):
    player.content = Music("Song", id="song", lyrics="[00:10.00]One\n[00:20.50]Two\n")
    wait_until(lambda: again(seen).item.id == "song")
    item = again(seen).item
    assert [item.lyrics_at(position) for position in (0, 10.0, 30)] == [
        LyricsLine("", 10.0), LyricsLine("One", 20.5), LyricsLine("Two")]
    player.content = Music("Song", id="plain", lyrics="One")
    wait_until(lambda: again(seen).item.id == "plain")
    assert again(seen).item.lyrics_at(0) is None


# ------------------------------------------------------------------------------------------------ Playback ----------


def test_snapshots_are_values():
    one = Snapshot.playing(1.0, seekable=[0, 10], buffered=3)
    assert one == Snapshot.playing(1.0, seekable=(0.0, 10.0), buffered=3.0) != Snapshot.playing(1.0) and hash(one)
    assert Snapshot.failed() == Snapshot(PlaybackState.ERROR)


# ------------------------------------------------------------------------------------------------ Tracks ------------


def test_tracks(bus, listener, calls):  # noqa: F811
    with App("org.example.Beyond") as app:
        player = playing(app, on_select_track=lambda kind, id: calls.put((kind, id)))
        player.tracks = [ENGLISH, COMMENTARY, FORCED]
        seen = find(listener.surface, application_id="org.example.Beyond")
        wait_until(lambda: again(seen).tracks == (ENGLISH, COMMENTARY, FORCED))
        seen = again(seen)
        for chosen, expected in ((COMMENTARY, (TrackKind.AUDIO, "2")), (FORCED, (TrackKind.SUBTITLES, "1")),
                                 (TrackKind.SUBTITLES, (TrackKind.SUBTITLES, None))):
            seen.select_track(chosen).result(TIMEOUT)
            assert calls.take() == expected
        assert status_of(seen.select_track(TrackKind.CAPTIONS)) == Status.NOT_SUPPORTED
        assert status_of(seen.select_track(Track("9", TrackKind.AUDIO))) == Status.NO_SUCH_CONTENT
        player.set_selected_track(TrackKind.AUDIO, "2")
        wait_until(lambda: [each.selected for each in again(seen).tracks] == [False, True, False])
        while not listener.next("changed")[2] & Changed.TRACKS:
            pass
        player.set_selected_track(TrackKind.AUDIO, None)
        wait_until(lambda: not any(each.selected for each in again(seen).tracks))
        with pytest.raises(ValueError, match="no track '3' of the kind AUDIO"):
            player.set_selected_track(TrackKind.AUDIO, "3")


# ------------------------------------------------------------------------------------------------ Wrong arguments ---


@pytest.mark.parametrize("make, message", [
    (lambda: Chapter(1.0, artwork="/a.png"), r"Chapter\.artwork must be an Artwork, not '/a\.png'"),
    (lambda: Podcast(chapters=[(0, "One")]), r"Podcast\.chapters\[0\] must be a Chapter, not \(0, 'One'\)"),
    (lambda: Podcast(chapters="One"), r"Podcast\.chapters must be a list of Chapter, not 'One'"),
    (lambda: Command.custom(lambda id: None, "a", "A"), r"Command\.custom\(handler\) is called with \(\), which"),
    (lambda: Command.set_rating(lambda: None), r"Command\.set_rating\(handler\) is called with \(rating\), which"),
    (lambda: Command.set_rating(print, steps=0.5), r"Command\.set_rating\(steps\) must be an int, not 0\.5"),
    (lambda: Command.mute(lambda: None), r"Command\.mute\(handler\) is called with \(muted\), which"),
    (lambda: Track("1", TrackKind.AUDIO, characteristics=TrackCharacteristics(16)), r"Track\.characteristics must be"),
    (lambda: nowplaying.Session(None, on_select_track=print), r"Session\(app\) must be an App"),
])
def test_wrong_types(make, message):
    with pytest.raises(TypeError, match=message):
        make()


@pytest.mark.parametrize("make, message", [
    (lambda: Snapshot.playing(seekable=(0.0, 100.0)), r"Snapshot\.seekable needs a position"),
    (lambda: Snapshot.paused(seekable=(0.0, 100.0)), r"Snapshot\.seekable needs a position"),
    (lambda: Command.custom(print, "", "A"), r"Command\.custom\(id\) must not be empty"),
    (lambda: Command.custom(print, "a", ""), r"Command\.custom\(title\) must not be empty"),
    (lambda: Command(CommandKind.PLAY, print, id="a"), r"Command\.play\(id\) must be left out"),
    (lambda: Command(CommandKind.PLAY, print, active=True), r"Command\.play\(active\) must be left out"),
])
def test_impossible_values(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("name, value, error, message", [
    ("tracks", ENGLISH, TypeError, r"Session\.tracks must be a list of Track"),
    ("tracks", ["1"], TypeError, r"Session\.tracks\[0\] must be a Track"),
    ("tracks", [ENGLISH, ENGLISH], ValueError, r"Session\.tracks of the kind AUDIO must not have two .* the id '1'"),
    ("tracks", [ENGLISH, Track("2", TrackKind.AUDIO, selected=True)], ValueError, r"at most one entry of .* AUDIO"),
    ("tracks", [Track(str(each), TrackKind.AUDIO) for each in range(257)], ValueError, r"at most 256 entries, not 257"),
    ("commands", [Command.custom(print, "a", "A")] * 2, NowPlayingError, r"Session\.commands: .*"),
])
def test_wrong_assignments(name, value, error, message):
    with App("a", loop=ManualLoop()) as app:
        session = nowplaying.Session(app)
        before = getattr(session, name)
        with pytest.raises(error, match=message):
            setattr(session, name, value)
        assert getattr(session, name) == before


def test_wrong_questions(player, seen):
    for wrong, error in ((lambda: seen.send(CommandKind.CUSTOM), TypeError),
                         (lambda: seen.send(CommandKind.SET_RATING), TypeError),
                         (lambda: seen.send(CommandKind.BOOKMARK, 1), TypeError),
                         (lambda: seen.send(OfferedCommand(CommandKind.CUSTOM)), NowPlayingError),
                         (lambda: seen.select_track("1"), TypeError),
                         (lambda: seen.select_track(TrackKind.AUDIO), ValueError),
                         (lambda: seen.chapter_artwork(0), TypeError),
                         (lambda: seen.item.lyrics_at("1"), TypeError)):
        with pytest.raises(error):
            wrong()
