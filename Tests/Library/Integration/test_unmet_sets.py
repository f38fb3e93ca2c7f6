# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Rule 13: a property that a client sets, and that is not so afterwards, is announced with its true value. GSConnect
writes the value into its cache before it asks, and takes success for its confirmation."""

import pytest

from lab.harness.bus import NAME, ROOT
from lab.harness.host import C, SECOND
from lab.harness.wire import Variant

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


@pytest.mark.parametrize("name", SETS)
def test_what_is_not_offered(bus, host, client, name):
    wanted, truth = SETS[name]
    start = bus.mark()
    host.commands("PLAY", "PAUSE")
    bus.wait_changed(start, "CanSeek")
    if name == "Volume":
        host.volume(-1)
        bus.wait_changed(start, "Volume")
        truth = 1.0
    start = bus.mark()
    assert client.set(name, wanted) == []
    assert told(bus, start, name) == truth


@pytest.mark.parametrize("name", SETS)
def test_what_the_host_refuses(bus, host, client, name):
    wanted, truth = SETS[name]
    for callback in ("command", "volume"):
        host.ask("answer", callback, C.ERROR_COMMAND_FAILED, "No")
    start = bus.mark()
    client.refused(client.start_set(name, wanted))
    assert told(bus, start, name) == truth


@pytest.mark.parametrize("name", SETS)
def test_what_the_host_accepts_and_does_not_do(bus, host, client, name):
    wanted, truth = SETS[name]
    start = bus.mark()
    assert client.set(name, wanted) == []
    assert told(bus, start, name) == truth


def test_a_mode_that_is_not_supported(bus, host, client):
    start = bus.mark()
    host.commands("CHANGE_REPEAT_MODE/5")  # off and all
    bus.wait_changed(start, "CanSeek")
    start = bus.mark()
    client.refused(client.start_set("LoopStatus", Variant("s", "Track")))
    assert told(bus, start, "LoopStatus") == "None"


def test_rate_zero_is_a_pause(bus, host, client):
    start = bus.mark()
    assert client.set("Rate", Variant("d", 0.0)) == []
    assert told(bus, start, "Rate") == 1.0


@pytest.mark.parametrize("now, wanted, signals", [(1.0, 1.7, [1.0]), (0.0, -0.2, [0.0]), (1.0, 1.0, []),
                                                  (0.6, 1.7, [1.0])])
def test_a_clamped_volume(bus, host, client, now, wanted, signals):
    """A value that is so needs no signal, and one that the host has committed has had its own."""
    start = bus.mark()
    host.volume(0.9)
    host.volume(now)
    bus.wait_changed(start, "Volume", lambda volume: volume == now)
    start = bus.mark()
    host.ask("answer", "volume", C.PENDING, "-")
    serial = client.start_set("Volume", Variant("d", wanted))
    event = host.wait("volume")
    host.volume(event["volume"])
    host.ask("complete", event["request"], C.OK, "-")
    client.finish(serial)
    # A later refusal of another property shows that the time for this one is over.
    assert client.set("Shuffle", Variant("b", True)) == []
    bus.wait_changed(start, "Shuffle")
    assert [item["Volume"] for item in bus.signals(start) if "Volume" in item] == signals


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
