# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""All players, in the order of the page."""

from browsers import BROWSERS
from terminals import TERMINALS
from gtk import GTK
from ours import OURS
from qt import QT

PLAYERS = sorted([*BROWSERS, *TERMINALS, *GTK, *QT, *OURS], key=lambda each: each.title.casefold())
