// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The buttons of a session in their rows, and the stars of its rating.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

ColumnLayout {
    id: root

    required property Session session
    property Surface surface

    spacing: 0
    // Like the bar, the buttons are not mirrored: back is on the left.
    LayoutMirroring.enabled: false
    LayoutMirroring.childrenInherit: true

    Buttons { id: buttons; session: root.session; surface: root.surface }

    RowLayout {
        spacing: 0
        Layout.alignment: Qt.AlignHCenter
        Repeater {
            model: buttons.main
            delegate: CommandButton {
                session: root.session
                isLarge: modelData.slot === NowPlaying.SlotCentral
            }
        }
    }
    Flow {
        Layout.fillWidth: true
        Repeater {
            model: buttons.more
            delegate: CommandButton { session: root.session }
        }
    }
    Flow {
        Layout.fillWidth: true
        Repeater {
            model: buttons.overflow
            delegate: CommandButton { session: root.session }
        }
    }
    Stars { session: root.session; Layout.alignment: Qt.AlignHCenter }
}
