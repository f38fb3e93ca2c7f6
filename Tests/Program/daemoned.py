# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A daemon under the name of playerctld (nowplaying's or the original) with fake players, and all that it emits and
passes on."""

import pathlib
import signal
import subprocess
import xml.etree.ElementTree

from lab.running import Runner
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.desktop import wait_until
from testkit.fakes import Plain, song
from testkit.wire import SIGNAL, DBusError, Variant

NAME = ROOT + ".playerctld"
FACE = "com.github.altdesktop.playerctld"
OURS = "nowplaying"


def plain(value):
    """Returns a value without the types of D-Bus."""
    if isinstance(value, Variant):
        return plain(value.value)
    if isinstance(value, dict):
        return {key: plain(each) for key, each in sorted(value.items())}
    return [plain(each) for each in value] if isinstance(value, (list, tuple)) else value


def option_file(bus):
    return pathlib.Path(bus.directory, ".config/nowplaying/daemon.conf")


def write_options(bus, *lines):
    """Writes the file of the daemon's options."""
    option_file(bus).parent.mkdir(parents=True, exist_ok=True)
    option_file(bus).write_text("".join(line + "\n" for line in lines), encoding="utf-8")


class Daemon:
    """A daemon that runs, until `close` ends it."""

    def __init__(self, bus, program, *options, fakes=(), **environment):
        self.bus, self.fakes = bus, list(fakes)
        command = [str(Runner.program), "daemon", *options] if program == OURS else [program]
        self.process = subprocess.Popen(command, env={**bus.environment, "XDG_STATE_HOME": bus.directory + "/state",
                                                      **environment},
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.client = bus.client(NAME)
        self.client.bus("AddMatch", "s", f"type='signal',path='{PATH}'")
        self.heard = []
        self.until(self.owner, "the daemon has its name")

    @property
    def pid(self):
        return self.process.pid

    def owner(self):
        return self.bus.owner(NAME)

    def reload(self, *lines):
        """Has it read other options."""
        write_options(self.bus, *lines)
        self.process.send_signal(signal.SIGHUP)
        self.settle()

    def serve(self):
        for fake in self.fakes:
            fake.serve()

    def until(self, condition, what, timeout=30):
        def check():
            self.serve()
            return condition()
        return wait_until(what, check, timeout)

    def join(self, *fakes):
        """Has players appear one after the other, each when the daemon knows the one before."""
        for fake in fakes:
            self.fakes.append(fake.appear())
            self.until(lambda name=fake.wanted_name: name in self.names(), "the daemon knows the player")
        self.settle()

    def leave(self, fake):
        self.fakes.remove(fake)
        fake.close()
        self.until(lambda: fake.wanted_name not in self.names(), "the player has gone")

    def call(self, interface, member, signature="", *body):
        """Returns the answer to a call, or the name and the text of its error."""
        serial = self.client.start(NAME, PATH, interface, member, signature, *body)
        def answered():
            while message := self.client.receive(0):
                self.client.inbox.append(message)
            return any(message.reply_serial == serial for message in self.client.inbox)
        self.until(answered, f"an answer to {member}", 30)
        try:
            return plain(self.client.finish(serial))
        except DBusError as error:
            return f"{error.name}: {error.text}"

    def get(self, name, interface=PLAYER):
        return self.call(PROPERTIES, "Get", "ss", interface, name)

    def names(self):
        found = self.get("PlayerNames", FACE)
        return found[0] if isinstance(found, list) else []

    def active(self, name):
        """Waits until a player is the active one, and clients know it."""
        self.until(lambda: self.names()[:1] == [ROOT + "." + name], f"{name} is the active player")
        self.settle()

    def settle(self):
        """Waits until the daemon and the players have handled everything that was sent to them."""
        for _ in range(3):
            self.call("org.freedesktop.DBus.Peer", "Ping")
            self.serve()

    def signals(self):
        """Returns the signals since the last time: the name and the values of each."""
        self.settle()
        self.client.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.Peer", "Ping")
        inbox, self.client.inbox = self.client.inbox, []
        return [(message.member, plain(message.body)) for message in inbox
                if message.type == SIGNAL and message.sender == self.owner()]

    def described(self):
        """Returns the members of each interface, with their types."""
        text, = self.call("org.freedesktop.DBus.Introspectable", "Introspect")
        found = set()
        for interface in xml.etree.ElementTree.fromstring(text).iter("interface"):
            for member in interface:
                arguments = [(each.get("type"), each.get("direction") if member.tag == "method" else None)
                             for each in member.iter("arg")]
                if member.tag != "annotation":
                    found.add((interface.get("name"), member.tag, member.get("name"), member.get("type"),
                               member.get("access"), tuple(arguments)))
        return sorted(found, key=repr)

    def close(self):
        self.client.close()
        self.process.kill()
        self.process.wait()
        said = self.process.stderr.read().decode()
        self.process.stderr.close()
        return said


def player(bus, name, status="Paused", **properties):
    """Returns a fake player without the optional interfaces."""
    made = Plain(bus, name, apart=False, PlaybackStatus=("s", status), **properties)
    made.answers[PROPERTIES, "GetAll"] = lambda call: (
        ("a{sv}", [made.faces[call.body[0]]]) if call.body[0] in made.faces
        else "org.freedesktop.DBus.Error.UnknownInterface")
    return made


class Obedient:
    """Fake players that do what they are asked."""

    def __init__(self, bus, daemon, *names, status="Paused"):
        self.daemon, self.players = daemon, {
            name: player(bus, name, status, Metadata=("a{sv}", self.metadata(name))) for name in names}
        for each in self.players.values():
            for member, then in (("Play", "Playing"), ("Pause", "Paused")):
                each.answers[PLAYER, member] = lambda call, each=each, then=then: self.be(each, then)
        daemon.join(*self.players.values())

    def metadata(self, name):
        return song(name)

    @staticmethod
    def be(fake, status):
        fake.change(PlaybackStatus=("s", status))
        return "", []

    def set(self, name, status):
        self.be(self.players[name], status)

    def begin(self, name):
        """Has a player play, and waits until the daemon knows of it."""
        self.set(name, "Playing")
        self.daemon.active(name)

    def await_(self, **statuses):
        self.daemon.until(lambda: all(
            self.players[name].faces[PLAYER]["PlaybackStatus"].value == status for name, status in statuses.items()),
            f"{statuses} come true")

    def done(self, name):
        return [call.member for call in self.players[name].calls if call.interface == PLAYER]
