# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The surface, which shows and drives all players, and its changes, one after the other, for a coroutine."""
import asyncio
import contextlib
import ctypes
import weakref
from dataclasses import dataclass
from enum import Enum
from typing import Any, AsyncIterator, Callable, Collection, Dict, List, Optional, Tuple, TypeVar

from .. import _checks as check
from .. import _rules as rules
from .._actions import Action
from .._app import RATIOS
from .._connection import AnyLoop, Connection, c_texts, common_callbacks
from .._enums import AspectRatio, BusState, Status
from .._errors import NowPlayingError
from .._handlers import callback, callback_of, plain
from .._library import lock
from .._objects import assigned
from . import _signatures as s
from ._enums import Changed
from ._library import Reference, functions
from ._session import Session

T = TypeVar("T")
_Callbacks = s.nowplaying_surface_callbacks


class ChangeKind(Enum):
    """Whether a session was added, has changed or was removed."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


@dataclass(frozen=True)
class Change:
    """A session came, changed or went.

    kind: whether the session came, changed or went.
    session: the session as it is now; if it went, as it was last.
    changed: what has changed, if the kind is CHANGED; else NONE.
    """

    kind: ChangeKind
    session: Session
    changed: Changed = Changed.NONE


class Changes(AsyncIterator[Change]):
    """The changes of a surface. Changes of a session that the reader has not read yet are merged into one, so that a
    slow reader never reads outdated changes, and never has more to read than there are sessions."""

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
        #: The changes that the reader has not read, by the sessions' keys: the newest state of the session, or None if
        #: it is gone, and what has changed.
        self._news: Dict[str, Tuple[Optional[Session], Changed]] = {}

    def put(self, key: str, session: Optional[Session], changed: Changed = Changed.NONE) -> None:
        """Notes the newest state of a session, or that it is gone. May be called on any thread."""
        with lock:
            self._news[key] = session, changed | self._news.get(key, (None, Changed.NONE))[1]
        self.wake()

    def wake(self) -> None:
        """Wakes the reader, because there is a change or the surface was closed."""
        with contextlib.suppress(RuntimeError):  # the loop is closed, and nothing reads any more
            self._loop.call_soon_threadsafe(self._woken.set)

    async def __anext__(self) -> Change:
        while not self._surface.closed:
            self._woken.clear()
            if (change := self._take()) is not None:
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


def _of_a_session(name: str) -> Any:
    """Returns the callback of this name, which is given a session that the library lends, and perhaps its changes."""
    @callback(_Callbacks, name)
    def call(surface: "Surface", handle: int, *bits: int) -> None:
        session = Session(surface, Reference(functions.nowplaying_surface_session_ref(handle)))
        changed = tuple(map(Changed, bits))
        for changes in surface._readers():
            changes.put(session.key, None if name == "removed" else session, *changed)
        surface._tell(f"on_{name}", session, *changed)

    return call


@callback(_Callbacks, "bus_state")
def _bus_state(surface: "Surface", state: int) -> None:
    surface._listing_status = Status.NO_BUS if state == BusState.NONE else None
    surface._answer_listing()
    surface._tell("on_bus_state", BusState(state))


@callback(_Callbacks, "listed")
def _listed(surface: "Surface") -> None:
    surface._listing_status = Status.OK
    surface._answer_listing()
    surface._tell("on_listed")


@callback_of(s.nowplaying_surface_done, "done")
def _done(surface: "Surface", result: Any) -> None:
    with lock:
        action = surface._actions.pop(result.contents.action, None)
    if action is not None:
        action._answer(result.contents)


class Surface(Connection):
    """A panel, a lock screen, a tool or a bridge: it follows every player on the session bus, those of org.nowplaying
    with all that they say and all others by what MPRIS carries. Use it in a `with` or `async with`, or close() it: one
    that nobody refers to any more stays until Python's collector finds it, which closes it with a ResourceWarning; what
    is open at the end of the program is closed then. A Session of it refers to it.

    name: its name for the logs of players, "lock screen"; "" for "surface".
    loop: the caller of the handlers, as of an App: None for a thread of the library's own, or AsyncioLoop, GLibLoop,
      QtLoop, CallLoop or ManualLoop.
    coroutine_loop: the asyncio loop that coroutine handlers run on; not needed with AsyncioLoop.
    on_added: called with the Session of a new entry.
    on_changed: called with the Session of an entry that has changed, and what of it has Changed.
    on_removed: called with the last Session of an entry that has gone.
    on_ordered: called when `sessions` has another order, or other entries.
    on_listed: called when every player that was there when the surface connected has answered or timed out.
    on_bus_state: called when the bus came (CONNECTED) or went (NONE), and when the first attempt to reach one has
      ended. Before it went, every entry is removed.
    bus_address: of the bus, if it is not the session bus. bus_fd: for tests, a socket connected to a bus.
    twins: whether one playback that is on the bus under two names has two entries. If so, each has the key of the other
      as `twin_key`; otherwise only the better one is an entry.

    Handlers may be functions or coroutine functions. Messages of the library go to the logger "nowplaying".
    """

    __slots__ = ("_actions", "_changing", "_listing", "_listing_status")

    _new, _delete = functions.nowplaying_surface_new, functions.nowplaying_surface_free
    _get_fd, _get_bus_state = functions.nowplaying_surface_get_fd, functions.nowplaying_surface_get_bus_state
    _dispatch = functions.nowplaying_surface_dispatch
    _struct = _Callbacks
    _entries = {**common_callbacks(_Callbacks), "bus_state": _bus_state, "listed": _listed,
                **{name: _of_a_session(name) for name in ("added", "changed", "removed")}}
    _handler_names = {
        "on_added": (("session",), None), "on_changed": (("session", "changed"), None),
        "on_removed": (("session",), None), "on_ordered": ((), plain()), "on_listed": ((), None),
        "on_bus_state": (("state",), None)}

    def __init__(self, name: str = "", *, loop: AnyLoop = None,
                 coroutine_loop: Optional[asyncio.AbstractEventLoop] = None,
                 on_added: Optional[Callable[[Session], object]] = None,
                 on_changed: Optional[Callable[[Session, Changed], object]] = None,
                 on_removed: Optional[Callable[[Session], object]] = None,
                 on_ordered: Optional[Callable[[], object]] = None, on_listed: Optional[Callable[[], object]] = None,
                 on_bus_state: Optional[Callable[[BusState], object]] = None, bus_address: str = "",
                 bus_fd: int = -1, twins: bool = False) -> None:
        self._prepare(loop, coroutine_loop, on_added=on_added, on_changed=on_changed, on_removed=on_removed,
                      on_ordered=on_ordered, on_listed=on_listed, on_bus_state=on_bus_state)
        #: The pending actions, by their number in the library.
        self._actions: Dict[int, Action[Any]] = {}
        #: The actions that wait for the complete list of players, and their result, if it is known.
        self._listing: List[Action[None]] = []
        self._listing_status: Optional[Status] = None
        self._changing: "weakref.WeakSet[Changes]" = weakref.WeakSet()
        self._state = {"aspect_ratios": frozenset()}
        options = s.nowplaying_surface_options(
            **c_texts("Surface", rules.SURFACE_OPTIONS, name=name, bus_address=bus_address),
            twins=rules.SURFACE_OPTIONS["twins"]("Surface(twins)", twins),
            bus_fd=check.descriptor("Surface(bus_fd)", bus_fd))
        self._open(f"Surface {name!r}" if name else "Surface", options, loop)

    @property
    def names(self) -> Tuple[Tuple[str, ...], ...]:
        """The MPRIS names of all players, those of one player together; also of players that have not answered yet.
        playerctld's, which is no player, is the last while it is there."""
        text = self._all(functions.nowplaying_surface_get_names, ctypes.c_char, bytes)
        return tuple(tuple(line.split()) for line in text.rstrip(b"\0").decode().splitlines())

    @property
    def sessions(self) -> Tuple[Session, ...]:
        """All sessions there are now, the most important first, as a lock screen would show them: those that play
        before all others. Among the playing ones, the one that began last comes first; among the others, the one that
        played last."""
        return self._all(functions.nowplaying_surface_get_sessions, ctypes.c_void_p, lambda handles: tuple(
            Session(self, Reference(handle)) for handle in handles))

    def _all(self, function: Any, kind: Any, take: Callable[[Any], T]) -> T:
        """Has a function of the library fill an array, with a larger one until all entries fit. Returns what `take`
        makes of the entries."""
        room = 64
        while True:
            array, count = (kind * room)(), ctypes.c_size_t()
            self._call(function, array, room, ctypes.byref(count))
            found = take(array[:count.value])
            if count.value <= room:
                return found
            room = count.value

    @assigned
    def aspect_ratios(self, ratios: Collection[AspectRatio]) -> Collection[AspectRatio]:
        """The aspect ratios in which this surface shows animated artwork now. Players make previews and videos only for
        surfaces that have set this: assign it while animated artwork can be seen, and () when it cannot."""
        kept = frozenset(check.list_of("Surface.aspect_ratios", ratios, check.a_member(AspectRatio),
                                       "a list of AspectRatio"))
        self._call(functions.nowplaying_surface_set_aspect_ratios, sum(RATIOS[ratio] for ratio in kept))
        return kept

    def listed(self) -> "Action[None]":
        """Done when every player that was there when the surface connected has answered or timed out: `sessions` is
        complete then. It fails (NO_BUS) if there is no bus."""
        action: "Action[None]" = Action(self, "Surface.listed")
        with lock:
            has_bus = self.bus_state != BusState.NONE
            self._listing = [*(each for each in self._listing if not each.cancelled()), action]
        if not has_bus or self._listing_status != Status.NO_BUS:  # else the callback is late: it came again
            self._answer_listing()
        return action

    def changes(self) -> AsyncIterator[Change]:
        """`async for change in surface.changes()`: yields a change ADDED for each session that is there now, and then
        each change, in any asyncio loop, until the surface is closed. Changes of a session that the reader has not read
        yet are merged into one."""
        changes = Changes(self)
        with lock:
            self._changing.add(changes)
            for session in self.sessions:
                changes.put(session.key, session)
        return changes

    def _end(self) -> None:
        super()._end()
        with lock:
            ended = [*self._actions.values(), *self._listing]
            self._actions.clear()
            self._listing.clear()
        closed = s.nowplaying_surface_result(status=Status.CANCELLED, message=b"The surface was closed.")
        for action in ended:
            action._answer(closed)
        for changes in self._readers():
            changes.wake()

    def _begin(self, action: Action[T], function: Any, session: int, *arguments: Any) -> Action[T]:
        number = ctypes.c_uint64()
        with lock:  # a lock for which `done` waits, too
            function(self._open_handle(), session, *arguments, _done, self._key, ctypes.byref(number))
            action._number = number.value
            self._actions[number.value] = action
        return action

    def _cancel(self, number: int) -> None:
        with contextlib.suppress(NowPlayingError):  # raised by one that is closed, and in a forked child
            self._call(functions.nowplaying_surface_cancel, number)

    def _answer_listing(self) -> None:
        with lock:
            status, waiting = self._listing_status, self._listing
            if status is None:
                return
            self._listing = []
        for action in waiting:
            action._answer(s.nowplaying_surface_result(status=status))

    def _readers(self) -> List[Changes]:
        with lock:
            return list(self._changing)
