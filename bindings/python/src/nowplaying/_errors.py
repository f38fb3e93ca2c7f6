# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The exception class of this package."""
from . import _checks as check
from ._enums import Status


class NowPlayingError(Exception):
    """An error of the library. Raise it in a handler to choose the reply to the desktop:

    raise NowPlayingError("The album was deleted.", Status.NO_SUCH_CONTENT)

    message: a sentence for the one who asked; "" for the status's own.
    status: what it is about, COMMAND_FAILED unless you say more.
    """

    message: str
    status: Status

    def __init__(self, message: str = "", status: int = Status.COMMAND_FAILED) -> None:
        check.text("NowPlayingError.message", message)
        check.instance("NowPlayingError.status", status, int, expected="a Status")
        if not -2**31 <= status < 0:
            raise ValueError(f"NowPlayingError.status must be an error, not {Status(status).name}")
        self.message = message
        self.status = Status(status)
        super().__init__(message, self.status)  # for copying and pickling

    def __str__(self) -> str:
        return self.message or self.status.name
