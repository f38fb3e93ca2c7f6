# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the reference player, the program trial-player, whose two connections have an MPRIS name each."""

import signal
import subprocess

from .mpris_types import PLAYER_PROPERTIES
from .wire import Variant

from .bus import PATH, PLAYER, PROPERTIES, ROOT
from .surface import Surface

IDENTITY = "Trial Player"


class ReferencePlayer:
    """A process of the reference player."""

    program = None  # set by conftest.py

    def __init__(self, bus, environment=None, prints=()):
        self.bus, self.before, self.prints = bus, set(bus.names()), prints
        # A missing system bus, so that nothing forbids videos.
        environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={bus.directory}/none", **(environment or {})}
        self.process = subprocess.Popen([str(self.program)], env={**bus.environment, **environment},
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.local = self.kitchen = None
        self.surfaces = []

    @classmethod
    def start(cls, bus, environment=None, prints=()):
        """Starts a player, waits until it is on the bus, and returns it. It is ended with the test. prints: words of
        lines that it is expected to print."""
        bus.hosts.append(cls(bus, environment, prints))
        return bus.hosts[-1].ready()

    def ready(self):
        """Waits for both names, without becoming a follower: MPRIS's Identity tells them apart."""
        self.bus.wait_for(self.are_there, "the reference player has two names")
        for name in set(self.bus.names()) - self.before:
            if self.mpris(name, ROOT, "Identity") == IDENTITY:
                self.local = name
            else:
                self.kitchen = name
        assert self.local and self.kitchen, f"no player or two have the Identity {IDENTITY!r}"
        return self

    def are_there(self):
        assert self.process.poll() is None, f"the reference player ended with {self.process.returncode}: " \
                                            f"{self.process.stderr.read().decode()}"
        return len(set(self.bus.names()) - self.before) == 2

    def mpris(self, name, interface, key):
        return self.bus.pinger.call(name, PATH, PROPERTIES, "Get", "ss", interface, key)[0].value

    def mpris_do(self, member, signature="", *body, name=None):
        """Calls an MPRIS method, which does not count as following."""
        return self.bus.pinger.call(name or self.local, PATH, PLAYER, member, signature, *body)

    def mpris_set(self, key, value):
        return self.bus.pinger.call(self.local, PATH, PROPERTIES, "Set", "ssv", PLAYER, key,
                                    Variant(PLAYER_PROPERTIES[key], value))

    def mpris_all(self, name=None):
        return self.bus.pinger.call(name or self.local, PATH, PROPERTIES, "GetAll", "s", PLAYER)[0]

    def surface(self):
        """Returns a surface that follows both connections; `local` and `kitchen` are its copies."""
        surface = Surface(self.bus)
        self.surfaces.append(surface)
        surface.local, surface.kitchen = surface.follow(self.local), surface.follow(self.kitchen)
        surface.local.session("side")
        return surface

    def close(self):
        """Ends it by SIGTERM, as the description of the tests says."""
        for surface in self.surfaces:
            surface.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            _, printed = self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise AssertionError("the reference player did not end within 20 s of SIGTERM") from None
        code, lines = self.process.returncode, printed.decode(errors="replace").splitlines()
        is_right = len(lines) == len(self.prints) and all(word in line for word, line in zip(self.prints, lines))
        assert code in (0, -signal.SIGTERM) and is_right, f"it ended with {code}: {lines}"
