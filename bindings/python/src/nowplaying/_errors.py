# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The one exception of this package."""
from ._enums import Status


class NowPlayingError(Exception):
    """An error of the library. Raise it in a handler to choose what the desktop is told:

    raise NowPlayingError(Status.NO_SUCH_CONTENT, "The album was deleted.")
    """

    def __init__(self, status: int, message: str = "") -> None:
        self.status = Status(status)
        self.message = message
        super().__init__(message or self.status.name)
