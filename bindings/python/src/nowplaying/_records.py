# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Frozen dataclasses, without the module dataclasses, which takes 5 ms and 1 MB to import: it is imported when a
program asks a class for its fields. Modules that use this have `from __future__ import annotations`."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Callable, Dict, NoReturn, Optional, Type, TypeVar

T = TypeVar("T")


class Once:
    """A class attribute that is computed when it is first read."""

    def __init__(self, name: str, make: Callable[[Any], Any]) -> None:
        self._name, self._make = name, make

    def __get__(self, instance: Any, owner: Any) -> Any:
        value = self._make(owner)
        setattr(owner, self._name, value)
        return value


class _Signature:
    """The attribute `__signature__` of a class. Instances lack it, so that inspect looks at their `__call__`
    instead."""

    def __get__(self, instance: Any, owner: Any) -> Any:
        if instance is not None:
            raise AttributeError("__signature__")
        import inspect
        return inspect.signature(_dataclass_of(owner))


@functools.lru_cache(maxsize=None)
def _dataclass_of(cls: Any) -> Any:
    """Returns a class of dataclasses with the fields of this one."""
    import dataclasses
    defaults = {name: dataclasses.field(default=value) for name, value in cls._defaults.items()}
    fields = [(name, kind, defaults.get(name, dataclasses.field())) for name, kind in cls._annotations.items()]
    return dataclasses.make_dataclass(cls.__name__, fields, frozen=True)


def _of_dataclass(name: str, cls: Any) -> Any:
    return getattr(_dataclass_of(cls), name)


def _init(self: Any, *values: Any, **named: Any) -> None:
    cls = type(self)
    if len(values) > len(cls._fields):
        raise TypeError(f"{cls.__name__}() takes {len(cls._fields)} arguments, but {len(values)} were given")
    given = dict(zip(cls._fields, values))
    for name in named:
        if name in given or name not in cls._annotations:
            wrong = "multiple values for" if name in given else "an unexpected keyword"
            raise TypeError(f"{cls.__name__}() got {wrong} argument {name!r}")
    self.__dict__.update({**cls._defaults, **given, **named})
    for name in cls._fields:
        if name not in self.__dict__:
            raise TypeError(f"{cls.__name__}() misses the argument {name!r}")
    self.__post_init__()


def _values(self: Any) -> Any:
    return tuple([getattr(self, name) for name in self._fields])


def _equal(self: Any, other: Any) -> Any:
    return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, _values(self)))
    return f"{type(self).__qualname__}({shown})"


def _frozen(self: Any, name: str, _value: Any = None) -> NoReturn:
    from dataclasses import FrozenInstanceError
    raise FrozenInstanceError(f"a {type(self).__name__} never changes: {name!r} cannot be assigned")


def _replace(self: T, /, **changes: Any) -> T:
    """Returns a copy with other values for these fields."""
    cls: Any = type(self)
    return cls(**{**dict(zip(cls._fields, _values(self))), **changes})  # type: ignore[no-any-return]


def check_fields(self: Any) -> None:
    """Replaces each value by the one that the check of its field returns."""
    for name, check in self._checks.items():
        self.__dict__[name] = check(f"{type(self).__name__}.{name}", self.__dict__[name])


_METHODS: Dict[str, Any] = {
    "__init__": _init, "__eq__": _equal, "__hash__": _hash, "__repr__": _repr, "__setattr__": _frozen,
    "__delattr__": _frozen, "__replace__": _replace, "__post_init__": check_fields, "_checks": {}}


def _dataclass(*, frozen: bool, repr: bool = True) -> Callable[[Type[T]], Type[T]]:
    """Completes a class as dataclasses.dataclass() does, with the same attributes. `_checks` of the class has the check
    of each field that has one."""
    def complete(cls: Any) -> Any:
        own = {name: kind for name, kind in vars(cls).get("__annotations__", {}).items()
               if not kind.startswith("ClassVar")}
        cls._annotations = {**getattr(cls, "_annotations", {}), **own}
        defaults = {name: vars(cls)[name] for name in own if name in vars(cls)}
        cls._defaults = {**getattr(cls, "_defaults", {}), **defaults}
        cls._fields = tuple(cls._annotations)
        setattr(cls, "__match_args__", cls._fields)
        for name, value in _METHODS.items():
            if getattr(cls, name, None) is getattr(object, name, None) and (repr or name != "__repr__"):
                setattr(cls, name, value)
        cls.__signature__ = _Signature()
        for name in ("__dataclass_fields__", "__dataclass_params__"):
            setattr(cls, name, Once(name, functools.partial(_of_dataclass, name)))
        return cls
    return complete


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:
    dataclass, replace = _dataclass, _replace
