# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests `nowplaying daemon --start-last`, which starts the player that played last, and gives it its item."""

import os
import pathlib
import signal

import pytest
from daemoned import NAME, OURS, Daemon, player
from lab.running import Runner
from testkit import HERE as TESTKIT
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.desktop import Daemon as ActivatingBus
from testkit.fakes import song, variants
from testkit.process import preloaded
from testkit.run import built

URI = "file:///music/one.ogg"


def remembered(bus):
    return pathlib.Path(bus.directory) / "state/nowplaying/last-player"


def item(uri):
    return "a{sv}", song("One", **variants(**{"xesam:url": ("s", uri)}))


def leave_behind(bus, daemon, name="Small", uri=URI, **root):
    """Starts a player and ends it, so that the daemon remembers it as the last one."""
    one = player(bus, name, "Playing", Metadata=item(uri))
    one.faces[ROOT] |= variants(**root)
    daemon.join(one)
    daemon.until(lambda: remembered(bus).exists(), "it is remembered")
    daemon.leave(one)


def install(folder, name, command):
    """Writes the desktop file of a program."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[Desktop Entry]\nType=Application\nName=Small\nExec={command}\n")


SMALL = TESTKIT / "small_player.py"


def play_last(bus, start, folder, **environment):
    """Has a new daemon start its last player, and waits until that player's program has run: on a busy machine the
    launcher is late, and finds nothing of a test that has ended. Returns the daemon."""
    started = folder / "started"
    install(folder / "applications", "small.desktop", f"/usr/bin/touch {started}")
    daemon = start("--start-last", XDG_DATA_HOME=str(folder), **environment)
    leave_behind(bus, daemon, DesktopEntry=("s", "small"))
    assert daemon.call(PLAYER, "Play") == []
    daemon.until(started.exists, "the program runs")
    return daemon


@pytest.mark.parametrize("name", ["org.example.small", "small-players/old/small", "small/players/old-small"])
def test_the_last_player_is_started_by_its_desktop_file(bus, start, folder, name):
    """A file in a folder has an id with a "-" for each slash."""
    install(folder / "applications", name + ".desktop", f"/usr/bin/python3 -B {SMALL} Small.instance2")
    daemon, entry = start("--start-last", XDG_DATA_HOME=str(folder)), name.replace("/", "-")
    leave_behind(bus, daemon, DesktopEntry=("s", entry))
    assert remembered(bus).read_text() == f"player={ROOT}.Small\ndesktop-entry={entry}\nuri={URI}\n"
    assert daemon.get("CanPlay") == [True] and daemon.get("PlaybackStatus") == ["Stopped"]
    assert daemon.call(PROPERTIES, "GetAll", "s", PLAYER)[0]["Metadata"] == {}
    assert Runner(bus).good("-p", "playerctld", "play-pause", tool="playerctl") == ""
    daemon.active("Small.instance2")
    bus.foreign.add((bus.epoch, bus.owner(ROOT + ".Small.instance2")))
    assert daemon.get("PlaybackStatus") == ["Playing"]
    daemon.call(ROOT, "Quit")
    daemon.until(lambda: daemon.names() == [], "it has gone")


ENTRIES = ["../outside", "folder/../../outside", "folder/inside", "-folder-inside", ".-outside", "..-outside",
           "folder-..-..-outside", ".hidden", "/outside", "..", ".", "", "none", "x" * 300, "inside\n", "\x1b",
           f"none\nplayer={ROOT}.other", "\u2028"]


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("is_in_file", [False, True])
def test_nothing_is_started_but_what_is_installed(bus, start, folder, entry, is_in_file):
    """An id that leads out of the folders of applications is refused, whether a player gives it or the daemon's file
    has it."""
    applications = folder / "applications"
    for name in ("../outside", "folder/inside", ".hidden"):
        install(applications, name + ".desktop", "/bin/true")
    text = f"player={ROOT}.Small\ndesktop-entry={entry}\nuri=\n"
    if is_in_file:
        remembered(bus).parent.mkdir(parents=True)
        remembered(bus).write_text(text)
    daemon = start("--start-last", XDG_DATA_HOME=str(folder), XDG_DATA_DIRS=f"{folder}/no:.", HOME=str(folder))
    if not is_in_file:
        leave_behind(bus, daemon, uri=f"file:///a\nplayer={ROOT}.other", DesktopEntry=("s", entry))
        assert remembered(bus).read_text().splitlines()[::2] == [f"player={ROOT}.Small", "uri="]
    refused = daemon.call(PLAYER, "Play")
    # In the file an end of a line ends the value, and the last of two lines with one key counts.
    named = "other" if is_in_file and ROOT in entry else "Small"
    assert refused == f"org.freedesktop.DBus.Error.Failed: The last player cannot be started: {ROOT}.{named}"


def test_who_is_started_begins_as_programs_do(bus, start, folder):
    """A started program inherits no blocked or ignored signals from the daemon."""
    install(folder / "applications", "small.desktop", "/bin/true")
    launcher, signals = folder / "gio", folder / "signals"
    # The launcher is not a shell, because a shell would restore the signals that it inherits.
    launcher.write_text(f"#!/usr/bin/python3\nopen('{signals}', 'w').write(open('/proc/self/status').read())\n")
    launcher.chmod(0o755)
    daemon = start("--start-last", XDG_DATA_HOME=str(folder), PATH=str(folder))
    leave_behind(bus, daemon, DesktopEntry=("s", "small"))
    assert daemon.call(PLAYER, "Play") == []
    daemon.until(lambda: signals.exists() and signals.read_text(), "the program runs")
    masks = dict(line.split(":\t", 1) for line in signals.read_text().splitlines())
    kept_back = 1 << signal.SIGCHLD - 1 | 1 << signal.SIGTERM - 1
    assert not int(masks["SigBlk"], 16) & kept_back and not int(masks["SigIgn"], 16) & kept_back


def test_a_player_that_comes_too_late(bus, start, folder, pytestconfig):
    """If the player comes too late, its user may have started it, and may not want it to play."""
    clock = folder / "clock"
    daemon = play_last(bus, start, folder, LATE_CLOCK=str(clock),
                       **preloaded(built(pytestconfig, "Program/late_clock.so")))
    clock.write_bytes(bytes(31))
    back = player(bus, "Small", "Stopped")
    daemon.join(back)
    assert back.called("Play") == []


def test_a_player_that_comes_back_with_its_item(bus, start, folder):
    """A player that comes back with an item plays this item, even if it is not the one that it had before."""
    daemon = play_last(bus, start, folder)
    back = player(bus, "Small", "Paused")
    daemon.join(back)
    daemon.until(lambda: back.called("Play"), "it plays")
    assert back.called("OpenUri") == []


def test_what_changes_all_the_time_is_written_now_and_then(bus, start):
    """The file has the last item some seconds later, or once the daemon has ended."""
    daemon = start("--start-last")
    one = player(bus, "one", "Playing", Metadata=item(URI))
    daemon.join(one)
    file, seen = remembered(bus), set()

    def change(number):
        one.change(Metadata=item(f"file:///music/{number}.ogg"))
        daemon.settle()
        seen.add(file.stat().st_ino)

    for number in range(100):
        change(number)
    assert len(seen) <= 2
    daemon.until(lambda: "/99.ogg" in file.read_text(), "the last item is written")
    before = file.stat().st_ino
    change(100)
    change(99)
    daemon.process.terminate()
    assert daemon.process.wait() == -signal.SIGTERM and file.stat().st_ino == before


def test_what_was_last_is_written_when_the_daemon_ends(bus, start):
    daemon = start("--start-last")
    one = player(bus, "one", "Playing", Metadata=item(URI))
    daemon.join(one)
    one.change(Metadata=item("file:///music/last.ogg"))
    daemon.settle()
    daemon.process.terminate()
    assert daemon.process.wait() == -signal.SIGTERM
    assert remembered(bus).read_text().endswith("uri=file:///music/last.ogg\n")


@pytest.mark.parametrize("after", [{"name": "other"}, {"uri": "file:///music/two.ogg"},
                                   {"DesktopEntry": ("s", "other")}], ids=["name", "item", "desktop file"])
def test_who_played_last_differs_in_one_thing(bus, start, folder, after):
    for name in "small", "other":
        install(folder / "applications", name + ".desktop", "/bin/true")
    daemon = start("--start-last", XDG_DATA_HOME=str(folder))
    root = {"DesktopEntry": ("s", "small")}
    leave_behind(bus, daemon, **root)
    before = remembered(bus).read_text()
    leave_behind(bus, daemon, **root | after)
    daemon.until(lambda: remembered(bus).read_text() != before, "the other is remembered")


def test_the_last_player_comes_back_by_another_name(bus, start, folder):
    daemon = play_last(bus, start, folder)
    other, back = player(bus, "Smaller", "Stopped"), player(bus, "Small.instance2", "Stopped")
    daemon.join(other)
    daemon.join(back)
    daemon.until(lambda: back.called("Play"), "it plays")
    assert other.called("Play") == []


NO_TRACK = variants(**{"mpris:trackid": ("o", "/noplaylist")})


@pytest.mark.parametrize("metadata", [{}, NO_TRACK], ids=["no item", "an id of none"])
def test_the_last_player_goes_on_with_its_item(make_bus, folder, metadata):
    """A player that the bus can start is started by the bus, and is given its last item if it comes back without
    one. mpv-mpris gives an id even then."""
    services = folder / "services"
    services.mkdir()
    bus = make_bus()
    bus.Daemon = lambda made: ActivatingBus(made.socket, environment=made.environment, service_folders=[services])
    # The test itself is the program that the bus starts: it takes the name while the bus waits for it.
    (services / f"{ROOT}.one.service").write_text(f"[D-BUS Service]\nName={ROOT}.one\nExec=/bin/sleep 3\n")
    daemon = Daemon(bus.start(), OURS, "--start-last")
    leave_behind(bus, daemon, "one")
    back = player(bus, "one", "Stopped", Metadata=("a{sv}", metadata))
    back.answers[PLAYER, "OpenUri"] = lambda call: ("", [])
    serial = daemon.client.start(NAME, PATH, PLAYER, "Play")
    daemon.settle()
    daemon.join(back)
    daemon.until(lambda: back.called("Play"), "it plays")
    assert back.called("OpenUri") == [[URI]] and daemon.client.finish(serial) == []
    assert daemon.close() == ""
    back.close()


@pytest.mark.parametrize("uri, error", [
    (URI, f"{ROOT}.Small is back, and does not open {URI}: No such file"),
    ("", f"{ROOT}.Small is back, and the item that it played had no address")])
def test_an_item_that_cannot_be_given(bus, folder, uri, error):
    """The log says why a player that was started does not go on with what it played."""
    remembered(bus).parent.mkdir(parents=True)
    remembered(bus).write_text(f"player={ROOT}.Small\ndesktop-entry=small\nuri={uri}\n")
    install(folder / "applications", "small.desktop", "/bin/true")
    daemon = Daemon(bus, OURS, "--start-last", XDG_DATA_HOME=str(folder))
    assert daemon.call(PLAYER, "Play") == []
    back = player(bus, "Small", "Stopped", Metadata=("a{sv}", {}))
    back.answers[PLAYER, "OpenUri"] = lambda call: ("error", "org.example.Error.No", "No such file")
    daemon.join(back)
    daemon.until(lambda: back.called("Play"), "it is told to play")
    daemon.settle()
    assert daemon.close() == f"nowplaying[daemon] warning: {error}\n"
    back.close()


def test_a_last_player_that_cannot_be_started(bus, start):
    daemon = start("--start-last")
    leave_behind(bus, daemon, "one")
    refused = daemon.call(PLAYER, "Play")
    assert refused == f"org.freedesktop.DBus.Error.Failed: The last player cannot be started: {ROOT}.one"
    back = player(bus, "one", "Stopped")
    daemon.join(back)
    assert back.called("Play") == []


def test_nothing_is_remembered_unless_it_is_wanted(bus, start):
    daemon = start()
    daemon.join(player(bus, "one", "Playing"))
    assert not remembered(bus).exists()
    daemon.leave(daemon.fakes[0])
    assert daemon.call(PLAYER, "Play").startswith("com.github.altdesktop.playerctld.NoActivePlayer")


@pytest.mark.parametrize("text", [
    b"", b"\0" * 5000, b"player=org.example.No\n", b"x" * 20000, b"player=org.mpris.MediaPlayer2.\n",
    b"player=org.mpris.MediaPlayer2.a/b\n", b"player=org.mpris.MediaPlayer2.\xff\n",
    b"player=org.mpris.MediaPlayer2." + b"x" * 300, os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_a_file_that_is_none_of_ours(bus, start, text):
    remembered(bus).parent.mkdir(parents=True)
    if callable(text):
        text(remembered(bus))
    else:
        remembered(bus).write_bytes(text)
    daemon = start("--start-last")
    assert daemon.call(PLAYER, "Play").startswith("com.github.altdesktop.playerctld.NoActivePlayer")
