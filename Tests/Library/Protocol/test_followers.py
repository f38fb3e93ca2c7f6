# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 2: a copy that is exact without a second question, and signals for who follows only."""

import resource
import socket
import threading

import pytest

from testkit.passive import PROPERTIES, is_below
from testkit.protocol import APP, APP_PATH, MANAGER, REMOTE, ROOT, SESSION, SURFACES, TRACKS
from testkit.surface import WINDOW, Surface, plain
from testkit.wire import SIGNAL, Connection, Message


def sent(bus, start):
    """Returns the signals of the protocol since `start`."""
    return [message for message in bus.since(start) if message.type == SIGNAL and is_below(message.path)]


def change(reference, volume):
    """Changes the primary session, and waits for everything that may follow."""
    reference.mpris_set("Volume", volume)
    reference.mpris_do("Next")
    threading.Event().wait(WINDOW)  # sleeps: a signal would come within it
    reference.mpris_all()


def test_2_nothing_is_sent_while_nobody_follows(bus, reference):
    start = bus.mark()
    change(reference, 0.3)
    reference.mpris_do("Play", name=reference.kitchen)
    assert sent(bus, start) == []


def test_2_who_speaks_mpris_does_not_follow(bus, reference):
    client = Surface(bus)
    for name in reference.local, reference.kitchen:
        client.call(name, "/org/mpris/MediaPlayer2", PROPERTIES, "GetAll", "s", "org.mpris.MediaPlayer2.Player")
        client.call(name, "/", "org.freedesktop.DBus.Peer", "Ping")
    start = bus.mark()
    change(reference, 0.3)
    assert sent(bus, start) == []


CALLS = {
    "GetManagedObjects": (ROOT, MANAGER, "GetManagedObjects"),
    "Introspect": (ROOT, "org.freedesktop.DBus.Introspectable", "Introspect"),
    "Introspect the app": (APP_PATH, "org.freedesktop.DBus.Introspectable", "Introspect"),
    "Get": (APP_PATH, PROPERTIES, "Get", "ss", APP, "Name"),
    "Ping": (APP_PATH, "org.freedesktop.DBus.Peer", "Ping"),
    "an unknown method": (ROOT, MANAGER, "Nonsense"),
    "a wrong signature": (ROOT, MANAGER, "GetManagedObjects", "s", "x"),
    "an unknown object": (ROOT + "/session/none", SESSION, "SetVolume", "d", 0.1),
    "an unknown path below": (ROOT + "/else", "org.example.X", "Y"),
}


@pytest.mark.parametrize("what", CALLS)
def test_2_who_has_called_anything_follows(bus, reference, what):
    client = Surface(bus)
    client.start_silent(reference.local, *CALLS[what])
    client.call(reference.local, "/org/mpris/MediaPlayer2", PROPERTIES, "GetAll", "s", "org.mpris.MediaPlayer2.Player")
    start = bus.mark()
    change(reference, 0.3)
    assert sent(bus, start)


def test_2_nothing_is_sent_after_the_last_has_left(bus, reference):
    first, second = reference.surface(), reference.surface()
    bus.leave(first)
    start = bus.mark()
    change(reference, 0.3)
    assert sent(bus, start)
    second.local["main"].wait(lambda main: main.volume == 0.3, "it is emitted")
    bus.leave(second)
    reference.mpris_all()
    start = bus.mark()
    change(reference, 0.4)
    assert sent(bus, start) == []


def test_2_each_connection_has_followers_of_its_own(bus, reference):
    client = Surface(bus)
    client.follow(reference.kitchen)
    start = bus.mark()
    change(reference, 0.3)
    assert sent(bus, start) == []


def test_2_who_left_before_it_was_noticed_does_not_follow(bus, reference):
    """The call and the leaving arrive together."""
    for _ in range(15):
        client = Connection(bus.socket)
        bus.foreign.add((bus.epoch, client.name))
        client.send(Message(flags=1, destination=reference.local, path=ROOT, interface=MANAGER,
                            member="GetManagedObjects"))
        bus.leave(client)
    # By the answers to these calls, the bus has answered the player's questions about the clients.
    for _ in range(3):
        reference.mpris_all()
        bus.mark()
    start = bus.mark()
    change(reference, 0.3)
    assert sent(bus, start) == []


def test_2_each_way_to_ask_says_the_same(surface, main, kitchen):
    main.send("pause")
    surface.settle()
    for copy in surface.local, surface.kitchen:
        for path, interfaces in copy.everything().items():
            for interface in interfaces.keys() & {APP, SESSION, SURFACES, REMOTE, TRACKS}:
                every = surface.call(copy.owner, path, PROPERTIES, "GetAll", "s", interface)[0]
                assert every == interfaces[interface]
                for name, variant in every.items():
                    assert surface.call(copy.owner, path, PROPERTIES, "Get", "ss", interface, name)[0] == variant


def test_2_mpris_names_are_enough_to_find_it(reference, surface):
    """Calls may be sent to the MPRIS name as well as to its owner."""
    objects = surface.call(reference.local, ROOT, MANAGER, "GetManagedObjects")[0]
    assert plain(objects).keys() == surface.local.objects.keys()


@pytest.mark.long
def test_8_who_had_too_many_followers_speaks_for_good(bus, reference):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    clients = []
    for _ in range(1030):
        client = Connection(bus.socket)
        bus.foreign.add((bus.epoch, client.name))
        client.send(Message(flags=1, destination=reference.local, path=ROOT, interface=MANAGER,
                            member="GetManagedObjects"))
        clients.append(client)
    for client in clients:
        client.socket.shutdown(socket.SHUT_RDWR)
        client.close()
    names = {client.name for client in clients}
    bus.wait_for(lambda: not names & set(bus.pinger.bus("ListNames")[0]), "all have left", 30)
    reference.mpris_all()
    start = bus.mark()
    change(reference, 0.3)
    assert sent(bus, start)
