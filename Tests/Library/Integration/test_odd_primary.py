# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The system primary where the bus answers late, never, or nonsense: each request has one answer, and it is true."""

import pytest

from lab.harness.checker import TOKEN
from lab.harness.host import C
from lab.harness.odd import SHORT_TIMEOUT, NAME, Withheld, behind, is_sent, no_errors, reply
from lab.harness.plugin import bus  # one for each test
from lab.harness.proxy import Proxy

ALL = C.PRIMARY_APPLICATION | C.PRIMARY_SYSTEM
LOOPS = pytest.mark.parametrize("loop", [[], ["--fd-loop"]], ids=["thread", "fd"])
REQUEST = ("primary", "main", "system")


def bits(host):
    return host.ask("get_primary", "main")["value"]


def results(host):
    """Returns the results of the requests so far."""
    return [event["status"] for event in host.seen("primary_result", which=C.PRIMARY_SYSTEM)]


def asking(bus, odd, *options, environment=None):
    """Starts a host that is shown, and waits until it has asked the bus for the token; the bus has not answered yet."""
    host = behind(bus, odd.proxy, *options, environment=environment)
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


@LOOPS
def test_one_answer_of_the_bus_is_for_all_requests(bus, loop):
    odd = Withheld(bus, name=TOKEN)
    host = asking(bus, odd, *loop)
    host.ask_all([REQUEST] * 3)
    is_sent(bus, host, "Second")
    assert results(host) == [] and len(odd.asked) == 1
    odd.link.say(*odd.kept)
    bus.wait_for(lambda: len(results(host)) >= 4, "an answer to each")
    is_sent(bus, host, "Third")
    assert results(host) == [C.OK] * 4 and bits(host) == ALL and len(odd.asked) == 1
    no_errors(host)


@LOOPS
def test_requests_do_not_put_the_answer_off(bus, loop):
    """A host asks again and again while the bus does not answer."""
    odd = Withheld(bus, name=TOKEN)
    host = asking(bus, odd, *loop, environment=SHORT_TIMEOUT)
    count = 1

    def asks_again():
        nonlocal count
        count += 1
        host.ask(*REQUEST)
        return results(host)

    bus.wait_for(asks_again, "an answer")
    bus.wait_for(lambda: len(results(host)) >= count, "an answer to each")
    is_sent(bus, host, "Second")
    assert results(host) == [C.ERROR_NO_BUS] * count
    no_errors(host)


@LOOPS
@pytest.mark.parametrize("answer", ["late", "never", "nonsense"])
def test_the_bus_says_that_the_token_is_ours_before_it_answers(bus, loop, answer):
    """A later answer changes nothing, nor does silence: the token is the host's until the bus reports its loss."""
    odd = Withheld(bus, name=TOKEN, tells=True)
    host = asking(bus, odd, "--interruptions", *loop, environment=SHORT_TIMEOUT if answer == "never" else None)
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    if answer == "late":
        odd.link.say(*odd.kept)
    elif answer == "nonsense":
        odd.link.say(reply(odd.asked[0], error="org.example.What"))
    else:
        # The call for the player's own name, which is made later, times out later.
        odd.name, odd.tells = NAME, False
        host.nothing()
        bus.wait_name(NAME, present=False)
        host.content(identifier="again", title="Again")
        odd.wait_asked(3)
        odd.name, odd.tells, odd.numbers = TOKEN, True, None
    is_sent(bus, host, "Second")
    host.ask(*REQUEST)
    is_sent(bus, host, "Third")
    assert results(host) == [C.OK] * 2 and bits(host) == ALL
    assert [message.body[0] for message in odd.asked].count(TOKEN) == 1
    # The host notices another process that takes the token.
    rival = bus.host("--id=org.example.Rival")
    rival.publish()
    rival.ask(*REQUEST)
    host.wait("interruption", interruption=C.INTERRUPTION_BEGAN)
    assert bits(host) == C.PRIMARY_APPLICATION
    no_errors(host)


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


class LateOwner:
    """A bus that can withhold answers to who owns the token, and counts the requests for the token."""

    def __init__(self, bus):
        self.keeps, self.kept, self.asked = False, [], 0
        self.proxy = Proxy(bus, self.to_bus, self.to_host)

    def to_bus(self, link, message):
        self.link = link
        self.asked += message.member == "RequestName" and message.body[0] == TOKEN

    def to_host(self, link, message, question):
        if self.keeps and question is not None and question.member == "GetNameOwner" and question.body == [TOKEN]:
            self.kept.append(message)
            return []

    def wait_kept(self, bus, count=1):
        bus.wait_for(lambda: len(self.kept) >= count, f"{count} answers that are kept")


@LOOPS
def test_who_had_the_token_is_notified_when_it_is_ours_already(bus, loop):
    """The rival resigns while the bus is asked for the owner of the token: the answer still names the rival, and has no
    effect."""
    late = LateOwner(bus)
    host = behind(bus, late.proxy, "--interruptions", *loop)
    rival = bus.host("--id=org.example.Rival", *loop)
    rival.publish()
    bus.wait_name(NAME)
    for taker in (host, rival):
        taker.ask(*REQUEST)
        taker.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    host.wait("interruption", interruption=C.INTERRUPTION_BEGAN)
    late.keeps = True
    host.ask(*REQUEST)
    late.wait_kept(bus)
    rival.ask("primary", "main", "resign")
    bus.wait_for(lambda: bits(host) == ALL, "both primaries")
    late.link.say(*late.kept)
    is_sent(bus, host, "Second")
    assert results(host) == [C.OK] * 2 and late.asked == 1
    # The host still notices another process that takes it.
    late.keeps, events = False, len(host.events)
    rival.ask(*REQUEST)
    host.wait("interruption", interruption=C.INTERRUPTION_BEGAN, start=events)
    assert bits(host) == C.PRIMARY_APPLICATION
    no_errors(host)


@LOOPS
def test_each_request_has_an_answer_while_the_bus_is_asked_for_the_owner(bus, loop):
    """One call serves all requests of a session; a late answer for another session does not cause a new call."""
    late = LateOwner(bus)
    late.keeps = True
    host = behind(bus, late.proxy, *loop)
    bus.wait_name(NAME)
    host.ask_all([REQUEST] * 3)
    late.wait_kept(bus)
    host.session("other")
    host.ask("primary", "other", "system")
    late.wait_kept(bus, 2)
    bus.wait_for(lambda: results(host) == [C.ERROR_CANCELLED] * 3, "those of the first session end")
    late.link.say(*late.kept)
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK, session="other")
    host.content("other", title="Other")
    bus.wait_for(lambda: bus.client(NAME).metadata()["xesam:title"] == "Other", "the other session")
    assert results(host) == [C.ERROR_CANCELLED] * 3 + [C.OK]
    assert late.asked == 1 and len(late.kept) == 2
    no_errors(host)


@LOOPS
def test_who_has_the_token_is_notified_after_a_resignation(bus, loop):
    """The token is requested, resigned and requested again before the bus has named its owner: the first answer has no
    effect."""
    late = LateOwner(bus)
    late.keeps = True
    host = behind(bus, late.proxy, *loop)
    bus.wait_name(NAME)
    host.ask(*REQUEST)
    late.wait_kept(bus)
    host.ask("primary", "main", "resign")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.ERROR_CANCELLED)
    host.ask(*REQUEST)
    late.wait_kept(bus, 2)
    late.link.say(late.kept[0])
    is_sent(bus, host, "Second")
    assert late.asked == 0 and results(host) == [C.ERROR_CANCELLED]
    late.link.say(late.kept[1])
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    assert bits(host) == ALL and late.asked == 1
    no_errors(host)
