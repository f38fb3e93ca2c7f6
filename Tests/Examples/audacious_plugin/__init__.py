# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What drives examples/audacious-plugin: real Audacious, real files, and a sound server and buses of its own."""
