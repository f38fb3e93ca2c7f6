# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A picture or a video that was asked of a player."""
import ctypes
import os
import re
import stat
import threading
from dataclasses import dataclass, field
from typing import Any, Callable
from urllib.parse import unquote_to_bytes

from .. import _signatures as c
from .._actions import Action
from .._enums import Status
from .._errors import NowPlayingError
from ._reference import text

# How the file of a picture begins. Its name does not count: a player may call a link to any file a picture.
PICTURES = [(re.compile(magic, re.DOTALL), f"image/{kind}") for magic, kind in [
    (b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"RIFF....WEBP", "webp"), (b"GIF8[79]a", "gif")]]

# A file of this computer: with no host or this one (RFC 8089).
FILE = re.compile("file:(?://(?:localhost)?(?=/)|(?!//))(/.*)", re.IGNORECASE | re.DOTALL)

# The word for the file of a picture, its largest size, and the error when it is another thing.
PICTURE_FILE = ("picture", c.NOWPLAYING_MAX_ARTWORK_BYTES, Status.NOT_AN_IMAGE)


@dataclass(frozen=True)
class Media:
    """A picture or a video. It comes from a foreign program: decode it in a sandbox, or with care.

    data: the bytes of its file.
    mime_type: "image/png", "video/mp4".
    width, height: of a picture, in pixels; 0 of a video, and of a picture that Session.picture() has from a file.
    """

    data: bytes = field(repr=False)
    mime_type: str
    width: int = 0
    height: int = 0


class PictureAction(Action[Media]):
    """Gets a picture."""

    def _succeed(self, result: Any) -> None:
        data = ctypes.string_at(result.data, result.size)
        self.set_result(Media(data, text(result.mime_type), result.width, result.height))


class ReadAction(Action[Media]):
    """Reads a file on a thread of its own: the disk may be slow."""

    def _read(self, what: str, read: Callable[[], Media]) -> None:
        try:
            media = read()
        except (OSError, ValueError) as error:
            self._fail(f"The {what} cannot be read: {error}", Status.IO)
        except NowPlayingError as error:
            self._fail(error.message, error.status)
        except BaseException as error:
            self.set_exception(error)
        else:
            self.set_result(media)


class VideoAction(ReadAction):
    """Gets a video, which the player sends as an open file."""

    def _succeed(self, result: Any) -> None:
        descriptor, mime_type, most = os.dup(result.fd), text(result.mime_type), c.NOWPLAYING_MAX_VIDEO_BYTES

        def read() -> Media:
            try:
                return Media(_read_file(descriptor, "video", most, Status.NOT_A_VIDEO), mime_type)
            finally:
                os.close(descriptor)

        try:
            threading.Thread(target=self._read, args=("video", read)).start()
        except BaseException:
            os.close(descriptor)
            raise


class FileAction(ReadAction):
    """Gets the picture at the address that a player of MPRIS gives."""

    def begin(self, address: str) -> None:
        threading.Thread(target=self._begin, args=(address,)).start()

    def _begin(self, address: str) -> None:
        if self.set_running_or_notify_cancel():
            self._read("picture", lambda: _picture_at(address))


def _picture_at(address: str) -> Media:
    if not address:
        raise NowPlayingError("There is no picture.", Status.NO_SUCH_CONTENT)
    path = os.fsencode(address)
    if uri := FILE.fullmatch(address):
        path = unquote_to_bytes(uri[1])
    elif not address.startswith("/"):
        raise NowPlayingError(f"The picture is not on this computer: {address[:200]}", Status.NOT_LOCAL)
    descriptor = _open_picture(path)
    try:
        data = _read_file(descriptor, *PICTURE_FILE)
    finally:
        os.close(descriptor)
    mime_type = next((kind for magic, kind in PICTURES if magic.match(data)), None)
    if mime_type is None:
        raise NowPlayingError(f"The file is not a PNG, JPEG, WebP or GIF: {address[:200]}", Status.NOT_AN_IMAGE)
    return Media(data, mime_type)


def _open_picture(path: bytes) -> int:
    """Looks at a file before it is opened, which may do something to a device, and tells the writer of a pipe."""
    seen = os.open(path, os.O_PATH)
    try:
        _size_of_file(seen, *PICTURE_FILE)
        # The same file, whatever has its name by now.
        return os.open(f"/proc/self/fd/{seen}", os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    finally:
        os.close(seen)


def _size_of_file(descriptor: int, what: str, most: int, wrong: Status) -> int:
    about = os.fstat(descriptor)
    if not stat.S_ISREG(about.st_mode):
        raise NowPlayingError(f"The {what} is no file, but something else.", wrong)
    if about.st_size > most:
        raise NowPlayingError(f"The {what} has {about.st_size} bytes, more than {most}.", Status.TOO_LARGE)
    return about.st_size


def _read_file(descriptor: int, what: str, most: int, wrong: Status) -> bytes:
    """The content of a file that a foreign program may change meanwhile."""
    expected = _size_of_file(descriptor, what, most, wrong)
    parts, size = [], 0
    while size < expected and (part := os.pread(descriptor, expected - size, size)):
        parts.append(part)
        size += len(part)
    return b"".join(parts)
