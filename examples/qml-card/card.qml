// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: /usr/lib/qt6/bin/qml card.qml     A card for each player: cover, lines, buttons, chapters and lyrics.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15
import org.nowplaying 1.0

ListView {
    width: 720; height: 900; spacing: 12
    model: players.sessions
    delegate: RowLayout {
        id: card
        required property Session session
        width: ListView.view.width; spacing: 12
        Playhead { id: playhead; session: card.session; running: card.visible }
        Image {
            Layout.preferredWidth: 128; Layout.preferredHeight: 128; fillMode: Image.PreserveAspectFit
            sourceSize: Qt.size(128, 128); source: card.session.artworkSource
        }
        ColumnLayout {
            Label {
                textFormat: Text.PlainText // whatever a player says
                text: [card.session.displayName, card.session.firstLine, card.session.secondLine,
                       card.session.thirdLine].filter(line => line).join("\n")
            }
            Flow {
                Layout.fillWidth: true; spacing: 6
                Repeater {
                    model: card.session.controls.filter(
                        each => each.row <= NowPlaying.RowOverflow && !each.isHeld)
                    ToolButton {
                        enabled: modelData.enabled
                        icon.name: players.hasIcon(modelData.iconName) ? modelData.iconName : ""
                        text: icon.name ? "" : modelData.label
                        onClicked: card.session.pressControl(modelData)
                    }
                }
            }
            Flow {
                Layout.fillWidth: true; spacing: 6
                Repeater {
                    model: card.session.chapters
                    ToolButton {
                        text: modelData.title || index + 1; highlighted: index === playhead.chapter
                        onClicked: card.session.send(NowPlaying.CommandSeekToPosition, {time: modelData.start})
                    }
                }
            }
            Label { textFormat: Text.PlainText; text: playhead.line; visible: text }
        }
    }

    Surface { id: players; name: "card" }
}
