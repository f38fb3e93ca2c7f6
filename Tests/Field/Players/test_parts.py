# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Surfaces of org.nowplaying see and do more than MPRIS has: chapters, tracks, mute, and why nothing plays."""

import contextlib

from field.adapters import media
from field.adapters.every import Kodi, Mpv, Vlc, of
from testkit.desktop import wait_until
from testkit.protocol import TRACKS
from testkit.surface import plain
from testkit.wire import Variant


@contextlib.contextmanager
def playing(player, *paths):
    """Plays files. Kodi plays them as a queue of films; the other players have one kind of queue."""
    with player(*(() if player is Kodi else paths)) as run:
        if player is Kodi:
            run.play(*paths, playlist=1)
        yield run


def names(session):
    """Returns the names of the commands that are offered."""
    return {entry["command"] for entry in session.commands}


def tracks(session):
    """Returns the tracks in the surface's copy: for each its kind, its language, its title, and whether it is
    selected."""
    return [(track["kind"], track.get("language"), track.get("title"), track["selected"])
            for track in plain(session.copy.objects[session.path].get(TRACKS, {}).get("Tracks", []))]


def identify(session, kind, language):
    return next(track["id"] for track in plain(session.get("Tracks", TRACKS))
                if track["kind"] == kind and track["language"] == language)


@of(Mpv, Vlc, Kodi)
def test_chapters(player, folder):
    """Chapters have their starts and titles, and one can go to the next and the previous one; without chapters that is
    not offered."""
    plain = media.film(folder / "plain.mkv", 30)
    with playing(player, media.concert(folder / "concert.mkv"), plain) as run:
        session = run.session()
        session.wait(lambda of: len(of.content.get("chapters", [])) == 3, "there are three chapters")
        titles = ["", "", ""] if player is Kodi else ["One", "Two", "Three"]
        assert [tuple(chapter) for chapter in session.content["chapters"]] == [
            (10_000_000 * number, title, "") for number, title in enumerate(titles)]
        session.wait(lambda of: {"next-chapter", "previous-chapter"} <= names(of), "one can go to another")

        def wait_for_chapter(number):
            # The player may begin a chapter one frame early.
            session.wait(lambda of: 10 * number - 1 < (of.position() or 0) / 1e6 < 10 * number + 8,
                         f"the position is in chapter {number}")

        for number in 1, 2:
            session.send("next-chapter")
            run.wait_until(f"chapter {number} plays", lambda number=number: run.chapter() == number)
            wait_for_chapter(number)
        if player is not Vlc:
            # Other players than VLC go to the start of a chapter that has played for some seconds.
            run.ctl("pause")
            run.wait_status("Paused")
            session.send("seek-to-position", position=21_000_000)
            session.wait(lambda of: 20 < (of.position() or 0) / 1e6 < 22, "it has played for one")
        session.send("previous-chapter")
        wait_for_chapter(1)
        run.ctl("next")
        session.wait(lambda of: of.content.get("url") == plain.as_uri(), "the other film plays")
        session.wait(lambda of: "chapters" not in of.content and not {"next-chapter", "previous-chapter"} & names(of),
                     "it has no chapters")


@of(Mpv, Vlc, Kodi)
def test_tracks(player, folder):
    """Tracks have their languages and titles; a surface chooses one, or no subtitles, and so does the player itself."""
    plain = media.film(folder / "plain.mkv", 30)
    with playing(player, media.concert(folder / "concert.mkv"), plain) as run:
        session = run.session()

        def wait_tracks(english, german, french):
            wanted = [("audio", "eng", None, english), ("audio", "ger", "Kommentar", german),
                      ("subtitles", "fre", "Paroles", french)]
            session.surface.wait(lambda: tracks(session) == wanted, f"the tracks are {wanted}")

        def select(kind, language):
            identifier = identify(session, kind, language) if language else ""
            session.call("SelectTrack", "ss", kind, identifier, interface=TRACKS)

        wait_tracks(True, False, False)
        select("audio", "ger")
        run.wait_until("the player has the other sound", lambda: "Kommentar" in (run.chosen("audio") or ""))
        wait_tracks(False, True, False)
        select("subtitles", "fre")
        run.wait_until("the player shows words", lambda: "Paroles" in (run.chosen("subtitles") or ""))
        wait_tracks(False, True, True)
        select("subtitles", None)
        run.wait_until("the player shows no words", lambda: run.chosen("subtitles") is None)
        wait_tracks(False, True, False)
        # Kodi does not report changes of its subtitles that it makes by itself.
        for kind, number, wanted in (("subtitles", 0, (False, True, True)), ("subtitles", None, (False, True, False)),
                                     ("audio", 0, (True, False, False))):
            if kind == "audio" or player is not Kodi:
                run.choose(kind, number)
                wait_tracks(*wanted)
        run.ctl("next")
        session.wait(lambda of: of.content.get("url") == plain.as_uri(), "the other film plays")
        session.surface.wait(lambda: [track[0] for track in tracks(session)] == ["audio"], "it has its sound alone")


@of(Mpv, Vlc, Kodi)
def test_mute(player, folder):
    """The player and the desktop mute; the volume stays the same."""
    with player.audible(folder) as run:
        session, client = run.session(), run.client()
        client.set("Volume", Variant("d", 0.5))
        wait_until("the volume is a half", lambda: abs(client.get("Volume") - 0.5) < 0.01)
        session.wait(lambda of: of.command("mute")["enabled"], "it can be muted")

        def wait_muted(muted):
            session.wait(lambda of: of.playback.get("muted", False) == muted, f"muted is {muted}")
            assert abs(client.get("Volume") - 0.5) < 0.01, "the volume is another"

        for muted in True, False, True:
            session.send("mute", muted=muted)
            run.wait_until(f"the player is muted: {muted}", lambda muted=muted: run.is_muted() == muted)
            wait_muted(muted)
        for muted in False, True, False:
            run.mute(muted)
            wait_muted(muted)


@of(Vlc)
def test_what_cannot_be_played(player, folder):
    """A file that cannot be played is shown with a kind of error and a sentence, until something plays or playback is
    stopped."""
    strange = folder / "strange.mkv"
    strange.write_bytes(b"no film")
    with player(*player.idle) as run:
        session = run.session()
        for path, kind in ((folder / "none.flac", "not-available"), (strange, "format")):
            run.remote("add", path)
            session.wait(lambda of: of.state == "error" and of.content.get("url") == path.as_uri(),
                         f"it shows {path.name}")
            assert session.playback["error-kind"] == kind, session.playback
            assert session.playback["error"] == "Your input can't be opened", session.playback
            assert run.client().get("PlaybackStatus") == "Stopped"
        run.ctl("stop")
        session.wait(lambda of: of.state == "stopped" and "error" not in of.playback, "it is only stopped")
        run.ctl("play")
        session.wait(lambda of: of.state == "error", "it is tried again")
        run.remote("add", folder / "1.flac")
        run.wait_title("Song 1")
        session.wait(lambda of: of.state == "playing" and "error" not in of.playback, "the error has gone")
