# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""An animated artwork of an item."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Dict, Mapping, Optional, Union

from . import _checks as check
from ._artwork import Artwork, Later, Url, answer, kept, optional_artwork
from ._enums import AspectRatio
from ._mapping import FrozenMapping
from ._records import dataclass

if TYPE_CHECKING:
    import os

HELP = "write Video.file(path), Video.data(bytes), Video.url(address), or Video(id, function)"


def _preview(name: str, value: Any) -> Optional[Artwork]:
    if isinstance(value, Artwork) and isinstance(value.load, Later):
        raise ValueError(f"{name} must not be Artwork.later(): surfaces show it at once")
    return optional_artwork(name, value)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Video:
    """An animated artwork of an item: a video that loops, without sound, and a still picture that is shown before it
    and instead of it. It is asked for when a surface shows it to somebody, and again each time. Video.file(),
    Video.data() and Video.url() make one of what is at hand already.

    It is an MP4, QuickTime or WebM video of at most 256 MiB and 60 frames a second. It and its picture have the aspect
    ratio that they are given for, within 1 %.

    id: names the video and its picture; the same id means that both are the same.
    load: called with the wanted width and height in pixels, each 0 if any will do; a function or a coroutine function
      that returns the bytes of the video, or the path of a file, or what Video.url() and the like make, or None where
      there is no video after all; or a future of one of these. An address as a str is no path: return Video.url() of
      it. There are 30 seconds for that.
    preview: the still picture. Its function has two seconds to return it, and its own id is ignored. None: until the
      video plays, surfaces show the artwork of the item.
    """

    id: str
    load: Callable[[int, int], object]
    preview: Optional[Artwork] = None

    _checks: ClassVar[Dict[str, Any]] = {
        "id": check.some_text, "load": functools.partial(check.handler, takes=("width", "height"), hint=HELP),
        "preview": _preview}

    @classmethod
    def file(cls, path: Union[str, "os.PathLike[str]"], *, preview: Optional[Artwork] = None,
             id: Optional[str] = None) -> "Video":
        """The video in a file, which surfaces read: it may be removed then, but not changed.

        path: where it is; a relative one starts at the folder that is the current one now.
        id: None for a hash of the absolute path, because surfaces see it; give one of your own if the file's
          content changes.
        """
        return kept(cls, check.path("Video.file(path)", path, "write Video.url()"), id, preview)

    @classmethod
    def data(cls, data: Union[bytes, bytearray, memoryview], *, preview: Optional[Artwork] = None,
             id: Optional[str] = None) -> "Video":
        """A video as the bytes of its file, which are copied.

        id: None for a hash of the bytes.
        """
        return kept(cls, check.some_bytes("Video.data(data)", data), id, preview)

    @classmethod
    def url(cls, url: str, *, preview: Optional[Artwork] = None, id: Optional[str] = None) -> "Video":
        """The video in a file by its address, "file:///…", as pathlib.Path.as_uri() makes it. Nothing is fetched from
        elsewhere.

        id: None for a hash of the address.
        """
        check.url("Video.url(url)", url, web=False)
        return kept(cls, Url(url), id, preview)


class AnimatedArtwork(FrozenMapping[AspectRatio, Video]):
    """The videos of an item by their aspect ratio."""

    __slots__ = ()


def videos(name: str, value: Any) -> AnimatedArtwork:
    hint = "write {AspectRatio.SQUARE: Video.file(path)} for instance"
    for ratio, video in check.instance(name, value, Mapping, hint, "a dict").items():
        check.member(f"{name}: a key", ratio, AspectRatio)
        check.instance(f"{name}[{ratio}]", video, Video, HELP)
    return AnimatedArtwork(value)


answer_with_video = functools.partial(answer, "video", Video)
