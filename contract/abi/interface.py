# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The description of both headers for programs, include/nowplaying/nowplaying.abi.json, made of what clang reads. Its
parts are listed in docs/inside.md. Import only; contract/generate writes it."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from abi import data, headers, rules

FILE = headers.HEADER.parent / "nowplaying.abi.json"
NAMES = ("nowplaying.h", "surface.h")
# The descriptions of earlier releases. Everything in the first release of a soname, and in each one after it, must stay
# as long as the soname does.
RELEASED = sorted((headers.ROOT / "Tests/Library/ABI").glob("released-*.abi.json"))
# The sizes that differ between machines: the bytes of a pointer and of size_t, and the alignment of a 64-bit number.
# Each model is named, with machines that have it.
MODELS = {"LP64": (8, 8), "ILP32": (4, 8), "ILP32-i386": (4, 4)}
MACHINES = {"LP64": ("x86_64", "aarch64", "riscv64"), "ILP32": ("armv7",), "ILP32-i386": ("i386",)}
NUMBERS = {"int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8, "double": 8}
COMMENT = re.compile(r"/\*\*(.*?)\*/\s*", re.S)
SINCE = re.compile(r"\s*Since: (\d+\.\d+)\s*$")
FUNCTION = re.compile(r"(.+?)\s*\(\*\)\((.*)\)")


def said(name: str, comments: dict) -> dict:
    """Returns the comment of a name, and the release that first had it if the comment says one."""
    if name not in comments:
        raise SystemExit(f"interface: the header has no comment for {name}")
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in comments[name].strip().split("\n")]
    text = "\n".join(lines)
    since = SINCE.search(text)
    return {"since": since[1], "text": text[:since.start()]} if since else {"text": text}


def normal(c_type: str) -> str:
    """Returns a C type with single spaces between its words and before its stars."""
    return re.sub(r"\s*\*\s*", " *", re.sub(r"\s+", " ", c_type)).strip().replace("* *", "**")


def signature(returns: str, types: list, names: list) -> dict:
    if len(types) != len(names):
        raise SystemExit(f"interface: {len(types)} types, but the names {names}")
    return {"returns": normal(returns),
            "arguments": [{"name": name, "type": normal(c_type)} for name, c_type in zip(names, types)]}


def pointed(c_type: str, name: str, header: str) -> dict:
    """Returns the signature of a function pointer. Its argument names come from the header, since clang's tree lacks
    them."""
    returns, types = FUNCTION.fullmatch(c_type).groups()
    written = re.search(rf"\(\*{name}\)\(([^)]*)\)", header)[1]
    names = [re.findall(r"\w+", part)[-1] for part in written.split(",")] if types != "void" else []
    return signature(returns, types.split(",") if names else [], names)


def values(folder: Path, name: str, macros: list) -> dict:
    """Returns the value of each macro that stands for an integer, as clang computes it."""
    probes = f'#include "{folder / name}"\n' + "".join(f"enum {{ value_of_{macro} = {macro} }};\n" for macro in macros)
    found = {}
    for node in headers.dump(probes):
        for member in node.get("inner", []) if node["kind"] == "EnumDecl" else []:
            expression = member["inner"][0]
            while "value" not in expression:
                expression = expression["inner"][0]
            found[member["name"].replace("value_of_", "", 1)] = int(expression["value"])
    return found


class Header:
    """The description of a header. `before` is the header that it includes."""

    def __init__(self, folder: Path, name: str, before: "Header" = None) -> None:
        path = folder / name
        self.name, self.folder, self.text = name, folder, path.read_text(encoding="utf-8")
        self.body = self.text[self.text.index("#ifndef NOWPLAYING_"):]
        self.comments = headers.comments(path)
        nodes = headers.dump(f'#include "{path}"\n')
        known = before.names if before else set()
        self.nodes = [node for node in nodes if "nowplaying" in node.get("name", "") and node["name"] not in known]
        self.names = known | {node["name"] for node in self.nodes}
        self.defined = {node["name"]: node for node in self.nodes
                        if node["kind"] == "RecordDecl" and node.get("completeDefinition")}
        self.types = dict(before.types) if before else {}
        self.known = set(self.types)
        for node in self.nodes:
            if node["kind"] == "TypedefDecl":
                self.types[node["name"]] = self.type(node["name"], node["type"]["qualType"])

    def type(self, name: str, c_type: str) -> dict:
        if FUNCTION.fullmatch(c_type):
            entry = {"name": name, "is": "callback", **pointed(c_type, name, self.body)}
        elif name in self.defined:
            fields = [self.field(name, node) for node in self.defined[name]["inner"] if node["kind"] == "FieldDecl"]
            entry = {"name": name, "is": "struct", "fields": fields}
            entry["layout"] = {model: self.lay_out(entry, model) for model in MODELS}
        elif c_type.startswith("struct "):
            entry = {"name": name, "is": "handle"}
        else:
            entry = {"name": name, "is": "integer", "type": c_type}
        return {**entry, **said(name, self.comments)}

    def field(self, struct: str, node: dict) -> dict:
        name, c_type = node["name"], node["type"]["qualType"]
        body = re.search(rf"^typedef struct {struct} \{{(.*?)^\}}", self.body, re.S | re.M)[1]
        shape = {"callback": pointed(c_type, name, body)} if FUNCTION.fullmatch(c_type) else {"type": normal(c_type)}
        return {"name": name, **shape, **said(f"{struct}.{name}", self.comments)}

    def measure(self, field: dict, model: str) -> tuple:
        """Returns the size and the alignment of a field."""
        pointer, wide = MODELS[model]
        c_type = field.get("type", "*").replace("const ", "")
        while c_type in self.types and "type" in self.types[c_type]:
            c_type = self.types[c_type]["type"]
        if c_type.endswith("*") or c_type == "size_t" or self.types.get(c_type, {}).get("is") == "callback":
            return pointer, pointer
        if c_type in NUMBERS:
            return NUMBERS[c_type], min(NUMBERS[c_type], wide)
        raise SystemExit(f"interface: the size of {c_type} is not known")

    def lay_out(self, struct: dict, model: str) -> dict:
        """Returns the size of a struct and the offset and size of each field, by the rules of C."""
        place, largest, fields = 0, 1, {}
        for field in struct["fields"]:
            size, alignment = self.measure(field, model)
            place += -place % alignment
            fields[field["name"]] = [place, size]
            place, largest = place + size, max(largest, alignment)
        return {"size": place + -place % largest, "fields": fields}

    def constants(self) -> list:
        """Returns the integer macros, each with its enumeration: they follow an integer type in the header, and begin
        with a common word, or are bits when the type is unsigned."""
        found, owner, word, signed = [], None, None, True
        lines = re.finditer(r"^typedef (u?)int\d+_t (\w+);|^#define (\w+)((?:.*\\\n)*.*)|^[a-z}]", self.body, re.M)
        numbers = values(self.folder, self.name, [macro for macro, _ in self.macros()])
        for line in lines:
            unsigned, typedef, macro = line[1], line[2], line[3]
            if typedef:
                owner, word, signed = typedef, None, not unsigned
            elif not macro:
                owner = None
            elif macro in numbers:
                begin = re.sub(r"^NOWPLAYING_(SURFACE_)?", "", macro).split("_")[0]
                word = word or begin
                if owner != "nowplaying_status" and (line[4].endswith("u") == signed or signed and begin != word):
                    owner = None
                belongs = {"type": owner} if owner else {}
                found.append({"name": macro, "value": numbers[macro], **belongs, **said(macro, self.comments)})
        return found

    def macros(self) -> list:
        """Returns the name and value of each numeric macro without arguments."""
        found = re.findall(r"^#define (NOWPLAYING_\w+) ((?:.*\\\n)*.*)", self.body, re.M)
        return [(name, value) for name, value in found if not name.endswith("_INIT")]

    def initialisers(self) -> list:
        found = re.findall(r"^#define (NOWPLAYING_\w+_INIT)(?:\((\w+)\))? ((?:.*\\\n)*.*)", self.body, re.M)
        return [{"name": name, "arguments": [argument] if argument else [],
                 "value": re.sub(r"[\s\\]+", " ", value).strip(), **said(name, self.comments)}
                for name, argument, value in found]

    def functions(self) -> list:
        found = []
        for node in self.nodes:
            if node["kind"] == "FunctionDecl":
                arguments = [child for child in node.get("inner", []) if child["kind"] == "ParmVarDecl"]
                types = [child["type"]["qualType"] for child in arguments]
                shape = signature(node["type"]["qualType"].split("(")[0], types, [child["name"] for child in arguments])
                found.append({"name": node["name"], **shape, **said(node["name"], self.comments)})
        return found

    def description(self, library: str) -> dict:
        return {"header": f"nowplaying/{self.name}", "library": library, "constants": self.constants(),
                "types": [entry for name, entry in self.types.items() if name not in self.known],
                "initialisers": self.initialisers(), "functions": self.functions()}


def describe(folder: Path = FILE.parent) -> dict:
    """Returns the description of the headers in a folder. Those of the tree must agree with contract/data."""
    header, described, comments = None, [], {}
    for name, library in zip(NAMES, headers.LIBRARIES):
        header = Header(folder, name, header)
        described.append(header.description(library.name))
        comments |= header.comments
    numbers = {entry["name"]: entry["value"] for one in described for entry in one["constants"]}
    fault = data.fault(numbers) or data.fault_of_fields(headers.fields()) or rules.fault(described)
    if fault and folder == FILE.parent:
        raise SystemExit(f"interface: {fault}")
    version = [numbers[f"NOWPLAYING_VERSION_{part}"] for part in ("MAJOR", "MINOR", "PATCH")]
    for one in described:
        one["library"] += f".so.{version[0]}"
    return {"format": 1, "version": ".".join(map(str, version)), "headers": described,
            "commands": known_commands(comments), "arguments": data.arguments()}


def known_commands(comments: dict) -> list:
    """Returns the table of commands. The comment of each member of the header that a command uses must name it, in full
    or by the beginning of a group: SKIP_…"""
    for row in data.commands():
        word = row["name"].removeprefix("NOWPLAYING_COMMAND_")
        for name in data.said_of(row):
            if not re.search(rf"\b(?:{word}\b|{word.split('_')[0]}_…)", comments[name]):
                raise SystemExit(f"interface: the comment of {name} does not name {word}, which uses it")
    return data.commands()


def written(value, indent: str = "") -> str:
    """Returns JSON in which a value that fits on one line is on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent + line) <= 118 or not isinstance(value, (dict, list)) or not value:
        return line
    inside = indent + " "
    parts = ([f"{json.dumps(key)}: {written(part, inside)}" for key, part in value.items()] if isinstance(value, dict)
             else [written(part, inside) for part in value])
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n" + ",\n".join(inside + part for part in parts) + f"\n{indent}{end}"


def facts(description: dict) -> list:
    """Lists the facts on which programs rely: types of functions and callbacks, values, and offsets of fields. Excludes
    argument names, comments, and the sizes of structs, which grow."""
    def taken(function: dict) -> str:
        return f"{function['returns']} ({', '.join(each['type'] for each in function['arguments'])})"
    lines = []
    for header in description["headers"]:
        for entry in header["constants"] + header["types"] + header["functions"]:
            shape = taken(entry) if "returns" in entry else entry.get("value", entry.get("type", entry.get("is")))
            if not entry["name"].startswith("NOWPLAYING_VERSION"):
                lines.append(f"{entry['name']}: {shape}")
            for field in entry.get("fields", []):
                shape = taken(field["callback"]) if "callback" in field else field["type"]
                places = [f"{model} {layout['fields'][field['name']][0]}" for model, layout in entry["layout"].items()]
                lines.append(f"{entry['name']}.{field['name']}: {shape}, {', '.join(places)}")
    return lines


def gone(released: dict, present: dict) -> list:
    """Lists the facts of a release that the present headers do not have."""
    return sorted(set(facts(released)) - set(facts(present)))


def layout_source(description: dict, model: str) -> str:
    """Returns C code that compiles only if the structs are laid out as the description says for a model."""
    lines = ["#include <stddef.h>", *(f"#include <{header['header']}>" for header in description["headers"])]
    for header in description["headers"]:
        for struct in header["types"]:
            if struct["is"] == "struct":
                name, layout = struct["name"], struct["layout"][model]
                lines.append(f'_Static_assert(sizeof({name}) == {layout["size"]}, "{name}");')
                lines += [f'_Static_assert(offsetof({name}, {field}) == {offset} && sizeof((({name} *)0)->{field}) == '
                          f'{size}, "{name}.{field}");' for field, (offset, size) in layout["fields"].items()]
    return "\n".join([*lines, ""])


def faults_of_layout(description: dict) -> list:
    """Lists the errors that compilers find in the described layout: the compiler of this machine, and clang for
    machines of each model."""
    faults, clang = [], headers.find_clang()
    with tempfile.TemporaryDirectory() as folder:
        for model, machines in MODELS.items():
            source = Path(folder, f"{model}.c")
            source.write_text(layout_source(description, model))
            compilers = [[clang, f"--target={machine}-linux-gnu"] for machine in MACHINES[model]]
            if model == "LP64" and sys.maxsize > 2**32:
                compilers.append(["cc"])
            for compiler in compilers:
                done = subprocess.run([*compiler, "-std=c11", "-ffreestanding", "-fsyntax-only",
                                       f"-I{headers.ROOT / 'include'}", source], check=False, text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                faults += [f"{' '.join(compiler[1:]) or 'cc'}, {model}: {line}" for line in done.stdout.splitlines()
                           if "error" in line or done.returncode < 0]
    return faults


def text(folder: Path = FILE.parent) -> str:
    """Returns the description of the headers in a folder, as text of the file."""
    return written(describe(folder)) + "\n"


def is_stale() -> str:
    """Returns what must be done if the description in the tree does not match the headers; "" otherwise."""
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == text():
        return ""
    return f"{FILE.relative_to(headers.ROOT)} differs from the headers: run contract/generate"
