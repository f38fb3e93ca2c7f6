# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The extension's executable: its arguments, its names, its service file, how it ends."""

import json
import pathlib
import shutil
import signal
import stat
import subprocess

import pytest

from lab.remote.attributes import attributes
from lab.remote.buses import read_service
from lab.remote.extension import Extension, players

NAME = "org.example.App.RemoteMedia"


@pytest.fixture
def bare(login, programs):
    """An extension that is not installed."""
    return Extension(login, programs["extension"])


def run(login, *command, **variables):
    """Returns the exit code, standard output and standard error."""
    done = subprocess.run([str(word) for word in command], env=login.environment | variables, capture_output=True,
                          text=True, timeout=20, check=False)
    return done.returncode, done.stdout, done.stderr


def exec_of(text):
    """Returns the words of Exec= as a bus reads them."""
    section, command = read_service(text)
    assert section["Name"] == NAME and "SystemdService" not in section
    return command


def test_0_help(login, bare):
    code, printed, _ = run(login, bare.program, "--help")
    assert code == 0 and "--install" in printed and "--uninstall" in printed and "--name" in printed


@pytest.mark.parametrize("words", [["--unknown"], ["word"], ["--name"], ["--install", "--unknown"]])
def test_0_unknown_arguments(login, bare, words):
    code, _, said = run(login, bare.program, *words)
    assert code == 2 and said.strip()


@pytest.mark.parametrize("name", ["", "nodot", "org..double", ".org.example", "org.example.", "org.1digit",
                                  "org.ex ample", "org." + "x" * 260])
def test_0_no_legal_name(login, bare, name):
    code, _, said = run(login, bare.program, "--name", name)
    assert code == 2 and said.strip()
    assert not bare.is_running()


def test_0_a_file_name_without_a_dot(folder, login, bare):
    copy = shutil.copy(bare.program, folder / "extension")
    code, _, said = run(login, copy)
    assert code == 2 and "--name" in said


def test_0_never_a_name_of_mpris(login, bare):
    code, _, said = run(login, bare.program, "--name", "org.mpris.MediaPlayer2.App.RemoteMedia")
    assert code == 2 and said.strip()


def test_0_print(login, bare):
    code, printed, _ = run(login, bare.program, "--print")
    assert code == 0 and exec_of(printed) == [str(bare.program)]
    assert not bare.service.exists()


def test_0_install(login, bare):
    reloads = login.mark()
    code, printed, _ = run(login, bare.program, "--install")
    assert code == 0 and printed.strip() == str(bare.service)
    assert exec_of(bare.service.read_text()) == [str(bare.program)]
    assert any(m.member == "ReloadConfig" for m in login.since(reloads))
    assert NAME in login.pinger.bus("ListActivatableNames")[0]
    assert run(login, bare.program, "--install")[0] == 0
    assert bare.start(attributes()) == "kitchen"


def test_0_install_under_another_name(login, bare):
    """The extension's name is that of the installed service file."""
    assert run(login, bare.program, "--name", "org.example.Named.Extension", "--install")[0] == 0
    named = Extension(login, bare.program)
    named.name, named.path = "org.example.Named.Extension", "/org/example/Named/Extension"
    assert named.service.exists() and not bare.service.exists()
    assert named.start(attributes()) == "kitchen" and named.player().identity() == "Named – Kitchen"
    assert run(login, bare.program, "--name", named.name, "--uninstall")[0] == 0
    assert not named.service.exists()


@pytest.mark.parametrize("name", ["it's", 'a "word"', "$HOME", "back\\slash", "100 %", "%u", "a;b&c|d", "*", "ünïcödé",
                                  "`id`", "#1", "tab\there"])
def test_0_install_from_any_folder(folder, login, programs, name):
    (folder / name).mkdir()
    extension = Extension(login, pathlib.Path(shutil.copy(programs["extension"], folder / name)))
    extension.install()
    assert exec_of(extension.service.read_text()) == [str(extension.program)]
    assert extension.start(attributes()) == "kitchen"


def test_0_install_without_a_bus(login, bare):
    login.kill()
    assert run(login, bare.program, "--install")[0] == 0
    assert bare.service.exists()


def test_0_uninstall(login, bare):
    bare.install()
    assert run(login, bare.program, "--uninstall")[0] == 0
    assert not bare.service.exists()


def test_0_uninstall_leaves_what_another_has_installed(folder, login, bare):
    bare.install()
    copy = shutil.copy(bare.program, folder / NAME)
    run(login, copy, "--uninstall")
    assert exec_of(bare.service.read_text()) == [str(bare.program)]


def test_0_a_folder_of_data_elsewhere(folder, login, bare):
    code, printed, _ = run(login, bare.program, "--install", XDG_DATA_HOME=str(folder / "data"))
    assert code == 0 and printed.strip() == str(folder / "data/dbus-1/services" / f"{NAME}.service")


def test_0_a_second_one_ends(login, bare):
    bare.install().start(attributes())
    code, _, said = run(login, bare.program)
    assert code == 1 and f"served by process {bare.pid}" in said
    assert bare.ids() == ["kitchen"]


def test_0_started_by_hand(login, bare):
    process = subprocess.Popen([bare.program], env=login.environment, stderr=subprocess.PIPE, text=True)
    login.wait_name(NAME)
    assert bare.pid == process.pid and bare.start(attributes()) == "kitchen"
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 0, process.stderr.read()
    process.stderr.close()
    assert players(login) == [] and list(bare.files()) == ["kitchen"]


def test_0_asked_to_end_while_a_model_hangs(login, bare):
    process = bare.run()
    bare.start(attributes("bath"))
    bare.begin("Start", "s", json.dumps(attributes(controls=["hang"])))
    login.calls.wait("session", id="kitchen")
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 0
    assert players(login) == [] and list(bare.files()) == ["bath"]


def test_0_no_bus(login, bare):
    login.kill()
    code, _, said = run(login, bare.program)
    assert code != -signal.SIGTRAP and said.strip()


def test_0_service_files_are_readable(login, bare):
    bare.install()
    assert stat.S_IMODE(bare.service.stat().st_mode) & 0o444 == 0o444


def test_0_it_leaves_when_nothing_is_asked_of_it(make_login, make_extension):
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=300)
    extension = make_extension(login)
    process = subprocess.Popen([extension.program], env=login.environment)
    assert process.wait(10) == 0
    assert extension.ids() == []
    extension.wait_gone()
    login.wait_no_process()
