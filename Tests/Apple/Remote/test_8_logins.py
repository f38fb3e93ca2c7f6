# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests logging out and in, a bus that returns, and old sessions; nothing is left behind."""

import re
import subprocess
import time

import pytest

from conftest import versions
from lab.remote.app import App
from lab.remote.attributes import attributes
from lab.remote.extension import players
from lab.remote.push import Distributor, Server, token_of
from testkit.desktop import wait_until

HOUR = 3600


@pytest.fixture
def patient(make_login):
    """A login whose extension waits long for a bus that is lost."""
    return make_login(NOWPLAYING_BUS_WAIT_MS=20_000)


def log_out(login):
    """Ends the bus, and with it everything that the login had started."""
    login.kill()
    login.wait_no_process()


def test_8_the_bus_goes_and_the_extension_with_it(login, extension):
    extension.start(attributes())
    before = extension.files()["kitchen"]["changed"]
    extension.edit(changed=before - HOUR)
    login.kill()
    gone = time.monotonic()
    login.wait_no_process()
    assert time.monotonic() - gone < 8
    assert extension.files()["kitchen"]["changed"] >= int(before)
    login.start()


@versions
def test_8_log_out_and_log_in(login, extension, version):
    distributor = Distributor(login, version)
    app = App(login, extension.name)
    app.start(attributes())
    token, start = token_of(login), app.start_token()
    name = extension.row("kitchen").name
    app.quit()
    distributor.quit()
    log_out(login)
    login.start()
    again = Distributor(login, version)
    assert players(login) == [] and not extension.is_running()
    server = Server(again)
    server.update(token, attributes(title="Red"))
    login.wait_name(name)
    extension.wait_player().wait_title("Red")
    server.start(start, attributes("bath"))
    assert extension.wait_player("bath").title() == "Blue"


def test_8_the_app_brings_it_back_after_a_log_in(login, extension):
    App(login, extension.name).start(attributes())
    name = extension.row("kitchen").name
    for host in list(login.hosts):
        host.quit()
    log_out(login)
    login.start()
    app = App(login, extension.name)
    assert players(login) == []
    assert app.sessions() == ["kitchen"]
    assert extension.wait_player().player == name


@versions
@pytest.mark.parametrize("age, is_shown", [(7.9 * HOUR, True), (8.1 * HOUR, False), (100 * HOUR, False)])
def test_8_what_is_too_old(login, extension, version, age, is_shown):
    distributor = Distributor(login, version)
    extension.start(attributes())
    token_of(login)
    [registered] = distributor.registrations()
    distributor.quit()
    log_out(login)
    extension.edit(changed=time.time() - age)
    login.start()
    mark = login.calls.mark()
    again = Distributor(login, version)
    assert extension.ids() == ["kitchen"] * is_shown
    if is_shown:
        assert extension.wait_player().title() == "Blue"
    else:
        assert again.wait("unregister")["token"] == registered
        assert extension.files() == {} and players(login) == [] and not login.calls.all("session", mark)


def test_8_however_old_on_the_same_bus(login, extension):
    """A radio may play for twenty hours without an update."""
    extension.start(attributes())
    extension.signal()
    extension.edit(changed=time.time() - 20 * HOUR)
    assert extension.ids() == ["kitchen"]
    assert extension.wait_player().title() == "Blue"


def test_8_the_bus_of_a_session_is_that_on_which_it_was_shown_last(login, extension):
    extension.start(attributes())
    log_out(login)
    login.start()
    extension.sessions()
    extension.wait_player()
    wait_until("it is stored", lambda: extension.files()["kitchen"]["bus"] == login.pinger.bus("GetId")[0])


def back(login, extension, name):
    """Checks that the extension and a player are back within seconds, without a request."""
    login.wait_name(extension.name, timeout=5)
    login.wait_name(name, timeout=5)
    assert extension.wait_player().title() == "Blue"


@versions
def test_8_a_bus_that_returns(patient, make_extension, version):
    login = patient
    extension = make_extension(login)
    distributor = Distributor(login, version)
    extension.start(attributes())
    token = token_of(login)
    name = extension.row("kitchen").name
    distributor.quit()
    login.kill()
    login.start()
    begun = time.monotonic()
    back(login, extension, name)
    assert time.monotonic() - begun < 5
    server = Server(Distributor(login, version))
    server.distributor.wait("register")
    server.update(token, attributes(title="Red"))
    extension.player().wait_title("Red")
    player = extension.player()
    player.do("Pause")
    login.calls.wait("command", name="pause")


def test_8_again_and_again(patient, make_extension):
    extension = make_extension(patient)
    extension.start(attributes())
    name = extension.row("kitchen").name
    for _ in range(3):
        patient.kill()
        patient.start()
        back(patient, extension, name)
    assert len(patient.processes()) == 1


def test_8_the_app_and_a_bus_that_returns(patient, make_extension):
    extension = make_extension(patient)
    app = App(patient, extension.name)
    app.start(attributes())
    name = extension.row("kitchen").name
    patient.kill()
    assert app.refused("update", id="kitchen", attributes=attributes()) == "internalFailure"
    patient.start()
    back(patient, extension, name)
    wait_until("the app has the bus", lambda: app.finish(app.begin("sessions")).get("ids") == ["kitchen"])
    app.update("kitchen", attributes(title="Red"))
    extension.player().wait_title("Red")


def test_8_an_app_without_a_bus(login, extension):
    login.kill()
    app = App(login, extension.name)
    begun = time.monotonic()
    assert app.refused("start", attributes=attributes()) == "internalFailure"
    assert app.refused("sessions") == "internalFailure"
    assert time.monotonic() - begun < 5
    app.quit()
    login.start()


@versions
def test_8_nothing_is_left_behind(make_login, make_extension, version):
    login = make_login(NOWPLAYING_EXTENSION_IDLE_MS=300)
    extension = make_extension(login)
    distributor = Distributor(login, version)
    app = App(login, extension.name)
    start = app.start_token()
    Server(distributor).start(start, attributes("bath"))
    app.start(attributes())
    for name in ("kitchen", "bath"):
        token_of(login, name)
    assert sorted(app.sessions()) == ["bath", "kitchen"]
    for name in ("kitchen", "bath"):
        app.end(name)
    extension.wait_gone()
    login.wait_no_process()
    assert players(login) == [] and len(distributor.registrations()) == 1
    assert {path.name for path in extension.folder.iterdir()} == {"extension.json", "lock"}
    known = {login.state, login.data, extension.service}
    others = [path for path in login.home.rglob("*") if path.is_file() and not any(
        path == each or each in path.parents for each in known)]
    assert others == []


# Libraries that are loaded

OPENS = re.compile(r"libcrypto\.so\S* \[\d+\];\s+dynamically loaded by|opening file=\S*/libcrypto\.so")


def opened(folder, pid):
    """Returns the lines in which the dynamic linker says that a process has opened libcrypto itself. OpenSSL's
    libcrypto is also loaded by each program that is linked with FoundationNetworking, and so with curl."""
    return OPENS.findall((folder / f"files.{pid}").read_text())


@pytest.fixture
def linked(folder, make_login):
    """Makes a login in which the dynamic linker logs into a file for each process."""
    return make_login(LD_DEBUG="files", LD_DEBUG_OUTPUT=str(folder / "files"))


@versions
def test_8_the_app_does_not_open_libcrypto(folder, linked, make_extension, version):
    extension = make_extension(linked)
    Distributor(linked, version)
    app = App(linked, extension.name)
    app.start(attributes())
    app.start_token()
    token_of(linked)
    app.update("kitchen", attributes(title="Red"))
    assert not opened(folder, app.process.pid) and opened(folder, extension.pid)


def test_8_without_pushes_nobody_does(folder, linked, make_extension):
    extension = make_extension(linked)
    app = App(linked, extension.name)
    app.start(attributes(controls=["nopush"]))
    app.update("kitchen", attributes(title="Red", controls=["nopush"]))
    assert not opened(folder, extension.pid) and not opened(folder, app.process.pid)


WITHOUT = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
void *dlopen(const char *name, int flags) {
  if (name && strncmp(name, "libcrypto", 9) == 0) return 0;
  return ((void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen"))(name, flags);
}
"""


@versions
def test_8_no_libcrypto_at_all(folder, make_login, make_extension, version):
    """Without libcrypto there are no tokens and one warning, and the session is shown."""
    library = folder / "without.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-o", library, "-"], input=WITHOUT, text=True, check=True)
    login = make_login(LD_PRELOAD=str(library))
    extension = make_extension(login)
    distributor = Distributor(login, version)
    extension.start(attributes())
    extension.start(attributes("bath"))
    assert extension.player().title() == "Blue"
    login.log.wait("libcrypto")
    extension.settle()
    assert len(login.log.lines("libcrypto")) == 1 and not login.calls.all("token")
    assert not distributor.seen("register")
