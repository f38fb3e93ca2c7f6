# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 4: each command does what it says."""

import time

import pytest

from testkit.surface import SECOND, now_us

SLACK = 100_000


def paused_at(main, seconds):
    """Pauses at a position, where nothing moves, so that positions are exact."""
    main.send("pause").wait_playback(state="paused")
    main.send("seek-to-position", position=seconds * SECOND)
    return main.wait(lambda it: it.position() == seconds * SECOND, f"it is at {seconds} s")


def test_4_play_pause_stop_toggle(main):
    main.send("pause").wait_playback(state="paused", rate=0.0)
    main.send("toggle-play-pause").wait_playback(state="playing", rate=1.0)
    main.send("toggle-play-pause").wait_playback(state="paused", rate=0.0)
    main.send("play").wait_playback(state="playing", rate=1.0)
    main.send("stop").wait_playback(state="stopped", rate=0.0)
    assert main.position() == 0
    main.send("toggle-play-pause").wait_playback(state="playing", rate=1.0)


def test_4_pause_keeps_the_position(main):
    before = main.position()
    main.send("pause").wait_playback(state="paused")
    assert before - SLACK <= main.position() <= main.position(now_us())
    at = main.position()
    main.send("play").wait_playback(state="playing")
    assert at - SLACK <= main.position() <= at + SLACK + 10 * SECOND


@pytest.mark.parametrize("seconds", [0, 1, 90, 180])
def test_4_seek_to_position(main, seconds):
    paused_at(main, 50)
    paused_at(main, seconds)


def test_4_seek_by_an_offset(main):
    """Each counts from where the others lead, whatever position its surface believed in."""
    paused_at(main, 50)
    for _ in range(5):
        main.send("seek-to-position", position=60 * SECOND, offset=10 * SECOND)
    main.wait(lambda it: it.position() == 100 * SECOND, "50 s further")
    main.send("seek-to-position", position=0, offset=-200 * SECOND).wait(lambda it: it.position() == 0, "the start")


def test_4_skip_forward(main):
    paused_at(main, 50).send("skip-forward").wait(lambda it: it.position() == 65 * SECOND, "15 s further")
    main.send("skip-forward", interval=30 * SECOND).wait(lambda it: it.position() == 95 * SECOND, "30 s further")
    main.send("skip-forward", interval=15 * SECOND).wait(lambda it: it.position() == 110 * SECOND, "15 s further")


def test_4_skip_backward(main):
    paused_at(main, 50).send("skip-backward").wait(lambda it: it.position() == 35 * SECOND, "15 s back")
    main.send("skip-backward", interval=15 * SECOND).wait(lambda it: it.position() == 20 * SECOND, "15 s back")


@pytest.mark.parametrize("given, rate", [(0.5, 0.5), (1.5, 1.5), (2.0, 2.0), (1.5005, 1.5), (1.9995, 2.0)])
def test_4_change_rate(main, given, rate):
    main.send("change-rate", rate=given)
    main.wait(lambda it: abs(it.playback["rate"] - rate) <= 0.001, f"the rate is {rate}")
    assert abs(main.playback["default-rate"] - rate) <= 0.001


@pytest.mark.parametrize("command, modes", [("change-repeat-mode", ["one", "all", "off"]),
                                            ("change-shuffle-mode", ["items", "off"])])
def test_4_modes(main, command, modes):
    for mode in modes:
        main.send(command, mode=mode).wait(lambda it, now=mode: it.command(command)["current"] == now, mode)


def current(main):
    return [main.command("feedback", button)["current"] for button in (0, 1)]


def test_4_feedback(main):
    assert current(main) == ["neutral", "neutral"]
    for given, wanted in (({"mode": "positive"}, ["positive", "neutral"]),
                          ({"mode": "negative", "button": 1}, ["neutral", "negative"]),
                          # Without `button`, the one that has the mode is meant; for "neutral", the one that is on.
                          ({"mode": "neutral"}, ["neutral", "neutral"]),
                          ({"mode": "negative"}, ["neutral", "negative"]),
                          ({"mode": "positive"}, ["positive", "neutral"])):
        main.send("feedback", **given).wait(lambda it, now=wanted: current(it) == now, wanted)


@pytest.mark.parametrize("command", ["play", "pause"])
def test_4_the_answer_comes_when_the_player_has_answered(kitchen, command):
    """The command takes 200 ms, and blocks nothing meanwhile."""
    before = time.monotonic()
    call = kitchen.start(command)
    kitchen.get("Volume")
    kitchen.surface.finish(call)
    assert time.monotonic() - before >= 0.195


def test_4_volume(main, side):
    for level in (0.0, 0.25, 1.0, 0.123456789):
        main.set_volume(level)
        main.wait(lambda it, now=level: it.volume == now, f"the volume is {level}")
    assert side.volume == -1.0


def test_4_device_volume(surface, kitchen):
    for level in (0.0, 1.0, 0.6):
        kitchen.call("SetDeviceVolume", "sd", "speaker", level, interface="org.nowplaying.Remote1")
        kitchen.wait(lambda it, now=level: it.devices[0]["volume"] == now, f"the volume is {level}")
    assert [device["id"] for device in kitchen.devices] == ["speaker", "tv", "fixed"]
    assert not any("volume" in device for device in kitchen.devices[1:])


def test_4_device_step(surface, kitchen):
    kitchen.call("StepDeviceVolume", "si", "tv", 1, interface="org.nowplaying.Remote1")
    down = kitchen.start_raw("StepDeviceVolume", "si", "tv", -1, interface="org.nowplaying.Remote1")
    assert surface.refused(down, "Failed") == "The TV is off"
