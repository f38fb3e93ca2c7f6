# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Fetches the picture of an address that asks for headers, such as a server of music that wants a login.

The desktop gets the bytes. Neither the address nor a header is sent to it, printed, or part of an error.
"""
from __future__ import annotations

import functools
import os
import re
import threading
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Tuple

from ._records import dataclass

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ._web import Fetch

Key = Tuple[str, Tuple[Tuple[str, str], ...]]

MOST_BYTES = 8 << 20  # of a picture
WHOLE_TIMEOUT = 30.0  # seconds for a picture
MOST_KEPT = 16  # pictures that are kept with their ETag; and their bytes:
MOST_KEPT_BYTES = 16 << 20
# The name of a header may have these beside letters and digits.
MARKS = "!#$%&'*+-.^_`|~"

_lock = threading.Lock()
_at_once = threading.Semaphore(4)
#: The fetches that are under way. All requests for the same address with the same headers share one.
_going_on: "Dict[Key, Future[Optional[bytes]]]" = {}
#: Pictures by their address and headers, the last used at the end. Each is kept with its ETag, by which the server is
#: asked whether the picture has changed.
_kept: "Dict[Key, Tuple[str, bytes]]" = {}


def _begin_anew() -> None:
    """Forgets in a forked child what threads of the parent were doing."""
    global _lock, _at_once
    _lock, _at_once = threading.Lock(), threading.Semaphore(4)
    _going_on.clear()


os.register_at_fork(after_in_child=_begin_anew)


@dataclass(frozen=True, repr=False)
class Fetched:
    """The function of an Artwork that fetches it. It can be compared, copied and pickled; its repr has no secret."""

    key: Key

    def __call__(self, width: int, height: int) -> "Future[Optional[bytes]]":
        from concurrent.futures import Future
        key = self.key
        with _lock:
            if key in _going_on:
                return _going_on[key]
            future = _going_on[key] = Future()
            future.set_running_or_notify_cancel()  # from now on nobody who shares it can cancel it
        try:
            threading.Thread(target=_run, args=(key, future), name="nowplaying cover", daemon=True).start()
        except RuntimeError as error:  # the interpreter ends, or has no thread left
            _end(key)
            future.set_exception(error)
        return future


def fetched(url: str, headers: Any) -> Fetched:
    if not url.lower().startswith(("https://", "http://")):
        raise ValueError("Artwork.url(url) must begin with https:// or http:// where it has headers")
    if "@" in url.split("/")[2]:
        raise ValueError("Artwork.url(url) must not have a user and a password: give the header Authorization")
    return Fetched((url, checked_headers("Artwork.url(headers)", headers)))


def checked_headers(name: str, headers: Any) -> Tuple[Tuple[str, str], ...]:
    """Returns the headers, in the order of their names. The errors do not name their values, which may be secrets."""
    if not isinstance(headers, Mapping):
        raise TypeError(f"{name} must be a dict of names and values, not {type(headers).__name__}")
    for key, value in headers.items():
        if not isinstance(key, str) or not re.fullmatch(f"[A-Za-z0-9{re.escape(MARKS)}]+", key):
            raise ValueError(f"{name} must have names of letters, digits and {MARKS}")
        if not isinstance(value, str) or not all(" " <= each <= "\xff" and each != "\x7f" for each in value):
            raise ValueError(f"{name} must have a str without control characters, of Latin-1, for {key!r}")
    return tuple(sorted(headers.items()))


def _end(key: Key) -> None:
    with _lock:
        _going_on.pop(key, None)


def _run(key: Key, future: "Future[Optional[bytes]]") -> None:
    try:
        with _at_once:
            settle = functools.partial(future.set_result, _fetch(key))
    except BaseException as error:  # pylint: disable=broad-except  # nobody but the future hears of it
        # Other errors are given by the name of their class alone: message and cause may contain the address.
        why = str(error) if isinstance(error, Refused) else type(error).__name__
        settle = functools.partial(future.set_exception, OSError(f"A cover could not be fetched ({why})."))
    _end(key)
    settle()


class Refused(Exception):
    """An error whose message was written in this package, and so can be logged: it has no secret."""


def _fetch(key: Key) -> Optional[bytes]:
    """Returns the picture; None if the server has none."""
    import urllib.error
    import urllib.request

    from ._web import TIMEOUT, Fetch
    url, headers = key
    request = urllib.request.Request(url, headers=dict(headers))
    with _lock:
        kept = _kept.get(key)
    if kept:
        request.add_header("If-None-Match", kept[0])
    try:
        with _opener(headers, Fetch(WHOLE_TIMEOUT)).open(request, timeout=TIMEOUT) as answer:
            picture = _read(answer)
            _keep(key, answer.headers.get("ETag", ""), picture)
            return picture or None
    except urllib.error.HTTPError as error:
        with error:
            if error.code == 304 and kept:
                _keep(key, *kept)
                return kept[1]
            if error.code in (404, 410):
                _keep(key, "", b"")
                return None
            raise Refused(f"the server answers {error.code}") from None


def _opener(given: Tuple[Tuple[str, str], ...], fetch: Fetch) -> Any:
    import urllib.parse
    import urllib.request

    class Redirect(urllib.request.HTTPRedirectHandler):
        """Follows redirects. The headers are sent to the server of the first address alone, and no longer after a
        redirect from HTTPS to HTTP."""

        def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
            old, new = (urllib.parse.urlsplit(each) for each in (req.full_url, newurl))
            if new.scheme not in ("https", "http"):
                raise Refused("the server leads to no address of the web")
            following = super().redirect_request(req, fp, code, msg, headers, newurl)
            is_same = old.netloc == new.netloc and (old.scheme, new.scheme) != ("https", "http")
            if following and not is_same:
                for name in (*(name for name, _ in given), "If-None-Match"):
                    following.remove_header(name.capitalize())
            return following

    return urllib.request.build_opener(Redirect, *fetch.handlers())


def _read(answer: Any) -> bytes:
    data = bytearray()
    while part := answer.read1(1 << 16):
        data += part
        if len(data) > MOST_BYTES:
            raise Refused(f"it has more than {MOST_BYTES >> 20} MiB")
    if answer.length:  # bytes of Content-Length that did not come
        raise Refused("the server ended it too early")
    return bytes(data)


def _keep(key: Key, etag: str, picture: bytes) -> None:
    """Keeps a picture with its ETag, and forgets those that were used the longest time ago."""
    with _lock:
        _kept.pop(key, None)
        if etag and picture and all(" " <= each <= "~" for each in etag) and len(etag) <= 1024:
            _kept[key] = (etag, picture)
        while len(_kept) > MOST_KEPT or sum(len(each) for _, each in _kept.values()) > MOST_KEPT_BYTES:
            del _kept[next(iter(_kept))]
