# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The names of an app, its looks, and the requests of the desktop."""
import pytest

from nowplaying import App, Music, NowPlayingError, Snapshot, Status
from conftest import Calls, wait_until


def test_a_name_that_scripts_know(bus, shown):
    with App("org.example.Test", bus_name="org.gnome.Music") as app:
        shown(app)
        assert bus.player() == "org.mpris.MediaPlayer2.org.gnome.Music"
        assert bus.playerctl("-p", "org.gnome.Music", "metadata", "title") == "A Title"
    for wrong in ("org.", ".", "a..b", "a.2", "a b"):
        with pytest.raises(ValueError, match=r"App\(bus_name\) must be elements of letters"):
            App("org.example.Test", bus_name=wrong)


def test_the_desktop_sees_and_sets_fullscreen(bus, shown):
    calls = Calls()

    def on_fullscreen(fullscreen):
        app.fullscreen = fullscreen
        calls(fullscreen)

    with App("org.example.Test", on_fullscreen=on_fullscreen) as app:
        shown(app)
        assert (app.fullscreen, bus.property("", "Fullscreen")) == (False, "false")
        assert bus.property("", "CanSetFullscreen") == "true"
        for wanted in (True, False):
            bus.set_property("Fullscreen", str(wanted).lower(), interface="org.mpris.MediaPlayer2")
            assert calls.take() is wanted
            assert (app.fullscreen, bus.property("", "Fullscreen")) == (wanted, str(wanted).lower())
        app.fullscreen = True
        assert bus.property("", "Fullscreen") == "true"


def test_fullscreen_without_a_handler_is_not_offered(bus, app, shown):
    shown(app)
    assert bus.property("", "CanSetFullscreen") == "false"
    app.fullscreen = True
    assert bus.property("", "Fullscreen") == "true"


def test_the_name_that_people_see_changes(bus, app, shown):
    shown(app)
    assert (app.display_name, bus.property("", "Identity")) == ("Test Player", "'Test Player'")
    app.display_name = "Café"
    assert (app.display_name, bus.property("", "Identity")) == ("Café", "'Café'")
    app.display_name = ""
    assert bus.property("", "Identity") == "'Test'"


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


def test_an_app_is_shown_while_it_has_nothing_to_play(bus, shown):
    calls = Calls()
    with App("org.example.Test", show_idle=True, on_raise=lambda: calls("raised")) as app:
        wait_until(lambda: app.bus_name is not None)
        assert bus.property(".Player", "PlaybackStatus") == "'Stopped'"
        bus.call("Raise")
        assert calls.take() == "raised"
        session = shown(app, Music("A Title"), Snapshot.playing())
        assert bus.playerctl("metadata", "title") == "A Title"
        session.content = None
        wait_until(lambda: bus.property(".Player", "PlaybackStatus") == "'Stopped'")
        assert app.bus_name == bus.player()


def test_a_closed_app_says_so(bus, app):
    app.close()
    for use in (lambda: app.bus_name, lambda: setattr(app, "display_name", "x"),
                lambda: setattr(app, "fullscreen", True)):
        with pytest.raises(NowPlayingError, match="is closed") as raised:
            use()
        assert raised.value.status == Status.INVALID_STATE
    assert (app.display_name, app.fullscreen) == ("Test Player", False)


def test_an_error_of_the_fullscreen_handler_reaches_the_client(bus, shown, caplog):
    def on_fullscreen(_fullscreen):
        raise NowPlayingError("There is no window.", Status.NOT_SUPPORTED)

    with App("org.example.Test", on_fullscreen=on_fullscreen) as app:
        shown(app)
        result = bus.set_property("Fullscreen", "true", check=False, interface="org.mpris.MediaPlayer2")
        assert result.returncode == 1 and "There is no window." in result.stderr
        assert not app.fullscreen
