# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests players that flood, that exceed limits, and that send a file that is no picture: the objects stay right, and no
descriptor stays open."""
import os

import pytest
from testkit.fakes import SESSION, Plain, Slow, Whole, command, content
from testkit.pictures import given, memory_file, png
from testkit.process import descriptors
from testkit.wire import Variant
from shown import start

CHANGES, SESSIONS = 3000, 64


def test_a_flood(bus, make_shown):
    """Many changes between two turns of the loop are merged. In the end the surface is right, and soon."""
    player, shown, session = start(bus, make_shown)
    for number in range(CHANGES):
        player.change("a", Content=content(f"Song {number}"), Commands=("aa{sv}", [command("play")] * 64))
    shown.wait(lambda: session.props.item.props.title == f"Song {CHANGES - 1}", "the last song")
    assert shown.send(session, "PLAY").status == "OK" and len(shown.events) < 3 * CHANGES
    assert session.props.commands.get_n_items() <= 64


def test_more_sessions_than_there_is_place_for(bus, make_shown):
    player, good = Whole(bus, "many"), Plain(bus, "good").appear()
    for number in range(100):
        player.session(f"s{number}", Content=content(f"Session {number}"))
    shown = make_shown(player.appear(), good)
    shown.wait(lambda: len(shown.sessions) == SESSIONS + 1, "as many as there is place for")
    session = shown.find(display_name="good")
    shown.settle(player)
    assert len(shown.sessions) == SESSIONS + 1 and shown.call(session, "raise").status == "NOT_SUPPORTED"
    for number in range(100):
        player.remove(f"s{number}")
    shown.wait(lambda: shown.sessions == [session], "that they have gone")


@pytest.mark.parametrize("count", [1, 50])
@pytest.mark.parametrize("way", Slow.WAYS)
def test_players_that_wake(bus, make_shown, way, count):
    """Slow players enter the list as soon as they answer, and the prompt one is there before them."""
    slow, good = [Slow(bus, f"p{number}", way).appear() for number in range(count)], Plain(bus, "good").appear()
    shown = make_shown(*slow, good)
    session = shown.find(display_name="good")
    shown.wait(lambda: all(player.is_asked for player in slow), "a question to each")
    assert shown.sessions == [session]
    for player in slow:
        player.wake()
    shown.wait(lambda: len(shown.sessions) == count + 1, "all of them")


def pipe():
    """Returns a pipe that nobody writes to."""
    reading, writing = os.pipe()
    os.close(writing)
    return reading


@pytest.mark.parametrize("make, status", [
    (lambda: os.open("/dev/zero", os.O_RDONLY), "IO"), (pipe, "IO"), (lambda: os.open("/", os.O_PATH), "IO"),
    (lambda: os.open("/proc/self/status", os.O_RDONLY), "IO"), (lambda: memory_file(b""), "IO"),
    (lambda: memory_file(png(0, 5)), "NOT_AN_IMAGE"), (lambda: memory_file(png(padding=32 << 20)), "TOO_LARGE")],
    ids=["device", "pipe", "folder", "process", "nothing", "flat", "huge"])
def test_what_is_no_picture(bus, make_shown, make, status):
    player, shown, session = start(bus, make_shown, Content=content(artwork=Variant("s", "cover")))
    player.answers[SESSION, "GetArtwork"] = given(make)
    assert shown.call(session, "get_artwork", 0, 0).status == status
    before = descriptors(os.getpid())
    for _ in range(5):
        assert shown.call(session, "get_artwork", 0, 0).status == status
    assert descriptors(os.getpid()) <= before
    player.answers[SESSION, "GetArtwork"] = given(lambda: memory_file(png()))
    assert shown.call(session, "get_artwork", 0, 0).value.get_width() == 8
