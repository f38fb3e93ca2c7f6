# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Compares each player with itself: with the MPRIS code that it has, and with the library in the place of that code."""
