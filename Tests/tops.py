# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Checks the arrows between the top folders of the tree: a part of Tests/arrows. Bindings, plugins, examples and the
tests in the field use the contract and an installed prefix, as an author in another tree does, and nothing else."""

import ast
import io
import os
import re
import tokenize
from pathlib import Path

from paths import FROM_TOP, bases, relative_paths
from references import is_python

TOPS = ("bindings", "plugins", "examples", "Tests/Field")
# For all: the contract, its headers, and the licence.
CONTRACT = ("contract", "include", "LICENSE")
PACKAGES = {"lab": "Tests/Lab/", "field": "Tests/Field/"}
# A folder of the tree that is put together from words: ROOT / "docs" / name.
JOINED = re.compile(r'(?:ROOT|TOP|TREE|REPOSITORY) / "(Sources|Tests|bindings|docs|examples|packaging|plugins)"')
COMMENT = {"c": re.compile(r"//[^\n]*|/\*.*?\*/", re.S), "sh": re.compile(r"(?m)(?:^|(?<=\s))#[^\n]*")}
BY_HASH = (".cmake", ".sh", ".toml", ".build", ".txt", "")
TEXTS = (".md", ".po", ".pot", ".svg", ".xml")
# The patches of other trees, with the paths of these.
FOREIGN = re.compile(r"Tests/Field/Embedding/\w+/patch/|Tests/Field/field/embedding/\w+_driver|.*/corpus/")
LEAST = 500  # files that are looked at

# The scripts that build what is tested, mostly in a new Debian, and hand it over to the tests beside them.
BUILDERS = ("Tests/Field/Bluetooth/run", "Tests/Field/Desktops/debian-13", "Tests/Field/Desktops/gnome-shell",
            "Tests/Field/Desktops/hero", "Tests/Field/Desktops/inhibit", "Tests/Field/Desktops/phoshes",
            "Tests/Field/Desktops/run", "Tests/Field/Desktops/waybars", "Tests/Field/Plasma/debians",
            "Tests/Field/Scoreboard/run", "examples/compare", "examples/demo")
# Further uses, by the beginnings of the paths of the user and of the used, each with its reason.
ALLOWED = {
    ("Tests/Field/Scoreboard/", "docs/strict.md"): "its page is a document of this tree, which cites the rules",
    ("Tests/Field/Scoreboard/", "Tests/run-long"): "its page names the command that makes it",
    ("bindings/python/tests/test_packaging.py", "examples"): "what is in the packages runs the smallest example",
    ("bindings/python/tests/test_packaging.py", "docs/strict.md"): "runs what the page says of pipx",
    ("examples/lockscreen/", "plugins/common/po"): "all surfaces have their words in common",
    ("plugins/common/po/POTFILES", "examples/lockscreen/"): "all surfaces have their words in common",
    ("examples/player/", "plugins/common/mpv"): "a player on libmpv takes these sources, as the page of engines says",
    ("examples/rust-", "bindings/rust/"): "Cargo needs a path while no index has the crates",
    ("plugins/playerctl/meson.build", "Sources/Program/C"): "playerctl's templates are a part of the program",
    ("plugins/kodi/", "bindings/python"): "the add-on carries the Python package, which no prefix has",
}


def without_comments(path, text):
    """Returns the text of a file without its comments, with as many lines."""
    if is_python(path):
        lines = text.splitlines()
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                lines[row - 1] = lines[row - 1][:column]
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str):
                lines[node.lineno - 1:node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
        return "\n".join(lines)
    pattern = COMMENT["sh" if path.suffix in BY_HASH else "c"]
    return pattern.sub(lambda match: "\n" * match[0].count("\n"), text)


def top_of(name):
    return "Tests/Field" if f"{name}/".startswith("Tests/Field/") else name.partition("/")[0]


def used(root, file, known):
    """Yields the line of each use of another top folder, and what is used."""
    path = root / file
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        return
    if is_python(path):
        for node in ast.walk(ast.parse(text)):
            names = ([node.module] if isinstance(node, ast.ImportFrom) and not node.level else
                     [alias.name for alias in node.names] if isinstance(node, ast.Import) else [])
            for package in {name.split(".")[0] for name in names} & PACKAGES.keys():
                yield node.lineno, PACKAGES[package]
    text = without_comments(path, text)
    own = bases(root, file)
    for number, line in enumerate(text.splitlines(), 1):
        found = [name for name in FROM_TOP.findall(line) if name in known] + JOINED.findall(line)
        for name in relative_paths(line):
            for folder in own:
                to = os.path.relpath(os.path.normpath(folder / name), root)
                if to in known:
                    found.append(to)
                    break
        yield from ((number, name) for name in found)


def check_tops(root, files):
    """Returns the uses that are not allowed, as lines."""
    problems, unused = [], set(ALLOWED)
    known = {str(folder) for file in files for folder in [Path(file), *Path(file).parents]}
    judged = [file for file in files if top_of(file) in TOPS and file not in BUILDERS
              and Path(file).suffix not in TEXTS and not FOREIGN.match(file) and not (root / file).is_symlink()]
    for file in judged:
        top = top_of(file)
        for line, name in used(root, file, known):
            other = top_of(name)
            if other in (top, *CONTRACT):
                continue
            row = next((row for row in ALLOWED if file.startswith(row[0]) and name.startswith(row[1])), None)
            if row:
                unused.discard(row)
            else:
                problems.append(f"{file}:{line}: {top} uses {name}, which is not of the contract")
    problems += [f"Tests/tops.py: {file} does not use {name}" for file, name in sorted(unused)]
    return problems if len(judged) >= LEAST else [*problems, f"Tests/tops.py looked at {len(judged)} files alone"]
