# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""An attack on `nowplaying daemon` with all options: players that change all the time, adapters that come and go, and
services that end, refuse or never answer. What was taken is held once, and what was lost is taken again."""

import os
import time

import pytest
from daemoned import OURS, Daemon, player
from lab.running import Runner
from services import LOGIND, Bluez, Portal
from testkit.fakes import Fake, song
from testkit.process import descriptors, memory
from testkit.wire import Variant

PORTAL = "org.freedesktop.portal.Desktop"
ALL = ("--pause-others", "--start-last", "--inhibit", "--on-ac", "--bluetooth")
GROWTH = 4 << 10  # KiB


class Login(Fake):
    """A logind: `locks` has the other end of each lock that was given, and the reason. `answer_with`, if there is one,
    answers in its place."""

    def __init__(self, bus):
        super().__init__(bus)
        self.locks, self.asked, self.answer_with = [], 0, None
        self.answers[LOGIND[2], "Inhibit"] = self.inhibit
        self.own(LOGIND[0])

    def inhibit(self, call):
        self.asked += 1
        if self.answer_with:
            return self.answer_with(call)
        mine, its = os.pipe()
        os.set_blocking(mine, False)
        self.locks.append((mine, call.body[2]))
        return "h", [0], [its]

    def held(self):
        """Returns the reasons of the locks that are not released."""
        for lock in list(self.locks):
            try:
                is_over = os.read(lock[0], 1) == b""
            except BlockingIOError:
                is_over = False
            if is_over:
                os.close(lock[0])
                self.locks.remove(lock)
        return [reason for _, reason in self.locks]

    def close(self):
        for lock, _ in self.locks:
            os.close(lock)
        self.locks = []
        super().close()


@pytest.fixture
def login(system):
    return Login(system)


@pytest.fixture
def awake(bus, system, login, start):
    """Yields a daemon that keeps the machine awake for a player."""
    daemon = start("--inhibit", DBUS_SYSTEM_BUS_ADDRESS=system.address)
    daemon.fakes.append(login)
    daemon.join(player(bus, "music", "Playing"))
    daemon.until(lambda: login.held() == ["music plays"], "the lock is held")
    return daemon


def test_a_logind_that_ends(awake, system, login):
    awake.fakes.remove(login)
    login.close()
    awake.settle()
    other = Login(system)
    awake.fakes.append(other)
    awake.until(lambda: other.held() == ["music plays"], "the next logind gives a lock")


def test_a_portal_that_ends(bus, system, login):
    awake = Daemon(bus, OURS, "--inhibit", fakes=[login], DBUS_SYSTEM_BUS_ADDRESS=system.address)
    awake.join(player(bus, "music", "Playing"))
    gnome = Fake(bus)
    gnome.own("org.gnome.SessionManager")
    awake.settle()
    for _ in range(2):
        portal = Portal(bus)
        portal.own(PORTAL)
        awake.fakes.append(portal)
        awake.until(lambda portal=portal: len(portal.open) == 1, "the portal is asked")
        awake.fakes.remove(portal)
        portal.close()
        awake.settle()
    # No portal was there for the first question.
    assert "the portal does not keep the machine awake: " in awake.close()
    for fake in [gnome, *awake.fakes]:
        fake.close()


@pytest.mark.parametrize("answer", [None, ("error", "org.example.Error.No", "Not now"), ("s", ["no descriptor"])])
def test_a_logind_that_gives_no_lock(bus, system, login, answer):
    """One that is busy or starts is asked again."""
    login.answer_with = lambda call: answer
    daemon = Daemon(bus, OURS, "--inhibit", fakes=[login], DBUS_SYSTEM_BUS_ADDRESS=system.address)
    daemon.join(player(bus, "music", "Playing"))
    daemon.until(lambda: login.asked, "logind is asked")
    run = Runner(bus, *daemon.fakes)
    daemon.until(lambda: "--inhibit: logind gives no lock: " in run.good("daemon", "status"), "the status says why")
    login.answer_with = None
    daemon.until(lambda: login.held() == ["music plays"], "logind gives a lock")
    assert "logind gives no lock" not in run.good("daemon", "status")
    assert daemon.close().count("logind gives no lock: ") == 1
    for fake in daemon.fakes:
        fake.close()


def test_a_player_that_is_another_reason_all_the_time(awake, login, bus):
    music, = awake.fakes[-1:]
    portal = Portal(bus).appear()
    awake.fakes.append(portal)
    awake.until(lambda: len(portal.open) == 1, "the portal is asked")
    awake.settle()
    opened, asked, began = descriptors(awake.pid), login.asked, time.monotonic()
    for number in range(300):
        name, url = ("Film", "file:///film.mkv") if number % 2 else ("x" * 100_000 + str(number), "file:///song.ogg")
        music.tell_changed("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2", Identity=("s", name))
        music.change(Metadata=("a{sv}", song("One", **{"xesam:url": Variant("s", url)})),
                     PlaybackStatus=("s", "Paused" if number % 3 == 0 else "Playing"))
        awake.settle()
    passed = time.monotonic() - began
    assert login.asked - asked <= passed / 2 + 1 and portal.count <= passed / 2 + 2
    # An answer may be under way.
    awake.until(lambda: (len(login.held()), len(portal.open), descriptors(awake.pid)) == (1, 1, opened),
                "one lock and one handle are left")
    assert max(map(len, portal.reasons)) < 1000


def test_a_hundred_players(bus, system, login, start):
    bluez = Bluez(system, "/org/bluez/hci0")
    daemon = start(*ALL, DBUS_SYSTEM_BUS_ADDRESS=system.address)
    daemon.fakes += [login, bluez]
    daemon.until(lambda: bluez.players, "the player is registered")
    players = [player(bus, f"player{number}") for number in range(100)]
    for each in players:
        each.appear()
    daemon.fakes += players
    daemon.until(lambda: len(daemon.names()) == 100, "the daemon knows all")
    daemon.client.bus("RemoveMatch", "s", "type='signal',path='/org/mpris/MediaPlayer2'")

    def flood():
        began = time.monotonic()
        for number in range(100):
            for each in players:
                each.change(PlaybackStatus=("s", ("Playing", "Paused")[number % 2]),
                            Metadata=("a{sv}", song(f"Song{number}")))
            daemon.serve()
            with bus.condition:
                bus.records.clear()
        daemon.settle()
        return time.monotonic() - began

    flood()
    before, opened, told, asked = memory(daemon.pid), descriptors(daemon.pid), len(bluez.signals), login.asked
    passed = flood()
    assert len(bluez.signals) - told <= 8 * passed + 8 and login.asked - asked <= passed / 2 + 1
    assert memory(daemon.pid) - before <= GROWTH and descriptors(daemon.pid) == opened
    for each in players:
        each.change(PlaybackStatus=("s", "Paused"))
    daemon.until(lambda: login.held() == [] and bluez.said()[0] == "Paused", "it is over")


def test_adapters_that_come_and_go(bus, system, start):
    """A broken adapter comes and goes under another number each time, and BlueZ answers no registration."""
    bluez = Bluez(system, "/org/bluez/hci0")
    daemon = start("--bluetooth", DBUS_SYSTEM_BUS_ADDRESS=system.address)
    daemon.fakes.append(bluez)
    daemon.until(lambda: bluez.players, "the player is registered")
    bluez.answers["org.bluez.Media1", "RegisterPlayer"] = lambda call: None

    def flood(first):
        for number in range(first, first + 2000):
            bluez.add(f"/org/bluez/hci{number}")
            bluez.remove(f"/org/bluez/hci{number}")
        daemon.until(lambda: bluez.called("RegisterPlayer")[-1:] and bluez.calls[-1].path.endswith(
            f"hci{first + 1999}"), "the last one has come")
        bluez.calls.clear()
        return memory(daemon.pid)

    before = flood(1)
    assert flood(5000) - before < 300
    assert bluez.said()[2] == [False] * 5
