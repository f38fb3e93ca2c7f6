# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that the package's values behave like frozen dataclasses, although that module is not imported."""
import copy
import dataclasses
import inspect
import pickle

import pytest

from nowplaying import (
    Artwork, Chapter, Command, Device, DeviceType, Movie, Music, PlaybackState, Playlist, Snapshot, Track, TrackKind,
    Video)


def test_dataclasses_knows_them():
    music = Music("A", ["One"], user_rating=0.5)
    other = dataclasses.replace(music, title="B")
    assert (other.title, other.artists, other.user_rating) == ("B", ("One",), 0.5) and music.title == "A"
    assert dataclasses.is_dataclass(music) and dataclasses.is_dataclass(Snapshot)
    assert [field.name for field in dataclasses.fields(Playlist)] == [
        "id", "name", "icon_url", "created", "modified", "last_played"]
    assert dataclasses.asdict(Device("a", "A")) == {
        "id": "a", "name": "A", "type": DeviceType.SPEAKER, "volume": None, "can_step": False}
    assert dataclasses.fields(Movie)[6].default is Movie.media_type
    assert dataclasses.replace(Snapshot.playing(1.0), position=2.0) == Snapshot.playing(2.0)


def test_a_player_may_derive_a_dataclass():
    @dataclasses.dataclass(frozen=True)
    class Named(Playlist):
        shelf: str = ""

    assert Named("a", "A", shelf="top").shelf == "top" and Named("a", "A") == Named("a", "A") != Playlist("a", "A")


@pytest.mark.parametrize("value", [
    Music("A", ["One"]), Snapshot.playing(1.0), Command.play(print), Artwork.data(b"x"), Video.file("/a"),
    Device("a", "A"), Playlist("a", "A"), Chapter(1.0, "A"), Track("a", TrackKind.AUDIO),
    Music(chapters=[Chapter(1.0)])], ids=lambda value: type(value).__name__)
def test_each_value(value):
    """A value can be compared, hashed, printed and copied, and does not change."""
    same = copy.copy(value)
    assert same == value and hash(same) == hash(value) and value != dataclasses.fields(value)
    assert pickle.loads(pickle.dumps(value)) == value
    first = type(value).__match_args__[0]
    assert repr(value).startswith(f"{type(value).__name__}({first}=")
    assert next(iter(inspect.signature(type(value)).parameters)) == first
    for change in (lambda: setattr(value, first, "x"), lambda: delattr(value, first)):
        with pytest.raises(dataclasses.FrozenInstanceError, match=first):
            change()


@pytest.mark.parametrize("make, message", [
    (lambda: Playlist("a"), r"Playlist\(\) misses the argument 'name'"),
    (lambda: Playlist("a", "A", id="b"), r"Playlist\(\) got multiple values for argument 'id'"),
    (lambda: Playlist("a", "A", size=1), r"Playlist\(\) got an unexpected keyword argument 'size'"),
    (lambda: Playlist(*"abcdefg"), r"Playlist\(\) takes 6 arguments, but 7 were given"),
])
def test_wrong_arguments(make, message):
    with pytest.raises(TypeError, match=message):
        make()


def test_signatures_have_the_defaults():
    assert inspect.signature(Playlist).parameters["icon_url"].default is None
    assert inspect.signature(Music).parameters["artists"].default is None
    assert inspect.signature(Command.play).parameters["enabled"].default is True
    assert inspect.signature(Snapshot).parameters["state"].default is inspect.Parameter.empty
    assert Snapshot(PlaybackState.PAUSED).rate == 1.0
