# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the lock screen of phosh, GNOME for telephones, inside an X server, because that has a pointer."""

from shell import start_phosh
from field.screen.surface import COLOUR, Surface, run, text

# The colour of the cover for each version of phosh, when phosh has dimmed it: it is blended with what is behind it.
DIMMED = {"0.24": "#841C51", "0.46": "#70083D"}
version = run("dpkg-query", "-W", "-f", "${Version}", "phosh")[:4]

with Surface("phosh") as s:
    start_phosh(s, "720x840")

    def words():
        """Returns the words of the card, which are white, and again those beside the cover: phosh dims players that
        cannot be raised, and tesseract overlooks grey words beside a cover."""
        shot = s.shot()
        return " | ".join(text(shot, "-crop", area, "-negate", scale=300) for area in ("344x80+188+428",
                                                                                       "270x80+255+428"))

    trial = s.publish_seen(words, s.shot, colour=COLOUR if s.kind.can_raise else DIMMED[version])
    for what, x in (("PlayPause", 361), ("Next", 493), ("Previous", 227), ("Seek", 427), ("Seek", 293)):
        s.drive(trial, what, s.click, x, 525)
