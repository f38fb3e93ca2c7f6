# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""How often the lock screen draws and wakes up, beside a plain program of GTK.

Each version of GTK draws in other steps, and newer versions of GdkPixbuf have threads that wake twice a second in each
program that has decoded a picture.
"""
import contextlib
import time
from collections import Counter
from pathlib import Path

from field.compared.costs import waits
from field.screen.lockscreen import memory
from lockscreen_trial.trial import HERE, Trial
from testkit import images
from testkit.desktop import wait_until


def kind(pid, thread):
    """Returns what a thread does: its name without its number."""
    with contextlib.suppress(OSError):  # it has ended
        return Path(f"/proc/{pid}/task/{thread}/comm").read_text().strip().rstrip("0123456789")


def woken(program, seconds):
    """Returns how often the threads of a program are woken in the next seconds, by their kinds."""
    pid = program.process.pid
    before = waits(pid)
    time.sleep(seconds)  # sleeps: what is measured
    found = Counter()
    for thread, count in waits(pid).items():
        found[kind(pid, thread)] += count - before.get(thread, 0)
    return +found


def requests(seconds, *programs):
    """Returns for each program how often it writes in the same next seconds: how often it asks something of the X
    server, as GTK does several times for each layout and each drawing, however busy the machine is."""
    files = [Path(f"/proc/{program.process.pid}/io") for program in programs]

    def counts():
        return [int(file.read_text().split("syscw:")[1].split()[0]) for file in files]

    before = counts()
    time.sleep(seconds)  # sleeps: what is measured
    return [now - then for now, then in zip(counts(), before)]


def start_plain(screen):
    """Starts the plain program. Returns it, and the kinds of threads that its libraries wake while nothing happens."""
    picture = Path(screen.directory, "plain.png")
    picture.write_bytes(images.png((0, 128, 128), 40, 40))
    plain = screen.start("/usr/bin/python3", "-B", str(HERE / "plain.py"), str(picture))
    plain.expect("ready")
    found = Counter()

    def rests():
        found.clear()
        found.update(woken(plain, 3))
        return not any(name.startswith("python") for name in found)

    wait_until("the plain program rests", rests)
    return plain, {name for name, count in found.items() if count >= 3}


def rest(screen):
    """The lock screen draws as often as a plain clock while the visible page plays, and else does not wake up."""
    with Trial() as apart:
        plain, restless = start_plain(apart)
        lock = screen.begin("trial")
        screen.wait_text("first", "Trial Song")
        screen.click("next")
        screen.wait_text("first", "Episode 7")
        screen.run("xdotool", "mousemove", "5", "200")
        plain.order("tick")
        plain.expect("tick")
        playing = []

        def draws_little():
            playing[:] = requests(8, lock, plain)
            return playing[0] <= playing[1] * 1.25  # in 8 seconds, one of them can have had a second more

        try:
            wait_until("it draws as often as a plain clock", draws_little)
        finally:
            print(f"      requests in 8 s that play: {playing[0]}, those of a plain clock: {playing[1]}; threads that "
                  f"libraries wake: {', '.join(restless) or 'none'}")

    def rests():
        return not set(woken(lock, 3)) - restless

    screen.click("play")
    screen.wait_text("play", "Play")
    screen.run("xdotool", "mousemove", "5", "200")
    wait_until("it rests while nothing plays", rests)
    screen.click("play")
    screen.wait_text("play", "Pause")
    screen.run("xdotool", "windowunmap", screen.window)
    wait_until("it rests while it is hidden", rests)
    own, whole = memory(lock.process.pid)
    print(f"      memory: {own} kB of its own, {whole} in all")


TESTS = (rest,)
