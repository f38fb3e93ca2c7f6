// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The row at the bottom: up to four toggles of a session, and at the end its devices, its volume, and the menu with all
// that is rare.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

RowLayout {
    id: root

    required property Session session
    required property Buttons buttons
    readonly property int side: Kirigami.Units.gridUnit * 2
    // Of more entries the menu would be higher than the screen.
    readonly property int most: 24
    // Mute stands beside the volume where there is one.
    readonly property var menuButtons: (buttons.mute && !volume.visible ? [buttons.mute] : []).concat(buttons.menu)
    readonly property bool hasMenu: menuButtons.length > 0 || buttons.stars.length > 0 || session.tracks.length > 0
        || session.canRaise

    // Asks for a list in place of the session: "devices" or "tracks".
    signal opened(string list)

    function turn(steps) { volume.turn(steps) }

    // Returns the entries of the menu, in words.
    function rare() {
        const entries = menuButtons.slice(0, most).map(each => ({
            text: each.title, iconName: each.isOwn ? "" : each.iconName, enabled: each.enabled,
            isToggle: each.isToggle, isOn: each.isOn, act: () => session.pressControl(each.control)
        }))
        if (session.tracks.length > 0) {
            entries.push({ text: i18n("Audio and subtitles"), iconName: "add-subtitle", act: () => opened("tracks") })
        }
        if (session.canRaise) {
            entries.push({ text: i18n("Open %1", session.displayName), iconName: "window-new",
                           act: () => session.raise() })
        }
        return buttons.stars.length === 0 ? entries : entries.concat(ratings(buttons.stars))
    }

    // Returns the entries of the stars, of which those that are given are filled.
    function ratings(stars) {
        const given = stars.filter(each => each.isOn).pop()
        const title = i18n("Rating") + (given ? ": " + given.title : "")
        return [{ text: title, isSection: true }].concat(stars.map(each => ({
            text: each.title, enabled: each.enabled, iconName: each.isOn ? "rating" : "rating-unrated",
            act: () => session.pressControl(each.control)
        })))
    }

    spacing: 2

    Repeater {
        model: root.buttons.toggles.length
        delegate: CommandButton {
            id: toggle
            required property int index
            entry: root.buttons.toggles[index] || root.buttons.none
            session: root.session
            act: () => {
                if (entry.isText) rates.show(toggle, entry)
                else session.pressControl(entry.control)
            }
            // Words have the width that they need, if there is room.
            Layout.fillWidth: !hasIcon && !entry.isText
            Layout.minimumWidth: root.side
            Layout.preferredWidth: entry.isText ? Math.max(Kirigami.Units.gridUnit * 3, natural)
                : hasIcon ? root.side : natural
            Layout.maximumWidth: Layout.preferredWidth
            Layout.preferredHeight: hasIcon ? root.side : Math.max(root.side, implicitHeight)
        }
    }
    Item { Layout.fillWidth: true }
    PC3.ToolButton {
        visible: root.session.devices.length > 0
        Accessible.name: i18n("Devices")
        Accessible.description: count.text
        onClicked: root.opened("devices")
        Layout.preferredHeight: root.side
        Layout.preferredWidth: root.side + (count.visible ? count.implicitWidth : 0)
        contentItem: RowLayout {
            spacing: 0
            Kirigami.Icon {
                source: Qt.resolvedUrl("../icons/np-speaker-symbolic.svg")
                isMask: true
                color: Kirigami.Theme.textColor
                Layout.preferredWidth: Kirigami.Units.iconSizes.smallMedium
                Layout.preferredHeight: Kirigami.Units.iconSizes.smallMedium
                Layout.alignment: Qt.AlignCenter
            }
            PC3.Label {
                id: count
                visible: root.session.devices.length > 1
                text: Number(root.session.devices.length).toLocaleString(Qt.locale(), "f", 0)
            }
        }
    }
    VolumeButton {
        id: volume
        session: root.session
        mute: root.buttons.mute
        Layout.preferredWidth: root.side
        Layout.preferredHeight: root.side
    }
    PC3.ToolButton {
        id: more
        visible: root.hasMenu
        icon.name: "overflow-menu"
        icon.width: Kirigami.Units.iconSizes.smallMedium
        icon.height: Kirigami.Units.iconSizes.smallMedium
        Accessible.name: i18n("More")
        Accessible.role: Accessible.ButtonMenu
        onClicked: menu.show(more, true, root.rare())
        Layout.preferredWidth: root.side
        Layout.preferredHeight: root.side
    }
    DesktopMenu { id: menu }
    Rates { id: rates; session: root.session; buttons: root.buttons }
}
