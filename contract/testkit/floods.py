# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes signals that a player can send faster than a surface reads them, and a bus without a monitor, which would have
to read them, too."""

import contextlib
import struct

from .fakes import SESSION, path, variants
from .bus import PROPERTIES, Bus
from .daemons import DBusDaemon
from .wire import SIGNAL, Message, Variant, encode

ORDERED = "\n".join(f"[{n // 60:02}:{n % 60:02}.{n % 100:02}]" + "x" * 20 for n in range(2000))
REVERSED = "\n".join(reversed(ORDERED.split("\n")))
CHAPTERS = [(n * 1_000_000, f"Chapter {n} " + "x" * 200, f"art {n}") for n in range(1024)]
# For each flood, by its name: the keys that its item has besides the title.
FLOODS = {"ordered lyrics": {"lyrics": Variant("s", ORDERED)}, "reversed lyrics": {"lyrics": Variant("s", REVERSED)},
          "text": {"lyrics": Variant("s", "x" * 63_000)}, "chapters": {"chapters": Variant("a(xss)", CHAPTERS)}}


@contextlib.contextmanager
def unwatched(outgoing=1_000_000_000):
    """A bus that buffers this many bytes for a client that does not read. It has no monitor: dbus-daemon 1.14 aborts
    when it drops a monitor's signal, and a monitor reads more slowly than a surface."""
    bus = Bus(outgoing=outgoing)
    bus.daemon = DBusDaemon(bus)
    try:
        yield bus
    finally:
        bus.daemon.kill()
        bus.daemon = None
        bus.close()


def changed(where, interface, **values):
    return Message(type=SIGNAL, serial=2**31, path=where, interface=PROPERTIES, member="PropertiesChanged",
                   signature="sa{sv}as", body=[interface, variants(**values), []])


def tiny(count):
    """Returns PropertiesChanged with a volume, followed by this many unknown entries."""
    message = changed(path("a"), SESSION, Volume=("d", 0.5), k=("y", 7), l=("y", 7))
    whole = encode(message)
    one = struct.pack("<I", 1) + b"k\0\1y\0\7" + bytes(6)
    place = whole.index(one)
    more = one * (count - 1)
    size, = struct.unpack_from("<I", whole, 4)
    # The length of the array is before the key of the first entry.
    first = whole.index(struct.pack("<I", 6) + b"Volume") - 4
    length, = struct.unpack_from("<I", whole, first)
    return (whole[:4] + struct.pack("<I", size + len(more)) + whole[8:first]
            + struct.pack("<I", length + len(more)) + whole[first + 4:place] + more + whole[place:])
