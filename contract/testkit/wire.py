# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads and writes the D-Bus wire format exactly.

The tests have their own implementation because client libraries hide what is tested here: they repair types, merge
duplicate keys, refuse to send wrong messages, and read replies that a hostile client would leave unread.
"""

import functools
import os
import re
import select
import socket
import struct
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
NO_REPLY_EXPECTED = 1
BUS = "org.freedesktop.DBus"
OBJECT_PATH = re.compile(r"/|(/[A-Za-z0-9_]+)+")
BUS_NAME = re.compile(r"[A-Za-z_-][A-Za-z0-9_-]*(\.[A-Za-z_-][A-Za-z0-9_-]*)+")
FIXED = {"y": "B", "n": "h", "q": "H", "i": "i", "u": "I", "x": "q", "t": "Q", "d": "d", "h": "I"}
ALIGNMENT = {"b": 4, "s": 4, "o": 4, "a": 4, "g": 1, "v": 1, "(": 8, "{": 8} | {
    kind: struct.calcsize(code) for kind, code in FIXED.items()}
HEADER_FIELDS = {1: "path", 2: "interface", 3: "member", 4: "error_name", 5: "reply_serial", 6: "destination",
                 7: "sender", 8: "signature", 9: "unix_fds"}
HEADER_TYPES = {"path": "o", "reply_serial": "u", "signature": "g", "unix_fds": "u"}


class Variant(NamedTuple):
    signature: str
    value: Any


class DBusError(Exception):
    """An error reply."""

    def __init__(self, message):
        self.name = message.error_name
        self.text = message.body[0] if message.signature.startswith("s") else ""
        super().__init__(f"{self.name}: {self.text}")


class Disconnected(Exception):
    """Raised when the bus has closed the connection."""


@dataclass
class Message:
    type: int = CALL
    flags: int = 0
    serial: int = 0
    path: str = ""
    interface: str = ""
    member: str = ""
    error_name: str = ""
    reply_serial: int = 0
    destination: str = ""
    sender: str = ""
    signature: str = ""
    unix_fds: int = 0
    body: list = field(default_factory=list)
    time: float = 0.0
    epoch: int = 0
    flaws: list = field(default_factory=list)
    descriptors: list = field(default_factory=list)


@functools.cache
def split(signature):
    """Splits a signature into complete types: "sa{sv}as" -> ("s", "a{sv}", "as")."""
    types, i = [], 0
    while i < len(signature):
        start = i
        while signature[i] == "a":
            i += 1
        depth = 0
        while True:
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(signature[i], 0)
            i += 1
            if depth == 0:
                break
        types.append(signature[start:i])
    return tuple(types)


class Writer:
    """Marshals without checking meaning, so that wrong messages can be sent."""

    def __init__(self):
        self.data = bytearray()

    def align(self, size):
        self.data += bytes(-len(self.data) % size)

    def write(self, kind, value):
        self.align(ALIGNMENT[kind[0]])
        if kind in FIXED:
            self.data += struct.pack("<" + FIXED[kind], value)
        elif kind == "b":
            self.data += struct.pack("<I", int(value))
        elif kind in ("s", "o", "g"):
            raw = value.encode() if isinstance(value, str) else value
            self.data += struct.pack("<B" if kind == "g" else "<I", len(raw)) + raw + b"\0"
        elif kind == "v":
            self.write("g", value.signature)
            self.write(value.signature, value.value)
        elif kind[0] == "a":
            self.write_array(kind[1:], value)
        else:
            for part, item in zip(split(kind[1:-1]), value):
                self.write(part, item)

    def write_array(self, element, values):
        at = len(self.data)
        self.data += bytes(4)
        self.align(ALIGNMENT[element[0]])
        start = len(self.data)
        for item in values.items() if isinstance(values, dict) else values:
            self.write(element, item)
        struct.pack_into("<I", self.data, at, len(self.data) - start)


class Reader:
    """Unmarshals, and notes in `flaws` what is legal on the wire but must not occur."""

    def __init__(self, data, order, flaws):
        self.data, self.order, self.flaws, self.at = data, order, flaws, 0

    def align(self, size):
        self.at += -self.at % size

    def unpack(self, code):
        value = struct.unpack_from(self.order + code, self.data, self.at)[0]
        self.at += struct.calcsize(code)
        return value

    def read(self, kind):
        self.align(ALIGNMENT[kind[0]])
        if kind in FIXED:
            return self.unpack(FIXED[kind])
        if kind == "b":
            return bool(self.unpack("I"))
        if kind in ("s", "o", "g"):
            size = self.unpack("B" if kind == "g" else "I")
            raw = bytes(self.data[self.at:self.at + size])
            self.at += size + 1
            return raw.decode("utf-8")
        if kind == "v":
            signature = self.read("g")
            return Variant(signature, self.read(signature))
        if kind[0] == "a":
            return self.read_array(kind[1:])
        return tuple(self.read(part) for part in split(kind[1:-1]))

    def read_array(self, element):
        size = self.unpack("I")
        self.align(ALIGNMENT[element[0]])
        end, items = self.at + size, []
        while self.at < end:
            items.append(self.read(element))
        if element[0] != "{":
            return items
        if len({key for key, _ in items}) != len(items):
            self.flaws.append(f"duplicate keys in a{element}: {[key for key, _ in items]}")
        return dict(items)


def encode_body(signature, values):
    body = Writer()
    for kind, value in zip(split(signature), values):
        body.write(kind, value)
    return bytes(body.data)


def encode(message):
    """Returns the bytes of a message. Its body is a list of values, or bytes that `encode_body` has made."""
    body = message.body if isinstance(message.body, bytes) else encode_body(message.signature, message.body)
    fields = [(code, Variant(HEADER_TYPES.get(name, "s"), getattr(message, name)))
              for code, name in HEADER_FIELDS.items() if getattr(message, name)]
    head = Writer()
    for kind, value in zip("yyyyuu", (ord("l"), message.type, message.flags, 1, len(body), message.serial)):
        head.write(kind, value)
    head.write("a(yv)", fields)
    head.align(8)
    return bytes(head.data) + body


def frame_size(data):
    """Returns the length of the message that `data` begins with, or None while that is not known."""
    if len(data) < 16:
        return None
    order = "<" if data[0:1] == b"l" else ">"
    body, fields = struct.unpack_from(order + "I", data, 4)[0], struct.unpack_from(order + "I", data, 12)[0]
    return 16 + fields + -fields % 8 + body


def decode_fields(data):
    """Returns a message without its body, and a reader for the body."""
    order = "<" if data[0:1] == b"l" else ">"
    message = Message(type=data[1], flags=data[2], time=time.monotonic())
    reader = Reader(data, order, message.flaws)
    reader.at = 8
    message.serial = reader.read("u")
    for code, value in reader.read("a(yv)"):
        if code in HEADER_FIELDS:
            setattr(message, HEADER_FIELDS[code], value.value)
    reader.align(8)
    return message, Reader(data[reader.at:], order, message.flaws)


def decode(data):
    message, body = decode_fields(data)
    message.body = [body.read(kind) for kind in split(message.signature)]
    return message


class Unread:
    """A message that is decoded only when one of its attributes is read: tests read few of the recorded messages, and
    few of their bodies, which may be large."""

    def __init__(self, frame, epoch):
        self.frame, self.epoch, self.time = frame, epoch, time.monotonic()

    def __getattr__(self, name):
        if name in ("body", "flaws"):
            found = vars(decode(self.frame))
        else:
            found = {key: value for key, value in vars(decode_fields(self.frame)[0]).items()
                     if key not in ("body", "flaws")}
        vars(self).update(found, epoch=self.epoch, time=self.time)
        if name not in vars(self):
            raise AttributeError(name)
        return vars(self)[name]

    def __repr__(self):
        return repr(decode(self.frame))


class Peer:
    """One end of a D-Bus connection, used by one thread."""

    def __init__(self, connected, words=()):
        """`connected` is a stream socket; `words` are what else to negotiate."""
        self.socket = connected
        self.negotiate(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode(), b"OK")
        for word in words:
            self.negotiate(word, b"AGREE")
        self.socket.sendall(b"BEGIN\r\n")
        self.data, self.inbox, self.serial = bytearray(), [], 0
        self.poll = select.poll()
        self.poll.register(self.socket, select.POLLIN)

    def negotiate(self, word, expect):
        self.socket.sendall(word + b"\r\n")
        answer = b""
        while not answer.endswith(b"\r\n"):
            answer += self.socket.recv(1)
        assert answer.startswith(expect), answer

    def send(self, message, descriptors=()):
        self.serial += 1
        message.serial, message.unix_fds = self.serial, len(descriptors)
        data = encode(message)
        if descriptors:
            data = data[socket.send_fds(self.socket, [data], descriptors):]
        self.socket.sendall(data)
        return self.serial

    def receive(self, timeout):
        """Returns the next message from the bus, or None when the time is over."""
        frame = self.receive_frame(timeout)
        return None if frame is None else decode(frame)

    def receive_frame(self, timeout):
        """Returns the bytes of the next message, or None when the time is over."""
        deadline = time.monotonic() + timeout
        while True:
            size = frame_size(self.data)
            if size is not None and len(self.data) >= size:
                frame = bytes(self.data[:size])
                del self.data[:size]
                return frame
            if not self.poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
                return None
            try:
                more = self.read()
            except ConnectionError:
                more = b""
            if not more:
                raise Disconnected()
            self.data += more

    def read(self):
        return self.socket.recv(1 << 16)

    def start(self, destination, path, interface, member, signature="", *body):
        """Sends a call and returns its serial."""
        return self.send(Message(destination=destination, path=path, interface=interface, member=member,
                                 signature=signature, body=list(body)))

    def finish(self, serial, timeout=15):
        """Returns the body of the reply to a call; other messages stay in `inbox`."""
        return self.reply(serial, timeout).body

    def reply(self, serial, timeout=15):
        """Returns the reply to a call; other messages stay in `inbox`."""
        deadline = time.monotonic() + timeout
        early = [message for message in self.inbox if message.reply_serial == serial]
        while not early:
            message = self.receive(max(0.0, deadline - time.monotonic()))
            if message is None:
                raise TimeoutError(f"no reply to call {serial} within {timeout} s")
            self.inbox.append(message)
            if message.reply_serial == serial and message.type in (RETURN, ERROR):
                early.append(message)
        self.inbox.remove(early[0])
        if early[0].type == ERROR:
            raise DBusError(early[0])
        return early[0]

    def call(self, destination, path, interface, member, signature="", *body, timeout=15):
        return self.finish(self.start(destination, path, interface, member, signature, *body), timeout)

    def close(self):
        self.socket.close()


class Connection(Peer):
    """A client of the bus."""

    def __init__(self, path, takes_descriptors=False, connect=None):
        """Descriptors that are taken are closed unseen, because `receive` does not ask the system for them."""
        connected = socket.socket(socket.AF_UNIX)
        try:
            (connect or type(connected).connect)(connected, path)
            super().__init__(connected, [b"NEGOTIATE_UNIX_FD"] if takes_descriptors else [])
            self.name = self.call(BUS, "/org/freedesktop/DBus", BUS, "Hello")[0]
        except BaseException:
            connected.close()
            raise

    def bus(self, member, signature="", *body):
        """Calls the bus daemon itself."""
        return self.call(BUS, "/org/freedesktop/DBus", BUS, member, signature, *body)

    def request_name(self, name, flags=4):
        return self.bus("RequestName", "su", name, flags)[0]

    def wait_signal(self, accept, timeout=10):
        """Returns the next signal that `accept` accepts, from the inbox or the bus; earlier ones are dropped."""
        deadline = time.monotonic() + timeout
        while True:
            message = self.inbox.pop(0) if self.inbox else self.receive(max(0.0, deadline - time.monotonic()))
            if message is None:
                raise TimeoutError(f"the signal did not come within {timeout} s")
            if message.type == SIGNAL and accept(message):
                return message
