# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Logs an exception that a handler raised, and replies to its request."""
from __future__ import annotations

from ._enums import Status
from ._errors import NowPlayingError
from ._library import encode, functions
from ._log import DEBUG, INFO, logger, one_line

# Sent to clients in place of an error text that is not written for people, and may have a path or a token in it.
FAILED = "The player failed, and its log says why."
# The modules that raise NowPlayingError when a handler calls this package wrongly.
_CALLED = {f"{__package__}._library", f"{__package__}._objects"}


def report(what: str, error: BaseException, request: int, is_picture: bool = False) -> int:
    """Logs what a handler raised, and answers its request; returns the status of the error.

    is_picture: of a function of an artwork or a video, whose errors the library logs itself.
    """
    if isinstance(error, NowPlayingError) and (is_picture or not _is_misuse(error)):
        logger.log(DEBUG if is_picture else INFO, "The handler of %s refused: %s (%s)", what, one_line(error),
                   error.status)
    else:
        logger.error("The handler of %s failed: %r", what, error, exc_info=error)
    if isinstance(error, NowPlayingError):
        return complete(request, error.status, error.message)
    return complete(request, Status.COMMAND_FAILED, FAILED)


def _is_misuse(error: BaseException) -> bool:
    """Returns whether an error came from a wrong call of this package in a handler, rather than being raised to choose
    the reply."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_globals.get("__name__") in _CALLED


def complete(request: int, status: int, text: str = "") -> int:
    """Answers a request, if there is one that was not answered, cancelled or timed out in the meantime. Returns the
    status."""
    try:
        if request:
            functions.nowplaying_request_complete(request, status, encode(text) if text else None)
    except NowPlayingError as error:
        logger.debug("An answer came too late: %s", error)
    return status
