# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The machines besides x86_64 that the library is compiled for, and what the compiler needs for each: toolchain file,
packages of the machine, modules of Embedded Swift. For Tests/Release/Architectures/run and packaging/make-dist.

arm64 has a toolchain file in packaging/toolchains, and others are beside this program, with the compiler ./swiftc. For
s390x, ./standard-library compiles Swift's standard library from its sources in Debian: only this machine is big-endian,
and the toolchain has modules for little-endian ones alone.
"""
import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
UNPACK = ROOT / "Tests/Lab/shell/unpack"
WORK = ROOT / "build/machines"
# The machine on which the compilers for the others run.
OWN = "x86_64"


class Machine(NamedTuple):
    # The folder of its assembly in the tarball, and the name that GCC and binutils have for it.
    assembly: str
    gnu: str
    toolchain: Path
    # The name of the Swift target whose modules are used, where the machine has none of its own.
    swift: tuple[str, str] | None
    # Debian's names for the machine's library folder, and the versions of Debian, GCC and Python there.
    multiarch: str
    suite: str
    gcc: int
    python: str
    emulator: str | None


# The machines, by Debian's names.
MACHINES = {
    "arm64": Machine("aarch64", "aarch64-linux-gnu", ROOT / "packaging/toolchains/aarch64-linux-gnu.cmake", None,
                     "aarch64-linux-gnu", "bookworm", 12, "3.11", "qemu-aarch64-static"),
    "armhf": Machine("armhf", "arm-linux-gnueabihf", HERE / "armhf.cmake",
                     ("armv7-none-none-eabi", "armv7-none-none-eabihf"), "arm-linux-gnueabihf", "bookworm", 12, "3.11",
                     "qemu-arm-static"),
    "i386": Machine("i686", "i686-linux-gnu", HERE / "i386.cmake", ("i686-unknown-none-elf",) * 2, "i386-linux-gnu",
                    "bookworm", 12, "3.11", None),
    "ppc64el": Machine("powerpc64le", "powerpc64le-linux-gnu", HERE / "ppc64el.cmake",
                       ("riscv64-none-none-eabi", "powerpc64le-unknown-linux-gnu"), "powerpc64le-linux-gnu", "bookworm",
                       12, "3.11", "qemu-ppc64le-static"),
    "riscv64": Machine("riscv64", "riscv64-linux-gnu", HERE / "riscv64.cmake", ("riscv64-none-none-eabi",) * 2,
                       "riscv64-linux-gnu", "trixie", 14, "3.13", "qemu-riscv64-static"),
    "s390x": Machine("s390x", "s390x-linux-gnu", HERE / "s390x.cmake", ("s390x-unknown-linux-gnu",) * 2,
                     "s390x-linux-gnu", "bookworm", 12, "3.11", "qemu-s390x-static"),
}


# Machines for which there are no tables of Unicode, which the program calls and the libraries do not.
WITHOUT_TABLES = ("ppc64el", "s390x")


class Failed(Exception):
    """A step has failed; the error's text is the step's output."""


def named(words):
    """Returns Debian's names of the machines that words name. A word is such a name, or the machine's folder in the
    tarball. x86_64 has only this name."""
    names = {OWN: OWN} | {machine.assembly: name for name, machine in MACHINES.items()}
    for word in words:
        if word not in names and word not in MACHINES:
            raise Failed(f"there is no machine {word}, only {', '.join(names)}")
    return [names.get(word, word) for word in words]


class Target:
    """A machine, and how programs for it are compiled here; its packages and modules are below build/machines."""

    def __init__(self, name, root="root"):
        self.name, self.machine = name, MACHINES[name]
        self.work = WORK / name
        # The folder in which packages of the machine are unpacked.
        self.root = self.work / root
        self.tools = Path(shutil.which("clang")).resolve().parent

    def run(self, step, *command, **variables):
        """Runs a command, and returns its output, which is also kept in a file."""
        self.work.mkdir(parents=True, exist_ok=True)
        log = self.work / f"{step}.log"
        with log.open("w") as output:
            done = subprocess.run([str(word) for word in command], cwd=ROOT, env={**os.environ, **variables},
                                  stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, check=False)
        said = log.read_text(errors="replace")
        if done.returncode != 0:
            raise Failed(f"{command[0]} ended with {done.returncode} (all of its output: {log}):\n{said[-3000:]}")
        return said

    def unpack(self, *packages, check=()):
        """Unpacks the packages that each build needs, with those that are named; with the word --check it only looks
        whether they can be fetched."""
        self.run("unpack", UNPACK, *check, self.name, self.machine.suite, self.root, "libc6-dev",
                 f"libgcc-{self.machine.gcc}-dev", f"libstdc++-{self.machine.gcc}-dev", "libsystemd-dev", *packages)

    def check(self):
        """Fails where something cannot be fetched, within seconds."""
        self.unpack(check=["--check"])
        if self.name == "s390x" and not self.own_module().exists():
            self.run("fetch", UNPACK, "--check", *self.swift_sources())

    def swift_sources(self):
        """Returns the arguments with which unpack fetches the sources for ./standard-library."""
        return ["--source", "sid", self.work / "sources", "swiftlang"]

    def own_module(self):
        """Returns the path of the module of the standard library that is made for this machine."""
        return self.work / f"swift/embedded/Swift.swiftmodule/{self.machine.swift[0]}.swiftmodule"

    def configure(self, build, *packages, options=()):
        """Unpacks the packages that a build needs, with those that are named, and has CMake configure it in a folder.
        Returns the variables with which the compiler is called."""
        machine = self.machine
        self.unpack(*packages)
        compiler, variables, options = shutil.which("swiftc"), {}, list(options)
        if machine.swift:
            folder = self.resources()
            compiler, variables = HERE / "swiftc", {"SWIFT_RESOURCES": str(folder)}
            if (folder / "of-6.2").exists():
                # The test program calls one function that came with Swift 6.3; the libraries do not.
                variables["SWIFT_WORDS"] = "-DSTANDARD_LIBRARY_6_2"
        if self.name in WITHOUT_TABLES:
            options.append("-DNOWPLAYING_TOOL=OFF")
        self.run("cmake", "cmake", "-G", "Ninja", "-S", ROOT, "-B", build, "--toolchain", machine.toolchain,
                 f"-DCMAKE_Swift_COMPILER={compiler}", f"-DCMAKE_SYSROOT={self.root}", *options, **variables)
        return variables

    def resources(self):
        """Returns the folder of the compiler's own modules, to which those of the machine are added under the right
        name."""
        folder, own = self.work / "swift", self.tools.parent / "lib/swift"
        if self.name == "s390x":
            return self.standard_library(folder)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(own / "embedded", folder / "embedded")
        for part in own.iterdir():
            if part.name != "embedded":
                (folder / part.name).symlink_to(part)
        before, after = self.machine.swift
        for part in sorted((folder / "embedded").rglob(f"{before}*")):
            if after != before:
                part.rename(part.with_name(part.name.replace(before, after)))
        tables = folder / f"embedded/{after}/libswiftUnicodeDataTables.a"
        if self.name == "riscv64":
            self.pass_doubles_in_registers(tables)
        if self.name == "ppc64el":
            self.take_for_another(folder, tables)
        return folder

    def standard_library(self, folder):
        """Makes the module of the sources that Debian sid has, unless it is there already. There are no tables."""
        target = self.machine.swift[0]
        tables = folder / "embedded" / target
        if not self.own_module().exists():
            sources = self.work / "sources"
            self.run("fetch", UNPACK, *self.swift_sources())
            archive, = sources.glob("*.orig.tar.xz")
            self.run("sources", "tar", "-C", sources, "--strip-components=1", "--wildcards", "-xJf", archive,
                     "*/swift/stdlib/*", "*/swift/utils/*")
            self.run("standard-library", HERE / "standard-library", sources / "swift", target, folder)
            if "_6.2" in archive.name:
                (folder / "of-6.2").touch()
            shutil.rmtree(sources)
        tables.mkdir(exist_ok=True)
        self.run("tables", self.tools / "llvm-ar", "crs", tables / "libswiftUnicodeDataTables.a")
        return folder

    def take_for_another(self, folder, tables):
        """Makes modules of another machine usable for this one, for which the compiler has none: modules of machines
        with 64 bits and the same byte order are equal. Empties the archive of tables, which are code of the other
        machine, and which the libraries do not call."""
        for part in (folder / "embedded").rglob(f"{self.machine.swift[1]}.swiftmodule"):
            part.write_bytes(part.read_bytes().replace(b"riscv64-none-none-eabi", b"ppc64le-none-linux-gnu"))
        tables.unlink()
        self.run("tables", self.tools / "llvm-ar", "crs", tables)

    def pass_doubles_in_registers(self, archive):
        """Marks the objects of an archive as passing floating-point numbers in registers. They pass none, but the
        linker would refuse to mix them with others."""
        unpacked = self.work / "tables"
        shutil.rmtree(unpacked, ignore_errors=True)
        unpacked.mkdir()
        self.run("tables", self.tools / "llvm-ar", "x", "--output", unpacked, archive)
        for part in unpacked.iterdir():
            code = bytearray(part.read_bytes())
            code[0x30] |= 4  # e_flags of a 64-bit ELF file: EF_RISCV_FLOAT_ABI_DOUBLE
            part.write_bytes(code)
        archive.unlink()
        self.run("tables", self.tools / "llvm-ar", "crs", archive, *sorted(unpacked.iterdir()))
