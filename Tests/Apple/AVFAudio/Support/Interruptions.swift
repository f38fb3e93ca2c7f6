// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import AVFAudio
import Foundation

/// Records the contents of the notifications of interruptions, and does what programs do when they come.
@MainActor final class Interruptions {
  private(set) var all: [String] = []
  var began: () -> Void = {}
  var mayResume: () -> Void = {}
  private let session: AVAudioSession
  private var tokens: [any NSObjectProtocol] = []
  /// The type and the options of the last notification of the kind that programs observed before iOS 27.
  private(set) var former: [UInt?] = []

  /// - player: pauses when an interruption begins, and plays when it may.
  init(_ player: OwnPlayer? = nil, of session: AVAudioSession = .sharedInstance()) {
    self.session = session
    observe(AVAudioSession.didBecomeInactiveNotification) { [weak self] info in
      let context = info[AVAudioSession.deactivationContextKey] as? AVAudioSession.DeactivationContext
      guard let self, let interruption = context?.interruptionContext else { return }
      all.append(context?.source == .system && interruption.reason == .default ? "began" : "nonsense")
      player?.say(isPlaying: false)
      began()
    }
    observe(AVAudioSession.resumptionRecommendationNotification) { [weak self] info in
      let context = info[AVAudioSession.resumptionContextKey] as? AVAudioSession.ResumptionContext
      guard let self, let recommendation = context?.recommendation else { return }
      all.append(recommendation == .shouldResume ? "may resume" : "ended")
      guard recommendation == .shouldResume else { return }
      player?.say(isPlaying: true)
      mayResume()
    }
    observe(Notification.Name("AVAudioSessionInterruptionNotification")) { [weak self] info in
      self?.former = [
        info["AVAudioSessionInterruptionTypeKey"] as? UInt, info["AVAudioSessionInterruptionOptionKey"] as? UInt,
      ]
    }
  }

  private func observe(_ name: Notification.Name, _ body: @escaping @MainActor ([AnyHashable: Any]) -> Void) {
    tokens.append(
      NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { note in
        nonisolated(unsafe) let info = note.userInfo ?? [:]
        MainActor.assumeIsolated { body(info) }
      })
  }

  func end() { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
