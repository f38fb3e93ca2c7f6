# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The fields of a content, which players fill from tags. A tag may say anything: a value of a type that tags have is
repaired, or left out where that is not possible, with one line in the log, so that it never costs the song. A value
of another type is a bug of the player and raises a TypeError. The README has the table."""
from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, Callable, List, Optional, Sequence, Union

from . import _checks as check
from . import _signatures as c
from ._dates import DateOrText, checked_date, is_date
from ._log import INFO, logger
from ._mapping import FrozenMapping

# More entries of a list are left out, as the library does.
MOST_TEXTS = c.NOWPLAYING_MAX_TEXTS
# As the library clamps integers.
LARGEST = 2**31 - 1
# How deep lists may lie in lists, as in MP4's "trkn", [(3, 12)].
DEEPEST = 4
# Characters of a value that a line of the log shows.
SHOWN = 60

NUMBER = r"\s*([+-]?)0*(\d{1,18}(?!\d)|\d+)(?:[.,](\d))?"
RATING = r"\s*(\d{1,9}(?:[.,]\d{0,17})?|[.,]\d{1,17})\s*(?:%|(?:/|of)\s*(\d{1,9}))?\s*\Z"
DATE = r"(?<!\d)(\d{4})(?:(?:[-/.:](\d{1,2})(?!\d)(?:[-/.:](\d{1,2})(?!\d))?)|(\d\d)(\d\d))?(?!\d)"
WORDS = {"1": True, "true": True, "yes": True, "explicit": True, "0": False, "false": False, "no": False,
         "clean": False}


def shortened(value: object) -> str:
    """The value, as a line of the log shows it."""
    try:
        shown = repr(value[:SHOWN] if isinstance(value, (str, bytes)) else value)
    except Exception as error:  # an int of too many digits, or an object of the player's
        return f"a value of {type(value).__name__} ({error})"[:SHOWN]
    return shown if len(shown) <= SHOWN else shown[:SHOWN - 1] + "…"


def note(name: str, given: object, kept: object) -> None:
    """Logs that a value was repaired or left out."""
    if not logger.isEnabledFor(INFO):
        return
    if kept is None or kept == ():
        logger.info("%s: %s was left out", name, shortened(given))
    else:
        logger.info("%s: %s was taken as %s", name, shortened(given), shortened(kept))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) or hasattr(type(value), "__float__") and not hasattr(type(value), "__len__")


def _finite(value: Any) -> Optional[float]:
    """A number of any type as a float; None if it is none that is finite."""
    try:
        number = float(value)
    except (OverflowError, TypeError, ValueError):
        return None
    return number if abs(number) < float("inf") else None


def _decoded(value: Any) -> str:
    """Bytes as text. What is not UTF-8 is Latin-1, as in old tags."""
    data = bytes(value)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _clean(text: str) -> str:
    """Without what is no text in UTF-8, and without the NULs that fill a tag of a fixed length."""
    text = text.rstrip("\0").replace("\0", "\ufffd")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _as_text(value: Any) -> Any:
    """A text, or None if the value has none; NotImplemented if it is of a type that no tag has."""
    if isinstance(value, str):
        return _clean(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _clean(_decoded(value))
    if _is_number(value) and not isinstance(value, bool):
        if _finite(value) is None:
            return None
        return str(value)
    return NotImplemented


def _first(value: Any) -> Any:
    """The first entry of a list, or of a list in that; None of an empty one."""
    for _ in range(DEEPEST):
        if not isinstance(value, (list, tuple)):
            return value
        value = value[0] if value else None
    return None if isinstance(value, (list, tuple)) else value


def optional_text(name: str, value: Any) -> Optional[str]:
    """A text. Of a list of texts it is all of them."""
    if value is None or isinstance(value, str) and value.isascii() and "\0" not in value:
        return value
    kept: Optional[str]
    if isinstance(value, (list, tuple)):
        kept = ", ".join(_entries(name, value)) or None
    else:
        kept = _as_text(value)
        if kept is NotImplemented:
            check.text(name, value)  # raises
    if kept != value:
        note(name, value, kept)
    return kept


def _entries(name: str, value: Any, depth: int = 1) -> List[str]:
    """The texts of a list and of the lists in it, without those that are empty."""
    texts: List[str] = []
    for i, entry in enumerate(value):
        if isinstance(entry, (list, tuple)):
            texts += _entries(f"{name}[{i}]", entry, depth + 1) if depth < DEEPEST else []
            continue
        text = None if entry is None else _as_text(entry)
        if text is NotImplemented:
            check.text(f"{name}[{i}]", entry)  # raises
        if text:
            texts.append(text)
        if len(texts) > MOST_TEXTS:
            break
    return texts


def optional_texts(name: str, value: Any) -> Union[str, Sequence[str], None]:
    """A list of texts, or the one text of it."""
    if value is None or isinstance(value, str) and value.isascii() and "\0" not in value:
        return value
    single = _as_text(value)
    if single is not NotImplemented:
        text: Optional[str] = single
        if text != value:
            note(name, value, text)
        return text
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise check.wrong_type(name, "a str or a list of str", value)
    given = value if isinstance(value, (list, tuple)) else tuple(islice(value, 2 * MOST_TEXTS))
    texts = _entries(name, given)
    kept = tuple(texts[:MOST_TEXTS])
    if len(kept) != len(given) or any(ours is not theirs for ours, theirs in zip(kept, given)) and kept != tuple(given):
        note(name, given, kept)
    return kept


def _as_integer(value: Any) -> Any:
    """A whole number, or None; NotImplemented if it is of a type that no tag has."""
    if hasattr(type(value), "__index__"):
        return operator.index(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        value = _decoded(value)
    if isinstance(value, str):
        found = re.match(NUMBER, value)
        if found is None:
            return None
        size = int(found[2]) if len(found[2]) <= 18 else LARGEST + 1
        return -size if found[1] == "-" else size + (found[3] is not None and found[3] >= "5")
    if not _is_number(value):
        return NotImplemented
    number = _finite(value)
    return None if number is None else round(number)


def optional_integer(name: str, value: Any) -> Optional[int]:
    """A number from 0, as 3 of "3/12"."""
    if value is None or type(value) is int and 0 <= value <= LARGEST:
        return value
    found = _as_integer(_first(value))
    if found is NotImplemented:
        if _first(value) is not None:
            raise check.wrong_type(name, "an int", value)
        found = None
    kept: Optional[int] = None if found is None or found < 0 else min(found, LARGEST)
    if kept is None or kept != value:
        note(name, value, kept)
    return kept


def optional_flag(name: str, value: Any) -> Optional[bool]:
    """Whether something is so, in a word or a number."""
    if value is None or isinstance(value, bool):
        return value
    given = _first(value)
    kept: Optional[bool] = None
    if isinstance(given, (str, bytes, bytearray, memoryview)):
        kept = WORDS.get((given if isinstance(given, str) else _decoded(given)).strip("\0 \t\r\n").lower())
    elif given is not None and _is_number(given):
        number = _finite(given)
        kept = None if number is None else bool(number)
    elif given is not None:
        raise check.wrong_type(name, "True or False", value)
    if kept is None or kept != value:
        note(name, value, kept)
    return kept


def optional_rating(name: str, value: Any) -> Optional[float]:
    """A number from 0.0 to 1.0. A text may name its scale: "4/5", "80 %". Without one a greater number is left out:
    nobody knows whether it is of 5, 10, 100 or 255."""
    if value is None or type(value) is float and 0.0 <= value <= 1.0:
        return value
    given = _first(value)
    if isinstance(given, (bytes, bytearray, memoryview)):
        given = _decoded(given)
    number: Optional[float] = None
    if isinstance(given, str):
        found = re.match(RATING, given.rstrip("\0"))
        if found is not None:
            number = float(found[1].replace(",", "."))
            scale = 100.0 if "%" in given else float(found[2] or 1)
            number = number / scale if scale else None
    elif given is not None and _is_number(given):
        number = _finite(given)
    elif given is not None:
        raise check.wrong_type(name, "a number", value)
    kept = number if number is not None and 0.0 <= number <= 1.0 else None
    if kept is None or kept != value:
        note(name, value, kept)
    return kept


def _dates_in(text: str) -> Sequence[str]:
    """The dates that a text may mean, the best first."""
    found = re.search(DATE, text)
    if found is None:
        return [text]
    if found[1] == "0000":  # as tags say that it is not known
        return []
    year, month, day = found[1], found[2] or found[4], found[3] or found[5]
    parts = [year, *(part.zfill(2) for part in (month, day) if part)]
    return [text, *("-".join(parts[:count]) for count in range(len(parts), 0, -1))]


def optional_date(name: str, value: Any) -> DateOrText:
    """A date, or as much of one as a text says."""
    if value is None or isinstance(value, str) and not value:
        return None
    given = _first(value)
    if isinstance(given, (str, bytes, bytearray, memoryview)):
        text = _clean(given if isinstance(given, str) else _decoded(given))
    elif given is not None and _is_number(given):
        number = _as_integer(given)
        text = str(number) if number is not None and 0 < number < 10**8 else ""
        text = text.zfill(4)
    elif given is not None:
        return checked_date(name, value)
    else:
        text = ""
    kept = next((each for each in _dates_in(text) if is_date(each)), None) if text else None
    if kept != value:
        note(name, value, kept)
    return kept


def optional_extra(name: str, value: Any) -> Optional[FrozenMapping[str, str]]:
    """Texts under keys of the player's own. Which keys there may be says the library when it gets them."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise check.wrong_type(name, "a dict", value, 'write {"player:key": "a text"} for instance')
    kept = {}
    for key, given in value.items():
        text = optional_text(f"{name}[{check.text(f'{name}: a key', key)!r}]", given)
        if text:
            kept[key] = text
    return FrozenMapping(kept)


CHECKS: Sequence[Callable[[str, Any], Any]] = (optional_text, optional_texts, optional_integer, optional_rating)
