# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A session and a system with the real polkit and, where it is started, the real logind: for tests of `nowplaying
daemon --inhibit`, which run as root with processes and a /run of their own. Programs run as nobody."""

import os
import pathlib
import subprocess
import sys
import time
from types import SimpleNamespace

from testkit.fakes import Plain

RUN = pathlib.Path("/run/idle")
SYSTEM, SESSION = RUN / "system", RUN / "session"
CONFIG = """<busconfig><type>{kind}</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/></policy></busconfig>"""
NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
ENVIRONMENT = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={SYSTEM}", "XDG_RUNTIME_DIR": str(RUN / "user"),
               "DBUS_SESSION_BUS_ADDRESS": f"unix:path={SESSION}", "HOME": str(RUN / "user")}
name, players = sys.argv[1], []


def start(name, *words, nobody=True):
    output = open(RUN / f"{name}.txt", "w", encoding="utf-8")
    return subprocess.Popen([*NOBODY, *words] if nobody else words, env=ENVIRONMENT, cwd=RUN, stdout=output,
                            stderr=output, stdin=subprocess.DEVNULL)


def until(condition, seconds=30):
    """Waits until a condition is true, while the players answer. Returns whether it is."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        for player in players:
            player.serve()
        time.sleep(.05)  # sleeps: the condition is asked again
    return found


def check(what, right, seen=""):
    print(f"  {'ok  ' if right else 'FAIL'}  {name}: {what}" + ("" if right else f": {seen}"), flush=True)


def ask(*words):
    """Returns what busctl prints."""
    done = subprocess.run(["busctl", *words], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def locks():
    return ask("--system", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
               "org.freedesktop.login1.Manager", "ListInhibitors")


def start_bus(kind, socket):
    config = RUN / f"{kind}.conf"
    config.write_text(CONFIG.format(kind=kind, socket=socket), encoding="utf-8")
    made = start(f"bus-{kind}", "dbus-daemon", f"--config-file={config}", "--nofork", nobody=False)
    assert until(socket.exists), f"no bus of the {kind}"
    return made


def said(program):
    return (RUN / f"{program}.txt").read_text(encoding="utf-8")


def bus_at(socket):
    """Returns what fakes want of a bus."""
    return SimpleNamespace(socket=str(socket), foreign=set(), epoch=0)


def start_player():
    player = Plain(bus_at(SESSION), "music", apart=False, PlaybackStatus=("s", "Paused"))
    players.append(player.appear())
    return player


def start_daemon():
    return start("daemon", os.environ["PROGRAMS"] + "/nowplaying", "daemon", "--inhibit")


def start_logind():
    start("logind", "/usr/lib/systemd/systemd-logind", nobody=False)
    assert until(lambda: "a(ssssuu) 0" in locks()), locks()


def has_lock():
    return '"idle" "nowplaying" "music plays" "block"' in locks()


subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
for folder in "systemd/seats", "systemd/sessions", "systemd/users", "systemd/inhibit", "systemd/shutdown":
    pathlib.Path("/run", folder).mkdir(parents=True)
(RUN / "user").mkdir(parents=True)
os.chmod(RUN / "user", 0o777)
start_bus("system", SYSTEM)
start_bus("session", SESSION)
start("polkitd", "/usr/lib/polkit-1/polkitd", "--no-debug", nobody=False)
assert until(lambda: "PolicyKit1" in ask("--system", "--acquired")), "no polkit"
