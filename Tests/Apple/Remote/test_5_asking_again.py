# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A request for the push-to-start token that fails is made again when it may succeed, and only then."""

import os
import signal
from contextlib import contextmanager

import pytest

from lab.remote.app import App
from lab.remote.attributes import attributes
from lab.remote.buses import StartingDaemon
from lab.remote.extension import Extension
from lab.remote.login import Login
from lab.remote.push import Distributor, token_of
from lab.remote.waiting import stays

REFUSED = "no push-to-start token yet: "


@pytest.fixture
def extension(login, programs):
    """An extension that is not installed yet."""
    return Extension(login, programs["extension"])


def ask(app):
    """Reads the push-to-start token, which is missing, and listens to its updates."""
    assert not app.ask("token").get("hex")


def requests(login, mark=0):
    return [m for m in login.since(mark) if m.member == "RequestPushToStart"]


@contextmanager
def asked_in_vain(login, extension, app):
    """Stops the extension, has the app ask it, does what the block does, and kills it before it answers."""
    handle = os.pidfd_open(extension.pid)
    signal.pidfd_send_signal(handle, signal.SIGSTOP)
    mark = login.mark()
    ask(app)
    login.wait_for(lambda: requests(login, mark), "the request")
    yield mark
    signal.pidfd_send_signal(handle, signal.SIGKILL)
    os.close(handle)


def wait_token(app):
    assert app.wait("startToken")["hex"]


def test_5_installed_later_and_used(login, extension, distributor):
    app = App(login, extension.name)
    ask(app)
    app.wait_line("is not installed")
    extension.install()
    app.start(attributes())
    token_of(login)
    wait_token(app)
    mark = login.mark()
    assert app.ask("token")["hex"]
    extension.signal()
    extension.wait_player()
    assert not requests(login, mark) and len([line for line in app.lines if "is not installed" in line]) == 1


def test_5_installed_later(login, extension, distributor):
    """The token comes when the extension is installed, without any other action."""
    if Login.Daemon is not StartingDaemon:
        pytest.skip("dbus-broker does not tell of services")
    app = App(login, extension.name)
    ask(app)
    app.wait_line("is not installed")
    extension.install()
    wait_token(app)


def test_5_the_bus_comes_later(login, extension):
    extension.install()
    login.kill()
    app = App(login, extension.name)
    ask(app)
    app.wait_line(REFUSED + "there is no session bus")
    ask(app)
    login.start()
    Distributor(login, 2)
    wait_token(app)
    assert len([line for line in app.lines if REFUSED in line]) == 1


def test_5_the_bus_goes_before_the_answer(login, extension):
    extension.install()
    app = App(login, extension.name)
    extension.sessions()
    with asked_in_vain(login, extension, app):
        login.kill()
    app.wait_line(REFUSED)
    login.start()
    Distributor(login, 2)
    wait_token(app)


def fail_once(extension, folder):
    """Has the next activation of the extension fail, and those that follow succeed."""
    script = folder / "starts"
    mark = folder / "failed"
    script.write_text(f"#!/bin/sh\n[ -e '{mark}' ] && exec '{extension.program}'\n: >'{mark}'\nexit 1\n")
    script.chmod(0o755)
    extension.service.write_text(f"[D-BUS Service]\nName={extension.name}\nExec={script}\n")
    extension.login.pinger.bus("ReloadConfig")


@pytest.fixture
def failed(folder, login, extension, distributor):
    """Returns an app that has asked for the token in vain: the first activation of the extension has failed, and all
    later ones succeed."""
    extension.install()
    fail_once(extension, folder)
    app = App(login, extension.name)
    ask(app)
    # For dbus-broker, an extension whose activation fails is one that is not installed: in either case the app's log
    # names the extension.
    app.wait_line(extension.name)
    return app


def test_5_the_next_read_asks_again(login, extension, failed):
    mark = login.mark()
    ask(failed)
    wait_token(failed)
    assert len(requests(login, mark)) == 1


def test_5_when_it_is_there_it_is_asked_again(login, extension, failed):
    mark = login.mark()
    extension.sessions()
    wait_token(failed)
    assert len(requests(login, mark)) == 1


def test_5_killed_and_its_activation_fails_once(folder, login, extension, distributor):
    """The app starts the extension again because of its session, and then asks for the token again."""
    extension.install()
    app = App(login, extension.name)
    app.start(attributes())
    with asked_in_vain(login, extension, app) as mark:
        fail_once(extension, folder)
    wait_token(app)
    assert (folder / "failed").exists() and len(requests(login, mark)) == 2


def test_5_one_that_always_ends_is_not_asked_for_ever(folder, login, extension):
    """The attempts to bring the extension back do not begin anew with each request."""
    extension.install()
    app = App(login, extension.name)
    app.start(attributes())
    with asked_in_vain(login, extension, app) as mark:
        script = folder / "ends"
        script.write_text(ENDS)
        script.chmod(0o755)
        extension.service.write_text(f"[D-BUS Service]\nName={extension.name}\nExec={script} {extension.name}\n")
        login.pinger.bus("ReloadConfig")
    app.wait_line(extension.name)
    # A request may start the extension too, instead of an attempt. All pauses together are 10.5 s.
    stays("there are three attempts at most", lambda: len(starts(login, mark)) <= 3, 13)
    assert starts(login, mark) and len(requests(login, mark)) <= 6


# A program that takes the extension's name, and ends at once.
ENDS = """#!/usr/bin/python3
import sys
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.call_sync("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName",
              GLib.Variant("(su)", (sys.argv[1], 4)), None, 0, -1)
"""


def starts(login, mark):
    return [m for m in login.since(mark) if m.member == "StartServiceByName"]
