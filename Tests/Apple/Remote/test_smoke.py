# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The shortest way through: the app's `start` makes a player appear that belongs to the extension.

usage: python3 -m pytest -p no:cacheprovider Tests/Apple/Remote/test_smoke.py, after
       swift build --scratch-path build/swift
"""
import json
import os
from xml.etree import ElementTree

import pytest
from lab import ROOT

from testkit.desktop import Desktop

BUILT = ROOT / "build/swift/debug"
NAME = "org.example.App.RemoteMedia"
ATTRIBUTES = {"id": "kitchen", "isPlaying": True, "elapsedTime": 10, "timestamp": "2026-01-01T00:00:00Z",
              "devices": [{"id": "d", "name": "Kitchen", "volume": 0.5}],
              "currentTrack": {"id": "t", "title": "Song", "duration": 100}}


@pytest.fixture
def desktop():
    with Desktop() as desktop:
        desktop.environment |= {"XDG_STATE_HOME": desktop.directory, "XDG_DATA_HOME": desktop.directory,
                                "CALLS": os.path.join(desktop.directory, "calls")}
        yield desktop


def ask(app, n, do, **more):
    app.order(json.dumps({"n": n, "do": do} | more))
    return json.loads(app.expect(f'"n":{n}', part=True))


def interface(xml):
    """Returns the members of org.nowplaying.RemoteMedia1 with their names and types."""
    found = ElementTree.fromstring(xml).find("interface[@name='org.nowplaying.RemoteMedia1']")
    return {(member.tag, member.get("name"), member.get("type"), member.get("access"),
             *((part.get("direction"), part.get("name"), part.get("type")) for part in member.iter("arg")))
            for member in found}


def test_the_interface_is_the_one_that_is_installed(desktop):
    desktop.start(BUILT / "RemoteExtension", "--name", NAME)
    desktop.wait_until("the extension serves", lambda: NAME in desktop.run("busctl", "--user", "--acquired", "list"))
    seen = desktop.run("busctl", "--user", "--xml-interface", "introspect", NAME, "/org/example/App/RemoteMedia")
    written = (ROOT / "Sources/Apple/Remote/org.nowplaying.RemoteMedia1.xml").read_text()
    assert len(interface(written)) == 7 and interface(seen) == interface(written)


def test_an_app_starts_a_session_of_its_extension(desktop):
    desktop.start(BUILT / "RemoteExtension", "--name", NAME)
    desktop.wait_until("the extension serves", lambda: NAME in desktop.run("busctl", "--user", "--acquired", "list"))
    app = desktop.start(BUILT / "RemoteApp", NOWPLAYING_REMOTE_EXTENSION=NAME)
    assert ask(app, 1, "start", attributes=ATTRIBUTES)["id"] == "kitchen"
    assert desktop.playerctl("metadata", "title") == "Song"
    player, = desktop.players()
    assert player.startswith("App.remote")
    identity = desktop.run("busctl", "--user", "get-property", f"org.mpris.MediaPlayer2.{player}",
                           "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2", "Identity")
    assert identity == r's "App \342\200\223 Kitchen"'
    assert ask(app, 2, "sessions")["ids"] == ["kitchen"]
    assert ask(app, 3, "primary", id="kitchen")["ok"]
    # This line may come before or after the answer.
    if not any('"event":"primary"' in line for line in app.said):
        app.expect('"event":"primary"', part=True)
    desktop.playerctl("next")
    desktop.wait_until("the model has changed", lambda: desktop.playerctl("metadata", "title") == "Song!")
    assert ask(app, 4, "update", id="kitchen", attributes=ATTRIBUTES | {"devices": []})["ok"]
    assert desktop.playerctl("metadata", "title") == "Song"
    assert ask(app, 5, "end", id="kitchen")["ok"]
    assert desktop.players() == []
    assert ask(app, 6, "start", attributes=ATTRIBUTES | {"id": ""})["error"] == "invalidAttributes"
