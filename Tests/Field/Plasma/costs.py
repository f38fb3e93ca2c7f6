# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Prints how much of the processor the applet takes while a song plays, and how much Plasma's own applet takes in a
window of the same size, and tests that ours takes at most a fifth more."""

import time

from field.screen.surface import run
from testkit.desktop import processor_time

from screen import HEIGHT, WIDTH, Screen

SECONDS = 20
# MOST: how many times as much of the processor as Plasma's own applet ours may take. NOISE: by how many ms two
# measurements of the same applet may differ.
MOST, NOISE = 1.2, 2


def share(process):
    """Returns how many ms of the processor a program has in a second."""
    before = processor_time(process.pid)
    time.sleep(SECONDS)  # sleeps: measures what happens within it
    return (processor_time(process.pid) - before) * 10 / SECONDS


with Screen("costs") as s:
    s.sees("the song is seen", "Trial Song", "Trial Artist, Second Artist", "Pause")
    ours = share(s.applet)
    s.applet.terminate()
    s.applet.wait()
    own = s.spawn("own", "plasmawindowed", "org.kde.plasma.mediacontroller")
    number = s.window("Media Player")
    run("xdotool", "windowsize", number, str(WIDTH), str(HEIGHT))
    s.sees("Plasma's own shows it, too", "Trial Song")
    theirs = share(own)
    print(f"  cost  {ours:.1f} ms per second, Plasma's own {theirs:.1f}")
    s.check("it takes not much more than Plasma's own", ours <= theirs * MOST + NOISE, (ours, theirs))
