// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The speeds of a session, of which one is chosen: opens above a button.
import QtQuick 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

PC3.Popup {
    id: root

    required property Session session
    required property Buttons buttons
    property var rates: []
    readonly property int line: Math.round(Kirigami.Units.gridUnit * 4 / 3)

    // Opens above a button with the speeds of its entry.
    function show(button, entry) {
        parent = button
        // The list of the entry is none of JavaScript's, which a model has to be.
        rates = entry.rates.map(rate => rate)
        open()
    }

    x: parent && parent.mirrored ? parent.width - width : 0
    y: -height - Kirigami.Units.smallSpacing
    width: list.implicitWidth + leftPadding + rightPadding
    margins: 0
    focus: true
    // A key that is pressed while it opens is meant for the list.
    onAboutToShow: list.forceActiveFocus()

    contentItem: ListView {
        id: list
        implicitWidth: Kirigami.Units.gridUnit * 5
        implicitHeight: Math.min(count, 8) * root.line
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        keyNavigationEnabled: true
        highlightMoveDuration: 0
        model: root.rates
        currentIndex: root.rates.findIndex(rate => rate === root.session.defaultRate)
        Accessible.name: i18n("Speed")

        delegate: PC3.RadioButton {
            required property var modelData
            required property int index
            width: ListView.view.width
            height: root.line
            text: root.buttons.times(modelData)
            checked: modelData === root.session.defaultRate
            autoExclusive: false
            function choose() {
                root.session.send(NowPlaying.CommandChangeRate, { rate: modelData })
                root.close()
            }
            onClicked: choose()
            // Without this, Qt 5 changes what is drawn alone.
            Accessible.onToggleAction: choose()
            Keys.onReturnPressed: choose()
            Keys.onEnterPressed: choose()
        }
    }
}
