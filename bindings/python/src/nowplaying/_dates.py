# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Converts dates and times for the library."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Union

from . import _checks as check

if TYPE_CHECKING:
    from datetime import date, datetime

DateOrText = Union["date", str, None]
# 1970-01-01.
EPOCH = 719163

# The first and the last time that can be published, in seconds since 1970: the years 1 and 9999 in UTC.
FIRST, LAST = -62135596800, 253402300799


def checked_date(name: str, value: Any, or_else: str = "a str") -> date:
    from datetime import date
    check.instance(name, value, date, expected=f"a datetime.date, a datetime.datetime or {or_else}")
    try:
        unix_seconds(value)
    except Exception as error:  # raised by a tzinfo of the player, for instance
        raise ValueError(f"{name} must be a date in seconds since 1970, which {type(value).__name__} does not say: "
                         f"{error}") from error
    return value  # type: ignore[no-any-return]


optional_moment = check.optional(functools.partial(checked_date, or_else="None"))


def moment(seconds: int) -> datetime:
    """Returns a time in UTC, as exact as Python's datetime can hold it."""
    from datetime import datetime, timedelta, timezone
    return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=max(FIRST, min(seconds, LAST)))


def unix_seconds(value: date) -> int:
    """Returns the seconds since 1970 of a date in UTC, or of a time; a time without a zone is local."""
    from datetime import datetime, timedelta
    if not isinstance(value, datetime):
        return (value.toordinal() - EPOCH) * 86400
    whole = value.replace(microsecond=0)
    try:
        seconds = int(whole.timestamp())
    except (OverflowError, ValueError):
        if whole.tzinfo is not None:
            raise
        # Within a day of the calendar's ends Python cannot compute the local time.
        seconds = (whole - datetime(1970, 1, 1)) // timedelta(seconds=1)
    return max(FIRST, min(seconds, LAST))
