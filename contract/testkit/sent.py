# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Checks all messages after each run on a bus."""

import re

from . import checker

from . import passive


def check_sent(bus, problems, start=0):
    """Checks that there was no problem, and that everything sent since a mark is right."""
    if bus.daemon:
        bus.mark()
    problems = list(problems)
    for check in checker.check, passive.check:
        problems += check(bus.records[start:], bus.foreign, bus.was_stopped)
    assert not problems, "\n  - ".join(["the strict checker found:", *problems])


def kinds_of_problems(bus):
    """Returns the problems that the strict checker finds in the messages of a foreign player, each kind once. Rules
    that only this library follows are left out: how names are requested, optional properties, and other calls."""
    bus.mark()
    kinds = {re.split(r", Message|'|: rule|\n", problem)[0] for problem in checker.check(bus.records, bus.foreign)}
    return {kind for kind in kinds if not re.match("rule (2|6)|we call", kind)}
