# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The strict checker: checks what must hold for every message that the library ever sends.

It gets everything that a monitor saw, and examines the messages of each connection that requests names as the library
does.
"""

import re
from dataclasses import dataclass, field

from . import bluez
from .mpris_types import (
    INTERFACES, INVALIDATED, METHODS, OPTIONAL, PATH, PLAYER, PROPERTIES, ROOT, SIGNALS, SPECIFIED, check_metadata,
    check_property)
from .wire import BUS, BUS_NAME, CALL, ERROR, RETURN, SIGNAL, Variant

UNSEEN = "a name that was granted before the monitor was there"
TOKEN = "org.nowplaying.SystemPrimary"
BUS_CALLS = {"Hello", "RequestName", "ReleaseName", "AddMatch", "RemoveMatch", "GetNameOwner", "ListQueuedOwners",
             "Ping", "NameHasOwner"}
# The desktop's portals, whose settings decide whether videos are shown, and the methods that read these settings.
PORTALS, ASKED_OF_PORTALS = "/org/freedesktop/portal/desktop", {"Get", "Read", "GetMetered"}


@dataclass
class Sender:
    """The state of one of our connections while its messages are read in order."""
    name: str = ""
    sent: dict = field(default_factory=dict)
    times: list = field(default_factory=list)
    needs_seeked: str = ""
    took_over: bool = False
    # The properties that a client has read with another value than the one that was sent: the true one may follow.
    read: set = field(default_factory=set)

    def note_reading(self, interface, found):
        self.read |= {(interface, name) for name, variant in found.items()
                      if self.sent.get((interface, name), variant) != variant}


class Checker:
    def __init__(self, records, foreign, was_stopped):
        self.records, self.was_stopped = records, was_stopped
        self.problems = []
        self.senders = {(m.epoch, m.sender): Sender() for m in records if self.asks_for_a_name(m)
                        and (m.epoch, m.sender) not in foreign}
        # The monitor has missed the first messages of these senders: a player may connect to a new bus before it does.
        for late in self.senders.keys() - {(m.epoch, m.sender) for m in records if m.member == "Hello"}:
            self.senders[late].name = UNSEEN
        self.calls, self.answered = {}, set()
        self.set_by_clients = set()

    @staticmethod
    def asks_for_a_name(message):
        """Returns whether a message requests a name as the library does; the name of playerctld is not one of ours."""
        return (message.type == CALL and message.member == "RequestName" and message.body
                and message.body[0].startswith(("org.mpris.", "org.nowplaying."))
                and message.body[0] != ROOT + ".playerctld")

    def problem(self, message, text):
        self.problems.append(f"{text}\n      in {message}")

    def run(self):
        for message in self.records:
            if message.type == CALL:
                self.calls[message.epoch, message.sender, message.serial] = message
            sender = self.senders.get((message.epoch, message.sender))
            if sender:
                for flaw in message.flaws:
                    self.problem(message, flaw)
                if message.type in (RETURN, ERROR):
                    self.only_answer(message)
                {CALL: self.call, RETURN: self.reply, ERROR: self.error, SIGNAL: self.signal}[message.type](
                    sender, message)
            elif message.sender == BUS and message.type in (RETURN, SIGNAL):
                self.from_bus(message)
            if message.type == CALL and (message.interface, message.member) == (PROPERTIES, "Set"):
                # Where the value is not taken, clients are sent the true one.
                self.set_by_clients.update(message.body[1:2])
        for sender in self.senders.values():
            if sender.needs_seeked:
                self.problems.append("no Seeked followed: " + sender.needs_seeked)
            self.rate(sender)
        return self.problems

    # Calls of ours

    def call(self, sender, message):
        if message.member == "Ping" and (message.epoch, message.destination) in self.senders:
            return  # a player that takes over from another waits for the other's last signals
        if message.path == PORTALS and message.member in ASKED_OF_PORTALS:
            return  # what forbids videos is asked for before one is handed out
        if message.destination != BUS or message.member not in BUS_CALLS:
            self.problem(message, "we call nobody but the bus and ourselves")
        elif message.member == "RequestName":
            self.request_name(sender, message)
        elif message.member == "ReleaseName" and sender.name in (message.body[0], UNSEEN):
            sender.name = ""

    def request_name(self, sender, message):
        name, flags = message.body
        if not BUS_NAME.fullmatch(name) or len(name) > 255:
            self.problem(message, "not a legal bus name")
        if name == TOKEN:
            sender.took_over = True
            if flags not in (1, 3):
                self.problem(message, "the token is asked for with ALLOW_REPLACEMENT, and queued")
        elif not name.startswith(ROOT + "."):
            self.problem(message, "rule 14: a name that is neither a player's nor the token")
        elif flags != 4:
            self.problem(message, "rule 2: an MPRIS name is asked for with DO_NOT_QUEUE alone")
        elif sender.name not in ("", name, UNSEEN):
            # The same name may be requested again, since the answer may have been lost.
            self.problem(message, f"rule 1: a second name beside {sender.name}")

    def from_bus(self, message):
        """A name was granted, or lost."""
        sender = self.senders.get((message.epoch, message.destination))
        call = self.calls.get((message.epoch, message.destination, message.reply_serial))
        if not sender:
            return
        if message.type == RETURN and call and call.member == "RequestName" and call.body[0] != TOKEN:
            if message.body[0] == 1:
                self.rate(sender)
                sender.name, sender.sent, sender.needs_seeked, sender.times = call.body[0], {}, "", []
            elif message.body[0] == 2:
                self.problem(message, "rule 2: we wait in the queue for an MPRIS name")
        elif message.type == SIGNAL and message.member == "NameLost" and message.body[0] == sender.name:
            sender.name = ""

    # Signals

    def signal(self, sender, message):
        if message.path.startswith("/org/nowplaying") and not message.interface.startswith("org.mpris."):
            return
        if message.path != PATH:
            self.problem(message, "rule 14: a signal from another path")
        elif not sender.name:
            self.problem(message, "a signal without a name: nobody is shown")
        elif (message.interface, message.member) == (PROPERTIES, "PropertiesChanged"):
            self.properties_changed(sender, message)
        elif (message.interface, message.member) not in SIGNALS:
            self.problem(message, "rule 14: not a signal of MPRIS")
        elif message.signature != SIGNALS[message.interface, message.member]:
            self.problem(message, f"{message.member} is {SIGNALS[message.interface, message.member]}")
        elif message.member == "Seeked":
            self.seeked(sender, message)
        elif message.member in ("TrackAdded", "TrackMetadataChanged"):
            for text in check_metadata(next(value for value in message.body if isinstance(value, dict))):
                self.problem(message, text)

    def properties_changed(self, sender, message):
        sender.times.append(message.time)
        if message.signature != "sa{sv}as":
            self.problem(message, "PropertiesChanged is sa{sv}as")
            return
        interface, changed, invalidated = message.body
        if not set(invalidated) <= INVALIDATED.get(interface, set()):
            self.problem(message, "rule 8: an invalidated list")
        if interface not in SPECIFIED:
            self.problem(message, "rule 14: PropertiesChanged of an interface that is not ours")
            return
        if not changed and not invalidated:
            self.problem(message, "rule 8: PropertiesChanged without a change")
        if "Position" in changed:
            self.problem(message, "rule 7: Position in a signal")
        for name, variant in changed.items():
            for text in check_property(interface, name, variant):
                self.problem(message, text)
            # A property that returns together with its command may have its old value, for which there is no signal.
            is_same = sender.sent.get((interface, name)) == variant and name not in OPTIONAL
            is_owed = name in self.set_by_clients or (interface, name) in sender.read
            if is_same and not is_owed and not self.may_repeat(sender, changed):
                self.problem(message, f"rule 8: {name} did not change")
        if interface == PLAYER:
            for text in bluez.refusals(changed):
                self.problem(message, text)
            self.order(sender, message, changed)
        sender.sent.update({(interface, name): variant for name, variant in changed.items()})
        sender.read -= {(interface, name) for name in changed}

    @staticmethod
    def may_repeat(sender, changed):
        """Returns whether a change may repeat a value. A player that takes the system primary from another one emits
        "Playing" once more, alone, because desktops notice it only after the other player has paused."""
        repeats = sender.took_over and changed == {"PlaybackStatus": Variant("s", "Playing")}
        sender.took_over = False
        # The whole state, once the name is owned; a change may have been sent before the bus has answered.
        return repeats or {"PlaybackStatus", "Metadata", "Volume", "CanPlay", "CanSeek"} <= changed.keys()

    def order(self, sender, message, changed):
        """Rule 7: Seeked follows the Metadata and the Rate that it belongs to."""
        if sender.needs_seeked:
            self.problem(message, "no Seeked in between: " + sender.needs_seeked)
            sender.needs_seeked = ""
        before = sender.sent.get((PLAYER, "Metadata"))
        after = changed.get("Metadata")
        status = changed.get("PlaybackStatus", sender.sent.get((PLAYER, "PlaybackStatus")))
        moving = status is not None and status.value in ("Playing", "Paused")
        if (moving and before and after and after.value and "mpris:length" in after.value
                and before.value.get("mpris:trackid") == after.value.get("mpris:trackid")
                and self.described(before) != self.described(after)):
            sender.needs_seeked = f"rule 7: Metadata in the middle of an item, {message}"

    @staticmethod
    def described(metadata):
        """Returns the metadata without the length and the player's own keys, which may change without a Seeked."""
        return {key: value for key, value in metadata.value.items()
                if key.startswith(("mpris:", "xesam:")) and key != "mpris:length"}

    def seeked(self, sender, message):
        sender.needs_seeked = ""
        metadata = sender.sent.get((PLAYER, "Metadata"))
        length = metadata.value.get("mpris:length") if metadata else None
        if message.body[0] < 0 or (length and message.body[0] > length.value):
            self.problem(message, "Seeked to outside of the item")

    def rate(self, sender):
        """Rule 8: at most 20 a second, counted from the grant of the name, with which a player begins. On a busy
        machine the bus or the monitor may have the first of them half a second late, so 41 fit into 1.5 s at worst."""
        for first, last in zip(sender.times, sender.times[40:]):
            if not self.was_stopped and last - first < 1.5:
                self.problems.append(f"rule 8: 41 PropertiesChanged within {last - first:.3f} s")
                return

    # Replies

    def only_answer(self, message):
        call = (message.epoch, message.destination, message.reply_serial)
        if call in self.answered:
            self.problem(message, "a second answer to a call")
        self.answered.add(call)

    def error(self, sender, message):
        if not message.signature.startswith("s") or not message.body[0].strip():
            self.problem(message, "rule 13: an error without a text")
        if not BUS_NAME.fullmatch(message.error_name):
            self.problem(message, "an error without a legal name")

    def reply(self, sender, message):
        call = self.calls.get((message.epoch, message.destination, message.reply_serial))
        if not call:
            self.problem(message, "a reply to no call")
        elif call.interface == PROPERTIES:
            self.property_reply(sender, message, call)
        elif call.interface in METHODS:
            returned = METHODS[call.interface].get(call.member, "")
            if message.signature != returned:
                self.problem(message, f"{call.member} has {returned or 'nothing'} to return")
            elif call.member == "GetTracksMetadata":
                for text in (text for metadata in message.body[0] for text in check_metadata(metadata)):
                    self.problem(message, text)
        elif call.interface == "org.freedesktop.DBus.Introspectable":
            for name in re.findall(r'<interface name="([^"]+)"', message.body[0]):
                if call.path == PATH and name not in INTERFACES:
                    self.problem(message, f"rule 14: {name} at {PATH}")

    def property_reply(self, sender, message, call):
        if call.member == "Set":
            if message.signature:
                self.problem(message, "Set has nothing to return")
            return
        interface = call.body[0]
        if call.path != PATH or interface not in SPECIFIED:
            return
        if call.member == "Get":
            if message.signature != "v":
                self.problem(message, "Get returns a variant")
            else:
                for text in check_property(interface, call.body[1], message.body[0]):
                    self.problem(message, text)
                sender.note_reading(interface, {call.body[1]: message.body[0]})
            return
        if message.signature != "a{sv}":
            self.problem(message, "GetAll returns a{sv}")
            return
        found = message.body[0]
        sender.note_reading(interface, found)
        missing = SPECIFIED[interface].keys() - found.keys() - OPTIONAL
        if missing:
            self.problem(message, f"rule 6: GetAll without {sorted(missing)}")
        for name, variant in found.items():
            for text in check_property(interface, name, variant):
                self.problem(message, text)
        if interface == PLAYER:
            for text in bluez.refusals(found):
                self.problem(message, text)


def check(records, foreign, was_stopped=False):
    """Returns the problems in a recording, as sentences. was_stopped: the bus was stopped, and then delivered
    everything at once."""
    return Checker(records, foreign, was_stopped).run()
