// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The position of a session: a bar with the marks of its chapters and with what is buffered, times, the present
// chapter, and the live edge. Time runs from left to right, also where text does not.
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
    // The button of Buttons that goes back to live, if there is one.
    property var toLive
    readonly property bool canGoLive: toLive !== undefined && toLive.enabled && !session.isAtLiveEdge
    readonly property bool canSeek: seek !== undefined && seek.enabled && end > start
    readonly property var chapters: session.chapters
    readonly property int chapter: playhead.chapter
    // Of more chapters the marks would be a grey line.
    readonly property int mostMarks: 50

    // Asks for the list of chapters.
    signal opened()

    // The list of chapters may already be that of another item.
    function words(index) { return chapters[index] && chapters[index].title || i18n("Chapter %1", index + 1) }
    function goTo(position) { session.send(NowPlaying.CommandSeekToPosition, { time: position }) }
    function step(milliseconds) {
        if (canSeek) goTo(Math.max(start, Math.min(end, playhead.position + milliseconds)))
    }
    function time(milliseconds) {
        const seconds = Math.floor(Math.max(0, milliseconds) / 1000)
        const two = number => (number < 10 ? "0" : "") + number
        const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60
        return (hours > 0 ? hours + ":" + two(minutes) : minutes) + ":" + two(seconds % 60)
    }

    spacing: 0
    visible: playhead.position >= 0 || isLive || chapters.length > 1
    LayoutMirroring.enabled: false
    LayoutMirroring.childrenInherit: true

    Playhead { id: playhead; session: root.session; running: root.isSeen && root.visible }

    PC3.Slider {
        id: slider

        visible: root.end > root.start
        enabled: root.canSeek
        from: root.start
        to: Math.max(root.end, root.start + 1)
        snapMode: T.Slider.NoSnap
        wheelEnabled: false
        Accessible.name: i18n("Position")
        // In Qt 5 a slider with a right-to-left locale is mirrored, whatever its layout is.
        locale: Qt.locale("C")
        onPressedChanged: if (!pressed) root.goTo(value)
        Keys.priority: Keys.BeforeItem
        Keys.onLeftPressed: root.step(-5000)
        Keys.onRightPressed: root.step(5000)
        Layout.fillWidth: true

        Binding on value {
            when: !slider.pressed
            restoreMode: Binding.RestoreNone
            value: playhead.position
        }
        Rectangle {
            visible: playhead.buffered > root.start
            x: slider.leftPadding
            y: Math.round(slider.height / 2) + Kirigami.Units.smallSpacing
            width: slider.availableWidth * Math.min(1, (playhead.buffered - root.start) / (slider.to - root.start))
            height: 2
            color: Kirigami.Theme.highlightColor
            opacity: 0.4
        }
        Repeater {
            model: root.chapters.length > root.mostMarks ? [] : root.chapters
            delegate: Rectangle {
                required property var modelData
                z: -1
                visible: modelData.start > root.start && modelData.start < root.end
                x: slider.leftPadding - width / 2
                   + slider.availableWidth * (modelData.start - root.start) / (slider.to - root.start)
                y: Math.round((slider.height - height) / 2)
                width: 2
                height: Kirigami.Units.smallSpacing * 1.5
                color: Kirigami.Theme.backgroundColor
            }
        }
    }
    RowLayout {
        spacing: Kirigami.Units.smallSpacing
        Layout.minimumHeight: Math.round(Kirigami.Units.gridUnit * 4 / 3)
        Layout.maximumHeight: Layout.minimumHeight

        PC3.Label {
            text: playhead.position >= 0 ? root.time(playhead.position) : ""
            font: Kirigami.Theme.smallFont
            opacity: 0.7
            Layout.preferredWidth: Kirigami.Units.gridUnit * 3.5
        }
        Item {
            Layout.fillWidth: true
            Layout.fillHeight: true

            PC3.ToolButton {
                anchors.centerIn: parent
                width: Math.min(implicitWidth, parent.width)
                height: parent.height
                visible: root.chapters.length > 1
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
                        text: root.chapter >= 0 ? root.words(root.chapter) : i18n("Chapters")
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
            visible: !root.isLive
            text: root.session.duration > 0 && playhead.position >= 0
                  ? "−" + root.time(root.session.duration - Math.floor(playhead.position / 1000) * 1000) : ""
            font: Kirigami.Theme.smallFont
            opacity: 0.7
            horizontalAlignment: Text.AlignRight
            Accessible.name: text
            Layout.preferredWidth: Kirigami.Units.gridUnit * 3.5
        }
        PC3.ToolButton {
            visible: root.isLive && root.canGoLive
            text: i18n("LIVE")
            font: Kirigami.Theme.smallFont
            Accessible.name: i18n("Go to live")
            onClicked: root.session.pressControl(root.toLive.control)
            Layout.fillHeight: true
        }
        PC3.Label {
            visible: root.isLive && !root.canGoLive
            text: i18n("LIVE")
            color: root.session.isAtLiveEdge ? Kirigami.Theme.negativeTextColor : Kirigami.Theme.textColor
            font.family: Kirigami.Theme.smallFont.family
            font.pointSize: Kirigami.Theme.smallFont.pointSize
            font.bold: true
        }
    }
}
