# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the C headers by clang: functions, structs and comments, and what is generated from them. For tests and
generators; import only."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "include" / "nowplaying" / "nowplaying.h"
SURFACE = HEADER.parent / "surface.h"
# The release of everything whose comment has no "Since".
FIRST_RELEASE = "0.4"


class Library(NamedTuple):
    """The files that describe a library. contract/generate makes its symbol map."""

    name: str
    header: Path
    map: Path
    nodes: str  # how the names of its version nodes begin
    size_limit: int  # the most bytes, stripped
    functions: int  # the least count that a check must find; fewer mean that the check is blind
    constants: int
    declarations: int


MAIN = Library("libnowplaying", HEADER, ROOT / "Sources/Library/ABI/libnowplaying.map",
               "NOWPLAYING_", 800 * 1024, 30, 100, 250)
SURFACES = Library("libnowplaying-surface", SURFACE, ROOT / "Sources/Library/Surface/libnowplaying-surface.map",
                   "NOWPLAYING_SURFACE_", 480 * 1024, 25, 15, 100)
LIBRARIES = (MAIN, SURFACES)
PROGRAM_SIZE_LIMIT = 1024 * 1024


def library(file: str) -> Library:
    """Returns the files that describe the library in a file."""
    return SURFACES if Path(file).name.startswith(SURFACES.name) else MAIN


def size_limit(file: str) -> int:
    """Returns how many bytes a library or the program nowplaying may have, stripped."""
    return PROGRAM_SIZE_LIMIT if Path(file).name == "nowplaying" else library(file).size_limit


def find_clang() -> str:
    """Returns the clang beside swiftc, else the one in PATH."""
    swiftc = shutil.which("swiftc")
    beside = Path(swiftc).resolve().parent / "clang" if swiftc else None
    clang = str(beside) if beside and beside.exists() else shutil.which("clang")
    if not clang:
        raise SystemExit("No clang was found: put the Swift toolchain's usr/bin into PATH.")
    return clang


def dump(source: str) -> list:
    """Returns the declarations of a C program as clang's JSON tree."""
    command = [find_clang(), "-x", "c", "-std=c11", "-fsyntax-only", f"-I{ROOT / 'include'}", "-Xclang",
               "-ast-dump=json", "-"]
    done = subprocess.run(command, input=source, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)["inner"]


def read(header: Path = HEADER) -> list:
    """Returns the declarations of the header itself, without those of the headers that it includes."""
    # surface.h includes nowplaying.h. All names of surface.h begin with nowplaying_surface, and no name of
    # nowplaying.h.
    prefix = "nowplaying_surface" if header == SURFACE else "nowplaying_"
    return [node for node in dump(f'#include "{header}"\n') if node.get("name", "").startswith(prefix)]


def canonical(node: dict) -> str:
    """Returns the type of a node with typedefs resolved."""
    return node["type"].get("desugaredQualType", node["type"]["qualType"])


def functions(declarations: list) -> dict:
    """Returns {function: (return type, [(parameter name, written type, resolved type)])}."""
    found = {}
    for node in declarations:
        if node["kind"] == "FunctionDecl":
            parameters = [(child["name"], child["type"]["qualType"], canonical(child))
                          for child in node.get("inner", []) if child["kind"] == "ParmVarDecl"]
            found[node["name"]] = (node["type"]["qualType"].split("(")[0].strip(), parameters)
    return found


def structs(declarations: list) -> dict:
    """Returns {struct: [field name]} for the structs with public fields."""
    found = {}
    for node in declarations:
        if node["kind"] == "RecordDecl" and node.get("completeDefinition"):
            found[node["name"]] = [child["name"] for child in node["inner"] if child["kind"] == "FieldDecl"]
    return found


def typedefs(declarations: list) -> dict:
    """Returns {typedef: resolved type}."""
    return {node["name"]: canonical(node) for node in declarations if node["kind"] == "TypedefDecl"}


class Field:
    """The header's description of a field of a content."""

    def __init__(self, number: int, text: str, kinds: set) -> None:
        self.number = number
        # The names of the content kinds that have the field.
        self.kinds = kinds
        # The keys of MPRIS's metadata that show the field; empty when it is not shown.
        self.shown = set(re.findall(r"xesam:\w+", text))
        if bool(self.shown) == ("Not shown." in text):
            raise SystemExit(f"The header says both or neither of 'Shown as' and 'Not shown.': {text}")


def fields(header: Path = HEADER) -> dict:
    """Returns {name of a field without NOWPLAYING_FIELD_: its description}."""
    text = header.read_text()

    def comments(prefix: str):
        found = re.findall(rf"^/\*\* ((?:(?!\*/)[\s\S])*) \*/\n#define NOWPLAYING_{prefix}_(\w+) (\d+)$", text,
                           re.MULTILINE)
        return [(said.replace("\n *", ""), name, number) for said, name, number in found]
    kinds = {name: set(re.findall(r"[A-Z][A-Z_]+", said)) for said, name, _ in comments("CONTENT")}
    found = {name: Field(int(number), said, set(kinds) if "Any kind." in said else
                         {kind for kind, takes in kinds.items() if name in takes})
             for said, name, number in comments("FIELD")}
    if len(kinds) < 8 or len(found) < 34 or len(found) != text.count("#define NOWPLAYING_FIELD_"):
        raise SystemExit(f"Only {len(kinds)} kinds and {len(found)} fields are found in the header.")
    return found


def changes(owner: str) -> dict:
    """Returns {property: type} of the MPRIS properties of an app or a session that clients set and for which the host
    has a callback."""
    types = {"int32_t": "b", "double": "d"}
    table = re.search(rf"typedef struct nowplaying_{owner}_callbacks \{{(.*?)^\}}", HEADER.read_text(), re.S | re.M)[1]
    found = re.findall(r"MPRIS's (\w+) was\s[\s*]*set\b(?:[^*]|\*(?!/))*\*/\s*nowplaying_status \(\*\w+\)\("
                       r"\w+ \*\w+, nowplaying_request \*request, (\w+)", table)
    return {name: types[c_type] for name, c_type in found}


def version(text: str) -> tuple:
    return tuple(int(part) for part in text.split("."))


def comments(header: Path) -> dict:
    """Returns {name: comment} for each function, type, constant, field and callback."""
    said, text = {}, header.read_text()
    body = text[text.index("#ifndef NOWPLAYING_"):]
    patterns = [r"#define (\w+)", r"typedef (?:struct )?[\w ]*?(\w+)(?: \{|;)", r"[\w *]*\(\*(\w+)\)",
                r"[\w *]*?(\w+)[(;]"]
    for comment in re.finditer(r"/\*\*(.*?)\*/\s*", body, re.S):
        name = next((found[1] for pattern in patterns if (found := re.match(pattern, body[comment.end():]))), None)
        if not name:
            continue  # no declaration follows the comment
        if body[comment.start() - 1] == " ":  # Indented: a field of the struct before it.
            name = re.findall(r"^typedef struct (\w+) \{", body[:comment.start()], re.M)[-1] + "." + name
        said[name] = comment[1]
    return said


def said_since(header: Path) -> dict:
    """Returns {name: release} for each function, type, constant, field and callback: the text after "Since:" in its
    comment, or else the first release."""
    found = {name: re.search(r"Since: (\d+\.\d+)", comment) for name, comment in comments(header).items()}
    return {name: since[1] if since else FIRST_RELEASE for name, since in found.items()}


def symbol_map(of: Library) -> str:
    """Returns the symbol map. Each function is in the node of the version that first had it, and each node inherits
    from the one before. A new major version begins with a single node."""
    major = int(re.search(r"#define NOWPLAYING_VERSION_MAJOR (\d+)", HEADER.read_text())[1])
    said, nodes, before, text = said_since(of.header), {}, "", []
    for name in functions(read(of.header)):
        nodes.setdefault(max(version(said[name]), (major, 0)), []).append(name)
    for node, names in sorted(nodes.items()):
        label = of.nodes + ".".join(map(str, node))
        local = "" if before else "  local:\n    *;\n"
        text.append(f"{label} {{\n  global:\n" + "".join(f"    {name};\n" for name in sorted(names)) + local +
                    f"}}{before};\n")
        before = " " + label
    return "\n".join(text)
