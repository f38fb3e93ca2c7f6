# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Checks all messages after each run on a bus."""

import re

from . import checker, passive


def check_sent(bus, problems, start=0):
    """There was no problem, and all that was ever sent, from a mark on, is right."""
    if bus.daemon:
        bus.mark()
    problems = list(problems)
    for check in checker.check, passive.check:
        problems += check(bus.records[start:], bus.foreign, bus.was_stopped)
    assert not problems, "\n  - ".join(["the strict checker found:", *problems])


def kinds_of_problems(bus):
    """Returns what the strict checker finds in the messages of a foreign player, each kind once; but not this
    library's own habit: how names are asked for, optional properties, and other calls."""
    bus.mark()
    kinds = {re.split(r", Message|'|: rule|\n", problem)[0] for problem in checker.check(bus.records, bus.foreign)}
    return {kind for kind in kinds if not re.match("rule (2|6)|we call", kind)}
