# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The fixtures of a suite beside a binding, for tests of examples in its language."""

import importlib.util
import sys


def fixtures_of(folder):
    """Returns what the conftest.py of a folder has, whose modules can then be imported."""
    sys.path.append(str(folder))
    spec = importlib.util.spec_from_file_location(f"{folder.parent.name}_conftest", folder / "conftest.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: value for name, value in vars(module).items() if not name.startswith("__")}
