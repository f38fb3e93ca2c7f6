# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Actions that nobody looks at. Most players never do, and a future of concurrent.futures takes 8 ms and 0.8 MB to
import."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Generator, Optional

from ._library import lock

if TYPE_CHECKING:
    from ._actions import Action
    from ._connection import Connection


class Asked:
    """Takes the place of an Action until the program first uses it, and turns itself into an Action then."""

    def __init__(self, connection: "Connection", what: str) -> None:
        self._connection, self._what = connection, what
        self._finish: Optional[Callable[[Action[None]], object]] = None

    # The attributes by which a program, asyncio or concurrent.futures may use the object: each makes it an Action.

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        from ._actions import Action
        return Action

    def __await__(self) -> Generator[Any, None, None]:
        return _looked_at(self).__await__()

    def add_done_callback(self, function: Callable[[Any], object]) -> None:
        _looked_at(self).add_done_callback(function)

    def result(self, timeout: Optional[float] = None) -> None:
        return _looked_at(self).result(timeout)

    def __getattr__(self, name: str) -> Any:
        return getattr(_looked_at(self), name)


def _looked_at(asked: Any) -> "Action[None]":
    """Turns an Asked into an Action, and returns it: it stays the same object."""
    from ._actions import Action
    with lock:
        if type(asked) is Asked:
            action: Action[None] = Action(asked._connection, asked._what)
            if asked._finish is not None:
                asked._finish(action)
            # Sets the attributes before the class, because another thread may read an attribute in between.
            asked.__dict__.update(action.__dict__)
            action._is_looked_at = True  # the other object takes its place
            object.__dict__["__class__"].__set__(asked, Action)
    return asked  # type: ignore[no-any-return]


def settle(asked: Any, finish: "Callable[[Action[None]], object]") -> None:
    """Has an action finished by a function, now or when somebody looks at it."""
    with lock:
        if type(asked) is Asked:
            asked._finish = finish
            return
    finish(asked)
