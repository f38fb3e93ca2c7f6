# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Buses that answer late, never or with nonsense, and that end connections: they are asked a bounded number of times,
and a right answer that comes later is not missed."""

import os
import re
import signal
import time

import pytest

from lab.odd import SHORT_TIMEOUT, NAME, Withheld, asks_for, behind, is_sent, no_errors, reply
from testkit.host import C
from testkit.plugin import bus  # one for each test
from testkit.process import cost
from testkit.proxy import Proxy
from testkit.wire import BUS, Message
from test_log import said

LOOPS = pytest.mark.parametrize("loop", [[], ["--fd-loop"]], ids=["thread", "fd"])


@LOOPS
def test_a_late_answer_to_the_question_for_the_name(bus, loop):
    """The bus has given the name, but sd-bus' call has timed out because a process or the bus was stopped."""
    odd = Withheld(bus, [0])
    host = behind(bus, odd.proxy, *loop, environment=SHORT_TIMEOUT)
    bus.wait_name(NAME)
    # The name is requested again.
    odd.wait_asked(2)
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    odd.link.say(*odd.kept)
    is_sent(bus, host, "Second")
    assert host.ask("bus_state")["value"] == C.BUS_PUBLISHED
    no_errors(host)


def test_the_bus_says_that_the_name_is_ours_before_it_answers(bus):
    odd = Withheld(bus, [], tells=True)
    host = behind(bus, odd.proxy, environment=SHORT_TIMEOUT)
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    is_sent(bus, host, "Second")
    no_errors(host)
    assert len(odd.asked) == 1


@LOOPS
def test_an_answer_that_never_comes(bus, loop):
    """Changes are emitted nevertheless, since clients may see the player."""
    odd = Withheld(bus)
    host = behind(bus, odd.proxy, *loop, environment=SHORT_TIMEOUT)
    odd.wait_asked(2)
    said(host, "INFO", f"The bus has not said whether this program owns {NAME}; asking once more")
    is_sent(bus, host, "Second")
    assert host.ask("bus_state")["value"] == C.BUS_CONNECTED
    odd.tell()
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    is_sent(bus, host, "Third")
    no_errors(host)


@LOOPS
def test_a_connection_that_ends_with_the_question_open(bus, loop):
    odd = Withheld(bus)
    host = behind(bus, odd.proxy, *loop)
    odd.wait_kept()
    odd.link.close()
    host.wait("log", message="The connection to the bus is lost")
    # The connection comes back, and the name is requested again.
    odd.numbers, odd.tells = None, True
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    no_errors(host)


def always(*answer, **arguments):
    """Returns the functions of a proxy that answers all requests for a name in the same way. The real bus gets another
    call instead, whose reply is replaced by this answer: so the answer comes in its order."""
    def to_bus(link, message):
        if message.member == "RequestName" and message.body[0].startswith(NAME):
            link.asked += 1
            return [Message(serial=message.serial, destination=BUS, path="/org/freedesktop/DBus", interface=BUS,
                            member="GetId")]

    def to_host(link, message, question):
        if question is not None and question.member == "RequestName":
            return [reply(question, *answer, **arguments)]

    return to_bus, to_host


def test_what_the_bus_forbids_stays_forbidden(bus):
    proxy = Proxy(bus, *always("s", "No", error="org.freedesktop.DBus.Error.AccessDenied"))
    host = behind(bus, proxy)
    said(host, "ERROR", f"The bus does not let this program own {NAME}, so the desktop cannot see it: "
                        "org.freedesktop.DBus.Error.AccessDenied")
    host.content(title="Second")
    time.sleep(0.5)  # sleeps: another question would come within it
    assert proxy.links[0].asked == 1 and len(host.seen("log", level=C.LOG_ERROR)) == 1
    assert host.ask("bus_state")["value"] == C.BUS_CONNECTED


def test_a_late_answer_to_an_earlier_question(bus):
    """The name was released and has been requested again when the bus refuses the first request: this late refusal has
    no effect."""
    odd = Withheld(bus)
    host = behind(bus, odd.proxy)
    odd.wait_kept()
    host.nothing()
    bus.wait_name(NAME, present=False)
    odd.numbers = [0, 1]
    host.content(identifier="second", title="Second")
    odd.wait_kept(2)
    first, second = odd.kept
    odd.link.say(reply(odd.asked[0], "s", "No", error="org.freedesktop.DBus.Error.AccessDenied"))
    is_sent(bus, host, "Third")
    no_errors(host)
    odd.link.say(second)
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    is_sent(bus, host, "Fourth")


def test_what_a_slow_bus_says_of_a_name_that_was_released_meanwhile(bus):
    """When the bus runs again it gives the name, releases it as requested, and gives it again: it was never taken
    away."""
    host = bus.host()
    host.publish()
    host.wait("bus_state", state=C.BUS_PUBLISHED)
    session = "main"
    bus.daemon.send_signal(signal.SIGSTOP)
    for following in ("second", "third"):
        host.ask("free", session)
        host.session(following)
        host.content(following, identifier=following, title=following)
        host.ask("primary", following, "application")
        host.wait("primary_result", session=following)
        session = following
    bus.daemon.send_signal(signal.SIGCONT)
    # Every message sent to it before is handled before it answers a client.
    bus.mark()
    bus.wait_for(lambda: host.ask("bus_state")["value"] == C.BUS_PUBLISHED, "the name")
    assert bus.client(NAME).metadata()["xesam:title"] == "third"
    assert not [line for line in host.seen("log") if "took" in line["message"]]


def test_other_names_are_tried_three_times(bus):
    """When all names are taken, the last one is requested again. On a new connection the names are tried from the first
    one on."""
    to_bus, to_host = always("u", 3)
    names = []

    def noted(link, message):
        if asks_for(message, message.body[0] if message.body else ""):
            names.append(message.body[0])
        return to_bus(link, message)

    proxy = Proxy(bus, noted, to_host)
    host = behind(bus, proxy)
    for _ in range(2):
        bus.wait_for(lambda: len(names) >= 5, "five questions")
        assert names[0] == NAME and len(set(names)) == len(set(names[:4])) == 4 and names[4] == names[3]
        assert all(re.fullmatch(re.escape(NAME) + r"\.instance\d{9}", name) for name in names[1:])
        names.clear()
        proxy.links[-1].close()
    assert [event["level"] for event in host.seen("log", message="Another process owns " + NAME)] == [C.LOG_INFO] * 2


def drops_after_hello(link, message, question):
    if question is not None and question.member == "Hello":
        link.say(message)
        link.close()
        return []


def takes_the_name_away(link, message, question):
    if asks_for(question):
        link.asked += 1
        link.say(message, link.signal("NameLost", NAME))
        return []


ODD = {
    "drops each connection": (None, drops_after_hello),
    "says that each name is taken": always("u", 3),
    "says that each name is queued for": always("u", 2),
    "answers with a text": always("s", "yes"),
    "answers with nothing": always(),
    "answers with a number that means nothing": always("u", 77),
    "answers with an error that means nothing": always(error="org.example.What"),
    "takes each name away": (None, takes_the_name_away),
}


def test_odd_buses_are_asked_ever_more_rarely(make_bus):
    """A bus that answers rightly afterwards is found at once. All buses are tested at the same time."""
    buses, hosts, proxies = {}, {}, {}
    for number, (name, (to_bus, to_host)) in enumerate(ODD.items()):
        bus = buses[name] = make_bus().start()
        proxies[name] = Proxy(bus, to_bus, to_host)
        hosts[name] = behind(bus, proxies[name], *["--fd-loop"] * (number % 2))
    before = {name: cost(host.pid).cpu for name, host in hosts.items()}
    time.sleep(2.0)  # sleeps: the attempts within it are counted
    for name, host in hosts.items():
        links = proxies[name].links
        asked = sum(link.asked for link in links)
        most = 10 if "drops" in name else 1
        assert len(links) <= most and asked <= 10, f"{name}: {len(links)} connections, {asked} questions"
        assert len(links) > 4 if "drops" in name else asked > 1, f"{name}: {len(links)}, {asked}: it has given up"
        assert cost(host.pid).cpu - before[name] < 0.2, name
    for name, proxy in proxies.items():
        proxy.close()
        os.symlink(buses[name].socket, proxy.path)
    for bus in buses.values():
        bus.wait_name(NAME, timeout=8)
    for name, host in hosts.items():
        is_sent(buses[name], host, "Second")
        no_errors(host)
