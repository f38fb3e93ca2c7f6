// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Keys of `MPNowPlayingInfoCenter.nowPlayingInfo` that describe playback. Each key's value is its name.
// Numbers may be given as any number type: NSNumber, Int, UInt32, Float, CGFloat, Decimal …

// MARK: Time

/// The position in seconds at the moment that the dictionary is set (number).
///
/// The position then moves by itself at the playback rate: set it when playback starts, stops, seeks or changes speed,
/// not more often.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// The present speed (number): 1.0 is normal and the default, 0.0 is paused.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// The speed at which the item normally plays (number); 1.0 when it is absent.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// Whether the item is a broadcast (number or Bool): it has no length, and nobody can seek in it.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// How much of the item was played, 0.0 to 1.0 (number). Nothing on this desktop shows it.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
/// The wall-clock date of the present position (Date). Nothing on this desktop shows it.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate = "MPNowPlayingInfoPropertyCurrentPlaybackDate"
/// When the credits start, in seconds (number). Nothing on this desktop shows it.
public let MPNowPlayingInfoPropertyCreditsStartTime = "MPNowPlayingInfoPropertyCreditsStartTime"
/// The times of advertisements in the item. Nothing on this desktop shows them.
public let MPNowPlayingInfoPropertyAdTimeRanges = "MPNowPlayingInfoPropertyAdTimeRanges"

// MARK: Place

/// The item's place in the queue, from zero (number). Surfaces of org.nowplaying get it among the item's texts, as
/// `queue-index`, and MPRIS's metadata has it under the same key.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// How many items the queue has (number). Surfaces of org.nowplaying get it among the item's texts, as `queue-count`.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
/// The present chapter, from zero (number). Surfaces of org.nowplaying show it for any item; MPRIS shows it as the
/// track number of an audiobook.
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"
/// How many chapters the item has (number). Surfaces of org.nowplaying show it.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"

// MARK: Identity

/// The id of the collection that the item belongs to (String): an album, a playlist, a show.
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"
/// The id of the item (String). It is the best way to tell two items apart: the desktop sees a new track when it
/// changes.
public let MPNowPlayingInfoPropertyExternalContentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
/// The id of the user's profile (String). Never shown to the desktop.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
  "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
/// The id of the service that the item comes from (String).
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"
/// The address of the item (URL).
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// The item's ISRC (String).
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode =
  "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"
/// The entities of App Intents that stand for the item (array). Assistants of this desktop get the descriptions of the
/// array's elements, one in a line, as the item's text `app-entities`. Linux has no App Intents: give texts.
public let MPNowPlayingInfoPropertyAppEntityIdentifiers = "MPNowPlayingInfoPropertyAppEntityIdentifiers"
/// Whether the item stays out of suggestions (number or Bool).
public let MPNowPlayingInfoPropertyExcludeFromSuggestions = "MPNowPlayingInfoPropertyExcludeFromSuggestions"

// MARK: Kind, language and animated artwork

/// Whether the item is audio or video: the raw value of an `MPNowPlayingInfoMediaType` (number).
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
/// The languages to choose from: `[MPNowPlayingInfoLanguageOptionGroup]`. Surfaces of org.nowplaying show them while
/// `MPRemoteCommandCenter.enableLanguageOptionCommand` has a target.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions = "MPNowPlayingInfoPropertyAvailableLanguageOptions"
/// The languages that are chosen: `[MPNowPlayingInfoLanguageOption]`. Without this key, the default of each group is
/// chosen.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions = "MPNowPlayingInfoPropertyCurrentLanguageOptions"
/// A square moving picture, 1:1: `MPMediaItemAnimatedArtwork`.
public let MPNowPlayingInfoProperty1x1AnimatedArtwork = "MPNowPlayingInfoProperty1x1AnimatedArtwork"
/// A tall moving picture, 3:4: `MPMediaItemAnimatedArtwork`.
public let MPNowPlayingInfoProperty3x4AnimatedArtwork = "MPNowPlayingInfoProperty3x4AnimatedArtwork"
