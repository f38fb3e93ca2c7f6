# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Lists all players, and builds them."""

from testkit.sources import replace

from .clementine import Clementine
from .cmus import Cmus
from .cozy import Cozy
from .gnomemusic import GnomeMusic
from .kaffeine import Kaffeine
from .mopidy import Mopidy
from .parole import Parole
from .pragha import Pragha
from .quodlibet import QuodLibet

from . import patch_of

PLAYERS = [Cmus, Pragha, Clementine, Kaffeine, QuodLibet, Mopidy, GnomeMusic, Parole, Cozy]


def build(player, work, installed):
    """Builds a player as it is and with the library, beside each other; sets its `trees`."""
    for kind in ("peer", "ours"):
        tree = player.source.unpack(work / player.name, kind)
        if kind == "ours":
            replace(patch_of(player.name), tree, player.no_longer)
        player.trees = player.trees | {kind: tree}
        player.build(kind, tree, installed)
