# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Compares the versions, packages and sizes that documents and recipes name with those of the scripts and the library;
for Tests/docs."""
import re
import subprocess
import tempfile
from pathlib import Path

from lab.pages import ROOT, expect, files, found, read

# The line about a crate of the tree on which another one depends.
CRATE = r'^nowplaying-.* = .*version = "(.+?)"'
# The files that name the version, and the pattern that finds it. They may name the minor version alone, as 0.3.
VERSIONS = {
    "CHANGELOG.md": r"^## (\S+) — (?:unreleased|\d{4}-\d\d-\d\d)$",
    "SECURITY.md": r"^\| (\d+\.\d+)(?:, not released yet)? \|",
    "Sources/Library/Boundary/Status.swift": r'StaticString = "([\d.]+)"',
    "bindings/python/src/nowplaying/_signatures.py": r'^VERSION = "(.+)"',
    "bindings/rust/Cargo.toml": r'^version = "(.+)"',
    "bindings/node/lib/tables.js": r"^exports.VERSION = '(.+)';$",
    "bindings/node/package.json": r'^  "version": "(.+)",$',
    "bindings/rust/nowplaying/Cargo.toml": CRATE,
    "bindings/rust/nowplaying-surface/Cargo.toml": CRATE,
    "bindings/rust/nowplaying-values/Cargo.toml": CRATE,
    "plugins/browser/extension/manifest.json": r'^  "version": "(.+)",$',
    "packaging/README.md": r"libnowplaying-([\d.]+)-assembly\.tar\.xz",
    "packaging/alpine/APKBUILD": r"^pkgver=(.+)$",
    "packaging/alpine/source/APKBUILD": r"^pkgver=(.+)$",
    "packaging/arch/PKGBUILD": r"^pkgver=(.+)$",
    "packaging/flatpak/org.example.Minimal.json": r"libnowplaying-([\d.]+)-assembly\.tar\.xz",
    "packaging/nix/default.nix": r'^  version = "(.+)";$',
    "packaging/rpm/libnowplaying.spec": r"^Version: +(.+)$",
}
# Files that a command in RELEASING.md writes.
GENERATED = {"bindings/python/src/nowplaying/_signatures.py", "bindings/node/lib/tables.js"}
# Files that name the version as an example, or are written from the header.
OTHER_VERSIONS = {"RELEASING.md", "include/nowplaying/nowplaying.abi.json",
                  "bindings/rust/nowplaying-sys/src/bindings.rs", "bindings/rust/nowplaying/src/lib.rs",
                  "bindings/rust/nowplaying-surface/src/lib.rs",
                  "include/nowplaying/nowplaying.h"}


def check_versions():
    """Checks that all version numbers are equal. See RELEASING.md."""
    header = read("include/nowplaying/nowplaying.h")
    version = ".".join(re.search(rf"NOWPLAYING_VERSION_{part} (\d+)", header)[1]
                       for part in ("MAJOR", "MINOR", "PATCH"))
    minor = version.rsplit(".", 1)[0]
    says = {name: found(pattern, name) for name, pattern in VERSIONS.items()}
    for lock in files("*Cargo.lock"):
        for crate, locked in re.findall(r'name = "(nowplaying(?:-\w+)?)"\nversion = "(.+)"', lock.read_text()):
            says[f"{lock.relative_to(ROOT)}, {crate},"] = locked
    wrong = [f"{where} says {what}, not {version}" for where, what in says.items() if what not in (version, minor)]
    # RELEASING.md is the list by which a release is made: it names each file where the version is written by hand.
    page = read("RELEASING.md")
    wrong += [f"RELEASING.md does not name {name}" for name in VERSIONS if name not in GENERATED and name not in page]
    named = {str(path.relative_to(ROOT)) for path in files("*")
             if path.suffix not in {".png", ".webp", ".mp4"} and not path.is_symlink()
             and version in path.read_text(encoding="utf-8", errors="replace")}
    unknown = sorted(name for name in named - set(VERSIONS) - OTHER_VERSIONS if not name.endswith("Cargo.lock"))
    wrong += [f"{name} names {version}: add it to VERSIONS in Tests/Lab/lab/versions.py, and to RELEASING.md"
              for name in unknown]
    nodes = re.findall(r"^NOWPLAYING_([\d.]+) \{", read("Sources/Library/ABI/libnowplaying.map"), re.M)
    # A release without new functions has no node, but no node may be newer than the version.
    numbers = [tuple(map(int, node.split("."))) for node in nodes]
    if not numbers or max(numbers) > tuple(map(int, minor.split("."))):
        wrong.append(f"the map's nodes are {nodes}, the version is {version}")
    expect(not wrong, "\n".join(wrong))


def check_toolchain():
    """Checks that all places name the same oldest version of Swift: one version for CMake's build, and one for
    SwiftPM's."""
    libraries = found(r"Swift (\d+\.\d+) or newer \(")
    built = found(r"Swift_COMPILER_VERSION VERSION_LESS (\S+?)\)\n  message", "CMakeLists.txt")
    expect(built == libraries, f"CMakeLists.txt says Swift {built}, not {libraries}")
    wanted = found(r"the modules for Swift programs: (\d+\.\d+)")
    says = {str(path.relative_to(ROOT)): found(r"^// swift-tools-version: (\S+)", path.relative_to(ROOT))
            for path in files("*Package.swift")}
    says["packaging/prepare.sh"] = found(r"install Swift (\S+) or newer", "packaging/prepare.sh")
    says["Tests/Apple/CompileMatrix/run"] = found(r"swift-tools-version: (\d+\.\d+)", "Tests/Apple/CompileMatrix/run")
    says["README.md"] = found(r"with a Swift (\d+\.\d+) toolchain:", "README.md")
    wrong = [f"{where} says Swift {what}, not {wanted}" for where, what in says.items() if what != wanted]
    prepare = read("packaging/prepare.sh")
    accepted = "{}.{}".format(*divmod(int(re.search(r"< (\d{4})\)\)", prepare)[1]), 1000))
    says = {"prepare.sh": accepted, "prepare.sh's message": found(r"Swift (\S+) or newer builds the library",
                                                                  "packaging/prepare.sh"),
            "README.md": found(r"Swift (\d+\.\d+) builds the libraries", "README.md"),
            "docs/install.md": found(r"^Swift (\d+\.\d+), which is")}
    wrong += [f"{where} says that Swift {what} suffices for the libraries, not {libraries}"
              for where, what in says.items() if what != libraries]
    expect(not wrong, "\n".join(wrong))
    # The README alone states the cost of a build.
    for pattern in (r"toolchain,?\s(?:which\s)?has ([\d.]+) GB", r"build takes ([\d.]+)\sminutes\son\stwo processors"):
        prices = {page: len(re.findall(pattern, read(page))) for page in ("README.md", "docs/install.md")}
        expect(prices == {"README.md": 1, "docs/install.md": 0}, f"what a build costs is not said once: {prices}")


def check_build_packages():
    """Checks that the manual's apt-get line has the packages that the scripts install."""
    script = re.search(r"PREPARE_BUILD_PACKAGES=\((.*?)\)", read("packaging/prepare.sh"), re.S)[1].split()
    said = found(r"apt-get install (cmake(?:[^\\\n]|\\\n)*)\n").replace("\\\n", " ").split()
    expect(sorted(said) == sorted(script), f"a build needs {sorted(script)}, not {sorted(said)}")


def check_needs(build):
    """Checks the stated minimum versions of libsystemd and glibc."""
    command = ["readelf", "--version-info", "--wide", build / "libnowplaying.so"]
    symbols = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for library, pattern in (("libsystemd", r"LIBSYSTEMD_(\d+)"), ("glibc", r"GLIBC_(\d+\.\d+)")):
        needed = max(re.findall(pattern, symbols), key=lambda text: tuple(map(int, text.split("."))))
        said = found(rf"{library} ([\d.]*\d) or newer")
        expect(said == needed, f"the library needs {library} {needed}, not {said}")


def check_size(build):
    """Checks the stated size of the library, within a twentieth."""
    with tempfile.NamedTemporaryFile() as stripped:
        subprocess.run(["strip", "-o", stripped.name, build / "libnowplaying.so"], check=True)
        size = Path(stripped.name).stat().st_size / 1000
    said = int(found(r"(\d+) KB\s+stripped"))
    expect(abs(said - size) < size / 20, f"the library has {size:.0f} KB, not {said}")
