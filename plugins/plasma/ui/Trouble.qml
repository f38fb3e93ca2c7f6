// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Why a session does not play, or why the player has refused something, with a way to the player.
import QtQuick 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.nowplaying 1.0

Kirigami.InlineMessage {
    id: root

    required property Session session
    required property Surface surface
    // The error text of a call, shown for a moment.
    property string failure: ""
    readonly property string sentence: (failure || (session.state === NowPlaying.StateError
        ? session.error || i18n(surface.errorSentence(session.errorKind)) : "")).slice(0, 200)

    // Returns the text for a failed call: the player's own sentence, if any. The library's messages are for developers.
    function refusal(status, message) {
        if (status === NowPlaying.ErrorCommandFailed && message !== "") return message
        return status === NowPlaying.ErrorTimedOut ? i18n("The player does not answer")
                                                   : i18n("This is not possible now")
    }

    // Returns markup that shows a text as it is: the message's own label reads what looks like markup as such.
    function plain(text) {
        return "<p>" + text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;") + "</p>"
    }

    type: Kirigami.MessageType.Error
    visible: sentence !== ""
    text: sentence === "" ? "" : plain(sentence)
    Accessible.role: Accessible.AlertMessage
    Accessible.name: sentence
    actions: session.canRaise ? [open] : []

    property Kirigami.Action open: Kirigami.Action {
        text: i18n("Open")
        icon.name: "window-new"
        onTriggered: root.session.raise()
    }
    property Connections refusals: Connections {
        target: root.session
        function onFailed(status, message) {
            root.failure = root.refusal(status, message)
            root.forget.restart()
        }
    }
    property Timer forget: Timer { interval: 5000; onTriggered: root.failure = "" }
}
