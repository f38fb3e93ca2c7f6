# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: maker.py ADDRESS PART     a player of contract/testkit/fakes.py, until the end of its input

silent: answers no command. fifty: fifty sessions, which change once for each line of input. many: more sessions than a
surface follows. Each of them prints a line "call MEMBER" for each call of a session.
"""
import contextlib
import select
import sys
from types import SimpleNamespace
from urllib.parse import unquote

from testkit import fakes
from testkit.wire import Disconnected


def silent(player):
    player.session("a", Content=fakes.content("Silent"), Commands=("aa{sv}", [fakes.command("play")]))
    player.answers[fakes.SESSION, "SendCommand"] = lambda call: None


def fifty(player):
    for number in range(50):
        player.session(f"s{number}", Content=fakes.content("0"))


def many(player):
    for number in range(100):
        player.session(f"s{number}", Content=fakes.content(f"Session {number}"))


def main():
    address, part = sys.argv[1:]
    bus = SimpleNamespace(socket=unquote(address.partition("path=")[2].partition(",")[0]), foreign=set(), epoch=0)
    player = fakes.Whole(bus, part)
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
            for number in range(50):
                player.change(f"s{number}", Content=fakes.content(str(rounds)))
        player.serve()
        for call in player.calls[seen:]:
            print("call", call.member, flush=True)
        seen = len(player.calls)


if __name__ == "__main__":
    # The test may end its bus first.
    with contextlib.suppress(Disconnected):
        main()
