# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""An extension as others see it: its control interface, its players, and its files."""

import json
import os
import signal
import subprocess
from typing import NamedTuple

from testkit.bus import PLAYER, PROPERTIES, ROOT, Client
from testkit.desktop import wait_until
from testkit.surface import Surface
from testkit.wire import DBusError, Variant

from .login import CONTROL, has_ended

ERRORS = "org.nowplaying.Error."


class Shown(NamedTuple):
    """A row of the property Sessions."""
    id: str
    name: str
    is_primary: bool


class Player(Client):
    """The MPRIS player of one session."""

    def __init__(self, login, name):
        super().__init__(login, name)
        self.login = login

    def title(self):
        return self.metadata().get("xesam:title")

    def identity(self):
        return self.get("Identity", ROOT)

    def seconds(self):
        """The position."""
        return self.get("Position") / 1e6

    def wait_for(self, name, value, interface=PLAYER):
        """Waits until a property has a value."""
        wait_until(f"{name} is {value!r}", lambda: self.get(name, interface) == value)

    def set_volume(self, level):
        self.set("Volume", Variant("d", level))

    def wait_title(self, title):
        wait_until(f"the title is {title!r}; it is {self.title()!r}", lambda: self.title() == title)

    def state(self):
        """Returns all properties that clients see, except Position, which changes with time."""
        seen = {interface: self.get_all(interface) for interface in (ROOT, PLAYER)}
        seen[PLAYER].pop("Position")
        return seen


class Extension:
    """The owner of a name, or the one that will own it when it is called."""

    def __init__(self, login, program):
        """program: the executable, whose file name is the bus name."""
        self.login, self.program, self.name = login, program, program.name
        self.path = "/" + self.name.replace(".", "/").replace("-", "_")
        self.folder = login.state / "nowplaying" / self.name
        self.connection, self.epoch = None, 0

    # Where it is

    @property
    def service(self):
        return self.login.services / f"{self.name}.service"

    def install(self):
        """Runs the extension's option that installs it."""
        printed = self.login.tool(str(self.program), "--install")
        assert printed.splitlines()[-1].endswith(str(self.service)), printed
        return self

    def run(self):
        """Starts the extension directly, and not by the bus. It writes into the same log as the programs that the bus
        starts."""
        with open(self.login.log.path, "ab") as log:
            process = subprocess.Popen([self.program], env=self.login.environment, stdin=subprocess.DEVNULL,
                                       stdout=log, stderr=log)
        self.login.wait_name(self.name)
        return process

    def is_running(self):
        return self.login.owner(self.name) is not None

    @property
    def pid(self):
        return self.login.pid(self.name)

    def wait_gone(self, timeout=20):
        self.login.wait_name(self.name, present=False, timeout=timeout)

    def signal(self, number=signal.SIGKILL):
        """Ends its process by a signal, and waits for the end."""
        handle = os.pidfd_open(self.pid)
        signal.pidfd_send_signal(handle, number)
        assert has_ended(handle, 10), f"it has not ended within 10 s of signal {number}"
        os.close(handle)
        self.wait_gone()

    # Control

    @property
    def client(self):
        """Returns a connection that lives as long as the bus."""
        if self.epoch != self.login.epoch:
            self.connection, self.epoch = self.login.client(), self.login.epoch
        return self.connection

    def begin(self, member, signature="", *body):
        """Sends a call, which starts the extension if need be; returns its serial."""
        return self.client.start(self.name, self.path, CONTROL, member, signature, *body)

    def call(self, member, signature="", *body):
        return self.client.finish(self.begin(member, signature, *body), 35)

    def refused(self, member, signature="", *body):
        """Returns the name of the error that a call gets, without the prefix that such names have in common."""
        try:
            answer = self.call(member, signature, *body)
        except DBusError as error:
            assert error.text.strip(), f"{error.name} has no text"
            return error.name.removeprefix(ERRORS).removeprefix("org.freedesktop.DBus.Error.")
        raise AssertionError(f"the call succeeded: {answer}")

    def start(self, attributes):
        return self.call("Start", "s", json.dumps(attributes))[0]

    def update(self, identifier, attributes):
        self.call("Update", "ss", identifier, json.dumps(attributes))

    def end(self, identifier):
        self.call("End", "s", identifier)

    def property(self, name):
        return self.client.call(self.name, self.path, PROPERTIES, "Get", "ss", CONTROL, name, timeout=35)[0]

    def sessions(self):
        """Returns the rows of the property Sessions. Reading it starts the extension."""
        variant = self.property("Sessions")
        assert variant.signature == "a(ssb)", variant
        return [Shown(*row) for row in variant.value]

    def ids(self):
        return [row.id for row in self.sessions()]

    def settle(self):
        """Waits until everything is done that was asked for before on any connection."""
        self.client.call(self.name, self.path, "org.freedesktop.DBus.Peer", "Ping")
        self.login.mark()

    # Players

    def row(self, identifier):
        return next((row for row in self.sessions() if row.id == identifier), None)

    def player(self, identifier="kitchen"):
        """Returns the player of a session, which must be there."""
        row = self.row(identifier)
        assert row and row.name, f"{identifier} is not shown: {self.sessions()}"
        return Player(self.login, row.name)

    def wait_player(self, identifier="kitchen"):
        """Waits for the player of a session, and returns it. Does not start the extension."""
        def found():
            row = self.row(identifier) if self.is_running() else None
            return row and row.name and self.login.owner(row.name)
        wait_until(f"{identifier} is shown", found)
        return self.player(identifier)

    def surface(self, identifier="kitchen"):
        """Returns a surface of org.nowplaying that follows one session, and that session."""
        surface = Surface(self.login)
        return surface.follow(self.row(identifier).name).session(identifier)

    # Files

    def files(self):
        """Returns the contents of the files of the stored sessions, by the ids of the sessions."""
        found = {}
        for file in self.folder.glob("session-*.json"):
            content = json.loads(file.read_text())
            found[content["id"]] = content
        return found

    def file(self, identifier="kitchen"):
        """Returns the path of a session's file."""
        return next(file for file in self.folder.glob("session-*.json")
                    if json.loads(file.read_text())["id"] == identifier)

    def edit(self, identifier="kitchen", **changes):
        """Changes values in the stored file of a session."""
        path = self.file(identifier)
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))

    def remembered(self):
        """Returns the file of the extension itself."""
        path = self.folder / "extension.json"
        return json.loads(path.read_text()) if path.exists() else None


def players(login):
    """Returns the names of all players."""
    return login.names(ROOT + ".")
