# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""GNOME's media keys follow the system primary from one player that uses the library to another."""

from shell import Shell
from field.screen.surface import Surface, hand_over

with Surface("handover") as s:
    shell = Shell(s)
    shell.start_media_keys()
    s.spawn("signals", "dbus-monitor", "--profile", "type='signal',member='PropertiesChanged'")
    hand_over(s, s.publish("first"), lambda: shell.key("Next"))
