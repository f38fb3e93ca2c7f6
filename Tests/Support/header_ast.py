# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The C header as clang reads it: functions and structs, for tests and generators. Import only."""

import json
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "include" / "nowplaying" / "nowplaying.h"


def find_clang() -> str:
    """The clang beside swiftc, else the one in PATH."""
    swiftc = shutil.which("swiftc")
    beside = Path(swiftc).resolve().parent / "clang" if swiftc else None
    clang = str(beside) if beside and beside.exists() else shutil.which("clang")
    if not clang:
        raise SystemExit("No clang was found: put the Swift toolchain's usr/bin into PATH.")
    return clang


def read(header: Path = HEADER) -> list:
    """The declarations of the header itself, without those of the headers that it includes."""
    command = [find_clang(), "-x", "c", "-std=c11", "-fsyntax-only", "-Xclang", "-ast-dump=json", str(header)]
    tree = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [node for node in tree["inner"] if node.get("name", "").startswith("nowplaying_")]


def canonical(node: dict) -> str:
    """The type of a node without typedefs."""
    return node["type"].get("desugaredQualType", node["type"]["qualType"])


def functions(declarations: list) -> dict:
    """Name -> (return type, [(parameter name, type as written, type without typedefs)])."""
    found = {}
    for node in declarations:
        if node["kind"] == "FunctionDecl":
            parameters = [(child["name"], child["type"]["qualType"], canonical(child))
                          for child in node.get("inner", []) if child["kind"] == "ParmVarDecl"]
            found[node["name"]] = (node["type"]["qualType"].split("(")[0].strip(), parameters)
    return found


def structs(declarations: list) -> dict:
    """Name -> [field name] of the structs whose fields are public."""
    found = {}
    for node in declarations:
        if node["kind"] == "RecordDecl" and node.get("completeDefinition"):
            found[node["name"]] = [child["name"] for child in node["inner"] if child["kind"] == "FieldDecl"]
    return found


def typedefs(declarations: list) -> dict:
    """Name -> type without typedefs."""
    return {node["name"]: canonical(node) for node in declarations if node["kind"] == "TypedefDecl"}
