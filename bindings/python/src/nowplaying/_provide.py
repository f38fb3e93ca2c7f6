# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Lets a player give its session pictures when it has them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Set, Tuple, Union

from . import _checks as check
from ._artwork import Artwork, arguments
from ._errors import NowPlayingError
from ._library import encode, functions
from ._objects import HandleOwner

if TYPE_CHECKING:
    import os
    from concurrent.futures import Future


class ArtworkProvider(HandleOwner):
    """The part of a Session that accepts pictures."""

    __slots__ = ("_awaited",)

    #: The requests that wait for a picture: the artwork's id, and the future that ends the wait.
    _awaited: "Set[Tuple[str, Future[None]]]"

    def provide_artwork(
            self, id: str,
            picture: "Union[bytes, bytearray, memoryview, str, os.PathLike[str], Artwork, None]") -> None:
        """Gives the session a picture of an artwork, before its content is assigned or after; published at once. It
        is used wherever an artwork of this id is shown in the session, and a function of that artwork is not called.
        Another picture for the same id takes its place.

        A new item waits 40 ms for its picture, so that clients see it once; for a picture that comes later they are
        sent the item again. A session remembers 16 pictures, and the one that it shows.

        id: of the Artwork, for instance that of Artwork.later().
        picture: the bytes of a PNG, JPEG, WebP or GIF file, the path of one, what Artwork.file(), Artwork.data() or
          Artwork.url() makes, whose own id is of no account, or None: there is no picture, and nobody waits for one.
        """
        check.some_text("Session.provide_artwork(id)", id)
        name = "Session.provide_artwork(picture)"
        way, values = arguments(Artwork, picture, f"{name} is", name)
        # Called without the lock, which other threads need while a disk is slow.
        with self._use() as handle:
            getattr(functions, f"nowplaying_session_provide_artwork_{way}")(handle, encode(id), *values)
        for awaited, future in tuple(self._awaited):
            if awaited == id:
                future.cancel()

    def _wait_for_artwork(self, id: str, request: int) -> "Future[None]":
        """Returns a future that ends when a request has been answered with a picture that was provided."""
        from concurrent.futures import Future
        future: "Future[None]" = Future()
        entry = (id, future)
        self._awaited.add(entry)
        future.add_done_callback(lambda _: self._awaited.discard(entry))
        try:
            functions.nowplaying_request_get_state(request)
        except NowPlayingError:
            future.cancel()  # the picture came in the meantime
        return future
