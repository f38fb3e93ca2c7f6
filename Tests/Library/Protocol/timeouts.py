# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Waits for the longest timeouts while all other tests run."""

import threading
import time

from testkit.bus import Bus
from testkit.reference import ReferencePlayer
from testkit.run import finish


class TimeOuts:
    """Requests that are never answered, made at the start of the run and awaited during all other tests."""

    LIMITS = {"SendCommand": 10, "GetArtwork": 10, "GetPreview": 2, "GetVideo": 30, "the last session's command": 10}

    def __init__(self):
        self.ended, self.problems = {}, []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        bus = Bus().start()
        try:
            self.ask(ReferencePlayer.start(bus).surface(), ReferencePlayer.start(bus).surface())
            finish(bus, 0)
        except Exception as error:  # the test about it reports the error
            self.problems.append(error)
        finally:
            bus.close()

    def ask(self, first, second):
        """Uses two players, because the items with the artwork and with the video differ."""
        side, other = first.local["side"], second.local["side"]
        other.send("stop").wait_item("episode-2")
        first.local["side"].send("toggle-play-pause")
        guest = first.local["guest"]
        begun = time.monotonic()
        calls = {"SendCommand": (side, side.start("skip-forward")), "GetArtwork": (other, other.start_artwork("slow")),
                 "GetPreview": (side, side.start_preview("late", "1:1")),
                 "GetVideo": (side, side.start_video("late", "1:1")),
                 "the last session's command": (guest, guest.start("play"))}
        for name in sorted(calls, key=self.LIMITS.get):
            session, call = calls[name]
            error = session.surface.error(call, 45)
            # Notes when the reply was read. It may have arrived earlier, while an earlier call was awaited.
            self.ended[name] = (error, time.monotonic() - begun)
