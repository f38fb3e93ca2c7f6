// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// All sessions below each other, the most important first.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import QtQuick.Window 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

Item {
    id: root

    property Surface surface
    readonly property bool isSeen: visible && Window.visibility !== Window.Hidden

    Layout.minimumWidth: Kirigami.Units.gridUnit * 18
    Layout.minimumHeight: Kirigami.Units.gridUnit * 18
    Layout.preferredWidth: Kirigami.Units.gridUnit * 22
    Layout.preferredHeight: Kirigami.Units.gridUnit * 28
    LayoutMirroring.enabled: Qt.application.layoutDirection === Qt.RightToLeft
    LayoutMirroring.childrenInherit: true

    // Players render animated artwork only while somebody sees it.
    Binding {
        target: root.surface
        property: "aspectRatios"
        value: root.isSeen ? NowPlaying.AspectRatiosSquare : 0
    }

    ListView {
        id: list
        anchors.fill: parent
        model: root.surface ? root.surface.sessions : null
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        // Sessions just out of sight are kept, so that scrolling is smooth.
        cacheBuffer: Kirigami.Units.gridUnit * 40
        delegate: Page {
            width: list.width - (scrollBar.visible ? scrollBar.width : 0)
            surface: root.surface
            isSeen: root.isSeen
        }
        PC3.ScrollBar.vertical: PC3.ScrollBar { id: scrollBar }
    }
    PC3.Label {
        anchors.centerIn: parent
        visible: list.count === 0
        text: i18n("Nothing is playing")
        opacity: 0.7
    }
}
