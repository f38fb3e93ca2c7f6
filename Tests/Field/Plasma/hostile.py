# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players that lie, flood and hand over devices to the applet: their texts are never read as markup, and another player
is shown and driven as before."""

import os

from screen import HERE, Screen, until

from reference import Served
from field.screen.surface import COLOUR, pixels, run

from testkit.bus import ROOT
from testkit.fakes import ANIMATED, REMOTE, SESSION, Plain, Whole, command, content, device, playback, song, variants
from testkit.wire import Variant

# A label that took this text for markup would show the picture.
PICTURE = f"<img src='file://{HERE.parent}/Desktops/cover.png' width='60' height='60'/>"
GOOD = "Quagga"


class Hostile:
    """The tests, with a player beside them that is always right."""

    def __init__(self, screen):
        self.s = screen
        self.good = Served(screen, lambda bus: Plain(bus, "good", Metadata=("a{sv}", song(GOOD))))
        screen.sees("a player is seen", GOOD)

    def still_right(self, what):
        """The applet obeys a click, and shows the other player."""
        asked = len(self.good.player.called("PlayPause"))

        def clicked():
            # The tab may be moving, so that the click hits its neighbour. One session has no tab.
            if self.s.places("good"):
                self.s.press("good")
            if not until(lambda: self.s.places("Pause"), 3):
                return False
            self.s.press("Pause")
            return until(lambda: len(self.good.player.called("PlayPause")) > asked, 5)

        self.s.check(f"others are driven: {what}", until(clicked, 30))

    def markup(self):
        def player(bus):
            made = Whole(bus, "markup")
            made.faces[ROOT]["Identity"] = Variant("s", PICTURE)
            interfaces = made.session("a", Content=content(
                PICTURE, album=Variant("s", "a\u202eb\n\x07c\n\n\nd"), artists=Variant("as", [PICTURE]),
                chapters=Variant("a(xss)", [(0, PICTURE, ""), (10_000_000, PICTURE, "")])),
                Playback=playback("error", elapsed=Variant("x", 0), timestamp=Variant("x", 1),
                                  error=Variant("s", PICTURE)),
                Commands=("aa{sv}", [command("seek-to-position"), *(
                    command("custom", id=("s", icon), icon=("s", icon), title=("s", PICTURE))
                    for icon in ("/etc/x", "thumb-up"))]))
            interfaces[REMOTE] = variants(Devices=("aa{sv}", [device(
                "x", PICTURE, type=("s", "tv"), volume=("d", 0.5))]))
            return made

        served = Served(self.s, player)
        self.s.sees("a tab has what looks like markup", PICTURE)
        self.s.press(PICTURE)
        self.s.sees("so has a chapter", "Chapters")
        self.s.check("the title, the artist, a button and the error",
                     until(lambda: self.s.names().count(PICTURE) >= 5), self.s.names())
        buttons = self.s.places(PICTURE, "push button") or self.s.places(PICTURE, "button")
        assert buttons, self.s.names()
        before = self.s.names().count(PICTURE)
        run("xdotool", "mousemove", str(buttons[0][0] + 5), str(buttons[0][1] + 5))
        self.s.check("a tip is seen", until(lambda: self.s.names().count(PICTURE) > before), before)
        self.no_picture()
        run("xdotool", "mousemove", "0", "0")
        self.s.check("the tip goes", until(lambda: self.s.names().count(PICTURE) <= before), before)
        entries = self.s.open_menu("More")
        self.s.check("so has the menu", PICTURE in entries, entries)
        self.no_picture()
        self.s.key("Escape")
        self.s.press("Devices")
        self.s.sees("so have the devices", PICTURE)
        self.no_picture()
        self.s.press("Back")
        self.s.press("Chapters")
        self.s.sees("so have the chapters", f"{PICTURE}, 0:00", f"{PICTURE}, 0:10")
        self.no_picture()
        served.stop()
        self.still_right("markup")

    def no_picture(self):
        self.s.check("no picture is made of it", pixels(self.s.shot(), COLOUR) == 0, pixels("shot.png", COLOUR))

    def lies(self):
        """Values of wrong types and sizes, and files without an end."""
        no_file = lambda call: ("hsuu", [0, "image/png", 8, 8], [os.open("/dev/zero", os.O_RDONLY)])  # noqa: E731

        def player(bus):
            made = Whole(bus, "lies")
            made.session("a", Content=content("Zebra", artwork=Variant("s", "x"), **{
                "animated-artwork": Variant("a{ss}", {"1:1": "x"})}), Volume=("s", "loud"),
                Playback=playback("paused", 1e300, seekable=Variant("(xx)", (-5, 2**63 - 1)),
                                  elapsed=Variant("x", 2**62), timestamp=Variant("x", -2**62)))
            made.session("b", Content=("s", "no"), Commands=("as", ["play"]))
            for face, member in ((SESSION, "GetArtwork"), (ANIMATED, "GetPreview")):
                made.answers[face, member] = no_file
            return made

        served = Served(self.s, player)
        self.s.press("Zebra")
        self.s.sees("what is right of it is seen", "Zebra")
        asked = until(lambda: served.player.called("GetArtwork") and served.player.called("GetPreview"))
        self.s.check("its pictures were asked for", asked)
        self.still_right("lies")
        served.stop()
        self.still_right("after lies")

    def floods(self):
        def make(bus):
            made = Whole(bus, "flood")
            made.session("a", Content=content("flood"))
            return made

        def values(player):
            for number in range(200):
                player.change("a", Content=content(f"flood {number}", artwork=Variant("s", f"cover {number}")),
                              Commands=("aa{sv}", [command("custom", id=("s", str(number)), title=("s", str(number)))]))
            return 0

        def sessions(player):
            player.come_and_go(100)
            return 0

        for then in (values, sessions):
            served = Served(self.s, make, then)
            if then == values:
                self.s.press("Flood")
            self.still_right(f"a flood of {then.__name__}")
            served.stop()
            self.still_right(f"after a flood of {then.__name__}")

    def masses(self):
        def crowd(bus):
            made = Whole(bus, "crowd")
            for number in range(1500):
                made.session(f"s{number}", Content=content(f"session {number}", lyrics=Variant("s", "x" * 1000)))
            return made

        def heavy(bus):
            many = [command("custom", id=("s", f"c{n}"), title=("s", "t" * 4000)) for n in range(500)]
            made = Whole(bus, "heavy")
            chapters = Variant("a(xss)", [(n, "c" * 200, "") for n in range(5000)])
            made.session("a", Content=content("Ibex " + "y" * 4000, id=Variant("s", "ibex"), chapters=chapters),
                         Commands=("aa{sv}", many), Playback=("x", 5))
            return made

        served = Served(self.s, heavy)
        self.s.press("Heavy")
        self.s.check("much is seen", until(lambda: any(name.startswith("Ibex") for name in self.s.names()), 30))
        self.s.check("nothing is beyond the window", not self.s.stays_inside(), self.s.stays_inside())
        self.still_right("much")
        served.stop()
        self.still_right("after much")
        served = Served(self.s, crowd)
        self.s.check("a crowd is seen", until(lambda: any("session " in name for name in self.s.names()), 60))
        self.s.sees("those without a tab are in a menu", "Other players")
        self.still_right("a crowd")
        served.stop()
        self.s.check("all are gone", until(lambda: not any("session " in name for name in self.s.names()), 30))
        self.still_right("after a crowd")


with Screen("hostile", player=("sleep", "infinity")) as s:
    hostile = Hostile(s)
    for test in (hostile.markup, hostile.lies, hostile.floods, hostile.masses):
        test()
    faults = [line for line in s.log("applet").splitlines() if "TypeError" in line or "ReferenceError" in line]
    s.check("QML has no errors", not faults, faults[:1])
