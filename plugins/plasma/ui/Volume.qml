// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A name with its level: a slider where the level can be set, and else buttons where it can be made louder and quieter.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3

RowLayout {
    id: root

    property string icon
    property string words
    // The volume, 0 to 1; negative when there is none.
    property real level: -1
    property bool canStep: false

    signal chosen(real level)
    signal stepped(int step)

    Kirigami.Icon {
        source: root.icon
        fallback: "audio-volume-high"
        Layout.preferredWidth: Kirigami.Units.iconSizes.small
        Layout.preferredHeight: Kirigami.Units.iconSizes.small
    }
    Words { text: root.words; Layout.preferredWidth: Kirigami.Units.gridUnit * 6; Layout.fillWidth: !slider.visible }
    PC3.Slider {
        id: slider
        visible: root.level >= 0
        from: 0
        to: 1
        Accessible.name: root.words
        onPressedChanged: if (!pressed) root.chosen(value)
        Layout.fillWidth: true

        Binding on value {
            when: !slider.pressed
            value: root.level
        }
    }
    PC3.ToolButton {
        visible: root.level < 0 && root.canStep
        text: "−"
        Accessible.name: i18n("%1: quieter", root.words)
        onClicked: root.stepped(-1)
    }
    PC3.ToolButton {
        visible: root.level < 0 && root.canStep
        text: "+"
        Accessible.name: i18n("%1: louder", root.words)
        onClicked: root.stepped(1)
    }
}
