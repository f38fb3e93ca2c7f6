#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Knows the suites, what each depends on, and when each last passed: `Tests/run-long stale`, and a part of Tests/lint.

usage: Tests/suites.py stale [--run] [--minutes N]
                               lists the suites whose inputs have changed since they last passed, the cheapest first;
                               --run: runs them, or those that fit into N minutes
       Tests/suites.py record COMMAND PASSED FAILED SECONDS LOG COMMIT
                               writes the row of a suite that has passed whole; Tests/run and Tests/run-long call this
       Tests/suites.py flake COMMAND LOAD TEST…
                               writes tests that have failed and then passed alone; fails where one did so three times

A suite is a function of Tests/run, of Tests/run-long, or of faces.sh or machines.sh in Tests/Lab/shell. Its first
comment says what it does, and its last, "# Inputs:", names what it judges, as paths and patterns. A word @NAME stands
for the paths in the line "# Inputs @NAME:" of Tests/Lab/shell/suites.sh. A comment "# Needs: VARIABLE, …" between them
names a variable of the environment without which the suite cannot run, and what it stands for. A comment "# Takes: N
hours" or "N minutes" says how long a suite takes that has not passed yet.
"""

import argparse
import datetime
import fcntl
import fnmatch
import functools
import hashlib
import math
import os
import platform
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "Tests" / "ran.toml"
SCRIPTS = ("Tests/run", "Tests/run-long", "Tests/Lab/shell/faces.sh", "Tests/Lab/shell/machines.sh")
SHARED = "Tests/Lab/shell/suites.sh"
SUITE = re.compile(r"^suite_([\w-]+)\(\) \{ # (.*)\n((?:  # .*\n)*)", re.M)
GROUP = re.compile(r"^# Inputs (@\w+): (.*\n(?:#   .*\n)*)", re.M)
# A suite that is shortened by one of these has not passed whole.
SHORTENING = ("MACHINES", "FUZZ_SECONDS", "DAEMON_SECONDS", "HARNESS_CALLS", "SIMULATE_SECONDS")
SECONDS = "seconds"
MOST_FLAKES = 3  # times that a test may fail and pass alone before its suite fails
HEAD = """# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
#
# When each suite last passed whole, and tests that failed once and passed alone. Tests/run and Tests/run-long write
# this file; write nothing here by hand, but delete the row of a flaky test in the commit that mends or deletes it.
"""


def matches(path: str, file: str) -> bool:
    """Returns whether a path, or a pattern whose `*` stands for any characters, is a file or a folder above it."""
    return file == path or file.startswith(f"{path}/") or "*" in path and fnmatch.fnmatchcase(file, path)


class Suite(NamedTuple):
    """A suite: the command that runs it, as `Tests/run-long site`, and the paths that it judges."""

    command: str
    inputs: tuple
    needs: str
    takes: int  # seconds, or 0 where nothing is known

    def judges(self, file: str) -> bool:
        return any(matches(path, file) for path in self.inputs)

    @property
    def missing(self) -> str:
        """The need of the suite that this environment does not meet, in words, or an empty text."""
        return "" if os.environ.get(self.needs.partition(",")[0]) else self.needs

    @property
    def is_recorded(self) -> bool:
        """Whether its passes are written down: those of Tests/run-long, and of the doors of Tests/run."""
        script, name = self.command.split()
        return script != "Tests/run" or name in doors()


def git(*words: str) -> list:
    """Returns the lines that git prints; raises where git fails."""
    command = ["git", "-C", str(ROOT), "-c", "core.quotePath=false", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def words(text: str) -> list:
    return [word for word in text.split() if word != "#"]


def groups() -> dict:
    found = {name: words(text) for name, text in GROUP.findall((ROOT / SHARED).read_text())}
    return {name: [path for word in paths for path in found.get(word, [word])] for name, paths in found.items()}


def doors() -> list:
    return re.search(r"^doors=\((.*)\)", (ROOT / SHARED).read_text(), re.M)[1].split()


def suites() -> dict:
    """Returns all suites by their commands."""
    shared, found = groups(), {}
    for script in SCRIPTS:
        for name, _, comment in SUITE.findall((ROOT / script).read_text()):
            listed = words(comment.partition("# Inputs: ")[2])
            paths = tuple(path for word in listed for path in shared.get(word, [word]))
            command = f"{'Tests/run' if script == 'Tests/run' else 'Tests/run-long'} {name}"
            needs = re.search(r"# Needs: (.*)", comment)
            takes = re.search(r"# Takes: ([\d.]+) (hours|minutes)\n", comment)
            seconds = int(float(takes[1]) * (3600 if takes[2] == "hours" else 60)) if takes else 0
            found[command] = Suite(command, paths, needs[1] if needs else "", seconds)
    return found


def record() -> dict:
    return tomllib.loads(RECORD.read_text()) if RECORD.exists() else {}


def written(table: dict) -> str:
    """Returns a table of tables as TOML; values are texts, numbers and lists of them."""
    lines = [HEAD]
    for section in sorted(table):
        for name, row in sorted(table[section].items()):
            lines.append(f'[{section}."{name}"]')
            lines += [f"{key} = {value!r}".replace("'", '"') for key, value in row.items()] + [""]
    return "\n".join(lines)


def change(update) -> None:
    """Changes the record, one process at a time."""
    with open(ROOT / "build" / "ran.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        table = record()
        update(table)
        RECORD.write_text(written(table), encoding="utf-8")


@functools.cache
def changed_files(commit: str) -> tuple | None:
    """Returns the files that differ from a commit, also those that are not committed; and None where there is no such
    commit."""
    try:
        files = git("diff", "--name-only", "--no-renames", commit)
    except subprocess.CalledProcessError:
        return None
    return (*files, *git("ls-files", "--others", "--exclude-standard"))


def changed(suite: Suite, commit: str) -> list | None:
    """Returns the folders of the suite's inputs in which something differs from a commit."""
    files = changed_files(commit)
    return files if files is None else sorted({"/".join(file.split("/")[:2]) for file in files if suite.judges(file)})


def stale() -> list:
    """Returns a tuple (suite, its row or None, the changed folders) for each suite that has not passed since its inputs
    changed, the cheapest first; those that never passed at the end."""
    rows, found = record().get("suites", {}), []
    for suite in filter(lambda suite: suite.is_recorded, suites().values()):
        row = rows.get(suite.command)
        folders = changed(suite, row["commit"]) if row else None
        if folders != []:
            found.append((suite, row, folders))
    return sorted(found, key=lambda each: (each[1] is None, expected(*each[:2])))


def expected(suite: Suite, row: dict | None) -> int:
    """Returns how many seconds a suite takes, as far as this is known."""
    return row[SECONDS] if row else suite.takes


def print_stale() -> None:
    for suite, row, folders in stale():
        reason = ("never passed whole" if not row else "its commit is not in this history" if folders is None else
                  ", ".join(folders)) + (f"; needs {suite.missing}" if suite.missing else "")
        seconds = expected(suite, row)
        print(f"{suite.command:25} {f'{seconds} s' if seconds else 'unknown':>8}  {reason}")


def run_stale(minutes: float) -> int:
    """Runs the stale suites that fit into the time, one after the other, and of those that never passed as many as
    begin in it. Returns how many did not pass."""
    start, failed = time.monotonic(), []
    for suite, row, _ in stale():
        if suite.missing:
            print(f"{suite.command} needs {suite.missing}")
        elif time.monotonic() - start + expected(suite, row) >= minutes * 60:
            print(f"{suite.command} does not fit into the time")
        elif subprocess.run(suite.command.split(), cwd=ROOT, check=False).returncode:
            failed.append(suite.command)
    print("\n".join(f"FAILED  {command}" for command in failed))
    return len(failed)


def write_row(command: str, passed: int, failed: int, seconds: int, log: str, commit: str) -> None:
    """Writes the row of a suite, unless it is not one that is recorded, was shortened, or has run on sources that are
    not those of a commit; then it prints why not."""
    suite = suites()[command]
    if not suite.is_recorded or failed or not passed:
        return
    shortened = [variable for variable in SHORTENING if os.environ.get(variable)]
    differing = changed(suite, commit)
    if shortened or differing or differing is None:
        reason = f"{shortened[0]} is set" if shortened else f"not committed: {', '.join(differing or ['the sources'])}"
        print(f"  {command} is not recorded in Tests/ran.toml: {reason}")
        return
    digest = hashlib.sha256(Path(log).read_bytes()).hexdigest()
    release = platform.freedesktop_os_release()
    row = {"commit": commit, "date": datetime.date.today().isoformat(), "passed": passed, "failed": failed,
           "seconds": seconds, "system": f"{release['NAME'].split()[0]} {release.get('VERSION_ID', 'sid')}, "
           f"{platform.machine()}", "log": f"sha256:{digest}"}
    change(lambda table: table.setdefault("suites", {}).update({command: row}))


def count_flakes(command: str, load: float, tests: list) -> int:
    """Counts tests that have failed and passed alone. Returns how many have done so too often."""
    too_often = []

    def update(table):
        for test in tests:
            row = table.setdefault("flakes", {}).setdefault(test, {"suite": command, "dates": [], "loads": []})
            row["dates"].append(datetime.date.today().isoformat())
            row["loads"].append(load)
            times = len(row["dates"])
            owner = git("log", "-1", "--format=%an", "--", test.split("::")[0])
            print(f"  FLAKY   {test}: failed at load {load}, passed alone; time {times} of {MOST_FLAKES}"
                  + (f", owner {owner[0]}" if owner else ""))
            if times >= MOST_FLAKES:
                too_often.append(test)

    change(update)
    return len(too_often)


def check_suites(files: list) -> list:
    """Returns what is wrong with the suites' inputs and with the record, as lines: a part of Tests/lint."""
    found, known = suites(), groups()
    problems = [f"{suite.command}: the suite does not say what its inputs are" for suite in found.values()
                if not suite.inputs]
    claimed, tracked = set(), git("ls-files")
    for path in sorted({path for suite in found.values() for path in suite.inputs}):
        matched = [file for file in tracked if matches(path, file)]
        claimed.update(matched)
        if path.startswith("@") or not matched:
            problems.append(f"Tests: the input {path} of a suite is {'no group' if path[0] == '@' else 'no file'}; "
                            f"groups: {' '.join(known)}")
    problems += [f"{file}: no suite names it among its inputs" for file in sorted(set(files) - claimed)]
    return problems + check_record(found)


def check_record(found: dict) -> list:
    """Returns what is wrong with the record: rows without a suite, a commit or a pass, and tests that are gone."""
    problems = []
    for name, row in record().get("suites", {}).items():
        if name not in found:
            problems.append(f"Tests/ran.toml: there is no suite `{name}`")
        if row["failed"] or row["passed"] <= 0 or not re.fullmatch(r"sha256:[0-9a-f]{64}", row["log"]):
            problems.append(f"Tests/ran.toml: the row of {name} is not that of a pass")
        if not git("rev-parse", "--is-shallow-repository") == ["true"] and subprocess.run(
                ["git", "-C", str(ROOT), "merge-base", "--is-ancestor", row["commit"], "HEAD"],
                capture_output=True, check=False).returncode:
            problems.append(f"Tests/ran.toml: {row['commit']}, at which {name} passed, is no commit of this history")
    for test, row in record().get("flakes", {}).items():
        file = test.split("::")[0]
        if "::" in test and not any(f"/{each}".endswith(f"/{file}") for each in git("ls-files")):
            problems.append(f"Tests/ran.toml: the test {test} is gone; delete its row")
        if len(row["dates"]) >= MOST_FLAKES:
            problems.append(f"Tests/ran.toml: {test} failed and passed alone {len(row['dates'])} times: mend or delete "
                            "it, then delete its row")
    return problems


def main() -> None:
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    parser = argparse.ArgumentParser(prog="Tests/run-long")
    commands = parser.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("stale", help="list the suites that have not passed since their inputs changed")
    listing.add_argument("--run", action="store_true", help="run them, the cheapest first")
    listing.add_argument("--minutes", type=float, default=math.inf, help="with --run: only those that fit")
    row = commands.add_parser("record")
    for name, kind in (("command_of", str), ("passed", int), ("failed", int), ("seconds", int), ("log", str),
                       ("commit", str)):
        row.add_argument(name, type=kind)
    flake = commands.add_parser("flake")
    flake.add_argument("command_of")
    flake.add_argument("load", type=float)
    flake.add_argument("tests", nargs="+")
    given = parser.parse_args()
    if given.command == "stale" and given.run:
        sys.exit(run_stale(given.minutes) > 0)
    elif given.command == "stale":
        print_stale()
    elif given.command == "record":
        write_row(given.command_of, given.passed, given.failed, given.seconds, given.log, given.commit)
    else:
        sys.exit(count_flakes(given.command_of, given.load, given.tests) > 0)


if __name__ == "__main__":
    main()
