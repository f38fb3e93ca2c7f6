# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests media elements of pages that say nothing by navigator.mediaSession."""

from run import open_film

TRACKS = "org.nowplaying.Tracks1"


def open_with_session(run, pages):
    tab = open_film(run, pages)
    run.wait_status("Playing")
    (session,) = run.sessions()
    return tab, session


def of_film(run, tab, name):
    return run.browser.run(tab, f"return film.{name}")


def test_a_film(run, pages):
    tab, session = open_with_session(run, pages)
    session.wait(lambda of: of.content.get("duration", 0) > 29e6, "it has its length")
    assert session.content["kind"] == "generic" and session.content["media-type"] == "video", session.content
    assert session.content["url"] == f"{pages.at}/element.html", session.content
    run.browser.run(tab, "document.title = 'Another Title'")
    run.wait_title("Another Title")


def test_commands(run, pages):
    tab, session = open_with_session(run, pages)
    session.wait(lambda of: of.command("seek-to-position")["enabled"], "one can seek")
    session.send("pause").wait_playback(state="paused")
    assert of_film(run, tab, "paused")
    session.send("seek-to-position", position=12_000_000)
    run.wait_until("it is there", lambda: of_film(run, tab, "currentTime") == 12)
    session.send("skip-forward", interval=10_000_000)
    run.wait_until("it has skipped", lambda: of_film(run, tab, "currentTime") == 22)
    session.wait(lambda of: abs(of.position() - 22e6) < 1e4, "the desktop sees it")
    session.send("skip-backward", interval=10_000_000)
    run.wait_until("it has skipped back", lambda: of_film(run, tab, "currentTime") == 12)
    session.send("change-rate", rate=1.5)
    run.wait_until("the rate is another", lambda: of_film(run, tab, "playbackRate") == 1.5)
    session.set_volume(0.25)
    run.wait_until("the volume is another", lambda: of_film(run, tab, "volume") == 0.25)
    session.wait(lambda of: of.volume == 0.25, "the desktop sees that, too")
    session.send("mute", muted=True)
    run.wait_until("it is muted", lambda: of_film(run, tab, "muted"))
    session.send("play").wait_playback(state="playing")
    session.send("stop")
    run.wait_until("it is at its start", lambda: of_film(run, tab, "paused") and of_film(run, tab, "currentTime") == 0)


def test_chapters_and_tracks(run, pages):
    tab, session = open_with_session(run, pages)
    session.wait(lambda of: len(of.content.get("chapters", [])) == 3, "it has chapters")
    assert [chapter[1] for chapter in session.content["chapters"]] == ["Begin", "Middle", "End"]
    session.send("next-chapter")
    run.wait_until("the chapter plays", lambda: 10 <= of_film(run, tab, "currentTime") < 20)
    (track,) = session.copy.objects[session.path][TRACKS]["Tracks"].value
    track = {key: value.value for key, value in track.items()}
    assert (track["language"], track["title"], track["selected"]) == ("de", "Deutsch", False), track
    session.call("SelectTrack", "ss", "subtitles", track["id"], interface=TRACKS)
    run.wait_until("the words show", lambda: of_film(run, tab, "textTracks[1].mode") == "showing")


def test_raise_and_quit(run, pages):
    tab, _ = open_with_session(run, pages)
    other = run.browser.open(f"{pages.at}/frame.html")
    run.browser.select(other)
    assert run.browser.run(tab, "return document.hidden"), "the other tab is not in front"
    run.root("Raise")
    run.wait_until("the tab is in front", lambda: not run.browser.run(tab, "return document.hidden"))
    run.root("Quit")
    run.wait_until("it is gone", lambda: run.names() == [])
    assert of_film(run, tab, "paused")
    run.browser.run(tab, "film.play()")
    run.wait_title("A Film")


def test_elements_apart(run, pages):
    """A short sound is no player; an element in no document, and one in a closed shadow tree, are shown and driven."""
    tab = run.browser.open(f"{pages.at}/apart.html")
    run.browser.run(tab, "short.play()")
    run.wait_until("the sound is over", lambda: run.browser.run(tab, "return short.ended"))
    assert run.names() == [], "the sound of a button is a player"
    run.browser.run(tab, "alone.play()")
    run.wait_title("Apart")
    run.ctl("pause")
    run.wait_until("it is paused", lambda: run.browser.run(tab, "return alone.paused"))
    run.browser.run(tab, "hidden.play()")
    run.wait_status("Playing")
    run.ctl("pause")
    run.wait_until("this one, too", lambda: run.browser.run(tab, "return hidden.paused"))


def test_a_muted_video(run, pages):
    """A muted video counts as decoration and is not shown; a film that is muted later is still shown."""
    tab = run.browser.open(f"{pages.at}/element.html")
    run.browser.run(tab, "film.muted = true; film.play()")
    run.wait_until("it plays", lambda: of_film(run, tab, "currentTime") > 0.5)
    assert run.names() == [], "decoration is a player"
    run.browser.run(tab, "film.muted = false")
    run.wait_title("A Film")
    run.browser.run(tab, "film.muted = true")
    (session,) = run.sessions()
    session.wait(lambda of: of.playback.get("muted"), "it is muted")


def test_an_error(run, pages):
    tab, session = open_with_session(run, pages)
    run.browser.run(tab, "film.src = 'none.webm'; film.play()")
    session.wait_playback(state="error")


def test_a_documentary(run, pages):
    """A long film is no music, whatever the page says of its channel; a short one may be."""
    tab = run.browser.open(f"{pages.at}/documentary.html")
    run.browser.run(tab, "film.play()")
    run.wait_title("Life of a Comet")
    (session,) = run.sessions()
    session.wait(lambda of: of.content.get("duration") == 3_000_000_000, "it has its length")
    assert session.content["kind"] == "generic" and session.content["media-type"] == "video", session.content
    assert session.content["lines"] == ["Life of a Comet", "Night Skies Channel"], session.content
    run.browser.run(tab, "navigator.mediaSession.setPositionState({ duration: 240, position: 1 })")
    session.wait(lambda of: of.content["kind"] == "music", "a short one is a music video")
