# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests `nowplaying doctor`: it finds each thing that can be wrong, and each finding says what to do."""

import os
import pathlib
import shutil
import subprocess

import pytest
from lab.doctor_output import examine, start
from lab.other_process import OtherProcesses, boxed_root
from lab.running import Runner
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.desktop import wait_until
from testkit.fakes import APP, BASE, MANAGER, SESSION, Plain, path, playback, song, variants, whole
from testkit.wire import Variant

RULES = {
    1: "Each player has a connection of its own.",
    4: "The track id is an object path, and not below /org/mpris.",
    5: "Each value has the type that MPRIS gives it.",
    6: "GetAll has every property of MPRIS.",
    7: "Position is where the player is, at each reading, and in no signal but Seeked.",
    8: "A signal has the values that have changed, and comes at most 20 times a second.",
    9: "The picture's address is a URI.",
    10: "Each player has a name for people, and no two the same.",
    11: "CanControl is true, and CanPlay says whether there is something to play.",
    14: "Only MPRIS's own interfaces are at its object."}


def rules(found):
    return sorted({number for number, text in RULES.items() for each in found.rules if each.rule == text})


def test_a_player_that_is_well(bus, reference, run, folder):
    (folder / "applications").mkdir()
    (folder / "applications/trial-player.desktop").touch()
    found = examine(Runner(bus, XDG_DATA_HOME=str(folder)))
    assert [found[number].mark for number in (1, 2, 3, 4, 5, 7, 8, 9, 10)] == ["ok"] * 9 and found.code == 0
    assert "image/png" in found[10].text and found[5].text == '"Trial Song", Playing'
    assert [each.mark for each in found.rules] == ["ok"]
    assert "libnowplaying" not in found[2].text  # it uses it


@pytest.mark.parametrize("words, error", [
    (["Podcast", "extra"], "doctor takes one name, not 'Podcast' and 'extra'"),
    ([""], "The name of the player is empty"), (["-p", " "], "The name of the player is empty")])
def test_words_that_name_no_player(run, words, error):
    done = run("doctor", *words)
    assert (done.code, done.out) == (1, "") and done.err.strip() == error


def test_texts_of_any_length(bus):
    player = start(bus, Metadata=("a{sv}", {**song("x"), "xesam:title": Variant("s", "x" * 1_000_000)}))
    done = Runner(bus, player)("doctor")
    assert "xxx" in done.out and len(done.out) < 20_000


def test_nobody_is_there(bus, run):
    found = examine(run, "absent")
    assert found.wrong() == [1] and found[1].text == "it does not know absent" and found[2].mark == "?"


def test_the_page_is_named_where_it_is_installed(bus, folder):
    """A program that is installed with the documentation names the page's own path."""
    program = folder / "bin/nowplaying"
    page = folder / "share/doc/libnowplaying/docs/troubleshooting.md"
    for path in program, page:
        path.parent.mkdir(parents=True)
    shutil.copy(Runner.program, program)
    run = Runner(bus, LD_LIBRARY_PATH=str(Runner.program.resolve().parent))
    assert run("doctor", tool=str(program)).out.endswith(", question 1; Debian has it in libnowplaying-dev.\n")
    page.touch()
    assert run("doctor", tool=str(program)).out.splitlines()[-1] == f"More: {page}, question 1."


def test_a_program_that_does_not_speak_mpris(run, started):
    """A process is found by its program, with its folder or without, by its desktop file, and by its number. One that
    has ended, and that its parent has not waited for, is none."""
    ended = started(DBUS_SESSION_BUS_ADDRESS="unix:path=/elsewhere")
    name = os.path.basename(ended.args[0])
    ended.kill()
    wait_until("it has ended", lambda: "\nState:\tZ" in pathlib.Path(f"/proc/{ended.pid}/status").read_text())
    assert examine(run, name)[1].text == f"it does not know {name}"
    running = started(DBUS_SESSION_BUS_ADDRESS=run.environment["DBUS_SESSION_BUS_ADDRESS"])
    for word in (name, ended.args[0], name + ".desktop", str(running.pid)):
        found = examine(run, str(word))
        assert f"process {running.pid}, has not loaded libnowplaying" in found[2].text and found[3].text == "yes", word
    another = started(A="b")
    assert str(another.pid) in examine(run, name)[2].text


@pytest.fixture
def started(bus, folder):
    """Starts a program whose name no other process has, with these variables alone."""
    running = []

    def start_one(**environment):
        program = folder / f"elsewhere{os.getpid()}"
        if not program.exists():
            shutil.copy("/bin/cat", program)
        running.append(subprocess.Popen([program], stdin=subprocess.PIPE, env=environment))
        bus.wait_for(lambda: os.readlink(f"/proc/{running[-1].pid}/exe") == str(program), "it runs")
        return running[-1]
    yield start_one
    for process in running:
        with process:
            process.stdin.close()


def test_a_process_on_another_bus(run, started):
    """A process is found by its name, and by the words that it was started with."""
    address = "unix:path=/etc/hostname,guid=1"
    process = started(DBUS_SESSION_BUS_ADDRESS=address, NOWPLAYING_BUS="none")
    found = examine(run, os.path.basename(process.args[0]))
    assert found[1].advice == [("", "The answers below say what is missing.")]
    assert "has not loaded libnowplaying" in found[2].text and found[4].mark == "WRONG"
    assert found[3].text.endswith(f"has another bus: {address}")
    (_, advice), = found[3].advice
    assert advice.endswith(f"DBUS_SESSION_BUS_ADDRESS='{address}' nowplaying doctor '{process.pid}'")


@pytest.mark.parametrize("variables, address", [
    ({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/elsewhere"}, "unix:path=/elsewhere"),
    ({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/a%20b;unix:path=/c,guid=1"}, "unix:path=/a%20b;unix:path=/c,guid=1"),
    ({"DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/no where"}, "unix:path=/no%20where/bus")])
def test_a_process_without_a_bus(bus, run, started, variables, address):
    """Nobody is advised to use a bus that is not there."""
    process = str(started(**variables).pid)
    nowhere = Runner(bus, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere")
    for found, text in (examine(run, process), "has none"), (examine(nowhere, process), "has none either"):
        assert found[3].text.endswith(f"{text}: nothing is at {address}") and 3 in found.wrong()
        assert [advice for _, advice in found[3].advice] == [
            "Start it where there is a session bus, or give it one: see docs/headless.md."]


def test_a_bus_that_may_be_there(run, started):
    """Only for addresses that are paths can the doctor see that there is no bus."""
    process = started(DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere;unix:abstract=elsewhere")
    assert "has another bus: unix:path=/nowhere;unix:abstract=elsewhere" in examine(run, str(process.pid))[3].text


def test_an_empty_variable(bus, run, started, pytestconfig):
    """An empty variable counts as one that is not set."""
    library = os.path.abspath(f"{pytestconfig.getoption('--build')}/libnowplaying.so")
    process = started(DBUS_SESSION_BUS_ADDRESS=bus.address, NOWPLAYING_LOG="", LD_PRELOAD=library)
    assert "NOWPLAYING_LOG=debug would" in examine(run, str(process.pid))[2].text


def test_nothing_to_show(bus):
    player = start(bus, Metadata=("a{sv}", {}))
    assert examine(Runner(bus, player)).wrong() == [5]


@pytest.mark.parametrize("said, text", [
    ({"error": ("s", "Log\x1b in"), "error-kind": ("s", "sign-in")}, "sign-in: Log\ufffd in"),
    ({"error-kind": ("s", "network")}, "network"), ({}, "other")])
def test_a_player_in_trouble(bus, said, text):
    """The report has the error's kind and sentence, also if the player gives only one of them; without the state
    "error" there is none."""
    player = start(bus)
    for state, mark in ("error", "look"), ("paused", "ok"):
        objects = {BASE + "/app": {APP: variants(Id=("s", "patient"))},
                   path("1"): {SESSION: whole("1", Playback=playback(state, **variants(**said)))}}
        player.answers[MANAGER, "GetManagedObjects"] = lambda call, found=objects: ("a{oa{sa{sv}}}", [found])
        found = examine(Runner(bus, player))[5]
        assert found.mark == mark and ("cannot play" in found.text) == (state == "error")
        if state == "error":
            assert found.text == "it cannot play what it shows, and says why: " + text
            assert found.advice == [("", "Correct that, and have it try again: nowplaying -p patient play")]


def test_who_is_driven(bus):
    first, second = start(bus, "first", PlaybackStatus=("s", "Playing")), start(bus, "second")
    run = Runner(bus, first, second)
    found = examine(run, "second")[6]
    assert found.mark == "look" and "first" in found.text
    found = examine(run, "first")[6]
    assert (found.text, found.advice) == ("nobody listens to players on this bus",
                                          [("", "Start a desktop's panel, playerctld or 'nowplaying follow'.")])
    first.bus("AddMatch", "s", f"type='signal',path='{PATH}'")
    assert "listened to by" in examine(run, "first")[6].text


def test_a_dot_in_the_name(bus):
    assert examine(Runner(bus, start(bus, "org.example.Player")))[7].mark == "look"


@pytest.mark.parametrize("sandbox, mark", [
    ("org.example.Box", "WRONG"), ("$(id)", "ok"), ("a b", "ok"), ("a\x1b[31m", "ok"), ("a..b", "ok"), ("é", "ok")])
def test_a_sandbox_of_any_name(bus, tmp_path, sandbox, mark):
    """A process chooses its root, and what it has there must not become part of a command that people type."""
    with OtherProcesses(*boxed_root(str(tmp_path), f"[Application]\nname={sandbox}\n"), "sleep", "infinity") as others:
        player = start(bus)
    process, = others.processes
    wait_until("its root", lambda: os.readlink(f"/proc/{process}/exe").endswith("sleep"))
    found = examine(Runner(bus, player), "patient")
    others.end()
    assert found[7].mark == mark and all(sandbox not in text for _, text in found[7].advice if mark == "ok")


def test_a_player_that_hangs(bus):
    player = start(bus)
    player.answers[PROPERTIES, "GetAll"] = lambda call: None
    found = examine(Runner(bus, player), "patient")
    assert found.wrong() == [9] and {found[number].mark for number in (5, 6, 8, 10)} == {"?"}


@pytest.mark.parametrize("url, mark", [("", "look"), ("http://example.org/x", "look"), ("ftp://example.org/x", "look")])
def test_pictures_that_cannot_be_seen(bus, url, mark):
    metadata = song("One", **({"mpris:artUrl": Variant("s", url)} if url else {}))
    assert examine(Runner(bus, start(bus, Metadata=("a{sv}", metadata))))[10].mark == mark


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
    "no desktop entry": ([], lambda bus: start(bus, root={"DesktopEntry": ("s", "")})),
    "no control": ([11], lambda bus: start(bus, CanControl=("b", False))),
    "cannot play": ([11], lambda bus: start(bus, CanPlay=("b", False))),
    "own interface": ([14], introspected),
    "nothing": ([], start),
}


@pytest.mark.parametrize("case", BROKEN)
def test_which_rule_is_broken(bus, case, monkeypatch):
    """Each broken rule is found, and no other."""
    made = []
    appear = Plain.appear
    monkeypatch.setattr(Plain, "appear", lambda self: made.append(self) or appear(self))
    expected, begin = BROKEN[case]
    begin(bus)
    found = examine(Runner(bus, *made), "patient")
    assert rules(found) == expected, found


def test_signals_that_break_rules(bus):
    """The player breaks rules by signals that it sends while the doctor examines it."""
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
