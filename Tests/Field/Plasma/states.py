# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the applet in every state, light and dark, at its usual size and at twice that size: no part reaches beyond the
window. A picture of each state is kept in $PICTURES, for people to look at."""

import subprocess
import sys

import covers
from field.screen.surface import run
from people import PLAYS, Picture, failed, music, podcast, radio, speakers

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
    "error": ((failed,), ["Sign in to play this episode"]),
    "unsaid": ((unsaid,), ["There is no connection"]),
    "buffering": ((buffering,), ["Evening Light on the Harbour", "Buffering…", "Pause"]),
    "interrupted": ((interrupted,), ["Evening Light on the Harbour", "Interrupted", "Play"]),
    "remote": ((speakers,), ["Evening Light on the Harbour", "Devices"]),
    "bare": ((bare,), ["Evening Light on the Harbour"]),
    **{script: ((lambda script=script: long(script),), [LONG[script][0]]) for script in LONG},
    "six": ((music, podcast, radio, book, film, other(6)), ["Meridian", "Castaway", "Antenna", "Leafturn", "Lumen"]),
}


def signs(picture, count):
    """Returns two numbers for the sign of each tab: the contrast of its brightest and its darkest pixel, 1 for black
    and white; and how much all its pixels differ, which is little if the sign is a plain block."""
    width, found = picture.size[0] // count, []
    for number in range(count):
        place = f"{width}x{22 * picture.scale}+{width * number}+{6 * picture.scale}"
        words = run("convert", picture.shot(), "-crop", place, "+repage", "-colorspace", "gray", "-fuzz", "5%", "-trim",
                    "-format", "%[fx:maxima-minima] %[fx:standard_deviation]", "info:")
        found.append([float(word) for word in words.split()])
    return found


def show(is_dark, scale):
    """Shows all states, one after the other."""
    look = f"{'dark' if is_dark else 'light'}-{scale}x"
    with Picture(look, is_dark=is_dark, scale=scale, seconds=1200) as picture:
        picture.sees("nothing plays", "Nothing is playing")
        picture.picture(f"state-empty-{look}.webp")
        for name, (players, words) in STATES.items():
            picture.begin(*players)
            picture.sees(f"{name} is seen", *words)
            picture.rests()
            picture.check(f"{name} has its room", not picture.stays_inside(), picture.stays_inside())
            picture.picture(f"state-{name}-{look}.webp")
            if name == "six":
                seen = signs(picture, len(players))
                contrasts, differences = zip(*seen)
                # The lines of a film strip are half a pixel wide at 1 ×.
                picture.check("the sign of each tab can be seen", min(contrasts) > 0.5, seen)
                picture.check("and none is a block", min(differences) > 0.13, seen)
            picture.end()


LOOKS = {f"{'dark' if is_dark else 'light'}-{scale}x": (is_dark, scale)
         for is_dark in (False, True) for scale in (1, 2)}

if __name__ == "__main__":
    if len(sys.argv) == 2:
        show(*LOOKS[sys.argv[1]])
    else:
        sys.exit(any([subprocess.run([sys.executable, "-B", __file__, look], check=False).returncode
                      for look in LOOKS]))
