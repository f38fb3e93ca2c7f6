# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The lock screen on a screen of its own, with players that show whatever is asked for."""
