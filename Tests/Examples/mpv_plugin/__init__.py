# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What drives examples/mpv-plugin: real mpv without a screen, real files, and a bus of its own."""
