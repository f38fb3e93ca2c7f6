# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests how many provided pictures are remembered, and mistakes of a host that provides them."""

import os
import shutil

import pytest

from lab.artwork import (UNASKED, files_below, item, metadata_signals, path_of, playing, provide, settled,
                             url_now)
from testkit.host import C
from testkit.images import BLUE, GIF, GREEN, RED, png


# Limits.

def test_pictures_that_are_never_shown_are_forgotten(bus, art):
    host, client = playing(bus)
    for number in range(60):
        provide(host, f"cover {number}", art(png((number, 5, 5))))
    # The files are the remembered pictures, and one picture that is no longer needed.
    assert len(files_below(bus.directory)) <= C.MAX_REMEMBERED_ARTWORKS + 1
    for number in range(60 - C.MAX_REMEMBERED_ARTWORKS, 60):
        start = bus.mark()
        host.ask_all(item(f"item {number}", f"cover {number}"))
        assert path_of(url_now(bus, client, start)).read_bytes() == png((number, 5, 5))
    assert host.seen("artwork") == []
    host.ask_all(item("old", f"cover {59 - C.MAX_REMEMBERED_ARTWORKS}"))
    host.wait("artwork")


def in_memory(host):
    """Returns how many pictures for surfaces a host has."""
    folder = f"/proc/{host.pid}/fd"
    return sum("nowplaying picture" in os.readlink(f"{folder}/{name}") for name in os.listdir(folder))


def test_files_that_stay_are_bounded_in_bytes_too(bus, art):
    """The limit holds even if all have the same bytes; no file is left when the session is gone."""
    host, _ = playing(bus, UNASKED)
    host.session("second")
    path = art(RED + bytes((24 << 20) - len(RED)))
    for number in range(6):
        provide(host, f"large {number}", f"file://{path}", "url", session="second")
        assert in_memory(host) <= 4
    assert in_memory(host) > 0
    path.write_bytes(RED)
    for number in range(60):
        provide(host, f"small {number}", f"file://{path}", "url", session="second")
        assert in_memory(host) <= C.MAX_REMEMBERED_ARTWORKS + 1
    host.ask("free", "second")
    assert in_memory(host) == 0


def test_pictures_go_with_a_session_whose_request_is_kept(bus, art):
    host, _ = playing(bus)
    host.ask_all(item("one", "cover"))
    request = host.wait("artwork", id="cover")["request"]
    provide(host, "red", art(RED))
    host.session("second")
    host.content("second", title="Second")
    host.ask("primary", "second", "application")
    host.ask("free", "main")
    provide(host, "blue", art(BLUE), session="second")
    provide(host, "green", art(GREEN), session="second")
    assert len(files_below(bus.directory)) == 2
    host.ask("unref", request)


def memory(host):
    """Returns the KiB that the host has allocated."""
    with open(f"/proc/{host.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))


@pytest.mark.long
@pytest.mark.parametrize("options", [(), ("--fd-loop", UNASKED)], ids=["thread", "fd-no-callback"])
def test_ten_thousand_songs_leave_nothing(bus, options):
    """Each song has a picture, and there is one more for each that is never shown."""
    host, client = playing(bus, *options)
    host.ask("answer", "artwork", C.ERROR_NO_SUCH_CONTENT, "-")  # it keeps no request, which would count as memory
    host.ask("skip", "main", 0, 1000)
    settled(bus, host)
    before, start = memory(host), bus.mark()
    for number in range(1000, 10_000, 100):
        host.ask("skip", "main", number, 100)
    settled(bus, host)
    assert memory(host) < before + 256
    assert len(files_below(bus.directory)) <= C.MAX_REMEMBERED_ARTWORKS + 3
    titles = [value["xesam:title"].value for value in metadata_signals(bus, start)]
    assert titles[-1] == "skipped-9999" == client.metadata()["xesam:title"]
    assert path_of(client.metadata()["mpris:artUrl"]).stat().st_size == 4096
    # Each song that had its picture at the commit was emitted once.
    odd = [title for title in titles if int(title.split("-")[1]) % 2]
    assert len(set(odd)) == len(odd)
    host.ask("free_app")
    assert files_below(bus.directory) == []


def test_a_picture_whose_file_somebody_removes(make_bus, art):
    """The callback is then asked, because the bytes are gone, and the log names the picture."""
    bus = make_bus().start()
    runtime = bus.directory + "/runtime"
    os.mkdir(runtime, 0o700)
    host, client = playing(bus, environment={"XDG_RUNTIME_DIR": runtime})
    provide(host, "cover", art(RED))
    shutil.rmtree(runtime + "/nowplaying")
    provide(host, "other", art(BLUE))
    start = bus.mark()
    host.ask_all(item("one", "cover"))
    host.ask("art_data", host.wait("artwork", id="cover")["request"], art(GREEN))
    assert path_of(url_now(bus, client, start)).read_bytes() == GREEN
    (line,) = host.seen("log", level=C.LOG_WARNING)
    assert line["message"] == 'The file of the artwork "cover" is gone: provide the picture again'


# Mistakes of the host.

WRONG = [("data", RED[:8] + bytes(100), C.ERROR_NOT_AN_IMAGE), ("file", GIF[:8], C.ERROR_NOT_AN_IMAGE),
         ("data", RED + bytes(C.MAX_ARTWORK_BYTES + 1 - len(RED)), C.ERROR_TOO_LARGE)]


@pytest.mark.parametrize("how, data, status", WRONG, ids=["sizeless", "sizeless-file", "large"])
def test_a_wrong_picture_is_an_error_and_changes_nothing(bus, art, how, data, status):
    host, client = playing(bus)
    provide(host, "cover", art(GIF))
    assert provide(host, "cover", art(data), how, status)["error"]
    start = bus.mark()
    host.ask_all(item("one", "cover"))
    assert path_of(url_now(bus, client, start)).read_bytes() == GIF
    # A request stays open.
    host.ask_all(item("two", "other"))
    request = host.wait("artwork", id="other")["request"]
    provide(host, "other", art(data), how, status)
    host.ask("request_state", request)
    host.ask("art_data", request, art(RED))
