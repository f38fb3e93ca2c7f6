# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests phosh's lock screen with the change in plugins/phosh: the buttons that MPRIS lacks."""

from looked import Looked
from field.screen.surface import Surface, pixels, run, text, until

with Surface("phosh_beyond") as s:
    looked = Looked(s, "720x840")

    def words():
        # Covers the place where phosh.py reads the texts, and the place above it to which added buttons move them.
        return text(s.shot(), "-crop", "270x100+255+390", "-negate", scale=300)

    def is_lit():
        x, y = looked.place("Like this song")
        run("convert", s.shot(), "-crop", f"48x48+{x - 24}+{y - 24}", "like.png")
        return pixels("like.png", "#3584E4") > 500

    # For a player that has no more than MPRIS, nothing is added.
    plain = s.publish("plain", TITLE="Quagga")
    s.check("a player without more is seen", until(lambda: "Quagga" in words(), 30), words())
    s.check("it has no chapter", "Trial Chapter Narwhal" not in looked.texts(), looked.texts())
    plain.stop()
    trial = s.publish("trial", BEYOND="1")
    s.check("the title is seen", until(lambda: "Zephyr" in words(), 30), words())
    s.check("phosh's own position is seen", until(lambda: "02:00" in words()), words())
    s.check("the chapter is seen", until(lambda: "Trial Chapter Narwhal" in looked.texts(), 20), looked.texts())
    # The intervals are the player's: 45 s and 15 s.
    s.check("how far it skips is seen", until(lambda: {"15", "45"} <= set(looked.texts())), looked.texts())
    for what, name in (("SkipForward", "Forward by 45 seconds"), ("SkipBackward", "Back by 15 seconds"),
                       ("Feedback", "Like this song"), ("Custom", "Sleep"), ("Shuffle", "Shuffle")):
        s.drive(trial, what, looked.click, name)
    x, y = looked.place("Forward by 45 seconds")
    s.drive(trial, "PlayPause", s.click, 360, y)
    s.check("the like is highlighted", until(is_lit))
    # The button for "like" now stands for taking the like back.
    s.drive(trial, "Feedback", looked.click, "Like this song")
    s.check("it is taken back", until(lambda: ["Feedback", 0] in trial.calls()), trial.calls()[-1])
    s.check("it is no more highlighted", until(lambda: not is_lit()))
