# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Shared by the tests: buses, players, clients, desktops, and what is known of the tree."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TESTS = ROOT / "Tests"
