# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Pictures at the addresses that players give."""

import base64
import os
import tempfile

import pytest
from lab.other_process import OtherProcesses
from testkit.bus import PATH, PLAYER, ROOT
from testkit.desktop import wait_until
from testkit.fakes import Plain, content, song
from testkit.pictures import addressed, given, memory_file, numbered, png
from testkit.process import descriptors
from testkit.wire import Variant

from test_hostile import GET_ARTWORK
from test_hostile import start as start_whole

PNG = png(3, 2)


def start(bus, make_shown, address):
    """Starts a player of MPRIS with a picture at an address and a surface; returns both and the entry."""
    player = Plain(bus, "plain", Metadata=("a{sv}", song("One", **{"mpris:artUrl": Variant("s", address)}))).appear()
    shown = make_shown(player)
    return player, shown, shown.find(display_name="plain")


def lead(player, shown, address):
    """Sets another address, and returns the entry once it has that."""
    player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song("One", **{"mpris:artUrl": Variant("s", address)})))
    return shown.wait(lambda: next((view for view in shown.entries.values()
                                    if (view.item or {}).get("artwork_url") == address), None), address[:100])


def test_every_form_of_an_address(bus, make_shown, tmp_path):
    player, shown, view = start(bus, make_shown, "file:///none")
    for number, address in addressed(tmp_path):
        outcome = shown.artwork(lead(player, shown, address)).wait()
        assert (outcome.status, outcome.data) == ("OK", numbered(number)), address
        assert (outcome.pixels, outcome.mime, outcome.orientation) == ((number, 40), "image/png", 1)
        assert os.pread(outcome.descriptor, 1 << 20, 0) == outcome.data
        outcome.close()


PRIVATE = ("/usr/bin/unshare", "-m", *([] if os.getuid() == 0 else ["--map-current-user", "--keep-caps"]), "sh", "-c",
           'mount -t tmpfs tmpfs /tmp && cp "$0" /tmp/nowplaying-cover.png && exec sleep infinity')
COVER = "file:///tmp/nowplaying-cover.png"


def test_a_picture_in_the_tmp_of_a_snap(bus, make_shown):
    """A snap, or a service with PrivateTmp, has another folder at /tmp."""
    # /dev/shm is the same in both.
    with tempfile.NamedTemporaryFile(dir="/dev/shm") as picture:
        picture.write(PNG)
        picture.flush()
        with OtherProcesses(*PRIVATE, picture.name) as others:
            player = Plain(bus, "plain", apart=False,
                           Metadata=("a{sv}", song("One", **{"mpris:artUrl": Variant("s", COVER)}))).appear()
        process, = others.processes
        wait_until("its picture", lambda: os.path.exists(f"/proc/{process}/root/tmp/nowplaying-cover.png"))
        shown = make_shown(player)
        outcome = shown.artwork(shown.find(display_name="plain")).wait()
        assert (outcome.status, outcome.data) == ("OK", PNG)
        outcome.close()
        others.end()
        outcome = shown.artwork(shown.find(display_name="plain")).wait()
        assert outcome.status == "IO" and "No such file" in outcome.message


@pytest.mark.parametrize("entry", ["org.example.Flat", "org.example.Flat.desktop"])
def test_a_picture_in_the_tmp_of_a_flatpak(bus, make_shown, tmp_path, monkeypatch, entry):
    """The bus sees the process of a proxy, which has the /tmp of the machine."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    folder = tmp_path / ".flatpak/org.example.Flat/tmp"
    folder.mkdir(parents=True)
    (folder / "a cover.png").write_bytes(PNG)
    player = Plain(bus, "plain", Metadata=("a{sv}", song("One", **{
        "mpris:artUrl": Variant("s", "file:///tmp/a%20cover.png")})))
    player.faces[ROOT]["DesktopEntry"] = Variant("s", entry)
    shown = make_shown(player.appear())
    outcome = shown.artwork(shown.find(display_name="plain")).wait()
    assert (outcome.status, outcome.data) == ("OK", PNG)
    outcome.close()


def test_a_large_picture_in_the_address(bus, make_shown):
    large = png(5, 6, padding=700_000)
    player, shown, view = start(bus, make_shown, "file:///none")
    outcome = shown.artwork(lead(player, shown, "data:image/png;base64," + base64.b64encode(large).decode())).wait()
    assert (outcome.status, outcome.data) == ("OK", large)
    too_long = "data:image/png;base64," + base64.b64encode(png(padding=800_000)).decode()
    player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song("Two", **{"mpris:artUrl": Variant("s", too_long)})))
    view = shown.wait_for(view, lambda view: view.lines[0] == "Two")
    assert view.item["artwork_url"] == "" and shown.artwork(view).wait().status == "NO_SUCH_CONTENT"


def test_what_is_no_picture(bus, make_shown, tmp_path):
    """A player may name anything. Nothing but a regular file is opened, and nothing but a picture handed on."""
    (tmp_path / "key").write_bytes(b"-----BEGIN PRIVATE KEY-----")
    (tmp_path / "key.png").symlink_to(tmp_path / "key")
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "large.png").write_bytes(PNG)
    os.truncate(tmp_path / "large.png", 2**25 + 1)
    os.mkfifo(tmp_path / "pipe.png")
    player, shown, view = start(bus, make_shown, "file:///none")
    before = descriptors(os.getpid())
    for address, status in [
            (tmp_path.as_uri() + "/key.png", "NOT_AN_IMAGE"), (tmp_path.as_uri() + "/empty.png", "NOT_AN_IMAGE"),
            (tmp_path.as_uri(), "NOT_AN_IMAGE"), (tmp_path.as_uri() + "/pipe.png", "NOT_AN_IMAGE"),
            ("file:///dev/zero", "NOT_AN_IMAGE"), ("/dev/full", "NOT_AN_IMAGE"),
            ("file:///proc/self/environ", "NOT_AN_IMAGE"), ("/proc/kmsg", "NOT_AN_IMAGE"), ("/", "NOT_AN_IMAGE"),
            (tmp_path.as_uri() + "/large.png", "TOO_LARGE"), (tmp_path.as_uri() + "/none.png", "IO"),
            ("file:///a%00b", "IO"), (tmp_path.as_uri() + "/key/x.png", "IO"), ("/" + "a" * 4000, "IO"),
            ("https://example.org/a.png", "NOT_LOCAL"), ("file://example.org" + str(tmp_path), "NOT_LOCAL"),
            ("file:a.png", "NOT_LOCAL"), ("a.png", "NOT_LOCAL"), ("data:image/png;base64,", "NOT_AN_IMAGE"),
            ("data:image/svg+xml,<svg/>", "NOT_AN_IMAGE"), ("data:", "NOT_AN_IMAGE")]:
        if address == "/proc/kmsg" and os.getuid():
            status = "IO"
        outcome = shown.artwork(lead(player, shown, address)).wait()
        assert (outcome.status, outcome.data, outcome.descriptor) == (status, None, -1), address
        assert outcome.message and (outcome.orientation, outcome.pixels) == (0, (0, 0))
    player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song("Last")))
    view = shown.wait_for(view, lambda view: view.lines[0] == "Last")
    assert shown.artwork(view).wait().status == "NO_SUCH_CONTENT"
    assert descriptors(os.getpid()) <= before


def test_an_address_beside_an_id(bus, make_shown, tmp_path):
    """A player of org.nowplaying is asked first; if it gives none, the address is tried."""
    (tmp_path / "a.png").write_bytes(PNG)
    item = content(artwork=Variant("s", "cover"), **{"artwork-url": Variant("s", (tmp_path / "a.png").as_uri())})
    player, shown, view = start_whole(bus, make_shown, Content=item)
    assert view.item["artwork_url"] == (tmp_path / "a.png").as_uri()
    player.answers[GET_ARTWORK] = given(lambda: memory_file(png(8, 9)))
    assert shown.artwork(view).wait().pixels == (8, 9)
    for answer in ("org.nowplaying.Error.NotLocal", "org.nowplaying.Error.NoSuchContent", ("s", ["no"])):
        player.answers[GET_ARTWORK] = lambda call, answer=answer: answer
        assert shown.artwork(view).wait().data == PNG
    asked = len(player.called("GetArtwork"))
    item = content(**{"artwork-url": Variant("s", "https://example.org/a.png")})
    player.change("a", Content=item)
    view = shown.wait_for(view, lambda view: view.item["artwork_id"] == "")
    assert shown.artwork(view).wait().status == "NOT_LOCAL" and len(player.called("GetArtwork")) == asked
