# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A plugin of pytest: writes to the file $TEST_REPORT how each part of each test ended."""

import json
import os


def pytest_runtest_logreport(report):
    with open(os.environ["TEST_REPORT"], "a") as file:
        file.write(json.dumps([report.nodeid, report.when, report.outcome, report.duration]) + "\n")
