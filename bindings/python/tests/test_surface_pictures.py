# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests Session.artwork() of a surface, for players of both protocols."""
import asyncio
import os

from testkit.pictures import addressed, numbered
from nowplaying import App, Artwork, Music
from nowplaying.surface import AsyncioLoop, Media, Status, Surface
from conftest import TIMEOUT, Calls, wait_until
from players import fakes, find, foreign, panel, playing  # noqa: F401
from test_handlers import PNG
from test_surface_actions import status_of

# The beginning of a JPEG: its size is 3 × 2 pixels, and it must be turned clockwise.
TURNED = (b"\xff\xd8\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0"
          b"\xff\xc0\0\x0b\x08\0\2\0\3\1\1\x11\0")


def test_a_picture_wherever_it_is(bus, foreign, panel, tmp_path):  # noqa: F811
    """For a player of MPRIS the file that it names is read, which may be any file."""
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
            *((url, Media(numbered(number), "image/png", number, 40, 1)) for number, url in addressed(tmp_path)),
            ((tmp_path / "song").as_uri(), Media(PNG, "image/png", 1, 1, 1)),
            ((tmp_path / "a.svg").as_uri(), Status.NOT_AN_IMAGE),
            ((tmp_path / "key.png").as_uri(), Status.NOT_AN_IMAGE), (str(tmp_path / "key.png"), Status.NOT_AN_IMAGE),
            ((tmp_path / "empty.png").as_uri(), Status.NOT_AN_IMAGE), (tmp_path.as_uri(), Status.NOT_AN_IMAGE),
            ("file:///proc/self/environ", Status.NOT_AN_IMAGE),
            ((tmp_path / "none.png").as_uri(), Status.IO), ("file:///a%00b", Status.IO),
            ((tmp_path / "pipe.png").as_uri(), Status.NOT_AN_IMAGE), ("file:///dev/zero", Status.NOT_AN_IMAGE),
            ((tmp_path / "large.png").as_uri(), Status.TOO_LARGE), ("https://example.org/a.png", Status.NOT_LOCAL),
            (path.as_uri().replace("//", "//example.org", 1), Status.NOT_LOCAL), ("file:a.png", Status.NOT_LOCAL),
            ("data:image/png;base64,", Status.NOT_AN_IMAGE), ("", Status.NO_SUCH_CONTENT)):
        metadata = fakes.song("One", **{"mpris:artUrl": fakes.Variant("s", address)})
        player.do(lambda metadata=metadata: (player.fake.change(Metadata=("a{sv}", metadata)), taken(address)))
        assert taken.take() == address
        wait_until(lambda: find(panel, display_name="plain").item.artwork_url == address)
        action = find(panel, display_name="plain").artwork(256, 256)
        if isinstance(expected, Status):
            assert status_of(action) == expected, address
        else:
            assert action.result(TIMEOUT) == expected, address
    (tmp_path / "a.jpg").write_bytes(TURNED)
    metadata = fakes.song("Two", **{"mpris:artUrl": fakes.Variant("s", (tmp_path / "a.jpg").as_uri())})
    player.do(lambda: player.fake.change(Metadata=("a{sv}", metadata)))
    wait_until(lambda: find(panel, display_name="plain").item.title == "Two")
    picture = find(panel, display_name="plain").picture().result(TIMEOUT)
    assert picture == Media(TURNED, "image/jpeg", 3, 2, 6)
    with App("org.example.Whole") as app:
        playing(app, content=Music("A", id="a", artwork=Artwork.data(PNG)))
        session = find(panel, application_id="org.example.Whole")
        assert session.artwork().result(TIMEOUT) == Media(PNG, "image/png", 1, 1)


def test_a_picture_of_the_web(bus, panel):  # noqa: F811
    """The surface reports the URL, without user and password, and does not fetch the picture."""
    with App("org.example.Web") as app:
        session = playing(app, content=Music("A", id="a", artwork=Artwork.url("https://me:secret@example.org/a.png")))
        address = "https://example.org/a.png"
        wait_until(lambda: find(panel, application_id="org.example.Web").item.artwork_url == address)
        shown = find(panel, application_id="org.example.Web")
        assert shown.item.artwork_id and status_of(shown.artwork()) == Status.NOT_LOCAL
        session.content = Music("B", id="b", artwork=Artwork.data(PNG))
        wait_until(lambda: find(panel, application_id="org.example.Web").item.title == "B")
        assert find(panel, application_id="org.example.Web").item.artwork_url == ""


def test_a_picture_is_awaited(bus, foreign, tmp_path):  # noqa: F811
    async def look():
        async with Surface("tests", loop=AsyncioLoop()) as surface:
            await surface.listed()
            return await surface.sessions[0].artwork()

    (tmp_path / "a.png").write_bytes(PNG)
    url = fakes.Variant("s", (tmp_path / "a.png").as_uri())
    foreign(fakes.Plain, "plain", Metadata=("a{sv}", fakes.song("One", **{"mpris:artUrl": url})))
    assert asyncio.run(asyncio.wait_for(look(), TIMEOUT)) == Media(PNG, "image/png", 1, 1)
