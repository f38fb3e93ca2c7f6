# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the file of the options of `nowplaying daemon`, daemon.conf, and what reading it once more changes."""

import json
import os
import pty
import signal

import pytest
from daemoned import FACE, OURS, Daemon, Obedient, option_file, player, write_options
from lab.running import Runner
from testkit.bus import PLAYER, ROOT
from testkit.desktop import wait_until

LINES = ("# a comment", "", "\t pause-others \t# the music for a film", "--no-resume", "ignore-player = tab , radio")


def test_options_of_the_file(bus, start):
    write_options(bus, *LINES)
    daemon = start()
    players = Obedient(bus, daemon, "music", "film")
    radio = player(bus, "radio", "Playing")
    daemon.fakes.append(radio.appear())
    players.begin("music")
    players.begin("film")
    players.await_(music="Paused")
    assert daemon.names() == [ROOT + ".film", ROOT + ".music"] and not radio.called("Pause")


def test_words_of_the_command_line_win(bus, start):
    write_options(bus, "ignore-player=one", "pause-others=two")
    daemon = start("-i", "two", "--pause-others")
    two = player(bus, "two", "Playing")
    daemon.fakes.append(two.appear())
    players = Obedient(bus, daemon, "one", "three")
    players.begin("one")
    players.begin("three")
    players.await_(one="Paused")
    assert daemon.names() == [ROOT + ".three", ROOT + ".one"]
    run, options = Runner(bus, *daemon.fakes), ["--ignore-player=two", "--pause-others"]
    assert f"\nhas the options {' '.join(options)}\n" in run.good("daemon", "status")
    assert json.loads(run.good("daemon", "status", "--json"))["options"] == options


def test_options_without_a_player(bus, start):
    options = ["--ignore-player=tab,radio*", "--pause-others=music", "--no-resume", "--start-last", "--inhibit=music"]
    start(*options)
    assert Runner(bus).good("daemon", "status").splitlines()[:2] == [
        "runs, and stands for no player", f"has the options {' '.join(options)}"]


WRONG = {
    "pause-other": "Unknown option --pause-other. Did you mean --pause-others?", "json": "the file takes no --json",
    "inhibit = loud": "--inhibit takes music, video or nothing, not 'loud'", "--": "It names no option",
    "ignore-player": "Missing argument for --ignore-player", "-i=radio": "Unknown option ---i=radio",
    "bluetooth = yes": "Unknown option --bluetooth=yes. Did you mean --bluetooth?", "= x": "Unknown option --=x",
    "pause-others= ,": "--pause-others takes names of players, or nothing", "help": "the file takes no --help",
    "inhibit video": "Unknown option --inhibit video"}


def test_wrong_lines_are_named(bus):
    """Each is named with its number and what to do, and left out; the others hold."""
    write_options(bus, "# first", *WRONG, "pause-others")
    daemon = Daemon(bus, OURS)
    players = Obedient(bus, daemon, "music", "film")
    players.begin("music")
    players.begin("film")
    players.await_(music="Paused")
    faults = json.loads(Runner(bus, *daemon.fakes).good("daemon", "status", "--json"))["faults"]
    status = Runner(bus, *daemon.fakes).good("daemon", "status")
    said = daemon.close().splitlines()
    for fake in daemon.fakes:
        fake.close()
    assert len(said) == len(faults) == len(WRONG)
    for number, (text, fault, line) in enumerate(zip(WRONG.values(), faults, said), 2):
        assert fault.startswith(f"{option_file(bus)}, line {number}: {text}")
        assert fault.endswith(" Correct or delete the line; 'nowplaying help daemon' names the options.")
        assert line == f"nowplaying[daemon] warning: {fault}" and fault in status


@pytest.mark.parametrize("make, said", [
    (os.mkdir, "cannot be read: Invalid argument"), (os.mkfifo, "cannot be read: Invalid argument"),
    (lambda path: path.write_bytes(b"#" * 70000), "cannot be read: File too large"),
    (lambda path: path.write_bytes(b"on-ac\n"), "--on-ac needs --inhibit"),
    (lambda path: path.write_bytes(b"no-resume\r\n"), "--no-resume needs --pause-others"),
    (lambda path: path.write_bytes(b"\xff\x00\x1b[1m\n" * 500), "line 16: Unknown option"),
    (lambda path: path.write_bytes(b""), ""), (lambda path: None, ""), (lambda path: path.symlink_to("nowhere"), "")])
def test_files_of_every_kind(bus, make, said):
    option_file(bus).parent.mkdir(parents=True)
    make(option_file(bus))
    daemon = Daemon(bus, OURS)
    lines = daemon.close().splitlines()
    assert len(lines) <= 16 and (said in lines[-1] if said else not lines) and "\x1b" not in "".join(lines)


def test_an_option_that_lacks_another(bus, run):
    """Together they have all that they need; the command line alone is refused."""
    assert run.bad("daemon", "--on-ac") == "--on-ac needs --inhibit"
    write_options(bus, "inhibit")
    daemon = Daemon(bus, OURS, "--on-ac")
    daemon.reload()
    assert daemon.close() == "nowplaying[daemon] warning: the options stay as they are: --on-ac needs --inhibit\n"


def test_it_keeps_its_place(bus, start):
    """Reading the file once more changes nothing but what the options change."""
    daemon = start()
    players = Obedient(bus, daemon, "music", "film", "radio")
    players.begin("music")
    daemon.call(FACE, "Shift")
    owner, names = daemon.owner(), daemon.names()
    daemon.signals()
    daemon.reload("pause-others", "start-last", "inhibit")
    assert (daemon.owner(), daemon.names(), daemon.signals()) == (owner, names, [])
    players.begin("film")
    players.await_(music="Paused")
    daemon.reload("pause-others", "ignore-player=radio")
    daemon.until(lambda: ROOT + ".radio" not in daemon.names(), "the radio is left alone")
    players.set("film", "Paused")
    players.await_(music="Playing")


def test_turns_that_are_taken_no_more(bus, start):
    write_options(bus, "pause-others")
    daemon = start()
    players = Obedient(bus, daemon, "music", "film", "radio")
    players.begin("music")
    players.begin("film")
    players.await_(music="Paused")
    told = json.loads(Runner(bus, *daemon.fakes).good("daemon", "status", "--json"))
    assert (told["paused"], told["paused-for"]) == (["music"], ["film"])
    daemon.reload()
    assert "paused" not in Runner(bus, *daemon.fakes).good("daemon", "status")
    players.begin("radio")
    daemon.leave(players.players.pop("radio"))
    daemon.settle()
    assert players.done("film") == [] and players.done("music") == ["Pause"]
    daemon.reload("pause-others=film")
    players.begin("music")
    players.await_(film="Paused")


def test_play_that_starts_nobody_any_more(bus, start):
    state = option_file(bus).parents[2] / "state/nowplaying"
    state.mkdir(parents=True)
    (state / "last-player").write_text(f"player={ROOT}.gone\ndesktop-entry=\nuri=\n")
    daemon = start()
    for lines, can_play in (["start-last"], True), ([], False):
        daemon.signals()
        daemon.reload(*lines)
        assert daemon.get("CanPlay") == [can_play]
        assert ("PropertiesChanged", [PLAYER]) in [(name, body[:1]) for name, body in daemon.signals()]


def test_a_terminal_that_goes_ends_it(bus):
    """SIGHUP has the daemon read its options, but where its terminal has gone it ends, as every program does."""
    program = [str(Runner.program), "daemon", f"--bus={bus.address}"]
    child, terminal = pty.fork()
    if child == 0:
        os.execve(program[0], program, bus.environment)
    wait_until("the daemon has its name", lambda: bus.owner(ROOT + ".playerctld"), 30)
    os.kill(child, signal.SIGHUP)
    owner = bus.owner(ROOT + ".playerctld")
    Runner(bus).good("daemon", "status", "--json")
    assert bus.owner(ROOT + ".playerctld") == owner
    os.close(terminal)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGHUP
