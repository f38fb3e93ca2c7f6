# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Asks the applet, by the probe, what it has drawn: which texts are cut, which parts are too small or overlap, and how
well words and marks can be told from their ground."""

import json
import os
import socket

from field.screen.surface import run
from people import Picture
from screen import HEIGHT, WIDTH, until

# Names that expressions for the probe may use, as one line.
WORDS = " ".join("""
const all = item => { const found = [item]; for (let i = 0; i < item.children.length; i++)
  found.push(...all(item.children[i])); return found };
const seen = item => { for (let each = item; each; each = each.parent) if (!each.visible || each.opacity === 0)
  return false; return item.width > 0 && item.height > 0 };
const flat = (list, made) => list.reduce((found, each, i) => found.concat(made(each, i)), []);
const items = flat(roots, all).filter(seen);
const sort = item => item.toString();
const place = item => { const r = item.mapToItem(null, 0, 0, item.width, item.height);
  return [r.x, r.y, r.width, r.height] };
const opacity = item => { let found = 1; for (let each = item; each; each = each.parent) found *= each.opacity;
  return found };
const isOn = item => { for (let each = item; each; each = each.parent) if (!each.enabled) return false; return true };
const texts = items.filter(item => item.truncated !== undefined && item.text !== undefined && item.text !== '');
const parts = items.filter(item => item.checkable !== undefined && item.down !== undefined
  || item.snapMode !== undefined);
const icons = items.filter(item => /Icon|SvgItem/.test(sort(item)) && item.source !== undefined
  && item.source.toString() !== '');
const colour = item => [item.color.r, item.color.g, item.color.b, item.color.a * opacity(item)];
const painted = t => { const [x, y, w, h] = place(t), a = t.effectiveHorizontalAlignment, b = t.verticalAlignment;
  const wide = Math.min(w, t.contentWidth), high = Math.min(h, t.contentHeight);
  return [x + (w - wide) * (a === 2 ? 1 : a === 4 ? 0.5 : 0), y + (h - high) * (b === 64 ? 1 : b === 128 ? 0.5 : 0),
    wide, high] };
const text = words => texts.find(item => item.text === words);
const named = words => all(roots[0]).find(item => item.objectName === words);
const holds = (outer, item) => { for (let each = item; each; each = each.parent) if (each === outer) return true;
  return false };
const apart = (a, b) => a[0] + a[2] <= b[0] + 1 || b[0] + b[2] <= a[0] + 1 || a[1] + a[3] <= b[1] + 1
  || b[1] + b[3] <= a[1] + 1;
const name = item => item.text || item.objectName || sort(item).replace(/_QML.*/, '') + place(item).map(Math.round);
""".split())
# How much larger than the applet the screen is, for menus.
ROOM = 200
# Words that are cut, or drawn beyond their place.
CUT = """texts.filter(t => t.truncated || t.contentWidth > t.width + 1 || t.contentHeight > t.height + 1)
    .map(t => t.text)"""
SMALL = """parts.filter(p => isOn(p) && (place(p)[2] < 23.9 || place(p)[3] < 23.9)).map(name)"""
# Pairs of parts, or of texts, or of both, of which none holds the other.
OVERLAPPING = """flat([...parts, ...texts], (a, i) => [...parts, ...texts].slice(i + 1).filter(b => !holds(a, b)
    && !holds(b, a) && !apart(place(a), place(b))).map(b => `${name(a)} and ${name(b)}`))"""
OUTSIDE = """[...parts, ...texts, ...icons].filter(a => { const [x, y, w, h] = place(a), [, , width, height] =
    place(roots[0]); return x < -1 || y < -1 || x + w > width + 1 || y + h > height + 1 }).map(name)"""


def light(colour):
    """Returns the relative luminance of a colour, of three numbers from 0 to 1."""
    return sum(share * (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4)
               for share, x in zip((0.2126, 0.7152, 0.0722), colour))


def contrast(first, second):
    dark, bright = sorted((light(first), light(second)))
    return (bright + 0.05) / (dark + 0.05)


def different(shot, other):
    return shot.bytes != other.bytes and shot


class Shot:
    """The pixels of the screen."""

    def __init__(self, screen):
        with open(screen.shot(), "rb") as file:
            data = file.read()
        _, size, _, self.bytes = data.split(b"\n", 3)
        self.width, self.height = map(int, size.split())
        self.scale = screen.scale

    def within(self, place):
        """Returns the pixels of a place, of which the coordinates are those of the applet."""
        x, y, width, height = (round(number * self.scale) for number in place)
        found = []
        for row in range(max(0, y), min(self.height, y + height)):
            first = (row * self.width + max(0, x)) * 3
            line = self.bytes[first:(row * self.width + min(self.width, x + width)) * 3]
            found += [tuple(each / 255 for each in line[i:i + 3]) for i in range(0, len(line), 3)]
        return found


class Look(Picture):
    """The applet with players, in a locale, and with the probe in it. letters: how large they are. The popup grows with
    them in Plasma 5 alone."""

    def __init__(self, name, locale, *players, letters=1, **options):
        grown = letters if os.environ["PLASMA"] == "5" else 1
        size = {"size": (WIDTH * grown, HEIGHT * grown)}
        super().__init__(name, *players, room=ROOM, **size | options)
        self.locale, self.letters = locale, letters

    def __enter__(self):
        super().__enter__()
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(f"{self.here}/probe")
        self.answers = self.socket.makefile()
        # Nothing is below the pointer.
        run("xdotool", "mousemove", *(str(side - 1) for side in self.around))
        return self

    def settings(self):
        # Qt takes the digits from the locale, which has to be there for gettext.
        run("localedef", "-i", self.locale, "-f", "UTF-8", f"{self.here}/{self.locale}.UTF-8")
        return {**super().settings(), "LC_ALL": f"{self.locale}.UTF-8", "LOCPATH": str(self.here),
                "QT_QPA_GENERIC_PLUGINS": "probe", "QT_PLUGIN_PATH": os.environ["PROBE"],
                "PROBE_SOCKET": f"{self.here}/probe"}

    def tell(self, line):
        self.socket.sendall((line + "\n").encode())
        return json.loads(self.answers.readline())

    def shot(self):
        # Encodes nothing, and so takes a fraction of the time.
        run("import", "-window", "root", "-depth", "8", "shot.ppm")
        return "shot.ppm"

    def still(self):
        """Returns a picture in which nothing moves any more."""
        shots = []
        until(lambda: shots.append(Shot(self)) or len(shots) > 1 and shots[-2].bytes == shots[-1].bytes)
        return shots[-1]

    def ask(self, expression):
        """Returns the value of an expression of JavaScript."""
        return self.tell(f"(() => {{ {WORDS} return {' '.join(expression.split())} }})()")

    def frames(self, expression=None):
        """Begins to evaluate an expression before each frame; without one, returns what has come of it."""
        return self.tell(f"frames (() => {{ {WORDS} return {' '.join(expression.split())} }})()"
                         if expression else "frames")

    def faint(self):
        """Returns the words and icons that cannot be told well enough from their ground, with their contrasts."""
        words = self.ask("texts.filter(isOn).map(t => [t.text, painted(t), colour(t)])")
        icons = self.ask("icons.filter(isOn).map(i => [`${i.source}`.replace(/.*[/]/, ''), place(i)])")
        shown = self.still()
        self.frames("0")
        self.ask("[...texts, ...icons].forEach(item => { item.scale = 0 })")
        until(self.frames)
        # The frame may be drawn later, on a busy machine.
        bare = until(lambda: different(self.still(), shown)) or shown
        self.ask("flat(roots, all).filter(i => i.scale === 0).forEach(item => { item.scale = 1 })")
        found = []
        for text, place, (*colour, alpha) in words:
            ground = set(bare.within(place))
            least = min((contrast([a * alpha + b * (1 - alpha) for a, b in zip(colour, each)], each)
                         for each in ground), default=99)
            if least < 4.5:
                found.append((text[:30], round(least, 2)))
        for icon, place in icons:
            most = max(map(contrast, shown.within(place), bare.within(place)), default=99)
            if most < 3:
                found.append((icon, round(most, 2)))
        return found
