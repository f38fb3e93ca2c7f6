// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Keys of `MPNowPlayingInfoCenter.nowPlayingInfo` for what an item is. Use the constants, never their values: on
// Apple's systems these differ between platforms.

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
/// The composer (String); of an audiobook usually the narrator.
public let MPMediaItemPropertyComposer = "composer"
/// The podcast's name (String); the title is then the episode's.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"
/// The words (String).
public let MPMediaItemPropertyLyrics = "lyrics"
/// A note (String).
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
/// The disc, from one (number).
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
/// Where the item is (URL).
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

/// Names the item in the library (number). Tells two items apart where there is no external content identifier.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// The same, by the name that Apple's media library has for it.
public let MPMediaEntityPropertyPersistentID = MPMediaItemPropertyPersistentID
/// The number by which a media library names its items.
public typealias MPMediaEntityPersistentID = UInt64
/// Names the item in the store (String). Tells two items apart where there is no other identifier.
public let MPMediaItemPropertyPlaybackStoreID = "playbackStoreID"
/// Names the album in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyAlbumPersistentID = "albumPID"
/// Names the artist in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyArtistPersistentID = "artistPID"
/// Names the album's artist in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyAlbumArtistPersistentID = "albumArtistPID"
/// Names the genre in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyGenrePersistentID = "genrePID"
/// Names the composer in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyComposerPersistentID = "composerPID"
/// Names the podcast in the library (number). Nothing on this desktop shows it.
public let MPMediaItemPropertyPodcastPersistentID = "podcastPID"
