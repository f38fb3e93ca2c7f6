# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""How a loop comes to dispatch an app, or a surface."""
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
        """The app is made, and can be dispatched; or it could not be made, and nobody is to wait for it."""
        self._begun.set()

    def wake(self) -> None:
        """Has a CallLoop dispatch the app, perhaps on another thread, and so only when the app is made. Until then the
        library's thread waits here: it has nothing else to do, and the constructor does not wait for it."""
        self._begun.wait()
        if self.call is not None:
            self.call(self.readable)

    def readable(self) -> None:
        """There is something to dispatch."""
        app = self._app()
        if app is not None and not app.closed:
            try:
                app.dispatch()
            except NowPlayingError:
                logger.exception("Dispatching failed.")

    def free(self, handle: Any) -> None:
        """Frees the app, whatever its loop says."""
        if self.call is not None and is_inside(self._key):
            # On the library's thread, which the app's end waits for. Here a CallLoop may have closed the app, or its
            # last reference was let go of.
            threading.Thread(target=self.free, args=[handle]).start()
            return
        try:
            # A forked child shares the epoll of its parent's loop: what it took out of it, the parent would not hear.
            if os.getpid() == self._process:
                self.stop()
        except Exception:
            logger.exception("The loop did not let the app go.")
        finally:
            self._delete(handle)
