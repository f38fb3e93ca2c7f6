# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The C header as clang reads it, functions and structs, and what it says of fields: for tests and generators. Import
only."""

import json
import re
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


class Field:
    """What the header says of a field of a content."""

    def __init__(self, number: int, text: str, kinds: set) -> None:
        self.number = number
        # The names of the kinds of content that take it.
        self.kinds = kinds
        # The keys of MPRIS's metadata by which clients may see it; none for what is not shown.
        self.shown = set(re.findall(r"xesam:\w+", text))
        if bool(self.shown) == ("Not shown." in text):
            raise SystemExit(f"The header says both or neither of 'Shown as' and 'Not shown.': {text}")


def fields(header: Path = HEADER) -> dict:
    """The name of each field, without NOWPLAYING_FIELD_, and what the header says of it."""
    text = header.read_text()

    def comments(prefix: str):
        return re.findall(rf"^/\*\* ([^*]*) \*/\n#define NOWPLAYING_{prefix}_(\w+) (\d+)$", text, re.MULTILINE)
    kinds = {name: set(re.findall(r"[A-Z][A-Z_]+", said)) for said, name, _ in comments("CONTENT")}
    found = {name: Field(int(number), said, set(kinds) if "Any kind." in said else
                         {kind for kind, takes in kinds.items() if name in takes})
             for said, name, number in comments("FIELD")}
    if len(kinds) < 8 or len(found) < 34 or len(found) != text.count("#define NOWPLAYING_FIELD_"):
        raise SystemExit(f"Only {len(kinds)} kinds and {len(found)} fields are found in the header.")
    return found
