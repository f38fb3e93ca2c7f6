# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""All players, and for which of them a scenario is."""

import pytest

from .audacious import Audacious
from .kodi import Kodi
from .mpv import Mpv
from .vlc import Vlc

PLAYERS = [Mpv, Vlc, Audacious, Kodi]


def of(*players):
    """Runs a scenario once for each player, which it takes as `player`."""
    return pytest.mark.parametrize("player", players, ids=[player.name for player in players])


ALL = of(*PLAYERS)
