// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The heading: a tab for each session where there are several, or the name of a list with the way back from it.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.kde.plasma.extras 2.0 as PlasmaExtras
import org.nowplaying 1.0

PlasmaExtras.PlasmoidHeading {
    id: root

    property Surface surface
    required property Sessions sessions
    // The list in place of the session; "" when that is shown.
    property string list: ""
    readonly property var words: ({ chapters: i18n("Chapters"), devices: i18n("Devices"),
                                    tracks: i18n("Audio and subtitles") })
    // With more tabs there is no room for names.
    readonly property bool hasNames: width / Math.max(1, sessions.tabs.length)
        >= Math.max(Kirigami.Units.gridUnit, metrics.height) * 4.5

    // Asks for the session again.
    signal back()

    visible: list !== "" || sessions.tabs.length > 1
    implicitHeight: visible ? Math.max(Kirigami.Units.gridUnit * 2, Math.ceil(metrics.height)
        + Kirigami.Units.smallSpacing * 2) + Kirigami.Units.smallSpacing : 0

    FontMetrics { id: metrics; font: Kirigami.Theme.defaultFont }
    RowLayout {
        anchors.fill: parent
        visible: root.list !== ""
        spacing: Kirigami.Units.smallSpacing

        PC3.ToolButton {
            icon.name: root.mirrored ? "go-next" : "go-previous"
            Accessible.name: i18n("Back")
            onClicked: root.back()
        }
        PlasmaExtras.Heading {
            level: 3
            text: root.words[root.list] || ""
            elide: Text.ElideRight
            Layout.fillWidth: true
        }
    }
    RowLayout {
        anchors.fill: parent
        visible: root.list === ""
        spacing: 0

        PC3.TabBar {
            id: bar

            // The bar itself chooses another tab when one is added or removed.
            readonly property int wanted: root.sessions.tabs.indexOf(root.sessions.current)
            function show() { if (currentIndex !== wanted) currentIndex = wanted }
            // From right to left, Qt 6 leaves tabs beyond the bar where they were before it had its width.
            function place() {
                if (!mirrored) return
                contentItem.layoutDirection = Qt.RightToLeft
                contentItem.layoutDirection = Qt.LeftToRight
            }
            onWantedChanged: Qt.callLater(show)
            onCountChanged: {
                Qt.callLater(show)
                Qt.callLater(place)
            }
            onWidthChanged: Qt.callLater(place)

            contentHeight: height
            Layout.fillWidth: true
            Layout.fillHeight: true

            Repeater {
                model: root.sessions.tabs.length
                delegate: PC3.TabButton {
                    id: tab

                    required property int index
                    readonly property Session session: root.sessions.tabs[index] || null
                    readonly property string name: session ? root.sessions.name(session) : ""
                    readonly property bool hasIcon: session !== null && root.surface.hasIcon(session.desktopEntry)

                    Accessible.name: name
                    Accessible.onPressAction: clicked()
                    onClicked: root.sessions.chosen = session
                    Keys.onLeftPressed: root.sessions.step(root.mirrored ? 1 : -1)
                    Keys.onRightPressed: root.sessions.step(root.mirrored ? -1 : 1)

                    PC3.ToolTip {
                        text: tab.name
                        visible: tab.hovered && !root.hasNames
                        delay: Kirigami.Units.toolTipDelay
                        contentItem: Words { text: tab.name }
                    }

                    // The tab's own label would read the text as markup.
                    contentItem: Item {
                        id: inner
                        implicitHeight: Kirigami.Units.iconSizes.smallMedium
                        // A layout would give the name whole pixels, and cut one that is half a pixel wider.
                        Row {
                            anchors.centerIn: parent
                            spacing: Kirigami.Units.smallSpacing
                            // The icon of most applications is called as their desktop entry.
                            Kirigami.Icon {
                                id: icon
                                anchors.verticalCenter: parent.verticalCenter
                                source: tab.hasIcon ? tab.session.desktopEntry : sign.iconName()
                                fallback: "applications-multimedia"
                                isMask: !tab.hasIcon
                                width: Kirigami.Units.iconSizes.small
                                height: width
                                Artwork { id: sign; visible: false; session: tab.session }
                            }
                            Words {
                                anchors.verticalCenter: parent.verticalCenter
                                width: Math.min(Math.ceil(implicitWidth), inner.width - icon.width - parent.spacing)
                                visible: root.hasNames
                                text: tab.name
                                Accessible.ignored: true
                            }
                        }
                    }
                }
            }
        }
        PC3.ToolButton {
            id: others
            visible: root.sessions.others.length > 0
            icon.name: "overflow-menu"
            Accessible.name: i18n("Other players")
            Accessible.role: Accessible.ButtonMenu
            onClicked: menu.show(others, true, root.sessions.others.map(each => ({
                text: root.sessions.name(each), act: () => root.sessions.chosen = each
            })))
        }
    }
    DesktopMenu { id: menu }
}
