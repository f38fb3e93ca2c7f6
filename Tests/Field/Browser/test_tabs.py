# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests how tabs come and go: each that plays is a session, and none is left behind. Both
browsers end when their bus does: a restart of it is tried with the host alone."""

import os
import signal

from run import hosts_of


def titles(run):
    return sorted(session.content["title"] for session in run.sessions())


def wait_titles(run, *wanted):
    run.wait_until(f"the sessions are {wanted}", lambda: titles(run) == sorted(wanted))


def open_both(run, pages):
    """Opens the film, which plays, and then the music."""
    film = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(film, "film.play()")
    run.wait_title("A Film")
    music = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    return film, music


def begin_film_anew(run, film):
    """Makes the film what has begun last, so that it is shown."""
    run.browser.run(film, "film.pause()")
    run.browser.run(film, "film.play()")
    run.wait_title("A Film")


def test_two_tabs(run, pages):
    film, music = open_both(run, pages)
    wait_titles(run, "A Film", "Song one")
    begin_film_anew(run, film)
    run.browser.close(film)
    run.wait_title("Song one")
    wait_titles(run, "Song one")
    run.browser.close(music)
    run.wait_until("no player is left", lambda: run.names() == [])
    run.wait_until("the host has ended", lambda: hosts_of(run) == [])


def test_a_reload_and_another_page(run, pages):
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.ctl("next")
    run.wait_title("Song two")
    run.browser.reload(tab)
    run.wait_title("Song one")
    assert len(run.sessions()) == 1, titles(run)
    run.browser.go(tab, f"{pages.at}/frame.html")
    run.wait_until("no player is left", lambda: run.names() == [])


def test_a_crash(run, pages):
    film, _ = open_both(run, pages)
    begin_film_anew(run, film)
    run.browser.crash(film)
    run.wait_title("Song one")
    wait_titles(run, "Song one")


def test_a_discarded_tab(run, pages):
    """The browser discards a tab, which plays again when it is selected."""
    address = f"{pages.at}/music.html"
    run.browser.open(address)
    run.wait_title("Song one")
    film = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(film, "film.play()")
    wait_titles(run, "A Film", "Song one")
    run.browser.discard(address)
    wait_titles(run, "A Film")
    run.browser.wake(address)
    wait_titles(run, "A Film", "Song one")
    run.wait_title("Song one")
    run.ctl("next")
    run.wait_title("Song two")


def test_another_window(run, pages):
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.browser.move(tab)
    run.ctl("next")
    run.wait_title("Song two")
    assert len(run.sessions()) == 1, titles(run)


def test_a_frame_of_another_origin(run, pages):
    tab = run.browser.open(f"{pages.at}/frame.html#{pages.elsewhere}/music.html")
    run.wait_title("Song one")
    run.ctl("next")
    run.wait_title("Song two")
    run.browser.close(tab)
    run.wait_until("no player is left", lambda: run.names() == [])


def test_a_host_that_is_killed(run, pages):
    run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    (host,) = hosts_of(run)
    os.kill(host, signal.SIGKILL)
    run.wait_until("its player has gone", lambda: run.names() == [] or hosts_of(run) != [host])
    run.wait_title("Song one")
    run.ctl("next")
    run.wait_title("Song two")


def test_a_background_that_rests(run, pages):
    """The browser ends a background that has nothing to do, but not while the background has a host."""
    run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    host = hosts_of(run)
    run.wait_until("it has played for a while", lambda: run.get("Position") > 8e6)
    assert hosts_of(run) == host, "the host was started anew"
    run.ctl("next")
    run.wait_title("Song two")


def test_a_browser_that_is_killed(run, pages):
    run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    run.browser.kill()
    run.wait_until("no player is left", lambda: run.names() == [])
    run.wait_until("the host has ended", lambda: hosts_of(run) == [])
