# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The menu of Xfce's volume plugin, and its media keys. It shows no covers."""

import os
import pathlib
import sys

from surface import Surface, text, until

PANEL = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="40"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="pulseaudio">
      <property name="enable-mpris" type="bool" value="true"/>
      <property name="enable-keyboard-shortcuts" type="bool" value="true"/>
      <property name="enable-multimedia-keys" type="bool" value="true"/>
    </property>
  </property>
</channel>
"""

with Surface("xfce") as s:
    s.display("800x600")
    folder = pathlib.Path(".config/xfce4/xfconf/xfce-perchannel-xml")
    folder.mkdir(parents=True)
    (folder / "xfce4-panel.xml").write_text(PANEL)
    # It shows only players whose desktop entry it finds.
    applications = pathlib.Path(".local/share/applications")
    applications.mkdir(parents=True)
    entry = applications / f"{s.kind.desktop_entry}.desktop"
    entry.write_text("[Desktop Entry]\nType=Application\nName=Trial Player\nExec=true\n")
    # Without a daemon for notifications the plugin waits for one for 25 s.
    s.spawn("notifications", sys.executable, "-m", "dbusmock", "--template", "notification_daemon")
    until(lambda: s.session.name_has_owner("org.freedesktop.Notifications"))
    s.start_sound()
    s.spawn("panel", "xfce4-panel", "--disable-wm-check")
    s.window("xfce4-panel")

    def words():
        seen = text(s.shot())
        if "Trial" not in seen:
            s.key("Escape")
            s.click(20, 20)
        return seen

    trial = s.publish_seen(words)
    for what, x in (("PlayPause", 309), ("Previous", 275), ("Next", 344)):
        s.drive(trial, what, s.click, x, 108)
    s.key("Escape")
    for what, key in (("PlayPause", "Play"), ("Next", "Next"), ("Previous", "Prev"), ("Stop", "Stop")):
        s.drive(trial, what, s.key, f"XF86Audio{key}")
