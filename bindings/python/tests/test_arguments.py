# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that a wrong argument is refused at once, with its name and what was expected."""
import asyncio
import copy
import functools
import os
import pickle
import re
import unittest.mock
from datetime import datetime, timedelta, tzinfo
from decimal import Decimal
from pathlib import Path

import pytest

import nowplaying
from nowplaying import (
    App, Artwork, AsyncioLoop, BusState, CallLoop, Command, CommandKind, Content, Device, Duration, ManualLoop,
    Music, NowPlayingError, PlaybackState, Playlist, Primary, QtLoop, RemoteSession, RepeatMode, Session, ShuffleMode,
    Snapshot, Status, Video, _signatures, surface)
from conftest import PACKAGE


async def later(*_):
    pass


def generator():
    yield


async def generator_later():
    yield


def closed_descriptor():
    ours, theirs = os.pipe()
    os.close(ours)
    os.close(theirs)
    return ours


class Asynchronous:
    async def __call__(self):
        pass


class Player:
    def seek(self, position):
        """A method accepts one argument less than its function."""

    def __call__(self, *, now):
        """It has a required keyword argument, so that positional arguments alone never suffice."""


def decorated(function):
    """Claims a signature that the function does not have, and that inspect.signature() would trust."""
    @functools.wraps(function)
    def call(*arguments):
        return function()
    return call


@pytest.mark.parametrize("make, message", [
    (lambda: Music({}), r"Music\.title must be a str, not {} \(dict\)"),
    (lambda: Music(object()), r"Music\.title must be a str, not <object object at .*> \(object\)"),
    (lambda: Music(True), r"Music\.title must be a str, not True \(bool\)"),
    (lambda: Music(["a", {}]), r"Music\.title\[1\] must be a str, not {} \(dict\)"),
    (lambda: Music(artists=[{}]), r"Music\.artists\[0\] must be a str, not {} \(dict\)"),
    (lambda: Music(artists={"a": 1}), r"Music\.artists must be a str or a list of str, not {'a': 1}"),
    (lambda: Music(artists=object()), r"Music\.artists must be a str or a list of str, not <object"),
    (lambda: Music(id=b"x"), r"Music\.id must be a str, not b'x' \(bytes\): decode it first"),
    (lambda: Music(url=Path("/x")), r"Music\.url must be a str, not .*path\.as_uri\(\)"),
    (lambda: Music(duration="3:20"), r"Music\.duration must be a number of seconds, a Duration or None, not '3:20'"),
    (lambda: Music(duration=timedelta(1)), r"Music\.duration must be .*: write its total_seconds\(\)"),
    (lambda: Music(track_number={}), r"Music\.track_number must be an int, not {} \(dict\)"),
    (lambda: Music(track_number=print), r"Music\.track_number must be an int, not <built-in function print>"),
    (lambda: Music(user_rating=object()), r"Music\.user_rating must be a number, not <object"),
    (lambda: Music(explicit={}), r"Music\.explicit must be True or False, not {}"),
    (lambda: Music(release_date=timedelta(1)), r"Music\.release_date must be a datetime\.date, .* or a str, not datet"),
    (lambda: Music(media_type=1), r"Music\.media_type must be a MediaType \(AUDIO, VIDEO\), not 1"),
    (lambda: Music(artwork="/x.png"), r"Music\.artwork must be an Artwork, not '/x\.png' .*Artwork\.file\(path\)"),
    (lambda: Music(titel="x"), r"Music\(\) got an unexpected keyword argument 'titel'"),
    (lambda: Music("a", title="b"), r"Music\(\) got a field twice"),
    (lambda: Music(*"a" * 99), rf"Music\(\) got .* more than {len(Music._checks)} fields"),
    (lambda: Content("x"), r"Content is what all kinds have in common"),
    (lambda: Artwork("a", b"png"), r"Artwork\.load must be a function, not b'png' \(bytes\): write Artwork\.file"),
    (lambda: Artwork(5, print), r"Artwork\.id must be a str"),
    (lambda: Artwork.file(5), r"Artwork\.file\(path\) must be a str or a path"),
    (lambda: Artwork.data("x"), r"Artwork\.data\(data\) must be bytes"),
    (lambda: Command.play(None), r"Command\.play\(handler\) must be a function, not None"),
    (lambda: Command.play(generator), r"Command\.play\(handler\) must be .*a generator function would not run"),
    (lambda: Command.play(generator_later), r"Command\.play\(handler\) must be .*a generator function would not run"),
    (lambda: Command.change_shuffle_mode(print, current=RepeatMode.ONE),
     r"Command\.change_shuffle_mode\(current\) must be a ShuffleMode \(OFF, ITEMS, COLLECTIONS\)"),
    (lambda: Command.change_repeat_mode(print, supported=[5]),
     r"Command\.change_repeat_mode\(supported\)\[0\] must be a RepeatMode"),
    (lambda: Command(CommandKind.PLAY, print, supported=[1]),
     r"Command\.play\(supported\)\[0\] must be left out, not 1 \(int\): the command has no modes"),
    (lambda: Command(CommandKind.PLAY, print, current="x"),
     r"Command\.play\(current\) must be left out, not 'x' \(str\): the command has no modes"),
    (lambda: Command.feedback(print, current=Decimal("sNaN")),
     r"Command\.feedback\(current\) must be a Feedback .*not Decimal\('sNaN'\)"),
    (lambda: Music(kind=3), r"Music\(\) got an unexpected keyword argument 'kind'"),
    (lambda: Music(_numbers=None), r"Music\(\) got an unexpected keyword argument '_numbers'"),
    (lambda: App("a", mime_types="audio/flac"), r"App\(mime_types\) must be a list of str, not 'audio/flac'"),
    (lambda: App("a", on_quit=5), r"App\(on_quit\) must be a function, not 5"),
    (lambda: App("a", on_quit=later), r"App\(on_quit\) must be a function, .*needs an asyncio loop"),
    (lambda: App("a", on_quit=Asynchronous()), r"App\(on_quit\) must be a function, .*needs an asyncio loop"),
    (lambda: App("a", loop=5), r"App\(loop\) must be an AsyncioLoop"),
    (lambda: App("a", loop=QtLoop), r"App\(loop\) must be an AsyncioLoop"),
    (lambda: App("a", bus_fd="5"), r"App\(bus_fd\) must be an int"),
    (lambda: AsyncioLoop(5), r"AsyncioLoop\(event_loop\) must be an asyncio loop or None"),
    (lambda: App("a", on_fullscreen=later), r"App\(on_fullscreen\) must be .*needs an asyncio loop"),
    (lambda: App("a", show_idle="no"), r"App\(show_idle\) must be True or False, not 'no'"),
    (lambda: App("a", loop=CallLoop), r"App\(loop\) must be an AsyncioLoop"),
    (lambda: CallLoop(5), r"CallLoop\(call\) must be a function, not 5"),
    (lambda: CallLoop(later), r"CallLoop\(call\) must be a function, .*needs an asyncio loop"),
    (lambda: Artwork.url(b"https://a"), r"Artwork\.url\(url\) must be a str"),
    (lambda: Command.change_rate(print), r"Command\.change_rate\(\) needs rates or rate_range"),
    (lambda: QtLoop(5), r"QtLoop\(qt_core\) must be the module QtCore"),
    (lambda: Session("a"), r"Session\(app\) must be an App, not 'a'"),
    (lambda: NowPlayingError(Status.IO, "x"), r"NowPlayingError\.message must be a str, not <Status\.IO"),
    (lambda: Command.seek_to_position(lambda: None),
     r"^Command\.seek_to_position\(handler\) is called with \(position\), which <lambda>\(\) does not take$"),
    (lambda: Command.play(Player().seek),
     r"^Command\.play\(handler\) is called with \(\), which Player\.seek\(position\) does not take$"),
    (lambda: Command.play(Player()), r"is called with \(\), which Player\(\*, now\) does not take"),
    (lambda: App("a", on_quit=lambda app: None), r"App\(on_quit\) is called with \(\), which <lambda>\(app\) does"),
    (lambda: Artwork("a", lambda: b""), r"Artwork\.load is called with \(width, height\), which <lambda>\(\) does"),
    (lambda: Video("a", lambda: b""), r"Video\.load is called with \(width, height\), which <lambda>\(\) does"),
    (lambda: CallLoop(lambda: None), r"CallLoop\(call\) is called with \(a function\), which <lambda>\(\) does"),
    (lambda: surface.Surface(on_changed=lambda session: None),
     r"Surface\(on_changed\) is called with \(session, changed\), which <lambda>\(session\) does not take"),
])
def test_wrong_types(make, message):
    with pytest.raises(TypeError, match=message):
        make()


@pytest.mark.parametrize("make, message", [
    (lambda: Music(duration=10**400), r"Music\.duration must be finite"),
    (lambda: Music(duration=float("inf")), r"Music\.duration must be finite, not inf: write Duration\.LIVE"),
    (lambda: Artwork.data(b""), r"Artwork\.data\(data\) must not be empty"),
    (lambda: Artwork.url(""), r"Artwork\.url\(url\) must not be empty"),
    (lambda: Artwork.url("cover.png"), r"Artwork\.url\(url\) must begin with https://, http:// or file:///, not 'cov"),
    (lambda: Artwork.url("file://a/b"), r"Artwork\.url\(url\) must begin with"),
    (lambda: Artwork.url("https://a/ü"), r"Artwork\.url\(url\) must have everything percent-encoded"),
    (lambda: Artwork.url("https://a/ b"), r"Artwork\.url\(url\) must have everything percent-encoded"),
    (lambda: Artwork.url("https://" + "a" * 4089), r"Artwork\.url\(url\) must have at most 4096 bytes, not 4097"),
    (lambda: Artwork.file(""), r"Artwork\.file\(path\) must not be empty"),
    (lambda: Artwork.file("https://a/b.png"),
     r"Artwork\.file\(path\) must be a path, .*'https.*: write Artwork\.url\(\)"),
    (lambda: Artwork.file(b"a\0b"), r"Artwork\.file\(path\) must not contain a NUL"),
    (lambda: Music(release_date=datetime(2001, 2, 3, tzinfo=tzinfo())),
     r"Music\.release_date must be a date in seconds since 1970, .*a tzinfo subclass must"),
    (lambda: Snapshot.playing(Decimal("sNaN")), r"Snapshot\.position must be finite, not sNaN"),
    (lambda: Device("a", "A", volume=Decimal("NaN")), r"Device\.volume must be finite, not NaN"),
    (lambda: Command.change_rate(print, rates=[Decimal("sNaN")]),
     r"Command\.change_rate\(rates\)\[0\] must be finite"),
    (lambda: App("a", bus_fd=2**70), r"App\(bus_fd\) must be an open descriptor, not 1180591620717411303424"),
    (lambda: App("a", bus_fd=-2), r"App\(bus_fd\) must be an open descriptor, not -2"),
    (lambda: App("a", bus_fd=closed_descriptor()), r"App\(bus_fd\) must be an open descriptor, not \d+"),
    (lambda: NowPlayingError("x", Status.OK), r"NowPlayingError\.status must be an error, not OK"),
    (lambda: NowPlayingError("x", -2**31 - 1), r"NowPlayingError\.status must be an error, not UNKNOWN_-2147483649"),
    (lambda: App("a", on_open_uri=print), r'App\(on_open_uri\) is never called .*write uri_schemes=\["file"\]'),
])
def test_impossible_values(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("name, value, message", [
    ("content", "Song", r"Session\.content must be a Content \(Music, Podcast, …\) or None, not 'Song'"),
    ("content", Music(artwork=Artwork("a", later)), r"Artwork\.load must be .*needs an asyncio loop"),
    ("snapshot", "playing", r"Session\.snapshot must be a Snapshot or None, not 'playing' .*Snapshot\.playing"),
    ("commands", Command.play(print), r"Session\.commands must be a list of Command"),
    ("commands", [print], r"Session\.commands\[0\] must be a Command"),
    ("commands", [Command.play(later)], r"Command\.play\(handler\) must be .*needs an asyncio loop"),
])
def test_wrong_assignments(name, value, message):
    with App("a", loop=ManualLoop()) as app:
        session = Session(app)
        with session.update():
            with pytest.raises(TypeError, match=message):
                setattr(session, name, value)


@pytest.mark.parametrize("handler", [
    Player().seek, print, functools.partial(Player.seek, None), decorated(later),
    lambda position, mode=None: None, lambda *positions: None, lambda position=0, **others: None, Player, len,
    unittest.mock.Mock()])
def test_what_can_be_called_with_one_argument_is_a_handler(handler):
    """A callable that is not written in Python does not tell its arguments, and is accepted."""
    Command.seek_to_position(handler)
    with App("a", loop=ManualLoop(), on_fullscreen=print) as app:
        Session(app, on_queue_add=lambda uri, after, play: None)
        with pytest.raises(TypeError, match=r"RemoteSession\(on_device_step\) is called with \(id, step\), which"):
            RemoteSession(app, on_device_step=Player().seek)


def test_an_id_names_one_session():
    with App("a", loop=ManualLoop()) as app:
        first = Session(app, "radio")
        for kind in (Session, RemoteSession):
            with pytest.raises(ValueError, match=rf"{kind.__name__}\(id\) must not be 'radio': the app has a session"):
                kind(app, "radio")
        assert len({Session(app), Session(app), RemoteSession(app, "podcast")}) == 3
        first.close()
        Session(app, "radio")


def test_typing_errors_are_refused():
    with App("a", loop=ManualLoop()) as app:
        for owner, name in ((Session(app), "contents"), (app, "on_quit"), (Music("a"), "titel"), (Music("a"), "title")):
            with pytest.raises(AttributeError, match=name):
                setattr(owner, name, None)


def test_modes_have_their_own_functions():
    with App("a", loop=ManualLoop()) as app:
        session = Session(app)
        session.commands = [Command.change_repeat_mode(print), Command.change_shuffle_mode(print)]
        session.set_shuffle_mode(ShuffleMode.ITEMS)
        session.set_repeat_mode(RepeatMode.ONE)
        assert [command.current for command in session.commands] == [RepeatMode.ONE, ShuffleMode.ITEMS]
        with pytest.raises(TypeError, match="mode"):
            session.set_shuffle_mode(RepeatMode.ONE)
        with pytest.raises(ValueError, match="no command FEEDBACK"):
            session.set_feedback(nowplaying.Feedback.POSITIVE)
        with pytest.raises(TypeError, match="kind"):
            session.set_command_enabled("play")
        session.set_command_enabled(CommandKind.CHANGE_SHUFFLE_MODE, False)
        assert [command.enabled for command in session.commands] == [True, False]


def test_unknown_is_said_by_none():
    assert Music(duration=None).duration is Duration.UNKNOWN
    assert Music(title=None) == Music()


def test_values_are_values():
    """Values can be compared, hashed, copied and pickled, and do not change with the arguments that they were made
    from."""
    artists = ["One"]
    music = Music("A", artists, artwork=Artwork.data(b"x"), duration=1)
    artists.append("Two")
    command = Command.skip_forward(print, intervals=[1, 2])
    for value in (music, command, Artwork.file("/a"), Artwork.url("https://a/b"), Snapshot.playing(1), Status(-99),
                  BusState(77)):
        assert copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value and hash(value) == hash(value)
    assert music.artists == ("One",)


def test_an_artwork_is_known_by_what_it_is():
    assert Artwork.data(b"a").id == Artwork.data(bytearray(b"a")).id != Artwork.data(b"b").id
    assert Artwork.file("/a", id="b").id == "b"
    assert Artwork.file(Path("/a")).id == Artwork.file("/a").id == Artwork.file(b"/a").id != Artwork.file("/b").id
    assert (Artwork.url("https://a").id, Artwork.url("https://a", id="b").id) == ("https://a", "b")
    assert Artwork.data(b"a").load(1, 1) == b"a" and Artwork.file("/a").load(1, 1) == "/a"


def test_a_relative_path_is_that_of_its_time(tmp_path, monkeypatch):
    """A relative path refers to the folder that was current when the artwork was made."""
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "first")
    made = [Artwork.file("a.png"), Artwork.file(b"./a.png"), Artwork.file(Path("a.png"))]
    monkeypatch.chdir(tmp_path / "second")
    made.append(Artwork.file("../first/a.png", id="a"))
    paths = [f"{tmp_path}/first/a.png"] * 3 + [f"{tmp_path}/second/../first/a.png"]
    assert [artwork.load(1, 1) for artwork in made] == paths
    assert [artwork.id for artwork in made] == [Artwork.file(path).id for path in paths[:3]] + ["a"]


def test_surfaces_do_not_see_where_files_are():
    """The id of an artwork is sent to all surfaces, even telephones, so it must not contain a path."""
    for made in (Artwork.file("/home/secret/a.png"), Artwork.url("file:///home/secret/a")):
        assert "secret" not in made.id and len(made.id) == 32


def test_errors_are_natural():
    error = NowPlayingError("text")
    assert (str(error), error.message, error.status) == ("text", "text", Status.COMMAND_FAILED)
    assert str(NowPlayingError(status=Status.IO)) == "IO"
    for other in (pickle.loads(pickle.dumps(NowPlayingError("a", Status.IO))), copy.copy(NowPlayingError("a", -14))):
        assert (other.message, other.status, str(other)) == ("a", Status.IO, "a")


def test_an_app_on_the_librarys_thread_has_no_descriptor(bus):
    with App("a") as app:
        with pytest.raises(NowPlayingError, match=r"^App\.fileno: .* has no file descriptor: .*ManualLoop") as raised:
            app.fileno()
        assert raised.value.status == Status.INVALID_STATE


def test_messages_of_the_library_have_names_of_this_package():
    with App("a", loop=ManualLoop()) as app:
        session = Session(app)
        with pytest.raises(NowPlayingError, match=r"^Session\.volume: (?!nowplaying_)"):
            nowplaying._library.functions.nowplaying_session_set_volume(session._handle, float("nan"))
    functions = nowplaying._library.functions
    for name, called in (("nowplaying_session_commit", "Session.update"),
                         ("nowplaying_session_set_content", "Session.content")):
        unchecked = functions.unchecked(name)
        with pytest.raises(NowPlayingError, match=rf"^{called}: (?!nowplaying_)") as raised:
            functions.check(unchecked(*[None] * (1 + called.endswith("content"))), unchecked)
        assert raised.value.status == Status.INVALID_HANDLE
    names = {nowplaying._library.python_name(name) for name in _signatures.CHECKED}
    assert {"App", "App.fileno", "App.dispatch", "Session.update", "Session.content"} <= names


def test_enumerations_print_words():
    assert f"{BusState.PUBLISHED} {Status.NO_BUS:>8} {PlaybackState.PLAYING!s}" == "PUBLISHED   NO_BUS PLAYING"
    assert f"{Primary.APPLICATION | Primary.SYSTEM} {Primary.NONE}" == "APPLICATION|SYSTEM NONE"
    assert f"{BusState(77)}" == "UNKNOWN_77"


def test_every_field_is_explained_by_the_header():
    for kind in Content.__subclasses__():
        for name, number in kind._numbers.items():
            assert f"\n{name}: {_signatures.FIELDS[number]} (" in kind.__doc__, name
        for name in kind._checks:
            assert f"\n{name}: " in kind.__doc__, name
    assert "user_rating: The user's rating. Shown as xesam:userRating. (0.0 to 1.0)" in Music.__doc__


def test_the_readme_has_every_kind_and_its_fields():
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    rows = []
    for kind in Content.__subclasses__():
        fields = ", ".join(f"`{name}`" for name in kind._numbers if name not in Content.__dataclass_fields__)
        says = kind.__doc__.splitlines()[0]
        rows.append(f"| `{kind.__name__}` | {says} | {fields}{' ' if fields else ''}|")
    table = "\n".join(["| Kind | What it is | Fields of its own |", "|---|---|---|", *rows, ""])
    assert table in readme, f"README.md: write\n{table}"
    named = re.search(r"\nAll have (.*?) and the other fields", readme, re.DOTALL)[1]
    assert set(re.findall(r"`(\w+)`", named)) <= set(Content.__dataclass_fields__)


def test_asyncio_loops_are_named():
    loop = asyncio.new_event_loop()
    with pytest.raises(TypeError, match=r"write AsyncioLoop\(loop\)"):
        App("a", loop=loop)
    loop.close()
    with pytest.raises(RuntimeError, match=r"no asyncio loop runs here: make it in a coroutine, or write AsyncioLoop"):
        AsyncioLoop()
