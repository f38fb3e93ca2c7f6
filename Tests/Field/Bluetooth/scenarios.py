# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying daemon --bluetooth` and a real bluetoothd, within the virtual machine: players come, play and go, a
headset and a car press keys, and the car reads its screen."""

import json
import os
import pathlib
import subprocess
import sys

import dbus
from computer import ADAPTER, check, home, kernel_keys, objects, remote, results, switch, wait, watch_keys
from players import Mpris, called, dictionary

STATE = pathlib.Path("/run/state/nowplaying")
ENVIRONMENT = dict(os.environ, LD_LIBRARY_PATH="/tmp/out/np/lib", XDG_RUNTIME_DIR="/run", XDG_STATE_HOME="/run/state")
PROGRAM = "/tmp/out/np/bin/nowplaying"


def start(*options):
    daemon = subprocess.Popen([PROGRAM, "daemon", "--bluetooth", *options], env=ENVIRONMENT)
    assert wait(60, lambda: home in status().get("adapters", [])), "the daemon is not registered"
    return daemon


def status():
    done = subprocess.run([PROGRAM, "daemon", "status", "--json"], env=ENVIRONMENT, capture_output=True, check=False)
    return json.loads(done.stdout or "{}")


def told(state, title):
    return wait(20, lambda: remote.shown() == (state, title))


def seen():
    return {"shown": remote.shown(), "heard": remote.heard, "status": status()}


def pressed(key, *codes):
    """Returns whether a key becomes keys of the kernel."""
    kernel_keys()
    taken, found = remote.press(key), []
    wait(20 if codes else 2, lambda: found.extend(kernel_keys()) or found)
    return taken and found == list(codes)


def check_keys(name):
    for key, state, title in (("Pause", "Paused", "music"), ("Play", "Playing", "music"),
                              ("Next", "Playing", "music 2"), ("Previous", "Playing", "music")):
        music.calls.clear()
        check(f"{key} of the {name} comes to the player", remote.press(key) and called(music, key), music.calls)
        shows = name == "headset" or told(state.lower(), title)
        check(f"then it is {state.lower()}: {title}", shows and music.state["PlaybackStatus"] == state, seen())
    check("no key of it reaches the desktop", kernel_keys() == [])
    check("but that of the volume", pressed("VolumeUp", 115) and not music.calls, music.calls)


STATE.mkdir(parents=True)
(STATE / "last-player").write_text("player=org.mpris.MediaPlayer2.gone\ndesktop-entry=\nuri=\n", encoding="utf-8")
daemon = start("--start-last")
check("a headset connects", remote.connect(has_screen=False), remote.state)
wait(1)
watch_keys()
check("Play after silence starts the last player", remote.press("Play") and wait(
    20, lambda: os.path.exists("/tmp/started")) and kernel_keys() == [])
check("it disconnects", remote.disconnect())
daemon.kill()
daemon.wait()

daemon = start()
check("a headset connects to another daemon", remote.connect(has_screen=False), remote.state)
wait(1)
watch_keys()
for key, code in ("Play", 200), ("Pause", 201), ("Next", 163), ("Previous", 165), ("VolumeUp", 115):
    check(f"without a player {key} reaches the desktop", pressed(key, code))
music = Mpris("music", "Playing")
wait(20, lambda: status().get("player") == "org.mpris.MediaPlayer2.music")
wait(1)
check_keys("headset")
check("it disconnects", remote.disconnect())
music.quit()

check("a car connects", remote.connect(has_screen=True), remote.state)
check("without a player it shows nothing", told("stopped", ""), seen())
music = Mpris("music", "Playing")
check("it shows the player", told("playing", "music"), seen())
check("with its artist and length", (remote.item["artist"], remote.item["duration"]) == ("Band", "100000"), remote.item)
watch_keys()
check_keys("car")

wait(3)
remote.heard.clear()
music.say(Metadata=music.song("music", mpris__artUrl="file:///late"))
wait(3)
check("a late picture is not told", remote.heard == [], remote.heard)
check("and the car's clock is the player's", abs(remote.time() - music.position() / 1e6) < 2,
      (remote.time(), music.position()))
for name, to in ("forward", 70_000_000), ("reverse", 20_000_000):
    music.jump(to)
    check(f"a jump is told: {name}", wait(20, lambda name=name: remote.heard[-1:] == [name]), remote.heard)
    check("and where it goes", wait(20, lambda to=to: 0 <= remote.time() - to / 1e6 < 5) and told("playing", "music"),
          (remote.time(), seen()))
music.say(at=30_000_000, Metadata=music.song("another"))
check("another song, which begins in its middle", told("playing", "another") and wait(
    20, lambda: 0 <= remote.time() - 30 < 5), (remote.time(), seen()))
music.say(at=1_000_000, Metadata=music.song("music"))

tab = Mpris("chromium.instance77", "Playing", "Chromium", Rate="fast", Shuffle=dbus.Int32(3), Metadata=dictionary(
    xesam__title="tab", xesam__artist="no list", mpris__length=5.0, xesam__trackNumber="3"))
check("a browser with wrong types that begins is shown", told("playing", "tab"), seen())
music.calls.clear()
check("its key is its own", remote.press("Pause") and called(tab, "Pause") and not music.calls, music.calls)
check("then the first is shown, which plays on", told("playing", "music"), seen())
other = Mpris("other", "Playing", LoopStatus="Sometimes", CanPause="yes", Volume=dbus.Int32(9))
check("a third player that begins is shown", told("playing", "other"), seen())
check("and has the keys", remote.press("Next") and called(other, "Next") and not music.calls, music.calls)
other.quit()
check("when it has gone, the one that plays is shown", told("playing", "music"), seen())

proxy = subprocess.Popen(["mpris-proxy"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
wait(5)
tab.calls.clear()
check("mpris-proxy, which comes later, takes no key",
      remote.press("Pause") and called(music, "Pause") and not tab.calls, tab.calls)
proxy.kill()
proxy.wait()
music.say(PlaybackStatus="Playing")

switch(home, "Powered", False)
check("it loses the computer when the adapter is off", wait(30, lambda: remote.state == "disconnected"))
switch(home, "Powered")
wait(20, lambda: objects()[home][ADAPTER]["Powered"])
check("it connects again", remote.connect(has_screen=True), seen())
check("and shows the player", told("playing", "music"), seen())
check("which has the key", remote.press("Pause") and called(music, "Pause"), music.calls)

music.quit()
check("the one that is left is shown", told("paused", "tab"), seen())
tab.quit()
check("none is left: it shows nothing", told("stopped", ""), seen())
watch_keys()
check("keys reach the desktop again", pressed("Play", 200))
daemon.kill()
print(f"{results.count(True)} passed, {results.count(False)} failed", flush=True)
sys.exit(not all(results))
