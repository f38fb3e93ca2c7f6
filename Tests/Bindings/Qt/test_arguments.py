# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests what functions of the module do with arguments that are wrong, as panels give them by mistake."""

import pytest

# Values that JavaScript may give in the place of ours: an entry that has gone, and values of other types.
WRONG = ("kept.it.controls[99]", "null", "({})", "[]", "5", "'x'", "kept.it", "kept.it.tracks[0]",
         "kept.it.snapshot()", "Qt.size(1, 1)")


@pytest.fixture
def probe(make_probe, reference):
    """A probe whose `kept.it` is a session of the reference player."""
    probe = make_probe()
    probe.until("surface.sessions.count", 4)
    probe.ask("(kept.it = named('Trial Concert'), kept.failed = [], "
              "kept.it.failed.connect((status, message) => kept.failed.push(message)), true)")
    return probe


def refused(probe, call):
    """Calls a function of the session, and returns the message with which it refuses its arguments."""
    ended = probe.outcome("wrong", f"kept.it.{call}")
    assert (ended["status"], ended["action"]) == (-1, 0), (call, ended)
    assert probe.ask("kept.failed.pop()") == ended["message"]
    return ended["message"]


@pytest.mark.parametrize("function, other, others", [("press", "pressControl", "controls"),
                                                     ("pressControl", "press", "commands")])
def test_a_press_of_something_else(probe, function, other, others):
    """A value of another type is refused with a sentence that says what to write, and ends no program."""
    for value in (*WRONG, f"kept.it.{others}[0]"):
        said = refused(probe, f"{function}({value})")
        assert said.startswith(f"Session.{function}(") and f"session.{other}(" in said, said
    assert " undefined;" in refused(probe, f"{function}(undefined)")
    assert f" {others[:-1].capitalize()};" in refused(probe, f"{function}(kept.it.{others}[0])")


@pytest.mark.parametrize("call", [
    "getArtwork({})", "getChapterArtwork(0, {})", "getPreview(NowPlaying.AspectRatioSquare, {})",
    "getVideo(NowPlaying.AspectRatioSquare, {})", "send(NowPlaying.CommandPlay, {})"])
def test_values_of_other_types(probe, call):
    """Where a function takes a value of Qt's, anything else ends no program: Qt 6 throws an error, and Qt 5 takes the
    value for an empty one."""
    # Both versions of Qt write of it.
    probe.expected += ["incompatible arguments", "JavaScript TypeError", "convert argument", "\t \""]
    for value in WRONG:
        probe.ask(f"(() => {{ try {{ kept.it.{call.format(value)} }} catch (error) {{}} }})()")
    assert probe.ask("kept.it.firstLine") == "Trial Concert"
