# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests which distributor is chosen, distributors that come late, go, and come back, and VAPID keys."""

import os
import signal
import subprocess
import sys

import pytest

from conftest import versions
from lab.remote.app import App
from lab.remote.attributes import attributes
from lab.remote.push import DOUBLE, Distributor, Server, token_of
from lab.remote.waiting import stays
from lab.webpush import Form, public_bytes, to_base64url

VAPID = to_base64url(public_bytes(Form().sender))
OTHER_VAPID = to_base64url(public_bytes(Form().sender))


@versions
def test_5_none_at_first(login, extension, version, app):
    app.start(attributes())
    assert extension.player().title() == "Blue"
    distributor = Distributor(login, version)
    token = token_of(login)
    Server(distributor).update(token, attributes(title="Red"))
    extension.player().wait_title("Red")


@versions
def test_5_one_that_restarts(login, extension, distributor, version, app):
    app.start(attributes())
    start = app.start_token()
    token = token_of(login)
    known = set(distributor.registrations())
    distributor.restart()
    distributor.wait("register", count=4)
    assert {each["token"] for each in distributor.seen("register")} == known
    assert all(each["known"] for each in distributor.seen("register")[2:])
    assert token_of(login) == token and app.start_token() == start
    Server(distributor).update(token, attributes(title="Red"))
    extension.player().wait_title("Red")


@versions
def test_5_one_that_forgets_all_when_it_restarts(login, extension, distributor, app):
    app.start(attributes())
    token_of(login)
    start = login.calls.mark()
    distributor.state.unlink()
    distributor.restart()
    new = token_of(login, start=start)
    Server(distributor).update(new, attributes(title="Red"))
    extension.player().wait_title("Red")


@versions
def test_5_one_that_crashes(login, extension, version, app):
    first = Distributor(login, version)
    app.start(attributes())
    token = token_of(login)
    first.kill()
    login.wait_name(first.name, present=False)
    second = Distributor(login, version)
    second.wait("register")
    Server(second).update(token, attributes(title="Red"))
    extension.player().wait_title("Red")


@versions
def test_5_the_same_tokens_after_a_start_of_the_extension(login, extension, distributor, app):
    app.start(attributes())
    token, start = token_of(login), app.start_token()
    known = set(distributor.registrations())
    mark = login.calls.mark()
    extension.signal()
    assert extension.ids() == ["kitchen"]
    distributor.wait("register", count=4)
    assert {each["token"] for each in distributor.seen("register")} == known
    assert token_of(login, start=mark) == token
    assert extension.property("PushToStartToken").value.encode() == start


@pytest.mark.parametrize("names, taken", [(["alpha", "kde"], "kde"), (["zulu", "bravo"], "bravo")])
def test_5_which_is_taken(login, extension, names, taken):
    distributors = {name: Distributor(login, 2, name=name) for name in names}
    extension.start(attributes())
    token_of(login)
    assert [name for name, each in distributors.items() if each.seen("register")] == [taken]


@pytest.mark.parametrize("wanted", ["alpha", "zulu"])
def test_5_which_the_environment_says(make_login, make_extension, wanted):
    login = make_login(UNIFIEDPUSH_DISTRIBUTOR=wanted)
    extension = make_extension(login)
    distributors = {name: Distributor(login, 2, name=name) for name in ("alpha", "kde")}
    extension.start(attributes())
    if wanted == "alpha":
        token_of(login)
        assert not distributors["kde"].seen("register")
    else:
        stays("none is taken", lambda: not any(each.seen("register") for each in distributors.values()), 1)
        late = Distributor(login, 2, name=wanted)
        late.wait("register")
        token_of(login)


def test_5_the_remembered_one(login, extension):
    first = Distributor(login, 2, name="zulu")
    extension.start(attributes())
    token = token_of(login)
    Distributor(login, 2, name="kde")
    extension.signal()
    extension.sessions()
    first.wait("register", count=2)
    assert token_of(login) == token


def test_5_the_remembered_one_is_missing(login, extension):
    """When the remembered distributor is missing for 10 s, another one is used, with a new token."""
    first = Distributor(login, 2, name="zulu")
    extension.start(attributes())
    old = token_of(login)
    extension.signal()
    first.quit()
    second = Distributor(login, 2, name="kde")
    extension.sessions()
    seen = second.wait("register", timeout=30)
    assert seen["token"] != first.seen("register")[0]["token"]
    token_of(login, other_than=old)
    [own] = [m.time for m in login.records if m.member == "Register" and m.body[0]["token"].value == seen["token"]]
    [began] = [m.time for m in login.records if m.member == "RequestName" and m.body[0] == extension.name][1:]
    assert own - began > 9


def test_5_one_that_is_started_for_it(login, extension):
    """The distributor is installed, and not running."""
    events = os.path.join(login.directory, "events")
    fifo = os.path.join(login.directory, "orders")
    os.mkfifo(fifo)
    subprocess.run([sys.executable, DOUBLE, "--install", login.services, "--name", "bravo", "--events", events,
                    "--orders", fifo], check=True)
    login.pinger.bus("ReloadConfig")
    extension.start(attributes())
    token_of(login)
    with open(fifo, "w", encoding="ascii") as orders:
        orders.write('{"do": "quit"}\n')
    login.wait_name("org.unifiedpush.Distributor.bravo", present=False)


def test_5_one_that_runs_before_one_that_could_be_started(login, extension):
    subprocess.run([sys.executable, DOUBLE, "--install", login.services, "--name", "bravo"], check=True)
    login.pinger.bus("ReloadConfig")
    running = Distributor(login, 2, name="yankee")
    extension.start(attributes())
    token_of(login)
    assert running.seen("register") and login.owner("org.unifiedpush.Distributor.bravo") is None


# VAPID


def test_5_a_vapid_key(make_login, make_extension):
    login = make_login(NOWPLAYING_VAPID_PUBLIC_KEY=VAPID)
    extension = make_extension(login)
    distributor = Distributor(login, 2)
    extension.start(attributes())
    assert distributor.wait("register")["vapid"] == VAPID
    token_of(login)


def test_5_a_vapid_key_in_version_1(make_login, make_extension):
    """Version 1 of the interface has no place for the key."""
    login = make_login(NOWPLAYING_VAPID_PUBLIC_KEY=VAPID)
    extension = make_extension(login)
    distributor = Distributor(login, 1)
    extension.start(attributes())
    assert distributor.wait("register")["vapid"] is None
    token_of(login)


@pytest.mark.parametrize("key", ["x", VAPID[:-1], VAPID + "A", "AA" + VAPID[2:], VAPID[:-1] + "!"],
                         ids=["short", "one-less", "one-more", "no-point", "no-base64url"])
def test_5_a_vapid_key_that_is_none(make_login, make_extension, key):
    login = make_login(NOWPLAYING_VAPID_PUBLIC_KEY=key)
    extension = make_extension(login)
    distributor = Distributor(login, 2)
    extension.start(attributes())
    assert distributor.wait("register")["vapid"] is None
    assert login.log.lines("VAPID")
    token_of(login)


def test_5_a_vapid_key_that_changes(login, extension):
    distributor = Distributor(login, 2)
    extension.start(attributes())
    old = token_of(login)
    first = distributor.wait("register")
    login.environment["NOWPLAYING_VAPID_PUBLIC_KEY"] = OTHER_VAPID
    extension.signal()
    process = extension.run()
    second = distributor.wait("register", vapid=OTHER_VAPID)
    assert second["token"] != first["token"]
    assert distributor.wait("unregister")["token"] == first["token"]
    token_of(login, other_than=old)
    process.terminate()
    assert process.wait(10) == 0


def test_5_the_app_asks_before_there_is_a_distributor(login, extension):
    app = App(login, extension.name)
    assert not app.ask("token").get("hex")
    distributor = Distributor(login, 2)
    token = app.start_token()
    Server(distributor).start(token, attributes())
    assert extension.wait_player().title() == "Blue"


def served(login, extension, mark=0):
    """Returns the requests for the extension's name, one for each of its processes."""
    return [m for m in login.since(mark) if m.member == "RequestName" and m.body[0] == extension.name]


def wait_left(login, extension, mark=0):
    """Waits until a process of the extension has had its name, and none runs any more."""
    login.wait_for(lambda: served(login, extension, mark), "the extension")
    extension.wait_gone()


def test_5_the_extension_has_left_before_there_is_a_distributor(make_login, make_extension):
    """The app starts the extension again for each distributor that comes, until there is a token."""
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=100)
    extension = make_extension(login)
    app = App(login, extension.name)
    assert not app.ask("token").get("hex")
    wait_left(login, extension)
    mark = login.mark()
    first = Distributor(login, 2, register="fail", reason="ACTION_REQUIRED")
    first.wait("register")
    first.quit()
    wait_left(login, extension, mark)
    second = Distributor(login, 2)
    assert app.wait("startToken")["hex"]
    extension.wait_gone()
    mark = login.mark()
    second.restart()
    stays("it is not started", lambda: not served(login, extension, mark), 1)


def test_5_the_bus_comes_back_before_there_is_a_token(make_login, make_extension):
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=100)
    extension = make_extension(login)
    app = App(login, extension.name)
    assert not app.ask("token").get("hex")
    wait_left(login, extension)
    login.kill()
    # The distributor is there before the app.
    os.kill(app.process.pid, signal.SIGSTOP)
    login.start()
    Distributor(login, 2)
    os.kill(app.process.pid, signal.SIGCONT)
    assert app.wait("startToken")["hex"]


def test_5_the_extension_has_left_before_the_app_reads_the_answer(folder, make_login, make_extension):
    """The extension has answered with the token, and its process has gone before the app reads the answer."""
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=100)
    extension = make_extension(login)
    Distributor(login, 2)
    token = App(login, extension.name).start_token()
    extension.wait_gone()
    go, script = folder / "go", folder / "starts"
    os.mkfifo(go)
    script.write_text(f"#!/bin/sh\n[ -p '{go}' ] && read -r _ <'{go}'\nexec '{extension.program}'\n")
    script.chmod(0o755)
    extension.service.write_text(f"[D-BUS Service]\nName={extension.name}\nExec={script}\n")
    login.pinger.bus("ReloadConfig")
    mark = login.mark()
    app = App(login, extension.name)
    assert not app.ask("token").get("hex")
    login.wait_for(lambda: [m for m in login.since(mark) if m.member == "RequestPushToStart"], "the request")
    os.kill(app.process.pid, signal.SIGSTOP)
    go.write_text("\n")
    wait_left(login, extension, mark)
    go.unlink()
    os.kill(app.process.pid, signal.SIGCONT)
    assert app.wait("startToken")["hex"] == token.hex()


SLOW = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>
void *dlopen(const char *name, int flags) {
  if (name && strncmp(name, "libcrypto", 9) == 0) sleep(3); /* sleeps: a library that is slow to load */
  return ((void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen"))(name, flags);
}
"""


def test_5_the_idle_time_ends_while_the_app_asks(folder, make_login, make_extension):
    """The request takes longer than the rest of the idle time: the extension stays, and registers."""
    library = folder / "slow.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-o", library, "-"], input=SLOW, text=True, check=True)
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=2000, LD_PRELOAD=str(library))
    extension = make_extension(login)
    Distributor(login, 2)
    app = App(login, extension.name)
    # When the request comes, the extension has started, has answered the app, and its idle time has begun.
    assert app.sessions() == app.sessions() == []
    assert app.start_token()
    assert len(served(login, extension)) == 1
