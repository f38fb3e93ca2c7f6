# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Compares each player with itself: with the MPRIS code that it has, and with the library in the place of that code."""

from field import FIELD


def patch_of(player):
    """Returns the folder that has the patch for a player."""
    return FIELD / "Embedding" / player / "patch"
