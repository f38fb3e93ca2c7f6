# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests frames without an address of their own, which are named by the page around them, and shadow trees."""

import pytest

from field.adapters.player import refuses
from test_pictures import picture_of


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
    """A frame that its page writes anew loses all listeners, and gets new ones."""
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
    """A frame in a sandbox is not of the page's origin, and cannot read the page around it."""
    tab = run.browser.open(f"{pages.at}/written.html")
    run.browser.run(tab, """frame.sandbox = 'allow-scripts'; frame.srcdoc = `${text}<script>
        document.getElementById('audio').play()<\\/script>`; document.body.append(frame)""")
    run.wait_status("Playing")
    assert "srcdoc" not in run.metadata("xesam:title") and "null" not in (run.metadata("xesam:url") or "")
    run.ctl("pause")
    run.wait_status("Paused")


def test_trees_in_the_text_of_the_page(run, pages):
    """A film plays by itself in a shadow tree that the page's HTML declares, without a call of a script."""
    tab = run.browser.open(f"{pages.at}/tree.html")
    run.wait_title("A Tree")
    run.wait_status("Playing")
    run.ctl("pause")
    run.wait_until("it is paused", lambda: run.browser.run(tab, "return filmOf().paused"))
    run.browser.run(tab, "filmOf().play()")
    run.wait_status("Playing")


# Two sandboxes for a frame that shows another page of this site: the first makes the frame one of no site.
SANDBOXES = ["allow-scripts", "allow-scripts allow-same-origin"]


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_player_in_a_sandbox(run, pages, sandbox):
    """The frame's page is shown as it describes itself, is driven by its own handlers, and has its own address and
    picture."""
    tab = run.browser.open(f"{pages.at}/written.html")
    run.browser.run(tab, f"""frame.sandbox = '{sandbox}'; frame.src = '{pages.at}/music.html';
        document.body.append(frame)""")
    run.wait_title("Song one")
    run.wait_status("Playing")
    assert run.metadata("xesam:url") == f"{pages.at}/music.html"
    (session,) = run.sessions()
    if "allow-same-origin" in sandbox:
        assert picture_of(session, 300)[1] == (300, 300)
    else:  # A frame of no site may not read its picture, and the extension asks no server of this computer for it.
        assert refuses(picture_of, session, 300)
    run.ctl("next")
    run.wait_title("Song two")
    run.ctl("position", "30")
    run.wait_until("it is there", lambda: run.get("Position") >= 30e6)
    run.ctl("pause")
    run.wait_status("Paused")
    run.browser.run(tab, "frame.remove()")
    run.wait_until("no player is left", lambda: run.names() == [])


def test_a_sandbox_without_scripts(run, pages):
    """No script runs in the frame, so that its sound is shown with the description of the page around it."""
    tab = run.browser.open(f"{pages.at}/written.html")
    run.browser.run(tab, "frame.sandbox = 'allow-same-origin'; describe()")
    run.wait_until("it is there", lambda: run.browser.run(tab, "return audioOf() !== null"))
    run.browser.run(tab, "audioOf().play()")
    run.wait_title("Around")
    run.wait_status("Playing")
    run.ctl("pause")
    run.wait_until("it is paused", lambda: run.browser.run(tab, "return audioOf().paused"))


def test_a_picture_that_a_sandbox_has_made(run, pages):
    """Nobody but the frame itself may read the picture."""
    tab = run.browser.open(f"{pages.at}/written.html")
    run.browser.run(tab, """frame.sandbox = 'allow-scripts'; frame.srcdoc = `${text}<script>
        const canvas = new OffscreenCanvas(90, 90); canvas.getContext('2d');
        canvas.convertToBlob().then((blob) => {
          navigator.mediaSession.metadata = new MediaMetadata({ title: 'Made',
              artwork: [{ src: URL.createObjectURL(blob) }] });
          document.getElementById('audio').play(); });<\\/script>`; document.body.append(frame)""")
    run.wait_title("Made")
    (session,) = run.sessions()
    assert picture_of(session, 90)[1] == (90, 90)
