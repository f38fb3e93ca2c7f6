# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the cases of a script, and prints what Tests/run counts."""
from subprocess import SubprocessError


def tally(cases):
    """Runs functions by name, prints the result of each, and counts. Returns the exit code for the script."""
    passed = failed = 0
    for name, case in cases:
        try:
            case()
            passed += 1
            print(f"ok    {name}", flush=True)
        except (AssertionError, OSError, SubprocessError) as error:
            failed += 1
            print(f"FAIL  {name}: {error}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
