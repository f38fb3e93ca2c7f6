# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 4: each command does what it says."""

import time

import pytest

from lab.harness.surface import SECOND, now_us
from lab.harness.wire import Variant

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


def test_4_repeated_commands_succeed(main):
    for command in ("play", "play", "pause", "pause", "stop", "stop"):
        main.send(command)


@pytest.mark.parametrize("seconds", [0, 1, 90, 180])
def test_4_seek_to_position(main, seconds):
    paused_at(main, 50)
    paused_at(main, seconds)


def test_4_seek_without_a_known_duration(main):
    for identifier in ("podcast", "movie", "tv-show"):
        main.send("next").wait_item(identifier)
    paused_at(main, 7200)


def test_4_skip_forward(main):
    paused_at(main, 50).send("skip-forward").wait(lambda it: it.position() == 65 * SECOND, "15 s further")
    main.send("skip-forward", interval=30 * SECOND).wait(lambda it: it.position() == 95 * SECOND, "30 s further")
    main.send("skip-forward", interval=15 * SECOND).wait(lambda it: it.position() == 110 * SECOND, "15 s further")


def test_4_skip_backward(main):
    paused_at(main, 50).send("skip-backward").wait(lambda it: it.position() == 35 * SECOND, "15 s back")
    main.send("skip-backward", interval=15 * SECOND).wait(lambda it: it.position() == 20 * SECOND, "15 s back")


def test_4_skips_stay_within_the_item(main):
    paused_at(main, 5).send("skip-backward").wait(lambda it: it.position() == 0, "it is at the start")
    paused_at(main, 175).send("skip-forward").wait(lambda it: it.position() == 180 * SECOND, "it is at the end")
    main.send("skip-backward").wait(lambda it: it.position() == 165 * SECOND, "15 s before the end")
    assert main.item == "music"


@pytest.mark.parametrize("state", ["playing", "paused", "stopped"])
@pytest.mark.parametrize("command, rate", [("seek-forward", 5.0), ("seek-backward", -5.0)])
def test_4_seeking_by_holding(main, command, rate, state):
    if state != "playing":
        main.send({"paused": "pause", "stopped": "stop"}[state]).wait_playback(state=state)
    main.send(command, phase="begin").wait_playback(state="playing", rate=rate)
    main.send(command, phase="end").wait_playback(state=state, rate=1.0 if state == "playing" else 0.0)


def test_4_seeking_moves(main):
    paused_at(main, 100).send("seek-forward", phase="begin").wait_playback(rate=5.0)
    time.sleep(0.2)  # sleeps: the button is held so long
    main.send("seek-forward", phase="end").wait_playback(state="paused")
    assert main.position() >= 100 * SECOND + 5 * 200_000 - SLACK


@pytest.mark.parametrize("given, rate", [(0.5, 0.5), (1.5, 1.5), (2.0, 2.0), (1.5005, 1.5), (1.9995, 2.0)])
def test_4_change_rate(main, given, rate):
    main.send("change-rate", rate=given)
    main.wait(lambda it: abs(it.playback["rate"] - rate) <= 0.001, f"the rate is {rate}")
    assert abs(main.playback["default-rate"] - rate) <= 0.001


def test_4_a_rate_lasts(main):
    main.send("pause").wait_playback(state="paused")
    main.send("change-rate", rate=1.5).wait_playback(state="paused", rate=0.0, default_rate=1.5)
    main.send("play").wait_playback(state="playing", rate=1.5)
    main.send("stop").send("play").wait_playback(state="playing", rate=1.5, default_rate=1.5)
    main.send("next").wait_item("podcast").wait_playback(state="playing", rate=1.5)


@pytest.mark.parametrize("command, modes", [("change-repeat-mode", ["one", "all", "off"]),
                                            ("change-shuffle-mode", ["items", "off"])])
def test_4_modes(main, command, modes):
    for mode in modes:
        main.send(command, mode=mode).wait(lambda it, now=mode: it.command(command)["current"] == now, mode)


@pytest.mark.parametrize("command, modes", [("change-repeat-mode", ["one", "all", "off", "one"]),
                                            ("change-shuffle-mode", ["items", "off", "items"])])
def test_4_the_next_mode(main, command, modes):
    """The next mode follows the present one; after the last comes the first."""
    for mode in modes:
        main.send(command).wait(lambda it, now=mode: it.command(command)["current"] == now, mode)


def test_4_the_next_rate_and_opinion(main):
    rates = sorted(main.command("change-rate")["rates"])
    for rate in [each for each in rates if each > 1] + rates[:2]:
        main.send("change-rate").wait_playback(default_rate=rate)
    for button, mode in ((0, "positive"), (0, "neutral"), (1, "negative"), (1, "neutral")):
        main.send("feedback", button=button).wait(
            lambda it, at=button, now=mode: it.command("feedback", at)["current"] == now, mode)


def current(main):
    return [main.command("feedback", button)["current"] for button in (0, 1)]


def test_4_feedback(main):
    assert current(main) == ["neutral", "neutral"]
    for given, wanted in (({"mode": "positive"}, ["positive", "neutral"]),
                          ({"mode": "negative", "button": 1}, ["neutral", "negative"]),
                          # Without `button`, the one that has the mode is meant; for "neutral", the one that is on.
                          ({"mode": "neutral"}, ["neutral", "neutral"]),
                          ({"mode": "negative"}, ["neutral", "negative"]),
                          ({"mode": "positive"}, ["positive", "neutral"]),
                          ({"mode": "negative"}, ["neutral", "negative"]),
                          ({"mode": "positive", "button": 0}, ["positive", "neutral"]),
                          ({"mode": "neutral", "button": 0}, ["neutral", "neutral"]),
                          ({"mode": "negative", "button": 1}, ["neutral", "negative"]),
                          ({"mode": "neutral", "button": 1}, ["neutral", "neutral"])):
        main.send("feedback", **given).wait(lambda it, now=wanted: current(it) == now, wanted)


def test_4_a_thumb_is_taken_back(main):
    """The player decides by its state at the time of the command, and only with `toggle`."""
    for button, mode, toggle, wanted in ((0, "positive", True, "positive"), (0, "positive", False, "positive"),
                                         (0, "positive", True, "neutral"), (1, "negative", True, "negative"),
                                         (1, "neutral", True, "neutral"), (0, "positive", True, "positive"),
                                         (0, "positive", True, "neutral")):
        main.send("feedback", mode=mode, button=button, toggle=toggle).wait(
            lambda it, at=button, now=wanted: it.command("feedback", at)["current"] == now, wanted)


def test_4_unknown_keys_are_ignored(main):
    main.send("pause", volume=Variant("s", "loud"), x=Variant("a{sv}", {})).wait_playback(state="paused")


@pytest.mark.parametrize("key, value", [("position", Variant("s", "x")), ("rate", Variant("d", float("nan"))),
                                        ("mode", Variant("s", "x")), ("interval", Variant("x", -1)),
                                        ("phase", Variant("u", 1)), ("button", Variant("s", "x"))])
def test_4_keys_that_a_command_does_not_take_are_ignored(main, key, value):
    main.send("pause", **{key: value}).wait_playback(state="paused")


def test_4_stop_of_side_is_the_other_item(side):
    for _ in range(2):
        for identifier in ("episode-2", "episode-1"):
            side.send("stop").wait_item(identifier)
            assert side.position() == 60 * SECOND and side.state == "paused"
    side.send("play").wait_playback(state="playing")
    begun = now_us()
    side.send("stop").wait_item("episode-2")
    assert side.state == "playing"
    assert 60 * SECOND - SLACK <= side.position() <= 60 * SECOND + now_us() - begun + SLACK


def test_4_kitchen_plays_and_pauses(kitchen):
    kitchen.send("play").wait_playback(state="playing", rate=1.0)
    kitchen.send("pause").wait_playback(state="paused", rate=0.0)


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
