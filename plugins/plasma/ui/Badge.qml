// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A word in a frame: what an item is.
import QtQuick 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3

Rectangle {
    id: root

    property string words
    property color ink: Kirigami.Theme.textColor

    implicitWidth: label.implicitWidth + Kirigami.Units.smallSpacing * 2
    implicitHeight: label.implicitHeight + 2
    color: "transparent"
    radius: 3
    border.width: 1
    border.color: Qt.rgba(ink.r, ink.g, ink.b, 0.7)

    PC3.Label {
        id: label
        anchors.centerIn: parent
        textFormat: Text.PlainText
        text: root.words
        color: root.ink
        font: Kirigami.Theme.smallFont
    }
}
