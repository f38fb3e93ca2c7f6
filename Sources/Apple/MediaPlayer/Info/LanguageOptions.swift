// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The purpose of a language option.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
  /// To be heard.
  case audible = 0
  /// To be read.
  case legible = 1
}

/// The main program content.
public let MPLanguageOptionCharacteristicIsMainProgramContent = "public.main-program-content"
/// Content beside the main program, a commentary for instance.
public let MPLanguageOptionCharacteristicIsAuxiliaryContent = "public.auxiliary-content"
/// Subtitles for foreign passages only.
public let MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles = "public.subtitles.forced-only"
/// Spoken dialog, as text.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog = "public.accessibility.transcribes-spoken-dialog"
/// Music and sounds, described as text.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound = "public.accessibility.describes-music-and-sound"
/// Text that was made easy to read.
public let MPLanguageOptionCharacteristicEasyToRead = "public.easy-to-read"
/// A description of the picture.
public let MPLanguageOptionCharacteristicDescribesVideo = "public.accessibility.describes-video"
/// A translation.
public let MPLanguageOptionCharacteristicLanguageTranslation = "public.translation"
/// A translation that replaces the original voices.
public let MPLanguageOptionCharacteristicDubbedTranslation = "public.translation.dubbed"
/// A translation spoken over the original.
public let MPLanguageOptionCharacteristicVoiceOverTranslation = "public.translation.voice-over"

/// A language that the user can choose, to hear or to read.
///
/// Surfaces of org.nowplaying show those of `MPNowPlayingInfoPropertyAvailableLanguageOptions` as the tracks of the
/// item, while `enableLanguageOptionCommand` has a target. An option to be read is shown as captions where it
/// transcribes spoken dialog or describes music and sound, else as subtitles. An option is distinguished from others by
/// its identifier, or else by its language, words and characteristics together; of two that are the same the first is
/// shown.
open class MPNowPlayingInfoLanguageOption: NSObject {
  private let stored: Stored

  private struct Stored {
    let languageOptionType: MPNowPlayingInfoLanguageOptionType
    let languageTag: String?
    let languageOptionCharacteristics: [String]?
    let displayName: String?
    let identifier: String?
  }

  /// To be heard or to be read.
  open var languageOptionType: MPNowPlayingInfoLanguageOptionType { stored.languageOptionType }
  /// The language as a BCP 47 tag; nil switches languages of this type off.
  open var languageTag: String? { stored.languageTag }
  /// The characteristics of the option: constants `MPLanguageOptionCharacteristic…`.
  open var languageOptionCharacteristics: [String]? { stored.languageOptionCharacteristics }
  /// The words for the user.
  open var displayName: String? { stored.displayName }
  /// The program's own name for it.
  open var identifier: String? { stored.identifier }

  /// An option.
  public init(
    type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String?,
    characteristics languageOptionCharacteristics: [String]?, displayName: String?, identifier: String?
  ) {
    stored = Stored(
      languageOptionType: languageOptionType, languageTag: languageTag,
      languageOptionCharacteristics: languageOptionCharacteristics, displayName: displayName,
      identifier: identifier)
  }

  /// Whether the system is to choose what is read. Apple's system makes such options, programs do not: false.
  open func isAutomaticLegibleLanguageOption() -> Bool { false }

  /// Whether the system is to choose what is heard. Apple's system makes such options, programs do not: false.
  open func isAutomaticAudibleLanguageOption() -> Bool { false }
}

/// Language options of which one at most can be chosen.
///
/// Surfaces can ask for none where `allowEmptySelection` is true and `disableLanguageOptionCommand` has a target; of
/// what is heard, one is always on.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject {
  private let stored: Stored

  private struct Stored {
    let languageOptions: [MPNowPlayingInfoLanguageOption]
    let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
    let allowEmptySelection: Bool
  }

  /// The options.
  open var languageOptions: [MPNowPlayingInfoLanguageOption] { stored.languageOptions }
  /// The option that is chosen if the user chooses none.
  open var defaultLanguageOption: MPNowPlayingInfoLanguageOption? { stored.defaultLanguageOption }
  /// Whether none can be chosen.
  open var allowEmptySelection: Bool { stored.allowEmptySelection }

  /// A group.
  public init(
    languageOptions: [MPNowPlayingInfoLanguageOption], defaultLanguageOption: MPNowPlayingInfoLanguageOption?,
    allowEmptySelection: Bool
  ) {
    stored = Stored(
      languageOptions: languageOptions, defaultLanguageOption: defaultLanguageOption,
      allowEmptySelection: allowEmptySelection)
  }
}
