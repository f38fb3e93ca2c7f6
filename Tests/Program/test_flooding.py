# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players that flood a surface, here the program nowplaying: its memory and descriptors stay flat, and it still shows
the last state. With LONG=1 in the environment, which Tests/run-long sets, ten times as much."""

import os
import subprocess

import pytest
from testkit.fakes import PATH, PLAYER, Plain, song
from testkit.process import descriptors, memory
from testkit.run import built
from testkit.wire import Variant

TIMES = 10 if os.environ.get("LONG") else 1
PEAK, GROWTH = 64 << 10, 4 << 10  # KiB of growth: at most during a flood, and at most some changes after it
LARGE = 8 << 20
# The C library keeps a free block for later if it has at most twice the size of the largest block freed before.
KEPT = 2 * LARGE >> 10


def changes(player):
    for number in range(5000 * TIMES):
        player.change(Volume=("d", number % 1000 / 1000), Metadata=("a{sv}", song(f"Song{number}")))
        if number % 100 == 0:
            yield


def large_texts(player):
    for number in range(10 * TIMES):
        player.change(Metadata=("a{sv}", song("Long", **{"xesam:album": Variant("s", "x" * LARGE + str(number))})))
        yield


def many_keys(player):
    for _ in range(5 * TIMES):
        player.change(Metadata=("a{sv}", {f"key:{n}": Variant("s", "value") for n in range(20_000)}))
        yield


def wrong_types(player):
    deep = Variant("x", 1)
    for _ in range(28):
        deep = Variant("v", deep)
    for number in range(500 * TIMES):
        player.change(Metadata=("s", "no") if number % 2 else ("a{sv}", {"xesam:title": deep}), Rate=("as", ["x"]))
        if number % 100 == 0:
            yield


def seeked(player):
    for number in range(5000 * TIMES):
        player.tell(PATH, PLAYER, "Seeked", "x", -1 << 63 if number % 2 else number)
        if number % 100 == 0:
            yield


class Following:
    """The program, which prints each change; its output during a flood is thrown away."""

    def __init__(self, bus, program, player):
        self.player, self.printed = player, b""
        self.process = subprocess.Popen([str(program), "follow"], env=bus.environment,
                                        stdout=subprocess.PIPE, bufsize=0)
        os.set_blocking(self.process.stdout.fileno(), False)

    def read(self):
        self.player.serve()
        self.printed = self.printed[-LARGE:] + (self.process.stdout.read() or b"")
        assert self.process.poll() is None, "the program has ended"
        return self.printed

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.mark.parametrize("flood", [changes, large_texts, many_keys, wrong_types, seeked])
def test_a_flood_costs_no_memory(bus, request, flood):
    player = Plain(bus, "flood").appear()
    with Following(bus, built(request.config, "../nowplaying"), player) as surface:
        bus.wait_for(lambda: b"One" in surface.read(), "the first state is shown")
        pid = surface.process.pid
        before, opened = memory(pid), descriptors(pid)
        for _ in flood(player):
            surface.read()
        player.change(Metadata=("a{sv}", song("After")), Rate=("d", 1.0))
        bus.wait_for(lambda: b"After" in surface.read(), "the last state is shown")
        assert memory(pid, "VmHWM") - before <= PEAK

        def is_small_again():
            player.change(Volume=("d", memory(pid) % 100 / 100))
            surface.read()
            return memory(pid) - before <= GROWTH + (KEPT if flood is large_texts else 0)

        bus.wait_for(is_small_again, "its memory is what it was")
        assert descriptors(pid) == opened
    player.close()
