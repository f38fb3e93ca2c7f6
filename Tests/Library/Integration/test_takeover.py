# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests rule 15: a player takes the desktop over from another, which first gets time to step down."""

import time

from lab.arbiters import Gsd, Kde
from lab.primary import ALL, bits, player, status_of, take
from testkit.bus import ROOT, is_ours
from testkit.host import C, SECOND
from testkit.proxy import Proxy
from testkit.run import LOOPS

TIMEOUT = 0.3  # how long the new player waits for the other to step down


def asks_and_plays(host):
    """Makes the host request the system primary, and commit in the same turn that it plays."""
    host.ask_all([("primary", "main", "system"),
                  ("snapshot", "main", C.STATE_PLAYING, 0, 0, 1, 1), ("commit", "main")])


def until_in_time(bus, first, second, attempt):
    """Repeats an attempt in which the first stepped down too late, as on a busy machine. Returns the result of the
    attempt."""
    for _ in range(10):
        before = time.monotonic()
        result = attempt()
        if time.monotonic() - before < TIMEOUT * 0.6:
            return result
        start, accept = bus.mark(), status_of(bus, "A")
        second.snapshot("PAUSED", 0)
        take(bus, first)
        first.snapshot("PLAYING", 0)
        bus.find(lambda m: accept(m) == "Playing", start)
    raise AssertionError("the machine is too slow for this test")


@LOOPS
def test_rule_15_demoted_and_flushed_before_promoted(bus, loop):
    """Two processes: the first emits Paused before the second emits Playing, whichever is quicker."""
    first = player(bus, "A", "--interruptions", *loop)
    take(bus, first)
    second = player(bus, "B", *loop, state="PAUSED")
    gsd, kde = Gsd(bus), Kde(bus)
    accept_first, accept_second = status_of(bus, "A"), status_of(bus, "B")

    def attempt():
        start, events = bus.mark(), len(first.events)
        if loop:
            second.ask("hold")  # so that all is done in one turn
        asks_and_plays(second)
        if loop:
            second.ask("loop")
        first.wait("interruption", interruption=C.INTERRUPTION_BEGAN, start=events)
        time.sleep(0.05)  # sleeps: a host that thinks about it
        first.snapshot("INTERRUPTED", 5 * SECOND)
        return start

    start = until_in_time(bus, first, second, attempt)
    demoted = bus.find(lambda m: accept_first(m) == "Paused", start)
    promoted = bus.find(lambda m: accept_second(m) == "Playing", start)
    assert demoted < promoted
    # The paused player emits nothing later, not even Seeked: playerctld follows the player with the latest signal.
    owner = bus.owner(ROOT + ".A")
    assert not [m for m in bus.since(promoted) if is_ours(m) and m.sender == owner]
    assert [accept_first(m) for m in bus.since(start) if accept_first(m)] == ["Paused"]
    assert [accept_second(m) for m in bus.since(start) if accept_second(m)] == ["Playing"]
    second.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    first.wait("primary_changed", primary=C.PRIMARY_APPLICATION)
    assert (bits(first), bits(second)) == (C.PRIMARY_APPLICATION, ALL)
    for arbiter in (gsd, kde):
        assert arbiter.run(start) == ROOT + ".B"


def test_rule_15_desktops_follow_who_plays_already(bus):
    """Both play when the second takes over. A desktop stays with the first until it pauses, and then follows the next
    that emits Playing: so the second emits it once more."""
    first = player(bus, "A", "--interruptions")
    take(bus, first)
    second = player(bus, "B")
    gsd = Gsd(bus)
    accept_first, accept_second = status_of(bus, "A"), status_of(bus, "B")
    start = bus.mark()
    second.ask("primary", "main", "system")
    first.wait("interruption", interruption=C.INTERRUPTION_BEGAN)
    first.snapshot("INTERRUPTED", 5 * SECOND)
    demoted = bus.find(lambda m: accept_first(m) == "Paused", start)
    assert demoted < bus.find(lambda m: accept_second(m) == "Playing", start)
    assert gsd.run(start) == ROOT + ".B"


def test_rule_15_playerctld_follows_the_system_primary(bus, playerctld):
    first = player(bus, "A", "--interruptions")
    take(bus, first)
    second = player(bus, "B", state="PAUSED")
    bus.wait_for(lambda: len(playerctld.names()) == 2, "playerctld knows both")
    first.volume(0.4)
    bus.wait_for(lambda: playerctld.names()[0] == ROOT + ".A", "playerctld prefers A")
    take(bus, second)
    first.wait("interruption", interruption=C.INTERRUPTION_BEGAN)
    first.snapshot("INTERRUPTED", 5 * SECOND)
    second.snapshot("PLAYING", 0)
    bus.wait_for(lambda: playerctld.names()[0] == ROOT + ".B", "playerctld prefers B")
    assert bus.playerctl("-p", "playerctld", "metadata", "title") == "Song of B"


def test_a_program_is_no_rival_of_itself(bus):
    """A program resigns and requests the token again in one turn. The token was not released, so nobody has to step
    down."""
    host = player(bus, "A", "--fd-loop")
    take(bus, host)
    accept = status_of(bus, "A")
    delays = []
    for status in ("PAUSED", "PLAYING") * 3:
        start = bus.mark()
        host.ask("hold")
        host.ask_all([("primary", "main", "resign"), ("primary", "main", "system"),
                      ("snapshot", "main", getattr(C, "STATE_" + status), 0, 0, 1, 1), ("commit", "main")])
        before = time.monotonic()
        host.ask("loop")
        index = bus.find(lambda m, status=status: accept(m) == status.capitalize(), start)
        delays.append(bus.records[index].time - before)
        bus.wait_for(lambda: bits(host) == ALL, "it has the token")
    assert min(delays) < TIMEOUT / 2, delays


def test_what_an_earlier_rival_answers_late_does_not_count(bus):
    """A new player asks the first one, which has stepped down, whether all its signals are sent. It resigns before the
    answer comes, and asks for the token again: the late answer does not end its new wait."""
    kept = []

    def to_host(link, message, question):
        if question is not None and question.member == "Ping":
            kept.append(message)
            return []
        return None

    first = player(bus, "A", "--interruptions")
    take(bus, first)
    proxy = Proxy(bus, None, to_host)
    second = player(bus, "B", f"--address={proxy.address}", state="PAUSED")
    start = bus.mark()
    second.ask("primary", "main", "system")
    first.wait("interruption", interruption=C.INTERRUPTION_BEGAN)
    first.snapshot("INTERRUPTED", 5 * SECOND)
    bus.wait_for(lambda: kept, "the question whether all is out")
    second.ask("primary", "main", "resign")
    first.wait("interruption", interruption=C.INTERRUPTION_ENDED)
    first.snapshot("PLAYING", 0)
    accept, before = status_of(bus, "B"), time.monotonic()
    asks_and_plays(second)
    second.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    proxy.links[0].say(*kept)
    index = bus.find(lambda m: accept(m) == "Playing", start)
    assert bus.records[index].time - before >= TIMEOUT
