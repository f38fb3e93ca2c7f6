# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes the pictures of the README, twice as large as the applet is seen: the one of a panel in Plasma 5, and all
others in Plasma 6, where no window is as small as a panel. If it is asked, it makes those of the project's first page,
hero-song and hero-podcast, and that of Plasma's own applet, hero-own."""

import os
import subprocess
import sys

import heroes
from people import Picture, arabic, failed, music, podcast, radio, speakers
from posed import covers, serve
from shell import start_services
from states import film


class Hero(Picture):
    """The players of the project's first page: a song, which plays, and a podcast."""

    def begin(self, *_):
        drawn = covers()
        self.served = [serve(self, player, drawn) for player in (heroes.meridian, heroes.castaway)]

    def __exit__(self, *error):
        for player in self.served:
            player.stop()
        super().__exit__(*error)


class Own(Hero):
    """Plasma's own applet with these players."""

    shown = "org.kde.plasma.mediacontroller"

    def begin(self, *_):
        start_services(self)
        super().begin()


def make(name):
    """Makes one picture."""
    match name:
        case "song":
            with Picture(name, music, podcast, radio) as picture:
                picture.keeps("Evening Light on the Harbour", "Castaway", "Antenna")
        case "podcast":
            with Picture(name, podcast, music, radio, is_dark=True) as picture:
                picture.keeps("Night Skies", "Chapters", "Meridian")
        case "popup":
            with Picture(name, music, podcast, radio, size=(240, 44)) as picture:
                picture.keeps_popup("Evening Light on the Harbour", "Songs for Slow Trains", "Castaway")
        case "chapters":
            with Picture(name, podcast, music, radio) as picture:
                picture.sees("all is seen", "Chapters")
                picture.press("Chapters")
                picture.keeps("Wine and war")
        case "radio":
            with Picture(name, radio, music, podcast, is_dark=True) as picture:
                picture.keeps("Harbour 98.4", "LIVE")
        case "film":
            with Picture(name, film, music, radio) as picture:
                picture.keeps("The Lighthouse Keeper")
        case "devices":
            with Picture(name, speakers) as picture:
                picture.sees("all is seen", "Devices")
                picture.press("Devices")
                picture.keeps("Bathroom")
        case "error":
            with Picture(name, failed, music, radio) as picture:
                picture.keeps("Sign in to play this episode")
        case "hero-song":
            with Hero(name) as picture:
                picture.keeps(heroes.SONG, "Castaway")
        case "hero-podcast":
            with Hero(name, is_dark=True) as picture:
                picture.press("Castaway")
                picture.keeps(heroes.EPISODE, "Meridian")
        case "hero-own":
            with Own(name, title="Media Player") as picture:
                picture.keeps(heroes.SONG)
        case "arabic":
            with Picture(name, arabic, podcast, layout="rtl", language="ar", title="قيد التشغيل الآن") as picture:
                picture.keeps("ضوء المساء على الميناء")


if __name__ == "__main__":
    names = sys.argv[1:] or (["popup"] if os.environ["PLASMA"] == "5" else
                             ["song", "podcast", "chapters", "radio", "devices", "error", "film", "arabic"])
    if len(names) == 1:
        make(names[0])
    else:
        sys.exit(any([subprocess.run([sys.executable, "-B", __file__, name], check=False).returncode
                      for name in names]))
