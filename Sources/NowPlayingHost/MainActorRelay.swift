// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import NowPlayingCore
package import NowPlayingEngine
package import Foundation
internal import Synchronization

/// What a session asks of a host that lives on the main actor. Whoever is given a request answers it, then or later.
@MainActor package protocol MainActorSessionHost: AnyObject {
  func perform(_ event: CommandEvent, _ request: Request)
  func artwork(_ id: String, width: Int32, height: Int32, _ request: Request)
  func primaryChanged(_ primary: Primary)
  func primaryResult(_ which: Primary, _ failure: Failure?)
}

/// Brings what the engine says on its own thread to the main actor, in order.
///
/// The engine holds the relay and the relay does not hold the host, so that a host can end with its last reference.
/// The host is looked up on the main actor only: were it released last by the engine's thread, its end would wait for
/// that thread.
///
/// Checked by hand to be safe across threads: `host` is set before the session can be shown, and weak references are
/// safe to read.
package final class MainActorRelay: SessionHandler, @unchecked Sendable {
  package weak var host: (any MainActorSessionHost)?

  private struct Work {
    var tasks: [ObjectIdentifier: Task<Void, Never>] = [:]
    var isFinished = false
  }

  /// What runs for requests that are not answered yet.
  private let work = Mutex(Work())

  package init() {}

  package var takesCommands: Bool { true }
  package var takesVolume: Bool { false }
  package var givesArtwork: Bool { true }

  package func perform(_ event: CommandEvent, _ request: Request) {
    tell(request) { $0.perform(event, request) }
  }

  package func setVolume(_ volume: Double, _ request: Request) {
    _ = request.complete(.failed(.notSupported, "The player has no volume"))
  }

  package func artwork(_ id: String, width: Int32, height: Int32, _ request: Request) {
    tell(request) { $0.artwork(id, width: width, height: height, request) }
  }

  package func cancelled(_ request: Request) {
    if request.state == .timedOut, request.kind == .command {
      ProgramApp.shared.log(.warning, "A command was not done within ten seconds, and its task is cancelled")
    }
    work.withLock { $0.tasks[ObjectIdentifier(request)] }?.cancel()
  }

  package func primaryChanged(_ primary: Primary) {
    Task { @MainActor in self.host?.primaryChanged(primary) }
  }

  package func primaryResult(_ which: Primary, _ failure: Failure?) {
    Task { @MainActor in self.host?.primaryResult(which, failure) }
  }

  package func interrupted(_ began: Bool) {}

  /// The session has ended, and with it what it was asked.
  package func finish() {
    let tasks = work.withLock { work in
      work.isFinished = true
      defer { work.tasks = [:] }
      return Array(work.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  private func tell(_ request: Request, _ body: @escaping @MainActor (any MainActorSessionHost) -> Void) {
    Task { @MainActor in
      guard let host = self.host else { return Self.decline(request) }
      body(host)
    }
  }

  private static func decline(_ request: Request) {
    _ = request.complete(.failed(.cancelled, "The session is gone"))
  }

  // MARK: Work for a request

  /// Answers a command by what an operation does: done, or failed with the text of the error that it throws. The
  /// operation is cancelled when the request is: its time is over, or its session has ended.
  package func answer(_ request: Request, _ operation: @escaping @MainActor () async throws -> Void) {
    start(request) {
      try await operation()
      _ = request.complete(.done)
    }
  }

  /// Answers the request for an artwork by a picture's bytes, and writes its file off the main actor.
  package func answer(_ request: Request, picture: @escaping @Sendable () async throws -> Data) {
    start(request) {
      let bytes = try await picture()
      let failure = bytes.withUnsafeBytes { request.complete(picture: $0) }
      guard let failure else { return }
      _ = request.complete(.failed(failure, "It is not a picture in PNG, JPEG, WebP or GIF, or it cannot be stored"))
    }
  }

  private func start(_ request: Request, _ body: @escaping @Sendable () async throws -> Void) {
    let key = ObjectIdentifier(request)
    let isFinished = work.withLock { work in
      if work.isFinished { return true }
      // The task cannot be done before it is noted: it needs the lock to take itself off the list.
      work.tasks[key] = Task {
        do {
          try await body()
        } catch {
          _ = request.complete(.failed(.commandFailed, errorText(error)))
        }
        self.work.withLock { _ = $0.tasks.removeValue(forKey: key) }
      }
      return false
    }
    if isFinished { return Self.decline(request) }
    // It may have been cancelled before its task was noted.
    if request.state != nil { cancelled(request) }
  }
}

/// The text that a client is shown for an error: its own sentence, if it has one. Foundation makes one up for those that
/// have none, which says less than their name.
package func errorText(_ error: any Error) -> String {
  let sentence = (error as? any LocalizedError)?.errorDescription
  let hasSentence = type(of: error) is NSError.Type || error is any CustomNSError
  let text = sentence ?? (hasSentence ? error.localizedDescription : String(describing: error))
  return Repair.text(text, limit: Limits.text)
}
