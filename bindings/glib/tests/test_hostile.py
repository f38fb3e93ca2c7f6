# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests players that flood, and that send a file that is no picture: the objects stay right, and no
descriptor stays open."""
import os

import pytest
from testkit.fakes import SESSION, command, content
from testkit.pictures import given, memory_file, png
from testkit.process import descriptors
from testkit.wire import Variant
from shown import start

CHANGES = 3000


def test_a_flood(bus, make_shown):
    """Many changes between two turns of the loop are merged. In the end the surface is right, and soon."""
    player, shown, session = start(bus, make_shown)
    for number in range(CHANGES):
        player.change("a", Content=content(f"Song {number}"), Commands=("aa{sv}", [command("play")] * 64))
    shown.wait(lambda: session.props.item.props.title == f"Song {CHANGES - 1}", "the last song")
    assert shown.send(session, "PLAY").status == "OK" and len(shown.events) < 3 * CHANGES
    assert session.props.commands.get_n_items() <= 64


@pytest.mark.parametrize("make, status", [
    (lambda: os.open("/dev/zero", os.O_RDONLY), "IO"), (lambda: memory_file(png(0, 5)), "NOT_AN_IMAGE")])
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
