# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A client that tells when a player has emitted something, by the clock that all processes share. It is a program of
its own, because inside the test it would wait for the interpreter, which the recorder of the bus keeps busy just then.
For each line that it reads it prints its name on the bus, and then a time in seconds:

    shown SOCKET NAME TITLE     when a panel knows that what plays has this title
    emitted SOCKET NAME STATUS  when the player emits this status

or "inf" where that does not come.
"""
import sys
import time

from testkit.bus import PATH, PLAYER, PROPERTIES, is_changed
from testkit.wire import BUS, Connection, DBusError


def say(words):
    print(words, flush=True)


def shown(client, name, title):
    """Asks like a panel: when the player appears, and again after each of its signals."""
    def plays():
        try:
            found = client.call(name, PATH, PROPERTIES, "GetAll", "s", PLAYER)[0]
            return (found["PlaybackStatus"].value == "Playing"
                    and found["Metadata"].value["xesam:title"].value == title)
        except (DBusError, KeyError):
            return False
    client.bus("AddMatch", "s", f"type='signal',sender='{BUS}',member='NameOwnerChanged',arg0='{name}'")
    client.bus("AddMatch", "s", f"type='signal',sender='{name}',interface='{PROPERTIES}'")
    say(client.name)
    while not plays():
        client.wait_signal(lambda m: m.member in ("NameOwnerChanged", "PropertiesChanged"))


def emitted(client, name, status):
    client.bus("AddMatch", "s", f"type='signal',sender='{name}',interface='{PROPERTIES}'")
    say(client.name)
    client.wait_signal(lambda m: is_changed(m) and "PlaybackStatus" in m.body[1]
                       and m.body[1]["PlaybackStatus"].value == status)


def main():
    for line in sys.stdin:
        order, path, *words = line.split()
        client = Connection(path)
        try:
            {"shown": shown, "emitted": emitted}[order](client, *words)
            say(time.monotonic())
        except TimeoutError:
            say("inf")
        client.close()


if __name__ == "__main__":
    main()
