// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A menu of the desktop, as Plasma 5 has it: a window of its own, which the keyboard and screen readers know.
import QtQuick 2.15
import org.kde.plasma.components 2.0 as Menus
import org.kde.plasma.core 2.0 as PlasmaCore

// A QtObject and not an Item, which would take a place in a row; and if the Item were hidden, Plasma 5's menu would
// hide its lines.
QtObject {
    id: root

    property var menu: null
    property var lines: []

    // Opens it above an item, at its start or its end, with these entries, each
    // {text, iconName, isSection, enabled, isToggle, isOn, act}.
    function show(at, isAtEnd, entries) {
        // Made anew: Plasma's menu cannot be emptied and filled again.
        for (const each of lines) each.destroy()
        if (menu) menu.destroy()
        menu = window.createObject(root, {
            visualParent: at, placement: isAtEnd !== at.mirrored ? PlasmaCore.Types.TopPosedRightAlignedPopup
                                                                 : PlasmaCore.Types.TopPosedLeftAlignedPopup
        })
        lines = entries.map(entry => line.createObject(root, { entry: entry }))
        for (const each of lines) menu.addMenuItem(each)
        menu.openRelative()
    }

    readonly property Component window: Component { Menus.Menu {} }
    readonly property Component line: Component {
        Menus.MenuItem {
            property var entry
            // Only a word of the applet may have a mnemonic, and a tab would begin a shortcut.
            text: entry.text.replace(/&/g, "&&").replace(/[\t\n]/g, " ")
            icon: entry.iconName || ""
            section: entry.isSection === true
            enabled: entry.enabled !== false
            checkable: entry.isToggle === true
            checked: entry.isOn === true
            onClicked: entry.act()
        }
    }
}
