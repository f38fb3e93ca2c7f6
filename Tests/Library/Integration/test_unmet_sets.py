# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Rule 13: a property that a client sets, and that is not so afterwards, is announced with its true value. GSConnect
writes the value into its cache before it asks, and takes success for its confirmation."""

import pytest

from testkit.bus import NAME, ROOT
from testkit.host import SECOND
from testkit.wire import Variant

SETS = {"LoopStatus": (Variant("s", "Track"), "None"), "Shuffle": (Variant("b", True), False),
        "Rate": (Variant("d", 2.0), 1.0), "Volume": (Variant("d", 0.3), 0.5)}


@pytest.fixture
def host(bus):
    return bus.player(state="PAUSED", elapsed=10 * SECOND, volume=0.5)


def told(bus, start, name):
    """Returns the value of the one signal that follows."""
    message = bus.wait_changed(start, name)
    (only,) = bus.signals(start)
    assert list(only) == [name]
    return message.body[1][name].value


def test_what_is_not_offered(bus, host, client):
    wanted, truth = SETS["Shuffle"]
    start = bus.mark()
    host.commands("PLAY", "PAUSE")
    bus.wait_changed(start, "CanSeek")
    start = bus.mark()
    assert client.set("Shuffle", wanted) == []
    assert told(bus, start, "Shuffle") == truth


@pytest.mark.parametrize("name", SETS)
def test_what_the_host_accepts_and_does_not_do(bus, host, client, name):
    wanted, truth = SETS[name]
    start = bus.mark()
    assert client.set(name, wanted) == []
    assert told(bus, start, name) == truth


def test_fullscreen(bus, host, client):
    start = bus.mark()
    client.set("Fullscreen", Variant("b", True), interface=ROOT)
    assert told(bus, start, "Fullscreen") is False


def test_a_volume_callback_alone(bus):
    """A player that only follows clients has a volume from the start."""
    host = bus.player(volume=None)
    client = bus.client(NAME)
    assert client.get("Volume") == 1.0
    client.set("Volume", Variant("d", 0.4))
    assert host.wait("volume")["volume"] == 0.4
    host.volume(-1)
    start = len(host.events)
    client.set("Volume", Variant("d", 0.4))
    assert client.get("Volume") == 1.0 and host.seen("volume", start) == []
