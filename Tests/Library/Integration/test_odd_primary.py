# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The system primary where the bus answers late, or the connection ends: each request has one answer, which is true."""

from lab.odd import NAME, Withheld, behind, is_sent, no_errors, reply
from testkit.checker import TOKEN
from testkit.host import C
from testkit.plugin import bus  # one for each test
from testkit.proxy import Proxy

ALL = C.PRIMARY_APPLICATION | C.PRIMARY_SYSTEM
REQUEST = ("primary", "main", "system")


def bits(host):
    return host.ask("get_primary", "main")["value"]


def results(host):
    """Returns the results of the requests so far."""
    return [event["status"] for event in host.seen("primary_result", which=C.PRIMARY_SYSTEM)]


def asking(bus, odd, *options):
    """Starts a host that is shown, and waits until it has asked the bus for the token; the bus has not answered yet."""
    host = behind(bus, odd.proxy, *options)
    bus.wait_name(NAME)
    host.ask(*REQUEST)
    odd.wait_kept()
    return host


def test_a_connection_that_ends_with_the_question_open(bus):
    """The result is NO_BUS, since the bus may come back, and not NOT_PERMITTED, which is final."""
    odd = Withheld(bus, name=TOKEN)
    host = asking(bus, odd, "--fd-loop")
    odd.link.close()
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.ERROR_NO_BUS)
    odd.numbers, odd.tells = None, True
    bus.wait_for(lambda: bits(host) == ALL, "both primaries")


def test_a_late_answer_to_an_earlier_question(bus):
    """The host resigned and has asked again when the bus refuses the first request: this late refusal has no effect."""
    odd = Withheld(bus, name=TOKEN)
    host = asking(bus, odd)
    host.ask("primary", "main", "resign")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.ERROR_CANCELLED)
    host.ask(*REQUEST)
    odd.wait_kept(2)
    odd.link.say(reply(odd.asked[0], "s", "No", error="org.freedesktop.DBus.Error.AccessDenied"))
    is_sent(bus, host, "Second")
    assert results(host) == [C.ERROR_CANCELLED]
    odd.link.say(odd.kept[1])
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    assert bits(host) == ALL
    no_errors(host)


def test_who_has_the_token_is_notified_after_a_resignation(bus):
    """The token is requested, resigned and requested again before the bus has named its owner: the first answer has no
    effect."""
    kept, requests = [], []

    def to_bus(_, message):
        if message.member == "RequestName" and message.body[0] == TOKEN:
            requests.append(message)

    def to_host(link, message, question):
        if question is not None and question.member == "GetNameOwner" and question.body == [TOKEN]:
            kept.append((link, message))
            return []

    def answer(index):
        link, message = kept[index]
        link.say(message)

    host = behind(bus, Proxy(bus, to_bus, to_host))
    bus.wait_name(NAME)
    host.ask(*REQUEST)
    bus.wait_for(lambda: len(kept) == 1, "the first question")
    host.ask("primary", "main", "resign")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.ERROR_CANCELLED)
    host.ask(*REQUEST)
    bus.wait_for(lambda: len(kept) == 2, "the second question")
    answer(0)
    is_sent(bus, host, "Second")
    assert not requests and results(host) == [C.ERROR_CANCELLED]
    answer(1)
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    assert bits(host) == ALL and len(requests) == 1
    no_errors(host)
