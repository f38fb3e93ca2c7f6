# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Measures the same player with other D-Bus libraries, beside this library and the bare server, in turn on one bus."""
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from bench import FLOOR, METADATA_KEYS, OURS, PREFIX, Failure, Times, anonymous_kib, cpu_ns, print_columns, say

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "peers"
SHARED = SOURCES / "peer.h"
# The zbus of Debian 12. The version in Debian 13 has another interface.
ZBUS = Path("/usr/share/cargo/registry/zbus-1.9.2")
# The name of each library, and the sources of its player, without sources that all players share.
PLAYERS = {
    "floor": ("sd-bus, bare", [HERE / "bare.c", HERE / "bare.h", HERE / "floor.c"]),
    "ours": ("libnowplaying", [HERE / "published.c", HERE / "published.h", HERE / "ours.c"]),
    "sdbus": ("sdbus-c++", [SOURCES / "sdbus.cpp", SHARED]),
    "gdbus": ("GDBus", [SOURCES / "gdbus.c", SHARED]),
    "qtdbus": ("QtDBus", [SOURCES / "qtdbus.cpp", SHARED]),
    "dbuspython": ("dbus-python", [SOURCES / "dbuspython.py"]),
    "zbus": ("zbus", [SOURCES / "zbus/src/main.rs"]),
}
METHODS = ("PlayPause", "Position", "GetAll")
# The most that libnowplaying may take in relation to the bare server: for the round trip, and in CPU time of the
# player's process.
TARGETS = {"PlayPause": (1.10, 1.12), "Position": (1.05, 1.12), "GetAll": (1.02, 1.02)}
BATCH = 50


def build_peers(programs):
    """Builds the peers. Returns the command of each. The peer on zbus is left out where Debian's zbus is missing."""
    out = programs / "peers"
    out.mkdir(exist_ok=True)
    for library, package in (("gio-unix-2.0", "libglib2.0-dev"), ("Qt5DBus", "qtbase5-dev"),
                             ("sdbus-c++", "libsdbus-c++-dev")):
        if subprocess.run(["pkg-config", "--exists", library], check=False).returncode:
            raise Failure(f"{library} is missing: apt-get install {package}")
    if subprocess.run(["/usr/bin/python3", "-c", "import dbus, gi"], check=False).returncode:
        raise Failure("dbus-python is missing: apt-get install python3-dbus python3-gi")
    has_zbus = ZBUS.exists() and shutil.which("cargo")
    subprocess.run(["make", "--silent", "-C", SOURCES, f"OUT={out}", "all", *(["zbus"] if has_zbus else [])],
                   check=True, stdout=sys.stderr)
    commands = {label: [out / label] for label in ("sdbus", "gdbus", "qtdbus")}
    commands["dbuspython"] = ["/usr/bin/python3", SOURCES / "dbuspython.py"]
    if has_zbus:
        commands["zbus"] = [out / "zbus"]
    return commands


def lines_of_code(files):
    """Returns the number of lines that are neither blank nor a comment."""
    count = 0
    for file in files:
        text = re.sub(r'/\*.*?\*/|^""".*?^"""', "", file.read_text(), flags=re.S | re.M)
        count += sum(bool(line.strip()) and not line.strip().startswith(("//", "# ", "#!")) for line in
                     text.splitlines())
    return count


def measure_peers(bench):
    """Adds the rows for libnowplaying to the table, and returns the rows of the table of all players."""
    say("the same player on other libraries")
    names = {"floor": FLOOR, "ours": OURS}
    servers = {label: bench.server(label, name) for label, name in names.items()}
    for label, command in build_peers(bench.programs).items():
        names[label] = PREFIX + label
        servers[label] = bench.spawn([*command, names[label], bench.stamp(names[label])], stdin=subprocess.PIPE)
        bench.show(names[label], METADATA_KEYS)
    labels = list(servers)
    trips, cpu = {}, {}
    for number in range(bench.count(120, 12)):
        turn = number % len(labels)
        for label in labels[turn:] + labels[:turn]:
            for method in METHODS:
                before = cpu_ns(servers[label])
                times = bench.load("calls", method, 1, BATCH, f"{label}={names[label]}")
                cpu.setdefault((method, label), {})[number] = [(cpu_ns(servers[label]) - before) / BATCH]
                trips.setdefault((method, label), {})[number] = times.all(method, label)
    pipelined = bench.load("pipelined", "PlayPause", bench.count(120, 12), BATCH,
                           *(f"{label}={name}" for label, name in names.items()))
    trips, cpu = Times.of(trips), Times.of(cpu)
    for method, (trip, work) in TARGETS.items():
        add_row(bench, f"{method} beside six others, us", trip, trips, method)
        add_row(bench, f"CPU time of a {method}, us", work, cpu, method)
    add_row(bench, "PlayPause of 50 at once, us", 1.08, pipelined, "pipelined")
    memory = {label: anonymous_kib(server) for label, server in servers.items()}
    bench.row("anonymous memory after calls, KiB over the floor", 90, memory["ours"] - memory["floor"],
              floor=str(memory["floor"]), ours=str(memory["ours"]))
    bench.stop(*servers.values())
    return [row_of(label, trips, cpu, pipelined, memory) for label in labels]


def add_row(bench, title, target, times, row):
    bench.row(title, target, floor=times.text(row, "floor"), ours=times.text(row, "ours"),
              ratio=times.ratio(row, "ours", "floor"))


def row_of(label, trips, cpu, pipelined, memory):
    """Returns the costs of a player, each relative to the bare server."""
    name, files = PLAYERS[label]
    cells = [name, str(lines_of_code(files))]
    for times in (trips, cpu):
        for method in METHODS:
            cells.append(f"{times.median(method, label) / 1000:.1f} ({times.ratio(method, label, 'floor'):.2f})")
    cells.append(f"{pipelined.median('pipelined', label) / 1000:.1f} "
                 f"({pipelined.ratio('pipelined', label, 'floor'):.2f})")
    return cells + [str(memory[label])]


def print_peers(rows):
    """Prints the table of all players."""
    print("\nThe same player on other libraries, us (times the bare server's)\n")
    print_columns(("library", "lines", *METHODS, *(f"CPU: {method}" for method in METHODS), "50 at once",
                   "anonymous KiB"), rows)
