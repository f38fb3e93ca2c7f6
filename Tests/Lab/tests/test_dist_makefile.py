# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests what the tarball's Makefile decides by the machine, without assembly and without compilers for it."""

import subprocess
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[3] / "packaging/dist/Makefile"


def flags(folder, triplet, machine):
    (folder / "assembly" / machine).mkdir(parents=True)
    compiler = folder / "cc"
    compiler.write_text(f'#!/bin/sh\n[ "$1" = -dumpmachine ] && echo {triplet}\nexit 0\n', encoding="utf-8")
    compiler.chmod(0o755)
    words = ["make", "--silent", "-C", folder, "-f", MAKEFILE, "--eval", "show: ; @echo $(platform_flags)", "show",
             f"CC={compiler}", "PKG_CONFIG=true"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()


@pytest.mark.parametrize("triplet, machine, has", [
    ("x86_64-linux-gnu", "x86_64", False), ("aarch64-linux-gnu", "aarch64", False),
    ("arm-linux-gnueabihf", "armhf", True), ("i686-linux-gnu", "i686", True)])
def test_large_files_on_machines_of_32_bits_alone(tmp_path, triplet, machine, has):
    """On others the macro makes fcntl() one of glibc 2.28, and the wheels are of a later manylinux."""
    assert ("-D_FILE_OFFSET_BITS=64" in flags(tmp_path, triplet, machine)) == has
