# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A desktop on a virtual screen: screenshots, clicks, and publishers for it."""
