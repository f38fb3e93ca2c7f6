# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests how GNOME Shell's extension follows players, by GJS alone, on a private bus for each test.
Tests/Field/Desktops/gnome-shell tests it in the shell itself.

usage: /usr/bin/python3 -m pytest -p no:cacheprovider plugins/gnome-shell/tests
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading

import pytest

sys.dont_write_bytecode = True

from testkit.desktop import wait_until

HERE = pathlib.Path(__file__).parent
pytest_plugins = ["testkit.plugin"]


# Modules that only the shell has.
STAND_INS = {
    "Cogl": "const Cogl = {PixelFormat: {}};",
    "St": """const St = {
        ImageContent: {new_with_preferred_size: (width, height) => (
            {width, height, set_bytes(pixels) { this.pixels = pixels; }})},
        ThemeContext: {get_for_stage: () => ({scale_factor: 1})},
        Icon: class {
            set gicon(picture) { print('drawn', this.name, picture.width); }
            set icon_name(_name) { print('drawn', this.name, 0); }
            add_style_class_name() {}
            remove_style_class_name() {}
            connect(_signal, heard) { this.destroy = heard; }
        }};"""}


@pytest.fixture
def modules(tmp_path):
    """Returns a folder with the extension's modules and with the scripts that are beside this file. In the modules,
    stand-ins replace imports that only the shell has."""
    folder = tmp_path / "nowplaying"
    shutil.copytree(HERE.parent / "nowplaying", folder)
    for script in HERE.glob("*.js"):
        shutil.copy(script, folder)
    for name in "picture", "cover":
        text = (folder / f"{name}.js").read_text()
        for stand_in, instead in STAND_INS.items():
            text = re.sub(f"^import {stand_in} .*$", lambda _match, instead=instead: instead, text, flags=re.M)
        assert "gi://St" not in text
        (folder / f"{name}.js").write_text(text)
    wait(folder, "web", "PATIENCE", 600_000)
    wait(folder, "cover", "STAYS", 600_000)
    return folder


def wait(modules, name, constant, milliseconds):
    """Sets a time limit of a module: PATIENCE for a picture on the web, STAYS for the picture of the item before."""
    file = modules / f"{name}.js"
    text, count = re.subn(rf"\b{constant} = \d+", f"{constant} = {milliseconds}", file.read_text())
    assert count == 1
    file.write_text(text)


@pytest.fixture
def plan(modules, tmp_path):
    """Returns a function that returns what the extension makes of cases, in a language and with the words of it in a
    folder."""
    def make(cases, language="C", locale=""):
        (tmp_path / "cases.json").write_text(json.dumps(cases))
        made = subprocess.run(["gjs", "-m", modules / "planned.js", tmp_path / "cases.json", locale], check=True,
                              env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": language}, stdout=subprocess.PIPE)
        return json.loads(made.stdout)

    return make


class Follower:
    """Runs follow.js, which prints the players that it knows."""

    def __init__(self, bus, *fakes):
        self.fakes, self.titles = fakes, {}
        script = HERE / "follow.js"
        self.process = subprocess.Popen(
            ["gjs", "-m", str(script), str(HERE.parent / "nowplaying/follower.js")],
            env=bus.environment, stdout=subprocess.PIPE, text=True)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.titles = json.loads(line)

    def wait(self, what, condition):
        """Serves the fake players until a condition holds."""
        wait_until(what, lambda: ([fake.serve() for fake in self.fakes], condition())[1])

    def wait_title(self, fake, title):
        self.wait(f"{title} is known", lambda: self.titles.get(fake.wanted_name) == [title])

    def close(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()


@pytest.fixture
def follow(bus):
    made = []

    def make(*fakes):
        made.append(Follower(bus, *fakes))
        return made[-1]

    yield make
    for follower in made:
        follower.close()
