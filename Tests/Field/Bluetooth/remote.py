# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A headset, or a car: the far side of AVRCP, spoken here over L2CAP. What it shows is what has come by radio."""

import socket
import time

from gi.repository import GLib

CONTROL, STATUS, NOTIFY, NOT_IMPLEMENTED, ACCEPTED, CHANGED, INTERIM = 0, 1, 3, 8, 9, 13, 15  # AV/C: what a message is
PASSTHROUGH, VENDOR, PANEL = 0x7C, 0, 0x48
KEYS = {"Play": 0x44, "Stop": 0x45, "Pause": 0x46, "Next": 0x4B, "Previous": 0x4C, "VolumeUp": 0x41}
GET_ATTRIBUTES, GET_STATUS, REGISTER = 0x20, 0x30, 0x31
STATUS_CHANGED, TRACK_CHANGED = 1, 2
STATES = ("stopped", "playing", "paused", "forward", "reverse")
ATTRIBUTES = {1: "title", 2: "artist", 3: "album", 4: "number", 7: "duration"}
NOTIFICATIONS = 8  # the first label of notifications, which stay open; labels below are those of questions


class Remote:
    """A device that is paired with the computer. `heard` has each change of which the computer has told it."""

    def __init__(self, address, computer, wait):
        self.address, self.computer, self.wait = address, computer, wait
        self.socket, self.label, self.answers = None, 0, {}
        self.state, self.item, self.heard, self.position, self.read_at = "", {}, [], 0, 0.0

    def connect(self, has_screen):
        """Connects as a headset does that has been switched on, or as a car, which also reads what plays. Returns
        whether it has done so."""
        self.socket = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_SEQPACKET, socket.BTPROTO_L2CAP)
        self.socket.bind((self.address, 0))
        self.socket.settimeout(30)
        self.socket.connect((self.computer, 23))
        GLib.io_add_watch(self.socket.fileno(), GLib.IO_IN | GLib.IO_HUP, self.receive)
        self.state, self.item, self.heard = "", {}, []
        if not has_screen:
            return True
        for event in STATUS_CHANGED, TRACK_CHANGED:
            self.register(event)
        return self.wait(20, lambda: self.state and "title" in self.item)

    def disconnect(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        return self.wait(20, lambda: self.state == "disconnected")

    def press(self, key):
        """Presses a key, and lets go of it. Returns whether the computer has taken it."""
        return all(self.ask(CONTROL, PASSTHROUGH, bytes((KEYS[key] | release, 0)))[0] == ACCEPTED
                   for release in (0, 0x80))

    def shown(self):
        """Returns the state and the title that the screen has."""
        return self.state, self.item.get("title")

    def time(self):
        """Returns the position on the screen in seconds, which goes on by itself while the computer plays."""
        return self.position + (time.monotonic() - self.read_at if self.state == "playing" else 0)

    # ---- Messages ----

    def send(self, label, is_answer, kind, code, operands):
        self.socket.send(bytes((label << 4 | is_answer << 1, 0x11, 0x0E, kind, PANEL, code)) + operands)

    def send_vendor(self, label, kind, pdu, parameters):
        header = bytes((0x00, 0x19, 0x58, pdu, 0)) + len(parameters).to_bytes(2, "big")
        self.send(label, False, kind, VENDOR, header + parameters)

    def ask(self, kind, code, operands):
        """Returns the kind and the operands of the answer to a command."""
        self.label = (self.label + 1) % NOTIFICATIONS
        label, found = self.label, []
        self.answers[label] = lambda *answer: found.append(answer)
        self.send(label, False, kind, code, operands)
        self.wait(20, lambda: found)
        return found[0] if found else (None, b"")

    def question(self, pdu, parameters, answered):
        self.label = (self.label + 1) % NOTIFICATIONS
        self.answers[self.label] = lambda kind, operands: answered(operands[7:])
        self.send_vendor(self.label, STATUS, pdu, parameters)

    def register(self, event):
        label = NOTIFICATIONS + event
        self.answers[label] = lambda kind, operands: self.notified(kind, event, operands[7:])
        self.send_vendor(label, NOTIFY, REGISTER, bytes((event, 0, 0, 0, 0)))

    def receive(self, _, condition):
        try:
            message = self.socket.recv(2048)
        except OSError:
            message = b""
        if not message:
            self.socket.close()
            self.state = "disconnected"
            return False
        label, kind, code, operands = message[0] >> 4, message[3], message[5], message[6:]
        if not message[0] & 2:
            # The computer asks what this one plays: it plays nothing.
            self.send(label, True, NOT_IMPLEMENTED, code, operands)
        elif label in self.answers:
            answered = self.answers[label]
            if kind != INTERIM:
                del self.answers[label]
            answered(kind, operands)
        return True

    # ---- What the computer tells ----

    def notified(self, kind, event, parameters):
        if kind not in (INTERIM, CHANGED) or parameters[0] != event:
            raise AssertionError(f"event {event} is answered by {kind}: {parameters.hex()}")
        value = STATES[parameters[1]] if event == STATUS_CHANGED else "item"
        if kind == CHANGED:
            self.heard.append(value)
            self.register(event)
            return
        # As a car does, this one reads what has changed.
        if event == TRACK_CHANGED:
            self.question(GET_ATTRIBUTES, bytes(9), self.read_item)
        self.question(GET_STATUS, b"", self.read_status)

    def read_item(self, parameters):
        self.item, rest = {"title": ""}, parameters[1:]
        while len(rest) >= 8:
            attribute, length = int.from_bytes(rest[:4], "big"), int.from_bytes(rest[6:8], "big")
            self.item[ATTRIBUTES.get(attribute, attribute)] = rest[8:8 + length].decode()
            rest = rest[8 + length:]

    def read_status(self, parameters):
        if len(parameters) < 9:  # an error: the computer has no player
            self.state = "none"
            return
        self.position, self.read_at = int.from_bytes(parameters[4:8], "big") / 1000, time.monotonic()
        self.state = STATES[parameters[8]] if parameters[8] < len(STATES) else "none"
