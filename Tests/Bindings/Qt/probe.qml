// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Holds what the tests ask of the module: a surface, a view of its sessions, and what they make of these.
import QtQml 2.15
import QtQuick 2.15
import QtQuick.Window 2.15
import org.nowplaying 1.0

Window {
    id: root

    property Surface surface: Surface { name: "probe"; busAddress: root.address }
    property string address: Qt.application.arguments.length > 3 ? Qt.application.arguments[3] : ""
    property var events: []
    property var kept: ({})
    property alias view: view
    property alias playhead: playhead
    property alias video: video

    function reply(work) {
        // Values and objects of C++ have properties that JSON.stringify does not see.
        return JSON.stringify(work(), (key, value) => value instanceof Object && !Array.isArray(value)
                                                      && value.constructor !== Object ? plain(value) : value)
    }

    function plain(value) {
        if (typeof value.length === "number") return Array.from(value)
        const made = {}
        for (const name in value) {
            if (typeof value[name] !== "function") made[name] = value[name]
        }
        return made
    }

    function named(title) {
        for (let row = 0; row < surface.sessions.count; row++) {
            if (surface.sessions.at(row).firstLine === title) return surface.sessions.at(row)
        }
        return null
    }

    function titles() {
        const found = []
        for (let row = 0; row < view.count; row++) found.push(view.itemAt(row).title)
        return found
    }

    // Begins an action, and keeps its outcome under a name.
    function act(name, action) {
        kept[name] = null
        action.finished.connect(ended => kept[name] = { status: ended.status, message: ended.message,
                                                        size: ended.size.width, mime: ended.mimeType,
                                                        action: ended.action })
        return true
    }

    width: 400; height: 400; visible: true

    Repeater {
        id: view
        model: root.surface.sessions
        delegate: Item {
            required property Session session
            required property string firstLine
            property string title: firstLine
        }
    }

    Image { id: image; asynchronous: true; cache: false }
    property alias image: image

    Playhead { id: playhead }
    AnimatedArtwork { id: video }

    Connections {
        target: root.surface
        function onAdded(session) { root.events.push("added " + session.firstLine) }
        function onRemoved(session) { root.events.push("removed " + session.firstLine) }
        function onChanged(session, changes) { root.events.push("changed " + changes) }
    }
}
