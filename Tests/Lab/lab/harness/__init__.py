# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The base of the integration tests: a bus, a recorder, a host program, and the strict checker."""
