# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A desktop on a screen of its own: what it shows, clicks on it, and publishers for it."""
