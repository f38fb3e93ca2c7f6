// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A button of Buttons: its icon where there is one, with a number in its arc where it has one, else its words.
import QtQuick 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

PressButton {
    id: root

    required property var entry
    property Session session
    property int side: Kirigami.Units.iconSizes.smallMedium
    // An arc around a number is larger.
    readonly property int drawn: entry.number === "" ? side : Math.round(side * 28 / 22)
    readonly property bool hasIcon: !entry.isText && entry.iconName !== ""
    // The width that its words need.
    readonly property int natural: Math.ceil(label.implicitWidth) + leftPadding + rightPadding

    // Called when the button is pressed: sends its command. A button with a menu has another function.
    property var act: () => session.pressControl(entry.control)

    enabled: entry.enabled
    checkable: entry.isToggle
    checked: entry.isOn
    Accessible.name: entry.title
    Accessible.description: entry.isText ? entry.words : ""
    Accessible.role: entry.isText ? Accessible.ButtonMenu : checkable ? Accessible.CheckBox : Accessible.Button
    // Without this, Qt 5 changes what is drawn alone.
    Accessible.onToggleAction: clicked()
    onClicked: {
        // The press has changed `checked`, which must show the player's state instead.
        checked = Qt.binding(() => entry.isOn)
        if (!entry.isHeld) act()
    }
    // The control that is held until the button is let go, or goes.
    property var held: null
    onPressedChanged: {
        if (held) session.pressControl(held, NowPlaying.PhaseEnd)
        held = pressed && entry.isHeld ? entry.control : null
        if (held) session.pressControl(held, NowPlaying.PhaseBegin)
    }
    Component.onDestruction: if (held) session.pressControl(held, NowPlaying.PhaseEnd)

    // The tool tip's own label would read the text as markup.
    PC3.ToolTip {
        text: root.entry.title
        visible: (root.hovered || root.visualFocus) && text !== ""
        delay: Kirigami.Units.toolTipDelay
        contentItem: Words { text: root.entry.title }
    }

    contentItem: Item {
        implicitWidth: root.side
        implicitHeight: root.hasIcon ? root.side : Math.max(root.side, label.implicitHeight)

        Kirigami.Icon {
            id: icon
            anchors.centerIn: parent
            width: root.drawn
            height: root.drawn
            visible: root.hasIcon
            source: root.hasIcon ? root.entry.iconName : ""
            isMask: root.entry.isOwn
            color: Kirigami.Theme.textColor
            fallback: ""
        }
        PC3.Label {
            // The middle of the arc is a little below that of the icon.
            anchors { centerIn: icon; verticalCenterOffset: root.drawn / 28 }
            visible: root.hasIcon && text !== ""
            text: root.entry.number
            font.pixelSize: Math.round(root.drawn * (text.length > 2 ? 0.28 : 0.36))
            font.bold: true
            Accessible.ignored: true
        }
        PC3.Label {
            id: label
            anchors.fill: parent
            visible: !root.hasIcon
            textFormat: Text.PlainText
            text: root.entry.words
            elide: Text.ElideRight
            horizontalAlignment: Text.AlignHCenter
            verticalAlignment: Text.AlignVCenter
        }
    }
}
