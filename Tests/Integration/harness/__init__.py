# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What the integration tests stand on: a bus, a recorder, a host program, and the strict checker."""
