# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A plugin of pytest: runs the tests in the order of the file $TEST_ORDER, those that it does not name at last, and
writes to the file $TEST_REPORT how each part of each test ended."""

import json
import os
import pathlib


def pytest_collection_modifyitems(items):
    names = json.loads(pathlib.Path(os.environ["TEST_ORDER"]).read_text())
    place = {name: index for index, name in enumerate(names)}
    items.sort(key=lambda item: place.get(item.nodeid, len(place)))


def pytest_runtest_logreport(report):
    with open(os.environ["TEST_REPORT"], "a") as file:
        file.write(json.dumps([report.nodeid, report.outcome, report.duration]) + "\n")
