// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A button of Buttons: its icon where there is one, else its words.
import QtQuick 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

PC3.ToolButton {
    id: root

    required property var modelData
    property Session session
    property bool isLarge: false

    // Icons of this applet, for words that freedesktop's icon names do not cover.
    readonly property var own: ({ "heart": "heart", "heart-filled": "heart", "thumb-up": "like",
                                  "thumb-up-filled": "like", "thumb-down": "dislike", "thumb-down-filled": "dislike" })
    readonly property string file: own.hasOwnProperty(modelData.word)
        ? Qt.resolvedUrl("../icons/np-" + own[modelData.word] + "-symbolic.svg") : ""
    readonly property bool hasIcon: !modelData.isText && (file !== "" || modelData.iconName !== "")
    readonly property int side: isLarge ? Kirigami.Units.iconSizes.medium : Kirigami.Units.iconSizes.smallMedium

    text: hasIcon ? "" : modelData.words
    enabled: modelData.enabled
    checked: modelData.isOn
    implicitWidth: hasIcon ? side + Kirigami.Units.largeSpacing * 2
                           : Math.min(words.implicitWidth + Kirigami.Units.largeSpacing * 2, Kirigami.Units.gridUnit * 10)
    implicitHeight: side + Kirigami.Units.largeSpacing * 2
    Accessible.name: modelData.title
    onClicked: session.send(modelData.kind, modelData.parameters)

    // The tool tip's own label would read the text as markup.
    PC3.ToolTip {
        text: root.modelData.title
        visible: root.hovered && text !== ""
        delay: Kirigami.Units.toolTipDelay
        contentItem: Words { text: root.modelData.title }
    }

    contentItem: Item {
        Kirigami.Icon {
            id: picture
            anchors.centerIn: parent
            width: root.side
            height: root.side
            visible: root.hasIcon
            source: root.modelData.isText ? "" : root.file || root.modelData.iconName
            isMask: root.file !== ""
            color: root.modelData.isOn ? Kirigami.Theme.highlightColor : Kirigami.Theme.textColor
            fallback: ""
        }
        PC3.Label {
            id: words
            anchors.fill: parent
            visible: !root.hasIcon
            textFormat: Text.PlainText
            text: root.modelData.words
            elide: Text.ElideRight
            horizontalAlignment: Text.AlignHCenter
            verticalAlignment: Text.AlignVCenter
        }
    }
}
