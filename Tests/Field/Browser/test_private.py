# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests what is not shown: private windows, unless the user says so, and sites that are left out."""


def play(run, tab):
    run.browser.run(tab, "film.play()")
    run.wait_until("it plays", lambda: run.browser.run(tab, "return film.currentTime") > 1)


def test_a_private_window(kind, run, pages):
    private = run.browser.open_private(f"{pages.at}/element.html")
    play(run, private)
    assert run.names() == [], "a private window is shown"
    if kind == "chromium":
        return  # only a user can press that switch
    run.browser.allow_private()
    tab = run.browser.open_private(f"{pages.at}/element.html?again")
    play(run, tab)
    run.wait_title("A Film")


def test_sites_that_are_left_out(run, pages):
    options = run.browser.open_options()
    run.wait_until("one can write", lambda: run.browser.run(
        options, "return !document.getElementById('sites').disabled"))
    run.browser.run(options, """const field = document.getElementById('sites');
        field.value = '127.0.0.1\\nhttps://example.com/a'; field.dispatchEvent(new Event('change'))""")
    run.browser.reload(options)
    run.wait_until("it is stored", lambda: run.browser.run(
        options, "return document.getElementById('sites').value") == "127.0.0.1\nexample.com")
    left_out = run.browser.open(f"{pages.at}/element.html")
    play(run, left_out)
    assert run.names() == [], "a site that is left out is shown"
    tab = run.browser.open(f"{pages.elsewhere}/element.html")
    play(run, tab)
    run.wait_title("A Film")


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
