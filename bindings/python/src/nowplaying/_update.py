# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Publishes several values of a session together."""
from __future__ import annotations

from threading import get_ident
from typing import TYPE_CHECKING, Optional

from ._library import lock

if TYPE_CHECKING:
    from ._session import Session


class Update:
    """The result of Session.update()."""

    __slots__ = ("_outer", "_session", "_thread")

    def __init__(self, session: "Session") -> None:
        self._session = session
        #: The thread that is inside the `with` block.
        self._thread: Optional[int] = None

    def __enter__(self) -> None:
        staged, thread = self._session._staged, get_ident()
        with lock:
            if self._thread is not None:
                raise RuntimeError("this update has begun already: call Session.update() again for one inside of it")
            self._thread = thread
        self._outer = staged.get(thread)
        staged[thread] = {} if self._outer is None else dict(self._outer)

    def __exit__(self, error: object, *_: object) -> None:
        session, thread, self._thread = self._session, self._thread, None
        if thread is None:
            raise RuntimeError("this update has not begun")
        values = session._staged.pop(thread)
        if self._outer is not None:
            session._staged[thread] = self._outer if error is not None else values
        elif error is None and values:
            session._publish(values)
