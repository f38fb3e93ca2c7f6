// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The buttons of a session, made of its commands: which slot each has, its words and its icon, whether it is on, and
// what is sent when it is pressed.
import QtQml 2.15
import org.nowplaying 1.0

QtObject {
    id: root

    required property Session session
    required property Surface surface
    readonly property var all: make(session.commands, session.state, session.rate, session.defaultRate)
    // The places of the buttons: beside the large central button, in the row below, and in a row with words below that.
    readonly property var main: [NowPlaying.SlotBackSecondary, NowPlaying.SlotBack, NowPlaying.SlotCentral,
                                 NowPlaying.SlotForward, NowPlaying.SlotForwardSecondary]
        .reduce((row, slot) => row.concat(all.filter(each => each.slot === slot)), [])
    readonly property var more: all.filter(each => each.slot === NowPlaying.SlotAny)
    readonly property var overflow: all.filter(each => each.slot === NowPlaying.SlotOverflow)

    // Shortens a text to what a button or its tool tip can show: laying out more would be wasted, many times over.
    function cut(text) { return text.slice(0, 100) }

    // Returns a button for a command; `others` overrides values from the command.
    function button(command, words, others) {
        return Object.assign({
            kind: command.kind, enabled: command.enabled, slot: command.slot, isOn: command.active, isText: false,
            words: cut(command.shortTitle || command.title || words),
            title: cut(command.title || command.shortTitle || words),
            word: command.icon, iconName: surfaceIcon(command.icon), parameters: {}
        }, others, command.slot === NowPlaying.SlotOverflow ? { isText: true } : {})
    }

    // Returns the name of the icon for a word, if the theme has it.
    function surfaceIcon(word) {
        const name = word ? surface.iconName(word) : ""
        return surface.hasIcon(name) ? name : ""
    }

    function at(command, slot) { return command.slot === NowPlaying.SlotAny ? slot : command.slot }

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
            return [button(command, i18n("Shuffle"), {})]
        case NowPlaying.CommandChangeRepeatMode:
            return [button(command, i18n("Repeat"), {})]
        case NowPlaying.CommandFeedback:
            return feedback(command)
        case NowPlaying.CommandNextChapter:
            return [button(command, i18n("Next chapter"), {})]
        case NowPlaying.CommandPreviousChapter:
            return [button(command, i18n("Previous chapter"), {})]
        case NowPlaying.CommandSeekToLive:
            return [button(command, i18n("Go to live"), {})]
        case NowPlaying.CommandBookmark:
            return [button(command, i18n("Bookmark"), {})]
        case NowPlaying.CommandMute:
            return [button(command, session.isMuted ? i18n("Unmute") : i18n("Mute"), { isOn: session.isMuted })]
        case NowPlaying.CommandCustom:
            return [button(command, "", { parameters: { id: command.id } })]
        }
        return [] // no buttons: play and pause share one button, and the bar, the stars and holding are elsewhere
    }

    function skips(command) {
        const isForward = command.kind === NowPlaying.CommandSkipForward
        return command.intervals.map((interval, index) => {
            const seconds = Math.round(interval / 1000)
            const words = isForward ? i18np("Forward by %1 second", "Forward by %1 seconds", seconds)
                                    : i18np("Back by %1 second", "Back by %1 seconds", seconds)
            const secondary = isForward ? NowPlaying.SlotForwardSecondary : NowPlaying.SlotBackSecondary
            return button(command, words, {
                words: (isForward ? "+" : "−") + seconds, title: words, isText: true, parameters: { time: interval },
                slot: index > 0 ? NowPlaying.SlotAny : at(command, secondary)
            })
        })
    }

    function rates(command, defaultRate) {
        if (command.rates.length === 0) return []
        return [button(command, "", { words: Math.round(defaultRate * 100) / 100 + "×", title: i18n("Speed"),
                                          isText: true })]
    }

    function feedback(command) {
        const isPair = (command.supported & 6) === 6
        const made = []
        for (const mode of [NowPlaying.FeedbackPositive, NowPlaying.FeedbackNegative]) {
            if (!(command.supported & 1 << mode)) continue
            const isOn = command.current === mode, likes = mode === NowPlaying.FeedbackPositive
            const words = likes ? i18n("Like") : i18n("Dislike")
            const other = isPair && !likes ? { word: isOn ? "thumb-down-filled" : "thumb-down", iconName: "" } : {}
            made.push(button(command, words, Object.assign({
                isOn: isOn, parameters: { tag: command.tag, mode: mode, toggle: true }
            }, isPair ? { words: words, title: words } : {}, other)))
        }
        return made
    }
}
