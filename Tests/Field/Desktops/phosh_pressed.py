# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Presses buttons of phosh's lock screen with the change in plugins/phosh by a pointer, and by the action that a screen
reader uses: each time the player is told the same. Text runs from right to left: all is mirrored, and nothing
overlaps."""

from looked import Looked
from field.screen.surface import Surface, run, until
from phosh_players import castaway, meridian, relay, serve
from posed import SECOND, covers

# Presses: the player, the name of the button, and what the player is told.
PRESSES = {
    "a like": (meridian, "Like", ["feedback", {"mode": "positive", "button": 0, "toggle": True}]),
    "a skip": (castaway, "Forward by 30 seconds", ["skip-forward", {"interval": 30 * SECOND}]),
    "a speed": (castaway, "Speed", ["change-rate", {}]),
    "a bookmark": (castaway, "Bookmark", ["bookmark", {}]),
    "the live edge": (relay, "Go to live", ["seek-to-live", {}]),
}
# Of the episode that is paused at 735 of 2710 seconds: where the bar is played, and where it is not, as shares from the
# left.
PLAYED, UNPLAYED = 0.9, 0.1


def told(player):
    """Returns the commands that a player has got, without the item for which they are meant."""
    return [[part if isinstance(part, str) else {
        key: value.value for key, value in part.items() if key != "item"} for part in body]
        for body in player.called("SendCommand")]


def presses(s, looked):
    for what, (make, name, wanted) in PRESSES.items():
        for way in (looked.click, looked.act):
            served = serve(s, make)
            until(lambda name=name: any(each["name"] == name for each in looked.buttons()), 30)
            way(name)
            until(lambda served=served: told(served.player), 10)
            found = told(served.player)
            s.check(f"{what}, {'by a pointer' if way == looked.click else 'by a screen reader'}", found == [wanted],
                    found)
            served.stop()
            until(lambda name=name: not any(each["name"] == name for each in looked.buttons()), 30)


def is_over(one, other):
    """Returns whether two parts have an area in common."""
    return all(max(one[at], other[at]) < min(one[at] + one[side], other[at] + other[side])
               for at, side in (("x", "width"), ("y", "height")))


def is_mirrored(s, looked):
    """Looks at an episode: what is first stands at the right, and arrows point along the way that time runs."""
    served = serve(s, castaway)
    until(lambda: looked.pills() and "12:15" in looked.texts(), 30)
    parts = looked.resting()
    named = {part["name"]: part for part in parts if part["type"] == "GtkButton"}
    labels = {part["text"]: part for part in parts if "text" in part}
    back, forward = named["Back by 15 seconds"], named["Forward by 30 seconds"]
    s.check("back is right of forward", back["x"] > forward["x"], (back["x"], forward["x"]))
    arrows = {part["icon"]: part["x"] for part in parts if (part.get("icon") or "").startswith("nowplaying-skip-")}
    s.check("and its arrow points to the right", forward["x"] <= arrows["nowplaying-skip-back-symbolic"] < back["x"] <=
            arrows["nowplaying-skip-forward-symbolic"], arrows)
    s.check("speed is right of the bookmark", named["Speed"]["x"] > named["Bookmark"]["x"])
    speeds = [part["drawn"].strip("\u200e") for part in parts if "×" in part.get("text", "")]
    s.check("its number is left of its sign", speeds == ["1×"], speeds)
    s.check("the time that is past is at the right", labels["12:15"]["x"] > labels["45:10"]["x"], [*labels])
    cover = max((part for part in parts if part["type"] == "GtkImage"), key=lambda part: part["width"])
    s.check("the cover is right of the title", cover["x"] > labels["The Comet of 1811"]["x"], cover)
    bar = next(part for part in parts if part["type"] == "GtkProgressBar")
    top, high = bar["y"] * looked.scale, bar["height"] * looked.scale
    blue = [run("convert", s.shot(), "-crop", f"1x{high}+{int((bar['x'] + bar['width'] * share) * looked.scale)}+{top}",
                "-format", "%[fx:maxima.b-maxima.r]", "info:") for share in (UNPLAYED, PLAYED)]
    s.check("the bar runs to the left", float(blue[0]) < 0.2 < float(blue[1]), blue)
    leaves = [part for part in parts if part["type"] in ("GtkLabel", "GtkButton", "GtkProgressBar")]
    inside = [part for part in leaves if part["type"] == "GtkLabel"
              and any(is_over(part, button) for button in named.values())]
    alone = [part for part in leaves if part not in inside]
    over = [(a.get("text") or a["name"], b.get("text") or b["name"]) for i, a in enumerate(alone)
            for b in alone[i + 1:] if is_over(a, b)]
    s.check("nothing overlaps", not over, over)
    s.check("no text is cut", not [part["text"] for part in parts if part.get("cut")])
    s.keep("mirrored", s.shot())
    served.stop()


with Surface("phosh_pressed", seconds=600) as s:
    looked = Looked(s, "720x1440", scale=2, from_right=True)
    covers()
    is_mirrored(s, looked)
    presses(s, looked)
