# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""GNOME Shell's list of messages: its contents and its buttons; and GNOME's media keys."""

from shell import Shell
from field.screen.surface import Surface, text, until

with Surface("gnome") as s:
    shell = Shell(s)
    shell.open_messages()
    trial = s.publish_seen(lambda: text(shell.shot(), "-crop", "420x110+280+40"), shell.shot)
    player = until(shell.players)[0]
    s.check("its own words are right", (player["title"], player["body"], player["name"]) ==
            ("Trial Title Zephyr", "Trial Artist Quokka", trial.bus_name), player)
    s.check("next and previous are allowed", player["next"] and player["previous"])
    for what, button in (("Next", "next"), ("Previous", "prev")):
        s.drive(trial, what, shell.press, button)
    for icon in ("media-playback-start-symbolic", "media-playback-pause-symbolic"):
        s.drive(trial, "PlayPause", shell.press, "playPause")
        s.check("the icon follows", until(lambda: [p["icon"] for p in shell.players()] == [icon]), icon)

    shell.start_media_keys()
    for what, key in (("Pause", "Pause"), ("PlayPause", "Play"), ("Next", "Next"), ("Previous", "Prev"),
                      ("Seek", "Forward"), ("Seek", "Rewind"), ("Shuffle", "Shuffle"), ("Stop", "Stop")):
        s.drive(trial, what, shell.key, key)
    trial.stop()
    s.check("it goes when the player ends", until(lambda: shell.players() == []))
