// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import NowPlayingCore
package import NowPlayingEngine

/// The requests of a session to a host that lives on the main actor.
@MainActor package protocol MainActorSessionHost: AnyObject {
  /// How a command is carried out; nil when it is not offered any more. It must not hold the host.
  func operation(for event: CommandEvent) -> MainActorRelay.Operation?
  /// How the bytes of a picture are got. It must not hold the host.
  func picture(_ id: String, _ size: CGSize) throws -> MainActorRelay.Picture
  /// How the still of a moving picture is got. It must not hold the host.
  func preview(_ id: String, _ ratio: AspectRatio, _ size: CGSize) throws -> MainActorRelay.Picture
  /// How the file of a moving picture is got. It must not hold the host.
  func video(_ id: String, _ ratio: AspectRatio, _ size: CGSize) throws -> MainActorRelay.Video
  /// Publishes the changes of an operation, before the caller that asked for it is answered.
  func publishChanges()
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
  /// Carries out a command. Throws the error that a client gets; `Answered` when that is not a text alone.
  package typealias Operation = @MainActor () async throws -> Void
  package typealias Picture = @Sendable () async throws -> Data
  /// Returns where the video's file is.
  package typealias Video = @Sendable () async throws -> URL

  /// Why a command or a picture is not there, for the client.
  package struct Answered: Error {
    let failure: Failure
    let text: String

    package init(_ failure: Failure, _ text: String) {
      self.failure = failure
      self.text = text
    }
  }

  /// A change that a device is asked for.
  package enum DeviceChange: Sendable {
    case level(Double)
    case louder, quieter
  }

  package weak var host: (any MainActorSessionHost)?

  /// How a device is changed; nil for a session that plays on this one. It must not hold the host. As `host`, it is set
  /// before the session can be shown.
  package var device: (@MainActor @Sendable (_ id: String, DeviceChange) throws -> @Sendable () async throws -> Void)?

  /// How a track of a kind is chosen, by its id or nil for none; nil for a session without tracks. It must not hold the
  /// host. As `host`, it is set before the session can be shown.
  package var track: (@MainActor @Sendable (TrackKind, _ id: String?) throws -> Operation)?

  /// A request that the host has not answered.
  private struct Open {
    let request: Request
    /// Nil before it is begun.
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private struct Work {
    /// In the order in which they were made; nearly always one.
    var open: [Open] = []
    var isFinished = false

    func index(of request: Request) -> Int? { open.firstIndex { $0.request === request } }

    /// Returns whether it was open.
    mutating func remove(_ request: Request) -> Bool {
      guard let index = index(of: request) else { return false }
      open.remove(at: index)
      return true
    }
  }

  private let work = Locked(Work())

  /// The request that the present task is for, and so whatever that task starts.
  @TaskLocal private static var present: Request?

  package init() {}

  package var takesCommands: Bool { true }
  package var takesDeviceVolume: Bool { device != nil }
  package var takesDeviceSteps: Bool { device != nil }
  package var givesArtwork: Bool { true }
  package var givesAnimatedArtwork: Bool { true }

  /// One task for all of it: those of several commands begin in the order in which they were made.
  package func perform(_ event: CommandEvent, _ request: Request) {
    start(request) { relay in
      guard let operation = try relay.livingHost.operation(for: event) else { return .done }
      try await Self.$present.withValue(request) { try await operation() }
      relay.host?.publishChanges()
      return .done
    }
  }

  package func setVolume(_ volume: Double, ofDevice id: String, _ request: Request) {
    change(id, .level(volume), request)
  }

  package func step(_ step: Int32, device id: String, _ request: Request) {
    change(id, step > 0 ? .louder : .quieter, request)
  }

  private func change(_ id: String, _ change: DeviceChange, _ request: Request) {
    start(request) { relay in
      guard let device = relay.device else { throw Answered(.notSupported, "The player has no devices") }
      try await device(id, change)()
      relay.host?.publishChanges()
      return .done
    }
  }

  package func takes(_ change: SessionChange) -> Bool {
    if case .select = change { track != nil } else { false }
  }

  package func make(_ change: SessionChange, _ request: Request) {
    start(request) { relay in
      guard case .select(let kind, let id) = change, let track = relay.track else {
        throw Answered(.notSupported, "The player cannot do this")
      }
      let operation = try track(kind, id)
      try await Self.$present.withValue(request) { try await operation() }
      relay.host?.publishChanges()
      return .done
    }
  }

  /// Its author writes closures, and answers no requests.
  package var logsLateRequests: Bool { true }

  package func cancelled(_ request: Request) {
    let (isOpen, task): (Bool, Task<Void, Never>?) = work.withLock { work in
      guard let index = work.index(of: request) else { return (false, nil) }
      work.open[index].isCancelled = true
      return (true, work.open[index].task)
    }
    if isOpen, request.state == .timedOut, !request.kind.isAsset {
      let change = device == nil ? "The choice of a track" : "The change of a device, or the choice of a track,"
      let what = request.kind == .command ? "A command" : change
      SharedApp.shared.log(
        .warning, "\(what) was not done within ten seconds: its caller got an error, and its task is cancelled")
    }
    task?.cancel()
  }

  package func primaryChanged(_ primary: Primary) {
    MainActorWatch.run { self.host?.primaryChanged(primary) }
  }

  package func primaryResult(_ which: Primary, _ failure: Failure?) {
    MainActorWatch.run { self.host?.primaryResult(which, failure) }
  }

  /// To be called before the session is ended: when that is the doing of one of its own commands, this command has
  /// succeeded, and its task goes on to its end.
  package func ending() {
    guard let present = Self.present, work.withLock({ $0.remove(present) }) else { return }
    _ = present.complete(.done)
  }

  /// The session has ended, and with it what it was asked: the engine leaves commands to their host to answer.
  package func finish() {
    let open = work.withLock { work in
      work.isFinished = true
      for index in work.open.indices { work.open[index].isCancelled = true }
      return work.open
    }
    for open in open {
      _ = open.request.complete(.failed(.cancelled, "The session has ended"))
      open.task?.cancel()
    }
  }

  // MARK: Work for a request

  @MainActor var livingHost: any MainActorSessionHost {
    get throws {
      guard let host else { throw Answered(.cancelled, "The session is gone") }
      return host
    }
  }

  /// Does something for a request on the main actor, and answers by its result, or with the text of the error that it
  /// throws. It is cancelled when the request is: its time is over, or its session has ended.
  func start(
    _ request: Request, _ body: @escaping @MainActor @Sendable (MainActorRelay) async throws -> Request.Answer?
  ) {
    let isFinished = work.withLock { work in
      if !work.isFinished { work.open.append(Open(request: request)) }
      return work.isFinished
    }
    if isFinished {
      _ = request.complete(.failed(.cancelled, "The session is gone"))
      return
    }
    MainActorWatch.run { self.begin(request, body) }
  }

  /// Begins at once: a task that waits for the main actor would cost one more turn of its queue.
  @MainActor private func begin(
    _ request: Request, _ body: @escaping @MainActor @Sendable (MainActorRelay) async throws -> Request.Answer?
  ) {
    // A request that was given up while it waited for the main actor is not begun any more.
    guard request.state == nil else { return remove(request) }
    let task = Task.immediate { @MainActor in
      if let answer = await self.answer(body) { _ = request.complete(answer) }
      self.remove(request)
    }
    let isCancelled = work.withLock { work in
      guard let index = work.index(of: request) else { return false }
      work.open[index].task = task
      return work.open[index].isCancelled
    }
    if isCancelled { task.cancel() }
  }

  private func remove(_ request: Request) { work.withLock { _ = $0.remove(request) } }

  @MainActor private func answer(
    _ body: @MainActor @Sendable (MainActorRelay) async throws -> Request.Answer?
  ) async -> Request.Answer? {
    do {
      return try await body(self)
    } catch let answered as Answered {
      return .failed(answered.failure, answered.text)
    } catch {
      return .failed(.commandFailed, errorText(error))
    }
  }
}

/// The text that a client is shown for an error: its own sentence, if it has one. Foundation makes one up for those
/// that have none, which says less than their name.
package func errorText(_ error: any Error) -> String {
  let sentence = (error as? any LocalizedError)?.errorDescription
  let hasSentence = type(of: error) is NSError.Type || error is any CustomNSError
  let text = sentence ?? (hasSentence ? error.localizedDescription : String(describing: error))
  return Repair.text(text, limit: Limits.text)
}
