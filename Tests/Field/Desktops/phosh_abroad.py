# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests what a person sees of phosh's lock screen with the change in plugins/phosh in other languages, at both scales:
with long words, with high ones, and from right to left. Each word of ours is in the language, and none is cut."""

import gettext
import os

from field.screen.surface import Surface, run, until
from looked import WIDTH, Looked, check_parts
from looks import FROM_RIGHT, look_in_each
from phosh_players import antenna, castaway, keeper, meridian, relay, serve
from posed import at, covers
from testkit.wire import Variant

# The scale of the screen for each locale.
LOOKS = {"de_DE": 1, "ja_JP": 2, "ar_EG": 1, "he_IL": 2}
ERRORS = {"sign-in": "Sign in to play this", "region": "This cannot be played in this country",
          "not-available": "This is not available any more"}


def wait_for(looked, words):
    return until(lambda: words in looked.texts(), 10)


def check_skips(s, looked, name, is_mirrored):
    """Both skips say in the language what they do, and stand in the order in which people read."""
    names = {each["name"]: each for each in looked.buttons()}
    back, forward = (names.get(name(f"{way} by %1 second", f"{way} by %1 seconds", number).replace("%1", str(number)))
                     for way, number in (("Back", 15), ("Forward", 30)))
    s.check("skips say what they do", back and forward, list(names))
    s.check("back comes first", back and forward and (back["x"] > forward["x"]) == is_mirrored, (back, forward))


def check_errors(s, looked, served, _):
    for kind, sentence in ERRORS.items():
        served.do(lambda player, kind=kind: player.change("a", Playback=at(
            30, "error", **{"error-kind": Variant("s", kind)})))
        s.check(f"an error is told: {kind}", wait_for(looked, _(sentence)), looked.texts())
        found = looked.labels().get(_(sentence))
        s.check("and whole", found and not found["cut"])


def look(place):
    scale, is_mirrored = LOOKS[place], place in FROM_RIGHT
    with Surface(f"phosh_abroad-{place}") as s:
        # The locale has to be there for gettext.
        run("localedef", "-i", place, "-f", "UTF-8", f"{s.here}/{place}.UTF-8")
        os.environ.update(LC_ALL=f"{place}.UTF-8", LOCPATH=str(s.here))
        words = gettext.translation("phosh", "/usr/share/locale", [place])
        _ = words.gettext
        looked = Looked(s, f"{WIDTH * scale}x{720 * scale}", scale)
        covers()
        for make, title in ((meridian, "Harbour Lights"), (castaway, "The Comet of 1811"), (keeper, "The Tower"),
                            (antenna, "Harbour 98.4"), (relay, "Wave FM")):
            served = serve(s, make)
            s.check(f"{title} is seen", until(lambda title=title: title in looked.texts(), 30), looked.texts())
            until(lambda make=make: looked.pills() or make in (keeper, antenna, relay), 5)
            looked.resting()
            check_parts(s, looked, title)
            s.keep(make.__name__, s.shot())
            if make is meridian:
                wanted = [_("Like"), _("Shuffle"), _("Repeat")]
                found = [each["name"] for each in sorted(looked.pills(), key=lambda each: each["x"])]
                s.check("its buttons speak the language", found == (wanted[::-1] if is_mirrored else wanted), found)
            elif make is castaway:
                check_skips(s, looked, words.ngettext, is_mirrored)
            elif make is keeper:
                check_errors(s, looked, served, _)
            elif make is antenna:
                s.check("a station is live", wait_for(looked, _("LIVE")), looked.texts())
            else:
                live = until(lambda: any(each["name"] == _("Go to live") for each in looked.buttons()), 5)
                s.check("one can go back to live", live, [each["name"] for each in looked.buttons()])
            served.stop()


look_in_each(__file__, look, LOOKS)
