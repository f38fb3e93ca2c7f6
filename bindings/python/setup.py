# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What pyproject.toml cannot say: with NOWPLAYING_BUNDLE=PATH in the environment, the wheel carries that
libnowplaying.so and is for this platform. Without it the wheel is for all, and finds the system's library."""
import ctypes
import os
import runpy
import shutil
from pathlib import Path
from typing import Tuple

import setuptools
from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

BUNDLE = os.environ.get("NOWPLAYING_BUNDLE", "")
VERSION = runpy.run_path(str(Path(__file__).parent / "src" / "nowplaying" / "_signatures.py"))["VERSION"]
SONAME = f"libnowplaying.so.{VERSION.split('.')[0]}"


LICENSE = "Apache-2.0 WITH Swift-exception"
# The words of PEP 639, where setuptools knows them.
PEP_639 = int(setuptools.__version__.split(".", maxsplit=1)[0]) >= 77


class BundlingDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return bool(BUNDLE)


class BundlingBuild(build_py):
    def run(self) -> None:
        super().run()
        if BUNDLE:
            if not os.path.isfile(BUNDLE):
                raise SystemExit(f"NOWPLAYING_BUNDLE is {BUNDLE}, which is no file: build the library, or unset it.")
            version = ctypes.CDLL(os.path.abspath(BUNDLE)).nowplaying_version_string
            version.restype = ctypes.c_char_p
            found = version().decode()
            if found != VERSION:
                raise SystemExit(f"NOWPLAYING_BUNDLE is of version {found}, but this package of {VERSION}.")
            shutil.copyfile(BUNDLE, os.path.join(self.build_lib, "nowplaying", SONAME))


class BundlingWheel(bdist_wheel):
    def get_tag(self) -> Tuple[str, str, str]:
        """Any Python 3 will do: the library is loaded by ctypes."""
        platform: str = super().get_tag()[2]
        return "py3", "none", platform


setup(
    distclass=BundlingDistribution,
    cmdclass={"build_py": BundlingBuild, "bdist_wheel": BundlingWheel},
    **({"license_expression": LICENSE} if PEP_639 else {"license": LICENSE}),
)
