# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: imports.py     The cost of the package to a program that has imported gi and GLib already: for each step, a
line of the milliseconds of CPU time and the kilobytes of Private_Dirty of all steps so far."""
import time

from gi.repository import GLib


def private_dirty():
    with open("/proc/self/smaps_rollup") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Private_Dirty"))


def say(step):
    milliseconds = (time.process_time() - start) * 1000
    print(step, f"{milliseconds:.2f}", private_dirty() - before, flush=True)


private_dirty()  # the first call allocates memory itself
before, start = private_dirty(), time.process_time()
import nowplaying  # noqa: E402

say("import")
app = nowplaying.App("org.example.Imports", loop=nowplaying.GLibLoop())
say("app")
session = nowplaying.Session(app)
session.content = nowplaying.Music("A Title", ["An Artist"], duration=1.5)
session.snapshot = nowplaying.Snapshot.playing(0.0)
session.commands = [nowplaying.Command.play(lambda: None)]
session.request_application_primary()
GLib.MainContext.default().iteration(False)
say("player")
