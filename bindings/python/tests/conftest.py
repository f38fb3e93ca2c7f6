# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Provides a private bus for each test, real clients on it, and a check that the library logged no complaint."""
import gc
import logging
import os
import queue
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent
REPOSITORY = PACKAGE.parent.parent
if not os.environ.get("NOWPLAYING_LIBRARY"):
    sys.exit("tests: set NOWPLAYING_LIBRARY to the path of libnowplaying.so.")

from testkit import desktop
import nowplaying
from surface import Surface

# The timeout in seconds for events that come at once unless something is broken.
TIMEOUT = 20


class Calls(queue.Queue):
    """Records the calls of a handler. `take` waits for the next call."""

    def __call__(self, *arguments):
        self.put(arguments[0] if len(arguments) == 1 else arguments)

    def take(self, timeout=TIMEOUT):
        return self.get(timeout=timeout)


class Bus:
    """A private dbus-daemon, and clients of it."""

    def __init__(self, directory):
        self.directory = directory
        self.daemon = desktop.Daemon(directory / "bus")
        self.address = self.daemon.address
        self.environment = {
            **os.environ, "DBUS_SESSION_BUS_ADDRESS": self.address, "XDG_RUNTIME_DIR": str(directory),
            "PYTHONPATH": str(PACKAGE / "src"), "PYTHONDONTWRITEBYTECODE": "1"}

    def restart(self):
        """Kills the daemon, and starts another at the same address."""
        self.daemon.kill()
        self.daemon = desktop.Daemon(self.directory / "bus")

    def run(self, *command, check=True):
        result = subprocess.run(command, env=self.environment, text=True, timeout=TIMEOUT, check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert not check or result.returncode == 0, f"{command}: {result.stderr}"
        return result

    def playerctl(self, *arguments):
        return self.run("playerctl", *arguments).stdout.strip()

    def player(self):
        """Returns the bus name of the only player, or None."""
        players = [name for name in self.names() if name.startswith("org.mpris.MediaPlayer2.")]
        assert len(players) <= 1
        return players[0] if players else None

    def names(self):
        reply = self.gdbus("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.ListNames").stdout
        return re.findall(r"'([^']+)'", reply)

    def gdbus(self, destination, path, method, *arguments, check=True):
        return self.run("gdbus", "call", "--address", self.address, "--dest", destination, "--object-path", path,
                        "--method", method, *arguments, check=check)

    def call(self, method, *arguments, check=True):
        """Calls a method of the player. Returns gdbus' output, or its error."""
        return self.gdbus(self.player(), "/org/mpris/MediaPlayer2", f"org.mpris.MediaPlayer2.{method}", *arguments,
                          check=check)

    def property(self, interface, name):
        reply = self.gdbus(self.player(), "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties.Get",
                           f"org.mpris.MediaPlayer2{interface}", name).stdout.strip()
        return re.fullmatch(r"\(<(.*)>,\)", reply, re.DOTALL)[1]

    def python(self, program, *options):
        """Runs a program in a separate interpreter, and expects success."""
        result = self.run(sys.executable, "-X", "faulthandler", *options, "-c", program, check=False)
        assert result.returncode == 0, result.stderr
        return result

    def stop(self):
        self.daemon.kill()


@pytest.fixture
def bus(tmp_path, monkeypatch):
    started = Bus(tmp_path)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", started.address)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    # Hides the state of this computer, such as power saving, from surfaces.
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/nothing")
    yield started
    started.stop()


@pytest.fixture
def app(bus):
    """An app on the library's thread that is ready to be shown."""
    with nowplaying.App("org.example.Test", display_name="Test Player") as made:
        yield made


@pytest.fixture
def shown(bus):
    """Makes a session that clients see: shown(app, **handlers)."""

    def show(app, content=None, snapshot=None, **handlers):
        session = nowplaying.Session(app, **handlers)
        with session.update():
            session.content = content or nowplaying.Music("A Title", id="first")
            session.snapshot = snapshot or nowplaying.Snapshot.paused()
            session.commands = [nowplaying.Command.play(lambda: None)]  # playerctl needs it for "metadata"
        session.request_application_primary().result(TIMEOUT)
        wait_until(lambda: app.bus_state == nowplaying.BusState.PUBLISHED)
        return session

    return show


@pytest.fixture
def surfaces(bus):
    """Makes surfaces of org.nowplaying."""
    made = []

    def make():
        made.append(Surface(bus.address))
        return made[-1]

    yield make
    for each in made:
        if not each.connection.is_closed():
            each.leave()


@pytest.fixture
def surface(surfaces):
    """A surface of org.nowplaying."""
    return surfaces()


@pytest.fixture(autouse=True)
def complaints(caplog):
    """Fails a test when the library complains of itself or of the caller, except for the lines in this list."""
    caplog.set_level(logging.INFO, "nowplaying")
    expected = []
    yield expected
    for when in ("setup", "call"):
        for record in caplog.get_records(when):
            line = record.getMessage()
            assert line in expected or not line.startswith(("library bug", "client bug")), line


def wait_until(condition):
    """Waits for a condition that no signal announces."""
    desktop.wait_until("what the test waits for", condition, TIMEOUT)


def wait_until_collected(condition):
    """Waits for a condition that garbage keeps from being true. One collection may miss an object: a thread that is
    calling a handler of it holds a reference."""

    def collected():
        gc.collect()
        return condition()

    wait_until(collected)


def join_since(before):
    """Waits for the end of the threads that have started since."""
    for thread in threading.enumerate():
        if thread not in before and not isinstance(thread, threading._DummyThread):
            thread.join(TIMEOUT)
