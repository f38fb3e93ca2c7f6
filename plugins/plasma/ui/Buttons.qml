// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The buttons of a session: its controls, which the library gives in their order, as this applet draws them.
import QtQml 2.15
import org.nowplaying 1.0

QtObject {
    id: root

    required property Session session
    required property Surface surface

    readonly property var all: session.controls.map(button)
    readonly property var left: placed([NowPlaying.SlotBackSecondary, NowPlaying.SlotBack])
    readonly property var central: placed([NowPlaying.SlotCentral])[0] || none
    readonly property var right: placed([NowPlaying.SlotForward, NowPlaying.SlotForwardSecondary])
    readonly property var toggles: row(NowPlaying.RowBeside)
    // A menu cannot be held.
    readonly property var menu: row(NowPlaying.RowOverflow).filter(each => !each.isHeld)
    readonly property var stars: row(NowPlaying.RowStars)
    readonly property var toLive: row(NowPlaying.RowPosition)[0]
    readonly property var mute: row(NowPlaying.RowVolume)[0]

    // Stands in the place of a button that goes while it is shown.
    readonly property var none: ({ row: -1, slot: 0, enabled: false, isOn: false, isToggle: false, isHeld: false,
                                   isText: false, words: "", title: "", number: "", iconName: "", isOwn: false })
    // Icons of this applet, for words that icon themes do not cover.
    readonly property var own: ["bookmark", "bookmark-filled", "heart", "heart-filled", "skip-back", "skip-forward",
                                "thumb-down", "thumb-down-filled", "thumb-up", "thumb-up-filled"]
    // Names of Breeze for icons that it calls otherwise than freedesktop.
    readonly property var breeze: ({ timer: "chronometer" })

    function row(row) { return all.filter(each => each.row === row) }
    function placed(slots) { return row(NowPlaying.RowCentral).filter(each => slots.includes(each.slot)) }

    // Shortens a text to what a button or its tool tip can show: laying out more would be wasted, many times over.
    function cut(text) { return text.slice(0, 100) }

    // Numbers have the digits of the user's language, as names have them.
    function times(rate) {
        const decimals = (String(Math.round(rate * 100) / 100).split(".")[1] || "").length
        return Number(rate).toLocaleString(Qt.locale(), "f", decimals) + "×"
    }

    function button(control) {
        const isRate = control.kind === NowPlaying.CommandChangeRate
        const number = Math.round(control.number)
        const title = cut(control.title || (control.namePlural ? i18np(control.name, control.namePlural, number)
                                                               : i18n(control.name)))
        return Object.assign({
            control: control, row: control.row, slot: control.slot, enabled: control.enabled, isOn: control.active,
            isToggle: control.isSwitch || control.active, isHeld: control.isHeld, isText: isRate,
            words: isRate ? times(control.number) : cut(control.shortTitle || title), title: title,
            number: control.time > 0 ? Number(number).toLocaleString(Qt.locale(), "f", 0) : "", rates: control.rates
        }, iconOf(control.icon))
    }

    // Returns the icon for a word: the address of one of this applet, the name of one of the theme, or "".
    function iconOf(word) {
        if (own.includes(word)) return { iconName: Qt.resolvedUrl("../icons/np-" + word + "-symbolic.svg"), isOwn: true }
        const names = word ? [surface.iconName(word), breeze[word] || ""] : []
        return { iconName: names.find(name => surface.hasIcon(name)) || "", isOwn: false }
    }
}
