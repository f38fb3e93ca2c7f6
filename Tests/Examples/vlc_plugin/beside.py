# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What is around the plugin: VLC's own, a second VLC, the bus that goes, and memory."""

import contextlib
import re
import signal
import subprocess
from pathlib import Path

import media
from desktop import wait_until
from harness.bus import ROOT
from harness.wire import DBusError
from players import report
from tracks import Tracks

from .run import OURS, OWN, NOBODY, Run, has_loaded

SOURCE = Path(__file__).resolve().parents[3] / "examples/vlc-plugin"


def pardon_vlc(run, ours=None):
    """What VLC's own says on the bus is not for the strict checker."""
    for name in run.bus.pinger.bus("ListNames")[0]:
        try:
            is_of_vlc = run.bus.pinger.bus("GetConnectionUnixProcessID", "s", name)[0] == run.pid
        except DBusError:
            continue
        if name.startswith(":") and is_of_vlc and name != ours:
            run.bus.foreign.add((run.bus.epoch, name))


def in_the_place_of_vlc_s_own(folder):
    """There is one player, ours, with no option set; both where both are wanted; VLC's own alone without ours."""
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        assert run.bus.names() == [run.bus_name] and is_ours(run.client()), "it is not ours"
        assert has_loaded(run.pid, OURS) and not has_loaded(run.pid, OWN)
    with Run("--control", "nowplaying", folder / "1.flac") as run:
        names = wait_until("there are both", lambda: run.bus.names() if len(run.bus.names()) == 2 else None)
        (ours,) = [name for name in names if is_ours(run.bus.client(name))]
        client = run.bus.client(ours)
        run.wait_until("ours shows it, too", lambda: client.metadata().get("xesam:title") == "Song 1")
        pardon_vlc(run, run.bus.owner(ours))
    with Run("--no-dbus", "--control", "nowplaying", folder / "1.flac") as run:
        run.wait_title("Song 1")
        assert run.bus.names() == [run.bus_name] and is_ours(run.client())
    with Run("--no-dbus", folder / "1.flac") as run:
        wait_until("it plays", lambda: run.remote.state() == "play")
        assert run.bus.names() == [] and not has_loaded(run.pid, OWN), "nobody wanted it"
    with Run(folder / "1.flac", ours=False) as run:
        run.wait_until("without ours VLC's own is back", lambda: run.bus.names() and not is_ours(run.client()))
        pardon_vlc(run)


def is_ours(client):
    """Ours opens nfs://, VLC's own does not say so."""
    return "nfs" in client.get("SupportedUriSchemes", ROOT)


def installed_for_one_user(folder):
    """As the README says: VLC has it in its list, and its own is back when it is removed. For a package none is made,
    which would be of another folder."""
    user, build = folder / "user/.local/lib/vlc", folder / "build"
    found = re.search("^NowPlaying_DIR:PATH=(.+)$", (Run.build / "CMakeCache.txt").read_text(), re.MULTILINE)
    for words in (["-G", "Ninja", "-S", SOURCE, "-B", build, f"-DNowPlaying_DIR={found[1]}", f"-DVLC_PLUGINS={user}"],
                  ["--build", build], ["--install", build]):
        subprocess.run(["cmake", *words], stdout=subprocess.DEVNULL, check=True)
    assert OURS.encode() in (user / "plugins.dat").read_bytes(), "VLC was not told of it"
    assert not list((folder / "installed").rglob("plugins.dat")), "it is told of a folder that is not its own"
    with Run(folder / "1.flac", VLC_PLUGIN_PATH=str(user)) as run:
        run.wait_title("Song 1")
        assert is_ours(run.client()), "it is not ours"
    (user / "control" / OURS).unlink()
    with Run(folder / "1.flac", VLC_PLUGIN_PATH=str(user)) as run:
        run.wait_until("without ours VLC's own is back", lambda: run.bus.names() and not is_ours(run.client()))
        pardon_vlc(run)


def what_vlc_s_own_does(folder):
    """The table of the README: VLC's own, then this plugin."""
    paths = [media.sound(folder / f"table{number}.flac", 2, title=f"Table {number}", track="3", date="2006")
             for number in range(3)]
    rows = {}
    for ours in (False, True):
        with Run(*paths, folder / "1.flac", ours=ours) as run:
            run.wait_title("Table 1")
            start = run.bus.mark()
            run.wait_title("Song 1")
            said = run.bus.signals(start)
            statuses = [change["PlaybackStatus"] for change in said
                        if isinstance(change, dict) and "PlaybackStatus" in change]
            changes = len(said) / 2
            run.ctl("previous")
            run.wait_title("Table 2")
            client = run.client()
            found = client.metadata()
            run.ctl("next")
            run.wait_title("Song 1")
            ends = client.get("CanGoNext"), client.get("CanGoPrevious")
            if not ours:
                pardon_vlc(run)
            run.bus.kill()
            run.bus.start()
            if ours:
                run.wait_title("Song 1")
            else:
                wait_until("it plays on", lambda run=run: run.remote.state() == "play")
            rows[ours] = (changes, "Stopped" in statuses, found.get("xesam:trackNumber"),
                          found.get("xesam:contentCreated"), ends, bool(run.bus.names()))
            report(f"{'ours' if ours else 'its own'}: {rows[ours]}, {sorted(found)}")
    assert rows[True] == (1, False, 3, "2006-01-01T00:00:00Z", (False, True), True), rows[True]
    # Whether it says Stopped depends on how fast the next item opens.
    assert rows[False][0] > 1 and rows[False][2:] == (None, "2006", (True, True), False), rows[False]


def a_new_bus(folder):
    """The bus is killed, and started anew: all is there again, and VLC plays on."""
    with Run(folder / "1.flac") as run:
        run.is_back_on_new_buses("Song 1")


def no_bus(folder):
    """Without a bus VLC plays as if there were no plugin; one that comes later is found."""
    end = media.sound(folder / "silent.flac", 1, title="Silent")
    for address in ("unix:path=/nowhere", "nonsense", ""):
        with Run("--play-and-exit", end, bus=False, DBUS_SESSION_BUS_ADDRESS=address) as run:
            assert run.process.end() == 0, f"with the address {address!r} it ends with {run.process.end()}"
    with Run(folder / "1.flac", bus=False) as run:
        wait_until("VLC plays", lambda: run.remote.state() == "play")
        run.bus.start()
        run.wait_title("Song 1")


def vlc_is_killed(folder):
    with Run(folder / "1.flac") as run:
        run.wait_title("Song 1")
        run.process.process.kill()
        run.bus.wait_name(run.bus_name, present=False)
        run.ends = [-signal.SIGKILL]


@contextlib.contextmanager
def another(run, *words):
    """A second VLC of the same user, as the desktop starts it."""
    environment = run.environment | {"HOME": "/nowhere", "XDG_CONFIG_HOME": "/nowhere"}
    with subprocess.Popen([*NOBODY, "vlc", "-I", "dummy", "--aout", "dummy", "--started-from-file", *map(str, words)],
                          env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.terminate()


def a_second_vlc_hands_its_files_over(folder):
    """One that the desktop starts with files: the first plays them, or puts them at the end; it is never seen."""
    with Run("--started-from-file", folder / "1.flac") as run:
        run.wait_title("Song 1")
        tracks = Tracks(run)
        start = run.bus.mark()
        with another(run, folder / "2.flac") as second:
            wait_until("it gives them away", lambda: second.poll() == 0)
        run.wait_title("Song 2")
        tracks.wait_titles("Song 1", "Song 2")
        with another(run, "--playlist-enqueue", folder / "3.flac", folder / "1.flac") as second:
            wait_until("it gives them away", lambda: second.poll() == 0)
        tracks.wait_titles("Song 1", "Song 2", "Song 3", "Song 1")
        assert run.title() == "Song 2" and run.remote.state() == "play"
        run.ctl("stop")
        run.wait_status("Stopped")
        with another(run, "--one-instance", *[folder / f"{number}.flac" for number in (3, 2, 1, 2, 3)]) as second:
            wait_until("it gives them away", lambda: second.poll() == 0)
        run.wait_title("Song 3")
        # Of what was to be played and is not any more, VLC has not read the tags.
        wait_until("all are there in their order", lambda: tracks.files() == [
            f"{number}.flac" for number in (1, 2, 3, 1, 3, 2, 1, 2, 3)])
        names = {message.body[0] for message in run.bus.since(start) if message.member == "NameOwnerChanged"}
        assert not any(name.startswith(ROOT) for name in names), names


def a_second_vlc_plays(folder):
    """A player of its own: where VLC is told so, and where the first has an empty playlist."""
    words = ["--no-one-instance-when-started-from-file", folder / "2.flac"]
    for first, second in (([folder / "1.flac"], words), ([], words[1:])):
        with Run("--started-from-file", *first) as run:
            run.bus.wait_name(run.bus_name)
            if first:
                run.wait_title("Song 1")
            with another(run, *second):
                names = wait_until("there are two", lambda run=run: run.bus.names()[1:] and run.bus.names())
                assert names[0] == run.bus_name and names[1].startswith(run.bus_name + ".instance"), names
                client = run.bus.client(names[1])
                wait_until("the second shows its own", lambda client=client: client.metadata().get("xesam:title")
                           == "Song 2")
                assert run.client().metadata().get("xesam:title") == ("Song 1" if first else None)


# In what valgrind says of calls: the library, and the files of the plugin.
PART = re.compile(r"nowplaying|\((plugin|follow|content|publish|queue|commands|cover|instance)\.c:\d+\)")
VALGRIND = ["valgrind", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
            "--keep-debuginfo=yes", "--log-file={}"]


def clean_memory(folder):
    """Valgrind sees no fault and no leak that the plugin or the library has a part in."""
    log = folder / "valgrind"
    log.mkdir()
    log.chmod(0o777)
    path = media.with_cover(folder / "valgrind.flac", media.picture(folder / "valgrind.png", "gold"), title="Gold")
    with Run(path, folder / "1.flac", before=[word.format(log / "log") for word in VALGRIND]) as run:
        run.wait_title("Gold")
        wait_until("its picture shows", run.cover)
        run.ctl("position", "5")
        run.ctl("next")
        run.wait_title("Song 1")
        run.ctl("open", str(folder / "2.flac"))
        run.wait_title("Song 2")
        tracks = Tracks(run)
        tracks.add(folder / "3.flac", tracks.paths()[0])
        tracks.wait_titles("Gold", "Song 3", "Song 1", "Song 2")
        tracks.remove(tracks.path("Song 3"))
        tracks.wait_titles("Gold", "Song 1", "Song 2")
        run.bus.kill()
        run.bus.start()
        run.wait_title("Song 2")
        run.ctl("stop")
        run.wait_status("Stopped")
    blocks = re.split(r"==\d+== \n", (log / "log").read_text())
    ours = [block for block in blocks if PART.search(block) and " at 0x" in block]
    assert not ours, "\n".join(ours)


SCENARIOS = [in_the_place_of_vlc_s_own, installed_for_one_user, what_vlc_s_own_does, a_new_bus, no_bus, vlc_is_killed,
             a_second_vlc_hands_its_files_over, a_second_vlc_plays, clean_memory]
