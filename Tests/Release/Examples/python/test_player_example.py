# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests examples/python-player, which plays real files and is driven by playerctl."""
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from conftest import REPOSITORY, TIMEOUT, wait_until

PLAYER = REPOSITORY / "examples" / "python-player" / "player.py"


@pytest.fixture(scope="module")
def music(tmp_path_factory):
    """Two albums of tagged FLAC files, the first file with an embedded cover."""
    folder = tmp_path_factory.mktemp("music")
    cover = folder / "cover.png"
    subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "color=red:size=32x32", "-frames:v", "1",
                    cover], check=True)
    for number, (title, seconds) in enumerate([("First", 30), ("Second", 30), ("Short", 1)], 1):
        picture = ["-i", cover, "-map", "0", "-map", "1", "-c:v", "png", "-disposition:v", "attached_pic"]
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", f"sine=frequency={number * 220}:duration={seconds}",
             *(picture if number == 1 else []), "-metadata", f"title={title}", "-metadata", "artist=The Sines",
             "-metadata", "album=Waves", folder / f"{number}.flac"], check=True)
    return folder


@pytest.fixture
def player(bus, music):
    process = subprocess.Popen([sys.executable, PLAYER, music], env=bus.environment, text=True, stderr=subprocess.PIPE)
    yield process
    process.kill()
    process.communicate()


def test_it_is_shown_and_driven(bus, player):
    def shows(text, template="{{title}} {{status}}"):
        wait_until(lambda: bus.player() and bus.run(
            "playerctl", "metadata", "--format", template, check=False).stdout.strip() == text)

    def position():
        return float(bus.playerctl("position"))

    shows("The Sines Waves First Playing", "{{artist}} {{album}} {{title}} {{status}}")
    shows("30000000", "{{mpris:length}}")
    wait_until(lambda: position() > 0.2)
    shows("", "{{xesam:nothing}}")
    wait_until(lambda: "artUrl" in bus.playerctl("metadata"))
    art = bus.playerctl("metadata", "mpris:artUrl")
    assert Path(unquote(urlparse(art).path)).read_bytes().startswith(b"\x89PNG")
    bus.playerctl("pause")
    shows("First Paused")
    bus.playerctl("position", "20")
    wait_until(lambda: position() == pytest.approx(20, abs=0.1))
    bus.playerctl("position", "5-")
    wait_until(lambda: position() == pytest.approx(15, abs=0.1))
    bus.playerctl("play")
    shows("First Playing")
    bus.playerctl("next")
    shows("Second Playing")
    bus.playerctl("previous")
    shows("First Playing")
    bus.playerctl("volume", "0.5")
    wait_until(lambda: float(bus.playerctl("volume")) == 0.5)
    bus.playerctl("shuffle", "On")
    assert bus.playerctl("shuffle") == "On"
    bus.playerctl("shuffle", "Off")
    bus.playerctl("loop", "Track")
    assert bus.playerctl("loop") == "Track"
    bus.playerctl("previous")  # around the end of the list
    shows("Short Playing")
    before = bus.playerctl("metadata", "mpris:trackid")
    wait_until(lambda: position() > 0.5)
    wait_until(lambda: position() < 0.5)  # the item repeats
    assert bus.playerctl("metadata", "mpris:trackid") == before
    bus.playerctl("loop", "None")
    shows("Short Stopped")  # the end of the list
    bus.call("Quit")
    assert player.wait(TIMEOUT) == 0
    # If GStreamer has plugins for ALSA and OpenAL, they report that there is no sound card.
    assert [line for line in player.stderr if not line.startswith(("ALSA lib", "AL lib"))] == []


def test_it_ends_on_sigterm(bus, player):
    wait_until(bus.player)
    player.terminate()
    assert player.wait(TIMEOUT) == 0


def test_without_music_it_says_so(bus, tmp_path):
    result = bus.run(sys.executable, str(PLAYER), str(tmp_path), check=False)
    assert result.returncode == 1 and "there is no music" in result.stderr and result.stderr.count("\n") == 1
    result = bus.run(sys.executable, str(PLAYER), check=False)
    assert result.returncode == 1 and result.stderr.startswith("Usage: player.py FOLDER")
