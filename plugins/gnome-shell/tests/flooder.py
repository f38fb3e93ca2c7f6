# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A player with one session that floods in a process of its own, so that it costs a test no time.

usage: flooder.py BUS FLOOD SECONDS    a bus's socket; the name of a flood

It prints "there" once it has its name, floods after a line on its input, prints how many MB it has sent when it has
ended, and is an ordinary player again whose session has the title "Truth". It leaves when its input ends.
"""
import itertools
import select
import sys
import time
import types

from testkit.fakes import SESSION, Whole, content, path
from testkit.floods import FLOODS, changed
from testkit.wire import encode

# How many bytes are sent at once.
PART = 500_000


def signals(name):
    """Returns signals as long as a part, by which two titles alternate."""
    pair = b"".join(encode(changed(path("a"), SESSION, Content=content(title, **FLOODS.get(name, {}))))
                    for title in ("flood", "of"))
    return pair * (PART // len(pair) + 1)


def serve(player):
    """Answers calls until there is a line, or the end, on the input."""
    while sys.stdin not in select.select([player.socket, sys.stdin], [], [])[0]:
        player.serve()
    return sys.stdin.readline()


def main(address, name, seconds):
    part = signals(name)
    player = Whole(types.SimpleNamespace(socket=address, foreign=set(), epoch=0), "flood")
    player.session("a", Content=content("flood"))
    player.appear()
    print("there", flush=True)
    if not serve(player):
        return
    end = time.monotonic() + float(seconds)
    for number in itertools.count(1):
        player.socket.sendall(part)
        if time.monotonic() > end:
            break
    player.session("a", Content=content("Truth"))
    print(number * len(part) // 1_000_000, flush=True)
    serve(player)


if __name__ == "__main__":
    main(*sys.argv[1:])
