# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Session.picture() of a surface, of players of either protocol."""
import asyncio
import os

import pytest
from nowplaying import App, Artwork, Music
from nowplaying.surface import AsyncioLoop, Media, NowPlayingError, Status, Surface, _actions
from conftest import TIMEOUT, Calls, wait_until
from players import fakes, find, foreign, panel, playing  # noqa: F401
from test_handlers import PNG
from test_surface_actions import status_of


def test_a_picture_wherever_it_is(bus, foreign, panel, tmp_path, caplog):  # noqa: F811
    """Of a player of MPRIS the file that it names, which may be anything."""
    path = tmp_path / "cöver 1%.png"
    path.write_bytes(PNG)
    (tmp_path / "a.svg").write_bytes(b"<svg/>")
    (tmp_path / "key").write_bytes(b"-----BEGIN PRIVATE KEY-----")
    (tmp_path / "key.png").symlink_to(tmp_path / "key")
    (tmp_path / "song").symlink_to(path)
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "large.png").touch()
    os.truncate(tmp_path / "large.png", 2**25 + 1)
    os.mkfifo(tmp_path / "pipe.png")
    player = foreign(fakes.Plain, "plain")
    taken = Calls()
    for address, expected in (
            (path.as_uri(), Media(PNG, "image/png")), (path.as_uri().replace("//", "//localhost", 1), "image/png"),
            (path.as_uri().replace("file://", "FILE:", 1), "image/png"), (str(path), "image/png"),
            ((tmp_path / "song").as_uri(), "image/png"), ((tmp_path / "a.svg").as_uri(), Status.NOT_AN_IMAGE),
            ((tmp_path / "key.png").as_uri(), Status.NOT_AN_IMAGE), (str(tmp_path / "key.png"), Status.NOT_AN_IMAGE),
            ((tmp_path / "empty.png").as_uri(), Status.NOT_AN_IMAGE), (tmp_path.as_uri(), Status.NOT_AN_IMAGE),
            ("file:///proc/self/environ", Status.NOT_AN_IMAGE),
            ((tmp_path / "none.png").as_uri(), Status.IO), ("file:///a%00b", Status.IO),
            ((tmp_path / "pipe.png").as_uri(), Status.NOT_AN_IMAGE), ("file:///dev/zero", Status.NOT_AN_IMAGE),
            ((tmp_path / "large.png").as_uri(), Status.TOO_LARGE), ("https://example.org/a.png", Status.NOT_LOCAL),
            (path.as_uri().replace("//", "//example.org", 1), Status.NOT_LOCAL), ("file:a.png", Status.NOT_LOCAL),
            ("data:image/png;base64,", Status.NOT_LOCAL), ("", Status.NO_SUCH_CONTENT)):
        metadata = fakes.song("One", **{"mpris:artUrl": fakes.Variant("s", address)})
        player.do(lambda metadata=metadata: (player.fake.change(Metadata=("a{sv}", metadata)), taken(address)))
        assert taken.take() == address
        wait_until(lambda: find(panel, display_name="plain").item.artwork_url == address)
        action = find(panel, display_name="plain").picture(256, 256)
        if isinstance(expected, Status):
            assert status_of(action) == expected, address
        else:
            picture = action.result(TIMEOUT)
            assert expected in (picture, picture.mime_type), address
    assert caplog.text.count("The picture is no file, but something else.") == 3
    with App("org.example.Whole") as app:
        playing(app, content=Music("A", id="a", artwork=Artwork.data(PNG)))
        session = find(panel, application_id="org.example.Whole")
        assert session.picture().result(TIMEOUT) == Media(PNG, "image/png", 1, 1)


def test_a_picture_is_looked_at_before_it_is_opened(tmp_path, monkeypatch):
    """Opening is not harmless; and what has come into the place of a file since is not opened."""
    path, opened, look = tmp_path / "a.png", [], os.fstat

    def looks(descriptor):
        about = look(descriptor)
        if path.exists():
            path.unlink()
            os.mkfifo(path)
        return about

    def opens(name, flags, really=os.open):
        opened.append((name, flags & os.O_PATH))
        return really(name, flags)

    path.write_bytes(PNG)
    monkeypatch.setattr(os, "open", opens)
    monkeypatch.setattr(os, "fstat", looks)
    assert _actions._picture_at(str(path)) == Media(PNG, "image/png")
    with pytest.raises(NowPlayingError, match="no file"):
        _actions._picture_at(str(path))
    by_name = [way for name, way in opened if name == bytes(path)]
    assert by_name == [os.O_PATH, os.O_PATH] and len(opened) == 3


def test_a_picture_is_awaited(bus, foreign, tmp_path):  # noqa: F811
    async def look():
        async with Surface("tests", loop=AsyncioLoop()) as surface:
            await surface.listed()
            return await surface.sessions[0].picture()

    (tmp_path / "a.png").write_bytes(PNG)
    url = fakes.Variant("s", (tmp_path / "a.png").as_uri())
    foreign(fakes.Plain, "plain", Metadata=("a{sv}", fakes.song("One", **{"mpris:artUrl": url})))
    assert asyncio.run(asyncio.wait_for(look(), TIMEOUT)) == Media(PNG, "image/png")
