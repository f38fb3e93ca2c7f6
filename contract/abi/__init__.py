# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads the C headers, from which the bindings, the symbol maps and the tests of the interface are generated."""
