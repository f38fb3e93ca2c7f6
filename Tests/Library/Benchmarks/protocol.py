# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Measures the rows about org.nowplaying."""
import os
import re
import subprocess
import time

from bench import FLOOR, PREFIX, Failure, Times, proc_status, say

FEW, MANY, ONE, FIFTY = PREFIX + "few", PREFIX + "many", PREFIX + "one", PREFIX + "fifty"
LOCAL_SESSIONS = 10
WAITING_SESSIONS = 10
FOLLOWERS = 50
# Longer than the 50 ms by which a signal may be delayed.
PACE = 0.07
SOURCES = "/Sources/Library/Engine/Protocol/"


def surface(bench, *arguments, **options):
    return Times(bench.output("surface", *arguments, **options))


def start_publisher(bench, name, remote):
    child = bench.spawn([bench.programs / "publisher", name, str(remote)], stdin=subprocess.PIPE)
    bench.show(name)
    return child


def measure_protocol(bench):
    floor = bench.server("floor", FLOOR)
    few, many = start_publisher(bench, FEW, 1), start_publisher(bench, MANY, 1 + WAITING_SESSIONS)
    measure_calls(bench)
    measure_quiet(bench, floor, few, many)
    measure_waiting(bench)
    bench.stop(floor, few, many)
    measure_followers(bench)


def measure_calls(bench):
    say("pictures and objects of org.nowplaying")
    times = surface(bench, "artwork", bench.count(400, 100), f"floor={FLOOR}", f"ours={FEW}")
    bench.row("GetArtwork, 4 MiB, us", 1.20, floor=times.text("artwork", "floor"), ours=times.text("artwork", "ours"),
              ratio=times.ratio("artwork", "ours", "floor"))
    times = surface(bench, "objects", bench.count(400, 100), LOCAL_SESSIONS, f"floor={FLOOR}", f"ours={FEW}")
    for base, title in (("floor", "the floor's"), ("ours", "our")):
        bench.row(f"GetManagedObjects, 10 sessions, to 10 of {title} GetAll, us", 1.50,
                  floor=times.text("objects", base), ours=times.text("objects", "objects"),
                  ratio=times.ratio("objects", "objects", base))


def measure_waiting(bench):
    say("commands beside devices that do not answer")
    times = surface(bench, "waiting", bench.count(400, 120), WAITING_SESSIONS, f"few={FEW}", f"many={MANY}")
    answers = times.median("answers", "many")
    for row in ("local", "remote"):
        bench.row(f"SendCommand, {row}, 10 devices late, to none, us", 1.20, floor=times.text(row, "few"),
                  ours=times.text(row, "many"), ratio=times.ratio(row, "many", "few"))
    if not answers:
        raise Failure("no device has answered while commands were measured")


def measure_quiet(bench, floor, few, many):
    """Measures how often two processes wake up while nothing changes: `few`, which has no followers, and `many`, which
    a surface with animated artwork follows."""
    seconds = bench.count(10, 3)
    say(f"{seconds} s of playing on devices")
    shows = bench.spawn([bench.programs / "surface", "register", MANY], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    shows.stdout.readline()
    # The last change may still be on its way.
    time.sleep(0.5)  # sleeps: the last change may still be held back
    before = [proc_status(child, "voluntary_ctxt_switches") for child in (floor, few, many)]
    time.sleep(seconds)  # sleeps: what is measured
    after = [proc_status(child, "voluntary_ctxt_switches") for child in (floor, few, many)]
    wakeups = [last - first for first, last in zip(before, after)]
    for title, count in (("nobody follows", wakeups[1]), ("a surface shows it", wakeups[2])):
        bench.row(f"wakeups in {seconds} s, devices and animated artwork, {title}", 0, count, floor=str(wakeups[0]),
                  ours=str(count))
    bench.stop(shows)


def measure_followers(bench):
    changes = bench.count(1000, 100)
    say(f"{changes} changes of track, followed")
    servers = [bench.server("ours", ONE), bench.server("ours", FIFTY)]
    fds = [server.stdin.fileno() for server in servers]
    times = surface(bench, "follow", changes, f"one={ONE}={fds[0]}=1", f"fifty={FIFTY}={fds[1]}={FOLLOWERS}",
                    pass_fds=fds)
    bench.stop(*servers)
    seen = times.all("seen", "fifty")
    bench.row(f"changes of {changes:,} that the worst of {FOLLOWERS} followers missed", 0, max(seen) - min(seen),
              ours=f"{max(seen) - min(seen)} of {max(seen):,}")
    bench.row(f"CPU time of a change, {FOLLOWERS} followers to 1, us", 2.00, floor=times.text("cpu", "one"),
              ours=times.text("cpu", "fifty"), ratio=times.ratio("cpu", "fifty", "one"))


# ------------------------------------------------------------------------------------------------ Instructions -------

def read_callgrind(path):
    """Returns the instructions of a whole run, and those spent in Sources/Library/Engine/Protocol with everything it
    called. Code that was called from there through another file counts twice, so the number is never too low."""
    files, total, own = {}, 0, 0
    file = called = ""
    is_call = False

    def name(text):
        number, _, rest = text.partition(" ")
        return files.setdefault(number, rest)

    with open(path, encoding="utf-8") as lines:
        for line in lines:
            key, _, value = line.rstrip().partition("=")
            if key in ("fl", "fi", "fe"):
                file = called = name(value)
            elif key in ("cfl", "cfi"):
                called = name(value)
            elif key == "calls":
                is_call = True
            elif re.match(r"[\d+*-]", line):
                cost = int(line.split()[1])
                # The lines of the called function have its cost as well, so that `total` counts it only there.
                total += 0 if is_call else cost
                if SOURCES in file and not (is_call and SOURCES in called):
                    own += cost
                if is_call:
                    called, is_call = file, False
    return total, own


def measure_unfollowed(bench):
    """Measures changes of track without followers: how many of their instructions are spent on org.nowplaying."""
    changes = bench.count(200, 50)
    say("instructions of a change that nobody follows, by callgrind")
    names, counts = [PREFIX + "base", PREFIX + "more"], [changes, 2 * changes]
    outputs = [bench.directory / f"{name}.callgrind" for name in names]
    servers = [bench.spawn(["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", bench.programs / "ours",
                            name, bench.stamp(name)], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
               for name, output in zip(names, outputs)]
    for name in names:
        bench.show(name)
    for number in range(max(counts)):
        for server, count in zip(servers, counts):
            if number < count:
                os.write(server.stdin.fileno(), b"n")
        time.sleep(PACE)  # sleeps: paces the changes
    bench.stop(*servers)
    (base, base_own), (more, more_own) = map(read_callgrind, outputs)
    if not base_own:
        raise Failure("the library has no debugging information, by which its files are distinguished")
    each, own = (more - base) / changes, (more_own - base_own) / changes
    bench.row("instructions per new track, nobody follows, to those without org.nowplaying", 1.02,
              floor=f"{each - own:.0f}", ours=f"{each:.0f}", ratio=each / (each - own))
