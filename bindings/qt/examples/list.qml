// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: /usr/lib/qt6/bin/qml list.qml     A list of what plays. A click plays or pauses.
import QtQuick 2.15
import org.nowplaying 1.0

ListView {
    width: 400
    height: 600
    model: surface.sessions
    delegate: Item {
        id: row

        required property Session session

        width: parent ? parent.width : 0
        height: 72

        Playhead { id: playhead; session: row.session; running: row.visible }
        Image { id: cover; width: 64; height: 64; sourceSize.width: 64; source: row.session.artworkSource }
        Text {
            anchors { left: cover.right; right: parent.right; margins: 8 }
            textFormat: Text.PlainText // whatever a player says
            text: `${row.session.firstLine}\n${row.session.secondLine}\n${Math.floor(playhead.position / 1000)} s`
        }
        MouseArea {
            anchors.fill: parent
            onClicked: row.session.send(NowPlaying.CommandTogglePlayPause).finished.connect(
                action => console.log(row.session.displayName, action.status, action.message))
        }
    }

    Surface { id: surface; name: "list" }
}
