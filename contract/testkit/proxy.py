# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A proxy between hosts and the bus: it forwards messages, and can change, hold back, add or cut them, as odd buses
do."""

import os
import socket
import threading

from .wire import BUS, SIGNAL, Message, decode, encode, frame_size

FIRST_SERIAL = 0x70000000  # beyond any serial number that a host reaches in a test


class Link:
    """A host's connection to the proxy, and the proxy's to the bus for it."""

    def __init__(self, proxy, host):
        self.proxy, self.host, self.bus = proxy, host, socket.socket(socket.AF_UNIX)
        self.bus.connect(proxy.bus_path)
        self.questions, self.name, self.asked = {}, "", 0
        # One lock for each direction: a host that does not read must not block its own writing to the bus.
        self.locks = {self.host: threading.RLock(), self.bus: threading.RLock()}
        for source, target in ((self.host, self.bus), (self.bus, self.host)):
            threading.Thread(target=self.forward, args=(source, target), daemon=True).start()

    def forward(self, source, target):
        """Passes on lines of the handshake and then whole messages, without the replies to the proxy's own messages."""
        data = bytearray()
        try:
            while more := source.recv(1 << 16):
                data += more
                while unit := self.unit(data):
                    frame = bytes(data[:unit])
                    del data[:unit]
                    if frame[:1] == b"l":
                        frame = self.passed(decode(frame), frame, target)
                    with self.locks[target]:
                        target.sendall(frame)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    @staticmethod
    def unit(data):
        """Returns the length of the first message or line; 0 while it is not complete. A message begins with a small
        "l"."""
        if data[:1] == b"l":
            size = frame_size(data)
            return size if size and len(data) >= size else 0
        return data.find(b"\n") + 1

    def passed(self, message, frame, target):
        """Passes a message on, or handles it."""
        if target is self.bus:
            self.questions[message.serial] = message
            edited = self.proxy.to_bus(self, message)
        elif message.reply_serial >= FIRST_SERIAL:
            return b""
        else:
            self.name = self.name or message.destination
            edited = self.proxy.to_host(self, message, self.questions.get(message.reply_serial))
        return frame if edited is None else b"".join(map(encode, edited))

    def say(self, *messages):
        """Sends messages to the host."""
        with self.locks[self.host]:
            self.host.sendall(b"".join(map(encode, messages)))

    def signal(self, member, name):
        """Sends the host a signal of the bus about a name."""
        return Message(type=SIGNAL, flags=1, serial=FIRST_SERIAL, sender=BUS, destination=self.name,
                       path="/org/freedesktop/DBus", interface=BUS, member=member, signature="s", body=[name])

    def close(self):
        for end in (self.host, self.bus):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # the other side was faster


class Proxy:
    """`to_bus(link, message)` and `to_host(link, message, question)` are called with each message: they may return a
    list of messages to pass on instead, or None to pass on the message unchanged."""

    def __init__(self, bus, to_bus=None, to_host=None):
        self.path = os.path.join(bus.directory, "proxy")
        self.address = "unix:path=" + self.path
        self.to_bus = to_bus or (lambda link, message: None)
        self.to_host = to_host or (lambda link, message, question: None)
        self.bus_path, self.serial = bus.socket, FIRST_SERIAL
        self.links = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        try:
            while True:
                self.links.append(Link(self, self.listener.accept()[0]))
        except OSError:
            pass  # closed

    def close(self):
        """Stops listening, and disconnects all hosts."""
        os.unlink(self.path)
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for link in self.links:
            link.close()

    def take_name_away(self, name):
        """Releases a name of the host, so that it seems to the bus that the host has done so."""
        self.serial += 1
        link = self.links[-1]
        with link.locks[link.bus]:
            link.bus.sendall(encode(Message(serial=self.serial, destination=BUS, path="/org/freedesktop/DBus",
                                            interface=BUS, member="ReleaseName", signature="s", body=[name])))
