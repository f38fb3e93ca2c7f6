# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The queue of a session, and the changes that clients ask for."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple

from . import _checks as check
from ._c_content import free, make
from ._content import Content
from ._enums import Status
from ._errors import NowPlayingError
from ._library import functions, is_id, lock, text

if TYPE_CHECKING:
    from ._session import Session


class QueueEntry(str):
    """The id of an entry of Session.queue, as a handler gets it, and its place there when the handler is called."""

    __slots__ = ("row",)
    #: The index of the entry in Session.queue.
    row: int


def checked_entry(name: str, entry: Any) -> Any:
    if not check.instance(name, entry, Content, expected="a Content (Music, Podcast, …)").id:
        raise ValueError(f"{name} must have an id")
    return entry


def check_row(row: Optional[int], queue: Sequence[Content]) -> None:
    """Refuses a row that a queue does not have."""
    if row is not None and not queue:
        raise ValueError(f"Session.queue_row must be None while Session.queue is empty, not {row}: assign the queue "
                         "before it")
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

def entry(session: "Session", request: int, given: bytes) -> Tuple[QueueEntry]:
    """Returns the entry that a request is about, as the argument of a handler."""
    row = ctypes.c_int64()
    with lock:  # no other thread publishes a queue in between
        functions.nowplaying_request_get_queue_row(request, ctypes.byref(row))
        entries = session._state["queue"]
    if not 0 <= row.value < len(entries) or not is_id(entries[row.value].id, given):
        raise NowPlayingError("The entry is not in the queue any more.", Status.NO_SUCH_CONTENT)
    found = QueueEntry(entries[row.value].id)
    found.row = row.value
    return found,


def addition(session: "Session", request: int, uri: bytes, after: Optional[bytes],
             play: int) -> Tuple[str, Optional[QueueEntry], bool]:
    """Returns the arguments of on_queue_add: the URI, the entry after which it comes, and whether to play it."""
    return text(uri), None if after is None else entry(session, request, after)[0], bool(play)
