# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The part of the build that pyproject.toml cannot say: with NOWPLAYING_BUNDLE=PATH in the environment, the wheel
carries that libnowplaying.so, the libnowplaying-surface.so beside it and the program `nowplaying`, which is beside it
too or in the bin of its prefix, and is for this platform. A source distribution with their assembly in libnowplaying/
makes such a wheel, by `make` and a C compiler; its libraries open the sd-bus that is there at run time, so that one
wheel serves all distributions. Otherwise the wheel is for all, and finds the system's libraries."""
import ctypes
import os
import runpy
import shutil
import subprocess
from pathlib import Path
from typing import List, Optional, Tuple

import setuptools
from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

BUNDLE = os.environ.get("NOWPLAYING_BUNDLE", "")
ASSEMBLY = Path(__file__).parent / "libnowplaying"
VERSION = runpy.run_path(str(Path(__file__).parent / "src" / "nowplaying" / "_signatures.py"))["VERSION"]
# The libraries, each with the function that returns its version.
LIBRARIES = {"libnowplaying": "nowplaying_version", "libnowplaying-surface": "nowplaying_surface_version"}
# The program, and the commands that only a wheel with libraries has: the system's libraries come with their own.
PROGRAM = "nowplaying"
PROGRAM_COMMANDS = [f"{name} = nowplaying._program:main" for name in (PROGRAM, "libnowplaying")]
JUNIT_COMMAND = "nowplaying-junit = nowplaying._junit:main"

LICENSE = "Apache-2.0 WITH Swift-exception"
# Whether setuptools knows the licence fields of PEP 639.
PEP_639 = int(setuptools.__version__.split(".", maxsplit=1)[0]) >= 77
# Whether the package has libraries.
IS_BUNDLING = bool(BUNDLE) or ASSEMBLY.is_dir()


def program_of(library: Path) -> Optional[Path]:
    """Returns the program of a library: beside it, as a build leaves it, or in the bin of the prefix in whose lib, or a
    folder of that for one kind of machine, the library is."""
    folder = library.absolute().parent
    places = [folder, folder.parent / "bin", folder.parent.parent / "bin"]
    return next((place / PROGRAM for place in places if (place / PROGRAM).is_file()), None)


def commands() -> List[str]:
    """Returns the commands of the package. The assembly has the program, unless there is none for this machine."""
    has_program = ASSEMBLY.is_dir() and not BUNDLE or BUNDLE and program_of(Path(BUNDLE))
    return [*(PROGRAM_COMMANDS if has_program else []), JUNIT_COMMAND] if IS_BUNDLING else []


class BundlingDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return IS_BUNDLING


class BundlingBuild(build_py):
    def run(self) -> None:
        super().run()
        for name in (PROGRAM, *(f"{library}.so.{VERSION.split('.')[0]}" for library in LIBRARIES)):
            Path(self.build_lib, "nowplaying", name).unlink(missing_ok=True)  # of an earlier build
        if not self.distribution.has_ext_modules():
            return
        library = Path(BUNDLE) if BUNDLE else self.assembled()
        for name, function in LIBRARIES.items():
            path = library.with_name(library.name.replace("libnowplaying", name, 1))
            if BUNDLE:
                _check(path, function)
            self.add(path, f"{name}.so.{VERSION.split('.')[0]}")
        program = program_of(library)
        if program:
            self.add(program, PROGRAM)

    def add(self, path: Path, name: str) -> None:
        copy = shutil.copy(path, os.path.join(self.build_lib, "nowplaying", name))
        # Debug information would double the size of the wheel. Libraries that assembled() has built have none.
        if BUNDLE and shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", copy], check=True)

    def assembled(self) -> Path:
        """Builds the libraries of the source distribution in a copy of their folder, and the program if its assembly is
        in the distribution. CC may be a compiler for another machine. Returns the path of libnowplaying.so, beside
        which the others are."""
        folder = Path(self.get_finalized_command("build").build_temp).absolute() / "libnowplaying"
        # An earlier build is removed: files of a newer tarball may be dated before it, and make would not build again.
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(ASSEMBLY, folder, ignore=shutil.ignore_patterns("objects", "*.a", "*.so", "*.so.*"))
        command = ["make", "-C", str(folder), "all", "program", "OPEN_SD_BUS=1",
                   f"LDFLAGS={os.environ.get('LDFLAGS', '')} -s"]
        if not shutil.which("make") or subprocess.run(command, check=False).returncode:
            raise SystemExit("libnowplaying was not built: install make, a C compiler, pkg-config and the headers of "
                             "libsystemd, or a wheel.")
        return folder / "libnowplaying.so"


def _check(path: Path, function: str) -> None:
    """Refuses a library that NOWPLAYING_BUNDLE names if it is missing or not of this version."""
    if not path.is_file():
        raise SystemExit(f"NOWPLAYING_BUNDLE wants {path}, which is no file: build the library, or unset it.")
    library = ctypes.CDLL(str(path.absolute()))
    number = getattr(library, function)() if hasattr(library, function) else 0
    found = f"{number >> 16}.{number >> 8 & 0xFF}.{number & 0xFF}"
    if found != VERSION:
        raise SystemExit(f"NOWPLAYING_BUNDLE wants {path}, which is of version {found}, but this package is of "
                         f"{VERSION}.")


class BundlingWheel(bdist_wheel):
    def get_tag(self) -> Tuple[str, str, str]:
        """Returns a tag for any Python 3, because ctypes loads the library."""
        return "py3", "none", super().get_tag()[2]


setup(
    distclass=BundlingDistribution,
    cmdclass={"build_py": BundlingBuild, "bdist_wheel": BundlingWheel},
    entry_points={"console_scripts": commands()},
    **({"license_expression": LICENSE} if PEP_639 else {"license": LICENSE}),
)
