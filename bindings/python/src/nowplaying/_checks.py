# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Checks arguments. Each function returns the value in the form that is kept, or raises a TypeError or
ValueError that begins with the name of the argument."""
from __future__ import annotations

import enum
import functools
import math
import operator
import os
import re
import sys
from types import CodeType, FunctionType, MethodType
from typing import Any, Callable, Iterable, Optional, Sequence, Set, Tuple, Type, TypeVar, Union

from . import _signatures as c

E = TypeVar("E", bound=enum.Enum)
Check = Callable[..., Any]

# The beginning of a URL: its scheme.
ADDRESS = "[A-Za-z][A-Za-z0-9+.-]*://"
# The code flags of a function, as in inspect, which takes 3 ms to import.
VARARGS, GENERATOR, COROUTINE, ASYNC_GENERATOR = 0x04, 0x20, 0x80, 0x200
# The most characters of a value in an error or a log line.
SHOWN = 60


def shown(value: object) -> str:
    """Returns a value as errors and log lines show it."""
    try:
        text = repr(value[:SHOWN] if isinstance(value, (str, bytes)) else value)
    except Exception as error:  # an int of too many digits, or an object of the player
        text = f"a value of {type(value).__name__} ({error})"
    return text if len(text) <= SHOWN else text[:SHOWN - 1] + "…"


def wrong_type(name: str, expected: str, value: object, hint: str = "") -> TypeError:
    """Returns an error with what was expected, what was given, and perhaps what to write instead."""
    return TypeError(f"{name} must be {expected}, not {shown(value)} ({type(value).__name__}){hint and ': '}{hint}")


def _a(kind: Any) -> str:
    """Returns the name of a class with its article."""
    return f"{'an' if kind.__name__[0] in 'AEIOU' else 'a'} {kind.__name__}"


def text(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    hint = ""
    if isinstance(value, (bytes, bytearray)):
        hint = "decode it first"
    elif isinstance(value, os.PathLike):
        hint = "write str(path), or path.as_uri() for a URL"
    raise wrong_type(name, "a str", value, hint)


def some_text(name: str, value: Any) -> str:
    if not text(name, value):
        raise ValueError(f"{name} must not be empty")
    return str(value)


def is_address(value: Any) -> bool:
    """Returns whether a value is a URL, "https://…", although a path was expected."""
    return isinstance(value, str) and re.match(ADDRESS, value) is not None


def path(name: str, value: Any, hint: str = "") -> str:
    """The absolute path of a file; a relative one starts at the folder that is the current one now.

    hint: what to write instead of an address.
    """
    if is_address(value):
        raise ValueError(f"{name} must be a path, not the address {value[:60]!r}{hint and ': '}{hint}")
    try:
        decoded = os.fsdecode(value)
    except TypeError:
        raise wrong_type(name, "a str or a path", value) from None
    if not decoded:
        raise ValueError(f"{name} must not be empty")
    if "\0" in decoded:
        raise ValueError(f"{name} must not contain a NUL: {decoded!r}")
    # os.path.abspath() is not used: it removes "link/..", even when the link leads elsewhere.
    parts = os.path.join(os.getcwd(), decoded).split("/")
    return "/" + "/".join(part for part in parts if part not in ("", "."))


def url(name: str, value: Any, web: bool) -> str:
    """Returns a checked URL of a file on this computer, or with `web` also of the web."""
    some_text(name, value)
    if not value.startswith("file:///") and not (web and value.lower().startswith(("https://", "http://"))):
        beginnings = "https://, http:// or file:///" if web else "file:///"
        raise ValueError(f"{name} must begin with {beginnings}, not {value[:60]!r}")
    if not all("!" <= letter <= "~" for letter in value):
        raise ValueError(f"{name} must have everything percent-encoded that is not ASCII, a space or a control "
                         f"character, as urllib.parse.quote() does, not {value[:60]!r}")
    if len(value) > c.NOWPLAYING_MAX_TEXT_BYTES:
        raise ValueError(f"{name} must have at most {c.NOWPLAYING_MAX_TEXT_BYTES} bytes, not {len(value)}")
    return str(value)


def some_bytes(name: str, value: Any) -> bytes:
    if not instance(name, value, (bytes, bytearray, memoryview), expected="bytes"):
        raise ValueError(f"{name} must not be empty")
    return bytes(value)


def optional(check: Check) -> Check:
    """Returns a check that accepts None as well."""
    return lambda name, value, *more: None if value is None else check(name, value, *more)


optional_text = optional(text)


def instance(name: str, value: Any, kind: Union[type, Tuple[type, ...]], hint: str = "", expected: str = "") -> Any:
    """Returns an object of a class, or of one of several. expected: what the error says is expected, where the name of
    the class does not tell."""
    if isinstance(value, kind):
        return value
    raise wrong_type(name, expected or _a(kind), value, hint)


def list_of(name: str, value: Any, check: Union[type, Callable[[str, Any], Any]], expected: str = "",
            most: int = sys.maxsize, hint: str = "") -> Tuple[Any, ...]:
    """Returns a tuple of at most so many checked values from any iterable except a text. check: of each value, or its
    class."""
    if isinstance(check, type):
        expected, check = f"a list of {check.__name__}", functools.partial(instance, kind=check, hint=hint)
    if isinstance(value, (str, bytes, bytearray)):
        raise wrong_type(name, expected, value)
    try:
        values = tuple(value)
    except TypeError:
        raise wrong_type(name, expected, value) from None
    checked = tuple(check(f"{name}[{i}]", each) for i, each in enumerate(values))
    if len(checked) > most:
        raise ValueError(f"{name} must have at most {most} entries, not {len(checked)}")
    return checked


def different_ids(name: str, things: Iterable[Any]) -> None:
    ids: Set[str] = set()
    for each in things:
        if each.id in ids:
            raise ValueError(f"{name} must not have two entries with the id {each.id!r}")
        ids.add(each.id)


def texts(name: str, value: Any) -> Tuple[str, ...]:
    return list_of(name, value, text, "a list of str")


def integer(name: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise wrong_type(name, "an int", value) from None


def descriptor(name: str, value: Any) -> int:
    """Returns a checked file descriptor; -1 for none."""
    if integer(name, value) != -1:
        try:
            os.fstat(value)
        except (OSError, OverflowError):
            raise ValueError(f"{name} must be an open descriptor, not {value}") from None
    return int(value)


def flag(name: str, value: Any) -> bool:
    return bool(instance(name, value, int, expected="True or False"))


def number(name: str, value: Any, expected: str = "a number") -> float:
    """Returns a finite number, from any numeric type."""
    if type(value) is float and -math.inf < value < math.inf:
        return value
    if not isinstance(value, (float, int)) and not hasattr(type(value), "__float__"):
        is_time = hasattr(type(value), "total_seconds")
        raise wrong_type(name, expected, value, "write its total_seconds()" if is_time else "")
    try:
        converted = float(value)
    except TypeError:  # for instance a list of numpy's
        raise wrong_type(name, expected, value) from None
    except (OverflowError, ValueError):  # an int that is too large, or Decimal("sNaN")
        converted = math.nan
    if not math.isfinite(converted):
        raise ValueError(f"{name} must be finite, not {value}")
    return converted


def seconds(name: str, value: Any, expected: str = "a number of seconds") -> float:
    return number(name, value, expected)


def ruled(form: Check, says: str, *, least: float = -math.inf, most: float = math.inf, above: float = -math.inf,
          other: Optional[float] = None, only: Sequence[float] = (), clamped: bool = False,
          none: bool = False) -> Check:
    """Returns the check of a number, or of None, by a rule. says: the legal values, for errors. clamped: less than the
    least counts as the least. A time is compared as the library gets it, in whole microseconds."""
    more, is_time = (" or None" if none else ""), form is seconds

    def checked(name: str, value: Any, expected: str = "") -> Any:
        if none and value is None:
            return None
        expected = expected or (f"a number{' of seconds' if is_time else ''}{more}")
        made = form(name, value) if form is integer else form(name, value, expected)
        if clamped and made < least:
            return float(least)
        given = round(made, 6) if is_time else made
        if not least <= given <= most or given <= above or given == other or only and given not in only:
            raise ValueError(f"{name} must be {says}, not {value}")
        return made
    return checked


def ruled_text(pattern: str = "", says: str = "", *, most: int = sys.maxsize, required: bool = False) -> Check:
    """Returns the check of a text by a rule: an empty one is legal unless it is required."""
    def checked(name: str, value: Any) -> str:
        size = len((some_text if required else text)(name, value).encode("utf-8", "surrogatepass"))
        if pattern and value and (size > most or not re.fullmatch(pattern, value)):
            raise ValueError(f"{name} must be {says}, not {value[:SHOWN]!r}")
        if size > most:
            raise ValueError(f"{name} must have at most {most} bytes, not {size}")
        return str(value)
    return checked


def a_list(check: Check, most: int) -> Check:
    """Returns the check of a list of values, which are checked each."""
    return functools.partial(list_of, check=check, expected="a list of str" if check is text else "a list", most=most)


def a_pair(check: Check, none: bool = False) -> Check:
    """Returns the check of two numbers, or of None."""
    says = "two numbers, the first not greater than the second"

    def checked(name: str, value: Any) -> Any:
        if none and value is None:
            return None
        pair = list_of(name, value, check, says + (", or None" if none else ""))
        if len(pair) != 2 or pair[0] > pair[1]:
            raise ValueError(f"{name} must be {says}, not {value}")
        return pair
    return checked


def member(name: str, value: Any, enumeration: Type[E]) -> E:
    """Returns a checked member of an enumeration. Members without a name are refused, as the library would refuse
    them."""
    if isinstance(value, enumeration) and value._name_ in enumeration._member_map_:
        return value
    raise wrong_type(name, f"{_a(enumeration)} ({', '.join(enumeration.__members__)})", value)


def a_member(enumeration: Type[E]) -> Check:
    """Returns the check for members of an enumeration."""
    return functools.partial(member, enumeration=enumeration)


def a_set(enumeration: Any) -> Check:
    """Returns the check for a set of bits."""
    def checked(name: str, value: Any) -> Any:
        known = enumeration.__members__
        if isinstance(value, enumeration) and not int(value) & ~sum(known.values()):
            return value
        raise wrong_type(name, f"{enumeration.__name__} ({', '.join(known)})", value)
    return checked


def handler(name: str, value: Any, takes: Tuple[str, ...], hint: str = "") -> Any:
    """Returns a checked function or coroutine function that accepts the arguments that `takes` names."""
    if not callable(value):
        raise wrong_type(name, "a function", value, hint)
    if _has_flag(value, GENERATOR | ASYNC_GENERATOR):
        raise wrong_type(name, "a function", value, "a generator function would not run: leave `yield` out")
    if not _can_be_given(value, len(takes)):
        called = getattr(value, "__qualname__", type(value).__name__).rpartition("<locals>.")[2]
        import inspect
        taken = inspect.signature(value, follow_wrapped=False)
        raise TypeError(f"{name} is called with ({', '.join(takes)}), which {called}{taken} does not take")
    return value


def _can_be_given(function: Any, count: int) -> bool:
    """Returns whether a function accepts this many positional arguments. It reads the function's code, because
    inspect.signature() takes longer than publishing a song and trusts what decorators claim. Functions that are not
    written in Python are accepted."""
    if not isinstance(function, (FunctionType, MethodType)):
        function, count = getattr(type(function), "__call__", None), count + 1
    if isinstance(function, MethodType):
        function, count = function.__func__, count + 1
    if not isinstance(function, FunctionType):
        return True
    code, defaults, named = function.__code__, function.__defaults__ or (), function.__kwdefaults__ or {}
    return (code.co_argcount - len(defaults) <= count and code.co_kwonlyargcount == len(named)
            and (count <= code.co_argcount or bool(code.co_flags & VARARGS)))


def can_run(name: str, value: Any, loop: object) -> None:
    """Refuses a coroutine function if there is no asyncio loop to run it."""
    if loop is None and value is not None and _has_flag(value, COROUTINE):
        raise wrong_type(name, "a function", value, "a coroutine function needs an asyncio loop: give "
                                                    "loop=AsyncioLoop() or coroutine_loop=…")


def _has_flag(function: Any, flag: int) -> bool:
    """Returns whether the code of a function, or of a callable object, has a flag."""
    while isinstance(function, (MethodType, functools.partial)):
        function = function.__func__ if isinstance(function, MethodType) else function.func
    for each in function, getattr(type(function), "__call__", None):
        # A function without the flag may be marked as a coroutine function by inspect.markcoroutinefunction().
        is_marked = flag == COROUTINE and "_is_coroutine_marker" in getattr(each, "__dict__", ())
        code = getattr(each, "__code__", None)
        if is_marked or isinstance(code, CodeType) and code.co_flags & flag:
            return True
    return False
