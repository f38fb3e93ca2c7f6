// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import NowPlayingC
import NowPlayingCore

/// The words that org.nowplaying has for the numbers of the C header.
enum Words {
  static func kind(_ kind: Int32) -> StaticString {
    let words: [StaticString] = ["music", "podcast", "movie", "tv-show", "book", "radio", "home-media", "generic"]
    return word(kind - 1, of: words, else: "generic")
  }

  static func duration(_ kind: Int32) -> StaticString {
    word(kind, of: ["unknown", "finite", "live", "continuous"], else: "unknown")
  }

  static func device(_ type: Int32) -> StaticString {
    let words: [StaticString] = [
      "speaker", "tv", "set-top-box", "media-stick", "gaming-console", "phone", "tablet", "laptop", "desktop",
      "wearable", "car", "web",
    ]
    return word(type - 1, of: words, else: "speaker")
  }

  private static func word(_ number: Int32, of words: [StaticString], else other: StaticString) -> StaticString {
    words.indices.contains(Int(truncatingIfNeeded: number)) ? words[Int(truncatingIfNeeded: number)] : other
  }

  /// The fields of an item.
  static let fields: [(number: Int32, word: StaticString)] = [
    (TextField.title.rawValue, "title"), (TextField.subtitle.rawValue, "subtitle"),
    (ListField.artists.rawValue, "artists"), (TextField.album.rawValue, "album"),
    (ListField.albumArtists.rawValue, "album-artists"), (IntegerField.trackNumber.rawValue, "track-number"),
    (IntegerField.discNumber.rawValue, "disc-number"), (TextField.showName.rawValue, "show-name"),
    (IntegerField.season.rawValue, "season"), (IntegerField.episode.rawValue, "episode"),
    (TextField.author.rawValue, "author"), (TextField.narrator.rawValue, "narrator"),
    (IntegerField.chapter.rawValue, "chapter"), (IntegerField.chapterCount.rawValue, "chapter-count"),
    (TextField.stationName.rawValue, "station-name"), (TextField.programName.rawValue, "program-name"),
    (TextField.sourceName.rawValue, "source-name"), (TextField.description.rawValue, "description"),
    (ListField.composers.rawValue, "composers"), (ListField.lyricists.rawValue, "lyricists"),
    (ListField.genres.rawValue, "genres"), (ListField.comments.rawValue, "comments"),
    (IntegerField.releaseDate.rawValue, "release-date"), (IntegerField.firstPlayed.rawValue, "first-played"),
    (IntegerField.lastPlayed.rawValue, "last-played"), (IntegerField.playCount.rawValue, "play-count"),
    (IntegerField.beatsPerMinute.rawValue, "beats-per-minute"), (NumberField.userRating.rawValue, "user-rating"),
    (NumberField.autoRating.rawValue, "auto-rating"), (IntegerField.explicit.rawValue, "explicit"),
    (IntegerField.excludedFromSuggestions.rawValue, "excluded-from-suggestions"), (TextField.isrc.rawValue, "isrc"),
    (TextField.url.rawValue, "url"), (TextField.collectionID.rawValue, "collection-id"),
    (TextField.serviceID.rawValue, "service-id"), (ListField.musicBrainzTrackIDs.rawValue, "musicbrainz-track-ids"),
    (ListField.musicBrainzAlbumIDs.rawValue, "musicbrainz-album-ids"),
    (ListField.musicBrainzArtistIDs.rawValue, "musicbrainz-artist-ids"),
    (ListField.musicBrainzAlbumArtistIDs.rawValue, "musicbrainz-album-artist-ids"),
    (TextField.lyrics.rawValue, "lyrics"),
  ]
}
