# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests which sounds are a player: none that nobody listens to, and none that the page has taken away."""

import pytest


def open_bare(run, pages):
    return run.browser.open(f"{pages.at}/bare.html")


def wait_time(run, tab, name, seconds):
    run.wait_until(f"{name} has played", lambda: run.browser.run(tab, f"return {name}.currentTime") > seconds)


def test_a_film_without_sound(run, pages):
    """A film that moves and has no sound is decoration, even if it is not muted."""
    tab = open_bare(run, pages)
    run.browser.run(tab, "window.silent = add('silent.webm'); silent.play()")
    wait_time(run, tab, "silent", 4)
    assert run.players_seen() == set(), "decoration is a player"
    run.browser.run(tab, "window.film = add('film.webm'); film.play()")
    run.wait_title("Bare")
    wait_time(run, tab, "film", 1)
    run.ctl("pause")
    run.wait_until("the film is paused", lambda: run.browser.run(tab, "return film.paused && !silent.paused"))


def test_a_click_that_loads_slowly(run, pages):
    """A short sound is no player while its length is not known yet."""
    tab = open_bare(run, pages)
    run.browser.run(tab, "window.click = new Audio('slow/short.ogg'); click.play()")
    run.wait_until("the sound is over", lambda: run.browser.run(tab, "return click.ended"))
    run.browser.run(tab, "audio = add('one.ogg'); audio.play()")
    run.wait_title("Bare")
    run.wait_until("it has its length", lambda: abs((run.metadata("mpris:length") or 0) - 60e6) < 1e5)
    assert not any(0 < length < 5e6 for length in run.lengths_seen()), "the click is a player"


def test_a_click_beside_music(run, pages):
    """The sound of a button changes neither the length nor the state nor the position of the song that the page
    describes."""
    tab = run.browser.open(f"{pages.at}/music.html")
    run.wait_title("Song one")
    wait_time(run, tab, "audio", 2)
    run.wait_until("it has its length", lambda: abs((run.metadata("mpris:length") or 0) - 60e6) < 1e5)
    run.browser.run(tab, "window.click = new Audio('short.ogg'); click.play()")
    run.wait_until("the sound is over", lambda: run.browser.run(tab, "return click.ended"))
    wait_time(run, tab, "audio", 5)
    assert all(abs(length - 60e6) < 1e5 for length in run.lengths_seen() if length), run.lengths_seen()
    run.browser.run(tab, "audio.pause()")
    run.wait_status("Paused")
    position = run.get("Position")
    run.browser.run(tab, "click.play()")
    run.wait_until("the sound is over again", lambda: run.browser.run(tab, "return click.ended"))
    assert (run.get("PlaybackStatus"), run.get("Position")) == ("Paused", position)


def test_a_call(run, pages):
    """The live sound of a call is no player: music need not stop for it, and nobody can pause it."""
    tab = open_bare(run, pages)
    run.browser.run(tab, """const context = new AudioContext(), tone = context.createOscillator();
        const line = context.createMediaStreamDestination();
        tone.connect(line); tone.start(); window.call = new Audio(); call.srcObject = line.stream; call.play()""")
    wait_time(run, tab, "call", 2)
    assert run.players_seen() == set(), "a call is a player"


@pytest.mark.parametrize("described", [False, True])
def test_an_element_that_is_taken_away(run, pages, described):
    """A film that its page removes, to show something else, is no longer a player."""
    tab = open_bare(run, pages)
    if described:
        run.browser.run(tab, """navigator.mediaSession.metadata = new MediaMetadata({ title: 'Described' });
            navigator.mediaSession.playbackState = 'playing'""")
    run.browser.run(tab, "window.film = add('film.webm'); film.play()")
    run.wait_title("Described" if described else "Bare")
    wait_time(run, tab, "film", 1)
    run.browser.run(tab, "film.remove()")
    run.wait_until("no player is left", lambda: run.names() == [])
    assert run.browser.run(tab, "return film.paused")
    run.browser.run(tab, "document.body.append(film); film.play()")
    run.wait_status("Playing")


def test_an_element_that_is_moved(run, pages):
    """A film that its page moves to another element pauses for a moment, and stays the same player."""
    tab = open_bare(run, pages)
    run.browser.run(tab, "window.film = add('film.webm'); film.play()")
    run.wait_title("Bare")
    wait_time(run, tab, "film", 1)
    run.browser.run(tab, """const box = document.createElement('div'); document.body.append(box); film.remove();
        setTimeout(() => { box.append(film); film.play(); }, 300)""")
    wait_time(run, tab, "film", 3)
    run.wait_status("Playing")
    assert len(run.players_seen()) == 1, run.players_seen()
    assert run.times_gone() == 0, "the player has gone, and come again"


def test_a_sound_that_begins_by_itself(run, pages):
    """An element in no document plays by its attribute `autoplay`, without a call of play()."""
    tab = open_bare(run, pages)
    run.browser.run(tab, "window.alone = new Audio(); alone.autoplay = true; alone.src = 'one.ogg'")
    run.wait_title("Bare")
    run.ctl("pause")
    run.wait_until("it is paused", lambda: run.browser.run(tab, "return alone.paused"))


def test_two_films(run, pages):
    """Muted films that play before and after the film with sound are not shown, and not driven."""
    tab = open_bare(run, pages)
    run.browser.run(tab, "window.first = add('film.webm'); first.muted = true; first.play()")
    wait_time(run, tab, "first", 1)
    assert run.players_seen() == set()
    run.browser.run(tab, "window.film = add('film.webm'); film.play()")
    run.wait_status("Playing")
    run.browser.run(tab, "window.last = add('film.webm'); last.muted = true; last.play()")
    wait_time(run, tab, "last", 1)
    run.ctl("position", "20")
    run.wait_until("the film is there", lambda: run.browser.run(tab, "return film.currentTime") >= 20)
    run.ctl("pause")
    run.wait_until("it alone is paused", lambda: run.browser.run(
        tab, "return film.paused && !first.paused && !last.paused"))
    run.wait_status("Paused")
