// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import AVFAudio
import Foundation
import NowPlayingExtras

/// Another program that uses AVFAudio, for the tests of what two programs do with each other.
@main struct AVFAudioPeer {
  /// The ways to observe interruptions, by the orders for them. Each returns an object that keeps the observer alive.
  private static let observers: [String: @Sendable (AVAudioSession, NotificationCenter) -> Any] = [
    "observe: name": { _, _ in AVAudioSession.didBecomeInactiveNotification },
    "observe: beginning by identifier": { $1.addObserver(of: $0, for: .didBecomeInactive) { _ in } },
    "observe: end by identifier": { $1.addObserver(of: $0, for: .resumptionRecommendation) { _ in } },
    "observe: any session": { $1.addObserver(of: AVAudioSession.self, for: .didBecomeInactive) { _ in } },
    "observe: beginning by type": {
      $1.addObserver(of: $0, for: AVAudioSession.DidBecomeInactiveMessage.self) { _ in }
    },
    "observe: end by type": {
      $1.addObserver(for: AVAudioSession.ResumptionRecommendationMessage.self) { _ in }
    },
    "observe: activity": { $1.addObserver(of: $0, for: .didBecomeActive) { _ in } },
  ]

  static func main() throws {
    var observer: Any?
    let session = AVAudioSession.sharedInstance()
    session.pausesOtherPlayers = true
    try session.setCategory(.playback)
    while let line = readLine() {
      switch line {
      case "activate": try session.setActive(true)
      case "deactivate": try session.setActive(false)
      case let order where order.hasPrefix("observe"): observer = observers[order]?(session, .default)
      default: try session.setActive(false, options: .notifyOthersOnDeactivation)
      }
      FileHandle.standardOutput.write(Data("done\n".utf8))
    }
    withExtendedLifetime(observer) {}
  }
}
