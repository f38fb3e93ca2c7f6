# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Where parts of a window are: a list of left, top, width and height each."""


def is_over(one, other):
    """Returns whether two places, of a part each, have an area in common."""
    return all(max(one[side], other[side]) + 1 < min(one[side] + one[side + 2], other[side] + other[side + 2])
               for side in (0, 1))
