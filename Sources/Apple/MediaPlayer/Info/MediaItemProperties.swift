// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Keys of `MPNowPlayingInfoCenter.nowPlayingInfo` that describe the item. Use the constants and not their values, which
// differ between Apple's platforms.

// MARK: Texts

/// The title (String).
public let MPMediaItemPropertyTitle = "title"
/// The artist (String).
public let MPMediaItemPropertyArtist = "artist"
/// The album (String).
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The artist of the album as a whole (String).
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// The genre (String).
public let MPMediaItemPropertyGenre = "genre"
/// The composer (String). For an audiobook it is usually the narrator.
public let MPMediaItemPropertyComposer = "composer"
/// The podcast's name (String); the title is then the episode's.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"
/// The lyrics (String).
public let MPMediaItemPropertyLyrics = "lyrics"
/// A comment (String).
public let MPMediaItemPropertyComments = "comments"
/// The user's own grouping of the item (String). Nothing on this desktop shows it.
public let MPMediaItemPropertyUserGrouping = "userGrouping"

// MARK: Numbers

/// The length in seconds (number).
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The item's place on its album, from one (number).
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// How many tracks the album has (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// The number of the disc, from one (number).
public let MPMediaItemPropertyDiscNumber = "discNumber"
/// How many discs the album has (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyDiscCount = "discCount"
/// Beats per minute (number).
public let MPMediaItemPropertyBeatsPerMinute = "beatsPerMinute"
/// How often the item was played (number).
public let MPMediaItemPropertyPlayCount = "playCount"
/// How often the item was skipped (number). Nothing on this desktop shows it.
public let MPMediaItemPropertySkipCount = "skipCount"
/// The user's rating, 0 to 5 stars (number).
public let MPMediaItemPropertyRating = "rating"
/// Where playback resumes, in seconds (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyBookmarkTime = "bookmarkTime"

// MARK: Dates

/// When the item came out (Date).
public let MPMediaItemPropertyReleaseDate = "releaseDate"
/// When the item was last played (Date).
public let MPMediaItemPropertyLastPlayedDate = "lastPlayedDate"
/// When the item came into the library (Date). Nothing on this desktop shows it.
public let MPMediaItemPropertyDateAdded = "dateAdded"

// MARK: Picture and place

/// The picture: `MPMediaItemArtwork`.
public let MPMediaItemPropertyArtwork = "artwork"
/// The address of the item (URL).
public let MPMediaItemPropertyAssetURL = "assetURL"

// MARK: Kind

/// The kind of the item: the raw value of an `MPMediaType` (number).
public let MPMediaItemPropertyMediaType = "mediaType"
/// Whether the item is explicit (number or Bool).
public let MPMediaItemPropertyIsExplicit = "isExplicit"
/// Whether the album is a compilation (number or Bool). Nothing on this desktop shows it.
public let MPMediaItemPropertyIsCompilation = "isCompilation"
/// Whether the item is in the cloud (number or Bool). Nothing on this desktop shows it.
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
/// Whether the item is protected (number or Bool). Nothing on this desktop shows it.
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"
/// Whether the item is not out yet (number or Bool). Nothing on this desktop shows it.
public let MPMediaItemPropertyIsPreorder = "isPreorder"

// MARK: Identity

/// The id of the item in the library (number). It tells two items apart when there is no external content identifier.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// The key of the id of the item, by the name that it has in Apple's media library.
public let MPMediaEntityPropertyPersistentID = MPMediaItemPropertyPersistentID
/// The type of the numbers that are ids in a media library.
public typealias MPMediaEntityPersistentID = UInt64
/// The id of the item in the store (String). It tells two items apart when there is no other id.
public let MPMediaItemPropertyPlaybackStoreID = "playbackStoreID"
/// The id of the album in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyAlbumPersistentID = "albumPID"
/// The id of the artist in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyArtistPersistentID = "artistPID"
/// The id of the album's artist in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyAlbumArtistPersistentID = "albumArtistPID"
/// The id of the genre in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyGenrePersistentID = "genrePID"
/// The id of the composer in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyComposerPersistentID = "composerPID"
/// The id of the podcast in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyPodcastPersistentID = "podcastPID"
