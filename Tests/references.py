# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Finds imports of names that the packages lab, field and testkit do not have: a part of Tests/lint. Otherwise a wrong
name in a suite that runs rarely would be noticed only at the suite's next run."""

import ast
from pathlib import Path

PACKAGES = {"lab": Path("Tests/Lab"), "field": Path("Tests/Field"), "testkit": Path("contract")}
LEAST = 2000  # names that are looked at


def is_python(path):
    return path.suffix == ".py" or not path.suffix and path.read_bytes()[:18] == b"#!/usr/bin/python3"


def names_of(path):
    """Returns the names that a module has: what it defines, assigns and imports, also in a branch or by `global`."""
    found, waiting = set(), [ast.parse(path.read_text())]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found.add(node.name)
                found.update(name for each in ast.walk(node) if isinstance(each, ast.Global) for name in each.names)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                found.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
            else:
                if isinstance(node, ast.Name):
                    found.add(node.id)
                waiting.append(node)
    return found


def imported(root, file):
    """Yields the line, the module and the name of each import from a package; the name is "" where it has none."""
    inside = next(((*Path(file).relative_to(place).parts[:-1],) for place in PACKAGES.values()
                   if Path(file).is_relative_to(place)), ())
    for node in ast.walk(ast.parse((root / file).read_text())):
        if isinstance(node, ast.ImportFrom):
            above = inside[:len(inside) + 1 - node.level] if node.level else ()
            module = ".".join(filter(None, [*above, node.module]))
            if module.split(".")[0] in PACKAGES:
                yield from ((node.lineno, module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, "") for alias in node.names if alias.name.split(".")[0] in PACKAGES)


def check_imports(root, files):
    """Returns the problems, as lines."""
    problems, known, count = [], {}, 0

    def has(module, name):
        place = root / PACKAGES[module.split(".")[0]] / module.replace(".", "/")
        if (place / f"{name}.py").is_file() or (place / name).is_dir():
            return True
        file = next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)
        if not file:
            return place.is_dir() and not name
        if file not in known:
            known[file] = names_of(file)
        return not name or name in known[file]

    for file in files:
        if not is_python(root / file):
            continue
        for line, module, name in imported(root, file):
            count += 1
            if not has(module, name):
                problems.append(f"{file}:{line}: {module} has no {name or 'such module'}")
    return problems if count >= LEAST else [*problems, f"Tests/references.py looked at {count} imports alone"]

