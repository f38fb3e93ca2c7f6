# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of the examples in Python, with the fixtures of the tests of the package.

usage: NOWPLAYING_LIBRARY=… NOWPLAYING_SURFACE_LIBRARY=… Tests/alone pytest Tests/Release/Examples/python
"""

from lab import ROOT, borrowed

globals().update(borrowed.fixtures_of(ROOT / "bindings/python/tests"))
