# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Frozen dataclasses, without the module of that name, which takes 5 ms and 1 MB to import: it is imported when
somebody asks a class for its fields. Modules that use this have `from __future__ import annotations`."""
from __future__ import annotations

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


class _Lookup:
    """An attribute that dataclasses' class for the same fields has."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: Any) -> Any:
        if self.name != "__signature__":
            return getattr(_dataclass_of(owner), self.name)
        if instance is not None:  # on an instance, the signature is that of __call__
            raise AttributeError(self.name)
        import inspect
        return inspect.signature(_dataclass_of(owner))


_lookups = tuple(map(_Lookup, ("__dataclass_fields__", "__dataclass_params__", "__signature__")))
_dataclasses: Dict[Any, Any] = {}


def _dataclass_of(cls: Any) -> Any:
    """Returns a class of dataclasses with the fields of this one."""
    if cls not in _dataclasses:
        import dataclasses
        fields = [
            (name, cls._annotations[name], dataclasses.field(
                metadata=cls._metadata(name), **({"default": cls._defaults[name]} if name in cls._defaults else {})))
            for name in cls._fields]
        _dataclasses[cls] = dataclasses.make_dataclass(cls.__name__, fields, frozen=True)
    return _dataclasses[cls]


def _init(self: Any, *values: Any, **named: Any) -> None:
    cls = type(self)
    if len(values) > len(cls._fields):
        raise TypeError(f"{cls.__name__}() takes {len(cls._fields)} arguments, but {len(values)} were given")
    for name, value in zip(cls._fields, values):
        if name in named:
            raise TypeError(f"{cls.__name__}() got multiple values for argument {name!r}")
        named[name] = value
    for name in named:
        if name not in cls._annotations:
            raise TypeError(f"{cls.__name__}() got an unexpected keyword argument {name!r}")
    for name in cls._fields:
        if name not in named and name not in cls._defaults:
            raise TypeError(f"{cls.__name__}() misses the argument {name!r}")
    self.__dict__.update({**cls._defaults, **named})
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


_METHODS: Dict[str, Any] = {
    "__init__": _init, "__eq__": _equal, "__hash__": _hash, "__repr__": _repr, "__setattr__": _frozen,
    "__delattr__": _frozen}


def _dataclass(*, frozen: bool, repr: bool = True) -> Callable[[Type[T]], Type[T]]:
    """Completes a class as dataclasses.dataclass() does, with the same attributes."""
    def complete(cls: Any) -> Any:
        own = {name: kind for name, kind in vars(cls).get("__annotations__", {}).items()
               if not kind.startswith("ClassVar")}
        cls._annotations = {**getattr(cls, "_annotations", {}), **own}
        defaults = {name: vars(cls)[name] for name in own if name in vars(cls)}
        cls._defaults = {**getattr(cls, "_defaults", {}), **defaults}
        cls._fields = tuple(cls._annotations)
        setattr(cls, "__match_args__", cls._fields)
        for name, function in _METHODS.items():
            if getattr(cls, name) is getattr(object, name) and (repr or name != "__repr__"):
                setattr(cls, name, function)
        cls.__replace__ = _replace
        for each in _lookups:
            setattr(cls, each.name, each)
        for name, default in (("__post_init__", _nothing), ("_metadata", _no_metadata)):
            if not hasattr(cls, name):
                setattr(cls, name, default)
        return cls
    return complete


def _nothing(_self: Any) -> None:
    """The check of a class that checks nothing."""


_no_metadata: Any = staticmethod(lambda _name: None)

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:
    dataclass, replace = _dataclass, _replace
