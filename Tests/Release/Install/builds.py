# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the library as a part of other projects, which build it with CMake or Meson."""
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

# The parts of the tree that another project needs.
PARTS = ["CMakeLists.txt", "meson.build", "Sources", "include", "docs", "CHANGELOG.md", "LICENSE"]
# Options for the linker, in the variable that packagers use; this one only marks the library.
LDFLAGS = "-Wl,-z,nodump"


def run(*command, cwd=None, **variables):
    """Runs a command, and returns its output. If the command fails, raises AssertionError with the end of the
    output."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, env={**os.environ, **variables}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    assert done.returncode == 0, f"{shlex.join(map(str, command))} ended with {done.returncode}:\n{done.stdout[-2000:]}"
    return done.stdout.strip()


class Builds:
    """Two copies of the sources in folders of other names, and the results of building them."""

    def __init__(self, root, work, version):
        self.work, self.version, self.made = work, version, {}
        self.source, self.subproject = work / "source", work / "programs/meson/subprojects/nowplaying"
        for copy in (self.source, self.subproject):
            copy.mkdir(parents=True)
            for part in PARTS:
                (shutil.copytree if (root / part).is_dir() else shutil.copy)(root / part, copy / part)
        for parent in ("meson", "cmake-parent"):
            shutil.copy(work / "programs/c/ten.c", work / "programs" / parent)
        shutil.copy(work / "programs/surface-list/surface-list.c", work / "programs/meson")
        self.tools = []

    def library(self, folder):
        """Returns the library that was just built in a folder."""
        found = folder / f"libnowplaying.so.{self.version}"
        assert found.is_file(), f"{folder} has no {found.name}"
        self.made[folder] = found
        return found

    def in_cmake(self, fetch):
        """Builds a project that has the library as a part; returns its program and the library."""
        build = self.work / f"parent-{fetch}"
        said = run("cmake", "-G", "Ninja", "-S", self.work / "programs/cmake-parent", "-B", build, f"-DFETCH={fetch}",
                   f"-DNOWPLAYING_SOURCE={self.source}", "-DNOWPLAYING_TOOL=ON", LDFLAGS=LDFLAGS)
        assert "not used" not in said, f"the configuration says: {said}"
        # The whole library is built once, as a part of the source tree; a project that fetches it builds only what its
        # program needs.
        run("cmake", "--build", build, *(["--target", "ten", "nowplaying"] if fetch == "ON" else []))
        tests = re.findall(r"Test +#\d+: (\w+)", run("ctest", "--test-dir", build, "-N"))
        assert tests == ["own"], f"the tests of the project are {tests}"
        folder = build / ("out" if fetch == "ON" else "nowplaying")
        self.tools.append(folder / "nowplaying")
        linked = run("ninja", "-C", build, "-t", "commands", self.tools[-1].relative_to(build))
        assert " -pie " in linked, "the program is linked without -pie"
        return build / "ten", self.library(folder)

    def meson(self, name, *options, **variables):
        build = self.work / f"meson-{name}"
        run("meson", "setup", *options, build, self.work / "programs/meson", **variables)
        run("meson", "compile", "-C", build)
        needed = run("readelf", "-dW", build / "surface-list")
        assert "[libnowplaying-surface.so." in needed, f"surface-list is not linked with its library: {needed}"
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
        """The library is the same file, however it is built: in three ways, from two folders, into three folders. The
        program is built in two ways."""
        assert len(self.made) == 3 and len(self.tools) == 2, f"only {len(self.made)} builds have ended well"
        for first, *others in (list(self.made.values()), self.tools):
            for other in others:
                run("cmp", first, other)
            places = [str(self.work).encode(), str(Path.home() / ".cache").encode()]
            found = [place.decode() for place in places if place in first.read_bytes()]
            assert not found, f"{first.name} mentions {found}"

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
        """The usual option leaves out the tests; libraries are installed with the system's usual permissions; a
        generator that cannot build the library is refused with a sentence."""
        build = self.work / "no-tests"
        # Builds as other distributions than Debian do: their libraries are executable, and rpm looks for debug
        # information in executable files.
        said = run("cmake", "-G", "Ninja", "-S", self.source, "-B", build, "-DBUILD_TESTING=OFF",
                   "-DCMAKE_INSTALL_SO_NO_EXE=0")
        assert "not used" not in said, f"the configuration says: {said}"
        assert "PERMISSIONS" not in (build / "cmake_install.cmake").read_text(), "permissions are not the system's"
        try:
            run("cmake", "-G", "Ninja Multi-Config", "-S", self.source, "-B", self.work / "multi")
        except AssertionError as error:
            said = " ".join(str(error).split())
            assert "not built by the generator Ninja Multi-Config: add -G Ninja." in said, f"the refusal says: {said}"
        else:
            raise AssertionError("Ninja Multi-Config is accepted")
