# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Draws the covers of the players that the pictures of the applet show. Needs ImageMagick and Noto Sans."""

import functools

from field.screen.surface import run

BOLD = "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf"
SIDE = 720
# The colours of the edges of pictures that must be whole.
POSTER_TOP, POSTER_END = "#3DDC84", "#FFC83D"
# For each hill: its colour, and its outline from the left to the right.
DUSK = (("#b5557b", "M 0,430 C 140,360 260,470 400,420 S 620,360 720,410"),
        ("#843f74", "M 0,500 C 160,440 300,560 460,500 S 640,450 720,490"),
        ("#562c63", "M 0,560 C 120,600 260,500 420,570 S 620,610 720,550"),
        ("#1a1030", "M 0,650 C 180,590 330,690 500,640 S 660,620 720,650"))


@functools.lru_cache
def draw(name, background, *words, size=(SIDE, SIDE)):
    """Writes a cover of this background, with what ImageMagick's words draw on it, and returns its path."""
    run("convert", "-size", f"{size[0]}x{size[1]}", background, *words, "-strip", name)
    return name


def dusk():
    """Hills below a low sun."""
    hills = [word for colour, outline in DUSK
             for word in ("-fill", colour, "-draw", f"path '{outline} L {SIDE},{SIDE} L 0,{SIDE} Z'")]
    return draw("dusk.png", "gradient:#2b1b52-#f7a06b", "-fill", "#fff1c9", "-draw", "circle 450,300 450,225", *hills)


def moon():
    """A moon, and the name of a podcast."""
    return draw("moon.png", "gradient:#0f766e-#042f2e", "-fill", "#ecfdf5", "-draw", "circle 360,270 360,130",
                "-fill", "#0b5f59", "-draw", "circle 415,245 415,125", "-fill", "#ecfdf5", "-font", BOLD,
                "-pointsize", "92", "-gravity", "south", "-annotate", "+0+110", "NIGHT SKIES")


def station():
    """The sign of a radio station."""
    return draw("station.png", "xc:#f8fafc", "-fill", "#c81e1e", "-draw", "circle 360,360 360,60", "-fill", "white",
                "-font", BOLD, "-pointsize", "170", "-gravity", "center", "-annotate", "+0-20", "98.4",
                "-pointsize", "64", "-annotate", "+0+110", "HARBOUR")


def lighthouse():
    """The poster of a film: a lighthouse at night, with a line at the top and its name at the bottom."""
    return draw("lighthouse.png", "gradient:#0b1a36-#33618c", "-fill", "rgba(255,225,140,0.55)",
                "-draw", "polygon 345,290 0,190 0,370", "-draw", "polygon 375,290 720,210 720,390",
                "-fill", "#e8edf3", "-draw", "polygon 325,330 395,330 430,820 290,820",
                "-fill", "#b3362b", "-draw", "polygon 315,460 405,460 418,590 302,590",
                "-fill", "#ffe08a", "-draw", "rectangle 335,265 385,330",
                "-fill", "#b3362b", "-draw", "polygon 322,265 398,265 360,215",
                "-fill", "#0a1424", "-draw", "path 'M 0,820 C 200,760 480,770 720,830 L 720,1080 L 0,1080 Z'",
                "-fill", POSTER_TOP, "-draw", "rectangle 0,0 720,40", "-fill", POSTER_END, "-font", BOLD,
                "-draw", "rectangle 0,1040 720,1080", "-pointsize", "72", "-gravity", "south",
                "-annotate", "+0+150", "THE LIGHTHOUSE", "-annotate", "+0+60", "KEEPER", size=(720, 1080))


def coast():
    """The still of a video, which is wide, with a line at its start and its end."""
    return draw("coast.png", "gradient:#8ec5fc-#e0f2f1", "-fill", "#2f6f5e",
                "-draw", "path 'M 0,430 C 300,330 600,520 1280,380 L 1280,720 L 0,720 Z'", "-fill", POSTER_TOP,
                "-draw", "rectangle 0,0 40,720", "-fill", POSTER_END, "-draw", "rectangle 1240,0 1280,720",
                size=(1280, 720))


def pale():
    """A cover as light as can be."""
    return draw("pale.png", "xc:white", "-fill", "#f5f5f5", "-draw", "circle 360,360 360,120")
