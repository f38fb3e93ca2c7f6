# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players that lie, flood, and hand over files that are not pictures: the extension of GNOME Shell shows other players
rightly, the shell answers, and no file is left open."""

import fcntl
import os
import pathlib
import struct
import zlib

from cards import Cards
from field.screen.publishers import until
from reference import Reference, Served
from field.screen.surface import COLOUR, Surface, pixels

from testkit.bus import ROOT
from testkit.fakes import (
    ANIMATED, MANAGER, REMOTE, SESSION, Later, Whole, command, content, device, path, playback, silent, variants)
from testkit.floods import changed
from testkit.wire import Variant, encode

GOOD = "Trial Concert"
MARKUP = "<b>bold</b> &amp; <span size='9999999'>x</span>"
COVER = pathlib.Path(os.environ["PROGRAMS"], "cover.png").read_bytes()
# The longest time, in ms, for which the shell may compute without doing anything else: a screen that stands still for
# longer looks dead.
LONGEST = 2000
WATCH = """(() => { const {GLib} = imports.gi; globalThis.longest = 0;
  const read = file => new TextDecoder().decode(GLib.file_get_contents(file)[1]);
  const spent = () => parseInt(read('/proc/thread-self/schedstat')) / 1e6;
  let last = spent();
  globalThis.watch = GLib.timeout_add(GLib.PRIORITY_DEFAULT, 10, () => { const now = spent();
    globalThis.longest = Math.max(globalThis.longest, now - last); last = now; return true; }); return 1; })()"""


def png(width, height):
    """Returns the beginning of a PNG of this size."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + header + struct.pack(
        ">I", zlib.crc32(b"IHDR" + header)) + bytes(1000)


def memory(data, seals=0xF):
    made = os.memfd_create("picture", os.MFD_ALLOW_SEALING | os.MFD_CLOEXEC)
    os.write(made, data)
    fcntl.fcntl(made, fcntl.F_ADD_SEALS, seals)
    return made


def pipe():
    """Returns a pipe that is neither written to nor closed."""
    reading, writing = os.pipe()
    pipe.kept.append(writing)
    return reading


pipe.kept = []


def regular():
    """Returns a regular file, which is no memory file."""
    pathlib.Path("memfd:picture").write_bytes(COVER)
    return os.open("memfd:picture", os.O_RDONLY)


FILES = {
    "a device": lambda: os.open("/dev/zero", os.O_RDONLY), "a pipe": pipe, "a folder": lambda: os.open("/", os.O_PATH),
    "a file": regular, "nothing": lambda: memory(b""), "text": lambda: memory(b"text" * 100),
    "a huge picture": lambda: memory(png(60000, 60000)),
    "an empty picture": lambda: memory(png(0, 9)), "a huge file": lambda: memory(bytes(40 << 20)),
}


class Hostile:
    """The tests, on one shell in which the reference player is always right."""

    def __init__(self, surface):
        self.s, self.cards = surface, Cards(surface)
        self.reference = Reference(surface)
        self.cards.shell.open_messages()
        assert until(lambda: GOOD in self.cards.titles())
        self.cards.open(GOOD)
        self.cards.shell.ask(WATCH)

    def serve(self, make, then=None):
        return Served(self.s, make, then)

    def still_right(self, what):
        """The shell answers, and the other player is shown and driven as before."""
        longest = self.cards.shell.ask("globalThis.longest")
        # GNOME's own list blocks the shell for seconds when many bus names come and go.
        there = longest is not None and (longest < LONGEST or "names" in what)
        self.s.check(f"the shell is there: {what}", there, f"{round(longest or 0)} ms")
        self.cards.shell.ask("globalThis.longest = 0")
        good = until(lambda: GOOD in self.cards.titles())
        before = self.favourite()
        if good:
            self.cards.click(GOOD, "Add to favourites")
        self.s.check(f"others are right: {what}", good and until(lambda: self.favourite() != before),
                     self.cards.titles()[:8])

    def leave(self, served, what):
        """Stops a hostile player. Its message, which leaves then, moves the others away from a pointer."""
        served.stop()
        until(lambda: len(self.cards.titles()) == 4)
        self.still_right(what)

    def favourite(self):
        """Returns whether the reference player's own button, for favourites, is on."""
        commands = self.reference.session("studio")["Commands"]
        return next(bool(command["active"]) for command in commands if command.get("id") == "favourite")

    def pictures(self):
        """Files that are no pictures are closed and not shown; a picture is shown."""
        def player(bus):
            made = Whole(bus, "pictures")
            made.session("a", Content=content("Pictures", artwork=Variant("s", "first")))
            made.answers[SESSION, "GetArtwork"] = good
            return made

        def good(call):
            return "hsuu", [0, "image/png", 8, 8], [memory(COVER)]

        def shows(artwork, answer, cover):
            """Gives the item an artwork, for which the player answers with `answer`. Returns whether the card then has
            a cover, if `cover` is true, or else none."""
            served.player.answers[SESSION, "GetArtwork"] = answer
            served.player.change("a", Content=content("Pictures", artwork=Variant("s", artwork)))
            asked = until(lambda: artwork in [body[0] for body in served.player.called("GetArtwork")])
            return asked and until(lambda: self.cards.look(
                "Pictures", "all(card).some(a => of(a, 'nowplaying-no-cover'))") is not cover)

        served = self.serve(player)
        self.s.check("a picture is seen", until(lambda: pixels(self.cards.shell.shot(), COLOUR) > 300, 60))
        before = self.cards.counted()[1]
        answers = {what: lambda call, make=make: ("hsuu", [0, "image/png", 8, 8], [make()])
                   for what, make in FILES.items()}
        answers |= {
            "no file": lambda call: ("hsuu", [0, "image/png", 8, 8]), "another answer": lambda call: ("s", ["no"]),
            "many files": lambda call: ("hsuu", [20, "image/png", 8, 8], [memory(COVER) for _ in range(9)])}
        for what, answer in answers.items():
            # Each time a good picture is shown first, and must disappear.
            self.s.check(f"not shown: {what}", shows(f"before {what}", good, True) and shows(what, answer, False))
        left = until(lambda: self.cards.counted()[1] <= before)
        self.s.check("no file is left open", left, f"{before}, now {self.cards.counted()[1]}")
        self.leave(served, "pictures")

    def lies(self):
        """Values of wrong types and sizes are left out, and the others are shown."""
        many = [command("custom", id=("s", f"c{n}"), title=("s", "t" * 4000)) for n in range(500)]
        devices = [variants(id=("s", "a"), name=("s", "Desk"), type=("s", "toaster"), volume=("d", 7.0))] + [
            variants(name=("s", "Nobody")), variants(id=("x", 5))] + [
            device(f"d{n}", "d" * 900) for n in range(300)]

        def player(bus):
            made = Whole(bus, "lies")
            made.session("a", Content=content(MARKUP, album=Variant("s", "a\u202eb\n\x07c")), Volume=("s", "loud"),
                         Playback=playback("playing", 1e300, seekable=Variant("(xx)", (-5, 2**63 - 1)),
                                           elapsed=Variant("x", 2**62), timestamp=Variant("x", -2**62)))
            made.session("b", Content=content("B", duration=Variant("i", 5), artists=Variant("s", "One"),
                                              chapters=Variant("a(xss)", [(n, "c" * 200, "") for n in range(5000)])),
                         Commands=("aa{sv}", many), Playback=("x", 5))[REMOTE] = variants(Devices=("aa{sv}", devices))
            made.session("c", Content=("s", "no"), Commands=("as", ["play"]))
            made.session("d", Content=content("D" * 100_000, **{f"vendor-{n}": Variant("x", n) for n in range(5000)}))
            made.objects["/org/nowplaying/session/x/y"] = made.objects[path("a")]
            made.objects["/org/nowplaying/app"]["org.nowplaying.App1"] = variants(Name=("x", 5))
            return made

        served = self.serve(player)
        self.s.check("markup is text", until(lambda: MARKUP in self.cards.titles()), self.cards.titles())
        self.s.check("control characters are not shown", "a b c" in self.cards.texts(MARKUP), self.cards.texts(MARKUP))
        self.cards.open("B")
        words = until(lambda: any("Desk + " in text for text in self.cards.texts("B")) and self.cards.texts("B"))
        self.s.check("wrong values are not there", words and "One" not in words, words)
        self.s.check("nothing is shown of nothing", len(self.cards.titles()) <= 7, self.cards.titles())
        self.s.keep("lies", self.cards.shell.shot())
        self.leave(served, "lies")

    def floods(self):
        """Players that tell too much too often."""
        def player(name):
            def make(bus):
                made = Whole(bus, name)
                made.session("a", Content=content(name))
                return made
            return make

        # Put together before, so that there are too many in each second also when the machine is busy.
        signals = b"".join(
            encode(changed(path("a"), SESSION, Content=content(f"flood {number}", artwork=Variant("s", f"{number}"))))
            for number in range(200))

        def values(player):
            player.socket.sendall(signals)
            player.change("a", Content=content("last of the flood"))
            return 0.01

        def sessions(player):
            player.come_and_go(100)
            return 0

        def names(player):
            for number in range(100):
                player.bus("RequestName", "su", f"{ROOT}.flood{number}", 4)
                player.bus("ReleaseName", "s", f"{ROOT}.flood{number}")
            return 0

        for then in (values, sessions, names):
            served = self.serve(player(then.__name__), then)
            if then is values:
                # If the player were asked again, its message would come and go, and move the others.
                asked = until(lambda: len(served.player.called("GetManagedObjects")) > 1)
                self.s.check("while it floods, it is not asked again", not asked)
            self.still_right(f"a flood of {then.__name__}")
            if then is values:
                served.then = None
                self.s.check("it is shown when it is calm", until(lambda: "last of the flood" in self.cards.titles()))
            self.leave(served, f"after a flood of {then.__name__}")

    def masses(self):
        """Players that say very much at once, or nothing."""
        def crowd(bus):
            made = Whole(bus, "crowd")
            for number in range(1500):
                made.session(f"s{number}", Content=content(f"session {number}"))
            return made

        def heavy(bus):
            made = Whole(bus, "heavy")
            made.session("a", Content=content("heavy", lyrics=Variant("s", "x" * (20 << 20))))
            return made

        for make in (crowd, heavy, silent):
            served = self.serve(make)
            until(lambda: served.player.called("GetManagedObjects"))
            if make is crowd:
                full = until(lambda: len(self.cards.titles()) == 64, 30)
                self.s.check("as many messages as are kept", full, len(self.cards.titles()))
                # The message of the good player is below all others, where nothing can be clicked on.
                self.s.check("others are among them", GOOD in self.cards.titles())
            else:
                self.still_right(make.__name__)
            self.leave(served, f"after {make.__name__}")
        self.s.check("all are gone", len(self.cards.titles()) == 4, self.cards.titles())

    def later(self):
        """A player with a later version of the protocol is shown as far as this version knows the protocol. A player
        that asks for patience, by the error LimitsExceeded, is asked again."""
        def player(bus):
            made = Later(bus, "later")
            lines = Variant("as", ["Hologram", "Blue"])
            made.session("a", Content=content("Hologram", kind=Variant("s", "hologram"), lines=lines),
                         Playback=playback("dreaming", 2.0, elapsed=Variant("x", 0), timestamp=Variant("x", 1)),
                         Commands=("aa{sv}", [
                             command("levitate"), command("play", slot=("s", "ceiling")),
                             {"command": Variant("s", "stop")},
                             command("custom", id=("s", "a"), title=("s", "Sparkle"), icon=("s", "sparkle"))]))
            whole = made.answers[MANAGER, "GetManagedObjects"]

            def busy(call):
                made.answers[MANAGER, "GetManagedObjects"] = whole
                return "error", "org.freedesktop.DBus.Error.LimitsExceeded", "later"

            made.answers[MANAGER, "GetManagedObjects"] = busy
            return made

        served = self.serve(player)
        # An item of an unknown kind has the lines that its player gives; in an unknown state, the position moves.
        words = {"Hologram", "Blue", "Sparkle", "1:40"}
        until(lambda: "Hologram" in self.cards.titles())
        self.cards.open("Hologram")
        seen = until(lambda: words <= set(self.cards.texts("Hologram")))
        self.s.check("what is known of a later version", seen, self.cards.texts("Hologram"))
        names = self.cards.names("Hologram") or []
        known = "Play" in names and not {"levitate", "Stop"} & set(names)
        self.s.check("its unknown commands are left out", known, names)
        served.player.change("a", Content=content("Still there"))
        self.s.check("and it is followed", until(lambda: "Still there" in self.cards.titles()))
        self.leave(served, "later")

    def strangers(self):
        """Signals of a stranger about a player have no effect."""
        def player(bus):
            return Whole(bus, "stranger")

        served = self.serve(player)
        until(lambda: served.player.called("GetManagedObjects"))
        for target in (where for _, where in self.reference.paths.values()):
            served.player.tell_changed(str(target), SESSION, Content=content("a lie"))
            served.player.tell("/org/nowplaying", MANAGER, "InterfacesRemoved", "oas", str(target), [SESSION, ANIMATED])
        served.player.add("later", Content=content("Later"))
        self.s.check("its own is shown", until(lambda: "Later" in self.cards.titles()), self.cards.titles())
        self.s.check("no lie is shown", "a lie" not in self.cards.titles() and len(self.cards.titles()) == 5)
        self.leave(served, "strangers")


with Surface("hostile", seconds=900) as surface:
    hostile = Hostile(surface)
    for test in ("pictures", "lies", "later", "strangers", "masses", "floods"):
        getattr(hostile, test)()
    complaints = hostile.cards.complaints()
    surface.check("nothing is wrong in the log", not complaints, complaints[:1])
