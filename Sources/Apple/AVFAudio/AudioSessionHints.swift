// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// Requests and settings of audio programs that on Linux belong to the sound server, to which the library does not speak
// to. Wishes are recorded; questions have the answer that lets a program go on.

extension AVAudioSession {
  // MARK: Wishes

  /// The policy of routing that was set last. A wish: the sound server routes.
  public var routeSharingPolicy: RouteSharingPolicy { read { $0.policy } }

  /// Records how long a buffer should be, in seconds. A wish: whoever makes the stream decides. Throws nothing here.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws { change { $0.bufferDuration = duration } }
  /// The wish of `setPreferredIOBufferDuration(_:)`; 0 without one.
  public var preferredIOBufferDuration: TimeInterval { read { $0.bufferDuration } }
  /// The same: the true duration is not known here.
  public var ioBufferDuration: TimeInterval { preferredIOBufferDuration }

  /// Records the wish for a sample rate in Hertz. Throws nothing here.
  public func setPreferredSampleRate(_ sampleRate: Double) throws { change { $0.sampleRate = sampleRate } }
  /// The wish of `setPreferredSampleRate(_:)`; 0 without one.
  public var preferredSampleRate: Double { read { $0.sampleRate } }
  /// The wish, or the 48,000 that PipeWire and PulseAudio usually run at: the device's is not known here.
  public var sampleRate: Double { preferredSampleRate > 0 ? preferredSampleRate : 48_000 }

  /// Records the wish for a number of channels. Throws nothing here.
  public func setPreferredOutputNumberOfChannels(_ count: Int) throws { change { $0.channels = count } }
  /// The wish of `setPreferredOutputNumberOfChannels(_:)`; 0 without one.
  public var preferredOutputNumberOfChannels: Int { read { $0.channels } }
  /// Two: the device's number is not known here.
  public var outputNumberOfChannels: Int { 2 }
  /// Two: the device's number is not known here.
  public var maximumOutputNumberOfChannels: Int { 2 }

  /// Records whether the content has more than two channels. Throws nothing here.
  public func setSupportsMultichannelContent(_ supports: Bool) throws { change { $0.isMultichannel = supports } }
  /// The value given to `setSupportsMultichannelContent(_:)`; false without.
  public var supportsMultichannelContent: Bool { read { $0.isMultichannel } }

  /// Records that alerts should not interrupt. Throws nothing here; no alert interrupts on Linux.
  public func setPrefersNoInterruptionsFromSystemAlerts(_ prefers: Bool) throws {
    change { $0.prefersNoInterruptions = prefers }
  }
  /// The value given to `setPrefersNoInterruptionsFromSystemAlerts(_:)`; false without.
  public var prefersNoInterruptionsFromSystemAlerts: Bool { read { $0.prefersNoInterruptions } }

  /// Has no effect: the sound server routes. Throws nothing here.
  public func overrideOutputAudioPort(_ port: PortOverride) throws {}

  // MARK: Questions

  /// Every category; none is refused.
  public var availableCategories: [Category] {
    [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
  }
  /// Every mode; none is refused.
  public var availableModes: [Mode] {
    [
      .default, .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback, .videoChat, .spokenAudio,
      .voicePrompt, .shortFormVideo, .dualRoute,
    ]
  }
  /// False: whether others are heard is not known here. With `pausesOtherPlayers`, `setActive(true)` pauses those that
  /// play.
  public var isOtherAudioPlaying: Bool { false }
  /// False: secondary sound need not be silent, as far as is known here.
  public var secondaryAudioShouldBeSilencedHint: Bool { false }
  /// 1: the volume of the system is not known here, and that of the program's stream is its own.
  public var outputVolume: Float { 1 }
  /// 0: the latency is not known here. Ask whoever makes the stream.
  public var outputLatency: TimeInterval { 0 }
  /// 0: the latency is not known here.
  public var inputLatency: TimeInterval { 0 }
  /// False: whether there is an input is not known here.
  public var isInputAvailable: Bool { false }
  /// A route without inputs and outputs: where the sound goes is not known here.
  public var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription() }
  /// None are known here.
  public var availableInputs: [AVAudioSessionPortDescription]? { nil }

  // MARK: Notifications that are never posted

  /// The route has changed: headphones were pulled out. Never posted: desktops pause players by their commands then,
  /// if they do.
  public static var routeChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionRouteChangeNotification")
  }
  /// The system's audio has gone. Never posted.
  public static var mediaServicesWereLostNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereLostNotification")
  }
  /// The system's audio has come back. Never posted.
  public static var mediaServicesWereResetNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereResetNotification")
  }
  /// Secondary sound should be silent, or no longer. Never posted.
  public static var silenceSecondaryAudioHintNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionSilenceSecondaryAudioHintNotification")
  }
}
