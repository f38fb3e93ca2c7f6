# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests players and buses with which playerctl's own library fails: names with an instance, values of another type,
players that hang, and a bus that dies. Also tests memory, and the cost of a change."""

import os
import signal

import pytest
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import Plain, Slow, song
from testkit.wire import Variant
from table import TABLE
from watching import Loop, Program, pace

# Suppressions for memory that GLib keeps until the process ends.
SUPPRESSIONS = "/usr/share/glib-2.0/valgrind/glib.supp"
CHANGES = 1000
FOLLOW = """
player = Playerctl.Player.new("alpha")
player.connect("metadata", lambda _, metadata: print("metadata", metadata.keys()))
player.connect("volume", lambda _, volume: print("volume", volume))
player.connect("exit", lambda _: (print("exit"), loop.quit()))
ready()
"""


def test_a_name_means_its_instances(bus, start):
    player = Plain(bus, "beta.instance7").appear()
    program = start("print(Playerctl.Player.new('beta').props.player_instance)")
    Loop(player).wait(lambda: program.has_ended, program.lines)
    assert program.lines == ["beta.instance7"]


@pytest.mark.parametrize("change", [
    {"Volume": ("s", "loud")}, {"Metadata": ("s", "none")}, {"Metadata": ("a{ss}", {"xesam:title": "x"})},
    {"PlaybackStatus": ("u", 1)}, {"LoopStatus": ("d", 1.5)}, {"Shuffle": ("s", "yes")}, {"Position": ("s", "here")},
    {"Metadata": ("a{sv}", {})}, {"Rate": ("v", Variant("v", Variant("s", "deep")))}])
def test_a_value_of_another_type_is_left_out(bus, start, change):
    player = Plain(bus, "alpha").appear()
    program, loop = start(FOLLOW), Loop(player)
    loop.wait(lambda: "ready" in program.lines, program.lines)
    player.change(**change)
    player.tell(PATH, PLAYER, "Seeked", "s", "far")
    player.change(Volume=("d", 0.5))
    loop.wait(lambda: "volume 0.5" in program.lines, program.lines)
    loop.fakes.clear()
    player.close()
    loop.wait(lambda: program.has_ended, program.lines)
    heard = ["metadata []"] if change == {"Metadata": ("a{sv}", {})} else []
    assert program.lines == ["ready", *heard, "volume 0.5", "exit"] and program.process.returncode == 0


def test_a_player_that_answers_nothing(bus, start):
    """The player costs the script only the calls that it makes to this player; the other player is shown."""
    silent, player = Plain(bus, "silent").appear(), Plain(bus, "alpha").appear()
    silent.answers[PROPERTIES, "GetAll"] = lambda call: "org.freedesktop.DBus.Error.NoReply"
    program = start("""
manager = Playerctl.PlayerManager()
for name in manager.props.player_names:
    manager.manage_player(Playerctl.Player.new_from_name(name))
print(sorted(str(player.get_title()) for player in manager.props.players))
""")
    silent.answers[PROPERTIES, "Get"] = lambda call: "org.freedesktop.DBus.Error.NoReply"
    Loop(silent, player).wait(lambda: program.has_ended, program.lines)
    assert program.lines[-1] == "['None', 'One']" or "NoReply" in program.lines[-1], program.lines


def test_a_player_that_obeys_and_never_answers(bus, start):
    """Status bars call it in their main loops, so that the timeout is 3 s instead of 25."""
    player = Plain(bus, "alpha").appear()
    player.answers[PLAYER, "Pause"] = lambda call: None
    program = start("print(attempt(Playerctl.Player.new('alpha').pause))")
    Loop(player).wait(lambda: program.has_ended, program.lines, timeout=12)
    assert "timed out" in program.lines[-1] and player.called("Pause") == [[]]


def test_what_came_before_a_player_left(bus, start, tmp_path):
    """Each player has a connection of its own. A script that was busy hears what the others have said before it hears
    that one of them has gone, and does not show what was before."""
    staying, leaving = Plain(bus, "alpha").appear(), Plain(bus, "beta").appear()
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    program = start(f"""
manager = Playerctl.PlayerManager()
manager.connect("name-vanished", lambda _, name: (print("gone", player.get_title()), loop.quit()))
player = Playerctl.Player.new("alpha")
manager.manage_player(player)
def busy():
    print("busy")
    open({str(gate)!r}).close()
GLib.idle_add(busy)
loop.run()
""")
    loop = Loop(staying, leaving)
    loop.wait(lambda: "busy" in program.lines, program.lines)
    staying.change(Metadata=("a{sv}", song("Two")))
    staying.bus("GetId")
    loop.fakes.remove(leaving)
    leaving.close()
    loop.wait(lambda: bus.owner(ROOT + ".beta") is None, "it has gone")
    gate.write_text("")
    loop.wait(lambda: program.has_ended, program.lines)
    assert program.lines == ["busy", "gone Two"]


def test_a_bus_that_dies(bus, start, original):
    """The script goes on, and its next call fails; with playerctl's own library it would be ended."""
    player = Plain(bus, "alpha").appear()
    script = """
player = Playerctl.Player.new("alpha")
GLib.timeout_add(1, lambda: print(str(attempt(player.play)).partition(" ")[0]) or True)
ready()
"""
    ours, theirs, loop = start(script), start(script, original), Loop(player)
    loop.wait(lambda: "None" in ours.lines and "None" in theirs.lines, (ours.lines, theirs.lines))
    loop.fakes.clear()
    player.close()
    bus.kill()
    loop.wait(lambda: "g-io-error-quark" in ours.lines and theirs.has_ended, (ours.lines, theirs.lines))
    assert not ours.has_ended and theirs.process.returncode == -signal.SIGTERM


WATCH = """
player = Playerctl.Player.new("alpha")
player.connect("exit", lambda player: print("exit", player.props.player_name))
manager = Playerctl.PlayerManager()
manager.manage_player(player)
manager.connect("player-vanished", lambda _, player: print("unmanaged", player.props.player_name))
manager.connect("name-vanished", lambda _, name: print("vanished", name.name))
def come(manager, name):
    print("appeared", name.name, "of", [each.name for each in manager.props.player_names])
    if name.name in ("alpha", "gamma"):
        print("plays", Playerctl.Player.new_from_name(name).get_title())
manager.connect("name-appeared", come)
ready()
"""


def test_a_bus_that_is_started_anew(bus, start):
    """The players vanish with the bus. Those of the next bus are found, also one that a daemon does not list yet, and
    the first of the bus is the first in the manager's list."""
    players = [Plain(bus, "alpha").appear()]
    program, loop = start(WATCH), Loop(*players)
    loop.wait(lambda: "ready" in program.lines, program.lines)
    for gone, come in (["alpha"], ["alpha", "beta"]), (["alpha", "beta"], ["gamma", "delta"]):
        del program.lines[:]
        loop.fakes.clear()
        program.process.send_signal(signal.SIGSTOP)
        bus.kill()
        for player in players:
            player.close()
        bus.start()
        players = [Plain(bus, name).appear() for name in come]
        if "gamma" in come:
            players.append(Plain(bus, "playerctld"))
            players[-1].answers[PROPERTIES, "Get"] = lambda call: ("v", [Variant("as", [ROOT + ".gamma"])])
            players[-1].appear()
        loop.fakes.extend(players)
        program.process.send_signal(signal.SIGCONT)
        loop.wait(lambda: "plays One" in program.lines, program.lines)
        loop.wait(lambda: program.lines[-2:-1] == [f"appeared {come[0]} of {come}"], program.lines)
        assert [line for line in program.lines if "vanished" in line] == [f"vanished {name}" for name in gone]
        assert not program.has_ended
        if gone == ["alpha"]:
            assert {"exit alpha", "unmanaged alpha"} < set(program.lines)


def test_no_leak(bus, folder, library):
    """Checks for leaks, also after a message that sd-bus refuses, and after a flood, which replaces the connection."""
    player = Plain(bus, "alpha").appear()
    loop = Loop(player)
    program = Program(["valgrind", "-q", "--error-exitcode=9", "--leak-check=full",
                       "--errors-for-leak-kinds=definite,indirect", "--show-leak-kinds=definite,indirect",
                       f"--suppressions={SUPPRESSIONS}", folder / "cost", "alpha", "Song20"], bus, library)
    try:
        loop.wait(lambda: "ready" in program.lines, program.lines, 60)
        player.change(Metadata=("a{sv}", song("Wrong", album=Variant("s", "\ufffe"))))
        player.change(Metadata=("a{sv}", song("Many", vendor=Variant("ai", [0] * 20_000))))
        player.faces[PLAYER]["Metadata"] = Variant("a{sv}", song("One"))
        loop.wait(lambda: len(player.called("GetAll")) == 2, "it is asked anew", 60)
        follow(player, loop, [program], 20)
        assert program.process.returncode == 0, program.lines
    finally:
        program.close()


def follow(player, loop, programs, changes):
    """Makes the programs see each change in a separate turn of their loops."""
    loop.wait(lambda: all("ready" in program.lines for program in programs), [each.lines for each in programs], 60)
    senders = {call.sender for call in player.calls}
    for number in range(1, changes + 1):
        player.change(Metadata=("a{sv}", song(f"Song{number}")))
        for sender in senders if number < changes else ():
            loop.settle(player, sender)
        player.inbox.clear()
        pace()
    loop.wait(lambda: all(program.has_ended for program in programs), [each.lines for each in programs], 60)


def test_the_cost_of_changes(bus, folder, library, original):
    """Both programs read the title at each change."""
    player = Plain(bus, "alpha").appear()
    programs = [Program([folder / "cost", "alpha", f"Song{CHANGES}"], bus, each) for each in (library, original)]
    try:
        follow(player, Loop(player), programs, CHANGES)
    finally:
        for program in programs:
            program.close()
    (ours, cost), (theirs, their_cost) = ([int(word) for word in program.lines[-1].split()] for program in programs)
    assert ours >= CHANGES and theirs >= CHANGES
    TABLE.measured("processor time of 1,000 changes whose title a program on the library reads", their_cost / 1000,
                   cost / 1000, "ms")


SHOWN = """
player = Playerctl.Player.new("alpha")
def show():
    print(player.get_title(), player.props.can_play, player.props.position // 10**6)
    return True
GLib.timeout_add(20, show)
ready()
"""


@pytest.mark.parametrize("is_told", [False, True])
def test_a_player_whose_object_comes_late(bus, start, is_told):
    """The player is asked again after a while, and also because of a signal."""
    player, asked = Plain(bus, "alpha", PlaybackStatus=("s", "Paused")).appear(), []
    whole = player.answers[PROPERTIES, "GetAll"]
    rounds = 1000 if is_told else 2

    def late(call):
        asked.append(call)
        return whole(call) if len(asked) > rounds else "org.freedesktop.DBus.Error.UnknownObject"

    player.answers[PROPERTIES, "GetAll"] = late
    player.answers[PROPERTIES, "Get"] = lambda call: "org.freedesktop.DBus.Error.UnknownObject"
    program, loop = start(SHOWN), Loop(player)
    loop.wait(lambda: "ready" in program.lines, program.lines)
    if is_told:
        loop.wait(lambda: len(asked) > 1, program.lines)
        rounds = 0
        player.change(Volume=("d", 0.5))
    loop.wait(lambda: "One True 5" in program.lines, program.lines)


def test_what_a_player_does_not_tell(bus, start):
    """CanPlay, and that the same song begins again, are found although no signal tells them."""
    player = Plain(bus, "alpha", CanPlay=("b", False), Position=("x", 90_500_000)).appear()
    program, loop = start(SHOWN), Loop(player)
    loop.wait(lambda: "One False 90" in program.lines, program.lines)
    player.faces[PLAYER] |= {"CanPlay": Variant("b", True), "Position": Variant("x", 0)}
    player.change(Metadata=("a{sv}", song("One")))
    loop.wait(lambda: "One True 0" in program.lines, program.lines)
    # The player reports whole seconds; the position in between is computed.
    player.faces[PLAYER] |= {"Rate": Variant("d", 20.0)}
    player.change(Rate=("d", 20.0))
    loop.wait(lambda: "One True 30" in program.lines, program.lines)


def test_where_a_player_is_sought_without_a_path(bus, start):
    player = Plain(bus, "alpha", Metadata=("a{sv}", {"mpris:trackid": Variant("s", "spotify:1")})).appear()
    program = start("""Playerctl.Player.new("alpha").set_position(30_000_000)""")
    Loop(player).wait(lambda: program.has_ended, program.lines)
    assert player.called("Seek") == [[25_000_000]] and not player.called("SetPosition"), program.lines


FOLLOW_ALL = """
manager = Playerctl.PlayerManager()
def follow(name):
    player = Playerctl.Player.new_from_name(name)
    player.connect("metadata", lambda player, _: print(player.props.player_name, player.get_title()))
    return player
players = [follow(name) for name in manager.props.player_names]
ready()
"""


@pytest.mark.parametrize("count", [1, 50])
@pytest.mark.parametrize("way", Slow.WAYS)
def test_players_that_wake(bus, start, way, count):
    """A script that follows all players waits once for the silent ones, and hears of each as soon as it answers."""
    slow, good = [Slow(bus, f"p{number}", way).appear() for number in range(count)], Plain(bus, "good").appear()
    program, loop = start(FOLLOW_ALL), Loop(*slow, good)
    # 3 s for the first, and 0.1 s for each other; one after the other it would take two and a half minutes.
    loop.wait(lambda: program.lines == ["ready"], program.lines, 60)
    good.change(Metadata=("a{sv}", song("Two")))
    loop.wait(lambda: "good Two" in program.lines, program.lines)
    for player in slow:
        player.wake()
    loop.wait(lambda: {f"p{number} One" for number in range(count)} <= set(program.lines), program.lines)


def test_a_script_that_is_busy_for_long(bus, start):
    """A script that is busy for longer than sd-bus waits for an unread reply still hears its players."""
    player = Plain(bus, "good").appear()
    program, loop = start("""
import time
player = Playerctl.Player.new("good")
player.connect("metadata", lambda player, _: print(player.get_title()))
player.connect("exit", lambda _: print("exit"))
time.sleep(26)  # sleeps: plays a script that is busy
ready()
"""), Loop(player)
    loop.wait(lambda: program.lines == ["ready"], program.lines, 60)
    player.change(Metadata=("a{sv}", song("Two")))
    loop.wait(lambda: program.lines == ["ready", "Two"], program.lines)
