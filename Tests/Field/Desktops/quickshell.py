# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests quickshell with the module of plugins/quickshell, in a window of its own."""

import os
import pathlib
import shutil

from field.screen.surface import Surface, run, text, until

SHELL = """import Quickshell
import QtQuick

FloatingWindow {
    implicitWidth: 800
    implicitHeight: 60
    color: "white"
    NowPlaying { x: 8; y: 8; width: 780; font.family: "DejaVu Sans"; font.pixelSize: 26; height: 44 }
}
"""

with Surface("quickshell") as s:
    s.display("800x60")
    folder = pathlib.Path("config")
    folder.mkdir()
    (folder / "shell.qml").write_text(SHELL)
    shutil.copy(os.path.join(s.programs, "NowPlaying.qml"), folder)
    s.spawn("shell", "quickshell", "-p", str(folder / "shell.qml"), QT_QPA_PLATFORM="xcb", QT_QUICK_BACKEND="software")

    def words():
        return text(s.shot())

    def click(button):
        run("xdotool", "mousemove", "60", "30", "click", str(button))

    until(lambda: run("xdotool", "search", "--onlyvisible", "--name", "."))
    control = s.publish("control", TITLE="Quagga <b>bold</b>")
    s.check("what looks like markup is text", until(lambda: "<b>" in words(), 30), words())
    control.stop()
    s.check("nobody plays: nothing is seen", until(lambda: not words().strip(" |")), words())
    trial = s.publish()
    s.check("the title is seen", until(lambda: "Zephyr" in words(), 30), words())
    # quickshell sends Pause or Play, and not PlayPause.
    s.drive(trial, "Pause", click, 1)
    s.drive(trial, "Play", click, 1)
    s.drive(trial, "Next", click, 3)
    position = trial.get("Position")
    click(4)
    s.check("the wheel seeks", until(lambda: trial.get("Position") > position + 4_000_000), trial.get("Position"))
    s.check("the log has no error of QML", "NowPlaying.qml:" not in s.log("shell"))
