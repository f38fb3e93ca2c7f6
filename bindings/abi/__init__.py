# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The C headers, read: what the bindings, the symbol maps and the tests of the interface are made of."""
