# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Buses that answer late, never, or nonsense, made of a real one and a proxy before it."""

import threading

from testkit.wire import BUS, ERROR, RETURN, Message

from testkit.bus import ROOT
from testkit.host import C
from testkit.proxy import Proxy

NAME = ROOT + ".Tester"
# Shortens sd-bus' timeout, in seconds.
SHORT_TIMEOUT = {"SYSTEMD_BUS_TIMEOUT": "0.3"}


def asks_for(message, name=NAME):
    """Returns whether a message requests a name."""
    return message is not None and message.member == "RequestName" and message.body[0] == name


def reply(question, signature="", *body, error=""):
    return Message(type=ERROR if error else RETURN, flags=1, serial=0x7F000000, reply_serial=question.serial,
                   sender=BUS, error_name=error, signature=signature, body=list(body))


def behind(bus, proxy, *options, environment=None):
    """Returns a shown host that is connected to the bus through the proxy."""
    host = bus.host(f"--address={proxy.address}", *options, environment=environment)
    host.may_lose_bus = True
    host.publish()
    return host


def no_errors(host):
    assert not host.seen("log", level=C.LOG_ERROR), host.seen("log", level=C.LOG_ERROR)


class Withheld:
    """A bus that withholds replies to RequestName: those whose numbers are given, all for an empty list, none for None.
    It also withholds the signal that the name was acquired, until `tell`."""

    def __init__(self, bus, numbers=(), name=NAME, tells=False):
        self.numbers, self.name, self.tells = numbers, name, tells
        self.asked, self.kept, self.condition = [], [], threading.Condition()
        self.proxy = Proxy(bus, self.to_bus, self.to_host)

    def to_bus(self, link, message):
        if asks_for(message, self.name):
            with self.condition:
                self.link = link
                self.asked.append(message)
                self.condition.notify_all()

    def to_host(self, link, message, question):
        if message.member == "NameAcquired" and message.body == [self.name] and not self.tells:
            return []
        if not asks_for(question, self.name):
            return None
        if self.numbers is not None and (not self.numbers or self.asked.index(question) in self.numbers):
            with self.condition:
                self.kept.append(message)
                self.condition.notify_all()
            return []
        return None

    def wait_asked(self, count=1, timeout=10):
        with self.condition:
            assert self.condition.wait_for(lambda: len(self.asked) >= count, timeout), f"asked {len(self.asked)} times"

    def wait_kept(self, count=1):
        with self.condition:
            assert self.condition.wait_for(lambda: len(self.kept) >= count, 10), f"kept {len(self.kept)} answers"

    def tell(self):
        """Emits that the host has acquired the name."""
        self.link.say(self.link.signal("NameAcquired", self.name))


def is_sent(bus, host, title):
    """Checks that clients see a change."""
    start = bus.mark()
    host.content(identifier=title, title=title)
    bus.wait_changed(start, "Metadata", lambda value: value["xesam:title"].value == title)
