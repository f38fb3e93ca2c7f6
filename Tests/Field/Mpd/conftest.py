# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of plugins/mpd, on private buses, with real servers of MPD and with fake ones, driven by playerctl, mpc and a
surface of org.nowplaying.

usage: python3 -m pytest -p no:cacheprovider [--mpd-remote=PROGRAM] Tests/Field/Mpd [-k NAME]

PROGRAM is what was built, and may begin with "valgrind …". Needs the Debian packages dbus-daemon, ffmpeg, mpc, mpd and
playerctl.
"""

import shlex


from run import Run

pytest_plugins = ["testkit.plugin"]


def pytest_addoption(parser):
    parser.addoption("--mpd-remote", help="the program (default: plugins/mpd/mpd-remote below --build)")


def pytest_configure(config):
    words = config.getoption("--mpd-remote") or f"{config.getoption('--build')}/plugins/mpd/mpd-remote"
    Run.program = shlex.split(words)
