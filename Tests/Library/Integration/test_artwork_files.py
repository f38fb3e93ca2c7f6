# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The files of artwork: how long they live, and where they can be."""

import os
import pathlib
import shutil

import pytest

from lab.artwork import files_below, give, item, odd_disk, path_of, playing, show, url_now
from testkit.host import C
from testkit.images import BLUE, GREEN, RED, png


# How long they live

def test_an_answer_that_comes_too_late_leaves_no_file(bus, folder):
    """The host has its own loop: it gives the picture and commits the next item before the library runs."""
    host, client = playing(bus, "--fd-loop")
    host.ask_all(item("item 0", "cover 0"))
    for number in range(60):
        request = host.wait("artwork", id=f"cover {number}")["request"]
        path = folder / str(number)
        path.write_bytes(png((number, 1, 1)))
        host.ask_all([("art_data", request, path), *item(f"item {number + 1}", f"cover {number + 1}")])
    host.wait("artwork", id="cover 60")
    assert len(files_below(bus.directory)) <= 2
    host.ask("art_data", host.wait("artwork", id="cover 60")["request"], path)
    bus.wait_for(lambda: client.metadata().get("mpris:artUrl"), "the last artwork")


def test_a_file_stays_for_the_session_that_got_the_same_picture_later(bus, folder):
    """One session ends while the same picture is on its way to another."""
    host, client = playing(bus, "--fd-loop")
    path = folder / "red"
    path.write_bytes(RED)
    host.ask_all(item("one", "cover of one"))
    host.ask("art_data", host.wait("artwork", id="cover of one")["request"], path)
    bus.wait_for(lambda: client.metadata().get("mpris:artUrl"), "the artwork")
    host.session("second")
    host.content("second", identifier="two", title="Two", art="cover of two")
    host.ask("primary", "second", "application")
    request = host.wait("artwork", id="cover of two")["request"]
    start = bus.mark()
    host.ask_all([("art_data", request, path), ("free", "main")])
    url = url_now(bus, client, start)
    assert path_of(url).read_bytes() == RED
    # The file also stays when the session gets its next picture.
    events = len(host.events)
    host.content("second", identifier="three", title="Three", art="cover of three")
    path.write_bytes(BLUE)
    give(host, "cover of three", "art_data", path, events)
    bus.wait_for(lambda: path_of(client.metadata().get("mpris:artUrl", url)).read_bytes() == BLUE, "the next artwork")
    assert path_of(url).read_bytes() == RED


# Odd disks.

def test_dispatch_never_waits_for_a_disk(bus, art):
    """Flatpak and Snap write to a real disk; other threads of the player may wait for it, but not its main loop."""
    gate = bus.directory + "/gate"
    host, client = playing(bus, "--fd-loop", environment={**odd_disk(bus), "SLOW_DISK": gate})
    show(bus, host, client, art, "first", RED)
    host.session("second")
    host.content("second", identifier="slow", title="Slow", art="slow")
    host.ask("primary", "second", "application")
    request = host.wait("artwork", id="slow")["request"]
    os.mkfifo(gate)
    host.ask("art_thread", request, art(GREEN))
    bus.wait_for(lambda: os.path.exists(gate + ".reached"), "the disk")
    # Meanwhile the loop frees, publishes and answers.
    start = bus.mark()
    host.ask("free", "main")
    host.content("second", identifier="slow", title="Meanwhile", art="slow")
    bus.wait_changed(start, "Metadata", lambda value: value["xesam:title"].value == "Meanwhile")
    assert client.metadata()["xesam:title"] == "Meanwhile"
    assert not host.seen("art_given")
    os.close(os.open(gate, os.O_WRONLY))
    assert host.wait("art_given")["status"] == C.OK
    assert path_of(url_now(bus, client, start)).read_bytes() == GREEN


# Where they can be

def runtime(bus):
    path = pathlib.Path(bus.directory) / "runtime"
    path.mkdir(mode=0o700)
    return path


def stored(bus, art, environment):
    """Returns where a player stores its picture."""
    host, client = playing(bus, environment=environment)
    path = path_of(show(bus, host, client, art, "cover", RED))
    assert path.read_bytes() == RED
    return host, path


def test_a_directory_that_is_removed_is_made_anew(make_bus, art):
    """Simulates a cleaner, or the end of a login session that the player outlives."""
    bus = make_bus().start()
    place = runtime(bus)
    host, client = playing(bus, environment={"XDG_RUNTIME_DIR": str(place)})
    show(bus, host, client, art, "first", RED)
    shutil.rmtree(place / "nowplaying")
    second = path_of(show(bus, host, client, art, "second", GREEN))
    assert second.read_bytes() == GREEN
    # A lost picture is asked for again.
    assert path_of(show(bus, host, client, art, "first", RED, item="first again")).read_bytes() == RED
    host.ask("free_app")
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("place", ["relative", "."])
def test_a_relative_place_does_not_count(make_bus, art, place):
    bus = make_bus().start()
    (pathlib.Path(bus.directory) / ".cache").mkdir()
    _, path = stored(bus, art, {"XDG_RUNTIME_DIR": place, "XDG_CACHE_HOME": place})
    assert str(path).startswith(bus.directory + "/.cache/nowplaying/")
    assert not os.path.exists("nowplaying")


def test_without_any_other_place_it_is_tmp(make_bus, art):
    bus = make_bus().start()
    host, path = stored(bus, art, {"XDG_RUNTIME_DIR": "", "HOME": ""})
    assert str(path).startswith(f"/tmp/nowplaying-{os.geteuid()}/")
    host.ask("free_app")
    assert not path.parent.exists()


def test_never_the_tmp_of_a_sandbox(make_bus, art):
    """The desktop does not see a sandbox's own /tmp."""
    bus = make_bus().start()
    host = bus.host(environment={"FLATPAK_ID": "org.example.Tester", "XDG_CACHE_HOME": "", "HOME": ""})
    host.publish(art="cover")
    host.ask("art_data", host.wait("artwork")["request"], art(RED), expect=C.ERROR_IO)


def test_a_place_that_is_full(make_bus, art):
    """The runtime directory is a small part of the memory, and other programs fill it."""
    bus = make_bus().start()
    place = runtime(bus)
    cache = pathlib.Path(bus.directory) / "cache"
    cache.mkdir()
    host, path = stored(bus, art, {"XDG_RUNTIME_DIR": str(place), "XDG_CACHE_HOME": str(cache),
                                   **odd_disk(bus), "FULL_DISK": str(place)})
    assert path.is_relative_to(cache)
    host.ask("free_app")
    assert [*place.iterdir(), *cache.iterdir()] == []


def foreign(path):
    """Makes a folder of another user; without the right to do so, a link to one."""
    if os.geteuid() == 0:
        path.mkdir(mode=0o777)
        path.chmod(0o777)
        os.chown(path, 65534, 65534)
    else:
        path.symlink_to("/usr")
    return path


def test_the_place_of_another_user(make_bus, art):
    """With sudo -E, files that root left in the user's folder would keep the user's own players from writing there."""
    bus = make_bus().start()
    (pathlib.Path(bus.directory) / ".cache").mkdir()
    place = foreign(pathlib.Path(bus.directory) / "foreign")
    before = set(place.iterdir())
    _, path = stored(bus, art, {"XDG_RUNTIME_DIR": str(place)})
    assert str(path).startswith(bus.directory + "/.cache/nowplaying/")
    assert set(place.iterdir()) == before
