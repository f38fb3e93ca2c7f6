# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""How the library's calls reach the handlers of an app or a session, and what becomes of their results."""
import asyncio
import contextvars
import functools
import inspect
import itertools
import logging
import os
import threading
import weakref
from concurrent.futures import Future
from typing import Any, Awaitable, Callable, Dict, List, Optional, Tuple

from . import _signatures as c
from ._enums import Status
from ._errors import NowPlayingError
from ._library import encode, functions, lock
from ._threads import keep

logger = logging.getLogger("nowplaying")

Answer = Callable[[int, object], None]

# What asyncio raises out of its loop, wherever in a coroutine it comes from.
ENDING = (SystemExit, KeyboardInterrupt)

# Who a user_data stands for. An entry goes when the library says that it will call no more, not with its owner.
_owners: "Dict[int, weakref.ref[Any]]" = {}
_keys = itertools.count(1)
# In a coroutine: its key among the running ones of its Handlers.
_own_key: "contextvars.ContextVar[Optional[int]]" = contextvars.ContextVar("nowplaying_own_key", default=None)
# Who is in Python on behalf of the library: the user_data and the thread of each call.
_entered: List[Tuple[int, int]] = []
#: Notified when a call leaves, or the library has let go of a user_data, for those who wait for it.
left = threading.Condition(lock)
# How many wait for that: mostly nobody, and then it is not said.
_waiting = 0


def _forget() -> None:
    """In a forked child there is only one thread, and no app."""
    _owners.clear()
    _entered.clear()


os.register_at_fork(after_in_child=_forget)


def register(owner: Any) -> int:
    """A user_data that stands for an object, which it does not keep alive."""
    key = next(_keys)
    _owners[key] = weakref.ref(owner)
    return key


def unregister(key: int) -> None:
    """Forgets a user_data: the library did not take it, or will not use it any more."""
    with left:
        _owners.pop(key, None)
        left.notify_all()


def wait_for(condition: Callable[[], bool], timeout: Optional[float] = None) -> bool:
    """Waits until a condition holds that a call which leaves may have brought about; False if it was not in time."""
    global _waiting
    with left:
        _waiting += 1
        try:
            return left.wait_for(condition, timeout)
        finally:
            _waiting -= 1


def wait_until_idle(timeout: float) -> bool:
    """Waits until no handler runs; False if one still does."""
    return wait_for(lambda: not _entered, timeout)


def is_in_use(key: int, thread: int) -> bool:
    """Whether a handler of an owner runs on another thread than this."""
    return any(entered == key and by != thread for entered, by in tuple(_entered))


def is_ending(key: int, thread: int) -> bool:
    """Whether an owner that was freed by a handler on another thread has not ended yet."""
    return key in _owners and not any(by == thread for _, by in tuple(_entered))


def wait_until_unregistered(timeout: float) -> bool:
    """Waits until the library will call no more; False if it still may. What is freed by a handler itself, the
    library ends only after the handler has returned."""
    return wait_for(lambda: not _owners, timeout)


class Handlers:
    """Calls handlers, and answers requests by what they return, raise, or return in the end.

    loop: where coroutines run.
    raised: gets what must not stay in a handler, such as KeyboardInterrupt, for dispatch() to raise; None where nobody
      dispatches, because the handlers run on the library's thread.
    """

    def __init__(self, loop: Optional[asyncio.AbstractEventLoop], raised: Optional[List[BaseException]]) -> None:
        self.loop = loop
        self.raised = raised
        self._running: "Dict[int, Future[Any]]" = {}

    def run(self, what: str, handler: Callable[..., object], *arguments: object, request: int = 0,
            answer: Optional[Answer] = None) -> int:
        """Calls a handler, and returns what the library is to be told: done, or that the answer comes later."""
        try:
            result = handler(*arguments)
            if result is not None and inspect.isawaitable(result):
                self._start(what, result, request, answer)
                return c.NOWPLAYING_PENDING
            if inspect.isgenerator(result) or inspect.isasyncgen(result):
                raise TypeError("A handler returned a generator, which nobody runs.")
            if answer is not None:
                answer(request, result)
            return c.NOWPLAYING_OK
        except BaseException as error:
            if isinstance(error, SystemExit) and self.raised is not None and answer is None:
                self.raised.append(error)
                return c.NOWPLAYING_OK  # it was asked to end the program, and does
            return self.fail(what, error, request)

    def fail(self, what: str, error: BaseException, request: int = 0) -> int:
        """Logs what a function raised and tells the desktop; returns the status of the error."""
        if isinstance(error, SystemExit) and self.raised is None:
            text = "A handler on the library's thread cannot end the program by SystemExit."
            logger.error("%s Let the handler of %s wake the main thread, by threading.Event.set for instance.",
                         text, what)
            return _refuse(request, Status.COMMAND_FAILED, text)
        if self.raised is not None and not isinstance(error, Exception):
            self.raised.append(error)
        return _report(what, error, request)

    def cancel(self, request: int) -> None:
        """Ends the coroutine that works on a request."""
        future = self._running.get(request)
        if future is not None:
            self._cancel(future)

    def cancel_all(self) -> None:
        """Ends all coroutines, but not the one that calls this: it may close the app and then do other things."""
        for key, future in list(self._running.items()):
            if key != _own_key.get():
                self._cancel(future)

    def _cancel(self, future: "Future[Any]") -> None:
        if self.loop is not None and not self.loop.is_closed():
            future.cancel()

    def _start(self, what: str, awaitable: Awaitable[Any], request: int, answer: Optional[Answer]) -> None:
        key = request or id(awaitable)
        coroutine = _wait_for(what, awaitable, key, request, answer)
        try:
            if self.loop is None:
                raise RuntimeError("a coroutine needs an asyncio loop: make the App with loop=AsyncioLoop() or with "
                                   "coroutine_loop=…")
            future = asyncio.run_coroutine_threadsafe(coroutine, self.loop)
        except BaseException:
            coroutine.close()
            if inspect.iscoroutine(awaitable):
                awaitable.close()
            raise
        if request:
            functions.nowplaying_request_ref(request)
        self._running[key] = future
        future.add_done_callback(functools.partial(self._done, what, key, request, answer))

    def _done(self, what: str, key: int, request: int, answer: Optional[Answer], future: "Future[Any]") -> None:
        del self._running[key]
        try:
            raised = None if future.cancelled() else future.exception()
            if future.cancelled():
                _refuse(request, Status.CANCELLED)
            elif raised is not None:
                # What ends the program was answered before it left the loop.
                if not isinstance(raised, ENDING):
                    _report(what, raised, request)
            elif request and answer is not None:
                answer(request, future.result())
            elif request:
                complete(request, Status.OK)
        except Exception as error:
            _report(what, error, request)
        finally:
            if request:
                functions.nowplaying_request_unref(request)


async def _wait_for(what: str, awaitable: Awaitable[Any], key: int, request: int, answer: Optional[Answer]) -> Any:
    _own_key.set(key)
    try:
        return await awaitable
    except ENDING as error:
        # asyncio raises it out of the loop at once, and nobody may run the loop again: the client is told here.
        if answer is not None or not isinstance(error, SystemExit):
            _report(what, error, request)
        elif request:
            complete(request, Status.OK)  # it was asked to end the program, and does
        raise
    except asyncio.CancelledError as error:
        # Who cancels the task knows that; what the handler awaited may have been cancelled by somebody else.
        # Before Python 3.11 the two look the same.
        task: Any = asyncio.current_task()
        if hasattr(task, "cancelling") and not task.cancelling():
            _report(what, error, request)
        raise


def _report(what: str, error: BaseException, request: int) -> int:
    """Logs what a handler raised, and tells the client of its request; returns the status of the error."""
    logger.error("The handler of %s failed: %r", what, error, exc_info=error)
    if isinstance(error, NowPlayingError):
        return _refuse(request, error.status, error.message)
    return _refuse(request, Status.COMMAND_FAILED, str(error) or type(error).__name__)


def _refuse(request: int, status: int, text: str = "") -> int:
    if request:
        complete(request, status, encode(text) if text else None)
    return status


def complete(request: int, status: int, message: Optional[bytes] = None) -> None:
    """Answers a request, unless it was answered, cancelled or timed out meanwhile: then nobody waits any more."""
    try:
        functions.nowplaying_request_complete(request, status, message)
    except NowPlayingError as error:
        logger.debug("An answer came too late: %s", error)


def callback(struct: Any, name: str) -> Callable[[Callable[..., Optional[int]]], Any]:
    """Makes the C function of a struct's entry from a Python function, which is called with the owner in place of the
    handle, and without user_data.

    These functions live as long as the module: none is freed while the library may still call it.
    """
    prototype = dict(struct._fields_)[name]
    answers = prototype._restype_ is not None
    logs = name == "log"

    def decorate(function: Callable[..., Optional[int]]) -> Any:
        def entry(*values: Any) -> Optional[int]:
            status: Optional[int] = c.NOWPLAYING_ERROR_CANCELLED
            key = values[-1]
            entered = (key, threading.get_ident())
            _entered.append(entered)
            try:
                reference = _owners.get(key)
                owner = reference() if reference is not None else None
                if owner is not None and (logs or not owner._closed):
                    if owner._handlers.raised is None and not logs:
                        keep()
                    try:
                        status = function(owner, *values[1:-1])
                    except BaseException as error:
                        status = owner._handlers.fail(name, error, values[1] if answers else 0)
                    # It may be the last reference, and closing is to happen in here.
                    del owner
            finally:
                _entered.remove(entered)
                if _waiting:
                    with left:
                        left.notify_all()
            return status if answers else None

        return prototype(entry)

    return decorate


def destroyed(struct: Any) -> Any:
    """The `destroy` of a struct of callbacks."""
    return dict(struct._fields_)["destroy"](unregister)
