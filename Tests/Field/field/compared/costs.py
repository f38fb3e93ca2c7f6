# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Measures the costs of a plugin beyond those of the bare player, and how soon clients see a change. All kinds run at
once on separate buses, and are measured in turn."""

import contextlib
import os
import re
import subprocess
import sys
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median

from field.adapters import media
from testkit.bus import TRACK_LIST, is_ours
from testkit.desktop import wait_until

from .contenders import KINDS

BOTH = KINDS[:2]
CALLS = 2000
BLOCKS = 10
PROBES = 200
WINDOW = 4  # seconds
SETTLED = 1.5  # seconds after which the consequences of a change are over
TURNS = 10


def processor_ns(pid):
    """Returns the time for which all threads of a process have run, in ns."""
    return sum(int((task / "schedstat").read_text().split()[0]) for task in Path(f"/proc/{pid}/task").iterdir())


def waits(pid):
    """Returns for each thread of a process, by its id, how often it has waited for something."""
    counts = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # it has ended
            status = (task / "status").read_text()
            counts[int(task.name)] = int(re.search(r"\nvoluntary_ctxt_switches:\s*(\d+)", status)[1])
    return counts


def threads_that_answer(one):
    """Returns the threads that calls by the bus wake while the player is paused: the plugin's, and those it needs."""
    before = waits(one.pid)
    for _ in range(PROBES):
        one.mpris.get("PlaybackStatus")
    return {thread for thread, count in waits(one.pid).items() if count - before.get(thread, 0) > PROBES / 2}


def memory(pid):
    """Returns {row: megabytes}: private memory, and private memory with a share of shared memory."""
    found = dict(re.findall(r"(\w+):\s*(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text()))
    return {"memory that is written, MB": int(found["Private_Dirty"]) / 1024,
            "memory with its share of libraries, MB": int(found["Pss"]) / 1024}


def all_begin(stack, player, files):
    """Makes each kind play the first file."""
    return {kind: stack.enter_context(player(kind, player.stays, *files[:3])) for kind in KINDS}


def all_are(every, state):
    for kind, one in every.items():
        one.order("play" if state == "Playing" else "pause")
        wait_until(f"{kind} is {state}", lambda one=one: one.state() == state)
        if kind in BOTH:
            wait_until(f"{kind} says {state}", lambda one=one: one.get("PlaybackStatus") == state)


def mains(every, threads, kind):
    """Returns the bare player's main thread, if another kind has it too."""
    return {every["bare"].pid} if every[kind].pid in threads else set()


def woken(one, before, threads):
    after = waits(one.pid)
    return sum(after[thread] - before[thread] for thread in threads)


def measure(player, files, say, watcher):
    """Returns {row: {kind: samples}}, lower being better. Wakeups and CPU are those beyond what the bare player has."""
    rows = {}

    def note(row, kind, value):
        rows.setdefault(row, {}).setdefault(kind, []).append(value)

    with ExitStack() as stack:
        every = all_begin(stack, player, files)
        for kind, one in every.items():
            wait_until(f"{kind} plays", lambda one=one: "First" in one.plays() and one.state() == "Playing")
            if kind in BOTH:
                wait_until(f"{kind} says so", lambda one=one: one.title() == "First")
        all_are(every, "Paused")
        time.sleep(SETTLED)  # sleeps: what belongs to the pause is over
        threads = {kind: threads_that_answer(every[kind]) for kind in BOTH}
        for state in "Paused", "Playing":
            say(f"wakeups, {state.lower()}")
            all_are(every, state)
            time.sleep(SETTLED)  # sleeps: what belongs to the state is over
            before = {kind: waits(one.pid) for kind, one in every.items()}
            time.sleep(WINDOW)  # sleeps: what is measured
            for kind in BOTH:
                note(f"wakeups per second, {state.lower()}", kind, (
                    woken(every[kind], before[kind], threads[kind])
                    - woken(every["bare"], before["bare"], mains(every, threads[kind], kind))) / WINDOW)
        say("CPU per call")
        all_are(every, "Paused")
        for row, method, words in (("CPU per GetAll, µs", "get_all", ()), ("CPU per Get(Position), µs", "get",
                                                                            ("Position",))):
            for _ in range(BLOCKS):
                for kind in BOTH:
                    one = every[kind]
                    call = getattr(one.mpris, method)
                    pids = [one.pid, every["bare"].pid]
                    before = [processor_ns(pid) for pid in pids]
                    for _ in range(CALLS // BLOCKS):
                        call(*words)
                    its, bare = (processor_ns(pid) - start for pid, start in zip(pids, before))
                    note(row, kind, (its - bare) / (CALLS // BLOCKS) / 1000)
        say("stop and play in the player")
        for _ in range(TURNS):
            for kind in BOTH:
                one = every[kind]
                note("play in the player until it is shown, ms", kind, watcher.until_emitted(one, "Playing", partial(
                    one.order, "play")))
                note("stop in the player until it is shown, ms", kind, watcher.until_emitted(one, "Stopped", partial(
                    one.order, "stop")))
                one.order("jump", 0)
                one.order("play")
                wait_until("it plays", lambda one=one: one.state() == "Playing" and one.seconds())
                one.order("pause")
                wait_until("it is paused", lambda one=one: one.get("PlaybackStatus") == "Paused")
                time.sleep(0.2)  # sleeps: what belongs to the pause is over
    return rows


class Watcher:
    """Runs the client watch.py."""

    def __init__(self):
        command = [sys.executable, "-B", str(Path(__file__).with_name("watch.py"))]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate()

    def order(self, order, one, word):
        """Tells the watching client what to wait for; `time` returns the moment at which that came."""
        print(order, one.bus.socket, one.bus_name, word, file=self.process.stdin, flush=True)
        one.bus.foreign.add((one.bus.epoch, self.process.stdout.readline().strip()))

    def time(self):
        return float(self.process.stdout.readline())

    def until_emitted(self, one, status, act):
        """Returns the milliseconds from an action to the signal that reports it; infinity if it never comes."""
        self.order("emitted", one, status)
        start = time.monotonic()
        act()
        return (self.time() - start) * 1000

    def until_shown(self, one):
        """Returns the milliseconds until a panel knows that the first file plays; infinity if it never does."""
        start = time.monotonic()
        self.order("shown", one, "First")
        return (self.time() - start) * 1000


def stops(one, watcher):
    """Returns the milliseconds from a client's Stop until it is shown, for each possible stop."""
    for _ in range(one.stops):
        # VLC ignores "play" while it is still stopping, so the command is repeated.
        wait_until("it plays and says so", lambda: ((one.state() == "Playing" or one.order("play")) and one.seconds()
                                                    and one.get("PlaybackStatus") == "Playing"))
        time.sleep(0.5)  # sleeps: what it does at its beginning is over
        yield watcher.until_emitted(one, "Stopped", partial(one.mpris.do, "Stop"))


def beginnings(player, files, watcher):
    """Returns {row: {kind: samples}} of players that have just been started, in turns."""
    rows = {}

    def note(row, kind, value):
        rows.setdefault(row, {}).setdefault(kind, []).append(value)

    for _ in range(TURNS):
        for kind in KINDS:
            one = player(kind, player.stays, *files[:3])
            if kind in BOTH:
                note("start of the player until it is shown, ms", kind, watcher.until_shown(one))
            with one:
                wait_until("it plays", lambda one=one: "First" in one.plays() and one.state() == "Playing")
                one.order("pause")
                time.sleep(0.5)  # sleeps: what belongs to the pause is over
                for row, value in memory(one.pid).items():
                    note(row, kind, value)
                if kind in BOTH:
                    for value in stops(one, watcher):
                        note("Stop by a client until it is shown, ms", kind, value)
    for row, by_kind in rows.items():
        bare = median(by_kind.pop("bare", [0]))
        rows[row] = {kind: [sample - bare for sample in samples] for kind, samples in by_kind.items()}
    return rows


def natural_changes(player, folder, kind):
    """Returns the count of signals for each change of track, those about the queue separately, and whether one says
    Stopped."""
    files = [folder / f"natural{number}.flac" for number in range(5)]
    for number, path in enumerate(files):
        if not path.exists():
            media.sound(path, 2, title=f"Natural {number}")
    with player(kind, player.stays, *files) as one:
        wait_until("the second track plays", lambda: one.title() == "Natural 1")
        time.sleep(0.5)  # sleeps: what belongs to this change is over
        start = one.bus.mark()
        wait_until("the fourth track plays", lambda: one.title() == "Natural 3")
        time.sleep(0.5)  # sleeps: what belongs to this change is over
        queue = [message for message in one.bus.since(start) if is_ours(message) and message.interface == TRACK_LIST]
        said = one.bus.signals(start)
    stopped = any(isinstance(change, dict) and change.get("PlaybackStatus") == "Stopped" for change in said)
    return (len(said) - len(queue)) / 2, len(queue) / 2, stopped
