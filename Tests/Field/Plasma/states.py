# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The states in which people see the applet: the players of each, and what is seen of them."""

import covers
from people import PLAYS, failed, music, podcast, radio, speakers

LONG = {
    "latin": ("A symphony of a name that nobody can read to its end, for orchestra, choir and four soloists",
              "The Grand Philharmonic Orchestra of the Old Town with its choir of a hundred voices"),
    "arabic": ("سيمفونية ذات اسم طويل لا يستطيع أحد قراءته حتى نهايته أبدا مهما كان صبورا",
               "أوركسترا المدينة القديمة مع جوقة من مئة صوت وأربعة منفردين"),
    "japanese": ("誰も最後まで読むことのできないとても長い名前を持つ交響曲第九番ニ短調作品百二十五合唱付き",
                 "旧市街管弦楽団と百人の合唱団と四人の独唱者"),
}


def book():
    return {"name": "Leafturn", "kind": "Book", "at": 7260, "cover": covers.dusk(), "volume": 0.5,
            "content": {"title": "The Salt Road", "author": "Ines Calloway", "narrator": "Tom Reyes",
                        "duration": 31000},
            "chapters": [[0, "The Harbour"], [5400, "A Letter from Home"], [12600, "Over the Pass"],
                         [21000, "The Salt Road"]],
            "commands": ["skip-backward 30", "pause", "play", "skip-forward 30", "seek-to-position", "bookmark",
                         "change-rate 0.75 1 1.25 1.5 2"]}


def window():
    return {**radio(), "at": 3100, "window": [0, 3600],
            "commands": ["skip-backward 15", "pause", "play", "skip-forward 15", "seek-to-position", "seek-to-live"]}


def film():
    return {"name": "Lumen", "kind": "Movie", "at": 2460, "cover": covers.lighthouse(), "volume": 0.9,
            "content": {"title": "The Lighthouse Keeper", "duration": 6120},
            "tracks": [["AUDIO", "1", "en", True], ["SUBTITLES", "1", "pt", False]],
            "commands": ["skip-backward 10", "pause", "play", "skip-forward 10", "seek-to-position"]}


def video():
    """A video whose player does not say what kind of video."""
    return {"name": "Looker", "at": 11, "buffered": 90, "cover": covers.coast(), "volume": 0.9,
            "content": {"title": "How Lighthouses Work", "media_type": "VIDEO", "duration": 180},
            "commands": ["skip-backward 10", "pause", "play", "skip-forward 10", "seek-to-position",
                         "change-rate 0.25 0.5 1 1.5 2"]}


def pictureless():
    """A video without a picture."""
    return {key: value for key, value in video().items() if key != "cover"}


def station():
    """A station that can be stopped, and not paused."""
    return {**radio(), "commands": ["play", "stop"]}


def advertisement():
    said = music()
    return {**said, "content": {**said["content"], "title": "Fresh Bread", "advertisement": True}}


def explicit():
    said = music()
    return {**said, "content": {**said["content"], "explicit": True}, "cover": covers.pale(),
            "commands": [*said["commands"], "skip-backward 15", "skip-forward 15", "dislike", "bookmark"]}


def unsaid():
    """An error for which the player has no words."""
    return {**film(), "state": "failed", "reason": "NETWORK"}


def buffering():
    return {**music(), "state": "buffering"}


def interrupted():
    return {**music(), "state": "interrupted"}


def bare():
    """A song without a cover."""
    return {key: value for key, value in music().items() if key != "cover"}


def wordy():
    """A song with buttons of the player's own: one whose icon Breeze lacks, and one whose icon Breeze calls
    otherwise."""
    return {**music(), "commands": [*PLAYS, "custom later:radio Listen later", "custom sleep:timer Sleep timer"]}


def long(script):
    title, artist = LONG[script]
    return {**music(), "content": {"title": title, "artists": [artist], "album": title, "duration": 4000}}


def other(number):
    return lambda: {**music(), "name": f"Player {number}", "volume": 0.3, "commands": PLAYS}


# The players of each state, and words that are seen of them.
STATES = {
    "music": ((music,), ["Evening Light on the Harbour", "Like", "Shuffle"]),
    "podcast": ((podcast, music, radio), ["Night Skies", "Chapters", "Castaway", "Meridian", "Antenna"]),
    "book": ((book,), ["The Salt Road", "Ines Calloway", "Chapters", "Bookmark"]),
    "radio": ((radio,), ["Harbour 98.4", "LIVE"]),
    "window": ((window,), ["Harbour 98.4", "Go to live", "Position"]),
    "film": ((film,), ["The Lighthouse Keeper", "Forward by 10 seconds"]),
    "video": ((video, music, podcast), ["How Lighthouses Work", "Speed"]),
    "pictureless": ((pictureless,), ["How Lighthouses Work"]),
    "station": ((station,), ["Harbour 98.4", "Stop"]),
    "advertisement": ((advertisement,), ["Fresh Bread"]),
    "explicit": ((explicit,), ["Evening Light on the Harbour", "Like", "Bookmark"]),
    "error": ((failed,), ["Sign in to play this episode"]),
    "unsaid": ((unsaid,), ["There is no connection"]),
    "buffering": ((buffering,), ["Evening Light on the Harbour", "Buffering…", "Pause"]),
    "interrupted": ((interrupted,), ["Evening Light on the Harbour", "Interrupted", "Play"]),
    "remote": ((speakers,), ["Evening Light on the Harbour", "Devices"]),
    "bare": ((bare,), ["Evening Light on the Harbour"]),
    "wordy": ((wordy,), ["Listen later", "Sleep timer"]),
    **{script: ((lambda script=script: long(script),), [LONG[script][0]]) for script in LONG},
    "six": ((music, podcast, radio, book, film, other(6)), ["Meridian", "Castaway", "Antenna", "Leafturn", "Lumen"]),
}
