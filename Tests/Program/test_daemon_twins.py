# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests `nowplaying daemon --pause-others` when one playback has two names: it must pause neither because of the
other."""

import os
import socket
import time

import pytest
from testkit.fakes import song, variants
from testkit.wire import Variant
from test_daemon_options import Obedient


class Elsewhere(socket.socket):
    """A socket that another process has connected, so that the bus attributes each connection to a process of its
    own."""

    def connect(self, address):
        child = os.fork()
        if child == 0:
            try:
                super().connect(address)
            finally:
                os._exit(0)
        os.waitpid(child, 0)


class Twins(Obedient):
    """Names of one playback."""

    # For each way to recognise that two names are one playback: the metadata of both, and whether each name has a
    # process of its own.
    KINDS = {"process": ({"a": song("Video"), "b": song("Video")}, False),
             "process, and the title of a window": ({"a": song("Video"), "b": song("Video - Site")}, False),
             "kde:pid": ({"a": song("Video - Page"),
                          "b": song("Video", **variants(**{"kde:pid": ("u", os.getpid())}))}, True),
             "behaviour": ({"a": song("Video"), "b": song("Video")}, True)}

    def __init__(self, bus, daemon, kind, monkeypatch):
        self.titles, is_elsewhere = self.KINDS[kind]
        self.titles = {name: {**each, "mpris:trackid": Variant("o", "/track")} for name, each in self.titles.items()}
        # The browser is this process; its integration names it by kde:pid.
        names = list(self.titles)
        super().__init__(bus, daemon, names[0])
        one = self.players
        with monkeypatch.context() as patch:
            if is_elsewhere:
                patch.setattr(socket, "socket", Elsewhere)
            super().__init__(bus, daemon, *names[1:])
        self.players = one | self.players

    def metadata(self, name):
        return self.titles[name]

    def be(self, fake, status):
        for each in self.players.values():
            each.change(PlaybackStatus=("s", status))
        return "", []


@pytest.mark.parametrize("kind", Twins.KINDS)
def test_one_playback_behind_two_names(bus, start, monkeypatch, kind):
    """The playback does not pause itself; a player of something else is still paused by it, and pauses it."""
    daemon = start("--pause-others")
    with monkeypatch.context() as patch:
        patch.setattr(socket, "socket", Elsewhere)
        music = Obedient(bus, daemon, "music", "radio")
    twins = Twins(bus, daemon, kind, monkeypatch)
    music.begin("music")
    twins.set("a", "Playing")
    music.await_(music="Paused")
    time.sleep(2)  # sleeps: nothing may happen meanwhile
    daemon.settle()
    assert twins.done("a") == twins.done("b") == [] and music.done("music") == ["Pause"]
    twins.set("b", "Paused")
    music.await_(music="Playing")
    daemon.settle()
    twins.set("a", "Playing")
    music.await_(music="Paused")
    music.set("radio", "Playing")
    twins.await_(a="Paused", b="Paused")
    assert music.done("music") == ["Pause", "Play", "Pause"] and music.done("radio") == []


def test_a_twin_that_begins_later_is_known_by_its_pause(bus, start, monkeypatch):
    """A pause of one stops both names: the playback is resumed, and the two are left alone from then on."""
    daemon = start("--pause-others")
    twins = Twins(bus, daemon, "behaviour", monkeypatch)
    twins.players["a"].change(PlaybackStatus=("s", "Playing"))
    time.sleep(1.2)  # sleeps: so late does the other say it
    twins.players["b"].change(PlaybackStatus=("s", "Playing"))
    daemon.until(lambda: twins.done("a") == ["Pause", "Play"], "it goes on")
    for _ in range(2):
        time.sleep(1.5)  # sleeps: nothing may happen meanwhile
        daemon.settle()
        assert twins.done("a") == ["Pause", "Play"] and twins.done("b") == []
        twins.set("a", "Paused")
        daemon.settle()
        twins.set("b", "Playing")


def test_a_mistake_is_not_mended_where_nobody_shall_go_on(bus, start, monkeypatch):
    daemon = start("--pause-others", "--no-resume")
    twins = Twins(bus, daemon, "behaviour", monkeypatch)
    twins.players["a"].change(PlaybackStatus=("s", "Playing"))
    time.sleep(1.2)  # sleeps: so late does the other say it
    twins.players["b"].change(PlaybackStatus=("s", "Playing"))
    daemon.until(lambda: twins.done("a") == ["Pause"], "it is paused")
    time.sleep(1.5)  # sleeps: nothing may happen meanwhile
    daemon.settle()
    assert twins.done("a") == ["Pause"] and twins.done("b") == []
    # The name is known as the other's twin from then on.
    twins.set("a", "Playing")
    daemon.settle()
    assert twins.done("a") == ["Pause"] and twins.done("b") == []
