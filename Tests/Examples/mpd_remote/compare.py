# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""mpd-remote and Debian's mpDris2 side by side, on the same server with the same songs: a table in Markdown."""

import os
import tempfile
import time

from desktop import Program, wait_until
from harness.bus import PLAYER, ROOT, Bus, is_ours
from harness.sent import kinds_of_problems
from harness.types import SPECIFIED, check_property
from harness.wire import DBusError

from . import servers

MILLISECOND = 1000


class Contender:
    """One of both, with a bus of its own."""

    def __init__(self, server, command):
        self.server, self.bus = server, Bus().start()
        self.process = Program(command, self.bus.environment | {"XDG_CONFIG_HOME": self.bus.directory})
        self.name = self.bus.wait_for(self.bus.names, "the player is on the bus")[0]
        self.client = self.bus.client(self.name)

    def close(self):
        self.process.stop()
        self.bus.close()

    def get(self, name, interface=PLAYER):
        try:
            return self.client.get(name, interface)
        except DBusError:
            return None

    def becomes(self, condition, seconds=3):
        """Whether something comes true."""
        try:
            wait_until("", condition, seconds)
            return True
        except AssertionError:
            return False

    def error_ms(self):
        """By how much its Position differs from the server's, in milliseconds; negative: it is behind."""
        before = time.monotonic()
        told = self.get("Position") / MILLISECOND
        middle = (before + time.monotonic()) / 2
        before = time.monotonic()
        true = float(self.server.status()["elapsed"]) * 1000
        return told - (true - ((before + time.monotonic()) / 2 - middle) * 1000)


# Measurements

def wanted_properties(one):
    """Each property, and whether its value fits what the server does: it plays the second of three songs."""
    status = one.server.status()
    metadata = {key: value.value for key, value in (one.get("Metadata") or {}).items()}
    return {
        "PlaybackStatus": one.get("PlaybackStatus") == "Playing", "LoopStatus": one.get("LoopStatus") == "None",
        "Rate": one.get("Rate") == 1, "MinimumRate": one.get("MinimumRate") == 1,
        "MaximumRate": one.get("MaximumRate") == 1, "Shuffle": one.get("Shuffle") is False,
        "Volume": one.get("Volume") == int(status["volume"]) / 100,
        "Position": abs(one.error_ms()) < 1000,
        "Metadata": (metadata.get("xesam:title"), metadata.get("xesam:artist"), metadata.get("mpris:length"))
        == ("Newt", ["The Oscillators"], 95_000_000),
        **{name: one.get(name) is True for name in ("CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek",
                                                    "CanControl")},
        "Identity": bool(one.get("Identity", ROOT)), "DesktopEntry": bool(one.get("DesktopEntry", ROOT)),
        **{name: one.get(name, ROOT) is not None for name in ("CanQuit", "CanRaise", "HasTrackList",
                                                              "SupportedUriSchemes", "SupportedMimeTypes")},
    }


def properties(one):
    """How many are there, of the right type, with the right value; and which are not."""
    one.server.mpc("play", "2")
    one.becomes(lambda: wanted_properties(one)["Metadata"])
    right = wanted_properties(one)
    for interface, names in SPECIFIED.items():
        for name in names & right.keys():
            try:
                variant = one.client.get_all(interface).get(name)
            except DBusError:
                variant = None
            right[name] = right[name] and variant is not None and not check_property(interface, name, variant)
    wrong = sorted(name for name, is_right in right.items() if not is_right)
    return counted(len(right), wrong)


def ends_of_the_queue(one):
    """Whether CanGoPrevious and CanGoNext are false there."""
    one.server.mpc("play", "1")
    first = one.becomes(lambda: one.get("CanGoPrevious") is False)
    one.server.mpc("play", "3")
    return "yes" if first and one.becomes(lambda: one.get("CanGoNext") is False) else "no"


def methods(one):
    """Counts the methods that do what they should, and the properties that can be set."""
    server, wrong = one.server, []

    def status(key):
        return server.status().get(key)

    def track():
        metadata = one.get("Metadata")
        return metadata["mpris:trackid"].value if "mpris:trackid" in metadata else "/"

    def elapsed():
        return float(status("elapsed"))
    steps = [
        ("Pause", lambda: one.client.do("Pause"), lambda: status("state") == "pause"),
        ("Play", lambda: one.client.do("Play"), lambda: status("state") == "play"),
        ("PlayPause", lambda: one.client.do("PlayPause"), lambda: status("state") == "pause"),
        ("Stop", lambda: one.client.do("Stop"), lambda: status("state") == "stop"),
        ("Play after Stop", lambda: one.client.do("PlayPause"), lambda: status("state") == "play"),
        ("Next", lambda: one.client.do("Next"), lambda: status("song") == "1"),
        ("Previous", lambda: one.client.do("Previous"), lambda: status("song") == "0"),
        ("Seek", lambda: one.client.do("Seek", "x", 30_000_000), lambda: 30 <= elapsed() < 35),
        ("SetPosition", lambda: one.client.do("SetPosition", "ox", track(), 60_000_000), lambda: 60 <= elapsed() < 65),
        ("SetPosition of another track", lambda: one.client.do("SetPosition", "ox", "/other", 1_000_000),
         lambda: elapsed() >= 60),
        ("Volume", lambda: set_property(one, "Volume", "d", 0.4), lambda: status("volume") == "40"),
        ("Shuffle", lambda: set_property(one, "Shuffle", "b", True), lambda: status("random") == "1"),
        ("no Shuffle", lambda: set_property(one, "Shuffle", "b", False), lambda: status("random") == "0"),
        ("LoopStatus Track", lambda: set_property(one, "LoopStatus", "s", "Track"),
         lambda: status("repeat") + status("single") == "11"),
        ("LoopStatus None", lambda: set_property(one, "LoopStatus", "s", "None"), lambda: status("repeat") == "0"),
    ]
    server.mpc("play", "1")
    one.becomes(lambda: one.get("PlaybackStatus") == "Playing")
    for name, act, condition in steps:
        try:
            act()
            wrong += [] if one.becomes(condition) else [name]
        except DBusError as error:
            wrong.append(f"{name} ({error.name.rsplit('.', 1)[-1]})")
    server.mpc("single", "off")
    return counted(len(steps), wrong)


def set_property(one, name, signature, value):
    from harness.wire import Variant  # pylint: disable=import-outside-toplevel
    one.client.set(name, Variant(signature, value))


def counted(count, wrong):
    return f"{count - len(wrong)} of {count}" + (f" (not: {', '.join(wrong)})" if wrong else "")


def signals(one):
    """How many come within a second of a change of the track."""
    counts = []
    for place in "2", "3", "1":
        start = one.bus.mark()
        one.server.mpc("play", place)
        time.sleep(1)
        counts.append(sum(1 for message in one.bus.since(start) if is_ours(message)))
    return f"{sum(counts) / len(counts):.1f}"


def positions(one):
    one.server.mpc("play", "1")
    one.becomes(lambda: one.get("PlaybackStatus") == "Playing")
    errors = []
    for _ in range(30):
        time.sleep(1)
        errors.append(one.error_ms())
    start = one.bus.mark()
    one.server.mpc("seek", "70")
    told = True
    try:
        one.bus.wait_seeked(start, 3)
    except AssertionError:
        told = False
    at_once = one.error_ms()
    time.sleep(1)
    return (f"{errors[-1]:+.0f} ms, at most {max(errors, key=abs):+.0f} ms before",
            f"{at_once:+.0f} ms, after 1 s {one.error_ms():+.0f} ms" + ("" if told else ", no Seeked"))


def cover(one):
    one.server.mpc("play", "1")

    def url():
        metadata = one.get("Metadata")
        return metadata and "mpris:artUrl" in metadata and metadata["mpris:artUrl"].value
    return "yes" if one.becomes(url, 5) and os.path.exists(url().removeprefix("file://")) else "no"


def switches(one):
    """How often its threads were switched to and away from, in ten seconds."""
    def count():
        total = 0
        for task in os.listdir(f"/proc/{one.process.process.pid}/task"):
            with open(f"/proc/{one.process.process.pid}/task/{task}/status", encoding="ascii") as file:
                total += sum(int(line.split()[1]) for line in file if "ctxt_switches" in line)
        return total
    time.sleep(2)
    before = count()
    time.sleep(10)
    return str(count() - before)


def memory(one):
    with open(f"/proc/{one.process.process.pid}/smaps_rollup", encoding="ascii") as file:
        found = {line.split(":")[0]: int(line.split()[1]) for line in file if line.endswith("kB\n")}
    return f"{found['Rss'] / 1024:.1f} MB, its own {(found['Private_Dirty'] + found['Private_Clean']) / 1024:.1f} MB"


def death(one):
    """Tells what happens when the server is killed, and when it comes back."""
    one.server.kill()
    start = time.monotonic()
    gone = one.becomes(lambda: not one.bus.names(), 20)
    after = time.monotonic() - start
    alive = one.process.process.poll() is None
    killed = f"gone after {after * 1000:.0f} ms" if gone else "still there after 20 s"
    killed += "" if alive else ", and has ended itself"
    one.server.start().play()
    start = time.monotonic()
    back = alive and one.becomes(lambda: one.bus.names() and one.get("PlaybackStatus") == "Playing", 30)
    return killed, f"back after {time.monotonic() - start:.1f} s" if back else "not back within 30 s"


def measure(server, command):
    server.play()
    server.mpc("volume", "50")
    one = Contender(server, command)
    try:
        rows = {"properties right": properties(one), "false at the ends of the queue": ends_of_the_queue(one),
                "methods and settable properties right": methods(one), "the cover of a song shows": cover(one),
                "signals per change of the track": signals(one)}
        rows["error of Position after 30 s"], rows["error of Position after a seek"] = positions(one)
        server.mpc("pause")
        rows["context switches in 10 s, paused"] = switches(one)
        server.mpc("play")
        rows["context switches in 10 s, playing"] = switches(one)
        rows["memory"] = memory(one)
        rows["the server is killed: its player is"], rows["the server is there again"] = death(one)
        rows["kinds of problems for the strict checker"] = str(len(kinds_of_problems(one.bus)))
        return rows
    finally:
        one.close()


def main(program):
    with tempfile.TemporaryDirectory(prefix="np-") as folder:
        server = servers.kitchen(folder).start()
        try:
            # mpDris2 is told where the music is, as by a user whose server runs on the same computer.
            ours = measure(server, [program, f"Kitchen=127.0.0.1:{server.port}"])
            theirs = measure(server, ["mpDris2", "--host=127.0.0.1", f"--port={server.port}",
                                      f"--music-dir={server.music}"])
        finally:
            server.close()
    print("| | mpd-remote | mpDris2 0.9.1 |\n|---|---|---|")
    for row, value in ours.items():
        print(f"| {row} | {value} | {theirs[row]} |")
    return 0
