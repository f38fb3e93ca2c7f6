# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The fixtures of the tests of the GObject library, for a card in GTK 4 that uses it."""

from lab import ROOT, borrowed

globals().update(borrowed.fixtures_of(ROOT / "bindings/glib/tests"))
