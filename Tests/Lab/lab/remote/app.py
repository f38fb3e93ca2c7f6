# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Drives the test app, which speaks the Swift interface."""

from .lines import Program


class App(Program):
    """A process of the test app."""

    program = None  # set by conftest.py

    def __init__(self, login, extension, **variables):
        """extension: the bus name of its extension."""
        super().__init__(login, [self.program], {**login.environment, "NOWPLAYING_REMOTE_EXTENSION": extension,
                                                 **variables})
        self.wait("ready")

    def start(self, attributes):
        return self.ask("start", attributes=attributes)["id"]

    def update(self, identifier, attributes):
        self.ask("update", id=identifier, attributes=attributes)

    def end(self, identifier):
        self.ask("end", id=identifier)

    def sessions(self):
        return self.ask("sessions")["ids"]

    def start_token(self):
        """Waits for the token for pushes that start sessions."""
        hexadecimal = self.ask("token").get("hex") or self.wait("startToken")["hex"]
        return bytes.fromhex(hexadecimal)
