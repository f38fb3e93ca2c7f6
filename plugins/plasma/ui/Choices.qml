// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A list of what can be chosen, in place of the session; it alone scrolls.
import QtQuick 2.15
import org.kde.plasma.components 3.0 as PC3

ListView {
    id: root

    clip: true
    boundsBehavior: Flickable.StopAtBounds
    keyNavigationEnabled: true
    highlightMoveDuration: 0
    Keys.onReturnPressed: if (currentItem) currentItem.clicked()
    Keys.onEnterPressed: if (currentItem) currentItem.clicked()
    PC3.ScrollBar.vertical: PC3.ScrollBar {}
    Component.onCompleted: forceActiveFocus()
}
