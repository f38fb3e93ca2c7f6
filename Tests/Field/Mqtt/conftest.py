# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of plugins/mqtt: private buses are the machines of a house, and a real mosquitto is its broker.

usage: python3 -m pytest -p no:cacheprovider [--mqtt=PROGRAM] [--build=DIR] [--home-assistant=FOLDER]
           [--lockscreen=PROGRAM] Tests/Field/Mqtt [-k NAME]

PROGRAM is what was built, and may begin with "valgrind …". Needs the Debian packages dbus-daemon, faketime, gcc,
iproute2, mosquitto, mosquitto-clients, openssl, playerctl, python3-paho-mqtt and python3-venv, and root for clocks and
networks of its own. FOLDER is where Tests/Field/Mqtt/home/install has installed Home Assistant: by default
home-assistant below DIR. The lock screen is lockscreen/lockscreen below DIR, and needs what its own suite does.
"""

import shlex
import subprocess
from pathlib import Path

import pytest

from home_assistant import HomeAssistant
from house import House, Machine, acl
from testkit.bus import Bus
from testkit.run import built

pytest_plugins = ["testkit.plugin"]


def pytest_addoption(parser):
    parser.addoption("--mqtt", help="the program (default: plugins/mqtt/nowplaying-mqtt below --build)")
    parser.addoption("--home-assistant", help="its folder (default: home-assistant below --build)")
    parser.addoption("--lockscreen", help="that of the examples (default: lockscreen/lockscreen below --build)")


def pytest_configure(config):
    Bus.program = built(config, "Library/Integration/host")
    build = Path(config.getoption("--build")).resolve()
    Machine.program = shlex.split(config.getoption("--mqtt") or f"{build}/plugins/mqtt/nowplaying-mqtt")
    home = Path(config.getoption("--home-assistant") or build / "home-assistant").resolve()
    HomeAssistant.python = home / "bin/python"


@pytest.fixture
def lockscreen(pytestconfig):
    """Returns the program of examples/lockscreen."""
    build = Path(pytestconfig.getoption("--build")).resolve()
    return Path(pytestconfig.getoption("--lockscreen") or build / "lockscreen/lockscreen").resolve(strict=True)


@pytest.fixture
def house():
    """Makes a house with a broker that lets everybody do everything, and judges its machines at the end."""
    with House() as made:
        yield made


@pytest.fixture
def safe(folder):
    """Makes a broker with TLS, passwords and the ACL of the package."""
    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, cwd=folder)

    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", 2, "-subj",
            "/CN=house", "-keyout", "ca.key", "-out", "ca.crt")
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost",
            "-keyout", "server.key", "-out", "server.csr")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-days", 2, "-extfile", "names",
            "-out", "server.crt")
    users = folder / "users"
    users.write_text("")
    for user in ("kitchen", "bath", "homeassistant"):
        subprocess.run(["mosquitto_passwd", "-b", users, user, f"secret of {user}"], check=True)
    with House("allow_anonymous false", f"password_file {users}", f"acl_file {acl()}",
               f"cafile {folder}/ca.crt", f"certfile {folder}/server.crt", f"keyfile {folder}/server.key") as made:
        made.folder = folder
        made.ca = folder / "ca.crt"
        yield made
