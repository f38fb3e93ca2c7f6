# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Pictures and videos from players."""
import ctypes
import os
import stat
import threading
from dataclasses import dataclass, field
from typing import Any

from .. import _signatures as c
from .._actions import Action
from .._enums import Status
from .._errors import NowPlayingError
from .._library import text
from ._library import record


@dataclass(frozen=True)
class Media:
    """A picture or a video. It comes from a foreign program: decode it in a sandbox, or with care.

    data: the bytes of its file.
    mime_type: "image/png", "video/mp4".
    width, height: of a picture, in pixels, before it is turned; 0 of a video.
    orientation: how a picture is to be turned before it is shown, 1 to 8, as EXIF numbers it; 1: not at all.
    """

    data: bytes = field(repr=False)
    mime_type: str
    width: int = 0
    height: int = 0
    orientation: int = 1


class MediaAction(Action[Media]):
    """An action that gets a picture; or a video, which the player sends as an open file: that is read on a thread of
    its own, because the disk may be slow."""

    def _succeed(self, result: Any) -> None:
        if result.data:
            self.set_result(record(Media, result, data=ctypes.string_at(result.data, result.size)))
            return
        descriptor = os.dup(result.fd)
        try:
            threading.Thread(target=self._read, args=(descriptor, text(result.mime_type))).start()
        except BaseException:
            os.close(descriptor)
            raise

    def _read(self, descriptor: int, mime_type: str) -> None:
        try:
            self.set_result(Media(_read_video(descriptor), mime_type))
        except OSError as error:
            self.set_exception(NowPlayingError(f"The video cannot be read: {error}", Status.IO))
        except BaseException as error:
            self.set_exception(error)
        finally:
            os.close(descriptor)


def _read_video(descriptor: int) -> bytes:
    """Reads a file that a foreign program may change at the same time."""
    about, most = os.fstat(descriptor), c.NOWPLAYING_MAX_VIDEO_BYTES
    if not stat.S_ISREG(about.st_mode):
        raise NowPlayingError("The video is no file, but something else.", Status.NOT_A_VIDEO)
    if about.st_size > most:
        raise NowPlayingError(f"The video has {about.st_size} bytes, more than {most}.", Status.TOO_LARGE)
    data = bytearray()
    while len(data) < about.st_size and (part := os.pread(descriptor, about.st_size - len(data), len(data))):
        data += part
    return bytes(data)
