// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: /usr/lib/qt6/bin/qml card.qml     A card for each player: cover, lines, position, buttons, chapters.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15
import QtQml 2.15
import org.nowplaying 1.0

ListView {
    width: 720; height: 900; spacing: 24; topMargin: 16; bottomMargin: 16
    model: players.sessions
    LayoutMirroring.enabled: Qt.application.layoutDirection === Qt.RightToLeft; LayoutMirroring.childrenInherit: true
    component Line: Label {
        Layout.fillWidth: true; visible: text; elide: Text.ElideRight
        horizontalAlignment: Text.AlignLeft // mirrored with the card, whatever language a player speaks
        textFormat: Text.PlainText // whatever a player says
    }
    component Small: Line { opacity: 0.6; font.pointSize: 9 }
    delegate: RowLayout {
        id: card
        required property Session session
        readonly property bool fails: session.state === NowPlaying.StateError
        readonly property bool hasBar: session.duration > 0 && playhead.position >= 0
        function clock(ms) {
            const seconds = Math.max(0, Math.floor(ms / 1000)), two = number => `${number}`.padStart(2, "0")
            const minutes = Math.floor(seconds / 60) % 60, hours = Math.floor(seconds / 3600)
            return (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(seconds % 60)}`
        }
        function seek(ms) { session.send(NowPlaying.CommandSeekToPosition, {time: ms}) }
        x: 16; width: ListView.view.width - 32; spacing: 16
        Playhead { id: playhead; session: card.session; running: card.visible }
        Rectangle {
            Layout.preferredWidth: 128; Layout.preferredHeight: 128; Layout.alignment: Qt.AlignTop
            color: cover.status === Image.Ready ? "transparent" : Qt.rgba(0.5, 0.5, 0.5, 0.15); radius: 12
            Label { anchors.centerIn: parent; text: "♪"; font.pointSize: 32; opacity: 0.4; visible: !cover.visible }
            Image {
                id: cover
                anchors.fill: parent; visible: status === Image.Ready; fillMode: Image.PreserveAspectFit
                sourceSize: Qt.size(128, 128); source: card.session.artworkSource
            }
        }
        ColumnLayout {
            spacing: 2; Layout.alignment: Qt.AlignTop; Layout.fillHeight: false
            Small { text: card.session.displayName }
            Line {
                text: card.session.firstLine; wrapMode: Text.Wrap; maximumLineCount: 2
                font { bold: true; pointSize: 13 }
            }
            Line {
                text: card.fails ? card.session.error || players.errorSentence(card.session.errorKind)
                                 : card.session.secondLine
                color: !card.fails ? palette.windowText : palette.window.hslLightness < 0.5 ? "salmon" : "firebrick"
                opacity: card.fails ? 1 : 0.6
            }
            Small { text: card.fails ? "" : card.session.thirdLine }
            RowLayout {
                // Time runs to the right in every language, and the buttons with it.
                LayoutMirroring.enabled: false; LayoutMirroring.childrenInherit: true
                visible: card.hasBar || elapsed.text
                Small {
                    id: elapsed
                    Layout.fillWidth: false
                    text: card.session.durationKind === NowPlaying.DurationLive ? "LIVE"
                        : playhead.position >= 0 ? card.clock(playhead.position) : ""
                }
                Slider {
                    id: bar
                    Layout.fillWidth: true; visible: card.hasBar; to: card.session.duration
                    enabled: card.session.commands.some(each => each.kind === NowPlaying.CommandSeekToPosition)
                    onMoved: card.seek(value)
                    Binding on value {
                        value: playhead.position; when: card.hasBar && !bar.pressed; restoreMode: Binding.RestoreNone
                    }
                }
                Small {
                    Layout.fillWidth: false
                    text: card.hasBar ? "−" + card.clock(card.session.duration - playhead.position) : ""
                }
            }
            Flow {
                LayoutMirroring.enabled: false; LayoutMirroring.childrenInherit: true
                Layout.fillWidth: true; spacing: 4
                Repeater {
                    model: card.session.controls.filter(each => !each.isHeld && [
                        NowPlaying.RowCentral, NowPlaying.RowBeside, NowPlaying.RowPosition].includes(each.row))
                    ToolButton {
                        enabled: modelData.enabled; highlighted: modelData.active
                        // A theme may have a picture in colours as well.
                        readonly property string symbol: modelData.iconName + "-symbolic"
                        icon.name: [symbol, modelData.iconName].find(name => players.hasIcon(name)) || ""
                        text: modelData.kind === NowPlaying.CommandChangeRate ? modelData.number + "×"
                            : !icon.name ? modelData.label : modelData.time ? modelData.number : ""
                        ToolTip.text: modelData.label; ToolTip.visible: hovered; ToolTip.delay: 800
                        onClicked: card.session.pressControl(modelData)
                    }
                }
                ToolButton {
                    text: "⋮"; visible: more.count; onClicked: more.open()
                    Menu {
                        id: more
                        y: parent.height
                        Repeater {
                            model: card.session.controls.filter(
                                each => each.row === NowPlaying.RowOverflow && !each.isHeld)
                            MenuItem {
                                text: modelData.label; enabled: modelData.enabled
                                onTriggered: card.session.pressControl(modelData)
                            }
                        }
                    }
                }
            }
            ToolButton {
                // U+200F keeps the sign behind the words, whatever their script is, where the card is mirrored.
                text: (Qt.application.layoutDirection === Qt.RightToLeft ? "\u200f" : "")
                    + (playhead.chapter >= 0 && card.session.chapters[playhead.chapter].title || "Chapters") + " ▾"
                visible: chapters.count; onClicked: chapters.open()
                Menu {
                    id: chapters
                    y: parent.height
                    Repeater {
                        model: card.session.chapters
                        MenuItem {
                            text: modelData.title || index + 1; highlighted: index === playhead.chapter
                            onTriggered: card.seek(modelData.start)
                        }
                    }
                }
            }
            Line { text: playhead.line; wrapMode: Text.Wrap }
        }
    }

    Surface { id: players; name: "card" }
}
