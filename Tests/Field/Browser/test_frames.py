# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests frames without an address of their own, which are named by the page around them, and shadow trees."""

import pytest


@pytest.mark.parametrize("way", ["write", "describe", "fill"])
def test_a_frame_that_the_page_writes(run, pages, way):
    tab = run.browser.open(f"{pages.at}/written.html")
    run.browser.run(tab, f"{way}()")
    run.wait_until("it is there", lambda: run.browser.run(tab, "return audioOf() !== null"))
    run.browser.run(tab, "audioOf().play()")
    run.wait_title("Around")
    run.wait_status("Playing")
    assert run.metadata("xesam:url") == f"{pages.at}/written.html"
    assert run.wait_until("it has the page's picture", lambda: run.metadata("mpris:artUrl"))
    run.ctl("pause")
    run.wait_until("it is paused", lambda: run.browser.run(tab, "return audioOf().paused"))
    run.browser.run(tab, "frame.remove()")
    run.wait_until("no player is left", lambda: run.names() == [])


def test_handlers_in_a_frame_that_is_written(run, pages):
    """The frame has lost all listeners, and gets new ones."""
    tab = run.browser.open(f"{pages.at}/written.html")
    run.browser.run(tab, "write()")
    run.browser.run(tab, """const session = frame.contentWindow.navigator.mediaSession; window.said = [];
        session.metadata = new frame.contentWindow.MediaMetadata({ title: 'Within' });
        session.setActionHandler('nexttrack', () => said.push('next')); audioOf().play()""")
    run.wait_title("Within")
    run.wait_until("one can go on", lambda: run.get("CanGoNext"))
    run.ctl("next")
    run.wait_until("the page was asked", lambda: run.browser.run(tab, "return said.length") == 1)


def test_a_frame_of_no_site(run, pages):
    """A sandbox without the page's origin, which cannot look at the page around it."""
    tab = run.browser.open(f"{pages.at}/written.html")
    run.browser.run(tab, """frame.sandbox = 'allow-scripts'; frame.srcdoc = `${text}<script>
        document.getElementById('audio').play()<\\/script>`; document.body.append(frame)""")
    run.wait_status("Playing")
    assert "srcdoc" not in run.metadata("xesam:title") and "null" not in (run.metadata("xesam:url") or "")
    run.ctl("pause")
    run.wait_status("Paused")


def test_trees_in_the_text_of_the_page(run, pages):
    """A film in a shadow tree begins by itself, and nobody has made the tree by a call."""
    tab = run.browser.open(f"{pages.at}/tree.html")
    run.wait_title("A Tree")
    run.wait_status("Playing")
    run.ctl("pause")
    run.wait_until("it is paused", lambda: run.browser.run(tab, "return filmOf().paused"))
    run.browser.run(tab, "filmOf().play()")
    run.wait_status("Playing")
