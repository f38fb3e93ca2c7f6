// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The sign of a broadcast: red where it is live, and else a button that goes there, if the player can.
import QtQuick 2.15
import QtQuick.Templates 2.15 as T
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

T.AbstractButton {
    id: root

    required property Session session
    // The button of Buttons that goes to live, if there is one.
    property var toLive
    property color ink: Kirigami.Theme.textColor
    readonly property bool isBehind: toLive !== undefined && !session.isAtLiveEdge
    readonly property bool isButton: isBehind && toLive.enabled

    implicitWidth: label.implicitWidth + Kirigami.Units.smallSpacing * 3
    implicitHeight: Math.max(Math.round(Kirigami.Units.gridUnit * 4 / 3), label.implicitHeight + 4)
    focusPolicy: isButton ? Qt.TabFocus : Qt.NoFocus
    hoverEnabled: isButton
    Accessible.role: isButton ? Accessible.Button : Accessible.StaticText
    Accessible.name: isButton ? i18n("Go to live") : label.text
    onClicked: if (isButton) session.pressControl(toLive.control)
    Keys.onReturnPressed: clicked()
    Keys.onEnterPressed: clicked()

    background: Rectangle {
        radius: 3
        // White can be read on this red, which Breeze's is too light for.
        color: !root.isBehind ? "#b3202f"
             : Qt.rgba(root.ink.r, root.ink.g, root.ink.b, root.down ? 0.3 : root.hovered ? 0.15 : 0)
        border.width: root.visualFocus ? 2 : root.isBehind ? 1 : 0
        border.color: root.visualFocus ? Kirigami.Theme.highlightColor : root.ink
    }
    contentItem: PC3.Label {
        id: label
        text: i18n("LIVE")
        color: root.isBehind ? root.ink : "white"
        font.family: Kirigami.Theme.smallFont.family
        font.pointSize: Kirigami.Theme.smallFont.pointSize
        font.bold: true
        horizontalAlignment: Text.AlignHCenter
        verticalAlignment: Text.AlignVCenter
        Accessible.ignored: true
    }
}
