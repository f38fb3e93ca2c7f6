# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests examples/python-radio and examples/python-podcast, driven by playerctl and a surface."""
import subprocess
import sys

import pytest

from nowplaying.surface import CommandKind, ContentKind, Feedback
from conftest import REPOSITORY, TIMEOUT, wait_until
from players import find, panel  # noqa: F401
from test_player_example import music  # noqa: F401


@pytest.fixture
def start(bus):
    """Starts an example, and returns its process."""
    started = []

    def run(name, *arguments):
        program = REPOSITORY / "examples" / f"python-{name}" / f"{name}.py"
        started.append(subprocess.Popen([sys.executable, program, *arguments], env=bus.environment, text=True,
                                        stderr=subprocess.PIPE))
        return started[-1]

    yield run
    for process in started:
        process.kill()
        process.communicate()


def shows(bus, template, text):
    wait_until(lambda: bus.player() and bus.run(
        "playerctl", "metadata", "--format", template, check=False).stdout.strip() == text)


def test_a_radio(bus, start, music, panel):  # noqa: F811
    radio = start("radio", "The Station", (music / "1.flac").as_uri())
    shows(bus, "{{title}}, {{artist}}: {{status}}", "First, The Station: Playing")
    assert "length" not in bus.playerctl("metadata")
    assert find(panel, application_id="radio").item.kind == ContentKind.RADIO
    bus.playerctl("play-pause")
    shows(bus, "{{status}}", "Stopped")
    bus.playerctl("play-pause")
    shows(bus, "{{status}}", "Playing")
    bus.playerctl("stop")
    shows(bus, "{{status}}", "Stopped")
    bus.call("Quit")
    assert radio.wait(TIMEOUT) == 0


def test_a_station_that_is_not_there(bus, start, tmp_path):
    radio = start("radio", "The Station", (tmp_path / "none").as_uri())
    shows(bus, "{{title}}: {{status}}", "The Station: Stopped")
    radio.terminate()
    assert radio.wait(TIMEOUT) == 0 and "esource not found" in radio.stderr.read()


def test_a_podcast(bus, start, music, panel):  # noqa: F811
    podcast = start("podcast", "The Show", "Episode 7", (music / "1.flac").as_uri())
    shows(bus, "{{title}}, {{artist}}: {{status}}, {{mpris:length}}", "Episode 7, The Show: Playing, 30000000")
    session = find(panel, application_id="podcast")
    assert session.item.kind == ContentKind.PODCAST and session.item.show_name == "The Show"
    assert session.item.id == "The Show: Episode 7"  # nothing of the address, which may have a secret
    bus.playerctl("pause")
    shows(bus, "{{status}}", "Paused")

    def at(seconds):
        wait_until(lambda: float(bus.playerctl("position")) == pytest.approx(seconds, abs=0.01))

    bus.playerctl("position", "2")
    at(2)
    session.send(CommandKind.SKIP_BACKWARD).result(TIMEOUT)
    at(0)
    session.send(CommandKind.CHANGE_RATE, 1.5).result(TIMEOUT)
    assert bus.property(".Player", "Rate") == "1.5"
    session.send(CommandKind.FEEDBACK, Feedback.POSITIVE).result(TIMEOUT)
    wait_until(lambda: find(panel, application_id="podcast").command(CommandKind.FEEDBACK).current == Feedback.POSITIVE)
    session.send(CommandKind.SKIP_FORWARD).result(TIMEOUT)  # skips to the end
    bus.playerctl("play")
    shows(bus, "{{status}}", "Paused")
    at(0)
    bus.playerctl("play")
    shows(bus, "{{status}}", "Playing")
    wait_until(lambda: 0 < float(bus.playerctl("position")) < 20)
    bus.call("Quit")
    assert podcast.wait(TIMEOUT) == 0


@pytest.mark.parametrize("name", ["radio", "podcast"])
def test_without_arguments_they_say_what_they_need(bus, name):
    program = REPOSITORY / "examples" / f"python-{name}" / f"{name}.py"
    result = bus.run(sys.executable, str(program), check=False)
    assert result.returncode == 1 and result.stderr.startswith(f"Usage: {name}.py")
