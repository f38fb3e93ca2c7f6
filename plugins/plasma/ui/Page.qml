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
    // The side of the picture, the same with and without one.
    readonly property int side: Math.max(Kirigami.Units.gridUnit * 7, Math.min(height * 0.5, width * 0.44))
    // Words on the colours of the picture are white.
    readonly property color ink: ground.visible ? "white" : Kirigami.Theme.textColor
    readonly property real dim: ground.visible ? 0.85 : 0.7

    // How far the colours of the picture go beyond the sides, and beyond the top: over the margins of a popup.
    property real overhang: 0
    property real overhangTop: 0

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

            Item {
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.minimumHeight: Kirigami.Units.gridUnit * 2 + root.margin * 2
                Layout.preferredHeight: root.side + root.margin * 2
                Layout.maximumHeight: Layout.preferredHeight

                // The colours of the picture behind it: its copy of a few pixels that is drawn large is a blur, also
                // without OpenGL. It is as dark as white words on any picture need it.
                Item {
                    id: ground
                    objectName: "ground"
                    anchors {
                        fill: parent
                        leftMargin: -root.overhang
                        rightMargin: -root.overhang
                        topMargin: -root.overhangTop
                    }
                    visible: colours.status === Image.Ready
                    clip: true
                    Image {
                        id: colours
                        // The edge of the picture is beyond that of the place.
                        anchors { fill: parent; margins: -Kirigami.Units.gridUnit }
                        asynchronous: true
                        // Asked for as that of the cover is, it is in memory.
                        sourceSize: Qt.size(cover.shown.side, cover.shown.side)
                        source: cover.hasPicture ? cover.shown.source : ""
                        fillMode: Image.PreserveAspectCrop
                        mipmap: true
                        layer.enabled: true
                        layer.smooth: true
                        layer.textureSize: Qt.size(6, 6)
                    }
                    Rectangle { anchors.fill: parent; color: "black"; opacity: 0.6 }
                }
                Artwork {
                    id: cover
                    anchors { left: parent.left; top: parent.top; bottom: parent.bottom; margins: root.margin }
                    width: implicitWidth
                    widest: root.width * 0.44
                    // Players do not answer for animated artwork before a surface has said that it shows some.
                    isAnimated: root.isSeen
                    session: root.session
                }
                ColumnLayout {
                    // How many lines have room there, also with a large font, with which the unit does not grow.
                    readonly property real room: cover.height / Math.max(Kirigami.Units.gridUnit, metrics.height)
                    FontMetrics { id: metrics; font: Kirigami.Theme.defaultFont }

                    id: words
                    anchors {
                        left: cover.right
                        leftMargin: root.margin
                        right: parent.right
                        rightMargin: root.margin
                        verticalCenter: parent.verticalCenter
                    }
                    spacing: 2

                    Words {
                        id: title
                        text: root.session.firstLine || root.session.displayName
                        color: root.ink
                        font.weight: Font.DemiBold
                        font.pointSize: Kirigami.Theme.defaultFont.pointSize * 1.25
                        wrapMode: Text.Wrap
                        maximumLineCount: words.room < 4 ? 1 : words.room < 9 ? 2 : 3
                    }
                    RowLayout {
                        id: second
                        spacing: Kirigami.Units.smallSpacing * 1.5
                        visible: bar.isLive || root.session.secondLine !== ""

                        Live {
                            visible: bar.isLive
                            session: root.session
                            toLive: buttons.toLive
                            ink: root.ink
                        }
                        Words {
                            text: root.session.secondLine
                            color: root.ink
                            wrapMode: Text.Wrap
                            maximumLineCount: words.room < 9 ? 1 : 2
                        }
                    }
                    Words {
                        // The lines of some scripts are much higher than those of the font.
                        visible: text !== "" && words.room > 3
                            && title.implicitHeight + second.implicitHeight + implicitHeight < words.parent.height
                        text: root.session.thirdLine
                        color: root.ink
                        opacity: root.dim
                        wrapMode: Text.Wrap
                        maximumLineCount: words.room < 9 ? 1 : 2
                    }
                    // The sort of the item, and a state that no button shows.
                    RowLayout {
                        spacing: Kirigami.Units.smallSpacing * 1.5
                        visible: (sort.words !== "" || state.text !== "") && words.room > 3

                        Badge {
                            id: sort
                            visible: words !== ""
                            words: root.session.fields["advertisement"] ? i18n("Advertisement")
                                 : root.session.fields["explicit"] ? i18n("Explicit") : ""
                            ink: root.ink
                        }
                        Words {
                            id: state
                            text: root.session.state === NowPlaying.StateBuffering ? i18n("Buffering…")
                                : root.session.state === NowPlaying.StateInterrupted ? i18n("Interrupted") : ""
                            color: root.ink
                            font: Kirigami.Theme.smallFont
                            opacity: root.dim
                        }
                    }
                }
            }
            Trouble {
                session: root.session
                surface: root.surface
                Layout.fillWidth: true
                Layout.margins: root.margin
                Layout.topMargin: Kirigami.Units.smallSpacing
                Layout.bottomMargin: 0
            }
            Bar {
                id: bar
                session: root.session
                isSeen: root.isSeen && root.list !== "devices"
                onOpened: root.opened("chapters")
                Layout.fillWidth: true
                Layout.margins: root.margin
                Layout.topMargin: Kirigami.Units.smallSpacing
                Layout.bottomMargin: 0
            }
            Transport {
                session: root.session
                buttons: buttons
                focus: true
                Layout.alignment: Qt.AlignHCenter
                Layout.topMargin: bar.visible ? 0 : root.margin
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
