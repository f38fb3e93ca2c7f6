# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The player for which `nowplaying daemon` stands, and what clients hear when that is another."""

import pytest
from daemoned import player
from lab.fakes import variants
from lab.harness.bus import PLAYER
from lab.running import Runner

NO_TRACK = variants(**{"mpris:trackid": ("o", "/org/mpris/MediaPlayer2/TrackList/NoTrack")})


@pytest.mark.parametrize("left", [{}, NO_TRACK], ids=["empty", "no track"])
def test_who_has_no_item_gets_no_key(bus, start, left):
    """A tab that was closed played last, and a paused song is what people want to hear."""
    daemon = start()
    music, tab = player(bus, "music"), player(bus, "tab", "Playing")
    daemon.join(music, tab)
    tab.change(Metadata=("a{sv}", left), PlaybackStatus=("s", "Stopped"))
    daemon.active("music")
    run = Runner(bus, music, tab)
    for words in (["-p", "playerctld", "play-pause"], ["play-pause"], ["send", "play"]):
        run.good(*words)
    assert len(music.called("PlayPause")) == 2 and music.called("Play") and not tab.called("PlayPause", PLAYER)
