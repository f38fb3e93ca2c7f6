# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests KDE Plasma's media applet in a window of its own, its media keys, and which player they drive."""

from field.screen.publishers import Publisher
from shell import start_applet
from field.screen.surface import Surface, hand_over, text, until

STATES = {"Pause": "Paused", "Play": "Playing"}

with Surface("plasma") as s:
    start_applet(s)
    trial = s.publish_seen(lambda: text(s.shot(), "-crop", "480x520+0+0", scale=300), s.shot, least=5000)
    for what, x, y in (("Pause", 240, 495), ("Play", 240, 495), ("Next", 284, 495), ("Previous", 195, 495),
                       ("Shuffle", 138, 495), ("Shuffle", 138, 495), ("LoopStatus", 342, 495),
                       ("SetPosition", 300, 461)):
        s.drive(trial, what, s.click, x, y)
    # The volume has a shortcut, but no key by default.
    s.drive(trial, "Volume", s.call, "org.kde.kglobalaccel", "/component/mediacontrol",
            "org.kde.kglobalaccel.Component", "invokeShortcut", "mediavolumeup")
    for what, key in (("Pause", "Play"), ("Play", "Play"), ("Next", "Next"), ("Previous", "Prev"), ("Stop", "Stop")):
        s.drive(trial, what, s.key, f"XF86Audio{key}")
        if what in STATES:
            # A real player pauses before it emits its status, by which Plasma chooses the player for the keys.
            until(lambda status=STATES[what]: trial.get("PlaybackStatus") == status)
            s.call("org.kde.kded6", "/", "org.freedesktop.DBus.Peer", "Ping")
    if s.kind is Publisher:
        hand_over(s, trial, lambda: s.key("XF86AudioNext"))
