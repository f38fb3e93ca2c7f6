# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Scenarios of sessions on other devices: an app, an extension that the bus starts, a distributor of pushes.

usage: python3 -m pytest -p no:cacheprovider [--bus=dbus-daemon|dbus-broker] Tests/Apple/Remote [-k NAME]
       --app=PROGRAM --extension=PROGRAM --computed-extension=PROGRAM    (default: those that SwiftPM built)

The tests run on a private bus, which starts the extension itself, without systemd. webpush.py of Tests/Lab/lab encrypts
the messages.
"""

import pathlib
import shutil
import tempfile

import pytest
from lab import TESTS


from lab.remote.app import App
from lab.remote.buses import BUSES
from lab.remote.extension import Extension
from lab.remote.login import Login
from lab.remote.push import Distributor, Pushed, Server

pytest_plugins = ["testkit.plugin"]
# The executables, by their names on the bus, and the options that name them.
PROGRAMS = {"org.example.App.RemoteMedia": "extension", "org.example.Other.RemoteMedia": "computed_extension"}
BUILT = {"app": "RemoteApp", "extension": "RemoteExtension", "computed_extension": "RemoteExtensionComputed"}
versions = pytest.mark.parametrize("version", [1, 2])


def pytest_addoption(parser):
    for name in BUILT:
        parser.addoption("--" + name.replace("_", "-"), help=f"the program {BUILT[name]}")


def given(config, name):
    """Returns a program: the one that its option names, or else the one that SwiftPM has built."""
    path = pathlib.Path(config.getoption(name) or TESTS.parent / "build/swift/debug" / BUILT[name]).resolve()
    if not path.exists():
        raise pytest.UsageError(f"{path} is missing: build it by swift build --product {BUILT[name]}")
    return path


def pytest_configure(config):
    Login.Daemon = BUSES[config.getoption("--bus")]


@pytest.fixture(scope="session")
def programs(request):
    """Returns the extensions' executables by option. Their file names are their bus names, and their folder has a space
    in its name."""
    App.program = given(request.config, "app")
    with tempfile.TemporaryDirectory(prefix="np programs ") as folder:
        made = {}
        for name, option in PROGRAMS.items():
            made[option] = pathlib.Path(folder, name)
            shutil.copy(given(request.config, option), made[option])
        yield made


@pytest.fixture
def make_login(programs):
    """Makes logins for one test. Variables are for the bus daemon, and so for everything that it starts."""
    made = []

    def make(home=None, **variables):
        made.append(Login(home, **variables))
        return made[-1].start()
    yield make
    close_all(made)


def close_all(logins):
    try:
        for login in logins:
            login.finish()
    finally:
        for login in logins:
            login.close()


@pytest.fixture
def login(make_login):
    return make_login()


@pytest.fixture
def make_extension(programs):
    """An extension that is installed in a login."""
    def make(login, option="extension"):
        return Extension(login, programs[option]).install()
    return make


@pytest.fixture
def extension(login, make_extension):
    return make_extension(login)


@pytest.fixture
def app(login, extension):
    return App(login, extension.name)


@pytest.fixture
def version():
    """The version of the connector's interface; tests with pushes run with each version."""
    return 2


@pytest.fixture
def distributor(login, version):
    return Distributor(login, version)


@pytest.fixture
def server(distributor):
    return Server(distributor)


@pytest.fixture(scope="module", params=[1, 2])
def pushed(request, programs):
    """A session with a token, shared by the tests of a module: each leaves it unchanged, or with newer attributes."""
    login = Login().start()
    try:
        yield Pushed(login, Extension(login, programs["extension"]).install(), Distributor(login, request.param))
        login.finish()
    finally:
        login.close()
