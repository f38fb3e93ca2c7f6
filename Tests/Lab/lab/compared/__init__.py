# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players beside themselves: with the plugin that others made for the desktop, and with ours."""
