// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The volume of a session, and the devices that it plays on with theirs.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

ColumnLayout {
    id: root

    required property Session session

    spacing: 0

    Volume {
        visible: root.session.volume >= 0 && root.session.canSetVolume
        icon: root.session.isMuted ? "audio-volume-muted" : "audio-volume-high"
        words: i18n("Volume")
        level: root.session.volume
        onChosen: level => root.session.setVolume(level)
    }
    Repeater {
        model: root.session.devices
        delegate: Volume {
            required property var modelData
            icon: modelData.type === NowPlaying.DeviceTv ? "video-television" : "audio-speakers-symbolic"
            words: modelData.name
            level: modelData.volume
            canStep: modelData.canStep
            onChosen: level => root.session.setDeviceVolume(modelData.id, level)
            onStepped: step => root.session.stepVolume(modelData.id, step)
        }
    }
}
