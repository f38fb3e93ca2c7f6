# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A plugin of pytest: runs the tests in the order of the file $TEST_ORDER, and those that it does not name at last."""

import os
import pathlib


def pytest_collection_modifyitems(items):
    names = pathlib.Path(os.environ["TEST_ORDER"]).read_text().splitlines()
    place = {name: index for index, name in enumerate(names)}
    items.sort(key=lambda item: place.get(item.nodeid, len(place)))
