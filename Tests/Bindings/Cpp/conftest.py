# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of nowplaying.hpp, on a private bus for each test.

usage: python3 -m pytest -p no:cacheprovider --build=DIR Tests/Bindings/Cpp
"""
pytest_plugins = ["testkit.plugin"]
