# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Compares the position that clients read with the engine's, also for engines that give whole seconds; and what
docs/engines.md says of the engines' positions with what they are."""
import bisect
import statistics
import time

import pytest
from trial import LENGTHS, Trial, says

#: The seconds for which a client reads, five times a second.
READS = 15
#: The least share of readings, ten a second, that are another position than the one before, where it always moves.
MOVING = 0.6


def is_moving(positions):
    """Returns whether nearly all readings of an engine differ from the one before."""
    moved = [first != second for (_, first), (_, second) in zip(positions, positions[1:])]
    return sum(moved) > MOVING * len(moved)


def engine_at(positions, at):
    """Returns the engine's position at a time, interpolated between those that were printed; None if there are none
    around it."""
    place = bisect.bisect([each[0] for each in positions], at)
    if not 0 < place < len(positions):
        return None
    (before, first), (after, second) = positions[place - 1:place + 1]
    return first + (second - first) * (at - before) / (after - before)


@pytest.mark.parametrize("engine, how", [
    ("gstreamer", "--whole"), ("mpv", "--whole"), ("qt", "--whole"), ("qt6", "--whole"), ("vlc", "--exact"),
    ("gstreamer", "--exact")])
def test_the_position_is_that_of_the_engine(bus, request, files, sound, engine, how):
    start = bus.mark()
    trial = Trial(bus, [how, engine, *(f"file://{files}/long{number}.flac" for number in range(2))], sound,
                  request.config.getoption("--build"))
    trial.wait("long 0", LENGTHS["long"])
    read, end = [], time.monotonic() + READS
    while time.monotonic() < end:
        before = time.monotonic()
        position = trial.client.get("Position") / 1e6
        read.append(((before + time.monotonic()) / 2, position))
        time.sleep(0.2)  # sleeps: paces the questions
    # An engine that counts whole seconds says 0 for the first one, however long the sound server takes to start.
    first = 1 if how == "--whole" else 0
    errors = [abs(position - there) for at, position in read
              if (there := engine_at(trial.positions, at)) is not None and there >= first]
    seeked = [change for _, change in trial.begun(start) if not isinstance(change, dict)]
    trial.close()
    assert len(errors) > READS
    said = says("callback `position`", engine, request.config.getoption("--build"))
    assert is_moving(trial.positions) == (said == "yes"), trial.positions
    # While other tests run, the sound server stops and goes on more than once; in Tests/run-long, without them, it does
    # not.
    most, moves = (0.1, 2) if request.config.getoption("--rounds") > 1 else (0.2, 4)
    assert statistics.mean(errors) <= most, [(at, position, engine_at(trial.positions, at)) for at, position in read]
    assert len(seeked) <= moves, seeked
