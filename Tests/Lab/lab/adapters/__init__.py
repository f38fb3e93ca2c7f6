# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The players that have a plugin of ours: how each is started, driven and asked, and what it can."""
