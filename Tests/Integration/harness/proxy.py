# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Stands between one host and the bus, and can say to the bus in the host's name what the host would not."""

import os
import socket
import threading

from .wire import BUS, Message, decode, encode, frame_size

FIRST_SERIAL = 0x70000000  # beyond what a host reaches in a test


class Proxy:
    def __init__(self, bus):
        self.path = os.path.join(bus.directory, "proxy")
        self.address = "unix:path=" + self.path
        self.bus_path, self.serial = bus.socket, FIRST_SERIAL
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        host = self.listener.accept()[0]
        self.to_bus = socket.socket(socket.AF_UNIX)
        self.to_bus.connect(self.bus_path)
        threading.Thread(target=self.forward, args=(host, self.to_bus), daemon=True).start()
        threading.Thread(target=self.forward, args=(self.to_bus, host), daemon=True).start()

    def forward(self, source, target):
        """Passes on lines of the handshake and then whole messages, without the replies to what we said."""
        data = bytearray()
        try:
            while more := source.recv(1 << 16):
                data += more
                while unit := self.unit(data):
                    if data[:1] == b"l" and decode(bytes(data[:unit])).reply_serial >= FIRST_SERIAL:
                        del data[:unit]
                        continue
                    with self.lock:
                        target.sendall(data[:unit])
                    del data[:unit]
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    @staticmethod
    def unit(data):
        """The length of the first message or line, 0 while it is not complete. A message begins with a small "l"."""
        if data[:1] == b"l":
            size = frame_size(data)
            return size if size and len(data) >= size else 0
        return data.find(b"\n") + 1

    def take_name_away(self, name):
        """Releases a name of the host's, as far as the bus can tell, by the host itself."""
        self.serial += 1
        with self.lock:
            self.to_bus.sendall(encode(Message(serial=self.serial, destination=BUS, path="/org/freedesktop/DBus",
                                               interface=BUS, member="ReleaseName", signature="s", body=[name])))
