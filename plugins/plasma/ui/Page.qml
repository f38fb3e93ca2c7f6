// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// One session: its picture and words, where it is, its buttons, and the devices that it plays on.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

Item {
    id: root

    required property Session session
    property Surface surface
    property bool isSeen: true
    // The error text of a call, shown for a moment.
    property string failure: ""

    // The player's own sentence; what the library says of it is for developers.
    function refusal(status, message) {
        if (status === NowPlaying.ErrorCommandFailed && message !== "") return message
        return status === NowPlaying.ErrorTimedOut ? i18n("The player does not answer")
                                                   : i18n("This is not possible now")
    }

    // Why it does not play, where the player has no words for it.
    function reason(kind) {
        switch (kind) {
        case NowPlaying.ErrorKindNetwork: return i18n("There is no connection")
        case NowPlaying.ErrorKindSignIn: return i18n("Sign in to play this")
        case NowPlaying.ErrorKindRegion: return i18n("This cannot be played in this country")
        case NowPlaying.ErrorKindFormat: return i18n("This cannot be played")
        case NowPlaying.ErrorKindNotAvailable: return i18n("This is not available any more")
        default: return i18n("Something went wrong")
        }
    }

    implicitHeight: column.implicitHeight + Kirigami.Units.largeSpacing

    Connections {
        target: root.session
        function onFailed(status, message) {
            root.failure = root.refusal(status, message)
            forget.restart()
        }
    }
    Timer { id: forget; interval: 5000; onTriggered: root.failure = "" }

    ColumnLayout {
        id: column
        anchors { left: parent.left; right: parent.right; margins: Kirigami.Units.smallSpacing }
        spacing: Kirigami.Units.smallSpacing

        RowLayout {
            spacing: Kirigami.Units.largeSpacing
            Artwork {
                session: root.session
                Layout.preferredWidth: Kirigami.Units.gridUnit * 5
                Layout.preferredHeight: Kirigami.Units.gridUnit * 5
            }
            ColumnLayout {
                spacing: 0
                RowLayout {
                    opacity: 0.7
                    // The icon of most applications is called as their desktop entry.
                    Kirigami.Icon {
                        visible: root.surface !== null && root.surface.hasIcon(root.session.desktopEntry)
                        source: visible ? root.session.desktopEntry : ""
                        Layout.preferredWidth: Kirigami.Units.iconSizes.small
                        Layout.preferredHeight: Kirigami.Units.iconSizes.small
                    }
                    Words { text: root.session.displayName; font: Kirigami.Theme.smallFont }
                }
                Words {
                    text: root.session.firstLine || root.session.displayName
                    font.bold: true
                    font.pointSize: Kirigami.Theme.defaultFont.pointSize * 1.2
                }
                Words { text: root.session.secondLine }
                Words { text: root.session.thirdLine; opacity: 0.7 }
                RowLayout {
                    visible: problem.text !== ""
                    Kirigami.Icon {
                        source: "dialog-error"
                        Layout.preferredWidth: Kirigami.Units.iconSizes.small
                        Layout.preferredHeight: Kirigami.Units.iconSizes.small
                    }
                    Words {
                        id: problem
                        wrapMode: Text.Wrap
                        maximumLineCount: 3
                        text: root.failure || (root.session.state === NowPlaying.StateError
                                               ? root.session.error || root.reason(root.session.errorKind) : "")
                    }
                }
            }
        }
        Bar { session: root.session; isSeen: root.isSeen; Layout.fillWidth: true }
        Controls { session: root.session; surface: root.surface; Layout.fillWidth: true }
        Volumes { session: root.session; Layout.fillWidth: true }
        Rectangle { Layout.fillWidth: true; implicitHeight: 1; color: Kirigami.Theme.textColor; opacity: 0.2 }
    }
}
