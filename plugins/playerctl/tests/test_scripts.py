# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs scripts with playerctl's library and with ours: both must print the same, and make the same calls."""

import re
import sys

import pytest
from testkit.bus import PATH, PLAYER
from testkit.fakes import Plain, song
from testkit.templates import ADDITIONS, CORNERS, CORNER_METADATA, TEMPLATES
from testkit.wire import Variant
from table import TABLE
from watching import BEGINNING, Loop, Program

GLIB_WARNING = re.compile(r"\(process:\d+\): GLib-GIO-WARNING")
SCRIPTS = {
    "names": """
for name in sorted(Playerctl.list_players(), key=lambda name: name.instance):
    print(name.name, name.instance, name.source.value_nick)
""",
    "metadata": """
player = Playerctl.Player.new("alpha")
print(player.get_title(), player.get_artist(), player.get_album(), player.props.status, player.props.playback_status)
print(player.print_metadata_prop("mpris:length"), player.print_metadata_prop("xesam:nothing"))
print(sorted(player.print_metadata_prop(None).splitlines()), sorted(player.props.metadata.keys()))
""",
    "commands": """
player = Playerctl.Player.new("alpha")
for function in player.play, player.pause, player.play_pause, player.stop, player.next, player.previous:
    print(attempt(function))
print(attempt(player.open, "file:///tmp/a%20b.ogg"), attempt(player.seek, -5000000), player.get_position())
print(attempt(player.set_position, 7000000), attempt(player.set_volume, 0.25), attempt(player.set_shuffle, True))
print(attempt(player.set_loop_status, Playerctl.LoopStatus.TRACK))
""",
    "abilities": """
player = Playerctl.Player.new("beta.instance7")
properties = player.props
print(properties.can_play, properties.can_pause, properties.can_seek, properties.can_go_next, properties.can_control)
print(properties.volume, properties.shuffle, properties.loop_status.value_nick, properties.player_name)
print(properties.source.value_nick, properties.position // 1000000)
""",
    "follow": """
player = Playerctl.Player.new("alpha")
def show(*words):
    print(*(word.value_nick if hasattr(word, "value_nick") else word for word in words))
player.connect("metadata", lambda _, metadata: show("metadata", metadata["xesam:title"], metadata["mpris:length"]))
player.connect("playback-status", lambda _, status: show("status", status))
player.connect("playback-status::paused", lambda _, status: show("paused", status))
player.connect("volume", lambda _, volume: show("volume", volume))
player.connect("loop-status", lambda _, status: show("loop", status))
player.connect("shuffle", lambda _, shuffle: show("shuffle", shuffle))
player.connect("seeked", lambda _, position: show("seeked", position))
player.connect("exit", lambda _: (show("exit"), loop.quit()))
ready()
""",
    "on": """
player = Playerctl.Player(player_name="alpha")
def show(*words):
    print(*words)
player.on("metadata", lambda player, metadata: show("metadata", metadata["xesam:title"]))
player.on("seeked", lambda player, position: show("seeked", position))
player.on("playback-status", lambda player, status: show("status", status.value_nick))
player.on("exit", lambda player: (show("exit"), loop.quit()))
ready()
""",
    "manager": """
manager = Playerctl.PlayerManager()
manager.connect("name-appeared", lambda _, name: print("appeared", name.name, name.instance))
manager.connect("name-vanished", lambda _, name: (print("vanished", name.name), loop.quit()))
manager.connect("player-appeared", lambda _, player: print("managed", player.props.player_name))
manager.connect("player-vanished", lambda _, player: print("gone", player.props.player_name))
for name in sorted(manager.props.player_names, key=lambda name: name.name):
    manager.manage_player(Playerctl.Player.new_from_name(name))
print([player.props.player_name for player in manager.props.players])
manager.move_player_to_top(manager.props.players[-1])
print([player.props.player_name for player in manager.props.players])
ready()
""",
    "sorted": """
manager = Playerctl.PlayerManager()
def compare(a, b):
    a, b = a.props.player_name, b.props.player_name
    return (a < b) - (a > b)
manager.set_sort_func(compare)
for name in manager.props.player_names:
    manager.manage_player(Playerctl.Player.new_from_name(name))
print([player.props.player_name for player in manager.props.players])
""",
    "nobody": """
print(attempt(Playerctl.Player.new, "nobody"))
player = Playerctl.Player(player_name="nobody")
print(attempt(player.play), attempt(player.get_title), player.props.status == "")
print(attempt(Playerctl.Player.new_for_source, "alpha", Playerctl.Source.DBUS_SYSTEM) is None)
""",
    "refused": """
player = Playerctl.Player.new("beta.instance7")
print(attempt(player.next), attempt(player.set_position, 1), attempt(player.get_artist))
""",
    "wrong names": """
print(attempt(Playerctl.Player.new, "bet"), attempt(Playerctl.Player.new, "beta.instance"))
""",
}


def alpha(bus):
    player = Plain(bus, "alpha", Volume=("d", 0.5), Shuffle=("b", False), LoopStatus=("s", "None"))
    player.answers[PLAYER, "OpenUri"] = lambda call: ("", [])
    return player.appear()


def beta(bus):
    player = Plain(bus, "beta.instance7", Metadata=("a{sv}", {"xesam:title": Variant("s", "Untagged")}),
                   PlaybackStatus=("s", "Paused"))
    player.answers[PLAYER, "Next"] = lambda call: ("error", "org.example.Tired", "I am tired")
    return player.appear()


def happen(player, sender, loop):
    """A player plays something else, is driven from elsewhere, and goes."""
    player.change(Metadata=("a{sv}", song("Two")))
    loop.settle(player, sender)
    for change in ({"PlaybackStatus": ("s", "Paused")}, {"Volume": ("d", 0.75)}, {"Shuffle": ("b", True)},
                   {"LoopStatus": ("s", "Track")}, {"LoopStatus": ("s", "Nonsense")}):
        player.change(**change)
        loop.settle(player, sender)
    player.tell(PATH, PLAYER, "Seeked", "x", 42_000_000)
    loop.settle(player, sender)


def run(script, bus, library, typelib):
    """Returns the exit code of a script, the lines that it prints with a library, and its calls of both players."""
    fakes = [alpha(bus), beta(bus)]
    loop = Loop(*fakes)
    program = Program([sys.executable, "-c", BEGINNING + SCRIPTS[script]], bus, library, typelib)
    try:
        if "ready()" in SCRIPTS[script]:
            loop.wait(lambda: "ready" in program.lines, f"the script is ready: {program.lines}")
            first = fakes[0]
            happen(first, [call.sender for call in first.calls][-1], loop)
            loop.fakes.remove(first)
            first.close()
        loop.wait(lambda: program.has_ended, f"the script ends: {program.lines}")
    finally:
        program.close()
        for fake in fakes:
            fake.close()
    asked = [[(call.member, call.body) for call in fake.calls if call.interface == PLAYER or call.member == "Set"]
             for fake in fakes]
    # GDBus warns about values of another type, which ours leaves out silently.
    lines = [line for line in program.lines if line and not GLIB_WARNING.match(line)]
    return program.process.returncode, lines, asked


@pytest.mark.parametrize("script", SCRIPTS)
def test_both_print_and_ask_for_the_same(bus, folder, library, original, script):
    theirs = run(script, bus, original, None)
    ours = run(script, bus, library, folder)
    TABLE.compared("scripts in Python: their output, and their requests to players", ours == theirs)
    assert ours == theirs
    assert theirs[0] == 0 and theirs[1], theirs


def test_both_expand_the_same(bus, library, original):
    """Wrong templates give the same error, too."""
    player = Plain(bus, "alpha", Metadata=("a{sv}", CORNER_METADATA), PlaybackStatus=("s", "Paused"),
                   Volume=("d", 0.5), Shuffle=("b", True)).appear()
    loop = Loop(player)

    def said(template, used):
        program = Program(["playerctl", "metadata", "--format", template], bus, used)
        try:
            loop.wait(lambda: program.has_ended, f"playerctl ends: {program.lines}")
        finally:
            program.close()
        # The original causes a warning of GLib when a variable has no value.
        return program.process.returncode, [line for line in program.lines if line and "-CRITICAL **" not in line]

    both = {template: (said(template, library), said(template, original)) for template in TEMPLATES + CORNERS}
    own = {template: said(template, library) for template in ADDITIONS}
    player.close()
    # Templates that playerctl refuses give the same as in the program nowplaying.
    assert own == {template: (0, text.split("\n")) for template, text in ADDITIONS.items()}
    assert not {template: (ours, theirs) for template, (ours, theirs) in both.items() if ours != theirs}
    assert len({theirs for _, (_, lines) in both.values() for theirs in lines}) > 100
