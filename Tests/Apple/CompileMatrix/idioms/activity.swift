// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// How programs for iOS 27 follow whether their session is active.
import AVFAudio

@MainActor final class AudioActivity {
  private var tokens: [any NSObjectProtocol] = []
  private var messages: [NotificationCenter.ObservationToken] = []
  private(set) var isPlaying = false

  func observe() {
    let center = NotificationCenter.default
    let session = AVAudioSession.sharedInstance()
    let inactive: NSNotification.Name =
      if #available(iOS 27, *) { AVAudioSession.didBecomeInactiveNotification } else { Notification.Name("none") }
    tokens = [
      center.addObserver(forName: inactive, object: session, queue: .main) { [weak self] notification in
        guard
          let context = notification.userInfo?[AVAudioSession.deactivationContextKey]
            as? AVAudioSession.DeactivationContext, context.source == .system
        else { return }
        let reason = context.interruptionContext?.reason ?? .default
        MainActor.assumeIsolated { self?.pause(reason) }
      },
      center.addObserver(
        forName: AVAudioSession.resumptionRecommendationNotification, object: nil, queue: .main
      ) { [weak self] notification in
        guard
          let context = notification.userInfo?[AVAudioSession.resumptionContextKey]
            as? AVAudioSession.ResumptionContext, context.recommendation == .shouldResume
        else { return }
        Task { @MainActor in self?.resume() }
      },
      center.addObserver(forName: AVAudioSession.didBecomeActiveNotification, object: session, queue: nil) { _ in },
    ]
    messages = [
      center.addObserver(of: session, for: .didBecomeActive) { _ in },
      center.addObserver(of: session, for: .didBecomeInactive) { [weak self] message in
        switch message.deactivationResult {
        case .appDeactivated: break
        case .systemInterruption(let context): self?.pause(context.reason)
        }
      },
      center.addObserver(of: session, for: .resumptionRecommendation) { [weak self] message in
        if message.recommendation == .shouldResume { self?.resume() }
      },
    ]
  }

  private func pause(_ reason: AVAudioSession.InterruptionReason) { isPlaying = reason == .builtInMicMuted }

  private func resume() {
    isPlaying = (try? AVAudioSession.sharedInstance().setActive(true)) != nil
  }

  func stop() async throws {
    guard try await AVAudioSession.sharedInstance().deactivate(options: .notifyOthersOnDeactivation) else { return }
    AVAudioSession.sharedInstance().deactivate(options: []) { isInactive, error in
      if let error { print("It is \(isInactive ? "inactive" : "active"): \(error)") }
    }
    isPlaying = false
  }
}
