// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Sessions of different models, of which the one that somebody uses is primary.
import NowPlaying

@MainActor protocol Showable: AnyObject {
  var isShown: Bool { get }
  func show() async throws
}

extension MediaSession: Showable {
  var isShown: Bool { isApplicationPrimary || isSystemPrimary }
  func show() async throws { try await requestToBecomeApplicationPrimary() }
}

@Observable @MainActor final class SessionSwitch {
  private var sessions: [String: any Showable] = [:]
  private(set) var lastError: MediaSessionError?

  func add<Model>(_ model: Model) where Model: MediaSessionRepresentable {
    let session = MediaSession(model)
    sessions[session.id] = session
  }

  func select(_ id: String) async -> Bool {
    guard let session = sessions[id] else { return false }
    do {
      if !session.isShown { try await session.show() }
      lastError = nil
    } catch let error as MediaSessionError {
      lastError = error
      switch error {
      case .invalidState, .internalFailure: break
      case .sessionInvalidated: sessions[id] = nil
      @unknown default: break
      }
    } catch {
      return false
    }
    return lastError == nil
  }

  func removeAll() { sessions.removeAll() }
}
