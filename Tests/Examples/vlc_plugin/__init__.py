# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What drives examples/vlc-plugin: real VLC without a screen, real files, and a bus of its own."""
