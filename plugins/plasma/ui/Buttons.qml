// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The buttons of a session, made of its commands: where each has its place, its words and its icon, whether it is on,
// and what is sent when it is pressed.
import QtQml 2.15
import org.nowplaying 1.0

QtObject {
    id: root

    required property Session session
    required property Surface surface

    // Of a player that offers more than this, the rest is left out.
    readonly property int most: 64
    readonly property int mostToggles: 4
    readonly property var all: make(session.commands.slice(0, most), session.state, session.rate, session.defaultRate)
    readonly property var placed: place(all)
    readonly property var left: placed.left
    readonly property var central: placed.central
    readonly property var right: placed.right
    readonly property var toggles: placed.toggles
    readonly property var menu: placed.menu

    // Stands in the place of a button that goes while it is shown.
    readonly property var none: ({ kind: 0, enabled: false, slot: 0, isOn: false, isToggle: false, isText: false,
                                   words: "", title: "", number: "", iconName: "", isOwn: false, parameters: {} })
    // The kinds of the toggles below, the most wanted first.
    readonly property var wanted: [NowPlaying.CommandChangeRate, NowPlaying.CommandChangeShuffleMode,
                                   NowPlaying.CommandChangeRepeatMode, NowPlaying.CommandFeedback,
                                   NowPlaying.CommandBookmark, NowPlaying.CommandCustom]
    // Icons of this applet, for words that icon themes do not cover.
    readonly property var own: ["bookmark", "bookmark-filled", "heart", "heart-filled", "skip-back", "skip-forward",
                                "thumb-down", "thumb-down-filled", "thumb-up", "thumb-up-filled"]

    // Shortens a text to what a button or its tool tip can show: laying out more would be wasted, many times over.
    function cut(text) { return text.slice(0, 100) }

    // Returns a button for a command; `others` overrides values from the command.
    function button(command, words, others) {
        return Object.assign({
            kind: command.kind, enabled: command.enabled, slot: command.slot, isOn: command.active,
            isToggle: command.active, isText: false, number: "",
            words: cut(command.shortTitle || command.title || words),
            title: cut(command.title || command.shortTitle || words),
            parameters: {}
        }, iconOf(command.icon), others)
    }

    // Returns the icon for a word: the address of one of this applet, the name of one of the theme, or "".
    function iconOf(word) {
        if (own.includes(word)) return { iconName: Qt.resolvedUrl("../icons/np-" + word + "-symbolic.svg"), isOwn: true }
        const name = word ? surface.iconName(word) : ""
        return { iconName: surface.hasIcon(name) ? name : "", isOwn: false }
    }

    function at(command, slot) { return command.slot === NowPlaying.SlotAny ? slot : command.slot }

    // Gives each button its place: one for each slot, then the toggles, and what is left is in the menu.
    function place(buttons) {
        const slots = {}, rest = [], hidden = []
        for (const each of buttons) {
            if (each.slot === NowPlaying.SlotOverflow) hidden.push(each)
            else if (each.slot !== NowPlaying.SlotAny && !slots[each.slot]) slots[each.slot] = each
            else rest.push(each)
        }
        const toggles = wanted.reduce((row, kind) => row.concat(rest.filter(
            each => each.kind === kind && (each.isText || each.iconName !== ""))), []).slice(0, mostToggles)
        const stop = rest.find(each => each.kind === NowPlaying.CommandStop)
        const central = slots[NowPlaying.SlotCentral] || stop || none
        const filled = names => names.map(slot => slots[slot]).filter(each => each !== undefined)
        return {
            left: filled([NowPlaying.SlotBackSecondary, NowPlaying.SlotBack]), central: central,
            right: filled([NowPlaying.SlotForward, NowPlaying.SlotForwardSecondary]), toggles: toggles,
            menu: rest.filter(each => each !== central && !toggles.includes(each)).concat(hidden)
        }
    }

    function make(commands, state, rate, defaultRate) {
        const isPlaying = state === NowPlaying.StatePlaying || state === NowPlaying.StateBuffering
        return commands.reduce((made, command) => made.concat(of(command, isPlaying, defaultRate)), [])
    }

    // Returns the buttons of a command: none, one, or one for each interval or mode.
    function of(command, isPlaying, defaultRate) {
        switch (command.kind) {
        case NowPlaying.CommandTogglePlayPause:
            return [button(command, isPlaying ? i18n("Pause") : i18n("Play"), { slot: NowPlaying.SlotCentral })]
        case NowPlaying.CommandStop:
            return [button(command, i18n("Stop"), {})]
        case NowPlaying.CommandNext:
            return [button(command, i18n("Next"), { slot: at(command, NowPlaying.SlotForward) })]
        case NowPlaying.CommandPrevious:
            return [button(command, i18n("Previous"), { slot: at(command, NowPlaying.SlotBack) })]
        case NowPlaying.CommandSkipForward:
        case NowPlaying.CommandSkipBackward:
            return skips(command)
        case NowPlaying.CommandChangeRate:
            return rates(command, defaultRate)
        case NowPlaying.CommandChangeShuffleMode:
            return [button(command, i18n("Shuffle"), { isToggle: true })]
        case NowPlaying.CommandChangeRepeatMode:
            return [button(command, command.current === NowPlaying.RepeatOne ? i18n("Repeat: one") : i18n("Repeat"),
                           { isToggle: true })]
        case NowPlaying.CommandFeedback:
            return feedback(command)
        case NowPlaying.CommandNextChapter:
            return [button(command, i18n("Next chapter"), {})]
        case NowPlaying.CommandPreviousChapter:
            return [button(command, i18n("Previous chapter"), {})]
        case NowPlaying.CommandSeekToLive:
            // The word LIVE beside the bar is that button.
            return session.durationKind === NowPlaying.DurationLive || !command.enabled
                ? [] : [button(command, i18n("Go to live"), {})]
        case NowPlaying.CommandBookmark:
            return [button(command, i18n("Bookmark"), { isToggle: true })]
        case NowPlaying.CommandMute:
            return [button(command, session.isMuted ? i18n("Unmute") : i18n("Mute"), { isOn: session.isMuted })]
        case NowPlaying.CommandCustom:
            return [button(command, "", { parameters: { id: command.id } })]
        }
        return [] // no buttons: play and pause share one button, and the bar, the stars and holding are elsewhere
    }

    function skips(command) {
        const isForward = command.kind === NowPlaying.CommandSkipForward
        const isAlone = !session.commands.some(
            each => each.kind === (isForward ? NowPlaying.CommandNext : NowPlaying.CommandPrevious))
        // A skip that the player does not offer itself is for spoken items, and for a place that is free.
        const isSpoken = [NowPlaying.ContentPodcast, NowPlaying.ContentBook].includes(session.kind)
        if (command.tag !== 0 && !isAlone && !isSpoken) return []
        // Where no button goes to another item, that place is free.
        const inner = isForward ? NowPlaying.SlotForward : NowPlaying.SlotBack
        const outer = isForward ? NowPlaying.SlotForwardSecondary : NowPlaying.SlotBackSecondary
        return command.intervals.map((interval, index) => {
            const seconds = Math.round(interval / 1000)
            const words = isForward ? i18np("Forward by %1 second", "Forward by %1 seconds", seconds)
                                    : i18np("Back by %1 second", "Back by %1 seconds", seconds)
            return button(command, words, {
                title: words, number: seconds, parameters: { time: interval },
                slot: index > 0 ? NowPlaying.SlotAny : at(command, isAlone ? inner : outer)
            })
        })
    }

    function rates(command, defaultRate) {
        const offered = command.rates.slice(0, 20)
        if (offered.length < 2) return []
        return [button(command, "", { words: times(defaultRate), title: i18n("Speed"), isText: true, rates: offered,
                                      isOn: defaultRate !== 1, isToggle: defaultRate !== 1 })]
    }
    function times(rate) { return Math.round(rate * 100) / 100 + "×" }

    function feedback(command) {
        const isPair = (command.supported & 6) === 6
        const made = []
        for (const mode of [NowPlaying.FeedbackPositive, NowPlaying.FeedbackNegative]) {
            if (!(command.supported & 1 << mode)) continue
            const isOn = command.current === mode, likes = mode === NowPlaying.FeedbackPositive
            const words = likes ? i18n("Like") : i18n("Dislike")
            const other = isPair && !likes ? iconOf(isOn ? "thumb-down-filled" : "thumb-down") : {}
            made.push(button(command, words, Object.assign({
                isOn: isOn, isToggle: true, parameters: { tag: command.tag, mode: mode, toggle: true }
            }, isPair ? { words: words, title: words } : {}, other)))
        }
        return made
    }
}
