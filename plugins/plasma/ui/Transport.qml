// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The buttons that move a session: play in the middle, and beside it what goes back and what goes forward.
import QtQuick 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.nowplaying 1.0

FocusScope {
    id: root

    required property Session session
    required property Buttons buttons

    readonly property int side: Kirigami.Units.gridUnit * 2 + Kirigami.Units.smallSpacing
    readonly property int large: side + Kirigami.Units.largeSpacing

    implicitWidth: large + (side + row.spacing) * 4
    implicitHeight: large
    // Like the bar, the buttons are not mirrored: back is on the left.
    LayoutMirroring.enabled: false
    LayoutMirroring.childrenInherit: true

    Row {
        id: row
        anchors { right: central.left; rightMargin: spacing; verticalCenter: parent.verticalCenter }
        spacing: Kirigami.Units.largeSpacing
        Repeater {
            model: root.buttons.left.length
            delegate: CommandButton {
                required property int index
                entry: root.buttons.left[index] || root.buttons.none
                session: root.session
                width: root.side
                height: root.side
            }
        }
    }
    CommandButton {
        id: central
        anchors.centerIn: parent
        visible: entry !== root.buttons.none
        focus: true
        entry: root.buttons.central
        session: root.session
        side: Kirigami.Units.iconSizes.medium
        width: root.large
        height: root.large
    }
    Row {
        anchors { left: central.right; leftMargin: spacing; verticalCenter: parent.verticalCenter }
        spacing: row.spacing
        Repeater {
            model: root.buttons.right.length
            delegate: CommandButton {
                required property int index
                entry: root.buttons.right[index] || root.buttons.none
                session: root.session
                width: root.side
                height: root.side
            }
        }
    }
}
