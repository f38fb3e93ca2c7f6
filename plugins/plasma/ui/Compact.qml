// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The most important session in a panel: its picture, and where there is room its title, with a second line in a high
// panel. A click opens it, the middle button plays or pauses, the wheel makes it louder and quieter.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import org.nowplaying 1.0

Item {
    id: root

    property Surface surface
    readonly property Session session: surface ? surface.first : null
    readonly property bool hasRoom: width > height * 3

    signal clicked()

    function turn(steps) {
        if (!session || !session.canSetVolume || session.volume < 0) return
        session.setVolume(Math.max(0, Math.min(1, session.volume + steps * 0.05)))
    }

    Layout.minimumWidth: height
    activeFocusOnTab: true
    Accessible.role: Accessible.Button
    Accessible.name: session ? session.firstLine || session.displayName : i18n("Nothing is playing")
    Accessible.onPressAction: clicked()
    Keys.onReturnPressed: clicked()
    Keys.onSpacePressed: clicked()

    MouseArea {
        anchors.fill: parent
        acceptedButtons: Qt.LeftButton | Qt.MiddleButton
        onClicked: mouse => {
            if (mouse.button === Qt.LeftButton) root.clicked()
            else if (root.session) root.session.send(NowPlaying.CommandTogglePlayPause)
        }
        onWheel: wheel => root.turn(wheel.angleDelta.y / 120)
    }
    RowLayout {
        anchors.fill: parent
        spacing: Kirigami.Units.smallSpacing
        LayoutMirroring.enabled: Qt.application.layoutDirection === Qt.RightToLeft

        Artwork {
            session: root.session
            isAnimated: false
            Layout.preferredWidth: Math.min(root.width, root.height)
            Layout.preferredHeight: Layout.preferredWidth
            Layout.alignment: root.hasRoom ? Qt.AlignVCenter : Qt.AlignCenter
            opacity: root.session && root.session.state !== NowPlaying.StatePlaying ? 0.6 : 1
        }
        ColumnLayout {
            visible: root.hasRoom && root.session !== null
            spacing: 0
            Words { text: root.session ? root.session.firstLine || root.session.displayName : "" }
            Words {
                visible: text !== "" && root.height >= Kirigami.Units.gridUnit * 2
                text: root.session ? root.session.secondLine : ""
                font: Kirigami.Theme.smallFont
                opacity: 0.7
            }
        }
    }
}
