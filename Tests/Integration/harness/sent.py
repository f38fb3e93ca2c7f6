# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What is looked at after each run on a bus."""

from . import checker, passive


def check_sent(bus, problems, start=0):
    """There was no problem, and all that was ever sent, from a mark on, is right."""
    if bus.daemon:
        bus.mark()
    problems = list(problems)
    for check in checker.check, passive.check:
        problems += check(bus.records[start:], bus.foreign, bus.was_stopped)
    assert not problems, "\n  - ".join(["the strict checker found:", *problems])
