// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The rating of an item, where it can be set: five stars, or one for each step where there are fewer.
import QtQuick 2.15
import org.kde.kirigami 2.20 as Kirigami
import org.kde.plasma.components 3.0 as PC3
import org.nowplaying 1.0

Row {
    id: root

    required property Session session
    readonly property var command: session.commands.find(each => each.kind === NowPlaying.CommandSetRating)
    readonly property int count: command && command.steps > 0 && command.steps < 5 ? command.steps : 5
    readonly property real rating: session.fields.userRating || 0

    visible: command !== undefined

    Repeater {
        model: root.visible ? root.count : 0
        delegate: PC3.ToolButton {
            required property int index
            enabled: root.command !== undefined && root.command.enabled
            icon.name: root.rating * root.count > index + 0.25 ? "rating" : "rating-unrated"
            display: PC3.AbstractButton.IconOnly
            text: i18np("%1 star", "%1 stars", index + 1)
            Accessible.name: text
            onClicked: root.session.send(NowPlaying.CommandSetRating, { rating: (index + 1) / root.count, toggle: true })
        }
    }
}
