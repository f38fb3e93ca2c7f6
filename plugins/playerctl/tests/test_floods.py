# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests players that send more than a script can take, and texts that sd-bus refuses: the script must see all other
players undisturbed, and in the end the true state."""

import signal

import pytest
from testkit.bus import PATH, PLAYER, PROPERTIES, Bus
from testkit.daemons import DBusDaemon
from testkit.fakes import Fake, Plain, song, variants
from testkit.wire import SIGNAL, Message, Variant, encode
from watching import Loop

FOLLOW = """
def follow(name):
    player = Playerctl.Player.new(name)
    player.connect("metadata", lambda player, _: print(name, player.get_title()))
    player.connect("exit", lambda _: print(name, "exit"))
    return player
players = [follow(name) for name in ("alpha", "beta")]
ready()
"""


def flood(player, count, **values):
    """Sends a change `count` times, as fast as the bus takes it; this process reads nothing meanwhile."""
    change = Message(type=SIGNAL, serial=2**31, path=PATH, interface=PROPERTIES, member="PropertiesChanged",
                     signature="sa{sv}as", body=[PLAYER, variants(**values), []])
    player.socket.sendall(encode(change) * count)


def begin(bus, start, script=FOLLOW):
    """Starts two players, a script that follows them, and the loop that serves the players."""
    players = [Plain(bus, name).appear() for name in ("alpha", "beta")]
    program, loop = start(script), Loop(*players)
    loop.wait(lambda: "ready" in program.lines, program.lines)
    return *players, program, loop


@pytest.mark.parametrize("count, text", [(5000, "x"), (400, "x" * 63_000)], ids=["many", "long"])
def test_a_flood_makes_nobody_deaf(bus, start, count, text):
    alpha, beta, program, loop = begin(bus, start)
    # The player's new state is emitted by no signal, so that only reading finds it.
    alpha.faces[PLAYER]["Metadata"] = Variant("a{sv}", song("Truth"))
    flood(alpha, count, Metadata=("a{sv}", song("Flood", **{"xesam:asText": Variant("s", text)})))
    beta.change(Metadata=("a{sv}", song("Two")))
    loop.wait(lambda: "beta Two" in program.lines, "the other one is heard")
    loop.wait(lambda: [line for line in program.lines if "alpha" in line][-1] == "alpha Truth", program.lines[-3:])
    assert program.lines.count("alpha Flood") < count / 2
    # From then on the player is heard as before.
    alpha.change(Metadata=("a{sv}", song("Next")))
    loop.wait(lambda: program.lines[-1] == "alpha Next", program.lines[-3:])


def test_it_is_asked_after_a_flood_in_which_an_answer_was_lost(bus, start):
    alpha, beta, program, loop = begin(bus, start, """
players = [Playerctl.Player.new(name) for name in ("alpha", "beta")]
def show():
    print(players[0].props.can_play)
    return True
GLib.timeout_add(20, show)
ready()
""")
    whole = alpha.answers[PROPERTIES, "GetAll"]
    alpha.answers[PROPERTIES, "GetAll"] = lambda call: None
    before = len(alpha.called("GetAll"))
    alpha.change(Metadata=("a{sv}", song("Two")))
    loop.wait(lambda: len(alpha.called("GetAll")) > before, "it is asked for what it does not tell")
    alpha.answers[PROPERTIES, "GetAll"] = whole
    before = len(alpha.called("GetAll"))
    flood(alpha, 5000, Volume=("d", 0.5))
    loop.wait(lambda: len(alpha.called("GetAll")) > before, "it is asked after the flood")
    for can_play in (False, True):
        alpha.faces[PLAYER]["CanPlay"] = Variant("b", can_play)
        alpha.change(Metadata=("a{sv}", song(str(can_play))))
        loop.wait(lambda can_play=can_play: program.lines[-1] == str(can_play), program.lines[-3:])


def test_a_message_of_too_many_values(bus, start):
    """A signal with too many values is ignored, and so is such an answer: the script asks for it only once."""
    alpha, _, program, loop = begin(bus, start)
    alpha.change(Metadata=("a{sv}", song("Many", **{f"key{number}": Variant("y", 1) for number in range(20_000)})))
    loop.wait(lambda: len(alpha.called("GetAll")) == 2, "the player is asked")
    alpha.change(Metadata=("a{sv}", song("Next")))
    loop.wait(lambda: program.lines[-1] == "alpha Next", program.lines)
    assert program.lines == ["ready", "alpha Next"] and 2 <= len(alpha.called("GetAll")) <= 3


def test_a_flood_leaves_time_to_others(bus, start):
    """A flood leaves time to other sources in the main loop of a script that takes 2 ms for each change."""
    alpha, _, program, loop = begin(bus, start, """
import time
player, seen = Playerctl.Player.new("alpha"), [0]
def see(player, metadata):
    time.sleep(0.002)  # sleeps: plays a script that is slow
    seen[0] += 1
def tick():
    if seen[0]:
        print(seen[0])
    seen[0] = 0
    return True
player.connect("metadata", see)
GLib.timeout_add(1, tick)
ready()
""")
    program.process.send_signal(signal.SIGSTOP)
    flood(alpha, 400, Metadata=("a{sv}", song("Flood")))
    alpha.bus("GetId")
    program.process.send_signal(signal.SIGCONT)
    loop.wait(lambda: sum(map(int, program.lines[1:])) >= 400, program.lines)
    assert max(map(int, program.lines[1:])) < 40, program.lines


@pytest.fixture
def narrow():
    """A bus that keeps little for a client that does not read; without a monitor, with which dbus-daemon 1.14 aborts
    when it drops a signal of its own."""
    bus = Bus(outgoing=1_000_000)
    bus.daemon = DBusDaemon(bus)
    yield bus
    bus.daemon.kill()
    bus.daemon = None
    bus.close()


@pytest.mark.parametrize("script, left", [("""
manager = Playerctl.PlayerManager()
manager.connect("name-appeared", lambda _, name: print(name.name, "appeared"))
manager.connect("name-vanished", lambda _, name: print(name.name, "vanished"))
ready()
""", ["gamma appeared", "leaves vanished"]), ("""
player = Playerctl.Player.new("leaves")
player.connect("exit", lambda player: print(player.props.player_name, "exit"))
ready()
""", ["leaves exit"])], ids=["manager", "player"])
def test_who_comes_and_goes_while_the_bus_is_full(narrow, start, script, left):
    """The bus drops signals that it cannot keep for a script, also those of names with another owner. The script must
    find out nevertheless."""
    leaves, stranger = Plain(narrow, "leaves").appear(), Fake(narrow)
    before = set(stranger.bus("ListNames")[0])
    program, loop = start(script, own_bus=narrow), Loop(leaves)
    loop.wait(lambda: "ready" in program.lines, program.lines)
    [reader] = set(stranger.bus("ListNames")[0]) - before
    program.process.send_signal(signal.SIGSTOP)
    # Sends signals to the script alone, which cannot refuse them. They are no calls, because the bus answers calls that
    # it drops.
    data = encode(Message(type=SIGNAL, serial=2**31, path="/a", interface="a.b", member="C", signature="s", body=["x"],
                          destination=reader))
    for _ in range(20):
        stranger.socket.sendall(1000 * data)
        stranger.bus("GetId")
    loop.fakes[:] = [Plain(narrow, "gamma").appear()]
    leaves.close()
    stranger.bus("GetId")
    program.process.send_signal(signal.SIGCONT)
    loop.wait(lambda: sorted(program.lines[1:]) == left, program.lines)


BAD = "wrong \ufffe order"


@pytest.mark.parametrize("key, value", [
    *(("xesam:title", ("s", f"wrong {character} order")) for character in "\ufffe\uffff\ufdd0\U0001fffe\U0010ffff"),
    ("xesam:artist", ("as", ["One", BAD, "Two"])), (BAD, ("s", BAD)), ("xesam:asText", ("s", BAD * 10_000)),
    ("vendor", ("a(sa{sv})", [(BAD, {BAD: Variant("as", [BAD])})])),
    ("vendor", ("(ynqiuxtdbogs)", (1, 2, 3, 4, 5, 6, 7, 8.0, True, "/o", "s", BAD)))])
def test_a_text_that_sd_bus_refuses(bus, start, original, key, value):
    """A value with such a text, and all others, equal those of playerctl's own library, in a reply and in a signal."""
    player = Plain(bus, "alpha", Volume=("d", 0.5), Metadata=("a{sv}", song("One", **{key: Variant(*value)})))
    script = """
player = Playerctl.Player.new("alpha")
def show(player, *_):
    print(player.print_metadata_prop(None), player.props.volume)
show(player)
player.connect("volume", show)
ready()
"""
    player.appear()
    programs, loop = [start(script), start(script, original)], Loop(player)
    loop.wait(lambda: all("ready" in program.lines for program in programs), [program.lines for program in programs])
    player.change(Volume=("d", 0.25), Metadata=("a{sv}", song("Two", **{key: Variant(*value)})))
    loop.wait(lambda: all(program.lines[-1].endswith(" 0.25") for program in programs), programs[0].lines)
    ours, theirs = (sorted(program.lines) for program in programs)
    assert ours == theirs and len([line for line in ours if "wrong" in line]) >= 2
