// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A button of which each press counts. Qt reports the second press of a double click by doubleClicked alone.
import QtQuick 2.15
import org.kde.plasma.components 3.0 as PC3

PC3.ToolButton {
    onDoubleClicked: clicked()
}
