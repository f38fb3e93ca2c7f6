# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What drives examples/kodi-addon: real Kodi on a screen that nobody sees, real files, and a bus of its own."""
