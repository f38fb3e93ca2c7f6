# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Private buses for the test of the example."""

pytest_plugins = ["testkit.plugin"]
