# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Requests to the desktop or to a player, and their results."""
from __future__ import annotations

import sys
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Generator, Optional, TypeVar

from ._errors import NowPlayingError
from ._library import functions, text
from ._log import logger, one_line

if TYPE_CHECKING:
    from ._connection import Connection

T = TypeVar("T")


class Action(Future[T]):
    """A request to the desktop or to a player, until it is answered: a future of concurrent.futures that can also be
    awaited. Its error is a NowPlayingError, whose message is for people.

    `await action` in any asyncio loop; a task that is cancelled cancels it. `action.result()` waits, on a thread that
    does not serve the App or the Surface. `action.add_done_callback(function)` has a function called with the action:
    where the handlers of the App or the Surface are called, or in the thread that cancels.

    An error that nobody has looked at when the action is dropped is a line of the log.
    """

    #: Whether somebody has seen how the action ended, or another object says it.
    _is_looked_at = False

    def __init__(self, connection: "Connection", what: str) -> None:
        super().__init__()
        self._connection = connection
        self._what = what
        #: The library's number of the action; 0 when there is none.
        self._number = 0

    def cancel(self) -> bool:
        """Stops waiting for the answer; returns False if it has already come. The action may be carried out all the
        same."""
        cancelled = super().cancel()
        if cancelled:
            self._connection._cancel(self._number)
        return cancelled

    def result(self, timeout: Optional[float] = None) -> T:
        """Waits for the answer and returns the result. Raises a RuntimeError on the thread that serves the App or the
        Surface, for instance in a handler, since nothing would receive the answer there."""
        self._check_waiting()
        try:
            return super().result(timeout)
        finally:
            self._is_looked_at = self.done()

    def exception(self, timeout: Optional[float] = None) -> Optional[BaseException]:
        """Waits for the answer and returns the error, or None. See result()."""
        self._check_waiting()
        try:
            return super().exception(timeout)
        finally:
            self._is_looked_at = self.done()

    def __del__(self) -> None:
        if self._is_looked_at or not self.done() or self.cancelled() or sys.is_finalizing():
            return
        error = super().exception()
        if isinstance(error, NowPlayingError):
            logger.info("%s failed: %s (%s)", self._what, one_line(error), error.status)
        elif error is not None:
            logger.info("%s failed: %r", self._what, error)

    def __await__(self) -> Generator[Any, None, T]:
        import asyncio
        return asyncio.wrap_future(self).__await__()

    def _check_waiting(self) -> None:
        if not self.done() and self._connection._is_served_here():
            raise RuntimeError(f"{self._what} is answered on this very thread, which cannot wait for it: await it, or "
                               "use add_done_callback()")

    def _answer(self, result: Any) -> None:
        """Takes the result, a nowplaying_surface_result, unless it was cancelled."""
        if not self.set_running_or_notify_cancel():
            return
        try:
            if result.status < 0:
                message = result.message or functions.nowplaying_strerror(result.status)
                self.set_exception(NowPlayingError(text(message), result.status))
            else:
                self._succeed(result)
        except Exception as error:
            self.set_exception(error)

    def _succeed(self, result: Any) -> None:
        self.set_result(None)  # type: ignore[arg-type]
