# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A house: a broker, and machines, each a bus with players of ours and the bridge on it."""

from contextlib import ExitStack
from pathlib import Path

from broker import Broker, Client
from testkit.bus import ROOT
from testkit.desktop import Program, wait_until
from testkit.scene import Scene


def acl():
    """Returns the ACL of the package, which is built beside the program."""
    return Path(Machine.program[-1]).resolve().with_name("acl")


class Machine(Scene):
    """A bus, the bridge on it, and players."""

    program = None  # nowplaying-mqtt, as a list of words: set by the command line

    def __init__(self, house, name, *words, wrapper=()):
        """wrapper: the beginning of a command, by which the bridge and the players are started."""
        super().__init__()
        self.house, self.name, self.words, self.wrapper = house, name, words, wrapper
        self.start()

    def start(self):
        """Starts the bridge, and waits until it is connected."""
        command = [*self.wrapper, *self.program, "--broker", self.house.broker.address, "--user", self.name, "--name",
                   self.name.title(), *self.words]
        self.process = Program(command, self.bus.environment)

    def connected(self):
        self.process.expect("connected to the broker", part=True)
        return self

    def connect_again(self, **client):
        """Takes the connection of the bridge from it, and waits until it has the next one."""
        self.house.client(name=f"nowplaying-{self.name}", **client).close()
        self.process.expect("no connection", part=True)
        self.connected()

    def kill(self):
        """Kills the bridge, as in a crash or by a lack of power."""
        self.process.stop()

    def play(self, title="First", **content):
        """Starts a player of ours."""
        return self.bus.player(title=title, **content)

    def finish(self):
        for host in self.bus.hosts:
            host.close()
        self.bus.hosts.clear()
        super().finish()

    # Seen by people

    def remotes(self):
        """Returns the names for people of the players that other machines have."""
        return sorted(name for name in self.identities() if " – " in name)

    def wait_remotes(self, *names):
        wait_until(f"{self.name} shows {names}", lambda: self.remotes() == sorted(names))

    def session(self, name):
        """Waits for a player of another machine, and returns its session as a surface sees it."""
        bus_name = wait_until(f"{self.name} shows {name}", lambda: self.identities().get(name))
        (session,) = self.follow(bus_name)
        return session

    def session_of_host(self):
        """Returns the session of the player of ours that was started first."""
        return next(session for name in self.bus.names() if "remote" not in name for session in self.follow(name))

    def ctl(self, name, *words):
        player = self.identities()[name].removeprefix(ROOT + ".")
        return self.bus.playerctl("--player", player, *words)


class House:
    """A broker and its machines, for `with`."""

    def __init__(self, *lines, **options):
        self.broker = Broker(*lines, **options).start()
        self.stack, self.machines = ExitStack(), []
        self.stack.callback(self.broker.close)

    def machine(self, name, *words, **options):
        made = self.stack.enter_context(Machine(self, name, *words, **options))
        self.machines.append(made)
        return made

    def client(self, *filters, **options):
        made = Client(self.broker, *filters, **options)
        self.stack.callback(made.close)
        return made

    def __enter__(self):
        return self

    def __exit__(self, *details):
        return self.stack.__exit__(*details)


def configure(house, user, *lines, mode=0o600):
    file = house.folder / f"{user}.conf"
    file.write_text(f"# The bridge of the {user}\n\nbroker mqtts://localhost:{house.broker.port}\nuser {user}\n"
                    f"password secret of {user}\nca {house.ca}\n" + "\n".join(lines) + "\n")
    file.chmod(mode)
    return file


class Configured(Machine):
    """A machine whose bridge reads all from its file."""

    def start(self):
        file = configure(self.house, self.name, f"name {self.name.title()}", *self.words)
        self.process = Program([*self.program, "--config", file], self.bus.environment)
