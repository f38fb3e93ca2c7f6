// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A name with its level: a slider where the level can be set, and else buttons where it can be made louder and quieter.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import QtQuick.Templates 2.15 as T
import QtQml 2.15 // behind those of QtQuick, for restoreMode
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3

RowLayout {
    id: root

    // The address of an icon of this applet.
    property url icon
    property string words
    // The volume, 0 to 1; negative when there is none.
    property real level: -1
    property bool canSet: true
    property bool canStep: false
    property bool hasWords: true

    signal chosen(real level)
    signal stepped(int step)

    spacing: Kirigami.Units.smallSpacing

    Kirigami.Icon {
        visible: root.icon.toString() !== ""
        source: root.icon
        isMask: true
        color: Kirigami.Theme.textColor
        Layout.preferredWidth: Kirigami.Units.iconSizes.smallMedium
        Layout.preferredHeight: Kirigami.Units.iconSizes.smallMedium
    }
    Words {
        visible: root.hasWords
        text: root.words
        Layout.preferredWidth: Kirigami.Units.gridUnit * 6
        Layout.fillWidth: !slider.visible
    }
    PC3.Slider {
        id: slider
        visible: root.level >= 0
        enabled: root.canSet
        focus: true
        from: 0
        to: 1
        // A step of the keyboard and the wheel; a twentieth would be drawn as marks.
        stepSize: 0.04
        snapMode: T.Slider.NoSnap
        Accessible.name: root.words
        // For screen readers: without these, Qt changes what is drawn alone.
        Accessible.onIncreaseAction: turn(1)
        Accessible.onDecreaseAction: turn(-1)
        function turn(steps) {
            if (enabled) root.chosen(Math.max(0, Math.min(1, root.level + steps * stepSize)))
        }
        // The level that was chosen last while it is pressed: Qt 5 tells the place once more at its end.
        property real last: -1
        onPressedChanged: if (!pressed) Qt.callLater(() => { last = -1 })
        onMoved: {
            if (value !== last) root.chosen(value)
            last = pressed ? value : -1
        }
        Layout.fillWidth: true
        Layout.preferredHeight: Math.max(implicitHeight, Math.round(Kirigami.Units.gridUnit * 4 / 3))

        Binding on value {
            when: !slider.pressed
            restoreMode: Binding.RestoreNone
            value: root.level
        }
    }
    PressButton {
        visible: root.level < 0 && root.canStep
        text: "−"
        Accessible.name: i18n("%1: quieter", root.words)
        onClicked: root.stepped(-1)
    }
    PressButton {
        visible: root.level < 0 && root.canStep
        text: "+"
        Accessible.name: i18n("%1: louder", root.words)
        onClicked: root.stepped(1)
    }
}
