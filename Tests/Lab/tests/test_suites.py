# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of the record of suites, of `Tests/run-long stale`, and of flaky tests, each in a copy of the tree.

usage: Tests/alone pytest Tests/Lab/tests
"""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SITE = "Tests/run-long site"
IDENTITY = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")


class Tree:
    """A copy of the tree at HEAD, with the scripts as they are now, in which everything is committed."""

    def __init__(self, folder: Path):
        self.folder = folder
        subprocess.run(["git", "clone", "-q", "--shared", str(ROOT), str(folder)], check=True)
        for name in ("Tests/suites.py", "Tests/run", "Tests/run-long", "Tests/Lab/shell/suites.sh",
                     "Tests/Lab/shell/running.sh", "Tests/Lab/shell/faces.sh", "Tests/Lab/shell/machines.sh",
                     "Tests/Lab/lab/failed.py"):
            (folder / name).write_bytes((ROOT / name).read_bytes())
        (folder / "Tests/suites.py").chmod(0o755)
        (folder / "Tests/ran.toml").unlink(missing_ok=True)
        self.base = self.commit()

    def clean(self) -> "Tree":
        self.git("reset", "-q", "--hard", self.base)
        self.git("clean", "-q", "-f", "-d", "-x")
        (self.folder / "build").mkdir()
        return self

    def git(self, *words: str) -> str:
        return subprocess.run(["git", "-C", str(self.folder), *IDENTITY, *words], check=True, capture_output=True,
                              text=True).stdout.strip()

    def commit(self) -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "tests: change the copy")
        return self.git("rev-parse", "HEAD")

    def run(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(words, cwd=self.folder, capture_output=True, text=True, check=False)

    def record(self, command: str, passed: int, failed: int, commit: str) -> str:
        log = self.folder / "build/log"
        log.write_text("a log")
        return self.run("Tests/suites.py", "record", command, str(passed), str(failed), "7", str(log), commit).stdout

    def stale(self) -> dict:
        """Returns what `Tests/run-long stale` prints: the seconds and folders by the command of each suite."""
        lines = self.run("Tests/run-long", "stale").stdout.splitlines()
        return {" ".join(line.split()[:2]): " ".join(line.split()[2:]) for line in lines}

    def rows(self, section: str) -> dict:
        return tomllib.loads((self.folder / "Tests/ran.toml").read_text()).get(section, {})

    def faults(self) -> list:
        """Returns what Tests/lint would find."""
        program = "import suites; print(*suites.check_suites(suites.git('ls-files')), sep='\\n')"
        found = subprocess.run([sys.executable, "-c", program], cwd=self.folder / "Tests", capture_output=True,
                               text=True, check=True)
        return found.stdout.splitlines()

    def append(self, file: str, text: str = "\n") -> None:
        with (self.folder / file).open("a") as opened:
            opened.write(text)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return Tree(tmp_path_factory.mktemp("copy") / "tree")


@pytest.fixture
def tree(copy):
    return copy.clean()


def test_a_suite_is_stale_once_its_inputs_have_changed(tree):
    head = tree.git("rev-parse", "HEAD")
    assert tree.stale()[SITE] == "unknown never passed whole"
    for command in (SITE, "Tests/run-long desktops-13", "Tests/run-long gnome-shell", "Tests/run python"):
        assert tree.record(command, 3, 0, head) == ""
    assert not {SITE, "Tests/run-long gnome-shell"} & set(tree.stale())
    tree.append("docs/start.md")
    assert tree.stale()[SITE] == "7 s docs/start.md"
    tree.git("checkout", "docs/start.md")
    tree.append("plugins/phosh/build")
    tree.commit()
    recorded = {command: why for command, why in tree.stale().items() if "never" not in why}
    assert recorded == {"Tests/run-long desktops-13": "7 s plugins/phosh"}


def test_a_suite_says_what_this_machine_lacks_for_it(tree, monkeypatch):
    monkeypatch.delenv("BASU_SOURCE", raising=False)
    basu = "Tests/run-long basu"
    assert tree.stale()[basu].startswith("unknown never passed whole; needs BASU_SOURCE, the folder of")
    tree.record(basu, 3, 0, tree.git("rev-parse", "HEAD"))
    assert basu not in tree.stale()
    monkeypatch.setenv("BASU_SOURCE", "/usr/src/basu")
    tree.append("include/nowplaying/nowplaying.h")
    assert tree.stale()[basu] == "7 s include/nowplaying"


def test_a_suite_of_hours_says_so_before_it_has_passed(tree):
    assert tree.stale()["Tests/run-long daemon"].startswith("3600 s never passed whole")
    kept = tree.run("Tests/run-long", "stale", "--run", "--minutes", "0").stdout
    assert "Tests/run-long daemon does not fit into the time" in kept


def test_only_a_whole_pass_of_committed_sources_is_recorded(tree, monkeypatch):
    head = tree.git("rev-parse", "HEAD")
    tree.record(SITE, 3, 1, head)
    tree.record(SITE, 0, 0, head)
    tree.append("docs/start.md")
    assert "not committed: docs/start.md" in tree.record(SITE, 3, 0, head)
    tree.git("checkout", "docs/start.md")
    monkeypatch.setenv("MACHINES", "x86_64")
    assert "MACHINES is set" in tree.record(SITE, 3, 0, head)
    monkeypatch.delenv("MACHINES")
    tree.record("Tests/run abi", 3, 0, head)  # runs at each commit
    assert not (tree.folder / "Tests/ran.toml").exists()
    tree.record(SITE, 3, 0, head)
    row = tree.rows("suites")[SITE]
    assert (row["commit"], row["passed"], row["failed"], row["seconds"]) == (head, 3, 0, 7)


def test_a_row_by_hand_and_a_file_of_no_suite_are_faults(tree):
    tree.record(SITE, 3, 0, tree.git("rev-parse", "HEAD"))
    (tree.folder / "plugins/forgotten").mkdir()
    (tree.folder / "plugins/forgotten/new.c").write_text("int new;\n")
    tree.commit()
    assert tree.faults() == ["plugins/forgotten/new.c: no suite names it among its inputs"]
    tree.git("rm", "-q", "-f", "plugins/forgotten/new.c")
    record = tree.folder / "Tests/ran.toml"
    good = record.read_text()
    for wrong, says in ((good.replace("failed = 0", "failed = 1"), "is not that of a pass"),
                        (good.replace("sha256:", "md5:"), "is not that of a pass"),
                        (good.replace("-long site", "-long sight"), "there is no suite"),
                        (good.replace('commit = "', 'commit = "0'), "is no commit of this history")):
        record.write_text(wrong)
        assert [fault for fault in tree.faults() if says in fault], says


TEST = """
import os, pathlib
def test_fails_once():
    there = pathlib.Path("build/there")
    seen = there.exists()
    there.touch()
    assert seen
def test_passes():
    pass
"""
RUN = """
root=$PWD; counts=$PWD/build/counts; suite=integration; log=build/log; : >"$log"
rm -f build/there "$counts"*
. packaging/prepare.sh; . Tests/Lab/shell/suites.sh; command=Tests/run
run_pytest test_once.py
cat "$counts"
"""


def test_a_test_that_passes_alone_is_counted_and_fails_its_suite_the_third_time(tree):
    (tree.folder / "test_once.py").write_text(TEST)
    tree.commit()
    for times, counted in ((1, "2 0"), (2, "2 0"), (3, "1 1")):
        printed = tree.run("bash", "-c", RUN).stdout
        assert printed.splitlines()[-1] == counted, printed
        assert "test_once.py::test_fails_once: failed at load" in printed
        assert f"time {times} of 3, owner Somebody" in printed
        row = tree.rows("flakes")["test_once.py::test_fails_once"]
        assert row["suite"] == "Tests/run integration"
        assert len(row["dates"]) == len(row["loads"]) == times
    assert [fault for fault in tree.faults() if "failed and passed alone 3 times: mend or delete" in fault]
    tree.git("rm", "-q", "-f", "test_once.py")
    assert [fault for fault in tree.faults() if "is gone; delete its row" in fault]


def test_a_test_that_fails_alone_too_is_a_failure(tree):
    (tree.folder / "test_once.py").write_text(TEST.replace("there.touch()", ""))
    assert tree.run("bash", "-c", RUN).stdout.splitlines()[-1] == "1 1"
    assert not (tree.folder / "Tests/ran.toml").exists()


@pytest.mark.parametrize("script", ["run", "run-long"])
def test_help(script: str) -> None:
    """--help prints how the script is called, and runs nothing."""
    done = subprocess.run([ROOT / "Tests" / script, "--help"], check=True, capture_output=True, text=True)
    assert done.stdout.startswith(f"Usage: Tests/{script} [--list | SUITE…]") and done.stderr == ""
