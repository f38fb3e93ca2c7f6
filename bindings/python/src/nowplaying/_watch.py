# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Has a loop dispatch an app or a surface."""
from __future__ import annotations

import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, Callable, Optional

from ._errors import NowPlayingError
from ._handlers import is_inside
from ._log import logger

if TYPE_CHECKING:
    from ._connection import Connection


class Watch:
    """Lets a loop dispatch an app, without keeping the app alive.

    call: of a CallLoop.
    delete: the library's function that frees it.
    """

    def __init__(self, app: "Connection", key: int, call: Optional[Callable[[Callable[[], None]], object]],
                 delete: Callable[[Any], object]) -> None:
        self._app = weakref.ref(app)
        self._key = key
        self._process = os.getpid()
        self.call = call
        self._delete = delete
        self._begun = threading.Event()
        self.stop: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """Notes that the app was made and can be dispatched, or could not be made, so that nothing waits for it."""
        self._begun.set()

    def wake(self) -> None:
        """Has a CallLoop dispatch the app once it is made, perhaps on another thread. Until then the library's thread
        waits here: it has nothing else to do, and the constructor does not wait for it."""
        self._begun.wait()
        if self.call is not None:
            self.call(self.readable)

    def readable(self) -> None:
        """Dispatches the app, because its descriptor is readable."""
        app = self._app()
        if app is not None and not app.closed:
            try:
                app.dispatch()
            except NowPlayingError:
                logger.exception("Dispatching failed.")

    def free(self, handle: Any) -> None:
        """Frees the app, even if its loop raises an error."""
        if self.call is not None and is_inside(self._key):
            # This is the library's thread, for which freeing would wait: a CallLoop may have closed the app here, or
            # dropped its last reference.
            threading.Thread(target=self.free, args=[handle]).start()
            return
        try:
            # A forked child shares its parent's epoll: removing a descriptor from it would make the parent deaf.
            if os.getpid() == self._process:
                self.stop()
        except Exception:
            logger.exception("The loop did not let the app go.")
        finally:
            self._delete(handle)
