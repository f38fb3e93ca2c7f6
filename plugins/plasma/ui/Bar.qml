// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The position of a session: a bar with the marks of its chapters and with what is buffered, times, the present chapter,
// and the live edge. Time runs from left to right, also where text does not.
import QtQuick 2.15
import QtQuick.Layouts 1.15
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
    readonly property var chapters: session.chapters

    function time(milliseconds) {
        const seconds = Math.floor(Math.max(0, milliseconds) / 1000)
        const two = number => (number < 10 ? "0" : "") + number
        const hours = Math.floor(seconds / 3600)
        const rest = two(Math.floor(seconds / 60) % 60) + ":" + two(seconds % 60)
        return hours > 0 ? hours + ":" + rest : rest
    }
    // The list of chapters may already be that of another item.
    function words(index) { return chapters[index] && chapters[index].title || i18n("Chapter %1", index + 1) }
    function goTo(position) { session.send(NowPlaying.CommandSeekToPosition, { time: position }) }

    spacing: 0
    visible: playhead.position >= 0 || isLive
    LayoutMirroring.enabled: false
    LayoutMirroring.childrenInherit: true

    Playhead { id: playhead; session: root.session; running: root.isSeen && root.visible }

    PC3.Slider {
        id: slider

        visible: root.end > root.start
        enabled: root.seek !== undefined && root.seek.enabled
        from: root.start
        to: Math.max(root.end, root.start + 1)
        Accessible.name: i18n("Position")
        // In Qt 5 one whose language is written from right to left is mirrored, whatever its layout is.
        locale: Qt.locale("C")
        onPressedChanged: if (!pressed) root.goTo(value)
        Layout.fillWidth: true

        Binding on value {
            when: !slider.pressed
            value: playhead.position
        }
        Rectangle {
            visible: playhead.buffered > root.start
            x: slider.leftPadding
            y: slider.height / 2 + Kirigami.Units.smallSpacing
            width: slider.availableWidth * Math.min(1, (playhead.buffered - root.start) / (slider.to - root.start))
            height: 2
            color: Kirigami.Theme.highlightColor
            opacity: 0.4
        }
        Repeater {
            model: root.chapters
            delegate: Rectangle {
                required property var modelData
                visible: modelData.start > root.start && modelData.start < root.end
                x: slider.leftPadding + slider.availableWidth * (modelData.start - root.start) / (slider.to - root.start)
                y: slider.height / 2 - height / 2
                width: 2
                height: Kirigami.Units.smallSpacing * 3
                color: Kirigami.Theme.textColor
            }
        }
    }
    RowLayout {
        PC3.Label { visible: playhead.position >= 0; text: root.time(playhead.position); font: Kirigami.Theme.smallFont }
        Words {
            visible: true
            text: playhead.chapter >= 0 ? root.words(playhead.chapter) : playhead.line
            horizontalAlignment: Text.AlignHCenter
            font: Kirigami.Theme.smallFont
            // Two lines: a text and its translation.
            maximumLineCount: 2
        }
        PC3.Label {
            visible: root.isLive
            text: i18n("LIVE")
            color: root.session.isAtLiveEdge ? Kirigami.Theme.negativeTextColor : Kirigami.Theme.textColor
            font.bold: root.session.isAtLiveEdge
            opacity: root.session.isAtLiveEdge ? 1 : 0.6
        }
        PC3.Label {
            visible: !root.isLive && root.session.duration > 0
            text: root.time(root.session.duration)
            font: Kirigami.Theme.smallFont
        }
        PC3.ToolButton {
            id: opener
            visible: root.chapters.length > 1
            checkable: true
            icon.name: "view-list-details"
            display: PC3.AbstractButton.IconOnly
            text: i18n("Chapters")
            Accessible.name: text
        }
    }
    Repeater {
        model: opener.checked ? root.chapters : []
        delegate: PC3.ItemDelegate {
            required property var modelData
            required property int index
            text: root.time(modelData.start) + "  " + root.words(index)
            enabled: slider.enabled
            font.bold: index === playhead.chapter
            onClicked: root.goTo(modelData.start)
            // The tool tip's own label would read the text as markup.
            contentItem: Words { text: parent.text; font: parent.font }
            Layout.fillWidth: true
        }
    }
}
