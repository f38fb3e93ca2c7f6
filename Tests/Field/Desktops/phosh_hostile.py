# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players that lie, flood and send very much to the changed phosh: the lock screen goes on, shows and drives the next
player as before, and sleeps while nothing happens."""

from looked import Looked
from reference import Served
from field.screen.surface import Surface, stirs, until

from testkit.fakes import Later, Whole, command, content, playback, silent
from testkit.wire import Variant

MARKUP = "<b>bold</b> &amp;\n\n\n\n<span size='9999999'>x</span>"
# How often phosh's own work may wake it up during a measurement.
OWN = 6


class Hostile:
    """The tests, one after the other on the same lock screen."""

    def __init__(self, surface):
        self.s = surface
        self.looked = Looked(surface, "720x840")

    def still_right(self, what):
        """The next player is shown, and driven by one of its own buttons."""
        s = self.s
        good = s.publish("good", BEYOND="1")
        seen = until(lambda: "Trial Chapter Narwhal" in self.looked.texts(), 30)
        s.check(f"the next one is seen: {what}", seen, self.looked.texts())
        s.drive(good, "Custom", self.looked.click, "Sleep")
        good.stop()

    def try_with(self, what, make, then=None):
        served = Served(self.s, make, then)
        asked = until(lambda: served.player.called("GetManagedObjects"), 30)
        self.s.check(f"it is asked: {what}", asked)
        # The lock screen answers this call only after it has handled what the player has sent before.
        sender = served.player.called("GetManagedObjects") and next(
            call.sender for call in served.player.calls if call.member == "GetManagedObjects")
        self.s.call(sender, "/", "org.freedesktop.DBus.Peer", "Ping")
        served.stop()
        self.still_right(what)

    def lies(self):
        many = [command("custom", id=("s", f"c{n}"), icon=("s", "/etc/x"), title=("s", MARKUP)) for n in range(500)]

        def player(bus):
            made = Whole(bus, "lies")
            made.session("a", Content=content(MARKUP, chapters=Variant("a(xss)", [
                (n, "c" * 100_000, "") for n in range(50)])), Playback=playback(
                    "playing", 1e300, elapsed=Variant("x", 2**62), timestamp=Variant("x", -2**62)),
                Commands=("aa{sv}", many + [command("skip-forward", intervals=("ax", [-1, 2**63 - 1]))]))
            made.session("b", Content=("s", "no"), Commands=("as", ["play"]), Playback=("x", 5))
            made.objects["/org/nowplaying/session/x/y"] = made.objects["/org/nowplaying/session/a"]
            return made

        self.try_with("lies", player)

    def later(self):
        def player(bus):
            made = Later(bus, "later")
            made.session("a", Playback=playback("dreaming", float("nan"), elapsed=Variant("x", 0)))
            return made

        self.try_with("a later version", player)

    def silence(self):
        self.try_with("silence", silent)

    def floods(self):
        def player(bus):
            made = Whole(bus, "flood")
            made.session("a", Content=content("flood"))
            return made

        def values(player):
            for number in range(100):
                player.change("a", Content=content(f"flood {number}"), Commands=("aa{sv}", [
                    command("custom", id=("s", f"{number}"), title=("s", f"{number}"))]))
            return 0.05

        def sessions(player):
            player.come_and_go(50)
            return 0.05

        for then in (values, sessions):
            self.try_with(f"a flood of {then.__name__}", player, then)

    def masses(self):
        def crowd(bus):
            made = Whole(bus, "crowd")
            for number in range(1500):
                made.session(f"s{number}", Content=content("x" * 10_000))
            return made

        self.try_with("a crowd", crowd)

    def rest(self):
        """With a paused player, phosh sleeps."""
        paused = self.s.publish("paused", BEYOND="1", STATE="Paused")
        until(lambda: "Trial Chapter Narwhal" in self.looked.texts(), 30)
        seen = []
        # For half a minute after its start phosh wakes up, also Debian's build and without a player.
        sleeps = until(lambda: seen.append(stirs(self.looked.pid)) or seen[-1] <= OWN, 60)
        self.s.check("it sleeps while nothing happens", sleeps, seen)
        paused.stop()


with Surface("phosh_hostile") as surface:
    hostile = Hostile(surface)
    for test in (hostile.rest, hostile.lies, hostile.later, hostile.silence, hostile.floods, hostile.masses):
        test()
