# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests secrets in URLs: user and password are left out of what is published, and the log warns of others."""

import pytest

from testkit.bus import NAME
from testkit.host import C
from testkit.surface import Surface

SERVERS = {
    "subsonic": ("h.example/rest/{}?id=7&u=me&t=26719a1196d2a940705a59634eb18eab&s=c19b2d&v=1.16.1",
                 "id=7&u=***&t=***&s=***&v=1.16.1"),
    "plex": ("[fd00::7]:32400/library/{}/7/file.flac?X-Plex-Token=26719a1196d2", "X-Plex-Token=***"),
    "jellyfin": ("h.example/Audio/7/{}?static=true&ApiKey=26719a1196d2", "static=true&ApiKey=***"),
}
ITEM = "The url of an item has a secret in it, which every program of the user can read: "
PICTURE = "The address of a picture has a secret in it, which every program of the user can read: "


def warnings(host):
    return [event["message"] for event in host.seen("log", level=C.LOG_WARNING)]


def urls(bus):
    """Returns the item's URL as clients of MPRIS see it, and as surfaces see it."""
    surface = Surface(bus)
    url = surface.only(NAME).content["url"]
    surface.close()
    return bus.client(NAME).metadata()["xesam:url"], url


def shows(bus, url):
    bus.wait_for(lambda: bus.playerctl("metadata", "mpris:artUrl") == url, "the picture")


@pytest.mark.parametrize("server", SERVERS)
def test_of_servers(bus, server):
    """User and password are left out; a token stays, since the URL would not work without it."""
    address, redacted = SERVERS[server]
    host = bus.host()
    host.publish(art="cover", fields=[("text", "URL", "https://me:secret@" + address.format("stream"))])
    bus.wait_name(NAME)
    assert urls(bus) == ("https://" + address.format("stream"),) * 2
    said = warnings(host)
    assert len(said) == 1 and said[0].startswith(ITEM) and redacted in said[0] and "26719a1196d2" not in said[0]
    host.ask("provide", "main", "cover", "url", "https://me:secret@" + address.format("cover"))
    shows(bus, "https://" + address.format("cover"))
    said = warnings(host)
    assert len(said) == 2 and said[1].startswith(PICTURE + "give its bytes instead, as with "
                                                 "nowplaying_session_provide_artwork_data()")


def test_each_is_said_once(bus):
    """The warning is per app: items of one server follow each other."""
    host = bus.host()
    host.publish()
    host.publish("other")
    for number in range(3):
        for name in ("main", "other"):
            host.content(name, f"{name} {number}", fields=[("text", "URL", f"https://h/{number}?api_key=1")])
            host.ask("provide", name, "cover", "url", f"https://h/{number}.png?token=1")
    bus.wait_for(lambda: len(warnings(host)) >= 2, "the warning of the picture, which another thread keeps")
    assert [text[:len(ITEM)] for text in warnings(host)] == [ITEM, PICTURE[:len(ITEM)]]


def test_an_answer_has_a_secret_in_it(bus):
    host = bus.host()
    host.publish(art="cover")
    request = host.wait("artwork")["request"]
    host.ask("art_url", request, "http://me@h:80/a.png?Signature=1")
    shows(bus, "http://h:80/a.png?Signature=1")
    assert [text[:len(PICTURE)] for text in warnings(host)] == [PICTURE]
