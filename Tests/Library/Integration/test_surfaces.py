# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Callbacks of a host in C about surfaces of org.nowplaying."""

import pytest

from testkit.host import C, SECOND


@pytest.fixture
def host(bus):
    return bus.player(commands=("PLAY", "PAUSE", "SEEK_FORWARD"))


def test_a_command_that_is_disabled_while_it_is_held_is_let_go(host, session):
    session.send("seek-forward", phase="begin")
    host.wait("command", kind=C.COMMAND_SEEK_FORWARD, phase=C.PHASE_BEGIN)
    start = len(host.events)
    host.ask_all([("enable", "main", C.COMMAND_SEEK_FORWARD, 0), ("commit", "main")])
    host.wait("command", start, kind=C.COMMAND_SEEK_FORWARD, phase=C.PHASE_END)


def test_which_animated_artwork_is_shown(host, session):
    copy = session.copy
    copy.register("1:1")
    assert host.wait("aspect_ratios")["ratios"] == 1
    start = len(host.events)
    copy.register("1:1", "3:4")
    assert host.wait("aspect_ratios", start)["ratios"] == 3
    start = len(host.events)
    copy.unregister()
    assert host.wait("aspect_ratios", start)["ratios"] == 0


@pytest.mark.parametrize("command, target", [("skip-backward", 35), ("skip-forward", 65)])
def test_a_skip_in_a_session_that_is_not_the_primary(host, session, command, target):
    """Surfaces see where the skip leads to as soon as the host has accepted it, before it says where it is."""
    host.session("other", "other")
    host.commands("PLAY", "SKIP_FORWARD:15000000", "SKIP_BACKWARD:15000000", name="other", commit=False)
    host.snapshot("PAUSED", 50 * SECOND, name="other", commit=False)
    host.content("other", title="Other")
    other = session.copy["other"].wait_item("item")
    other.send(command).wait(lambda it: it.position() == target * SECOND, "the target")


@pytest.mark.parametrize("times", [1, 3])
def test_a_session_that_comes_as_the_primary(host, session, times):
    """The former primary is emitted as no longer primary before the new one is emitted as primary, even if changes of
    the former one are delayed."""
    copy = session.copy
    for number in range(times):
        name = f"next {number}"
        host.ask_all([("volume", "main", number / 10), ("commit", "main"), ("session", name, name), ("commit", name),
                      ("primary", name, "application")])
        host.wait("primary_result", session=name, which=C.PRIMARY_APPLICATION, status=C.OK)
    copy.surface.wait(lambda: len(copy.sessions()) == times + 1, "all have come")
    last = f"next {times - 1}"
    copy[last].wait(lambda it: it.application_primary, "it is the primary")
    assert [name for name in copy.sessions() if copy[name].application_primary] == [last]
