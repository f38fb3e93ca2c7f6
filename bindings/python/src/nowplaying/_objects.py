# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The base class of App and Session: owns a handle of the library that is freed exactly once, and never while in
use."""
from __future__ import annotations

import contextlib
import ctypes
import threading
import warnings
import weakref
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Dict, Iterator, List, NoReturn, Optional, Tuple, TypeVar

from . import _checks as check
from ._enums import Status
from ._errors import NowPlayingError
from ._handlers import Handlers, Making, call_ended, calling, is_in_use, unregister, wait_for
from ._library import lock, lock_is_mine

T = TypeVar("T")

if TYPE_CHECKING:
    from typing import Mapping, Protocol

    class Assigned(Protocol[T]):
        """The type of a property whose value is set and returned as the same type."""

        def __get__(self, owner: Any, kind: Any = None) -> T: ...
        def __set__(self, owner: Any, value: T) -> None: ...

Self = TypeVar("Self", bound="HandleOwner")


def assigned(accept: "Callable[[Any, T], T]") -> "Assigned[T]":
    """Makes a property of a method that checks an assigned value, and returns the value to keep."""
    name = accept.__name__

    def get(owner: Any) -> Any:
        return owner._get(name)

    def assign(owner: Any, value: T) -> None:
        owner._set(name, accept(owner, value))

    get.__annotations__ = {"return": accept.__annotations__["return"]}
    made: Any = property(get, assign, doc=accept.__doc__)
    return made  # type: ignore[no-any-return]


def _free_forgotten(warning: str, free: Callable[[Any], None], handle: Any, handlers: Handlers) -> None:
    if lock_is_mine():
        # The garbage collector ran during a call of this thread on which others may wait, so the handle is freed on
        # another thread.
        threading.Thread(target=_free_forgotten, args=(warning, free, handle, handlers)).start()
        return
    free(handle)
    handlers.cancel()
    if warning:
        warnings.warn(warning, ResourceWarning)


class HandleOwner:
    """Owns a handle of the library, until close() or the end of a `with`."""

    __slots__ = ("__weakref__", "_closed", "_finalizer", "_free", "_handle", "_handlers", "_key", "_name", "_on",
                 "_state", "_users")

    _closed: bool  # set when the constructor begins, because the first callback may come before it ends
    _handlers: Handlers
    #: The struct of the library's callbacks, and the entries of it that are always set.
    _struct: ClassVar[Any]
    _entries: ClassVar[Dict[str, Any]]
    #: For each handler, its parameters, and the function that makes its arguments from those of the callback of its
    #: name; None if that callback is written by hand.
    _handler_names: ClassVar[Dict[str, Tuple[Tuple[str, ...], Optional[Making]]]]
    #: The values that were assigned, see `assigned`.
    _state: Dict[str, Any]
    #: The handlers that were given.
    _on: Dict[str, Callable[..., Any]]

    def _make(self, name: str, key: int, free: Callable[[Any], None], new: Callable[..., Any], *arguments: Any,
              warning: str = "") -> None:
        """Makes the handle by a function that takes these arguments, the callbacks and the place for the handle."""
        handle = ctypes.c_void_p()
        try:
            new(*arguments, ctypes.byref(self._callbacks(key)), ctypes.byref(handle))
        except BaseException:
            self._closed = True
            unregister(key)
            raise
        self._name = name
        self._key = key
        self._free = free
        #: The threads that use the handle.
        self._users: List[int] = []
        self._finalizer = weakref.finalize(self, _free_forgotten, warning, free, handle, self._handlers)
        setattr(self._finalizer, "atexit", False)  # the App sees to that; typeshed forgets this attribute
        self._handle: Optional[Any] = handle

    def _listen(self, handlers: "Mapping[str, Optional[Callable[..., object]]]") -> None:
        """Keeps the handlers, and refuses one that could not be called."""
        self._on = {}
        for name, handler in handlers.items():
            full = f"{type(self).__name__}({name})"
            if name not in self._handler_names:
                raise TypeError(f"{full} is no argument")
            if handler is not None:
                self._on[name] = check.handler(full, handler, self._handler_names[name][0])
                self._check_runs(full, handler)

    def _check_runs(self, name: str, function: object) -> None:
        check.can_run(name, function, self._handlers.loop)

    def _callbacks(self, key: int) -> Any:
        """Returns the library's callbacks: those that are always there, and those for the handlers that were given."""
        callbacks = self._struct(struct_size=ctypes.sizeof(self._struct), user_data=key, **self._entries)
        for name in self._on:
            make = self._handler_names[name][1]
            if make is not None:
                setattr(callbacks, name[len("on_"):], calling(self._struct, name, make))
        return callbacks

    def _tell(self, name: str, *arguments: object) -> None:
        """Calls a handler that answers no request, if the program has given it."""
        if name in self._on:
            self._handlers.run(name, self._on[name], *arguments)

    def _get(self, name: str) -> Any:
        return self._state[name]

    def _set(self, name: str, value: Any) -> None:
        self._state[name] = value

    def _published(self, name: str) -> Any:
        """Returns the value that the library has. It takes the lock, because the library may call a handler before the
        publishing thread has stored the value."""
        with lock:
            return self._state[name]

    @property
    def closed(self) -> bool:
        """Whether close() was called: no handler is called from then on."""
        return self._closed

    def close(self) -> None:
        """Frees the handle. When this returns, no handler runs any more or will run; called inside a handler, it takes
        effect when that handler returns. Closing again does nothing.

        It waits for a handler that runs on another thread, so hold no lock that your handlers take. Ctrl-C, and
        whatever a signal handler raises, ends the waiting: then close() again when the handler can go on.
        """
        if lock_is_mine():
            # A signal handler calls this during a call of the same thread on which others may wait, so it is done on
            # another thread.
            threading.Thread(target=self.close).start()
        else:
            self._close()

    def _close(self) -> None:
        me = threading.get_ident()
        with call_ended:
            self._closed = True
            if me in self._users:
                return  # In a handler, or in a signal handler during dispatch(): it takes effect at the end of that.
            # Waits here and not in the library, where Python could not handle signals.
            wait_for(lambda: not self._users and not is_in_use(self._key, me))
        self._end()

    def _end(self) -> None:
        with lock:
            handle, self._handle = self._handle, None
        if handle is not None:
            self._finalizer.detach()
            self._free(handle)
            # Not earlier: until now a handler on another thread could start more work.
            self._handlers.cancel()

    def _open_handle(self) -> Any:
        """Returns the handle. It cannot be freed while this thread holds the lock."""
        if self._closed:
            raise NowPlayingError(f"{self._name} is closed.", Status.INVALID_STATE)
        return self._handle

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls a function of the library that does not call back."""
        with lock:
            return function(self._open_handle(), *arguments)

    def _read(self, function: Any) -> int:
        """Returns the number that a function of the library gets."""
        place = function.argtypes[-1]._type_()
        self._call(function, ctypes.byref(place))
        number: int = place.value
        return number

    @contextlib.contextmanager
    def _use(self) -> Iterator[Any]:
        """Yields the handle for a function that calls back; it is not freed before the end of the `with`."""
        user = threading.get_ident()
        with lock:
            handle = self._open_handle()
            self._users.append(user)
        try:
            yield handle
        finally:
            with call_ended:
                self._users.remove(user)
                late = self._closed and not self._users
                call_ended.notify_all()
            if late:
                self._end()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        raise TypeError(f"{self._name} cannot be copied or pickled: it stands for something that there is once")

    def __repr__(self) -> str:
        return f"<{self._name}{', closed' if self._closed else ''}>"
