// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// One session at a time, the most important one until another is chosen, and a tab for each.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import QtQuick.Window 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.extras 2.0 as PlasmaExtras
import org.nowplaying 1.0

PlasmaExtras.Representation {
    id: root

    property Surface surface
    property string list: ""
    property Page page: null
    readonly property bool isSeen: visible && Window.visibility !== Window.Hidden
    // The heading goes over the margins of a popup. In Plasma 5 the page does not.
    readonly property real overhang: collapseMarginsHint ? Math.max(0, leftPadding - heading.leftInset) : 0

    // The keys of Plasma's own applet.
    function press(event) {
        const control = event.modifiers & Qt.ControlModifier
        switch (event.key) {
        case Qt.Key_Escape: if (list === "") return false; list = ""; return true
        case Qt.Key_PageUp: if (!control) return false; sessions.step(-1); return true
        case Qt.Key_PageDown: if (!control) return false; sessions.step(1); return true
        }
        if (page === null || control) return false
        switch (event.key) {
        case Qt.Key_Space:
        case Qt.Key_K: page.press(NowPlaying.CommandTogglePlayPause); return true
        case Qt.Key_N: page.press(NowPlaying.CommandNext); return true
        case Qt.Key_P: page.press(NowPlaying.CommandPrevious); return true
        case Qt.Key_S: page.press(NowPlaying.CommandStop); return true
        case Qt.Key_Left:
        case Qt.Key_J: page.step(-5000); return true
        case Qt.Key_Right:
        case Qt.Key_L: page.step(5000); return true
        case Qt.Key_Up: page.turn(1); return true
        case Qt.Key_Down: page.turn(-1); return true
        }
        return false
    }

    // In a popup the applet goes over the margins. A window that it fills, as that of plasmawindowed, has no margins.
    collapseMarginsHint: width < Window.width
    Layout.minimumWidth: Kirigami.Units.gridUnit * 18
    Layout.minimumHeight: Kirigami.Units.gridUnit * 14
    Layout.preferredWidth: Kirigami.Units.gridUnit * 22
    Layout.preferredHeight: Kirigami.Units.gridUnit * 20
    LayoutMirroring.enabled: Qt.application.layoutDirection === Qt.RightToLeft
    LayoutMirroring.childrenInherit: true
    focus: true
    // Qt would call it the tab of a page.
    Accessible.role: Accessible.Pane
    Accessible.name: i18n("Now Playing")
    Keys.onPressed: event => event.accepted = press(event)
    // Opened again it shows the most important session.
    onVisibleChanged: if (!visible) sessions.chosen = null

    Sessions { id: sessions; surface: root.surface; onCurrentChanged: root.list = "" }

    // Players render animated artwork only while somebody sees it.
    Binding {
        target: root.surface
        property: "aspectRatios"
        value: root.isSeen ? NowPlaying.AspectRatiosSquare : 0
    }

    header: Heading {
        id: heading
        surface: root.surface
        sessions: sessions
        list: root.list
        onBack: root.list = ""
    }
    contentItem: FocusScope {
        focus: true

        // Made anew for each session: nothing of one is seen with another.
        Repeater {
            model: sessions.current === null ? [] : [sessions.current]
            delegate: Page {
                required property var modelData
                anchors.fill: parent
                focus: true
                session: modelData
                surface: root.surface
                isSeen: root.isSeen
                overhang: root.overhang
                overhangTop: heading.visible ? 0 : root.overhang
                list: root.list
                onOpened: list => root.list = list
                Component.onCompleted: root.page = this
            }
        }
        PlasmaExtras.PlaceholderMessage {
            anchors.centerIn: parent
            width: parent.width - Kirigami.Units.gridUnit * 4
            visible: sessions.current === null
            iconName: "applications-multimedia"
            text: i18n("Nothing is playing")
        }
    }
}
