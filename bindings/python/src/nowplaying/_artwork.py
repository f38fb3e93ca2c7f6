# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A picture of an item."""
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Optional, Union

from . import _signatures as c
from ._checks import handler, some_text, wrong_type
from ._enums import Status
from ._handlers import complete
from ._library import functions

HELP = "write Artwork.file(path), Artwork.data(bytes), Artwork.url(address), or Artwork(id, function)"


@dataclass(frozen=True)
class Artwork:
    """A picture of an item, asked for when somebody wants to show it. Artwork.file(), Artwork.data() and Artwork.url()
    make one of what is at hand already.

    id: names the picture, for instance by the album; a picture is remembered by it.
    load: called with the wanted width and height in pixels; a function or a coroutine function that returns the bytes
      of a PNG, JPEG, WebP or GIF file, or the path of one, or what Artwork.url() and the like make, or None where
      there is no picture after all; or a future of one of these.
    """

    id: str
    load: Callable[[int, int], object]

    def __post_init__(self) -> None:
        some_text("Artwork.id", self.id)
        handler("Artwork.load", self.load, HELP)

    @classmethod
    def file(cls, path: Union[str, "os.PathLike[str]"], *, id: Optional[str] = None) -> "Artwork":
        """The picture in a file, which is read when somebody wants to show it.

        path: where it is; a relative one starts at the folder that is the current one now.
        id: None for the absolute path; give one of your own if the file's content changes.
        """
        try:
            name = os.fsdecode(path)
        except TypeError:
            raise wrong_type("Artwork.file(path)", "a str or a path", path) from None
        if not name:
            raise ValueError("Artwork.file(path) must not be empty")
        if "\0" in name:
            raise ValueError(f"Artwork.file(path) must not contain a NUL: {name!r}")
        # Not os.path.abspath(), which takes "link/.." for nothing, wherever the link leads.
        absolute = str(Path(name).absolute())
        return cls(absolute if id is None else id, _Kept(absolute))

    @classmethod
    def data(cls, data: Union[bytes, bytearray, memoryview], *, id: Optional[str] = None) -> "Artwork":
        """A picture as the bytes of its file, which are copied.

        id: None for a hash of the bytes.
        """
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise wrong_type("Artwork.data(data)", "bytes", data)
        if not data:
            raise ValueError("Artwork.data(data) must not be empty")
        kept = bytes(data)
        return cls(hashlib.sha256(kept).hexdigest() if id is None else id, _Kept(kept))

    @classmethod
    def url(cls, url: str, *, id: Optional[str] = None) -> "Artwork":
        """The picture at an address, of ASCII alone with the rest percent-encoded, and of at most 4096 bytes.

        url: "https://…" (or http): the desktop is told the address and fetches the picture; not all desktops can.
          "file:///…", as pathlib.Path.as_uri() makes it: of a file that stays there and as it is for as long as it is
          shown; it is not copied, where the desktop can see it.
        id: None for the address.
        """
        some_text("Artwork.url(url)", url)
        if not url.lower().startswith(("https://", "http://")) and not url.startswith("file:///"):
            raise ValueError(f"Artwork.url(url) must begin with https://, http:// or file:///, not {url[:60]!r}")
        if not all("!" <= letter <= "~" for letter in url):
            raise ValueError(f"Artwork.url(url) must have everything percent-encoded that is not ASCII, a space or a "
                             f"control character, as urllib.parse.quote() does, not {url[:60]!r}")
        if len(url) > c.NOWPLAYING_MAX_TEXT_BYTES:
            raise ValueError(f"Artwork.url(url) must have at most {c.NOWPLAYING_MAX_TEXT_BYTES} bytes, not {len(url)}")
        return cls(url if id is None else id, _Kept(Url(url)))


class Url(str):
    """The address of a picture, as other texts are paths."""


@dataclass(frozen=True, repr=False)
class _Kept:
    """Gives what it was made with: unlike a function it can be compared, copied and pickled."""

    picture: object

    def __call__(self, width: int, height: int) -> object:
        return self.picture


def optional_artwork(name: str, value: Any) -> Optional[Artwork]:
    if value is None or isinstance(value, Artwork):
        return value
    raise wrong_type(name, "an Artwork", value, HELP)


def answer_with(request: int, picture: Any) -> None:
    """Answers a request for an artwork by what its function has returned."""
    if isinstance(picture, Artwork):
        if not isinstance(picture.load, _Kept):
            raise TypeError(f"The function of an artwork returned {picture!r}, which has a function again.")
        picture = picture.load.picture
    if picture is None:
        complete(request, Status.NO_SUCH_CONTENT, b"There is no picture.")  # which is no mistake of the player
    elif isinstance(picture, (bytes, bytearray, memoryview)):
        data = bytes(picture)
        functions.nowplaying_request_complete_artwork_data(request, data, len(data))
    elif isinstance(picture, Url):
        functions.nowplaying_request_complete_artwork_url(request, picture.encode())
    else:
        functions.nowplaying_request_complete_artwork_file(request, os.fsencode(picture))
