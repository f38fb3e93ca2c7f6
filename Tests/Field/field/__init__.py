# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Shared by the tests in the field: real players and servers, and how they are compared and looked at. It uses the
testkit, and nothing else of the tree."""

import functools
import importlib.util
import os
import re
import subprocess
from pathlib import Path

FIELD = Path(__file__).resolve().parents[1]


def python_path():
    """Returns the folder that has the Python package of the library, as this Python imports it."""
    return str(Path(importlib.util.find_spec("nowplaying").origin).parents[1])


@functools.cache
def installed(build):
    """Returns the prefix in which the library is installed: NOWPLAYING_PREFIX, or a new one of this build."""
    if "NOWPLAYING_PREFIX" in os.environ:
        return Path(os.environ["NOWPLAYING_PREFIX"]).resolve()
    prefix = Path(build).resolve() / "field/installed"
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    return prefix


def library(build, name="nowplaying"):
    """Returns the library that is installed."""
    return next(installed(build).glob(f"lib*/**/lib{name}.so"))


def source_of(program, project):
    """Returns the folder of the sources of a project from which CMake has built a program."""
    cache = next(path for folder in program.parents if (path := folder / "CMakeCache.txt").exists()).read_text()
    return Path(re.search(f"^{project}_SOURCE_DIR:STATIC=(.+)$", cache, re.M)[1])
