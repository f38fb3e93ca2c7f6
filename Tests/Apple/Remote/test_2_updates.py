# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Updates, the system primary, and the end of sessions."""

import json
import os
import signal

import pytest

from lab.remote.app import App
from lab.remote.attributes import attributes, device, track
from lab.remote.extension import players
from lab.remote.login import CONTROL
from lab.remote.waiting import stays
from testkit.bus import PROPERTIES
from testkit.desktop import wait_until
from testkit.protocol import TOKEN
from testkit.wire import CALL


@pytest.fixture
def started(extension, app):
    """Starts an app, with a session that is shown."""
    app.start(attributes())
    return app


def test_2_the_same_object_under_the_same_name(login, extension, started):
    name = extension.row("kitchen").name
    owner = login.owner(name)
    started.update("kitchen", attributes(title="Red", isPlaying=False))
    player = extension.player()
    player.wait_title("Red")
    player.wait_for("PlaybackStatus", "Paused")
    assert extension.row("kitchen").name == name and login.owner(name) == owner
    assert len(login.calls.all("session")) == 1 and len(login.calls.all("update")) == 1


def test_2_on_file_when_update_has_returned(extension, started):
    started.update("kitchen", attributes(title="Red"))
    assert extension.files()["kitchen"]["attributes"]["currentTrack"]["title"] == "Red"


def test_2_full_replacement(login, extension, started):
    started.update("kitchen", attributes(devices=[device(), device("bath", "Bath")]))
    player = extension.player()
    player.wait_for("Identity", "App – Kitchen + 1", "org.mpris.MediaPlayer2")
    started.update("kitchen", attributes(devices=[]))
    player.wait_for("Identity", "App", "org.mpris.MediaPlayer2")
    assert "controls" not in extension.files()["kitchen"]["attributes"]
    started.update("kitchen", attributes(currentTrack=None))
    wait_until("there is no player", lambda: players(login) == [])


def test_2_forty_in_a_row(login, extension, started):
    name = extension.row("kitchen").name
    owner = login.owner(name)
    for number in range(40):
        started.update("kitchen", attributes(title=f"Title {number}"))
    extension.player().wait_title("Title 39")
    assert login.owner(name) == owner and len(login.calls.all("update")) == 40
    assert extension.files()["kitchen"]["attributes"]["currentTrack"]["title"] == "Title 39"


def test_2_forty_at_once(login, extension, started):
    numbers = [started.begin("update", id="kitchen", attributes=attributes(title=f"Title {number}"))
               for number in range(40)]
    assert all(started.finish(number)["ok"] for number in numbers)
    extension.settle()
    assert len(extension.ids()) == 1
    last = extension.files()["kitchen"]["attributes"]["currentTrack"]["title"]
    extension.player().wait_title(last)


def test_2_no_content_and_content_again(login, extension, started):
    name = extension.row("kitchen").name
    started.update("kitchen", attributes(currentTrack=None))
    wait_until("there is no player", lambda: players(login) == [])
    wait_until("apps see none", lambda: extension.sessions() == [("kitchen", "", False)])
    assert "kitchen" in extension.files()
    started.update("kitchen", attributes(title="Red"))
    wait_until("the player is back", lambda: players(login) == [name])
    assert extension.player().title() == "Red" and len(login.calls.all("session")) == 1


def test_2_what_the_model_learns_itself_is_not_on_file(login, extension, started):
    player = extension.player()
    player.do("Next")
    player.wait_title("Blue!")
    extension.signal()
    assert extension.row("kitchen") and extension.wait_player().title() == "Blue"


def test_2_another_id_is_not_even_sent(login, started):
    start = login.mark()
    assert started.refused("update", id="kitchen", attributes=attributes("bath")) == "invalidAttributes"
    assert not [m for m in login.since(start) if m.type == CALL and m.member == "Update"]


def test_2_an_update_of_what_has_ended(extension, started):
    extension.end("kitchen")
    assert started.refused("update", id="kitchen", attributes=attributes()) == "internalFailure"
    assert extension.ids() == []


def test_2_system_primary(login, extension, started):
    started.ask("primary", id="kitchen")
    assert login.owner(TOKEN) == login.owner(extension.row("kitchen").name)
    assert extension.row("kitchen").is_primary
    started.wait("primary", id="kitchen", value=True)
    started.start(attributes("bath", devices=[device("bath", "Bath")]))
    started.ask("primary", id="bath")
    wait_until("it is another's", lambda: [row.is_primary for row in extension.sessions()] == [False, True])
    started.wait("primary", id="kitchen", value=False)
    started.wait("primary", id="bath", value=True)
    started.end("bath")
    wait_until("it has it back", lambda: extension.row("kitchen").is_primary)


def test_2_end_leaves_nothing(login, extension, started):
    started.end("kitchen")
    assert players(login) == [] and extension.ids() == [] and extension.files() == {}
    assert not list(extension.folder.glob("session-*")) and login.owner(TOKEN) is None
    extension.end("kitchen")
    assert started.sessions() == []


def test_2_new_life(login, extension, started):
    """An id may be used again after the end: the session is then a new object, and its player has the same bus name."""
    name = extension.row("kitchen").name
    started.end("kitchen")
    started.start(attributes(title="Red"))
    assert extension.row("kitchen").name == name and extension.player().title() == "Red"
    assert len(login.calls.all("session")) == 2


def test_2_the_extension_leaves_after_the_end(make_login, make_extension):
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=500)
    extension = make_extension(login)
    app = App(login, extension.name)
    app.start(attributes())
    app.end("kitchen")
    extension.wait_gone()
    login.wait_no_process()
    assert app.sessions() == []
    assert app.start(attributes()) == "kitchen"


def test_2_it_stays_while_there_is_a_session(make_login, make_extension):
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=200)
    extension = make_extension(login)
    extension.start(attributes())
    pid = extension.pid
    stays("it runs", lambda: extension.is_running() and extension.pid == pid, 2)
    extension.update("kitchen", attributes(currentTrack=None))
    stays("it runs", lambda: extension.is_running() and extension.pid == pid, 1)


def test_2_it_stays_when_somebody_looks_at_the_very_start(make_login, make_extension):
    """A start and a reading of the sessions arrive together while the extension is about to leave."""
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=1000)
    extension = make_extension(login)
    assert extension.ids() == []
    pid = extension.pid
    os.kill(pid, signal.SIGSTOP)
    start = extension.begin("Start", "s", json.dumps(attributes()))
    look = extension.client.start(extension.name, extension.path, PROPERTIES, "Get", "ss", CONTROL, "Sessions")
    os.kill(pid, signal.SIGCONT)
    for serial in start, look:
        extension.client.finish(serial)
    stays("it runs", lambda: extension.is_running() and extension.pid == pid, 2)


def test_2_end_during_a_start(login, extension):
    """Nothing is left of a session that is ended while it starts, whichever of the two calls is carried out first."""
    for _ in range(10):
        start = extension.begin("Start", "s", json.dumps(attributes()))
        extension.client.finish(extension.begin("End", "s", "kitchen"))
        try:
            extension.client.finish(start)
        except Exception as error:
            assert "Cancelled" in str(error)
        assert extension.ids() == [] and extension.files() == {} and players(login) == []


def test_2_titles_of_any_text(extension):
    for title in ("Ünïcödé ♪", "line\nbreak", "“quotes” \"'\\", "日本語", "👩‍🚀"):
        extension.start(attributes(currentTrack=track(title, identifier="one")))
        extension.player().wait_title(title)
