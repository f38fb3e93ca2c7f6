# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Reads a player with libmpris-qt5, which Sailfish OS uses, in a QML program without a window."""

import json
import pathlib

from field.screen.publishers import Publisher
from field.screen.surface import Surface, until

PROGRAM = """
import QtQuick 2.0
import org.nemomobile.mpris 1.0
Item {
  MprisManager { id: player }
  property var steps: ['pause', 'play', 'playPause', 'next', 'previous', 'stop']
  property int turn: 0
  Timer {
    interval: 300; running: true; repeat: true
    onTriggered: {
      console.log('SEEN ' + JSON.stringify({ identity: player.identity, metadata: player.metadata,
        can: [player.canPlay, player.canPause, player.canSeek, player.canGoNext, player.canGoPrevious] }))
      if (player.metadata['xesam:title'] && turn < steps.length) player[steps[turn++]]()
    }
  }
}
"""

with Surface("nemo") as s:
    pathlib.Path("program.qml").write_text(PROGRAM)
    trial = s.publish()
    s.spawn("qml", "qmlscene", "program.qml", QT_QPA_PLATFORM="offscreen", QT_QUICK_BACKEND="software")

    def seen():
        lines = [line.partition("SEEN ")[2] for line in s.log("qml").splitlines() if "SEEN " in line]
        return [state for state in map(json.loads, lines) if state["metadata"]]

    assert until(seen), s.log("qml")
    state = seen()[0]
    s.check("the identity is seen", state["identity"] == trial.identity, state["identity"])
    s.check("the title is seen", state["metadata"].get("xesam:title") == "Trial Title Zephyr", state["metadata"])
    s.check("all is allowed", all(state["can"]), state["can"])
    for what in ("Pause", "Play", "PlayPause", "Next", "Previous", "Stop"):
        s.check(f"{what} arrives", until(lambda: [what] in trial.calls()))
    if s.kind is Publisher:
        s.check("nothing else arrives", len(trial.calls()) == 6, trial.calls())
