# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Compares players in two variants: with the MPRIS plugin of others, and with this project's."""
