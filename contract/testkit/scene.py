# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A bus with a real program on it, which is judged when it ends."""

import re
import signal

from .desktop import wait_until

from .wire import DBusError

from .bus import PATH, PROPERTIES, ROOT, Bus
from .sent import check_sent
from .surface import Surface

FAULT = r"(client|library) bug:|No artwork|CRITICAL|WARNING|Sanitizer|runtime error|==\d+=="


class Scene:
    """A bus, and a program on it, which is `process` from `__init__` on."""

    ends = (0,)  # matches lines that report a fault
    fault = re.compile(FAULT)  # matches lines that tell of a fault
    expected = ()  # parts of lines that it prints and that are no fault

    def __init__(self, bus=None):
        """bus: False for none."""
        self.bus = Bus()
        if bus is not False:
            self.bus.start()
        self.surfaces, self.process = [], None

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.finish()
            else:
                print("\n".join(f"  | {line:.200}" for line in self.process.take()), flush=True)
        finally:
            self.close()

    def close(self):
        for surface in self.surfaces:
            surface.close()
        self.process.stop()
        self.bus.close()

    def identities(self):
        """Returns the names on the bus, by the names for people."""
        found = {}
        for name in self.bus.names():
            try:
                identity = self.bus.pinger.call(name, PATH, PROPERTIES, "Get", "ss", ROOT, "Identity")[0].value
            except DBusError:
                continue  # the player has just gone
            found[identity] = name
        return found

    def follow(self, name):
        """Returns the sessions of a player, as a surface sees them."""
        if not self.surfaces or self.surfaces[-1].epoch != self.bus.epoch:
            self.surfaces.append(Surface(self.bus))
            self.surfaces[-1].epoch = self.bus.epoch
        copy = self.surfaces[-1].follow(name)
        return [copy[identifier] for identifier in copy.sessions()]

    def end(self):
        """Tells the program to."""
        self.process.process.send_signal(signal.SIGTERM)

    def finish(self):
        """Ends the player, and checks its exit code and everything that it has sent."""
        if self.process.process.poll() is None:
            self.end()
        code = self.process.end()
        assert code in self.ends, "\n".join([f"it ended with {code}", *self.process.take()])
        problems = [line for line in self.process.take() if self.fault.search(line)
                    and not any(text in line for text in self.expected)]
        if self.bus.daemon:
            wait_until("its players have gone", lambda: not self.bus.names())
        check_sent(self.bus, problems)
