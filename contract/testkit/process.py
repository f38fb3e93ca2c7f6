# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the costs of a process, and where it looks for a bus."""

import ctypes
import os
import pathlib
import select
import time
from typing import NamedTuple

from .desktop import wait_until

# The number of the system call, which is the same on all machines.
PIDFD_GETFD = 438


class Cost(NamedTuple):
    cpu: float  # seconds
    wakeups: int  # how often its threads had slept


def cost(pid):
    """Returns the costs of a process up to now."""
    wakeups = 0
    for status in pathlib.Path(f"/proc/{pid}/task").glob("*/status"):
        wakeups += next(int(line.split()[1]) for line in status.read_text().splitlines()
                        if line.startswith("voluntary_ctxt_switches"))
    times = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return Cost(sum(map(int, times)) / os.sysconf("SC_CLK_TCK"), wakeups)


def wait_quiet(*pids, seconds):
    """Waits until no process has been woken for some seconds, so that none has anything to do in such a time."""
    last, since = None, 0

    def is_quiet():
        nonlocal last, since
        if (now := [cost(pid).wakeups for pid in pids]) != last:
            last, since = now, time.monotonic()
        return time.monotonic() - since > seconds

    wait_until(f"they rest for {seconds} s", is_quiet, 60)


def wait_rare(*hosts):
    """Waits until hosts try only rarely to find a bus: until none has tried for 0.8 s, because earlier pauses are
    0.64 s at most."""
    wait_quiet(*(host.pid for host in hosts), seconds=0.8)


def memory(pid, key="VmRSS"):
    """Returns how many KiB a process has in memory or, with the key VmHWM, has had at most."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(key))


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def has_full_socket(pid):
    """Returns whether a child has a socket whose send buffer is full."""
    process, system_calls, is_full = os.pidfd_open(pid), ctypes.CDLL(None), False
    for path in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        if os.readlink(path).startswith("socket:"):
            copy = system_calls.syscall(PIDFD_GETFD, process, int(path.name), 0)
            assert copy >= 0, "pidfd_getfd"
            is_full = is_full or not select.select([], [copy], [], 0)[1]
            os.close(copy)
    os.close(process)
    return is_full


# Put before a command: unsets the variables that systemd sets for a logged-in user.
WITHOUT_BUS = ["env", "-u", "DBUS_SESSION_BUS_ADDRESS", "-u", "XDG_RUNTIME_DIR"]


def with_run(directory):
    """Returns words to put before a command, which gives it another folder as /run."""
    mount = ["unshare", "-m"] if os.getuid() == 0 else ["unshare", "-m", "--map-current-user", "--keep-caps"]
    return [*mount, "sh", "-c", 'mount --bind "$0" /run && exec "$@"', directory]


def preloaded(library):
    """Returns the environment that preloads a library. LD_PRELOAD accepts no path with a space."""
    return {"LD_PRELOAD": library.name, "LD_LIBRARY_PATH": str(library.parent)}
