# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The table of commands, with an argument for each."""
from . import ABI

ROWS = ABI["commands"]
ALL = [row["word"] for row in ROWS]
# The commands that are for the player, whatever item it plays when they arrive.
OF_PLAYER = {row["word"] for row in ROWS if "ofPlayer" in row["traits"]}
# For each form of an argument: a value, and the member of the event that has it.
VALUES = {"position": (60_000_000, "time_us"), "interval": (10_000_000, "time_us"), "phase": ("begin", "phase"),
          "rate": (2.0, "rate"), "mode": (None, "mode"), "fraction": (0.5, "rating"), "truth": (True, "mode"),
          "id": ("favourite", "id")}
# The numbers for values that are not numbers.
NUMBERS = {"begin": 0, True: 1}


def given(row):
    """Returns a legal argument of SendCommand; empty for a command without one."""
    if "argument" not in row:
        return {}
    value, _ = VALUES[row["form"]]
    return {row["argument"]["key"]: row["modes"][1] if "modes" in row else value}


def expected(row):
    """Returns the member of the event that has the argument of given(), with its value."""
    if "argument" not in row:
        return {}
    value, member = VALUES[row["form"]]
    return {member: 1 if "modes" in row else NUMBERS.get(value, value)}


# The arguments of SendCommand, with their types.
TYPES = ABI["arguments"]
RIGHT = {row["word"]: given(row) for row in ROWS}
