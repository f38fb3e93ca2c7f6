# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 7: the token among publishers."""

from testkit.protocol import SESSION, TOKEN
from testkit.reference import ReferencePlayer
from testkit.surface import Surface


def owner_of_token(bus):
    return bus.owner(TOKEN)


def take(side):
    side.send("play").wait(lambda it: it.system_primary, "it is system primary")


def test_7_the_owners_session_says_so(bus, main, side):
    assert owner_of_token(bus) is None
    take(side)
    assert owner_of_token(bus) == side.copy.owner
    assert side.application_primary and not main.system_primary and not main.application_primary
    side.send("pause").wait(lambda it: not it.system_primary, "it has given it back")
    bus.wait_for(lambda: owner_of_token(bus) is None, "the name is free")
    main.wait(lambda it: it.application_primary, "main is application primary")
    assert not main.system_primary


def test_7_who_lost_it_waits_for_it(bus, side):
    take(side)
    newer = Surface(bus)
    assert newer.request_name(TOKEN, 3) == 1
    side.wait(lambda it: not it.system_primary, "it has lost it")
    assert side.state == "playing"
    assert side.copy.owner in newer.bus("ListQueuedOwners", "s", TOKEN)[0]
    newer.close()
    side.wait(lambda it: it.system_primary, "it has it back")
    assert owner_of_token(bus) == side.copy.owner


def test_7_a_sandbox_may_forbid_the_name(make_bus):
    bus = make_bus([("deny", "org.nowplaying")]).start()
    reference = ReferencePlayer.start(bus)
    side = reference.surface().local["side"]
    side.send("play").wait_playback(state="playing")
    side.wait(lambda it: it.application_primary, "it is application primary")
    side.surface.settle()
    assert not side.system_primary and not side.get("SystemPrimary").value


def test_7_two_players(bus, reference):
    """The passive checker looks whether a surface ever sees two sessions as the system primary."""
    second = ReferencePlayer.start(bus)
    surface = reference.surface()
    theirs = surface.follow(second.local)
    one, two = surface.local["side"], theirs["side"]
    take(one)
    surface.settle()
    two.send("play").wait(lambda it: it.system_primary, "it has taken it")
    one.wait(lambda it: not it.system_primary, "it has lost it")
    surface.settle()
    two.send("pause").wait(lambda it: not it.system_primary, "it has given it back")
    one.wait(lambda it: it.system_primary, "it has it back")
    assert not surface.call(two.copy.owner, two.path, "org.freedesktop.DBus.Properties", "Get", "ss", SESSION,
                            "SystemPrimary")[0].value
