# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""All players, and the scenarios that apply to each."""

import pytest

from .audacious import Audacious
from .kodi import Kodi
from .mpv import Mpv
from .vlc import Vlc

PLAYERS = [Mpv, Vlc, Audacious, Kodi]


def of(*players):
    """Returns a decorator that runs a scenario once for each of some players, as the argument `player`."""
    return pytest.mark.parametrize("player", players, ids=[player.name for player in players])


ALL = of(*PLAYERS)
