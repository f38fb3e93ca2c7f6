// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
import QtQuick
import Quickshell.Services.Mpris

Text {
    id: root
    // A proxy stands for a player that is in the list already.
    readonly property var players: Mpris.players.values.filter(each => !each.dbusName.endsWith(".playerctld"))
    readonly property MprisPlayer player: players.find(each => each.isPlaying) ?? players[0] ?? null
    text: [player?.trackTitle || player?.identity, player?.trackArtist].filter(Boolean).join(" – ")
    textFormat: Text.PlainText
    elide: Text.ElideRight

    MouseArea {
        anchors.fill: parent
        acceptedButtons: Qt.LeftButton | Qt.RightButton
        onClicked: event => event.button === Qt.LeftButton ? root.player?.togglePlaying() : root.player?.next()
        onWheel: event => root.player?.canSeek && root.player.seek(event.angleDelta.y > 0 ? 5 : -5)
    }
}
