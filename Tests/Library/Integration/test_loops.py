# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests guarantees for a host's own loop: turns are short, edges arrive, a loop inside a callback can rest, and queued
messages are sent at the end."""

import os
import signal
import threading
import time

import pytest

from testkit.bus import NAME, PATH, PLAYER, PROPERTIES, ROOT
from testkit.host import C
from testkit.process import cost, descriptors, has_full_socket, memory, wait_rare
from testkit.run import LOOPS
from testkit.wire import ERROR, NO_REPLY_EXPECTED, Connection, DBusError, Message, encode


def shown(bus, *options):
    host = bus.player(*options)
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    return host, bus.client(NAME)


def pipeline(client, count, member="Get", flags=0):
    """Sends many calls at once; returns the serial of the last one."""
    data = bytearray()
    for _ in range(count):
        client.serial += 1
        call = Message(serial=client.serial, destination=client.player, path=PATH, flags=flags)
        if member == "Get":
            call.interface, call.member, call.signature, call.body = PROPERTIES, "Get", "ss", [PLAYER, "Position"]
        else:
            call.interface, call.member = PLAYER, member
        data += encode(call)
    client.socket.sendall(data)
    return client.serial


def drain(client, count):
    """Reads the replies to `count` calls. Returns the names of the errors among them."""
    errors = []
    while count:
        message = client.receive(10)
        assert message is not None, f"{count} calls have no reply"
        if message.reply_serial:
            count -= 1
            if message.type == ERROR:
                errors.append(message.error_name)
    return errors


def arrived(bus, client, host):
    """Waits until the client's messages are in the host's socket."""
    client.bus("GetId")
    host.ask("await")


# ---- One turn ----

def test_a_turn_ends_although_there_is_more(bus):
    """The host's own loop gets its turn in a flood."""
    host, client = shown(bus, "--fd-loop")
    host.ask("hold")
    before = host.ask("turns")["value"]
    # As many calls as fit between the bus and the host, so that all are there in the first turn.
    pipeline(client, 200)
    arrived(bus, client, host)
    host.ask("loop")
    assert drain(client, 200) == []
    assert host.ask("turns")["value"] - before >= 200 // 32


def test_edges_are_enough(bus):
    """tokio and mio report the descriptor only when it becomes readable. More messages may have arrived by then than a
    turn handles; all are handled nevertheless."""
    host, client = shown(bus, "--edges")
    os.kill(host.pid, signal.SIGSTOP)
    flood = threading.Thread(target=pipeline, args=(client, 1000))
    flood.start()
    flood.join(0.3)
    os.kill(host.pid, signal.SIGCONT)
    assert drain(client, 1000) == []
    flood.join()


# ---- The end of a session, and of the app ----

@pytest.mark.parametrize("is_replaced", [False, True], ids=["alone", "replaced"])
def test_a_call_that_arrives_with_the_end_of_its_session(bus, is_replaced):
    """The call is answered at once, since nothing else would answer it."""
    host, client = shown(bus, "--fd-loop")
    host.session("other")
    host.snapshot("PAUSED", name="other")
    host.commands("NEXT", name="other")
    host.content("other", title="Other")
    host.ask("hold")
    serial = client.start_do("Next")
    arrived(bus, client, host)
    host.ask("free", "main")
    if is_replaced:
        host.ask("primary", "other", "application")
    host.ask("loop")
    try:
        # The tests wait for a host for ten seconds.
        assert client.finish(serial, timeout=8) == []
    except DBusError as error:
        assert error.text
    assert not host.seen("command", session="main")
    if is_replaced:
        assert bus.wait_for(lambda: client.metadata()["xesam:title"] == "Other", "the other session")


def fill(bus, host):
    """Stops the bus, and makes the host send more than the socket between them can hold, which is 16 MiB for root."""
    bus.was_stopped = True
    long = ["x" * 4000] * 64
    start = bus.mark()
    host.content(identifier="Long", title="Long", fields=[("texts", name, *long) for name in (
        "ARTISTS", "ALBUM_ARTISTS", "COMPOSERS", "LYRICISTS", "GENRES", "COMMENTS")])
    bus.wait_changed(start, "Metadata", lambda value: value["xesam:title"].value == "Long")
    host.ask("hold")
    # Each client makes one call: a single client may have few such calls pending.
    clients = [bus.client(NAME) for _ in range(16)]
    for client in clients:
        client.start(NAME, PATH, PROPERTIES, "GetAll", "s", PLAYER)
        arrived(bus, client, host)
    bus.daemon.send_signal(signal.SIGSTOP)
    before = host.ask("turns")["value"]
    host.ask("loop")
    bus.wait_for(lambda: host.ask("turns")["value"] > before, "a turn")
    assert has_full_socket(host.pid)


def test_what_is_queued_at_the_end_is_sent(make_bus):
    """The bus reads again soon after the app has begun to end: the answer and the release of the name still arrive."""
    bus = make_bus().start()
    host, client = shown(bus, "--fd-loop")
    host.ask("answer", "command", C.PENDING, "-")
    serial = client.start_do("Next")
    request = host.wait("command")["request"]
    owner, start = bus.owner(NAME), bus.mark()
    fill(bus, host)
    host.ask("complete", request, C.OK, "-")
    host.send("free_app")
    host.process.stdin.flush()
    threading.Timer(0.05, bus.daemon.send_signal, [signal.SIGCONT]).start()
    host.answer(0)
    assert client.finish(serial, timeout=5) == []
    bus.wait_name(NAME, present=False)
    assert any(m.member == "ReleaseName" and m.sender == owner for m in bus.since(start))


def crawl(daemon, until):
    """Lets a stopped bus run for moments, measured by its processor time, until something has happened."""
    def computed():
        with open(f"/proc/{daemon.process.pid}/schedstat") as file:
            return int(file.read().split()[0])

    while not until.wait(0.08):
        before, end = computed(), time.monotonic() + 1
        daemon.send_signal(signal.SIGCONT)
        while computed() - before < 1_000_000 and time.monotonic() < end:
            pass
        daemon.send_signal(signal.SIGSTOP)
    daemon.send_signal(signal.SIGCONT)


def test_what_is_queued_at_the_end_of_a_slow_bus_is_sent(make_bus):
    """A bus that still reads is waited for longer than one that does not."""
    bus = make_bus().start()
    host, client = shown(bus, "--fd-loop")
    host.ask("answer", "command", C.PENDING, "-")
    serial = client.start_do("Next")
    request = host.wait("command")["request"]
    fill(bus, host)
    host.ask("complete", request, C.OK, "-")
    ended = threading.Event()
    crawler = threading.Thread(target=crawl, args=(bus.daemon, ended))
    crawler.start()
    host.ask("free_app")
    ended.set()
    crawler.join()
    assert client.finish(serial, timeout=5) == []


def test_the_end_does_not_wait_for_ever(make_bus):
    bus = make_bus().start()
    host, client = shown(bus, "--fd-loop")
    fill(bus, host)
    before = time.monotonic()
    host.ask("free_app")
    took = time.monotonic() - before
    bus.daemon.send_signal(signal.SIGCONT)
    assert 0.3 < took < 8, took


# ---- A loop inside a callback ----

def test_a_loop_inside_a_callback_rests(make_bus):
    """A dialog in `quit` runs the host's main loop, in which nothing of the library can be done: it must not spin, and
    whatever happens meanwhile is done after it."""
    bus = make_bus().start()
    host, client = shown(bus, "--fd-loop")
    host.ask("answer", "command", C.PENDING, "-")
    pending = client.start_do("Next")
    request = host.wait("command")["request"]
    host.ask("nest")
    raising = client.start_do("Raise", interface=ROOT)
    host.wait("nested")
    before = host.ask("turns")["value"]
    # Events meanwhile: calls, commits, answers, time.
    other = bus.client(NAME)
    waiting = other.start_do("PlayPause")
    for number in range(3):
        host.volume(0.1 * number)
    host.ask("complete", request, C.OK, "-")
    host.content(title="Meanwhile")
    time.sleep(0.3)  # sleeps: measures that nothing happens within it
    assert host.ask("turns")["value"] - before <= 4
    start = bus.mark()
    host.ask("answer", "command", C.OK, "-")
    host.ask("leave")
    for who, serial in ((client, pending), (client, raising), (other, waiting)):
        if not any(message.reply_serial == serial for message in who.inbox):
            who.finish(serial, timeout=5)
    bus.wait_changed(start, "Metadata", lambda value: value["xesam:title"].value == "Meanwhile")
    # Everything goes on afterwards.
    assert client.do("Next") == []
    start = bus.mark()
    host.volume(0.75)
    bus.wait_changed(start, "Volume", lambda value: value == 0.75)


def test_a_bus_that_restarts_during_a_loop_inside_a_callback(make_bus):
    bus = make_bus().start()
    host, client = shown(bus, "--fd-loop")
    host.may_lose_bus = True
    host.ask("nest")
    client.start_do("Raise", interface=ROOT)
    host.wait("nested")
    bus.kill()
    before = host.ask("turns")["value"]
    time.sleep(0.3)  # sleeps: measures that nothing happens within it
    assert host.ask("turns")["value"] - before <= 4
    bus.start()
    host.ask("leave")
    bus.wait_name(NAME)
    assert bus.client(NAME).do("Next") == []


def test_a_bus_that_comes_during_a_loop_inside_a_callback(make_bus):
    """The socket of the bus is watched, and the bus is found as soon as the callback returns."""
    bus = make_bus()
    host = bus.host("--fd-loop")
    host.publish()
    wait_rare(host)
    host.ask("nest")
    host.ask("primary", "main", "system")
    host.wait("nested")
    before = host.ask("turns")["value"]
    host.volume(0.5)
    bus.start()
    assert host.ask("turns")["value"] - before <= 4
    host.ask("leave")
    # Without the watch, the next attempt would come half a minute after the last one.
    bus.wait_name(NAME)


def test_a_timer_during_a_loop_inside_a_callback(bus):
    """A request times out meanwhile, and delayed signals become due."""
    host, client = shown(bus, "--fd-loop")
    start = bus.mark()
    host.volume(0.1)
    host.volume(0.2)
    host.ask("nest")
    client.start_do("Raise", interface=ROOT)
    host.wait("nested")
    time.sleep(0.1)  # sleeps: the interval between two signals passes, in which changes are put off
    host.ask("leave")
    bus.wait_changed(start, "Volume", lambda value: value == 0.2)


# ---- Clients that take too much ----


@LOOPS
def test_descriptors_of_calls_are_not_kept(bus, loop):
    host, client = shown(bus, *loop)
    host.ask("answer", "command", C.PENDING, "-")
    before = descriptors(host.pid)
    sender = Connection(bus.socket, takes_descriptors=True)
    bus.foreign.add((bus.epoch, sender.name))
    serials = [sender.send(Message(destination=NAME, path=PATH, interface=PLAYER, member="Next"), [0] * 8)
               for _ in range(20)]
    # A call that waits for the host must not keep the descriptors that a client has put into it.
    host.wait("command", request=len(serials) - 1)
    assert client.get("PlaybackStatus") == "Playing"
    assert descriptors(host.pid) == before
    for number, serial in enumerate(serials):
        host.ask("complete", number, 0, "-")
        sender.finish(serial)
    sender.close()


@LOOPS
def test_unanswered_calls_are_limited(bus, loop):
    host, client = shown(bus, *loop)
    host.ask("answer", "command", C.PENDING, "-")
    grown = memory(host.pid)
    pipeline(client, C.MAX_OPEN_REQUESTS, "Next")
    host.wait("command", request=C.MAX_OPEN_REQUESTS - 1)
    late = bus.client(NAME)
    pipeline(late, 50, "Next")
    assert drain(late, 50) == ["org.freedesktop.DBus.Error.LimitsExceeded"] * 50
    # The limit also holds for calls that want no reply, and for calls to the app.
    pipeline(late, 4000, "Next", NO_REPLY_EXPECTED)
    assert late.get("PlaybackStatus") == "Playing"
    with pytest.raises(DBusError) as error:
        late.do("Raise", interface=ROOT)
    assert error.value.name.endswith("LimitsExceeded")
    assert memory(host.pid) - grown < 4000
    before = cost(host.pid).cpu
    host.ask_all([("complete", number, C.OK, "-") for number in reversed(range(C.MAX_OPEN_REQUESTS))])
    assert drain(client, C.MAX_OPEN_REQUESTS) == []
    assert cost(host.pid).cpu - before < 1
    host.ask("answer", "command", C.OK, "-")
    assert late.do("Next") == []
    late.close()
