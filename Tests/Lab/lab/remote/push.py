# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Senders of pushes: the distributor double, and a server that encrypts and sends through it."""

import base64
import itertools
import json
import pathlib
import sys
import time

from lab import TESTS
from lab.webpush import Subscription, encrypt
from testkit.desktop import wait_until

from .attributes import attributes
from .lines import Program

DOUBLE = TESTS / "Apple/Remote/distributor.py"


class Distributor(Program):
    """A UnifiedPush distributor of one version of the protocol, or of both ("12")."""

    def __init__(self, login, version, *, name="kde", **behaviour):
        """behaviour: as for the double's order "behave"."""
        self.name, self.version = "org.unifiedpush.Distributor." + name, version
        self.state = pathlib.Path(login.directory, f"distributor-{name}.json")
        orders = [json.dumps({"do": "behave", **behaviour})] if behaviour else []
        super().__init__(login, [sys.executable, DOUBLE, "--name", name, "--versions", version, "--state", self.state,
                                 *orders], login.environment)
        self.wait("started")

    def seen(self, event, start=0, **fields):
        """Returns all events of a kind so far. Lines printed before the answer to an order have been read; for a closed
        program, all lines."""
        if not self.process.stdin.closed:
            self.ask("registrations")
        return self.read_so_far(event, start, **fields)

    def behave(self, **behaviour):
        self.ask("behave", **behaviour)

    def registrations(self):
        """Returns {token: registration}."""
        return self.ask("registrations")["registrations"]

    def token_of(self, endpoint):
        """Returns the token of the registration with an endpoint."""
        return next(token for token, found in self.registrations().items() if found["endpoint"] == endpoint)

    def begin_message(self, token, message, name, **more):
        """Orders a Message; returns the number of the order, which is answered when the bus has it."""
        return self.begin("message", token=token, message=base64.b64encode(message).decode(), id=name, **more)

    def restart(self):
        """Leaves the bus, and comes back."""
        self.ask("restart")


def token_of(login, identifier="kitchen", start=0, other_than=b""):
    """Waits for a token of a session that comes after a mark of the calls, or differs from another, and returns it."""
    def last():
        given = login.calls.all("token", start, id=identifier)
        return given and bytes.fromhex(given[-1]["hex"])
    return wait_until(f"there is a token of {identifier}", lambda: last() and last() != other_than and last())


class Server:
    """A server that sends pushes by a distributor."""

    def __init__(self, distributor):
        self.distributor, self.numbers = distributor, itertools.count(1)
        self.last = time.time()

    def now(self):
        """Returns the time, which is never before a time that it has returned earlier."""
        self.last = max(self.last, time.time())
        return self.last

    def payload(self, event, attributes, timestamp=None, **aps):
        return {"aps": {"event": event, "timestamp": self.now() if timestamp is None else timestamp,
                        "attributes": attributes} | aps}

    def encrypted(self, token, payload, form=None):
        text = payload if isinstance(payload, bytes) else json.dumps(payload, ensure_ascii=False).encode()
        return encrypt(Subscription.parse(token), text, form)

    def send(self, endpoint, message):
        """Sends bytes to an endpoint; returns their id when they are with the bus."""
        token = self.distributor.token_of(endpoint)
        number = f"m{next(self.numbers)}"
        self.distributor.finish(self.distributor.begin_message(token, message, number))
        return number

    def deliver(self, endpoint, message):
        """Sends bytes to an endpoint; returns when they are with the bus and, in version 2, acknowledged."""
        start = len(self.distributor.events)
        number = self.send(endpoint, message)
        if self.distributor.version != 1:
            done = self.distributor.wait("acknowledged", start, id=number)
            assert done.get("values") == [{"id": number}], done
        return number

    def push(self, token, payload, form=None):
        """Encrypts and sends."""
        return self.deliver(Subscription.parse(token).endpoint, self.encrypted(token, payload, form))

    def start(self, token, attributes, timestamp=None):
        return self.push(token, self.payload("start", attributes, timestamp))

    def update(self, token, attributes, timestamp=None):
        return self.push(token, self.payload("update", attributes, timestamp))

    def end(self, token, identifier, timestamp=None):
        return self.push(token, self.payload("end", {"id": identifier}, timestamp))


class Pushed:
    """A session with a token, and functions that check what pushes do to it."""

    def __init__(self, login, extension, distributor):
        self.login, self.extension, self.distributor = login, extension, distributor
        self.server = Server(distributor)
        # Refusals are looked at one by one.
        login.expected.append("push refused")
        extension.start(attributes())
        self.token = token_of(login)

    @property
    def subscription(self):
        return self.subscription_of("kitchen")

    def subscription_of(self, identifier):
        return Subscription.parse(token_of(self.login, identifier))

    def plaintext(self, title, size=0):
        """Returns the text of a right update, made longer by spaces."""
        text = json.dumps(self.server.payload("update", attributes(title=title))).encode()
        return text + b" " * (size - len(text))

    def send(self, message):
        self.server.deliver(self.subscription.endpoint, message)

    def applies(self, message, title):
        """Checks that a valid update with a title is applied."""
        mark = self.login.calls.mark()
        self.send(message)
        self.login.calls.wait("update", mark)
        self.extension.player().wait_title(title)
        assert self.extension.files()["kitchen"]["attributes"]["currentTrack"]["title"] == title

    def state(self):
        """Returns everything that a push could change, except the salts that are known."""
        files = {name: {key: value for key, value in file.items() if key != "seen"}
                 for name, file in self.extension.files().items()}
        # A model that was made again may still tell its token.
        calls = [call for call in self.login.calls.all() if call["call"] != "token"]
        return (self.extension.sessions(), self.extension.player().state(), files, calls,
                self.extension.remembered())

    def refuses(self, message, codes):
        """Checks that a message changes nothing, is acknowledged, and causes one line in the log."""
        before, mark = self.state(), self.login.log.mark()
        self.send(message)
        self.login.log.wait("push refused", mark)
        self.extension.settle()
        [line] = self.login.log.lines("push refused", mark)
        codes = [codes] if isinstance(codes, str) else codes
        wanted = [f"nowplaying[org.example.App] warning: push refused [{code}]: " for code in codes]
        assert line.startswith(tuple(wanted)), f"{line} is not one of {codes}"
        assert self.state() == before
