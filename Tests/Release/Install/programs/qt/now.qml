// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: qml now.qml     Prints the line of the first player that comes, and ends.
import QtQuick
import org.nowplaying

Item {
    Surface {
        name: "now.qml"
        onAdded: session => {
            console.log(`${session.displayName}: ${session.firstLine}`);
            Qt.quit();
        }
    }
}
