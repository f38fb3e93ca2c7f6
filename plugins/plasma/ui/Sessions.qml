// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The session that is shown, and those that have a tab: in the order in which they appeared, so that no tab moves.
import QtQml 2.15
import org.nowplaying 1.0

QtObject {
    id: root

    property Surface surface
    // The session that the user has chosen; null: the most important one is shown.
    property Session chosen: null
    // Of more sessions than this, the least important are left out.
    readonly property int most: 40
    readonly property int mostTabs: 6
    property var all: []
    readonly property Session current: chosen !== null && all.includes(chosen) ? chosen : surface ? surface.first : null
    readonly property var tabs: firstOf(all, current)
    // The sessions without a tab.
    readonly property var others: all.filter(each => !tabs.includes(each))

    // Returns the sessions with a tab: the first ones; the shown session gets the last tab if it is not among them.
    function firstOf(all, current) {
        if (all.length <= mostTabs) return all
        const first = all.slice(0, mostTabs)
        return current === null || first.includes(current) ? first : first.slice(0, -1).concat([current])
    }

    // Returns what a tab is called: the player, and of several sessions of a player what each plays.
    function name(session) {
        const isOne = all.filter(each => each.displayName === session.displayName).length < 2
        const names = [session.displayName, session.firstLine]
        if (!isOne) names.reverse()
        return (names[0] || names[1]).slice(0, 100)
    }

    // Chooses the tab beside the present one.
    function step(by) {
        const index = tabs.indexOf(current) + by
        if (index >= 0 && index < tabs.length) chosen = tabs[index]
    }

    function update() {
        const there = []
        for (let row = 0; row < Math.min(surface.sessions.count, most); row++) there.push(surface.sessions.at(row))
        all = all.filter(each => there.includes(each)).concat(there.filter(each => !all.includes(each)))
    }

    onSurfaceChanged: if (surface) update()
    property Connections changes: Connections {
        target: root.surface
        function onOrdered() { root.update() }
    }
}
