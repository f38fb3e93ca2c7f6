// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// How audio programs ask where they are, do work that must end, and keep the screen on.
import MediaPlayer
import NowPlaying

@MainActor final class AppLife {
  private var observers: [any NSObjectProtocol] = []
  private var task: UIBackgroundTaskIdentifier = .invalid
  private(set) var isInFront = true

  func observe() {
    let center = NotificationCenter.default
    for (name, isInFront) in [
      (UIApplication.didBecomeActiveNotification, true), (UIApplication.willEnterForegroundNotification, true),
      (UIApplication.willResignActiveNotification, false), (UIApplication.didEnterBackgroundNotification, false),
    ] {
      observers.append(
        center.addObserver(forName: name, object: nil, queue: .main) { [weak self] _ in
          MainActor.assumeIsolated { self?.isInFront = isInFront }
        })
    }
    observers.append(
      center.addObserver(forName: UIApplication.willTerminateNotification, object: nil, queue: .main) {
        [weak self] _ in
        MainActor.assumeIsolated { self?.save() }
      })
  }

  func becomePrimary<Model>(_ session: MediaSession<Model>) async throws {
    guard UIApplication.shared.applicationState == .active else {
      return try await session.requestToBecomeApplicationPrimary()
    }
    try await session.requestToBecomeSystemPrimary()
  }

  func save() {
    let application = UIApplication.shared
    task = application.beginBackgroundTask(withName: "save") { [weak self] in self?.saved() }
    let unnamed = application.beginBackgroundTask()
    Task.detached { application.endBackgroundTask(unnamed) }
    if application.backgroundTimeRemaining > 5 { saved() }
  }

  private func saved() {
    guard task != UIBackgroundTaskIdentifier.invalid else { return }
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }

  func showFilm(_ isShown: Bool) { UIApplication.shared.isIdleTimerDisabled = isShown }

  func describe() -> String {
    switch UIApplication.shared.applicationState {
    case .active: "in front"
    case .inactive, .background: "behind"
    @unknown default: "elsewhere"
    }
  }
}
