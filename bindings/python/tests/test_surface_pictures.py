# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Session.picture() of a surface, of players of either protocol."""
import asyncio
import os

from nowplaying import App, Artwork, Music
from nowplaying.surface import AsyncioLoop, Media, Status, Surface
from conftest import TIMEOUT, Calls, wait_until
from players import fakes, find, foreign, panel, playing  # noqa: F401
from test_handlers import PNG
from test_surface_actions import status_of


def test_a_picture_wherever_it_is(bus, foreign, panel, tmp_path, caplog):  # noqa: F811
    """Of a player of MPRIS the file that it names, which may be anything."""
    path = tmp_path / "cöver 1%.png"
    path.write_bytes(PNG)
    (tmp_path / "a.svg").write_bytes(b"<svg/>")
    (tmp_path / "passwd").write_bytes(b"root:x:0:0")
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "large.png").touch()
    os.truncate(tmp_path / "large.png", 2**25 + 1)
    os.mkfifo(tmp_path / "pipe.png")
    player = foreign(fakes.Plain, "plain")
    taken = Calls()
    for address, expected in (
            (path.as_uri(), Media(PNG, "image/png")), (path.as_uri().replace("//", "//localhost", 1), "image/png"),
            (str(path), "image/png"), ((tmp_path / "a.svg").as_uri(), "image/svg+xml"),
            ((tmp_path / "passwd").as_uri(), Status.NOT_AN_IMAGE),
            ((tmp_path / "empty.png").as_uri(), Status.NOT_AN_IMAGE),
            ((tmp_path / "none.png").as_uri(), Status.IO), ("file:///a%00b", Status.IO),
            ((tmp_path / "pipe.png").as_uri(), Status.NOT_AN_IMAGE), ("file:///dev/zero", Status.NOT_AN_IMAGE),
            ((tmp_path / "large.png").as_uri(), Status.TOO_LARGE), ("https://example.org/a.png", Status.NOT_LOCAL),
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
    assert caplog.text.count("The picture is no file, but something else.") == 2
    with App("org.example.Whole") as app:
        playing(app, content=Music("A", id="a", artwork=Artwork.data(PNG)))
        session = find(panel, application_id="org.example.Whole")
        assert session.picture().result(TIMEOUT) == Media(PNG, "image/png", 1, 1)


def test_a_picture_is_awaited(bus, foreign, tmp_path):  # noqa: F811
    async def look():
        async with Surface("tests", loop=AsyncioLoop()) as surface:
            await surface.listed()
            return await surface.sessions[0].picture()

    (tmp_path / "a.png").write_bytes(PNG)
    url = fakes.Variant("s", (tmp_path / "a.png").as_uri())
    foreign(fakes.Plain, "plain", Metadata=("a{sv}", fakes.song("One", **{"mpris:artUrl": url})))
    assert asyncio.run(asyncio.wait_for(look(), TIMEOUT)) == Media(PNG, "image/png")
