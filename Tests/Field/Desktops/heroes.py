# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The players in the picture at the top of the project's first page, on each of its desktops."""

from posed import SECOND, art, at, custom, icons, interval, item, play_music
from testkit.fakes import command
from testkit.wire import Variant

SONG, EPISODE = "Harbour Lights", "Night Skies 41: Comets"


def meridian(made):
    """A song, with a like and lyrics."""
    play_music(made)
    lyrics = "[1:24]The harbour lights are burning low\n[1:31]And I am rowing home"
    for faces in made.objects.values():
        for properties in faces.values():
            if "Content" in properties:
                properties["Content"].value["lyrics"] = Variant("s", lyrics)


def castaway(made):
    """A podcast with chapters and intervals."""
    chapters = [(0, "Introduction", ""), (540 * SECOND, "The great comet", ""), (1500 * SECOND, "Letters", "")]
    made.session("a", Playback=at(731), Commands=icons(
        interval("skip-backward", 15), command("play"), interval("skip-forward", 30), command("next"),
        command("seek-to-position"), command("bookmark"), command("change-rate", rates=("ad", [1.0, 1.25, 1.5])),
        custom("sleep", "Sleep timer", "timer")), Content=item(EPISODE, "Night Skies", seconds=2710, kind="podcast",
                                                               chapters=Variant("a(xss)", chapters), **art("comet")))
