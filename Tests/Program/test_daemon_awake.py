# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests `nowplaying daemon --inhibit`, which keeps the machine awake while it plays, with python-dbusmock's logind and
UPower and a fake portal. Tests/Program/Decisions has its times."""

import contextlib
import json

import pytest
from daemoned import OURS, Daemon, Obedient, player, write_options
from lab.running import Runner
from services import LOGIND, UPOWER, Portal, System
from testkit.desktop import wait_until
from testkit.fakes import Fake
from testkit.wire import Variant


@pytest.fixture
def system():
    made = System(("logind", LOGIND[0]), ("upower", UPOWER[0]))
    yield made
    made.close()


def lock(name):
    return ("idle", "nowplaying", f"{name} plays", "block")


def awake(daemon, system, *names):
    daemon.until(lambda: system.locks() == [lock(name) for name in names], f"{names} have the lock")


def test_awake_while_it_plays(bus, system, start):
    daemon = start("--inhibit", **system.environment)
    players = Obedient(bus, daemon, "music", "radio")
    assert system.locks() == []
    players.begin("music")
    awake(daemon, system, "music")
    players.begin("radio")
    daemon.settle()
    assert system.locks() == [lock("music")], "a second player takes no second lock"
    players.set("music", "Paused")
    awake(daemon, system, "radio")
    daemon.leave(players.players.pop("radio"))
    awake(daemon, system)


def test_who_keeps_it_awake(bus, system, start):
    daemon = start("--inhibit", **system.environment)
    players = Obedient(bus, daemon, "music")
    players.begin("music")
    awake(daemon, system, "music")
    run = Runner(bus, *daemon.fakes)
    assert "keeps the machine awake, because it plays: music\n" in run.good("daemon", "status")
    assert json.loads(run.good("daemon", "status", "--json"))["awake"] == ["music"]
    run = Runner(bus, *daemon.fakes, **system.environment)
    assert "What keeps the machine awake?\n    ok  nowplaying: music plays\n" in run("doctor").out
    players.set("music", "Paused")
    awake(daemon, system)
    assert "awake" not in run("doctor").out


NOTHING = "--inhibit: neither logind nor the portal of GNOME or KDE is there"
NO_BATTERY = "--on-ac: UPower is not there, so the battery is not known"


def test_what_cannot_keep_it_awake(bus):
    """The status and the log say which option does nothing, and why, until it can do its work."""
    system = System()
    with contextlib.closing(system):
        daemon = Daemon(bus, OURS, "--inhibit", "--on-ac", NOWPLAYING_LOG="info", **system.environment)
        players = Obedient(bus, daemon, "music")
        run = Runner(bus, *daemon.fakes)

        def faults():
            return json.loads(run.good("daemon", "status", "--json"))["faults"]

        daemon.until(lambda: faults() == [NOTHING, NO_BATTERY], "both are named")
        assert f"\n{NOTHING}\n{NO_BATTERY}\n" in run.good("daemon", "status")
        system.add("logind", LOGIND[0])
        daemon.until(lambda: faults() == [NO_BATTERY], "logind is enough")
        players.begin("music")
        awake(daemon, system, "music")
        players.set("music", "Paused")
        awake(daemon, system)
        said = [line.removeprefix("nowplaying[daemon] info: ") for line in daemon.close().splitlines()]
        deed = "keeps the machine awake, because it plays: music"
        assert [line for line in said if "stands for" not in line] in (
            [NOTHING, NO_BATTERY, "no more: " + NOTHING, deed, "no more: " + deed],
            [NO_BATTERY, NOTHING, "no more: " + NOTHING, deed, "no more: " + deed])
    for fake in daemon.fakes:
        fake.close()


def test_there_is_no_bus_of_the_system(bus, start):
    daemon = start("--inhibit", "--bluetooth", DBUS_SYSTEM_BUS_ADDRESS="unix:path=/nowhere")
    run = Runner(bus)
    daemon.until(lambda: json.loads(run.good("daemon", "status", "--json"))["faults"] == [
        NOTHING, "--bluetooth: there is no bus of the system"], "both are named")
    portal = Portal(bus).appear()
    daemon.fakes.append(portal)
    daemon.until(lambda: NOTHING not in run.good("daemon", "status"), "the portal is enough")


def test_a_lock_that_is_refused(bus, start):
    system = System()
    with contextlib.closing(system):
        login = Fake(system.bus)
        login.own(LOGIND[0])
        daemon = Daemon(bus, OURS, "--inhibit", **system.environment)
        daemon.fakes.append(login)
        login.answers[LOGIND[2], "Inhibit"] = lambda call: ("error", "org.example.Error.No", "Not you")
        players = Obedient(bus, daemon, "music")
        players.begin("music")
        run = Runner(bus, *daemon.fakes)
        daemon.until(lambda: "--inhibit: logind gives no lock: Not you\n" in run.good("daemon", "status"), "the reason")
        assert daemon.close() == "nowplaying[daemon] warning: logind gives no lock: Not you\n"
        for fake in daemon.fakes:
            fake.close()


def test_options_that_are_taken_back(bus, system, start):
    """A file of options that is read once more releases logind's lock and the portal, and takes both again."""
    write_options(bus, "inhibit")
    daemon = start(**system.environment)
    players, portal = Obedient(bus, daemon, "music"), Portal(bus).appear()
    daemon.fakes.append(portal)
    players.begin("music")

    def until_awake(*names):
        awake(daemon, system, *names)
        daemon.until(lambda: len(portal.open) == len(names), "the portal is asked, too")

    until_awake("music")
    daemon.reload("inhibit", "start-last")
    assert system.locks() == [lock("music")] and portal.count == 1
    daemon.reload("start-last")
    until_awake()
    assert json.loads(Runner(bus, *daemon.fakes).good("daemon", "status", "--json"))["awake"] == []
    daemon.reload("inhibit=music")
    until_awake("music")
    daemon.reload("inhibit=video")
    until_awake()


def test_a_crash_gives_the_lock_back(bus, system):
    daemon = Daemon(bus, OURS, "--inhibit", **system.environment)
    players = Obedient(bus, daemon, "music")
    players.begin("music")
    awake(daemon, system, "music")
    daemon.close()
    wait_until("the lock is gone", lambda: system.locks() == [])
    for fake in daemon.fakes:
        fake.close()


def test_nothing_that_cannot_be_heard(bus, system, start):
    """A muted player keeps nothing awake, nor does one of another machine."""
    daemon = start("--inhibit", **system.environment)
    mute = player(bus, "mute", "Playing", Volume=("d", 0.0))
    phone = player(bus, "kdeconnect.mpris_000001", "Playing")
    daemon.join(mute, phone)
    daemon.settle()
    assert system.locks() == []
    mute.change(Volume=("d", 0.5))
    awake(daemon, system, "mute")


def test_on_battery(bus, system, start):
    daemon = start("--inhibit", "--on-ac", **system.environment)
    players = Obedient(bus, daemon, "music")
    players.begin("music")
    awake(daemon, system, "music")

    def battery(value):
        system.client.call(*UPOWER, "UpdateProperties", "sa{sv}", UPOWER[0], {"OnBattery": Variant("b", value)})

    battery(True)
    awake(daemon, system)
    battery(False)
    awake(daemon, system, "music")


def test_logind_comes_late(bus, start):
    """The daemon does without logind, and uses it once it is there."""
    system = System()
    with contextlib.closing(system):
        daemon = start("--inhibit", **system.environment)
        players = Obedient(bus, daemon, "music")
        players.begin("music")
        daemon.settle()
        system.add("logind", LOGIND[0])
        awake(daemon, system, "music")


def test_the_portal_where_it_has_an_effect(bus, system, start):
    daemon = start("--inhibit", **system.environment)
    players = Obedient(bus, daemon, "music")
    players.begin("music")
    awake(daemon, system, "music")
    portal = Portal(bus)
    portal.own("org.freedesktop.portal.Desktop")
    daemon.fakes.append(portal)
    daemon.settle()
    assert portal.open == {}, "elsewhere a portal gives a handle, and does nothing"
    portal.own("org.gnome.SessionManager")
    daemon.until(lambda: list(portal.open.values()) == [4], "music keeps the machine from suspending")
    assert portal.reasons == ["music plays"]
    players.set("music", "Paused")
    daemon.until(lambda: portal.open == {}, "the request is closed")


@pytest.mark.parametrize("words", [["--on-ac"], ["--inhibit=sound"], ["--inhibit="]])
def test_wrong_options(run, words):
    error = run.bad("daemon", *words)
    assert "--on-ac needs --inhibit" in error or "takes music, video or nothing" in error
