# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests what is not shown: private windows, unless the user says so, and sites that are left out."""

import json

from test_pictures import asked_by_extension, describe, picture_of


def play(run, tab):
    run.browser.run(tab, "film.play()")
    run.wait_until("it plays", lambda: run.browser.run(tab, "return film.currentTime") > 1)


def test_a_private_window(run, pages):
    private = run.browser.open_private(f"{pages.at}/element.html")
    play(run, private)
    assert run.names() == [], "a private window is shown"
    run.browser.allow_private()
    tab = run.browser.open_private(f"{pages.at}/element.html?again")
    play(run, tab)
    run.wait_title("A Film")


def files_with(folder, text):
    """Returns the files below a folder that have a text in them."""
    return [str(path) for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


def test_pictures_of_a_private_window(run, pages, tmp_path):
    """The page's own picture is shown. One that the page may not read is not fetched, because the extension would do it
    in the user's own profile; and nothing of both is on the disk."""
    run.expected = ["No artwork"]
    run.browser.allow_private()
    tab = run.browser.open_private(f"{pages.at}/music.html")
    run.browser.run(tab, "audio.play()")
    run.wait_title("Song one")
    session = describe(run, tab, "Its own", f"'{pages.at}/red.png?private-own'")
    assert picture_of(session, 300)[1] == (300, 300)
    session = describe(run, tab, "Elsewhere", f"'{pages.pictures}/red.png?private-elsewhere'")
    session.surface.error(session.start_artwork(session.content["artwork"], 64, 64))
    assert not asked_by_extension(pages, "/red.png?private-elsewhere")
    run.browser.end()
    assert files_with(tmp_path, "private-own") == files_with(tmp_path, "private-elsewhere") == []


def write_sites(run, options, *lines):
    """Writes lines into the settings. Returns the lines as they are shown then, and what is said of them."""
    run.wait_until("one can write", lambda: run.browser.run(
        options, "return !document.getElementById('sites').disabled"))
    run.browser.run(options, f"""const field = document.getElementById('sites');
        field.value = {json.dumps(chr(10).join(lines))}; field.dispatchEvent(new Event('change'))""")
    return (run.browser.run(options, "return document.getElementById('sites').value").split(chr(10)),
            run.browser.run(options, "return document.getElementById('refused').textContent"))


def test_sites_that_are_left_out(run, pages):
    options = run.browser.open_options()
    shown, said = write_sites(run, options, "127.0.0.1", "https://example.com/a", "*.Bücher.de", "no site")
    assert shown == ["127.0.0.1", "example.com", "xn--bcher-kva.de", "no site"] and "no site" in said, (shown, said)
    run.browser.reload(options)
    run.wait_until("it is stored", lambda: run.browser.run(
        options, "return document.getElementById('sites').value") == "127.0.0.1\nexample.com\nxn--bcher-kva.de")
    left_out = run.browser.open(f"{pages.at}/element.html")
    play(run, left_out)
    assert run.names() == [], "a site that is left out is shown"
    tab = run.browser.open(f"{pages.elsewhere}/element.html")
    play(run, tab)
    run.wait_title("A Film")


def test_a_site_is_left_out_while_it_plays(run, pages):
    """It goes and comes with its line, also as a frame of another site, and that site's own player stays."""
    options = run.browser.open_options()
    around = run.browser.open(f"{pages.at}/frame.html#{pages.elsewhere}/music.html")
    run.wait_title("Song one")
    assert write_sites(run, options, "music.example:8080/player") == (["music.example"], "")
    run.wait_until("it has gone", lambda: run.names() == [])
    tab = run.browser.open(f"{pages.at}/element.html")
    play(run, tab)
    run.wait_title("A Film")
    assert len(run.sessions()) == 1
    run.browser.close(tab)
    run.wait_until("it has gone", lambda: run.names() == [])
    write_sites(run, options, "")
    run.wait_title("Song one")
    run.browser.close(around)


def test_a_host_that_is_not_there(run, pages, tmp_path):
    """The settings say so."""
    for manifest in tmp_path.rglob("org.nowplaying.browser.json"):
        manifest.unlink()
    tab = run.browser.open(f"{pages.at}/element.html")
    play(run, tab)
    options = run.browser.open_options()

    def says_so():
        run.browser.reload(options)
        return "cannot be reached" in run.browser.run(options, "return document.getElementById('trouble').textContent")

    run.wait_until("the settings say that the host cannot be reached", says_so)
