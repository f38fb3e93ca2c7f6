# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the name of an app on the bus, and its end."""
import pytest

from nowplaying import App, NowPlayingError, Status
from conftest import wait_until


def test_the_name_on_the_bus(bus, app, shown):
    assert app.bus_name is None
    session = shown(app)
    assert app.bus_name == bus.player() == "org.mpris.MediaPlayer2.Test"
    with App("org.example.Test", instance="at work") as other:
        shown(other)
        assert other.bus_name == "org.mpris.MediaPlayer2.Test.at_work"
        assert other.bus_name in bus.names()
    session.content = None
    wait_until(lambda: app.bus_name is None)


def test_a_closed_app_says_so(bus, app):
    app.close()
    for use in (lambda: app.bus_name, lambda: setattr(app, "display_name", "x"),
                lambda: setattr(app, "fullscreen", True)):
        with pytest.raises(NowPlayingError, match="is closed") as raised:
            use()
        assert raised.value.status == Status.INVALID_STATE
    assert (app.display_name, app.fullscreen) == ("Test Player", False)
