# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests mpv with the network: videos on web pages, pictures given by addresses, and broadcasts."""

import shutil

from field.adapters import media
from field.adapters.every import Mpv, of
from testkit.desktop import wait_until

pytestmark = of(Mpv)
YT_DLP = """#!/bin/sh
echo '{{"id": "abcdefghijk", "title": "A Video", "url": "{}", "protocol": "http", "ext": "flac",
"extractor": "youtube", "webpage_url": "https://www.youtube.com/watch?v=abcdefghijk",
"thumbnail": "https:\\/\\/i.example.org\\/abcdefghijk.jpg", "duration": 30, "formats": []}}'
"""


def test_a_video_of_the_web(player, folder):
    """The picture of a video is given by the address that yt-dlp names, if mpv reports it, else by one that is made of
    the video's address."""
    script = folder / "yt-dlp"
    with media.served(folder) as address:
        script.write_text(YT_DLP.format(f"{address}/1.flac"))
        script.chmod(0o755)
        options = f"--script-opts=ytdl_hook-try_ytdl_first=yes,ytdl_hook-ytdl_path={script}"
        with player("--ytdl=yes", options, "https://www.youtube.com/watch?v=abcdefghijk&t=1") as run:
            run.wait_title("A Video")
            named = "i.example.org/abcdefghijk" if run.ipc.get("user-data") else "i.ytimg.com/vi/abcdefghijk/hqdefault"
            wait_until("its picture shows", lambda: run.picture() == f"https://{named}.jpg")


def test_a_picture_of_the_web(player, folder):
    """A picture that mpv has been given by an address is shown by that address."""
    media.picture(folder / "far.png", "olive")
    with media.served(folder) as address, player(folder / "1.flac") as run:
        run.wait_title("Song 1")
        run.ipc("video-add", f"{address}/far.png", "auto", "", "", True)
        wait_until("its picture shows", lambda: run.picture() == f"{address}/far.png")


def test_a_broadcast_in_the_cache(player, folder):
    """The seekable range of a broadcast and whether it is live are emitted; a surface goes back in it, and returns to
    the live edge."""
    with media.Radio(folder) as radio, player("--force-seekable", radio.url) as run:
        session, client = run.session(), run.client()
        session.wait(lambda of: of.content.get("duration-kind") == "live" and "seekable" in of.playback, "has a window")
        session.wait(lambda of: "live-edge" in of.playback, "it is live")
        wait_until("it can be sought", lambda: client.get("CanSeek"))
        wait_until("there is something to go back to", lambda: run.seconds() > 7)
        assert session.playback["seekable"][0] < 2_000_000 and "buffered" not in session.playback, session.playback
        start = run.bus.mark()
        session.send("seek-to-position", position=1_000_000)
        wait_until("it is back", lambda: run.seconds() < 4)
        session.wait(lambda of: "live-edge" not in of.playback, "it is not live any more")
        session.send("seek-to-live")
        wait_until("it is at the end", lambda: run.seconds() > 5)
        session.wait(lambda of: "live-edge" in of.playback, "it is live again")
        assert "Stopped" not in run.statuses(start)


def test_a_radio_in_latin_1(player, folder):
    """Titles in Latin-1 can be read. VLC writes "?" for each letter that is not UTF-8."""
    with media.Radio(folder) as radio, player(radio.url) as run:
        radio.encoding, radio.title = "latin-1", "Müller - Grün ist schön"
        run.wait_title("Grün ist schön")
        assert run.client().metadata()["xesam:artist"] == ["Müller"]


def test_a_broadcast_without_a_name(player, folder):
    """A broadcast without a name is a radio station, and the length that mpv guesses is not emitted."""
    with media.Radio(folder, named=False) as radio, player(radio.url) as run:
        run.session().wait(lambda of: of.content.get("duration-kind") == "live", "it is live")
        assert run.session().content["kind"] == "radio", run.session().content
        assert run.ipc.get("duration") > 0
        assert "station-name" not in run.session().content, run.session().content
        assert run.client().metadata()["xesam:title"] == "stream" and not run.client().get("CanSeek")


def test_the_length_of_a_song_that_has_come(player, folder):
    """mpv takes what has come for the whole: the length of a song without tags is told once all of it has come."""
    media.sound(folder / "plain.mp3", 60)
    with media.passing(folder) as (address, goes_on), player("--pause", f"{address}/plain.mp3") as run:
        session = run.session()
        session.wait(lambda of: of.content.get("duration-kind") == "live", "nobody knows its length")
        start = run.bus.mark()
        wait_until("mpv guesses", lambda: 40 < (run.ipc.get("duration") or 0) < 50)
        goes_on.set()
        session.wait(lambda of: round(of.content.get("duration", 0) / 1e6) == 60, "its length is known")

        def lengths():
            return {round(signals["Metadata"]["mpris:length"].value / 1e6) for signals in run.bus.signals(start)
                    if isinstance(signals, dict) and "mpris:length" in signals.get("Metadata", {})}

        wait_until("clients of MPRIS are sent it", lengths)
        assert lengths() == {60}, lengths()


def test_what_is_loaded_from_the_network(player, folder):
    """A file in which every position can be sought has no seekable range, and no live edge."""
    with media.served(folder) as address, player(f"{address}/1.flac") as run:
        session = run.session()
        session.wait(lambda of: of.playback.get("buffered", 0) > 29_000_000, "all of it is loaded")
        assert "seekable" not in session.playback and "live-edge" not in session.playback, session.playback
        assert not any(entry["command"] == "seek-to-live" for entry in session.commands)


def test_addresses_of_servers(player, folder):
    """Addresses are emitted without user and password; if an access token cannot be removed, the log says so once."""
    for part in ("rest", "library/parts/7", "Audio/7"):
        (folder / part).mkdir(parents=True)
        shutil.copy(folder / "1.flac", folder / part / "stream.flac")
    with media.served(folder) as served:
        for place in ("rest/stream.flac?id=7&u=me&t=26719a&s=c19b2d", "Audio/7/stream.flac?ApiKey=26719a",
                      "library/parts/7/stream.flac?X-Plex-Token=26719a"):
            given, shown = f"{served.replace('//', '//me:secret@')}/{place}", f"{served}/{place}"
            with player(given) as run:
                run.wait_title("Song 1")
                assert run.client().metadata()["xesam:url"] == run.session().content["url"] == shown
                run.ipc("loadfile", given + "&again=1", "replace")
                run.wait_until("the next one is there",
                               lambda: run.client().metadata().get("xesam:url") == shown + "&again=1")
                said = "url of an item has a secret in it"
                run.expected = said,
                assert sum(said in line for line in run.process.take()) == 1
