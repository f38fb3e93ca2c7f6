// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// One session: its picture and words, where it is, its buttons; or a list in place of these. It never scrolls: where
// there is little room, the picture is smaller.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import org.nowplaying 1.0

FocusScope {
    id: root

    required property Session session
    required property Surface surface
    property bool isSeen: true
    // The list in place of the session: "chapters", "devices" or "tracks"; "": the session.
    property string list: ""

    readonly property int margin: Kirigami.Units.gridUnit * 2 / 3
    readonly property int side: Math.max(Kirigami.Units.gridUnit * 7, Math.min(height * 0.35, width * 0.4))

    // Asks for a list, or for the session again.
    signal opened(string list)

    function press(kind) {
        if (session.commands.some(each => each.kind === kind && each.enabled)) session.send(kind)
    }
    function step(milliseconds) { bar.step(milliseconds) }
    function turn(steps) { footer.turn(steps) }
    // The list of an item that has gone is closed.
    function close() { if (list !== "") opened("") }

    Buttons { id: buttons; session: root.session; surface: root.surface }
    Connections {
        target: root.session
        function onItemChanged() { if (root.list === "chapters" && root.session.chapters.length < 2) root.close() }
        function onDevicesChanged() { if (root.list === "devices" && root.session.devices.length === 0) root.close() }
        function onTracksChanged() { if (root.list === "tracks" && root.session.tracks.length === 0) root.close() }
    }

    ColumnLayout {
        anchors.fill: parent
        spacing: 0

        ColumnLayout {
            visible: root.list === ""
            spacing: 0
            Layout.margins: root.margin
            Layout.bottomMargin: 0

            Item {
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.minimumHeight: Kirigami.Units.gridUnit * 2
                Layout.preferredHeight: root.side
                Layout.maximumHeight: root.side

                Artwork {
                    id: cover
                    anchors { left: parent.left; top: parent.top; bottom: parent.bottom }
                    width: height
                    session: root.session
                }
                ColumnLayout {
                    anchors {
                        left: cover.right
                        leftMargin: root.margin
                        right: parent.right
                        verticalCenter: parent.verticalCenter
                    }
                    spacing: 2

                    Words {
                        text: root.session.firstLine || root.session.displayName
                        font.weight: Font.DemiBold
                        font.pointSize: Kirigami.Theme.defaultFont.pointSize * 1.25
                        wrapMode: Text.Wrap
                        // One line if there is no room for two.
                        maximumLineCount: cover.height < Kirigami.Units.gridUnit * 4 ? 1 : 2
                    }
                    Words { text: root.session.secondLine }
                    Words {
                        visible: text !== "" && cover.height > Kirigami.Units.gridUnit * 3
                        text: root.session.thirdLine
                        opacity: 0.7
                    }
                    // A state that no button shows.
                    Words {
                        text: root.session.state === NowPlaying.StateBuffering ? i18n("Buffering…")
                            : root.session.state === NowPlaying.StateInterrupted ? i18n("Interrupted") : ""
                        font: Kirigami.Theme.smallFont
                        opacity: 0.7
                    }
                }
            }
            Trouble {
                session: root.session
                surface: root.surface
                Layout.fillWidth: true
                Layout.topMargin: Kirigami.Units.smallSpacing
            }
            Bar {
                id: bar
                session: root.session
                isSeen: root.isSeen && root.list !== "devices"
                toLive: buttons.toLive
                onOpened: root.opened("chapters")
                Layout.fillWidth: true
                Layout.topMargin: Kirigami.Units.smallSpacing
            }
            Transport {
                session: root.session
                buttons: buttons
                focus: true
                Layout.alignment: Qt.AlignHCenter
            }
            Item { Layout.fillHeight: true; Layout.minimumHeight: 0 }
        }
        Loader {
            id: choices
            active: root.list !== ""
            visible: active
            sourceComponent: root.list === "chapters" ? chapters : root.list === "tracks" ? tracks : devices
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.margins: Kirigami.Units.largeSpacing
            Component { id: chapters; Chapters { timeline: bar; onDone: root.close() } }
            Component { id: tracks; Tracks { session: root.session; onDone: root.close() } }
            Component { id: devices; Devices { session: root.session } }
        }
        Footer {
            id: footer
            session: root.session
            buttons: buttons
            onOpened: list => root.opened(list)
            Layout.fillWidth: true
            Layout.margins: Math.round(Kirigami.Units.smallSpacing * 1.5)
        }
    }
}
