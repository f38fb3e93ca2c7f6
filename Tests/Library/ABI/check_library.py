#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Checks a built library against its header and its symbol map.

usage: check_library.py symbols|since|soname|needed|size|description|texts|rebuilt|
                        sanitized-address|sanitized-thread LIBRARY
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from abi import headers
from abi import interface

ROOT = headers.ROOT
UPDATE = "contract/generate"
ALLOWED_NEEDED = re.compile(r"(libsystemd|libelogind|libbasu)\.so\.0|lib[cm]\.so\.6|ld-linux(-[a-z0-9-]+)?\.so\.\d")


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def fail(sentence: str) -> None:
    raise SystemExit(sentence)


def differences(left: set, right: set, left_name: str, right_name: str) -> list:
    return ([f"{name}: in {left_name}, not in {right_name}" for name in sorted(left - right)] +
            [f"{name}: in {right_name}, not in {left_name}" for name in sorted(right - left)])


def check_symbols(library: str) -> None:
    """Checks that header, map and dynamic symbol table have the same functions, and that the map names each under a
    version node."""
    described = headers.library(library)
    declared = set(headers.functions(headers.read(described.header)))
    text = re.sub(r"/\*.*?\*/|#[^\n]*", "", described.map.read_text(), flags=re.S)
    mapped = set(re.findall(r"\bnowplaying_\w+(?=\s*;)", text))
    exported, versions = set(), set()
    for line in run("nm", "-D", "--defined-only", library).splitlines():
        kind, name = line.split()[1:3]
        if kind == "A":  # the version node itself
            versions.add(name.split("@")[0])
        else:
            exported.add(name.split("@")[0])
    problems = differences(declared, mapped, "the header", described.map.name)
    problems += differences(declared, exported, "the header", "the library")
    if "*" in re.sub(r"local:\s*\*\s*;", "", text):
        problems.append(f"{described.map.name} exports by a pattern; it must name each function")
    if not versions or not all(version.startswith(described.nodes) for version in versions):
        problems.append(f"the version nodes of the symbols are {sorted(versions)}, expected {described.nodes}…")
    if len(declared) < described.functions:
        problems.append(f"clang found only {len(declared)} functions in the header")
    if problems:
        fail("\n".join(problems))
    print(f"{len(declared)} functions agree, versions {sorted(versions)}")


def check_since(library: str) -> None:
    """Checks that each declaration of the header has a comment, and each function is in the map's node of the release
    that first had it: by an older node a program could load a library that lacks the function."""
    described = headers.library(library)
    header, tree = described.header.read_text(), headers.read(described.header)
    said = headers.said_since(described.header)
    declared = set(headers.functions(tree)) | set(headers.typedefs(tree))
    declared |= set(re.findall(r"^#define (NOWPLAYING_\w+)", header, re.M)) - {"NOWPLAYING_H", "NOWPLAYING_SURFACE_H"}
    declared |= {f"{struct}.{field}" for struct, fields in headers.structs(tree).items() for field in fields}
    problems = [f"{name}: it has no comment" for name in sorted(declared - set(said))]
    main = headers.HEADER.read_text()
    current = ".".join(re.search(rf"NOWPLAYING_VERSION_{part} (\d+)", main)[1] for part in ("MAJOR", "MINOR"))
    # "Since" is only for declarations after the first release.
    problems += [f"{name}: Since {since}" for name, since in sorted(said.items())
                 if not headers.version(headers.FIRST_RELEASE) <= headers.version(since) <= headers.version(current)]
    problems += re.findall(rf".*Since: {re.escape(headers.FIRST_RELEASE)}.*", header)
    if described.map.read_text() != headers.symbol_map(described):
        problems.append(f"{described.map.name} is not what the header says: run {UPDATE}")
    if len(said) < described.declarations:
        problems.append(f"only {len(said)} comments of declarations are found in the header")
    if problems:
        fail("\n".join(problems))
    print(f"{len(declared)} declarations have a comment")


def check_soname(library: str) -> None:
    major = re.search(r"#define NOWPLAYING_VERSION_MAJOR (\d+)", headers.HEADER.read_text()).group(1)
    soname = re.search(r"SONAME.*\[(.*)\]", run("readelf", "-d", library)).group(1)
    expected = f"{headers.library(library).name}.so.{major}"
    if soname != expected:
        fail(f"The soname is {soname}, expected {expected}.")


def check_needed(library: str) -> None:
    needed = set(re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", library)))
    if not needed or not all(map(ALLOWED_NEEDED.fullmatch, needed)):
        fail(f"The library needs {sorted(needed)}; allowed are {ALLOWED_NEEDED.pattern}.")
    print(" ".join(sorted(needed)))


def check_rebuilt(library: str) -> None:
    """Checks that the build compiles each Swift module that imports the headers again when one of them changes."""
    for module in ("ABI", "Surface"):
        read = Path(library).resolve().with_name(f"NowPlaying{module}.d").read_text().replace("\\ ", " ")
        for header in (headers.HEADER, headers.SURFACE):
            if str(header) not in read:
                fail(f"The module {module} would not be compiled again after a change of {header.name}.")


def check_size(library: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        stripped = Path(folder) / "stripped.so"
        run("strip", "-o", str(stripped), library)
        size = stripped.stat().st_size
    limit = headers.size_limit(library)
    if size > limit:
        fail(f"Stripped, the file has {size} bytes; the limit is {limit}.")
    if size > limit * 9 // 10:
        print("warning: more than 90 % of the budget is used: delete code before you add more")
    print(f"{size} bytes stripped, limit {limit}")


def check_description(library: str) -> None:
    """Checks that nowplaying.abi.json describes both headers completely, that compilers lay out the structs as it says
    (the compiler of this machine, and clang for x86_64, aarch64, riscv64, armv7 and i386), and that nothing
    of earlier releases was removed or changed."""
    if fault := interface.is_stale():
        fail(fault)
    description = json.loads(interface.FILE.read_text(encoding="utf-8"))
    problems = interface.faults_of_layout(description)
    for header, described in zip(description["headers"], headers.LIBRARIES):
        said = {entry["name"] for part in ("constants", "types", "initialisers", "functions") for entry in header[part]}
        said |= {f"{entry['name']}.{field['name']}" for entry in header["types"] for field in entry.get("fields", [])}
        problems += differences(set(headers.said_since(described.header)), said, header["header"], "the description")
    for path in interface.RELEASED:
        released = json.loads(path.read_text(encoding="utf-8"))
        problems += [f"{path.name} has it, and it is gone or changed: {line}"
                     for line in interface.gone(released, description)]
    # The comparison itself must notice another value, another argument, and a moved field.
    for change in ("value", "arguments", "fields"):
        changed = json.loads(interface.FILE.read_text(encoding="utf-8"))
        for header in changed["headers"]:
            if change == "value":
                header["constants"][-1]["value"] += 1
            elif change == "arguments":
                header["functions"][-1]["arguments"].append({"name": "more", "type": "int32_t"})
            else:
                header["types"] = [entry for entry in header["types"] if entry["is"] != "struct"]
        if not interface.gone(description, changed):
            problems.append(f"another release with other {change} would be taken for the same")
    if problems:
        fail("\n".join(problems))
    print(f"{len(description['headers'])} headers are described")


def check_comparisons(symbols: str) -> None:
    """Checks that no text is compared by canonical equivalence, for which Swift has tables that the tarball has not."""
    found = re.findall(r"\S*_stringCompare\S*", symbols)
    if found:
        fail(f"Something compares or hashes a String itself, and not its `exact` text: {found[0]} is in the file.")


def check_texts(library: str) -> None:
    """Checks that no text is compared by canonical equivalence, or read by indices: see ExactText.swift and Bytes.swift
    in Sources/Library/Core/Text."""
    symbols = run("nm", library)
    if "ExactText" not in symbols:
        fail("The file is stripped, so that its functions cannot be seen.")
    check_comparisons(symbols)
    if "_slowEnsureMatchingEncoding" in symbols:
        fail("Something uses `utf8`, an index or a substring of a String, which brings the code for UTF-16.")


def check_sanitized(library: str, prefix: str) -> None:
    """Checks that the library was built with the sanitizer: its Swift code calls the sanitizer's run-time functions."""
    calls = set(re.findall(rf"\bU ({prefix}\w+)", run("nm", library)))
    if len(calls) < 5:
        fail(f"The library calls {sorted(calls)} of the sanitizer; it was not built with it.")
    disassembly = run("objdump", "-d", "--no-show-raw-insn", library)
    swift = sum(1 for body in re.split(r"\n\n", disassembly) if re.search(r"<\$[se]", body) and prefix in body)
    if swift < 100:
        fail(f"Only {swift} Swift functions of the library are instrumented.")
    print(f"{len(calls)} functions of the sanitizer are called, by {swift} Swift functions")


CHECKS = {
    "symbols": check_symbols, "since": check_since, "soname": check_soname, "needed": check_needed, "size": check_size,
    "description": check_description, "texts": check_texts, "rebuilt": check_rebuilt,
    "comparisons": lambda file: check_comparisons(run("nm", file)),
    "sanitized-address": lambda library: check_sanitized(library, "__asan_"),
    "sanitized-thread": lambda library: check_sanitized(library, "__tsan_"),
}

if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in CHECKS:
        fail(__doc__.strip().splitlines()[-1])
    CHECKS[sys.argv[1]](sys.argv[2])
