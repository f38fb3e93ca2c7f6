// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The applet's settings.
import QtQuick 2.15
import QtQuick.Controls 2.15
import org.kde.kirigami 2.20 as Kirigami

Kirigami.FormLayout {
    property alias cfg_fetchArtwork: fetchArtwork.checked
    property bool cfg_fetchArtworkDefault

    CheckBox {
        id: fetchArtwork
        Kirigami.FormData.label: i18n("Covers:")
        text: i18n("Fetch those that are on the web: it tells their servers what is played")
    }
}
