# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The queue of a session, and the changes that clients ask for."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple

from . import _checks as check
from . import _signatures as c
from ._c_content import free, make
from ._content import Content
from ._enums import Status
from ._errors import NowPlayingError
from ._handlers import callback
from ._library import functions, is_id, lock

if TYPE_CHECKING:
    from ._session import Session

_Callbacks = c.nowplaying_session_callbacks


class QueueEntry(str):
    """The id of an entry of Session.queue, as a handler gets it, and its place there when the handler is called."""

    __slots__ = ("row",)
    #: The index of the entry in Session.queue.
    row: int


def checked_queue(name: str, queue: Any) -> Tuple[Content, ...]:
    entries: Tuple[Content, ...] = check.list_of(name, queue, _checked_entry, "a list of Content")
    if len(entries) > c.NOWPLAYING_MAX_QUEUE_ENTRIES:
        raise ValueError(f"{name} must have at most {c.NOWPLAYING_MAX_QUEUE_ENTRIES} entries, not {len(entries)}")
    return entries


def _checked_entry(name: str, entry: Any) -> Content:
    if not isinstance(entry, Content):
        raise check.wrong_type(name, "a Content (Music, Podcast, …)", entry)
    if not entry.id:
        raise ValueError(f"{name} must have an id")
    return entry


def checked_row(name: str, row: Any) -> Optional[int]:
    if row is None:
        return None
    place = check.integer(name, row)
    if place < 0:
        raise ValueError(f"{name} must be 0 or more, not {place}")
    return place


def check_row(row: Optional[int], queue: Sequence[Content]) -> None:
    """Refuses a row that a queue does not have."""
    if row is not None and row >= len(queue):
        raise ValueError(f"Session.queue_row must be below {len(queue)}, the length of Session.queue, not {row}")


def stage_queue(handle: Any, queue: Sequence[Content]) -> None:
    made: List[ctypes.c_void_p] = []
    try:
        for entry in queue:
            made.append(make(entry))
        functions.nowplaying_session_set_queue(handle, (ctypes.c_void_p * len(made))(*made), len(made))
    finally:
        for each in made:
            free(each)


# ------------------------------------------------------------------------------------------------ The library's calls

def _entry(session: "Session", request: int, given: bytes) -> QueueEntry:
    """Returns the entry that a request is about."""
    row = ctypes.c_int64()
    with lock:  # no other thread publishes a queue in between
        functions.nowplaying_request_get_queue_row(request, ctypes.byref(row))
        entries = session._state["queue"]
    if not 0 <= row.value < len(entries) or not is_id(entries[row.value].id, given):
        raise NowPlayingError("The entry is not in the queue any more.", Status.NO_SUCH_CONTENT)
    entry = QueueEntry(entries[row.value].id)
    entry.row = row.value
    return entry


@callback(_Callbacks, "queue_go_to")
def _queue_go_to(session: "Session", request: int, entry: bytes) -> int:
    assert session._on_queue_go_to is not None
    return session._handlers.run(
        "on_queue_go_to", session._on_queue_go_to, _entry(session, request, entry), request=request)


@callback(_Callbacks, "queue_add")
def _queue_add(session: "Session", request: int, uri: bytes, after: Optional[bytes], play: int) -> int:
    assert session._on_queue_add is not None
    place = None if after is None else _entry(session, request, after)
    return session._handlers.run(
        "on_queue_add", session._on_queue_add, uri.decode("utf-8", "replace"), place, bool(play), request=request)


@callback(_Callbacks, "queue_remove")
def _queue_remove(session: "Session", request: int, entry: bytes) -> int:
    assert session._on_queue_remove is not None
    return session._handlers.run(
        "on_queue_remove", session._on_queue_remove, _entry(session, request, entry), request=request)


def add_queue_callbacks(callbacks: c.nowplaying_session_callbacks, session: "Session") -> None:
    """Adds callbacks for those handlers that the session has. Without one of the latter two, clients see that the queue
    cannot be edited."""
    if session._on_queue_go_to is not None:
        callbacks.queue_go_to = _queue_go_to
    if session._on_queue_add is not None:
        callbacks.queue_add = _queue_add
    if session._on_queue_remove is not None:
        callbacks.queue_remove = _queue_remove
