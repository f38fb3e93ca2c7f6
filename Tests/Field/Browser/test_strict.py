# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that a player made of tabs breaks no rule of MPRIS and org.nowplaying, and is seen by the doctor."""

import subprocess

import pytest


@pytest.fixture(params=["music.html", "element.html"])
def page(request):
    return request.param


def test_no_rule_is_broken(run, pages, page, pytestconfig):
    tab = run.browser.open(f"{pages.at}/{page}")
    run.browser.run(tab, "(window.film ?? audio).play()")
    run.wait_status("Playing")
    player = run.names()[0].removeprefix("org.mpris.MediaPlayer2.")
    words = [f"{pytestconfig.getoption('--build')}/nowplaying", "doctor", "--strict", "--yes", player]
    done = subprocess.run(words, env=run.bus.environment, capture_output=True, text=True, timeout=150, check=False)
    print(done.stdout + done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr
