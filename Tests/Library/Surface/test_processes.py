# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests applications and processes of players, found from their properties, the bus and the kernel."""

import os
import shutil
import socket
import sys

import pytest
from lab.other_process import OtherProcesses
from lab.library import Shown
from testkit.bus import PATH, ROOT
from testkit.fakes import Plain, Whole
from testkit.wire import DBusError, Variant

PYTHON = (sys.executable, "-c", "import signal; signal.pause()")


@pytest.fixture
def start(bus, make_shown):
    """Starts a player in a process that runs a program, and a surface. Returns both, and the process."""
    made = []

    def start(name, *command, entry=""):
        with OtherProcesses(*command) as others:
            player = Plain(bus, name, apart=False)
        made.append(others)
        player.faces[ROOT] = {"DesktopEntry": Variant("s", entry)}
        shown = make_shown(player.appear())
        return player, shown, others

    yield start
    for others in made:
        others.end()


@pytest.fixture
def program(tmp_path):
    """Returns a function that makes a program with a given name; the program does nothing."""
    def make(name, shebang=None):
        path = tmp_path / name
        if shebang is None:
            shutil.copy("/bin/sleep", path)
        else:
            path.write_text(f"#!{shebang}\nexec 3>&1\nread nothing <&3\n")
            path.chmod(0o755)
        return str(path), "infinity"
    return make


def seen(shown):
    return shown.wait(lambda: next(iter(shown.entries.values()), None), "an entry")


def test_the_program_in_whose_process_it_is(start, program):
    _, shown, others = start("chromium.instance4711", *program("strange-player"))
    view = seen(shown)
    assert (view.application_id, view.process_id) == ("strange-player", others.processes[0])
    assert (view.display_name, view.bus_name) == ("chromium", ROOT + ".chromium.instance4711")
    shown.wait(lambda: shown.listed, "the list")
    assert [kind for kind, _ in shown.events] == ["added", "ordered"]


def test_a_desktop_entry_comes_first(start, program):
    player, shown, others = start("pid4711", *program("strange-player"), entry="org.example.Known")
    view = seen(shown)
    assert (view.application_id, view.process_id) == ("org.example.Known", others.processes[0])
    player.tell_changed(PATH, ROOT, DesktopEntry=("s", ""))
    assert shown.find(application_id="strange-player").changes == 1


def test_a_program_that_was_replaced(bus, start, program):
    path, _ = command = program("strange-player")
    _, shown, others = start("pid4711", *command)
    os.unlink(path)
    assert seen(shown).application_id == "strange-player"


def test_a_script(start, program):
    _, shown, _ = start("tune.instance1", *program("tunes", "/bin/sh"))
    assert seen(shown).application_id == "tunes"


@pytest.mark.parametrize("name, application", [
    ("tune.instance12", "tune"), ("tune.instance_1_42", "tune"), ("tune.instance-3", "tune"), ("tune.pid7", "tune"),
    ("org.example.Tune", "org.example.Tune"), ("tune.instances", "tune.instances"), ("pid4711", "pid4711"),
    ("org.example.Tune.instance1", "org.example.Tune"), ("tune.pid", "tune.pid")])
def test_a_program_that_runs_others_says_nothing(start, name, application):
    """The bus name is used, without the part that tells instances apart."""
    _, shown, others = start(name, *PYTHON)
    view = seen(shown)
    assert (view.application_id, view.display_name) == (application, application)
    assert view.process_id == others.processes[0]


def test_a_process_that_has_ended(bus, start, program):
    """The process has ended while its connection goes on. Newer buses forget its id then."""
    player, shown, others = start("tune.instance1", *program("strange-player"))
    known = others.processes[0]
    others.end()
    try:
        assert bus.pinger.bus("GetConnectionUnixProcessID", "s", player.name)[0] == known
    except DBusError:
        known = 0
    view = seen(shown)
    assert (view.application_id, view.process_id) == ("tune", known)


def test_a_bus_that_counts_processes_otherwise(bus, program):
    """The bus says a wrong process id for the surface itself, so that none of its process ids is used."""
    with OtherProcesses(*program("strange-player")) as others:
        player = Plain(bus, "tune.instance1", apart=False).appear()
        own = socket.socket(socket.AF_UNIX)
        own.connect(bus.socket)
    player.faces[ROOT] = {}
    shown = Shown(bus.address, player, socket=own.detach())
    try:
        view = seen(shown)
        assert (view.application_id, view.process_id) == ("tune", 0)
    finally:
        shown.close()
        others.end()


def test_a_player_of_org_nowplaying_names_itself(bus, make_shown, program):
    with OtherProcesses(*program("strange-player")) as others:
        player = Whole(bus, "whole.instance1")
    player.session("a")
    view = seen(make_shown(player.appear()))
    assert (view.application_id, view.process_id) == ("whole.instance1", others.processes[0])
    others.end()


def test_a_player_that_leaves_meanwhile(bus, make_shown):
    """The surface looks up the process of a player that has left the bus, or is leaving it."""
    shown = make_shown()
    shown.wait(lambda: shown.listed, "the list")
    for number in range(20):
        player = Plain(bus, f"short{number}").appear()
        if number % 2:
            shown.pump()
        player.close()
    lasting = Plain(bus, "lasting", apart=False).appear()
    shown.others.append(lasting)
    assert shown.find(display_name="lasting").process_id == os.getpid()
    assert list(shown.entries) == [shown.order()[0].key]
