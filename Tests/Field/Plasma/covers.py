# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Draws the covers of the players that the pictures of the applet show. Needs ImageMagick and Noto Sans."""

from field.screen.surface import run

BOLD = "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf"
SIDE = 720
# For each hill: its colour, and its outline from the left to the right.
DUSK = (("#b5557b", "M 0,430 C 140,360 260,470 400,420 S 620,360 720,410"),
        ("#843f74", "M 0,500 C 160,440 300,560 460,500 S 640,450 720,490"),
        ("#562c63", "M 0,560 C 120,600 260,500 420,570 S 620,610 720,550"),
        ("#1a1030", "M 0,650 C 180,590 330,690 500,640 S 660,620 720,650"))


def draw(name, background, *words):
    """Writes a cover of this background, with what ImageMagick's words draw on it, and returns its path."""
    run("convert", "-size", f"{SIDE}x{SIDE}", background, *words, "-strip", name)
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
    """The poster of a film: a lighthouse at night."""
    return draw("lighthouse.png", "gradient:#0b1a36-#33618c", "-fill", "rgba(255,225,140,0.55)",
                "-draw", "polygon 345,190 0,90 0,270", "-draw", "polygon 375,190 720,110 720,290",
                "-fill", "#e8edf3", "-draw", "polygon 325,230 395,230 430,600 290,600",
                "-fill", "#b3362b", "-draw", "polygon 317,320 403,320 412,410 308,410",
                "-fill", "#ffe08a", "-draw", "rectangle 335,165 385,230",
                "-fill", "#b3362b", "-draw", "polygon 322,165 398,165 360,115",
                "-fill", "#0a1424", "-draw", "path 'M 0,620 C 200,560 480,570 720,630 L 720,720 L 0,720 Z'")
