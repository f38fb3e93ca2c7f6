# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""mpv with the plugin on a bus of its own, as playerctl, a surface of org.nowplaying and the strict checker see it."""

import json
import os
import re
import signal
import socket
import subprocess
import threading
from pathlib import Path

from desktop import Program, wait_until
from harness.bus import ROOT, Bus
from harness.sent import check_sent
from harness.surface import Surface

NAME = ROOT + ".mpv"
FAULT = re.compile(r"(client|library) bug:|nowplaying: |No artwork|CRITICAL|WARNING|Sanitizer|runtime error|==\d+==")
HEADLESS = ["--ao=null", "--vo=null", "--no-input-default-bindings", "--no-ytdl"]


def report(what):
    print(f"ok    {threading.current_thread().name}: {what}", flush=True)


class Ipc:
    """mpv's own way to be asked and told."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        wait_until("mpv listens", lambda: not self.socket.connect_ex(path))
        self.file = self.socket.makefile("rw", encoding="utf-8", errors="surrogateescape")

    def __call__(self, *words):
        """The answer to a command."""
        self.file.write(json.dumps({"command": words, "request_id": 7}) + "\n")
        self.file.flush()
        while True:
            answer = json.loads(self.file.readline())
            if answer.get("request_id") == 7 and "error" in answer:
                return answer.get("data")

    def get(self, name):
        return self("get_property", name)

    def set(self, name, value):
        return self("set_property", name, value)

    def close(self):
        self.file.close()
        self.socket.close()


class Run:
    """A bus, and mpv on it that plays something."""

    # Set by prepare().
    plugin = ""
    home = ""  # a configuration folder of a user who has installed the plugin
    preload = ""  # what the plugin needs before it, when it was built with ASan

    def __init__(self, *words, bus=None, installed=False, program=None, **variables):
        """words: for mpv. bus: False for none. installed: mpv finds the plugin by itself, and mpv-mpris. program: what
        runs instead of mpv with the plugin."""
        self.bus = Bus()
        if bus is not False:
            self.bus.start()
        preload = {"LD_PRELOAD": self.preload} if self.preload else {}
        self.environment = self.bus.environment | preload | variables
        self.ipc_path = self.bus.directory + "/ipc"
        scripts = ["--no-config", "--load-scripts=no", f"--script={self.plugin}"]
        if installed:
            # What mpv-mpris and Python leave behind is not looked for.
            self.environment |= {"XDG_CONFIG_HOME": self.home, "ASAN_OPTIONS": "detect_leaks=0"}
            scripts = []
        program = program or ["mpv", *scripts, *HEADLESS]
        ipc = ("" if program[0].endswith("python3") else "--") + "input-ipc-server=" + self.ipc_path
        self.process = Program([*program, ipc, *map(str, words)], self.environment)
        self.surfaces, self.ipc, self.expected = [], None, ()
        self.ends = [0, 4]  # its exit codes; 4 is what mpv says of a signal

    def __enter__(self):
        self.ipc = Ipc(self.ipc_path)
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.finish()
            else:
                print("\n".join(f"  | {line:.200}" for line in self.process.take()), flush=True)
        finally:
            if self.ipc:
                self.ipc.close()
            for surface in self.surfaces:
                surface.close()
            self.process.stop()
            self.bus.close()

    def finish(self):
        """It ends well, and all that it ever sent was right."""
        if self.process.process.poll() is None:
            self.process.process.send_signal(signal.SIGTERM)
        code = self.process.end()
        assert code in self.ends, f"it ended with {code}"
        problems = [line for line in self.process.take() if FAULT.search(line)
                    and not any(text in line for text in self.expected)]
        if self.bus.daemon:
            wait_until("its players have gone", lambda: not self.bus.names())
        check_sent(self.bus, problems)

    @property
    def pid(self):
        return self.process.process.pid

    def wait_until(self, what, condition):
        result = wait_until(what, condition)
        report(what)
        return result

    # MPRIS

    def ctl(self, *words):
        return self.bus.playerctl("--player=mpv", *words)

    def ask(self, *words):
        """What playerctl prints; "" when it fails."""
        done = subprocess.run(["playerctl", "--player=mpv", *words], env=self.bus.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, check=False)
        return done.stdout.strip()

    def title(self):
        return self.ask("metadata", "xesam:title")

    def wait_title(self, title):
        self.wait_until(f"{title or 'nothing'} shows", lambda: self.title() == title)

    def wait_status(self, status):
        wait_until(f"it is {status}", lambda: self.ask("status") == status)

    def client(self):
        """A client of MPRIS."""
        self.bus.wait_name(NAME)
        return self.bus.client(NAME)

    def cover(self):
        """The bytes of the picture that MPRIS names; b"" for none."""
        url = self.ask("metadata", "mpris:artUrl")
        return Path(url.removeprefix("file://")).read_bytes() if url else b""

    # org.nowplaying

    def session(self):
        """The session, as a surface sees it."""
        if not self.surfaces:
            self.surfaces.append(Surface(self.bus))
        self.bus.wait_name(NAME)
        copy = self.surfaces[-1].follow(NAME)
        self.surfaces[-1].wait(copy.sessions, "it has a session")
        (identifier,) = copy.sessions()
        return copy[identifier]


def wakeups(pid):
    """How often the plugin's thread has waited for something, told when it waits again."""
    (thread,) = [task for task in Path(f"/proc/{pid}/task").iterdir()
                 if (task / "comm").read_text().startswith("mpv/SO plugin")]
    status = wait_until("it waits", lambda: text if "State:\tS" in (text := (thread / "status").read_text()) else "")
    return int(re.search(r"voluntary_ctxt_switches:\s*(\d+)", status)[1])


def prepare(plugin, folder):
    """Installs what was built, as a user does, but below a folder."""
    plugin = Path(plugin).resolve()
    subprocess.run(["cmake", "--install", plugin.parent], env=os.environ | {"DESTDIR": str(folder / "installed")},
                   stdout=subprocess.DEVNULL, check=True)
    (installed,) = (folder / "installed").rglob("mpv/scripts/nowplaying.so")
    Run.plugin, Run.home = str(plugin), str(installed.parents[2])
    linked = subprocess.run(["ldd", plugin], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.search(r"libasan\S* => (\S+)", linked)
    Run.preload = found[1] if found else ""
