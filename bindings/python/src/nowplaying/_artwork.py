# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A picture of an item."""
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Optional, Union

from ._checks import handler, some_text, wrong_type

HELP = "write Artwork.file(path), Artwork.data(bytes), or Artwork(id, function)"


@dataclass(frozen=True)
class Artwork:
    """A picture of an item, asked for when somebody wants to show it. Artwork.file() and Artwork.data() make one of
    what is at hand already.

    id: names the picture, for instance by the album; a picture is remembered by it.
    load: called with the wanted width and height in pixels; a function or a coroutine function that returns the bytes
      of a PNG, JPEG, WebP or GIF file, or the path of one, or None where there is no picture after all; or a future
      of one of these.
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
