# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Random steps: after each the desktop, the extension and its files agree with the expected state."""

import json
import random
import signal

import pytest

from conftest import versions
from lab.remote.app import App
from lab.remote.attributes import attributes, device
from lab.remote.extension import players
from lab.remote.login import CONTROL, at_once
from lab.remote.push import Distributor, Server, token_of
from testkit.desktop import wait_until
from testkit.wire import DBusError

IDS = ["kitchen", "bath", "hall"]
STEPS = 40


class Walk:
    """The expected state, and the steps that change it."""

    def __init__(self, login, extension, version, seed):
        self.login, self.extension, self.random = login, extension, random.Random(seed)
        self.server = Server(Distributor(login, version))
        self.app = App(login, extension.name)
        self.start_token = self.app.start_token()
        self.titles = {}  # id → title; None: no content
        self.marks = {}  # id → where the calls of its life begin

    def given(self, name):
        self.titles[name] = self.random.choice([None, f"Title {self.random.randrange(1_000_000)}"])
        return attributes(name, title=self.titles[name], devices=[device(name, name.capitalize())])

    def begins(self, name):
        if name not in self.titles:
            self.marks[name] = self.login.calls.mark()

    def token(self, name):
        return token_of(self.login, name, self.marks[name])

    # The steps. Each takes an id; a step that needs a session is left out if there is none.

    def start(self, name):
        self.begins(name)
        self.app.start(self.given(name))

    def start_by_push(self, name):
        self.begins(name)
        self.server.start(self.start_token, self.given(name))

    def update(self, name):
        self.app.sessions()
        self.app.update(name, self.given(name))

    def update_directly(self, name):
        self.extension.update(name, self.given(name))

    def update_by_push(self, name):
        self.server.update(self.token(name), self.given(name))

    def end(self, name):
        self.app.sessions()
        self.app.end(name)
        del self.titles[name]

    def end_by_push(self, name):
        self.server.end(self.token(name), name)
        del self.titles[name]

    def kill(self, _):
        self.extension.sessions()
        self.extension.signal()

    def terminate(self, _):
        self.extension.sessions()
        self.extension.signal(signal.SIGTERM)

    def another_app(self, _):
        self.app.quit()
        self.app = App(self.login, self.extension.name)

    def restart_the_distributor(self, _):
        self.server.distributor.restart()

    ANY = [start, start, start_by_push, kill, terminate, another_app, restart_the_distributor]
    OF_A_SESSION = [update, update_directly, update_by_push, update_by_push, end, end_by_push]

    def step(self):
        """Makes one random step. Returns its description for the report."""
        name = self.random.choice(IDS)
        step = self.random.choice(self.ANY + self.OF_A_SESSION * (name in self.titles))
        step(self, name)
        return f"{step.__name__} {name}"

    def agrees(self):
        rows = {row.id: row.name for row in self.extension.sessions()}
        if rows.keys() != self.titles.keys() or self.extension.files().keys() != self.titles.keys():
            return False
        if {name for name, title in self.titles.items() if title} != {name for name, shown in rows.items() if shown}:
            return False
        if sorted(name for name in rows.values() if name) != players(self.login):
            return False
        on_file = {name: (file["attributes"].get("currentTrack") or {}).get("title")
                   for name, file in self.extension.files().items()}
        is_restored = all(file["attempts"] == 0 for file in self.extension.files().values())
        return is_restored and on_file == self.titles and all(
            self.extension.player(name).title() == title for name, title in self.titles.items() if title)


@versions
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_9_any_order(login, extension, version, seed):
    walk, done = Walk(login, extension, version, seed), []
    for _ in range(STEPS):
        done.append(walk.step())
        wait_until(f"all agree on {walk.titles} after {done}", walk.agrees)
    assert not login.log.lines("error: ")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_9_without_waiting(login, extension, seed):
    """Calls of one connection that do not wait for each other: the last one for each id counts."""
    chance, titles, calls = random.Random(seed), {}, []
    extension.sessions()
    for number in range(150):
        name, member = chance.choice(IDS), chance.choice(["Start", "Update", "Update", "End"])
        title = chance.choice([None, f"Title {number}"])
        given = json.dumps(attributes(name, title=title, controls=["nopush"]))
        calls.append(extension.begin(member, *{"Start": ("s", given), "Update": ("ss", name, given),
                                               "End": ("s", name)}[member]))
        if member == "Start" or member == "Update" and name in titles:
            titles[name] = title
        elif member == "End":
            titles.pop(name, None)
    finish(extension.client, calls)
    assert sorted(extension.ids()) == sorted(titles) == sorted(extension.files())
    wait_until("all are shown", lambda: len(players(login)) == sum(map(bool, titles.values())))
    for name, title in titles.items():
        assert extension.files()[name]["attributes"].get("currentTrack", {}).get("title") == title
        if title:
            extension.player(name).wait_title(title)


def ask_at_random(login, extension, seed):
    """Makes sixty calls on one connection, for the same ids as other connections."""
    chance, client, calls = random.Random(seed), login.client(), []
    for number in range(60):
        name, member = chance.choice(IDS), chance.choice(["Start", "Update", "Update", "End"])
        given = json.dumps(attributes(name, title=f"Title {seed} {number}", controls=["nopush"]))
        calls.append(client.start(extension.name, extension.path, CONTROL, member, *{
            "Start": ("s", given), "Update": ("ss", name, given), "End": ("s", name)}[member]))
        if chance.random() < 0.3:
            finish(client, calls)
    finish(client, calls)


def finish(client, calls):
    """Waits for all answers; a call that comes too late gets an error."""
    while calls:
        try:
            client.finish(calls.pop(0))
        except DBusError as error:
            assert error.name.split(".")[-1] in ("Cancelled", "NotFound"), error


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_9_from_many_sides(login, extension, seed):
    """Calls come from several connections, so that any of them may be the last one; still the desktop, the extension
    and its files agree, also after a crash."""
    extension.sessions()
    at_once(*[lambda number=number: ask_at_random(login, extension, 10 * seed + number) for number in range(4)])
    ids = sorted(extension.ids())
    wait_until("all are shown", lambda: len(players(login)) == len(ids))
    shown = {name: extension.player(name).title() for name in ids}
    on_file = {name: file["attributes"]["currentTrack"]["title"] for name, file in extension.files().items()}
    assert shown == on_file
    extension.signal()
    assert sorted(extension.ids()) == ids
    assert {name: extension.wait_player(name).title() for name in ids} == shown
