# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players whose object comes after the name, or that answer late or never, beside one that answers, in each order and
number: programs show all that can be shown, add the others when they wake, and rest."""

import json
import time

import pytest
from lab.running import Runner
from testkit.bus import PATH, PLAYER, ROOT
from testkit.desktop import wait_until
from testkit.fakes import Plain, Slow, song
from testkit.process import cost, wait_quiet

# The number of questions to a player that sends no signal.
QUESTIONS = 5


class Crowd:
    """One player that answers, slow ones, and the programs that show them."""

    def __init__(self, bus, start, way, count, order):
        self.good = Plain(bus, "good", Metadata=("a{sv}", song("Good")))
        self.slow = [Slow(bus, f"slow{number}", way) for number in range(int(count))]
        for each in sorted([self.good, *self.slow], key=lambda each: (each is self.good) == (order == "behind")):
            each.appear()
        self.daemon = start()
        self.daemon.fakes += [self.good, *self.slow]
        self.follow = Runner(bus, self.good, *self.slow).start("follow")
        self.pids = [self.daemon.pid, self.follow.process.pid]

    def wait(self, condition, what, timeout=60):
        def turn():
            self.follow.pump(0)
            return condition()
        wait_until(what, turn, timeout)

    def show(self, fakes):
        """Waits until every program shows these players alone."""
        names = {fake.wanted_name for fake in fakes}
        self.wait(lambda: set(self.daemon.names()) == names, "all in the daemon")
        self.wait(lambda: {ROOT + "." + json.loads(line)["player"] for line in self.follow.lines} == names,
                  "all in follow")

    def wake(self):
        for each in self.slow:
            each.wake()
        self.show([self.good, *self.slow])

    def asked(self):
        """Returns how often each program that has asked a slow player has asked it."""
        found = []
        for each in self.slow:
            calls = [call.sender for call in each.calls + each.held
                     if call.member == "GetAll" and call.body == [PLAYER]]
            found += [calls.count(sender) for sender in set(calls)]
        return found

    def are_asked(self, times):
        """Returns whether each program has asked each slow player at least `times` times."""
        asked = self.asked()
        return len(asked) == len(self.pids) * len(self.slow) and min(asked) >= times

    def rest(self, seconds):
        wait_quiet(*self.pids, seconds=seconds)
        before = [cost(pid).wakeups for pid in self.pids]
        time.sleep(2)  # sleeps: measures that nothing happens within it
        assert [cost(pid).wakeups for pid in self.pids] == before

    def close(self):
        self.follow.close()


@pytest.fixture
def crowd(bus, start, request):
    made = Crowd(bus, start, *request.param)
    yield made
    made.close()


def crowds(*sizes):
    return pytest.mark.parametrize("crowd", [(way, *size) for way in Slow.WAYS for size in sizes], indirect=True,
                                   ids="-".join)


@crowds(("1", "before"), ("50", "behind"))
def test_players_that_wake(crowd):
    """A player that wakes without a signal is found, because it is asked again."""
    crowd.show([crowd.good])
    is_mute = crowd.slow[0].way == "mute"
    assert not is_mute or max(crowd.asked(), default=0) < 2, "the one that answers does not wait for the others"
    crowd.wait(lambda: crowd.are_asked(1 + is_mute), "the questions")
    crowd.wake()
    crowd.rest(2)


@pytest.mark.long
@crowds(("50", "before"))
def test_players_that_wake_late(crowd):
    """A player that wakes after the last question is found at its next signal; until then nothing wakes the
    programs."""
    crowd.wait(lambda: crowd.are_asked(QUESTIONS), "the questions", 90)
    # An answer is waited for 10 s.
    crowd.rest(11 if crowd.slow[0].way == "mute" else 2)
    crowd.show([crowd.good])
    for each in crowd.slow:
        each.tell_changed(PATH, PLAYER, Volume=("d", 0.5))
    crowd.wake()
    crowd.rest(2)
