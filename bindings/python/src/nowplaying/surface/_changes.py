# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The changes of a surface, one after the other, for a coroutine."""
import asyncio
import contextlib
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, AsyncIterator, Dict, Optional, Tuple

from .._library import lock
from ._enums import Changed
from ._session import Session

if TYPE_CHECKING:
    from ._surface import Surface


class ChangeKind(Enum):
    """Whether a session was added, has changed or was removed."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


@dataclass(frozen=True)
class Change:
    """A session came, changed or went.

    kind: which of these.
    session: how it is now; of one that went, how it was last.
    changed: of a session that has changed, what; else NONE.
    """

    kind: ChangeKind
    session: Session
    changed: Changed = Changed.NONE


class Changes(AsyncIterator[Change]):
    """The changes of a surface. What a slow reader has not read yet is one change for each session, so that it never
    reads what is not so any more, and never has more to read than there are sessions."""

    def __init__(self, surface: "Surface") -> None:
        self._surface = surface
        try:
            self._loop = asyncio.get_running_loop()
        except RuntimeError:
            raise RuntimeError("Surface.changes: there is no asyncio loop here: call it in a coroutine, or give the "
                               "Surface an on_added, on_changed and on_removed") from None
        self._woken = asyncio.Event()
        #: The sessions that the reader knows, by key.
        self._known: Dict[str, Session] = {}
        #: The changes that the reader has not read: the newest session, or None if it is gone, and what has changed.
        self._news: Dict[str, Tuple[Optional[Session], Changed]] = {}

    def put(self, key: str, session: Optional[Session], changed: Changed = Changed.NONE) -> None:
        """Notes the newest state of a session, or that it is gone. May be called on any thread."""
        with lock:
            self._news[key] = session, changed | self._news.get(key, (None, Changed.NONE))[1]
        self.wake()

    def begin(self, session: Session) -> None:
        """Notes a session that exists already, unless `put` has noted more."""
        with lock:
            self._news.setdefault(session.key, (session, Changed.NONE))

    def wake(self) -> None:
        """Wakes the reader, because there is a change or the surface was closed."""
        with contextlib.suppress(RuntimeError):  # the loop is closed, and nothing reads any more
            self._loop.call_soon_threadsafe(self._woken.set)

    async def __anext__(self) -> Change:
        while not self._surface.closed:
            self._woken.clear()
            change = self._take()
            if change is not None:
                return change
            await self._woken.wait()
        raise StopAsyncIteration

    def _take(self) -> Optional[Change]:
        """Returns the next change; None if there is none now."""
        with lock:
            while self._news:
                key = next(iter(self._news))
                session, changed = self._news.pop(key)
                last = self._known.pop(key, None)
                if session is not None:
                    self._known[key] = session
                    return Change(ChangeKind.CHANGED, session, changed) if last else Change(ChangeKind.ADDED, session)
                if last is not None:
                    return Change(ChangeKind.REMOVED, last)
        return None
