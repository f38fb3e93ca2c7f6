# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes the pictures of the README: a lock screen with animated artwork, a player of MPRIS alone, devices, and the
examples in Swift."""
import shutil
import subprocess

from lockscreen_trial import artwork, swift
from field.screen.lockscreen import HEIGHT, WIDTH

# The pictures, by their file names below examples/.
PICTURES = {"square": "lockscreen/square", "tall": "lockscreen/tall", "devices": "lockscreen/devices",
            "foreign": "lockscreen/foreign", "chapters": "lockscreen/chapters", "error": "lockscreen/error",
            "swift-tall": "swift-player/tall", "swift-square": "swift-player/square",
            "swift-radio": "swift-radio/lockscreen", "swift-speaker": "swift-remote-speaker/lockscreen"}
LARGE = {"square": (720, 720), "tall": (720, 960)}
PLAYS = ["previous", "pause", "next", "play", "seek-to-position"]


def song(title, artist, album, duration):
    return {"title": title, "artists": [artist], "album": album, "duration": duration}


def tall(made):
    return {"name": "Meridian", "content": song("Last Light", "The Far Hills", "Dusk Songs", 254), "at": 97,
            "tall": made("dusk", artwork.DUSK, 720, 960), "volume": 0.6,
            "commands": ["change-shuffle-mode", *PLAYS, "change-repeat-mode", "like Love"]}


def square(made):
    return {"name": "Meridian", "content": song("Slow Water", "Anna Lindqvist", "Tidelands", 318), "at": 141,
            "square": made("sea", artwork.SEA, 720, 720), "volume": 0.45,
            "commands": ["change-shuffle-mode", *PLAYS, "change-repeat-mode"]}


def devices(made):
    return {"name": "Castaway", "kind": "Podcast", "at": 1287, "cover": made("sand", artwork.SAND, 720, 720)[1],
            "content": {"title": "The Desert at Night", "show_name": "Field Notes", "duration": 3120},
            "commands": ["skip-backward 15", "pause", "play", "skip-forward 30", "seek-to-position",
                         "change-rate 1 1.25 1.5 2", "like Like"],
            "devices": [{"id": "kitchen", "name": "Kitchen", "volume": 0.55},
                        {"id": "living", "name": "Living Room", "type": "TV", "can_step": True},
                        {"id": "car", "name": "Car", "type": "CAR"}]}


def chapters(made):
    return {"name": "Castaway", "kind": "Podcast", "at": 422, "cover": made("noon", artwork.NOON, 720, 720)[1],
            "content": {"title": "The Comet of 1811", "show_name": "Night Skies", "duration": 1800, "user_rating": 0.6},
            "chapters": [[0, "Opening"], [300, "The great comet"], [840, "Wine and war"], [1320, "Letters"]],
            "commands": ["pause", "play", "seek-to-position", "previous-chapter", "next-chapter", "set-rating 5",
                         "custom sleep Sleep"],
            "tracks": [["AUDIO", "1", "en", True], ["SUBTITLES", "1", "pt", False]]}


def error(made):
    return {**chapters(made), "state": "failed", "error": "Sign in to play this episode"}


def start_mpv(screen, mpv, cover):
    """Starts a player of MPRIS alone, which shows a file named cover beside the song."""
    file = f"{screen.directory}/song.flac"
    shutil.copy(cover, f"{screen.directory}/cover.png")
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "anullsrc", "-t", "221", "-metadata",
                    "title=High Meadow", "-metadata", "artist=Delta Haze", "-metadata", "album=Sirocco", file],
                   check=True)
    screen.start(*mpv, "--start=64", file)


def start_swift(name, screen, made, done):
    """Starts an example in Swift; the programs that it needs end when `done` is closed."""
    if name == "swift-radio":
        station = done.enter_context(swift.Station(screen, "Harbour 98.4", swift.make_logo(screen, 720)))
        station.say("Anna Lindqvist - Slow Water")
        swift.start_radio(screen, station)
    elif name == "swift-speaker":
        speaker = done.enter_context(swift.open_speaker(screen))
        swift.start_speaker(screen, speaker, made, LARGE["square"])
        speaker.mpc("volume", "55")
        speaker.mpc("seek", "1:04")
    else:
        first, second, _ = swift.make_music(screen, made, LARGE)
        songs = [first, second] if name == "swift-tall" else [second, first]
        swift.start_player(screen, songs, "--start=97")


def show(name, screen, made, mpv, done):
    """Shows what belongs into a picture, and waits until it is all there."""
    if name.startswith("swift-"):
        start_swift(name, screen, made, done)
    elif name == "foreign":
        start_mpv(screen, mpv, made("noon", artwork.NOON, 720, 720)[1])
    else:
        said = {"square": square, "tall": tall, "devices": devices, "chapters": chapters, "error": error}[name](made)
        screen.start_player("org.example." + said["name"], **said)
    screen.show(screen.program)
    screen.wait_place("play")
    # Waits until only the artwork moves: its fading in and growing are over.
    foot = (0, HEIGHT - 60, WIDTH, 60)
    before = []
    screen.wait_until("it has settled", lambda: before.append(screen.pixels(*foot)) or before[-20:] == before[-1:] * 20)
    if "square" in name or "tall" in name:
        screen.wait_until("the artwork moves", screen.moves)
