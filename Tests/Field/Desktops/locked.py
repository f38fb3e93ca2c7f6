# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The extension of GNOME Shell on the locked screen, which can be locked because a mocked GDM and systemd are there."""

import sys

from cards import Cards
from lab.screen.publishers import until
from reference import Reference
from lab.screen.surface import Surface

MANAGER = "org.gnome.DisplayManager.Manager"
MOCK = "org.freedesktop.DBus.Mock"


def mock_gdm(surface):
    """Makes the shell believe that a user may log in again after locking. The system bus is there by then."""
    path = "/org/gnome/DisplayManager/Manager"
    surface.spawn("gdm", sys.executable, "-m", "dbusmock", "--system", "org.gnome.DisplayManager", path, MANAGER)

    def version():
        return surface.call("org.gnome.DisplayManager", path, MOCK, "AddProperty", MANAGER, "Version", "48.0",
                            bus=surface.system) is None and surface.call(
            "org.gnome.DisplayManager", path, "org.freedesktop.DBus.Properties", "Get", MANAGER, "Version",
            bus=surface.system)
    assert until(version), surface.log("gdm")


def policy(cards, key, value):
    """Sets what the user wants to see of the reference player, which has no desktop entry, and of all others."""
    cards.shell.ask("new imports.gi.Gio.Settings({schema_id: 'org.gnome.desktop.notifications'})"
                    f".set_boolean('{key}', {str(value).lower()})")


with Surface("locked", seconds=200) as s:
    cards = Cards(s, before=mock_gdm)
    player = Reference(s)
    cards.shell.open_messages()
    s.check("all are in the list", until(lambda: len(cards.titles()) == 4), cards.titles())
    cards.shell.close_messages()
    s.check("the screen can be locked", cards.shell.ask("Main.screenShield !== null"))
    cards.shell.ask("Main.screenShield.lock(false)")
    s.check("it is locked", until(lambda: cards.shell.ask("Main.sessionMode.isLocked")))
    s.check("all are on the locked screen", until(lambda: len(cards.titles()) == 4), cards.titles())
    s.check("they are above notifications", cards.look("Trial Song", """
        Main.screenShield._dialog._notificationsBox.contains(card)"""))
    box = "Main.screenShield._dialog._notificationsBox"
    s.check("nothing is cut off", until(lambda: cards.cut_off(box) == []), cards.cut_off(box))
    cards.click("Trial Song", "Pause")
    paused = until(lambda: player.session("main")["Playback"]["state"] == "paused")
    s.check("a button there reaches the player", paused)
    s.check("the screen stays locked", cards.shell.ask("Main.screenShield._dialog._activePage === "
                                                       "Main.screenShield._dialog._clock"))
    s.keep("screen", cards.shell.shot())
    s.check("none can be opened there", "More" not in cards.names("Trial Song"), cards.names("Trial Song"))
    cards.click("Trial Song", "Open Trial Player")
    s.check("no window is shown from there", cards.shell.ask("Main.sessionMode.isLocked"))
    player.send("side", "toggle-play-pause")
    s.check("a session that comes later", until(lambda: "Guest FM" in cards.titles()), cards.titles())
    cards.shell.ask("Main.screenShield.deactivate(false)")
    s.check("it is unlocked", until(lambda: cards.shell.ask("Main.sessionMode.isLocked") is False))
    cards.shell.open_messages()
    s.check("all are in the list again", until(lambda: len(cards.titles()) == 5), cards.titles())
    cards.shell.close_messages()
    cards.shell.ask("Main.screenShield.lock(false)")
    s.check("and on the screen", until(lambda: len(cards.titles()) == 5), cards.titles())
    policy(cards, "show-in-lock-screen", False)
    s.check("none when the user wants none there", until(lambda: cards.titles() == []), cards.titles())
    policy(cards, "show-in-lock-screen", True)
    s.check("all when the user does", until(lambda: len(cards.titles()) == 5), cards.titles())
    cards.switch(False)
    s.check("not when it is disabled", until(lambda: cards.titles() == []))
    s.check("nothing is wrong in the log", not cards.complaints(), cards.complaints()[:1])
