# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Sessions that pushes start, update and end, whether the extension runs or not."""

import threading
import time

import pytest

from conftest import versions
from lab.remote.app import App
from lab.remote.attributes import attributes, device
from lab.remote.extension import players
from lab.remote.push import Distributor, Server, token_of
from lab.remote.waiting import stays
from testkit.desktop import wait_until

HOUR = 3600


@pytest.fixture
def token(app, distributor):
    """Returns the token for pushes that start sessions, once the app has got it."""
    return app.start_token()


@versions
def test_7_a_start(login, extension, server, token):
    server.start(token, attributes())
    player = extension.wait_player()
    assert (player.title(), player.identity()) == ("Blue", "App – Kitchen")
    assert len(login.calls.all("session")) == 1 and list(extension.files()) == ["kitchen"]


@versions
def test_7_the_app_learns_of_it(login, extension, server, token, app):
    server.start(token, attributes())
    extension.wait_player()
    assert app.sessions() == ["kitchen"]
    app.update("kitchen", attributes(title="Red"))
    extension.player().wait_title("Red")
    app.end("kitchen")
    assert players(login) == []


@versions
def test_7_a_start_with_nothing_running(make_login, make_extension, version):
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=300)
    extension = make_extension(login)
    server = Server(Distributor(login, version))
    app = App(login, extension.name)
    token = app.start_token()
    app.quit()
    extension.wait_gone()
    login.wait_no_process()
    server.start(token, attributes())
    assert extension.wait_player().title() == "Blue"
    update = token_of(login)
    server.update(update, attributes(title="Red"))
    extension.player().wait_title("Red")
    server.end(update, "kitchen")
    wait_until("there is no player", lambda: players(login) == [])
    extension.wait_gone()
    login.wait_no_process()
    assert extension.files() == {}


@versions
def test_7_an_update_of_a_killed_extension(login, extension, server):
    extension.start(attributes("bath", controls=["nopush"]))
    extension.start(attributes())
    token = token_of(login)
    extension.signal()
    server.update(token, attributes(title="Red"))
    login.wait_name(extension.name)
    extension.wait_player().wait_title("Red")
    assert extension.ids() == ["bath", "kitchen"] and extension.wait_player("bath").title() == "Blue"


@versions
def test_7_killed_right_after_it_was_acknowledged(login, extension, server):
    """Six times."""
    extension.start(attributes())
    token = token_of(login)
    for number in range(6):
        server.update(token, attributes(title=f"Title {number}"))
        if server.distributor.version == 1:
            wait_until("it is stored", lambda: f"Title {number}" in str(extension.files()))
        extension.signal()
        extension.sessions()
        extension.wait_player().wait_title(f"Title {number}")


@versions
def test_7_the_end_by_its_id_alone(login, extension, server):
    extension.start(attributes())
    server.end(token_of(login), "kitchen")
    wait_until("there is no player", lambda: players(login) == [])
    server.distributor.wait("unregister")
    assert extension.ids() == [] and extension.files() == {}
    login.calls.wait("ended", id="kitchen")


@versions
@pytest.mark.parametrize("is_killed", [False, True], ids=["runs", "was killed"])
def test_7_first_the_player_goes_then_the_registration(login, extension, server, is_killed):
    extension.start(attributes())
    token = token_of(login)
    name = extension.row("kitchen").name
    if is_killed:
        extension.signal()
    start = login.mark()
    server.end(token, "kitchen")
    server.distributor.wait("unregister")
    wait_until("there is no player", lambda: players(login) == [])
    gone = [number for number, m in enumerate(login.since(start)) if m.member == "NameOwnerChanged"
            and m.body[0] == name and not m.body[2]]
    unregistered = [number for number, m in enumerate(login.since(start)) if m.member == "Unregister"]
    assert not gone or gone[-1] < unregistered[0]


@versions
def test_7_the_end_of_a_killed_extension(login, extension, server):
    extension.start(attributes())
    token = token_of(login)
    extension.signal()
    server.end(token, "kitchen")
    wait_until("it is not stored", lambda: extension.files() == {})
    server.distributor.wait("unregister")
    wait_until("there is no player", lambda: players(login) == [])
    stays("it does not come back", lambda: players(login) == [], 1)
    assert extension.ids() == [] and extension.files() == {}


@versions
def test_7_a_start_of_what_runs_is_an_update(login, extension, server, token, app):
    app.start(attributes())
    name = extension.row("kitchen").name
    server.start(token, attributes(title="Red"))
    extension.player().wait_title("Red")
    assert len(login.calls.all("session")) == 1 and extension.row("kitchen").name == name


@versions
@pytest.mark.parametrize("age, code", [(7.9 * HOUR, None), (8.1 * HOUR, "stale"), (1_000_000_000, "stale"),
                                       (-23 * HOUR, None), (-25 * HOUR, "timestamp")])
def test_7_old_and_early_starts(login, extension, server, token, age, code):
    login.expected += [f"[{code}]"] * bool(code)
    server.start(token, attributes(), timestamp=time.time() - age)
    if code:
        login.log.wait(f"push refused [{code}]")
        assert extension.ids() == [] and extension.files() == {} and not login.calls.all("session")
    else:
        assert extension.wait_player().title() == "Blue"


@versions
@pytest.mark.parametrize("end", ["push", "app"])
def test_7_new_life(login, extension, server, token, app, end):
    """A late push from before the end does not start the session again; one from after the end does."""
    login.expected.append("[stale]")
    begun = time.time()
    server.start(token, attributes(), timestamp=begun - 100)
    extension.wait_player()
    own = token_of(login)
    server.update(own, attributes(title="Red"), timestamp=begun - 50)
    extension.player().wait_title("Red")
    if end == "push":
        server.end(own, "kitchen", timestamp=begun - 20)
        wait_until("there is no player", lambda: players(login) == [])
    else:
        assert app.sessions() == ["kitchen"]
        app.end("kitchen")
    server.start(token, attributes(title="old"), timestamp=begun - 60)
    login.log.wait("push refused [stale]")
    assert extension.ids() == []
    extension.signal()
    server.start(token, attributes(title="old"), timestamp=begun - 60)
    wait_until("it is refused again", lambda: len(login.log.lines("push refused [stale]")) == 2)
    assert extension.ids() == []
    mark = login.calls.mark()
    server.start(token, attributes(title="new"), timestamp=time.time() + 1)
    assert extension.wait_player().title() == "new"
    assert token_of(login, start=mark) != own


@versions
@pytest.mark.parametrize("event", ["update", "end"])
def test_7_starts_alone_at_that_token(login, extension, server, token, app, event):
    login.expected.append("[event]")
    app.start(attributes())
    server.push(token, server.payload(event, attributes(title="wrong")))
    login.log.wait("push refused [event]")
    assert extension.player().title() == "Blue" and extension.ids() == ["kitchen"]


@versions
def test_7_a_start_that_throws(login, extension, server, token):
    login.expected.append("[session]")
    server.start(token, attributes(controls=["throw"]))
    login.log.wait("push refused [session]")
    assert extension.ids() == [] and extension.files() == {} and players(login) == []
    server.start(token, attributes())
    assert extension.wait_player().title() == "Blue"


@versions
@pytest.mark.parametrize("given", [attributes(""), {"id": "kitchen"}, attributes("x" * 1025), attributes("a\0b")],
                         ids=["empty", "incomplete", "too long", "NUL"])
def test_7_a_start_of_nothing(login, extension, server, token, given):
    login.expected.append("[attributes]")
    server.start(token, given)
    login.log.wait("push refused [attributes]")
    assert extension.ids() == [] and not login.calls.all("session")


@versions
def test_7_a_copy_of_a_start(login, extension, server, token, app):
    login.expected.append("[replay]")
    payload = server.payload("start", attributes())
    message = server.encrypted(token, payload)
    [registered] = server.distributor.registrations()
    server.distributor.finish(server.distributor.begin_message(registered, message, "a"))
    extension.wait_player()
    assert app.sessions() == ["kitchen"]
    app.end("kitchen")
    extension.signal()
    server.distributor.finish(server.distributor.begin_message(registered, message, "b"))
    login.log.wait("push refused [replay]")
    assert extension.ids() == []


@versions
def test_7_a_start_that_traps(login, extension, server, token):
    """The message is acknowledged, and its session is started three times at most; then the extension works again."""
    login.may_crash = True
    [registered] = server.distributor.registrations()
    message = server.encrypted(token, server.payload("start", attributes(controls=["crash"])))
    server.distributor.finish(server.distributor.begin_message(registered, message, "a"))
    login.calls.wait("session", id="kitchen")

    def is_over():
        try:
            return extension.is_running() and extension.ids() == []
        except Exception:  # it has ended while it was asked
            return False

    def wake():
        try:
            extension.sessions()
        except Exception:  # as it is meant to
            pass
        return is_over()
    wait_until("it is given up", wake, 60)
    assert len(login.calls.all("session", id="kitchen")) <= 4 and extension.files() == {}
    server.start(token, attributes("bath"))
    assert extension.wait_player("bath").title() == "Blue"


@versions
def test_7_a_model_of_the_next_session_hears_of_its_own_pushes(login, extension, server, token):
    for name in ("kitchen", "bath"):
        server.start(token, attributes(name, devices=[device(name, name)]))
        extension.wait_player(name)
    server.update(token_of(login, "bath"), attributes("bath", title="Red"))
    extension.player("bath").wait_title("Red")
    assert extension.player("kitchen").title() == "Blue"


# The moment of leaving


def leave_while(login, extension, moment, do):
    """Does something near the moment at which the extension leaves: when it gives its name back, or a number of seconds
    after the last request."""
    start = login.mark()
    begun = time.monotonic()
    if moment is None:
        login.find(lambda m: m.member == "ReleaseName" and m.body == [extension.name], start, what="leaving")
    else:
        # sleeps: the moment itself is what is tried; nothing is waited for
        threading.Event().wait(max(0, begun + moment - time.monotonic()))
    return do()


MOMENTS = [None] * 8 + [0.28 + 0.004 * number for number in range(12)]


@versions
def test_7_a_start_at_the_moment_of_leaving(make_login, make_extension, version):
    """A start is sent twenty times, each near the moment at which the extension leaves; no session is lost."""
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=300)
    extension = make_extension(login)
    distributor = Distributor(login, version)
    server = Server(distributor)
    token = App(login, extension.name).start_token()
    [registered] = distributor.registrations()
    for number, moment in enumerate(MOMENTS):
        name = f"session {number}"
        message = server.encrypted(token, server.payload("start", attributes(name, controls=["nopush"])))
        extension.sessions()
        leave_while(login, extension, moment, lambda message=message, number=number: distributor.finish(
            distributor.begin_message(registered, message, f"n{number}")))
        wait_until(f"{name} is shown", lambda: len(players(login)) == 1)
        assert extension.ids() == [name]
        extension.end(name)
    assert not login.log.lines("push refused")


def test_7_the_app_starts_at_the_moment_of_leaving(make_login, make_extension):
    """The app repeats a call that the leaving extension has not answered."""
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=300)
    extension = make_extension(login)
    app = App(login, extension.name)
    for number, moment in enumerate(MOMENTS):
        name = f"session {number}"
        extension.sessions()
        leave_while(login, extension, moment, lambda name=name: app.start(attributes(name)))
        assert extension.ids() == [name]
        app.end(name)
