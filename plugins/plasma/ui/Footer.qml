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
    readonly property var stars: session.commands.find(each => each.kind === NowPlaying.CommandSetRating)
    readonly property bool hasMenu: buttons.menu.length > 0 || stars !== undefined || session.tracks.length > 0
        || session.canRaise

    // Asks for a list in place of the session: "devices" or "tracks".
    signal opened(string list)

    function turn(steps) { volume.turn(steps) }

    function rates(entry) {
        return entry.rates.map(rate => ({
            text: buttons.times(rate), isToggle: true, isOn: rate === session.defaultRate,
            act: () => session.send(NowPlaying.CommandChangeRate, { rate: rate })
        }))
    }

    // Returns the entries of the menu, in words.
    function rare() {
        // Mute stands beside the volume where there is one.
        const those = buttons.menu.filter(each => each.kind !== NowPlaying.CommandMute || !volume.visible)
        const entries = those.slice(0, most).map(each => ({
            text: each.title || each.words, iconName: each.isOwn ? "" : each.iconName,
            enabled: each.enabled, isToggle: each.isToggle, isOn: each.isOn,
            act: () => session.send(each.kind, each.parameters)
        }))
        if (session.tracks.length > 0) {
            entries.push({ text: i18n("Audio and subtitles"), iconName: "add-subtitle", act: () => opened("tracks") })
        }
        if (session.canRaise) {
            entries.push({ text: i18n("Open %1", session.displayName), iconName: "window-new",
                           act: () => session.raise() })
        }
        return stars === undefined ? entries : entries.concat(ratings())
    }

    function ratings() {
        const count = stars.steps > 0 && stars.steps < 5 ? stars.steps : 5
        const rating = session.fields.userRating || 0
        const rows = [{ text: i18n("Rating"), isSection: true }]
        for (let index = 1; index <= count; index++) {
            rows.push({ text: i18np("%1 star", "%1 stars", index), enabled: stars.enabled, isToggle: true,
                        isOn: rating > 0 && Math.round(rating * count) === index,
                        act: () => session.send(NowPlaying.CommandSetRating, { rating: index / count, toggle: true }) })
        }
        return rows
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
                if (entry.rates) menu.show(toggle, false, root.rates(entry))
                else session.send(entry.kind, entry.parameters)
            }
            Layout.preferredWidth: entry.isText ? Kirigami.Units.gridUnit * 3 : root.side
            Layout.preferredHeight: root.side
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
            PC3.Label { id: count; visible: root.session.devices.length > 1; text: root.session.devices.length }
        }
    }
    VolumeButton {
        id: volume
        session: root.session
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
}
