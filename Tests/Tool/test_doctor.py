# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying doctor`: each thing that can be wrong is found, and each finding says what to do."""

import os
import re
import shutil
import subprocess

import pytest
from fakes import Plain, song, variants
from harness.bus import PATH, PLAYER, PROPERTIES, ROOT
from harness.wire import Variant
from running import Runner

QUESTION = re.compile(r"^ ?(\d+)\. (.*)$")


def examine(run, *words, code=None):
    """The findings by the number of their question, those of the rules at 11; each as (mark, text, next)."""
    done = run("doctor", *words)
    assert done.err == "" and (code is None or done.code == code), done
    found, number, titles = {}, 0, []
    for line in done.out.splitlines():
        if match := QUESTION.match(line):
            number = int(match[1])
            titles.append(match[2])
        elif line.startswith("    → "):
            found[number][-1][2] = line[6:]
        else:
            mark, text = line.split(None, 1)
            found.setdefault(number, []).append([mark, text, ""])
    assert len(titles) == 10 and set(found) == set(range(1, 11))
    assert all(advice for list in found.values() for mark, _, advice in list if mark in ("look", "WRONG")), found
    return {**{key: value[0] for key, value in found.items()}, 11: found[10][1:]}


def rules(found):
    return sorted({int(text.split(":")[0].split()[1]) for mark, text, _ in found[11] if mark == "WRONG"})


def start(bus, name="patient", root=None, **properties):
    whole = {"LoopStatus": ("s", "None"), "Shuffle": ("b", False), "Volume": ("d", 1.0), "MinimumRate": ("d", 1.0),
             "MaximumRate": ("d", 1.0), "PlaybackStatus": ("s", "Paused")}
    player = Plain(bus, name, **{**whole, **properties})
    player.faces[ROOT].update(variants(CanQuit=("b", False), CanRaise=("b", False), HasTrackList=("b", False),
                                       SupportedUriSchemes=("as", []), SupportedMimeTypes=("as", []), **(root or {})))
    return player.appear()


def test_a_player_that_is_well(bus, trial, run, folder):
    (folder / "applications").mkdir()
    (folder / "applications/trial-player.desktop").touch()
    found = examine(Runner(bus, XDG_DATA_HOME=str(folder)), code=0)
    assert [found[number][0] for number in (1, 2, 3, 4, 5, 7, 8, 9, 10)] == ["ok"] * 9, found
    assert "image/png" in found[10][1] and found[5][1] == '"Trial Song", Playing'
    assert rules(found) == [] and found[11][0][0] == "ok"
    assert "libnowplaying" not in found[2][1]  # it uses it


def test_nobody_is_there(bus, run):
    found = examine(run, "absent", code=1)
    assert found[1][:2] == ["WRONG", "it does not know absent"] and found[2][0] == "?"
    nowhere = examine(Runner(bus, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere"), code=1)
    assert nowhere[3][:2] == ["WRONG", "there is none"]
    assert examine(Runner(bus, NOWPLAYING_BUS="none"), code=1)[4][0] == "WRONG"


def test_a_process_on_another_bus(bus, run, folder):
    """Found by its name, which no other process has, and by what it was started with."""
    name = f"elsewhere{os.getpid()}"
    program = shutil.copy("/bin/cat", folder / name)
    environment = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/elsewhere", "NOWPLAYING_BUS": "none"}
    with subprocess.Popen([program], stdin=subprocess.PIPE, env=environment) as process:
        bus.wait_for(lambda: os.readlink(f"/proc/{process.pid}/exe") == str(program), "it runs")
        found = examine(run, name, code=1)
        process.stdin.close()
    assert "has not loaded libnowplaying" in found[2][1] and found[4][0] == "WRONG"
    assert found[3][1].endswith("has another bus: unix:path=/elsewhere")


def test_nothing_to_show(bus):
    player = start(bus, Metadata=("a{sv}", {}))
    assert examine(Runner(bus, player), code=1)[5][0] == "WRONG"


def test_who_is_driven(bus):
    first, second = start(bus, "first", PlaybackStatus=("s", "Playing")), start(bus, "second")
    run = Runner(bus, first, second)
    assert examine(run, "second")[6][0] == "look" and "first" in examine(run, "second")[6][1]
    assert examine(run, "first")[6][1:] == ["nobody listens to players on this bus",
                                             "Start a desktop's panel, playerctld or 'nowplaying follow'."]
    first.bus("AddMatch", "s", f"type='signal',path='{PATH}'")
    assert "listened to by" in examine(run, "first")[6][1]


def test_a_dot_in_the_name(bus):
    assert examine(Runner(bus, start(bus, "org.example.Player")))[7][0] == "look"


def test_no_desktop_file(bus, folder):
    found = examine(Runner(bus, start(bus), XDG_DATA_HOME=str(folder), XDG_DATA_DIRS=str(folder)), code=1)
    assert found[8][:2] == ["WRONG", "there is no org.example.patient.desktop"]


def test_a_player_that_hangs(bus):
    player = start(bus)
    player.answers[PROPERTIES, "GetAll"] = lambda call: None
    found = examine(Runner(bus, player), code=1)
    assert found[9][0] == "WRONG" and found[5][0] == "?"


@pytest.mark.parametrize("url, mark", [("", "look"), ("https://example.org/x", "look"),
                                       ("file:///nowhere.png", "WRONG"), ("file:///etc/hostname", "WRONG")])
def test_pictures_that_cannot_be_seen(bus, url, mark):
    metadata = song("One", **({"mpris:artUrl": Variant("s", url)} if url else {}))
    assert examine(Runner(bus, start(bus, Metadata=("a{sv}", metadata))))[10][0] == mark


def without(key, **properties):
    return lambda bus: start(bus, **properties).faces[PLAYER].pop(key)


def shared_name(bus):
    start(bus).own(ROOT + ".another")


def introspected(bus):
    player = start(bus)
    player.answers["org.freedesktop.DBus.Introspectable", "Introspect"] = \
        lambda call: ("s", ['<node><interface name="org.example.Own"/></node>'])


def metadata(**others):
    return {"Metadata": ("a{sv}", song("One", **variants(**others)))}


BROKEN = {
    "shared connection": ([1, 10], shared_name),
    "track id of another type": ([4], lambda bus: start(bus, **metadata(**{"mpris:trackid": ("s", "x")}))),
    "track id of MPRIS": ([4], lambda bus: start(bus, **metadata(**{"mpris:trackid": ("o", "/org/mpris/x")}))),
    "property of another type": ([5], lambda bus: start(bus, Volume=("i", 1))),
    "metadata of another type": ([5], lambda bus: start(bus, **metadata(**{"xesam:artist": ("s", "x")}))),
    "missing property": ([6], without("MinimumRate")),
    "position that stands": ([7], lambda bus: start(bus, PlaybackStatus=("s", "Playing"))),
    "address that is no URI": ([9], lambda bus: start(bus, **metadata(**{"mpris:artUrl": ("s", "file:///a b.png")}))),
    "no identity": ([10], lambda bus: start(bus, root={"Identity": ("s", "")})),
    "no desktop entry": ([10], lambda bus: start(bus, root={"DesktopEntry": ("s", "")})),
    "no control": ([11], lambda bus: start(bus, CanControl=("b", False))),
    "cannot play": ([11], lambda bus: start(bus, CanPlay=("b", False))),
    "own interface": ([14], introspected),
    "nothing": ([], start),
}


@pytest.mark.parametrize("case", BROKEN)
def test_which_rule_is_broken(bus, case, monkeypatch):
    """Each is found, and no other."""
    made = []
    appear = Plain.appear
    monkeypatch.setattr(Plain, "appear", lambda self: made.append(self) or appear(self))
    expected, begin = BROKEN[case]
    begin(bus)
    found = examine(Runner(bus, *made), "patient")
    assert rules(found) == expected, found


def test_signals_that_break_rules(bus):
    """What it tells while it is looked at."""
    player = start(bus, PlaybackStatus=("s", "Playing"))
    asked = []

    def position(call):
        asked.append(call)
        if len(asked) == 1:
            player.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", PLAYER, variants(Position=("x", 1)),
                        ["Volume"])
        return "v", [Variant("x", 0)]

    player.answers[PROPERTIES, "Get"] = position
    assert rules(examine(Runner(bus, player))) == [7, 8]
