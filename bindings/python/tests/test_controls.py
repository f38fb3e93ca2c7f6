# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The buttons that a surface shows."""
from nowplaying.surface import CommandKind, ControlRow, Feedback, Phase, RepeatMode
from conftest import TIMEOUT
from players import panel  # noqa: F401
from test_surface_actions import pressed  # noqa: F401


def test_each_control_is_pressed(pressed):  # noqa: F811
    session, calls = pressed
    controls = {(each.kind.name, each.interval): each for each in session.controls}
    beside = [each.kind.name for each in session.controls if each.row == ControlRow.BESIDE]
    assert beside == ["CHANGE_RATE", "FEEDBACK", "FEEDBACK", "CHANGE_SHUFFLE_MODE"]
    skip, further = controls["SKIP_FORWARD", 10.0], controls["SKIP_FORWARD", 30.0]
    assert (skip.row, skip.slot.name, skip.number) == (ControlRow.CENTRAL, "FORWARD", 10.0)
    assert (further.row, further.name_plural) == (ControlRow.OVERFLOW, "Forward by %1 seconds")
    repeat, rate = controls["CHANGE_REPEAT_MODE", 0.0], controls["CHANGE_RATE", 0.0]
    assert (repeat.name, repeat.is_switch, repeat.active, rate.rates) == ("Repeat: one", True, True, (0.5, 1.0, 2.0))
    like = next(each for each in session.controls if each.kind == CommandKind.FEEDBACK)
    for control, expected in [(skip, ("forward", 10.0)), (further, ("forward", 30.0)), (rate, ("rate", 2.0)),
                              (repeat, ("repeat", RepeatMode.ALL)), (like, ("like", Feedback.POSITIVE))]:
        assert session.press(control).result(TIMEOUT) is None and calls.take() == expected
    held = controls["SEEK_FORWARD", 0.0]
    for phase in Phase:
        assert held.is_held and session.press(held, phase).result(TIMEOUT) is None
        assert calls.take() == ("hold", phase)
