# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What drives examples/mpd-remote: real servers, servers that are none, and a bus of its own."""
