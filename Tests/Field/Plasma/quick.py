# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Buttons that are pressed three times, faster than two clicks make a double click: each press reaches the player."""

import time

from reference import Served
from screen import Screen, until

from field.screen.surface import run
from testkit.fakes import REMOTE, SESSION, Whole, command, content, device, playback, variants
from testkit.wire import Variant

ROOM = "Kitchen"


def player(bus):
    """A player that plays, pauses and shuffles as it is asked."""
    made = Whole(bus, "quick")
    state = {"is_playing": True, "mode": "off"}
    others = [command("next"), command("previous"), command("skip-forward"), command("mute"),
              command("custom", id=("s", "keep"), title=("s", "Keep"), icon=("s", "bookmark"))]

    def told():
        return {"Playback": playback("playing" if state["is_playing"] else "paused", float(state["is_playing"]),
                                     elapsed=Variant("x", 5_000_000),
                                     timestamp=Variant("x", time.monotonic_ns() // 1000)),
                "Commands": ("aa{sv}", [command("toggle-play-pause"), *others,
                                        command("change-shuffle-mode", current=("s", state["mode"]))])}

    def obey(call):
        word = call.body[0]
        if word in ("toggle-play-pause", "play", "pause"):
            state["is_playing"] = not state["is_playing"]
        elif word == "change-shuffle-mode":
            state["mode"] = "items" if state["mode"] == "off" else "off"
        made.change("a", **told())
        return "", []

    interfaces = made.session("a", Content=content("Zebra"), Volume=("d", 0.5), CanSetVolume=("b", True), **told())
    interfaces[REMOTE] = variants(Devices=("aa{sv}", [device("k", ROOM, **{"can-step": ("b", True)})]))
    made.answers[SESSION, "SendCommand"] = obey
    made.answers[REMOTE, "StepDeviceVolume"] = lambda call: ("", [])
    return made


class Quick:
    def __init__(self, screen):
        self.s = screen
        self.served = Served(screen, player)
        self.player = self.served.player
        screen.sees("a player is seen", "Zebra")

    def counts(self, what, member, *arguments, **options):
        """Checks that three presses lead to three calls."""
        before = len(self.player.called(member))
        self.s.press(*arguments, **options, times=3)
        until(lambda: len(self.player.called(member)) - before >= 3, 5)
        calls = self.player.called(member)[before:]
        self.s.check(f"thrice {what}", len(calls) == 3, calls)

    def buttons(self):
        for name in "Pause", "Next", "Previous", "Forward by 15 seconds", "Shuffle", "Keep":
            self.counts(name, "SendCommand", name)

    def levels(self):
        self.s.press("Volume")
        self.counts("Mute", "SendCommand", "Mute")
        self.s.key("Escape")
        self.s.press("Devices")
        self.counts(f"{ROOM} louder", "StepDeviceVolume", f"{ROOM}: louder")
        self.s.press("Back")

    def keys(self):
        """Keys that follow one another as quickly."""
        run("xdotool", "windowfocus", "--sync", self.s.number)
        before = len(self.player.called("SendCommand"))
        run("xdotool", "key", "--delay", "60", "n", "n", "n")
        until(lambda: len(self.player.called("SendCommand")) - before >= 3, 5)
        self.s.check("thrice n", len(self.player.called("SendCommand")) == before + 3)


with Screen("quick", player=("sleep", "infinity")) as s:
    quick = Quick(s)
    for test in (quick.buttons, quick.levels, quick.keys):
        test()
    # No call has come late.
    sent = len(quick.player.called("SendCommand"))
    s.check("there were no more", sent == 8 * 3, sent)
    quick.served.stop()
