# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the lock screen on a screen of its own, with players that show whatever a test requests."""
