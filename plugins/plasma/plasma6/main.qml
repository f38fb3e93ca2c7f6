// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The applet as Plasma 6 loads it.
import QtQuick
import org.kde.kirigami as Kirigami
import org.kde.plasma.core as PlasmaCore
import org.kde.plasma.plasmoid
import org.nowplaying

PlasmoidItem {
    id: root

    compactRepresentation: Compact {
        surface: players
        onClicked: root.expanded = !root.expanded
    }
    fullRepresentation: Full { surface: players }
    switchWidth: Kirigami.Units.gridUnit * 14
    switchHeight: Kirigami.Units.gridUnit * 14
    toolTipMainText: players.first ? players.first.firstLine : i18n("Nothing is playing")
    toolTipSubText: players.first ? players.first.secondLine : ""
    toolTipTextFormat: Text.PlainText
    Plasmoid.status: players.first ? PlasmaCore.Types.ActiveStatus : PlasmaCore.Types.PassiveStatus

    Surface { id: players; name: "Plasma"; fetchesArtwork: Plasmoid.configuration.fetchArtwork }
}
