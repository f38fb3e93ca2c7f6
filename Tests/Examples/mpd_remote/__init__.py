# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Drives plugins/mpd: real servers, servers that are none, and a bus of its own."""
