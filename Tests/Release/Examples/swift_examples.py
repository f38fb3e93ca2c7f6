# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Builds the examples in Swift for the tests, in the folder of the Swift tests, so that the modules are compiled
once."""
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCRATCH = Path(os.environ.get("SCRATCH") or ROOT / "build/swift").resolve()
BUILD = ROOT / "Tests/Lab/shell/swift-build"


def build(name):
    """Builds examples/NAME; returns the folder in which its programs lie."""
    print("building ...", flush=True)
    done = subprocess.run([BUILD, SCRATCH, "--package-path", ROOT / "examples" / name], check=False)
    assert done.returncode == 0, f"swift build of {name} has failed"
    return SCRATCH / "debug"
