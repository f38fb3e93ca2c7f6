// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The pages of the applet's settings as Plasma 5 loads them.
import QtQuick 2.15
import org.kde.plasma.configuration 2.0

ConfigModel {
    ConfigCategory {
        name: i18n("General")
        icon: "applications-multimedia"
        source: "Settings.qml"
    }
}
