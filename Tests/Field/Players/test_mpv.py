# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests mpv alone: mpv-mpris beside the plugin, programs that embed mpv, its start, its end, and its window."""

import os
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from field.adapters import media
from field.adapters.every import Mpv, of
from field.adapters.mpv import BARE, HEADLESS, PEER
from field.adapters.player import refuses, start_screen
from testkit.bus import PLAYER, ROOT
from testkit.desktop import wait_until
from testkit.wire import Variant

pytestmark = of(Mpv)
NAME = ROOT + ".mpv"


def test_mpv_mpris_beside(player, folder):
    """mpv loads both plugins if both are installed for all users, but there is one player, ours; without ours it is
    that of mpv-mpris."""
    for words in ([folder / "1.flac", folder / "2.flac"], ["--idle"]):
        with player(*words, installed=True) as run:
            assert wait_until("mpv has loaded both", lambda: run.has_loaded(PEER))
            run.bus.wait_name(NAME)
            wait_until("there is one player", lambda: run.bus.names() == [NAME] and run.is_ours())
            if words != ["--idle"]:
                run.wait_title("Song 1")
                assert run.session().content["kind"] == "music"
                run.ctl("next")
                run.wait_title("Song 2")
                run.wait_queue()
                run.wait_until("the one player is ours", lambda: run.bus.names() == [NAME])
            run.pardon(run.bus.owner(NAME))
    with player("--audio-client-name=Den", folder / "1.flac", installed=True) as run:
        check_new_bus(run)
    with player(folder / "1.flac", program=["mpv", *HEADLESS], LD_PRELOAD="") as run:
        run.wait_until("without ours mpv-mpris is back", lambda: run.is_ours() is False)
        run.pardon()


def test_what_mpv_mpris_does(player, folder):
    """Checks the table in the README: mpv-mpris alone, then this plugin alone."""
    path = media.with_cover(folder / "two.flac", media.picture(folder / "two.png", "navy"), title="Two", artist="A;B")
    rows = {}
    # mpv-mpris may divide by zero when it ends mpv, which is not of interest here.
    for script, variables in ((PEER, {"LD_PRELOAD": ""}), (player.plugin, {"ASAN_OPTIONS": "detect_leaks=0"})):
        with player("--pause", folder / "1.flac", path, program=[*BARE, f"--script={script}"], **variables) as run:
            run.wait_title("Song 1")
            client = run.client()
            ends = [client.get("CanGoNext"), client.get("CanGoPrevious")]
            run.ipc("playlist-next")
            run.wait_title("Two")
            wait_until("its picture shows", lambda: script == PEER or run.cover())
            ends += [client.get("CanGoNext"), client.get("CanGoPrevious")]
            found = client.metadata()
            run.ipc("playlist-move", 1, 0)
            for command, title in (("playlist-next", "Song 1"), ("playlist-prev", "Two")):
                run.ipc(command)
                run.wait_title(title)
            keeps_id = client.metadata()["mpris:trackid"] == found["mpris:trackid"]
            # The song that has just begun is still told in the first second.
            often = min(wakeups_in_a_second(run) for _ in range(2))
            rows[script] = ("mpris:artUrl" in found, found["xesam:artist"], ends, keeps_id,
                            "file" in client.get("SupportedUriSchemes", ROOT), often > 5,
                            client.get("HasTrackList", ROOT))
            if script == PEER:
                run.pardon()
            run.bus.kill()
            if script == PEER:
                run.ends = [run.process.end()]
                assert run.ends != [0], "mpv outlives the bus with mpv-mpris"
    assert rows[PEER] == (False, ["A;B"], [True] * 4, False, False, True, False), rows[PEER]
    assert rows[player.plugin] == (True, ["A", "B"], [True, False, False, True], True, True, False, True), rows


def wakeups_in_a_second(run):
    before = run.wakeups("paused")[0]
    time.sleep(1)  # sleeps: what is measured
    return run.wakeups("paused")[0] - before


def check_new_bus(run):
    """There is one player, ours, also after the bus has gone and come back."""
    run.wait_title("Song 1")
    wait_until("there is one player", lambda: run.bus.names() == [NAME] and run.is_ours())
    assert run.bus.client(NAME).get("Identity", ROOT) == "Den", "it has lost its name"
    run.pardon(run.bus.owner(NAME))
    run.bus.kill()
    run.bus.start()
    run.wait_title("Song 1")
    assert run.bus.names() == [NAME], "there is another player when the bus is new"


def test_loaded_late(player, folder):
    """A plugin that is loaded while mpv plays shows what plays."""
    with player(folder / "1.flac", program=BARE) as run:
        run.wait_playing()
        run.ipc.set("pause", True)
        run.ipc("load-script", run.plugin)
        run.wait_title("Song 1")
        run.wait_status("Paused")


def test_a_program_on_libmpv(player, folder):
    """Programs that embed mpv load the plugin by the option "scripts", or from the folder of scripts."""
    host = [sys.executable, str(Path(media.__file__).with_name("libmpv_host.py")), "ao=null", "vo=null"]
    for words in (["load-scripts=no", "scripts={plugin}"], ["config=yes", "load-scripts=yes"]):
        words = [word.format(plugin=player.plugin) for word in words]
        with player(folder / "1.flac", installed=True, program=[*host, *words]) as run:
            run.wait_title("Song 1")
            run.ctl("pause")
            wait_until("it pauses", lambda: run.ipc.get("pause"))
            run.bus.client(NAME).do("Quit", interface=ROOT)
            assert run.process.end() == 0


class Once:
    """A client that reads all properties when the player's name comes, and never again."""

    def __init__(self, bus):
        self.client = bus.client(NAME)
        self.client.bus("AddMatch", "s", f"type='signal',member='NameOwnerChanged',arg0='{NAME}'")
        self.found = ThreadPoolExecutor().submit(self.read)

    def read(self):
        self.client.wait_signal(lambda message: message.member == "NameOwnerChanged")
        return {name: variant.value for interface in (PLAYER, ROOT)
                for name, variant in self.client.get_all(interface).items()}


def test_it_appears_whole(player, folder):
    """A client that reads all properties when the name comes gets the first item, also of a long queue and of a paused
    one."""
    for words, status in (([], "Playing"), (["--pause"], "Paused"), (["--shuffle"], "Playing")):
        with player(*words, *[folder / f"{number}.flac" for number in (1, 2, 3)], watch=Once) as run:
            found = run.watch.found.result(10)
            assert found["PlaybackStatus"] == status and found["CanGoNext"] and found["CanPlay"], found
            assert found["Metadata"]["xesam:title"].value.startswith("Song "), found["Metadata"]
            assert found["HasTrackList"] is True, "its queue is not there"
            run.wait_title(found["Metadata"]["xesam:title"].value)
    with player("--idle", watch=Once) as run:
        found = run.watch.found.result(10)
        assert (found["PlaybackStatus"], found["Metadata"], found["HasTrackList"]) == ("Stopped", {}, False), found
        run.ipc("loadfile", str(folder / "1.flac"))
        run.wait_title("Song 1")
    with player("--idle", folder / "none.flac", watch=Once) as run:
        assert run.watch.found.result(10)["PlaybackStatus"] == "Stopped"


def test_what_is_long_in_coming(player, folder):
    """mpv is shown while its file is still opening, so that its user can quit it or open something else."""
    os.mkfifo(folder / "late.flac")
    with player(folder / "late.flac", watch=Once) as run:
        found = run.watch.found.result(10)
        assert (found["PlaybackStatus"], found["Metadata"], found["CanQuit"]) == ("Stopped", {}, True), found
        (folder / "late.flac").write_bytes((folder / "1.flac").read_bytes())
        run.wait_title("Song 1")


def test_stop_and_play_again(player, folder):
    """A stop does not end mpv, whatever its option idle says; when another item is played afterwards, mpv ends as
    usual."""
    end = media.sound(folder / "end.flac", 4, title="End")
    with player(folder / "1.flac", end) as run:
        run.wait_title("Song 1")
        run.ctl("next")
        run.wait_title("End")
        run.ctl("stop")
        run.wait_status("Stopped")
        assert run.title() == "End" and run.ipc.get("idle-active"), "it forgets what was stopped"
        run.ctl("previous")
        run.wait_title("Song 1")
        wait_until("mpv's option is as it was", lambda: run.ipc.get("idle") in (False, "no"))
        assert run.ask("status") == "Playing"
        run.ctl("stop")
        run.wait_status("Stopped")
        run.ctl("next")
        assert run.process.end() == 0, "it does not end with its playlist"


def test_the_end_of_a_playlist(player, folder):
    """An idle mpv shows the last item as stopped, and plays it again; with an empty playlist it shows nothing."""
    end = media.sound(folder / "last.flac", 4, title="Last")
    with player("--idle", end) as run:
        run.wait_title("Last")
        run.wait_status("Stopped")
        assert run.title() == "Last"
        run.ctl("play")
        run.wait_status("Playing")
        assert run.client().get("CanPlay")
        run.ipc("stop")
        run.wait_title("")
        run.wait_status("Stopped")
        assert not run.client().get("CanPlay") and not run.client().get("CanPause"), "there is nothing to play"
        run.ipc("loadfile", str(end), "append")
        wait_until("there is something again", lambda: run.client().get("CanPlay"))


# Options that the plugin observes: another value, and the usual one.
CHANGED_BACK = {"volume": (99, 100), "volume-max": (131, 130), "mute": ("yes", "no"), "speed": (2, 1),
                "loop-file": ("inf", "no"), "loop-playlist": ("inf", "no"), "shuffle": ("yes", "no")}


def test_values_that_change_back(player, folder):
    """Calls are answered, even while mpv reads changed properties that have their old values again, for which it sends
    no event."""
    profile = folder / "back.conf"
    lines = [f"{name}={value}" for name, values in CHANGED_BACK.items() for value in values]
    profile.write_text("\n".join(["[back]", *lines]))
    with player.playing(folder, 1, words=[f"--include={profile}"]) as run, ThreadPoolExecutor() as pool:
        client, ended = run.client(), threading.Event()
        client.do("Stop")
        run.wait_status("Stopped")

        def change():
            while not ended.is_set():
                run.ipc("apply-profile", "back")

        changing = pool.submit(change)
        try:
            for _ in range(1000):
                client.do("Stop")
        finally:
            ended.set()
        changing.result()


def test_kept_open(player, folder):
    """With --keep-open mpv is paused at the end, and plays from the start when it is asked to play."""
    end = media.sound(folder / "kept.flac", 4, title="Kept")
    with player("--keep-open", end) as run:
        run.wait_title("Kept")
        run.wait_status("Paused")
        wait_until("it is at the end", lambda: run.ipc.get("eof-reached"))
        run.ctl("play")
        run.wait_status("Playing")
        run.wait_status("Paused")


def test_the_window_and_the_name(player, folder):
    """Fullscreen is switched by mpv's own key, the name is that of audio-client-name, and one song has no next."""
    with player.playing(folder, 1, 2, words=["--audio-client-name=Living Room"]) as run:
        client = run.client()
        assert client.get("Identity", ROOT) == "Living Room"
        client.set("Fullscreen", Variant("b", True), ROOT)
        assert run.ipc.get("fullscreen"), "mpv does not fill the screen"
        wait_until("it shows", lambda: client.get("Fullscreen", ROOT))
        run.ipc.set("fullscreen", False)
        wait_until("mpv's own key shows", lambda: not client.get("Fullscreen", ROOT))
        run.ipc.set("audio-client-name", "Kitchen")
        wait_until("the new name shows", lambda: client.get("Identity", ROOT) == "Kitchen")
        run.ipc("playlist-clear")
        wait_until("one song has no next", lambda: not client.get("CanGoNext") and not client.get("CanGoPrevious"))


def test_pictures_that_mpv_alone_shows(player, folder):
    """Pictures beside the music in other formats than PNG and JPEG are converted, and large ones scaled down."""
    picture = media.picture(folder / "cover.bmp", "olive")
    large = media.picture(folder / "large.bmp", "olive", "2400x1800")
    red = media.picture(folder / "red.bmp", "0xC81E1E")
    avif, full = folder / "cover.avif", folder / "full.avif"
    media.ffmpeg("-i", picture, "-c:v", "libaom-av1", "-still-picture", 1, avif)
    media.ffmpeg("-i", red, "-vf", "scale=out_range=full:out_color_matrix=bt709", "-pix_fmt", "yuv444p", "-color_range",
                 "pc", "-colorspace", "bt709", "-c:v", "libaom-av1", "-still-picture", 1, full)
    for cover, shown in ((picture, picture), (large, picture), (avif, picture), (full, red)):
        with player(f"--cover-art-files={cover}", folder / "1.flac") as run:
            run.wait_title("Song 1")
            run.wait_color(shown)
            assert run.cover().startswith(b"\x89PNG") and len(run.cover()) < 1_000_000


def test_a_song_through_a_pipe(player, folder):
    """The picture of a song that comes through a pipe is the one that mpv shows, because a pipe cannot be read once
    more."""
    picture, pipe = media.picture(folder / "piped.png", "olive"), folder / "pipe"
    song = media.with_cover(folder / "piped.flac", picture, title="Piped")
    os.mkfifo(pipe)
    with subprocess.Popen(["timeout", "100", "cp", song, pipe], stderr=subprocess.DEVNULL), player(pipe) as run:
        run.wait_title("Piped")
        run.wait_color(picture)
        run.ctl("pause")
        run.wait_status("Paused")


def test_a_window_is_raised(player, folder):
    """On a screen, the player's window can be raised while the player shows something there."""
    path = media.film(folder / "window.mkv", 30, title="Window")
    screen, display = start_screen()
    try:
        with player("--vo=x11", path, folder / "1.flac", DISPLAY=display) as run:
            run.wait_title("Window")
            client = run.client()
            assert client.get("CanRaise", ROOT)
            wait_until("there is a window", lambda: run.ipc.get("vo-configured"))
            for above in (False, True):
                run.ipc.set("ontop", above)
                client.do("Raise", interface=ROOT)
                assert run.ipc.get("ontop") is above and run.ipc.get("window-minimized") is False
            run.ctl("next")
            run.wait_title("Song 1")
            wait_until("the window has gone", lambda: not run.ipc.get("vo-configured"))
            assert refuses(client.do, "Raise", interface=ROOT), "what is not there is raised"
    finally:
        screen.stop()


def test_what_is_opened_in_vain(player, folder):
    """OpenUri is answered with an error if another command comes before the file plays."""
    (folder / "far.m3u").write_text(f"{folder}/nothing.flac\n")
    with socket.create_server(("127.0.0.1", 0)) as silent, player("--idle", folder / "1.flac") as run:
        run.wait_title("Song 1")
        client = run.client()
        slow = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        for uri in f"file://{folder}/2.flac", slow:
            answers = run.together(("OpenUri", uri), ("Stop",))
            assert answers == ["Failed", None], answers
            run.wait_status("Stopped")
        for number, end in enumerate((
                lambda: run.ctl("stop"), lambda: run.ipc("stop"), lambda: run.ipc("playlist-remove", 0),
                lambda: run.ipc("loadfile", str(folder / "2.flac"), "replace"),
                lambda: client.do("OpenUri", "s", f"file://{folder}/2.flac"))):
            opening = client.start_do("OpenUri", "s", f"{slow}{number}")
            wait_until("it is opened", lambda: run.ipc.get("path") == f"{slow}{number}")
            end()
            refusal = client.refused(opening).name
            assert refusal.endswith(".Failed"), (number, refusal)
        run.wait_title("Song 2")
        assert refuses(client.do, "OpenUri", "s", f"file://{folder}/far.m3u"), "it opens a list of nothing"


BUTTONS = """# Comments, and lines that are empty, are none.

button-night=Night|volume-off|overflow|apply-profile night
button-fast=Old|||set speed 1.5
button-fast=Faster|skip-forward-30|forward-secondary|multiply speed 2; set volume 44
button-wrong=Wrong|||no-such-command
button-none
nothing=1
button-two=A|B
button-=No id|||set volume 1
button-a b=Id|||set volume 1
button-untitled=|||set volume 1
button-path=Path|/a/b||set volume 1
button-slot=Slot||middle|set volume 1
button-idle=Idle||| 
"""
BAD_LINES = {7: "no option", 8: "no such option", 9: "four parts", 10: "an id has", 11: "an id has", 12: "no title",
             13: "an icon is", 14: "a slot is", 15: "no command"}


def test_buttons_of_the_user(player, folder):
    """The user adds buttons by a file and an option like those of mpv's scripts. Each bad line is logged once, with its
    number, and left out."""
    home = folder / "config/mpv"
    (home / "script-opts").mkdir(parents=True)
    conf = home / "script-opts/nowplaying.conf"
    conf.write_text(BUTTONS)
    (home / "mpv.conf").write_text("[night]\nvolume=20\n")
    options = "--script-opts=nowplaying-button-late=Late|||set volume 33,nowplaying-bad=1,other-button-x=X|||quit"
    program = ["mpv", *HEADLESS, "--load-scripts=no", f"--script={player.plugin}", options]
    with player(folder / "1.flac", program=program, XDG_CONFIG_HOME=str(folder / "config")) as run:
        run.expected = "nowplaying: ",
        run.wait_title("Song 1")
        session = run.session()
        assert [(entry["id"], entry["title"], entry.get("icon"), entry.get("slot")) for entry in session.commands
                if entry["command"] == "custom"] == [
                    ("night", "Night", "volume-off", "overflow"),
                    ("fast", "Faster", "skip-forward-30", "forward-secondary"),
                    ("wrong", "Wrong", None, None), ("late", "Late", None, None)]
        said = [line for line in run.process.take() if "nowplaying: " in line]
        wanted = [(f"nowplaying: {conf}:{number}: ", text) for number, text in BAD_LINES.items()]
        wanted.append(("nowplaying: nowplaying-bad: ", "no such option"))
        assert len(said) == len(wanted) and all(start in line and text in line
                                                for line, (start, text) in zip(said, wanted)), said
        for identifier, name, value in (("night", "volume", 20), ("fast", "volume", 44), ("late", "volume", 33)):
            session.send("custom", id=identifier)
            assert run.ipc.get(name) == value, identifier
        assert run.ipc.get("speed") == 2
        session.surface.refused(session.start("custom", id="wrong"), "Failed")


def test_too_many_buttons(player, folder):
    """The first buttons are shown, and the log names the others."""
    home = folder / "config/mpv/script-opts"
    home.mkdir(parents=True)
    (home / "nowplaying.conf").write_text("".join(f"button-{number}=B|||show-text b\n" for number in range(40)))
    program = ["mpv", *HEADLESS, "--load-scripts=no", f"--script={player.plugin}"]
    with player(folder / "1.flac", program=program, XDG_CONFIG_HOME=str(folder / "config")) as run:
        run.expected = "too many buttons",
        run.wait_title("Song 1")
        found = [entry["id"] for entry in run.session().commands if entry["command"] == "custom"]
        assert found == [str(number) for number in range(32)]
        assert len([line for line in run.process.take() if "too many buttons" in line]) == 8
