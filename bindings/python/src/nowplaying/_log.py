# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The logger of the package. The module logging takes 4 ms to import: a program that does not use it imports it only
with the first line that is logged."""
from __future__ import annotations

import functools
import os
import sys
from typing import TYPE_CHECKING, Any, List, Optional

if TYPE_CHECKING:
    from logging import Handler, Logger

# The levels of logging.
DEBUG, INFO, WARNING, ERROR = 10, 20, 30, 40


# The values of the environment variable with which the library for players prints its own lines to stderr.
PRINTED = {"error": ERROR, "warning": WARNING, "info": INFO}


def is_printed_twice(level: int) -> bool:
    """Returns whether a line that the library has printed would appear on stderr a second time, and nowhere else."""
    word = os.environ.get("NOWPLAYING_LOG")
    if not word or level < PRINTED.get(word, DEBUG):
        return False
    import logging
    logger: Optional[Logger] = logging.getLogger("nowplaying")
    handlers: List[Handler] = []
    while logger is not None:
        handlers += logger.handlers
        logger = logger.parent if logger.propagate else None
    # Without any handler, logging prints to stderr.
    return all(getattr(handler, "stream", None) is sys.stderr for handler in handlers)


def one_line(text: object) -> str:
    """Returns a text on one line, so that a text with line breaks cannot look like another line of a log."""
    return " ".join(str(text).split())


class _Late:
    """Takes the place of the logger "nowplaying" until something is logged."""

    def __getattr__(self, name: str) -> Any:
        import logging
        return getattr(logging.getLogger("nowplaying"), name)

    def isEnabledFor(self, level: int) -> bool:
        """Returns whether lines of a level are logged. A program that has not imported logging has enabled none."""
        if "logging" not in sys.modules:
            return level >= WARNING
        return bool(self.__getattr__("isEnabledFor")(level))

    def log(self, level: int, text: str, *arguments: object) -> None:
        if self.isEnabledFor(level):
            self.__getattr__("log")(level, text, *arguments)

    debug = functools.partialmethod(log, DEBUG)
    info = functools.partialmethod(log, INFO)


if TYPE_CHECKING:
    logger: Logger
else:
    logger = _Late()
