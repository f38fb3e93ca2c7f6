# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""How the tests build the examples in Swift: where the Swift tests are built, so that the modules are compiled once."""
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCRATCH = Path(os.environ.get("SCRATCH") or ROOT / "build/swift").resolve()
# SwiftPM keeps in the folder what it has planned, and would not see that it is another package's. Who else builds
# there has this option too.
OPTIONS = ["--scratch-path", str(SCRATCH), "--disable-build-manifest-caching"]


def build(name):
    """Builds examples/NAME; returns the folder in which its programs lie."""
    print("building ...", flush=True)
    done = subprocess.run(["swift", "build", "--package-path", ROOT / "examples" / name, *OPTIONS], check=False)
    assert done.returncode == 0, f"swift build of {name} has failed"
    return SCRATCH / "debug"
