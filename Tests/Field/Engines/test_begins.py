# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Signals to clients of MPRIS when an item begins: by Next, by the end of the one before, and by Play after Stop."""
import statistics
import time

import pytest
from trial import LENGTHS, Trial

#: The longest time, in seconds, after which a client may learn what the engine has reported.
LATE = 0.05


def values(sent, name):
    """Returns the values of a property in signals, each with the time."""
    return [(at, change[name]) for at, change in sent if isinstance(change, dict) and name in change]


def is_slow(how, title, told):
    """Returns whether the engine took so long for an item, on a busy machine, that clients may see it load or stop."""
    plays = next(each[0] for each in told if (each[2], each[4]) == (title, "playing"))
    most = {"stopped": 0.2 if how == "end" else 0.9, "buffering": 0.25}
    return any(each[4] in most and plays - each[0] > most[each[4]] for each in told)


def judge(how, title, length, sent, told, before):
    """Returns what was wrong with the start of an item, in words, and how late its title and its length were, in
    seconds.

    - before: the status that clients knew.
    """
    wrong, late = [], []
    statuses = [status for _, status in values(sent, "PlaybackStatus")]
    plays = next(each[0] for each in told if (each[2], each[4]) == (title, "playing"))
    if statuses != ([] if before == "Playing" else ["Playing"]):
        wrong.append(f"status after {before}: {statuses}")
    metadata = values(sent, "Metadata")
    if any("xesam:title" not in each for _, each in metadata):
        wrong.append("an empty item")
    if not metadata:
        # If the same item plays once more, its metadata is not sent again.
        return wrong if how == "play after stop" else [*wrong, "no metadata"], []
    first = metadata[0][0]
    # Each report of the engine after the item's first signal may cause one more signal.
    tags = len({tuple(each[2:4]) for each in told if each[0] > first - 0.02})
    if len(metadata) > 1 + tags:
        wrong.append(f"{len(metadata)} times Metadata, {tags} late tags")
    for told_as, key, isRight in ((2, "xesam:title", lambda text: text == title),
                                  (3, "mpris:length", lambda us: us and abs(us / 1e6 - length) < 0.1)):
        scale = 1e6 if told_as == 3 else 1
        knew = next(each[0] for each in told if each[told_as] and isRight(each[told_as] * scale))
        seen = [at for at, each in metadata if key in each and isRight(each[key].value)]
        if seen:
            late.append(seen[0] - max(knew, plays))
        else:
            wrong.append(f"no {key}")
    seeked = [change for at, change in sent if not isinstance(change, dict) and at >= first]
    if len(seeked) > 2:
        wrong.append(f"Seeked {seeked}")
    return wrong, late


#: For each way in which an item begins: the files that are played, and how often in a round.
WAYS = {"next": ("long", 5), "end": ("short", 2), "play after stop": ("long", 2)}


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("engine, source", [
    ("gstreamer", "file"), ("gstreamer", "http"), ("gapless", "file"), ("mpv", "file"), ("mpv", "http"),
    ("vlc", "file"), ("qt", "file"), ("qt6", "file"), ("qt6-ffmpeg", "file"), ("xine", "file"), ("process", "file")])
def test_an_item_begins(bus, request, files, server, sound, engine, source, how):
    kind, count = WAYS[how]
    root = server if source == "http" else f"file://{files}"
    addresses = [f"{root}/{kind}{number}.flac" for number in range(2)]
    trial = Trial(bus, [engine, *addresses], sound, request.config.getoption("--build"))
    trial.wait(f"{kind} 0", LENGTHS[kind])
    time.sleep(0.3)  # sleeps: what belongs to the first item is over
    wrong, late, index = [], [], 0
    for _ in range(count * request.config.getoption("--rounds")):
        before = "Playing"
        if how == "play after stop":
            trial.client.do("Stop")
            bus.wait_for(lambda: trial.shown()[2] == "Stopped", "it stops")
            time.sleep(0.3)  # sleeps: what belongs to the stop is over
            before = "Stopped"
        else:
            index = 1 - index
        start, at, title = bus.mark(), time.monotonic(), f"{kind} {index}"
        if how != "end":
            trial.client.do("Next" if how == "next" else "Play")
        bus.wait_for(lambda: any(each[0] >= at and (each[2], each[4]) == (title, "playing") for each in trial.told),
                     f"the engine plays {title}")
        trial.wait(title, LENGTHS[kind])
        time.sleep(0.25)  # sleeps: more signals would come within it
        sent, told = trial.begun(start), [each for each in trial.told if each[0] >= at]
        if is_slow(how, title, told):
            continue
        problems, times = judge(how, title, LENGTHS[kind], sent, told, before)
        late.append(statistics.median(times or [0]))
        if problems:
            wrong.append(f"{title}: {'; '.join(problems)}\n  sent {sent}\n  told {told}")
    trial.close()
    assert not wrong, "\n" + "\n".join(wrong)
    # The median counts, because the machine may be busy. "process", which starts a program for each file, may have no
    # times: its reports come later than clients wait.
    assert late or engine == "process"
    assert statistics.median(late or [0]) < LATE, late
