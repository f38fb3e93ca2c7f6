# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Debian's source packages, and changes to them."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path



@dataclass(frozen=True)
class Source:
    """A release of a package: its tarball in a suite. Later uploads of the same version do not change it."""

    package: str
    suite: str
    tarball: str
    sha256: str
    folder: str  # the top folder in the tarball

    def get(self, work):
        """Returns the tarball of the program: from the folder that EMBED_SOURCES names, or fetched by apt-get."""
        given = os.environ.get("EMBED_SOURCES")
        path = Path(given or work / "sources", self.tarball)
        if not path.exists():
            if given:
                raise SystemExit(f"{path} is missing: EMBED_SOURCES names the folder of Debian's tarballs.")
            # A script of the tree, which Tests/alone and Tests/run-long put into the path.
            done = subprocess.run(["unpack", "--source", self.suite, path.parent, self.package], check=False)
            if done.returncode:
                raise SystemExit(f"{self.tarball} cannot be fetched: EMBED_SOURCES may name a folder that has it.")
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != self.sha256:
            raise SystemExit(f"{path} is another one: its SHA-256 is {found}, not {self.sha256}.")
        return path

    @property
    def version(self):
        return self.tarball.split("_")[1].partition(".orig")[0]

    def unpack(self, work, kind):
        """Returns a new folder with the source, as it was published."""
        folder = work / kind
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        subprocess.run(["tar", "-xf", self.get(work.parent), "-C", folder], check=True)
        return folder / self.folder


@dataclass(frozen=True)
class Installed:
    """A release of a program in Python, whose source is the package that this machine has."""

    package: str
    version: str
    place: str
    folder: str  # in that place

    def unpack(self, work, kind):
        """Returns a new folder with the source, as it was published."""
        found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", self.package], capture_output=True, text=True,
                               check=False).stdout
        if found != self.version:
            raise SystemExit(f"{self.package} {self.version} is to be installed, not {found or 'none'}.")
        folder = work / kind
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(Path(self.place, self.folder), folder / self.folder,
                        ignore=shutil.ignore_patterns("__pycache__"))
        return folder


def files_of(patch):
    """Returns the files of a patch, below the folder in which they are in the source: our own, and scripts for ed."""
    files = sorted(path for path in patch.rglob("*") if path.is_file())
    if not files:
        raise SystemExit(f"There is no patch in {patch}.")
    return files


def replace(patch, tree, deleted=()):
    """Applies a patch to a source. deleted: the files that are no longer needed."""
    for path in deleted:
        (tree / path).unlink()
    for path in files_of(patch):
        target = tree / path.relative_to(patch)
        if path.suffix == ".ed":
            target = target.with_suffix("")
            with tempfile.TemporaryFile("w+") as script:
                # Run with a script from a file, ed names the line that fails, and ends without writing the target.
                script.write(path.read_text() + "w\nq\n")
                script.seek(0)
                done = subprocess.run(["ed", "-sv", target], stdin=script, stdout=subprocess.PIPE, text=True,
                                      check=False)
            if done.returncode:
                raise SystemExit(f"{path} does not fit {target}: {done.stdout.removeprefix('?').strip()}")
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)


def lines_of(paths):
    return sum(len(path.read_text(errors="replace").splitlines()) for path in paths)


def lines_of_patch(patch):
    """Returns how many lines are new: those of added files, and those that the scripts insert or change."""
    count = 0
    for path in files_of(patch):
        text = path.read_text().splitlines()
        if path.suffix != ".ed":
            count += len(text)
            continue
        inserts = False
        for line in text:
            if inserts:
                inserts = line != "."
                count += inserts
            elif line[-1:] in "aic":
                inserts = True
            else:
                count += "s/" in line
    return count
