# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the button in the toolbar, whose popup is opened as a tab here, and how the extension's own pages look."""

import os
from pathlib import Path

import pytest
from run import open_film, open_music

ROWS = """return [...document.querySelectorAll('#tabs li')].map((row) => ['.title', '.from'].map(
    (part) => row.querySelector(part).textContent))"""
# The contrast between the words and the ground of a page, and whether the ground is dark.
COLOURS = """const context = document.createElement('canvas').getContext('2d');
    const light = (colour) => { context.fillStyle = colour; context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((byte) => byte / 255)
            .map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
            .reduce((sum, x, index) => sum + x * [0.2126, 0.7152, 0.0722][index], 0); };
    const ground = light(getComputedStyle(document.body).backgroundColor);
    const shown = [...document.querySelectorAll('p, h2, label, button, textarea, span')].filter(
        (each) => each.checkVisibility() && !each.disabled);
    const contrasts = shown.map((each) => light(getComputedStyle(each).color)).map(
        (words) => (Math.max(words, ground) + 0.05) / (Math.min(words, ground) + 0.05));
    return [Math.min(...contrasts), ground < 0.2]"""


def rows(run, popup):
    return run.browser.run(popup, ROWS)


def press(run, popup, button, row=0):
    run.browser.run(popup, f"document.querySelectorAll('#tabs li')[{row}].querySelector('.{button}').click()")


def keep(run, tab, name):
    """Keeps a picture for people to look at, below $KEEP where that is set."""
    if folder := os.environ.get("KEEP"):
        Path(folder, f"{run.browser.name}-{name}.png").write_bytes(run.browser.picture(tab))


def test_the_popup(run, pages):
    """It shows what plays, plays and pauses it, and goes to the next item."""
    music = open_music(run, pages)
    popup = run.browser.open_own("popup.html")
    run.wait_until("the song is shown", lambda: rows(run, popup) == [["Song one", "The Oscillators · 127.0.0.1"]])
    press(run, popup, "play")
    run.wait_status("Paused")
    assert run.browser.run(music, "return said") == ["pause"], "the page's own handler was not called"
    run.wait_until("its button plays", lambda: run.browser.run(
        popup, "return document.querySelector('.play').ariaLabel") == "Play")
    press(run, popup, "play")
    run.wait_status("Playing")
    press(run, popup, "next")
    run.wait_title("Song two")
    run.wait_until("the next one is shown", lambda: rows(run, popup)[0][0] == "Song two")
    open_film(run, pages)
    run.wait_until("what began last is first", lambda: [title for title, _ in rows(run, popup)] == [
        "A Film", "Song two"])
    hidden = "return [...document.querySelectorAll('.next')].map((button) => button.hidden)"
    assert run.browser.run(popup, hidden) == [True, False], "there is a button that does nothing"
    run.browser.close(music)
    run.wait_until("the tab has gone", lambda: [title for title, _ in rows(run, popup)] == ["A Film"])


def test_a_title_from_right_to_left(run, pages):
    """The beginning of a title that is too long is seen, and its end is cut."""
    open_music(run, pages)
    popup = run.browser.open_own("popup.html")
    run.wait_until("the song is shown", lambda: rows(run, popup))
    keeps = """const title = document.querySelector('.title'), range = document.createRange();
        title.textContent = 'سيمفونية ذات اسم طويل '.repeat(9);
        range.setStart(title.firstChild, 0);
        range.setEnd(title.firstChild, 1);
        const [first, box] = [range, title].map((each) => each.getBoundingClientRect());
        return first.left >= box.left - 1 && first.right <= box.right + 1;"""
    assert run.browser.run(popup, keeps), "the title's beginning is cut"
    keep(run, popup, "popup-arabic")


def test_nothing_plays(run):
    popup = run.browser.open_own("popup.html")
    run.wait_until("it says so", lambda: run.browser.run(
        popup, "return document.getElementById('nothing').checkVisibility()"))
    assert not run.browser.run(popup, "return document.getElementById('trouble').checkVisibility()")


def test_a_private_window_is_not_in_the_popup(run, pages):
    run.browser.allow_private()
    private = run.browser.open_private(f"{pages.at}/element.html?private")
    run.browser.run(private, "film.play()")
    run.wait_title("A Film")
    popup = run.browser.open_own("popup.html")
    run.wait_until("it has been told", lambda: run.browser.run(
        popup, "return document.getElementById('nothing').checkVisibility()"))
    assert rows(run, popup) == []


@pytest.mark.parametrize("page", ["options.html", "popup.html"])
def test_how_a_page_looks(run, pages, page):
    """It has the browser's font, its colours, light and dark, and nothing is wider than the page or too small."""
    open_music(run, pages)
    tab = run.browser.open_own(page)
    run.wait_until("it is filled", lambda: run.browser.run(
        tab, "return document.querySelector('#tabs li, #sites:enabled') !== null"))
    assert "system-ui" in run.browser.run(tab, "return getComputedStyle(document.body).fontFamily")
    for scheme in "light", "dark":
        run.browser.colour(tab, scheme)
        run.wait_until(f"it is {scheme}", lambda dark=scheme == "dark": run.browser.run(tab, COLOURS)[1] == dark)
        contrast, _ = run.browser.run(tab, COLOURS)
        assert contrast >= 4.5, f"{scheme}: {contrast}"
        keep(run, tab, f"{page.split('.')[0]}-{scheme}")
    assert run.browser.run(tab, "return document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    small = run.browser.run(tab, """return [...document.querySelectorAll('button')].filter(
        (each) => each.checkVisibility() && each.offsetHeight < 28).map((each) => each.className)""")
    assert small == [], small
