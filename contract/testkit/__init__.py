# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What tests of players need, in the tree and installed: a private bus, the wire, the strict checker, and scenarios."""
