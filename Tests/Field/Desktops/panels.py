# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Starts the panels of Xfce and of SwayNotificationCenter for the tests of desktops and for pictures."""

import json
import os
import pathlib
import sys

from field.screen.surface import until

XFCE = """<?xml version="1.0" encoding="UTF-8"?>
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

SWAYNC = {"positionX": "right", "positionY": "top", "layer": "overlay", "cssPriority": "application",
          "control-center-width": 500, "control-center-height": 500, "fit-to-screen": True, "widgets": ["mpris"],
          "widget-config": {"mpris": {"image-size": 96, "image-radius": 0}}}


def start_swaync(surface):
    """Starts sway inside an X server, because that has a pointer, and SwayNotificationCenter on it."""
    surface.display("1000x600")
    pathlib.Path("panel.json").write_text(json.dumps(SWAYNC))
    pathlib.Path("sway.conf").write_text("output X11-1 resolution 1000x600\n")
    surface.spawn("sway", "sway", "-c", "sway.conf", WLR_BACKENDS="x11", WLR_RENDERER="pixman")
    surface.wayland()
    surface.spawn("swaync", "swaync", "-c", os.path.abspath("panel.json"), "-s", "/etc/xdg/swaync/style.css")


def start_xfce(surface, name="Trial Player"):
    """Starts a panel with the volume plugin alone, which knows the player by this name."""
    surface.display("800x600")
    folder = pathlib.Path(".config/xfce4/xfconf/xfce-perchannel-xml")
    folder.mkdir(parents=True)
    (folder / "xfce4-panel.xml").write_text(XFCE)
    # The plugin shows only players whose desktop file it finds.
    applications = pathlib.Path(".local/share/applications")
    applications.mkdir(parents=True)
    entry = applications / f"{surface.kind.desktop_entry}.desktop"
    entry.write_text(f"[Desktop Entry]\nType=Application\nName={name}\nExec=true\n")
    # Without a notification daemon, the plugin waits for one for 25 s.
    surface.spawn("notifications", sys.executable, "-m", "dbusmock", "--template", "notification_daemon")
    until(lambda: surface.session.name_has_owner("org.freedesktop.Notifications"))
    surface.start_sound()
    surface.spawn("panel", "xfce4-panel", "--disable-wm-check")
    surface.window("xfce4-panel")
