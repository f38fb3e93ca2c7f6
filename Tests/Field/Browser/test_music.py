# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests music by navigator.mediaSession: the page describes it and is driven by its handlers."""


def test_a_page_with_a_queue(run, pages):
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.wait_status("Playing")
    assert run.metadata("xesam:artist") == ["The Oscillators"]
    run.wait_until("it has its length", lambda: abs((run.metadata("mpris:length") or 0) - 60e6) < 1e5)
    run.wait_until("the position moves", lambda: run.get("Position") > 1_000_000)
    run.ctl("pause")
    run.wait_status("Paused")
    assert run.browser.run(tab, "return said") == ["pause"], "the page's own handler was not called"
    at = run.get("Position") / 1e6
    of_page = run.browser.run(tab, "return audio.currentTime")
    assert abs(at - of_page) < 0.3, f"{at} s on the bus, {of_page} s in the page"
    run.ctl("next")
    run.wait_title("Song two")
    run.wait_status("Playing")
