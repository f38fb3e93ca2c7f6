# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The two programs that serve session buses: the D-Bus project's dbus-daemon, and dbus-broker, which Fedora and Arch
use. They differ where D-Bus leaves them free: in what they queue, in when they close a connection, in their errors.

Either is started with rules of who may own which names: ("allow" or "deny", a prefix or "" for all), the last that
fits counts."""

import socket
import subprocess

from .desktop import Daemon

from .wire import Message, Peer, Variant

ANYBODY = 0xFFFFFFFF
RULES = "(bta(btbs)a(btssssuutt)a(btssssuutt))"
POLICY = f"(a(u{RULES})a(buu{RULES})a(ss)bs)"


class DBusDaemon(Daemon):
    """A running dbus-daemon that serves a Bus."""

    def __init__(self, bus):
        super().__init__(bus.socket, bus.own_rules, bus.environment, outgoing=bus.outgoing)


class DBusBroker:
    """A running dbus-broker that serves a Bus.

    Its usual launcher needs systemd's journal, so the tests do what the launcher does: they hand it a socket to listen
    at, over a D-Bus connection that must stay open.
    """

    def __init__(self, bus):
        ours, its = socket.socketpair()
        limits = ["--max-bytes=1000000000", "--max-matches=1000000", "--max-objects=1000000", "--max-fds=100000"]
        words = [f"--controller={its.fileno()}", "--machine-id=" + "1" * 32]
        self.process = subprocess.Popen(["dbus-broker", *words, *limits], env=bus.environment,
                                        pass_fds=[its.fileno()])
        its.close()
        self.controller = Peer(ours, [b"NEGOTIATE_UNIX_FD"])
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(bus.socket)
            listener.listen(socket.SOMAXCONN)
            listener.setblocking(False)
            added = self.controller.send(Message(
                path="/org/bus1/DBus/Broker", interface="org.bus1.DBus.Broker", member="AddListener", signature="ohv",
                body=["/org/bus1/DBus/Listener/0", 0, self.policy(bus.own_rules)]), [listener.fileno()])
            self.controller.finish(added)

    @staticmethod
    def policy(own_rules):
        """Returns the configuration in place of <policy>. Each rule begins with a verdict and a priority, of which the
        highest wins; 0 and "" are any; the last two numbers are how many descriptors a message may have."""
        own = [(verdict == "allow", priority, True, prefix)
               for priority, (verdict, prefix) in enumerate([("allow", ""), *own_rules], 1)]
        pass_on = [(True, 1, "", "", "", "", 0, 0, 0, (1 << 64) - 1)]
        rules = (True, 1, own, pass_on, pass_on)
        return Variant(POLICY, ([(ANYBODY, rules)], [], [], False, "session"))

    def send_signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.controller.close()


DAEMONS = {"dbus-daemon": DBusDaemon, "dbus-broker": DBusBroker}
