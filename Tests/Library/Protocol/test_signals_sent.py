# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 6: what is emitted, when, and in how many signals. passive.py checks what must hold for every
signal."""

import time

from lab.harness.passive import PROPERTIES
from lab.harness.protocol import MANAGER, REMOTE, ROOT, SESSION
from lab.harness.proxy import Proxy
from lab.harness.reference import ReferencePlayer
from lab.harness.surface import INTERVAL, SECOND, Surface, plain


def paused(main):
    main.send("pause").wait_playback(state="paused")
    return main.quiet()


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


def test_6_1_only_what_changed_is_sent(main):
    start = paused(main)
    main.set_volume(0.3)
    main.quiet()
    assert main.sent(start) == [{"Volume": 0.3}]
    start = main.quiet()
    main.send("play").wait_playback(state="playing")
    main.quiet()
    assert [set(sent) for sent in main.sent(start)] == [{"Playback"}]


def test_6_1_each_property_is_sent_whole(main):
    start = main.quiet()
    main.send("feedback", mode="positive")
    main.quiet()
    sent = main.sent(start)
    assert [set(item) for item in sent] == [{"Commands"}]
    assert len(sent[0]["Commands"]) == 16


def test_6_1_what_stays_is_not_sent(main, side):
    start = paused(main)
    main.set_volume(0.5)
    main.send("change-repeat-mode", mode="off").send("feedback", mode="neutral").send("change-rate", rate=1.0)
    main.send("pause").send("change-shuffle-mode", mode="off")
    side.send("pause")
    main.quiet()
    assert main.sent(start) == [] and side.sent(start) == []


def test_6_1_the_const_ids_are_not_sent(main, side):
    start = main.quiet()
    for _ in range(8):
        main.send("next")
    side.send("play").send("pause")
    main.quiet()
    assert not any("Id" in sent for session in (main, side) for sent in session.sent(start))


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


def test_6_2_no_title_beside_another_items_position(main):
    """This holds even while changes are delayed."""
    for _ in range(16):
        if main.command("seek-to-position") and "elapsed" in main.playback and "duration" in main.content:
            main.send("seek-to-position", position=100 * SECOND)
        main.set_volume(0.1)
        main.set_volume(0.2)
        start, before = len(main.copy.signals), main.item
        main.send("next").wait(lambda it, old=before: it.item != old, "the next item")
        sent = next(item for item in main.sent(start) if "Content" in item)
        if "elapsed" in main.playback:
            assert main.position() < 90 * SECOND, sent


def test_6_3_the_first_change_is_sent_at_once(main):
    """A machine is late now and then; a delayed signal is late each time."""
    delays = []
    while len(delays) < 40 and min(delays, default=1) >= INTERVAL / 2:
        main.quiet()
        level = (len(delays) % 50 + 1) / 100
        before = time.monotonic()
        main.set_volume(level)
        main.wait(lambda it, now=level: it.volume == now, "it is emitted")
        delays.append(main.copy.signals[-1].time - before)
    assert min(delays) < INTERVAL / 2, delays


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


def test_6_3_the_newest_wins(main):
    start = main.quiet()
    for number in range(200):
        main.set_volume(number / 200)
    main.wait(lambda it: it.volume == 199 / 200, "the last state is emitted")
    main.quiet()
    levels = [sent["Volume"] for sent in main.sent(start)]
    assert levels == sorted(levels) and levels[0] in (0.0, 1 / 200) and levels[-1] == 199 / 200
    assert len(levels) < 150


def test_6_3_there_and_back_is_not_sent(main):
    assert main.there_and_back() == [0.3]


def test_6_4_small_movements_are_not_sent(main):
    main.send("seek-to-position", position=50 * SECOND)
    start = paused(main)
    at = main.get("Playback").value["elapsed"].value
    for step in (5_000, -5_000, 9_000, 0):
        main.send("seek-to-position", position=at + step)
        main.quiet()
    assert main.sent(start) == []


def test_6_4_jumps_are_sent(main):
    main.send("pause").send("seek-to-position", position=50 * SECOND)
    main.wait(lambda it: it.position() == 50 * SECOND, "it is there")
    at = 50 * SECOND
    for step in (101_000, -102_000, 500_000, 10 * SECOND, -20 * SECOND):
        start = main.quiet()
        at += step
        main.send("seek-to-position", position=at).wait(lambda it, to=at: it.position() == to, "the jump is emitted")
        main.quiet()
        assert [set(sent) for sent in main.sent(start)] == [{"Playback"}]


def test_6_4_small_movements_add_up(main):
    """A surface that was sent none of them would be far off in the end."""
    main.send("pause").send("seek-to-position", position=50 * SECOND)
    main.wait(lambda it: it.position() == 50 * SECOND, "it is there")
    for step in range(1, 31):
        main.send("seek-to-position", position=50 * SECOND + step * 9_000)
        # Waits for each step before the next one.
        main.set_volume(step / 100)
        main.wait(lambda it, now=step / 100: it.volume == now, "it is emitted")
        assert abs(main.position() - 50 * SECOND - step * 9_000) <= 100_000
    assert main.position() > 50 * SECOND + 30 * 9_000 - 100_001


def test_6_4_playing_on_is_not_sent(main, kitchen):
    start, theirs = main.quiet(), len(kitchen.copy.signals)
    kitchen.surface.settle(0.5)
    assert main.sent(start) == [] and kitchen.sent(theirs) == []


def test_6_4_words_and_rates_are_sent(main):
    for command, given, wanted in (("pause", {}, ("paused", 0.0, 1.0)), ("change-rate", {"rate": 1.5},
                                   ("paused", 0.0, 1.5)), ("play", {}, ("playing", 1.5, 1.5)),
                                   ("change-rate", {"rate": 1.0}, ("playing", 1.0, 1.0)), ("stop", {},
                                   ("stopped", 0.0, 1.0))):
        start = main.quiet()
        main.send(command, **given)
        main.quiet()
        sent = [item["Playback"] for item in main.sent(start)]
        assert [(item["state"], item["rate"], item["default-rate"]) for item in sent] == [wanted]


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


def test_6_6_also_in_a_storm(surface, main, side):
    for number in range(30):
        main.set_volume(number / 100)
        side.send(("play", "pause")[number % 2])
    surface.settle()
    believed = {"main": True, "side": False}
    for name, key, value in primaries(surface, 0):
        if key == "ApplicationPrimary":
            believed[name] = value
            assert sum(believed.values()) <= 1
    assert main.get("ApplicationPrimary").value is True and side.get("ApplicationPrimary").value is False


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
