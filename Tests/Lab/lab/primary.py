# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players that take the system primary from each other."""

from testkit.bus import ROOT, is_changed
from testkit.host import C

ALL = C.PRIMARY_APPLICATION | C.PRIMARY_SYSTEM


def player(bus, letter, *options, state="PLAYING"):
    """Starts a host with one published session."""
    host = bus.host(f"--id=org.example.{letter}", f"--name=Player {letter}", *options)
    host.publish(title=f"Song of {letter}", state=state)
    bus.wait_name(f"{ROOT}.{letter}")
    return host


def take(bus, host, status=C.OK):
    """Takes the system primary, and waits until it has it."""
    events = len(host.events)
    host.ask("primary", "main", "system")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=status, start=events)


def bits(host, session="main"):
    return host.ask("get_primary", session)["value"]


def status_of(bus, letter):
    """Returns a function of a record: it returns the PlaybackStatus in a PropertiesChanged of the player, else None."""
    owner = bus.owner(f"{ROOT}.{letter}")

    def accept(message):
        if is_changed(message) and message.sender == owner and "PlaybackStatus" in message.body[1]:
            return message.body[1]["PlaybackStatus"].value
        return None
    return accept
