# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests `nowplaying daemon --bluetooth` against a fake BlueZ: what it is told, and whom a key reaches.
Tests/Program/Decisions has the times."""

import json
import pathlib

import pytest
from daemoned import OURS, Daemon, Obedient, player, write_options
from lab.running import Runner
from services import HEADSET, MEDIA, Bluez
from testkit.bus import PLAYER
from testkit.fakes import MANAGER, Whole, command, content, playback, song
from testkit.wire import DBusError, Variant


@pytest.fixture
def headset(bus, system, start):
    """Yields a daemon that serves headsets, and its BlueZ, which is served with the daemon's fakes."""
    bluez = Bluez(system, "/org/bluez/hci0")
    daemon = start("--bluetooth", DBUS_SYSTEM_BUS_ADDRESS=system.address)
    daemon.fakes.append(bluez)
    daemon.until(lambda: bluez.players, "the player is registered")
    return daemon, bluez


def songs(title, **others):
    return {"Metadata": ("a{sv}", song(title, **others))}


def test_the_active_player(bus, headset):
    daemon, bluez = headset
    assert bluez.said() == ("Stopped", "", [False] * 5)
    players = Obedient(bus, daemon, "music", "radio")
    players.begin("music")
    daemon.until(lambda: bluez.said() == ("Playing", "music", [True] * 5), "the headset shows it")
    players.begin("radio")
    daemon.until(lambda: bluez.said()[:2] == ("Playing", "radio"), "the headset shows the other one")
    bluez.press("Pause")
    players.await_(radio="Paused", music="Playing")
    daemon.until(lambda: bluez.said()[:2] == ("Playing", "music"), "the headset shows the one that plays on")
    daemon.leave(players.players.pop("music"))
    daemon.leave(players.players.pop("radio"))
    daemon.until(lambda: bluez.said() == ("Stopped", "", [False] * 5), "keys reach the desktop")


def test_every_key(bus, headset):
    daemon, bluez = headset
    players = Obedient(bus, daemon, "music")
    players.begin("music")
    daemon.until(lambda: bluez.said()[0] == "Playing", "the headset shows it")
    for key in ("Pause", "Play", "Next", "Previous", "Stop"):
        bluez.press(key)
        daemon.until(lambda key=key: players.done("music")[-1:] == [key], f"{key} has come")


def test_nothing_for_the_same_item(bus, headset):
    """Metadata sets the position of a headset to 0: a late picture must not be told."""
    daemon, bluez = headset
    one = player(bus, "one", "Playing", **songs("Song"))
    daemon.join(one)
    daemon.until(lambda: bluez.said()[1] == "Song", "the headset shows it")
    before = len(bluez.signals)
    one.change(**songs("Song", **{"mpris:artUrl": Variant("s", "file:///late.png")}))
    daemon.settle()
    one.change(PlaybackStatus=("s", "Paused"))
    daemon.until(lambda: bluez.said()[0] == "Paused", "the pause is told")
    assert [set(signal.body[1]) for signal in bluez.signals[before:]] == [{"PlaybackStatus"}]
    one.change(PlaybackStatus=("s", "Playing"), **songs("Next"))
    daemon.until(lambda: bluez.said()[:2] == ("Playing", "Next"), "another song")
    # A position that was looked at meanwhile may follow.
    changed = [signal for signal in bluez.signals if signal.member == "PropertiesChanged"]
    assert list(changed[-1].body[1])[:3] == ["Metadata", "PlaybackStatus", "Position"]


def test_foreign_types(bus, headset):
    """A player whose values have other types than BlueZ takes is shown, too."""
    daemon, bluez = headset
    odd = player(bus, "odd", "Playing", Metadata=("a{sv}", {
        "xesam:title": Variant("s", "Odd"), "xesam:artist": Variant("s", "No list"), "mpris:length": Variant("d", 5e6),
        "xesam:trackNumber": Variant("s", "3"), "xesam:album": Variant("as", ["A"])}))
    daemon.join(odd)
    daemon.until(lambda: bluez.said()[:2] == ("Playing", "Odd"), "the headset shows it")


def test_only_bluez_presses_keys(bus, headset, system):
    daemon, bluez = headset
    players = Obedient(bus, daemon, "music")
    players.begin("music")
    daemon.until(lambda: bluez.said()[0] == "Playing", "the headset shows it")
    foreign = system.client()
    with pytest.raises(DBusError):
        foreign.call(bluez.player, HEADSET, PLAYER, "Pause")
    foreign.close()
    daemon.settle()
    assert players.done("music") == []


def test_players_of_other_machines(bus, headset):
    """One that plays elsewhere is shown while there is none here; headphones never drive themselves."""
    daemon, bluez = headset
    phone = player(bus, "kdeconnect.mpris_000001", "Playing", **songs("Phone"))
    daemon.join(phone)
    daemon.until(lambda: bluez.said()[1] == "Phone", "the phone is shown")
    here = player(bus, "here", "Paused", **songs("Here"))
    daemon.join(here)
    daemon.until(lambda: bluez.said()[:2] == ("Paused", "Here"), "the one here comes first")


def test_adapters_and_bluez_come_and_go(bus, headset, system):
    daemon, bluez = headset
    one = player(bus, "one", "Playing", **songs("Song"))
    daemon.join(one)
    bluez.add("/org/bluez/hci1")
    daemon.until(lambda: bluez.said("/org/bluez/hci1")[1] == "Song", "the second adapter is told")

    def adapters():
        return json.loads(Runner(bus, *daemon.fakes).good("daemon", "status", "--json"))["adapters"]

    # BlueZ knows the player before the daemon has its answer.
    daemon.until(lambda: adapters() == ["/org/bluez/hci0", "/org/bluez/hci1"], "it lists both adapters")
    bluez.remove("/org/bluez/hci0")
    bluez.add("/org/bluez/hci0")
    daemon.until(lambda: bluez.said()[1] == "Song", "an adapter that has come back is told")
    daemon.fakes.remove(bluez)
    bluez.close()
    other = Bluez(system, "/org/bluez/hci0")
    daemon.fakes.append(other)
    daemon.until(lambda: other.said()[:2] == ("Playing", "Song"), "the next BlueZ is told")


def test_a_flood_of_adapters(bus, headset):
    daemon, bluez = headset
    for number in range(1, 300):
        bluez.add(f"/org/bluez/hci{number}")
    for number in range(1, 300):
        bluez.tell("/", MANAGER, "InterfacesAdded", "oa{sa{sv}}", "/org/bluez/hci1", {MEDIA: {}})
    daemon.until(lambda: len(bluez.players) == 16, "as many adapters as a machine may have")
    daemon.settle()
    assert bluez.registered == 16


def test_a_player_that_floods(bus, headset):
    """A player that changes all the time is told of at a rate that a radio can send; the last state is told."""
    daemon, bluez = headset
    one = player(bus, "one", "Playing", **songs("Song"))
    daemon.join(one)
    for number in range(200):
        one.change(**songs(f"Song{number}"))
        if number % 10 == 0:
            daemon.settle()
    daemon.until(lambda: bluez.said()[1] == "Song199", "the last song is told")
    assert len(bluez.signals) < 40


def test_play_after_silence(bus, system, start):
    """With --start-last Play is the daemon's key while no player is there."""
    state = pathlib.Path(bus.directory, "state/nowplaying")
    state.mkdir(parents=True)
    (state / "last-player").write_text("player=org.mpris.MediaPlayer2.gone\ndesktop-entry=\nuri=\n", encoding="utf-8")
    bluez = Bluez(system, "/org/bluez/hci0")
    daemon = start("--bluetooth", "--start-last", DBUS_SYSTEM_BUS_ADDRESS=system.address)
    daemon.fakes.append(bluez)
    daemon.until(lambda: bluez.said() == ("Stopped", "", [True, True, False, False, False]), "Play is taken")
    bluez.press("Play")
    bus.wait_for(lambda: any(message.member == "StartServiceByName" for message in bus.records), "it is started")


def test_the_option_that_is_taken_back(bus, system, start):
    """A file of options that is read once more keeps the place at BlueZ, or gives it back."""
    write_options(bus, "bluetooth")
    bluez = Bluez(system, "/org/bluez/hci0", "/org/bluez/hci1")
    daemon = start(DBUS_SYSTEM_BUS_ADDRESS=system.address)
    daemon.fakes.append(bluez)
    daemon.until(lambda: len(bluez.players) == 2, "the player is registered")
    daemon.reload("bluetooth", "pause-others")
    daemon.reload("bluetooth", "inhibit")
    assert bluez.registered == 2 and len(bluez.players) == 2
    daemon.reload("inhibit")
    daemon.until(lambda: not bluez.players, "the player is taken back, though the bus is still used")
    daemon.join(player(bus, "one", "Playing", **songs("Song")))
    daemon.reload("bluetooth")
    daemon.until(lambda: bluez.said()[1] == bluez.said("/org/bluez/hci1")[1] == "Song", "it is registered again")
    daemon.reload()
    daemon.until(lambda: not system.owner(bluez.player), "the bus is not used any more")


DEVICE = {"Connected": Variant("b", True), "Alias": Variant("s", "Ears"),
          "UUIDs": Variant("as", ["0000110e-0000-1000-8000-00805f9b34fb"])}


def test_the_status_names_headsets(bus, headset, system):
    daemon, bluez = headset
    run = Runner(bus, *daemon.fakes, DBUS_SYSTEM_BUS_ADDRESS=system.address)
    start = "runs, and stands for no player\nhas the options --bluetooth\n"
    assert run.good("daemon", "status") == (
        start + "takes the keys of headsets, of which none is connected, at /org/bluez/hci0\n")
    bluez.answers[MANAGER, "GetManagedObjects"] = lambda call: ("a{oa{sa{sv}}}", [{
        f"/org/bluez/hci{number}/dev_1": {"org.bluez.Device1": DEVICE | {"Alias": Variant("s", name)}}
        for number, name in enumerate(("Ears", "Elsewhere"))}])
    assert run.good("daemon", "status") == start + "takes the keys of Ears, at /org/bluez/hci0\n"
    assert json.loads(run.good("daemon", "status", "--json"))["headsets"] == ["Ears"]


def test_pipewires_player_without_keys(bus, system):
    """The daemon warns of it, as the doctor does, and names the file."""
    folder = pathlib.Path(bus.directory, ".config/wireplumber/wireplumber.conf.d")
    folder.mkdir(parents=True)
    (folder / "50-keys.conf").write_text("monitor.bluez.properties = { bluez5.dummy-avrcp-player = true }\n")
    bluez = Bluez(system, "/org/bluez/hci0")
    daemon = Daemon(bus, OURS, "--bluetooth", DBUS_SYSTEM_BUS_ADDRESS=system.address, fakes=[bluez])
    daemon.until(lambda: bluez.players, "the player is registered")
    run = Runner(bus, bluez, DBUS_SYSTEM_BUS_ADDRESS=system.address)
    daemon.until(lambda: json.loads(run.good("daemon", "status", "--json"))["adapters"], "the daemon knows")
    assert "nowplaying daemon or PipeWire's player without keys, whichever came first" in run("doctor").out
    said = daemon.close()
    assert "PipeWire registers a player without keys" in said and str(folder / "50-keys.conf") in said


def test_there_is_no_bluez(bus, system, start):
    """The status and the doctor say why no key comes, until BlueZ is there."""
    daemon = start("--bluetooth", DBUS_SYSTEM_BUS_ADDRESS=system.address)
    run = Runner(bus, *daemon.fakes, DBUS_SYSTEM_BUS_ADDRESS=system.address)
    daemon.until(lambda: "--bluetooth: BlueZ is not there\n" in run.good("daemon", "status"), "the status says it")
    assert "Which player does a key of a headset reach?\n    look  none: BlueZ is not there\n" in run("doctor").out
    assert "headset" not in Runner(bus, DBUS_SYSTEM_BUS_ADDRESS="unix:path=/nowhere", XDG_CONFIG_HOME="/nowhere",
                                   DBUS_SESSION_BUS_ADDRESS=system.address)("doctor").out
    bluez = Bluez(system, "/org/bluez/hci0")
    daemon.fakes.append(bluez)
    daemon.until(lambda: bluez.players, "the player is registered")
    assert "BlueZ" not in Runner(bus, *daemon.fakes, **run.environment).good("daemon", "status")


def test_the_doctor_says_whom_a_key_reaches(bus, headset, system):
    daemon, bluez = headset
    players = Obedient(bus, daemon, "music")
    players.begin("music")
    run = Runner(bus, *daemon.fakes, DBUS_SYSTEM_BUS_ADDRESS=system.address)
    said = run("doctor").out
    assert "Which player does a key of a headset reach?\n    ok  nowplaying daemon, which drives music\n" in said
    bluez.remove("/org/bluez/hci0")
    daemon.settle()
    bluez.answers[MANAGER, "GetManagedObjects"] = lambda call: (
        "a{oa{sa{sv}}}", [{"/org/bluez/hci1": {MEDIA: {}}, "/org/bluez/hci1/dev_1": {"org.bluez.Device1": DEVICE}}])
    assert "ok  Ears: the desktop, as a key of the keyboard" in run("doctor").out
    bluez.answers[MANAGER, "GetManagedObjects"] = lambda call: ("a{oa{sa{sv}}}", [{}])
    assert "headset" not in run("doctor").out


def test_a_player_that_loads_is_playing(bus, headset):
    """The car's clock and its button stay as they are while data is awaited."""
    daemon, bluez = headset
    stream = Whole(bus, "stream")
    stream.session("main", Playback=playback("buffering"), Content=content("Song"),
                   Commands=("aa{sv}", [command("play"), command("pause")]))
    stream.appear()
    daemon.fakes.append(stream)
    daemon.until(lambda: bluez.said()[:2] == ("Playing", "Song"), "the headset shows it as playing")
    stream.change("main", Playback=playback("paused"))
    daemon.until(lambda: bluez.said()[:2] == ("Paused", "Song"), "the headset shows the pause")
