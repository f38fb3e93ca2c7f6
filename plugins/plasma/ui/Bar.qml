// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The position of a session: a bar with the marks of its chapters and with what is buffered, times, and the present
// chapter. Time runs from left to right, also where text does not.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import QtQuick.Templates 2.15 as T
import QtQml 2.15 // behind those of QtQuick, for restoreMode
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

ColumnLayout {
    id: root

    required property Session session
    property bool isSeen: true

    readonly property bool isLive: session.durationKind === NowPlaying.DurationLive
    readonly property real start: playhead.seekableStart >= 0 ? playhead.seekableStart : 0
    readonly property real end: playhead.seekableEnd >= 0 && isLive ? playhead.seekableEnd : session.duration
    readonly property var seek: session.commands.find(each => each.kind === NowPlaying.CommandSeekToPosition)
    // The position for the times: during a drag the place of the thumb.
    readonly property real shown: slider.pressed ? slider.value : playhead.position
    readonly property bool canSeek: seek !== undefined && seek.enabled && end > start
    readonly property var chapters: session.chapters
    readonly property int chapter: playhead.chapter
    readonly property int shownChapter: slider.pressed ? chapterAt(slider.value) : chapter
    // Of more chapters the marks would be a grey line.
    readonly property int mostMarks: 50
    // The same for both times, whatever they are, so that nothing between them moves.
    readonly property real timeWidth: Math.max(Kirigami.Units.gridUnit * 3.5, Math.ceil(widest.advanceWidth) + 1)

    // Asks for the list of chapters.
    signal opened()

    // The list of chapters may already be that of another item.
    function words(index) { return chapters[index] && chapters[index].title || i18n("Chapter %1", index + 1) }
    function chapterAt(position) {
        return chapters.reduce((found, each, index) => each.start <= position ? index : found, -1)
    }
    function goTo(position) { session.send(NowPlaying.CommandSeekToPosition, { time: position }) }
    function step(milliseconds) {
        if (canSeek) goTo(Math.max(start, Math.min(end, playhead.position + milliseconds)))
    }
    function time(milliseconds) {
        const seconds = Math.floor(Math.max(0, milliseconds) / 1000)
        const two = number => (number < 10 ? "0" : "") + number
        const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60
        const text = (hours > 0 ? hours + ":" + two(minutes) : minutes) + ":" + two(seconds % 60)
        // With the digits of the user's language, as names have them.
        const zero = Qt.locale().zeroDigit.charCodeAt(0)
        return text.replace(/[0-9]/g, digit => String.fromCharCode(zero + Number(digit)))
    }
    // U+200E keeps the sign before the digits of every language.
    function minus(milliseconds) { return "\u200e−" + time(milliseconds) }
    // Returns the time that is left; of a broadcast that can be sought, how far it is behind.
    function rest() {
        if (isLive) return end > start && (slider.pressed || !session.isAtLiveEdge) ? minus(end - shown) : ""
        return session.duration > 0 && shown >= 0 ? minus(session.duration - Math.floor(shown / 1000) * 1000) : ""
    }

    spacing: 0
    visible: (isLive ? end > start || playhead.hasLyrics : playhead.position >= 0) || chapters.length > 1
    LayoutMirroring.enabled: false
    LayoutMirroring.childrenInherit: true

    TextMetrics {
        id: widest
        font: Kirigami.Theme.smallFont
        text: root.minus(root.end)
    }
    Playhead { id: playhead; session: root.session; running: root.isSeen && root.visible }

    PC3.Slider {
        id: slider

        // Where a position is: the middle of the thumb is there.
        function at(position) {
            const share = Math.max(0, Math.min(1, (position - from) / (to - from)))
            return leftPadding + handle.width / 2 + (availableWidth - handle.width) * share
        }

        visible: root.end > root.start
        enabled: root.canSeek
        from: root.start
        to: Math.max(root.end, root.start + 1)
        snapMode: T.Slider.NoSnap
        wheelEnabled: false
        Accessible.name: i18n("Position")
        Accessible.onIncreaseAction: root.step(5000)
        Accessible.onDecreaseAction: root.step(-5000)
        // In Qt 5 a slider with a right-to-left locale is mirrored, whatever its layout is.
        locale: Qt.locale("C")
        onPressedChanged: if (!pressed) root.goTo(value)
        Keys.priority: Keys.BeforeItem
        Keys.onLeftPressed: root.step(-5000)
        Keys.onRightPressed: root.step(5000)
        Layout.fillWidth: true
        Layout.preferredHeight: Math.max(implicitHeight, Math.round(Kirigami.Units.gridUnit * 4 / 3))

        Binding on value {
            when: !slider.pressed
            restoreMode: Binding.RestoreNone
            value: playhead.position
        }
        // Within the groove, from the thumb on.
        Rectangle {
            z: -1
            visible: playhead.buffered > slider.value
            x: slider.at(slider.value)
            y: slider.background.y + 1
            width: slider.at(playhead.buffered) - x
            height: slider.background.height - 2
            radius: height / 2
            color: Kirigami.Theme.textColor
            opacity: 0.25
        }
        Repeater {
            model: root.chapters.length > root.mostMarks ? [] : root.chapters
            delegate: Rectangle {
                required property var modelData
                z: -1
                visible: modelData.start > root.start && modelData.start < root.end
                x: Math.round(slider.at(modelData.start) - width / 2)
                y: slider.background.y
                width: 2
                height: slider.background.height
                color: Kirigami.Theme.textColor
                opacity: 0.7
            }
        }
    }
    RowLayout {
        spacing: Kirigami.Units.smallSpacing
        Layout.minimumHeight: Math.max(Math.round(Kirigami.Units.gridUnit * 4 / 3), Math.ceil(widest.height))
        Layout.maximumHeight: Layout.minimumHeight

        PC3.Label {
            text: root.shown >= 0 && !root.isLive ? root.time(root.shown) : ""
            font: Kirigami.Theme.smallFont
            opacity: 0.7
            Layout.preferredWidth: root.timeWidth
        }
        Item {
            Layout.fillWidth: true
            Layout.fillHeight: true

            PC3.ToolButton {
                anchors.centerIn: parent
                width: Math.min(implicitWidth, parent.width)
                height: parent.height
                visible: root.chapters.length > 1
                topPadding: 0
                bottomPadding: 0
                Accessible.name: i18n("Chapters")
                Accessible.description: chapterName.text
                onClicked: root.opened()
                contentItem: RowLayout {
                    spacing: Kirigami.Units.smallSpacing
                    Kirigami.Icon {
                        source: "view-list-details"
                        Layout.preferredWidth: Kirigami.Units.iconSizes.small
                        Layout.preferredHeight: Kirigami.Units.iconSizes.small
                    }
                    Words {
                        id: chapterName
                        text: root.shownChapter >= 0 ? root.words(root.shownChapter) : i18n("Chapters")
                        font: Kirigami.Theme.smallFont
                    }
                }
            }
            Words {
                anchors.centerIn: parent
                width: parent.width
                visible: text !== "" && root.chapters.length < 2
                // Two lines: a text and its translation.
                text: playhead.line
                maximumLineCount: 2
                horizontalAlignment: Text.AlignHCenter
                font: Kirigami.Theme.smallFont
            }
        }
        PC3.Label {
            text: root.rest()
            font: Kirigami.Theme.smallFont
            opacity: 0.7
            horizontalAlignment: Text.AlignRight
            Accessible.name: text
            Layout.preferredWidth: root.timeWidth
        }
    }
}
