# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Looks at a face in several locales, each in a process and a folder of its own."""

import pathlib
import subprocess
import sys

# The locales in which people read from the right.
FROM_RIGHT = ("ar_EG", "he_IL")


def look_in_each(script, look, places):
    """Calls look(PLACE) where a script is given one as its word; else runs the script for each place, and exits."""
    if sys.argv[1:]:
        return look(sys.argv[1])
    ends = []
    for place in places:
        pathlib.Path(place).mkdir()
        ends.append(subprocess.run([sys.executable, "-B", script, place], cwd=place, check=False).returncode)
    sys.exit(max(ends))
