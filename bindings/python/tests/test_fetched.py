# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Covers at addresses that ask for headers: fetched by the player, given as bytes, and no secret on the bus."""
import copy
import pickle
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from testkit import addresses

from nowplaying import Artwork, Music, _fetched, _web
from nowplaying._fetched import _kept
from conftest import TIMEOUT, Calls, wait_until
from test_provided import OTHER, PNG, picture, url

TOKEN = "s3cretT0ken"
HEADERS = {"Authorization": f"Bearer {TOKEN}", "X-Emby-Token": TOKEN}


class Server(ThreadingHTTPServer):
    """A server of covers. `answer` is called with the request for each."""

    daemon_threads = True

    def __init__(self):
        self.asked = Calls()
        self.answer = lambda request: send(request, 200, PNG)
        super().__init__(("127.0.0.1", 0), Handler)
        self.at = f"http://127.0.0.1:{self.server_port}/cover?t={TOKEN}"
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    def stop(self):
        self.shutdown()
        self.thread.join()
        self.server_close()

    def handle_error(self, request, client_address):
        """Says nothing of a client that has left."""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked(dict(self.headers))
        self.server.answer(self)

    def log_message(self, *_):
        """Says nothing."""


def send(request, code, body=b"", **headers):
    request.send_response(code)
    for name, value in {"Content-Length": len(body), **headers}.items():
        request.send_header(name, str(value))
    request.end_headers()
    request.wfile.write(body)


@pytest.fixture
def servers():
    made = []

    def make():
        made.append(Server())
        return made[-1]

    _kept.clear()
    yield make
    for each in made:
        each.stop()


@pytest.fixture
def server(servers):
    return servers()


def fetch(address, headers=None):
    return Artwork.url(address, headers=HEADERS if headers is None else headers).load(64, 64).result(TIMEOUT)


def refused(address, because, headers=None):
    with pytest.raises(OSError, match=because) as raised:
        fetch(address, headers)
    assert TOKEN not in str(raised.value) and raised.value.__cause__ is None


def test_the_cover_is_seen_and_the_token_is_not(bus, app, shown, server):
    with subprocess.Popen(["dbus-monitor", "--address", bus.address], stdout=subprocess.PIPE) as monitor:
        session = shown(app, Music("One", artwork=Artwork.url(server.at, headers=HEADERS), id="one"))
        assert picture(bus) == PNG
        asked = server.asked.take()
        assert asked["Authorization"] == HEADERS["Authorization"] and asked["X-Emby-Token"] == TOKEN
        server.answer = lambda request: send(request, 401, TOKEN.encode(), **{"X-Why": TOKEN})
        session.content = Music("Two", artwork=Artwork.url(server.at + "&2", headers={}), id="two")
        wait_until(lambda: bus.playerctl("metadata", "title") == "Two" and not url(bus))
        monitor.terminate()
        said = monitor.stdout.read()
    assert b"Two" in said and b"mpris:artUrl" in said
    assert TOKEN.encode() not in said and b"127.0.0.1" not in said and b"Bearer" not in said


def test_a_server_is_asked_whether_it_has_changed(server):
    server.answer = lambda request: send(request, 200, PNG, ETag='"1"')
    assert fetch(server.at) == PNG and "If-None-Match" not in server.asked.take()
    server.answer = lambda request: send(request, 304, ETag='"1"')
    assert fetch(server.at) == PNG and server.asked.take()["If-None-Match"] == '"1"'
    server.answer = lambda request: send(request, 200, OTHER)
    assert fetch(server.at) == OTHER and server.asked.take()["If-None-Match"] == '"1"'
    server.answer = lambda request: send(request, 304)
    refused(server.at, "the server answers 304")  # what it has not kept, it cannot show
    assert "If-None-Match" not in server.asked.take()


def test_who_has_other_headers_gets_its_own(server):
    server.answer = lambda request: send(request, 200, request.headers["User"].encode(), ETag='"1"')
    assert fetch(server.at, {"User": "a"}) == b"a" and fetch(server.at, {"User": "b"}) == b"b"
    assert ["If-None-Match" in server.asked.take() for _ in range(2)] == [False, False]


def test_it_is_fetched_once_for_all_who_want_it(server):
    go_on = threading.Event()
    server.answer = lambda request: (go_on.wait(TIMEOUT), send(request, 200, PNG))
    artwork = Artwork.url(server.at, headers=HEADERS)
    futures = [artwork.load(size, size) for size in range(100)]
    assert not any(future.cancel() for future in futures)
    go_on.set()
    assert {future.result(TIMEOUT) for future in futures} == {PNG}
    server.asked.take()
    assert server.asked.empty()


def test_pictures_are_kept_within_bounds(server):
    server.answer = lambda request: send(request, 200, bytes(3 << 20), ETag='"1"')
    for number in range(20):
        fetch(f"{server.at}&{number}")
    assert 0 < sum(len(each) for _, each in _kept.values()) <= 16 << 20
    server.answer = lambda request: send(request, 200, PNG, ETag='"1"')
    for number in range(40):
        fetch(f"{server.at}&{number}")
    assert len(_kept) == 16


@pytest.mark.parametrize("code", [404, 410])
def test_there_is_none(server, code):
    server.answer = lambda request: send(request, code, b"<html>")
    assert fetch(server.at) is None


def test_what_a_server_may_not_do(server, servers):
    for code in (400, 401, 403, 500, 503):
        server.answer = lambda request, code=code: send(request, code, TOKEN.encode())
        refused(server.at, f"the server answers {code}")
    server.answer = lambda request: send(request, 200, PNG, **{"Content-Length": len(PNG) + 1})
    refused(server.at, "the server ended it too early")
    server.answer = lambda request: send(request, 200, bytes((8 << 20) + 1))
    refused(server.at, "it has more than 8 MiB")
    server.answer = lambda request: send(request, 200, bytes(8 << 20))
    assert len(fetch(server.at)) == 8 << 20
    for place in ("file:///etc/passwd", "ftp://127.0.0.1/a", "data:,a"):
        server.answer = lambda request, place=place: send(request, 302, Location=place)
        refused(server.at, "the server (leads to no address of the web|answers 302)")
    server.answer = lambda request: send(request, 302, Location=f"http://127.0.0.1:{TOKEN}/")
    refused(server.at, "InvalidURL|ValueError|server")
    server.answer = lambda request: send(request, 302, Location="/cover")
    refused(server.at, "the server answers 302")  # for ever
    server.answer = lambda request: request.wfile.write(b"\0" * 100000)
    refused(server.at, "BadStatusLine|LineTooLong|Connection")
    refused("http://127.0.0.1:1/", "URLError")


def drip(request, text, part=1):
    """Sends a part of a text now and then, for ever, so that no single wait is long."""
    request.wfile.write(text)
    while True:
        request.wfile.write(b"a" * part)
        threading.Event().wait(0.05)  # sleeps: plays a server that is slow


@pytest.mark.parametrize("text", [b"", b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\n\r\n",
                                  b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                                  b"HTTP/1.1 302 Found\r\nLocation: /b\r\nX: ", b"HTTP/1.1 404 Not Found\r\nX: "])
def test_a_server_that_sends_byte_by_byte_is_left(server, monkeypatch, text):
    monkeypatch.setattr(_fetched, "WHOLE_TIMEOUT", 0.5)
    server.answer = lambda request: drip(request, text)
    refused(server.at, "the server took more than 0.5 s")
    server.answer = lambda request: send(request, 200, PNG)
    assert fetch(server.at) == PNG


def test_a_server_of_the_web_leads_to_no_address_of_the_local_network(server, servers, monkeypatch):
    # Here are no servers of the web: the first one passes for one, as 127.0.0.1; 127.0.0.2 is the local network.
    judge = _web.is_local
    monkeypatch.setattr(_web, "is_local", lambda address: address != "127.0.0.1" and judge(address))
    other = servers()
    for host in ("127.0.0.2", "[::1]", "[::ffff:127.0.0.2]", "10.0.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0",
                 "2130706434", "0x7f.2", "127.2"):
        place = f"http://{host}:{other.server_port}/reboot"
        server.answer = lambda request, place=place: send(request, 302, Location=place)
        refused(server.at, "the server leads to an address of the local network")
    assert other.asked.empty()


def test_a_server_at_home_may_lead_to_another(server, servers):
    other = servers()
    server.answer = lambda request: send(request, 302, Location=other.at)
    assert fetch(server.at) == PNG


@pytest.mark.parametrize("address, is_local", [
    *((each, True) for each in addresses.LOCAL), *((each, False) for each in addresses.WEB), ("fe80::1%eth0", True),
    ("::ffff:8.8.8.8", False), ("64:ff9b::808:808", False)])
def test_what_is_local(address, is_local):
    assert _web.is_local(address) is is_local


def test_headers_are_for_their_server_alone(server, servers):
    other = servers()
    server.answer = lambda request: send(request, 302, Location=other.at.partition("?")[0])
    assert fetch(server.at) == PNG
    assert TOKEN in str(server.asked.take()) and TOKEN not in str(other.asked.take())
    server.answer = lambda request: send(request, *([200, PNG] if request.path == "/b" else [302]), Location="/b")
    assert fetch(server.at) == PNG
    assert server.asked.take()["X-Emby-Token"] == server.asked.take()["X-Emby-Token"] == TOKEN


def test_it_is_a_value(server):
    one = Artwork.url(server.at, headers=HEADERS)
    assert one == Artwork.url(server.at, headers=dict(reversed(HEADERS.items()))) == pickle.loads(pickle.dumps(one))
    assert copy.deepcopy(one) == one and hash(one) == hash(copy.copy(one))
    assert one != Artwork.url(server.at, headers={}) and one != Artwork.url(server.at)
    assert TOKEN not in repr(one) and "127.0.0.1" not in one.id
    assert Artwork.url(server.at, headers=HEADERS, id="an album").id == "an album"


@pytest.mark.parametrize("headers, error, text", [
    (5, TypeError, "must be a dict of names and values, not int"),
    ([("Authorization", TOKEN)], TypeError, "must be a dict of names and values, not list"),
    ({5: "a"}, ValueError, "names of letters, digits"), ({"": "a"}, ValueError, "names of letters, digits"),
    ({"A: b\r\nC": "a"}, ValueError, "names of letters, digits"), ({"é": "a"}, ValueError, "names of letters, digits"),
    ({"A": f"{TOKEN}\r\nHost: b"}, ValueError, "without control characters, of Latin-1, for 'A'"),
    ({"A": TOKEN.encode()}, ValueError, "without control characters"), ({"A": None}, ValueError, "must have a str"),
    ({"A": "\u20ac" + TOKEN}, ValueError, "of Latin-1"), ({"A": "\0"}, ValueError, "without control characters")])
def test_wrong_headers(headers, error, text):
    with pytest.raises(error, match=rf"Artwork\.url\(headers\) .*{text}") as raised:
        Artwork.url("https://example.org/", headers=headers)
    assert TOKEN not in str(raised.value)


@pytest.mark.parametrize("address, text", [
    ("file:///a.png", "must begin with https:// or http:// where it has headers"),
    (f"https://user:{TOKEN}@example.org/", "must not have a user and a password: give the header Authorization")])
def test_wrong_addresses(address, text):
    with pytest.raises(ValueError, match=text) as raised:
        Artwork.url(address, headers={})
    assert TOKEN not in str(raised.value)
