// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

// Settings and questions of audio programs that concern the sound server, to which this library does not speak.
// Settings are recorded and have no other effect; questions get the answer that lets a program go on.

extension AVAudioSession {
  // MARK: Settings that are recorded

  /// The policy of routing that was set last. It has no effect: the sound server decides where sound goes.
  public var routeSharingPolicy: RouteSharingPolicy { read { $0.policy } }

  /// Records how long a buffer should be, in seconds. It has no effect here: use it where the stream is made. Never
  /// throws on Linux.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws { change { $0.bufferDuration = duration } }
  /// The duration given to `setPreferredIOBufferDuration(_:)`; 0 without one.
  public var preferredIOBufferDuration: TimeInterval { read { $0.bufferDuration } }
  /// The preferred duration, because the true one is not known here.
  public var ioBufferDuration: TimeInterval { preferredIOBufferDuration }

  /// Records the preferred sample rate in Hertz. Never throws on Linux.
  public func setPreferredSampleRate(_ sampleRate: Double) throws { change { $0.sampleRate = sampleRate } }
  /// The rate given to `setPreferredSampleRate(_:)`; 0 without one.
  public var preferredSampleRate: Double { read { $0.sampleRate } }
  /// The preferred rate, or the 48,000 Hz that PipeWire and PulseAudio usually run at: the device's rate is not known
  /// here.
  public var sampleRate: Double { preferredSampleRate > 0 ? preferredSampleRate : 48_000 }

  /// Records the preferred number of channels. Never throws on Linux.
  public func setPreferredOutputNumberOfChannels(_ count: Int) throws { change { $0.channels = count } }
  /// The number given to `setPreferredOutputNumberOfChannels(_:)`; 0 without one.
  public var preferredOutputNumberOfChannels: Int { read { $0.channels } }
  /// Two, because the device's number of channels is not known here.
  public var outputNumberOfChannels: Int { 2 }
  /// Two, because the device's number of channels is not known here.
  public var maximumOutputNumberOfChannels: Int { 2 }

  /// Records whether the content has more than two channels. Never throws on Linux.
  public func setSupportsMultichannelContent(_ supports: Bool) throws { change { $0.isMultichannel = supports } }
  /// The value given to `setSupportsMultichannelContent(_:)`; false by default.
  public var supportsMultichannelContent: Bool { read { $0.isMultichannel } }

  /// Records that alerts should not interrupt. It has no effect: on Linux no alert does. Never throws on Linux.
  public func setPrefersNoInterruptionsFromSystemAlerts(_ prefers: Bool) throws {
    change { $0.prefersNoInterruptions = prefers }
  }
  /// The value given to `setPrefersNoInterruptionsFromSystemAlerts(_:)`; false by default.
  public var prefersNoInterruptionsFromSystemAlerts: Bool { read { $0.prefersNoInterruptions } }

  /// Has no effect: the sound server decides where sound goes. Never throws on Linux.
  public func overrideOutputAudioPort(_ port: PortOverride) throws {}

  // MARK: Questions

  /// All categories: none is refused.
  public var availableCategories: [Category] {
    [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
  }
  /// All modes: none is refused.
  public var availableModes: [Mode] {
    [
      .default, .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback, .videoChat, .spokenAudio,
      .voicePrompt, .shortFormVideo, .dualRoute,
    ]
  }
  /// Always false: whether other programs are heard is not known here. With `pausesOtherPlayers`, `setActive(true)`
  /// pauses the players that play.
  public var isOtherAudioPlaying: Bool { false }
  /// Always false: as far as is known here, secondary sound need not be silent.
  public var secondaryAudioShouldBeSilencedHint: Bool { false }
  /// Always 1: the volume of the system is not known here, and the program itself sets the volume of its stream.
  public var outputVolume: Float { 1 }
  /// Always 0: the latency is not known here. Ask the library that makes the stream.
  public var outputLatency: TimeInterval { 0 }
  /// Always 0: the latency is not known here.
  public var inputLatency: TimeInterval { 0 }
  /// Always false: whether there is an input is not known here.
  public var isInputAvailable: Bool { false }
  /// A route without inputs and outputs: where sound goes is not known here.
  public var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription() }
  /// Always nil: no inputs are known here.
  public var availableInputs: [AVAudioSessionPortDescription]? { nil }

  // MARK: Notifications that are never posted

  /// The name of the notification that the route has changed, as when headphones are pulled out. Never posted on Linux:
  /// some desktops then pause players through MPRIS.
  public static var routeChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionRouteChangeNotification")
  }
  /// The name of the notification that the system's audio has gone. Never posted on Linux.
  public static var mediaServicesWereLostNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereLostNotification")
  }
  /// The name of the notification that the system's audio has come back. Never posted on Linux.
  public static var mediaServicesWereResetNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereResetNotification")
  }
  /// The name of the notification that secondary sound should be silent, or need no longer be. Never posted on Linux.
  public static var silenceSecondaryAudioHintNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionSilenceSecondaryAudioHintNotification")
  }
}
