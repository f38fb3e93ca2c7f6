# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A surface of org.nowplaying that follows publishers by section 2 of the protocol, and keeps an exact copy."""

import os
import socket
import time

from .wire import CALL, SIGNAL, Connection, DBusError, Message, Variant

from . import line
from .commands import TYPES
from .passive import PROPERTIES, is_below
from .protocol import ANIMATED, APP_PATH, MANAGER, REMOTE, ROOT, SESSION, SURFACES, TRACKS

ERROR = "org.nowplaying.Error."
SECOND = 1_000_000
INTERVAL = 0.05  # the shortest time between two signals of an object
# A time after which everything that INTERVAL delays has been emitted, unless the machine is busy.
WINDOW = 2.5 * INTERVAL


def now_us():
    return time.monotonic_ns() // 1000


def plain(value):
    """Returns a value without the types of its variants."""
    if isinstance(value, Variant):
        return plain(value.value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def arguments(**given):
    """Returns the dictionary for SendCommand. An argument of another type is given as a Variant; "_" in a name stands
    for "-"."""
    return {key.replace("_", "-"): value if isinstance(value, Variant) else Variant(TYPES[key], value)
            for key, value in given.items()}


class Copy:
    """A surface's copy of one publisher: `objects`, and the signals that were applied."""

    def __init__(self, surface, name):
        self.surface, self.name = surface, name
        self.owner = surface.bus("GetNameOwner", "s", name)[0]
        self.signals = []
        serial = surface.start(self.owner, ROOT, MANAGER, "GetManagedObjects")
        self.objects = surface.finish(serial)[0]
        # Signals before the reply are older than it, and are dropped.
        surface.drain()
        surface.copies[self.owner] = self

    def apply(self, message):
        self.signals.append(message)
        if message.member == "InterfacesAdded":
            path, interfaces = message.body
            self.objects[path] = {**self.objects.get(path, {}), **interfaces}
        elif message.member == "InterfacesRemoved":
            path, interfaces = message.body
            left = {name: found for name, found in self.objects.get(path, {}).items() if name not in interfaces}
            self.objects[path] = left
            if not left:
                del self.objects[path]
        else:
            interface, changed, _ = message.body
            self.objects.setdefault(message.path, {}).setdefault(interface, {}).update(changed)

    def everything(self):
        """Asks the publisher for all its objects now."""
        return self.surface.call(self.owner, ROOT, MANAGER, "GetManagedObjects")[0]

    def sessions(self):
        """Returns the known sessions, by id."""
        return {found[SESSION]["Id"].value: path for path, found in self.objects.items() if SESSION in found}

    def session(self, identifier):
        """Waits for the session with an id, and returns it."""
        self.surface.wait(lambda: identifier in self.sessions(), f"the session {identifier} is there")
        return Session(self, self.sessions()[identifier])

    def app(self, name, interface=SURFACES):
        """Returns a property of the app."""
        return plain(self.objects[APP_PATH][interface][name])

    def register(self, *ratios, **others):
        """Registers as a surface that shows animated artwork in these aspect ratios."""
        declaration = {"aspect-ratios": Variant("as", list(ratios))}
        declaration |= {key.replace("_", "-"): value for key, value in others.items()}
        return self.surface.call(self.owner, APP_PATH, SURFACES, "Register", "a{sv}", declaration)

    def unregister(self):
        return self.surface.call(self.owner, APP_PATH, SURFACES, "Unregister")

    def __getitem__(self, identifier):
        return self.session(identifier)


class Session:
    """A session in a surface's copy."""

    def __init__(self, copy, path):
        self.copy, self.surface, self.path = copy, copy.surface, path

    def __getattr__(self, name):
        """Returns `content`, `playback`, `volume` … of the copy, without types."""
        names = {"devices": (REMOTE, "Devices"), "tracks": (TRACKS, "Tracks")}
        interface, key = names.get(name, (SESSION, "".join(word.capitalize() for word in name.split("_"))))
        try:
            return plain(self.copy.objects[self.path][interface][key])
        except KeyError:
            raise AttributeError(f"{self.path} has no {key}") from None

    @property
    def item(self):
        return self.content.get("id")

    @property
    def state(self):
        return self.playback["state"]

    def command(self, name, button=None):
        """An entry of Commands."""
        return next(entry for entry in self.commands if entry["command"] == name and entry.get("button") == button)

    def position(self, now=None):
        """Returns the position in microseconds, by the protocol's formula."""
        playback = self.copy.objects[self.path][SESSION]["Playback"].value
        return line.position(playback, now_us() if now is None else now, self.content.get("duration"))

    def start(self, command, **given):
        """Sends a command; returns the serial of the call."""
        return self.start_raw("SendCommand", "sa{sv}", command, arguments(**given))

    def start_raw(self, member, signature="", *body, interface=SESSION):
        return self.surface.start(self.copy.owner, self.path, interface, member, signature, *body)

    def call(self, member, signature="", *body, interface=SESSION, timeout=15):
        return self.surface.finish(self.start_raw(member, signature, *body, interface=interface), timeout)

    def send(self, command, **given):
        """Sends a command, and waits for the answer."""
        self.surface.finish(self.start(command, **given))
        return self

    def set_volume(self, level):
        return self.call("SetVolume", "d", level)

    def start_artwork(self, identifier, width=0, height=0):
        return self.start_raw("GetArtwork", "suu", identifier, width, height)

    def start_preview(self, identifier, ratio, width=0, height=0):
        return self.start_raw("GetPreview", "ssuu", identifier, ratio, width, height, interface=ANIMATED)

    def start_video(self, identifier, ratio, width=0, height=0):
        return self.start_raw("GetVideo", "ssuu", identifier, ratio, width, height, interface=ANIMATED)

    def get(self, name, interface=SESSION):
        """Asks for a property."""
        return self.surface.call(self.copy.owner, self.path, PROPERTIES, "Get", "ss", interface, name)[0]

    def wait(self, condition, what):
        """Waits until a condition holds for the session in the copy."""
        self.surface.wait(lambda: condition(self), f"of {self.path}: {what}")
        return self

    def wait_item(self, identifier):
        return self.wait(lambda session: session.item == identifier, f"the item is {identifier}")

    def wait_playback(self, **wanted):
        """Waits until Playback has the given values."""
        wanted = {key.replace("_", "-"): value for key, value in wanted.items()}
        return self.wait(lambda session: wanted.items() <= session.playback.items(), f"Playback has {wanted}")

    def quiet(self):
        """Waits until the next change would be emitted without a delay; returns the number of signals so far."""
        self.surface.settle()
        return len(self.copy.signals)

    def there_and_back(self, meanwhile=lambda: None):
        """Changes the volume, calls `meanwhile`, and changes the volume back, all within the time for which a second
        signal is delayed. Returns the volumes that were emitted."""
        for _ in range(20):
            start, before = self.quiet(), time.monotonic()
            self.set_volume(0.3)
            self.set_volume(0.8)
            meanwhile()
            self.set_volume(0.3)
            took = time.monotonic() - before
            self.quiet()
            sent = [item["Volume"] for item in self.sent(start)]
            self.set_volume(0.5)
            if took < INTERVAL * 0.8:
                return sent
        raise AssertionError("the machine is too slow for this test")

    def sent(self, start=0):
        """Returns the changes that signals have sent of this session since number `start`: a dictionary for each."""
        self.surface.drain()
        return [plain(message.body[1]) for message in self.copy.signals[start:]
                if message.path == self.path and message.member == "PropertiesChanged"]


class Surface(Connection):
    """A client that accepts descriptors, and keeps copies of publishers."""

    def __init__(self, bus):
        self.fresh, self.copies, self.old = [], {}, []
        super().__init__(bus.socket, takes_descriptors=True)
        bus.foreign.add((bus.epoch, self.name))
        self.bus("AddMatch", "s", f"type='signal',path_namespace='{ROOT}'")

    def read(self):
        data, descriptors, _, _ = socket.recv_fds(self.socket, 1 << 16, 253)
        self.fresh += descriptors
        return data

    def receive(self, timeout):
        message = super().receive(timeout)
        if message and message.unix_fds:
            message.descriptors = [self.fresh.pop(0) for _ in range(message.unix_fds)]
            self.old += message.descriptors
        return message

    def follow(self, name):
        return Copy(self, name)

    def only(self, name):
        """Follows a player with one session. Returns the session once it is there."""
        copy = self.follow(name)
        self.wait(copy.sessions, "it has a session")
        (identifier,) = copy.sessions()
        return copy[identifier]

    def drain(self):
        """Applies the signals that have arrived; replies stay in the inbox."""
        while (message := self.receive(0)) is not None:
            self.inbox.append(message)
        signals = [message for message in self.inbox if message.type == SIGNAL]
        self.inbox = [message for message in self.inbox if message.type != SIGNAL]
        for message in signals:
            if message.sender in self.copies and is_below(message.path):
                self.copies[message.sender].apply(message)

    def wait(self, condition, what, timeout=10):
        """Applies arriving signals to the copies until a condition holds."""
        deadline = time.monotonic() + timeout
        while True:
            self.drain()
            if condition():
                return
            left = deadline - time.monotonic()
            assert left > 0, f"it never came true that {what}"
            message = self.receive(left)
            if message is not None:
                self.inbox.append(message)

    def settle(self, window=WINDOW):
        """Waits until all changes that INTERVAL delays have been emitted, and the copies have them."""
        self.wait_for_the_end_of(window)
        for owner in self.copies:
            self.ping(owner)
        self.drain()

    def wait_for_the_end_of(self, window):
        deadline = time.monotonic() + window
        while (left := deadline - time.monotonic()) > 0:
            message = self.receive(left)
            if message is not None:
                self.inbox.append(message)

    def ping(self, owner):
        self.call(owner, ROOT, "org.freedesktop.DBus.Peer", "Ping")

    def error(self, serial, timeout=15):
        """Returns the error that a call gets."""
        try:
            answer = self.finish(serial, timeout)
        except DBusError as error:
            return error
        raise AssertionError(f"the call succeeded: {answer}")

    def refused(self, serial, name, timeout=15):
        """Checks that a call gets this error, and returns its text."""
        error = self.error(serial, timeout)
        wanted = name if "." in name and not name.startswith("Asset.") else ERROR + name
        assert error.name == wanted, f"{wanted} was expected, not {error}"
        assert error.text.strip(), f"{error.name} has no text"
        return error.text

    def start_silent(self, destination, path, interface, member, signature="", *body):
        """Sends a call to which no reply is wanted."""
        return self.send(Message(type=CALL, flags=1, destination=destination, path=path, interface=interface,
                                 member=member, signature=signature, body=list(body)))

    def close(self):
        for descriptor in self.old + self.fresh:
            os.close(descriptor)
        self.old, self.fresh = [], []
        super().close()
