# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""VLC alone: its own module, how the plugin is installed, a second VLC, and memory."""

import contextlib
import re
import subprocess
from pathlib import Path

from field.adapters import media
from field.adapters.every import Vlc, of
from field.adapters.tracks import Tracks
from field.adapters.vlc import NOBODY, OURS, OWN
from testkit.bus import ROOT
from testkit.desktop import wait_until

pytestmark = of(Vlc)


def test_in_the_place_of_vlc_s_own(player, folder):
    """Without options, our plugin is the only player, in the place of VLC's own plugin; if an option requests ours,
    both are players. Where ours is not installed, VLC's own is the only player."""
    with player.playing(folder, 1) as run:
        assert run.bus.names() == [run.bus_name] and run.is_ours(), "it is not ours"
        assert run.has_loaded(OURS) and not run.has_loaded(OWN)
    with player("--control", "nowplaying", folder / "1.flac") as run:
        names = wait_until("there are both", lambda: run.bus.names() if len(run.bus.names()) == 2 else None)
        (ours,) = [name for name in names if player.is_of_ours(run.bus.client(name))]
        client = run.bus.client(ours)
        run.wait_until("ours shows it, too", lambda: client.metadata().get("xesam:title") == "Song 1")
        run.pardon(run.bus.owner(ours))
    with player("--no-dbus", "--control", "nowplaying", folder / "1.flac") as run:
        run.wait_title("Song 1")
        assert run.bus.names() == [run.bus_name] and run.is_ours()
    with player("--no-dbus", folder / "1.flac") as run:
        run.wait_playing()
        assert run.bus.names() == [] and not run.has_loaded(OWN), "nobody wanted it"
    with player(folder / "1.flac", ours=False) as run:
        run.wait_until("without ours VLC's own is back", lambda: run.is_ours() is False)
        run.pardon()


def test_installed_for_one_user(player, folder):
    """The README's commands install the plugin for one user, and add it to VLC's list of plugins; when the plugin is
    removed, VLC's own plugin is back. The installation of a package writes no such list, because the list would be that
    of another folder."""
    user, build = folder / "user/.local/lib/vlc", folder / "build"
    cache = Path(player.build, "CMakeCache.txt").read_text()
    source, library = (re.search(f"^{name}=(.+)$", cache, re.MULTILINE)[1]
                       for name in ("CMAKE_HOME_DIRECTORY:INTERNAL", "NowPlaying_DIR:PATH"))
    for words in (["-G", "Ninja", "-S", source, "-B", build, f"-DNowPlaying_DIR={library}", f"-DVLC_PLUGINS={user}"],
                  ["--build", build], ["--install", build]):
        subprocess.run(["cmake", *words], stdout=subprocess.DEVNULL, check=True)
    assert OURS.encode() in (user / "plugins.dat").read_bytes(), "VLC does not list it"
    installed = Path(player.plugins).with_name("installed")
    assert not list(installed.rglob("plugins.dat")), "a folder that is not its own has a list"
    with player(folder / "1.flac", VLC_PLUGIN_PATH=str(user)) as run:
        run.wait_title("Song 1")
        assert run.is_ours(), "it is not ours"
    (user / "control" / OURS).unlink()
    with player(folder / "1.flac", VLC_PLUGIN_PATH=str(user)) as run:
        run.wait_until("without ours VLC's own is back", lambda: run.is_ours() is False)
        run.pardon()


def test_what_vlc_s_own_does(player, folder):
    """Checks the table in the README: VLC's own plugin, then this one."""
    paths = [media.sound(folder / f"table{number}.flac", 2, title=f"Table {number}", track="3", date="2006")
             for number in range(3)]
    rows = {}
    for ours in (False, True):
        with player(*paths, folder / "1.flac", ours=ours) as run:
            run.wait_title("Table 1")
            start = run.bus.mark()
            run.wait_title("Song 1")
            said = run.bus.signals(start)
            changes, stops = len(said) / 2, "Stopped" in run.statuses(start)
            run.ctl("previous")
            run.wait_title("Table 2")
            client = run.client()
            found = client.metadata()
            run.ctl("next")
            run.wait_title("Song 1")
            ends = client.get("CanGoNext"), client.get("CanGoPrevious")
            if not ours:
                run.pardon()
            run.bus.kill()
            run.bus.start()
            if ours:
                run.wait_title("Song 1")
            else:
                wait_until("it plays on", lambda: run.state() == "Playing")
            rows[ours] = (changes, stops, found.get("xesam:trackNumber"),
                          found.get("xesam:contentCreated"), ends, bool(run.bus.names()))
    assert rows[True] == (1, False, 3, "2006-01-01T00:00:00Z", (False, True), True), rows[True]
    # Whether VLC's own plugin emits Stopped depends on how fast the next item opens.
    assert rows[False][0] > 1 and rows[False][2:] == (None, "2006", (True, True), False), rows[False]


@contextlib.contextmanager
def another(run, *words):
    """Starts a second VLC of the same user, as the desktop does."""
    environment = run.environment | {"HOME": "/nowhere", "XDG_CONFIG_HOME": "/nowhere"}
    with subprocess.Popen([*NOBODY, "vlc", "-I", "dummy", "--aout", "dummy", "--started-from-file", *map(str, words)],
                          env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.terminate()


def test_a_second_vlc_hands_its_files_over(player, folder):
    """A second VLC that the desktop starts with files hands them over: the first plays them, or adds them at the end.
    The second one never gets a name on the bus."""
    with player("--started-from-file", folder / "1.flac") as run:
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
        assert run.title() == "Song 2" and run.state() == "Playing"
        run.ctl("stop")
        run.wait_status("Stopped")
        with another(run, "--one-instance", *[folder / f"{number}.flac" for number in (3, 2, 1, 2, 3)]) as second:
            wait_until("it gives them away", lambda: second.poll() == 0)
        run.wait_title("Song 3")
        # File names are compared, and not titles: VLC has not read the tags of a file that was to be played, if another
        # file took its place before it began.
        wait_until("all are there in their order", lambda: tracks.files() == [
            f"{number}.flac" for number in (1, 2, 3, 1, 3, 2, 1, 2, 3)])
        names = {message.body[0] for message in run.bus.since(start) if message.member == "NameOwnerChanged"}
        assert not any(name.startswith(ROOT) for name in names), names


def test_a_second_vlc_plays(player, folder):
    """A second VLC is a player of its own if one of its options says so, or if the first has an empty playlist."""
    words = ["--no-one-instance-when-started-from-file", folder / "2.flac"]
    for first, second in (([folder / "1.flac"], words), ([], words[1:])):
        with player("--started-from-file", *first) as run:
            run.bus.wait_name(run.bus_name)
            if first:
                run.wait_title("Song 1")
            with another(run, *second):
                names = wait_until("there are two", lambda: run.bus.names()[1:] and run.bus.names())
                run.check_second(names, "Song 1" if first else None, "Song 2")


# The parts of valgrind's stack traces that belong to the library or to the plugin.
PART = re.compile(r"nowplaying|\((plugin|follow|content|publish|queue|commands|cover|instance)\.c:\d+\)")
VALGRIND = ["valgrind", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
            "--keep-debuginfo=yes", "--log-file={}"]


def test_clean_memory(player, folder):
    """Valgrind sees no fault and no leak that the plugin or the library has a part in."""
    log = folder / "valgrind"
    log.mkdir()
    log.chmod(0o777)
    path = media.with_cover(folder / "valgrind.flac", media.picture(folder / "valgrind.png", "gold"), title="Gold")
    with player(path, folder / "1.flac", before=[word.format(log / "log") for word in VALGRIND]) as run:
        run.wait_title("Gold")
        wait_until("its picture shows", run.cover)
        # On a busy machine VLC in valgrind may need more than the 10 s for an answer, so that the effect of the command
        # is awaited instead.
        run.ask("position", "5")
        run.ask("next")
        run.wait_title("Song 1")
        run.ask("open", str(folder / "2.flac"))
        run.wait_title("Song 2")
        tracks = Tracks(run)
        tracks.add(folder / "3.flac", tracks.paths()[0])
        tracks.wait_titles("Gold", "Song 3", "Song 1", "Song 2")
        tracks.remove(tracks.path("Song 3"))
        tracks.wait_titles("Gold", "Song 1", "Song 2")
        run.bus.kill()
        run.bus.start()
        run.wait_title("Song 2")
        run.ask("stop")
        run.wait_status("Stopped")
    blocks = re.split(r"==\d+== \n", (log / "log").read_text())
    ours = [block for block in blocks if PART.search(block) and " at 0x" in block]
    assert not ours, "\n".join(ours)
