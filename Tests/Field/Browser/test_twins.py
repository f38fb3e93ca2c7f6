# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that one playback is listed once although the browser has a player of its own, too, and that this player can be
switched off as the README says."""

import json
import subprocess

from run import Run

README = (Run.extension.parent / "README.md").read_text(encoding="utf-8")


def test_the_browser_has_a_player_of_its_own(kind, pages, tmp_path, pytestconfig):
    """The surface library lists one entry for the two players: the better one."""
    def listed():
        words = [f"{pytestconfig.getoption('--build')}/nowplaying", "list", "--json"]
        done = subprocess.run(words, env=run.bus.environment, check=True, stdout=subprocess.PIPE)
        entries = [json.loads(line) for line in done.stdout.splitlines()]
        return [(entry["player"], entry["speaks-nowplaying"], entry["item"].get("title")) for entry in entries]

    def wait_listed(title):
        run.wait_until("the tab is the one entry", lambda: listed() == [(kind, True, title)])

    with Run(kind, tmp_path, own_player=True) as run:
        tab = run.browser.open(f"{pages.at}/music.html")
        _, own = run.wait_until("both are there", lambda: (names := sorted(run.names()))[1:] and names)
        run.bus.foreign.add((run.bus.epoch, run.bus.owner(own)))
        wait_listed("Song one")
        run.bus.playerctl("--player", kind, "next")
        wait_listed("Song two")
        run.browser.run(tab, "audio.pause()")
        run.wait_until("it is paused", lambda: run.bus.playerctl("--player", kind, "status") == "Paused")
        wait_listed("Song two")


def test_it_is_switched_off(run, pages):
    assert run.browser.switch in README
    run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.wait_until("it has played for a while", lambda: run.get("Position") > 5e6)
    assert len(run.names()) == 1, run.names()
