# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 6: what is emitted, when, and in how many signals. passive.py checks what must hold for every
signal."""

import time

from testkit.passive import PROPERTIES
from testkit.protocol import MANAGER, REMOTE, ROOT, SESSION
from testkit.proxy import Proxy
from testkit.reference import ReferencePlayer
from testkit.surface import INTERVAL, SECOND, Surface, plain


def test_6_signals_are_broadcast(bus, main, side):
    start = bus.mark()
    main.send("next")
    side.send("toggle-play-pause").send("toggle-play-pause")
    main.surface.settle()
    seen = [m for m in bus.since(start) if m.path.startswith(ROOT) and m.interface in (PROPERTIES, MANAGER)
            and m.sender == main.copy.owner and m.member in ("PropertiesChanged", "InterfacesAdded",
                                                             "InterfacesRemoved")]
    assert {m.member for m in seen} == {"PropertiesChanged", "InterfacesAdded", "InterfacesRemoved"}
    assert not any(m.destination for m in seen)


def test_6_1_each_property_is_sent_whole(main):
    start = main.quiet()
    main.send("feedback", mode="positive")
    main.quiet()
    sent = main.sent(start)
    assert [set(item) for item in sent] == [{"Commands"}]
    assert len(sent[0]["Commands"]) == 16


def test_6_2_a_new_item_is_one_signal(main):
    """Title and position are in the same signal."""
    main.send("seek-to-position", position=100 * SECOND)
    for identifier in ("podcast", "movie", "tv-show", "book", "radio", "home-media"):
        start = main.quiet()
        main.send("next").wait_item(identifier)
        main.quiet()
        sent = main.sent(start)
        assert len(sent) == 1
        assert "Content" in sent[0] and set(sent[0]) <= {"Content", "Playback", "Commands"}
        if identifier != "home-media":
            assert "Playback" in sent[0]
        if identifier not in ("radio", "home-media"):
            main.send("seek-to-position", position=60 * SECOND)


def test_6_3_each_object_has_a_window_of_its_own(main, side):
    """A change of one object is emitted at once while changes of another are delayed."""
    delays = []
    while len(delays) < 40 and min(delays, default=1) >= INTERVAL / 2:
        main.quiet()
        for level in (0.1, 0.2, 0.3):
            main.set_volume(level)
        before, start, item = time.monotonic(), len(side.copy.signals), side.item
        side.send("stop").wait(lambda it, old=item: it.item != old, "the other item")
        delays.append(next(m.time for m in side.copy.signals[start:] if m.path == side.path) - before)
    assert min(delays) < INTERVAL / 2, delays


def test_6_3_at_most_twenty_signals_a_second(main):
    start, begun = main.quiet(), time.monotonic()
    number = 0
    while time.monotonic() - begun < 1.2:
        number += 1
        main.set_volume(number % 1000 / 1000)
        main.send("seek-to-position", position=number % 170 * SECOND)
    main.set_volume(0.999)
    main.wait(lambda it: it.volume == 0.999, "the last state is emitted")
    times = [m.time for m in main.copy.signals[start:] if m.path == main.path]
    # The time is not measured from the first signal on, because the bus or this process may have received that late.
    assert len(times) <= (times[-1] - begun) / INTERVAL + 2
    assert len(times) >= 4


def test_6_3_there_and_back_is_not_sent(main):
    assert main.there_and_back() == [0.3]


def test_6_5_a_session_appears_with_everything(surface, side):
    start = len(surface.local.signals)
    side.send("toggle-play-pause")
    guest = surface.local["guest"]
    surface.settle()
    mine = [m for m in surface.local.signals[start:] if m.path == guest.path
            or m.path == ROOT and m.body[0] == guest.path]
    assert [m.member for m in mine] == ["InterfacesAdded"]
    assert mine[0].body[1] == surface.local.everything()[guest.path]


def test_6_5_removal_is_the_last(surface, side):
    side.send("toggle-play-pause")
    guest = surface.local["guest"]
    interfaces = surface.local.everything()[guest.path].keys()
    start = side.quiet()
    side.send("toggle-play-pause")
    surface.wait(lambda: guest.path not in surface.local.objects, "the guest is gone")
    surface.settle()
    mine = [m for m in surface.local.signals[start:] if m.path == guest.path
            or m.path == ROOT and m.body[0] == guest.path]
    assert [m.member for m in mine] == ["InterfacesRemoved"]
    assert sorted(mine[0].body[1]) == sorted(interfaces)
    assert guest.path not in surface.local.everything()


def test_6_5_appearing_and_going_fast(surface, side):
    for _ in range(40):
        side.send("toggle-play-pause")
    surface.settle()
    assert surface.local.everything().keys() == surface.local.objects.keys()
    assert set(surface.local.sessions()) == {"main", "side", "studio"}


def primaries(surface, start):
    """Returns (session, property, value), in the order of the signals with primaries."""
    names = {path: name for name, path in surface.local.sessions().items()}
    return [(names[m.path], key, value) for m in surface.local.signals[start:] if m.member == "PropertiesChanged"
            for key, value in plain(m.body[1]).items() if key.endswith("Primary")]


def test_6_6_who_steps_down_is_notified_first(surface, main, side):
    for _ in range(6):
        start = main.quiet()
        side.send("play").wait(lambda it: it.application_primary, "it is primary")
        main.quiet()
        sent = primaries(surface, start)
        applications = [item for item in sent if item[1] == "ApplicationPrimary"]
        assert applications == [("main", "ApplicationPrimary", False), ("side", "ApplicationPrimary", True)]
        start = main.quiet()
        side.send("pause")
        main.wait(lambda it: it.application_primary, "it is primary again")
        main.quiet()
        sent = primaries(surface, start)
        applications = [item for item in sent if item[1] == "ApplicationPrimary"]
        assert applications == [("side", "ApplicationPrimary", False), ("main", "ApplicationPrimary", True)]


def test_6_devices_are_sent_as_one_property(surface, kitchen):
    start = kitchen.quiet()
    before = time.monotonic()
    kitchen.call("SetDeviceVolume", "sd", "speaker", 0.9, interface=REMOTE)
    kitchen.wait(lambda it: it.devices[0]["volume"] == 0.9, "it is emitted")
    assert time.monotonic() - before >= 0.195
    kitchen.quiet()
    # The volume of the group may change with that of a device.
    sent = [item for item in kitchen.sent(start) if set(item) != {"Volume"}]
    assert [set(item) for item in sent] == [{"Devices"}] and len(sent[0]["Devices"]) == 3


def test_6_8_a_full_socket_loses_no_state(bus):
    """The player's messages are not read for a while, until its socket must be full."""
    stopped = []

    def to_bus(link, message):
        while stopped:
            time.sleep(0.01)  # sleeps: paces a loop that waits until it may read on

    proxy = Proxy(bus, to_bus)
    reference = ReferencePlayer(bus, {"DBUS_SESSION_BUS_ADDRESS": proxy.address})
    bus.hosts.append(reference)
    try:
        reference.ready()
        surface = reference.surface()
        main = surface.local["main"]
        main.quiet()
        stopped.append(True)
        calls = []
        for number in range(400):
            calls.append(main.start_raw("GetAll", "s", SESSION, interface=PROPERTIES))
            if number % 40 == 0:
                calls.append(main.start_raw("SetVolume", "d", number / 1000))
                calls.append(main.start("next"))
        calls.append(main.start_raw("SetVolume", "d", 0.999))
        Surface(bus).wait_for_the_end_of(0.3)
        stopped.clear()
        for call in calls:
            surface.finish(call)
        main.wait(lambda it: it.volume == 0.999, "the last state is emitted")
        surface.settle()
        found = surface.local.everything()[main.path][SESSION]
        surface.drain()
        assert {key: value for key, value in found.items() if key != "Playback"} == {
            key: value for key, value in surface.local.objects[main.path][SESSION].items() if key != "Playback"}
    finally:
        stopped.clear()
        bus.was_stopped = True
        reference.close()
        bus.hosts.remove(reference)
        proxy.close()
