# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests covers on the web: they are fetched with care, if the user wants that, and not for items that are to be kept
out of histories."""
import json
import subprocess

import pytest
from testkit import addresses, web
from testkit.desktop import Program

from conftest import wait


@pytest.fixture
def server():
    with web.serving() as server:
        yield server


class Covers:
    """covered.js, which shows covers."""

    def __init__(self, modules, bus):
        self.program = Program(["gjs", "-m", str(modules / "covered.js")], bus.environment)

    def show(self, url, item="one", cover=1, **more):
        """Shows a cover of the server of the tests, which the item itself is of, too."""
        content = {"id": item, "artwork": "cover", "artwork-url": url, "url": "http://127.0.0.1/a.mp3",
                   **more.pop("content", {})}
        self.program.order(json.dumps({"cover": cover, "content": content, **more}))

    def drawn(self, width, cover=1):
        self.program.expect(f"drawn {cover} {width}")


@pytest.fixture
def covers(modules, bus):
    made = Covers(modules, bus)
    yield made
    made.program.stop()
    warnings = [line for line in made.program.said if "WARNING" in line or "CRITICAL" in line or "Error" in line]
    assert not warnings


def test_what_is_fetched(covers, server):
    for number, (path, width) in enumerate(web.GOOD.items()):
        covers.show(server.at + path, item=str(number))
        covers.drawn(width)
    for item in "as players write it", "the same of the next item":
        covers.show(server.at + "/ü b.png", item=item)
        covers.drawn(10)
    assert covers.program.said.count("asked GetArtwork") == len(web.GOOD) + 2, "the player is asked first"
    assert {cookie for _, cookie in server.asked} == {None}


@pytest.mark.parametrize("path", web.BAD)
def test_what_is_no_picture(covers, server, path):
    covers.show(server.at + path)
    covers.drawn(0)
    assert len([asked for asked, _ in server.asked if asked == path]) == (6 if path == "/in-a-circle" else 1)
    covers.show(server.at + "/a.png", item="other")
    covers.drawn(8)
    assert "/etc/passwd" not in str(covers.program.said)


def test_a_server_that_hangs(covers, server):
    """A server that does not answer delays no other cover, nor the next one in the same place; a late answer is not
    drawn."""
    for cover in range(12):
        covers.show(server.at + "/hung", cover=cover)
    assert server.hung.wait(20)
    covers.show(server.at + "/a.png", cover=99)
    covers.drawn(8, cover=99)
    covers.show(server.at + "/a.png", item="next", cover=3)
    covers.drawn(8, cover=3)
    for cover in range(12):
        covers.program.order(json.dumps({"cover": cover, "gone": True}))
    server.over.set()
    covers.show(server.at + "/unsaid", item="last", cover=99)
    covers.drawn(9, cover=99)
    drawn = [line for line in covers.program.said if line.startswith("drawn") and not line.endswith(" 0")]
    assert drawn == ["drawn 99 8", "drawn 3 8", "drawn 99 9"]


def test_a_picture_that_takes_too_long(modules, bus, server):
    wait(modules, "web", "PATIENCE", 300)
    covers = Covers(modules, bus)
    covers.show(server.at + "/hung")
    covers.drawn(0)
    assert server.hung.is_set()
    covers.program.stop()


def test_a_new_item_does_not_flash(covers, server):
    """The picture of the item before stays until the new one is there."""
    for path, item in (("/a.png", "one"), ("/unsaid", "two"), ("/a.png", "one")):
        covers.show(server.at + path, item=item)
        covers.drawn(web.GOOD[path])
    assert "drawn 1 0" not in covers.program.said


def test_a_picture_that_stays_too_long(modules, bus, server):
    """An item whose own picture takes long does not keep that of the item before."""
    wait(modules, "cover", "STAYS", 100)
    covers = Covers(modules, bus)
    covers.show(server.at + "/hung")
    covers.drawn(0)
    assert server.hung.wait(60)
    covers.program.stop()


def test_what_is_not_fetched(covers, server):
    covers.show(server.at + "/a.png", fetches=False)
    covers.show(server.at + "/a.png", item="secret", fetches=True, content={"excluded-from-suggestions": True})
    covers.show("file:///etc/passwd", item="file")
    covers.show("ftp://example.org/a.png", item="ftp")
    covers.show("http://", item="nowhere")
    covers.show(server.at + "/unsaid", item="last")
    covers.drawn(9)
    assert [path for path, _ in server.asked] == ["/unsaid"]


def test_no_address_of_the_local_network(covers, server):
    """A player may have the address from a page or a tag. Where the item is not played from there, nothing is asked."""
    port, pages = server.at.rpartition(":")[2], ["", "https://example.org/", "file:///a.mp3", "http://127.0.0.1.a.org/"]
    asked = [*(("127.0.0.1", own) for own in pages), *((host, pages[1]) for host in addresses.THIS_MACHINE)]
    for number, (host, own) in enumerate(asked):
        covers.show(f"http://{host}:{port}/a.png", item=str(number), content={"url": own})
        covers.drawn(0)
    covers.show(server.at + "/a.png", item="home")
    covers.drawn(8)
    assert [path for path, _ in server.asked] == ["/a.png"]


def test_what_is_local(modules):
    done = subprocess.run(["gjs", "-m", str(modules / "judged.js"), *addresses.LOCAL, *addresses.WEB],
                          capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.split(), done.stderr) == (addresses.LOCAL, "")
