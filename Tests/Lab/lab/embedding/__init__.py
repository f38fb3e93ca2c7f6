# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players beside themselves: with the MPRIS code that they have, and with the library in its place."""
