# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the position of GStreamer behind a sound server with two seconds of latency, as an ordinary client reads it,
beside the engine's own position at the same time. In C and in Python."""
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from testkit.bus import ROOT
from testkit.desktop import start_sound_server

FOLDER = Path(__file__).parent
TREE = FOLDER.parents[2]
TOLERANCE = 0.05


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Starts a sound server with a null sink, and yields the environment of its clients."""
    folder = tmp_path_factory.mktemp("sound")
    server, address = start_sound_server(folder)
    yield {"PULSE_SERVER": address, "HOME": str(folder)}
    server.stop()


@pytest.fixture(scope="module", params=["c", pytest.param("python", marks=pytest.mark.long)])
def engine(request, tmp_path_factory):
    """Returns the command of a player that uses GStreamer, and its environment."""
    library = Path(request.config.getoption("--build")).resolve() / "libnowplaying.so"
    if request.param == "python":
        return [sys.executable, FOLDER / "engine.py"], {"PYTHONPATH": str(TREE / "bindings/python/src"),
                                                        "NOWPLAYING_LIBRARY": str(library)}
    program = tmp_path_factory.mktemp("engine") / "engine"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "gstreamer-1.0"], check=True, text=True,
                           capture_output=True).stdout
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", f"-I{TREE}/include", "-o", program, FOLDER / "engine.c",
                    library, f"-Wl,-rpath,{library.parent}", *shlex.split(flags)], check=True)
    return [program], {}


@pytest.fixture
def playing(bus, engine, sound, tmp_path):
    """Yields a function that sends an order to the player, and the stream of the player's answers."""
    command, environment = engine
    files = [tmp_path / f"{name}.flac" for name in ("one", "two")]
    for file in files:
        subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "sine=duration=20", file], check=True)
    process = subprocess.Popen([*command, *files], env={**bus.environment, **environment, **sound}, text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    bus.wait_name(ROOT + ".engine", timeout=30)

    def give(word):
        process.stdin.write(word + "\n")
        process.stdin.flush()

    yield give, process.stdout
    process.stdin.close()
    assert process.wait(20) == 0
    process.stdout.close()


def test_rule_07_the_position_is_that_of_the_engine(bus, playing):
    """The position stays within 50 ms besides the time of the call: through a song, after pause, seek, stop and the
    next song."""
    give, answers = playing
    client = bus.client(ROOT + ".engine")
    wrong, compared = [], set()

    def where():
        give("where")
        answer = answers.readline().strip()
        return float(answer) if answer != "None" else None

    def through(moment, seconds):
        """Asks the engine, a client and the engine again: the client's answer lies between those of the engine."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            before, seen, after = where(), client.get("Position") / 1e6, where()
            if before is None or after is None:
                continue
            compared.add(moment)
            time.sleep(0.02)  # sleeps: it paces a loop
            # If the engine reports a whole number of seconds, its position may be anywhere within this second, and the
            # library may not know more.
            end_of_it = before + 1 if before % 1 == 0 else max(before, after)
            if not min(before, after) - TOLERANCE <= seen <= end_of_it + TOLERANCE:
                wrong.append((moment, before, seen, after))

    moments = {"at the start": 4, "pause": 1, "play": 3, "seek 12": 3, "next": 4, "stop": 1, "play again": 3}
    for moment, seconds in moments.items():
        if moment != "at the start":
            give(moment.removesuffix(" again"))
        through(moment, seconds)
    assert not wrong, wrong
    assert compared >= moments.keys() - {"stop"}
