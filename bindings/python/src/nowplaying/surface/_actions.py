# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What was asked of a player, and what came of it."""
import asyncio
import ctypes
import os
import stat
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generator, Optional, TypeVar

from .. import _signatures as c
from .._enums import Status
from .._errors import NowPlayingError
from .._handlers import logger
from ._library import functions
from ._reference import text

if TYPE_CHECKING:
    from ._surface import Surface

T = TypeVar("T")


@dataclass(frozen=True)
class Media:
    """A picture or a video. It comes from a foreign program: decode it in a sandbox, or with care.

    data: the bytes of its file.
    mime_type: "image/png", "video/mp4".
    width, height: of a picture, in pixels; 0 of a video.
    """

    data: bytes = field(repr=False)
    mime_type: str
    width: int = 0
    height: int = 0


class Action(Future[T]):
    """What was asked of a player, until it has answered: a future of concurrent.futures that can also be awaited. Its
    error is a NowPlayingError, whose message is for people.

    `await action` in any asyncio loop; a task that is cancelled cancels it. `action.result()` waits, on a thread that
    does not serve the surface. `action.add_done_callback(function)` has a function called with the action: where the
    surface's handlers are called, or in the thread that cancels.
    """

    def __init__(self, surface: "Surface", what: str) -> None:
        super().__init__()
        self._surface = surface
        self._what = what
        #: The library's name for it; 0: the library does not know of it.
        self._number = 0

    def cancel(self) -> bool:
        """No longer waits for the answer; False if that has come already. The player may do it all the same."""
        cancelled = super().cancel()
        if cancelled:
            self._surface._cancel(self._number)
        return cancelled

    def result(self, timeout: Optional[float] = None) -> T:
        """What came of it, as soon as the player has answered. A RuntimeError on the thread that serves the surface,
        in a handler for instance: there nobody would hear the answer meanwhile."""
        self._check_waiting()
        return super().result(timeout)

    def exception(self, timeout: Optional[float] = None) -> Optional[BaseException]:
        """The error, as soon as the player has answered, or None. See result()."""
        self._check_waiting()
        return super().exception(timeout)

    def __await__(self) -> Generator[Any, None, T]:
        return asyncio.wrap_future(self).__await__()

    def _check_waiting(self) -> None:
        if not self.done() and self._surface._is_served_here():
            raise RuntimeError(f"{self._what} is answered on this very thread, which cannot wait for it: await it, or "
                               "use add_done_callback()")

    def _answer(self, result: Any) -> None:
        """The library says what came of it."""
        if not self.set_running_or_notify_cancel():
            return
        if result.status < 0:
            self._fail(text(result.message), result.status)
            return
        try:
            self._succeed(result)
        except Exception as error:
            self.set_exception(error)

    def _succeed(self, result: Any) -> None:
        self.set_result(None)  # type: ignore[arg-type]

    def _fail(self, message: str, status: int) -> None:
        error = NowPlayingError(message or functions.nowplaying_surface_strerror(status).decode(), status)
        logger.info("%s failed: %s (%s)", self._what, error, error.status)
        self.set_exception(error)

    def _end(self) -> None:
        """Nobody will answer."""
        if self.set_running_or_notify_cancel():
            self.set_exception(NowPlayingError("The surface was closed.", Status.CANCELLED))


class PictureAction(Action[Media]):
    """Gets a picture."""

    def _succeed(self, result: Any) -> None:
        data = ctypes.string_at(result.data, result.size)
        self.set_result(Media(data, text(result.mime_type), result.width, result.height))


class VideoAction(Action[Media]):
    """Gets a video, whose file is read on a thread of its own: the disk may be slow."""

    def _succeed(self, result: Any) -> None:
        descriptor = os.dup(result.fd)
        try:
            threading.Thread(target=self._read, args=(descriptor, text(result.mime_type))).start()
        except BaseException:
            os.close(descriptor)
            raise

    def _read(self, descriptor: int, mime_type: str) -> None:
        try:
            media = Media(_read_file(descriptor), mime_type)
        except OSError as error:
            self._fail(f"The video cannot be read: {error}", Status.IO)
        except NowPlayingError as error:
            self._fail(error.message, error.status)
        except BaseException as error:
            self.set_exception(error)
        else:
            self.set_result(media)
        finally:
            os.close(descriptor)


def _read_file(descriptor: int) -> bytes:
    """The content of a file that a foreign program has opened, and may change meanwhile."""
    about = os.fstat(descriptor)
    if not stat.S_ISREG(about.st_mode):
        raise NowPlayingError("The player sent no file, but something else.", Status.NOT_A_VIDEO)
    if about.st_size > c.NOWPLAYING_MAX_VIDEO_BYTES:
        raise NowPlayingError(f"The video has {about.st_size} bytes, more than {c.NOWPLAYING_MAX_VIDEO_BYTES}.",
                              Status.TOO_LARGE)
    parts, size = [], 0
    while size < about.st_size and (part := os.pread(descriptor, about.st_size - size, size)):
        parts.append(part)
        size += len(part)
    return b"".join(parts)
