// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The applet as Plasma 5 loads it.
import QtQuick 2.15
import org.kde.plasma.core 2.0 as PlasmaCore
import org.kde.plasma.plasmoid 2.0
import org.nowplaying 1.0

Item {
    Plasmoid.compactRepresentation: Compact {
        surface: players
        onClicked: Plasmoid.expanded = !Plasmoid.expanded
    }
    Plasmoid.fullRepresentation: Full { surface: players }
    Plasmoid.switchWidth: PlasmaCore.Units.gridUnit * 14
    Plasmoid.switchHeight: PlasmaCore.Units.gridUnit * 14
    Plasmoid.toolTipMainText: players.first ? players.first.firstLine : i18n("Nothing is playing")
    Plasmoid.toolTipSubText: players.first ? players.first.secondLine : ""
    Plasmoid.toolTipTextFormat: Text.PlainText
    Plasmoid.status: players.first ? PlasmaCore.Types.ActiveStatus : PlasmaCore.Types.PassiveStatus

    Surface { id: players; name: "Plasma"; fetchesArtwork: Plasmoid.configuration.fetchArtwork }
}
