# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A picture of an item."""
from __future__ import annotations

import functools
import os
from typing import Any, Callable, ClassVar, Dict, Mapping, Optional, Tuple, Type, TypeVar, Union

from . import _checks as check
from ._answers import complete
from ._enums import Status
from ._errors import NowPlayingError
from ._library import functions
from ._records import dataclass

T = TypeVar("T")
HELP = ("write Artwork.file(path), Artwork.data(bytes), Artwork.url(address), Artwork(id, function), or "
        "Artwork.later(id)")


@dataclass(frozen=True)
class Artwork:
    """A picture of an item, asked for when somebody wants to show it. Artwork.file(), Artwork.data() and Artwork.url()
    make one of a picture that is there already, Artwork.later() one whose picture the player provides later.

    id: names the picture, for instance by the album; a picture is remembered by it.
    load: called with the wanted width and height in pixels; a function or a coroutine function that returns the bytes
      of a PNG, JPEG, WebP or GIF file, or the path of one, or what Artwork.url() and the like make, or None where
      there is no picture after all; or a future of one of these. An address as a str is no path: return Artwork.url()
      of it.
    """

    id: str
    load: Callable[[int, int], object]

    _checks: ClassVar[Dict[str, Any]] = {
        "id": check.some_text, "load": functools.partial(check.handler, takes=("width", "height"), hint=HELP)}

    @classmethod
    def file(cls, path: Union[str, "os.PathLike[str]"], *, id: Optional[str] = None) -> "Artwork":
        """The picture in a file, which is read when somebody wants to show it.

        path: where it is; a relative one starts at the folder that is the current one now.
        id: None for a hash of the absolute path, because surfaces see it; give one of your own if the file's
          content changes.
        """
        return kept(cls, check.path("Artwork.file(path)", path, "write Artwork.url()"), id)

    @classmethod
    def data(cls, data: Union[bytes, bytearray, memoryview], *, id: Optional[str] = None) -> "Artwork":
        """A picture as the bytes of its file, which are copied.

        id: None for a hash of the bytes.
        """
        return kept(cls, check.some_bytes("Artwork.data(data)", data), id)

    @classmethod
    def url(cls, url: str, *, id: Optional[str] = None, headers: Optional[Mapping[str, str]] = None) -> "Artwork":
        """The picture at an address, of ASCII alone with the rest percent-encoded, and of at most 4096 bytes.

        url: "https://…" (or http): the desktop is sent the address and fetches the picture; not all desktops can.
          "file:///…", as pathlib.Path.as_uri() makes it: a file that is neither moved nor changed while it is shown.
          If the desktop can see the file, it is not copied.
        id: None for the address, or for a hash of that of a file.
        headers: HTTP headers that the server requires, such as {"Authorization": "Bearer …"}; {} if the secret is
          in the address. This process then fetches the picture, with urllib, when a client wants to show it, at most
          8 MiB within 30 s. The desktop gets its bytes, but sees neither the address nor a header, and the id is a
          hash. Clients that want the picture at the same time share one fetch, and later the server is asked by ETag
          whether the picture has changed. A redirect to another server is followed without the headers. A redirect
          from a server of the web to an address of this machine or its network is not followed.
        """
        check.url("Artwork.url(url)", url, web=True)
        if headers is not None:
            from ._fetched import fetched
            return cls(hash_of(url.encode()) if id is None else id, fetched(url, headers))
        return kept(cls, Url(url), id)

    @classmethod
    def later(cls, id: str) -> "Artwork":
        """A picture that the player gives its session by Session.provide_artwork() when it has it."""
        return cls(id, Later())


def kept(kind: Callable[..., T], given: Union[str, bytes], id: Optional[str], *more: object) -> T:
    """Returns an artwork or a video of bytes, a path or an address. Without an id it is named by an address of the web,
    or else by a hash: surfaces see the id, and must not learn where files are."""
    if id is None:
        is_elsewhere = isinstance(given, Url) and not given.startswith("file:")
        id = str(given) if is_elsewhere else hash_of(os.fsencode(given))
    return kind(id, Kept(given), *more)


def hash_of(data: bytes) -> str:
    try:  # of CPython; hashlib brings OpenSSL, which takes two milliseconds
        hashes = __import__("_blake2")
    except ImportError:
        hashes = __import__("hashlib")
    return str(hashes.blake2b(data, digest_size=16).hexdigest())


class Url(str):
    """The URL of a picture; a class of its own, since a plain str is a path."""


@dataclass(frozen=True, repr=False)
class Kept:
    """A function that returns a fixed value, and that can be compared, copied and pickled."""

    given: object

    def __call__(self, width: int, height: int) -> object:
        return self.given


@dataclass(frozen=True, repr=False)
class Later:
    """Takes the place of the load function of a picture that is provided later."""

    def __call__(self, width: int, height: int) -> object:
        raise TypeError("a picture that is given later has no function to be called")


optional_artwork = check.optional(functools.partial(check.instance, kind=Artwork, hint=HELP))


def arguments(kind: Type[Any], given: Any, returned: str, name: str) -> Tuple[str, Tuple[Any, ...]]:
    """Returns the form in which an artwork or a video was given: the last word of the library's functions for this
    form, and their arguments.

    kind: Artwork or Video.
    returned, name: for errors: a sentence's beginning, and the name of what was given.
    """
    if isinstance(given, kind):
        if not isinstance(given.load, Kept):
            raise TypeError(f"{returned} {given!r}, which has a function again.")
        given = given.load.given
    if given is None:
        return "none", ()
    if isinstance(given, (bytes, bytearray, memoryview)):
        data = bytes(given)
        return "data", (data, len(data))
    if isinstance(given, Url):
        return "url", (given.encode(),)
    if check.is_address(given):
        raise ValueError(f"{returned} the address {given[:60]!r}: write {kind.__name__}.url().")
    if isinstance(given, (str, os.PathLike)):
        path = os.fsencode(given)
        if b"\0" in path:
            raise ValueError(f"{name} must not contain a NUL")
        return "file", (path,)
    made = kind.__name__
    raise check.wrong_type(
        name, f"bytes, the path of a file, what {made}.file(), {made}.data() or {made}.url() makes, or None", given)


def answer(what: str, kind: Type[Any], request: int, given: Any) -> None:
    """Completes a request for an "artwork" or a "video" with the value that its function has returned.

    kind: Artwork or Video.
    """
    returned = f"The function of the {what} returned"
    way, values = arguments(kind, given, returned, f"What the function of the {what} returned")
    if way == "none":
        complete(request, Status.NO_SUCH_CONTENT, f"There is no {what}.")  # which is no mistake of the player
        return
    try:
        getattr(functions, f"nowplaying_request_complete_{what}_{way}")(request, *values)
    except NowPlayingError as error:
        if way != "url" or error.status != Status.NOT_LOCAL:
            raise
        # The surface wants bytes, and the player has only a URL that others can fetch. This is no mistake.
        complete(request, error.status, error.message)


answer_with_artwork = functools.partial(answer, "artwork", Artwork)
