# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Values that are left out, because clients would take them for something else: rule 6."""

from testkit.bus import NAME, PLAYER
from testkit.mpris_types import OPTIONAL, SPECIFIED


def test_rule_06_no_modes_without_their_commands(bus):
    """Plasma shows a button for each property that exists, and playerctl prints the player's value."""
    host = bus.player(commands=("PLAY", "NEXT"))
    client, missing = bus.client(NAME), OPTIONAL
    assert not missing & set(client.get_all()) and set(client.get_all()) | missing == set(SPECIFIED[PLAYER])
    assert (client.get("LoopStatus"), client.get("Shuffle")) == ("None", False)
    for word in "loop", "shuffle":
        assert "No player could handle" in bus.playerctl(word, expect=1)
    for command, name, value in (
            ("CHANGE_SHUFFLE_MODE!", "Shuffle", False), ("CHANGE_REPEAT_MODE", "LoopStatus", "None")):
        start = bus.mark()
        host.commands("PLAY", "NEXT", command)
        assert bus.wait_changed(start, name, lambda given, value=value: given == value)
        assert client.get_all()[name].value == value and len(missing & set(client.get_all())) == 1
    host.commands("PLAY", "NEXT", "CHANGE_REPEAT_MODE@1", "CHANGE_SHUFFLE_MODE")
    assert bus.playerctl("shuffle") == "Off" and bus.playerctl("loop") == "Track"
    host.commands("PLAY", "NEXT")
    start = bus.mark()
    host.volume(0.5)
    bus.wait_changed(start, "Volume")
    assert not missing & set().union(*bus.signals(start)) and not missing & set(client.get_all())
