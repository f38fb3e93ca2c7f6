# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Compares players without a bus, with a bus that does not answer, and with one that is restarted."""

import socket
import subprocess
import time
from math import inf
from statistics import median

from field.adapters import media

from .contenders import KINDS
from .judging import becomes

HANGS = 12  # seconds after which the player counts as hanging
SOUND = 0.3  # seconds
TURNS = 10


def milliseconds_to_play(player, kind, path, address):
    """Returns how long it takes to play a file and quit; infinity if it hangs."""
    one = player(kind, *player.once, path, bus=False, DBUS_SESSION_BUS_ADDRESS=address)
    start = time.monotonic()
    try:
        one.process.process.wait(HANGS)
        return (time.monotonic() - start) * 1000
    except subprocess.TimeoutExpired:
        return inf
    finally:
        one.close()


def without(player, folder):
    """Returns {row: {kind: samples}}, taken in turn: by how many milliseconds playing a file takes longer than in the
    bare player; infinity if the player hangs."""
    path = media.sound(folder / "short.flac", SOUND, title="Short")
    silent = folder / "silent"
    rows = {}
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(silent))
        silent.chmod(0o777)
        server.listen(1000)
        for row, address in (("a dead bus at the start takes, ms", "unix:path=/nowhere"),
                             ("a bus that does not answer takes, ms", f"unix:path={silent}")):
            taken = {kind: [] for kind in KINDS}
            for _ in range(TURNS):
                for kind, samples in taken.items():
                    # A player that has hung once is not waited for again.
                    samples.append(inf if inf in samples else milliseconds_to_play(player, kind, path, address))
            bare = median(taken.pop("bare"))
            rows[row] = {kind: [sample if sample == inf else sample - bare for sample in samples]
                         for kind, samples in taken.items()}
    return rows


def later(player, kind, files):
    """Tells what becomes of a player that was there before the bus."""
    with player(kind, player.stays, *files[:3], bus=False) as one:
        time.sleep(1)  # sleeps: how long there is no bus
        if one.process.process.poll() is not None:
            return "the player has ended"
        one.bus.start()
        return "is shown" if becomes(lambda: one.bus.names() and one.title() == "First", 5) else "is not shown"


def restarted(player, kind, files):
    """Tells what becomes of a player whose bus goes, and comes back."""
    with player(kind, player.stays, *files[:3]) as one:
        becomes(lambda: one.title() == "First")
        one.leave_bus()
        one.bus.kill()
        time.sleep(1)  # sleeps: how long the bus is away
        one.bus.start()
        if becomes(lambda: one.bus.names() and one.title() == "First", 5):
            return "is back"
        return "is gone" if one.process.process.poll() is None else "the player has ended"
