# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Shared by the tests in the field: real players and servers, and how they are compared and looked at. It uses the
testkit, and nothing else of the tree."""

from pathlib import Path

FIELD = Path(__file__).resolve().parents[1]
