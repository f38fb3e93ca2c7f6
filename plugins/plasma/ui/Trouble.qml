// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Why a session does not play, or why the player has refused something, with a way to the player. It looks as Kirigami's
// message does, of which the label would read the text as markup, and say it to screen readers as such.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

Rectangle {
    id: root

    required property Session session
    required property Surface surface
    // The error text of a call, shown for a moment.
    property string failure: ""
    readonly property string sentence: (failure || (session.state === NowPlaying.StateError
        ? session.error || i18n(surface.errorSentence(session.errorKind)) : "")).slice(0, 200)
    readonly property color ink: Kirigami.Theme.negativeTextColor

    // Returns the text for a failed call: the player's own sentence, if any. The library's messages are for developers.
    function refusal(status, message) {
        if (status === NowPlaying.ErrorCommandFailed && message !== "") return message
        return status === NowPlaying.ErrorTimedOut ? i18n("The player does not answer")
                                                   : i18n("This is not possible now")
    }

    implicitHeight: row.implicitHeight + Kirigami.Units.smallSpacing * 2
    visible: sentence !== ""
    radius: 3
    color: Qt.rgba(ink.r, ink.g, ink.b, 0.12)
    border.width: 1
    border.color: ink
    Accessible.role: Accessible.AlertMessage
    Accessible.name: sentence

    RowLayout {
        id: row
        anchors { fill: parent; margins: Kirigami.Units.smallSpacing; leftMargin: Kirigami.Units.smallSpacing * 2 }
        spacing: Kirigami.Units.smallSpacing * 2

        Kirigami.Icon {
            source: "dialog-error"
            Layout.preferredWidth: Kirigami.Units.iconSizes.smallMedium
            Layout.preferredHeight: Kirigami.Units.iconSizes.smallMedium
        }
        Words {
            text: root.sentence
            wrapMode: Text.Wrap
            maximumLineCount: 4
            Accessible.ignored: true
        }
        PC3.Button {
            visible: root.session.canRaise
            text: i18n("Open")
            icon.name: "window-new"
            onClicked: root.session.raise()
        }
    }
    Connections {
        target: root.session
        function onFailed(status, message) {
            root.failure = root.refusal(status, message)
            forget.restart()
        }
    }
    Timer { id: forget; interval: 5000; onTriggered: root.failure = "" }
}
