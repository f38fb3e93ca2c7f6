# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Writes the constants of nowplaying.h as a table in C, in which a driver of scenarios finds the words of the contract.

usage: python3 -m testkit.constants FILE.h
"""

import sys
from pathlib import Path

from . import ABI


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: python3 -m testkit.constants FILE.h")
    rows = [row["name"] for row in ABI["headers"][0]["constants"] if isinstance(row["value"], int)]
    Path(sys.argv[1]).write_text("\n".join([
        "/* Generated from nowplaying.abi.json by testkit.constants. */",
        "static const struct constant { const char *name; long long value; } constants[] = {",
        *(f'  {{"{name.removeprefix("NOWPLAYING_")}", {name}}},' for name in rows), "};", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
