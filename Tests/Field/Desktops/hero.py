# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes the picture at the top of the project's first page: the same players on desktops, on one ground. The covers are
drawn, and are CC0. Leaves $KEEP/hero.webp, and its parts gnome.webp, gnome-ours.webp and lockscreen.webp. The pictures
of Plasma are in the folder $PARTS."""

import os
import pathlib

from cards import VIEW, Cards
from field.screen.surface import Surface, pixels, run, until
from heroes import castaway, meridian
from posed import covers, serve

# The columns from left to right, with the words above each part.
COLUMNS = [{"own": "GNOME 51", "ours": "GNOME 51 with our extension"},
           {"song": "Plasma 6.7 with our applet", "podcast": "The same in a dark style"},
           {"lockscreen": "A lock screen with GTK 4"}]
# The scale of the screen; in pixels of its pictures, the room between parts, and that for the words above a part.
SCALE, GAP, HEAD = 2, 56, 64
# The room around messages.
EDGE = 10
# A colour of the cover of the song.
COVER = "#5b2a4a"
TITLE_BAR = "#00ff00"
FONT = ("-font", "Cantarell-Bold", "-pointsize", "30", "-fill", "#3d3846")


def take(shot, name, area, radius):
    """Keeps an area of a picture as one with round corners."""
    left, top, width, height = (round(SCALE * value) for value in area)
    mask = f"roundrectangle 0,0 {width - 1},{height - 1} {radius * SCALE},{radius * SCALE}"
    run("convert", shot, "-alpha", "set", "-crop", f"{width}x{height}+{left}+{top}", "+repage", "(", "+clone",
        "-alpha", "transparent", "-fill", "white", "-draw", mask, ")", "-compose", "DstIn", "-composite",
        f"{name}.png")


def take_messages(cards, name):
    """Keeps the list of messages as a picture."""
    left, top, width, height = cards.shell.ask(f"""(() => {{
        const all = {VIEW}.messages.map(m => m.get_transformed_extents()).reduce((a, b) => a.union(b));
        return [all.get_x(), all.get_y(), all.get_width(), all.get_height()]; }})()""")
    take(cards.shell.shot(), name, (left - EDGE, top - EDGE, width + 2 * EDGE, height + 2 * EDGE), 27)


def take_lock_screen(s, cards):
    """Keeps the lock screen as a picture, if it is there."""
    program = pathlib.Path(s.programs, "lockscreen")
    if not program.exists():
        return
    # On a phone, windows have no titles: this one's has a colour by which it is found and cut off.
    style = s.here / ".config/gtk-4.0/gtk.css"
    style.parent.mkdir(parents=True)
    style.write_text(f".titlebar, .titlebar * {{ all: unset; color: {TITLE_BAR}; background: {TITLE_BAR}; }}")
    s.spawn("lockscreen", str(program), GDK_BACKEND="wayland", GTK_A11Y="none", GSK_RENDERER="cairo")
    window = """global.get_window_actors().filter(a => !a.get_transition('scale-x') && !a.get_transition('opacity'))
        .map(a => a.meta_window.get_frame_rect()).map(r => [r.x, r.y, r.width, r.height])[0]"""
    s.check("there is a lock screen", until(lambda: cards.shell.ask(window)), s.log("lockscreen")[-200:])
    s.check("with a cover", until(lambda: pixels(cards.shell.shot(), COVER) > 9000, 30))
    left, top, width, height = cards.shell.ask(window)
    title = pixels(cards.shell.shot(), TITLE_BAR) / (SCALE * SCALE * width)
    take(cards.shell.shot(), "lockscreen", (left, top + title, width, height - title), 30)
    # It is drawn for a hand, and beside a desktop it would be too large.
    run("convert", "lockscreen.png", "-resize", "75%", "lockscreen.png")


def take_plasma(name):
    """Keeps a picture of Plasma with round corners."""
    path = os.path.join(os.environ["PARTS"], f"plasma-hero-{name}.webp")
    size = [int(side) / SCALE for side in run("identify", "-format", "%w %h", path).split()]
    take(path, name, (0, 0, *size), 8)
    # Both together are as high as the messages of GNOME.
    run("convert", f"{name}.png", "-resize", "87%", f"{name}.png")


def put_together(found):
    """Draws the columns beside each other on one ground, each part with its words and a shadow."""
    sizes = {name: tuple(map(int, run("identify", "-format", "%w %h", str(path)).split()))
             for name, path in found.items()}
    words, left, height = [], GAP, 0
    for column in COLUMNS:
        names, top = [name for name in column if name in found], GAP // 2
        for name in names:
            path = str(found[name])
            top += HEAD
            words += [*FONT, "-annotate", f"+{left + 4}+{top - 20}", column[name], "(", path, "-background", "#1a2238",
                      "-shadow", "45x18+0+10", ")", "-geometry", f"+{left - 36}+{top - 26}", "-composite", path,
                      "-geometry", f"+{left}+{top}", "-composite"]
            top += sizes[name][1] + GAP // 2
        left += max(sizes[name][0] for name in names) + GAP if names else 0
        height = max(height, top + GAP // 2)
    run("convert", "-size", f"{left}x{height}", "gradient:#f2f4f9-#dde3ee", *words, "-strip", "-quality", "88",
        os.path.join(os.environ["KEEP"], "hero.webp"), seconds=60)


with Surface("hero") as s:
    cards = Cards(s, "2560x2000")
    cards.shell.scale(float(SCALE))
    drawn = covers()
    served = [serve(s, make, drawn) for make in (castaway, meridian)]
    until(lambda: cards.inside("_order.size") == 2)
    cards.switch(False)
    cards.shell.open_messages()
    s.check("GNOME shows them by itself", until(lambda: len(cards.foreign()) == 2), cards.foreign())
    until(lambda: cards.shell.ask(f"{VIEW}.messages.length") == 2)
    take_messages(cards, "own")
    cards.shell.close_messages()
    cards.switch(True)
    cards.shell.open_messages()
    s.check("so does the extension", until(lambda: len(cards.titles()) == 2), cards.titles())
    cards.open(*cards.titles())
    cards.move(100, 900)
    take_messages(cards, "ours")
    cards.shell.close_messages()
    take_lock_screen(s, cards)
    for name in COLUMNS[1]:
        take_plasma(name)
    parts = {name: pathlib.Path(f"{name}.png") for column in COLUMNS for name in column}
    for part, name in (("own", "gnome"), ("ours", "gnome-ours"), ("lockscreen", "lockscreen")):
        run("convert", f"{part}.png", "-strip", "-quality", "90", os.path.join(os.environ["KEEP"], f"{name}.webp"))
    put_together({name: path for name, path in parts.items() if path.exists()})
    s.check("there is a picture", pathlib.Path(os.environ["KEEP"], "hero.webp").exists())
    for player in served:
        player.stop()
