#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Writes the C table of all fields of a content and the kinds that take each, as the header's text says, for
misuse_content.c and texts.c.

usage: generate_fields.py OUTPUT
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True
from abi import headers


# `kinds` has a bit for each kind of content that takes the field.
ENTRY = ("typedef struct field_entry {", "  int field;", "  int kinds;", "} field_entry;", "")


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("usage: generate_fields.py OUTPUT")
    lines = ["/* Generated from nowplaying.h by generate_fields.py. */", *ENTRY,
             "static const field_entry fields[] = {"]
    for name, field in headers.fields().items():
        kinds = " | ".join(f"1 << NOWPLAYING_CONTENT_{kind}" for kind in sorted(field.kinds))
        lines.append(f"  {{NOWPLAYING_FIELD_{name}, {kinds}}},")
    Path(sys.argv[1]).write_text("\n".join(lines + ["};", ""]))


if __name__ == "__main__":
    main()
