# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The position of GStreamer behind a sound server with two seconds of latency, as a client reads it that knows nothing
of it, beside what the engine itself says at the same moment."""
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import TIMEOUT, wait_until
from desktop import start_sound_server

ENGINE = Path(__file__).with_name("engine.py")
TOLERANCE = 0.05


@pytest.fixture
def sound(tmp_path):
    """The environment of a sound server with a null sink."""
    server, address = start_sound_server(tmp_path)
    yield {"PULSE_SERVER": address, "HOME": str(tmp_path)}
    server.stop()


@pytest.fixture
def engine(bus, sound, tmp_path):
    files = [tmp_path / f"{name}.flac" for name in ("one", "two")]
    for file in files:
        subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "sine=duration=20", file], check=True)
    process = subprocess.Popen([sys.executable, ENGINE, *files], env={**bus.environment, **sound}, text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    wait_until(bus.player)

    def give(word):
        process.stdin.write(word + "\n")
        process.stdin.flush()

    yield give, process.stdout
    process.stdin.close()
    assert process.wait(TIMEOUT) == 0
    process.stdout.close()


def test_the_position_is_that_of_the_engine(bus, engine):
    """Through a song, after pause, seek, stop and the next song: within 50 ms, beside the time of the question."""
    give, answers = engine
    wrong, compared = [], set()

    def compare(moment):
        """Asks the engine, a client and the engine again: the client's answer lies between those of the engine."""
        def where():
            give("where")
            answer = answers.readline().strip()
            return float(answer) if answer != "None" else None

        before = where()
        seen = int(bus.property(".Player", "Position").split()[-1]) / 1e6
        after = where()
        if before is None or after is None:
            return
        compared.add(moment)
        if not min(before, after) - TOLERANCE <= seen <= max(before, after) + TOLERANCE:
            wrong.append((moment, before, seen, after))

    def through(moment, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            compare(moment)

    through("at the start", 4)
    give("pause")
    through("paused", 1)
    give("play")
    through("after a pause", 3)
    give("seek 12")
    through("after a seek", 3)
    give("next")
    through("the next song", 4)
    give("stop")
    through("stopped", 1)
    give("play")
    through("played again", 3)
    assert not wrong, wrong
    assert compared >= {"at the start", "paused", "after a pause", "after a seek", "the next song", "played again"}
