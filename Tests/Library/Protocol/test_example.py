# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that the program of docs/beyond-mpris.md does what the page says."""

import subprocess

import pytest

from testkit.bus import PATH, PROPERTIES, ROOT
from testkit.protocol import REMOTE
from testkit.reference import ReferencePlayer
from testkit.surface import Surface


@pytest.fixture
def kitchen(bus, request):
    program = ReferencePlayer.program.parents[3] / "examples/kitchen/kitchen"
    process = subprocess.Popen([str(program)], env=bus.environment, stderr=subprocess.PIPE)
    names = bus.wait_for(lambda: bus.names(ROOT + "."), "the speaker is a player")
    yield names[0], Surface(bus)
    process.terminate()
    assert process.wait(timeout=20) == 0 and not process.stderr.read()


def test_a_speaker_in_another_room(bus, kitchen):
    name, surface = kitchen
    assert bus.pinger.call(name, PATH, PROPERTIES, "Get", "ss", ROOT, "Identity")[0].value == "Podcasts – Kitchen"
    session = surface.follow(name)["speaker-1"]
    session.send("feedback", mode="positive")
    session.wait(lambda it: it.command("feedback", 0)["current"] == "positive", "it is liked")
    assert session.command("feedback", 0)["supported"] == ["neutral", "positive"]
    session.send("skip-forward", interval=15000000)
    session.wait(lambda it: it.position() == 15000000, "it has skipped 15 s")
    session.send("toggle-play-pause").wait_playback(state="playing")
    began = session.playback["timestamp"]
    # The item is no longer liked, and playback goes on from its position.
    session.send("feedback", mode="neutral")
    session.wait(lambda it: it.command("feedback", 0)["current"] == "neutral", "it is liked no more")
    assert session.position(now=began + 1000000) == 16000000
    session.send("toggle-play-pause").wait_playback(state="paused")
    assert session.position() == 15000000 + session.playback["timestamp"] - began
    session.set_volume(0.25)
    session.wait(lambda it: it.devices[0]["volume"] == 0.25, "the speaker is quieter")
    session.call("SetDeviceVolume", "sd", "speaker-1", 0.75, interface=REMOTE)
    session.wait(lambda it: it.volume == 0.75, "the volume is the speaker's")
    surface.close()
