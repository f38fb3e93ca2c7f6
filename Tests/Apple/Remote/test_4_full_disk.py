# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests a full disk: everything that is answered or acknowledged is stored, and everything else can be repeated."""

import subprocess

import pytest

from lab.remote.attributes import attributes
from lab.remote.extension import players
from lab.remote.push import token_of
from lab.webpush import Subscription
from testkit.desktop import wait_until


class Disk:
    """A disk of 24 KB where the extension's files are."""

    def __init__(self, place):
        self.filler = place / "filler"
        place.mkdir(parents=True)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24k", "none", place], check=False)
        if mounted.returncode:
            pytest.skip("a disk cannot be mounted here")

    def fill(self):
        with open(self.filler, "ab", buffering=0) as filler:
            try:
                while filler.write(bytes(4096)):
                    pass
            except OSError:
                pass  # it is full

    def free(self):
        self.filler.unlink()


@pytest.fixture
def disk(login):
    made = Disk(login.state)
    yield made
    subprocess.run(["umount", "--lazy", login.state], check=True)


class Message:
    """An encrypted push that a distributor may repeat."""

    def __init__(self, server, token, event, attributes):
        self.server, self.endpoint = server, Subscription.parse(token).endpoint
        self.bytes = server.encrypted(token, server.payload(event, attributes))

    def send(self):
        """Sends the message; returns the id by which it will be acknowledged."""
        return self.server.send(self.endpoint, self.bytes)

    def is_acknowledged(self, name):
        return [{"id": name}] in [seen.get("values") for seen in self.server.distributor.seen("acknowledged", id=name)]

    def wait_acknowledged(self, name):
        wait_until(f"{name} is acknowledged", lambda: self.is_acknowledged(name))

    def is_a_copy(self, login):
        """Sends the message again, and waits until it is acknowledged and refused as a copy."""
        mark = login.log.mark()
        self.wait_acknowledged(self.send())
        login.log.wait("push refused [replay]", mark)


def kill(extension, message, name):
    """Kills the extension: the distributor hears that there is no acknowledgement."""
    extension.signal()
    assert message.server.distributor.wait("acknowledged", id=name)["error"]


def test_4_an_update_on_a_full_disk(login, extension, disk, server):
    login.expected.append("[replay]")
    extension.start(attributes())
    message = Message(server, token_of(login), "update", attributes(title="Red"))
    disk.fill()
    name = message.send()
    extension.player().wait_title("Red")
    extension.settle()
    assert not message.is_acknowledged(name)
    assert len(login.log.lines("No space left on device")) == 1
    kill(extension, message, name)
    extension.sessions()
    extension.wait_player().wait_title("Blue")
    again = message.send()
    extension.player().wait_title("Red")
    updates = len(login.calls.all("update"))
    repeated = message.send()
    extension.settle()
    assert not message.is_acknowledged(again) and not message.is_acknowledged(repeated)
    disk.free()
    last = message.send()
    for name in again, repeated, last:
        message.wait_acknowledged(name)
    # A repeated message is not applied again.
    assert len(login.calls.all("update")) == updates
    extension.signal()
    extension.sessions()
    extension.wait_player().wait_title("Red")
    message.is_a_copy(login)


def test_4_a_start_on_a_full_disk(login, extension, app, disk, server):
    login.expected.append("[replay]")
    message = Message(server, app.start_token(), "start", attributes())
    disk.fill()
    name = message.send()
    assert extension.wait_player().title() == "Blue"
    assert not message.is_acknowledged(name)
    # There is no room for keys, so that there is no token yet.
    assert not login.calls.all("token", id="kitchen")
    app.quit()
    kill(extension, message, name)
    assert extension.ids() == []
    again = message.send()
    extension.wait_player()
    assert not message.is_acknowledged(again)
    disk.free()
    # The file is written again although nothing else has to be stored meanwhile.
    message.wait_acknowledged(again)
    token_of(login)
    extension.signal()
    assert extension.ids() == ["kitchen"]
    message.is_a_copy(login)
    extension.end("kitchen")
    extension.signal()
    message.is_a_copy(login)
    assert extension.ids() == [] and players(login) == []


def test_4_the_end_of_what_is_not_on_file(login, extension, app, disk, server):
    login.expected.append("[replay]")
    message = Message(server, app.start_token(), "start", attributes())
    disk.fill()
    name = message.send()
    extension.wait_player()
    assert extension.refused("End", "s", "kitchen") == "Failed"
    assert players(login) == [] and extension.ids() == []
    assert extension.refused("End", "s", "kitchen") == "Failed" and not message.is_acknowledged(name)
    extension.end("somebody")
    disk.free()
    extension.end("kitchen")
    message.wait_acknowledged(name)
    extension.signal()
    message.is_a_copy(login)
    assert extension.ids() == []


def test_4_an_end_on_a_full_disk(login, extension, app, disk, server):
    """The file of a session that ends is removed, which leaves room for the note that it has ended."""
    login.expected.append("[replay]")
    start = Message(server, app.start_token(), "start", attributes())
    start.wait_acknowledged(start.send())
    end = Message(server, token_of(login), "end", {"id": "kitchen"})
    disk.fill()
    end.wait_acknowledged(end.send())
    wait_until("there is no player", lambda: players(login) == [])
    extension.signal()
    start.is_a_copy(login)
    assert extension.ids() == [] and extension.remembered()["ended"]


def test_4_calls_of_the_app_on_a_full_disk(login, extension, app, disk, server):
    """A refused call has changed nothing."""
    app.start(attributes())
    token_of(login)
    disk.fill()
    assert app.refused("start", attributes=attributes("bath")) == "internalFailure"
    assert app.refused("update", id="kitchen", attributes=attributes(title="Red")) == "internalFailure"
    assert app.refused("start", attributes=attributes(title="Red")) == "internalFailure"
    assert app.sessions() == ["kitchen"] and extension.player().title() == "Blue" and len(players(login)) == 1
    assert not login.calls.all("update")
    extension.signal()
    assert extension.ids() == ["kitchen"]
    assert extension.wait_player().title() == "Blue"
    disk.free()
    app.start(attributes("bath"))
    app.update("kitchen", attributes(title="Red"))
    extension.signal()
    assert sorted(extension.ids()) == ["bath", "kitchen"]
    assert extension.wait_player().title() == "Red"


def test_4_keys_on_a_full_disk(login, extension, disk, distributor):
    """Keys are made when there is room, without another request."""
    extension.start(attributes("bath", controls=["nopush"]))
    disk.fill()
    assert extension.refused("RequestPushToStart") == "Failed"
    disk.free()
    extension.start(attributes("kitchen", controls=["nopush"]))
    distributor.wait("register")
    wait_until("there is a token", lambda: extension.property("PushToStartToken").value)
    assert extension.remembered()["start"]
