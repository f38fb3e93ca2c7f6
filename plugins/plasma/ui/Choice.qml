// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A row of Choices: its words, and a value at the end.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3

PC3.ItemDelegate {
    id: root

    property string section: ""
    property string words: ""
    property string value: ""
    property bool isOn: false

    width: ListView.view ? ListView.view.width : 0
    highlighted: ListView.isCurrentItem && ListView.view.activeFocus
    Accessible.name: value === "" ? words : words + ", " + value
    Accessible.checkable: true
    Accessible.checked: isOn
    Accessible.onPressAction: if (enabled) clicked()

    // The row's own label would read the text as markup.
    contentItem: ColumnLayout {
        spacing: 0
        Words { text: root.section; font: Kirigami.Theme.smallFont; opacity: 0.7 }
        RowLayout {
            spacing: Kirigami.Units.smallSpacing
            Kirigami.Icon {
                source: root.isOn ? "checkmark" : ""
                fallback: ""
                Layout.preferredWidth: Kirigami.Units.iconSizes.small
                Layout.preferredHeight: Kirigami.Units.iconSizes.small
            }
            Words { text: root.words; font.bold: root.isOn }
            Words { text: root.value; opacity: 0.7; Layout.fillWidth: false }
        }
    }
}
