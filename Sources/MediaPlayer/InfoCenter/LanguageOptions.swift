// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// What a language option is for.
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
/// What is spoken, as text.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog = "public.accessibility.transcribes-spoken-dialog"
/// Music and sounds, described as text.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound = "public.accessibility.describes-music-and-sound"
/// Text that was made easy to read.
public let MPLanguageOptionCharacteristicEasyToRead = "public.easy-to-read"
/// What is to be seen, described.
public let MPLanguageOptionCharacteristicDescribesVideo = "public.accessibility.describes-video"
/// A translation.
public let MPLanguageOptionCharacteristicLanguageTranslation = "public.translation"
/// A translation that replaces the original voices.
public let MPLanguageOptionCharacteristicDubbedTranslation = "public.translation.dubbed"
/// A translation spoken over the original.
public let MPLanguageOptionCharacteristicVoiceOverTranslation = "public.translation.voice-over"

/// A language that the user can choose, to hear or to read.
///
/// Linux desktops have no control for languages: options are kept, and nobody asks for them.
open class MPNowPlayingInfoLanguageOption: NSObject {
  /// To be heard or to be read.
  public let languageOptionType: MPNowPlayingInfoLanguageOptionType
  /// The language as a BCP 47 tag; nil switches languages of this type off.
  public let languageTag: String?
  /// What is special about it: constants `MPLanguageOptionCharacteristic…`.
  public let languageOptionCharacteristics: [String]?
  /// The words for the user.
  public let displayName: String?
  /// The program's own name for it.
  public let identifier: String?

  /// An option.
  public init(
    type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String?,
    characteristics languageOptionCharacteristics: [String]?, displayName: String?, identifier: String?
  ) {
    self.languageOptionType = languageOptionType
    self.languageTag = languageTag
    self.languageOptionCharacteristics = languageOptionCharacteristics
    self.displayName = displayName
    self.identifier = identifier
  }

  /// Whether the system is to choose what is read. Apple's system makes such options, programs do not: false.
  open func isAutomaticLegibleLanguageOption() -> Bool { false }

  /// Whether the system is to choose what is heard. Apple's system makes such options, programs do not: false.
  open func isAutomaticAudibleLanguageOption() -> Bool { false }
}

/// Language options of which one at most can be chosen.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject {
  /// The options.
  public let languageOptions: [MPNowPlayingInfoLanguageOption]
  /// The option that is chosen if the user chooses none.
  public let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
  /// Whether none can be chosen.
  public let allowEmptySelection: Bool

  /// A group.
  public init(
    languageOptions: [MPNowPlayingInfoLanguageOption], defaultLanguageOption: MPNowPlayingInfoLanguageOption?,
    allowEmptySelection: Bool
  ) {
    self.languageOptions = languageOptions
    self.defaultLanguageOption = defaultLanguageOption
    self.allowEmptySelection = allowEmptySelection
  }
}
