# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players that send too much: they are asked anew once they are calm, and others are followed all the while."""
from testkit.bus import PROPERTIES
from testkit.fakes import SESSION, Whole, content, path
from testkit.wire import Variant


def start(bus, follow):
    """Starts the follower with a player that is to flood, and another one; both are known."""
    players = []
    for name in "flood", "other":
        players.append(Whole(bus, name))
        players[-1].session("a", Content=content(name))
        players[-1].appear()
    follower = follow(*players)
    for player in players:
        follower.wait_title(player, player.wanted_name.rpartition(".")[2])
    return follower, *players


def asked(player):
    return len(player.called("GetManagedObjects"))


def is_heard_beside(follower, flooder, other):
    """The follower ignores the flooding player for a while, and goes on following the other one."""
    follower.wait("it is not known any more", lambda: follower.titles.get(flooder.wanted_name) == [])
    other.change("a", Content=content("meanwhile"))
    follower.wait_title(other, "meanwhile")
    flooder.session("a", Content=content("afterwards"))
    follower.wait_title(flooder, "afterwards")
    assert asked(flooder) == 2 and asked(other) == 1


def test_a_signal_of_very_many_entries(bus, follow):
    """A signal with very many entries is ignored as a whole, because each look-up in it would take long."""
    follower, flooder, other = start(bus, follow)
    flooder.change("a", **{f"vendor{number}": ("y", 0) for number in range(1024)}, Content=content("of too many"))
    is_heard_beside(follower, flooder, other)


def test_a_session_of_very_many_entries(bus, follow):
    follower, flooder, other = start(bus, follow)
    flooder.add("b", Content=content("of too many"), **{f"vendor{number}": ("y", 0) for number in range(1024)})
    follower.wait_title(flooder, "flood")
    other.change("a", Content=content("meanwhile"))
    follower.wait_title(other, "meanwhile")
    assert follower.titles[flooder.wanted_name] in (["flood"], ["flood", None])


def test_many_bytes(bus, follow):
    """A few signals, each within the limits for a single signal, have too many bytes together."""
    follower, flooder, other = start(bus, follow)
    for number in range(20):
        flooder.change("a", Content=content(f"part {number}", lyrics=Variant("s", "x" * 2_000_000)))
    is_heard_beside(follower, flooder, other)


def test_many_signals_of_another_type(bus, follow):
    follower, flooder, other = start(bus, follow)
    for _ in range(600):
        flooder.tell(path("a"), PROPERTIES, "PropertiesChanged", "s", SESSION)
    is_heard_beside(follower, flooder, other)


def test_a_long_value(bus, follow):
    """More chapters than the extension shows are not a flood."""
    follower, flooder, _ = start(bus, follow)
    flooder.change("a", Content=content("long", chapters=Variant("a(xss)", [(n, "c", "") for n in range(5000)])))
    follower.wait_title(flooder, "long")
    assert asked(flooder) == 1
