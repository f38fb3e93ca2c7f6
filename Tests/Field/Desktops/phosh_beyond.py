# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests phosh's lock screen with the change in plugins/phosh: the buttons that MPRIS lacks."""

from shell import start_phosh
from field.screen.surface import Surface, pixels, run, text, until

# The vertical positions of phosh's own buttons, and of the added ones, which are below them: the player's own, for
# which it names a place that phosh has not, then speed, like, shuffle and repeat.
SKIPS, EXTRA = 507, 569
OWN, LIKE, SHUFFLE = 228, 360, 426

with Surface("phosh_beyond") as s:
    start_phosh(s, "720x840", program=f"{s.programs}/phosh")

    def words():
        # Covers the place where phosh.py reads the texts, and the place above it to which added buttons move them.
        return text(s.shot(), "-crop", "270x100+255+390", "-negate", scale=300)

    def row():
        return text(s.shot(), "-crop", "344x88+188+460", "-negate", scale=300)

    def is_lit():
        run("convert", s.shot(), "-crop", f"48x48+{LIKE - 24}+{EXTRA - 24}", "like.png")
        return pixels("like.png", "#3584E4") > 500

    # For a player that has no more than MPRIS, nothing is added.
    plain = s.publish("plain", TITLE="Quagga")
    s.check("a player without more is seen", until(lambda: "Quagga" in words(), 30), words())
    s.check("it has no chapter", "Narwhal" not in row(), row())
    plain.stop()
    trial = s.publish("trial", BEYOND="1")
    s.check("the title is seen", until(lambda: "Zephyr" in words(), 30), words())
    s.check("phosh's own position is seen", until(lambda: "02:00" in words()), words())
    s.check("the chapter is seen", until(lambda: "Narwhal" in row(), 20), row())
    # The intervals are the player's: 45 s and 15 s.
    s.check("how far it skips is seen", until(lambda: "45" in row()), row())
    for what, x in (("PlayPause", 361), ("SkipForward", 427), ("SkipBackward", 293)):
        s.drive(trial, what, s.click, x, SKIPS)
    for what, x in (("Feedback", LIKE), ("Custom", OWN), ("Shuffle", SHUFFLE)):
        s.drive(trial, what, s.click, x, EXTRA)
    s.check("the like is highlighted", until(is_lit))
    run("import", "-window", "root", "phosh_beyond.png")
    # The button for "like" now stands for taking the like back.
    s.drive(trial, "Feedback", s.click, LIKE, EXTRA)
    s.check("it is taken back", until(lambda: ["Feedback", 0] in trial.calls()), trial.calls()[-1])
    s.check("it is no more highlighted", until(lambda: not is_lit()))
