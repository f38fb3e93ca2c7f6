// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Whether a language option is to be heard or to be read.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
  /// The option is to be heard.
  case audible = 0
  /// The option is to be read.
  case legible = 1
}

/// The characteristic of the main content, as opposed to a commentary.
public let MPLanguageOptionCharacteristicIsMainProgramContent = "public.main-program-content"
/// The characteristic of content beside the main one, such as a commentary.
public let MPLanguageOptionCharacteristicIsAuxiliaryContent = "public.auxiliary-content"
/// The characteristic of subtitles for foreign passages only.
public let MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles = "public.subtitles.forced-only"
/// The characteristic of text that transcribes the spoken words.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog = "public.accessibility.transcribes-spoken-dialog"
/// The characteristic of text that describes music and sounds.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound = "public.accessibility.describes-music-and-sound"
/// The characteristic of text that was made easy to read.
public let MPLanguageOptionCharacteristicEasyToRead = "public.easy-to-read"
/// The characteristic of sound that describes the picture.
public let MPLanguageOptionCharacteristicDescribesVideo = "public.accessibility.describes-video"
/// The characteristic of a translation.
public let MPLanguageOptionCharacteristicLanguageTranslation = "public.translation"
/// The characteristic of a translation that replaces the original voices.
public let MPLanguageOptionCharacteristicDubbedTranslation = "public.translation.dubbed"
/// The characteristic of a translation that is spoken over the original.
public let MPLanguageOptionCharacteristicVoiceOverTranslation = "public.translation.voice-over"

/// A language that the user can choose, to hear or to read.
///
/// While `enableLanguageOptionCommand` has a target, surfaces of org.nowplaying show the options of
/// `MPNowPlayingInfoPropertyAvailableLanguageOptions` as the tracks of the item. An option to be read is shown as
/// captions when it transcribes spoken dialog or describes music and sound, else as subtitles. Two options are the same
/// if they have the same identifier or, without one, the same language, name and characteristics; of two that are the
/// same the first is shown.
open class MPNowPlayingInfoLanguageOption: NSObject {
  private let stored: Stored

  private struct Stored {
    let languageOptionType: MPNowPlayingInfoLanguageOptionType
    let languageTag: String?
    let languageOptionCharacteristics: [String]?
    let displayName: String?
    let identifier: String?
  }

  /// Whether the option is to be heard or to be read.
  open var languageOptionType: MPNowPlayingInfoLanguageOptionType { stored.languageOptionType }
  /// The language as a BCP 47 tag; nil switches languages of this type off.
  open var languageTag: String? { stored.languageTag }
  /// The characteristics of the option: constants `MPLanguageOptionCharacteristic…`.
  open var languageOptionCharacteristics: [String]? { stored.languageOptionCharacteristics }
  /// The name for the user.
  open var displayName: String? { stored.displayName }
  /// The program's own id of the option.
  open var identifier: String? { stored.identifier }

  /// Creates an option.
  public init(
    type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String?,
    characteristics languageOptionCharacteristics: [String]?, displayName: String?, identifier: String?
  ) {
    stored = Stored(
      languageOptionType: languageOptionType, languageTag: languageTag,
      languageOptionCharacteristics: languageOptionCharacteristics, displayName: displayName,
      identifier: identifier)
  }

  /// Whether the system is to choose what is read. Always false: on Apple's systems the system makes such options, and
  /// programs do not.
  open func isAutomaticLegibleLanguageOption() -> Bool { false }

  /// Whether the system is to choose what is heard. Always false: on Apple's systems the system makes such options, and
  /// programs do not.
  open func isAutomaticAudibleLanguageOption() -> Bool { false }
}

/// A group of language options, of which at most one can be chosen.
///
/// Surfaces can choose none of the group when `allowEmptySelection` is true and `disableLanguageOptionCommand` has a
/// target, except of options to be heard, of which one is always on.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject {
  private let stored: Stored

  private struct Stored {
    let languageOptions: [MPNowPlayingInfoLanguageOption]
    let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
    let allowEmptySelection: Bool
  }

  /// The options of the group.
  open var languageOptions: [MPNowPlayingInfoLanguageOption] { stored.languageOptions }
  /// The option that is chosen when the user has not chosen one.
  open var defaultLanguageOption: MPNowPlayingInfoLanguageOption? { stored.defaultLanguageOption }
  /// Whether the user may choose no option of the group.
  open var allowEmptySelection: Bool { stored.allowEmptySelection }

  /// Creates a group.
  public init(
    languageOptions: [MPNowPlayingInfoLanguageOption], defaultLanguageOption: MPNowPlayingInfoLanguageOption?,
    allowEmptySelection: Bool
  ) {
    stored = Stored(
      languageOptions: languageOptions, defaultLanguageOption: defaultLanguageOption,
      allowEmptySelection: allowEmptySelection)
  }
}
