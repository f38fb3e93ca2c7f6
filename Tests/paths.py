# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Finds paths in the files of the tree that lead nowhere: a part of Tests/lint. Otherwise a path in a script that runs
rarely, as the packages of a release, would be noticed only at its next run, long after a file was moved."""

import functools
import os
import re
from pathlib import Path

TOP = r"(?:Sources|Tests|bindings|docs|examples|include|packaging|plugins)"
# A path from the top of the tree, alone or behind a variable that is the top or the file's own folder.
FROM_TOP = re.compile(
    r"(?:(?<![\w.*~@%>{}$/\]-])|(?<=\$root/)|(?<=\$tree/)|(?<=/tree/)|(?<=/use/)|(?<=root\"/)|(?<=\{root\}/)|"
    rf"(?<=ROOT\}}/)|(?<=SOURCE_DIR\}}/)){TOP}(?:/[\w.+@-]+)*/[\w.+@-]*\w(?![\w*{{$<(-])")
# A path from the folder of a file, and what may stand before it: nothing of a path, or the name of that folder.
RELATIVE = re.compile(r"(?:\.\./)+[\w+@][\w.+@/-]*(?=([*{$<])?)")
OWN_FOLDER = re.compile(r"(?:(?<![\w.}/\])\"])|(?:CURRENT_(?:SOURCE|LIST)_DIR\}|\$\{?here\}?\"?|\"\$0\"\)\"?|"
                        r"__file__\)+\}|HERE\})/|[\s=(,\[{\"'][\"'])\Z")
# How a script finds the top of the tree: it is so many folders above its own.
SHELL_TOP = re.compile(r"^ *(?:root=\$\(cd|cd) \"(?:\$here|\$\(dirname \"\$0\"\))((?:/\.\.)+)\"", re.M)
PYTHON_TOP = re.compile(r"^(?:ROOT|TOP) = (?:pathlib\.)?Path\(__file__\)\.resolve\(\)\.(?:parents\[(\d+)\]$)", re.M)
# The parts of names that stand for others.
PLACEHOLDER = re.compile(r"\b(?:NAME|MODULE|MAJOR|PLAYER|LANG)\b")
DESCRIPTIONS = {".rs": "Cargo.toml", ".swift": "Package.swift"}
BUILDS = ("CMakeLists.txt", "Makefile", "meson.build")
# Files that a build or a test makes, or copies to another place.
MADE = {
    "../NowPlaying", "../data/icons", "../file", "../first/a.png",
    "../first/crates", "../first/site", "../libnowplaying", "../metatypes/qt", "../nowplaying", "../outside",
    "../package.tgz", "../rust-crates/nowplaying", "../shared/reference/seeds", "Sources/Player",
    "Sources/Player/main.swift", "Tests/Library/Benchmarks/languages/nowplaying.node", "Tests/ran.toml",
    "docs/inside.html", "docs/main-loops.html", "plugins/forgotten", "plugins/forgotten/new.c",
}
# Files with the paths of other trees: the sources of players and desktops, the inputs of fuzzers, texts of licences.
FOREIGN = re.compile(r"Tests/Field/Embedding/\w+/patch/|Tests/Field/field/embedding/|Tests/Field/Desktops/FAULTS\.md|"
                     r".*/corpus/|LICENSES/|CHANGELOG\.md|Tests/paths\.py")
LEAST = 1500  # paths that are looked at


@functools.cache
def is_there(path):
    """Returns whether a path is of a file, or of a program or a library that its folder builds."""
    if path.exists():
        return True
    texts = [(path.parent / file).read_text() for file in BUILDS if (path.parent / file).is_file()]
    stem = path.stem.removeprefix("lib").removesuffix("_plugin")
    return path.suffix in ("", ".so") and (path.name == "all" and bool(texts) or any(
        re.search(rf"\b{re.escape(stem)}\b", text) or f"{stem.partition('_')[0]}_${{" in text for text in texts))


def bases(root, file):
    """Returns the folders from which a relative path of a file may be: its own, and that of its crate or package. The
    links of a document are looked at by Tests/docs, and the programs in it have paths of their own."""
    above = list((root / file).parents)
    description = DESCRIPTIONS.get(Path(file).suffix)
    projects = [folder for folder in above if description and (folder / description).is_file()]
    return [above[0], *projects[:1]] if not file.endswith(".md") else []


def relative_paths(line):
    for match in RELATIVE.finditer(line):
        if OWN_FOLDER.search(line[:match.start()]):
            path = match[0]
            # Of a pattern, or a name that goes on in a variable, the folder alone is looked for.
            if match[1] or path.endswith("-"):
                path = path.rpartition("/")[0]
            yield path.rstrip("./")


def leaves(root, folder, path):
    """Returns whether a path leads out of the tree, as that of a player which tries to, and not to a name of its top by
    a step too many."""
    return (path.startswith("../") and not Path(os.path.normpath(folder / path)).is_relative_to(root)
            and not re.match(rf"(?:\.\./)+{TOP}/", path))


def wrong_tops(file, text):
    """Returns the lines of a script that take another folder for the top of the tree."""
    depth = file.count("/")
    found = [(match, match[1].count("..")) for match in SHELL_TOP.finditer(text)]
    found += [(match, int(match[1])) for match in PYTHON_TOP.finditer(text)]
    return [f"{file}: \"{match[0].strip()}\" is not the top of the tree" for match, steps in found if steps != depth]


def check_paths(root, files):
    """Returns the paths that are not there, as lines."""
    problems, count = [], 0
    for file in files:
        path = root / file
        if FOREIGN.match(file) or path.is_symlink():
            continue
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        problems += wrong_tops(file, text) if file.endswith(".py") or text.startswith("#!") else []
        own = bases(root, file)
        lines = ((number, line) for number, line in enumerate(text.splitlines(), 1) if "/" in line)
        for number, line in lines:
            places = [(name, list(path.parents)[:-1]) for name in FROM_TOP.findall(line)]
            places += [(name, own) for name in relative_paths(line) if own]
            count += len(places)
            problems += [f"{file}:{number}: there is no {name}" for name, folders in places
                         if name not in MADE and not PLACEHOLDER.search(name)
                         and not leaves(root, folders[0], name)
                         and not any(is_there(folder / name) for folder in folders)]
    return problems if count >= LEAST else [*problems, f"Tests/paths.py looked at {count} paths alone"]
