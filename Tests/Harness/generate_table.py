#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Writes the C table of all functions of the header, with the sort of each argument, for harness.c.

usage: generate_table.py OUTPUT
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Support"))
sys.dont_write_bytecode = True
import header_ast  # noqa: E402

HANDLES = ["app", "session", "content", "request"]

SORTS = {
    "const char *": "TEXT", "const char *const *": "TEXTS", "const void *": "DATA", "unsigned long": "COUNT",
    "int": "INT32", "long": "INT64", "double": "DOUBLE", "int *": "RET_INT32", "unsigned int *": "RET_INT32",
    "char *": "RET_TEXT",
    "const nowplaying_app_options *": "APP_OPTIONS", "const nowplaying_app_callbacks *": "APP_CALLBACKS",
    "const nowplaying_session_callbacks *": "SESSION_CALLBACKS", "const nowplaying_snapshot *": "SNAPSHOT",
    "const nowplaying_command *": "COMMANDS", "const nowplaying_device *": "DEVICES",
}
RETURNS = {"nowplaying_status": "RETURNS_STATUS", "void": "RETURNS_VOID", "uint32_t": "RETURNS_UINT32",
           "const char *": "RETURNS_TEXT", "nowplaying_request *": "RETURNS_REQUEST"}

for handle in HANDLES:
    SORTS[f"nowplaying_{handle} *"] = SORTS[f"const nowplaying_{handle} *"] = f"HANDLE_{handle.upper()}"
    SORTS[f"nowplaying_{handle} **"] = f"RET_{handle.upper()}"


def sort_of(function: str, written: str, canonical: str, typedefs: dict) -> str:
    pointee = written.removesuffix(" *")
    if written.endswith(" *") and typedefs.get(pointee) in ("int", "unsigned int"):
        canonical = typedefs[pointee] + " *"
    for spelling in (written, canonical, {"int32_t *": "int *", "uint32_t *": "unsigned int *"}.get(written)):
        if spelling in SORTS:
            return SORTS[spelling]
    raise SystemExit(f"{function} takes a {written}: teach the harness this type.")


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("usage: generate_table.py OUTPUT")
    declarations = header_ast.read()
    typedefs = header_ast.typedefs(declarations)
    lines = ["/* Generated from nowplaying.h by generate_table.py. */", "static const function_entry functions[] = {"]
    for name, (returned, parameters) in header_ast.functions(declarations).items():
        if returned not in RETURNS:
            raise SystemExit(f"{name} returns a {returned}: teach the harness this type.")
        sorts = ", ".join(sort_of(name, written, canonical, typedefs) for _, written, canonical in parameters)
        lines.append(f'  {{"{name}", (void (*)(void)){name}, {RETURNS[returned]}, '
                     f'{len(parameters)}, {{{sorts or 0}}}}},')
    lines.append("};")
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
