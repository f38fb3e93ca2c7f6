// Made by contract/generate of contract/data/words.toml: do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The words for icons, each with the nearest name of freedesktop's icon naming; "" for none.
enum IconNames {
  static let rows: [(word: StaticString, name: StaticString)] = [
    ("play", "media-playback-start"), ("pause", "media-playback-pause"), ("stop", "media-playback-stop"),
    ("next", "media-skip-forward"), ("previous", "media-skip-backward"), ("fast-forward", "media-seek-forward"),
    ("rewind", "media-seek-backward"), ("skip-forward", "media-seek-forward"), ("skip-back", "media-seek-backward"),
    ("record", "media-record"), ("shuffle-on", "media-playlist-shuffle"), ("shuffle-off", "media-playlist-shuffle"),
    ("repeat-all", "media-playlist-repeat"), ("repeat-one", "media-playlist-repeat-song"),
    ("repeat-off", "media-playlist-repeat"), ("heart-filled", "emblem-favorite"), ("heart", ""),
    ("star-filled", "starred"), ("star", "non-starred"), ("bookmark-filled", "user-bookmarks"),
    ("bookmark", "bookmark-new"), ("thumb-up-filled", ""), ("thumb-up", ""), ("thumb-down-filled", ""),
    ("thumb-down", ""), ("add", "list-add"), ("remove", "list-remove"), ("check", "object-select"),
    ("block", "action-unavailable"), ("share", "emblem-shared"), ("settings", "preferences-system"),
    ("subtitles", "media-view-subtitles"), ("captions", ""), ("volume-up", "audio-volume-high"),
    ("volume-down", "audio-volume-low"), ("volume-off", "audio-volume-muted"), ("speed", ""), ("timer", "alarm"),
    ("live", ""), ("radio", ""), ("chapters", "view-list"), ("queue", "view-list"), ("playlist-add", "list-add"),
    ("lyrics", "text-x-generic"), ("equalizer", "multimedia-equalizer"), ("sync", "view-refresh"),
    ("download", "folder-download"), ("search", "edit-find"), ("artist", "avatar-default"), ("album", "media-optical"),
    ("information", "dialog-information"), ("cast", ""),
  ]
}
