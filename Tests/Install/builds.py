# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The library as a part of other projects, which build it with their own: CMake's, and Meson's."""
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

# What a project needs of the tree, and no more.
PARTS = ["CMakeLists.txt", "meson.build", "Sources", "include", "CHANGELOG.md", "LICENSE"]
# For the linker, by the variable that packagers use; it marks the library and changes nothing else.
LDFLAGS = "-Wl,-z,nodump"


def run(*command, cwd=None, **variables):
    """Returns what a command prints; that it fails is an AssertionError with the end of what it said."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, env={**os.environ, **variables}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    assert done.returncode == 0, f"{shlex.join(map(str, command))} ended with {done.returncode}:\n{done.stdout[-2000:]}"
    return done.stdout.strip()


class Builds:
    """Two copies of the sources in folders of other names, and what was built of them."""

    def __init__(self, root, work, version):
        self.work, self.version, self.made = work, version, {}
        self.source, self.subproject = work / "source", work / "programs/meson/subprojects/nowplaying"
        for copy in (self.source, self.subproject):
            copy.mkdir(parents=True)
            for part in PARTS:
                (shutil.copytree if (root / part).is_dir() else shutil.copy)(root / part, copy / part)
        for parent in ("meson", "cmake-parent"):
            shutil.copy(work / "programs/c/ten.c", work / "programs" / parent)

    def library(self, folder):
        """The library that was just built in a folder."""
        found = folder / f"libnowplaying.so.{self.version}"
        assert found.is_file(), f"{folder} has no {found.name}"
        self.made[folder] = found
        return found

    def in_cmake(self, fetch):
        """Builds a project that has the library as a part; returns its program and the library."""
        build = self.work / f"parent-{fetch}"
        said = run("cmake", "-G", "Ninja", "-S", self.work / "programs/cmake-parent", "-B", build, f"-DFETCH={fetch}",
                   f"-DNOWPLAYING_SOURCE={self.source}", LDFLAGS=LDFLAGS)
        assert "not used" not in said, f"the configuration says: {said}"
        # All of it once, as a part of the source tree; a project that fetches it builds what its program needs.
        run("cmake", "--build", build, *(["--target", "ten"] if fetch == "ON" else []))
        tests = re.findall(r"Test +#\d+: (\w+)", run("ctest", "--test-dir", build, "-N"))
        assert tests == ["own"], f"the tests of the project are {tests}"
        return build / "ten", self.library(build / ("out" if fetch == "ON" else "nowplaying"))

    def meson(self, name, *options, **variables):
        build = self.work / f"meson-{name}"
        run("meson", "setup", *options, build, self.work / "programs/meson", **variables)
        run("meson", "compile", "-C", build)
        return build

    def in_meson(self):
        """Builds a project that has the library as a subproject, and installs both."""
        build = self.meson("subproject", "--force-fallback-for=nowplaying", "--prefix=/usr", LDFLAGS=LDFLAGS)
        installed = self.work / "meson-installed"
        run("meson", "install", "--no-rebuild", "-C", build, "--destdir", installed)
        assert list(installed.rglob("nowplaying.h")), "meson install leaves the header out"
        assert list(installed.rglob(f"libnowplaying.so.{self.version}")), "meson install leaves the library out"
        return build / "ten", self.library(build / "subprojects/nowplaying")

    def check_same(self):
        """One version, built in three ways, of two folders, to three folders."""
        assert len(self.made) == 3, f"only {len(self.made)} builds have ended well"
        first, *others = self.made.values()
        for other in others:
            run("cmp", first, other)
        places = [str(self.work).encode(), str(Path.home() / ".cache").encode()]
        found = [place.decode() for place in places if place in first.read_bytes()]
        assert not found, f"the library mentions {found}"

    def check_hardened(self, installed):
        """Relocations are read-only before the first call, the C library checks sizes of buffers, and the packager's
        own linker flags arrive."""
        for library in (installed, *self.made.values()):
            checks = set(re.findall(r"U (__\w+_chk)\b", run("nm", "-D", library)))
            assert checks, f"{library} is compiled without _FORTIFY_SOURCE"
            assert "GNU_RELRO" in run("readelf", "-lW", library), f"{library} has no RELRO"
            flags = " ".join(re.findall(r"Flags: (.*)", run("readelf", "-dW", library)))
            assert "NOW" in flags.split(), f"{library} is bound lazily: {flags}"
            assert library == installed or "NODUMP" in flags.split(), f"LDFLAGS do not reach {library}: {flags}"

    def check_options(self):
        """Tests are left out by the usual option; a generator that cannot be is refused with a sentence."""
        said = run("cmake", "-G", "Ninja", "-S", self.source, "-B", self.work / "no-tests", "-DBUILD_TESTING=OFF")
        assert "not used" not in said, f"the configuration says: {said}"
        try:
            run("cmake", "-G", "Ninja Multi-Config", "-S", self.source, "-B", self.work / "multi")
        except AssertionError as error:
            said = " ".join(str(error).split())
            assert "not built by the generator Ninja Multi-Config: add -G Ninja." in said, f"the refusal says: {said}"
        else:
            raise AssertionError("Ninja Multi-Config is accepted")
