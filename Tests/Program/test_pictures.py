# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the commands artwork, preview and video: what they write, and their errors."""

import fcntl
import os

import pytest
from lab.running import Runner
from testkit.bus import PLAYER
from testkit.fakes import ANIMATED, SESSION, Plain, Whole, content, song, variants
from testkit.pictures import addressed, numbered
from testkit.wire import Variant

def test_pictures(run, reference, folder):
    for words, start in ((["artwork", "--size", "64"], b"\x89PNG"), (["preview", "--ratio", "3:4"], b"\x89PNG"),
                         (["video"], b"\0\0\0")):
        file = folder / words[0]
        assert run.good(*words, "-o", str(file)).startswith(str(file) + "  ")
        assert file.read_bytes().startswith(start)
    assert (folder / "artwork").read_bytes()[16:24] == bytes((0, 0, 0, 64)) * 2
    assert run.bad("-p", "side", "artwork", "-o", str(folder / "none")) == "The cover is gone"
    assert not (folder / "none").exists()
    (folder / "old").write_text("kept")
    assert run.bad("-p", "side", "artwork", "-o", str(folder / "old")) == "The cover is gone"
    assert (folder / "old").read_text() == "kept"
    assert run.bad("artwork", "-o", str(folder / "no/folder")).endswith("No such file or directory")
    for words in (["--size", "0"], ["--size", "x"], ["--ratio", "16:9"]):
        assert run.bad("artwork", *words)
    assert run("artwork", columns=80).err.splitlines()[0] == "Pictures are not printed on a terminal"


def test_a_picture_at_every_form_of_an_address(bus, folder):
    player = Plain(bus, "plain").appear()
    run = Runner(bus, player)
    for number, address in addressed(folder):
        player.change(Metadata=("a{sv}", song("One", **{"mpris:artUrl": Variant("s", address)})))
        run.good("artwork", "-o", str(folder / "out"))
        assert (folder / "out").read_bytes() == numbered(number), address


def test_the_picture_of_a_chapter(run, reference, folder):
    """A chapter without a picture of its own has the item's picture."""
    files = []
    for number, words in enumerate(([], ["--chapter", "1"], ["--chapter=2"], ["--chapter", "3"])):
        files.append(folder / str(number))
        run.good("-p", "studio", "artwork", *words, "--size", "32", "-o", str(files[-1]))
    item, first, second, third = (file.read_bytes() for file in files)
    assert item.startswith(b"\x89PNG") and first[16:24] == bytes((0, 0, 0, 32)) * 2
    assert second == item and len({item, first, third}) == 3
    for number in "0", "4", "x", "":
        assert run.advised("-p", "studio", "artwork", "--chapter", number, "-o", str(folder / "none")) == (
            "There is no chapter " + number, "'nowplaying chapters' lists them with their numbers.")
    assert run.bad("artwork", "--chapter", "1", "-o", str(folder / "none")).endswith("tells no chapters")
    assert not (folder / "none").exists()


def test_why_there_is_no_picture(bus, folder):
    player = Whole(bus, "film")
    chapters = Variant("a(xss)", [(0, "One", "one"), (5, "Two", "two")])
    player.session("1", Content=content(artwork=Variant("s", "cover"), chapters=chapters,
                                        **{"animated-artwork": Variant("a{ss}", {"1:1": "moon"})}))
    run = Runner(bus, player.appear())

    def refuse(interface, member, error, text):
        player.answers[interface, member] = lambda call: ("error", "org.nowplaying.Error." + error, text)
    refuse(SESSION, "GetArtwork", "NotFound", "The item that the command asks for does not exist")
    wanted = ["artwork", "-o", str(folder / "none")]
    assert run.bad(*wanted, "--chapter", "2") == "film has no picture of chapter 2"
    refuse(SESSION, "GetArtwork", "NotFound", "Torn out")
    assert run.bad(*wanted, "--chapter", "2") == "Torn out"
    refuse(SESSION, "GetArtwork", "Asset.NotLocal", "The address is not on this computer")
    nowhere = "It is not on this computer, and the player does not say where it is"
    assert run.bad(*wanted) == nowhere
    player.faces[PLAYER] = variants(Metadata=("a{sv}", {"mpris:artUrl": Variant("s", "https://example.org/\x1bx.png")}))
    assert run.advised(*wanted) == ("The picture is on the web, at https://example.org/\ufffdx.png",
                                    "Fetch it with curl or wget.")
    refuse(ANIMATED, "GetVideo", "Asset.NotLocal", "The address is not on this computer")
    assert run.bad("video", "-o", str(folder / "none")) == nowhere


@pytest.mark.parametrize("kind", ["sparse", "longest", pytest.param("grows", marks=pytest.mark.long), "pipe"])
def test_a_video_has_an_end(bus, folder, kind):
    """A video that is too long is not written; of one that grows, only its first length is written."""
    player, limit, length = Whole(bus, "film"), 256 << 20, 1 << 20
    player.session("1", Content=content(**{"animated-artwork": Variant("a{ss}", {"1:1": "moon"})}))
    source = os.memfd_create("video", os.MFD_ALLOW_SEALING)
    os.ftruncate(source, {"sparse": 1 << 40, "longest": limit + 1}.get(kind, length))
    if kind == "longest":
        fcntl.fcntl(source, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE)
    reader, writer = os.pipe()
    player.answers[ANIMATED, "GetVideo"] = lambda call: (
        "hs", [0, "video/mp4"], [os.dup(reader if kind == "pipe" else source)])
    run, file = Runner(bus, player.appear()), folder / "video"
    if kind == "grows":
        os.mkfifo(file)
        program = run.start("video", "-o", str(file))
        program.wait(lambda: player.called("GetVideo"), "the question")
        # The program opens its file when it knows the video's length.
        with open(file, "rb") as copy:
            os.ftruncate(source, 1 << 40)
            assert len(copy.read(2 * length)) == length
        assert program.finish().code == 0
    else:
        file.write_text("kept")
        said = "The player has given no file" if kind == "pipe" else "The video is longer than 256 MiB"
        assert run.bad("video", "-o", str(file)) == said and file.read_text() == "kept"
    for descriptor in source, reader, writer:
        os.close(descriptor)
