// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The volume of a session: a button that opens it, and on which the wheel turns it.
import QtQuick 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

PC3.ToolButton {
    id: root

    required property Session session
    // The button of Buttons that mutes, if there is one.
    property var mute

    function iconName() {
        if (session.isMuted || session.volume === 0) return "audio-volume-muted"
        return session.volume < 1 / 3 ? "audio-volume-low" : session.volume < 2 / 3 ? "audio-volume-medium"
                                                                                    : "audio-volume-high"
    }

    // Turns it by steps of the wheel or the keyboard.
    function turn(steps) {
        if (!session.canSetVolume || session.volume < 0) return
        session.setVolume(Math.max(0, Math.min(1, session.volume + steps * 0.05)))
    }

    visible: session.volume >= 0 && session.canSetVolume
    icon.name: iconName()
    icon.width: Kirigami.Units.iconSizes.smallMedium
    icon.height: Kirigami.Units.iconSizes.smallMedium
    Accessible.name: i18n("Volume")
    Accessible.description: Math.round(session.volume * 100) + " %"
    onClicked: popup.opened ? popup.close() : popup.open()

    WheelHandler {
        acceptedDevices: PointerDevice.Mouse | PointerDevice.TouchPad
        onWheel: event => root.turn(event.angleDelta.y / 120)
    }

    PC3.Popup {
        id: popup

        x: root.mirrored ? 0 : root.width - width
        y: -height - Kirigami.Units.smallSpacing
        margins: 0
        focus: true
        onOpened: level.forceActiveFocus()

        contentItem: Volume {
            id: level
            hasWords: false
            words: i18n("Volume")
            level: root.session.volume
            implicitWidth: Kirigami.Units.gridUnit * 12
            onChosen: level => root.session.setVolume(level)

            PressButton {
                visible: root.mute !== undefined
                enabled: root.mute !== undefined && root.mute.enabled
                icon.name: root.iconName()
                checked: root.session.isMuted
                Accessible.name: root.mute ? root.mute.title : ""
                onClicked: {
                    checked = Qt.binding(() => root.session.isMuted)
                    root.session.pressControl(root.mute.control)
                }
            }
        }
    }
}
