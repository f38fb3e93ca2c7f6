# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Passes calls of the library to the handlers of an app or a session, and handles their results."""
from __future__ import annotations

import contextvars
import functools
import itertools
import os
import threading
import weakref
from collections.abc import AsyncGenerator, Coroutine, Generator
from threading import get_ident
from types import CoroutineType
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Dict, Iterable, List, Optional, Set, Tuple, Type

from . import _signatures as c
from ._answers import complete, report
from ._enums import Status
from ._library import functions, lock
from ._log import logger
from ._loops import is_asyncio
from ._threads import keep

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

Answer = Callable[[int, object], None]

# The exceptions that asyncio lets out of its loop, from wherever in a coroutine they are raised.
ENDING = (SystemExit, KeyboardInterrupt)

# The object for each user_data. An entry is removed when the library calls `destroy`, after which it makes no calls
# with that user_data, and not when the object is freed.
_owners: "Dict[int, weakref.ref[Any]]" = {}
_keys = itertools.count(1)
# Inside a coroutine: the _Work to which it belongs.
_own_work: "contextvars.ContextVar[Optional[_Work]]" = contextvars.ContextVar("nowplaying_own_work", default=None)
# The library's calls that are in Python now: the user_data and the thread of each.
_entered: List[Tuple[int, int]] = []
#: Notified when a call of the library into Python ends, or when the library releases a user_data.
call_ended = threading.Condition(lock)
# The number of threads that wait for `call_ended`; while it is 0 nothing is notified.
_waiting = 0


# A forked child has a single thread and no app.
os.register_at_fork(after_in_child=_owners.clear)
os.register_at_fork(after_in_child=_entered.clear)


def register(owner: Any) -> int:
    """Returns a new user_data for an object, without keeping the object alive."""
    key = next(_keys)
    _owners[key] = weakref.ref(owner)
    return key


def unregister(key: int) -> None:
    """Forgets a user_data that the library refused or has released."""
    with call_ended:
        _owners.pop(key, None)
        call_ended.notify_all()


def wait_for(condition: Callable[[], bool], timeout: Optional[float] = None) -> bool:
    """Waits for a condition that the end of a call may fulfil. Returns False if it was not fulfilled in time."""
    global _waiting
    with call_ended:
        _waiting += 1
        try:
            return call_ended.wait_for(condition, timeout)
        finally:
            _waiting -= 1


def is_inside(key: int) -> bool:
    """Returns whether this thread is inside a call of the library to an owner."""
    return (key, threading.get_ident()) in _entered


def is_in_use(key: int, thread: int) -> bool:
    """Returns whether a handler of an owner runs on a thread other than this one."""
    return any(entered == key and by != thread for entered, by in tuple(_entered))


class _Work:
    """The remaining work of a handler that has returned: a coroutine, or the work behind a future."""

    __slots__ = ("answer", "cancel", "request", "what")

    def __init__(self, what: str, request: int, answer: Optional[Answer]) -> None:
        self.what = what
        self.request = request
        self.answer = answer
        self.cancel: Callable[[], object] = lambda: None


class Handlers:
    """Calls handlers, and answers requests by the result or the exception of a handler, or by that of the future or
    coroutine that it has returned.

    loop: runs coroutines, and awaits other awaitables.
    raised: collects exceptions such as KeyboardInterrupt, which dispatch() raises again; None when the handlers run on
        the library's thread, where nothing dispatches.
    """

    def __init__(self, loop: Optional[asyncio.AbstractEventLoop], raised: Optional[List[BaseException]]) -> None:
        self.loop = loop
        self.raised = raised
        # The pending work. Taking an entry out releases its request, which must then be answered.
        self._running: Set[_Work] = set()

    def run(self, what: str, handler: Callable[..., object], *arguments: object, request: int = 0,
            answer: Optional[Answer] = None) -> int:
        """Calls a handler, and returns the library's status: done, or pending."""
        try:
            result = handler(*arguments)
            if result is not None and self._start(what, result, request, answer):
                # By returning PENDING this function becomes an owner of the request. It drops that reference here,
                # because _wait() has taken another for the work.
                _let_go(request)
                return c.NOWPLAYING_PENDING
            _settle(result, request, answer)
            return c.NOWPLAYING_OK
        except BaseException as error:
            if isinstance(error, SystemExit) and self.raised is not None and answer is None:
                self.raised.append(error)
                return c.NOWPLAYING_OK  # the program was asked to end, and does
            return self.fail(what, error, request, is_picture=answer is not None)

    def fail(self, what: str, error: BaseException, request: int = 0, *, is_picture: bool = False) -> int:
        """Logs an exception and answers the request. Returns the status of the error."""
        if isinstance(error, SystemExit) and self.raised is None:
            text = "A handler on the library's thread cannot end the program by SystemExit."
            logger.error("%s Let the handler of %s wake the main thread, by threading.Event.set for instance.",
                         text, what)
            return complete(request, Status.COMMAND_FAILED, text)
        if self.raised is not None and not isinstance(error, Exception):
            self.raised.append(error)
        return report(what, error, request, is_picture)

    def cancel(self, request: Optional[int] = None) -> None:
        """Cancels the work on a request. None: cancels the work on all requests, except the coroutine that calls this,
        so that a coroutine can close the app and go on."""
        own = _own_work.get()
        for work in list(self._running):
            is_wanted = work is not own if request is None else work.request == request
            if not is_wanted:
                continue
            try:
                work.cancel()
            except Exception:
                logger.exception("What the handler of %s returned was not cancelled.", work.what)
            # Work that cannot be cancelled goes on, but no longer has the request to answer.
            _let_go(self._take(work))

    def _start(self, what: str, result: Any, request: int, answer: Optional[Answer]) -> bool:
        """Arranges that the request is answered when the result of a handler is done. Returns False if there is nothing
        to wait for."""
        work = _Work(what, request, answer)
        loop = result.get_loop() if is_asyncio(result, "Future") else self.loop
        if loop is not None and _is_awaitable(result):
            self._wait(work, functools.partial(self._await, work, result, loop), answered=ENDING)
        elif isinstance(result, Coroutine):
            result.close()
            raise RuntimeError("a coroutine needs an asyncio loop: make its owner with loop=AsyncioLoop() or with "
                               "coroutine_loop=…")
        elif _is_future(result):
            work.cancel = getattr(result, "cancel", work.cancel)
            self._wait(work, lambda: result)
        else:
            return False
        return True

    def _wait(self, work: _Work, start: Callable[[], Any], answered: Tuple[Type[BaseException], ...] = ()) -> None:
        """Waits for the future that `start` returns. The work is registered first, because the future may be done at
        once."""
        if work.request:
            functions.nowplaying_request_ref(work.request)
        self._running.add(work)
        try:
            start().add_done_callback(functools.partial(self._done, work, answered))
        except BaseException:
            _let_go(self._take(work))
            raise

    def _await(self, work: _Work, awaitable: Awaitable[Any], loop: asyncio.AbstractEventLoop) -> "Future[Any]":
        """Awaits in a loop, from any thread."""
        import asyncio
        coroutine = self._awaited(work, awaitable)
        try:
            future = asyncio.run_coroutine_threadsafe(coroutine, loop)
        except BaseException:
            coroutine.close()
            if isinstance(awaitable, CoroutineType):
                awaitable.close()
            raise
        work.cancel = lambda: loop.is_closed() or future.cancel()
        return future

    async def _awaited(self, work: _Work, awaitable: Awaitable[Any]) -> Any:
        import asyncio
        _own_work.set(work)
        try:
            return await awaitable
        except (*ENDING, asyncio.CancelledError) as error:
            # asyncio raises an error of ENDING out of the loop at once, and the loop may never run again; so the client
            # is answered here. It is also answered if a future that the handler awaited was cancelled by others, but
            # not if the task itself was. Before Python 3.11 these two cannot be told apart.
            task: Any = asyncio.current_task()
            if isinstance(error, ENDING) or hasattr(task, "cancelling") and not task.cancelling():
                request = self._take(work)
                if work.answer is not None or not isinstance(error, SystemExit):
                    report(work.what, error, request)
                else:
                    complete(request, Status.OK)  # the program was asked to end, and does
                _let_go(request)
            raise

    def _done(self, work: _Work, answered: Tuple[Type[BaseException], ...], future: Any) -> None:
        """Answers by the outcome of a future, on the thread where it is done.

        answered: exceptions for which the client got its answer when they were raised.
        """
        request, is_picture = self._take(work), work.answer is not None
        try:
            cancelled = getattr(future, "cancelled", None)
            if callable(cancelled) and cancelled():
                complete(request, Status.CANCELLED)
                return
            try:
                result = future.result()
            except answered:
                return
            except BaseException as error:
                report(work.what, error, request, is_picture)
                return
            _settle(result, request, work.answer)
            if work.answer is None:
                complete(request, Status.OK)
        except Exception as error:
            report(work.what, error, request, is_picture)
        finally:
            _let_go(request)

    def _take(self, work: _Work) -> int:
        """Returns the request of the work to the first caller; 0 to any later one, and when there is no request."""
        try:
            self._running.remove(work)
        except KeyError:
            return 0
        return work.request


def _let_go(request: int) -> None:
    if request:
        functions.nowplaying_request_unref(request)


def _is_awaitable(result: object) -> bool:
    import inspect  # as asyncio does; without it there is no loop for awaiting
    return inspect.isawaitable(result)


def _is_future(result: object) -> bool:
    """Returns whether an object is a future like those of concurrent.futures. It looks at the type, because a proxy
    object may seem to have every attribute."""
    return all(callable(getattr(type(result), name, None)) for name in ("add_done_callback", "result"))


def _settle(result: object, request: int, answer: Optional[Answer]) -> None:
    """Answers by a final result that is a picture or a video. Any other result means success, which the caller
    answers."""
    # Most handlers return None: that is tested first, because isinstance() with these classes takes longer.
    if result is not None and isinstance(result, (Coroutine, Generator, AsyncGenerator)):
        if isinstance(result, Coroutine):
            result.close()
        raise TypeError(f"A handler returned a {type(result).__name__}, which nobody runs.")
    if answer is not None and request:
        answer(request, result)


def callback(struct: Any, name: str) -> Callable[[Callable[..., Optional[int]]], Any]:
    """Returns a decorator that makes a C function for a struct's entry from a Python function, which is called with the
    owner in place of the handle, and without user_data.

    These functions live as long as the module: none is freed while the library may still call it.
    """
    return callback_of(dict(struct._fields_)[name], name)


def callback_of(prototype: Any, name: str) -> Callable[[Callable[..., Optional[int]]], Any]:
    """Returns a decorator as callback() does, for the type of a C function that is not an entry of a struct."""
    answers = prototype._restype_ is not None
    logs = name == "log"
    wakes = name == "wakeup"

    def decorate(function: Callable[..., Optional[int]]) -> Any:
        def entry(*values: Any) -> Optional[int]:
            status: Optional[int] = c.NOWPLAYING_ERROR_CANCELLED
            key = values[-1]
            entered = (key, get_ident())
            _entered.append(entered)
            try:
                reference = _owners.get(key)
                owner = reference() if reference is not None else None
                if owner is not None and (logs or not owner._closed):
                    if (owner._handlers.raised is None or wakes) and not logs:
                        keep()
                    try:
                        status = function(owner, *values[1:-1])
                    except BaseException as error:
                        status = owner._handlers.fail(name, error, values[1] if answers else 0)
                    # This may drop the last reference; closing must happen inside this call.
                    del owner
            finally:
                _entered.remove(entered)
                if _waiting:
                    with call_ended:
                        call_ended.notify_all()
            return status if answers else None

        return prototype(entry)

    return decorate


def destroyed(struct: Any) -> Any:
    """Returns the `destroy` entry of a struct of callbacks."""
    return dict(struct._fields_)["destroy"](unregister)


#: Makes the arguments of a handler from its owner, the request (0 if there is none) and the library's other arguments.
Making = Callable[..., Iterable[object]]


def plain(*kinds: Callable[[Any], object]) -> Making:
    """Makes each argument by the function in its place, from the library's argument in that place."""
    def make(_owner: Any, _request: int, *values: Any) -> List[object]:
        return [kind(value) for kind, value in zip(kinds, values)]

    return make


@functools.lru_cache(maxsize=None)
def calling(struct: Any, name: str, make: Making) -> Any:
    """Returns the C function of a struct's entry that calls the handler of its name, with the arguments that `make`
    makes."""
    entry = name[len("on_"):]
    answers = dict(struct._fields_)[entry]._restype_ is not None

    def call(owner: Any, *values: Any) -> int:
        request, *others = values if answers else (0, *values)
        status: int = owner._handlers.run(name, owner._on[name], *make(owner, request, *others), request=request)
        return status

    return callback(struct, entry)(call)
