# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying daemon` with all options beside playerctld, mpris-proxy and an idle inhibitor, which do the same
together: memory, descriptors and wake-ups of an hour in which the same happens to both. DAEMON_SECONDS says in what
time that hour passes; Tests/run-long daemon sets an hour. The table is on the page docs/nowplaying.md."""

import contextlib
import faulthandler
import os
import pathlib
import shutil
import signal
import subprocess
import time

import pytest
from daemoned import NAME, OURS, Daemon, player
from services import LOGIND, MEDIA, UPOWER, Bluez, System
from testkit.bus import PLAYER, Bus
from testkit.desktop import wait_until
from testkit.fakes import MANAGER, song
from testkit.process import Cost, cost, descriptors
from testkit.wire import Variant

SECONDS = float(os.environ.get("DAEMON_SECONDS", "60"))
# A script such as people write who have no inhibitor for music. Its programs sleep between two changes.
INHIBITOR = """
while read -r status; do
  if [ "$status" = Playing ]; then
    [ -n "$lock" ] || { systemd-inhibit --what=idle sleep infinity & lock=$!; }
  elif [ -n "$lock" ]; then
    kill "$lock"; wait "$lock"; lock=
  fi
done < <(exec playerctl --follow status)
"""


class AnyPlayer(Bluez):
    """A bluetoothd that takes the players of mpris-proxy, too, which waits for an adapter."""

    def __init__(self, bus, path):
        super().__init__(bus, path)
        self.answers[MANAGER, "GetManagedObjects"] = lambda call: (
            "a{oa{sa{sv}}}", [{path: {"org.bluez.Adapter1": {}, MEDIA: {}}}])

    def register(self, call):
        self.registered += 1
        self.players[call.path] = {}
        return "", []


class World:
    """A session and a system, with players that do what they are asked."""

    def __init__(self):
        self.system = System(("logind", LOGIND[0]), ("upower", UPOWER[0]))
        self.bus = Bus().start()
        self.bluez = AnyPlayer(self.system.bus, "/org/bluez/hci0")
        self.players = {}
        self.environment = {**self.bus.environment, **self.system.environment}

    def add(self, name, status="Playing"):
        made = self.players[name] = player(self.bus, name, status, Volume=("d", 1.0), Metadata=("a{sv}", song(name)))
        for member, status in ("Play", "Playing"), ("Pause", "Paused"):
            made.answers[PLAYER, member] = lambda call, status=status: (
                made.change(PlaybackStatus=("s", status)), ("", []))[1]
        made.appear()

    def serve(self):
        for each in [self.bluez, *self.players.values()]:
            each.serve()
        for bus in self.bus, self.system.bus:
            with bus.condition:
                bus.records.clear()

    def close(self):
        for each in [self.bluez, *self.players.values()]:
            each.close()
        self.bus.close()
        self.system.close()


class OurWorld(World):
    def __init__(self):
        super().__init__()
        self.daemon = Daemon(self.bus, OURS, "--pause-others", "--start-last", "--inhibit", "--on-ac", "--bluetooth",
                             fakes=[self.bluez], **self.system.environment)
        self.daemon.client.bus("RemoveMatch", "s", "type='signal',path='/org/mpris/MediaPlayer2'")
        self.daemon.until(lambda: self.bluez.players, "the player is registered")

    def pids(self):
        return [self.daemon.pid]

    def close(self):
        said = self.daemon.close()
        super().close()
        assert said == ""


class TheirWorld(World):
    def __init__(self):
        super().__init__()
        # Under another name: other tests look for mpris-proxy on the whole machine.
        proxy = shutil.copy(shutil.which("mpris-proxy"), self.bus.directory + "/mpris-keys")
        self.processes = [subprocess.Popen(words, env=self.environment, stdin=subprocess.DEVNULL,
                                           stdout=subprocess.DEVNULL, start_new_session=True)
                          for words in (["playerctld"], [proxy], ["bash", "-c", INHIBITOR])]
        wait_until("playerctld has its name", lambda: self.bus.owner(NAME))

    def pids(self):
        """Returns all processes that run, those of the inhibitor among them."""
        sessions = {process.pid for process in self.processes}
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                pid, _, rest = path.read_text().partition(" (")
            except OSError:
                continue  # it has ended
            if int(rest.rpartition(")")[2].split()[3]) in sessions:
                found.append(int(pid))
        return found

    def close(self):
        for process in self.processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        super().close()


def memory(pid):
    """Returns the KiB that a process has for itself, and its part of what it shares."""
    lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def measured(pid):
    """Returns the memory, the descriptors and the costs of a process; nothing when it has just ended."""
    try:
        return memory(pid), descriptors(pid), cost(pid)
    except OSError:
        return 0, 0, Cost(0, 0)


def hour():
    """Returns what happens in an hour: the second, the player, and the properties that change."""
    events = []
    for number in range(18):
        at, title = number * 200 + 5, f"Song{number}"
        events.append((at, "music", {"Metadata": ("a{sv}", song(title))}))
        events.append((at + 2, "music", {"Metadata": ("a{sv}", song(title, **{
            "mpris:artUrl": Variant("s", "file:///late.png")}))}))
    for at in range(120, 3600, 600):
        events.append((at, "music", {"PlaybackStatus": ("s", "Paused")}))
        events.append((at + 60, "music", {"PlaybackStatus": ("s", "Playing")}))
        # Somebody turns the volume of the player.
        events += [(at + 70 + step / 20, "music", {"Volume": ("d", step / 40)}) for step in range(40)]
    for at in range(400, 3600, 900):
        events.append((at, "tab", {"PlaybackStatus": ("s", "Playing")}))
        events.append((at + 60, "tab", {"PlaybackStatus": ("s", "Paused")}))
    return sorted(events, key=lambda event: event[0])


class Account:
    """The costs of the programs of a world since the first measurement."""

    def __init__(self, world):
        self.world, self.first, self.last, self.memories, self.opened = world, None, {}, [], []

    def measure(self):
        now = {pid: measured(pid) for pid in self.world.pids()}
        self.memories.append(sum(each[0] for each in now.values()))
        self.opened.append(sum(each[1] for each in now.values()))
        for pid, (_, _, costs) in now.items():
            if costs.wakeups:
                self.last[pid] = costs
        self.first = self.first or dict(self.last)

    def spent(self, field):
        return sum(getattr(each, field) - getattr(self.first.get(pid, Cost(0, 0)), field)
                   for pid, each in self.last.items())

    def rows(self):
        return {"memory in KiB, at most": max(self.memories), "descriptors, at most": max(self.opened),
                "wake-ups": self.spent("wakeups"), "processor time in ms": round(self.spent("cpu") * 1000)}


@pytest.fixture
def worlds():
    with contextlib.ExitStack() as stack:
        made = [OurWorld(), TheirWorld()]
        for world in made:
            stack.callback(world.close)
            world.add("music")
            world.add("tab", "Paused")
        yield made


@pytest.mark.long
def test_less_than_three_programs(worlds):
    accounts = [Account(world) for world in worlds]
    began, events, at = time.monotonic(), hour(), 0
    while (passed := (time.monotonic() - began) * 3600 / SECONDS) < 3600:
        while events and events[0][0] <= passed:
            _, name, changes = events.pop(0)
            for world in worlds:
                world.players[name].change(**changes)
        for world in worlds:
            world.serve()
        if passed >= at:
            at = passed + 10
            # Prints a traceback if the test itself hangs.
            faulthandler.dump_traceback_later(180, exit=True, file=Bus.stderr)
            for account in accounts:
                account.measure()
        time.sleep(.02)  # sleeps: serves the players and BlueZ
    ours, theirs = (account.rows() for account in accounts)
    print("\n" + "\n".join(f"| {name} | {theirs[name]} | {ours[name]} |" for name in ours))
    assert all(world.bluez.registered for world in worlds), "each has reached BlueZ"
    assert [len(world.system.locks()) for world in worlds] == [1, 1], "ours and theirs keep the machine awake"
    assert [name for name in ours if ours[name] >= theirs[name]] == []
