# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: maker.py ADDRESS PART     a player of contract/testkit/fakes.py, until the end of its input

hostile: texts that are huge, have control characters, or are of a wrong type. silent: answers no command. flood:
changes a thousand times, as fast as the bus can, and prints "flooded". fifty: fifty sessions, which change once for
each line of input. many: more sessions than a surface follows. remote: plays on other devices. device: has artwork that
is a file without an end. pictures: of MPRIS alone, has a picture at another form of an address after each line of
input, and prints "picture WIDTH ADDRESS", at last with no address. Each of them prints a line "call MEMBER" for each
call of a session. absent, mute: fifty players that are slow in one of the ways of fakes.Slow; prints "asked" when each
was asked what it plays, and wakes all of them at a line of input.
"""
import contextlib
import os
import select
import sys
import tempfile
from types import SimpleNamespace
from urllib.parse import unquote

from testkit import fakes
from testkit.pictures import addressed
from testkit.wire import Disconnected, Variant

WILD = "\x00\x01\x1b[31m<b>&amp;\u202e‮\U0001f3b5".replace("\x00", "") + "x" * 100_000


def hostile(player):
    kind, entries = fakes.content("Wild", album=Variant("s", WILD), artists=Variant("as", [WILD] * 400),
                                  lyrics=Variant("i", 7), **{"track-number": Variant("x", -5)},
                                  **{"release-date": Variant("x", 2**63 - 1)})
    player.session("a", Content=(kind, entries | {"title": Variant("s", "Wild")}),
                   Playback=fakes.playback("playing", 1e300, elapsed=Variant("x", 2**63 - 1)),
                   Volume=("d", float("nan")),
                   Commands=("aa{sv}", [fakes.command("play"), fakes.command("explode"),
                                        fakes.command("custom", id=("s", "x" * 5000), title=("s", WILD)),
                                        fakes.command("skip-forward", intervals=("ax", [-1, 0, 2**63 - 1])),
                                        fakes.command("change-rate", rates=("ad", [float("nan"), 1.5]))]))


def silent(player):
    player.session("a", Content=fakes.content("Silent"), Commands=("aa{sv}", [fakes.command("play")]))
    player.answers[fakes.SESSION, "SendCommand"] = lambda call: None


def flood(player):
    player.session("a", Content=fakes.content("Flood 0"))


def fifty(player):
    for number in range(50):
        player.session(f"s{number}", Content=fakes.content("0"))


def many(player):
    for number in range(100):
        player.session(f"s{number}", Content=fakes.content(f"Session {number}"))


def remote(player):
    interfaces = player.session("a", Content=fakes.content("Remote"))
    devices = [{"id": Variant("s", "kitchen"), "name": Variant("s", "Kitchen"), "type": Variant("s", "speaker"),
                "volume": Variant("d", 0.5), "can-step": Variant("b", True)}]
    interfaces[fakes.REMOTE] = {"Devices": Variant("aa{sv}", devices)}
    for member in ("SetDeviceVolume", "StepDeviceVolume"):
        player.answers[fakes.REMOTE, member] = lambda call: ("", [])


def device(player):
    player.session("a", Content=fakes.content("Device", artwork=Variant("s", "cover")))
    player.answers[fakes.SESSION, "GetArtwork"] = \
        lambda call: ("hsuu", [0, "image/png", 8, 8], [os.open("/dev/zero", os.O_RDONLY)])


def pictures(player):
    player.folder = tempfile.TemporaryDirectory()  # removed with the player
    player.pictures = iter(addressed(player.folder.name))


def lead(player):
    number, address = next(player.pictures, (0, ""))
    player.change(Metadata=("a{sv}", fakes.song("Picture", **{"mpris:artUrl": Variant("s", address)})))
    print("picture", number, address, flush=True)


def play_slow(bus, way):
    players = [fakes.Slow(bus, f"p{number}", way).appear() for number in range(50)]
    print("here", flush=True)
    are_asked = False
    while True:
        ready = select.select([sys.stdin, *(player.socket for player in players)], [], [])[0]
        if sys.stdin in ready:
            if not sys.stdin.readline():
                return
            for player in players:
                player.wake()
        for player in players:
            player.serve()
        if not are_asked and (are_asked := all(player.is_asked for player in players)):
            print("asked", flush=True)


def main():
    address, part = sys.argv[1:]
    bus = SimpleNamespace(socket=unquote(address.partition("path=")[2].partition(",")[0]), foreign=set(), epoch=0)
    if part in fakes.Slow.WAYS:
        return play_slow(bus, part)
    make = fakes.Plain if part == "pictures" else fakes.Whole
    player = make(bus, part)
    globals()[part](player)
    player.appear()
    print("here", flush=True)
    rounds, seen = 0, len(player.calls)
    while True:
        ready = select.select([player.socket, sys.stdin], [], [])[0]
        if sys.stdin in ready:
            if not sys.stdin.readline():
                return
            rounds += 1
            if part == "fifty":
                for number in range(50):
                    player.change(f"s{number}", Content=fakes.content(str(rounds)))
                continue
            if part == "pictures":
                lead(player)
                continue
            for number in range(1, 1001):
                player.change("a", Content=fakes.content(f"Flood {number}"))
            print("flooded", flush=True)
        player.serve()
        for call in player.calls[seen:]:
            print("call", call.member, flush=True)
        seen = len(player.calls)


if __name__ == "__main__":
    # The test may end its bus first.
    with contextlib.suppress(Disconnected):
        main()
