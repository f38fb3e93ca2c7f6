// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A button that follows whether the session is the one that the system controls.
import NowPlaying

@MainActor final class PrimaryButton<Model: MediaSessionRepresentable> {
  private let session: MediaSession<Model>
  private(set) var isHighlighted = false

  init(_ session: MediaSession<Model>) {
    self.session = session
    follow()
  }

  private func follow() {
    withObservationTracking {
      isHighlighted = session.isSystemPrimary
    } onChange: { [weak self] in
      Task { @MainActor in self?.follow() }
    }
  }

  func press() async {
    guard session.canBecomeApplicationPrimary else { return }
    do {
      try await session.requestToBecomeSystemPrimary()
    } catch {
      print(error.localizedDescription, error as? MediaSessionError == .internalFailure)
    }
  }

  func changes() -> some AsyncSequence<Bool, Never> {
    Observations { [session] in session.isApplicationPrimary }
  }
}
