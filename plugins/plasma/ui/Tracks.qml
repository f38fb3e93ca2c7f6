// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The tracks of an item: in which language it speaks, and what is written below the picture.
import QtQuick 2.15
import org.nowplaying 1.0

Choices {
    id: root

    required property Session session
    readonly property var kinds: [
        { kind: NowPlaying.TrackAudio, words: i18n("Audio") },
        { kind: NowPlaying.TrackSubtitles, words: i18n("Subtitles") },
        { kind: NowPlaying.TrackCaptions, words: i18n("Captions") }]

    // Says that one was chosen.
    signal done()

    // Returns the rows of the list: those of a kind together, with "None" where nothing can be chosen.
    function rows(tracks) {
        return kinds.reduce((made, each) => {
            const those = tracks.filter(track => track.kind === each.kind)
            if (those.length === 0) return made
            const none = { kind: each.kind, section: each.words, id: "", words: i18n("None"),
                           isOn: !those.some(track => track.selected) }
            return made.concat(each.kind === NowPlaying.TrackAudio ? [] : [none], those.map(track => ({
                kind: each.kind, section: each.words, id: track.id, words: name(track), isOn: track.selected
            })))
        }, [])
    }

    function name(track) {
        const language = track.language ? Qt.locale(track.language).nativeLanguageName : ""
        const words = track.title || language || track.language || i18n("No title")
        return track.characteristics & NowPlaying.TrackDescribesVideo ? i18n("%1, with description", words) : words
    }

    model: rows(session.tracks)
    delegate: Choice {
        required property var modelData
        required property int index
        // The heading of a kind stands above its first track.
        section: index === 0 || root.model[index - 1].section !== modelData.section ? modelData.section : ""
        words: modelData.words
        isOn: modelData.isOn
        onClicked: {
            root.session.selectTrack(modelData.kind, modelData.id)
            root.done()
        }
    }
}
