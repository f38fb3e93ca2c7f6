# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The extension of GNOME Shell in German: its own texts and the name of an application are German, and the
player's texts stay as they are."""

import os
import pathlib

from cards import Cards
from field.screen.surface import Surface, until
from reference import Reference

SONG = "Trial Song"

with Surface("spoken") as surface:
    os.environ.update(LC_ALL="de_DE.UTF-8", LANGUAGE="de")
    applications = pathlib.Path(os.environ["HOME"], ".local/share/applications")
    applications.mkdir(parents=True, exist_ok=True)
    (applications / "trial-player.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=Trial\nName[de]=Probe\nExec=true\nIcon=multimedia-player\n")
    cards = Cards(surface)
    player = Reference(surface)
    cards.shell.open_messages()
    until(lambda: len(cards.titles()) == 4)
    surface.check("the application is shown by its name", "Probe" in cards.texts(SONG), cards.texts(SONG))
    icons = cards.look(SONG, "all(card).filter(a => of(a, 'message-source-icon')).map(a => a.gicon.to_string())")
    surface.check("and by its icon", icons == ["multimedia-player"], icons)
    until(lambda: "Weniger" in cards.names(SONG))
    wanted = {"Nächster Titel", "15 Sekunden vor", "Probe öffnen", "Like this song"}
    surface.check("buttons have their words", wanted <= set(cards.names(SONG)), cards.names(SONG))
    cards.click(SONG, "Weitere Aktionen")
    wanted = {"30 Sekunden vor", "Wiederholen", "Lautstärke", "Vorspulen"}
    surface.check("so has a menu", until(lambda: wanted <= set(cards.names(SONG))), cards.names(SONG))
    surface.keep("menu", cards.shell.shot())
    cards.close_menu()
    surface.check("so has a state", "Unterbrochen" in cards.texts("Kitchen Song"), cards.texts("Kitchen Song"))
    surface.keep("spoken", cards.shell.shot())
    surface.check("nothing is wrong in the log", not cards.complaints(), cards.complaints()[:1])
