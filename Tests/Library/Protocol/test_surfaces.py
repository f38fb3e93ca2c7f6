# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 4: surfaces that register for animated artwork."""

import pytest

from testkit.protocol import APP_PATH, SURFACES
from testkit.reference import ReferencePlayer
from testkit.surface import Surface
from testkit.wire import Variant


def wait_ratios(surface, *wanted):
    surface.wait(lambda: surface.local.app("AspectRatios") == list(wanted), f"the ratios are {wanted}")


def register(surface, declaration):
    return surface.start(surface.local.owner, APP_PATH, SURFACES, "Register", "a{sv}", declaration)


def test_4_registered_ratios_are_sent(surface, other):
    for ratios in (["3:4"], ["1:1"], ["1:1", "3:4"], []):
        surface.local.register(*ratios)
        for each in surface, other:
            wait_ratios(each, *ratios)
    surface.local.register("3:4", "1:1")
    wait_ratios(surface, "1:1", "3:4")


def test_4_the_union_of_all(surface, other):
    other.local.register("3:4", name=Variant("s", "Other"))
    wait_ratios(surface, "3:4")
    surface.local.register("1:1", "3:4")
    wait_ratios(surface, "1:1", "3:4")
    other.local.unregister()
    surface.settle()
    assert surface.local.app("AspectRatios") == ["1:1", "3:4"]
    surface.local.unregister()
    wait_ratios(surface)


def test_4_leaving_the_bus_unregisters(surface, reference):
    leaving = reference.surface()
    leaving.local.register("3:4")
    wait_ratios(surface, "3:4")
    leaving.close()
    wait_ratios(surface)


def test_4_leaving_at_once_unregisters(bus, surface):
    for _ in range(10):
        leaving = Surface(bus)
        leaving.start_silent(surface.local.owner, APP_PATH, SURFACES, "Register", "a{sv}",
                             {"aspect-ratios": Variant("as", ["1:1"])})
        name = leaving.name
        leaving.close()
        bus.wait_for(lambda gone=name: gone not in bus.pinger.bus("ListNames")[0], "it has left")
    surface.settle()
    wait_ratios(surface)


def test_4_the_system_is_watched_while_a_surface_is_registered(make_bus):
    """One connection to the system bus asks the services that may forbid videos, from the first registration to the end
    of the last, however that happens."""
    bus, system = make_bus().start(), make_bus().start()

    def connections():
        return {name for name in system.pinger.bus("ListNames")[0] if name.startswith(":")}

    def wait_connections(more, what):
        system.wait_for(lambda: len(connections() - before) == more, what)

    before = connections()
    reference = ReferencePlayer.start(bus, {"DBUS_SYSTEM_BUS_ADDRESS": system.address})
    surface, other = reference.surface(), reference.surface()
    assert connections() == before
    for leave in (other.local.unregister, other.close):
        surface.local.register("1:1")
        wait_connections(1, "the player has asked the system bus")
        asks = connections() - before
        other.local.register("3:4")
        surface.local.unregister()
        wait_ratios(surface, "3:4")
        surface.settle()
        assert connections() - before == asks
        leave()
        wait_connections(0, "the player has left the system bus")


def test_4_unknown_words_are_left_out(surface):
    surface.local.register("16:9", "3:4", "", "1:1 ")
    wait_ratios(surface, "3:4")
    surface.local.register("16:9")
    wait_ratios(surface)
    surface.local.register("1:1", "1:1")
    wait_ratios(surface, "1:1")


WRONG = {
    "a text": {"aspect-ratios": Variant("s", "1:1")},
    "other types": {"aspect-ratios": Variant("av", [])},
    "too many": {"aspect-ratios": Variant("as", ["1:1"] * 65)},
    "a name of another type": {"aspect-ratios": Variant("as", ["1:1"]), "name": Variant("u", 1)},
    "too long a name": {"aspect-ratios": Variant("as", ["1:1"]), "name": Variant("s", "x" * 1025)},
}


@pytest.mark.parametrize("what", WRONG)
def test_4_wrong_declarations(surface, what):
    """A refused registration leaves the earlier one unchanged."""
    surface.local.register("3:4")
    wait_ratios(surface, "3:4")
    surface.refused(register(surface, WRONG[what]), "InvalidArgument")
    surface.settle()
    assert surface.local.app("AspectRatios") == ["3:4"]


def test_4_each_publisher_has_surfaces_of_its_own(surface):
    surface.kitchen.register("1:1")
    surface.wait(lambda: surface.kitchen.app("AspectRatios") == ["1:1"], "the kitchen has one")
    surface.settle()
    assert surface.local.app("AspectRatios") == []


def test_8_registered_surfaces(bus, surface):
    clients = [Surface(bus) for _ in range(64)]

    def ask(client, ratio):
        return client.start(surface.local.owner, APP_PATH, SURFACES, "Register", "a{sv}",
                            {"aspect-ratios": Variant("as", [ratio])})
    for client in clients:
        client.finish(ask(client, "3:4"))
    surface.refused(ask(surface, "1:1"), "org.freedesktop.DBus.Error.LimitsExceeded")
    clients[0].finish(ask(clients[0], "3:4"))
    surface.settle()
    assert surface.local.app("AspectRatios") == ["3:4"]
    clients[1].call(surface.local.owner, APP_PATH, SURFACES, "Unregister")
    surface.finish(ask(surface, "1:1"))
    wait_ratios(surface, "1:1", "3:4")
    clients[1].refused(ask(clients[1], "3:4"), "org.freedesktop.DBus.Error.LimitsExceeded")
    for client in clients:
        client.close()
    wait_ratios(surface, "1:1")
