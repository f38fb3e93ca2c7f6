# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The measurements, one for each row of the table."""

import re
import time
from math import inf
from statistics import median

from field.compared.costs import memory, processor_ns
from field.compared.judging import becomes, wrong
from testkit.bus import is_changed, is_ours
from testkit.wire import DBusError, Variant

from .contender import TITLES

SETTLED = 0.7  # seconds after which the consequences of a change are over
SAMPLES, PAUSE = 30, 0.1  # the number of positions, and the seconds between them
CALLS, BLOCKS = 200, 5
WINDOW = 3  # seconds
PATIENCE = 40  # seconds; songs have four


def signals_for(one, act, *conditions):
    """Returns how many signals an action causes; None when the player does not carry it out."""
    start = one.bus.mark()
    act()
    if not all(becomes(condition) for condition in conditions):
        return None
    time.sleep(SETTLED)  # sleeps: more signals would come within it
    return len(one.bus.signals(start))


def refusal(error):
    return wrong(error.name.rsplit(".", 1)[-1])


# Judged rows: {row: "right", or what is wrong}

def idle(begin, files):
    """Judges a player that has just been opened."""
    with begin(*files[:3]) as one:
        cells = {"CanPlay while idle": "right" if one.get("CanPlay") else wrong(one.get("CanPlay"))}
        try:
            one.mpris.do("PlayPause")
            plays = becomes(lambda: one.state() == "Playing", 10)
            cells["a media key while idle"] = "right" if plays else wrong("nothing plays")
        except DBusError as error:
            cells["a media key while idle"] = refusal(error)
    return cells


def track_ids(begin, files):
    """Judges track ids as scripts use them: different for each song, and containing the player's own number."""
    with begin(*files[:3]) as one:
        found = []
        for place in (0, 1):
            one.play(place)
            found.append(one.metadata().get("mpris:trackid", ""))
    numbers = [re.fullmatch(one.track_id, path) for path in found]
    is_right = all(numbers) and numbers[0][1] != numbers[1][1]
    return {"track ids of its own": "right" if is_right else wrong(found[0])}


def song_keys(begin, files):
    """Checks that every metadata key of the player's own code exists with the library as well."""
    with begin(*files[:3]) as one:
        one.play()
        found = {key for key, value in one.metadata().items()
                 if value not in ("", "0", 0, [], [""]) and not str(value).startswith("1970-")}  # says nothing
        if one.kind == "peer":
            type(one).keys = found
        missing = sorted(one.keys - found)
    return {"keys of a song's Metadata": f"missing: {', '.join(missing)}" if missing else "right"}


def opened(begin, files):
    """Judges OpenUri with an address, and with a path, which is no address, but which some players accept."""
    cells = {}
    for row, address in (("OpenUri of a file: URI", files[3].as_uri()), ("OpenUri of a plain path", str(files[3]))):
        with begin(*files[:3]) as one:
            one.play()
            try:
                one.mpris.do("OpenUri", "s", address)
                does = becomes(lambda one=one: one.state() == "Playing" and "Opened" in one.plays(), 5)
                cells[row] = "right" if does else wrong("is not done")
            except DBusError as error:
                cells[row] = refusal(error)
    return cells


def settings(begin, files):
    """Checks that each setting is carried out, shown, and emitted once."""
    cells = {}
    with begin(*files[:3]) as one:
        one.play()
        for name, signature, value in (("LoopStatus", "s", "Track"), ("LoopStatus", "s", "Playlist"),
                                       ("LoopStatus", "s", "None"), ("Shuffle", "b", True), ("Shuffle", "b", False),
                                       ("Volume", "d", one.level)):
            start = one.bus.mark()
            row = f"set {name} {value}, and emitted"
            try:
                one.mpris.set(name, Variant(signature, value))
            except DBusError as error:
                cells[row] = refusal(error)
                continue

            def is_done(name=name, value=value):
                its = one.volume() if name == "Volume" else one.mode(name)
                shown = one.get(name)
                return its == shown == value or name == "Volume" and shown is not None and (
                    abs(its - value) + abs(shown - value) < 0.02)
            if not becomes(is_done):
                cells[row] = wrong(f"is not done: {one.get(name)}")
                continue
            becomes(lambda start=start, name=name: any(name in change for change in one.changes(start)), 1)
            times = sum(name in change for change in one.changes(start))
            cells[row] = "right" if times == 1 else wrong(f"emitted {times} times")
    return cells


def positions(begin, files):
    """Judges the position in Seeked, and the position of a stopped player."""
    cells = {}
    with begin(*files[:3]) as one:
        one.play()
        becomes(lambda: one.engine()[0] > 0)  # an engine that only begins may drop a seek
        start = one.bus.mark()
        one.mpris.do("Seek", "x", 8_000_000)
        try:
            sought = one.bus.wait_seeked(start).body[0] / 1e6
            becomes(lambda: one.engine()[1] >= 7)  # the seek takes a moment
            low, high = one.engine()
            cells["Seeked has the new position"] = (
                "right" if low - 1 < sought < high + 1 and sought >= 8 else wrong(sought))
        except AssertionError:
            cells["Seeked has the new position"] = wrong("no Seeked")
        one.mpris.do("Stop")
        becomes(lambda: one.state() != "Playing")
        at_start = becomes(lambda: one.get("Position") < 300_000)
        cells["Position after Stop"] = "right" if at_start else wrong(one.get("Position"))
    return cells


def own_keys(begin, files, radio):
    """Checks the song of a radio station under the keys that scripts use."""
    with begin(*files[:3]) as one:
        one.play()
        radio.title = "Somebody - Something"
        one.tune(radio.url)
        has_it = becomes(lambda: one.metadata().get(one.key) == radio.title, 10)
        return {one.key: "right" if has_it else "missing" if one.key not in one.metadata() else wrong(
            one.metadata()[one.key])}


def lost_buses(begin, files):
    """Checks a bus that starts after the player, and one that is restarted."""
    cells = {}
    one = begin(*files[:3], bus=False)
    try:
        begins = becomes(one.listed, 10)
        if begins:
            one.play()
        one.bus.start()
        is_shown = becomes(lambda: one.bus.names() and one.title() == TITLES[0], 5)
        cells["a bus that comes later"] = "the player has ended" if one.has_ended else (
            "it waits for a key" if not begins else "is shown" if is_shown else "is not shown")
    finally:
        one.leave_bus()
        one.close()
    with begin(*files[:3]) as one:
        one.play()
        one.leave_bus()
        one.bus.kill()
        time.sleep(1)  # sleeps: how long the bus is away
        one.bus.start()
        is_back = becomes(lambda: one.bus.names() and one.title() == TITLES[0], 5)
        cells["a bus that is restarted"] = "the player has ended" if one.has_ended else (
            "is back" if is_back else "is gone")
    return cells


# Measured rows: {row: number}, lower being better

def believed(records):
    """Returns the position in seconds that a client computes from signals alone."""
    position, since, track = 0.0, None, None
    for message in filter(is_ours, records):
        if message.member == "Seeked":
            position, since = message.body[0] / 1e6, since and message.time
            continue
        changed = message.body[1] if is_changed(message) else {}
        metadata = changed["Metadata"].value if "Metadata" in changed else {}
        if "mpris:trackid" in metadata and metadata["mpris:trackid"].value != track:
            track, position, since = metadata["mpris:trackid"].value, 0.0, since and message.time
        status = changed["PlaybackStatus"].value if "PlaybackStatus" in changed else None
        if status == "Playing" and since is None:
            since = message.time
        elif status in ("Paused", "Stopped") and since is not None:
            position, since = position + message.time - since, None
    return position


def off_by(seconds, low, high):
    """Returns by how many milliseconds a position is outside of a range."""
    return max(0, low - seconds, seconds - high) * 1000


def belief(begin, files):
    """Measures how far the position that clients compute is off after a pause. Less than 0.3 s counts as none."""
    with begin(*files[:3]) as one:
        one.play()
        time.sleep(WINDOW)  # sleeps: half a second of playing is measured
        one.order("pause")
        becomes(lambda: one.get("PlaybackStatus") == "Paused")
        time.sleep(SETTLED)  # sleeps: what belongs to the pause is over
        one.bus.mark()
        off = off_by(believed(one.bus.records), *one.engine())
    return {"Position that clients believe after a pause, ms off": 0 if off < 300 else off}


def signals(begin, files):
    """Counts the signals for commands. Position is read before the first Pause, as clients do, because that makes some
    engines correct it."""
    found = {}
    with begin(*files[:3]) as one:
        one.play()
        time.sleep(SETTLED)  # sleeps: what belongs to the start is over
        found["signals for a Next"] = signals_for(
            one, lambda: one.mpris.do("Next"), lambda: one.plays() == one.title() == TITLES[1])
        one.get("Position")
        found["signals for a Pause"] = signals_for(one, lambda: one.mpris.do("Pause"),
                                                   lambda: one.state() == one.get("PlaybackStatus") == "Paused")
        found["signals for a Play"] = signals_for(one, lambda: one.mpris.do("Play"),
                                                  lambda: one.state() == one.get("PlaybackStatus") == "Playing")
    return {row: inf if count is None else count for row, count in found.items()}


def natural_change(begin, files):
    """Measures automatic changes between short songs; infinity if none occurs."""
    with begin(*files) as one:
        one.order("jump", 0)
        count = inf
        if becomes(lambda: one.title() == "Natural 1", PATIENCE):
            time.sleep(SETTLED)  # sleeps: what belongs to this track is over
            start = one.bus.mark()
            if becomes(lambda: one.title() == "Natural 3", PATIENCE):
                time.sleep(SETTLED)  # sleeps: more signals would come within it
                count = sum(map(is_ours, one.bus.since(start))) / 2
    return {"signals for a track change": count}


def measure_line(one):
    """Returns by how many milliseconds Position is outside of the engine's positions before and after; and by how many
    its movement differs from the clock's."""
    outside, line = [], []
    for _ in range(SAMPLES):
        low, _ = one.engine()
        begun = time.monotonic()
        position = one.get("Position") / 1e6
        ended = time.monotonic()
        _, high = one.engine()
        outside.append(off_by(position, low, high))
        if ended - begun < 0.02:
            line.append((position - (begun + ended) / 2) * 1000)
        time.sleep(PAUSE)  # sleeps: spreads the samples over the time
    middle = median(line)
    return max(outside), max(abs(place - middle) for place in line)


def position(begin, files):
    """Measures by how much Position is off. Less than 5 ms counts as none, and unevenness is rounded up to 100 ms,
    because of the noise of the machine."""
    with begin(*files[:3]) as one:
        one.play()
        time.sleep(1)  # sleeps: what belongs to the start is over
        outside, uneven = measure_line(one)
    return {"Position off the engine's, ms": 0 if outside < 5 else outside,
            "Position off a steady clock, ms": -(-uneven // 100) * 100}


def costs(begin, files):
    with begin(*files[:3]) as one:
        time.sleep(SETTLED)  # sleeps: what belongs to the start is over
        found = memory(one.pid)
        one.play()
        time.sleep(SETTLED)  # sleeps: what belongs to playing is over
        start = processor_ns(one.pid)
        time.sleep(WINDOW)  # sleeps: what is measured
        found["CPU while it plays, ms per second"] = (processor_ns(one.pid) - start) / WINDOW / 1e6
        one.order("pause")
        becomes(lambda: one.get("PlaybackStatus") == "Paused")
        time.sleep(SETTLED)  # sleeps: what belongs to the pause is over
        for row, method, words in (("CPU per GetAll, µs", "get_all", ()),
                                   ("CPU per Get(Position), µs", "get", ("Position",))):
            samples = []
            for _ in range(BLOCKS):
                start = processor_ns(one.pid)
                for _ in range(CALLS):
                    getattr(one.mpris, method)(*words)
                samples.append((processor_ns(one.pid) - start) / CALLS / 1000)
            found[row] = median(samples)
    return found

