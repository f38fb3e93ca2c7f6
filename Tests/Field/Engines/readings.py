# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: readings.py ENGINE ADDRESS     plays an address, reads the position every 20 ms, and then seeks

Prints a line of JSON: `apart` has the readings of five seconds, each with its time, and `sought` those of the second
after a seek to TARGET.
"""
import json
import os
import sys
import threading
import time

import engines

APART, TARGET = 0.02, 12


def read(position, seconds):
    """Reads a position every 20 ms for some seconds, and returns the times and the positions."""
    start, found = time.monotonic(), []
    while (now := time.monotonic() - start) < seconds:
        found.append((now, position()))
        time.sleep(APART)  # sleeps: paces the readings
    return found


def measure(position, seek):
    """Returns what this program prints, for anything that has a position and can seek."""
    apart = read(position, 5)
    seek(TARGET)
    return {"apart": apart, "sought": read(position, 1)}


def main(name, address):
    engine = engines.ENGINES[name](lambda: None, lambda: None)

    def run():
        while engine.state != engines.PLAYING or not engine.position():
            time.sleep(0.05)  # sleeps: not every engine reports that its position moves
        print(json.dumps(measure(engine.position, lambda to: engine.call(lambda: engine.seek(to)))), flush=True)
        os._exit(0)  # without waiting for the loop of the engine

    threading.Thread(target=run, daemon=True).start()
    engine.play(address)
    engine.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
