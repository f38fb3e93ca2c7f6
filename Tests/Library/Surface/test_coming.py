# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players that have their names before their objects, or answer late: they are asked several times, and after that only
when they send a signal."""

import pytest
from testkit.bus import PLAYER, PROPERTIES
from testkit.fakes import MANAGER, Plain, Slow, Whole


class Late(Plain):
    """A player that has its object after it was asked some times."""

    def __init__(self, bus, name, rounds):
        super().__init__(bus, name)
        self.rounds, whole = rounds, self.answers[PROPERTIES, "GetAll"]
        self.answers[PROPERTIES, "GetAll"] = lambda call: (
            "org.freedesktop.DBus.Error.UnknownObject" if self.is_early(call) else whole(call))

    def asked(self):
        return len([body for body in self.called("GetAll") if body == [PLAYER]])

    def is_early(self, call):
        return call.body == [PLAYER] and self.asked() <= self.rounds


@pytest.mark.parametrize("count, rounds", [(1, 1), (50, 2)])
def test_a_name_without_an_object(bus, make_shown, rounds, count):
    """The surface lists the other players without waiting for a player whose object comes after its name. It asks that
    player again, because no signal shows that the object has come."""
    players = [Late(bus, f"p{number}", rounds) for number in range(count)]
    other = Plain(bus, "other").appear()
    shown = make_shown(*(player.appear() for player in players), other)
    shown.wait(lambda: shown.listed, "the list")
    assert len(shown.entries) == 1
    shown.wait(lambda: len(shown.entries) == count + 1, "all of them")
    assert shown.listed == 1 and all(player.asked() == rounds + 1 for player in players)
    # A player is asked again a second after its first answer.
    assert other.questions() <= 1
    players[0].change(PlaybackStatus=("s", "Paused"))
    shown.wait_for(shown.find(display_name="p0"), lambda view: view.state == "paused")


@pytest.mark.parametrize("order", ["before", "behind"])
@pytest.mark.parametrize("way", Slow.WAYS)
def test_slow_players_beside_another(bus, make_shown, way, order):
    """The other player is shown before the slow players answer, whichever came first; and the slow ones as soon as they
    answer."""
    slow, other = [Slow(bus, f"p{number}", way) for number in range(20)], Plain(bus, "other")
    for player in [other, *slow] if order == "before" else [*slow, other]:
        player.appear()
    shown = make_shown(*slow, other)
    shown.find(display_name="other")
    shown.wait(lambda: all(player.is_asked for player in slow), "a question to each")
    assert len(shown.entries) == 1
    for player in slow:
        player.wake()
    shown.wait(lambda: len(shown.entries) == 21, "all of them")
    assert other.questions() == 0


def test_no_answer_of_org_nowplaying(bus, make_shown):
    player, asked = Whole(bus, "whole"), []
    player.session("a")
    answer = player.answers[MANAGER, "GetManagedObjects"]

    def late(call):
        asked.append(call)
        return answer(call) if len(asked) > 1 else "org.freedesktop.DBus.Error.UnknownObject"

    player.answers[MANAGER, "GetManagedObjects"] = late
    player.answers[PROPERTIES, "GetAll"] = lambda call: "org.freedesktop.DBus.Error.UnknownObject"
    shown = make_shown(player.appear())
    assert shown.find(session_id="a").abilities & 1
    player.change("a", Volume=("d", 0.5))
    shown.wait_for(shown.find(session_id="a"), lambda view: view.volume == 0.5)
