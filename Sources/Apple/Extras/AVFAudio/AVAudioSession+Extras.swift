// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import AVFAudio

extension AVAudioSession {
  /// Whether activating the session pauses other players; false by default.
  ///
  /// While it is true, `setActive(true)` asks each playing player to pause, through MPRIS, except this program's own,
  /// unless the category mixes with other programs. `setActive(false, options: .notifyOthersOnDeactivation)` resumes
  /// those of them that are still there and still paused.
  ///
  /// Users expect their players to be left alone: ask them first. Set this property before the session is activated.
  public var pausesOtherPlayers: Bool {
    get { pausesOthersWhenActive }
    set { pausesOthersWhenActive = newValue }
  }

  /// The role of the program's sound, in the words of PulseAudio and PipeWire (`media.role`): "music", "video",
  /// "phone", "game", "production" or "event"; nil when the session's category and mode do not say.
  ///
  /// Sound servers may use it to choose a device, or to lower music during a call. The library does not own the
  /// program's stream, so it cannot set the role itself: set the property where the stream is made, or use
  /// `mediaRoleProperty`.
  public var mediaRole: String? { Self.mediaRole(category, mode) }

  /// The role as a value for the environment variable `PULSE_PROP`: "media.role=music"; empty without a role.
  ///
  /// `setenv("PULSE_PROP", session.mediaRoleProperty, 1)` before the first sound is played gives the role to each
  /// stream that the program makes through libpulse, on PulseAudio and on PipeWire.
  public var mediaRoleProperty: String { mediaRole.map { "media.role=" + $0 } ?? "" }

  private static func mediaRole(_ category: Category, _ mode: Mode) -> String? {
    switch mode {
    case .moviePlayback, .shortFormVideo: return "video"
    case .voiceChat, .videoChat: return "phone"
    case .gameChat: return "game"
    case .videoRecording, .measurement: return "production"
    case .voicePrompt: return "event"
    default: break
    }
    switch category {
    case .playback: return "music"
    case .playAndRecord: return "phone"
    case .record, .multiRoute: return "production"
    default: return nil
    }
  }
}
