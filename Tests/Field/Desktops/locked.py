# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The extension of GNOME Shell on the locked screen, which can be locked because a mocked GDM and systemd are there."""

import os
import pathlib

from cards import Cards, mock_gdm
from field.screen.publishers import until
from reference import Reference
from field.screen.surface import Surface

# The names of players of which GNOME 49 and newer shows messages on the locked screen.
OWN = """[...Main.screenShield._dialog._notificationsBox._players?.keys() ?? []].map(player => player._busName)
  .filter(name => name)"""
PLAYING = ["Trial Song", "Kitchen Song"]  # the latter is interrupted
NOTIFICATIONS = "{schema_id: 'org.gnome.desktop.notifications'}"
OF_THE_PLAYER = ("{schema_id: 'org.gnome.desktop.notifications.application',"
                 " path: '/org/gnome/desktop/notifications/application/trial-player/'}")


def describe_player():
    """Makes the reference player an application of the desktop, for which the user can decide."""
    applications = pathlib.Path(os.environ["HOME"], ".local/share/applications")
    applications.mkdir(parents=True, exist_ok=True)
    (applications / "trial-player.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=Trial Player\nExec=true\nIcon=multimedia-player\n")


def policies(s, cards, there):
    """The locked screen has messages of the player only if the user allows messages there, and allows those of this
    application."""
    def choose(settings, key, value):
        cards.shell.ask(f"new imports.gi.Gio.Settings({settings}).set_boolean('{key}', {str(value).lower()})")

    for what, settings, key in (("no messages", NOTIFICATIONS, "show-in-lock-screen"),
                                ("none of it", OF_THE_PLAYER, "show-in-lock-screen"),
                                ("no notification of it", OF_THE_PLAYER, "enable")):
        choose(settings, key, False)
        s.check(f"the user wants {what} there", until(lambda: cards.titles() == []), cards.titles())
        choose(settings, key, True)
        s.check("and wants them again", until(lambda: cards.titles() == there), cards.titles())


with Surface("locked") as s:
    describe_player()
    cards = Cards(s, before=mock_gdm)
    player = Reference(s)
    cards.shell.open_messages()
    s.check("all are in the list", until(lambda: len(cards.titles()) == 4), cards.titles())
    cards.shell.close_messages()
    s.check("the screen can be locked", cards.shell.ask("Main.screenShield !== null"))
    s.check("it is locked", cards.lock())
    s.check("what plays is on the locked screen", until(lambda: cards.titles() == PLAYING), cards.titles())
    own = until(lambda: cards.shell.ask(OWN) == [])
    s.check("GNOME's own message is not there", own, cards.shell.ask(OWN))
    s.check("they are above notifications", cards.look("Trial Song", """
        Main.screenShield._dialog._notificationsBox.contains(card)"""))
    box = "Main.screenShield._dialog._notificationsBox"
    s.check("nothing is cut off", until(lambda: cards.cut_off(box) == []), cards.cut_off(box))
    s.check("the cover stands below the icon", cards.look("Trial Song", """Math.abs(
        place(all(card).find(a => of(a, 'nowplaying-cover')))[0]
        - place(all(card).find(a => of(a, 'message-source-icon')))[0]) <= 2"""))
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
    s.check("what begins to play there", until(lambda: "Guest FM" in cards.titles()), cards.titles())
    s.check("what has paused there stays", "Trial Song" in cards.titles(), cards.titles())
    s.keep("guest", cards.shell.shot())
    cards.shell.ask("Main.screenShield.deactivate(false)")
    s.check("it is unlocked", until(lambda: cards.shell.ask("Main.sessionMode.isLocked") is False))
    cards.shell.open_messages()
    s.check("all are in the list again", until(lambda: len(cards.titles()) == 5), cards.titles())
    cards.shell.close_messages()
    cards.lock()
    there = until(lambda: 0 < len(cards.titles()) < 5) and cards.titles()
    s.check("and those that play on the screen", there, there)
    policies(s, cards, there)
    cards.switch(False)
    s.check("not when it is disabled", until(lambda: cards.titles() == []))
    s.check("nothing is wrong in the log", not cards.complaints(), cards.complaints()[:1])
