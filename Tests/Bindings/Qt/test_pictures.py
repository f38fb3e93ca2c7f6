# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests pictures and videos: valid, hostile and enormous ones, and files that are neither."""

import fcntl
import os
import struct
import threading
import zlib

import pytest
from testkit import addresses, web
from testkit.fakes import ANIMATED, SESSION, Plain, Whole, content, song
from testkit.pictures import addressed
from testkit.wire import Variant

SEALS = 0xF


def png(width=8, height=8, rows=None):
    """Returns a PNG of one colour. rows: how many rows it really contains; with fewer than `height`, the picture is cut
    off."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    pixels = zlib.compress((b"\0" + b"\xe0\x10\x7a" * width) * (height if rows is None else rows), 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + \
        chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def sealed(data):
    descriptor = os.memfd_create("picture", os.MFD_ALLOW_SEALING | os.MFD_CLOEXEC)
    os.write(descriptor, data)
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, SEALS)
    return descriptor


def start(bus, make_probe, data, **entries):
    player = Whole(bus, "whole")
    player.session("a", Content=content(artwork=Variant("s", "cover/../%2F ü"), **entries))
    player.answers[SESSION, "GetArtwork"] = player.answers[ANIMATED, "GetPreview"] = \
        lambda call: ("hsuu", [0, "image/png", 8, 8], [sealed(data)])
    probe = make_probe(player.appear())
    probe.until("titles()", ["Song"])
    return player, probe


def test_a_picture_at_a_size(bus, make_probe):
    player, probe = start(bus, make_probe, png(64, 32))
    probe.ask("image.sourceSize = Qt.size(16, 16), image.source = named('Song').artworkSource")
    probe.until("image.status === Image.Ready")
    # The image covers the requested size and keeps its own shape.
    assert probe.ask("[image.implicitWidth, image.implicitHeight]") == [32, 16]
    assert player.called("GetArtwork") == [["cover/../%2F ü", 16, 16]]


@pytest.mark.parametrize("data", [
    b"text" * 9, png()[:40], png(8, 8, 2)[:50], png(30000, 30000, 1), b"GIF89a" + b"\xff" * 40,
    b"\xff\xd8\xff\xe0" + b"\0" * 100, b"RIFF\x20\0\0\0WEBPVP8 " + b"\xff" * 40, b"<svg/>"],
    ids=["text", "cut", "half", "enormous", "gif", "jpeg", "webp", "svg"])
def test_what_is_no_picture(bus, make_probe, data):
    _, probe = start(bus, make_probe, data)
    probe.expected += ["QML Image", "libpng"]
    probe.ask("image.source = named('Song').artworkSource")
    probe.until("image.status === Image.Error")
    # A valid picture is shown after a bad one.
    player = probe.fakes[0]
    player.answers[SESSION, "GetArtwork"] = lambda call: ("hsuu", [0, "image/png", 8, 8], [sealed(png())])
    player.change("a", Content=content(artwork=Variant("s", "other")))
    probe.until("named('Song').artworkId", "other")
    probe.ask("image.source = named('Song').artworkSource")
    probe.until("image.status === Image.Ready")


@pytest.mark.parametrize("source", ["image://nowplaying/", "image://nowplaying/1/artwork/a/b", "image://nowplaying/x",
                                    "image://nowplaying/1/artwork/YQ/YQ/", "image://nowplaying/99/square/YQ/YQ/"])
def test_addresses_that_nobody_gave(bus, make_probe, source):
    _, probe = start(bus, make_probe, png())
    probe.expected.append("QML Image")
    probe.ask(f"image.source = '{source}'")
    probe.until("image.status === Image.Error")


def test_an_image_that_is_not_waited_for(bus, make_probe):
    """A source that is replaced before the player answers is released, and the next source is shown."""
    player, probe = start(bus, make_probe, png())
    player.answers[SESSION, "GetArtwork"] = lambda call: None
    probe.ask("(() => { for (let size = 1; size < 50; size++) { image.sourceSize = Qt.size(size, size);"
              " image.source = named('Song').artworkSource; image.source = '' } })()")
    player.answers[SESSION, "GetArtwork"] = lambda call: ("hsuu", [0, "image/png", 8, 8], [sealed(png())])
    probe.ask("image.sourceSize = Qt.size(60, 60), image.source = named('Song').artworkSource")
    probe.until("image.status === Image.Ready")


def test_pictures_of_mpris(bus, make_probe, folder):
    """Pictures of local files are read by this library with care; pictures on the web are left to QML."""
    cover = folder / "a cover ü.png"
    cover.write_bytes(png(24, 24))
    os.mkfifo(folder / "pipe")
    (folder / "cover.png").symlink_to("/etc/passwd")
    opened = []
    writer = threading.Thread(target=lambda: os.close(os.open(folder / "pipe", os.O_WRONLY)) or opened.append("pipe"))
    writer.start()
    player = Plain(bus, "plain", Metadata=("a{sv}", song("One", **{"mpris:artUrl": Variant("s", cover.as_uri())})))
    probe = make_probe(player.appear())
    probe.expected.append("QML Image")
    probe.until("titles()", ["One"])
    probe.ask("image.source = surface.first.artworkSource")
    probe.until("image.status === Image.Ready && image.implicitWidth", 24)
    for number, url in enumerate(["file:///dev/zero", (folder / "pipe").as_uri(), "file:///nowhere", "file://",
                                  folder.as_uri(), "file:///etc/passwd", (folder / "cover.png").as_uri(),
                                  "file:a.png", cover.as_uri().replace("//", "//example.org", 1)]):
        player.change(Metadata=("a{sv}", song(f"Bad{number}", **{"mpris:artUrl": Variant("s", url)})))
        probe.until("titles()", [f"Bad{number}"])
        probe.ask("image.source = '', image.source = surface.first.artworkSource")
        probe.until("image.status === Image.Error || image.source.toString() === ''")
    assert not opened, "a pipe's writer is not told that somebody looks at it"
    os.close(os.open(folder / "pipe", os.O_RDONLY | os.O_NONBLOCK))
    writer.join()
    for number, (url, shown) in enumerate([("https://example.org/a.png", "https://example.org/a.png"),
                                           ("qrc:/a.png", ""), ("image://other/a", ""), ("javascript:x", "")]):
        player.change(Metadata=("a{sv}", song(f"Web{number}", **{"mpris:artUrl": Variant("s", url)})))
        probe.until("titles()", [f"Web{number}"])
        assert probe.ask("surface.first.artworkSource.toString()") == shown


def test_every_form_of_an_address(bus, make_probe, folder):
    player = Plain(bus, "plain")
    probe = make_probe(player.appear())
    for step, (number, address) in enumerate(addressed(folder)):
        player.change(Metadata=("a{sv}", song(f"Song{step}", **{"mpris:artUrl": Variant("s", address)})))
        probe.until("titles()", [f"Song{step}"])
        probe.ask("image.source = surface.first.artworkSource")
        probe.until("image.status === Image.Ready && image.implicitWidth", number)


MOVING = {"animated-artwork": Variant("a{ss}", {"1:1": "moving"})}


def test_a_preview(bus, make_probe):
    player, probe = start(bus, make_probe, png(16, 16), **MOVING)
    assert probe.ask("named('Song').animatedTallSource.toString()") == ""
    probe.ask("image.sourceSize = Qt.size(16, 16), image.source = named('Song').animatedSquareSource")
    probe.until("image.status === Image.Ready")
    assert player.called("GetPreview") == [["moving", "1:1", 16, 16]]


def test_a_video(bus, make_probe, folder):
    (folder / "moving.mp4").write_bytes(b"video" * 100)
    player, probe = start(bus, make_probe, png(), **MOVING)
    opened = lambda path: lambda call: ("hs", [0, "video/mp4"], [os.open(path, os.O_RDONLY)])  # noqa: E731
    player.answers[ANIMATED, "GetVideo"] = opened(folder / "moving.mp4")
    probe.ask("surface.aspectRatios = NowPlaying.AspectRatiosSquare")
    probe.until("named('Song').mayShowVideo")
    probe.ask("(video.session = named('Song'), true)")
    assert not player.called("GetVideo"), "nobody looks"
    probe.ask("video.active = true")
    source = probe.until("video.source.toString()")
    path = source.removeprefix("file://").replace("self", str(probe.process.pid))
    assert open(path, "rb").read() == b"video" * 100
    probe.ask("video.active = false")
    assert probe.ask("video.source.toString()") == "" and not os.path.exists(path)
    # A device is not accepted as a video; the video of the next item is requested again.
    player.answers[ANIMATED, "GetVideo"] = opened("/dev/zero")
    probe.ask("video.active = true")
    probe.until("video.status === NowPlaying.ErrorNotAVideo")
    assert probe.ask("video.source.toString()") == ""
    player.answers[ANIMATED, "GetVideo"] = opened(folder / "moving.mp4")
    other = {"animated-artwork": Variant("a{ss}", {"1:1": "other"})}
    player.change("a", Content=content(**other))
    probe.until("video.source.toString()")


# ---- On the web ----

@pytest.fixture
def server():
    with web.serving() as server:
        yield server


def test_pictures_of_the_web(bus, make_probe, server):
    """A picture on the web is fetched only where the surface has been told to, if it has at most 8 MiB, and if its item
    is not to be kept out of suggestions."""
    def item(name, url, **more):
        return song(name, **{"mpris:artUrl": Variant("s", url), "xesam:url": Variant("s", server.at + "/song")}, **more)
    player = Plain(bus, "plain", Metadata=("a{sv}", item("One", server.at + "/a.png")))
    probe = make_probe(player.appear())
    probe.expected.append("QML Image")
    probe.until("titles()", ["One"])
    assert probe.ask("surface.first.artworkSource.toString()") == server.at + "/a.png"
    probe.ask("surface.fetchesArtwork = true, image.source = surface.first.artworkSource")
    probe.until("image.status === Image.Ready && image.implicitWidth", 8)
    assert probe.ask("image.source.toString()").startswith("image://nowplaying/")
    for number, path in enumerate([*web.BAD, "/hung", *web.GOOD]):
        player.change(Metadata=("a{sv}", item(f"Web{number}", server.at + path)))
        probe.until("titles()", [f"Web{number}"])
        probe.ask("image.source = '', image.source = surface.first.artworkSource")
        if path == "/hung":
            assert server.hung.wait(20)  # and the next one does not wait for it
        else:
            probe.until(f"image.status === Image.{'Ready' if path in web.GOOD else 'Error'}")
            assert path in web.BAD or probe.ask("image.implicitWidth") == web.GOOD[path]
    assert {cookie for _, cookie in server.asked} == {None}


def test_no_address_of_the_local_network(bus, make_probe, server):
    """A player may have the address from a page or a tag. Where the item is not played from there, nothing is asked."""
    port, pages = server.at.rpartition(":")[2], ["", "https://example.org/", "file:///a.mp3", "http://127.0.0.1.a.org/"]
    hosts = [*addresses.THIS_MACHINE, *map(addresses.host, addresses.LOCAL)]
    player = Plain(bus, "plain")
    probe = make_probe(player.appear())
    probe.expected.append("QML Image")
    probe.ask("surface.fetchesArtwork = true")
    asked = [*(("127.0.0.1", own) for own in pages), *((host, pages[1]) for host in hosts)]
    for number, (host, own) in enumerate(asked):
        item = {"mpris:artUrl": f"http://{host}:{port}/a.png", **({"xesam:url": own} if own else {})}
        player.change(Metadata=("a{sv}", song(f"Web{number}", **{key: Variant("s", at) for key, at in item.items()})))
        probe.until("titles()", [f"Web{number}"])
        probe.ask("image.source = '', image.source = surface.first.artworkSource")
        probe.until("image.status === Image.Error")
    assert not server.asked


@pytest.mark.long
def test_a_picture_that_comes_byte_by_byte(bus, make_probe, server):
    player = Plain(bus, "plain", Metadata=("a{sv}", song(
        "One", **{"mpris:artUrl": Variant("s", server.at + "/drip"), "xesam:url": Variant("s", server.at)})))
    probe = make_probe(player.appear())
    probe.expected.append("QML Image")
    probe.until("titles()", ["One"])
    probe.ask("surface.fetchesArtwork = true, image.source = surface.first.artworkSource")
    probe.until("image.status === Image.Error")
    assert len(server.asked) == 1


def test_the_web_beside_an_id(bus, make_probe, server):
    """A player of org.nowplaying says that its picture is on the web, and gives the address."""
    address = {"artwork-url": Variant("s", server.at + "/a.png"), "url": Variant("s", server.at + "/song")}
    player, probe = start(bus, make_probe, png(), **address)
    player.answers[SESSION, "GetArtwork"] = lambda call: "org.nowplaying.Error.Asset.NotLocal"
    probe.expected.append("QML Image")
    probe.ask("image.source = named('Song').artworkSource")
    probe.until("image.status === Image.Error")
    assert not server.asked
    probe.ask("surface.fetchesArtwork = true, image.source = '', image.source = named('Song').artworkSource")
    probe.until("image.status === Image.Ready && image.implicitWidth", 8)
    player.change("a", Content=content("Secret", artwork=Variant("s", "other"), **address,
                                       **{"excluded-from-suggestions": Variant("b", True)}))
    probe.until("titles()", ["Secret"])
    asked = len(server.asked)
    probe.ask("image.source = named('Secret').artworkSource")
    probe.until("image.status === Image.Error")
    assert len(server.asked) == asked
