// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The pages of the applet's settings as Plasma 6 loads them.
import QtQuick
import org.kde.plasma.configuration

ConfigModel {
    ConfigCategory {
        name: i18n("General")
        icon: "applications-multimedia"
        source: "Settings.qml"
    }
}
