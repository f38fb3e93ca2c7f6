# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Session buses that start services, as a login without systemd has them."""

import configparser
import re
import shlex
import subprocess
import threading

from testkit.daemons import DBusBroker
from testkit.desktop import Daemon
from testkit.wire import RETURN, SIGNAL, Disconnected, Message

BROKER = "/org/bus1/DBus/Broker"
NAMES = "/org/bus1/DBus/Name/"


def read_service(text):
    """Returns the section of a service file, and the words of its Exec=, as dbus-daemon reads them."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    section = parser["D-BUS Service"]
    escapes = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
    return section, shlex.split(re.sub(r"\\([sntr\\])", lambda found: escapes[found[1]], section["Exec"]))


class StartingDaemon(Daemon):
    """A dbus-daemon that starts the services in the folder of a login."""

    def __init__(self, login):
        super().__init__(login.socket, login.own_rules, login.environment, [login.services])


class StartingBroker(DBusBroker):
    """A dbus-broker that starts services: its controller registers the names, and starts the programs.

    As with the usual launcher, a new service file takes effect at the next ReloadConfig.
    """

    def __init__(self, login):
        super().__init__(login)
        self.login, self.paths, self.services, self.sending = login, {}, {}, threading.Lock()
        self.add_names()
        threading.Thread(target=self.serve, daemon=True).start()

    def add_names(self):
        """Adds the names of new service files, and removes those whose files are gone."""
        found = {}
        for file in sorted(self.login.services.glob("*.service")):
            section, command = read_service(file.read_text())
            found[section["Name"]] = command
        for name in found.keys() - self.services.keys():
            self.paths[NAMES + str(len(self.paths))] = name
            self.start_call("AddName", "osu", list(self.paths)[-1], name, 0)
        for path, name in self.paths.items():
            if name in self.services.keys() - found.keys():
                self.start_call("Release", "", path=path, interface="org.bus1.DBus.Name")
        self.services = found

    def start_call(self, member, signature, *body, path=BROKER, interface="org.bus1.DBus.Broker"):
        self.send(Message(path=path, interface=interface, member=member, signature=signature, body=list(body)))

    def send(self, message):
        try:
            with self.sending:
                self.controller.send(message)
        except OSError:
            pass  # the bus has ended

    def serve(self):
        """Handles the broker's requests until it has ended."""
        try:
            while True:
                message = self.controller.receive(3600)
                if message is None:
                    continue
                if message.member == "ReloadConfig":
                    self.add_names()
                    self.send(Message(type=RETURN, flags=1, reply_serial=message.serial))
                elif message.type == SIGNAL and message.member == "Activate":
                    threading.Thread(target=self.activate, args=(message.path, message.body[0]), daemon=True).start()
        except (Disconnected, OSError, ValueError):
            pass  # the bus has ended

    def activate(self, path, serial):
        """Starts a program. When it ends, the wait for its name fails."""
        command = self.services[self.paths[path]]
        with open(f"{self.login.socket}.log", "ab") as log:
            process = subprocess.Popen(command, env=self.login.environment, stdin=subprocess.DEVNULL, stdout=log,
                                       stderr=log)
        process.wait()
        self.start_call("Reset", "ts", serial, "org.bus1.DBus.Name.Error.UnitFailure", path=path,
                        interface="org.bus1.DBus.Name")


BUSES = {"dbus-daemon": StartingDaemon, "dbus-broker": StartingBroker}
