# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A plugin of pytest that notes which tests fail, and that runs these without the others.

It adds the names of failed tests to the file $FAILED_TESTS. Where $ONLY_TESTS names such a file, all others are left
out.
"""

import os
from pathlib import Path


class Notes:
    """Adds the name of each failed test to a file, once."""

    def __init__(self, file: Path):
        self.file, self.noted = file, set()

    def pytest_runtest_logreport(self, report):
        if report.failed and report.nodeid not in self.noted:
            self.noted.add(report.nodeid)
            with self.file.open("a", encoding="utf-8") as file:
                file.write(report.nodeid + "\n")


def pytest_configure(config):
    # The processes of xdist report to the one that started them.
    if (file := os.environ.get("FAILED_TESTS")) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Notes(Path(file)))


def pytest_collection_modifyitems(config, items):
    if file := os.environ.get("ONLY_TESTS"):
        wanted = set(Path(file).read_text(encoding="utf-8").splitlines())
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in wanted])
        items[:] = [item for item in items if item.nodeid in wanted]
