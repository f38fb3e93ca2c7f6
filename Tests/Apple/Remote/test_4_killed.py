# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests an extension that is killed, and what it remembers: nothing is lost that was answered."""

import json
import signal
import time

import pytest

from conftest import versions
from lab.remote.app import App
from lab.remote.attributes import attributes, device
from lab.remote.extension import players
from lab.remote.push import Distributor, token_of
from lab.remote.waiting import stays
from testkit.desktop import wait_until


def test_4_the_app_brings_it_back(login, extension, app):
    app.start(attributes())
    name = extension.row("kitchen").name
    mark = login.calls.mark()
    extension.signal()
    killed = time.monotonic()
    login.wait_name(name)
    assert 0.3 < time.monotonic() - killed < 5
    player = extension.wait_player()
    assert (player.player, player.title(), player.identity()) == (name, "Blue", "App – Kitchen")
    assert player.get("Volume") == 0.5
    login.calls.wait("session", mark, id="kitchen")
    assert len(login.calls.all("session", mark)) == 1
    app.update("kitchen", attributes(title="Red"))
    player.wait_title("Red")
    assert app.sessions() == ["kitchen"]


def test_4_the_app_waits_longer_each_time(login, extension, app):
    app.start(attributes())
    pauses = []
    for _ in range(3):
        extension.signal()
        killed = time.monotonic()
        login.wait_name(extension.name, timeout=20)
        pauses.append(time.monotonic() - killed)
        # A session that kills the process while it is restored is given up the third time.
        wait_until("it is restored", lambda: extension.files()["kitchen"]["attempts"] == 0)
    assert 0.3 < pauses[0] < 1.9 and 1.8 < pauses[1] < 7 and 7.5 < pauses[2] < 15, pauses
    extension.signal()
    stays("nobody starts it", lambda: not extension.is_running(), 3)
    assert app.sessions() == ["kitchen"]


def test_4_to_look_starts_nothing(login, extension, app):
    """The app reads from a running process. Reading does not start one that has gone."""
    app.start(attributes())
    mark = login.mark()
    extension.signal()
    extension.wait_player()
    app.sessions()
    mine = [m for m in login.since(mark) if m.member == "StartServiceByName" and m.body[0] == extension.name]
    read = [m.destination for m in login.since(mark) if m.member == "Get" and m.sender == mine[0].sender]
    assert len(mine) == 1 and len(read) == 3 and read.count(extension.name) == 1, (mine, read)


def test_4_without_the_app_it_stays_away_until_it_is_asked_for(login, extension, app):
    app.start(attributes())
    app.quit()
    name = extension.row("kitchen").name
    extension.signal()
    stays("nobody starts it", lambda: not extension.is_running() and players(login) == [], 2)
    again = App(login, extension.name)
    assert again.sessions() == ["kitchen"]
    assert extension.wait_player().player == name


def test_4_an_app_without_sessions_does_not_bring_it_back(login, extension, app):
    app.start(attributes())
    app.end("kitchen")
    extension.signal()
    stays("nobody starts it", lambda: not extension.is_running(), 2)


def test_4_right_after_an_update_six_times(login, extension, app):
    app.start(attributes())
    for number in range(6):
        app.update("kitchen", attributes(title=f"Title {number}"))
        extension.signal()
        extension.sessions()
        assert extension.wait_player().title() == f"Title {number}"
    assert len(players(login)) == 1 and app.sessions() == ["kitchen"]


def test_4_right_after_a_start(extension, app):
    app.start(attributes())
    extension.signal()
    assert extension.ids() == ["kitchen"]
    assert extension.wait_player().title() == "Blue"


def test_4_right_after_the_end(login, extension, app):
    app.start(attributes("bath"))
    app.start(attributes())
    app.end("kitchen")
    extension.signal()
    assert extension.ids() == ["bath"]


def test_4_in_the_midst_of_an_update(login, extension):
    """An extension that is killed at any moment has stored the last update that it answered, or the one after it."""
    extension.start(attributes(title="Title 0"))
    for number in range(1, 11):
        extension.begin("Update", "ss", "kitchen", json.dumps(attributes(title=f"Title {number}")))
        extension.signal()
        assert extension.ids() == ["kitchen"]
        title = extension.wait_player().title()
        assert title in (f"Title {number - 1}", f"Title {number}")
        extension.update("kitchen", attributes(title=f"Title {number}"))
    assert login.calls.all("session")


def test_4_in_order_of_start(extension):
    for name in ("c", "a", "b"):
        extension.start(attributes(name))
    extension.signal()
    assert extension.ids() == ["c", "a", "b"]


def test_4_several_at_once(login, extension):
    for number in range(10):
        extension.start(attributes(f"room {number}", devices=[device(f"s{number}")]))
    before = {row.id: row.name for row in extension.sessions()}
    extension.signal()
    assert extension.ids() == list(before)
    for name in before:
        assert extension.wait_player(name).player == before[name]


@versions
def test_4_many_with_pushes(login, extension, version):
    """All sessions are back, with their tokens."""
    distributor = Distributor(login, version)
    names = [f"room {number}" for number in range(30)]
    for name in names:
        extension.start(attributes(name))
    tokens = {name: token_of(login, name) for name in names}
    mark = login.calls.mark()
    extension.signal()
    begun = time.monotonic()
    assert extension.ids() == names
    wait_until("all are shown", lambda: len(players(login)) == 30)
    assert time.monotonic() - begun < 10
    assert {name: token_of(login, name, mark) for name in names} == tokens
    assert len(distributor.registrations()) == 30


def test_4_sigterm_is_not_the_end(login, extension):
    extension.start(attributes())
    begun = time.time()
    extension.signal(15)
    assert players(login) == [] and extension.files()["kitchen"]["changed"] >= int(begun)
    assert extension.ids() == ["kitchen"]
    assert extension.wait_player().title() == "Blue"


# Records that trap or throw


def test_4_sigterm_is_no_attempt(login, extension):
    """A restore that SIGTERM interrupts is not counted as a failed attempt."""
    extension.start(attributes())
    extension.signal()
    extension.edit(attributes=attributes(controls=["hang"]))
    for _ in range(4):
        mark = login.calls.mark()
        assert extension.ids() == ["kitchen"]
        login.calls.wait("session", mark, id="kitchen")
        extension.signal(signal.SIGTERM)
    assert extension.files()["kitchen"]["attempts"] == 0 and not login.log.lines("error: ")


def test_4_at_sigterm_the_players_go_first(login, extension):
    """The extension releases its own name last: then the next process may start, which waits for the files for at most
    3 s."""
    for name in ("kitchen", "bath", "hall"):
        extension.start(attributes(name, devices=[device(name)]))
    names = {row.name for row in extension.sessions()}
    mark = login.mark()
    extension.signal(signal.SIGTERM)
    login.mark()
    gone = [m.body[0] for m in login.since(mark) if m.member == "NameOwnerChanged" and not m.body[2]]
    gone = list(dict.fromkeys(name for name in gone if name in names | {extension.name}))
    assert len(gone) == 4 and gone[-1] == extension.name, gone


def test_4_a_record_that_traps(login, extension):
    login.may_crash = True
    extension.start(attributes("bath"))
    extension.start(attributes())
    extension.signal()
    extension.edit(attributes=attributes(controls=["crash"]))

    def is_over():
        try:
            extension.client.call(extension.name, extension.path, "org.freedesktop.DBus.Peer", "Ping")
            return "kitchen" not in extension.ids()
        except Exception:  # it has ended while it was asked
            return False
    wait_until("the record is given up", is_over, 60)
    assert extension.ids() == ["bath"] and list(extension.files()) == ["bath"]
    assert len(login.calls.all("session", id="kitchen")) <= 4
    assert login.log.lines("error: ")
    assert extension.wait_player("bath").title() == "Blue"


def test_4_attempts_are_counted_and_cleared(login, extension):
    extension.start(attributes())
    extension.signal()
    extension.edit(attempts=2)
    extension.sessions()
    extension.wait_player()
    wait_until("they are cleared", lambda: extension.files()["kitchen"]["attempts"] == 0)
    extension.signal()
    extension.edit(attempts=3)
    assert extension.ids() == [] and extension.files() == {}
    assert login.log.lines("error: ")


def test_4_a_record_that_throws_is_kept(login, extension):
    extension.start(attributes())
    extension.signal()
    extension.edit(attributes=attributes(controls=["throw"]))
    assert extension.ids() == ["kitchen"]
    wait_until("it was tried", lambda: len(login.calls.all("session", id="kitchen")) >= 2)
    assert "kitchen" in extension.files()
    extension.update("kitchen", attributes(title="Red"))
    assert extension.wait_player().title() == "Red"


def test_4_a_record_that_throws_is_tried_again(login, extension):
    """After 5 s."""
    extension.start(attributes())
    extension.signal()
    extension.edit(attributes=attributes(controls=["throw"]))
    extension.sessions()
    wait_until("it was tried", lambda: len(login.calls.all("session", id="kitchen")) == 2)
    begun = time.monotonic()
    wait_until("it was tried again", lambda: len(login.calls.all("session", id="kitchen")) == 3)
    assert 3 < time.monotonic() - begun < 15


@pytest.mark.parametrize("again", [1, 2, 3])
def test_4_the_same_number_of_processes(login, extension, app, again):
    """However many calls come at once after the extension was killed, they start one process."""
    app.start(attributes())
    extension.signal()
    numbers = [app.begin("sessions") for _ in range(5 * again)]
    assert all(app.finish(number)["ids"] == ["kitchen"] for number in numbers)
    extension.wait_player()
    assert len(login.processes()) == 1 and len(players(login)) == 1
