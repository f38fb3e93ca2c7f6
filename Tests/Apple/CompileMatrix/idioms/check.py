# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Uses what programs commonly write: each of their sessions is read, and gets each of MPRIS's commands."""
from testkit.desktop import wait_until
from testkit.wire import Connection, DBusError, Variant

PATH, PLAYER, PROPERTIES = "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", "org.freedesktop.DBus.Properties"
ROOT = "/org/nowplaying"
NAME = "org.mpris.MediaPlayer2.Together"
SECOND = 1_000_000
CALLS = [("Play", ""), ("Pause", ""), ("PlayPause", ""), ("Next", ""), ("Previous", ""), ("Seek", "x", 3 * SECOND),
         ("Stop", "")]
VALUES = {"Rate": Variant("d", 2.0), "LoopStatus": Variant("s", "Playlist"), "Shuffle": Variant("b", True),
          "Volume": Variant("d", 0.3)}


def attempt(client, *call):
    """Returns the answer to a call; None for an error, because not each session takes each command."""
    try:
        return client.call(NAME, *call)
    except DBusError:
        return None


def is_shown(client):
    """Reads a session, which comes to the bus a moment after the program has made it. Not each one does."""
    try:
        wait_until("it is shown", lambda: attempt(client, PATH, PROPERTIES, "GetAll", "s", PLAYER), 0.2)
    except AssertionError:
        return False
    return True


def use(client):
    """Reads a session, and gives it each command. Returns whether a session is shown."""
    shown = is_shown(client)
    attempt(client, ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    for call in CALLS:
        attempt(client, PATH, PLAYER, *call)
    for name, value in VALUES.items():
        attempt(client, PATH, PROPERTIES, "Set", "ssv", PLAYER, name, value)
    return shown


def together(desktop, binary):
    program = desktop.start(binary, NOWPLAYING_APPLICATION_ID="org.example.Together")
    client = Connection(f"{desktop.directory}/bus")
    count = 0
    while True:
        program.order("next")
        if program.expect("now: ", part=True) == "now: end":
            break
        count += use(client)
    assert program.end() == 0, program.said
    assert count > 20, f"only {count} were shown"
    yield "all are shown, take commands and end"
