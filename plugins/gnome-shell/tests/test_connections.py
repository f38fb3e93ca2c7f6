# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The follower has a connection for the bus and one for each publisher, and no more; each may be lost."""
import pathlib
import signal
import time

import pytest
from testkit.fakes import MANAGER, Fake, Plain, Whole, content
from testkit.proxy import Proxy
from testkit.wire import Connection, DBusError

MOST = 64  # publishers, `Limits.publishers` in values.js
PAUSE = 0.01  # s between two openings, `PAUSE` in connection.js
NAMES = 400  # that come and go


def player(bus, name):
    made = Whole(bus, name)
    made.session("a", Content=content(name))
    return made.appear()


def connections(bus, follower):
    """Returns how many connections of the bus the follower has."""
    owners = [owner(bus, name) for name in bus.pinger.bus("ListNames")[0] if name.startswith(":")]
    return owners.count(follower.process.pid)


def owner(bus, name):
    """Returns the process of a connection, or None when that has left meanwhile."""
    try:
        return bus.pinger.bus("GetConnectionUnixProcessID", "s", name)[0]
    except DBusError:
        return None


def descriptors(follower):
    """Returns how many sockets the follower has open."""
    return [is_socket(link) for link in pathlib.Path(f"/proc/{follower.process.pid}/fd").iterdir()].count(True)


def is_socket(descriptor):
    """Returns whether a descriptor in /proc is a socket, and not closed meanwhile."""
    try:
        return str(descriptor.readlink()).startswith("socket:")
    except FileNotFoundError:
        return False


def begun(bus):
    """Returns how many connections of the bus there ever were."""
    last = Connection(bus.socket)
    last.close()
    return int(last.name.rpartition(".")[2])


def test_one_for_each_publisher(bus, follow):
    """A player of MPRIS alone needs no connection once it has been asked. A stopped follower has left the bus."""
    wholes, plain = [player(bus, name) for name in ("one", "two", "three")], Plain(bus, "plain").appear()
    follower = follow(*wholes, plain)
    for whole in wholes:
        follower.wait_title(whole, whole.wanted_name.rpartition(".")[2])
    follower.wait("four connections", lambda: connections(bus, follower) == 4)
    assert plain.called("GetManagedObjects") == [[]] and follower.titles[plain.wanted_name] == []
    follower.fakes = plain, *wholes[1:]
    wholes[0].close()
    follower.wait("three connections", lambda: connections(bus, follower) == 3)
    assert descriptors(follower) == 3
    follower.process.send_signal(signal.SIGUSR1)
    follower.wait("none", lambda: connections(bus, follower) == descriptors(follower) == 0)


def test_there_are_not_more(bus, follow):
    players = [player(bus, f"p{number}") for number in range(MOST + 10)]
    follower = follow(*players)
    follower.wait("a connection for each", lambda: connections(bus, follower) == MOST + 1)
    follower.wait("all titles", lambda: len([titles for titles in follower.titles.values() if titles]) == MOST)
    assert connections(bus, follower) == descriptors(follower) == MOST + 1
    follower.fakes = ()
    for each in players:
        each.close()
    follower.wait("one is left", lambda: connections(bus, follower) == descriptors(follower) == 1)


@pytest.mark.parametrize("stays", [True, False], ids=["of one player", "of a new player each"])
def test_names_come_and_go(bus, follow, stays):
    """However many names come and go, the follower opens one connection after the other, with a pause between two, and
    has no further sockets but that one and those that it is just closing. It opens none for a player that has gone:
    players that come later would have to wait for that."""
    other, guest = player(bus, "other"), Fake(bus, "guest")
    follower = follow(other)
    follower.wait_title(other, "other")
    first, begin, most = begun(bus), time.monotonic(), 0
    for _ in range(NAMES):
        guest.appear()
        most = max(most, descriptors(follower))
        if stays:
            guest.bus("ReleaseName", "s", guest.wanted_name)
        else:
            guest.close()
            guest = Fake(bus, "guest")
    last = begun(bus)
    took, opened = time.monotonic() - begin, last - 1 - first - (0 if stays else NAMES)
    coming = player(bus, "coming")
    follower.fakes = other, coming
    follower.wait_title(coming, "coming")
    after = begun(bus) - 1 - last
    guest.close()
    follower.wait("three are left", lambda: connections(bus, follower) == descriptors(follower) == 3)
    print(f"{opened} connections in {took:.1f} s, {after} afterwards; {most} sockets at most")
    assert 0 < opened <= took / PAUSE + 1 and most < 10 and after < 10


@pytest.fixture
def proxy(bus):
    """A proxy between the follower and the bus."""
    made = Proxy(bus)
    bus.environment["DBUS_SESSION_BUS_ADDRESS"] = made.address
    yield made
    made.close()


def lose(proxy, publisher):
    """Closes the follower's connection on which it has sent calls to the publisher."""
    link, = [link for link in proxy.links if publisher.name in [call.destination for call in link.questions.values()]]
    link.close()


def test_one_is_lost(bus, follow, proxy):
    """After the connection to a publisher is lost, the publisher is read again a while later, and followed as
    before."""
    lost, other = player(bus, "lost"), player(bus, "other")
    follower = follow(lost, other)
    follower.wait_title(lost, "lost")
    follower.wait_title(other, "other")
    lose(proxy, lost)
    follower.wait("the sessions are gone", lambda: follower.titles.get(lost.wanted_name) == [])
    other.change("a", Content=content("meanwhile"))
    follower.wait_title(other, "meanwhile")
    lost.session("a", Content=content("found"))
    follower.wait_title(lost, "found")
    lost.change("a", Content=content("followed"))
    follower.wait_title(lost, "followed")
    assert len(other.called("GetManagedObjects")) == 1 and len(proxy.links) == 4


def test_one_is_lost_before_the_answer(bus, follow, proxy):
    late = player(bus, "late")
    answer = late.answers[MANAGER, "GetManagedObjects"]
    late.answers[MANAGER, "GetManagedObjects"] = lambda call: None
    follower = follow(late)
    follower.wait("it is asked", lambda: late.called("GetManagedObjects"))
    late.answers[MANAGER, "GetManagedObjects"] = answer
    lose(proxy, late)
    follower.wait_title(late, "late")


def test_the_bus_is_lost(bus, follow):
    before = player(bus, "before")
    follower = follow(before)
    follower.wait_title(before, "before")
    follower.fakes = ()
    before.close()
    bus.kill()
    follower.wait("nobody is there", lambda: follower.titles == {} and descriptors(follower) == 0)
    bus.start()
    after = player(bus, "after")
    follower.fakes = after,
    follower.wait_title(after, "after")
    assert connections(bus, follower) == descriptors(follower) == 2
