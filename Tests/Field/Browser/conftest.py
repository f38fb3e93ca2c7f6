# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of plugins/browser: real browsers on private buses, with pages that are served here.

usage: python3 -m pytest -p no:cacheprovider [--browser-host=PROGRAM] [--browser=chromium] Tests/Field/Browser [-k NAME]

PROGRAM is what was built, and may begin with "valgrind …" for the tests of the host alone. Needs the Debian packages
chromium, dbus-daemon, ffmpeg, firefox-esr, nodejs, playerctl and pulseaudio.
"""

import shlex
from pathlib import Path

import field
import pytest
from field.adapters import media
from field.served import Pages
from field.servers import make_large_cover

from host import HostRun
from run import BROWSERS, Run

pytest_plugins = ["testkit.plugin"]


def pytest_addoption(parser):
    parser.addoption("--browser-host", help="the host (default: plugins/browser/nowplaying-browser-host below --build)")
    parser.addoption("--browser", choices=list(BROWSERS), help="one browser alone (default: each)")


def pytest_configure(config):
    config.addinivalue_line("markers", "expects(text): a part of the lines that the host logs in this test")
    default = f"{config.getoption('--build')}/plugins/browser/nowplaying-browser-host"
    words = shlex.split(config.getoption("--browser-host") or default)
    HostRun.program = words
    Run.host = Path(words[-1]).resolve()
    Run.extension = field.source_of(Run.host, "nowplaying-browser-host") / "extension"


def pytest_generate_tests(metafunc):
    marks = [mark for mark in metafunc.definition.iter_markers("parametrize") if "kind" in mark.args[0]]
    if "kind" in metafunc.fixturenames and not marks:
        chosen = metafunc.config.getoption("--browser")
        metafunc.parametrize("kind", [chosen] if chosen else list(BROWSERS))


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """Serves the pages of the folder `pages`, with the sounds and pictures that they show."""
    folder = tmp_path_factory.mktemp("pages")
    for page in (Path(__file__).parent / "pages").iterdir():
        (folder / page.name).write_bytes(page.read_bytes())
    for name in "one", "two":
        media.sound(folder / f"{name}.ogg", 60)
    media.sound(folder / "short.ogg", 1)
    media.ffmpeg("-f", "lavfi", "-i", "anoisesrc=d=60", "-c:a", "libopus", "-b:a", "256k", folder / "noise.ogg")
    media.ffmpeg("-f", "lavfi", "-i", "sine=d=30", "-f", "lavfi", "-i", "testsrc=d=30:s=160x120:r=10", "-c:v", "libvpx",
                 "-c:a", "libvorbis", "-g", "10", folder / "film.webm")
    media.ffmpeg("-f", "lavfi", "-i", "testsrc=d=30:s=160x120:r=10", "-c:v", "libvpx", "-g", "10",
                 folder / "silent.webm")
    media.picture(folder / "red.png", "red", "300x300")
    media.picture(folder / "blue.png", "blue", "64x64")
    media.picture(folder / "wide.bmp", "green", "64x32")
    make_large_cover(folder / "large.png", 1000)
    served = Pages(folder)
    yield served
    served.close()


@pytest.fixture
def run(kind, tmp_path):
    with Run(kind, tmp_path) as made:
        yield made
