# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Measures what the extension and its host cost while a page plays and while it rests, compared with the browser's own
player, and with a browser without an extension.

usage: Tests/alone pytest -p no:cacheprovider --build=build Tests/Field/Browser/test_cost.py

Prints a line for each browser. COST_SECONDS is how long each is measured (default: 60), COST_ROUNDS how often at most:
the lowest figures count, because a browser has other things to do at times.
"""

import faulthandler
import os
import time
from pathlib import Path

from field.adapters import media
from testkit.bus import Bus

from run import Run, hosts_of

SECONDS = int(os.environ.get("COST_SECONDS", "60"))
ROUNDS = int(os.environ.get("COST_ROUNDS", "4"))
# The share of a processor by which a playing browser may need more with the extension than with its own player.
MOST_MORE = 0.002
TICK = os.sysconf("SC_CLK_TCK")


def fields(process):
    """Returns the fields of a process's stat behind its name, of which the first is its state."""
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()


def family(root):
    """Returns a process and all processes that it or its children have started."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents.setdefault(int(fields(entry.name)[1]), []).append(int(entry.name))
            except OSError:
                continue  # it has ended
    found = [root]
    for process in found:
        found += parents.get(process, [])
    return found


def processor_time(processes):
    """Returns the processor time, in seconds, of these processes and of their children that have ended."""
    return sum(int(ticks) for process in processes for ticks in fields(process)[11:15]) / TICK


def switches(process):
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    return sum(int(line.split()[1]) for line in status.splitlines() if "ctxt_switches" in line)


def spend(seconds):
    time.sleep(seconds)  # sleeps: lets pass the time that is measured


def measure(kind, pages, folder, ours):
    """Returns the shares of a processor that browser and host take, and how often the host was woken at rest."""
    folder.mkdir()
    with Run(kind, folder, extension=ours, own_player=not ours) as run:
        tab = run.browser.open(f"{pages.at}/music.html")
        run.browser.run(tab, "audio.src = 'long.ogg'; audio.play()")
        run.wait_until("it plays, and has begun", lambda: run.browser.run(tab, "return audio.currentTime") > 15)
        assert len(run.names()) == 1, run.names()
        if not ours:
            run.bus.foreign.add((run.bus.epoch, run.bus.owner(run.names()[0])))
        browser, hosts = run.process.process.pid, hosts_of(run)
        before = processor_time(family(browser)), processor_time(hosts)
        spend(SECONDS)
        after = processor_time(family(browser)), processor_time(hosts)
        run.browser.run(tab, "audio.pause()")
        run.wait_status("Paused")
        spend(2)
        woken = sum(map(switches, hosts))
        spend(10)
        return [(last - first) / SECONDS for first, last in zip(before, after)], sum(map(switches, hosts)) - woken


def test_what_it_costs(kind, pages, tmp_path, capsys):
    media.sound(pages.folder / "long.ogg", SECONDS + 120)
    lowest = {True: (1.0, 1.0), False: (1.0, 1.0)}
    for number in range(ROUNDS):
        for ours in False, True:
            # Each measurement may take as long as a test, and no longer.
            faulthandler.dump_traceback_later(180 + SECONDS, exit=True, file=Bus.stderr)
            parts, woken = measure(kind, pages, tmp_path / f"{number}-{ours}", ours)
            assert woken == 0, f"the host was woken {woken} times at rest"
            lowest[ours] = min(lowest[ours], tuple(parts))
        more = lowest[True][0] - lowest[False][0]
        if number > 0 and more <= MOST_MORE:
            break
    own, with_ours, of_host = lowest[False][0], *lowest[True]
    with capsys.disabled():
        print(f"\n{kind}: playing {own:.2%} of a processor with its own player, {with_ours:.2%} with the extension, of "
              f"which the host {of_host:.3%}; {number + 1} times {SECONDS} s; no wakeup of the host at rest")
    assert more <= MOST_MORE, f"it costs {more:.2%} more"
