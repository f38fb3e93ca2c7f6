// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

extension AVAudioSession {
  /// How a program uses sound.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The category's name.
    public let rawValue: String
    /// Creates a category from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sound that the program can do without, and that mixes with the sound of other programs.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// Sound that the program can do without, and that silences other programs. The default.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Music, speech or video that is the purpose of the program.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recording.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// Playing and recording at once, as for calls.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Several streams to several devices.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
  }

  /// A more particular use of a category.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The mode's name.
    public let rawValue: String
    /// Creates a mode from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No particular use.
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    /// A call.
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    /// Talk in a game.
    public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
    /// Recording a video.
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    /// Measuring sound.
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    /// A movie.
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    /// A call with pictures.
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    /// A podcast or an audiobook.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    /// A voice that says a few words, as navigation does.
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    /// Short videos.
    public static let shortFormVideo = Mode(rawValue: "AVAudioSessionModeShortFormVideo")
    /// Two devices at the same time.
    public static let dualRoute = Mode(rawValue: "AVAudioSessionModeDualRoute")
  }

  /// How a category behaves.
  public struct CategoryOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The options whose bits are set.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Other programs go on playing.
    public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
    /// Other programs go on, more quietly. On Linux they go on as loud as before.
    public static let duckOthers = CategoryOptions(rawValue: 0x2)
    /// Bluetooth headsets may be used for input. Has no effect on Linux.
    public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
    /// The former name of `allowBluetoothHFP`.
    public static let allowBluetooth = allowBluetoothHFP
    /// The loudspeaker is used instead of the receiver. Has no effect on Linux.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
    /// Other programs that speak are paused, and all others go on. On Linux all of them go on.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
    /// Bluetooth may be used for output. Has no effect on Linux.
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
    /// AirPlay may be used. Has no effect on Linux.
    public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
    /// Muting the microphone interrupts nothing. Has no effect on Linux.
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
  }

  /// How a session is made active or inactive.
  public struct SetActiveOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The options whose bits are set.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// With `setActive(false)`, the players that this session has paused may resume. It has no effect otherwise.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// Whether an interruption begins or ends: the number under `AVAudioSessionInterruptionTypeKey`.
  @available(*, deprecated, message: "Use didBecomeInactiveNotification and resumptionRecommendationNotification")
  public enum InterruptionType: UInt, Sendable {
    /// Another program has taken over, and this program's session is not active any more.
    case began = 1
    /// The interruption is over.
    case ended = 0
  }

  /// The options of an interruption's end: the number under `AVAudioSessionInterruptionOptionKey`.
  @available(*, deprecated, message: "Use resumptionRecommendationNotification")
  public struct InterruptionOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The options whose bits are set.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The program may make its session active and go on.
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  /// Why there is an interruption.
  public enum InterruptionReason: UInt, Sendable {
    /// Another program has taken over: the only reason that occurs on Linux.
    case `default` = 0
    /// The program was suspended.
    case appWasSuspended = 1
    /// The built-in microphone was muted.
    case builtInMicMuted = 2
    /// A device was taken away.
    case routeDisconnected = 4
  }

  /// The codes of errors. `setActive(_:options:)` throws `mediaServicesFailed` only; the others are there for programs
  /// that name them.
  public enum ErrorCode: Int, Sendable {
    /// No error.
    case none = 0
    /// The session bus does not answer.
    case mediaServicesFailed = 0x6D73_7276
    /// The session is in use.
    case isBusy = 0x2161_6374
    /// The category does not allow the operation.
    case incompatibleCategory = 0x2163_6174
    /// Other programs may not be interrupted.
    case cannotInterruptOthers = 0x2169_6E74
    /// The program is not entitled to the operation.
    case missingEntitlement = 0x656E_743F
    /// Siri is recording.
    case siriIsRecording = 0x7369_7269
    /// Playback may not start now.
    case cannotStartPlaying = 0x2170_6C61
    /// Recording may not start now.
    case cannotStartRecording = 0x2172_6563
    /// An argument is not legal.
    case badParam = -50
    /// Other programs are more important.
    case insufficientPriority = 0x2170_7269
    /// A device is missing.
    case resourceNotAvailable = 0x2172_6573
    /// The cause is not known.
    case unspecified = 0x7768_6174
    /// The session has ended.
    case expiredSession = 0x2173_6573
    /// The session is not active.
    case sessionNotActive = 0x696E_6163
  }
}

/// The keys of `interruptionNotification`, with which this module posts it without a warning.
enum InterruptionKey {
  static let type = "AVAudioSessionInterruptionTypeKey"
  static let options = "AVAudioSessionInterruptionOptionKey"
  static let reason = "AVAudioSessionInterruptionReasonKey"
}

/// The key of an interruption's type: the raw value of an `AVAudioSession.InterruptionType`, a UInt.
@available(
  *, deprecated, message: "Use AVAudioSession.didBecomeInactiveNotification and resumptionRecommendationNotification"
)
public let AVAudioSessionInterruptionTypeKey = InterruptionKey.type
/// The key of an interruption's options, at its end: the raw value of `AVAudioSession.InterruptionOptions`, a UInt.
@available(*, deprecated, message: "Use AVAudioSession.resumptionRecommendationNotification")
public let AVAudioSessionInterruptionOptionKey = InterruptionKey.options
/// The key of an interruption's reason: the raw value of an `AVAudioSession.InterruptionReason`, a UInt.
@available(*, deprecated, message: "Use AVAudioSession.DeactivationContext.interruptionContext")
public let AVAudioSessionInterruptionReasonKey = InterruptionKey.reason
/// The key that says whether an interruption began because the program had been suspended, a Bool. Never set on Linux,
/// where the system suspends no programs.
@available(*, deprecated, message: "No program is suspended")
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
