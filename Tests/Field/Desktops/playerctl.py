# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""playerctl, and playerctld, which keeps the players in the order of their activity."""

import urllib.parse

from field.screen.publishers import PATH
from field.screen.surface import Surface, pixels, run, until

FIELDS = ("status", "title", "artist", "album", "mpris:length", "volume")
ROOT = "org.mpris.MediaPlayer2."

with Surface("playerctl") as s:
    def name_of(publisher):
        return publisher.bus_name.removeprefix(ROOT)

    def ctl(*words):
        return run("playerctl", "-p", name_of(trial), *words)

    def words():
        return run("playerctl", "metadata", "--format", " | ".join("{{%s}}" % field for field in FIELDS))

    def cover():
        return urllib.parse.unquote(run("playerctl", "metadata", "mpris:artUrl").removeprefix("file://")) or "null:"

    trial = s.publish_seen(words, cover)
    seen = words()
    s.check("all fields are right",
            seen == "Playing | Trial Title Zephyr | Trial Artist Quokka | Trial Album | 120000000 | 0.5", seen)
    before = float(ctl("position"))
    after = until(lambda: (now := float(ctl("position"))) > before + 0.5 and now)
    s.check("the position moves", after and 30 <= before < after < 60, f"{before} to {after}")

    s.spawn("follow", "playerctl", "-p", name_of(trial), "--follow", "metadata", "--format", "{{status}} {{title}}.")
    s.check("--follow begins", until(lambda: "Playing Trial Title Zephyr." in s.log("follow")))
    for words, what, sent in (
            ("pause", "Pause", "Paused Trial Title Zephyr."), ("play", "Play", ""), ("play-pause", "PlayPause", ""),
            ("play", "Play", ""), ("next", "Next", "Playing Trial Title Zephyr 1."), ("previous", "Previous", ""),
            ("position 42", "SetPosition", ""), ("position 5+", "Seek", ""), ("volume 0.25", "Volume", ""),
            ("loop Track", "LoopStatus", ""), ("loop None", "LoopStatus", ""), ("shuffle On", "Shuffle", ""),
            ("shuffle Off", "Shuffle", ""),
            (f"open {trial.uri}", "OpenUri", ""), ("stop", "Stop", "Stopped Trial Title Zephyr")):
        s.drive(trial, what, ctl, *words.split())
        if sent:
            s.check("--follow tells", until(lambda: f"\n{sent}" in s.log("follow")), sent)

    def order():
        names = s.call(ROOT + "playerctld", PATH, "org.freedesktop.DBus.Properties", "Get",
                       "com.github.altdesktop.playerctld", "PlayerNames")
        return [name.removeprefix(ROOT) for name in names or ()]

    both = [name_of(trial), name_of(s.publish("other"))]
    s.spawn("playerctld", "playerctld")
    s.check("playerctld knows both", until(lambda: sorted(order()) == sorted(both)), order())
    ctl("play")
    s.check("who plays goes to its front", until(lambda: order() == both), order())
    s.drive(trial, "Next", run, "playerctl", "-p", "playerctld", "next")
