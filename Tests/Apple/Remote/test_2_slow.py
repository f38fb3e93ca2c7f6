# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that a `session(_:)` that hangs delays no other session, and that the extension's executable may be
replaced."""

import json
import os
import shutil
import time

import pytest

from conftest import versions
from lab.remote.app import App
from lab.remote.attributes import attributes
from lab.remote.extension import Extension, players
from lab.remote.push import Distributor, Server, token_of
from lab.remote.waiting import stays
from testkit.desktop import wait_until
from testkit.wire import DBusError


def hanging(identifier="kitchen"):
    return attributes(identifier, controls=["hang"])


def test_2_it_takes_too_long(login, extension, app):
    """A session that takes too long to begin does not delay others."""
    begun = time.monotonic()
    call = extension.begin("Start", "s", json.dumps(hanging()))
    number = app.begin("start", attributes=hanging("hall"))
    login.calls.wait("session", id="kitchen")
    assert app.start(attributes("bath")) == "bath" and time.monotonic() - begun < 5
    with pytest.raises(DBusError, match="TimedOut"):
        extension.client.finish(call, 20)
    assert 9 < time.monotonic() - begun < 15
    assert app.finish(number)["error"] == "internalFailure"
    assert extension.ids() == ["bath"] and list(extension.files()) == ["bath"] and len(players(login)) == 1


def test_2_the_end_cancels_a_start(login, extension):
    call = extension.begin("Start", "s", json.dumps(hanging()))
    login.calls.wait("session")
    extension.end("kitchen")
    with pytest.raises(DBusError, match="Cancelled"):
        extension.client.finish(call)
    assert extension.ids() == [] and extension.files() == {}


@versions
def test_2_a_push_does_not_wait_for_a_slow_model(login, extension, version, app):
    server = Server(Distributor(login, version))
    extension.start(attributes("bath"))
    token = token_of(login, "bath")
    extension.begin("Start", "s", json.dumps(hanging()))
    login.calls.wait("session", id="kitchen")
    server.update(token, attributes("bath", title="Red"))
    extension.player("bath").wait_title("Red")


@versions
def test_2_a_push_that_starts_what_hangs(login, extension, version, app):
    login.expected.append("[session]")
    server = Server(Distributor(login, version))
    token = app.start_token()
    server.start(token, hanging())
    login.calls.wait("session", id="kitchen")
    login.log.wait("push refused [session]")
    assert extension.ids() == [] and extension.files() == {}
    server.start(token, attributes())
    assert extension.wait_player().title() == "Blue"


def test_2_a_restoration_that_hangs_holds_up_no_other(login, extension):
    extension.start(attributes("bath"))
    extension.start(attributes())
    extension.signal()
    extension.edit(attributes=hanging())
    begun = time.monotonic()
    assert extension.ids() == ["bath", "kitchen"]
    assert extension.wait_player("bath").title() == "Blue" and time.monotonic() - begun < 5


@versions
def test_2_an_open_registration_keeps_it(make_login, make_extension, version):
    """The extension keeps running until a late endpoint has come."""
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=200)
    extension = make_extension(login)
    distributor = Distributor(login, version, register="late")
    app = App(login, extension.name)
    assert not app.ask("token").get("hex")
    distributor.wait("register")
    pid = extension.pid
    stays("it runs", lambda: extension.is_running() and extension.pid == pid, 1.5)
    distributor.ask("answer")
    assert app.wait("startToken")["hex"]
    extension.wait_gone()
    login.wait_no_process()


@pytest.fixture
def replaceable(folder, login, programs):
    """An extension whose executable is a copy that the test may replace."""
    copy = folder / programs["extension"].name
    shutil.copy(programs["extension"], copy)
    return Extension(login, copy).install()


def test_2_the_executable_is_replaced(folder, login, replaceable, programs):
    """When attributes are only known to a newer executable, the extension is restarted with it, and the app does not
    notice."""
    app = App(login, replaceable.name, KEY="sessionID")
    replaceable.sessions()
    old = replaceable.pid
    assert app.refused("start", attributes=attributes(key="sessionID")) == "invalidAttributes"
    assert replaceable.pid == old
    shutil.copy(programs["computed_extension"], folder / "new")
    os.rename(folder / "new", replaceable.program)
    assert app.start(attributes(key="sessionID")) == "kitchen"
    assert replaceable.pid != old and replaceable.wait_player().title() == "Blue"


@versions
def test_2_the_executable_is_replaced_before_a_push(folder, login, replaceable, programs, version):
    """A push that only the newer executable can decode is decoded by it."""
    server = Server(Distributor(login, version))
    app = App(login, replaceable.name, KEY="sessionID")
    token = app.start_token()
    old = login.owner(replaceable.name)
    shutil.copy(programs["computed_extension"], folder / "new")
    os.rename(folder / "new", replaceable.program)
    server.start(token, attributes(key="sessionID"))
    wait_until("another process has it", lambda: login.owner(replaceable.name) not in (None, old))
    assert replaceable.wait_player().title() == "Blue"


def test_2_the_executable_is_replaced_under_many_sessions(folder, login, replaceable, programs):
    """The old process unlocks its files for the new one, however long the bus takes to remove all the players."""
    for number in range(12):
        replaceable.start(attributes(f"room {number}", controls=["nopush"]))
    old = replaceable.pid
    shutil.copy(programs["extension"], folder / "new")
    os.rename(folder / "new", replaceable.program)
    assert replaceable.refused("Start", "s", "{}") == "Restarting"
    assert len(replaceable.ids()) == 12 and replaceable.pid != old and not login.log.lines("warning: ")
