# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The pictures of the README: a lock screen with artwork in motion, a player of MPRIS alone, and devices."""
import artwork

PLAYS = ["previous", "pause", "next", "play", "seek-to-position"]


def song(title, artist, album, duration):
    return {"title": title, "artists": [artist], "album": album, "duration": duration}


def tall(screen, made):
    return {"name": "Meridian", "content": song("Last Light", "The Far Hills", "Dusk Songs", 254), "at": 97,
            "tall": made("dusk", artwork.DUSK, 720, 960), "volume": 0.6,
            "commands": ["change-shuffle-mode", *PLAYS, "change-repeat-mode", "like Love"]}


def square(screen, made):
    return {"name": "Meridian", "content": song("Slow Water", "Anna Lindqvist", "Tidelands", 318), "at": 141,
            "square": made("sea", artwork.SEA, 720, 720), "volume": 0.45,
            "commands": ["change-shuffle-mode", *PLAYS, "change-repeat-mode"]}


def devices(screen, made):
    return {"name": "Castaway", "kind": "Podcast", "at": 1287, "cover": made("sand", artwork.SAND, 720, 720)[1],
            "content": {"title": "The Desert at Night", "show_name": "Field Notes", "duration": 3120},
            "commands": ["skip-backward 15", "pause", "play", "skip-forward 30", "change-rate 1 1.25 1.5 2", "like Like"],
            "devices": [{"id": "kitchen", "name": "Kitchen", "volume": 0.55},
                        {"id": "living", "name": "Living Room", "type": "TV", "can_step": True},
                        {"id": "car", "name": "Car", "type": "CAR"}]}
