# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Checks the rules that hold for every message of a publisher of org.nowplaying, in any test.

It gets everything that a monitor saw. A connection is a publisher if it emits signals at /org/nowplaying or below, or
replies to calls there. Problems are numbered by sections of the protocol.
"""

import re
from dataclasses import dataclass, field

from .wire import BUS, CALL, ERROR, RETURN, SIGNAL, Variant

from . import protocol
from .line import moved
from .protocol import (ANIMATED, APP, APP_PATH, CONSTANT, ERRORS, MANAGER, METHODS, PICTURES, REMOTE, ROOT, SESSION,
                       STANDARD, SURFACES, TRACKS, VIDEOS)

PROPERTIES = "org.freedesktop.DBus.Properties"
FREEDESKTOP = {"org.freedesktop.DBus.Error." + name for name in (
    "LimitsExceeded InvalidArgs UnknownMethod UnknownObject UnknownInterface UnknownProperty PropertyReadOnly".split())}
ASKED = {"InvalidArgument", "NotFound", "Failed", "Cancelled", "TimedOut"}
OWN_ERRORS = {"SendCommand": ASKED | {"NotOffered", "Disabled"}, "SetVolume": ASKED - {"NotFound"} | {"NotOffered"},
              "GetArtwork": ASKED, "GetPreview": ASKED, "GetVideo": ASKED | {"PreviewOnly"},
              "SetDeviceVolume": ASKED | {"NotOffered"}, "StepDeviceVolume": ASKED | {"NotOffered"},
              "SelectTrack": ASKED | {"NotOffered"},
              "Register": {"InvalidArgument"}}
TIME_OUTS = {"GetPreview": 2, "GetVideo": 30}
# The interface by which programs that use AVFAudio tell each other of interruptions.
AUDIO_FOCUS = "org.nowplaying.AudioFocus1"
OF_AUDIO_FOCUS = {(ROOT + "/AudioFocus", *shape) for shape in (("Began", "au"), ("Ended", "aub"))}
MOST_FOLLOWERS = 1024
UNKNOWN = Variant("", None)  # differs from each value


def is_below(path):
    return path == ROOT or path.startswith(ROOT + "/")


@dataclass
class Publisher:
    """The state of a publisher while the messages are read in order."""
    followers: set = field(default_factory=set)
    followed: bool = False  # whether it has had a follower at any time
    forgives: bool = False  # whether its signals are not checked
    left_at: int = -1  # the number of the record in which the last follower left
    surely_alone: bool = False  # it has answered something that was asked after that
    questions: dict = field(default_factory=dict)  # its calls of the bus that are not answered
    watched: set = field(default_factory=set)  # clients whose leaving the bus reports to it
    unheard: set = field(default_factory=set)  # clients that have left without that
    begun: tuple = ()  # the call by which the present followers began, if nothing was emitted before it
    known: dict = None  # {path: interfaces}, from the first reply to GetManagedObjects on
    ended: set = field(default_factory=set)  # paths of sessions that are gone
    copy: dict = field(default_factory=dict)  # {(path, interface, name): value in the first surface's copy}
    sent: dict = field(default_factory=dict)  # {the same key: values since the last signal, and that of the signal}
    times: dict = field(default_factory=dict)  # {path: times of PropertiesChanged}

    def nobody_follows(self, number):
        self.left_at, self.surely_alone, self.known = number, False, None
        self.copy.clear()

    def begins_anew(self, call):
        """Handles the first follower after a time without any. Earlier signals do not count as received if the
        publisher surely knew that its last follower had left; otherwise they still may."""
        self.sent.clear()
        # Signals since the last follower left have reached nobody.
        self.copy.clear()
        self.known = None
        self.begun = () if self.unheard else (call.sender, call.serial)

    def what_was_sent(self, call):
        """Returns the values that count as emitted besides those in the first reply: none, if this call came from the
        first follower."""
        return [] if (call.sender, call.serial) == self.begun else [UNKNOWN]


class Passive:
    def __init__(self, records, foreign, was_stopped):
        self.records, self.foreign, self.was_stopped = records, foreign, was_stopped
        self.problems, self.calls, self.owners, self.publishers = [], {}, {}, {}
        self.two_since = None  # the signal since which there have been two system primaries

    def problem(self, message, text):
        self.problems.append(f"org.nowplaying {text}\n      in {message}")

    def publisher(self, epoch, name):
        return self.publishers.setdefault((epoch, name), Publisher())

    def run(self):
        for number, message in enumerate(self.records):
            if message.sender == BUS:
                self.from_bus(message, number)
            elif message.type == CALL:
                self.call(message, number)
            elif (message.epoch, message.sender) not in self.foreign:
                if message.type == SIGNAL:
                    self.any_signal(message)
                else:
                    self.answer(message)
        for publisher in self.publishers.values():
            self.rate(publisher)
        if self.records:
            self.still_two(self.records[-1].time)
        return self.problems

    # Publishers and their followers

    def from_bus(self, message, number):
        if message.type == SIGNAL and message.member == "NameOwnerChanged":
            name, _, owner = message.body
            self.owners[message.epoch, name] = owner
            if name.startswith(":") and not owner:
                self.rate(self.publishers.pop((message.epoch, name), Publisher()))
                self.two_since = None
                for (epoch, _), publisher in self.publishers.items():
                    if epoch == message.epoch and name in publisher.followers:
                        publisher.followers.remove(name)
                        publisher.unheard |= {name} - publisher.watched
                        if not publisher.followers:
                            publisher.nobody_follows(number)
        elif message.reply_serial:
            publisher = self.publishers.get((message.epoch, message.destination))
            if publisher and (question := publisher.questions.pop(message.reply_serial, None)):
                if question.member == "AddMatch":
                    publisher.watched.update(re.findall("arg0='(:[^']*)'", question.body[0]))

    def call(self, message, number):
        self.calls[message.epoch, message.sender, message.serial] = (message, number)
        if message.destination == BUS:
            if not message.flags & 1:
                self.publisher(message.epoch, message.sender).questions[message.serial] = message
        elif is_below(message.path):
            owner = message.destination
            if not owner.startswith(":"):
                owner = self.owners.get((message.epoch, owner))
            if owner:
                self.follows(self.publisher(message.epoch, owner), message)
            else:
                for (epoch, _), publisher in self.publishers.items():
                    publisher.forgives |= epoch == message.epoch

    def follows(self, publisher, call):
        if not publisher.followers:
            publisher.begins_anew(call)
        publisher.followers.add(call.sender)
        publisher.followed, publisher.left_at, publisher.surely_alone = True, -1, False
        publisher.forgives |= len(publisher.followers) > MOST_FOLLOWERS

    # Signals

    def any_signal(self, message):
        if message.interface == AUDIO_FOCUS:
            if (message.path, message.member, message.signature) not in OF_AUDIO_FOCUS:
                self.problem(message, "AVFAudio: not a signal of interruptions")
        elif is_below(message.path):
            publisher = self.publisher(message.epoch, message.sender)
            for flaw in message.flaws:
                self.problem(message, f"3: {flaw}")
            self.signal(publisher, message)
        elif (message.interface.startswith("org.nowplaying.") or message.member == "PropertiesChanged" and message.body
              and str(message.body[0]).startswith("org.nowplaying.")):
            self.problem(message, "1: a signal from another path")

    def signal(self, publisher, message):
        if not publisher.followers and not publisher.forgives and (
                not publisher.followed or publisher.surely_alone):
            self.problem(message, "2: a signal that nobody is owed")
        if message.destination:
            self.problem(message, "6: a signal that is not broadcast")
        shape = message.interface, message.member, message.signature
        if shape == (PROPERTIES, "PropertiesChanged", "sa{sv}as") and message.path != ROOT:
            self.changed(publisher, message)
        elif shape == (MANAGER, "InterfacesAdded", "oa{sa{sv}}") and message.path == ROOT:
            self.added(publisher, message)
        elif shape == (MANAGER, "InterfacesRemoved", "oas") and message.path == ROOT:
            self.removed(publisher, message)
        else:
            self.problem(message, "6: not a signal of the protocol")
        self.primaries(message)

    def changed(self, publisher, message):
        interface, changed, invalidated = message.body
        publisher.times.setdefault((message.path, interface), []).append(message.time)
        if invalidated:
            self.problem(message, "6.1: an invalidation")
        if not changed:
            self.problem(message, "6.1: PropertiesChanged without a change")
        if message.path in publisher.ended:
            self.problem(message, "6.5: a signal after InterfacesRemoved")
        elif publisher.known is not None and message.path not in publisher.known:
            self.problem(message, "6.5: a signal before InterfacesAdded")
        elif publisher.known is not None and interface not in publisher.known[message.path]:
            self.problem(message, f"1: {message.path} has no {interface}")
        allowed = {SURFACES, APP} if message.path == APP_PATH else {SESSION, REMOTE, ANIMATED, TRACKS}
        if interface not in allowed:
            self.problem(message, f"1: {interface} at {message.path}")
        for name, variant in changed.items():
            for text in protocol.check_property(interface, name, variant, message.time * 1e6):
                self.problem(message, text)
            if (interface, name) in CONSTANT:
                self.problem(message, f"3: {name} is constant")
            key = message.path, interface, name
            before = publisher.sent.get(key, [])
            if before and not any(self.differs(publisher, key, old, variant) for old in before):
                self.problem(message, f"6.4: the line of {message.path} has not moved" if name == "Playback"
                             else f"6.1: {name} of {message.path} did not change")
            publisher.sent[key] = [variant]
            publisher.copy[key] = variant
        known = ((name, publisher.copy.get((message.path, SESSION, name)))
                 for name in ("Content", "Commands", "Playback"))
        for text in protocol.check_session({name: variant for name, variant in known if variant}):
            self.problem(message, text)

    @staticmethod
    def differs(publisher, key, old, new):
        if key[2] != "Playback" or old.signature != new.signature:
            return old != new
        try:
            distance = moved(old.value, new.value)
        except KeyError:
            return True  # reported elsewhere
        return distance is None or distance >= 10_000

    def added(self, publisher, message):
        path, interfaces = message.body
        if path in publisher.ended or publisher.known and path in publisher.known:
            self.problem(message, f"1: a second session at {path}")
        if any((path, name) == (key[0], key[1]) for key in publisher.sent for name in interfaces):
            self.problem(message, "6.5: InterfacesAdded after another signal of the object")
        for text in protocol.check_object(path, interfaces, message.time * 1e6):
            self.problem(message, text)
        if publisher.known is not None:
            publisher.known[path] = set(interfaces)
        for interface, properties in interfaces.items():
            for name, variant in properties.items():
                publisher.sent[path, interface, name] = [variant]
                publisher.copy[path, interface, name] = variant

    def removed(self, publisher, message):
        path, interfaces = message.body
        if path in publisher.ended:
            self.problem(message, f"6.5: {path} is removed twice")
        if SESSION not in interfaces or len(set(interfaces)) != len(interfaces):
            self.problem(message, f"6.5: InterfacesRemoved names {interfaces}")
        if publisher.known is not None:
            known = publisher.known.pop(path, None)
            if known is None:
                self.problem(message, f"6.5: InterfacesRemoved of {path}, which nobody knows")
            elif known - STANDARD != set(interfaces) - STANDARD:
                self.problem(message, f"6.5: InterfacesRemoved names {interfaces}, not {sorted(known)}")
        publisher.ended.add(path)
        for table in publisher.sent, publisher.copy:
            for key in [key for key in table if key[0] == path]:
                del table[key]

    def primaries(self, message):
        """6.6: a client that follows from the start never sees two primary sessions."""
        if len(paths := self.true_of("ApplicationPrimary", [self.publishers[message.epoch, message.sender]])) > 1:
            self.problem(message, f"6.6: ApplicationPrimary is true of {paths}")
        everybody = [publisher for (epoch, _), publisher in self.publishers.items() if epoch == message.epoch]
        if len(self.true_of("SystemPrimary", everybody)) < 2:
            self.two_since = None
        elif self.two_since is None:
            self.two_since = message
        self.still_two(message.time)

    @staticmethod
    def true_of(name, publishers):
        return [key[0] for publisher in publishers for key, variant in publisher.copy.items()
                if key[1:] == (SESSION, name) and variant.value is True]

    def still_two(self, now):
        """Reports two system primaries that last for more than 0.5 s: a publisher may emit its loss with a delay, by
        6.3."""
        if self.two_since and now - self.two_since.time > 0.5:
            self.problem(self.two_since, "6.6: SystemPrimary is true of two")
            self.two_since = None

    def rate(self, publisher):
        """6.3: at most 20 a second of an interface. On a busy machine the bus or the monitor may have the first of them
        half a second late, so 41 fit into 1.5 s at worst."""
        for (path, interface), times in publisher.times.items():
            if not self.was_stopped and any(last - first < 1.5 for first, last in zip(times, times[40:])):
                self.problems.append(f"org.nowplaying 6.3: 41 PropertiesChanged of {interface} at {path} within 1.5 s")

    # Replies

    def answer(self, message):
        call, number = self.calls.get((message.epoch, message.destination, message.reply_serial), (None, 0))
        if not call:
            return
        publisher = self.publisher(message.epoch, message.sender)
        if not publisher.followers and publisher.left_at >= 0 and number > publisher.left_at and (
                not publisher.questions):
            publisher.surely_alone = True
            publisher.unheard.clear()
        if not is_below(call.path):
            return
        publisher.forgives |= not publisher.followed  # its name was there before the recording
        for flaw in message.flaws:
            self.problem(message, f"3: {flaw}")
        if message.type == ERROR:
            self.error(message, call)
        elif message.type == RETURN:
            self.reply(publisher, message, call)

    def error(self, message, call):
        name = message.error_name
        if not message.signature.startswith("s") or not message.body[0].strip():
            self.problem(message, "5: an error without a sentence")
        if name not in ERRORS | FREEDESKTOP and not name.startswith("org.nowplaying.Error.Asset."):
            self.problem(message, f"5: the error {name}")
        elif name.startswith("org.nowplaying.Error."):
            short = name.removeprefix("org.nowplaying.Error.")
            pictures = call.member in ("GetArtwork", "GetPreview", "GetVideo")
            if short not in OWN_ERRORS.get(call.member, ()) and not (pictures and short.startswith("Asset.")):
                self.problem(message, f"5: {call.member} fails with {short}")
            # The monitor may have had the call late.
            if short == "TimedOut" and message.time - call.time < TIME_OUTS.get(call.member, 10) - 0.5:
                self.problem(message, f"5: TimedOut after {message.time - call.time:.1f} s")

    def reply(self, publisher, message, call):
        if call.interface == PROPERTIES:
            self.property_reply(publisher, message, call)
            return
        method = METHODS.get(call.interface, {}).get(call.member)
        if not method:
            return
        wanted = "".join(kind for _, kind in method[1])
        if message.signature != wanted or message.unix_fds != wanted.count("h"):
            self.problem(message, f"4: {call.member} returns {wanted}")
        elif call.member == "GetManagedObjects":
            self.everything(publisher, message, call)
        elif wanted and message.body[1] not in (VIDEOS if call.member == "GetVideo" else PICTURES):
            self.problem(message, f"4: {call.member} gives {message.body[1]}")
        elif wanted.endswith("uu") and not (message.body[2] and message.body[3]):
            self.problem(message, f"4: {call.member} gives a picture without a size")

    def property_reply(self, publisher, message, call):
        if call.member == "Set":
            self.problem(message, "5: Set succeeds")
        elif call.member == "Get" and message.signature == "v":
            self.disclosed(publisher, message, call.path, call.body[0], {call.body[1]: message.body[0]})
        elif call.member == "GetAll" and message.signature == "a{sv}":
            if missing := protocol.PROPERTIES.get(call.body[0], {}).keys() - message.body[0].keys():
                self.problem(message, f"6.5: GetAll without {sorted(missing)}")
            self.disclosed(publisher, message, call.path, call.body[0], message.body[0])
        else:
            self.problem(message, f"4: {call.member} returns {message.signature}")

    def disclosed(self, publisher, message, path, interface, properties):
        """Notes the values in a reply, which may be newer than the emitted ones."""
        if not interface:  # all that it has
            for each, names in protocol.PROPERTIES.items():
                found = {name: properties[name] for name in names.keys() & properties.keys()}
                self.disclosed(publisher, message, path, each, found)
        if interface not in protocol.PROPERTIES:
            return
        for name, variant in properties.items():
            for text in protocol.check_property(interface, name, variant, message.time * 1e6):
                self.problem(message, text)
            if (path, interface, name) in publisher.sent:
                publisher.sent[path, interface, name].append(variant)

    def everything(self, publisher, message, call):
        objects = message.body[0]
        if APP_PATH not in objects:
            self.problem(message, "1: GetManagedObjects without /org/nowplaying/app")
        kinds = [{name for name in found if name not in STANDARD | {REMOTE}} for path, found in objects.items()
                 if path != APP_PATH]
        with_video = SURFACES in objects.get(APP_PATH, {})
        if any((ANIMATED in kind) != with_video for kind in kinds):
            self.problem(message, "1: AnimatedArtwork1 is on all sessions or on none, together with Surfaces1")
        if sum(map(protocol.long_values, objects.values())) > protocol.MOST_OF_LONG_VALUES:
            self.problem(message, "8: the lyrics, chapters and extra of all sessions are too long")
        first = publisher.known is None and publisher.followers == {message.destination}
        for path, interfaces in objects.items():
            for text in protocol.check_object(path, interfaces, message.time * 1e6):
                self.problem(message, text)
            if path in publisher.ended:
                self.problem(message, f"1: {path} has ended")
            for interface, properties in interfaces.items():
                for name, variant in properties.items():
                    key = path, interface, name
                    if first:
                        publisher.sent.setdefault(key, publisher.what_was_sent(call)).append(variant)
                        publisher.copy[key] = variant
                    elif key in publisher.sent:
                        publisher.sent[key].append(variant)
        for name in ("ApplicationPrimary", "SystemPrimary"):
            if sum(found.get(SESSION, {}).get(name, Variant("b", False)).value is True
                   for found in objects.values()) > 1:
                self.problem(message, f"6.6: two sessions have {name}")
        if publisher.known is None:
            publisher.known = {path: set(interfaces) for path, interfaces in objects.items()}


def check(records, foreign, was_stopped=False):
    """Returns the problems in a recording, as sentences. was_stopped: the bus was stopped, and then delivered
    everything at once."""
    return Passive(records, foreign, was_stopped).run()
