# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The commands `nowplaying` and `libnowplaying` of a wheel: the program that is in it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn


def main() -> NoReturn:
    """Becomes the program."""
    program = Path(__file__).with_name("nowplaying")
    if not program.is_file():
        sys.exit("This package of libnowplaying has no program nowplaying: there was none where the package was made.")
    os.execv(program, ["nowplaying", *sys.argv[1:]])
