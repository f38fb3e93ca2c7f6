// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A line of what a player says: text and never markup, cut where there is no room.
import QtQuick 2.15
import QtQuick.Layouts 1.15
import org.kde.plasma.components 3.0 as PC3

PC3.Label {
    visible: text !== ""
    textFormat: Text.PlainText
    elide: Text.ElideRight
    maximumLineCount: 1
    horizontalAlignment: Text.AlignLeft
    Layout.fillWidth: true
}
