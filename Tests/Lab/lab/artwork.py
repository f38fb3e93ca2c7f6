# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Answers a host's artwork requests."""

import pathlib
import time
import urllib.parse

import pytest

from testkit.wire import Variant

from testkit.bus import ROOT, is_changed
from testkit.host import C
from testkit.process import preloaded

NAME = ROOT + ".Tester"
UNASKED = "--without=artwork"  # an option of the host: it has no callback for artwork


def playing(bus, *options, **arguments):
    """Starts a host with one session that is shown without artwork."""
    host = bus.host(*options, **arguments)
    host.publish()
    bus.wait_name(NAME)
    return host, bus.client(NAME)


def odd_disk(bus):
    """Returns the environment of a host whose files are on an odd disk. Further variables choose its faults: see
    odd_disk.c."""
    shim = pathlib.Path(bus.program).parent / "odd_disk.so"
    if not shim.exists():
        pytest.skip("built with a sanitizer, which must be loaded first")
    return preloaded(shim)


def path_of(url):
    assert url.startswith("file:///")
    return pathlib.Path(urllib.parse.unquote_to_bytes(url[7:]).decode())


def give(host, identifier, verb, path, start=0):
    """Waits until the library requests an artwork from the host, and provides it."""
    request = host.wait("artwork", id=identifier, start=start)["request"]
    host.ask(verb, request, path)
    return request


def url_now(bus, client, start, timeout=10):
    """Returns the artUrl of the first Metadata since `start` that has one. It must equal what a client reads."""
    owner = bus.owner(client.player)
    message = bus.records[bus.find(lambda m: is_changed(m) and m.sender == owner and "mpris:artUrl" in m.body[1].get(
        "Metadata", Variant("", {})).value, start, timeout, "artwork")]
    url = message.body[1]["Metadata"].value["mpris:artUrl"].value
    assert client.metadata()["mpris:artUrl"] == url
    return url


def show(bus, host, client, art, identifier, data, item=None, verb="art_data"):
    """Shows a new item with an artwork that was not asked for before; returns its URL."""
    start, events = bus.mark(), len(host.events)
    host.content(identifier=item or f"item-{identifier}", title=f"Item of {identifier}", art=identifier)
    give(host, identifier, verb, art(data), events)
    return url_now(bus, client, start)


def files_below(directory):
    """Returns the picture files below a folder."""
    return [path for path in pathlib.Path(directory).rglob("*.*") if path.parent.parent.parent.name.startswith(
        "nowplaying") and not path.name.startswith(".")]


def item(name, art, title=None):
    """Returns the commands that show a new item."""
    return [("content", "main", C.CONTENT_MUSIC, name), ("text", "main", C.FIELD_TITLE, title or name),
            ("art", "main", art), ("show", "main", "main"), ("commit", "main")]


def provide(host, identifier, path, how="data", expect=C.OK, session="main"):
    return host.ask("provide", session, identifier, how, path, expect=expect)


def metadata_signals(bus, start):
    """Returns the values of Metadata that clients were sent."""
    return [m.body[1]["Metadata"].value for m in bus.since(start) if is_changed(m) and "Metadata" in m.body[1]]


def settled(bus, host):
    """Waits until everything so far was emitted: makes another change, and waits for it."""
    start = bus.mark()
    host.volume(time.monotonic() % 1)
    bus.wait_changed(start, "Volume")
