# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The connections of one fetch. They share one limit of time, and none follows a server of the web to the local
network."""
from __future__ import annotations

import functools
import http.client
import io
import ipaddress
import socket
import time
import urllib.request
from typing import Any, List, Optional, Tuple

from ._fetched import Refused

TIMEOUT = 10.0  # seconds in which a server must go on


class Fetch:
    """One fetch, with all its redirects. The program gives its first address, which may be of the local network, as a
    server of music at home is. Servers give the others: a server of the web leads to no address of this machine or its
    network, by whatever name."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._ends = time.monotonic() + seconds
        self._may_be_local: Optional[bool] = None

    def left(self) -> float:
        """Returns how long the server may take for the next step."""
        left = self._ends - time.monotonic()
        if left <= 0:
            raise Refused(f"the server took more than {self._seconds:g} s")
        return min(left, TIMEOUT)

    def connected(self, is_judged: bool, address: Tuple[str, int], *_: object) -> socket.socket:
        """Does what socket.create_connection() does. is_judged: False for a proxy, which is the user's."""
        places = socket.getaddrinfo(*address, 0, socket.SOCK_STREAM)
        if is_judged:
            places = self._judged(places)
        elif self._may_be_local is None:
            self._may_be_local = False
        fault: Optional[OSError] = None
        for family, kind, protocol, _name, place in places:
            made = socket.socket(family, kind, protocol)
            try:
                made.settimeout(self.left())
                made.connect(place)
                return made
            except OSError as error:
                made.close()
                fault = error
            except Refused:
                made.close()
                raise
        raise fault or OSError("no address")

    def _judged(self, places: List[Any]) -> List[Any]:
        local = [each for each in places if is_local(str(each[4][0]))]
        if self._may_be_local is None:
            self._may_be_local = bool(local)
        if self._may_be_local:
            return places
        if local:
            raise Refused("the server leads to an address of the local network")
        return places

    def handlers(self) -> List[Any]:
        """The handlers of urllib that make the connections of this fetch."""
        fetch = self

        class Http(urllib.request.HTTPHandler):
            def http_open(self, req: Any) -> Any:
                return self.do_open(functools.partial(_Connection, fetch, req), req)

        class Https(urllib.request.HTTPSHandler):
            def https_open(self, req: Any) -> Any:
                return self.do_open(functools.partial(_SecureConnection, fetch, req), req)

        return [Http(), Https()]


class _Connection(http.client.HTTPConnection):
    """A connection of a fetch by HTTP."""

    def __init__(self, fetch: Fetch, request: Any, host: str, **given: Any) -> None:
        super().__init__(host, **given)
        self._fetch = fetch
        self._create_connection = functools.partial(fetch.connected, not request.has_proxy())

    def connect(self) -> None:
        super().connect()
        self.sock: Any = _Socket(self.sock, self._fetch)


class _SecureConnection(_Connection, http.client.HTTPSConnection):
    """A connection of a fetch by HTTPS."""


class _Socket:
    """A socket whose reads end with the time of a fetch, however little each of them brings."""

    def __init__(self, made: socket.socket, fetch: Fetch) -> None:
        self._made, self._fetch = made, fetch

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made, name)

    def makefile(self, *_: object) -> io.BufferedReader:
        return io.BufferedReader(_Reads(self._made, self._fetch))


class _Reads(io.RawIOBase):
    def __init__(self, made: socket.socket, fetch: Fetch) -> None:
        super().__init__()
        self._made, self._fetch = made, fetch
        self._raw = made.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> Optional[int]:
        self._made.settimeout(self._fetch.left())
        try:
            return self._raw.readinto(room)
        except socket.timeout:
            self._fetch.left()  # which says that the whole took too long, if that is so
            raise

    def close(self) -> None:
        self._raw.close()
        super().close()


# Addresses that are not of the web: this network, private networks, those of providers, this machine, links,
# assignments, tests, multicast with all above it; and addresses of IPv6 that have one of IPv4 in them.
LOCAL = [ipaddress.ip_network(each) for each in (
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3", "2002::/16", "2001::/32")]
# Addresses of the web, and those by which networks without IPv4 have its.
WEB = [ipaddress.ip_network(each) for each in ("0.0.0.0/0", "2000::/3", "64:ff9b::/96")]


def is_local(address: str) -> bool:
    """Whether an IP address is of this machine or its network, or is no address of the web for another reason."""
    found = ipaddress.ip_address(address.partition("%")[0])
    # An address of IPv4 may be written as one of IPv6.
    plain = getattr(found, "ipv4_mapped", None) or found
    return any(plain in each for each in LOCAL) or not any(plain in each for each in WEB)
