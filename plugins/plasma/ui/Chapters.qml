// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The chapters of an item, to go to.
import QtQuick 2.15
import org.nowplaying 1.0

Choices {
    id: root

    required property Bar timeline

    // Says that one was chosen.
    signal done()

    model: timeline.chapters
    currentIndex: timeline.chapter
    delegate: Choice {
        required property var modelData
        required property int index
        words: root.timeline.words(index)
        value: root.timeline.time(modelData.start)
        isOn: index === root.timeline.chapter
        enabled: root.timeline.canSeek
        onClicked: {
            root.timeline.goTo(modelData.start)
            root.done()
        }
    }
}
