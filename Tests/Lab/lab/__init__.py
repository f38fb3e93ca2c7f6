# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Shared by the tests in Python: buses, players, clients, desktops, and facts about the source tree."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TESTS = ROOT / "Tests"
