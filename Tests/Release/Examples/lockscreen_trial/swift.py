# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The programs of the examples in Swift, seen by the lock screen and by the program nowplaying.

What they play is made here.
"""
import contextlib
import functools
import json
import shutil
from pathlib import Path

from lockscreen_trial import artwork
import swift_examples
from field.servers import Server, ffmpeg, make_song
from lab.station import Station

# Sizes of a picture or a video in a test; those of the README are larger.
SMALL = {"square": (240, 240), "tall": (240, 320)}


class Follower:
    """nowplaying follow, beside a lock screen that shows one session."""

    def __init__(self, screen):
        self.screen = screen
        self.program = screen.start(str(screen.build / "nowplaying"), "follow")

    def last(self):
        """Returns the last line that the program has printed."""
        lines = [line for line in self.program.take() if line.startswith("{")]
        return json.loads(lines[-1]) if lines else {}

    def wait_title(self, title):
        """Waits until both the lock screen and `nowplaying follow` show this title. Returns the item that follow
        prints."""
        self.screen.wait_text("first", title)
        self.screen.wait_until(f"nowplaying follow says {title!r}",
                               lambda: self.last().get("item", {}).get("lines", [])[:1] == [title])
        return self.last()["item"]


# ------------------------------------------------------------------------------------------------- The player -----

def make_music(screen, made, sizes):
    """Makes three songs: one with a tall and a square video, one with the square video of its album, and one without a
    video."""
    album, single = Path(screen.directory, "Northern Rooms"), Path(screen.directory, "Paper Boats")
    songs = [album / "Polar Night.flac", album / "Long Way Home.flac", single / "Paper Boats.flac"]
    for song in songs:
        song.parent.mkdir(exist_ok=True)
        make_song(song, song.stem, "Ida Falk", 247, album=song.parent.name)
    for name, owner, scene, shapes in (("night", "Polar Night", artwork.NIGHT, sizes),
                                       ("dawn", "cover", artwork.DAWN, ["square"])):
        for shape in shapes:
            video, still = made(name, scene, *sizes[shape])
            shutil.copy(video, album / f"{owner}.{shape}.mp4")
            ffmpeg("-i", still, "-q:v", 2, album / f"{owner}.{shape}.jpg")
    for folder in album, single:
        shutil.copy(album / "cover.square.jpg", folder / "cover.jpg")
    return songs


def start_player(screen, songs, *options):
    program = swift_examples.build("swift-player") / "swift-player"
    screen.start(program, "--ao=null", *options, *songs, NOWPLAYING_AUTOPLAY="on")


def swift_player(screen):
    """The player in Swift moves, tall and square, after its preview, and stands still where it has no video."""
    monitor = screen.start("busctl", "--user", "monitor", "--json=short", "--match",
                           "type='method_call',interface='org.nowplaying.AnimatedArtwork1'")
    monitor.expect("Monitoring", part=True)
    first, second, third = songs = make_music(screen, functools.partial(artwork.made, screen.directory), SMALL)
    start_player(screen, songs)
    follower = Follower(screen)
    screen.show(screen.program)
    item = follower.wait_title(first.stem)
    assert item.get("animated-tall") == item.get("animated-square") == str(first.with_suffix("")), item
    screen.wait_until("the artwork moves", screen.moves)

    def asked():
        """Returns the requests for animated artwork, with their shapes."""
        calls = [json.loads(line) for line in monitor.take() if line.startswith("{")]
        return [(call["member"], call["payload"]["data"][1]) for call in calls]

    screen.wait_until("the tall video was asked for", lambda: ("GetVideo", "3:4") in asked())
    assert ("GetPreview", "3:4") in asked()[:asked().index(("GetVideo", "3:4"))], "the video came before the preview"
    for button, opinion in ("like-0", "positive"), ("dislike-0", "negative"), ("dislike-0", "neutral"):
        screen.click(button)
        screen.wait_until(f"{button} makes it {opinion}", lambda: opinion in [
            command["current"] for command in follower.last()["commands"] if command["command"] == "feedback"])
    assert "like-1" not in screen.texts(), "there are two pairs of thumbs"
    screen.click("next")
    item = follower.wait_title(second.stem)
    assert item.get("animated-square") == str(second.with_name("cover")) and "animated-tall" not in item, item
    screen.wait_until("the artwork of the album moves", screen.moves)
    screen.click("next")
    item = follower.wait_title(third.stem)
    assert "artwork" in item and "animated-square" not in item and "animated-tall" not in item, item
    screen.wait_until("the cover stands still", lambda: not screen.moves())


# -------------------------------------------------------------------------------------------------- The radio -----

def make_logo(screen, side):
    path = Path(screen.directory, "logo.png")
    artwork.make_logo(path, side, "harbour", "98.4")
    return path


def start_radio(screen, station):
    program = swift_examples.build("swift-radio") / "swift-radio"
    screen.start(program, station.stream, station.logo, FFMPEG_OUTPUT="-f null -")


def swift_radio(screen):
    """The radio in Swift is live, and shows the station's titles."""
    with Station(screen, "Harbour 98.4", make_logo(screen, 240)) as station:
        station.say("Anna Lindqvist - Slow Water")
        start_radio(screen, station)
        follower = Follower(screen)
        screen.show(screen.program)
        follower.wait_title("Anna Lindqvist - Slow Water")
        texts = screen.texts()
        assert (texts["second"], texts["state"]) == ("Harbour 98.4", "LIVE"), texts
        station.say("Ida Falk - Polar Night")
        follower.wait_title("Ida Falk - Polar Night")
        screen.click("play")
        screen.wait_until("nowplaying follow says that it is off", lambda: follower.last().get("state") == "paused")


# ------------------------------------------------------------------------------------------------ The speaker -----

def open_speaker(screen):
    """Returns a speaker, which must be used in a `with`, because it does not end with the screen."""
    return contextlib.closing(Server(screen.directory + "/kitchen"))


def start_speaker(screen, speaker, made, size):
    """Starts the app with a session for the speaker in the kitchen. Returns the app."""
    programs = swift_examples.build("swift-remote-speaker")
    cover = made("fall", artwork.FALL, *size)[1]
    make_song(speaker.music / "song.flac", "Orchard Road", "The Lanterns", 236, cover, album="Evenings In")
    speaker.start().play()
    screen.run(programs / "org.nowplaying.SwiftRemoteSpeaker.RemoteMedia", "--install")
    screen.run(programs / "swift-remote-speaker", "start", "kitchen", "Kitchen", "localhost", str(speaker.port))
    return programs / "swift-remote-speaker"


def swift_speaker(screen):
    """The session of a speaker in another room is shown with its device, whose volume can be set; it goes when it is
    ended."""
    with open_speaker(screen) as speaker:
        app = start_speaker(screen, speaker, functools.partial(artwork.made, screen.directory), SMALL["square"])
        follower = Follower(screen)
        screen.show(screen.program)
        follower.wait_title("Orchard Road")
        devices = lambda: follower.last().get("devices", [])  # noqa: E731
        assert follower.last()["remote"] and [device["name"] for device in devices()] == ["Kitchen"], devices()
        screen.drag("volume-0", 0.9, 0.6, 0.3)
        screen.wait_until("the speaker is quieter", lambda: abs(int(speaker.status()["volume"]) - 30) < 5)
        screen.wait_until("nowplaying follow says so",
                          lambda: any(abs(device["volume"] - 0.3) < 0.05 for device in devices()))
        screen.run(app, "end", "kitchen")
        screen.wait_text("nothing", "Nothing is playing")


TESTS = (swift_player, swift_radio, swift_speaker)
