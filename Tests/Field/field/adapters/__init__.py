# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The players that have a plugin of this project: how to start, drive and query each, and its abilities."""
