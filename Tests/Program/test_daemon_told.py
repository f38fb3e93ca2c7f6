# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that `nowplaying daemon --pause-others` tells programs that observe interruptions of their sound."""

import os

from daemoned import Obedient
from testkit.wire import SIGNAL


def test_a_program_that_observes_is_told(bus, start):
    """It is told first, pauses and resumes by itself, and gets a command only where it plays on."""
    daemon = start("--pause-others")
    players = Obedient(bus, daemon, "music", "video")
    music, process = players.players["music"], os.getpid()
    music.bus("AddMatch", "s", "type='signal',interface='org.nowplaying.AudioFocus1'")
    music.own(f"org.nowplaying.AudioFocus1.p{process}")
    daemon.settle()

    def told(member):
        return [message.body for message in music.inbox if message.type == SIGNAL and message.member == member]

    players.begin("music")
    players.begin("video")
    daemon.until(lambda: told("Began"), "it is told")
    players.set("music", "Paused")
    players.set("video", "Stopped")
    daemon.until(lambda: told("Ended"), "it is told that it may resume")
    players.begin("music")
    assert players.done("music") == [] and told("Began") == [[[process]]] and told("Ended") == [[[process], True]]
    players.begin("video")
    players.await_(music="Paused")
    players.set("video", "Stopped")
    daemon.until(lambda: len(told("Ended")) == 2, "it is told again")
    daemon.settle()
    assert players.done("music") == ["Pause"] and len(told("Began")) == 2
