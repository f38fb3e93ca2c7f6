// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The session behind a protocol of the program's own, with one that does nothing for tests and previews.
import NowPlaying

@MainActor protocol NowPlayingService: AnyObject {
  func activate() async throws
  func deactivate()
}

@MainActor final class LiveService<Model: MediaSessionRepresentable>: NowPlayingService {
  private let make: @MainActor () -> Model
  private var session: MediaSession<Model>?

  init(_ make: @escaping @MainActor () -> Model) { self.make = make }

  func activate() async throws {
    guard session == nil else { return }
    let session = MediaSession(make())
    self.session = session
    try await session.requestToBecomeApplicationPrimary()
  }

  func deactivate() { session = nil }
}

@MainActor final class SilentService: NowPlayingService {
  private(set) var calls: [String] = []
  func activate() async throws { calls.append(#function) }
  func deactivate() { calls.append(#function) }
}

@MainActor struct Container {
  var service: @MainActor () -> any NowPlayingService

  static let test = Container { SilentService() }

  static func live<Model: MediaSessionRepresentable>(_ model: @autoclosure @escaping @MainActor () -> Model) -> Self {
    Container { LiveService(model) }
  }
}
