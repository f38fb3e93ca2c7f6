# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests programs in C: valgrind finds no leak, they do not wake up at rest, and the cost of a change is compared with
plain C."""
import time

from testkit.fakes import (
    REMOTE, SESSION, TRACKS, Plain, Whole, command, content, device, playback, song, track, variants)
from testkit.process import cost
from testkit.wire import Variant
from shown import Loop
from test_languages import Program

# The suppressions of GLib for memory that it keeps until the process ends.
SUPPRESSIONS = "/usr/share/glib-2.0/valgrind/glib.supp"
CHANGES = 1000


def full_player(bus):
    """Starts a player with an entry in each list, which answers PLAY only."""
    player = Whole(bus, "whole")
    interfaces = player.session("a", Commands=("aa{sv}", [
        command("play"), command("pause"), command("stop"), command("custom", id=("s", "x"), title=("s", "X")),
        command("skip-forward", intervals=("ax", [5_000_000]))]), Content=content(
            artwork=Variant("s", "cover"), artists=Variant("as", ["A", "B"]), **{
                "release-date": Variant("x", 0), "chapters": Variant("a(xss)", [(0, "One", "")])}))
    interfaces[TRACKS] = variants(Tracks=("aa{sv}", [track("1")]))
    interfaces[REMOTE] = variants(Devices=("aa{sv}", [
        device("x", "Kitchen", type=("s", "tv"), volume=("d", 0.5))]))
    player.answers[SESSION, "SendCommand"] = lambda call: ("", []) if call.body[0] == "play" else None
    player.answers[SESSION, "GetArtwork"] = lambda call: None
    return player.appear()


def test_no_leak(bus, folder):
    loop = Loop(full_player(bus))
    program = Program(["valgrind", "-q", "--error-exitcode=9", "--leak-check=full",
                       "--errors-for-leak-kinds=definite,indirect", "--show-leak-kinds=definite,indirect",
                       f"--suppressions={SUPPRESSIONS}", folder / "tests/life", "3"], bus, folder)
    loop.wait(lambda: program.process.poll() is not None, "the end of the program", 60)
    assert program.process.wait() == 0 and program.lines == ["round"] * 3, program.lines


def test_it_sleeps_while_nobody_says_anything(bus, folder):
    """The program sleeps even while a song plays: position changes are not emitted, and nothing is polled."""
    player = Whole(bus, "whole")
    player.session("a", Playback=playback("playing", 1.0, elapsed=Variant("x", 0), timestamp=Variant("x", 1)))
    loop = Loop(player.appear())
    program = Program([folder / "tests/cost", "glib", "nothing"], bus, folder)
    try:
        loop.wait(lambda: program.lines == ["ready"], "the list")
        loop.settle(player)
        before, calls = cost(program.process.pid).wakeups, len(player.calls)
        time.sleep(2)  # sleeps: measures that nothing happens within it
        player.serve()
        assert (cost(program.process.pid).wakeups - before, len(player.calls) - calls) == (0, 0)
    finally:
        program.end()


def test_the_cost_of_changes(bus, folder, capsys):
    """Both programs see each change separately: the player waits for both before the next one."""
    player = Plain(bus, "alpha").appear()
    loop = Loop(player)
    last = f"Song{CHANGES}"
    programs = {name: Program([folder / "tests/cost", name, last], bus, folder) for name in ("plain", "glib")}
    loop.wait(lambda: all(program.lines == ["ready"] for program in programs.values()), "both programs")
    surfaces = {call.sender for call in player.calls}
    for number in range(1, CHANGES + 1):
        player.change(Metadata=("a{sv}", song(f"Song{number}")))
        pings = [player.start(surface, "/", "org.freedesktop.DBus.Peer", "Ping") for surface in surfaces]
        loop.wait(lambda pings=pings: number == CHANGES or all(player.answered(ping) for ping in pings))
        player.inbox.clear()
    for program in programs.values():
        loop.wait(lambda program=program: len(program.lines) == 2, "the end of the program")
        program.process.wait()
    found = {name: [int(word) for word in program.lines[1].split()] for name, program in programs.items()}
    assert min(changes for changes, _ in found.values()) >= CHANGES
    plain, glib = (found[name][1] for name in ("plain", "glib"))
    with capsys.disabled():
        print(f"\n{CHANGES} changes: plain C {plain} µs, GObject {glib} µs, ratio {glib / plain:.2f}")
