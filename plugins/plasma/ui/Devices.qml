// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The devices that a session plays on, with their volumes.
import QtQuick 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.nowplaying 1.0

Choices {
    id: root

    required property Session session

    model: session.devices.length
    spacing: Kirigami.Units.smallSpacing
    delegate: Volume {
        required property int index
        // The device may go while it is shown.
        readonly property var device: root.session.devices[index]
            || ({ id: "", name: "", type: 0, volume: -1, canStep: false })
        width: ListView.view.width
        height: Kirigami.Units.gridUnit * 2
        icon: Qt.resolvedUrl(device.type === NowPlaying.DeviceTv ? "../icons/np-tv-symbolic.svg"
                                                                 : "../icons/np-speaker-symbolic.svg")
        words: device.name
        level: device.volume
        canStep: device.canStep
        onChosen: level => root.session.setDeviceVolume(device.id, level)
        onStepped: step => root.session.stepVolume(device.id, step)
    }
}
